//! A position in the making: whatever is done to it, it can be, and every step can be taken back.

use host_tests::random::Random;
use shikatsu::board::{Color, Point, PointSet, Setup, Symmetry};
use shikatsu::edit::{Draft, Refused, STEPS, Step, Workshop, is_twin, outside};
use shikatsu::pack::Bank;
use shikatsu::pack::library::Library;
use shikatsu::problem::{Fault, Problem};

/// Steps in a run.
const RUN: u32 = 100_000;

fn point(name: &str, size: u8) -> Point {
    Point::from_vertex(name, size).unwrap()
}

fn points(names: &str, size: u8) -> PointSet {
    names.split_whitespace().map(|name| point(name, size)).collect()
}

/// The bank's problems.
fn problems() -> Vec<Problem> {
    let all = (0..Bank.packs()).flat_map(|pack| (0..Bank.len(pack)).map(move |problem| (pack, problem)));
    all.map(|(pack, problem)| Bank.load(pack, problem).unwrap().problem)
        .collect()
}

fn after(draft: &Draft, steps: &[Step]) -> Draft {
    steps
        .iter()
        .fold(*draft, |draft, &step| draft.after(step).unwrap())
}

/// Anything that can be asked for, with points that may not be on the board.
fn any_step(random: &mut Random) -> Step {
    let point = |random: &mut Random| {
        // Crowded near a corner, so that chains fill up.
        let most = random.pick(&[3, 4, 6, 18]);
        Point::new(random.between(0, most), random.between(0, most))
    };
    let at = point(random);
    match random.below(40) {
        0..=24 => Step::Put(random.color(), at),
        25..=27 => Step::Take(at),
        28..=29 => Step::Key(at),
        30 => Step::KeyStone(at),
        31 => Step::Paint(at),
        32 => Step::Frame(at, point(random)),
        33 => Step::WorkOut,
        34 => Step::Side,
        35 => Step::Size(random.between(3, 21)),
        36 => Step::Turn,
        37 => Step::Mirror,
        38 => Step::Swap,
        _ if random.chance(5) => Step::Clear,
        _ => Step::Put(random.color(), at),
    }
}

/// What is wrong with a position, but for key stones that are missing.
fn faults(setup: &Setup) -> Vec<Fault> {
    let mut faults = Vec::new();
    Problem::faults(setup, &mut |fault| faults.push(fault));
    faults.retain(|fault| *fault != Fault::NoKeyStone);
    faults
}

#[test]
fn a_hundred_thousand_steps_leave_only_positions_that_can_be() {
    let mut random = Random::new(19);
    let mut workshop = Workshop::new(Draft::empty(9));
    let (mut made, mut refused) = (0, 0);
    for _ in 0..RUN {
        let before = *workshop.draft();
        match random.below(20) {
            0 => drop(workshop.undo()),
            1 => drop(workshop.redo()),
            _ => {
                let step = any_step(&mut random);
                let shown = before.would_go(step);
                if workshop.make(step).is_ok() {
                    made += 1;
                    goes_as_shown(&before, step, &shown, workshop.draft());
                } else {
                    refused += 1;
                    assert_eq!(*workshop.draft(), before);
                    assert!(shown.is_empty());
                }
            }
        }
        let setup = workshop.draft().setup();
        assert_eq!(faults(&setup), [], "{setup:?}");
        assert_eq!(workshop.draft().problem().is_ok(), !setup.key.is_empty());
    }
    assert!(made > 10_000 && refused > 1_000, "{made} {refused}");
}

/// Exactly the stones that were shown before have gone.
fn goes_as_shown(before: &Draft, step: Step, shown: &PointSet, after: &Draft) {
    let Step::Put(color, at) = step else {
        return;
    };
    for point in Point::all(before.size()) {
        let expected = match before.stone(point) {
            _ if point == at => Some(color),
            Some(_) if shown.contains(point) => None,
            stone => stone,
        };
        assert_eq!(after.stone(point), expected, "{step:?}");
    }
}

