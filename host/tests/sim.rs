//! What the keys of the simulator do: play, refusals, undo and redo, the typed line, moving between problems.

use std::process::{Command, Stdio};

use shikatsu::board::{Color, Game, Move, Point, Verdict};
use shikatsu_host::entry::Entry;
use shikatsu_host::overrides::Overrides;
use shikatsu_host::sgf::read;
use shikatsu_host::sim::{Action, Direction, Key, Next, Sim, built_in};

/// White's one eye is at C2; Black captures by playing there.
const ONE_EYE: &str = "-----\n-xxx-\nxxoox\nxo-ox\nxooox\nB2 x\nName: One eye; Level: 25k\n";

/// A ko at C4 and D4, Black to take; A1 is suicide for White; the points around J9 are outside.
const KO: &str = "\
-------**
-------**
---------
---------
--xo-----
-xo-o----
--xo-----
x--------
-x-------
D3 x
Name: Ko
";

fn sim(texts: &[&str]) -> Sim {
    let entries = texts.iter().map(|text| Entry::from_text(text).unwrap()).collect();
    Sim::new(entries).unwrap()
}

/// Types a line and presses Enter.
fn type_line(sim: &mut Sim, line: &str) -> Next {
    for c in line.chars() {
        assert_eq!(sim.on(Key::Type(c)), Next::Stay);
    }
    sim.on(Key::Enter)
}

/// Types lines, none of which leaves.
fn type_lines(sim: &mut Sim, lines: &[&str]) {
    for line in lines {
        assert_eq!(type_line(sim, line), Next::Stay);
    }
}

fn moves(sim: &Sim) -> Vec<Move> {
    sim.game().moves().collect()
}

/// Checks that the last key was refused with this sentence.
fn assert_refused(sim: &Sim, sentence: &str) {
    assert_eq!(sim.message().text, sentence);
    assert!(sim.message().refusal);
}

/// Checks that the last key was answered with this sentence.
fn assert_said(sim: &Sim, sentence: &str) {
    assert_eq!(sim.message().text, sentence);
    assert!(!sim.message().refusal);
}

#[test]
fn there_is_no_simulator_without_a_problem() {
    assert!(Sim::new(Vec::new()).is_none());
}

#[test]
fn enter_plays_at_the_cursor_which_starts_on_a_free_point() {
    for entry in built_in() {
        let game = Game::new(&entry.problem.setup());
        let can_play = Point::all(entry.problem.size()).any(|point| game.check(point).is_ok());
        let mut sim = Sim::new(vec![entry]).unwrap();
        sim.on(Key::Enter);
        assert_eq!(moves(&sim).first() == Some(&Move::Play(sim.cursor())), can_play);
    }
}

#[test]
fn a_typed_point_is_played_in_either_case_and_the_cursor_shows_it_first() {
    let mut sim = sim(&[KO]);
    sim.on(Key::Type('g'));
    sim.on(Key::Type('5'));
    assert_eq!(sim.cursor(), Point::from_vertex("G5", 9).unwrap());
    assert!(moves(&sim).is_empty());
    sim.on(Key::Enter);
    assert_said(&sim, "Black plays G5.");
    type_lines(&mut sim, &["G6"]);
    assert_said(&sim, "White plays G6.");
    assert_eq!(sim.typed(), "");
}

#[test]
fn an_illegal_move_says_why_and_does_not_cost_the_turn() {
    let mut sim = sim(&[KO]);
    for (line, sentence) in [
        ("C3", "A stone is already there (C3)."),
        ("H9", "That point is outside the problem (H9)."),
        (
            "K1",
            "\"K1\" is not on this board: its points are A1 to J9, without the letter I.",
        ),
        (
            "foo",
            "\"foo\" is neither a point, such as E5, nor a word that help lists (F1).",
        ),
    ] {
        type_lines(&mut sim, &[line]);
        assert_refused(&sim, sentence);
        assert_eq!(sim.game().to_move(), Color::Black);
    }
    type_lines(&mut sim, &["g9", "a1"]);
    assert_refused(&sim, "Suicide: the stone would have no liberty (A1).");
    assert_eq!(sim.game().to_move(), Color::White);
    assert_eq!(sim.game().moves().len(), 1);
}

#[test]
fn a_ko_may_be_taken_back_only_after_a_threat() {
    let mut sim = sim(&[KO]);
    type_lines(&mut sim, &["D4"]);
    assert_said(&sim, "Black plays D4 and captures 1 stone.");
    type_lines(&mut sim, &["C4"]);
    assert_refused(&sim, "Ko: the board would be as it was before (C4).");
    type_lines(&mut sim, &["G5", "G6", "C4"]);
    assert_said(&sim, "White plays C4 and captures 1 stone.");
}

#[test]
fn a_pass_is_a_move_like_any_other() {
    let mut sim = sim(&[KO]);
    type_lines(&mut sim, &["pass"]);
    assert_said(&sim, "Black passes. If White passes too, the game ends.");
    type_lines(&mut sim, &["undo"]);
    assert_said(&sim, "Took back Black's pass. Ctrl-Y plays it again.");
}

