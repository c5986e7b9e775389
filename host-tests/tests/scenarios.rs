//! What the trainer does, told as small scripts: each file of `scenarios/` is one behaviour and is named after it.
//!
//! Scenarios of `scenarios/own/` play the problems of `scenarios/problems/`, those of `scenarios/book/` a pack on the book's word, the others
//! those of the bank.

use std::fs;
use std::path::{Path, PathBuf};

use host_tests::packs::book_pack;
use shikatsu_host::script::{Cast, Director, Script, ScriptError, play};
use shikatsu_host::sim::{Gathered, Shelf};
use shikatsu_toolkit::overrides::Overrides;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(name)
}

fn scripts(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|item| item.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "shk"))
        .collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

/// Plays every script of a folder and tells all that fail, not only the first.
fn play_all(folder: &Path, shelf: impl Fn() -> Shelf) {
    let mut failures = Vec::new();
    for path in scripts(folder) {
        let name = path.file_stem().unwrap().display().to_string();
        let script = Script::read(&name, &fs::read_to_string(&path).unwrap()).unwrap();
        match play(&script, &mut Cast::rehearsal(shelf()), &mut Director::default()) {
            Ok(()) => println!("{name}"),
            Err(ScriptError::Failed { what, text }) => failures.push(format!("{what}\n{text}")),
            Err(ScriptError::Bad(bad)) => failures.push(bad.to_string()),
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn the_trainer_behaves_as_its_scenarios_say() {
    play_all(&folder(""), Shelf::built_in);
}

#[test]
fn the_books_word_is_played_as_its_scenarios_say() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book.pack");
    fs::write(&file, book_pack()).unwrap();
    play_all(&folder("book"), || {
        let files = [file.clone()];
        let Gathered { shelf, left_out, .. } = Shelf::of_files(&files, &Overrides::default());
        assert!(left_out.is_empty(), "{left_out:?}");
        shelf
    });
}

#[test]
fn problems_of_ones_own_behave_as_their_scenarios_say() {
    play_all(&folder("own"), || {
        let Gathered { shelf, left_out, .. } = Shelf::of_files(&[folder("problems")], &Overrides::default());
        assert!(left_out.is_empty(), "{left_out:?}");
        shelf
    });
}
