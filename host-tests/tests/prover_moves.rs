//! The prover's first moves against the oracle, which plays by superko with the setup in the past.

use host_tests::enclosed::random_position;
use host_tests::oracle::{Method, solve};
use host_tests::random::Random;
use shikatsu_prover::Solver;

/// Compares positions until `wanted` of them are settled. Says how many first moves were correct and wrong, and how often a pass was enough.
fn compare(seed: u64, wanted: usize) -> (usize, usize, usize) {
    let mut random = Random::new(seed);
    let (mut settled, mut correct, mut wrong, mut idle) = (0, 0, 0, 0);
    while settled < wanted {
        let Some(problem) = random_position(&mut random) else {
            continue;
        };
        let mut solver = Solver::new(&problem, 1 << 20);
        solver.step(4_000);
        let finding = solver.finding();
        let Some(outcome) = finding.outcome else {
            continue;
        };
        let Some(expected) = solve(&problem, Method::Reuse, 20_000) else {
            continue;
        };
        settled += 1;
        assert_eq!(outcome, expected.answer.outcome, "{problem:?}");
        let moves = expected.answer.moves;
        let extra = finding.correct.minus(&moves);
        assert!(extra.is_empty(), "{extra:?} called correct in {problem:?}");
        let missed = finding.wrong.intersection(&moves);
        assert!(missed.is_empty(), "{missed:?} called wrong in {problem:?}");
        correct += finding.correct.len();
        wrong += finding.wrong.len();
        idle += usize::from(finding.correct.len() > 1 && finding.wrong.is_empty());
    }
    (correct, wrong, idle)
}

#[test]
fn first_moves_are_judged_as_by_superko() {
    let (correct, wrong, idle) = compare(3, 400);
    println!("{correct} correct, {wrong} wrong, a pass was enough {idle} times");
    assert!(correct > 200 && wrong > 200 && idle > 50);
}

#[test]
#[ignore = "takes minutes; SHIKATSU_WINS and SHIKATSU_SEED say how much"]
fn many_first_moves_are_judged_as_by_superko() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let wins = number("SHIKATSU_WINS").unwrap_or(50_000) as usize;
    println!("{:?}", compare(number("SHIKATSU_SEED").unwrap_or(4), wins));
}
