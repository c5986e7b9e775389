//! Proofs as files: each is checked before it is written.

use std::fs;
use std::path::{Path, PathBuf};

use shikatsu_proof::{Proof, binary, check, text};
use shikatsu_toolkit::files::Loaded;

/// Where proofs go.
#[derive(Debug)]
pub(super) enum Place {
    /// The only one goes here.
    File(PathBuf),
    /// Each gets a file in this folder.
    Folder(PathBuf),
}

impl Place {
    /// The place that is meant, or why it cannot be.
    pub(super) fn new(path: &Path, problems: usize) -> Result<Place, String> {
        if path.is_dir() {
            return Ok(Place::Folder(path.to_path_buf()));
        }
        if problems <= 1 {
            return Ok(Place::File(path.to_path_buf()));
        }
        if path.exists() || path.extension().is_some() {
            let shown = path.display();
            return Err(format!(
                "there are {problems} problems, and {shown} is one file: name a folder for their proofs"
            ));
        }
        fs::create_dir_all(path).map_err(|error| format!("{}: cannot be made: {error}", path.display()))?;
        Ok(Place::Folder(path.to_path_buf()))
    }

    /// The file for a problem, which is this one of all.
    pub(super) fn file(&self, item: &Loaded, number: usize) -> PathBuf {
        match self {
            Place::File(path) => path.clone(),
            Place::Folder(folder) => {
                let stem = item.path.file_stem().unwrap_or_default().to_string_lossy();
                // The number keeps files of the same name apart.
                folder.join(format!("{:03}-{stem}.proof", number + 1))
            }
        }
    }
}

/// Checks a proof and writes it, or says why not.
pub(super) fn write(proof: &Proof, path: &Path) -> Result<(), String> {
    check(proof).map_err(|error| {
        format!("INTERNAL ERROR: the checker refuses the proof, so it is not written: {error}; please report this problem")
    })?;
    let is_binary = path.extension().is_some_and(|extension| extension == "bin");
    let bytes = if is_binary {
        binary::write(proof)
    } else {
        text::write(proof).into_bytes()
    };
    fs::write(path, bytes).map_err(|error| format!("{}: cannot be written: {error}", path.display()))
}
