//! Takes a handheld's progress, and gives it back. The file is the simulator's: what was practised on one can go on on the
//! other.

use std::path::Path;

use shikatsu::record::Keeper as _;
use shikatsu::store::pages::VERSION;
use shikatsu_toolkit::client::{self, Pages};

use super::handheld::Device;
use crate::sim::progress::{Progress, Trouble as FileTrouble};

/// What came of a restore.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Restored {
    /// Problems that the handheld remembers now.
    pub problems: usize,
    /// Problems of the file that it has no room for.
    pub left_out: usize,
}

/// What a handheld remembers, as the file holds it.
fn of_pages(pages: &Pages) -> Progress {
    let mut progress = Progress {
        profile: pages.profile(),
        ..Progress::default()
    };
    pages.each(&mut |id, record| {
        progress.records.insert(id, record);
    });
    progress
}

/// Writes what a handheld remembers into a file. Returns how many problems that are, or a sentence.
pub fn backup(device: &mut Device, path: &Path) -> Result<usize, String> {
    let pages = device
        .talk(client::backup)
        .map_err(|trouble| trouble.to_string())?;
    let progress = of_pages(&pages);
    let written = progress.write(path);
    written.map_err(|error| {
        format!(
            "{} cannot be written: {}",
            path.display(),
            crate::files::reason(&error)
        )
    })?;
    Ok(progress.records.len())
}

/// Makes a handheld remember what is in a file, and nothing else. Returns what came of it, or a sentence.
pub fn restore(device: &mut Device, path: &Path) -> Result<Restored, String> {
    let shown = path.display();
    if !path.exists() {
        return Err(format!("{shown}: there is no such file or folder"));
    }
    let progress = Progress::read(path).map_err(|trouble| match trouble {
        FileTrouble::Refused(reason) => format!("{shown}: {reason}"),
        FileTrouble::Damaged(reason) => format!("{shown} is damaged: {reason}"),
        FileTrouble::Newer(version) => {
            format!("{shown} is of version {version}, which this program does not know")
        }
    })?;
    let mut pages = Box::new(Pages::new());
    for (&id, &record) in &progress.records {
        pages.keep(id, record);
    }
    pages.keep_profile(&progress.profile);
    if device.about.pages < VERSION {
        return Err("the handheld's firmware is older than this program: update it first".to_string());
    }
    let problems = device
        .talk(|cable| client::restore(cable, pages))
        .map_err(|trouble| trouble.to_string())?;
    Ok(Restored {
        problems,
        left_out: progress.records.len().saturating_sub(problems),
    })
}
