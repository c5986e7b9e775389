//! The pack for dan players: open, hard, one answer, and proved twice. A sample every time, all of it on demand.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use shikatsu::board::{Board, Cell, Crop, Game, Move, Point, PointSet, Setup};
use shikatsu::pack::{Book, Pack, Replies, room};
use shikatsu::problem::Problem;
use shikatsu::region::Region;
use shikatsu::search::Limits;
use shikatsu::tsumego::{DEVICE_SLOTS, DEVICE_WORDS};
use shikatsu_host::files::load;
use shikatsu_toolkit::compose::{Grader, choose_open, family, is_plain, is_proved_twice, likeness, refuted};
use shikatsu_toolkit::entry::Entry;
use shikatsu_toolkit::files::Loaded;
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::pack::{answerable, effort};
use shikatsu_toolkit::solve::{Effort, Memory, solve_after};
use shikatsu_toolkit::threads::Alone;

/// Positions for a whole answer: what `cargo xtask bank` has, too.
const NODES: u64 = 1_000_000;
/// Positions of the prover for a right move.
const PROVING: u64 = 60_000;
/// Positions that the handheld looks at in less than two seconds, in regions of up to so many points.
const QUICK: [(usize, u64); 2] = [(32, 46_000), (64, 26_000)];
/// So many there are at least.
const FEWEST: usize = 150;
/// Every so many problems are looked at each time.
const STRIDE: usize = 24;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

fn read(name: &str) -> Vec<Entry> {
    let entry = |loaded: Loaded| {
        let label = loaded.label();
        loaded.entry.unwrap_or_else(|faults| panic!("{label}: {faults}"))
    };
    let loaded = load(&[folder(name)], &Overrides::default());
    loaded.into_iter().map(entry).collect()
}

fn dan() -> Vec<Entry> {
    read("packs/dan.sgf")
}

/// The empty points from which one step leads out.
fn gaps(setup: &Setup) -> PointSet {
    let board = Board::new(setup);
    let is_empty = |p: &Point| board.at(*p) == Cell::Empty;
    let is_outside = |p: &Point| is_empty(p) && setup.outside.contains(*p);
    let is_gap = |p: &Point| !is_outside(p) && p.beside(setup.size).any(|p| is_outside(&p));
    Point::all(setup.size).filter(is_empty).filter(is_gap).collect()
}

#[test]
fn there_are_enough_from_1_dan_to_5_dan_the_easiest_first() {
    let levels: Vec<i8> = dan()
        .iter()
        .map(|entry| entry.level.expect("a level").steps_from_first_dan())
        .collect();
    assert!(levels.len() >= FEWEST, "{}", levels.len());
    assert!(levels.is_sorted());
    for rank in 0..=4 {
        assert!(levels.contains(&rank), "nothing for {} dan", rank + 1);
    }
    assert!(levels.iter().all(|level| (0..=4).contains(level)));
}

#[test]
fn every_problem_is_open_and_whoever_comes_out_has_somewhere_to_go() {
    for entry in dan() {
        let name = &entry.name;
        let setup = entry.problem.setup();
        let board = Board::new(&setup);
        let gaps = gaps(&setup);
        assert!(gaps.len() >= 2, "{name} is closed");
        let last = setup.size - 1;
        for gap in gaps.iter() {
            let (column, row) = (gap.column(), gap.row());
            let line = 1 + column.min(row).min(last - column).min(last - row);
            assert!(line >= 3, "{name} is open along the edge");
            let leads_on =
                |p: &Point| gaps.contains(*p) || board.at(*p) == Cell::Empty && setup.outside.contains(*p);
            assert!(gap.beside(setup.size).filter(leads_on).count() >= 2, "{name}");
        }
        // Nobody is out already.
        let is_outside = |p: Point| board.at(p) == Cell::Empty && setup.outside.contains(p);
        let touches = |p: Point| p.beside(setup.size).any(is_outside);
        let defenders = setup.stones(entry.problem.defender());
        assert!(!defenders.iter().any(touches), "{name}: a stone is free");
        let crop = Crop::around(&setup);
        assert!(crop.columns() <= 13 && crop.rows() <= 13, "{name}");
    }
}

#[test]
fn nothing_has_to_be_worked_out_and_there_is_one_answer() {
    for entry in dan() {
        let name = &entry.name;
        assert_eq!(entry.inferred, [], "{name}");
        assert_eq!(entry.remarks, Vec::<String>::new(), "{name}");
        assert_eq!(entry.flaws, Vec::<String>::new(), "{name}");
        assert!(entry.text.ends_with('.') && entry.text.len() <= 256, "{name}");
        assert_eq!(entry.answer.expect("an answer").moves.len(), 1, "{name}");
    }
}

#[test]
fn none_of_them_is_in_the_bank_already() {
    let mut seen: HashMap<Vec<u8>, String> = HashMap::new();
    for name in [
        "problems",
        "packs/graded-2.sgf",
        "packs/ko-and-seki-2.sgf",
        "packs/dan.sgf",
    ] {
        for loaded in load(&[folder(name)], &Overrides::default()) {
            let entry = loaded.entry.expect("it can be read");
            let twin = seen.insert(likeness(&entry.problem), entry.name.clone());
            if name == "packs/dan.sgf" {
                assert_eq!(twin, None, "{}", entry.name);
            }
        }
    }
}

#[test]
fn no_three_have_the_same_group() {
    let mut groups: HashMap<Vec<u8>, Vec<String>> = HashMap::new();
    for entry in dan() {
        groups.entry(family(&entry.problem)).or_default().push(entry.name);
    }
    let many: Vec<&Vec<String>> = groups.values().filter(|names| names.len() > 2).collect();
    assert!(many.is_empty(), "{many:?}");
}

