//! The corpus: problems as players meet them, with documented outcomes, solved with the handheld's memory. They come from public sources
//! and lie beside the repository, not in it; without them these tests say so and pass. `cases/corpus.jsonl` has what is proved of
//! each, or marks it as known to fail, and a mark that is no longer true is told.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use host_tests::random::Random;
use host_tests::solving::{DEVICE_SLOTS, Tally, describe, slots};
use serde_json::Value;
use shikatsu::board::{Cell, Game, Point};
use shikatsu::problem::{Outcome, Problem, read_text};
use shikatsu::region::Region;
use shikatsu::search::{Limits, Slot, Table};
use shikatsu::tsumego::{DEVICE_WORDS, Task, Thinker, Thinking};

/// What the handheld looks at before it gives up.
const NODES: u64 = 2_000_000;

struct Case {
    id: String,
    problem: Problem,
    empties: u64,
    /// What the books say: whether the side to move succeeds, without a ko.
    goal: Outcome,
    succeeds: bool,
    /// The outcome, unless it is known not to be found.
    outcome: Option<Outcome>,
}

/// The problems, if they are there.
fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases/problems");
    let Ok(index) = fs::read_to_string(folder.join("index.jsonl")) else {
        // Not captured, so that a run of all checks can name it.
        let _ = writeln!(std::io::stderr(), "skipped: there is no ../shared/cases/problems");
        return Vec::new();
    };
    let known: Vec<Value> = include_str!("../cases/corpus.jsonl")
        .lines()
        .map(record)
        .collect();
    let case = |line: &str| {
        let record = record(line);
        let id = word(&record, "id");
        let known = known.iter().find(|known| word(known, "id") == id);
        let known = known.unwrap_or_else(|| panic!("nothing is known of {id}"));
        assert_ne!(known["outcome"].is_null(), known["fails"].is_null(), "{known}");
        let sgf = fs::read_to_string(folder.join(word(&record, "file"))).expect("its file");
        let goal = match word(&record, "goal") {
            "kill" => Outcome::Dead,
            _ => Outcome::Alive,
        };
        Case {
            id: id.to_string(),
            problem: problem(&record, &sgf),
            empties: record["empties"].as_u64().expect("a number"),
            goal,
            succeeds: word(&record, "expected") == "win",
            outcome: known["outcome"]
                .as_str()
                .map(|word| Outcome::from_word(word).expect("an outcome")),
        }
    };
    index.lines().map(case).collect()
}

fn record(line: &str) -> Value {
    serde_json::from_str(line).expect("a record")
}

fn word<'a>(record: &'a Value, field: &str) -> &'a str {
    record[field].as_str().expect("a word")
}

/// The problem: its stones are in the file, its bounds and key stones in the index.
fn problem(record: &Value, sgf: &str) -> Problem {
    let listed = |field: &str| -> Vec<&str> {
        let points = record[field].as_array().expect("a list");
        points
            .iter()
            .map(|point| point.as_str().expect("a point"))
            .collect()
    };
    let (black, white, region) = (stones(sgf, "AB"), stones(sgf, "AW"), listed("region"));
    let size = record["size"].as_u64().expect("a size") as u8;
    let mut text = String::new();
    for row in 0..size {
        for column in 0..size {
            let point = [column, row]
                .map(|line| char::from(b'a' + line))
                .iter()
                .collect::<String>();
            let has = |points: &[&str]| points.contains(&point.as_str());
            text.push(match () {
                () if has(&black) => 'x',
                () if has(&white) => 'o',
                () if has(&region) => '-',
                () => '*',
            });
        }
        text.push('\n');
    }
    for key in listed("target") {
        let line = |place: usize| key.as_bytes()[place] - b'a';
        let _ = write!(text, "{} ", Point::new(line(0), line(1)).vertex(size));
    }
    text.push_str(if word(record, "to_move") == "B" { "x" } else { "o" });
    read_text(&text).expect("a problem").0
}

/// The points of a property that lists them one by one.
fn stones<'a>(sgf: &'a str, property: &str) -> Vec<&'a str> {
    let list = sgf
        .split_once(&format!("{property}["))
        .map_or("", |(_, list)| list);
    let mut points = Vec::new();
    let mut rest = list;
    while let Some((point, behind)) = rest.split_once(']') {
        points.push(point);
        match behind.strip_prefix('[') {
            Some(next) => rest = next,
            None => break,
        }
    }
    points
}

