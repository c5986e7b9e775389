//! Problem files on this computer: found and read.
//!
//! [`load`] takes whatever a person names on a command line: files, folders, `-` for standard input.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use shikatsu::pack::MAX_LENGTH;
use shikatsu_toolkit::files::{FileError, Format, Loaded, STDIN, read};
use shikatsu_toolkit::fixes::{self, Fixes};
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::pack::manifest::{Manifest, Planned};

/// An error of the operating system as the end of a sentence about a file.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_string(),
        io::ErrorKind::PermissionDenied => "permission denied".to_string(),
        io::ErrorKind::InvalidData => "this is not a text in UTF-8".to_string(),
        _ => error.to_string(),
    }
}

/// Reads every problem of `paths`, as the `fixes.toml` beside each file says, in that order; folders are searched through, in the order of names, for texts and SGF files. A
/// pack is made of such files, so one that lies beside them would bring each problem twice.
pub fn load(paths: &[PathBuf], overrides: &Overrides) -> Vec<Loaded> {
    paths.iter().flat_map(|path| load_path(path, overrides)).collect()
}

/// Reads the manifest of this path; what is wrong with it, as a sentence, if it cannot be one.
pub fn manifest(path: &Path) -> Result<Manifest, String> {
    let text = fs::read_to_string(path).map_err(|error| reason(&error))?;
    Manifest::parse(&text)
}

/// The problems of a planned pack in their order, from the folder of the manifest. What cannot be read comes last.
pub fn load_planned(planned: &Planned, folder: &Path) -> Vec<Loaded> {
    let paths: Vec<PathBuf> = planned.sources.iter().map(|source| folder.join(source)).collect();
    planned.arrange(load(&paths, &Overrides::default()))
}

/// What keeps a file from being written, found out before long work. One that is not there yet is not there afterwards, unless a link names it.
pub fn unwritable(path: &Path) -> Option<String> {
    let error = match File::create_new(path) {
        Ok(_) => {
            let _ = fs::remove_file(path);
            return None;
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            File::options().append(true).create(true).open(path).err()?
        }
        Err(error) => error,
    };
    Some(format!("{}: {}", path.display(), reason(&error)))
}

/// The bytes of a file that should be a pack, or why they cannot be had, as the end of a sentence.
pub fn read_pack(path: &Path) -> Result<Vec<u8>, String> {
    let most = MAX_LENGTH as usize;
    let bytes = File::open(path)
        .and_then(|file| at_most(file, most))
        .map_err(|error| reason(&error))?;
    if bytes.len() > most {
        return Err(format!("no pack is larger than {} MiB", MAX_LENGTH >> 20));
    }
    Ok(bytes)
}

fn load_path(path: &Path, overrides: &Overrides) -> Vec<Loaded> {
    let mut folders = Folders::default();
    if !path.is_dir() {
        return folders.load_file(path, overrides);
    }
    let mut found = Vec::new();
    for file in walk(path) {
        match file {
            Ok(file) => found.extend(folders.load_file(&file, overrides)),
            Err((folder, error)) => found.push(failed(&folder, &error)),
        }
    }
    if found.is_empty() {
        found.push(Loaded::failed(path, FileError::NothingInFolder));
    }
    found
}

fn failed(path: &Path, error: &io::Error) -> Loaded {
    Loaded::failed(path, FileError::Unreadable(reason(error)))
}

/// The fixes of the folders that were looked into.
#[derive(Default)]
struct Folders(HashMap<PathBuf, Fixes>);

impl Folders {
    /// Reads a file. What is wrong with the fixes of its folder comes before its problems, once.
    fn load_file(&mut self, path: &Path, overrides: &Overrides) -> Vec<Loaded> {
        let most = Format::from_name(path).unwrap_or(Format::Pack).most_bytes();
        let bytes = match read_bytes(path, most) {
            Ok(bytes) => bytes,
            Err(error) => return vec![failed(path, &error)],
        };
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let mut found = Vec::new();
        let fixes = self.0.entry(folder.clone()).or_insert_with(|| {
            let (fixes, faults) = fixes_of(&folder);
            found = faults;
            fixes
        });
        if Format::from_name(path) == Some(Format::Pack) || path == Path::new(STDIN) {
            found.extend(read(path, &bytes, overrides));
        } else {
            found.extend(fixes.read(path, &bytes, overrides));
        }
        found
    }
}

/// The fixes of a folder, and what is wrong with them.
fn fixes_of(folder: &Path) -> (Fixes, Vec<Loaded>) {
    let path = folder.join(fixes::NAME);
    let complaint = |sentence| Loaded::failed(&path, FileError::Unreadable(sentence));
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (Fixes::default(), Vec::new()),
        Err(error) => return (Fixes::default(), vec![failed(&path, &error)]),
    };
    match Fixes::parse(&text) {
        Err(sentence) => (Fixes::default(), vec![complaint(sentence)]),
        Ok(fixes) => {
            let missing = fixes.files().filter(|file| !folder.join(file).exists());
            let faults = missing.map(|file| complaint(format!("there is no file {file} beside it")));
            let faults = faults.collect();
            (fixes, faults)
        }
    }
}

fn read_bytes(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    if path == Path::new(STDIN) {
        at_most(io::stdin(), most)
    } else {
        at_most(File::open(path)?, most)
    }
}

/// The bytes of a source, up to one more than `most`: that one tells a source that is too large, even one without an end.
fn at_most(source: impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

type Found = Result<PathBuf, (PathBuf, io::Error)>;

/// The problem files below `folder`, and the folders that could not be looked into. Links to folders
/// are not followed, since they may lead round in a ring; hidden files are none of ours.
fn walk(folder: &Path) -> Vec<Found> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let entries = match entries {
            Ok(entries) => entries,
            Err(error) => {
                found.push(Err((folder, error)));
                continue;
            }
        };
        for entry in entries {
            let path = entry.path();
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if Format::from_name(&path).is_some_and(|format| format != Format::Pack) {
                found.push(Ok(path));
            }
        }
    }
    found.sort_by(|one, other| place(one).cmp(place(other)));
    found
}

fn place(found: &Found) -> &Path {
    match found {
        Ok(path) | Err((path, _)) => path,
    }
}
