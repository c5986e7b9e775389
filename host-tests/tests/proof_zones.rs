//! The test that carries zones: a proof is made, everything outside of its zone is replaced by random stones, and the oracle still agrees.

use host_tests::proofs::{CLAIMS, another_outside, ask_oracle, holds, make, pruned, random_position, shared};
use host_tests::random::Random;
use shikatsu_proof::{Claim, Points, Position, Proof, binary, check, read, text};

/// What the oracle may look at for one answer.
const LIMIT: u64 = 5_000;

/// What was done, for a sentence at the end.
#[derive(Default, Debug)]
struct Tally {
    proofs: [usize; 5],
    refuted: [usize; 5],
    outsides: [usize; 5],
    too_hard: usize,
    nodes: usize,
    joined: usize,
    not_joined: usize,
    any_outside: usize,
}

fn picture(position: &Position, zone: &Points) -> String {
    let mut out = String::new();
    for row in 0..position.size {
        for set in [None, Some(zone)] {
            for column in 0..position.size {
                let point = position.at(column, row);
                let letter = text::letter(position, point);
                let letter = if position.key.has(point) {
                    letter.to_ascii_uppercase()
                } else {
                    letter
                };
                out.push(if set.is_none_or(|zone| zone.has(point)) {
                    letter
                } else {
                    '.'
                });
            }
            out.push_str("   ");
        }
        out.push('\n');
    }
    format!("{out}{:?} to move", position.to_move)
}

/// Proofs until `wanted` other outsides were asked about.
fn run(seed: u64, wanted: usize) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    while tally.outsides.iter().sum::<usize>() < wanted {
        let Some(position) = random_position(&mut random) else {
            continue;
        };
        let Some(answer) = ask_oracle(&position, LIMIT) else {
            tally.too_hard += 1;
            continue;
        };
        for (kind, claim) in CLAIMS.into_iter().enumerate() {
            let truth = holds(claim, &answer);
            let Some(made) = make(&position, claim, 2_000, &mut random) else {
                tally.too_hard += 1;
                break;
            };
            let Ok(proof) = made else {
                assert!(
                    !truth,
                    "{claim:?} holds\n{}",
                    picture(&position, &Points::all(position.size))
                );
                tally.refuted[kind] += 1;
                continue;
            };
            assert!(
                truth,
                "{claim:?} does not hold\n{}",
                picture(&position, &Points::all(position.size))
            );
            tally.proofs[kind] += 1;
            vary(&proof, kind, &mut random, &mut tally);
        }
    }
    tally
}

fn accepted(proof: &Proof) -> shikatsu_proof::Checked {
    check(proof).unwrap_or_else(|error| panic!("{error}\n{}", text::write(proof)))
}

fn vary(proof: &Proof, kind: usize, random: &mut Random, tally: &mut Tally) {
    let first = accepted(proof);
    let slim = pruned(proof, &first);
    let slim_checked = accepted(&slim);
    assert_eq!(
        first.zone(),
        slim_checked.zone(),
        "what needs no answer adds nothing\n{}",
        text::write(proof)
    );
    assert_eq!(read(&binary::write(&slim)), Ok(slim.clone()));
    assert_eq!(read(text::write(&slim).as_bytes()), Ok(slim.clone()));
    tally.nodes += slim.nodes.len();
    if !proof.claim.is_local() {
        return;
    }
    tally.any_outside += usize::from(first.leans_on().is_empty());
    let mut zones = vec![slim_checked.zone()];
    // A node that is shared takes another way to its zone, and may miss an answer then. What is accepted has to hold.
    let mut joined = shared(&slim, &slim_checked);
    if random.chance(30) {
        // Any zone to begin with is sound.
        for node in &mut joined.nodes {
            node.zone.extend(
                Points::all(proof.position.size)
                    .iter()
                    .filter(|_| random.chance(10)),
            );
        }
    }
    if joined.nodes.len() < slim.nodes.len() {
        match check(&joined) {
            Ok(checked) => {
                tally.joined += 1;
                zones.push(checked.zone());
            }
            Err(_) => tally.not_joined += 1,
        }
    }
    for zone in zones {
        for _ in 0..10 {
            ask(proof, &zone, kind, random, tally);
        }
    }
}

fn ask(proof: &Proof, zone: &Points, kind: usize, random: &mut Random, tally: &mut Tally) {
    let claim: Claim = proof.claim;
    let Some(other) = another_outside(&proof.position, zone, claim.goal, random) else {
        return;
    };
    let Some(answer) = ask_oracle(&other, LIMIT) else {
        tally.too_hard += 1;
        return;
    };
    tally.outsides[kind] += 1;
    assert!(
        holds(claim, &answer),
        "{claim:?} was proved of\n{}\nand fails with another outside\n{}\n{}",
        picture(&proof.position, zone),
        picture(&other, zone),
        text::write(proof)
    );
}

#[test]
fn a_proof_holds_whatever_stands_outside_of_its_zone() {
    let tally = run(1, 3_000);
    println!("{tally:?}");
    assert!(tally.proofs.iter().all(|&count| count > 20));
    assert!(tally.outsides[0] > 200 && tally.outsides[1] > 200 && tally.outsides[3] > 200);
    assert!(tally.any_outside > 20 && tally.joined > 50);
}

#[test]
#[ignore = "takes an hour"]
fn a_million_outsides() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let seed = number("SHIKATSU_SEED").unwrap_or(2);
    let wanted = number("SHIKATSU_OUTSIDES").unwrap_or(1_000_000);
    println!("{:?}", run(seed, wanted as usize));
}
