//! `shikatsu together replay`: a game record, move by move.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufRead, IsTerminal};
use std::path::PathBuf;

use clap::Args;
use shikatsu::board::{Color, Move, Point};
use shikatsu::play::{CELLS, Kifu, Ko, MOVES};
use shikatsu_toolkit::print::printable;

use crate::commands::regress::game::{main_line, rectangle};
use crate::commands::{Done, complain, say};

/// Play a game record again: every position with what was proposed and why it was decided
///
/// At a terminal Enter goes on, `b` goes back, a number goes to that move, `q` ends. Otherwise everything is printed.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The game, as SGF
    #[arg(value_name = "GAME.sgf")]
    file: PathBuf,

    /// Only the position after this move
    #[arg(long, value_name = "N")]
    at: Option<usize>,
}

/// A position and what is said about it.
struct Step {
    board: String,
    words: String,
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    let steps = match fs::read(&options.file) {
        Ok(bytes) => steps(&String::from_utf8_lossy(&bytes)),
        Err(error) => Err(error.to_string()),
    };
    let steps = match steps {
        Ok(steps) => steps,
        Err(why) => {
            complain(&format!("{}: {why}", options.file.display()));
            return Ok(Done::WithFaults);
        }
    };
    let last = steps.len() - 1;
    let show = |at: usize| {
        say(&format!(
            "{}{}({at} of {last})\n\n",
            steps[at].board, steps[at].words
        ))
    };
    if let Some(at) = options.at {
        show(at.min(last))?;
        return Ok(Done::Well);
    }
    if !io::stdin().is_terminal() {
        (0..=last).try_for_each(show)?;
        return Ok(Done::Well);
    }
    let mut at = 0;
    show(at)?;
    for line in io::stdin().lock().lines() {
        at = match line?.trim() {
            "q" => break,
            "b" => at.saturating_sub(1),
            "" => (at + 1).min(last),
            other => other.parse().map_or(at, |wanted: usize| wanted.min(last)),
        };
        show(at)?;
    }
    Ok(Done::Well)
}

/// The start, and every move of the main line.
fn steps(sgf: &str) -> Result<Vec<Step>, String> {
    let mut kifu = Box::new(Kifu::<CELLS, MOVES>::new());
    kifu.set_ko(Ko::Simple);
    let mut steps: Vec<Step> = Vec::new();
    let mut size = 19;
    let mut head = Vec::new();
    let line = main_line(sgf);
    if line.is_empty() {
        return Err("there is no game in it".to_string());
    }
    for (name, values) in line {
        let value = values.first().map_or("", |value| value.trim());
        match &name[..] {
            "SZ" => size = value.parse().map_err(|_| "the board has an odd size")?,
            "PB" | "PW" | "RE" | "DT" | "GC" => head.push(format!("{}: {}", label(&name), printable(value))),
            "B" | "W" => {
                begin(&mut steps, &mut kifu, size, &head)?;
                let color = if name == "B" { Color::Black } else { Color::White };
                let chosen = match rectangle(value, size)[..] {
                    [place] => {
                        let size = u16::from(size);
                        Move::Play(Point::new((place % size) as u8, (place / size) as u8))
                    }
                    _ => Move::Pass,
                };
                let number = steps.len();
                kifu.play(color, chosen)
                    .map_err(|_| format!("move {number} cannot be played"))?;
                let what = match chosen {
                    Move::Play(point) => point.vertex(size).to_string(),
                    Move::Pass => "pass".to_string(),
                };
                steps.push(Step {
                    board: board(&kifu),
                    words: format!("{number}. {} {what}\n", color.name()),
                });
            }
            "C" => {
                begin(&mut steps, &mut kifu, size, &head)?;
                if let Some(step) = steps.last_mut() {
                    step.words.push_str(&printable(value));
                    step.words.push('\n');
                }
            }
            _ => {}
        }
    }
    begin(&mut steps, &mut kifu, size, &head)?;
    Ok(steps)
}

/// The empty board, with what the file says about the game.
fn begin(
    steps: &mut Vec<Step>,
    kifu: &mut Kifu<CELLS, MOVES>,
    size: u8,
    head: &[String],
) -> Result<(), String> {
    if steps.is_empty() {
        if !kifu.restart(size) {
            return Err("boards have 5 to 19 lines".to_string());
        }
        steps.push(Step {
            board: board(kifu),
            words: head.iter().flat_map(|line| [&line[..], "\n"]).collect(),
        });
    }
    Ok(())
}

fn label(name: &str) -> &str {
    match name {
        "PB" => "Black",
        "PW" => "White",
        "RE" => "Result",
        "DT" => "Date",
        _ => "About",
    }
}

fn board(kifu: &Kifu<CELLS, MOVES>) -> String {
    let (field, size) = (kifu.field(), kifu.size());
    let letters: Vec<String> = (0..size)
        .map(|column| Point::letter(column).to_string())
        .collect();
    let mut text = format!("   {}\n", letters.join(" "));
    for row in 0..size {
        let signs: Vec<&str> = (0..size)
            .map(|column| match field.at(Point::new(column, row)) {
                Some(Color::Black) => "●",
                Some(Color::White) => "○",
                None => "·",
            })
            .collect();
        let number = size - row;
        // A string takes everything.
        let _ = writeln!(text, "{number:>2} {}", signs.join(" "));
    }
    text
}
