//! The Go Text Protocol: every rule of its syntax, every command, and noise.

use std::fmt::Write;

use shikatsu::board::Color;
use shikatsu::gtp::{Effort, Engine, Lines, Name, World};
use shikatsu::play::{CELLS, Kifu, MOVES, Search, Thought};
use shikatsu::search::Slot;

/// A line is no longer than this.
const LINE: usize = 256;

/// A world with nothing but memory.
struct Cell {
    search: Box<Search<CELLS>>,
    slots: Vec<Slot>,
    effort: Effort,
}

impl World<CELLS, MOVES> for Cell {
    fn begin(&mut self, kifu: &Kifu<CELLS, MOVES>, color: Color, effort: Effort, seed: u32) {
        self.effort = effort;
        self.search.begin(kifu, color, seed, &mut self.slots);
    }

    fn think(&mut self) -> Option<Thought> {
        self.search.step(&mut self.slots, 10);
        let is_done = self.search.playouts() >= self.effort.playouts || self.effort.time == Some(0);
        is_done.then(|| self.search.thought(&mut self.slots))
    }
}

struct Talk {
    engine: Box<Engine<CELLS, MOVES, LINE>>,
    world: Cell,
}

impl Talk {
    fn new() -> Talk {
        let mut engine = Box::new(Engine::new(1, 1));
        engine.set_playouts(60);
        Talk {
            engine,
            world: Cell {
                search: Box::new(Search::IDLE),
                slots: vec![Slot::EMPTY; 8192],
                effort: Effort {
                    playouts: 0,
                    time: None,
                },
            },
        }
    }

    /// Everything that comes back for these bytes.
    fn hear(&mut self, mut bytes: &[u8]) -> String {
        let mut out = String::new();
        while !bytes.is_empty() && !self.engine.has_quit() {
            bytes = &bytes[self.engine.hear(bytes, &mut self.world, &mut out)..];
            while self.engine.step(&mut self.world, &mut out) {}
        }
        out
    }

    /// What comes back for one command, without the sign and the end.
    fn ask(&mut self, command: &str) -> Result<String, String> {
        let answer = self.hear(format!("{command}\n").as_bytes());
        let body = answer
            .strip_suffix("\n\n")
            .expect("an answer ends with a blank line");
        assert!(!body.contains("\n\n"), "{body:?} ends too early");
        match body.strip_prefix('=') {
            Some(good) => Ok(good.strip_prefix(' ').unwrap_or(good).to_string()),
            None => Err(body
                .strip_prefix("? ")
                .expect("a failure has a reason")
                .to_string()),
        }
    }

    fn good(&mut self, command: &str) -> String {
        self.ask(command).unwrap_or_else(|why| panic!("{command}: {why}"))
    }
}

fn answer(bytes: &[u8]) -> String {
    Talk::new().hear(bytes)
}

#[test]
fn an_answer_repeats_the_number() {
    assert_eq!(answer(b"name\n"), "= Shikatsu\n\n");
    assert_eq!(answer(b"7 name\n"), "=7 Shikatsu\n\n");
    assert_eq!(answer(b"0 name\n"), "=0 Shikatsu\n\n");
    assert_eq!(answer(b"007 name\n"), "=7 Shikatsu\n\n");
    assert_eq!(answer(b"2147483647 name\n"), "=2147483647 Shikatsu\n\n");
    assert_eq!(answer(b"12 nonsense\n"), "?12 unknown command\n\n");
    assert_eq!(answer(b"13 clear_board\n"), "=13\n\n");
    // That is no number any more, but a name that nobody knows.
    assert_eq!(answer(b"2147483648 name\n"), "? unknown command\n\n");
    assert_eq!(answer(b"-1 name\n"), "? unknown command\n\n");
    assert_eq!(answer(b"5\n"), "?5 syntax error\n\n");
}

#[test]
fn comments_blanks_and_empty_lines_are_nothing() {
    assert_eq!(answer(b"\n\n   \n\t\n# a comment\n  # another\n"), "");
    assert_eq!(answer(b"1 name # what else\n"), "=1 Shikatsu\n\n");
    assert_eq!(answer(b"1 name#what else\n"), "=1 Shikatsu\n\n");
    assert_eq!(answer(b"#1 name\n2 name\n"), "=2 Shikatsu\n\n");
    assert_eq!(answer(b"  \t 1 \t  name   \n"), "=1 Shikatsu\n\n");
    assert_eq!(answer(b"known_command\tname\n"), "= true\n\n");
}

