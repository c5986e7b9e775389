//! Bytes from outside, bent: the short run of what `cargo xtask fuzz` does for hours.

use std::fs;
use std::path::{Path, PathBuf};

use host_tests::hostile::TARGETS;
use host_tests::random::Random;

/// Bent inputs for each target, unless `HOSTILE_RUNS` says how many.
const RUNS: usize = 10_000;

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../fuzz/seeds")
        .join(target);
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// A seed with a few things changed, or put together from two.
fn bent(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = seeds[random.below(seeds.len())].clone();
    for _ in 0..random.between(1, 6) {
        let at = random.below(bytes.len() + 1);
        match random.below(7) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, random.below(256) as u8),
            2 => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len() + 1);
                bytes.truncate(at);
                bytes.extend(&other[from..]);
            }
            3 => {
                let end = (at + random.below(40)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            4 => {
                let end = (at + random.below(20)).min(bytes.len());
                bytes.drain(at..end);
            }
            _ if at < bytes.len() => {
                let flipped = bytes[at] ^ 1 << random.below(8);
                bytes[at] = random.pick(&[0, 1, 0x7f, 0x80, 0xff, flipped]);
            }
            _ => {}
        }
    }
    bytes
}

#[test]
fn bent_bytes_never_make_a_panic() {
    let wanted = std::env::var("HOSTILE_RUNS").ok();
    let runs = wanted.map_or(RUNS, |runs| runs.parse().expect("HOSTILE_RUNS is a number"));
    for (name, target) in TARGETS {
        let (seeds, mut random) = (seeds(name), Random::new(5));
        for seed in &seeds {
            target(seed);
        }
        for _ in 0..runs {
            target(&bent(&seeds, &mut random));
        }
        println!("{name}: {} seeds, {runs} bent inputs", seeds.len());
    }
}
