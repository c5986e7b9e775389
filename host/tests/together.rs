//! `shikatsu together` as people and programs meet it: real processes, real sockets, real kills.
#![cfg(all(unix, feature = "together"))]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_shikatsu");

fn engine(name: &str, seed: u32) -> String {
    format!("{name}={PROGRAM} gtp --playouts 30 --threads 1 --seed {seed}")
}

/// A server that ends with the test.
struct Server {
    child: Child,
    out: BufReader<ChildStdout>,
    members: String,
    room: String,
    opponent: String,
    engine: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server whose team is an engine at a port.
fn serve(log: &Path, options: &[&str]) -> Server {
    let mut child = Command::new(PROGRAM)
        .args([
            "together",
            "serve",
            "--port",
            "0",
            "--members-port",
            "0",
            "--gtp-port",
            "0",
        ])
        .args(["--seed", "7", "--log"])
        .arg(log)
        .args(options)
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = || {
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        line.trim().to_string()
    };
    let behind = |line: &str, mark: &str| line.split_once(mark).unwrap().1.to_string();
    line();
    let room = behind(&line(), "#room=");
    let members = behind(&line(), "join ").split_once(' ').unwrap().0.to_string();
    let opponent = behind(&line(), "#room=");
    let engine = behind(&line(), "engine at ");
    Server {
        child,
        out,
        members,
        room,
        opponent,
        engine,
    }
}

/// One end of a wire with the Go Text Protocol.
struct Wire {
    from: BufReader<TcpStream>,
    to: TcpStream,
}

impl Wire {
    fn to(address: &str) -> Wire {
        let to = TcpStream::connect(address).unwrap();
        let from = BufReader::new(to.try_clone().unwrap());
        Wire { from, to }
    }

    fn send(&mut self, text: &str) {
        self.to.write_all(text.as_bytes()).unwrap();
    }

    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        (self.from.read_line(&mut line).unwrap() > 0).then(|| line.trim_end().to_string())
    }

    fn answer(&mut self) -> String {
        let mut answer = String::new();
        while !answer.ends_with("\n\n") {
            assert!(self.from.read_line(&mut answer).unwrap() > 0, "{answer}");
        }
        answer.trim().to_string()
    }

    fn ask(&mut self, command: &str) -> String {
        self.send(&format!("{command}\n"));
        self.answer()
    }
}

/// A member over TCP who says what the test wants.
struct Member(Wire);

impl Member {
    fn join(server: &Server, name: &str) -> Member {
        let mut member = Member(Wire::to(&server.members));
        assert_eq!(member.0.ask(&format!("colgo-room {} person", server.room)), "=");
        member.until("colgo-player_name", &name.replace(' ', "%20"));
        member.until("list_commands", "reg_genmove\ncolgo-vote\nplay\ncolgo-gui_state");
        member
    }

    /// Answers what comes until a command of this name comes, and that one with `answer`. Returns its arguments.
    fn until(&mut self, name: &str, answer: &str) -> String {
        loop {
            let line = self.0.line().expect("the server is there");
            let mut words = line.splitn(3, ' ');
            let (Some(Ok(id)), Some(command)) = (words.next().map(str::parse::<u32>), words.next()) else {
                continue;
            };
            let is_it = command == name;
            let said = if is_it { answer } else { "" };
            self.0.send(&format!("={id} {said}\n\n"));
            if is_it {
                return words.next().unwrap_or_default().to_string();
            }
        }
    }
}