#[test]
fn control_characters_are_nothing_and_other_bytes_are_no_harm() {
    assert_eq!(answer(b"na\x01m\x1be\x7f\r\n"), "= Shikatsu\n\n");
    assert_eq!(answer(b"\0\0name\n"), "= Shikatsu\n\n");
    assert_eq!(answer(b"\r\n\r\nname\r\nversion\r\n").matches("\n\n").count(), 2);
    assert_eq!(answer(b"\xff\xfe\n"), "? syntax error\n\n");
    assert_eq!(answer("naïve\n".as_bytes()), "? unknown command\n\n");
    assert_eq!(answer(b"play b \xc3\n"), "? syntax error\n\n");
}

#[test]
fn a_command_may_come_byte_by_byte_or_many_at_once() {
    let mut talk = Talk::new();
    let heard: String = b"3 name\r\n".iter().map(|&byte| talk.hear(&[byte])).collect();
    assert_eq!(heard, "=3 Shikatsu\n\n");
    let many = answer(b"1 boardsize 5\n2 genmove b\n3 name\n4 quit\n5 name\n");
    let signs: Vec<&str> = many.split("\n\n").collect();
    assert_eq!(signs.len(), 5, "what follows quit is not answered: {many}");
    assert!(signs[1].starts_with("=2 ") && signs[2] == "=3 Shikatsu" && signs[3] == "=4");
}

#[test]
fn a_line_has_its_bounds() {
    let most = format!("{}name\n", " ".repeat(10 * LINE));
    assert_eq!(answer(most.as_bytes()), "= Shikatsu\n\n", "blanks do not count");
    let long = format!("9 {}\nname\n", "x".repeat(LINE));
    assert_eq!(
        answer(long.as_bytes()),
        "?9 the line is too long\n\n= Shikatsu\n\n"
    );
    let comment = format!("name #{}\n", "x".repeat(10 * LINE));
    assert_eq!(answer(comment.as_bytes()), "= Shikatsu\n\n");
}

#[test]
fn half_a_line_is_forgotten_when_nobody_is_there() {
    let mut talk = Talk::new();
    talk.hear(b"play b C3\nplay w D");
    talk.engine.hang_up();
    assert_eq!(talk.hear(b"name\n"), "= Shikatsu\n\n");
    assert_eq!(talk.good("list_stones black"), "C3", "the game stays");
    // A move that is being thought about is not played.
    let mut out = String::new();
    talk.engine.hear(b"genmove w\n", &mut talk.world, &mut out);
    assert!(talk.engine.is_thinking() && out.is_empty());
    talk.engine.hang_up();
    assert_eq!(talk.good("list_stones white"), "");
}

#[test]
fn lines_know_what_is_half_said() {
    let mut lines = Lines::<16>::new();
    assert!(!lines.is_half_said());
    lines.take(b'x');
    assert!(lines.is_half_said());
    assert!(lines.take(b'\n'));
    assert!(!lines.is_half_said() && lines.line() == b"x");
}

#[test]
fn every_command_is_known_and_answers() {
    let mut talk = Talk::new();
    let listed = talk.good("list_commands");
    let names: Vec<&str> = listed.lines().collect();
    assert_eq!(names.len(), Name::ALL.len());
    for name in names {
        assert_eq!(talk.good(&format!("known_command {name}")), "true");
        // Without arguments most of them fail, but none in an unknown way.
        assert_ne!(
            Talk::new().ask(name),
            Err("unknown command".to_string()),
            "{name}"
        );
    }
    assert_eq!(talk.good("known_command nonsense"), "false");
    assert_eq!(talk.good("protocol_version"), "2");
    assert_eq!(talk.good("version"), env!("CARGO_PKG_VERSION"));
}

