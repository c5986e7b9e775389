//! `shikatsu proof show`: step through a proof, in plain lines.

use std::fmt::Write;
use std::io::{self, BufRead};

use clap::Args;
use shikatsu_proof::board::{Grid, passed};
use shikatsu_proof::points::{Point, name, named};
use shikatsu_proof::{Checked, Number, Points, Position, Proof, Step};

use super::{Source, claim, color};
use crate::commands::{Done, say};

/// Step through a proof on a board
///
/// At the winner's turn Enter plays the proof's move. At the loser's turn type a point to try it; a move that needs no answer of its own is answered as a pass. Further commands: pass, back, start,
/// zone (mark the zone or not), quit.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// Draw boards with plain ASCII characters
    #[arg(long)]
    ascii: bool,

    #[command(flatten)]
    source: Source,
}

/// Where one stands: the board as it was played, and the node that goes with it.
#[derive(Clone, Copy)]
struct Place {
    position: Position,
    node: Number,
    last: Option<Point>,
}

struct Walk<'a> {
    proof: &'a Proof,
    checked: &'a Checked,
    grid: Grid,
    path: Vec<Place>,
    marks_zone: bool,
    ascii: bool,
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    let (proof, checked) = match options.source.load() {
        Ok(loaded) => loaded,
        Err(done) => return Ok(done),
    };
    let start = Place {
        position: proof.position,
        node: 0,
        last: None,
    };
    let mut walk = Walk {
        grid: Grid::new(proof.position.size),
        proof: &proof,
        checked: &checked,
        path: vec![start],
        marks_zone: true,
        ascii: options.ascii,
    };
    say(&format!("{}\n", claim(&proof, checked.winner)))?;
    say(&walk.view())?;
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        match walk.follow(line.trim()) {
            Some(answer) => say(&answer)?,
            None => return Ok(Done::Well),
        }
    }
    say("\n")?;
    Ok(Done::Well)
}

impl Walk<'_> {
    fn now(&self) -> Place {
        self.path[self.path.len() - 1]
    }

    fn step(&self) -> &Step {
        &self.proof.nodes[self.now().node as usize].step
    }

    /// Does what a line asks, and says what is to be seen then; `None` to end.
    fn follow(&mut self, line: &str) -> Option<String> {
        let word = line.to_lowercase();
        match word.as_str() {
            "q" | "quit" | "exit" => return None,
            "b" | "back" => {
                if self.path.len() == 1 {
                    return Some("This is the start.\n> ".to_string());
                }
                self.path.pop();
            }
            "start" => self.path.truncate(1),
            "z" | "zone" => self.marks_zone = !self.marks_zone,
            "p" | "pass" => {
                let ways = self.step().ways();
                let Some(&(_, next)) = ways.iter().find(|(point, _)| point.is_none()) else {
                    return Some("The proof has no pass here.\n> ".to_string());
                };
                self.enter(None, next);
            }
            "" | "n" | "next" => {
                let Some(&(point, next)) = self.step().ways().first() else {
                    return Some("Here the proof ends. Type back, start or quit.\n> ".to_string());
                };
                self.enter(point, next);
            }
            _ => {
                if let Err(sentence) = self.reply(&word) {
                    return Some(format!("{sentence}\n> "));
                }
            }
        }
        Some(self.view())
    }

    /// Goes on with a move that the proof has.
    fn enter(&mut self, point: Option<Point>, node: Number) {
        let now = self.now().position;
        let after = match point {
            None => passed(&now),
            // The proof was checked, so it can be played.
            Some(point) => self.grid.play(&now, point).map_or(now, |played| played.after),
        };
        self.path.push(Place {
            position: after,
            node,
            last: point,
        });
    }

    /// Tries a move of the loser.
    fn reply(&mut self, word: &str) -> Result<(), String> {
        let (now, size) = (self.now().position, self.proof.position.size);
        let Some(point) = named(word, size) else {
            return Err("Type a point such as D2, pass, Enter, back, start, zone or quit.".to_string());
        };
        let Step::Replies { nulls, moves } = self.step() else {
            return Err("It is the winner's turn: Enter plays the proof's move.".to_string());
        };
        let played = self
            .grid
            .play(&now, point)
            .map_err(|refusal| format!("{} cannot be played: {refusal}.", name(point, size)))?;
        let serves = |next: &Number| {
            let zone = &self.checked.zones[*next as usize];
            !zone.has(point) && !played.taken.meets(zone)
        };
        let answer = moves
            .iter()
            .find(|(answered, _)| *answered == point)
            .map(|&(_, next)| next);
        let Some(next) = answer.or_else(|| nulls.iter().copied().find(serves)) else {
            return Err(format!("{} has no answer here.", name(point, size)));
        };
        self.path.push(Place {
            position: played.after,
            node: next,
            last: Some(point),
        });
        Ok(())
    }

    /// The board, and what can be done.
    fn view(&self) -> String {
        let (now, size) = (self.now(), self.proof.position.size);
        let zone = self.checked.zones[now.node as usize];
        let mut out = format!("\n{}", board(&now, self.marks_zone.then_some(&zone), self.ascii));
        let who = color(now.position.to_move);
        let text = match self.step() {
            Step::Taken => "All key stones are captured. The proof ends here.".to_string(),
            Step::Dead => "The key stones die for want of room. The proof ends here.".to_string(),
            Step::Alive => "A key stone is unconditionally alive. The proof ends here.".to_string(),
            Step::Plays(point, _) => format!("{who} plays {}.", name(*point, size)),
            Step::Passes(_) => format!("{who} passes."),
            Step::Replies { moves, .. } if moves.is_empty() => format!("{who} has no move that matters."),
            Step::Replies { moves, .. } => {
                let moves: Points = moves.iter().map(|&(point, _)| point).collect();
                format!(
                    "{who} may try {}. Everything else is answered as a pass.",
                    super::list(&moves, size).join(" ")
                )
            }
        };
        let _ = write!(
            out,
            "Node {}, {} moves from the start. {text}\n> ",
            now.node,
            self.path.len() - 1
        );
        out
    }
}

/// A board with coordinates. Points of the zone stand between brackets, the last move too if there is no zone to mark.
fn board(place: &Place, zone: Option<&Points>, ascii: bool) -> String {
    let position = &place.position;
    let size = position.size;
    let signs = if ascii {
        ['x', 'o', '#', '@', '-', '*']
    } else {
        ['●', '○', '◆', '◇', '·', '░']
    };
    let letters: Vec<String> = (0..size)
        .map(|column| format!(" {} ", name(position.at(column, 0), size).remove(0)))
        .collect();
    let letters = format!("   {}\n", letters.concat());
    let mut out = letters.clone();
    for row in 0..size {
        let _ = write!(out, "{:>2} ", size - row);
        for column in 0..size {
            let point = position.at(column, row);
            let is_key = usize::from(position.key.has(point)) * 2;
            let sign = match () {
                () if position.black.has(point) => signs[is_key],
                () if position.white.has(point) => signs[1 + is_key],
                () if position.closed.has(point) => signs[5],
                () => signs[4],
            };
            let (open, shut) = match zone {
                _ if place.last == Some(point) => ('(', ')'),
                Some(zone) if zone.has(point) => ('[', ']'),
                _ => (' ', ' '),
            };
            let _ = write!(out, "{open}{sign}{shut}");
        }
        let _ = writeln!(out, " {}", size - row);
    }
    out + &letters
}
