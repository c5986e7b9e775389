//! Takes a handheld's progress, and gives it back. The file is the simulator's: what was practised on one can go on on the
//! other.

use std::fs;
use std::io;
use std::path::Path;

use shikatsu::pack::Pack;
use shikatsu::store::Refusal;
use shikatsu::store::pages::VERSION;
use shikatsu_toolkit::client::{self, Pages};
use shikatsu_toolkit::saved::SavedProgress;

use super::handheld::{Device, Trouble};
use super::mine;
use crate::sim::progress::{self, Trouble as FileTrouble};

/// What came of a restore.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Restored {
    /// Problems that the handheld remembers now.
    pub problems: usize,
    /// Problems of the file that it has no room for.
    pub left_out: usize,
    /// What became of the problems that were made on it, if the backup has some.
    pub own: Option<Own>,
}

/// What became of one's own problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Own {
    /// They are there.
    Restored,
    /// Newer ones are there, and stay.
    NewerThere,
}

/// What was saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Saved {
    /// Problems that the handheld remembers.
    pub problems: usize,
    /// Problems that were made on it.
    pub own: usize,
}

/// Writes what a handheld remembers into a file, and the problems that were made on it beside that. Returns how many that are, or a sentence.
pub fn backup(device: &mut Device, path: &Path) -> Result<Saved, String> {
    let pages = device
        .talk(client::backup)
        .map_err(|trouble| trouble.to_string())?;
    let progress = SavedProgress::of(&*pages);
    let written = progress::write(&progress, path);
    written.map_err(|error| {
        format!(
            "{} cannot be written: {}",
            path.display(),
            crate::files::reason(&error)
        )
    })?;
    let own = save_own(device, path)?;
    Ok(Saved {
        problems: progress.records.len(),
        own,
    })
}

fn save_own(device: &mut Device, path: &Path) -> Result<usize, String> {
    let beside = mine::beside(path);
    let Some(bytes) = mine::fetch(device).map_err(|trouble| trouble.to_string())? else {
        // An older backup of the same name is not of now.
        let _ = fs::remove_file(&beside);
        return Ok(0);
    };
    let own = mine::entries(&bytes)?.len();
    fs::write(&beside, &bytes).map_err(|error| {
        let why = crate::files::reason(&error);
        format!("{} cannot be written: {why}", beside.display())
    })?;
    Ok(own)
}

/// Puts back the problems that were made on the handheld, if the backup has some and none are there that are newer.
fn restore_own(device: &mut Device, path: &Path) -> Result<Option<Own>, String> {
    let beside = mine::beside(path);
    let bytes = match fs::read(&beside) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("{}: {}", beside.display(), crate::files::reason(&error))),
    };
    let pack = Pack::open(&bytes).and_then(|pack| pack.verify().map(|()| pack));
    let pack = pack.map_err(|error| format!("{}: {error}", beside.display()))?;
    let length = pack.header().length as usize;
    match device.talk(|cable| client::load(cable, &bytes[..length], |_| ())) {
        Ok(()) => Ok(Some(Own::Restored)),
        Err(Trouble::Talk(client::Trouble::Refused(Refusal::Older(_)))) => Ok(Some(Own::NewerThere)),
        Err(trouble) => Err(trouble.to_string()),
    }
}

/// Makes a handheld remember what is in a file, and nothing else. Returns what came of it, or a sentence.
pub fn restore(device: &mut Device, path: &Path) -> Result<Restored, String> {
    let shown = path.display();
    if !path.exists() {
        return Err(format!("{shown}: there is no such file or folder"));
    }
    let progress = progress::read(path).map_err(|trouble| match trouble {
        FileTrouble::Refused(reason) => format!("{shown}: {reason}"),
        FileTrouble::Unreadable(why) => format!("{shown} {why}"),
    })?;
    let mut pages = Box::new(Pages::new());
    progress.tell(&mut *pages);
    if device.about.pages < VERSION {
        return Err("the handheld's firmware is older than this program: update it first".to_string());
    }
    // First, since it starts anew when it has its progress.
    let own = restore_own(device, path)?;
    let problems = device
        .talk(|cable| client::restore(cable, pages))
        .map_err(|trouble| trouble.to_string())?;
    Ok(Restored {
        problems,
        left_out: progress.records.len().saturating_sub(problems),
        own,
    })
}
