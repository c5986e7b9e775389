//! A position with one stone changed: somewhere else, one more, one less. Good problems have good neighbours.

use shikatsu::board::{Board, Cell, Color, Point, Setup};

use super::random::Random;
use super::sight::Sight;

/// A neighbour of the position; White defends. It may be impossible.
pub(super) fn vary(setup: &Setup, random: &mut Random) -> Option<Setup> {
    let board = Board::new(setup);
    let sight = Sight::new(&board);
    let loose = |color: Color| -> Vec<Point> {
        let chains = sight.chains(color);
        chains
            .iter()
            .flat_map(|chain| chain.iter().collect::<Vec<_>>())
            .collect()
    };
    let touches = |p: &Point| sight.count(*p, Cell::Empty) < p.beside(setup.size).count();
    let free: Vec<Point> = sight.room().iter().filter(touches).collect();
    let color = random.pick(&Color::BOTH);
    let stones = loose(color);
    let mut changed = *setup;
    let mut taken = None;
    if !stones.is_empty() && random.chance(65) {
        let stone = random.pick(&stones);
        changed.black.remove(stone);
        changed.white.remove(stone);
        changed.key.remove(stone);
        taken = Some(stone);
    }
    if !free.is_empty() && (taken.is_none() || random.chance(50)) {
        let point = random.pick(&free);
        match color {
            Color::Black => changed.black.insert(point),
            Color::White => changed.white.insert(point),
        };
    }
    (changed != *setup).then_some(changed)
}
