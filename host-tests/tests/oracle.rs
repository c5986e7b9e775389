//! The oracle against answers that were found independently of it.

use host_tests::oracle::{Method, solve};
use serde_json::Value;
use shikatsu::board::PointSet;
use shikatsu::problem::{Outcome, Problem, read_text};

/// Positions with 4 to 7 empty points, solved from the rules by another program.
const ENCLOSED: &str = include_str!("../cases/enclosed.jsonl");

/// Far more than any of them needs.
const LIMIT: u64 = 10_000_000;

struct Case {
    id: String,
    problem: Problem,
    outcome: Outcome,
    good: PointSet,
}

fn cases() -> Vec<Case> {
    ENCLOSED.lines().map(read_case).collect()
}

fn read_case(line: &str) -> Case {
    let record: Value = serde_json::from_str(line).expect("each line is a record");
    let word = |field: &str| record[field].as_str().expect("the field is a text").to_owned();
    let (problem, _) = read_text(&word("text")).expect("the position is a problem");
    let good = record["good"].as_array().expect("a list of moves");
    let point = |vertex: &Value| problem.point(vertex.as_str()?);
    Case {
        id: word("id"),
        problem,
        outcome: Outcome::from_word(&word("outcome")).expect("an outcome"),
        good: good.iter().map(|v| point(v).expect("a point")).collect(),
    }
}

fn agrees_on_all_enclosed_cases(method: Method) {
    let (mut nodes, mut disagreements) = (0, Vec::new());
    let cases = cases();
    for case in &cases {
        let found = solve(&case.problem, method, LIMIT).expect("within the limit");
        nodes += found.nodes;
        if (found.answer.outcome, found.answer.moves) != (case.outcome, case.good) {
            disagreements.push(&case.id);
        }
    }
    println!(
        "{method:?}: {} cases, {} disagreements, {nodes} nodes",
        cases.len(),
        disagreements.len()
    );
    assert_eq!(cases.len(), 390);
    assert!(disagreements.is_empty(), "{disagreements:?}");
}

#[test]
fn plain_search_agrees_with_every_enclosed_case() {
    agrees_on_all_enclosed_cases(Method::Plain);
}

#[test]
fn reused_proofs_agree_with_every_enclosed_case() {
    agrees_on_all_enclosed_cases(Method::Reuse);
}

/// A white group in the corner around six points, which hold `filling`, line by line.
fn corner(filling: &str, side: char) -> String {
    let (upper, lower) = filling.split_at(3);
    format!("*******\n*******\n*******\nxxxx***\noooox**\n{upper}ox**\n{lower}ox**\nD3 {side}\n")
}

#[test]
fn reused_proofs_agree_with_plain_search_on_every_filling_of_a_corner() {
    let (mut compared, mut seki) = (0, 0);
    for number in 0..3_usize.pow(6) {
        let filling: String = (0..6)
            .map(|i| ['-', 'x', 'o'][number / 3_usize.pow(i) % 3])
            .collect();
        for side in ['x', 'o'] {
            // Stones without liberties are no problem.
            let text = corner(&filling, side);
            let Ok((problem, _)) = read_text(&text) else {
                continue;
            };
            let Some(plain) = solve(&problem, Method::Plain, 20_000) else {
                continue;
            };
            let reuse = solve(&problem, Method::Reuse, LIMIT).expect("within the limit");
            assert_eq!(plain.answer, reuse.answer, "{text}");
            compared += 1;
            seki += usize::from(plain.answer.seki);
        }
    }
    println!("{compared} positions, {seki} of them seki");
    assert!(compared > 1000 && seki > 0);
}

#[test]
fn an_answer_that_needs_more_nodes_is_no_answer() {
    let text = corner("------", 'x');
    let (problem, _) = read_text(&text).expect("a problem");
    let needed = solve(&problem, Method::Reuse, LIMIT)
        .expect("within the limit")
        .nodes;
    assert!(solve(&problem, Method::Reuse, needed).is_some());
    assert!(solve(&problem, Method::Reuse, needed - 1).is_none());
}

#[test]
fn key_stones_beside_an_outside_point_stand() {
    let text = "*****\n*****\nx****\nox***\n-o***\nB1 x\n";
    let (problem, _) = read_text(text).expect("a problem");
    for method in [Method::Plain, Method::Reuse] {
        let answer = solve(&problem, method, LIMIT).expect("within the limit").answer;
        assert_eq!((answer.outcome, answer.seki), (Outcome::Alive, false));
    }
}
