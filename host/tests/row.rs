//! `shikatsu row`: Row Go for scripts.

use std::process::Command;

use serde_json::{Value, json};

/// Exit status, standard output and standard error.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_shikatsu"))
        .arg("row")
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn answer(arguments: &[&str]) -> (i32, Value) {
    let (status, out, _) = run(&[arguments, &["--json"]].concat());
    assert_eq!(out.lines().count(), 1, "{out}");
    (status, serde_json::from_str(&out).unwrap())
}

#[test]
fn a_position_gets_its_best_move_with_value_nodes_and_depth() {
    let (status, answer) = answer(&["--size", "5", "--moves", "B3 B5 c3 C5 D3 E5", "--depth", "3"]);
    assert_eq!(status, 0);
    assert_eq!(answer["size"], 5);
    assert_eq!(answer["row"], 4);
    assert_eq!(answer["moves"], json!(["B3", "B5", "C3", "C5", "D3", "E5"]));
    assert_eq!(answer["legal"], true);
    assert_eq!(answer["to_move"], "black");
    assert_eq!(answer["winner"], Value::Null);
    assert!(["A3", "E3"].contains(&answer["best"].as_str().unwrap()));
    assert_eq!(answer["value"], 30000);
    assert_eq!(answer["proved"], "black");
    assert_eq!(answer["plies"], 1);
    assert!(answer["nodes"].as_u64().unwrap() > 0);
    assert_eq!(answer["depth"], 1);
}

#[test]
fn a_game_that_is_over_says_who_has_won_and_with_which_row() {
    let (_, won) = answer(&["--moves", "B3 B4 C3 C4 D3 D4 E3"]);
    assert_eq!(won["winner"], "black");
    assert_eq!(won["winning_row"], json!(["B3", "C3", "D3", "E3"]));
    assert_eq!(won["best"], Value::Null);
    let (_, drawn) = answer(&["--size", "7", "--moves", "D4 pass pass"]);
    assert_eq!(drawn["winner"], "draw");
    let (status, out, _) = run(&["--moves", "B3 B4 C3 C4 D3 D4 E3"]);
    assert_eq!(status, 0);
    assert!(out.contains("Black has 4 in a row and wins."), "{out}");
    assert!(out.contains(" 3 . X X X X\n"), "{out}");
}

#[test]
fn a_move_that_cannot_be_played_is_named_with_its_reason() {
    for (moves, number, why) in [
        ("C3 C3", 2, "a stone is already there"),
        ("C3 Z9", 2, "there is no such point on this board"),
        ("B1 C3 A2 C4 E5 A1", 6, "suicide"),
        ("B3 B4 C3 C4 D3 D4 E3 A1", 8, "the game is over"),
        // White takes a stone in the ko, and Black may not take back at once.
        ("B3 C3 C2 D2 C4 E3 A1 D4 D3 C3", 10, "ko"),
    ] {
        let (status, answer) = answer(&["--moves", moves]);
        assert_eq!(status, 2, "{moves}");
        assert_eq!(answer["legal"], false);
        assert_eq!(answer["fault"]["number"], number, "{moves}: {answer}");
        assert!(answer["fault"]["why"].as_str().unwrap().contains(why), "{answer}");
        let (status, out, error) = run(&["--moves", moves]);
        assert_eq!((status, out.as_str()), (2, ""));
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn boards_and_rows_that_do_not_exist_are_refused() {
    for arguments in [
        &["--size", "10"][..],
        &["--size", "3"],
        &["--size", "4", "--row", "5"],
        &["--row", "2"],
        &["--depth", "0"],
    ] {
        let (status, out, error) = run(arguments);
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}");
        assert!(!error.is_empty());
    }
}
