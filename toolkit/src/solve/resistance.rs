//! What a proof says to the side that loses: how long it can resist, and with which move.

use shikatsu::board::Point;
use shikatsu_proof::{Proof, Step};

/// How many plies the longest way through a proof has, passes not counted, and the loser's first move on it, if the loser is to move.
pub(super) fn resistance(proof: &Proof) -> (u8, Option<Point>) {
    let mut plies = vec![0usize; proof.nodes.len()];
    // Nodes lead to later ones.
    for (at, node) in proof.nodes.iter().enumerate().rev() {
        let ways = node.step.ways();
        let after = ways.iter().filter_map(|&(stone, next)| {
            let rest = plies.get(next as usize)?;
            Some(rest + usize::from(stone.is_some()))
        });
        plies[at] = after.max().unwrap_or(0);
    }
    let depth = plies.first().copied().unwrap_or(0);
    let answered = match proof.nodes.first().map(|node| &node.step) {
        Some(Step::Replies { moves, .. }) => moves.as_slice(),
        _ => &[],
    };
    let longest = answered
        .iter()
        .max_by_key(|(stone, next)| (plies.get(*next as usize), std::cmp::Reverse(*stone)));
    let size = u16::from(proof.position.size);
    let point = longest.map(|&(stone, _)| Point::new((stone % size) as u8, (stone / size) as u8));
    (depth.min(255) as u8, point)
}