fn told(arguments: &[&str]) -> String {
    let output = Command::new(PROGRAM)
        .arg("together")
        .args(arguments)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

fn actions(log: &Path, options: &[&str]) -> Vec<Value> {
    let log = log.to_str().unwrap();
    let text = told(&[&["log", "--json", "--log", log][..], options].concat());
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_team_of_engines_is_an_engine_at_the_standard_streams() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.db");
    let mut team = Command::new(PROGRAM)
        .args([
            "together",
            "serve",
            "--gtp",
            "--port",
            "0",
            "--members-port",
            "0",
            "--seed",
            "1",
        ])
        .args(["--scheme", "monte-carlo", "--playouts", "50", "--log"])
        .arg(&log)
        .args(["--member", &engine("One", 1), "--member", &engine("Two", 2)])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = team.stdin.take().unwrap();
    input
        .write_all(
            b"1 boardsize 5\n2 komi 3.5\n3 genmove b\n4 reg_genmove w\n5 colgo-user_list\n6 colgo-level\n\xff\xfe\x00\n\
              7 play b C9\n8 boardsize 99\n9 known_command colgo-chat\n10 final_score\n11 quit\n12 name\n",
        )
        .unwrap();
    let mut said = String::new();
    team.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(team.wait().unwrap().success());
    let answers: Vec<&str> = said.split("\n\n").filter(|answer| !answer.is_empty()).collect();
    assert_eq!(answers[..2], ["=1", "=2"]);
    assert!(
        answers[2].starts_with("=3 ") && answers[3].starts_with("=4 "),
        "{said}"
    );
    assert_eq!(answers[4..6], ["=5 One Two", "=6 monte-carlo 30 50"]);
    assert_eq!(answers[6], "? unknown command");
    assert_eq!(
        answers[7..],
        [
            "?7 syntax error",
            "?8 unacceptable size",
            "=9 true",
            "?10 cannot score: the game is not over",
            "=11"
        ]
    );
    let moves = actions(&log, &["--kind", "move"]);
    assert_eq!(moves.len(), 1, "a suggestion is not played");
    let end = actions(&log, &["--game", "2", "--kind", "end"]);
    assert_eq!(
        end[0]["result"], "Void",
        "a game that the server leaves is told so"
    );
}

#[test]
fn members_over_tcp_propose_and_vote() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.db");
    let server = serve(&log, &[]);
    let mut controller = Wire::to(&server.engine);
    assert_eq!(
        controller.ask("1 genmove b"),
        "?1 nobody of the team is there",
        "an empty team says so"
    );
    let mut ann = Member::join(&server, "Ann");
    ann.until("colgo-gui_state", "");
    let mut bob = Member::join(&server, "<b>Bob</b>");
    bob.until("colgo-gui_state", "");
    assert_eq!(controller.ask("2 colgo-user_list"), "=2 Ann <b>Bob</b>");
    controller.send("3 genmove b\n");
    assert_eq!(ann.until("reg_genmove", "D4"), "b");
    assert_eq!(bob.until("reg_genmove", "E5"), "b");
    assert_eq!(ann.until("colgo-vote", "E5"), "E5:1 D4:1", "without names");
    assert_eq!(bob.until("colgo-vote", "E5"), "E5:1 D4:1");
    assert_eq!(controller.answer(), "=3 E5");
    // Rubbish for a vote is no vote, and an illegal move no proposal.
    controller.send("4 play w C3\n5 genmove b\n");
    ann.until("reg_genmove", "E5");
    bob.until("reg_genmove", "C4");
    assert_eq!(controller.answer(), "=4");
    assert_eq!(controller.answer(), "=5 C4");
    let answers = actions(&log, &["--kind", "answer", "--member", "Ann"]);
    let last = &answers.last().unwrap()["answer"];
    assert_eq!(last["faulty"], "E5: illegal move: a stone stands there");
    // Ann goes in the middle of a request: Bob decides alone.
    controller.send("6 genmove b\n");
    ann.until("play", "");
    drop(ann);
    bob.until("reg_genmove", "G7");
    assert_eq!(controller.answer(), "=6 G7");
    assert_eq!(controller.ask("7 colgo-user_list"), "=7 <b>Bob</b>");
}

#[test]
fn secrets_open_the_right_door_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.db");
    let server = serve(&log, &["--member", &engine("One", 1)]);
    for wrong in [
        "colgo-room 0123456789abcdef0123456789abcdef",
        "name",
        "colgo-room",
        "genmove b",
    ] {
        let mut stranger = Wire::to(&server.members);
        assert!(stranger.ask(wrong).starts_with("? "), "{wrong}");
        assert_eq!(stranger.line(), None, "and the door is closed");
    }
    let mut flood = Wire::to(&server.members);
    let _ = flood.to.write_all(&vec![b'x'; 1 << 20]);
    let mut opponent = Wire::to(&server.members);
    assert_eq!(opponent.ask(&format!("colgo-room {}", server.opponent)), "=");
    assert!(opponent.ask("genmove b").starts_with("= "), "the opponent's door");
    assert_eq!(opponent.ask("colgo-chat Good%20luck"), "=");
    let chat = actions(&log, &["--kind", "chat"]);
    assert_eq!(chat[0]["text"], "Good luck");
}

