//! The same problem twice: turned, mirrored, or with the colours exchanged.

use std::collections::HashMap;

use shikatsu::board::{Color, Point, Symmetry};
use shikatsu::problem::Problem;

/// For each problem the first one that is the same, if that is another.
pub(super) fn twins<'a>(problems: impl Iterator<Item = &'a Problem>) -> Vec<Option<usize>> {
    let mut firsts: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut found = Vec::new();
    for (place, problem) in problems.enumerate() {
        let first = *firsts.entry(portrait(problem)).or_insert(place);
        found.push((first != place).then_some(first));
    }
    found
}

/// A description that the problem shares with its twins and with nothing else: Black moves, and of the eight ways to look at it
/// the least is taken.
pub fn portrait(problem: &Problem) -> Vec<u8> {
    let problem = match problem.to_move() {
        Color::Black => *problem,
        Color::White => problem.swapped(),
    };
    let views = Symmetry::all().map(|symmetry| describe(&problem.turned(symmetry)));
    views.min().unwrap_or_default()
}

/// A byte for each point, all there is to know about it.
fn describe(problem: &Problem) -> Vec<u8> {
    let setup = problem.setup();
    let sets = [setup.black, setup.white, setup.outside, setup.key];
    let bits = |point| {
        sets.iter()
            .fold(0, |byte, set| byte << 1 | u8::from(set.contains(point)))
    };
    Point::all(setup.size).map(bits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Entry;

    #[test]
    fn turned_and_swapped_problems_are_twins_and_others_are_not() {
        let text = "-----\n-xxx-\nxxoox\nxo-ox\nxooox\nB2 x\n";
        let problem = Entry::from_text(text).unwrap().problem;
        let to_live = Entry::from_text(&text.replace("B2 x", "B2 o")).unwrap().problem;
        for symmetry in Symmetry::all() {
            let other = problem.turned(symmetry).swapped();
            let all = [to_live, problem, other];
            assert_eq!(twins(all.iter()), [None, None, Some(1)]);
        }
    }
}
