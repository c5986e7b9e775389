//! Unconditional life (Benson), and the zone that shows it.
//!
//! A **space** is a largest connected set of cells without a defending stone, shut in by defending chains. It is vital to a chain
//! if each of its empty cells is a liberty of the chain. Strike out chains with fewer than two vital spaces and spaces that touch a chain
//! struck out, as long as there are any: what is left lives.
//!
//! **Zone.** A chain that lives, two spaces vital to it, all chains around these, two spaces of each of those, and so on. Wherever a
//! position agrees on that, the same spaces are shut in by the same stones, so the same argument holds there.

use crate::field::Field;
use crate::position::Position;
use crate::set::Set;

const SPACES: usize = 16;
const CHAINS: usize = 24;

/// The zone of the key stones' unconditional life, if one of them has it.
///
/// Positions with more spaces or chains than fit are not called alive.
pub(crate) fn alive<const N: usize>(field: &Field<N>, position: &Position<N>) -> Option<Set<N>> {
    let own = position.stones[0];
    if position.key.is_empty() {
        return None;
    }
    if position.key.meets(field.immune[0]) {
        return Some(field.flood(own, position.key & field.immune[0]));
    }
    let empty = position.empty(field);
    let rest = field.cells.minus(own);
    let touched = field.near(own);
    // A space with an empty cell that touches no chain is vital to none. In the open nearly all falls away at once.
    let open = field.flood(rest, (rest & field.leaks[0]) | empty.minus(touched));
    let mut closed = rest.minus(open);
    let safe = own & field.immune[0];
    if safe.is_empty() && closed.len() < 2 {
        return None;
    }
    let mut spaces = [Set::EMPTY; SPACES];
    let mut space_count = 0;
    while closed.any() && space_count < SPACES {
        let space = field.flood(closed, closed.lowest());
        closed = closed.minus(space);
        spaces[space_count] = space;
        space_count += 1;
    }
    let spaces = &spaces[..space_count];
    if safe.is_empty() && space_count < 2 {
        return None;
    }
    let mut beside_spaces = Set::EMPTY;
    for &space in spaces {
        beside_spaces |= field.near(space);
    }
    let mut rest = field.flood(own, beside_spaces | position.key);
    let mut chains = [(Set::EMPTY, Set::EMPTY); CHAINS];
    let mut chain_count = 0;
    while rest.any() {
        if chain_count == CHAINS {
            return None;
        }
        let chain = field.flood(rest, rest.lowest());
        rest = rest.minus(chain);
        chains[chain_count] = (chain, field.near(chain));
        chain_count += 1;
    }
    let chains = &chains[..chain_count];
    let vital = |space: Set<N>, beside: Set<N>| (space & empty).within(beside) && space.meets(beside);
    let is_safe = |i: usize| chains[i].0.meets(field.immune[0]);
    let (mut chains_left, mut spaces_left) = ((1u32 << chain_count) - 1, (1u32 << space_count) - 1);
    loop {
        let before = (chains_left, spaces_left);
        for (i, &(_, beside)) in chains.iter().enumerate() {
            let count = |&s: &usize| spaces_left >> s & 1 == 1 && vital(spaces[s], beside);
            if chains_left >> i & 1 == 1 && !is_safe(i) && (0..space_count).filter(count).count() < 2 {
                chains_left &= !(1 << i);
            }
        }
        for (s, &space) in spaces.iter().enumerate() {
            if chains
                .iter()
                .enumerate()
                .any(|(i, chain)| chains_left >> i & 1 == 0 && chain.1.meets(space))
            {
                spaces_left &= !(1 << s);
            }
        }
        if (chains_left, spaces_left) == before {
            break;
        }
    }
    let first = (0..chain_count).find(|&i| chains_left >> i & 1 == 1 && chains[i].0.meets(position.key))?;
    let spaces: Vec<Set<N>> = (0..space_count)
        .filter(|&s| spaces_left >> s & 1 == 1)
        .map(|s| spaces[s])
        .collect();
    Some(support(field, chains, &spaces, empty, first))
}

/// The chain `first`, two spaces vital to it, all chains around these, and so on. All `spaces` are shut in by chains that live.
fn support<const N: usize>(
    field: &Field<N>,
    chains: &[(Set<N>, Set<N>)],
    spaces: &[Set<N>],
    empty: Set<N>,
    first: usize,
) -> Set<N> {
    let mut zone = Set::EMPTY;
    let (mut todo, mut used, mut spaces_used) = (1u32 << first, 1u32 << first, 0u32);
    while todo != 0 {
        let i = todo.trailing_zeros() as usize;
        todo &= todo - 1;
        let (chain, beside) = chains[i];
        zone |= chain;
        if chain.meets(field.immune[0]) {
            continue;
        }
        let vital = |s: usize| (spaces[s] & empty).within(beside) && spaces[s].meets(beside);
        // Spaces that are in the zone already count first, then small ones.
        let have = (0..spaces.len()).filter(|&s| spaces_used >> s & 1 == 1 && vital(s));
        for _ in have.count()..2 {
            let unused = (0..spaces.len()).filter(|&s| spaces_used >> s & 1 == 0 && vital(s));
            let Some(s) = unused.min_by_key(|&s| spaces[s].len()) else {
                break;
            };
            spaces_used |= 1 << s;
            zone |= spaces[s];
            for (j, other) in chains.iter().enumerate() {
                if used >> j & 1 == 0 && other.1.meets(spaces[s]) {
                    used |= 1 << j;
                    todo |= 1 << j;
                }
            }
        }
    }
    zone
}
