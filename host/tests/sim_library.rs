//! Where the problems of the trainer come from.

use std::fs;
use std::path::{Path, PathBuf};

use shikatsu::pack::library::Library;
use shikatsu_host::sim::{Gathered, Shelf};
use shikatsu_toolkit::overrides::Overrides;

const TEXT: &str = "-----\n-xxx-\nxxoox\nxo-ox\nxooox\nB2 x\n";
const GAME: &str = "(;SZ[5]PL[B]AB[bb:db][ac:bc][ec:ee][ad:ae]AW[cc:dc][bd:be][dd:de][ce]MA[bd])";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("library").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn shelf(paths: &[PathBuf]) -> (Shelf, Vec<String>) {
    let Gathered { shelf, left_out, .. } = Shelf::of_files(paths, &Overrides::default());
    (shelf, left_out)
}

fn packs(shelf: &Shelf) -> Vec<(String, u16)> {
    (0..shelf.packs())
        .map(|pack| (shelf.pack_name(pack).to_string(), shelf.len(pack)))
        .collect()
}

fn named(name: &str) -> String {
    format!("{TEXT}Name: {name}\n")
}

#[test]
fn the_bank_is_there_with_something_to_find_first() {
    let shelf = Shelf::built_in();
    let packs = packs(&shelf);
    assert_eq!(packs[0].0, "First steps");
    assert!(packs.iter().map(|pack| pack.1).sum::<u16>() >= 1700);
    let first = shelf.load(0, 0).unwrap();
    assert!(!first.answer.unwrap().moves.is_empty());
    assert!(!shelf.is_bare());
}

#[test]
fn files_of_one_problem_make_a_pack_by_their_folder() {
    let folder = folder("mine");
    fs::write(folder.join("a.txt"), named("First")).unwrap();
    fs::write(folder.join("b.txt"), named("Second")).unwrap();
    let (shelf, complaints) = shelf(&[folder]);
    assert_eq!(packs(&shelf), [("mine".to_string(), 2)]);
    assert_eq!(shelf.load(0, 1).unwrap().name.as_str(), "Second");
    assert_eq!(complaints, Vec::<String>::new());
}

#[test]
fn a_file_of_many_problems_is_a_pack_and_so_is_a_lone_one() {
    let folder = folder("collections");
    fs::write(folder.join("many.sgf"), GAME.repeat(3)).unwrap();
    fs::create_dir(folder.join("lone")).unwrap();
    fs::write(folder.join("lone/single.txt"), TEXT).unwrap();
    let (shelf, _) = shelf(&[folder.join("many.sgf"), folder.join("lone/single.txt")]);
    assert_eq!(
        packs(&shelf),
        [("many".to_string(), 3), ("single".to_string(), 1)]
    );
}

#[test]
fn packs_of_the_same_name_are_told_apart_and_keep_their_numbers() {
    let folder = folder("same");
    for (below, name) in [("one", "First"), ("other", "Second")] {
        fs::create_dir_all(folder.join(below).join("set")).unwrap();
        for file in ["a.txt", "b.txt"] {
            fs::write(folder.join(below).join("set").join(file), named(name)).unwrap();
        }
    }
    let (first, _) = shelf(std::slice::from_ref(&folder));
    assert_eq!(packs(&first), [("set".to_string(), 2), ("set 2".to_string(), 2)]);
    assert_ne!(first.pack_id(0), first.pack_id(1));
    let (second, _) = shelf(&[folder]);
    assert_eq!(first.id(1, 0), second.id(1, 0));
    assert_eq!(first.find(first.id(1, 0)), Some((1, 0)));
    // The bank has the small numbers.
    assert!(first.pack_id(0) > 1000);
}

#[test]
fn what_cannot_be_read_is_left_out_with_a_sentence() {
    let folder = folder("faulty");
    fs::write(folder.join("good.txt"), TEXT).unwrap();
    fs::write(folder.join("bad.txt"), "xxz\n").unwrap();
    let (left, complaints) = shelf(&[folder.clone(), folder.join("none.sgf")]);
    assert_eq!(packs(&left), [("good".to_string(), 1)]);
    assert_eq!(complaints.len(), 2, "{complaints:?}");
    assert!(complaints[0].contains("bad.txt: line 1"), "{complaints:?}");
    assert!(complaints[1].contains("there is no such file"), "{complaints:?}");
    let (bare, _) = shelf(&[folder.join("bad.txt")]);
    assert!(bare.is_bare());
}

#[test]
fn long_names_are_cut_between_letters_and_tricks_are_taken_out() {
    let folder = folder("names");
    let long = "é".repeat(60);
    fs::write(folder.join("a.txt"), named(&long)).unwrap();
    fs::write(folder.join("b.txt"), named("bad\u{1b}[31m \u{7}name")).unwrap();
    let (shelf, _) = shelf(&[folder]);
    let name = shelf.load(0, 0).unwrap().name;
    assert_eq!(name.as_str(), "é".repeat(24));
    assert_eq!(shelf.load(0, 1).unwrap().name.as_str(), "bad[31m name");
}

#[test]
fn problems_are_found_by_name_and_by_file() {
    let folder = folder("found");
    fs::write(folder.join("corner-1.txt"), named("The big corner")).unwrap();
    fs::write(folder.join("corner-2.txt"), TEXT).unwrap();
    let (shelf, _) = shelf(&[folder]);
    assert_eq!(shelf.named("the big CORNER"), Some(shelf.id(0, 0)));
    assert_eq!(shelf.named("Corner 1"), Some(shelf.id(0, 0)));
    // Both are the same position, and so have the same number.
    assert_eq!(shelf.named("corner-2"), Some(shelf.id(0, 1)));
    assert_eq!(shelf.named("corner"), None);
    assert_eq!(shelf.named("--"), None);
}

#[test]
fn nothing_there_has_a_name() {
    let empty = Shelf::default();
    assert!(empty.is_bare());
    assert_eq!((empty.packs(), empty.len(0), empty.pack_id(3)), (0, 0, 0));
    assert!(empty.load(0, 0).is_none());
}
