//! Which first moves look natural.

use super::game::Tsumego;
use super::task::Task;
use crate::board::Point;
use crate::instinct::{self, Surroundings};
use crate::problem::Problem;
use crate::region::Word;

/// A first move, as it looks.
#[derive(Clone, Copy, Debug)]
pub struct FirstMove {
    /// Where it is.
    pub point: Point,
    /// What surrounds it.
    pub seen: Surroundings,
    /// What it does at once: see [`instinct::deed`].
    pub deeds: u8,
    /// How natural it looks.
    pub score: i16,
    /// Its rank in the older order; `None` where a theorem rules it out.
    pub known: Option<i16>,
}

/// Shows every empty point on which the first move may be tried, in a region of up to `N` words. Some may be suicide. False if the region is larger.
pub fn first_moves<const N: usize>(problem: &Problem, each: &mut dyn FnMut(FirstMove)) -> bool {
    let mut game: Tsumego<N> = Tsumego::new();
    if !game.set(&Task::of(problem)) {
        return false;
    }
    let mut ranks = [[None; Word::BITS as usize]; N];
    game.look_as_before(&mut |cell, rank| {
        ranks[cell / Word::BITS as usize][cell % Word::BITS as usize] = Some(rank);
    });
    let region = game.region().clone();
    let defends = problem.to_move() == game.defender();
    game.look(&mut |cell, seen, deeds| {
        each(FirstMove {
            point: region.point(cell),
            seen,
            deeds,
            score: instinct::score(seen, deeds, defends),
            known: ranks[cell / Word::BITS as usize][cell % Word::BITS as usize],
        });
    });
    true
}
