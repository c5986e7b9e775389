//! The prover on the enclosed cases: what it says is what the exhaustive answers say, first moves included.

use serde_json::Value;
use shikatsu::board::PointSet;
use shikatsu::problem::{Outcome, Problem, read_text};
use shikatsu_prover::{Answer, Closed, Prover, Question, Side, Solver, Style};

const CASES: &str = include_str!("../cases/enclosed.jsonl");

/// An enclosed case.
struct Case {
    id: String,
    problem: Problem,
    outcome: Outcome,
    /// The first moves that keep the outcome.
    good: PointSet,
}

fn cases() -> impl Iterator<Item = Case> {
    CASES.lines().map(|line| {
        let case: Value = serde_json::from_str(line).expect("a case is JSON");
        let text = |name: &str| case[name].as_str().expect("a case has texts");
        let (problem, _) = read_text(text("text")).expect("a case is a problem");
        let good = case["good"].as_array().expect("a case has moves").iter();
        Case {
            id: text("id").to_string(),
            problem,
            outcome: Outcome::from_word(text("outcome")).expect("a case has an outcome"),
            good: good.filter_map(|name| problem.point(name.as_str()?)).collect(),
        }
    })
}

#[test]
fn proof_numbers_answer_every_enclosed_case() {
    let mut kos = 0;
    for case in cases() {
        let mut closed = Closed::new(&case.problem, 1 << 20).expect("a small region");
        while closed.step(1_000) {}
        let judgement = closed.judgement();
        assert_eq!(judgement.outcome, Some(case.outcome), "{}", case.id);
        assert_eq!(judgement.correct, case.good, "{}", case.id);
        kos += usize::from(matches!(case.outcome, Outcome::KoAttacker | Outcome::KoDefender));
    }
    assert!(kos > 30);
}

/// Asks about every `every`th case, each with so many nodes. Says how many were settled, and of how many all first moves were judged.
fn compare(every: usize, nodes: u64) -> (usize, usize, usize) {
    let (mut asked, mut settled, mut judged) = (0, 0, 0);
    for case in cases().step_by(every) {
        let Case {
            id,
            problem,
            outcome: expected,
            good,
        } = case;
        let mut solver = Solver::new(&problem, 4 << 20);
        let mut left = nodes / 1_000;
        while left > 0 && solver.step(1_000) {
            left -= 1;
        }
        let finding = solver.finding();
        asked += 1;
        let Some(outcome) = finding.outcome else {
            continue;
        };
        settled += 1;
        assert_eq!(outcome, expected, "{id}");
        assert!(
            finding.correct.minus(&good).is_empty(),
            "{id}: too many moves are called correct"
        );
        assert!(
            finding.wrong.intersection(&good).is_empty(),
            "{id}: a correct move is called wrong"
        );
        if finding.open.is_empty() {
            judged += 1;
            assert_eq!(finding.correct, good, "{id}");
        }
        let proof = solver.proof().expect("what is settled has a proof");
        assert!(shikatsu_proof::check(&proof).is_ok(), "{id}");
    }
    (asked, settled, judged)
}

/// Whether the defender is shown to live by these styles, with a proof that checks.
fn lives(problem: &Problem, styles: &[Style]) -> bool {
    let mut prover = Prover::with_styles(problem, 4 << 20, styles);
    prover.ask(Question {
        winner: Side::Defender,
        first: None,
    });
    let won = (0..20).any(|_| matches!(prover.step(1_000), Answer::Won(_)));
    if won {
        let proof = prover.proof().expect("a win has a proof");
        assert!(shikatsu_proof::check(&proof).is_ok());
    }
    won
}

#[test]
fn a_style_that_is_stuck_hands_over_to_the_next() {
    let plain = Style::default();
    // It follows nothing but what looks certain, and soon has nothing left to look at.
    let stuck = Style {
        bit: 4_000,
        opening: 4_000,
        ..plain
    };
    let (mut alone, mut together) = (0, 0);
    for line in CASES.lines().step_by(10) {
        let case: Value = serde_json::from_str(line).expect("a case is JSON");
        let (problem, _) = read_text(case["text"].as_str().expect("a text")).expect("a problem");
        let is_alive = case["outcome"] == "alive";
        let by = |styles: &[Style]| lives(&problem, styles);
        let found = [by(&[stuck]), by(&[stuck, plain]), by(&[plain])];
        assert!(is_alive || found == [false; 3], "{}", case["id"]);
        assert_eq!(found[1], found[2], "{}", case["id"]);
        alone += usize::from(found[0]);
        together += usize::from(found[1]);
    }
    println!("{alone} by the stuck style alone, {together} together");
    assert!(together > alone);
}

#[test]
fn enclosed_cases_get_their_answers() {
    let (asked, settled, judged) = compare(8, 40_000);
    println!("{asked} asked, {settled} settled, of {judged} all first moves judged");
    assert!(settled * 10 >= asked * 8 && judged * 10 >= settled * 7);
}

#[test]
#[ignore = "takes a minute"]
fn all_enclosed_cases_get_their_answers() {
    let (asked, settled, judged) = compare(1, 1_000_000);
    println!("{asked} asked, {settled} settled, of {judged} all first moves judged");
    assert!(settled >= 354);
}
