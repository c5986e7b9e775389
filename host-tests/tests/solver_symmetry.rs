//! The solver gives one answer to one problem: however it is turned, whoever plays Black, whatever the table holds.

use host_tests::solving::{describe, run, slots};
use serde_json::Value;
use shikatsu::board::Symmetry;
use shikatsu::problem::{Answer, Problem, read_text};
use shikatsu::search::Table;

/// Enough for each of the sample, even without a table.
const NODES: u64 = 3_000_000;
/// The slots that fit into 1 KB, 16 KB and 96 KB, and none.
const TABLES: [usize; 4] = [0, 85, 1365, 8192];

/// Every so manieth enclosed case of those that are not among the hardest.
fn sample(step: usize) -> Vec<Problem> {
    let cases = include_str!("../cases/enclosed.jsonl").lines();
    let records = cases.map(|line| serde_json::from_str(line).expect("a record"));
    let easy = records.filter(|record: &Value| record["nodes"].as_u64() < Some(5000));
    let read = |record: Value| {
        let text = record["text"].as_str().expect("a text");
        let (problem, _) = read_text(text).expect("a problem");
        problem
    };
    easy.step_by(step).map(read).collect()
}

/// The problem's answer, found in this form and with so large a table, and told for the problem as it was.
fn answer(problem: &Problem, turn: Symmetry, swap: bool, table: &mut Table<'_>) -> Answer {
    let turned = problem.turned(turn);
    let asked = if swap { turned.swapped() } else { turned };
    let found = run::<4>(&asked, table, NODES, 1000).solution;
    let found = found.unwrap_or_else(|| panic!("unknown: {}", describe(&asked, None)));
    let moves = turn.inverse().apply_set(&found.answer.moves, problem.size());
    Answer {
        moves,
        ..found.answer
    }
}

#[test]
fn the_answer_is_the_same_under_all_symmetries_colours_and_table_sizes() {
    let problems = sample(17);
    let mut runs = 0;
    for problem in &problems {
        let mut first = None;
        for count in TABLES {
            let mut memory = slots(count);
            let mut table = Table::new(&mut memory);
            for turn in Symmetry::all() {
                for swap in [false, true] {
                    let found = answer(problem, turn, swap, &mut table);
                    let expected = *first.get_or_insert(found);
                    assert_eq!(
                        found,
                        expected,
                        "{count} slots, {turn:?}, {swap}: {}",
                        describe(problem, Some(&expected))
                    );
                    runs += 1;
                }
            }
        }
    }
    println!("{} problems, {runs} runs, one answer each", problems.len());
    assert!(problems.len() >= 15);
}

#[test]
fn a_table_of_64_megabytes_gives_the_same_answers_as_the_devices() {
    let problems = sample(29);
    let mut large = slots((64 << 20) / size_of::<shikatsu::search::Slot>());
    let mut small = slots(8192);
    let (mut large, mut small) = (Table::new(&mut large), Table::new(&mut small));
    for problem in &problems {
        let expected = answer(problem, Symmetry::IDENTITY, false, &mut small);
        let found = answer(problem, Symmetry::IDENTITY, false, &mut large);
        assert_eq!(found, expected, "{}", describe(problem, Some(&expected)));
    }
    println!("{} problems", problems.len());
}