#[test]
fn every_step_can_be_taken_back_and_made_again() {
    let mut random = Random::new(7);
    for problem in problems().iter().take(40) {
        let mut workshop = Workshop::new(Draft::of(problem));
        let mut way = vec![*workshop.draft()];
        while way.len() < STEPS {
            if workshop.make(any_step(&mut random)).is_ok() {
                way.push(*workshop.draft());
            }
        }
        for draft in way.iter().rev().skip(1) {
            assert!(workshop.undo().is_some());
            assert_eq!(workshop.draft(), draft);
        }
        assert_eq!(workshop.undo(), None);
        assert!(!workshop.is_changed());
        for draft in way.iter().skip(1) {
            assert!(workshop.can_redo() && workshop.redo().is_some());
            assert_eq!(workshop.draft(), draft);
        }
        assert_eq!(workshop.redo(), None);
    }
}

#[test]
fn of_too_many_steps_the_oldest_cannot_be_taken_back() {
    let mut workshop = Workshop::new(Draft::empty(19));
    let mut way = vec![*workshop.draft()];
    for at in Point::all(19).step_by(2).take(STEPS + 30) {
        workshop.make(Step::Put(Color::Black, at)).unwrap();
        way.push(*workshop.draft());
    }
    let mut back = 0;
    while workshop.undo().is_some() {
        back += 1;
        assert_eq!(*workshop.draft(), way[way.len() - 1 - back]);
    }
    assert_eq!(back, STEPS);
}

#[test]
fn a_stone_that_takes_others_shows_them_first_and_one_without_liberty_is_refused() {
    use Color::{Black, White};
    let draft = after(
        &Draft::empty(5),
        &[Step::Put(White, point("A1", 5)), Step::Put(Black, point("A2", 5))],
    );
    let take = Step::Put(Black, point("B1", 5));
    assert_eq!(draft.would_go(take), points("A1", 5));
    let taken = draft.after(take).unwrap();
    assert_eq!(taken.stone(point("A1", 5)), None);
    assert_eq!(
        taken.after(Step::Put(White, point("A1", 5))),
        Err(Refused::NoLiberty)
    );
    assert_eq!(taken.after(Step::Put(Black, point("A2", 5))), Err(Refused::Taken));
    // To put the other colour in a stone's place is one step.
    let swapped = Step::Put(White, point("A2", 5));
    assert_eq!(taken.would_go(swapped), points("A2", 5));
    assert_eq!(taken.after(swapped).unwrap().stone(point("A2", 5)), Some(White));
}

#[test]
fn key_stones_are_of_one_colour_and_go_with_their_stones() {
    use Color::{Black, White};
    let draft = after(
        &Draft::empty(9),
        &[
            Step::Put(Black, point("A1", 9)),
            Step::Put(Black, point("B1", 9)),
            Step::Put(White, point("E5", 9)),
            Step::Key(point("A1", 9)),
        ],
    );
    assert_eq!(*draft.key(), points("A1 B1", 9));
    assert_eq!(
        *after(&draft, &[Step::Key(point("E5", 9))]).key(),
        points("E5", 9)
    );
    assert_eq!(
        *after(&draft, &[Step::Key(point("B1", 9))]).key(),
        PointSet::EMPTY
    );
    assert_eq!(
        *after(&draft, &[Step::KeyStone(point("B1", 9))]).key(),
        points("A1", 9)
    );
    assert_eq!(
        *after(&draft, &[Step::Take(point("A1", 9))]).key(),
        points("B1", 9)
    );
    assert_eq!(draft.after(Step::Key(point("C1", 9))), Err(Refused::NoStone));
}

