//! `shikatsu device`: what is on the handheld.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use shikatsu::link::PackInfo;
use shikatsu::pack::library::Library as _;
use shikatsu::pack::{Bank, Pack};
use shikatsu_toolkit::client;
use shikatsu_toolkit::entry::Entry;
use shikatsu_toolkit::export::found;
use shikatsu_toolkit::files::Format;
use shikatsu_toolkit::print::{counted, printable};
use shikatsu_toolkit::saved::SavedProgress;
use shikatsu_toolkit::sgf;

use super::convert::write_file;
use super::{Done, complain, export, say};
use crate::device::backup::{Own, Restored, backup, restore};
use crate::device::mine;
use crate::device::{Device, Trouble};
use crate::files::reason;

/// Ask the handheld what it is and what it has, and keep its progress safe
#[derive(Args, Debug)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,

    /// The handheld's port: a serial port, or tcp:HOST:PORT; found if not given
    #[arg(long, global = true)]
    port: Option<String>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Say what it is, and how much room it has
    Info,
    /// List the packs that were loaded onto it
    Packs,
    /// Take a pack away; what became of its problems is still remembered
    Delete {
        /// The pack's name, or its number as `packs` shows it
        pack: String,
    },
    /// Save its progress and settings into a file
    Backup {
        /// The file, which the simulator reads, too
        file: PathBuf,

        /// Overwrite a file that exists
        #[arg(long)]
        force: bool,
    },
    /// Replace its progress and settings by those of a file; it restarts afterwards
    Restore {
        /// The file
        file: PathBuf,
    },
    /// Fetch the problems that were made on it; 'shikatsu load' puts them back
    Mine {
        /// The file: .sgf, or .pack
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,

        /// Overwrite a file that exists
        #[arg(long)]
        force: bool,
    },
    /// Write the problems that failed on it, that are kept and that are due as SGF
    Export {
        /// The file
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,

        #[command(flatten)]
        chosen: export::Chosen,

        /// Overwrite a file that exists
        #[arg(long)]
        force: bool,
    },
    /// Print what it noted since it was switched on
    Log,
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    match answer(options) {
        Ok(text) => {
            say(&text)?;
            Ok(Done::Well)
        }
        Err(sentence) => {
            complain(&sentence);
            Ok(Done::WithFaults)
        }
    }
}

/// Finds the handheld and does what is asked. Returns what there is to say, or why there is nothing.
fn answer(options: &Options) -> Result<String, String> {
    // Another backup may be all that is left of somebody's progress. Whether it is there is known without the handheld.
    if let Command::Backup { file, force: false } = &options.command
        && file.exists()
    {
        let file = file.display();
        return Err(format!("{file}: it exists already; --force overwrites it"));
    }
    let mut device = Device::find(options.port.as_deref()).map_err(|trouble| trouble.to_string())?;
    act(&mut device, &options.command)
}

/// Does it. Returns what there is to say, or why there is nothing.
fn act(device: &mut Device, command: &Command) -> Result<String, String> {
    let problems = |count| counted(count, "problem");
    match command {
        Command::Info => Ok(info(device)),
        Command::Packs => {
            let packs = device.packs().map_err(|trouble| trouble.to_string())?;
            Ok(list(&packs))
        }
        Command::Delete { pack } => {
            let packs = device.packs().map_err(|trouble| trouble.to_string())?;
            let info = named(&packs, pack)?;
            let deleted = device.talk(|cable| client::delete(cable, info.id));
            deleted.map_err(|trouble| trouble.to_string())?;
            Ok(format!("{} is gone\n", printable(&info.name)))
        }
        Command::Backup { file, .. } => {
            let saved = backup(device, file)?;
            let own = match saved.own {
                0 => String::new(),
                own => format!(
                    ", and {} of your own in {}",
                    problems(own),
                    mine::beside(file).display()
                ),
            };
            Ok(format!("{} saved{own}\n", problems(saved.problems)))
        }
        Command::Restore { file } => restore(device, file).map(told),
        Command::Mine { output, force } => fetch_own(device, output, *force),
        Command::Export {
            output,
            chosen,
            force,
        } => {
            let found = export_of(device, chosen)?;
            export::write(&found, output, *force)
        }
        Command::Log => device
            .talk(client::log)
            .map(|log| printable(&log))
            .map_err(|trouble| trouble.to_string()),
    }
}

/// Writes the problems that were made on the handheld into a file.
fn fetch_own(device: &mut Device, output: &Path, force: bool) -> Result<String, String> {
    let bytes = mine::fetch(device).map_err(|trouble| trouble.to_string())?;
    let bytes = bytes.ok_or("no problems were made on this handheld")?;
    let entries = mine::entries(&bytes)?;
    let content = match Format::from_name(output) {
        Some(Format::Pack) => bytes,
        _ => sgf::write(&entries).into_bytes(),
    };
    write_file(output, &content, force).map_err(|error| {
        let why = match error.kind() {
            io::ErrorKind::AlreadyExists => "it exists already; --force overwrites it".to_string(),
            _ => reason(&error),
        };
        format!("{}: {why}", output.display())
    })?;
    Ok(format!("{} saved\n", counted(entries.len(), "problem")))
}

