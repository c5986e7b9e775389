//! Whole games: the rules against the other board of the core and against GNU Go, the record, the score.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::{fmt, iter, thread};

use shikatsu::board::{self, Color, Move, Point, PointSet, Setup};
use shikatsu::play::{CELLS, DEVICE_CELLS, DEVICE_MOVES, Kifu, Ko, MOVES, Refused, area, living};

type Game = Kifu<CELLS, MOVES>;

/// The xorshift generator: the same games on every run.
struct Dice(u32);

impl Dice {
    fn below(&mut self, many: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as usize % many
    }

    fn of(&mut self, points: &PointSet) -> Option<Point> {
        let all: Vec<Point> = points.iter().collect();
        (!all.is_empty()).then(|| all[self.below(all.len())])
    }
}

fn game(size: u8, ko: Ko) -> Game {
    let mut game = Game::new();
    assert!(game.restart(size));
    game.set_ko(ko);
    game
}

fn point(name: &str, size: u8) -> Point {
    Point::from_vertex(name, size).unwrap()
}

fn play(game: &mut Game, moves: &str) {
    for (color, name) in iter::repeat(Color::BOTH).flatten().zip(moves.split_whitespace()) {
        let chosen = if name == "pass" {
            Move::Pass
        } else {
            Move::Play(point(name, game.size()))
        };
        game.play(color, chosen).unwrap();
    }
}

#[test]
fn the_same_moves_are_allowed_as_on_the_board_of_problems() {
    for (seed, size, games) in [(1, 5, 12), (2, 6, 6), (3, 7, 4), (4, 9, 2)] {
        let mut dice = Dice(seed);
        for _ in 0..games {
            let mut ours = game(size, Ko::Superko);
            let mut theirs = board::Game::new(&Setup::empty(size));
            for _ in 0..200 {
                let color = ours.to_move();
                let legal = ours.legal(color);
                for point in Point::all(size) {
                    let is_legal = theirs.check(point).is_ok();
                    assert_eq!(legal.contains(point), is_legal, "{point:?}\n{:?}", theirs.board());
                    let field = ours.field();
                    assert_eq!(field.at(point).is_some(), theirs.board().is_stone(point));
                }
                let Some(chosen) = dice.of(&legal) else { break };
                ours.play(color, Move::Play(chosen)).unwrap();
                theirs.play(chosen).unwrap();
            }
        }
    }
}

/// What GNU Go is asked, and what it should say.
struct Script {
    commands: String,
    answers: Vec<String>,
}

impl Script {
    fn ask(&mut self, command: fmt::Arguments<'_>, answer: &str) {
        self.commands += &command.to_string();
        self.commands += "\n";
        self.answers.push(answer.to_string());
    }
}

/// A random game, every position of it compared.
fn script(dice: &mut Dice, size: u8, ko: Ko) -> Script {
    let mut script = Script {
        commands: String::new(),
        answers: Vec::new(),
    };
    let mut game = game(size, ko);
    script.ask(format_args!("boardsize {size}"), "");
    script.ask(format_args!("clear_board"), "");
    let mut color = Color::Black;
    for _ in 0..2 * usize::from(size) * usize::from(size) {
        let legal = game.legal(color);
        let name = color.name().to_lowercase();
        script.ask(format_args!("all_legal {name}"), &names(&legal, size));
        let chosen = if dice.below(30) == 0 {
            None
        } else {
            dice.of(&legal)
        };
        let chosen = chosen.map_or(Move::Pass, Move::Play);
        game.play(color, chosen).unwrap();
        let vertex = match chosen {
            Move::Play(point) => point.vertex(size).to_string(),
            Move::Pass => "pass".to_string(),
        };
        script.ask(format_args!("play {name} {vertex}"), "");
        let field = game.field();
        for color in Color::BOTH {
            let stones = Point::all(size)
                .filter(|&point| field.at(point) == Some(color))
                .collect();
            let name = color.name().to_lowercase();
            script.ask(format_args!("list_stones {name}"), &names(&stones, size));
            let captured = game.captives()[color.opponent() as usize];
            script.ask(format_args!("captures {name}"), &captured.to_string());
        }
        if game.is_over() {
            break;
        }
        // Sometimes one side moves twice, as controllers may have it.
        color = if dice.below(40) == 0 {
            color
        } else {
            color.opponent()
        };
    }
    script
}

