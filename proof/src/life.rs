//! Unconditional life, by Benson's theorem.
//!
//! Take chains of one colour and areas without a stone of that colour. An area is *vital* to a chain if each free point of it is a liberty of the chain. If every chain has two areas that are vital to it, or a
//! liberty on a closed point, and only these chains stand around the areas, none of them can be captured, however often the other side moves.

use crate::board::Grid;
use crate::form::{Color, Position};
use crate::points::Points;

struct Chain {
    stones: Points,
    /// A liberty that is never filled.
    lasting: Option<Points>,
    /// The areas that are vital to it.
    vital: Vec<usize>,
    lives: bool,
}

struct Space {
    points: Points,
    /// The chains around it.
    chains: Vec<usize>,
    holds: bool,
}

/// What keeps a key stone of `color` alive for ever: chains and areas, as few as are easily found beside `given`. `None` if no key stone lives unconditionally.
pub fn unconditional(grid: &Grid, position: &Position, color: Color, given: &Points) -> Option<Points> {
    // If the given points alone keep one alive, no more is asked for, however far its chain goes on outside of them.
    let of = |within: &Points| living(grid, position, color, within, given);
    of(given).or_else(|| of(&Points::all(position.size)))
}

/// The same for the parts of chains, and for the areas, that lie within some points.
fn living(grid: &Grid, position: &Position, color: Color, within: &Points, given: &Points) -> Option<Points> {
    let (mut chains, mut spaces) = survey(grid, position, color, within);
    loop {
        let mut changed = false;
        for chain in chains.iter_mut().filter(|chain| chain.lives) {
            let areas = chain.vital.iter().filter(|&&at| spaces[at].holds).count();
            if chain.lasting.is_none() && areas < 2 {
                chain.lives = false;
                changed = true;
            }
        }
        for space in spaces.iter_mut().filter(|space| space.holds) {
            if space.chains.iter().any(|&at| !chains[at].lives) {
                space.holds = false;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let living = (0..chains.len()).filter(|&at| chains[at].lives && chains[at].stones.meets(&position.key));
    let supports = living.map(|at| support(&chains, &spaces, at, given));
    supports.min_by_key(|support| support.minus(given).len())
}

fn survey(grid: &Grid, position: &Position, color: Color, within: &Points) -> (Vec<Chain>, Vec<Space>) {
    let (own, free) = (position.stones(color), position.free());
    let shut = free.and(&position.closed).and(within);
    let mut chains: Vec<Chain> = Vec::new();
    for stones in grid.pieces(&own.and(within)) {
        let lasting = grid.around(&stones).and(&shut).iter().next();
        let lasting = lasting.map(|point| [point].into_iter().collect());
        chains.push(Chain {
            stones,
            lasting,
            vital: Vec::new(),
            lives: true,
        });
    }
    let mut spaces = Vec::new();
    for points in grid.pieces(&Points::all(position.size).minus(own)) {
        let around = grid.around(&points);
        if !points.or(&around).is_within(within) {
            continue;
        }
        let beside: Vec<usize> = (0..chains.len())
            .filter(|&at| chains[at].stones.meets(&around))
            .collect();
        for &at in &beside {
            let chain = &mut chains[at];
            if points.and(&free).is_within(&grid.around(&chain.stones)) {
                chain.vital.push(spaces.len());
            }
        }
        spaces.push(Space {
            points,
            chains: beside,
            holds: true,
        });
    }
    (chains, spaces)
}

/// The chain `at` with two areas or a lasting liberty, the chains around these areas with theirs, and so on.
fn support(chains: &[Chain], spaces: &[Space], at: usize, given: &Points) -> Points {
    let mut points = Points::EMPTY;
    let (mut needed, mut next) = (vec![false; chains.len()], vec![at]);
    needed[at] = true;
    while let Some(at) = next.pop() {
        let chain = &chains[at];
        points = points.or(&chain.stones);
        if let Some(liberty) = &chain.lasting {
            points = points.or(liberty);
            continue;
        }
        let mut areas: Vec<&Space> = chain
            .vital
            .iter()
            .map(|&at| &spaces[at])
            .filter(|space| space.holds)
            .collect();
        areas.sort_by_key(|space| space.points.minus(given).minus(&points).len());
        for space in areas.into_iter().take(2) {
            points = points.or(&space.points);
            next.extend(
                space
                    .chains
                    .iter()
                    .filter(|&&at| !std::mem::replace(&mut needed[at], true)),
            );
        }
    }
    points
}
