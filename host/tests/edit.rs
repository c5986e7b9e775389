//! `shikatsu edit` in words: problems are made and changed, and no file is lost.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder of its own.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("shikatsu-edit-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Says these lines to the editor. Returns the exit status, and all that was said.
fn edit(file: &Path, options: &[&str], lines: &[&str]) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_shikatsu"))
        .arg("edit")
        .arg(file)
        .args(["--text", "--fresh"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let said = lines.join("\n") + "\n";
    // A program that ends at once hears nothing.
    let _ = child.stdin.take().unwrap().write_all(said.as_bytes());
    let output = child.wait_with_output().unwrap();
    let heard = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(heard).unwrap())
}

/// Three points in a corner.
const CORNER: [&str; 13] = [
    "size 7", "black A2", "black B2", "black C2", "black D2", "black D1", "white A3", "white B3", "white C3",
    "white D3", "white E2", "white E1", "key A2",
];

#[test]
fn a_new_file_is_made_and_read_again_changed_and_added_to() {
    let folder = folder("new");
    let file = folder.join("mine.sgf");
    let (status, said) = edit(&file, &[], &[&CORNER[..], &["solve", "keep", "quit"]].concat());
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("Unsettled: Black lives by B1") && said.contains("Kept in mine, 1 in all"));
    let first = fs::read_to_string(&file).unwrap();
    assert!(first.contains("SZ[7]") && first.contains("PL[B]") && first.contains("Answer: alive B1"));
    // It opens with its problem; a side is changed and kept in its place.
    let (_, said) = edit(&file, &[], &["side white", "keep", "quit"]);
    assert!(said.contains("Unsettled: Black is dead by B1"), "{said}");
    let second = fs::read_to_string(&file).unwrap();
    assert!(second.contains("PL[W]") && second.contains("Answer: dead B1"));
    // What it was before lies beside it.
    assert_eq!(fs::read_to_string(folder.join("mine.sgf~")).unwrap(), first);
    // Another one from nothing.
    let lines = [&CORNER[..], &["turn", "keep", "quit"]].concat();
    let (_, said) = edit(&file, &["--new"], &lines);
    assert!(said.contains("Kept in mine, 2 in all"), "{said}");
    let (_, said) = edit(&file, &["--problem", "2"], &["quit"]);
    assert!(said.contains("Black to live"), "{said}");
    let (status, said) = edit(&file, &["--problem", "3"], &["quit"]);
    assert!(
        status == Some(2) && said.contains("there is no problem 3"),
        "{said}"
    );
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn stones_that_would_go_are_shown_first_and_every_step_is_taken_back() {
    let folder = folder("steps");
    let lines = [
        "white A1", "black A2", "black B1", "black B1", "undo", "redo", "look",
    ];
    let (_, said) = edit(&folder.join("a.sgf"), &[], &lines);
    assert!(said.contains("1 stone would go: again to do it"), "{said}");
    let last = said.rsplit("No key stones yet").next().unwrap();
    assert!(last.contains(" 1  . (X)") || last.contains(" 1  .  X "), "{last}");
    let (_, said) = edit(&folder.join("a.sgf"), &[], &["black A2", "black B1", "white A1"]);
    assert!(said.contains("No liberty: it cannot stand there"), "{said}");
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn a_file_that_changed_meanwhile_is_not_written() {
    let folder = folder("meanwhile");
    let file = folder.join("a.sgf");
    let (_, said) = edit(&file, &[], &[&CORNER[..], &["keep", "quit"]].concat());
    assert!(said.contains("Kept in a"), "{said}");
    // Somebody else writes it while the editor is open: a pipe lets us speak in between.
    let mut child = Command::new(env!("CARGO_BIN_EXE_shikatsu"))
        .args(["edit", "--text", "--fresh"])
        .arg(&file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = child.stdout.take().unwrap();
    // Its first words come when the file has been read.
    std::io::Read::read_exact(&mut output, &mut [0; 10]).unwrap();
    let other = fs::read_to_string(&file).unwrap().replace("PL[B]", "PL[W]");
    fs::write(&file, &other).unwrap();
    input.write_all(b"mirror\nkeep\nquit\nquit\n").unwrap();
    drop(input);
    let mut said = String::new();
    std::io::Read::read_to_string(&mut output, &mut said).unwrap();
    child.wait().unwrap();
    assert!(said.contains("Not kept: the file changed meanwhile"), "{said}");
    assert!(said.contains("What you made is not kept"), "{said}");
    assert_eq!(fs::read_to_string(&file).unwrap(), other);
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn what_cannot_be_edited_is_told_at_once() {
    let folder = folder("told");
    let faulty = folder.join("faulty.txt");
    fs::create_dir(folder.join("folder.sgf")).unwrap();
    fs::write(&faulty, "xxxxx\nxxxxx\nxxxxx\nxxxxx\nxxxxx\nA1 x\n").unwrap();
    for (file, why) in [
        (folder.join("a.pack"), "a pack cannot be edited"),
        (folder.join("a.doc"), "ends in .sgf or .txt"),
        (folder.join("nowhere/a.sgf"), "cannot be written"),
        (folder.join("folder.sgf"), "irectory"),
        (faulty, "put that right first"),
    ] {
        let (status, said) = edit(&file, &[], &["quit"]);
        assert!(
            status == Some(2) && said.contains(why),
            "{}: {said}",
            file.display()
        );
    }
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn a_problem_text_is_changed_and_has_no_room_for_a_second() {
    let folder = folder("text");
    let file = folder.join("a.txt");
    let text = "-----\n-xxx-\nxxoox\nxo-ox\nxooox\nB2 x\nName: Eye; One eye is not enough.\n";
    fs::write(&file, text).unwrap();
    let (_, said) = edit(&file, &[], &["side", "keep", "quit"]);
    assert!(said.contains("Kept in a"), "{said}");
    let changed = fs::read_to_string(&file).unwrap();
    assert!(
        changed.contains(" o\nName: Eye;") && changed.contains("One eye is not enough."),
        "{changed}"
    );
    let (_, said) = edit(
        &file,
        &["--new"],
        &[&CORNER[..], &["keep", "quit", "quit"]].concat(),
    );
    assert!(said.contains("Not kept: a text has one problem"), "{said}");
    assert_eq!(fs::read_to_string(&file).unwrap(), changed);
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn a_position_inside_of_an_sgf_file_can_be_edited() {
    let folder = folder("node");
    let file = folder.join("a.sgf");
    let sgf = "(;SZ[9]C[Two](;N[one]AB[ah][bh][ch][dh][di]AW[ag][bg][cg][dg][eh][ei]MA[ah]PL[B];B[bi])\
               (;N[two]AB[ah][bh][ch][dh][di]AW[ag][bg][cg][dg][eh][ei]MA[ah]PL[W];W[bi]))";
    fs::write(&file, sgf).unwrap();
    let (_, said) = edit(&file, &["--problem", "two"], &["white G7", "keep", "quit"]);
    assert!(
        said.contains("White to kill") && said.contains("Kept in a"),
        "{said}"
    );
    let written = fs::read_to_string(&file).unwrap();
    // The other one has its moves still.
    assert!(
        written.matches(";B[bi]").count() == 1 && written.matches("(;").count() == 2,
        "{written}"
    );
    let _ = fs::remove_dir_all(folder);
}
