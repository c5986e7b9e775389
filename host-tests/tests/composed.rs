//! The composed collections of the bank: in order, in balance, without twins, and proved. A sample every time, all of it on demand.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use host_tests::oracle::{self, Method};
use host_tests::solving::{DEVICE_SLOTS, slots};
use shikatsu::board::{Board, Cell, Color, Crop, Point, Setup};
use shikatsu::problem::{Answer, Outcome, Problem};
use shikatsu::search::{Limits, Table};
use shikatsu::tsumego::{Progress, Task, Thinker};
use shikatsu_host::files::load;
use shikatsu_toolkit::compose::{Grader, likeness};
use shikatsu_toolkit::entry::Entry;
use shikatsu_toolkit::files::{Format, Loaded};
use shikatsu_toolkit::overrides::Overrides;

/// What the oracle may spend on one problem of the sample, and of all.
const ORACLE_SAMPLE: u64 = 60_000;
const ORACLE_ALL: u64 = 3_000_000;
/// What the handheld looks at in two seconds at most.
const DEVICE_NODES: u64 = 2 * 33_700;
/// Every so many problems are looked at each time.
const SOLVER_STRIDE: usize = 23;
const ORACLE_STRIDE: usize = 31;

fn problems(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../problems")
        .join(name)
}

fn collection(name: &str) -> Vec<Entry> {
    let read = |loaded: Loaded| {
        let label = loaded.label();
        loaded.entry.unwrap_or_else(|faults| panic!("{label}: {faults}"))
    };
    load(&[problems(name)], &Overrides::default())
        .into_iter()
        .map(read)
        .collect()
}

fn graded() -> Vec<Entry> {
    collection("graded.sgf")
}

fn ko_and_seki() -> Vec<Entry> {
    collection("ko-and-seki.sgf")
}

fn composed() -> Vec<Entry> {
    [graded(), ko_and_seki()].concat()
}

/// What is not built in, but loaded from files.
fn beside_the_firmware() -> Vec<Entry> {
    [
        collection("../packs/graded-2.sgf"),
        collection("../packs/ko-and-seki-2.sgf"),
    ]
    .concat()
}

fn answer(entry: &Entry) -> Answer {
    entry
        .answer
        .unwrap_or_else(|| panic!("{} has no answer", entry.name))
}

fn is_ko_or_seki(answer: &Answer) -> bool {
    answer.seki || matches!(answer.outcome, Outcome::KoAttacker | Outcome::KoDefender)
}

fn spell(answer: &Answer, size: u8) -> String {
    let mut text = String::new();
    answer.write(size, &mut text).expect("a string takes everything");
    text
}

/// The answer that the solver proves with the handheld's memory; `None` if it takes too many positions.
fn prove(problem: &Problem, table: &mut Table<'_>) -> Option<Answer> {
    table.clear();
    let task = Task {
        limits: Limits {
            nodes: DEVICE_NODES,
            ..Limits::NONE
        },
        ..Task::of(problem)
    };
    let mut thinker = Box::new(Thinker::IDLE);
    assert!(thinker.start(&task), "the region fits");
    loop {
        match thinker.step(table, 4096) {
            Progress::More => {}
            Progress::Solved(solution) => return Some(solution.answer),
            Progress::Unknown => return None,
        }
    }
}

/// Holds the answers of `entries` against the solver: what the file says is proved, and a pass would come to something else.
fn hold_against_the_solver<'a>(entries: impl Iterator<Item = &'a Entry>) -> usize {
    let mut memory = slots(DEVICE_SLOTS);
    let mut table = Table::new(&mut memory);
    let mut held = 0;
    for entry in entries {
        let name = &entry.name;
        let (told, size) = (answer(entry), entry.problem.size());
        let found =
            prove(&entry.problem, &mut table).unwrap_or_else(|| panic!("{name} takes the handheld too long"));
        assert_eq!(spell(&told, size), spell(&found, size), "{name}");
        let setup = entry.problem.setup();
        let passed = Setup {
            to_move: setup.to_move.opponent(),
            ..setup
        };
        let passed = Problem::new(&passed).expect("the same stones");
        if let Some(after_a_pass) = prove(&passed, &mut table) {
            assert_ne!(after_a_pass.outcome, told.outcome, "{name} can be left alone");
        }
        held += 1;
    }
    held
}

/// Holds answers against the oracle, which knows no shapes, as far as it comes.
fn hold_against_the_oracle<'a>(entries: impl Iterator<Item = &'a Entry>, limit: u64) -> usize {
    let mut held = 0;
    for entry in entries {
        let told = answer(entry);
        if let Some(finding) = oracle::solve(&entry.problem, Method::Reuse, limit) {
            let found = finding.answer;
            assert_eq!(
                (told.outcome, told.moves),
                (found.outcome, found.moves),
                "{}",
                entry.name
            );
            // The oracle gives nobody threats where it looks for seki, so it finds fewer.
            assert!(told.seki || !found.seki, "{} is a seki", entry.name);
            held += 1;
        }
    }
    held
}

#[test]
fn a_sample_is_proved_by_the_solver_again() {
    let entries = [composed(), beside_the_firmware()].concat();
    let held = hold_against_the_solver(entries.iter().step_by(SOLVER_STRIDE));
    assert!(held >= 140, "{held}");
}

#[test]
fn a_sample_is_proved_by_the_oracle_too() {
    let entries = composed();
    let held = hold_against_the_oracle(entries.iter().step_by(ORACLE_STRIDE), ORACLE_SAMPLE);
    println!(
        "{held} of {} were in its reach",
        entries.iter().step_by(ORACLE_STRIDE).count()
    );
    assert!(held >= 25, "{held}");
}

