//! Death for want of room, as the checker sees it, held against all that can be played: the key stones fall, whoever is to move and whatever stands outside of what
//! it rests on.

use host_tests::proofs::{CLAIMS, another_outside, make, random_position};
use host_tests::random::Random;
use shikatsu_proof::board::{Grid, passed};
use shikatsu_proof::death::doomed;
use shikatsu_proof::{Goal, Points, Position};

/// What a run has seen.
#[derive(Default, Debug)]
struct Tally {
    /// Positions that are called dead, and of these the ones that lean on no closed point.
    dead: usize,
    without_walls: usize,
    /// With prisoners of the attacker's own, and with several key chains.
    prisoners: usize,
    several: usize,
    /// With key stones that guards keep apart.
    apart: usize,
    /// Positions in which everything was tried.
    tried: usize,
}

/// Everything is tried in a position that is called dead, with either side to move.
fn try_all(position: &Position, limit: usize, random: &mut Random, tally: &mut Tally) {
    for turned in [*position, passed(position)] {
        match make(&turned, CLAIMS[0], limit, random) {
            Some(Ok(_)) => tally.tried += 1,
            Some(Err(())) => panic!("a key stone stays in {turned:?}"),
            None => {}
        }
    }
}

/// Some moves later, with a stone for a move that cannot be played left out.
fn later(position: &Position, random: &mut Random) -> Position {
    let grid = Grid::new(position.size);
    let mut now = *position;
    for _ in 0..random.below(7) {
        let free: Vec<u16> = now.free().minus(&now.closed).iter().collect();
        if !free.is_empty()
            && let Ok(played) = grid.play(&now, random.pick(&free))
        {
            now = played.after;
        }
    }
    now
}

/// So many points that hang together.
fn area(grid: &Grid, size: u8, wanted: u8, random: &mut Random) -> Points {
    let all: Vec<u16> = Points::all(size).iter().collect();
    let mut area: Points = [random.pick(&all)].into_iter().collect();
    while area.len() < usize::from(wanted) {
        let beside: Vec<u16> = grid.around(&area).iter().collect();
        area.add(random.pick(&beside));
    }
    area
}

/// Stones with little room, in one place or two, others all around them, and a few free points further out.
fn besieged(random: &mut Random) -> Option<Position> {
    let size = random.between(5, 7);
    let grid = Grid::new(size);
    let mut prison = area(&grid, size, random.between(3, 9), random);
    if random.chance(40) {
        prison = prison.or(&area(&grid, size, random.between(2, 5), random));
    }
    let cells: Vec<u16> = prison.iter().collect();
    let mut position = Position::empty(size);
    position.black = prison;
    for _ in 0..random.between(1, 4) {
        let point = random.pick(&cells);
        position.black.remove(point);
        if random.chance(25) {
            position.white.add(point);
        }
    }
    position.white = position.white.or(&grid.around(&prison));
    let (free, closed) = (random.between(15, 50), random.pick(&[0, 0, 10]));
    for point in Points::all(size).minus(&prison).minus(&position.white).iter() {
        if random.chance(free.into()) {
            if random.chance(closed) {
                position.closed.add(point);
            }
        } else if random.chance(20) {
            position.black.add(point);
        } else {
            position.white.add(point);
        }
    }
    let inside = position.black.and(&prison);
    let pieces = grid.pieces(&inside);
    position.key = if random.chance(70) || pieces.is_empty() {
        inside
    } else {
        *random.pick(&pieces.iter().collect::<Vec<_>>())
    };
    let has_liberty = |chain: &Points| grid.around(chain).meets(&position.free());
    let chains = [position.black, position.white].map(|stones| grid.pieces(&stones));
    let is_legal = chains.iter().flatten().all(has_liberty);
    (is_legal && !position.key.is_empty()).then_some(position)
}

fn run(seed: u64, wanted: usize, limit: usize) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    while tally.tried < wanted {
        let start = if random.chance(30) {
            random_position(&mut random)
        } else {
            besieged(&mut random)
        };
        let Some(start) = start else {
            continue;
        };
        let position = later(&start, &mut random);
        let Some(attacker) = position.defender().map(shikatsu_proof::Color::other) else {
            continue;
        };
        let grid = Grid::new(position.size);
        let Some(zone) = doomed(&grid, &position, attacker, &Points::EMPTY) else {
            continue;
        };
        let again = doomed(&grid, &position, attacker, &zone);
        assert_eq!(again, Some(zone), "what it rests on is enough: {position:?}");
        tally.dead += 1;
        tally.without_walls += usize::from(!zone.meets(&position.closed));
        let own = position.stones(attacker.other());
        let first = position.key.iter().next().expect("one stands");
        let chain = grid.flood(own, first);
        tally.several += usize::from(!position.key.is_within(&chain));
        let reached = grid.flood(
            &Points::all(position.size).minus(position.stones(attacker)),
            first,
        );
        tally.apart += usize::from(!position.key.is_within(&reached));
        let is_prisoner = |piece: &&Points| piece.len() <= 2 && grid.around(piece).minus(own).len() <= 2;
        let pieces = grid.pieces(&position.stones(attacker).and(&zone));
        tally.prisoners += usize::from(pieces.iter().any(|piece| is_prisoner(&piece)));
        try_all(&position, limit, &mut random, &mut tally);
        for _ in 0..2 {
            if let Some(other) = another_outside(&position, &zone, Goal::Capture, &mut random) {
                try_all(&other, limit, &mut random, &mut tally);
            }
        }
    }
    tally
}

#[test]
fn what_lacks_room_falls() {
    let tally = run(1, 800, 1_500);
    println!("{tally:?}");
    assert!(tally.dead > 100 && tally.without_walls > 20 && tally.prisoners > 5 && tally.several > 5);
    assert!(tally.apart > 5, "key stones in several prisons");
}

#[test]
#[ignore = "takes minutes; SHIKATSU_TRIED and SHIKATSU_SEED say how much"]
fn much_that_lacks_room_falls() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let tried = number("SHIKATSU_TRIED").unwrap_or(100_000) as usize;
    println!("{:?}", run(number("SHIKATSU_SEED").unwrap_or(2), tried, 6_000));
}
