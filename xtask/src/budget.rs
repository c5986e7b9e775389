//! What the firmware may use of the chip, and what it does use, read off the image.

use std::fmt;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use object::elf::{SHF_ALLOC, SHT_NOBITS};
use object::read::elf::{ElfFile32, SectionHeader};
use object::{Endianness, Object, ObjectSection};

const KIB: u64 = 1024;
/// `FLASH` and `BOOT2` of memory.x: the firmware with its built-in problems.
pub(crate) const FLASH: u64 = 1024 * KIB;
/// `RAM` of memory.x.
const RAM: u64 = 264 * KIB;
/// What has to stay free for the stack.
const STACK: u64 = 32 * KIB;

const FLASH_START: u64 = 0x1000_0000;
const RAM_START: u64 = 0x2000_0000;

/// What an image occupies, by section.
pub(crate) struct Sizes {
    parts: Vec<(String, u64)>,
    pub(crate) flash: u64,
    pub(crate) ram: u64,
}

impl Sizes {
    /// Reads the sections of an ELF file.
    pub(crate) fn read(path: &Path) -> Result<Sizes> {
        let data = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let elf = ElfFile32::<Endianness>::parse(&*data).context("the image is no ELF file")?;
        let endian = elf.endian();
        let mut sizes = Sizes {
            parts: Vec::new(),
            flash: 0,
            ram: 0,
        };
        for section in elf.sections() {
            let header = section.elf_section_header();
            let size = section.size();
            if header.sh_flags(endian) & SHF_ALLOC == 0 || size == 0 {
                continue;
            }
            let stored = header.sh_type(endian) != SHT_NOBITS;
            let in_ram = section.address() >= RAM_START;
            ensure!(section.address() >= FLASH_START, "a section lies below the flash");
            // Initialised data takes both: its values in flash, itself in RAM.
            sizes.flash += if stored { size } else { 0 };
            sizes.ram += if in_ram { size } else { 0 };
            sizes.parts.push((section.name()?.to_string(), size));
        }
        Ok(sizes)
    }

    /// An error that says by how much, if a budget is broken.
    pub(crate) fn check(&self) -> Result<()> {
        let within = |what: &str, used: u64, budget: u64| {
            ensure!(used <= budget, "{what}: {} bytes over its budget", used - budget);
            Ok(())
        };
        within("flash", self.flash, FLASH)?;
        within("RAM", self.ram, RAM - STACK)
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, size) in &self.parts {
            writeln!(f, "  {name:16} {size:>8} bytes")?;
        }
        let row = |used: u64, budget: u64| {
            format!(
                "{used:>8} of {budget} bytes ({:.1} %)",
                used as f64 * 100.0 / budget as f64
            )
        };
        writeln!(f, "  {:16} {}", "flash", row(self.flash, FLASH))?;
        writeln!(f, "  {:16} {}", "RAM, static", row(self.ram, RAM - STACK))?;
        write!(f, "  {:16} {:>8} bytes left", "stack", RAM - self.ram)
    }
}