#[test]
fn captures_and_the_end_are_told_with_what_to_do_next() {
    let mut sim = sim(&[ONE_EYE, KO]);
    type_lines(&mut sim, &["c2"]);
    assert_said(
        &sim,
        "Black plays C2 and captures 7 stones. Backspace takes back, Ctrl-R restarts, Tab goes on.",
    );
    assert_eq!(sim.game().verdict(), Some(Verdict::Dead));
    for key in [Key::Enter, Key::Do(Action::Pass)] {
        sim.on(key);
        assert_refused(
            &sim,
            "The game is over. Backspace takes back, Ctrl-R restarts, Tab goes on.",
        );
    }
}

#[test]
fn the_answer_and_the_notes_are_told_when_asked_for() {
    let stated = ONE_EYE.replace("25k", "25k; Answer: dead C2; Not enough.");
    let mut stated = sim(&[&stated]);
    type_lines(&mut stated, &["answer"]);
    assert_said(&stated, "Answer: C2: White is dead. Not enough.");
    let mut unstated = sim(&[ONE_EYE]);
    unstated.on(Key::Do(Action::Answer));
    assert_said(&unstated, "The file states no answer.");
    let game = b"(;SZ[9]AB[ba][bb]AW[aa];B[ab]C[RIGHT])";
    let entry = read(game, &Overrides::default()).remove(0).unwrap();
    let mut played = Sim::new(vec![entry]).unwrap();
    type_lines(&mut played, &["ans"]);
    assert_said(&played, "The file's solution: A8 (the file has 1 move).");
}

#[test]
fn the_end_brings_the_notes_with_it() {
    let mut sim = sim(&[&ONE_EYE.replace("25k", "25k; Not enough.")]);
    type_lines(&mut sim, &["a4"]);
    assert_eq!(sim.message().notes, "");
    type_lines(&mut sim, &["undo", "c2"]);
    assert_eq!(sim.message().notes, "Not enough.");
    type_lines(&mut sim, &["undo", "redo"]);
    assert_eq!(sim.message().notes, "Not enough.");
}

#[test]
fn a_space_plays_at_the_cursor_and_means_nothing_in_a_typed_line() {
    let mut sim = sim(&[KO]);
    for key in [Key::Type('g'), Key::Space, Key::Type('5'), Key::Enter] {
        assert_eq!(sim.on(key), Next::Stay);
    }
    assert_said(&sim, "Black plays G5.");
    sim.on(Key::Move(Direction::Up));
    sim.on(Key::Space);
    assert_said(&sim, "White plays G6.");
}

#[test]
fn two_passes_end_the_game() {
    let mut sim = sim(&[ONE_EYE]);
    sim.on(Key::Do(Action::Pass));
    type_lines(&mut sim, &["pass"]);
    assert_said(
        &sim,
        "Both passed. Backspace takes back, Ctrl-R restarts, Ctrl-C leaves.",
    );
    assert_eq!(sim.game().verdict(), Some(Verdict::Stands));
}

#[test]
fn moves_can_be_taken_back_and_played_again() {
    let mut sim = sim(&[KO]);
    type_lines(&mut sim, &["g5", "g6"]);
    let played = moves(&sim);
    sim.on(Key::Erase);
    assert_said(&sim, "Took back White G6. Ctrl-Y plays it again.");
    sim.on(Key::Do(Action::Undo));
    assert!(moves(&sim).is_empty());
    sim.on(Key::Do(Action::Undo));
    assert_refused(&sim, "There is no move to take back.");
    sim.on(Key::Do(Action::Redo));
    assert_said(&sim, "Again: Black G5.");
    type_lines(&mut sim, &["redo"]);
    assert_eq!(moves(&sim), played);
    sim.on(Key::Do(Action::Redo));
    assert_refused(&sim, "There is no move to play again.");
}

#[test]
fn a_restart_loses_nothing() {
    let mut sim = sim(&[KO]);
    sim.on(Key::Do(Action::Restart));
    assert_refused(&sim, "This is the start already.");
    type_lines(&mut sim, &["g5", "g6", "f5"]);
    let played = moves(&sim);
    sim.on(Key::Do(Action::Restart));
    assert_said(
        &sim,
        "Back at the start. Ctrl-Y plays the moves again, one by one.",
    );
    assert!(moves(&sim).is_empty());
    for _ in 0..3 {
        sim.on(Key::Do(Action::Redo));
    }
    assert_eq!(moves(&sim), played);
}

#[test]
fn backspace_shortens_the_line_before_it_takes_back() {
    let mut sim = sim(&[KO]);
    type_lines(&mut sim, &["g5"]);
    sim.on(Key::Type('g'));
    sim.on(Key::Erase);
    assert_eq!((sim.typed(), sim.game().moves().len()), ("", 1));
    sim.on(Key::Erase);
    assert_eq!(sim.game().moves().len(), 0);
}

