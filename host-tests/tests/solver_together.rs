//! Both solvers on the enclosed cases: they never contradict each other, the answers are the oracle's, and the checker accepts every proof.

use serde_json::Value;
use shikatsu::problem::{Outcome, read_text};
use shikatsu::search::Limits;
use shikatsu::tsumego::Knowledge;
use shikatsu_toolkit::solve::{Effort, Found, Memory, Plan, Regions, together};
use shikatsu_toolkit::threads::Alone;

#[test]
fn the_solvers_agree_with_each_other_and_with_the_oracle() {
    let mut memory = Memory::new(1 << 16).expect("memory");
    let plan = Plan {
        effort: Effort {
            limits: Limits {
                nodes: 2_000_000,
                ..Limits::NONE
            },
            regions: Regions::Any,
            slice: 4096,
            every_move: true,
            knows: Knowledge::ALL,
        },
        bytes: 32 << 20,
        // So that the prover works on all of them.
        with_proof: true,
        threads: &Alone,
    };
    let (mut proofs, mut without) = (0, Vec::new());
    for line in include_str!("../cases/enclosed.jsonl").lines() {
        let case: Value = serde_json::from_str(line).expect("a case");
        let (problem, _) = read_text(case["text"].as_str().expect("a text")).expect("a problem");
        let solved = together(&problem, &plan, &mut memory, &mut |_| true);
        let Found::Proved(solution) = solved.attempt.found else {
            panic!("{case}: {:?}", solved.attempt.found);
        };
        let answer = solution.answer;
        assert_eq!(Some(answer.outcome.word()), case["outcome"].as_str(), "{case}");
        let mut moves: Vec<String> = answer
            .moves
            .iter()
            .map(|point| point.vertex(problem.size()).to_string())
            .collect();
        let mut good: Vec<String> = serde_json::from_value(case["good"].clone()).expect("moves");
        moves.sort();
        good.sort();
        assert_eq!(moves, good, "{case}");
        let is_plain = matches!(answer.outcome, Outcome::Alive | Outcome::Dead) && !answer.seki;
        match solved.proof {
            Some(proof) => {
                assert!(is_plain, "{case}");
                shikatsu_proof::check(&proof).expect("it holds");
                proofs += 1;
            }
            None if is_plain => without.push(case["id"].clone()),
            None => {}
        }
    }
    assert!(
        proofs > 300 && without.is_empty(),
        "{proofs}; no proof of {without:?}"
    );
}
