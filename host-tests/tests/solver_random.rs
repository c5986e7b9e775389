//! The solver against the oracle on random enclosed positions, full of kos and of key stones in several chains.

use host_tests::enclosed::random_position;
use host_tests::random::Random;
use host_tests::solving::{DEVICE_SLOTS, Tally, slots};
use shikatsu::search::Table;

/// Compares on `wanted` positions.
fn compare(seed: u64, wanted: usize, effort: u64) -> Tally {
    let mut random = Random::new(seed);
    let mut memory = slots(DEVICE_SLOTS);
    let mut table = Table::new(&mut memory);
    let mut tally = Tally::default();
    let mut chains = [0; 6];
    while tally.compared() + tally.too_hard + tally.unknown < wanted {
        let Some(problem) = random_position(&mut random) else {
            continue;
        };
        chains[problem.setup().key.len()] += 1;
        tally.compare::<2>(&problem, &mut table, effort);
    }
    println!("by number of key stones: {chains:?}");
    tally
}

#[test]
fn random_enclosed_positions_get_the_oracles_answer() {
    let tally = compare(1, 400, 20_000);
    tally.finish("random");
    let [_, plus, minus, _] = tally.by_outcome;
    assert!(plus + minus > 0);
    assert!(tally.compared() > 300);
}

#[test]
#[ignore = "takes minutes"]
fn many_random_enclosed_positions_get_the_oracles_answer() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let seed = number("SHIKATSU_SEED").unwrap_or(2);
    compare(seed, 20_000, 100_000).finish("many random");
}
