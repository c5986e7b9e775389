//! `shikatsu proof` and `shikatsu regress` as people call them.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn seed(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../fuzz/seeds/proof")
        .join(name)
}

fn shikatsu(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_shikatsu"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn check_tells_what_is_proved_and_on_what_it_rests() {
    for form in ["text", "bytes"] {
        let path = seed(&format!("0.{form}"));
        let output = shikatsu(&["proof", "check", path.to_str().unwrap()], "");
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert!(
            said.contains("the proof holds. With White to move, Black captures the key stones"),
            "{said}"
        );
        assert!(
            said.contains("Zone: ") && said.contains("takes these stones as safe"),
            "{said}"
        );
    }
}

#[test]
fn a_proof_without_an_answer_is_refused_with_its_node() {
    let whole = std::fs::read_to_string(seed("0.text")).unwrap();
    let bent: Vec<String> = whole
        .lines()
        .map(|line| match line.split_once(" answer - ") {
            Some((node, rest)) => format!("{node} answer - {}", rest.split(' ').next().unwrap()),
            None => line.to_string(),
        })
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bent.proof");
    std::fs::write(&path, bent.join("\n")).unwrap();
    let output = shikatsu(&["proof", "check", path.to_str().unwrap()], "");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("the proof does not hold: node "), "{said}");
    std::fs::write(&path, "no proof").unwrap();
    let output = shikatsu(&["proof", "check", path.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("this is not a proof"));
}

#[test]
fn show_steps_through_a_proof() {
    let path = seed("3.text");
    let output = shikatsu(
        &["proof", "show", "--ascii", path.to_str().unwrap()],
        "\nE7\nback\nxx\nquit\n",
    );
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(
        said.contains("Black plays C6.") && said.contains("White may try E7."),
        "{said}"
    );
    assert!(
        said.contains("Node 2, 2 moves from the start. Black passes."),
        "{said}"
    );
    assert!(said.contains("Type a point such as D2"), "{said}");
}

#[test]
fn an_exported_proof_is_sgf_that_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.sgf");
    let output = shikatsu(
        &[
            "proof",
            "export",
            seed("4.bytes").to_str().unwrap(),
            "-o",
            path.to_str().unwrap(),
        ],
        "",
    );
    assert_eq!(output.status.code(), Some(0));
    let checked = shikatsu(&["check", path.to_str().unwrap()], "");
    assert_eq!(checked.status.code(), Some(0), "{}", text(&checked.stdout));
    assert!(
        std::fs::read_to_string(&path)
            .unwrap()
            .contains("Goes on as node")
    );
}

#[test]
fn a_suite_is_run_and_its_known_failures_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    // White has three points in a row in the corner.
    std::fs::write(
        folder.path().join("three.sgf"),
        "(;SZ[9]AW[ah][bh][ch][dh][di]AB[ag][bg][cg][dg][eh][ei][eg];B[ii])",
    )
    .unwrap();
    let suite = "loadsgf three.sgf 1\n1 owl_attack A2\n#? [1 B1]\n2 owl_defend A2\n#? [1 B1]*\n3 owl_attack A2\n#? [0]*\n4 owl_attack A2\n#? [0]\n5 dragon_status A2\n#? [1]\n";
    let path = folder.path().join("three.tst");
    std::fs::write(&path, suite).unwrap();
    let output = shikatsu(&["regress", "--reach", "2", path.to_str().unwrap()], "");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("5 questions: 1 passed, 1 failed, 1 failed as known, 1 passed unexpectedly, 0 unknown, 1 not asked"),
        "{said}"
    );
}
