//! `shikatsu pack uf2`: a pack that is there, as a file for the boot drive.

use std::io;
use std::path::PathBuf;

use clap::Args;
use shikatsu::store::{SLOT, SLOTS};

use super::build::refuse;
use super::look;
use crate::commands::convert::write_file;
use crate::commands::{Done, say};
use crate::files::reason;
use crate::pack::uf2;

/// Make a UF2 file of a pack, to be dropped on the drive of a Pico in its boot mode
///
/// Where the handheld runs and a computer is at hand, 'shikatsu load' is better: it looks for free slots. Here whatever lies in the slots of the file is
/// overwritten. Without --slot it takes the last ones, which 'load' fills last.
#[derive(Args, Debug)]
pub(super) struct Uf2 {
    /// The pack
    #[arg(value_name = "PACK")]
    pack: PathBuf,

    /// The file to write [default: the pack's name with the end .uf2]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The slot of 32 KiB, from 0, that it begins at [default: so that it ends with the last]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..i64::from(SLOTS)))]
    slot: Option<u32>,

    /// Overwrite a file that exists
    #[arg(long)]
    force: bool,
}

impl Uf2 {
    pub(super) fn run(&self) -> io::Result<Done> {
        let Some(bytes) = look::read(&self.pack) else {
            return Ok(Done::WithFaults);
        };
        // What is damaged would be dropped for nothing.
        let Some(pack) = look::open(&self.pack, &bytes) else {
            return Ok(Done::WithFaults);
        };
        if let Err(error) = pack.verify() {
            return Ok(refuse(&format!("{}: {error}", self.pack.display())));
        }
        let slots = bytes.len().div_ceil(SLOT as usize) as u32;
        let slot = self.slot.unwrap_or(SLOTS.saturating_sub(slots));
        let file = match uf2::of_pack(&bytes, slot) {
            Ok(file) => file,
            Err(sentence) => return Ok(refuse(&format!("{}: {sentence}", self.pack.display()))),
        };
        let output = self.output.clone().unwrap_or(self.pack.with_extension("uf2"));
        if let Err(error) = write_file(&output, &file, self.force) {
            let hint = if error.kind() == io::ErrorKind::AlreadyExists {
                "; --force overwrites it"
            } else {
                ""
            };
            return Ok(refuse(&format!("{}: {}{hint}", output.display(), reason(&error))));
        }
        let last = slot + slots - 1;
        say(&format!("{}: slots {slot} to {last}\n", output.display()))?;
        Ok(Done::Well)
    }
}