#[test]
fn members_that_die_or_talk_rubbish_never_stop_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.db");
    let server = serve(
        &log,
        &[
            "--seconds",
            "2",
            "--member",
            &engine("Good", 1),
            "--member",
            "Dies=sh -c 'read x; exit 1'",
            "--member",
            "Missing=/no/such/program",
            "--member",
            "Noise=sh -c 'yes rubbish'",
            "--member",
            "Deaf=sh -c 'sleep 1000'",
        ],
    );
    let mut controller = Wire::to(&server.engine);
    for color in ["b", "w", "b", "w"] {
        let said = controller.ask(&format!("genmove {color}"));
        assert!(said.starts_with("= "), "{said}");
    }
    let left = actions(&log, &["--kind", "leave"]);
    assert!(left.iter().any(|action| action["name"] == "Missing"));
    let late = actions(&log, &["--kind", "answer", "--member", "Deaf"]);
    assert_eq!(late[0]["answer"], "late");
}

#[test]
fn a_person_joins_at_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.db");
    let server = serve(&log, &[]);
    let mut terminal = Command::new(PROGRAM)
        .args([
            "together",
            "join",
            &server.members,
            "--room",
            &server.room,
            "--name",
            "Ann Lee",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut typed = terminal.stdin.take().unwrap();
    let mut shown = BufReader::new(terminal.stdout.take().unwrap());
    let mut until = |wanted: &str| loop {
        let mut line = String::new();
        assert!(
            shown.read_line(&mut line).unwrap() > 0,
            "{wanted} was never shown"
        );
        if line.contains(wanted) {
            break;
        }
    };
    until("You are Ann Lee");
    let mut controller = Wire::to(&server.engine);
    controller.send("play b E5\ngenmove w\n");
    assert_eq!(controller.answer(), "=");
    until("Your proposal");
    typed.write_all(b"say I think\nE5 is taken\nd4\n").unwrap();
    until("Ann Lee: I think");
    assert_eq!(controller.answer(), "= D4");
    typed.write_all(b"quit\n").unwrap();
    assert!(terminal.wait().unwrap().success());
}

#[test]
fn an_engine_is_brought_along_from_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.db");
    let server = serve(&log, &[]);
    let mut relay = Command::new(PROGRAM)
        .args([
            "together",
            "join",
            &server.members,
            "--room",
            &server.room,
            "--engine",
        ])
        .arg(engine("Far", 3))
        .spawn()
        .unwrap();
    let mut controller = Wire::to(&server.engine);
    while controller.ask("colgo-user_list") != "= Far" {}
    assert!(controller.ask("genmove b").starts_with("= "));
    relay.kill().unwrap();
    relay.wait().unwrap();
    while controller.ask("colgo-user_list") != "=" {}
    assert_eq!(controller.ask("genmove w"), "? nobody of the team is there");
}

#[test]
fn two_teams_play_each_other_and_the_record_is_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let (log, games) = (folder.path().join("log.db"), folder.path().join("games"));
    let white = serve(
        &folder.path().join("white.db"),
        &[
            "--team",
            "Whites",
            "--member",
            &engine("W1", 5),
            "--member",
            &engine("W2", 6),
        ],
    );
    let mut black = Command::new(PROGRAM)
        .args([
            "together",
            "serve",
            "--port",
            "0",
            "--members-port",
            "0",
            "--once",
            "--begin-with",
            "2",
        ])
        .args([
            "--size", "5", "--scheme", "random", "--seed", "2", "--team", "Blacks", "--log",
        ])
        .arg(&log)
        .arg("--sgf")
        .arg(&games)
        .args(["--opponent", &format!("Whites=tcp:{}", white.engine)])
        .args(["--member", &engine("B1", 1), "--member", &engine("B2", 2)])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    assert!(black.wait().unwrap().success());
    let end = actions(&log, &["--kind", "end"]);
    let result = end[0]["result"].as_str().unwrap();
    assert!(!result.contains('F') && result != "Void", "{end:?}");
    let record = games.join("game-1.sgf");
    let sgf = std::fs::read_to_string(&record).unwrap();
    assert_eq!(
        sgf,
        told(&["log", "--log", log.to_str().unwrap(), "--game", "1", "--sgf"])
    );
    let replayed = told(&["replay", record.to_str().unwrap()]);
    assert!(replayed.contains("Black: Blacks") && replayed.contains("White: Whites"));
    let moves = actions(&log, &["--kind", "move", "--last", "1000"]).len();
    assert!(
        replayed.contains(&format!("({moves} of {moves})")) || replayed.contains(&format!("({moves} of"))
    );
    assert!(told(&["log", "--log", log.to_str().unwrap()]).contains(&format!("Blacks – Whites: {result}")));
}

