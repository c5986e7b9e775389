//! `shikatsu gtp` as other programs meet it: at its streams and at a TCP port.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};
use std::{fs, thread};

const PROGRAM: &str = env!("CARGO_BIN_EXE_shikatsu");

/// Quick, and the same every time.
const QUICK: [&str; 4] = ["--playouts", "100", "--seed", "1"];

fn engine(options: &[&str]) -> Child {
    Command::new(PROGRAM)
        .args(["gtp", "--threads", "2"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// All that comes back for these bytes, and how the program ends at their end.
fn talk(bytes: &[u8]) -> Output {
    let mut engine = engine(&QUICK);
    let mut input = engine.stdin.take().unwrap();
    let bytes = bytes.to_vec();
    let asking = thread::spawn(move || {
        // The program may have ended before all was said.
        let _ = input.write_all(&bytes);
    });
    let output = engine.wait_with_output().unwrap();
    asking.join().unwrap();
    output
}

fn said(bytes: &[u8]) -> String {
    let output = talk(bytes);
    assert!(output.status.success() && output.stderr.is_empty());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn quit_and_the_end_of_the_input_end_it_well() {
    assert_eq!(said(b"1 name\n2 quit\n3 name\n"), "=1 Shikatsu\n\n=2\n\n");
    assert_eq!(said(b"1 name\n"), "=1 Shikatsu\n\n");
    assert_eq!(said(b"1 name"), "=1 Shikatsu\n\n", "the last line needs no end");
    assert_eq!(said(b""), "");
    let moved = said(b"boardsize 5\ngenmove b\n");
    assert_eq!(
        moved.matches("\n\n").count(),
        2,
        "what is asked last is answered: {moved}"
    );
}

#[test]
fn noise_on_the_line_is_answered_and_survived() {
    let mut random = 7_u32;
    let noise: Vec<u8> = (0..1 << 20)
        .map(|_| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 24) as u8
        })
        .collect();
    let output = talk(&[&noise[..], b"\n77 name\n"].concat());
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.ends_with("=77 Shikatsu\n\n"));
    assert!(
        said.split("\n\n")
            .filter(|answer| !answer.is_empty())
            .all(|answer| answer.starts_with(['=', '?']))
    );
}

#[test]
fn two_clients_have_a_game_each() {
    let mut server = engine(&["--playouts", "100", "--seed", "1", "--port", "0"]);
    let mut first = String::new();
    let mut output = BufReader::new(server.stdout.take().unwrap());
    output.read_line(&mut first).unwrap();
    let address = first.trim().strip_prefix("listening at ").unwrap();
    let client = || {
        let stream = TcpStream::connect(address).unwrap();
        (BufReader::new(stream.try_clone().unwrap()), stream)
    };
    let ask = |(answers, stream): &mut (BufReader<TcpStream>, TcpStream), command: &str| {
        stream.write_all(format!("{command}\n").as_bytes()).unwrap();
        let mut answer = String::new();
        while !answer.ends_with("\n\n") {
            assert!(answers.read_line(&mut answer).unwrap() > 0, "{command}: {answer}");
        }
        answer.trim().to_string()
    };
    let (mut one, mut other) = (client(), client());
    assert_eq!(ask(&mut one, "boardsize 9"), "=");
    assert_eq!(ask(&mut other, "boardsize 5"), "=");
    assert_eq!(ask(&mut one, "play b E5"), "=");
    assert_eq!(ask(&mut other, "list_stones b"), "=");
    // One goes away in the middle of a command, and of a thought; another one comes.
    let mut third = client();
    third
        .1
        .write_all(b"boardsize 19\nlevel 10\ngenmove b\nplay w D")
        .unwrap();
    drop(third);
    assert_eq!(ask(&mut one, "list_stones b"), "= E5");
    assert_eq!(ask(&mut one, "quit"), "=");
    assert_eq!(one.0.read(&mut [0]).unwrap(), 0, "the conversation is over");
    assert!(ask(&mut other, "genmove b").starts_with("= "));
    assert_eq!(ask(&mut client(), "name"), "= Shikatsu");
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn games_are_loaded_and_chains_are_read_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    fs::write(
        &path,
        "(;GM[1]SZ[9]KM[6.5]AB[aa];W[ca];B[cb];W[];B[db](;W[ii])(;W[hh]))",
    )
    .unwrap();
    let path = path.to_str().unwrap();
    let said = said(
        format!("loadsgf {path}\nlist_stones b\nlist_stones w\nget_komi\nloadsgf {path} 3\nlist_stones b\nloadsgf /none\nlist_stones b\n")
            .as_bytes(),
    );
    let answers: Vec<&str> = said.split("\n\n").collect();
    let expected = [
        "= black",
        "= A9 C8 D8",
        "= C9 J1",
        "= 6.5",
        "= white",
        "= A9 C8",
        "? cannot load file",
        "= A9 C8",
    ];
    assert_eq!(answers[..8], expected);
}

#[test]
fn the_solver_answers_as_gnu_go_does() {
    // A corner of three points in a row: who plays in the middle decides.
    let said = said(
        b"boardsize 5\ngogui-play_sequence b A2 w A3 b B2 w B3 b C2 w C3 b D2 w D3 b E2 w E3 b D1 w A4 b E1 w B4\n\
        owl_attack A2\nowl_defend A2\ndragon_status A2\nattack A2\nowl_attack A5\nshikatsu-solve A2 white\nshikatsu-benson w\n",
    );
    let answers: Vec<&str> = said.split("\n\n").collect();
    assert_eq!(
        answers[2..7],
        [
            "= 1 B1",
            "= 1 B1",
            "= critical B1 B1",
            "= 1 B1",
            "? vertex must not be empty"
        ]
    );
    let solved: serde_json::Value = serde_json::from_str(answers[7].trim_start_matches("= ")).unwrap();
    assert_eq!(solved["outcome"], "dead");
    assert_eq!(solved["best"], "B1");
    assert_eq!(answers[8], "=");
}

/// White is shut in with three points in a row, and everything else is Black's for good.
const SHUT_IN: [&str; 7] = [
    "---ox-x", "ooooxxx", "xxxxx-x", "xxxxxxx", "x-xxxxx", "xxxxxxx", "xxxxxxx",
];

#[test]
fn inside_a_locked_fight_the_solver_is_asked() {
    let mut commands = String::from("boardsize 7\nkomi 0\n");
    for (row, line) in SHUT_IN.iter().enumerate() {
        for (column, stone) in "ABCDEFG".chars().zip(line.chars()) {
            let color = match stone {
                'x' => 'b',
                'o' => 'w',
                _ => continue,
            };
            let line = format!("play {color} {column}{}\n", 7 - row);
            commands.push_str(&line);
        }
    }
    commands += "1 reg_genmove b\n2 reg_genmove w\n";
    for seed in 1..=12 {
        // With four playouts the choice is hardly better than chance.
        let mut engine = engine(&["--playouts", "4", "--seed", &seed.to_string()]);
        engine
            .stdin
            .take()
            .unwrap()
            .write_all(commands.as_bytes())
            .unwrap();
        let said = String::from_utf8(engine.wait_with_output().unwrap().stdout).unwrap();
        assert!(
            said.ends_with("=1 B7\n\n=2 B7\n\n"),
            "with chance from {seed}: {said}"
        );
    }
}
