//! First moves in both orders: how natural they look, and what the older programs knew of them.

use super::game::Tsumego;
use super::task::Task;
use crate::instinct::{Look, look};
use crate::problem::Problem;
use crate::region::Word;

/// A first move.
#[derive(Clone, Copy, Debug)]
pub struct FirstMove {
    /// How it looks.
    pub look: Look,
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
    let region = game.region();
    look(problem, &mut |look| {
        let cell = region.cell(look.point);
        let known = ranks[cell / Word::BITS as usize][cell % Word::BITS as usize];
        each(FirstMove { look, known });
    });
    true
}
