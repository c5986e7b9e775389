//! Unconditional life, after Benson: chains that stand even if their owner passes for ever.
//!
//! A **region** is a largest connected set of points without a defending stone. It is vital to a chain when
//! each of its empty points is a liberty of the chain. Take away, as long as there are any, chains with
//! fewer than two vital regions, and regions that touch a chain taken away; what is left lives.

use super::area::{Area, Points, Side, Stones, each};

/// Whether one of the `keys`, stones of the defender, stands in unconditional life.
pub(super) fn lives(area: &Area, stones: Stones, keys: Points) -> bool {
    let own = stones.defender;
    let empty = area.empty(stones);
    let safe = area.safe(Side::Defender);
    let (immortal, mut chains): (Vec<Points>, Vec<Points>) =
        parts(area, own).into_iter().partition(|chain| chain & safe != 0);
    let mut regions = parts(area, empty | stones.attacker);
    // What never changes belongs to the region beside it, and has empty points that no chain here touches.
    regions.retain(|region| region & area.leaks(Side::Defender) == 0);
    loop {
        let is_vital = |region: Points, chain: Points| region & empty & !area.beside(chain) == 0;
        let found = (chains.len(), regions.len());
        chains.retain(|&chain| {
            let touching = regions.iter().filter(|&&region| area.beside(chain) & region != 0);
            touching.filter(|&&region| is_vital(region, chain)).count() >= 2
        });
        let left = chains.iter().chain(&immortal).fold(0, |all, chain| all | chain);
        regions.retain(|&region| area.beside(region) & own & !left == 0);
        if (chains.len(), regions.len()) == found {
            return left & keys != 0;
        }
    }
}

/// The connected parts of a set.
fn parts(area: &Area, mut points: Points) -> Vec<Points> {
    let mut parts = Vec::new();
    while let Some(i) = each(points).next() {
        let part = area.flood(1 << i, points);
        points &= !part;
        parts.push(part);
    }
    parts
}
