//! Random positions, and other outsides for them.

use shikatsu_proof::board::Grid;
use shikatsu_proof::life::unconditional;
use shikatsu_proof::{Color, Goal, Points, Position};

use super::color;
use crate::random::Random;

/// A position with few points to play on: a spot full of chains of any kind, kos, key stones in several chains, mostly behind the attacker's walls. Made for trying everything.
pub fn random_position(random: &mut Random) -> Option<Position> {
    let size = random.between(6, 8);
    let grid = Grid::new(size);
    let mut position = Position::empty(size);
    position.to_move = color(random);
    let defender = color(random);
    let all: Vec<u16> = Points::all(size).iter().collect();
    let spots = if random.chance(40) { 2 } else { 1 };
    let (mut spot, mut room) = (Points::EMPTY, random.between(2, 7));
    let strength = random.between(50, 100).into();
    for number in 0..spots {
        let mut part: Points = [random.pick(&all)].into_iter().collect();
        let wanted = if number == 0 {
            random.between(6, 14)
        } else {
            random.between(2, 5)
        };
        while part.len() < wanted.into() {
            let beside: Vec<u16> = grid.around(&part).iter().collect();
            part.add(random.pick(&beside));
        }
        spot = spot.or(&part);
    }
    let mut points: Vec<u16> = spot.iter().collect();
    while !points.is_empty() {
        let point = points.swap_remove(random.below(points.len()));
        if room > 0 && random.chance(100 * usize::from(room) / (points.len() + 1)) {
            room -= 1;
        } else {
            put(
                &mut position,
                point,
                if random.chance(strength) {
                    defender
                } else {
                    defender.other()
                },
            );
        }
    }
    let leaks = random.pick(&[1, 1, 3, 6]);
    for point in grid.around(&spot).iter() {
        match random.below(20) {
            0 => {}
            number if number < leaks => put(&mut position, point, defender),
            _ => put(&mut position, point, defender.other()),
        }
    }
    let open = position.free().and(&spot);
    position.closed = position.free().minus(&open);
    if random.chance(20) {
        // Stones whose points stay closed when they are gone.
        let shut = position
            .black
            .or(&position.white)
            .iter()
            .filter(|_| random.chance(20));
        position.closed = position.closed.or(&shut.collect());
    }
    remove_captured(&mut position, &Points::all(size))?;
    let stones: Vec<u16> = position.stones(defender).and(&spot).iter().collect();
    if stones.is_empty() {
        return None;
    }
    for _ in 0..random.between(1, 4) {
        position.key.add(random.pick(&stones));
    }
    let is_settled = unconditional(&grid, &position, defender, &Points::EMPTY).is_some();
    (!is_settled || random.chance(5)).then_some(position)
}

fn put(position: &mut Position, point: u16, color: Color) {
    match color {
        Color::Black => position.black.add(point),
        Color::White => position.white.add(point),
    };
}

/// Takes chains without a liberty off, one after the other. `None` if one of them has a stone that is not in `loose`.
fn remove_captured(position: &mut Position, loose: &Points) -> Option<()> {
    let grid = Grid::new(position.size);
    loop {
        let mut dead = None;
        for color in [Color::Black, Color::White] {
            let chains = grid.pieces(position.stones(color));
            dead = dead.or(chains
                .into_iter()
                .find(|chain| !grid.around(chain).meets(&position.free())));
        }
        let Some(dead) = dead else { return Some(()) };
        if !dead.is_within(loose) {
            return None;
        }
        position.black = position.black.minus(&dead);
        position.white = position.white.minus(&dead);
        position.key = position.key.minus(&dead);
    }
}

/// The same inside of `zone` and any stones outside of it; `None` if what was thrown together is not possible.
pub fn another_outside(
    position: &Position,
    zone: &Points,
    goal: Goal,
    random: &mut Random,
) -> Option<Position> {
    let (stones, black, open) = (
        random.between(0, 95),
        random.between(0, 100),
        random.pick(&[0, 5, 20, 60, 100]),
    );
    let mut other = *position;
    let outside = Points::all(position.size).minus(zone);
    for point in outside.iter() {
        if random.chance(30) && stones > 20 {
            continue;
        }
        other.black.remove(point);
        other.white.remove(point);
        other.closed.remove(point);
        if goal != Goal::Capture {
            other.key.remove(point);
        }
        if random.chance(stones.into()) {
            let set = if random.chance(black.into()) {
                &mut other.black
            } else {
                &mut other.white
            };
            set.add(point);
        }
        if !random.chance(open) {
            other.closed.add(point);
        }
    }
    remove_captured(&mut other, &outside)?;
    other.key = other.key.and(if position.key.is_within(&position.black) {
        &other.black
    } else {
        &other.white
    });
    // No more to play on than can be tried.
    let mut free: Vec<u16> = other.free().minus(&other.closed).minus(zone).iter().collect();
    while free.len() > 3 {
        let point = free.swap_remove(random.below(free.len()));
        other.closed.add(point);
    }
    (!other.key.is_empty()).then_some(other)
}
