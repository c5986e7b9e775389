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
use crate::region::{Bits, Chains, Region, Stones};

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
    add_parts(region, shut_in(region, stones, owner), &mut areas);
    areas
}

/// The stones of `owner` that are unconditionally alive.
pub fn unconditionally_alive<const N: usize>(
    region: &Region<N>,
    stones: &Stones<N>,
    owner: Color,
) -> Bits<N> {
    let mut areas = enclosed(region, stones, owner);
    let immune = safe_stones(region, stones, owner);
    if areas.len() < 2 {
        return immune;
    }
    let mut chains = Vec::new();
    let own = stones.of(owner);
    survive(region, stones, own.minus(immune), &mut chains, &mut areas);
    chains.iter().fold(immune, |alive, chain| alive | chain.stones())
}

/// Whether `chain` is among them, where some of the enclosed areas are known already; the others are added.
pub(crate) fn lives<const N: usize>(
    region: &Region<N>,
    stones: &Stones<N>,
    chain: &Chains<N>,
    owner: Color,
    areas: &mut Areas<N>,
) -> bool {
    let known = areas.iter().fold(Bits::EMPTY, |known, &area| known | area);
    add_parts(region, shut_in(region, stones, owner).minus(known), areas);
    let mut chains = Vec::new();
    let has_room = chains.push(*chain).is_ok();
    debug_assert!(has_room);
    let immune = safe_stones(region, stones, owner);
    let others = stones.of(owner).minus(chain.stones()).minus(immune);
    survive(region, stones, others, &mut chains, areas);
    chains.first() == Some(chain)
}

/// The stones of `color` that can never be captured because they are joined to a wall or to a liberty outside.
pub fn safe_stones<const N: usize>(region: &Region<N>, stones: &Stones<N>, color: Color) -> Bits<N> {
    let own = stones.of(color);
    let safe = own & region.immune(color);
    if safe.is_empty() {
        return safe;
    }
    region.flood(safe, own)
}

/// Adds the chains of these `others` to those that are known, and strikes out all that do not live, with the areas that they enclose.
fn survive<const N: usize>(
    region: &Region<N>,
    stones: &Stones<N>,
    others: Bits<N>,
    chains: &mut Vec<Chains<N>, MOST>,
    areas: &mut Areas<N>,
) {
    let empty = stones.empty(region);
    let mut rest = others;
    while !rest.is_empty() {
        let chain = region.flood(rest.lowest(), rest);
        if chains.push(Chains::new(region, chain)).is_err() {
            break;
        }
        rest = rest.minus(chain);
    }
    // A chain that is not looked at may die, and what it encloses then opens.
    let broken = region.beside(rest);
    areas.retain(|area| !area.meets(broken));
    loop {
        let before = chains.len();
        chains.retain(|chain| {
            let is_vital = |area: &&Bits<N>| is_vital(chain.beside(), empty, **area);
            let lives = areas.iter().filter(is_vital).nth(1).is_some();
            if !lives {
                areas.retain(|area| !area.meets(chain.beside()));
            }
            lives
        });
        if chains.len() == before {
            return;
        }
    }
}

/// Whether an enclosed area is vital to a chain with these cells beside it.
pub(crate) fn is_vital<const N: usize>(beside_chain: Bits<N>, empty: Bits<N>, area: Bits<N>) -> bool {
    area.meets(beside_chain) && (area & empty).minus(beside_chain).is_empty()
}

/// Adds the connected parts of a set, as many as there is room for.
pub(crate) fn add_parts<const N: usize>(region: &Region<N>, set: Bits<N>, parts: &mut Vec<Bits<N>, MOST>) {
    let mut rest = set;
    while !rest.is_empty() {
        let part = region.flood(rest.lowest(), rest);
        if parts.push(part).is_err() {
            break;
        }
        rest = rest.minus(part);
    }
}
