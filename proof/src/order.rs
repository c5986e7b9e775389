//! Puts the nodes of a proof in the order that files want.

use crate::form::{Node, Number};

/// The nodes that `root` leads to, `root` first and each behind one that leads to it. If nothing goes round in circles, each stands behind *all* that lead to it.
/// `None` if a node leads to one that is not there.
pub fn ordered(nodes: &[Node], root: Number) -> Option<Vec<Node>> {
    const UNSEEN: Number = Number::MAX;
    let ways = |number: Number| {
        let node = nodes.get(number as usize)?;
        Some(
            node.step
                .ways()
                .into_iter()
                .map(|(_, next)| next)
                .collect::<Vec<_>>(),
        )
    };
    // The reverse of the order in which a walk in depth leaves nodes for good.
    let mut seen = vec![false; nodes.len()];
    let mut left: Vec<Number> = Vec::new();
    let mut path = vec![(root, ways(root)?, 0)];
    *seen.get_mut(root as usize)? = true;
    while let Some((number, next, at)) = path.last_mut() {
        let Some(&child) = next.get(*at) else {
            left.push(*number);
            path.pop();
            continue;
        };
        *at += 1;
        if !std::mem::replace(seen.get_mut(child as usize)?, true) {
            path.push((child, ways(child)?, 0));
        }
    }
    left.reverse();
    let mut place = vec![UNSEEN; nodes.len()];
    for (at, &number) in left.iter().enumerate() {
        place[number as usize] = at as Number;
    }
    let moved = |&number: &Number| {
        let node = &nodes[number as usize];
        Node {
            step: node.step.renumbered(|old| place[old as usize]),
            zone: node.zone,
        }
    };
    Some(left.iter().map(moved).collect())
}