/// Names of points in alphabetical order.
fn names(points: &PointSet, size: u8) -> String {
    let mut names: Vec<String> = points
        .iter()
        .map(|point| point.vertex(size).to_string())
        .collect();
    names.sort();
    names.join(" ")
}

fn sorted(answer: &str) -> String {
    let mut words: Vec<&str> = answer.split_whitespace().collect();
    words.sort_unstable();
    words.join(" ")
}

/// Where GNU Go is, if it is there.
fn gnugo() -> Option<&'static str> {
    let found = ["gnugo", "/usr/games/gnugo"].into_iter().find(|program| {
        let started = Command::new(program)
            .arg("--version")
            .stdout(Stdio::null())
            .status();
        started.is_ok_and(|status| status.success())
    });
    if found.is_none() {
        eprintln!("skipped: GNU Go is not installed, and it is the referee");
    }
    found
}

fn referee(ko: Ko, games: u32) {
    let Some(program) = gnugo() else { return };
    let rule = match ko {
        Ko::Simple => "--simple-ko",
        Ko::Superko => "--positional-superko",
    };
    let mut referee = Command::new(program)
        .args(["--mode", "gtp", rule])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut asked = referee.stdin.take().unwrap();
    let mut answers = BufReader::new(referee.stdout.take().unwrap()).lines();
    let mut dice = Dice(20_111 + ko as u32);
    for number in 0..games {
        let size = [5, 5, 5, 6, 7, 7, 9, 9][dice.below(8)];
        let size = if number % 100 == 99 { 19 } else { size };
        let script = script(&mut dice, size, ko);
        let commands = script.commands.clone();
        let asking = thread::spawn(move || {
            asked.write_all(commands.as_bytes()).unwrap();
            asked
        });
        for (command, expected) in script.commands.lines().zip(&script.answers) {
            let mut answer = String::new();
            loop {
                let line = answers.next().unwrap().unwrap();
                if line.is_empty() {
                    break;
                }
                answer = answer + " " + &line;
            }
            let answer = answer.trim_start();
            assert!(answer.starts_with('='), "game {number}, {command}: {answer}");
            assert_eq!(sorted(&answer[1..]), *expected, "game {number}, {command}");
        }
        asked = asking.join().unwrap();
    }
    asked.write_all(b"quit\n").unwrap();
    drop(asked);
    referee.wait().unwrap();
}

#[test]
fn gnu_go_agrees_with_500_games_under_simple_ko() {
    referee(Ko::Simple, 500);
}

#[test]
fn gnu_go_agrees_with_500_games_under_superko() {
    referee(Ko::Superko, 500);
}

#[test]
fn a_ko_is_not_retaken_at_once() {
    let mut game = game(5, Ko::Simple);
    play(&mut game, "B3 C3 C4 D4 C2 D2 A5 E3 D3");
    assert_eq!(game.captives(), [0, 1]);
    let ko = Move::Play(point("C3", 5));
    assert_eq!(game.check(Color::White, ko), Err(Refused::Ko));
    assert_eq!(game.check(Color::Black, ko), Ok(()), "it may be filled");
    game.play(Color::White, Move::Pass).unwrap();
    game.play(Color::Black, Move::Pass).unwrap();
    assert_eq!(game.check(Color::White, ko), Ok(()));
    game.set_ko(Ko::Superko);
    assert_eq!(game.check(Color::White, ko), Err(Refused::Superko));
}

