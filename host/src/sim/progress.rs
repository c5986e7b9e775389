//! The file in which progress is kept, replaced whole or not at all. What is in it is said in the toolkit (`saved`).
//!
//! * Whoever writes holds the lock of a file beside it, reads what is there, and puts its own news on top.
//! * A new file takes the old one's place in one step, so that there is a whole one at any time.
//! * A file of a later version is left alone.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use shikatsu_toolkit::saved::{SavedProgress, Unreadable};

use crate::files::reason;

/// Why a file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// The operating system refuses, for this reason.
    Refused(String),
    /// What is in it is of no use here.
    Unreadable(Unreadable),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Refused(reason(&error))
    }
}

/// Reads a file; nothing is remembered if there is none.
pub(crate) fn read(path: &Path) -> Result<SavedProgress, Trouble> {
    match fs::read(path) {
        Ok(bytes) => SavedProgress::read(&bytes).map_err(Trouble::Unreadable),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(SavedProgress::default()),
        Err(error) => Err(error.into()),
    }
}

/// Puts a whole new file in the place of the old one.
pub(crate) fn write(progress: &SavedProgress, path: &Path) -> io::Result<()> {
    let mut new = tempfile::Builder::new()
        .prefix(".progress-")
        .tempfile_in(folder(path))?;
    new.write_all(&progress.write())?;
    new.as_file().sync_all()?;
    new.persist(path)?;
    Ok(())
}

/// Where a file lies; it can be the place where the program runs.
pub(super) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Waits until nobody else reads or writes the file, and keeps it so until it is dropped.
pub(super) fn lock(path: &Path) -> io::Result<File> {
    fs::create_dir_all(folder(path))?;
    let lock = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path.with_added_extension("lock"))?;
    match lock.lock() {
        // Not every file system has locks. Whole files it has, and nobody plays twice at once over a network.
        Err(error) if error.kind() != io::ErrorKind::Unsupported => Err(error),
        _ => Ok(lock),
    }
}

/// Whether the file could be written, without leaving anything behind: where its folder is not there yet, whether the nearest one above
/// it could hold it.
pub(super) fn can_be_written(path: &Path) -> io::Result<()> {
    let mut nearest = folder(path);
    while !nearest.try_exists()? {
        nearest = folder(nearest);
    }
    tempfile::tempfile_in(nearest).map(|_| ())
}

/// Moves a damaged file out of the way, so that nothing of it is lost. Answers where it is now.
pub(super) fn move_aside(path: &Path) -> io::Result<PathBuf> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut number = 1;
    loop {
        let aside = path.with_file_name(format!("{stem}.damaged-{number}.json"));
        if !aside.try_exists()? {
            fs::rename(path, &aside)?;
            return Ok(aside);
        }
        number += 1;
    }
}