#[test]
#[ignore = "takes minutes"]
fn every_answer_is_proved_by_the_solver_again() {
    let entries = [composed(), beside_the_firmware()].concat();
    assert_eq!(hold_against_the_solver(entries.iter()), entries.len());
}

#[test]
#[ignore = "takes an hour"]
fn every_answer_in_its_reach_is_proved_by_the_oracle_too() {
    let entries = composed();
    let held = hold_against_the_oracle(entries.iter(), ORACLE_ALL);
    println!("{held} of {}", entries.len());
    assert!(held * 4 >= entries.len() * 3, "{held}");
}

#[test]
fn a_sample_has_the_level_that_the_formula_gives_and_is_quick_after_any_first_move() {
    let mut grader = Grader::new();
    let entries = [composed(), beside_the_firmware()].concat();
    for entry in entries.iter().step_by(SOLVER_STRIDE) {
        let (traits, _) = grader.measure(entry, DEVICE_NODES).expect("it is proved");
        assert_eq!(entry.level, Some(traits.level()), "{}", entry.name);
        assert!(
            traits.milliseconds <= 1_500,
            "{}: {} ms",
            entry.name,
            traits.milliseconds
        );
        assert!(traits.snares > 0, "{}: nothing to go wrong with", entry.name);
    }
}

#[test]
fn there_are_enough_of_both_kinds() {
    assert!(graded().len() >= 1_200);
    assert!(ko_and_seki().len() >= 140);
    let is_hard = |entry: &Entry| entry.level >= "4k".parse().ok();
    assert!(
        graded()
            .iter()
            .all(|entry| is_hard(entry) || !is_ko_or_seki(&answer(entry)))
    );
    assert!(ko_and_seki().iter().all(|entry| is_ko_or_seki(&answer(entry))));
}

#[test]
fn nothing_has_to_be_worked_out_and_nothing_is_left_out() {
    for entry in [composed(), beside_the_firmware()].concat() {
        let name = &entry.name;
        assert_eq!(entry.inferred, [], "{name}");
        assert_eq!(entry.remarks, Vec::<String>::new(), "{name}");
        assert_eq!(entry.flaws, Vec::<String>::new(), "{name}");
        assert!(!name.is_empty() && name.len() <= 48, "{name}");
        assert!(
            entry.text.ends_with('.') && entry.text.len() <= 256,
            "{name}: {}",
            entry.text
        );
        // Two only where the position is its own mirror image.
        assert!((1..=2).contains(&answer(&entry).moves.len()), "{name}");
    }
}

#[test]
fn levels_rise_from_20_kyu_to_1_dan() {
    let levels: Vec<i8> = graded()
        .iter()
        .map(|entry| entry.level.expect("a level").steps_from_first_dan())
        .collect();
    assert!(levels.is_sorted());
    for rank in -20..=0 {
        assert!(
            levels.contains(&rank),
            "nothing for {rank} ranks from the first dan"
        );
    }
    assert_eq!((levels.first(), levels.last()), (Some(&-20), Some(&0)));
    assert!(ko_and_seki().is_sorted_by_key(|entry| entry.level));
}

#[test]
fn no_composed_problem_is_in_the_bank_twice_and_no_two_share_a_name() {
    let bank = load(&[problems("")], &Overrides::default());
    let hand_made = bank
        .into_iter()
        .filter(|loaded| loaded.format == Format::Text)
        .map(|loaded| loaded.entry.expect("it can be read"));
    let mut seen = HashMap::new();
    let mut names = HashSet::new();
    for entry in hand_made {
        names.insert(entry.name.clone());
        seen.insert(likeness(&entry.problem), entry.name);
    }
    for entry in composed() {
        if let Some(twin) = seen.insert(likeness(&entry.problem), entry.name.clone()) {
            panic!("{} is {twin} again", entry.name);
        }
        assert!(names.insert(entry.name.clone()), "two are called {}", entry.name);
    }
}

#[test]
fn tasks_are_in_balance() {
    for entries in [graded(), ko_and_seki(), beside_the_firmware()] {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for entry in &entries {
            *counts.entry(entry.problem.task()).or_default() += 1;
        }
        println!("{counts:?}");
        assert_eq!(counts.len(), 4);
        assert!(
            counts.values().all(|&count| count * 6 >= entries.len()),
            "{counts:?}"
        );
    }
}

#[test]
fn every_problem_is_closed_off_and_fits_on_thirteen_lines() {
    for entry in [composed(), beside_the_firmware()].concat() {
        let setup = entry.problem.setup();
        let board = Board::new(&setup);
        let is_empty = |p: Point| board.at(p) == Cell::Empty;
        let is_open = |p: Point| is_empty(p) && setup.outside.contains(p);
        let touches_open = |p: Point| p.beside(setup.size).any(is_open);
        let gap = Point::all(setup.size).find(|&p| is_empty(p) && !is_open(p) && touches_open(p));
        assert_eq!(gap, None, "{} has a gap", entry.name);
        let is_safe = setup.key.iter().any(|key| board.chain(key).any(touches_open));
        assert!(!is_safe, "{}: the key stones cannot be captured", entry.name);
        let crop = Crop::around(&setup);
        assert!(crop.columns() <= 13 && crop.rows() <= 13, "{}", entry.name);
        let has_both = Color::BOTH.iter().all(|&color| !setup.stones(color).is_empty());
        assert!(has_both, "{}", entry.name);
    }
}
