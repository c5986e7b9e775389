//! Which problems come next: today's set, and those that find a player's level.
//!
//! The handheld has no clock that runs while it is off, so a day is a set: fifteen problems, whenever they are played. What is due for review comes
//! first, then new problems near the rating, drawn from all packs so that their themes are mixed.

use heapless::Vec;

use super::random::Random;
use super::rating;
use super::tally::Tally;
use crate::pack::library::{PackIndex, ProblemIndex};
use crate::record::{Done, ProblemId, SET};

/// Of a set, at most so many are reviews: there should be something new every day.
const REVIEWS: usize = 10;
/// Draws for one problem. A library may be large, and a key is to be answered at once.
const DRAWS: usize = 60;
/// A problem this near to the rating is taken at once.
const NEAR: i16 = 150;

/// Problems that find a level.
pub(super) const FINDERS: usize = 10;
/// How far each of them moves what is believed.
const STEPS: [i16; FINDERS] = [400, 300, 250, 200, 150, 120, 100, 80, 60, 50];
/// Where the search for a level begins: 15 kyu.
const MIDDLE: i16 = 600;

/// A new set for a player with this rating.
pub(super) fn new_set(tally: &Tally<'_>, rating: i16, random: &mut Random) -> Vec<(ProblemId, Done), SET> {
    let mut set: Vec<(ProblemId, Done), SET> = Vec::new();
    while set.len() < REVIEWS {
        let is_in = |id| set.iter().any(|&(known, _)| known == id);
        let Some(id) = tally.longest_due_but(&is_in) else {
            break;
        };
        let _ = set.push((id, Done::New));
    }
    // A small library may have fewer new problems than a set has room for.
    let mut failures = 0;
    while !set.is_full() && failures < 3 {
        let is_in = |id| set.iter().any(|&(known, _)| known == id);
        match near(tally, rating, random, &is_in) {
            Some((pack, problem)) => {
                let _ = set.push((tally.library.id(pack, problem), Done::New));
            }
            None => failures += 1,
        }
    }
    set
}

/// A new problem near a rating that is not out of the question.
pub(super) fn near(
    tally: &Tally<'_>,
    rating: i16,
    random: &mut Random,
    is_out: &dyn Fn(ProblemId) -> bool,
) -> Option<(PackIndex, ProblemIndex)> {
    let library = tally.library;
    let count: usize = (0..library.packs())
        .map(|pack| usize::from(library.len(pack)))
        .sum();
    let mut nearest: Option<(i16, (PackIndex, ProblemIndex))> = None;
    for _ in 0..DRAWS {
        let place = place(tally, random.below(count))?;
        let Some(level) = library.level(place.0, place.1) else {
            continue;
        };
        let id = library.id(place.0, place.1);
        let far = (rating - rating::of_level(level)).abs();
        let is_nearer = nearest.is_none_or(|(least, _)| far < least);
        if !is_nearer || is_out(id) || tally.keeper.record(id).done != Done::New {
            continue;
        }
        nearest = Some((far, place));
        if far <= NEAR {
            break;
        }
    }
    nearest.map(|(_, place)| place)
}

/// The problem with this number, counted through all packs.
fn place(tally: &Tally<'_>, mut number: usize) -> Option<(PackIndex, ProblemIndex)> {
    for pack in 0..tally.library.packs() {
        let len = usize::from(tally.library.len(pack));
        if number < len {
            return Some((pack, number as ProblemIndex));
        }
        number -= len;
    }
    None
}

/// The search for a player's level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    /// Problems that were answered.
    pub(super) done: usize,
    /// The number of the one on the table.
    pub(super) shown: usize,
    /// What is believed.
    pub(super) rating: i16,
}

impl Finding {
    pub(super) const START: Finding = Finding {
        done: 0,
        shown: 0,
        rating: MIDDLE,
    };

    /// What is believed after another answer.
    pub(super) fn after(self, solved: bool) -> Finding {
        let step = STEPS.get(self.done).copied().unwrap_or(0);
        let change = if solved { step } else { -step };
        Finding {
            done: self.done + 1,
            shown: self.shown,
            rating: rating::bounded((self.rating + change).into()),
        }
    }

    pub(super) const fn is_over(self) -> bool {
        self.done >= FINDERS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Level;

    /// A player who solves what is easier than this, and nothing else.
    fn found(strength: i16) -> i16 {
        let mut finding = Finding::START;
        while !finding.is_over() {
            finding = finding.after(finding.rating < strength);
        }
        finding.rating
    }

    #[test]
    fn ten_answers_find_the_level_of_a_steady_player() {
        for rank in ["20k", "15k", "10k", "5k", "1k"] {
            let level: Level = rank.parse().unwrap();
            let strength = rating::of_level(level) + 50;
            let off = (found(strength) - strength).abs();
            assert!(off <= 150, "{rank}: {off} away");
        }
    }
}