#[test]
fn escape_clears_the_line_and_so_does_a_key_that_acts() {
    let mut sim = sim(&[KO]);
    sim.on(Key::Type('g'));
    sim.on(Key::Escape);
    assert_eq!(sim.typed(), "");
    for key in [Key::Do(Action::Undo), Key::Move(Direction::Up)] {
        sim.on(Key::Type('g'));
        sim.on(key);
        assert_eq!(sim.typed(), "");
    }
}

#[test]
fn the_line_takes_letters_and_digits_and_does_not_grow_for_ever() {
    let mut sim = sim(&[KO]);
    for c in "-;'\u{7f} é".chars().chain("x".repeat(50).chars()) {
        sim.on(Key::Type(c));
    }
    assert_eq!(sim.typed(), "éxxxxxxxxxxx");
}

#[test]
fn each_problem_stays_as_it_was_left() {
    let mut sim = sim(&[ONE_EYE, KO]);
    type_lines(&mut sim, &["a4", "next"]);
    assert_eq!((sim.place(), sim.entry().name.as_str()), ((2, 2), "Ko"));
    type_lines(&mut sim, &["g5", "g6", "undo", "1"]);
    assert_eq!(sim.place(), (1, 2));
    assert_eq!(moves(&sim), [Move::Play(Point::from_vertex("A4", 5).unwrap())]);
    assert_said(&sim, "Your moves are as you left them.");
    sim.on(Key::Do(Action::Next));
    sim.on(Key::Do(Action::Redo));
    assert_said(&sim, "Again: White G6.");
}

#[test]
fn the_list_has_two_ends() {
    let mut sim = sim(&[ONE_EYE, KO]);
    sim.on(Key::Do(Action::Previous));
    assert_refused(&sim, "This is the first problem.");
    type_lines(&mut sim, &["3"]);
    assert_refused(&sim, "The problems are numbered 1 to 2.");
    type_lines(&mut sim, &["0"]);
    assert!(sim.message().refusal);
    type_lines(&mut sim, &["2"]);
    sim.on(Key::Do(Action::Next));
    assert_refused(&sim, "This is the last problem.");
    type_lines(&mut sim, &["99999999999"]);
    assert_refused(&sim, "The problems are numbered 1 to 2.");
}

#[test]
fn the_cursor_stays_in_the_part_that_is_shown() {
    let corner = format!(
        "{}xxx****************\n--x****************\n--x****************\nC1 o\n\n",
        "*******************\n".repeat(16)
    );
    let mut sim = sim(&[&corner]);
    let far = |sim: &mut Sim| {
        for _ in 0..30 {
            sim.on(Key::Move(Direction::Up));
        }
        sim.on(Key::Move(Direction::FarRight));
        sim.cursor().vertex(19).to_string()
    };
    assert_eq!(far(&mut sim), "E5");
    sim.on(Key::Do(Action::Whole));
    assert_eq!(far(&mut sim), "T19");
    sim.on(Key::Do(Action::Whole));
    assert_eq!(sim.cursor().vertex(19).to_string(), "E5");
    for _ in 0..30 {
        sim.on(Key::Move(Direction::Down));
    }
    sim.on(Key::Move(Direction::FarLeft));
    assert_eq!(sim.cursor().vertex(19).to_string(), "A1");
}

#[test]
fn help_opens_scrolls_and_closes_without_touching_the_game() {
    let mut sim = sim(&[KO]);
    sim.on(Key::Do(Action::Help));
    assert_eq!(sim.help(), Some(0));
    sim.on(Key::Move(Direction::Down));
    assert_eq!(sim.help(), Some(1));
    sim.on(Key::Move(Direction::Up));
    sim.on(Key::Move(Direction::Up));
    assert_eq!(sim.help(), Some(0));
    sim.on(Key::Enter);
    assert_eq!((sim.help(), sim.game().moves().len()), (None, 0));
}

#[test]
fn one_can_always_leave() {
    assert_eq!(sim(&[KO]).on(Key::Do(Action::Quit)), Next::Leave);
    assert_eq!(type_line(&mut sim(&[KO]), "quit"), Next::Leave);
    let mut reading = sim(&[KO]);
    reading.on(Key::Do(Action::Help));
    assert_eq!(reading.on(Key::Do(Action::Quit)), Next::Leave);
}

/// Runs the command with a pipe for a terminal; its exit code and what it says on standard error.
fn run_piped(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_shikatsu"))
        .arg("sim")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.stdout.is_empty());
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn without_a_terminal_it_says_so() {
    let (code, said) = run_piped(&[]);
    assert_eq!(code, Some(2));
    assert!(said.starts_with("shikatsu: sim needs a terminal"), "{said}");
}

#[test]
fn with_nothing_to_play_it_says_why() {
    let (code, said) = run_piped(&["no-such-file.txt"]);
    assert_eq!(code, Some(2));
    assert_eq!(
        said,
        "shikatsu: no-such-file.txt: there is no such file or folder\nshikatsu: there is no problem to play\n"
    );
}

#[test]
fn there_is_nothing_to_overrule_without_a_file() {
    let (code, said) = run_piped(&["--key", "E1"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("none is named"), "{said}");
}
