//! Bent proofs: whatever is changed, the checker refuses it or the claim is true all the same.

use host_tests::proofs::{CLAIMS, ask_oracle, holds, make, pruned, random_position};
use host_tests::random::Random;
use shikatsu_proof::{Color, Endless, Goal, Number, Proof, Step, binary, check, read, text};

/// What the oracle may look at for one answer.
const LIMIT: u64 = 5_000;

#[derive(Default, Debug)]
struct Tally {
    unreadable: usize,
    refused: usize,
    /// Accepted, and true by the oracle.
    still_true: usize,
    too_hard: usize,
}

impl Tally {
    /// A bent proof is refused, or its claim is true.
    fn judge(&mut self, bent: &Proof) {
        if check(bent).is_err() {
            self.refused += 1;
            return;
        }
        match ask_oracle(&bent.position, LIMIT) {
            None => self.too_hard += 1,
            Some(answer) => {
                self.still_true += 1;
                assert!(
                    holds(bent.claim, &answer),
                    "accepted, but not so:\n{}",
                    text::write(bent)
                );
            }
        }
    }

    fn judge_bytes(&mut self, bytes: &[u8]) {
        match read(bytes) {
            Ok(bent) => self.judge(&bent),
            Err(_) => self.unreadable += 1,
        }
    }
}

/// Small proofs of every kind without needless answers, `count` of each.
fn proofs(seed: u64, count: usize) -> Vec<Proof> {
    let mut random = Random::new(seed);
    let mut found: [Vec<Proof>; 5] = Default::default();
    while found.iter().any(|proofs| proofs.len() < count) {
        let Some(position) = random_position(&mut random) else {
            continue;
        };
        for (claim, proofs) in CLAIMS.into_iter().zip(&mut found) {
            if proofs.len() < count
                && let Some(Ok(proof)) = make(&position, claim, 300, &mut random)
                && proof.nodes.len() > 3
            {
                let checked = check(&proof).expect("it was made from everything");
                proofs.push(pruned(&proof, &checked));
            }
        }
    }
    found.into_iter().flatten().collect()
}

#[test]
fn a_changed_byte_is_refused_or_still_a_proof() {
    let mut random = Random::new(8);
    let (mut bytes, mut letters) = (Tally::default(), Tally::default());
    for proof in proofs(3, 12) {
        let written = binary::write(&proof);
        for at in 0..written.len() {
            let mut bent = written.clone();
            bent[at] = bent[at].wrapping_add(random.between(1, 255));
            bytes.judge_bytes(&bent);
        }
        let written = text::write(&proof).into_bytes();
        let letter = written.clone();
        for _ in 0..300 {
            let mut bent = written.clone();
            let at = random.below(bent.len());
            bent[at] = random.pick(&letter);
            letters.judge_bytes(&bent);
        }
    }
    println!("bytes: {bytes:?}\nletters: {letters:?}");
    assert!(bytes.refused > 200 && letters.refused > 200);
}

#[test]
fn a_missing_answer_is_refused() {
    let mut removed = 0;
    for proof in proofs(4, 15) {
        for at in 0..proof.nodes.len() {
            let Step::Replies { nulls, moves } = &proof.nodes[at].step else {
                continue;
            };
            for gone in 0..nulls.len() + moves.len() {
                let (mut nulls, mut moves) = (nulls.clone(), moves.clone());
                if gone < nulls.len() {
                    nulls.remove(gone);
                } else {
                    moves.remove(gone - nulls.len());
                }
                let mut bent = proof.clone();
                bent.nodes[at].step = Step::Replies { nulls, moves };
                removed += 1;
                assert!(
                    check(&bent).is_err(),
                    "node {at} misses an answer:\n{}",
                    text::write(&bent)
                );
            }
        }
    }
    println!("{removed} answers removed");
    assert!(removed > 300);
}

#[test]
fn a_moved_stone_is_refused_or_still_a_proof() {
    let mut random = Random::new(9);
    let mut tally = Tally::default();
    for proof in proofs(5, 12) {
        let points = u16::from(proof.position.size).pow(2);
        for point in 0..points {
            let other = random.below(points.into()) as u16;
            let mut bent = proof.clone();
            let position = &mut bent.position;
            match random.below(5) {
                0 => position.black.remove(point),
                1 => position.white.remove(point),
                2 if position.free().has(point) => {
                    position.closed.remove(point);
                    position.black.add(point);
                }
                3 if position.free().has(point) => {
                    position.white.add(point);
                }
                _ if position.closed.has(point) => position.closed.remove(point),
                _ if position.black.has(point) && position.free().has(other) => {
                    position.black.remove(point);
                    position.black.add(other);
                }
                _ => {
                    position.closed.add(point);
                }
            }
            position.key = position.key.and(&position.black.or(&position.white));
            tally.judge(&bent);
        }
    }
    println!("{tally:?}");
    assert!(tally.refused > 200 && tally.still_true > 100);
}

#[test]
fn a_bent_step_is_refused_or_still_a_proof() {
    let mut random = Random::new(10);
    let mut tally = Tally::default();
    for proof in proofs(6, 15) {
        for _ in 0..60 {
            let mut bent = proof.clone();
            for _ in 0..random.between(1, 2) {
                bend(&mut bent, &mut random);
            }
            tally.judge(&bent);
        }
    }
    println!("{tally:?}");
    assert!(tally.refused > 1_000 && tally.still_true > 200);
}

fn bend(bent: &mut Proof, random: &mut Random) {
    let (count, points) = (bent.nodes.len(), usize::from(bent.position.size).pow(2));
    let at = random.below(count);
    let node = random.below(count) as Number;
    let point = random.below(points) as u16;
    match random.below(9) {
        0 => bent.claim.goal = random.pick(&[Goal::Capture, Goal::Eyes, Goal::Stand]),
        1 => bent.claim.endless = random.pick(&[Endless::Loser, Endless::Winner]),
        2 => bent.position.to_move = random.pick(&[Color::Black, Color::White]),
        3 => bent.nodes[at].zone.extend([point]),
        4 => bent.nodes[at].step = random.pick(&[&Step::Taken, &Step::Alive]).clone(),
        5 => bent.nodes[at].step = bent.nodes[node as usize].step.clone(),
        _ => match &mut bent.nodes[at].step {
            Step::Plays(played, next) => {
                if random.chance(50) {
                    *played = point;
                } else {
                    *next = node;
                }
            }
            Step::Replies { nulls, moves } if random.chance(50) || moves.is_empty() => {
                if let Some(next) = nulls.first_mut() {
                    *next = node;
                }
            }
            Step::Replies { moves, .. } => {
                let number = random.below(moves.len());
                moves[number].1 = node;
            }
            _ => bent.nodes[at].step = Step::Passes(node),
        },
    }
}

#[test]
#[ignore = "writes the seeds of fuzz/seeds/proof anew"]
fn write_seeds() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds/proof");
    for (number, proof) in proofs(12, 1).into_iter().enumerate() {
        std::fs::write(folder.join(format!("{number}.bytes")), binary::write(&proof)).unwrap();
        std::fs::write(folder.join(format!("{number}.text")), text::write(&proof)).unwrap();
    }
}
