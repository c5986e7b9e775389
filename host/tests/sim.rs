//! `shikatsu sim` as a person or a pipe meets it.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

const MINE: &str = "-----\n-xxx-\nxxoox\nxo-ox\nxooox\nB2 x\nName: Mine\n";

/// The same position twice is one problem, so there is another.
const GAME: &str = "(;SZ[5]PL[B]DD[]AB[bb:db][ac:bc][ec:ee][ad:ae]AW[cc:dc][bd:be][dd:de][ce]MA[bd])";
const OTHER_GAME: &str = "(;SZ[5]PL[W]DD[]AB[bb:db][ac:bc][ec:ee][ad:ae]AW[cc:dc][bd:be][dd:de][ce]MA[bd])";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sim").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs `shikatsu sim` with these lines to read, far from anybody's own progress.
fn sim(arguments: &[&str], lines: &str, home: &Path) -> Output {
    answer(&mut command(arguments, home), lines)
}

fn command(arguments: &[&str], home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shikatsu"));
    command
        .arg("sim")
        .args(arguments)
        .env("XDG_DATA_HOME", home)
        .env("HOME", home)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .current_dir(home);
    command
}

fn answer(command: &mut Command, lines: &str) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Whoever complains at once reads nothing.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child.wait_with_output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn complaint(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn a_problem_is_solved_in_lines_through_a_pipe() {
    let lines = "b\nset transforms off\nproblem straight-three-on-the-side\nD1\nquit\n";
    let output = sim(&["--text", "--fresh"], lines, &folder("lines"));
    assert!(output.status.success());
    let out = out(&output);
    for words in [
        "Type help",
        "Page 1 of 3",
        "Black to kill",
        "White is dead [right]",
    ] {
        assert!(out.contains(words), "{words}: {out}");
    }
    assert_eq!(complaint(&output), "");
}

#[test]
fn lines_that_make_no_sense_are_answered_and_the_end_of_input_is_the_end() {
    let output = sim(
        &["--text", "--fresh"],
        "c2\nb\nfly\nZ99\nhelp\n\n# nothing\nright 2",
        &folder("odd"),
    );
    assert!(output.status.success());
    let out = out(&output);
    for words in [
        "That does not work: 'fly' is not a word that works here; type help.\n",
        "That does not work: there is no board on this page; a goes on.\n",
        "Name a point to play there",
    ] {
        assert!(out.contains(words), "{words}: {out}");
    }
}

#[test]
fn lines_name_the_points_and_the_moves_whatever_the_settings_say() {
    let lines = "b\nset transforms off\nSet Coordinates OFF\nproblem straight-three-on-the-side\nc1\nundo\nz9\nm\nd1\n";
    let output = sim(&["--text", "--fresh"], lines, &folder("names"));
    let out = out(&output);
    for words in [
        "coordinates is off now, and the problem starts over.\n",
        "    A  B  C  D  E  F  G \n",
        " 1  X  O  .  .  .  O  X \n",
        "White plays D1\n",
        "That does not work: there is no point 'Z9' on this board.\n",
        "That does not work: there is no board on this page; a chooses, b goes back.\n",
    ] {
        assert!(out.contains(words), "{words}: {out}");
    }
}

#[test]
fn lines_lead_to_the_next_problem_and_a_wrong_step_changes_nothing() {
    let lines = "b\nset transforms off\nproblem straight-three-on-the-side\nC1\nproblem none\nset theme pink\nlook\n\
                 previous\nnext\nnext\n";
    let output = sim(&["--text", "--fresh"], lines, &folder("next"));
    let out = out(&output);
    let (_, after) = out.split_once("'theme' cannot be 'pink'").unwrap();
    let places: Vec<&str> = after
        .lines()
        .filter_map(|line| line.split_once("  "))
        .map(|(_, place)| place)
        .collect();
    let places: Vec<&str> = places
        .into_iter()
        .filter(|place| place.ends_with("/102"))
        .collect();
    assert!(after.contains("White lives [wrong]"), "{out}");
    assert_eq!(places, ["38/102", "37/102", "38/102", "39/102"], "{out}");
}

#[test]
fn a_whole_game_is_played_in_lines_and_saved_as_sgf() {
    let home = folder("game");
    // Seven lines, the computer plays White; then a name that is taken, and no game.
    let lines = "go\ndown\nleft\nup\na\nD4\nsave game.sgf\nC3\nsave game.sgf\npass\nrestart\nnext\nsave none.sgf\nquit\n";
    let output = sim(&["--text", "--fresh"], lines, &home);
    assert!(output.status.success());
    let out = out(&output);
    for words in [
        "Play Go",
        "Board: < 7×7 >",
        "Go, komi 7.5  7×7",
        "White plays",
        "That does not work: game.sgf: ",
        "there is no game to save; 'go' begins one",
    ] {
        assert!(out.contains(words), "{words}: {out}");
    }
    let saved = fs::read_to_string(home.join("game.sgf")).unwrap();
    assert!(saved.starts_with("(;GM[1]FF[4]"), "{saved}");
    assert!(saved.contains("SZ[7]KM[7.5]PB[You]PW[Shikatsu]"), "{saved}");
    assert!(saved.contains(";B[dd];W["), "{saved}");
    assert!(!saved.contains(";B[ce]") && !saved.contains("RE["), "{saved}");
    assert!(!home.join("none.sgf").exists());
}

#[test]
fn progress_is_remembered_where_the_system_keeps_such_things() {
    let home = folder("home");
    let lines = "b\nset transforms off\nproblem straight-three-on-the-side\nD1\n";
    sim(&["--text"], lines, &home);
    let kept = fs::read_to_string(home.join("shikatsu/progress.json"));
    if cfg!(target_os = "linux") {
        assert!(kept.unwrap().contains("\"Solved\""));
    }
    let file = home.join("elsewhere/mine.json");
    sim(&["--text", "--progress", file.to_str().unwrap()], "b\n", &home);
    assert!(fs::read_to_string(&file).unwrap().contains("\"welcomed\": true"));
    let again = sim(&["--text", "--progress", file.to_str().unwrap()], "", &home);
    assert!(!out(&again).contains("Page 1"));
}

#[test]
fn two_trainers_on_one_progress_file_are_both_counted() {
    let home = folder("two");
    let file = home.join("shared.json");
    let start = || {
        let mut child = command(&["--text", "--progress", file.to_str().unwrap()], &home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // Once it has said something it has read the file.
        let mut said = BufReader::new(child.stdout.take().unwrap());
        said.read_line(&mut String::new()).unwrap();
        (child, said)
    };
    let trainers = [start(), start()];
    let lines = [
        "b\nset transforms off\nproblem straight-three-on-the-side\nD1\nquit\n",
        "b\nset transforms off\nproblem straight-three-in-the-centre\nE5\nquit\n",
    ];
    for ((mut child, mut said), lines) in trainers.into_iter().zip(lines) {
        child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        let mut rest = String::new();
        said.read_to_string(&mut rest).unwrap();
        assert!(rest.contains("[right]"), "{rest}");
        assert!(child.wait().unwrap().success());
    }
    let kept: serde_json::Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(kept["records"].as_array().unwrap().len(), 2, "{kept}");
    assert_eq!(kept["profile"]["tries"], serde_json::json!([2, 2]), "{kept}");
    assert_eq!(kept["profile"]["history"].as_array().unwrap().len(), 2, "{kept}");
}

#[test]
fn who_trains_on_a_file_comes_back_to_the_same_built_in_problem() {
    let home = folder("place");
    fs::write(home.join("mine.txt"), MINE).unwrap();
    let progress = ["--text", "--progress", "p.json"];
    sim(&progress, "b\nproblem straight-three-on-the-side\n", &home);
    let before = fs::read_to_string(home.join("p.json")).unwrap();
    sim(&["--text", "--progress", "p.json", "mine.txt"], "a\n", &home);
    assert_eq!(fs::read_to_string(home.join("p.json")).unwrap(), before);
}

#[test]
fn play_begins_with_the_problem_of_a_number() {
    let home = folder("number");
    fs::write(home.join("three.sgf"), GAME.repeat(2) + OTHER_GAME).unwrap();
    let output = sim(
        &["--text", "--fresh", "three.sgf", "--problem", "3"],
        "b\n",
        &home,
    );
    assert!(out(&output).contains("3/3"), "{}", out(&output));
    let output = sim(&["--text", "--fresh", "--problem", "2"], "b\nb\n", &home);
    assert!(out(&output).contains("First steps 2"), "{}", out(&output));
    let output = sim(&["--text", "--fresh", "three.sgf", "--problem", "4"], "", &home);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        complaint(&output),
        "shikatsu: there is no problem 4, three has 3 problems\n"
    );
}

#[test]
fn what_a_file_leaves_unsaid_is_told_before_play_and_so_is_a_solution_that_fails() {
    let home = folder("unsaid");
    let told = |content: &str, options: &[&str]| {
        fs::write(home.join("open.sgf"), content).unwrap();
        let output = sim(&[&["--text", "--fresh", "open.sgf"], options].concat(), "", &home);
        assert!(output.status.success());
        complaint(&output)
    };
    assert_eq!(told(GAME, &[]), "");
    let fails = "(;SZ[9]AB[ea][eb][ec][dc][cc][bc][ac]AW[da][db][cb][bb][ab](;B[aa]C[RIGHT]))";
    assert_eq!(
        told(fails, &[]),
        "shikatsu: open.sgf: the file does not say, so it was worked out: the key stones, where one may play; \
         'shikatsu show' shows it, --key and --bounds overrule it\n\
         shikatsu: open.sgf: no proof goes with its answer, so it is played on the book's word\n"
    );
    let holds = fails.replace("B[aa]", "B[ba]");
    assert_eq!(
        told(&holds, &["--key", "B8"]),
        "shikatsu: open.sgf: the file does not say, so it was worked out: where one may play; \
         'shikatsu show' shows it, --bounds overrules it\n"
    );
    let many = format!("{GAME}{fails}{holds}").replace("(;SZ[9]AB", "(;SZ[9]AN[Somebody]AB");
    assert_eq!(
        told(&many, &[]),
        "shikatsu: open.sgf: for 2 problems this was worked out, since the file does not say it: the key stones, where one may play; \
         'shikatsu show' shows it\n\
         shikatsu: open.sgf: of 2 problems not all that is said is used; 'shikatsu check' tells what is not\n\
         shikatsu: open.sgf: 1 problem is played on the book's word, since no proof goes with the answer\n"
    );
}

#[test]
fn a_damaged_file_of_progress_is_said_and_does_not_stop_anybody() {
    let home = folder("damaged");
    fs::write(home.join("p.json"), "{").unwrap();
    let output = sim(&["--text", "--progress", "p.json"], "b\n", &home);
    assert!(output.status.success());
    assert!(complaint(&output).contains("p.json is damaged"));
    assert!(complaint(&output).contains("p.damaged-1.json"));
    assert!(home.join("p.damaged-1.json").exists());
}

#[test]
fn without_a_display_and_a_terminal_the_way_out_is_named() {
    let output = sim(&[], "", &folder("none"));
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        complaint(&output),
        "shikatsu: sim needs a display for a window, or a terminal as its input and output; --text speaks in lines\n"
    );
}