/// What a game comes to, step by step. Each returns what was seen, which has to be in the log whatever happens next.
type Step = fn(&mut Wire, &mut Member) -> Vec<&'static str>;

const STEPS: [Step; 6] = [
    |controller, _| {
        assert_eq!(controller.ask("play b E5"), "=");
        vec!["move 1"]
    },
    |controller, member| {
        controller.send("genmove w\n");
        member.until("reg_genmove", "C3");
        assert_eq!(controller.answer(), "= C3");
        vec!["request", "answer", "decision", "move 2"]
    },
    |_, member| {
        assert_eq!(member.say("Hello"), "=9");
        vec!["chat"]
    },
    |controller, _| {
        assert_eq!(controller.ask("play b G7"), "=");
        vec!["move 3"]
    },
    |controller, member| {
        controller.send("genmove w\n");
        member.until("reg_genmove", "PASS");
        assert_eq!(controller.answer(), "= PASS");
        vec!["request", "answer", "decision", "move 4"]
    },
    |controller, _| {
        assert_eq!(controller.ask("play b pass"), "=");
        assert!(controller.ask("final_score").starts_with("= "));
        vec!["move 5", "end"]
    },
];

impl Member {
    /// Says something; what the server asks meanwhile is answered.
    fn say(&mut self, text: &str) -> String {
        self.0.send(&format!("9 colgo-chat {text}\n"));
        loop {
            let line = self.0.line().unwrap();
            if line.starts_with('=') {
                return line;
            }
            if let Some(id) = line.split(' ').next().filter(|id| !id.is_empty()) {
                let id = id.to_string();
                self.0.send(&format!("={id}\n\n"));
            }
        }
    }
}

#[test]
fn killed_after_any_action_nothing_that_was_seen_is_lost() {
    for killed_after in 0..=STEPS.len() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log.db");
        let mut server = serve(&log, &["--white"]);
        let mut member = Member::join(&server, "Ann");
        member.until("colgo-gui_state", "");
        let mut controller = Wire::to(&server.engine);
        let mut seen = Vec::new();
        for step in &STEPS[..killed_after] {
            seen.extend(step(&mut controller, &mut member));
        }
        // SIGKILL: nothing is tidied up.
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        let kept: Vec<String> = actions(&log, &["--game", "1"])
            .iter()
            .chain(&actions(&log, &["--game", "2"]))
            .map(|action| match action["kind"].as_str().unwrap() {
                "move" => format!("move {}", action["number"]),
                kind => kind.to_string(),
            })
            .collect();
        assert!(kept.iter().any(|kind| kind == "join"));
        let mut kept = kept.iter();
        for wanted in &seen {
            assert!(
                kept.any(|kind| kind == wanted),
                "{wanted} is lost, or out of order, after step {killed_after}"
            );
        }
        // The log goes on, and what there was of the game is a record.
        let again = serve(&log, &["--white"]);
        drop(again);
        let games = told(&["log", "--log", log.to_str().unwrap(), "--last", "9"]);
        assert!(games.lines().count() >= 2, "{games}");
    }
}

/// Where Debian has it, or wherever it is.
fn gnu_go() -> Option<&'static str> {
    let is_there = |name: &&str| Command::new(name).arg("--version").output().is_ok();
    ["gnugo", "/usr/games/gnugo"].into_iter().find(is_there)
}

/// A person by the book: proposes points of a list, votes with the many, passes late.
fn play_by_script(mut wire: Wire, points: &[&str]) {
    let mut taken = Vec::<String>::new();
    while let Some(line) = wire.line() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [id, command, ref arguments @ ..] = words[..] else {
            continue;
        };
        if id.parse::<u32>().is_err() {
            continue;
        }
        let said = match command {
            "colgo-player_name" => "Scripted%20person".to_string(),
            "list_commands" => "reg_genmove\ncolgo-vote\nplay\nboardsize\nclear_board\nkomi".to_string(),
            "play" => {
                taken.push(arguments[1].to_string());
                String::new()
            }
            "reg_genmove" => {
                let free = points.iter().find(|point| !taken.iter().any(|one| one == *point));
                free.map_or("pass".to_string(), |point| (*point).to_string())
            }
            "colgo-vote" => {
                let counted = arguments.iter().filter_map(|choice| choice.split_once(':'));
                let most = counted.max_by_key(|(_, count)| count.parse::<u32>().unwrap_or(0));
                most.map_or(String::new(), |(point, _)| point.to_string())
            }
            _ => String::new(),
        };
        wire.send(&format!("={id} {said}\n\n"));
    }
}

