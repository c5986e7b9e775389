//! One try for an open problem: a closed one is taken, its wall opened, and a walk goes on from there.
//!
//! Closed problems have been looked for already, so what they are made of works; an opening adds a way out, and with it most of what makes a
//! problem hard. What the handheld needs for a whole answer does not matter here: each move has to be quick by itself, or goes into a book of
//! replies.

use shikatsu::board::{Board, Color, Setup};
use shikatsu::problem::Problem;

use super::looks::{Taste, tidy_for};
use super::loosen::{are_ways_out, gaps, loosen, nudge};
use super::probe::{Prober, book_nodes};
use super::random::Random;
use super::sight::Sight;
use super::vary::vary;
use super::walk::{Dropped, Drops, Outcomes, Rules, walk};

/// More room than a closed problem has, and a stone more on the first line.
const OPEN: Taste = Taste {
    room: 8..=20,
    on_the_edge: 3,
};
/// Points from which one step leads out.
const FEWEST_GAPS: usize = 2;
/// Positions to learn whether a position is settled, and for a whole answer.
const GLANCE: u64 = 150_000;
pub(super) const WHOLE: u64 = 800_000;
/// How many ranks above the first dan a try may aim for.
const AIMS: [f64; 5] = [-0.4, 0.6, 1.6, 2.6, 3.6];
/// How often it opens a wall, and one that is open already.
const OPENINGS: [usize; 5] = [1, 1, 1, 2, 2];
const FURTHER_OPENINGS: [usize; 5] = [0, 0, 0, 0, 1];
/// How often it changes a stone before.
const CHANGES: [usize; 4] = [0, 0, 1, 2];
/// How many neighbours are looked at for a harder problem.
const NEIGHBOURS: usize = 16;
/// How often it tries to.
const OFTEN: usize = 12;

/// Makes a try. It depends on the numbers and the parents alone.
pub(super) fn make_open_try(seed: u64, number: u64, parents: &[Problem], prober: &mut Prober) -> Outcomes {
    let mut random = Random::of_try(seed, number);
    let parent = random.pick(parents);
    let parent = match parent.defender() {
        Color::White => parent,
        Color::Black => parent.swapped(),
    };
    let rules = Rules {
        tidy,
        glance: GLANCE,
        patience: book_nodes,
        whole: Some(WHOLE),
        mirrored: false,
        vary: change,
        neighbours: NEIGHBOURS,
        hard: -7.0..random.pick(&AIMS),
    };
    let opened = (0..OFTEN).find_map(|_| open(&parent, &mut random));
    let Some(opened) = opened else {
        return Outcomes {
            found: None,
            drops: Drops::from([(Dropped::Looks, 1)]),
        };
    };
    walk(&opened, parent.setup(), &rules, random, prober)
}

/// The parent with its wall open, if that looks well.
fn open(parent: &Problem, random: &mut Random) -> Option<Setup> {
    let mut setup = parent.setup();
    for _ in 0..random.pick(&CHANGES) {
        setup = vary(&setup, random).unwrap_or(setup);
    }
    let is_open = gaps(&setup).len() >= FEWEST_GAPS;
    let wanted = random.pick(if is_open { &FURTHER_OPENINGS } else { &OPENINGS });
    let mut opened = 0;
    for _ in 0..OFTEN {
        if opened < wanted
            && let Some(wider) = loosen(&setup, random)
        {
            opened += 1;
            setup = wider;
        }
    }
    Problem::new(&setup).ok()?;
    tidy(&setup, &setup)
}

/// A neighbour: one stone changed, or the wall a little more open.
fn change(setup: &Setup, random: &mut Random) -> Option<Setup> {
    match random.weighted(&[55, 37, 8]) {
        Some(0) => vary(setup, random),
        Some(1) => nudge(setup, random),
        _ => loosen(setup, random),
    }
}

/// The position with its key stones chosen anew, if it is open and nothing about it is ugly. White defends.
fn tidy(setup: &Setup, _: &Setup) -> Option<Setup> {
    let gaps = gaps(setup);
    let board = Board::new(setup);
    let sight = Sight::new(&board);
    let is_free = setup.white.iter().any(|stone| sight.is_safe(stone));
    if gaps.len() < FEWEST_GAPS || !are_ways_out(&gaps, setup) || is_free {
        return None;
    }
    // Nobody looks at which stones were there before.
    tidy_for(setup, &Setup::empty(setup.size), &OPEN)
}

#[cfg(test)]
mod tests {
    use super::super::shape::Shape;
    use super::*;

    #[test]
    fn what_a_try_finds_is_open_has_one_answer_and_comes_from_its_numbers_alone() {
        let parents: Vec<Problem> = (0..40)
            .filter_map(|number| {
                let setup = Shape::random(&mut Random::of_try(2, number)).setup();
                Problem::new(&setup).ok()
            })
            .collect();
        assert!(parents.len() > 20);
        let mut prober = Prober::new();
        let mut found = 0;
        for number in 0..40 {
            let Some(study) = make_open_try(3, number, &parents, &mut prober).found else {
                continue;
            };
            found += 1;
            let setup = study.problem.setup();
            assert!(tidy(&setup, &setup).is_some(), "try {number}");
            assert_eq!(study.answer.moves.len(), 1, "try {number}");
            if found == 1 {
                let again = make_open_try(3, number, &parents, &mut Prober::new()).found;
                assert_eq!(again.map(|again| again.problem), Some(study.problem));
            }
        }
        assert!(found >= 2, "{found}");
    }
}
