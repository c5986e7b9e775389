//! `shikatsu row`: a position of Row Go, for scripts and tests.

use std::io;

use clap::Args;
use serde_json::{Value, json};
use shikatsu::board::{Color, Game, Illegal, Move, Point, Setup};
use shikatsu::row::{Ended, Found, LARGEST, MAX_DEPTH, RowThinker, Rules, SMALLEST, Task, Thinking, taken};
use shikatsu::search::{Limits, Slot, Table};

use super::{Done, complain, say};
use crate::interrupt::stop_on_interrupt;

/// The slots of the table, 12 MiB.
const SLOTS: usize = 1 << 20;
/// Positions between two looks at the keyboard.
const SLICE: u32 = 10_000;

/// Row Go: play the moves of a game, and say who has won or what is best
///
/// Go with its captures, but whoever first has five stones in a row, across or down, wins; four on a board of 5×5. It checks every move, and
/// looks for the best next one. The value is that of the side to move: 30000 if it is proved to win, -30000 if it is proved to lose, else an opinion.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// Lines of the board, 4 to 9
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(i64::from(SMALLEST)..=i64::from(LARGEST)))]
    size: u8,

    /// Stones in a row that win, 3 to 5 [default: 3 on 4×4, 4 on 5×5, else 5]
    #[arg(long, value_name = "N")]
    row: Option<u8>,

    /// The moves so far, Black's first: points and passes, as in "C3 B2 pass"
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,

    /// How many plies to look ahead
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=MAX_DEPTH as i64))]
    depth: u8,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  shikatsu row --size 5 --moves \"C3 B2 D2\"
  shikatsu row --size 9 --moves \"E5 D4 E4 E6\" --depth 4 --json";

/// A move that is none.
struct Fault {
    /// Its number, from 1.
    number: usize,
    name: String,
    why: String,
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    let rules = match options.row {
        None => Rules::usual(options.size),
        Some(row) => Rules::new(options.size, row),
    };
    let Some(rules) = rules else {
        complain("a row has 3 to 5 stones, and no more than the board has lines");
        return Ok(Done::WithFaults);
    };
    let mut game = Game::new(&Setup::empty(options.size));
    let fault = play(&mut game, rules, &options.moves).err();
    let ended = rules.ended(&game);
    let found = if ended.is_some() || fault.is_some() {
        None
    } else {
        let Some(found) = find(&mut game, rules, options.depth) else {
            return Ok(Done::Stopped);
        };
        Some(found)
    };
    if options.json {
        let answer = answer(rules, &game, ended, found.as_ref(), fault.as_ref());
        say(&format!("{answer}\n"))?;
    } else if fault.is_none() {
        say(&words(rules, &game, ended, found.as_ref()))?;
    }
    match fault {
        None => Ok(Done::Well),
        Some(Fault { number, name, why }) => {
            if !options.json {
                complain(&format!("move {number}, {name}: {why}"));
            }
            Ok(Done::WithFaults)
        }
    }
}

/// Plays the moves, up to the first that cannot be played.
fn play(game: &mut Game, rules: Rules, moves: &str) -> Result<(), Fault> {
    for (name, number) in moves.split_whitespace().zip(1..) {
        let fault = |why: &dyn ToString| Fault {
            number,
            name: name.to_string(),
            why: why.to_string(),
        };
        if rules.ended(game).is_some() {
            return Err(fault(&Illegal::Over));
        }
        let chosen = if name.eq_ignore_ascii_case("pass") {
            Move::Pass
        } else {
            let point = Point::from_vertex(name, rules.size());
            Move::Play(point.ok_or_else(|| fault(&"there is no such point on this board"))?)
        };
        game.make(chosen).map_err(|illegal| fault(&illegal))?;
    }
    Ok(())
}