#[test]
fn everything_is_taken_back_to_the_first_move() {
    let mut dice = Dice(7);
    let mut game = game(9, Ko::Superko);
    let mut boards = Vec::new();
    for _ in 0..120 {
        boards.push((format!("{:?}", game.field()), game.captives(), game.to_move()));
        let Some(chosen) = dice.of(&game.legal(game.to_move())) else {
            break;
        };
        game.play(game.to_move(), Move::Play(chosen)).unwrap();
    }
    for before in boards.iter().rev() {
        assert!(game.undo());
        assert_eq!(
            (format!("{:?}", game.field()), game.captives(), game.to_move()),
            *before
        );
    }
    assert!(!game.undo());
}

#[test]
fn what_cannot_be_is_refused() {
    let mut game = game(5, Ko::Superko);
    play(&mut game, "A2 C3 B1 D4");
    let refused = |game: &Game, color, name| game.check(color, Move::Play(point(name, 5)));
    assert_eq!(refused(&game, Color::White, "A1"), Err(Refused::Suicide));
    assert_eq!(refused(&game, Color::Black, "A1"), Ok(()));
    assert_eq!(refused(&game, Color::White, "C3"), Err(Refused::Taken));
    assert_eq!(
        game.check(Color::Black, Move::Play(Point::new(5, 0))),
        Err(Refused::Outside)
    );
    assert!(!game.restart(4) && !game.restart(20) && game.size() == 5);
    assert!(!Kifu::<DEVICE_CELLS, DEVICE_MOVES>::has_room(14));
    assert!(Kifu::<DEVICE_CELLS, DEVICE_MOVES>::has_room(13));
    // The record ends, and what was played stays.
    let mut short = Kifu::<CELLS, 2>::new();
    for color in Color::BOTH {
        short.play(color, Move::Pass).unwrap();
    }
    assert_eq!(short.play(Color::Black, Move::Pass), Err(Refused::Full));
}

#[test]
fn handicap_stones_stand_where_the_protocol_wants_them() {
    let places = |size, stones| {
        let mut game = Game::new();
        game.restart(size);
        game.handicap_points(stones).map(|points| names(&points, size))
    };
    assert_eq!(places(19, 2).unwrap(), "D4 Q16");
    assert_eq!(places(19, 5).unwrap(), "D16 D4 K10 Q16 Q4");
    assert_eq!(places(19, 9).unwrap(), "D10 D16 D4 K10 K16 K4 Q10 Q16 Q4");
    assert_eq!(places(9, 4).unwrap(), "C3 C7 G3 G7");
    assert_eq!(places(8, 4).unwrap(), "C3 C6 F3 F6");
    assert_eq!(places(8, 5), None);
    assert_eq!(places(7, 4).unwrap(), "C3 C5 E3 E5");
    assert_eq!(places(6, 2), None);
    assert_eq!(places(9, 1), None);
    assert_eq!(places(9, 10), None);
}

#[test]
fn area_is_stones_and_what_only_they_reach() {
    let mut game = game(5, Ko::Superko);
    // Black has two columns, White the other three; a stone of White is dead inside.
    play(&mut game, "B1 C1 B2 C2 B3 C3 B4 C4 B5 C5 pass A3");
    assert_eq!(game.score(&PointSet::EMPTY).to_string(), "W+18.5");
    let dead = [point("A3", 5)].into_iter().collect();
    game.set_komi(-3);
    assert_eq!(game.score(&dead).to_string(), "W+3.5");
    game.set_komi(-10);
    assert_eq!(game.score(&dead).to_string(), "0");
    let area = area(&game.field(), &dead);
    assert_eq!((area.black.len(), area.white.len()), (10, 15));
}

#[test]
fn two_eyes_live_and_one_does_not() {
    let mut game = game(5, Ko::Superko);
    play(&mut game, "A2 E5 B2 E4 B1 pass C2 pass");
    assert_eq!(names(&living(&game.field(), Color::Black), 5), "");
    let mut game = self::game(5, Ko::Superko);
    play(&mut game, "A2 A5 B2 B5 C2 C5 D2 D5 E2 E5 B1 pass D1 pass");
    assert_eq!(
        names(&living(&game.field(), Color::Black), 5),
        "A2 B1 B2 C2 D1 D2 E2"
    );
    assert_eq!(names(&living(&game.field(), Color::White), 5), "");
}
