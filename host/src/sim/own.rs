//! One's own problems: a file, a text or SGF, that is written anew whenever one of them changes.
//!
//! Nothing of the file is lost in silence: it is not written if somebody else changed it meanwhile, and what it was before the first
//! change stays beside it, with a `~` behind its name. A whole new file takes the place of the old one.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use shikatsu::pack::library::{self, Change, problem_number};
use shikatsu_toolkit::entry::Entry;
use shikatsu_toolkit::files::{Format, read};
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::own::{changed, held};
use shikatsu_toolkit::print::one_line;
use shikatsu_toolkit::sgf;

use super::progress::{can_be_written, folder};
use crate::files::reason;

/// Problems that are one's own, and where they are kept.
#[derive(Clone, Debug)]
pub struct Own {
    /// What the pack is called.
    pub(super) name: String,
    entries: Vec<Entry>,
    /// `None` for a rehearsal, which keeps nothing.
    file: Option<OwnFile>,
}

#[derive(Clone, Debug)]
struct OwnFile {
    path: PathBuf,
    format: Format,
    /// What it held when it was read or written last; `None` if there was none.
    seen: Option<Vec<u8>>,
    /// What was there before the first change is kept beside it.
    is_saved_aside: bool,
}

impl Own {
    /// Problems that are kept for as long as the program runs.
    pub fn rehearsal() -> Own {
        Own {
            name: "Mine".to_string(),
            entries: Vec::new(),
            file: None,
        }
    }

    /// The problems of a file, which may be new. Otherwise a sentence: why they cannot be edited.
    pub fn open(path: &Path, name: Option<&str>) -> Result<Own, String> {
        let shown = path.display();
        let format = match Format::from_name(path) {
            Some(Format::Pack) => {
                return Err(format!(
                    "{shown}: a pack cannot be edited; 'shikatsu convert' makes SGF of it"
                ));
            }
            Some(format) => format,
            None => return Err(format!("{shown}: a problem file ends in .sgf or .txt")),
        };
        let seen = match fs::read(path) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(format!("{shown}: {}", reason(&error))),
        };
        let writable = match &seen {
            Some(_) => fs::OpenOptions::new().append(true).open(path).map(|_| ()),
            None if !folder(path).is_dir() => Err(io::ErrorKind::NotFound.into()),
            None => Ok(()),
        };
        writable
            .and_then(|()| can_be_written(path))
            .map_err(|error| format!("{shown} cannot be written: {}", reason(&error)))?;
        let mut entries = Vec::new();
        for loaded in read(path, seen.as_deref().unwrap_or_default(), &Overrides::default()) {
            match loaded.entry {
                Ok(entry) => entries.push(entry),
                Err(_) if seen.as_ref().is_none_or(|bytes| bytes.trim_ascii().is_empty()) => {}
                Err(faults) => return Err(format!("{shown}: {faults}; put that right first")),
            }
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(Own {
            name: one_line(name.unwrap_or(&stem)),
            entries,
            file: Some(OwnFile {
                path: path.to_path_buf(),
                format,
                seen,
                is_saved_aside: false,
            }),
        })
    }

    /// What saving would leave out of the file, a sentence each.
    pub fn losses(&self) -> Vec<String> {
        let Some(file) = &self.file else {
            return Vec::new();
        };
        let name = file.path.display();
        let lost = self.entries.iter().flat_map(|entry| match file.format {
            Format::Text => entry.lost_in_text(),
            _ => entry.remarks.clone(),
        });
        lost.map(|lost| format!("{name}: if it is saved, {lost}"))
            .collect()
    }

    pub(super) const fn len(&self) -> usize {
        self.entries.len()
    }

    /// A problem as the trainer holds it.
    pub(super) fn entry(&self, place: usize) -> Option<library::Entry> {
        self.entries.get(place).map(held)
    }

    pub(super) fn number(&self, place: usize) -> Option<u32> {
        Some(problem_number(&self.entries.get(place)?.problem))
    }

    /// Does what is asked and writes the file. If that fails nothing has changed, and the sentence says why.
    pub(super) fn change(&mut self, change: &Change<'_>) -> Result<(), String> {
        let Some(entries) = changed(&self.entries, change) else {
            return Ok(());
        };
        if let Some(file) = &mut self.file {
            file.write(&entries)?;
        }
        self.entries = entries;
        Ok(())
    }
}

impl OwnFile {
    fn write(&mut self, entries: &[Entry]) -> Result<(), String> {
        let content = match (self.format, entries) {
            (Format::Text, [only]) => only.to_text(),
            (Format::Text, []) => return Err("Not kept: a text has one problem".to_string()),
            (Format::Text, _) => return Err("Not kept: a text has one problem, SGF many".to_string()),
            _ => sgf::write(entries),
        };
        let there = match fs::read(&self.path) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(format!("Not kept: {}", reason(&error))),
        };
        if there != self.seen {
            return Err("Not kept: the file changed meanwhile".to_string());
        }
        self.replace(content.as_bytes())
            .map_err(|error| format!("Not kept: {}", reason(&error)))?;
        self.seen = Some(content.into_bytes());
        Ok(())
    }

    /// Puts a whole new file in the place of the old one.
    fn replace(&mut self, content: &[u8]) -> io::Result<()> {
        if let (false, Some(old)) = (self.is_saved_aside, &self.seen) {
            let mut aside = OsString::from(&self.path);
            aside.push("~");
            fs::write(aside, old)?;
        }
        self.is_saved_aside = true;
        let mut new = tempfile::Builder::new()
            .prefix(".problem-")
            .tempfile_in(folder(&self.path))?;
        new.write_all(content)?;
        new.as_file().sync_all()?;
        // A link stays one, and so do the permissions of the file.
        let path = self.path.canonicalize().unwrap_or_else(|_| self.path.clone());
        if let Ok(old) = fs::metadata(&path) {
            fs::set_permissions(new.path(), old.permissions())?;
        } else {
            readable(new.path())?;
        }
        new.persist(&path)?;
        Ok(())
    }
}

/// A new file can be read by others, as any program makes them; temporary ones cannot.
#[cfg(unix)]
fn readable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable(_path: &Path) -> io::Result<()> {
    Ok(())
}