/// The problems that are to be exported, as far as they are in a pack.
fn export_of(device: &mut Device, chosen: &export::Chosen) -> Result<Vec<Option<Entry>>, String> {
    let told = |trouble: Trouble| trouble.to_string();
    let progress = SavedProgress::of(&*device.talk(client::backup).map_err(told)?);
    let wanted = chosen.ids(&progress)?;
    let mut loaded = Vec::new();
    for info in device.packs().map_err(told)? {
        if wanted.iter().any(|id| id.pack == info.id) {
            let pack = device.talk(|cable| client::pack(cable, info.id));
            loaded.push(pack.map_err(told)?);
        }
    }
    // A newer edition of a built-in pack may be there beside it.
    let built_in = (0..Bank.packs()).filter_map(|pack| Bank::pack(pack).copied());
    let loaded = loaded.iter().filter_map(|bytes| Pack::open(bytes).ok());
    let packs: Vec<Pack<'_>> = loaded.chain(built_in).collect();
    Ok(wanted.into_iter().map(|id| found(id, &packs)).collect())
}

/// What came of a restore. A file can hold more than a handheld.
fn told(restored: Restored) -> String {
    let mut text = format!("{} restored", counted(restored.problems, "problem"));
    if restored.left_out > 0 {
        let _ = write!(
            text,
            "; for {} of the file the handheld has no room",
            counted(restored.left_out, "more problem")
        );
    }
    match restored.own {
        None => {}
        Some(Own::Restored) => text.push_str("; so are your own problems"),
        Some(Own::NewerThere) => {
            text.push_str("; your own problems on the handheld are newer than those of the file, and stay");
        }
    }
    text.push('\n');
    text
}

fn info(device: &Device) -> String {
    let about = &device.about;
    let (all, piece) = about.room;
    let mut text = format!(
        "Shikatsu {} on {}\n{}, {} KB free, {} KB of them in one piece\n{} remembered\n",
        printable(&about.firmware),
        printable(&about.board),
        counted(usize::from(about.packs), "pack"),
        all / 1024,
        piece / 1024,
        counted(about.records as usize, "problem"),
    );
    if about.is_loading {
        text.push_str("A load was begun and not finished\n");
    }
    if about.is_newer {
        text.push_str("Its progress was written by newer firmware and is left alone: update the firmware\n");
    }
    if about.is_closed {
        text.push_str("It is in safe mode and has not looked at its packs and progress\n");
    }
    text
}

fn list(packs: &[PackInfo]) -> String {
    let mut text = String::new();
    for info in packs {
        let _ = writeln!(
            text,
            "{:08x}  {}, revision {}, {}, {} KB",
            info.id,
            printable(&info.name),
            info.revision,
            counted(usize::from(info.problems), "problem"),
            info.length.div_ceil(1024),
        );
    }
    if packs.is_empty() {
        text.push_str("No packs were loaded\n");
    }
    text
}

/// The one pack that somebody means.
fn named<'p>(packs: &'p [PackInfo], wanted: &str) -> Result<&'p PackInfo, String> {
    let number = u32::from_str_radix(wanted, 16).ok();
    if let Some(info) = packs.iter().find(|info| Some(info.id) == number) {
        return Ok(info);
    }
    let mut same = packs
        .iter()
        .filter(|info| info.name.to_lowercase() == wanted.to_lowercase());
    match (same.next(), same.next()) {
        (Some(info), None) => Ok(info),
        (Some(_), Some(_)) => Err(format!(
            "several packs are called {wanted}; say which by its number"
        )),
        (None, _) => Err(format!("there is no pack {wanted} on the handheld")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(id: u32, name: &str) -> PackInfo {
        PackInfo {
            id,
            revision: 1,
            length: 2000,
            problems: 1,
            name: name.try_into().unwrap(),
        }
    }

    #[test]
    fn a_pack_is_meant_by_its_number_or_by_a_name_of_its_own() {
        let packs = [pack(0xbeef, "Ko"), pack(2, "Seki"), pack(3, "seki")];
        assert_eq!(named(&packs, "beef").unwrap().id, 0xbeef);
        assert_eq!(named(&packs, "ko").unwrap().id, 0xbeef);
        assert!(named(&packs, "Seki").unwrap_err().contains("several"));
        assert!(named(&packs, "eyes").unwrap_err().contains("no pack"));
    }

    #[test]
    fn packs_are_listed_a_line_each() {
        assert_eq!(
            list(&[pack(0xbeef, "Ko")]),
            "0000beef  Ko, revision 1, 1 problem, 2 KB\n"
        );
        assert_eq!(list(&[]), "No packs were loaded\n");
    }

    #[test]
    fn a_restore_says_what_found_no_room() {
        let said = |problems, left_out| {
            told(Restored {
                problems,
                left_out,
                own: None,
            })
        };
        assert_eq!(said(1, 0), "1 problem restored\n");
        assert_eq!(
            said(3600, 400),
            "3600 problems restored; for 400 more problems of the file the handheld has no room\n"
        );
    }
}
