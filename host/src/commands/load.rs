//! `shikatsu load`: a pack goes onto the handheld.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use shikatsu::pack::Pack;
use shikatsu_toolkit::files::Format;
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::print::counted;

use super::{Done, complain, say};
use crate::bar::Bar;
use crate::device::load::load;
use crate::device::{Device, mine};
use crate::files::{load as load_files, reason};

/// Put a pack on the handheld, in place of its older revision
///
/// The handheld stays usable meanwhile. If the cable is pulled it is waited for, and the load goes on where it was. Until the whole
/// pack is there the old one stays.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The pack; or an SGF file or a problem text, which become your own problems on the handheld
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The handheld's port: a serial port, or tcp:HOST:PORT; found if not given
    #[arg(long)]
    port: Option<String>,
}

fn is_problem_file(path: &Path) -> bool {
    Format::from_name(path).is_some_and(|format| format != Format::Pack)
}

/// The pack of one's own problems that a problem file makes, newer than the one on the handheld.
fn own(file: &Path, port: Option<&str>) -> Result<Vec<u8>, String> {
    let mut entries = Vec::new();
    for loaded in load_files(&[file.to_path_buf()], &Overrides::default()) {
        match loaded.entry {
            Ok(entry) => entries.push(entry),
            Err(faults) => return Err(format!("{}: {faults}", file.display())),
        }
    }
    let mut device = Device::find(port).map_err(|trouble| trouble.to_string())?;
    let packs = device.packs().map_err(|trouble| trouble.to_string())?;
    let revision = mine::there(&packs).map_or(1, |info| info.revision.saturating_add(1));
    mine::assemble(&entries, revision).map_err(|why| format!("{}: {why}", file.display()))
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    let shown = options.file.display();
    let bytes = if is_problem_file(&options.file) {
        own(&options.file, options.port.as_deref())
    } else {
        fs::read(&options.file).map_err(|error| format!("{shown}: {}", reason(&error)))
    };
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(why) => {
            complain(&why);
            return Ok(Done::WithFaults);
        }
    };
    // Whether it is a pack for that handheld, the handheld knows best. Whether it is whole can be seen here.
    let pack = match Pack::open(&bytes) {
        Ok(pack) => pack,
        Err(error) => {
            complain(&format!("{shown}: {error}"));
            return Ok(Done::WithFaults);
        }
    };
    if let Err(error) = pack.verify() {
        complain(&format!("{shown}: {error}"));
        return Ok(Done::WithFaults);
    }
    let bytes = &bytes[..pack.header().length as usize];
    let mut bar = Bar::new();
    let loaded = load(options.port.as_deref(), bytes, &mut |done| match done {
        Some(done) => bar.show(done, bytes.len(), |_| {
            format!("{} of {} KB", done / 1024, bytes.len().div_ceil(1024))
        }),
        None => bar.wait("The connection was lost; plug the handheld in again"),
    });
    bar.hide();
    if let Err(trouble) = loaded {
        complain(&format!(
            "{shown} was not loaded: {trouble}. What was on the handheld is still there"
        ));
        return Ok(Done::WithFaults);
    }
    let name = shikatsu_toolkit::print::printable(pack.header().name);
    let problems = match pack.language() {
        Some(_) => "a language".to_string(),
        None => counted(usize::from(pack.len()), "problem"),
    };
    let seconds = bar.elapsed().as_secs_f64();
    let speed = bytes.len() as f64 / 1024.0 / seconds.max(0.001);
    say(&format!(
        "{name}, revision {}, {problems}: loaded {} KB in {seconds:.1} s ({speed:.0} KB/s)\n",
        pack.header().revision,
        bytes.len().div_ceil(1024),
    ))?;
    Ok(Done::Well)
}
