//! What the firmware may use of the chip, and what it does use, read from the image.

use std::fmt;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use object::elf::{PT_LOAD, SHF_ALLOC};
use object::read::elf::{ElfFile32, ProgramHeader, SectionHeader};
use object::{Endianness, Object, ObjectSection};

const KIB: u64 = 1024;
/// `BOOT2` and `FLASH` of memory.x, which the linker guards.
pub(crate) const FLASH_KIB: u64 = 1024;
/// `RAM` of memory.x.
pub(crate) const RAM_KIB: u64 = 264;
/// What the firmware may take with its built-in problems. We stop short of what there is, so that there is room for fixes to devices in use.
const FLASH: u64 = (FLASH_KIB - 16) * KIB;
const RAM: u64 = RAM_KIB * KIB;
/// What has to stay free for the stack.
const STACK: u64 = 32 * KIB;
/// What may begin as anything but zero. It takes flash as well as RAM, all of a static for a single byte: a large one is zero at first, or made at
/// the start.
const DATA: u64 = 2 * KIB;

const FLASH_START: u64 = 0x1000_0000;
const RAM_START: u64 = 0x2000_0000;

/// What an image occupies: section by section, of flash up to its last byte, and of RAM.
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
            flash: flash_used(&elf)?,
            ram: 0,
        };
        for section in elf.sections() {
            let header = section.elf_section_header();
            let size = section.size();
            if !header.sh_flags(endian).contains(SHF_ALLOC) || size == 0 {
                continue;
            }
            ensure!(section.address() >= FLASH_START, "a section lies below the flash");
            sizes.ram += if section.address() >= RAM_START { size } else { 0 };
            sizes.parts.push((section.name()?.to_string(), size));
        }
        Ok(sizes)
    }

    /// What sections of this name take together.
    fn part(&self, name: &str) -> u64 {
        let same = self.parts.iter().filter(|(part, _)| part == name);
        same.map(|(_, size)| size).sum()
    }

    /// An error that says by how much, if a budget is broken.
    pub(crate) fn check(&self) -> Result<()> {
        let within = |what: &str, used: u64, budget: u64| {
            ensure!(used <= budget, "{what}: {} bytes over its budget", used - budget);
            Ok(())
        };
        within("flash", self.flash, FLASH)?;
        within("data that is not zero at first", self.part(".data"), DATA)?;
        within("RAM", self.ram, RAM - STACK)
    }
}

/// How far the image reaches into flash. Gaps count: nothing else can use them. Load addresses count, so initialised
/// data counts where its values lie in flash, not where it will be in RAM.
fn flash_used(elf: &ElfFile32<'_, Endianness>) -> Result<u64> {
    let endian = elf.endian();
    let mut end = FLASH_START;
    for segment in elf.elf_program_headers() {
        let stored = u64::from(segment.p_filesz(endian));
        if segment.p_type(endian) != PT_LOAD || stored == 0 {
            continue;
        }
        let start = u64::from(segment.p_paddr(endian));
        ensure!(
            (FLASH_START..RAM_START).contains(&start),
            "a part of the image is stored at {start:#010x}, which is not in flash"
        );
        end = end.max(start + stored);
    }
    Ok(end - FLASH_START)
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
        let left = RAM.saturating_sub(self.ram);
        write!(f, "  {:16} {left:>8} bytes left", "stack")
    }
}