#[test]
fn another_size_keeps_the_corner_and_shows_what_it_cuts() {
    use Color::Black;
    let corner = after(
        &Draft::empty(19),
        &[
            Step::Put(Black, point("T1", 19)),
            Step::Put(Black, point("R3", 19)),
        ],
    );
    assert_eq!(corner.would_go(Step::Size(9)), PointSet::EMPTY);
    let small = corner.after(Step::Size(9)).unwrap();
    assert_eq!(*small.stones(Black), points("J1 G3", 9));
    assert_eq!(small.after(Step::Size(19)).unwrap(), corner);
    let wide = after(&corner, &[Step::Put(Black, point("A19", 19))]);
    assert_eq!(wide.would_go(Step::Size(9)).len(), 2);
    assert_eq!(wide.after(Step::Size(4)), Err(Refused::OffBoard));
    assert_eq!(wide.after(Step::Size(20)), Err(Refused::OffBoard));
}

#[test]
fn four_turns_two_mirrors_and_two_swaps_change_nothing() {
    for problem in problems() {
        let draft = Draft::of(&problem);
        assert_eq!(draft.problem(), Ok(problem));
        for (step, times) in [(Step::Turn, 4), (Step::Mirror, 2), (Step::Swap, 2)] {
            let mut turned = draft;
            for _ in 0..times {
                // What looks the same either way is said to be so.
                turned = turned.after(step).unwrap_or(turned);
            }
            assert_eq!(turned, draft);
        }
    }
}

#[test]
fn twins_are_found_however_they_lie() {
    let all = problems();
    for (place, problem) in all.iter().enumerate().step_by(7) {
        for symmetry in Symmetry::all() {
            assert!(is_twin(problem, &problem.turned(symmetry)));
            assert!(is_twin(problem, &problem.turned(symmetry).swapped()));
        }
        assert!(all.iter().skip(place + 1).all(|other| !is_twin(problem, other)));
    }
}

#[test]
fn an_area_is_a_rectangle_or_painted_point_by_point() {
    let draft = after(
        &Draft::empty(9),
        &[
            Step::Put(Color::Black, point("E5", 9)),
            Step::Frame(point("C3", 9), point("A1", 9)),
            Step::Paint(point("D1", 9)),
            Step::Paint(point("A1", 9)),
        ],
    );
    let inside: PointSet = Point::all(9)
        .filter(|&point| !draft.setup().outside.contains(point))
        .collect();
    // A stone's own point is not closed by a frame.
    assert_eq!(inside, points("A2 A3 B1 B2 B3 C1 C2 C3 D1 E5", 9));
    assert_eq!(draft.after(Step::Paint(point("E5", 9))), Err(Refused::OnStone));
}

#[cfg(feature = "host")]
#[test]
fn the_area_is_worked_out_as_it_is_for_sgf_files() {
    use shikatsu_toolkit::overrides::Overrides;
    use shikatsu_toolkit::sgf;
    let mut random = Random::new(3);
    let mut random_problems = Vec::new();
    let mut draft = Draft::empty(9);
    while random_problems.len() < 3000 {
        let step = any_step(&mut random);
        draft = draft.after(step).unwrap_or(draft);
        random_problems.extend(draft.problem().ok());
    }
    for problem in problems().into_iter().chain(random_problems) {
        let setup = problem.setup();
        let name = |point: Point| {
            let letter = |line: u8| char::from(b'a' + line);
            format!("[{}{}]", letter(point.column()), letter(point.row()))
        };
        let list = |property: &str, set: &PointSet| {
            let names: String = set.iter().map(name).collect();
            if names.is_empty() {
                names
            } else {
                format!("{property}{names}")
            }
        };
        let text = format!(
            "(;SZ[{}]PL[{}]{}{}{})",
            setup.size,
            if setup.to_move == Color::Black { 'B' } else { 'W' },
            list("AB", &setup.black),
            list("AW", &setup.white),
            list("MA", &setup.key),
        );
        let read = sgf::read(text.as_bytes(), &Overrides::default());
        let entry = read[0].as_ref().unwrap();
        assert_eq!(outside(&setup), entry.problem.setup().outside, "{text}");
    }
}
