//! Takes a handheld's progress, and gives it back. The file is the simulator's: what was practised on one can go on on the
//! other.

use std::path::Path;
use std::time::Duration;

use shikatsu::link::{MAX_BYTES, Reply, Request};
use shikatsu::record::Keeper as _;
use shikatsu::store::pages::VERSION;
use shikatsu::store::{KEYS, Progress as Pages};

use super::client::{Device, Trouble};
use crate::sim::progress::{Progress, Trouble as FileTrouble};

/// Room for more than any handheld remembers so far. How much one remembers is for its firmware to say.
const RECORDS: usize = 6_000;

/// What came of a restore.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Restored {
    /// Problems that the handheld remembers now.
    pub problems: usize,
    /// Problems of the file that it has no room for.
    pub left_out: usize,
}

/// Takes all that a handheld remembers.
fn take(device: &mut Device) -> Result<Progress, Trouble> {
    let mut pages = Box::new(Pages::<RECORDS>::new());
    pages.begin_restore();
    for page in 0..KEYS as u16 {
        let bytes = device.ask(&Request::Backup(page), |reply| match reply {
            Reply::Bytes { bytes, .. } => Some(bytes.to_vec()),
            _ => None,
        })?;
        if !bytes.is_empty() {
            pages.restore(page, &bytes).map_err(|_| Trouble::Confused)?;
        }
    }
    let mut progress = Progress {
        profile: pages.profile(),
        ..Progress::default()
    };
    pages.each(&mut |id, record| {
        progress.records.insert(id, record);
    });
    Ok(progress)
}

/// Writes what a handheld remembers into a file. Returns how many problems that are, or a sentence.
pub fn backup(device: &mut Device, path: &Path) -> Result<usize, String> {
    let progress = take(device).map_err(|trouble| trouble.to_string())?;
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
    let mut pages = Box::new(Pages::<RECORDS>::new());
    for (&id, &record) in &progress.records {
        pages.keep(id, record);
    }
    pages.keep_profile(&progress.profile);
    if device.about.pages < VERSION {
        return Err("the handheld's firmware is older than this program: update it first".to_string());
    }
    let problems = give(device, &pages).map_err(|trouble| trouble.to_string())?;
    Ok(Restored {
        problems,
        left_out: progress.records.len().saturating_sub(problems),
    })
}

/// How long a handheld may write what it was given.
const WRITING: Duration = Duration::from_secs(20);

/// Gives pages to a handheld. Returns how many problems it remembers of them: it may have room for fewer.
fn give(device: &mut Device, pages: &Pages<RECORDS>) -> Result<usize, Trouble> {
    device.tell(&Request::BeginRestore)?;
    let mut buffer = [0; MAX_BYTES];
    for page in 0..KEYS as u16 {
        let length = pages.page(page, &mut buffer).ok_or(Trouble::Confused)?;
        let bytes = &buffer[..length];
        device.tell(&Request::Restore { page, bytes })?;
    }
    // Now, since it starts anew afterwards.
    let remembered = device.ask(&Request::Hello, |reply| match reply {
        Reply::Hello(about) => Some(about.records as usize),
        _ => None,
    })?;
    // Asked once: it writes for some seconds before it replies, and would not understand what it is to finish twice.
    let tag = device.send(&Request::FinishRestore)?;
    device.receive(tag, WRITING, |reply| matches!(reply, Reply::Done).then_some(()))?;
    Ok(remembered)
}
