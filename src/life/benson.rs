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

/// The areas that the stones of `owner` enclose: no way out without crossing them.
pub(crate) type Areas<const N: usize> = Vec<Bits<N>, MOST>;

/// The cells of all these areas together.
pub(crate) fn shut_in<const N: usize>(region: &Region<N>, stones: &Stones<N>, owner: Color) -> Bits<N> {
    let free = region.cells().minus(stones.of(owner));
    let leaks = free & region.leaks(owner);
    if leaks.is_empty() {
        return free;
    }
    free.minus(region.flood(leaks, free))
}

/// The enclosed areas, at most [`MOST`] of them.
pub(crate) fn enclosed<const N: usize>(region: &Region<N>, stones: &Stones<N>, owner: Color) -> Areas<N> {
    let mut areas = Vec::new();
    parts(region, shut_in(region, stones, owner), &mut areas);
    areas
}

/// The stones of `owner` that are unconditionally alive.
pub fn unconditionally_alive<const N: usize>(
    region: &Region<N>,
    stones: &Stones<N>,
    owner: Color,
) -> Bits<N> {
    alive_with(region, stones, owner, &mut enclosed(region, stones, owner))
}

/// The same, for one who knows the enclosed areas; those that stay are vital to what lives.
pub(crate) fn alive_with<const N: usize>(
    region: &Region<N>,
    stones: &Stones<N>,
    owner: Color,
    areas: &mut Areas<N>,
) -> Bits<N> {
    let own = stones.of(owner);
    let empty = stones.empty(region);
    let immune = region.flood(own & region.immune(owner), own);
    if areas.len() < 2 {
        return immune;
    }
    let mut chains: Vec<Bits<N>, MOST> = Vec::new();
    let unseen = parts(region, own.minus(immune), &mut chains);
    // A chain that is not looked at may die, and what it encloses then opens.
    let broken = region.beside(unseen);
    areas.retain(|area| !area.meets(broken));
    loop {
        let before = chains.len();
        chains.retain(|&chain| {
            let lives = vital_to(region, empty, chain, areas).nth(1).is_some();
            if !lives {
                let liberties = region.beside(chain);
                areas.retain(|area| !area.meets(liberties));
            }
            lives
        });
        if chains.len() == before {
            return chains.iter().fold(immune, |alive, &chain| alive | chain);
        }
    }
}

/// The areas that are vital to `chain`.
fn vital_to<const N: usize>(
    region: &Region<N>,
    empty: Bits<N>,
    chain: Bits<N>,
    areas: &[Bits<N>],
) -> impl Iterator<Item = Bits<N>> {
    let liberties = region.beside(chain);
    let areas = areas.iter().copied();
    areas.filter(move |&area| area.meets(liberties) && (area & empty).minus(liberties).is_empty())
}

/// The connected parts of a set, as many as there is room for; what is left of it comes back.
pub(crate) fn parts<const N: usize>(
    region: &Region<N>,
    set: Bits<N>,
    parts: &mut Vec<Bits<N>, MOST>,
) -> Bits<N> {
    let mut rest = set;
    while !rest.is_empty() {
        let part = region.flood(rest.lowest(), rest);
        if parts.push(part).is_err() {
            break;
        }
        rest = rest.minus(part);
    }
    rest
}
