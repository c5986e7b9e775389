//! The file in which progress is kept: JSON that people can read, replaced whole or not at all.
//!
//! ```text
//! {"version": 3, "profile": {…}, "records": [{"pack": 1, "problem": 7, "done": "Solved", …}]}
//! ```
//!
//! * A file of a later version is left alone. What an older one did not know yet, of the player or of a problem, is as on the first day.
//! * The version grows with every field that is added; what is not known all the same is passed over.
//! * Whoever writes holds the lock of a file beside it, reads what is there, and puts its own news on top.
//! * A new file takes the old one's place in one step, so that there is a whole one at any time.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use shikatsu::record::{ProblemId, Profile, Record};

use crate::files::reason;

/// The version that is written. A file of a later one is left alone.
const VERSION: u64 = 3;

/// Everything that is remembered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Progress {
    pub(crate) profile: Profile,
    pub(crate) records: BTreeMap<ProblemId, Record>,
}

/// One problem in the file.
#[derive(Serialize)]
struct Kept {
    #[serde(flatten)]
    id: ProblemId,
    #[serde(flatten)]
    record: Record,
}

/// Why a file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// The operating system refuses, for this reason.
    Refused(String),
    /// What is in it makes no sense.
    Damaged(String),
    /// It is of this version, which is not known yet.
    Newer(u64),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Refused(reason(&error))
    }
}

impl Progress {
    /// Reads a file; nothing is remembered if there is none.
    pub(crate) fn read(path: &Path) -> Result<Progress, Trouble> {
        match fs::read(path) {
            Ok(bytes) => Progress::parse(&bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Progress::default()),
            Err(error) => Err(error.into()),
        }
    }

    fn parse(bytes: &[u8]) -> Result<Progress, Trouble> {
        let damaged = |error: serde_json::Error| Trouble::Damaged(error.to_string());
        let mut file: Value = serde_json::from_slice(bytes).map_err(damaged)?;
        match file["version"].as_u64() {
            Some(version) if version > VERSION => return Err(Trouble::Newer(version)),
            Some(_) => {}
            None => return Err(Trouble::Damaged("it has no version".to_string())),
        }
        let mut records = BTreeMap::new();
        let listed: Vec<Value> = serde_json::from_value(file["records"].take()).map_err(damaged)?;
        for listed in listed {
            let id: ProblemId = serde_json::from_value(listed.clone()).map_err(damaged)?;
            records.insert(id, filled(listed).map_err(damaged)?);
        }
        Ok(Progress {
            profile: filled(file["profile"].take()).map_err(damaged)?,
            records,
        })
    }

    /// Puts a whole new file in the place of the old one.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        let records = self.records.iter().map(|(&id, &record)| Kept { id, record });
        let file = json!({
            "version": VERSION,
            "profile": self.profile,
            "records": records.collect::<Vec<_>>(),
        });
        let mut text = serde_json::to_vec_pretty(&file)?;
        text.push(b'\n');
        let mut new = tempfile::Builder::new()
            .prefix(".progress-")
            .tempfile_in(folder(path))?;
        new.write_all(&text)?;
        new.as_file().sync_all()?;
        new.persist(path)?;
        Ok(())
    }
}

/// What a file says, and for what it does not say the default.
fn filled<T: Default + Serialize + DeserializeOwned>(said: Value) -> Result<T, serde_json::Error> {
    let mut whole = serde_json::to_value(T::default())?;
    overlay(&mut whole, said);
    serde_json::from_value(whole)
}

/// Puts what `new` has into `old`, as deep as both are objects.
fn overlay(old: &mut Value, new: Value) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for (key, value) in new {
                // What is not known here is from a later version.
                if let Some(place) = old.get_mut(&key) {
                    overlay(place, value);
                }
            }
        }
        (_, Value::Null) => {}
        (old, new) => *old = new,
    }
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