#[test]
fn moves_are_made_refused_and_taken_back() {
    let mut talk = Talk::new();
    talk.good("boardsize 9");
    talk.good("play BLACK e5");
    talk.good("play w E4");
    talk.good("play White pass");
    assert_eq!(talk.ask("play b E5"), Err("illegal move".to_string()));
    for faulty in [
        "play b",
        "play x E5",
        "play b I5",
        "play b K1",
        "play b E10",
        "play b E0",
        "play b 5E",
        "play",
    ] {
        assert_eq!(talk.ask(faulty), Err("syntax error".to_string()), "{faulty}");
    }
    assert_eq!(talk.good("list_stones b"), "E5");
    talk.good("undo");
    talk.good("undo");
    assert_eq!(talk.good("list_stones w"), "");
    talk.good("undo");
    assert_eq!(talk.ask("undo"), Err("cannot undo".to_string()));
    talk.good("gogui-play_sequence b C3 w C4 b pass");
    assert_eq!(talk.good("list_stones b"), "C3");
    assert_eq!(
        talk.ask("gogui-play_sequence w D4 b C3"),
        Err("illegal move".to_string())
    );
    assert_eq!(talk.good("list_stones w"), "C4", "all or nothing");
    assert_eq!(
        talk.ask("gogui-play_sequence w D4 b"),
        Err("syntax error".to_string())
    );
}

#[test]
fn boards_komi_and_handicaps_are_as_wanted() {
    let mut talk = Talk::new();
    for size in 5..=19 {
        talk.good(&format!("boardsize {size}"));
        assert_eq!(talk.good("query_boardsize"), size.to_string());
    }
    for size in ["4", "20", "300", "99999"] {
        assert_eq!(
            talk.ask(&format!("boardsize {size}")),
            Err("unacceptable size".to_string())
        );
    }
    assert_eq!(talk.ask("boardsize nine"), Err("syntax error".to_string()));
    for (said, komi) in [
        ("6.5", "6.5"),
        ("0", "0.0"),
        ("-3.5", "-3.5"),
        ("5", "5.0"),
        (".5", "0.5"),
        ("7.50", "7.5"),
    ] {
        talk.good(&format!("komi {said}"));
        assert_eq!(talk.good("get_komi"), komi);
    }
    for komi in ["", "six", "1e9", "nan", "5000", "--1", "."] {
        assert_eq!(
            talk.ask(&format!("komi {komi}")),
            Err("syntax error".to_string()),
            "{komi}"
        );
    }
    assert_eq!(talk.good("fixed_handicap 2"), "Q16 D4");
    assert_eq!(talk.ask("fixed_handicap 2"), Err("board not empty".to_string()));
    talk.good("clear_board");
    assert_eq!(
        talk.ask("fixed_handicap 10"),
        Err("invalid number of stones".to_string())
    );
    assert_eq!(talk.good("place_free_handicap 12").split(' ').count(), 9);
    talk.good("clear_board");
    talk.good("set_free_handicap C3 D4 Q10");
    assert_eq!(talk.good("list_stones black"), "Q10 D4 C3");
    talk.good("clear_board");
    for faulty in ["C3", "C3 C3", "C3 pass", "C3 Z99", ""] {
        let refused = talk.ask(&format!("set_free_handicap {faulty}"));
        assert_eq!(refused, Err("bad vertex list".to_string()), "{faulty}");
    }
}

#[test]
fn a_board_is_shown_and_a_game_is_scored() {
    let mut talk = Talk::new();
    talk.good("boardsize 5");
    talk.good("komi 0.5");
    talk.good(
        "gogui-play_sequence b B1 w D1 b B2 w D2 b B3 w D3 b B4 w D4 b B5 w D5 b C3 w C1 b C2 w E4 b C4 w C5",
    );
    let shown = talk.good("showboard");
    assert!(
        shown.contains("\n 5 . X O O . 5") && shown.contains("   A B C D E\n"),
        "{shown}"
    );
    assert_eq!(talk.good("captures black"), "0");
    assert_eq!(talk.good("is_legal b A1"), "1");
    assert_eq!(talk.good("is_legal b B1"), "0");
    assert_eq!(talk.good("final_score"), "B+0.5");
    assert_eq!(talk.good("final_status_list dead"), "");
    assert_eq!(talk.good("final_status_list alive").lines().count(), 2);
    assert!(talk.good("final_status_list black_territory").contains("A3"));
    assert!(talk.good("final_status_list white_territory").contains("E1"));
    assert_eq!(talk.good("final_status_list seki"), "");
    assert_eq!(
        talk.ask("final_status_list odd"),
        Err("invalid status".to_string())
    );
    assert_eq!(talk.good("shikatsu-benson black"), "");
}

