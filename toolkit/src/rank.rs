//! Which first moves look natural, before anything is read out.
//!
//! The opinion is the core's (`instinct`), learnt from proofs. Here it becomes probabilities, and what is said and drawn of them.

use std::fmt::Write as _;

use serde_json::{Value, json};
use shikatsu::board::{Board, Point};
use shikatsu::instinct::look;
use shikatsu::problem::Problem;

use crate::print::{Style, grid};

/// Scores are in so many parts of a natural logarithm.
const PARTS: f64 = 16.0;

/// A legal first move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Natural {
    /// Where it is.
    pub point: Point,
    /// How natural it looks, in sixteenths of a natural logarithm.
    pub score: i16,
    /// How likely it is to be the one that is right, as far as looks go. All moves together have 1.
    pub probability: f64,
}

/// Every legal first move, the most natural one first; of equals the one that comes first on the board.
pub fn rank(problem: &Problem) -> Vec<Natural> {
    let board = Board::new(&problem.setup());
    let mut moves = Vec::new();
    look(problem, &mut |first| {
        if board.check(first.point, problem.to_move()).is_ok() {
            moves.push(Natural {
                point: first.point,
                score: first.score,
                probability: 0.0,
            });
        }
    });
    moves.sort_by_key(|natural| (-natural.score, natural.point.row(), natural.point.column()));
    let most = moves.first().map_or(0, |natural| natural.score);
    let share = |natural: &Natural| (f64::from(natural.score - most) / PARTS).exp();
    let all: f64 = moves.iter().map(share).sum();
    for natural in &mut moves {
        natural.probability = share(natural) / all;
    }
    moves
}

/// For programs.
pub fn json(problem: &Problem, moves: &[Natural]) -> Value {
    let list: Vec<Value> = moves
        .iter()
        .map(|natural| {
            json!({
                "move": natural.point.vertex(problem.size()).to_string(),
                "probability": (natural.probability * 1e4).round() / 1e4,
                "score": natural.score,
            })
        })
        .collect();
    json!(list)
}

/// For people: a line for each move.
pub fn lines(problem: &Problem, moves: &[Natural]) -> String {
    let mut text = String::new();
    for natural in moves {
        let name = natural.point.vertex(problem.size()).to_string();
        let _ = writeln!(text, "{name:>4} {:5.1} %", 100.0 * natural.probability);
    }
    text
}

/// The board with a digit on each point that may be played: how likely it looks, in tenths and rounded down.
pub fn heat_map(problem: &Problem, moves: &[Natural], style: Style) -> String {
    let tenths = |point: Point| {
        let natural = moves.iter().find(|natural| natural.point == point)?;
        Some((natural.probability * 10.0).min(9.0) as u8)
    };
    grid(problem, style, &tenths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Entry;

    fn problem() -> Problem {
        // Straight three in the corner.
        Entry::from_text("---ox****\nooo-x****\nxxxxx****\n*********\n*********\n*********\n*********\n*********\n*********\nA8 x\n")
            .unwrap()
            .problem
    }

    #[test]
    fn probabilities_of_legal_moves_make_one() {
        let problem = problem();
        let moves = rank(&problem);
        assert_eq!(moves.len(), 4);
        let sum: f64 = moves.iter().map(|natural| natural.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9);
        assert!(moves.windows(2).all(|pair| pair[0].score >= pair[1].score));
    }

    #[test]
    fn the_middle_of_three_looks_natural() {
        let problem = problem();
        let best = rank(&problem)[0];
        assert_eq!(best.point.vertex(9).to_string(), "B9");
        assert_eq!(json(&problem, &rank(&problem))[0]["move"], "B9");
        assert!(lines(&problem, &rank(&problem)).starts_with("  B9 "));
        let ascii = Style {
            ascii: true,
            color: false,
        };
        let map = heat_map(&problem, &rank(&problem), ascii);
        assert!(map.contains(char::is_numeric), "{map}");
    }
}
