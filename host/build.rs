//! Lists the problems of `problems/`, so that the program carries them wherever it is copied.
//!
//! Writes `problems.rs`: a constant with the path and the text of each file, in the order of the paths.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../problems");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    find_problems(&root, &mut files)?;
    files.sort();

    let mut list =
        String::from("/// The path and the text of each problem.\nconst PROBLEMS: &[(&str, &str)] = &[\n");
    for file in &files {
        let name = file
            .strip_prefix(&root)
            .expect("it was found there")
            .display()
            .to_string();
        let text = file.canonicalize()?.display().to_string();
        writeln!(list, "    ({name:?}, include_str!({text:?})),").expect("a String takes everything");
    }
    list.push_str("];\n");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("problems.rs"), list)
}

/// Adds the problem texts in `folder` and in the folders below it.
fn find_problems(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for item in fs::read_dir(folder)? {
        let path = item?.path();
        if path.is_dir() {
            find_problems(&path, found)?;
        } else if path.extension().is_some_and(|e| e == "txt") {
            found.push(path);
        }
    }
    Ok(())
}