#[test]
fn a_proposal_is_not_played_and_a_move_is() {
    let mut talk = Talk::new();
    talk.good("boardsize 7");
    talk.good("reg_genmove b");
    assert_eq!(talk.good("list_stones b"), "");
    let chosen = talk.good("genmove b");
    assert_eq!(talk.good("list_stones b"), chosen);
    assert_eq!(talk.ask("genmove"), Err("syntax error".to_string()));
    // Level and time change what may be spent.
    talk.good("level 3");
    talk.good("reg_genmove w");
    assert_eq!(talk.world.effort.playouts, 400);
    assert_eq!(talk.world.effort.time, None);
    talk.good("time_settings 60 0 0");
    talk.good("reg_genmove w");
    assert_eq!(talk.world.effort.time, Some(54_000 / 24));
    talk.good("time_left w 10 5");
    talk.good("reg_genmove w");
    assert_eq!(talk.world.effort.time, Some(1800));
    talk.good("time_settings 0 0 0");
    talk.good("reg_genmove w");
    assert_eq!(talk.world.effort.time, Some(0), "a move at once");
    talk.good("time_settings 0 1 0");
    talk.good("reg_genmove w");
    assert_eq!(talk.world.effort.time, None, "no limit");
    assert!(talk.ask("level 11").is_err() && talk.ask("time_left w").is_err());
}

#[test]
fn without_files_and_a_solver_it_says_so() {
    let mut talk = Talk::new();
    assert_eq!(talk.ask("loadsgf a.sgf"), Err("cannot load file".to_string()));
    talk.good("play b C3");
    assert_eq!(
        talk.ask("owl_attack C3"),
        Err("there is no solver here".to_string())
    );
    assert_eq!(
        talk.ask("owl_attack C4"),
        Err("vertex must not be empty".to_string())
    );
}

#[test]
fn a_megabyte_of_noise_is_survived() {
    let mut talk = Talk::new();
    talk.engine.set_playouts(2);
    talk.good("boardsize 5");
    let mut random = 0x2545_f491_u32;
    let mut next = |many: usize| {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        (random >> 8) as usize % many
    };
    let words = [
        "b", "w", "pass", "A1", "C3", "E5", "7", "-1", "9", "#", "dead", "6.5", "superko", "name",
    ];
    let mut noise = Vec::new();
    while noise.len() < 1 << 20 {
        // Bytes of any kind …
        if next(4) < 3 {
            noise.extend((0..next(400)).map(|_| next(256) as u8));
            continue;
        }
        // … and commands with arguments of any kind. Those that end the talk or take long are left to other tests.
        let name = Name::ALL[next(Name::ALL.len())];
        if matches!(
            name,
            Name::Quit | Name::FinalScore | Name::FinalStatusList | Name::BoardSize
        ) {
            continue;
        }
        let mut line = String::new();
        let _ = write!(line, "{} {}", next(1000), name.text());
        for _ in 0..next(4) {
            let _ = write!(line, " {}", words[next(words.len())]);
        }
        noise.extend(line.bytes());
        noise.push(b'\n');
    }
    // Chance may spell the end: then it goes on with a new conversation.
    for piece in noise.chunks(97) {
        talk.hear(piece);
        if talk.engine.has_quit() {
            talk.engine.hang_up();
        }
    }
    talk.hear(b"\n");
    assert_eq!(talk.hear(b"name\n"), "= Shikatsu\n\n");
}

#[test]
fn a_pass_that_would_give_the_capture_away_is_not_made() {
    // Each side has one liberty left, and whoever takes it takes all. However sure that looks, it has to be done.
    let mut talk = Talk::new();
    talk.engine.set_playouts(300);
    let mut said = String::from("boardsize 5\nclear_board\nkomi 0.5\n");
    for (row, line) in ["-xxoo", "xxxoo", "xxxoo", "xxxoo", "xxxo-"].iter().enumerate() {
        for (column, letter) in line.bytes().enumerate() {
            let color = match letter {
                b'x' => "black",
                b'o' => "white",
                _ => continue,
            };
            let name = b"ABCDE"[column] as char;
            writeln!(said, "play {color} {name}{}", 5 - row).unwrap();
        }
    }
    assert!(!talk.hear(said.as_bytes()).contains('?'));
    assert_eq!(talk.hear(b"reg_genmove black\n"), "= E1\n\n");
    assert_eq!(talk.hear(b"reg_genmove white\n"), "= A5\n\n");
}
