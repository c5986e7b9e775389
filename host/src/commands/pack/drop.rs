//! `shikatsu pack uf2`: packs that are there, as a file for the boot drive.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use shikatsu::store::SLOTS;
use shikatsu_toolkit::pack::uf2;

use super::build::refuse;
use super::look;
use crate::commands::convert::write_file;
use crate::commands::{Done, say};
use crate::files::reason;

/// Make a UF2 file of packs, to be dropped on the drive of a Pico in its boot mode
///
/// Where the handheld runs and a computer is at hand, 'shikatsu load' is better: it looks for free slots. Here whatever lies in the slots of the file is
/// overwritten, even half of another pack. So packs that are to be there together go into one file, one behind the other. Without --slot they take
/// the last slots, which 'load' fills last.
#[derive(Args, Debug)]
pub(super) struct Uf2 {
    /// The packs
    #[arg(value_name = "PACK", required = true)]
    packs: Vec<PathBuf>,

    /// The file to write [default: the first pack's name with the end .uf2]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The slot of 32 KiB, from 0, that they begin at [default: so that they end with the last]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..i64::from(SLOTS)))]
    slot: Option<u32>,

    /// Overwrite a file that exists
    #[arg(long)]
    force: bool,
}

/// A pack, and how many slots it takes.
struct Placed<'a> {
    path: &'a Path,
    bytes: Vec<u8>,
    slots: u32,
}

impl Uf2 {
    pub(super) fn run(&self) -> io::Result<Done> {
        let Some(placed) = self
            .packs
            .iter()
            .map(|path| place(path))
            .collect::<Option<Vec<_>>>()
        else {
            return Ok(Done::WithFaults);
        };
        let needed: u32 = placed.iter().map(|pack| pack.slots).sum();
        let first = self.slot.unwrap_or(SLOTS.saturating_sub(needed));
        let packs = placed.iter().map(|pack| pack.bytes.as_slice());
        let file = match uf2::of_packs(packs, first) {
            Ok(file) => file,
            Err(sentence) => return Ok(refuse(&sentence)),
        };
        let output = self.output.clone().unwrap_or(self.packs[0].with_extension("uf2"));
        if let Err(error) = write_file(&output, &file, self.force) {
            let hint = if error.kind() == io::ErrorKind::AlreadyExists {
                "; --force overwrites it"
            } else {
                ""
            };
            return Ok(refuse(&format!("{}: {}{hint}", output.display(), reason(&error))));
        }
        let mut slot = first;
        for Placed { path, slots, .. } in placed {
            let last = slot + slots - 1;
            say(&format!("{}: slots {slot} to {last}\n", path.display()))?;
            slot += slots;
        }
        say(&format!("{}\n", output.display()))?;
        Ok(Done::Well)
    }
}

/// Reads a pack. What is damaged would be dropped for nothing, so it is refused, and said.
fn place(path: &Path) -> Option<Placed<'_>> {
    let bytes = look::read(path)?;
    let pack = look::open(path, &bytes)?;
    if let Err(error) = pack.verify() {
        refuse(&format!("{}: {error}", path.display()));
        return None;
    }
    Some(Placed {
        path,
        slots: uf2::slots(&bytes),
        bytes,
    })
}