/// Measures problems again: the level is the formula's, a pass loses something, and the pack has the book of replies that the handheld needs.
fn measure_again<'a>(entries: impl Iterator<Item = (usize, &'a Entry)>) {
    let bytes = fs::read(folder("packs/dan.pack")).expect("the pack is there");
    let pack = Pack::open(&bytes).expect("it is a pack");
    let mut grader = Grader::new();
    for (place, entry) in entries {
        let name = &entry.name;
        let (traits, _) = grader.measure(entry, NODES).expect("it is proved");
        assert_eq!(entry.level, Some(traits.open_level()), "{name}");
        assert!(traits.snares > 0, "{name}: nothing to go wrong with");
        let (answer, book) = answerable(&entry.problem, NODES).expect("the handheld can answer");
        assert_eq!(entry.answer, Some(answer), "{name}");
        let record = pack.problem(place as u16).expect("it can be read");
        assert_eq!(record.name, *name);
        let replies = Replies::read(&book, &room(&entry.problem.setup()), &answer);
        let expected = replies.map_or(Book::None, Book::Replies);
        assert_eq!(record.book, expected, "{name}");
        let setup = entry.problem.setup();
        let passed = Setup {
            to_move: setup.to_move.opponent(),
            ..setup
        };
        let passed = Problem::new(&passed).expect("the same stones");
        let passed = grader.outcome(&passed, NODES).expect("it is proved");
        assert_ne!(passed, answer.outcome, "{name} can be left alone");
    }
}

#[test]
fn every_first_move_and_a_pass_are_answered_by_the_book_or_in_two_seconds() {
    let bytes = fs::read(folder("packs/dan.pack")).expect("the pack is there");
    let pack = Pack::open(&bytes).expect("it is a pack");
    let mut memory = Memory::new(DEVICE_SLOTS).expect("there is room");
    let effort = Effort {
        every_move: false,
        ..effort(Limits {
            nodes: NODES,
            ..Limits::NONE
        })
    };
    for (place, entry) in dan().iter().enumerate() {
        let record = pack.problem(place as u16).expect("it can be read");
        let (region, _) = Region::<DEVICE_WORDS>::new(&entry.problem).expect("it has room");
        let fits = |(most, _): &&(usize, u64)| region.points() <= *most;
        let (_, quick) = QUICK.iter().find(fits).expect("a size of Dan");
        let size = entry.problem.size();
        for played in Point::all(size).map(Move::Play).chain([Move::Pass]) {
            let mut game = Game::new(&entry.problem.setup());
            let is_known = match &record.book {
                Book::Replies(replies) => replies.after(replies.first(), played).is_some(),
                Book::None | Book::Author(_) => false,
            };
            if is_known || game.make(played).is_err() {
                continue;
            }
            // Without a key stone it is over.
            let Some(here) = entry.problem.at(&game, game.to_move()) else {
                continue;
            };
            let past: Vec<u64> = game.past().collect();
            let read = solve_after(&past, &here, &effort, &mut memory, &mut |_| true);
            let (name, nodes) = (&entry.name, read.nodes);
            assert!(read.solution().is_some(), "{name}: {played:?} is not read");
            assert!(nodes <= *quick, "{name}: {played:?} takes {nodes} positions");
        }
    }
}

/// Proves the right moves of plain life and death once more, with proofs for the checker; how many there are.
fn prove_twice<'a>(entries: impl Iterator<Item = &'a Entry>) -> usize {
    let mut count = 0;
    for entry in entries {
        let answer = entry.answer.expect("an answer");
        if is_plain(&answer) {
            assert!(
                is_proved_twice(&entry.problem, &answer, PROVING),
                "{}",
                entry.name
            );
            count += 1;
        }
    }
    count
}

#[test]
fn what_is_kept_stays_as_it_is() {
    let kept: Vec<Entry> = dan().into_iter().step_by(60).collect();
    let chosen = choose_open(&[], &kept, std::iter::empty(), kept.len(), &Alone);
    let setups = |entries: &[Entry]| -> Vec<Setup> { entries.iter().map(|e| e.problem.setup()).collect() };
    assert_eq!(setups(&chosen.entries), setups(&kept));
    assert_eq!(chosen.lost, Vec::<String>::new());
    // Without its answer nobody knows what was proved of it.
    let mut mute = kept[..1].to_vec();
    mute[0].answer = None;
    let chosen = choose_open(&[], &mute, std::iter::empty(), 1, &Alone);
    assert_eq!(chosen.lost, [format!("1 {}", kept[0].name)]);
}

#[test]
fn a_sample_has_its_level_and_its_book() {
    measure_again(dan().iter().enumerate().step_by(STRIDE));
}

#[test]
fn a_sample_is_proved_again_and_the_checker_agrees() {
    assert!(prove_twice(dan().iter().skip(1).step_by(STRIDE)) > 0);
}

#[test]
#[ignore = "takes minutes"]
fn all_of_them_have_their_levels_and_their_books() {
    measure_again(dan().iter().enumerate());
}

#[test]
#[ignore = "takes minutes"]
fn all_of_them_are_proved_again_and_the_checker_agrees() {
    let all = dan();
    let count = prove_twice(all.iter());
    println!("{count} of {} are plain life and death", all.len());
    assert!(count * 2 >= all.len(), "{count}");
    let (mut lost, mut left) = (0, 0);
    for entry in &all {
        let answer = entry.answer.expect("an answer");
        if is_plain(&answer) {
            let (more, others) = refuted(&entry.problem, &answer, PROVING / 6);
            (lost, left) = (lost + more, left + others);
        }
    }
    println!(
        "wrong first moves with a proof that they lose: {lost} of {}",
        lost + left
    );
}
