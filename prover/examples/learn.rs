//! Learns the weights of `prover/src/weights.rs` from lessons: `learn FILE…` reads what `measure` wrote to `LESSONS`, and prints them.
//!
//! Every fifth problem is held out: what it says of those is what the weights are worth.

use std::fs;

use shikatsu_prover::WEIGHT_COUNT;

struct Lesson {
    moves: Vec<Vec<usize>>,
    chosen: usize,
    /// So that each problem counts about the same.
    weight: f64,
    is_held_out: bool,
}

fn read(files: &[String]) -> Vec<Lesson> {
    let text: String = files
        .iter()
        .filter_map(|file| fs::read_to_string(file).ok())
        .collect();
    let mut names: Vec<&str> = Vec::new();
    let mut counts: Vec<f64> = Vec::new();
    let mut lessons = Vec::new();
    for line in text.lines() {
        let mut words = line.split(' ');
        let (Some(name), Some(chosen)) = (words.next(), words.next()) else {
            continue;
        };
        let problem = names.iter().position(|&known| known == name).unwrap_or_else(|| {
            names.push(name);
            counts.push(0.0);
            names.len() - 1
        });
        counts[problem] += 1.0;
        let places = |word: &str| word.split(',').filter_map(|place| place.parse().ok()).collect();
        lessons.push((problem, chosen.parse().unwrap_or(0), words.map(places).collect()));
    }
    let make = |(problem, chosen, moves)| Lesson {
        moves,
        chosen,
        weight: 1.0 / f64::sqrt(counts[problem]),
        is_held_out: problem % 5 == 4,
    };
    lessons.into_iter().map(make).collect()
}

/// How likely each move is.
fn shares(weights: &[f64], lesson: &Lesson) -> Vec<f64> {
    let score = |places: &Vec<usize>| places.iter().map(|&place| weights[place]).sum::<f64>().exp();
    let all: Vec<f64> = lesson.moves.iter().map(score).collect();
    let sum: f64 = all.iter().sum();
    all.into_iter().map(|score| score / sum).collect()
}

fn learn(lessons: &[Lesson]) -> Vec<f64> {
    let mut weights = vec![0.0; WEIGHT_COUNT];
    for round in 0..30 {
        let rate = 0.3 / (1.0 + f64::from(round));
        for lesson in lessons {
            let shares = shares(&weights, lesson);
            for (i, places) in lesson.moves.iter().enumerate() {
                let step = rate * lesson.weight * (f64::from(u8::from(i == lesson.chosen)) - shares[i]);
                for &place in places {
                    weights[place] += step;
                }
            }
            for weight in &mut weights {
                *weight *= 1.0 - 1e-5 * rate;
            }
        }
    }
    weights
}

fn report(name: &str, weights: &[f64], lessons: &[&Lesson]) {
    let (mut bits, mut even, mut first, mut all) = (0.0, 0.0, 0.0, 0.0);
    for lesson in lessons {
        let shares = shares(weights, lesson);
        let chosen = shares[lesson.chosen];
        bits -= lesson.weight * chosen.log2();
        even += lesson.weight * (shares.len() as f64).log2();
        first += lesson.weight * f64::from(u8::from(shares.iter().all(|&share| share <= chosen)));
        all += lesson.weight;
    }
    let (bits, even, first) = (bits / all, even / all, 100.0 * first / all);
    println!("// {name}: {bits:.2} bits a move instead of {even:.2}; {first:.0} % come first");
}

fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let lessons = read(&files);
    let (held_out, rest): (Vec<&Lesson>, Vec<&Lesson>) =
        lessons.iter().partition(|lesson| lesson.is_held_out);
    let known: Vec<Lesson> = read(&files)
        .into_iter()
        .filter(|lesson| !lesson.is_held_out)
        .collect();
    let weights = learn(&known);
    report("learnt from", &weights, &rest);
    report("held out", &weights, &held_out);
    let all = learn(&lessons);
    let scaled = all.iter().map(|weight| {
        (weight / std::f64::consts::LN_2 * 16.0)
            .round()
            .clamp(-128.0, 127.0)
    });
    let text: Vec<String> = scaled.map(|weight| format!("{weight}")).collect();
    println!("//! What was learnt, in sixteenths of a bit: `examples/learn.rs` wrote it.\n");
    println!("/// By the places that `policy` names.");
    println!("#[rustfmt::skip]");
    println!("pub(crate) const WEIGHTS: [i8; crate::policy::WEIGHT_COUNT] = [");
    for line in text.chunks(20) {
        println!("    {},", line.join(", "));
    }
    println!("];");
}