/// The best move; `None` if somebody stopped it.
fn find(game: &mut Game, rules: Rules, depth: u8) -> Option<Found> {
    let taken = taken(game);
    let past: Vec<u64> = game.past().collect();
    let limits = Limits {
        depth,
        ..Limits::NONE
    };
    let mut thinker = Box::new(RowThinker::IDLE);
    thinker.start(&Task::of(rules, game, &past, taken, limits));
    let mut slots = vec![Slot::EMPTY; SLOTS];
    let mut table = Table::new(&mut slots);
    let stop = stop_on_interrupt();
    loop {
        match thinker.step(&mut table, SLICE) {
            Thinking::Done(found) => return Some(found),
            Thinking::More if stop.is_wanted() => return None,
            Thinking::More => {}
        }
    }
}

fn color_word(color: Color) -> String {
    color.name().to_lowercase()
}

fn move_name(chosen: Option<Point>, size: u8) -> String {
    chosen.map_or("pass".to_string(), |point| point.vertex(size).to_string())
}

fn answer(
    rules: Rules,
    game: &Game,
    ended: Option<Ended>,
    found: Option<&Found>,
    fault: Option<&Fault>,
) -> Value {
    let (size, to_move) = (rules.size(), game.to_move());
    let moves: Vec<String> = game
        .moves()
        .map(|chosen| match chosen {
            Move::Play(point) => move_name(Some(point), size),
            Move::Pass => move_name(None, size),
        })
        .collect();
    let row = rules.winning_rows(game).map(|(_, row)| row).unwrap_or_default();
    let row: Vec<String> = row.iter().map(|point| move_name(Some(point), size)).collect();
    json!({
        "size": size,
        "row": rules.row(),
        "moves": moves,
        "legal": fault.is_none(),
        "fault": fault.map(|fault| json!({"number": fault.number, "move": fault.name, "why": fault.why})),
        "to_move": color_word(to_move),
        "winner": ended.map(|ended| match ended {
            Ended::Won(winner) => color_word(winner),
            Ended::Draw => "draw".to_string(),
        }),
        "winning_row": row,
        "best": found.map(|found| move_name(found.best, size)),
        "value": found.map(|found| found.value),
        "proved": found.and_then(|found| found.winner(to_move)).map(color_word),
        "plies": found.and_then(|found| found.plies_to_the_row(to_move)),
        "nodes": found.map(|found| found.nodes),
        "depth": found.map(|found| found.depth),
    })
}

/// The same for people, with the board.
fn words(rules: Rules, game: &Game, ended: Option<Ended>, found: Option<&Found>) -> String {
    format!("{}{}", drawn(rules.size(), game), said(rules, game, ended, found))
}

/// The board in signs.
fn drawn(size: u8, game: &Game) -> String {
    let sign = |point| {
        let stone = Color::BOTH
            .into_iter()
            .find(|&color| game.board().stones(color).contains(point));
        match stone {
            Some(Color::Black) => " X",
            Some(Color::White) => " O",
            None => " .",
        }
    };
    let row = |row| {
        let signs = (0..size).map(|column| sign(Point::new(column, row)));
        format!("{:>2}{}\n", size - row, signs.collect::<String>())
    };
    let letters = (0..size).map(|column| format!(" {}", Point::letter(column)));
    let rows: String = (0..size).map(row).collect();
    format!("{rows}  {}\n", letters.collect::<String>())
}

/// How it ended, or what is best.
fn said(rules: Rules, game: &Game, ended: Option<Ended>, found: Option<&Found>) -> String {
    let to_move = game.to_move();
    match (ended, found) {
        (Some(Ended::Won(winner)), _) => format!("{winner} has {} in a row and wins.\n", rules.row()),
        (Some(Ended::Draw), _) => "Both passed: a draw.\n".to_string(),
        (None, Some(found)) => {
            let best = move_name(found.best, rules.size());
            let worth = match (found.winner(to_move), found.plies_to_the_row(to_move)) {
                (Some(winner), Some(plies)) => format!("{winner} wins within {plies} plies"),
                _ => format!("value {}", found.value),
            };
            let (nodes, depth) = (found.nodes, found.depth);
            format!("{to_move} to move: {best}, {worth} ({nodes} positions, {depth} plies deep).\n")
        }
        (None, None) => String::new(),
    }
}
