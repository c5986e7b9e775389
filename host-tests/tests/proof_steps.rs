//! The step that the theorem of zones is made of, by itself: in any position that agrees with a node on its zone, the winner can play the node's move, and
//! whatever either side plays leads to a position that agrees with a node on *its* zone.

use host_tests::oracle::key_lives;
use host_tests::proofs::{CLAIMS, agrees, another_outside, make, problem, pruned, random_position, shared};
use host_tests::random::Random;
use shikatsu_proof::board::{Grid, passed};
use shikatsu_proof::{Checked, Number, Position, Proof, Step, check, text};

/// How many positions of each kind were looked at: ends, the winner's turns, the loser's moves.
#[derive(Default, Debug)]
struct Tally {
    proofs: usize,
    alive: usize,
    plays: usize,
    replies: usize,
}

fn run(seed: u64, wanted: usize) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    while tally.plays + tally.replies < wanted {
        let Some(position) = random_position(&mut random) else {
            continue;
        };
        for claim in CLAIMS.into_iter().filter(shikatsu_proof::Claim::is_local) {
            let Some(Ok(proof)) = make(&position, claim, 400, &mut random) else {
                continue;
            };
            let checked = check(&proof).expect("every move is answered");
            let slim = pruned(&proof, &checked);
            let checked = check(&slim).expect("what was left out is covered");
            look(&slim, &checked, &mut random, &mut tally);
            let joined = shared(&slim, &checked);
            if let Ok(checked) = check(&joined) {
                look(&joined, &checked, &mut random, &mut tally);
            }
        }
    }
    tally
}

fn look(proof: &Proof, checked: &Checked, random: &mut Random, tally: &mut Tally) {
    tally.proofs += 1;
    for at in 0..proof.nodes.len() {
        let Some(position) = checked.positions[at] else {
            continue;
        };
        for _ in 0..4 {
            let other = another_outside(&position, &checked.zones[at], proof.claim.goal, random);
            if let Some(other) = other {
                step(proof, checked, at, &other, tally);
            }
        }
    }
}

fn step(proof: &Proof, checked: &Checked, at: usize, other: &Position, tally: &mut Tally) {
    let grid = Grid::new(proof.position.size);
    let leads = |after: &Position, next: Number| match proof.nodes[next as usize].step {
        Step::Taken => after.key.is_empty(),
        _ => agrees(proof, checked, after, next as usize),
    };
    let fails = |what: &str| panic!("node {at}: {what}\n{other:?}\n{}", text::write(proof));
    match &proof.nodes[at].step {
        Step::Taken => {}
        Step::Alive => {
            tally.alive += 1;
            if problem(other).and_then(|problem| key_lives(&problem)) == Some(false) {
                fails("no key stone lives");
            }
        }
        // Nobody wrote one: `proof_death.rs` looks at these.
        Step::Dead => fails("an end that was not made"),
        Step::Passes(next) => {
            tally.plays += 1;
            if !leads(&passed(other), *next) {
                fails("the pass leads elsewhere");
            }
        }
        Step::Plays(point, next) => {
            tally.plays += 1;
            match grid.play(other, *point) {
                Ok(played) if leads(&played.after, *next) => {}
                Ok(_) => fails("the winner's move leads elsewhere"),
                Err(_) => fails("the winner's move cannot be played"),
            }
        }
        Step::Replies { nulls, moves } => {
            if !nulls.iter().any(|&next| leads(&passed(other), next)) {
                fails("the loser's pass leads elsewhere");
            }
            for point in other.free().iter() {
                let Ok(played) = grid.play(other, point) else {
                    continue;
                };
                tally.replies += 1;
                let own = moves
                    .iter()
                    .filter(|(answered, _)| *answered == point)
                    .map(|&(_, next)| next);
                if !nulls
                    .iter()
                    .copied()
                    .chain(own)
                    .any(|next| leads(&played.after, next))
                {
                    fails(&format!("the loser's move {point} leads elsewhere"));
                }
            }
        }
    }
}

#[test]
fn every_step_of_a_proof_holds_wherever_its_zone_is_found() {
    let tally = run(1, 30_000);
    println!("{tally:?}");
    assert!(tally.alive > 300 && tally.plays > 3_000 && tally.replies > 3_000);
}

#[test]
#[ignore = "takes minutes"]
fn every_step_of_many_proofs_holds() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    println!(
        "{:?}",
        run(
            number("SHIKATSU_SEED").unwrap_or(2),
            number("SHIKATSU_STEPS").unwrap_or(10_000_000) as usize
        )
    );
}