/// The outcome and the nodes it took; no outcome if they were not enough, or the region is too large.
fn solve(problem: &Problem, memory: &mut [Slot]) -> (Option<Outcome>, u64) {
    let thinker = Thinker::new(&Task {
        limits: Limits {
            nodes: NODES,
            ..Limits::NONE
        },
        every_move: false,
        ..Task::of(problem)
    });
    let fits = Region::<DEVICE_WORDS>::new(problem).is_some();
    let Some(mut thinker) = thinker.filter(|_| fits) else {
        return (None, 0);
    };
    let mut table = Table::new(memory);
    while matches!(thinker.step(&mut table, 10_000), Thinking::More) {}
    (thinker.outcome(), thinker.nodes())
}

#[test]
fn every_problem_that_is_not_marked_is_solved_with_the_outcome_that_is_known() {
    let mut memory = slots(DEVICE_SLOTS);
    let groups = [0..=8, 9..=12, 13..=16, 17..=24];
    let mut solved = [0; 4];
    let mut nodes = [0; 4];
    let cases = cases();
    if cases.is_empty() {
        return;
    }
    for case in cases {
        let Some(expected) = case.outcome else {
            continue;
        };
        let (found, spent) = solve(&case.problem, &mut memory);
        assert_eq!(
            found,
            Some(expected),
            "{}: {}",
            case.id,
            describe(&case.problem, None)
        );
        let group = groups.iter().position(|group| group.contains(&case.empties));
        let group = group.expect("larger ones are marked");
        solved[group] += 1;
        nodes[group] += spent;
    }
    println!("by empty points (up to 8, 12, 16, 24): {solved:?} solved with {nodes:?} nodes");
    assert!(
        solved[0] >= 85 && solved[1] >= 32 && solved[2] >= 18,
        "{solved:?}"
    );
}

#[test]
fn the_books_agree_where_they_were_checked() {
    for case in cases() {
        let Some(outcome) = case.outcome else {
            continue;
        };
        let succeeds = outcome == case.goal;
        assert_eq!(succeeds, case.succeeds, "{}: {outcome:?}", case.id);
    }
}

/// Marks should not outlive what they say.
#[test]
#[ignore = "takes a minute"]
fn what_is_marked_still_fails() {
    let mut memory = slots(DEVICE_SLOTS);
    for case in cases().into_iter().filter(|case| case.outcome.is_none()) {
        let (found, _) = solve(&case.problem, &mut memory);
        assert_eq!(found, None, "{} is solved now: take the mark off", case.id);
    }
}

/// Cells that are left for the oracle, which tries everything.
const LEFT: usize = 7;

/// Plays at random from a problem until few empty points are left, and makes a problem of that; `None` if it was decided before.
fn late(random: &mut Random, problem: &Problem) -> Option<Problem> {
    let setup = problem.setup();
    let mut game = Game::new(&setup);
    let open = |game: &Game| {
        let is_open = |&p: &Point| game.board().at(p) == Cell::Empty && !setup.outside.contains(p);
        Point::all(setup.size).filter(is_open).collect::<Vec<Point>>()
    };
    while open(&game).len() > LEFT {
        let legal: Vec<Point> = open(&game)
            .into_iter()
            .filter(|&p| game.check(p).is_ok())
            .collect();
        if legal.is_empty() || random.chance(10) {
            game.pass().ok()?;
        } else {
            game.play(random.pick(&legal)).ok()?;
        }
        if game.verdict().is_some() {
            return None;
        }
    }
    problem.at(&game, game.to_move())
}

/// Holds the solver against the oracle late in `games` of each problem that is large.
fn compare_late(games: usize) {
    let mut random = Random::new(2026);
    let mut memory = slots(DEVICE_SLOTS);
    let mut table = Table::new(&mut memory);
    let mut tally = Tally::default();
    for case in cases()
        .into_iter()
        .filter(|case| (9..=24).contains(&case.empties))
    {
        for _ in 0..games {
            if let Some(problem) = late(&mut random, &case.problem) {
                tally.compare::<2>(&problem, &mut table, 100_000);
            }
        }
    }
    tally.finish("late in games from documented problems");
}

#[test]
fn positions_late_in_games_get_the_oracles_answer() {
    compare_late(1);
}

#[test]
#[ignore = "takes minutes"]
fn many_positions_late_in_games_get_the_oracles_answer() {
    compare_late(100);
}
