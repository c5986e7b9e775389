//! Proof numbers in closed regions against the oracle, which plays by superko and looks at everything: all four outcomes, sekis, all first moves.

use host_tests::enclosed::random_position;
use host_tests::oracle::{Method, solve};
use host_tests::random::Random;
use host_tests::solving::{describe, run, slots};
use shikatsu::board::PointSet;
use shikatsu::problem::{Outcome, Problem};
use shikatsu::search::Table;
use shikatsu_prover::{Closed, Judgement};

/// What came of a number of positions.
#[derive(Default, Debug)]
struct Tally {
    /// By outcome: dead, the attacker's ko, the defender's, alive.
    outcomes: [usize; 4],
    sekis: usize,
    correct: usize,
    wrong: usize,
    /// With key stones in several chains.
    parted: usize,
    /// Nothing came of them.
    unknown: usize,
}

fn judge(problem: &Problem, slice: u64) -> Judgement {
    let mut closed = Closed::new(problem, 1 << 20).expect("a small region");
    while closed.step(slice) && closed.nodes() < 200_000 {}
    closed.judgement()
}

fn is_parted(problem: &Problem) -> bool {
    let setup = problem.setup();
    let first: PointSet = setup.key.first().into_iter().collect();
    let chain = first.grown(setup.stones(problem.defender()));
    !setup.key.minus(&chain).is_empty()
}

fn compare(seed: u64, wanted: usize) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    let mut slots = slots(1 << 14);
    let mut table = Table::new(&mut slots);
    let mut count = 0;
    while count < wanted {
        let Some(problem) = random_position(&mut random) else {
            continue;
        };
        let Some(expected) = solve(&problem, Method::Reuse, 20_000) else {
            continue;
        };
        count += 1;
        let answer = expected.answer;
        let judgement = judge(&problem, 1 + random.below(3_000) as u64);
        let Some(outcome) = judgement.outcome else {
            tally.unknown += 1;
            continue;
        };
        assert_eq!(outcome, answer.outcome, "{}", describe(&problem, Some(&answer)));
        if outcome == Outcome::Alive
            && let Some(eyes) = judgement.eyes
        {
            // The oracle gives nobody threats where it looks for two eyes, so only alpha-beta has the same sekis.
            let solution = run::<4>(&problem, &mut table, 1_000_000, 100_000).solution;
            let by_alpha_beta = solution.expect("a small region").answer.seki;
            assert_eq!(eyes, !by_alpha_beta, "{}", describe(&problem, Some(&answer)));
            assert!(!(eyes && answer.seki), "{}", describe(&problem, Some(&answer)));
            tally.sekis += usize::from(!eyes);
        }
        let mistakes = judgement
            .correct
            .minus(&answer.moves)
            .union(&judgement.wrong.intersection(&answer.moves));
        assert!(
            mistakes.is_empty(),
            "{mistakes:?}\n{}",
            describe(&problem, Some(&answer))
        );
        tally.outcomes[outcome as usize] += 1;
        tally.correct += judgement.correct.len();
        tally.wrong += judgement.wrong.len();
        tally.parted += usize::from(is_parted(&problem));
    }
    tally
}

#[test]
fn closed_regions_are_judged_as_by_superko() {
    let tally = compare(5, 800);
    println!("{tally:?}");
    assert!(tally.outcomes.iter().all(|&count| count >= 2));
    assert!(tally.sekis >= 5 && tally.correct > 500 && tally.wrong > 500);
    assert!(tally.parted > 100);
    assert_eq!(tally.unknown, 0);
}

#[test]
#[ignore = "takes minutes; SHIKATSU_POSITIONS and SHIKATSU_SEED say how much"]
fn many_closed_regions_are_judged_as_by_superko() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let positions = number("SHIKATSU_POSITIONS").unwrap_or(100_000) as usize;
    println!("{:?}", compare(number("SHIKATSU_SEED").unwrap_or(6), positions));
}
