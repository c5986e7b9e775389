//! The solver against the oracle on every filling of small enclosed regions.
//!
//! A region lies in a corner, on an edge or in the centre. Around it stands the defender's ring, all of it key
//! stones, and around that a wall that cannot be captured; each also with a liberty of the ring from without. Up to
//! six points every shape in every orientation that the place tells apart.

use host_tests::enclosed::{Place, Walled, polyominoes};
use host_tests::solving::{DEVICE_SLOTS, Tally, slots};
use shikatsu::board::{Color, Symmetry};
use shikatsu::search::Table;

/// More than the oracle needs for any of them.
const EFFORT: u64 = 5_000_000;

/// The symmetries of the board that leave a place where it is.
fn symmetries(place: Place) -> Vec<Symmetry> {
    let all: Vec<Symmetry> = Symmetry::all().collect();
    match place {
        Place::Corner => all[0..2].to_vec(),
        Place::Edge => vec![all[0], all[2]],
        Place::Centre => all,
    }
}

fn regions(place: Place) -> Vec<Walled> {
    let mut shapes = Vec::new();
    for points in 1..=6 {
        shapes.extend(polyominoes(points, &symmetries(place)));
    }
    let closed = shapes.iter().map(|shape| Walled::new(shape, place, None));
    let open = shapes.iter().enumerate();
    let open = open.map(|(i, shape)| Walled::new(shape, place, Some(5 * i)));
    closed.chain(open).collect()
}

/// Compares on one of `stride` fillings. The first `skip` are left out.
fn compare(place: Place, skip: usize, stride: usize) -> Tally {
    let mut memory = slots(DEVICE_SLOTS);
    let mut table = Table::new(&mut memory);
    let mut tally = Tally::default();
    let mut number = 0;
    for region in regions(place) {
        for filling in 0..region.fillings() {
            for to_move in Color::BOTH {
                number += 1;
                if number % stride != skip {
                    continue;
                }
                if let Some(problem) = region.filled(filling, to_move) {
                    tally.compare::<4>(&problem, &mut table, EFFORT);
                }
            }
        }
    }
    tally
}

fn every_filling(place: Place) {
    let mut tally = Tally::default();
    std::thread::scope(|scope| {
        let parts = [0, 1].map(|skip| scope.spawn(move || compare(place, skip, 2)));
        for part in parts {
            tally.add(part.join().expect("no panic"));
        }
    });
    tally.finish(&format!("every filling, {place:?}"));
    assert_eq!((tally.too_hard, tally.unknown), (0, 0));
}

#[test]
fn a_sample_of_all_fillings_gets_the_oracles_answer() {
    for place in Place::ALL {
        let tally = compare(place, 17, 397);
        tally.finish(&format!("a sample, {place:?}"));
        assert_eq!((tally.too_hard, tally.unknown), (0, 0));
        assert!(tally.compared() > 100);
    }
}

#[test]
#[ignore = "takes minutes"]
fn every_filling_in_the_corner_gets_the_oracles_answer() {
    every_filling(Place::Corner);
}

#[test]
#[ignore = "takes minutes"]
fn every_filling_on_the_edge_gets_the_oracles_answer() {
    every_filling(Place::Edge);
}

#[test]
#[ignore = "takes minutes"]
fn every_filling_in_the_centre_gets_the_oracles_answer() {
    every_filling(Place::Centre);
}