#[test]
fn a_window_is_tried_first_where_a_display_is_named() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let mut command = command(&["--fresh"], &folder("window"));
    let output = answer(command.env("DISPLAY", ":9999"), "");
    assert_eq!(output.status.code(), Some(2));
    let complaint = complaint(&output);
    assert!(
        complaint.starts_with("shikatsu: no window could be opened: "),
        "{complaint}"
    );
}

#[test]
fn files_that_cannot_be_read_are_named_and_the_rest_is_played() {
    let home = folder("files");
    fs::write(home.join("good.txt"), MINE).unwrap();
    let output = sim(
        &["--text", "--fresh", "good.txt", "none.sgf"],
        "b\nset transforms off\n",
        &home,
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(out(&output).contains("Black to kill"), "{}", out(&output));
    assert_eq!(
        complaint(&output),
        "shikatsu: none.sgf: there is no such file or folder\n"
    );
    let nothing = sim(&["--text", "none.sgf"], "", &home);
    assert!(complaint(&nothing).ends_with("shikatsu: there is no problem to play\n"));
}

#[test]
fn options_that_go_with_nothing_are_refused() {
    let home = folder("options");
    for arguments in [
        &["--gif", "a.gif"][..],
        &["--png", "a"],
        &["--text", "--script", "a.shk"],
        &["--fresh", "--progress", "p.json"],
        &["--scale", "0"],
    ] {
        assert_eq!(sim(arguments, "", &home).status.code(), Some(2), "{arguments:?}");
    }
    let missing = sim(&["--script", "none.shk"], "", &home);
    assert_eq!(missing.status.code(), Some(2));
    assert_eq!(
        complaint(&missing),
        "shikatsu: none.shk: there is no such file or folder\n"
    );
}

#[test]
fn how_long_the_first_screen_takes() {
    let home = folder("start");
    let begun = Instant::now();
    let output = sim(&["--text", "--fresh"], "", &home);
    assert!(output.status.success());
    // A figure to look at, not to hold: clocks differ.
    println!(
        "from the command to the first screen and back: {:?}",
        begun.elapsed()
    );
}

/// An open position whose answer nobody proves in a moment: what its author says is played.
#[test]
fn what_is_not_proved_is_played_on_the_books_word() {
    let home = folder("book");
    let open = "(;SZ[19]AB[dp][pd][cf][fc]AW[qp][cc](;W[dd]C[RIGHT];B[de];W[ed])(;W[cd]C[Wrong];B[dc]))";
    fs::write(home.join("open.sgf"), open).unwrap();
    let output = sim(&["--text", "--fresh", "open.sgf"], "b\nb\nb\nD16\n", &home);
    assert!(
        complaint(&output).contains("no proof goes with its answer, so it is played on the book's word"),
        "{}",
        complaint(&output)
    );
    assert!(out(&output).contains("by the book"), "{}", out(&output));
}
