//! Unconditional life: stones that stand even if their owner never moves again (Benson, 1976).
//!
//! 1. The cells without stones of the owner fall into areas. An area from which the board can be left
//!    without crossing the owner's stones encloses nothing and is dropped.
//! 2. An area is *vital* to a chain beside it if every empty cell of the area is a liberty of the chain: the
//!    opponent cannot take the chain's last liberty there without having filled all others, which is suicide
//!    while the chain has another vital area.
//! 3. Chains with fewer than two vital areas are struck out, and with them every area they help to enclose,
//!    until nothing changes. What is left lives.
//!
//! A chain that can never be captured anyway, because it is joined to a wall or has a liberty outside, counts as
//! alive from the start.

use heapless::Vec;

use crate::board::Color;
use crate::region::{Bits, Region, Stones};

/// More chains or areas than this are not looked at: fewer stones are then found alive, never more.
const MOST: usize = 24;

/// The stones of `owner` that are unconditionally alive.
pub fn unconditionally_alive<const N: usize>(
    region: &Region<N>,
    stones: &Stones<N>,
    owner: Color,
) -> Bits<N> {
    let own = stones.of(owner);
    let empty = stones.empty(region);
    let immune = region.flood(own & region.immune(owner), own);
    let (mut chains, unseen) = parts::<N>(region, own.minus(immune));
    let (mut areas, _) = parts::<N>(region, region.cells().minus(own));
    // A chain that is not looked at may die, and what it encloses then opens.
    let broken = region.leaks(owner) | region.beside(unseen);
    areas.retain(|area| !area.meets(broken));
    loop {
        let before = chains.len();
        chains.retain(|&chain| {
            let liberties = region.beside(chain);
            let vital =
                |area: &&Bits<N>| area.meets(liberties) && (**area & empty).minus(liberties).is_empty();
            let lives = areas.iter().filter(vital).count() >= 2;
            if !lives {
                areas.retain(|area| !area.meets(liberties));
            }
            lives
        });
        if chains.len() == before {
            return chains.iter().fold(immune, |alive, &chain| alive | chain);
        }
    }
}

/// The connected parts of a set, at most [`MOST`] of them, and what is left of it.
fn parts<const N: usize>(region: &Region<N>, set: Bits<N>) -> (Vec<Bits<N>, MOST>, Bits<N>) {
    let mut parts = Vec::new();
    let mut rest = set;
    while !rest.is_empty() {
        let part = region.flood(rest.lowest(), rest);
        if parts.push(part).is_err() {
            break;
        }
        rest = rest.minus(part);
    }
    (parts, rest)
}
