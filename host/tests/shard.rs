//! A job in parts, `--shard I/N`, as people meet it: whatever the parts, the bytes are those of one run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Nothing is said about key stones and bounds; and what is no problem.
const SGF: &str = "(;GM[1]SZ[9]AB[ca][cb][bc][ac]AW[ba][bb][ab]C[Black to kill](;B[aa]C[RIGHT]))";
const FAULTY: &str = "(;GM[1]SZ[9]AB[aa]AW[aa])";

struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Desk {
        let desk = Desk(tempfile::tempdir().unwrap());
        fs::write(desk.path("a.sgf"), format!("{SGF}\n{FAULTY}\n")).unwrap();
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn get(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// The status of a command; `ko` in it stands for a folder of the bank.
    fn run(&self, arguments: &str) -> i32 {
        let ko = Path::new(env!("CARGO_MANIFEST_DIR")).join("../problems/ko");
        let mut command = Command::new(env!("CARGO_BIN_EXE_shikatsu"));
        for word in arguments.split_whitespace() {
            if word == "ko" {
                command.arg(&ko);
            } else {
                command.arg(word);
            }
        }
        let output = command.current_dir(self.0.path()).output().unwrap();
        output.status.code().unwrap()
    }

    /// Runs a command for each part and says where the parts are.
    fn parts(&self, count: usize, status: &[i32], command: &str) -> String {
        let part = |index: usize| {
            let name = format!("{index}-of-{count}");
            let filled = command
                .replace("{shard}", &format!("{index}/{count}"))
                .replace("{part}", &name);
            let got = self.run(&filled);
            assert!(status.contains(&got), "{filled}: {got}");
            name
        };
        (0..count).map(part).collect::<Vec<_>>().join(" ")
    }
}

#[test]
fn the_answers_of_all_parts_are_those_of_one_run() {
    let desk = Desk::new();
    // One part has the file that is no problem.
    let solve = "solve --json --all --nodes 20000 --shard {shard} --output {part} ko a.sgf";
    for (count, threads) in [(1, 1), (2, 2), (5, 1)] {
        let parts = desk.parts(count, &[0, 2], &format!("{solve} --threads {threads}"));
        assert_eq!(desk.run(&format!("merge -o {count}.jsonl {parts}")), 0);
    }
    let one = desk.get("1.jsonl");
    assert_eq!(
        (desk.get("2.jsonl"), desk.get("5.jsonl")),
        (one.clone(), one.clone())
    );
    let text = String::from_utf8(one).unwrap();
    let numbers = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|answer| answer["problem"].as_u64().unwrap());
    assert!(numbers.eq(1..=17), "{text}");
    assert!(text.contains("\"error\"") && !text.contains("\"ms\""));
    assert_eq!(desk.run("merge -o lost.jsonl 0-of-2"), 2);
    assert!(!desk.path("lost.jsonl").exists());
    // What is written to standard output is the same.
    let mut said = Command::new(env!("CARGO_BIN_EXE_shikatsu"));
    said.current_dir(desk.0.path());
    said.args("solve --json --shard 0/1 --nodes 20000 a.sgf".split(' '));
    let said = String::from_utf8(said.output().unwrap().stdout).unwrap();
    assert!(said.ends_with("\"problems\":2,\"of\":2}}\n"), "{said}");
}

#[test]
fn a_pack_from_the_journals_of_parts_is_the_pack_of_one_run() {
    let desk = Desk::new();
    let build = "pack build --name Ko --nodes 20000 --jobs 1 ko a.sgf";
    let whole = desk.run(&format!("{build} -o whole.pack"));
    let shard = format!("{build} --shard {{shard}} --output {{part}}");
    let parts = desk.parts(3, &[0, 2], &shard);
    let before = desk.get("0-of-3");
    // Cut off in the middle of a line, as if it had been killed: it goes on, and a part that is whole stays as it is.
    fs::write(desk.path("0-of-3"), &before[..before.len() / 2]).unwrap();
    let middle = desk.get("1-of-3");
    desk.parts(3, &[0, 2], &shard);
    assert_eq!(desk.get("1-of-3"), middle);
    assert!(desk.get("0-of-3").ends_with(b"\"of\":17}}\n"));
    let status = desk.run(&format!("{build} -o parts.pack --journal {parts}"));
    assert_eq!(status, whole);
    assert_eq!(desk.get("parts.pack"), desk.get("whole.pack"));
    assert_eq!(desk.run(&format!("{build} -o no.pack --journal nothing")), 2);
}

#[test]
fn a_pool_of_parts_is_the_pool_of_one_run() {
    let desk = Desk::new();
    let draw = "compose draw --seed 5 --tries 200 --threads 1";
    assert_eq!(desk.run(&format!("{draw} whole.jsonl")), 0);
    let parts = desk.parts(3, &[0], &format!("{draw} --shard {{shard}} {{part}}"));
    assert_eq!(desk.run(&format!("merge -o parts.jsonl {parts}")), 0);
    assert_eq!(desk.get("parts.jsonl"), desk.get("whole.jsonl"));
    // A part is no pool, and goes on as the part that it is only.
    assert_eq!(desk.run("compose choose 0-of-3 --graded a --ko-and-seki b"), 2);
    assert_eq!(desk.run(&format!("{draw} --shard 1/3 0-of-3")), 2);
    assert_eq!(desk.run(&format!("{draw} 0-of-3")), 2);
}