#[test]
fn three_engines_and_a_person_play_gnu_go_to_the_end() {
    let Some(gnu_go) = gnu_go() else {
        let _ = writeln!(std::io::stderr(), "skipped: there is no GNU Go");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    // To look at the game afterwards.
    let place = std::env::var_os("TOGETHER_GAME").map_or(folder.path().to_path_buf(), Into::into);
    let log = place.join("log.db");
    let mut child = Command::new(PROGRAM)
        .args([
            "together",
            "serve",
            "--port",
            "0",
            "--members-port",
            "0",
            "--once",
            "--begin-with",
            "4",
        ])
        .args(["--seed", "11", "--team", "Three engines and a person", "--log"])
        .arg(&log)
        .arg("--sgf")
        .arg(&place)
        .args([
            "--opponent",
            &format!("GNU Go={gnu_go} --mode gtp --level 1 --chinese-rules"),
        ])
        .args([
            "--member",
            &engine("Shikatsu 1", 1),
            "--member",
            &engine("Shikatsu 2", 2),
        ])
        .args([
            "--member",
            &format!("GNU Go too={gnu_go} --mode gtp --level 1 --chinese-rules"),
        ])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let (address, room) = loop {
        let mut line = String::new();
        assert!(out.read_line(&mut line).unwrap() > 0);
        if let Some((_, rest)) = line.split_once("join ") {
            let (address, room) = rest.trim().split_once(" --room ").unwrap();
            break (address.to_string(), room.to_string());
        }
    };
    let mut wire = Wire::to(&address);
    assert_eq!(wire.ask(&format!("colgo-room {room} person")), "=");
    play_by_script(wire, &["E5", "C3", "G7", "G3", "C7", "E3", "E7", "C5", "G5"]);
    assert!(child.wait().unwrap().success());
    let end = actions(&log, &["--kind", "end"]);
    let result = end[0]["result"].as_str().unwrap();
    assert!(
        ["B+", "W+"].iter().any(|who| result.starts_with(who)) && !result.ends_with('F'),
        "{end:?}"
    );
    let decisions = actions(&log, &["--game", "1", "--kind", "decision"]);
    let moves = actions(&log, &["--game", "1", "--kind", "move"]);
    assert!(
        decisions.len() >= moves.len() / 2 && moves.len() > 20,
        "{} moves",
        moves.len()
    );
    let sgf = std::fs::read_to_string(place.join("game-1.sgf")).unwrap();
    assert_eq!(sgf.matches("\n;B[").count(), moves.len().div_ceil(2));
    // The referee reads it, too.
    let file = place.join("game-1.sgf");
    let judged = Command::new(gnu_go)
        .args(["--quiet", "--chinese-rules", "--score", "estimate", "-l"])
        .arg(&file)
        .output()
        .unwrap();
    assert!(judged.status.success());
}

#[test]
fn faults_of_the_command_line_are_sentences() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.db");
    for (arguments, sentence) in [
        (&["serve", "--member", "x"][..], "members need an --opponent"),
        (
            &["serve", "--seconds", "0", "--opponent", "person"],
            "1 to 3600 seconds",
        ),
        (
            &["serve", "--team", "\u{7}", "--opponent", "person"],
            "the team needs a name",
        ),
        (&["serve", "--gtp", "--opponent", "person"], "--opponent gtp"),
        (&["log", "--game", "1"], "unable to open database file"),
        (&["replay", "/no/such.sgf"], "No such file"),
        (&["join", "127.0.0.1:1", "--room", "x"], "refused"),
    ] {
        let mut command = Command::new(PROGRAM);
        command.arg("together").args(arguments);
        if matches!(arguments[0], "serve" | "log") {
            command.arg("--log").arg(&log);
        }
        let output = command.stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(
            said.starts_with("shikatsu: ") && said.contains(sentence),
            "{arguments:?}: {said}"
        );
    }
}

#[test]
fn the_server_says_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(&folder.path().join("log.db"), &[]);
    assert!(
        server.members.starts_with("127.0.0.1:"),
        "at home unless told otherwise"
    );
    assert_eq!(server.room.len(), 32);
    assert_ne!(server.room, server.opponent);
    let _ = &server.out;
}
