use std::path::Path;

use shikatsu::board::PointSet;
use shikatsu::problem::{Answer, Outcome, Problem};
use shikatsu::search::Limits;
use shikatsu::tsumego::{DEVICE_SLOTS, Knowledge};

use super::*;
use crate::files::read;
use crate::overrides::Overrides;
use crate::pack::ask::room_of;
use crate::pack::item::Makeshift;
use crate::pack::report;
use crate::sgf::{Room, openings};
use crate::solve::{Attempt, Effort, Found, Regions};
use crate::threads::Alone;

const SIX_POINTS: &str = "\
*******
*******
*******
ooooooo
oxxxxxo
ox---xo
ox---xo
C3 x
Name: Six points
";

struct Silent;

impl Watch for Silent {
    fn proving(&mut self, _: usize, _: usize, _: u64) {}
    fn proved(&mut self) {}
}

fn workers(nodes: u64, open_nodes: u64) -> Workers<'static> {
    Workers {
        threads: &Alone,
        effort: Effort {
            limits: Limits {
                nodes,
                ..Limits::NONE
            },
            regions: Regions::Device,
            slice: 64,
            every_move: true,
            knows: Knowledge::ALL,
        },
        slots: DEVICE_SLOTS,
        open_nodes,
        together_nodes: 0,
    }
}

/// Five white stones on the second line with a way out along the edge, and Black's move that kills them if that is blocked.
const WAY_OUT: &str = "(;SZ[11]PL[B]AW[aj][bj][cj][dj][ej]AB[ai][bi][ci][di][ei][fi][fj];B[bk]C[Correct])";

#[test]
fn what_leaks_is_tried_longer_with_the_wall_closed() {
    for open_nodes in [0, 1] {
        let loaded = read(Path::new("a.sgf"), WAY_OUT.as_bytes(), &Overrides::default());
        let stop = Stop::default();
        let mut collection = Collection::new(&loaded);
        // As it was read at first everything is known, and it leaks; otherwise nothing is known yet.
        collection.prove(&workers(1_000_000, open_nodes), &stop, &mut Silent);
        assert!(
            matches!(collection.items[0].fate(), Fate::Doubtful(..)),
            "{:?}",
            collection.items[0].fate()
        );
        collection.look_again(&workers(1, 0), &stop, &mut Silent);
        assert!(matches!(collection.items[0].fate(), Fate::Doubtful(..)));
        collection.insist(1_000_000, &workers(1, open_nodes), &stop, &mut Silent);
        let item = &collection.items[0];
        let Fate::Kept(solution, _) = item.fate() else {
            panic!("{:?}", item.fate());
        };
        let point = |name| item.problem().point(name).unwrap();
        assert!(solution.answer.moves.contains(point("B1")));
        assert!(item.problem().setup().black.contains(point("G1")));
    }
}

/// Three points in a corner. Nobody says which stones it is about.
const CORNER: &str = "(;SZ[9]PL[B]AW[ah][bh][ch][dh][di]AB[ag][bg][cg][dg][eg][eh][ei](;B[bi]C[Correct]))";

#[test]
fn a_guess_in_which_a_right_move_of_the_file_fails_is_in_doubt() {
    let fate_of = |text: &str, is_doubtful: bool| {
        let loaded = read(Path::new("a.sgf"), text.as_bytes(), &Overrides::default());
        let stop = Stop::default();
        let mut collection = Collection::new(&loaded);
        collection.prove(&workers(100_000, 0), &stop, &mut Silent);
        let fate = collection.items[0].fate();
        assert_eq!(matches!(fate, Fate::Doubtful(..)), is_doubtful, "{fate:?}");
    };
    fate_of(CORNER, false);
    // White lives after the other move.
    let both = CORNER.replace("))", ")(;B[ai]C[Correct]))");
    fate_of(&both, true);
    // Where the file itself says which stones it is about, and where it may be played, the proof wins.
    let marked = "PL[B]MA[ah]DD[aa:if][fg:ig][fh:ih][fi:ii]";
    fate_of(&both.replace("PL[B]", marked), false);
}

/// The same stones, and no word about what is to be done.
const SILENT: &str = "(;SZ[11]PL[B]AW[aj][bj][cj][dj][ej]AB[ai][bi][ci][di][ei][fi][fj])";

/// A proof that these moves get a ko. Of the others it is known that they do not, or nothing.
fn ko_by(moves: PointSet, is_whole: bool) -> Proof {
    let solution = Solution {
        answer: Answer {
            outcome: Outcome::KoAttacker,
            seki: false,
            moves,
        },
        best: moves.first(),
        equals: moves,
        depth: 1,
    };
    let found = if is_whole {
        Found::Proved(solution)
    } else {
        Found::Nothing(Why::Nodes)
    };
    Proof {
        attempt: Attempt {
            found,
            so_far: Some(solution),
            guess: None,
            nodes: 1,
            rests: None,
        },
        handheld: Handheld::AsItIs,
        passes: false,
    }
}

/// A reading of it with so many correct moves, with the wall closed or not, and what it is kept as.
fn kept_as(moves: usize, is_closed: bool, is_whole: bool, sense: Sense) -> (usize, bool) {
    let loaded = read(Path::new("a.sgf"), SILENT.as_bytes(), &Overrides::default());
    let mut collection = Collection::new(&loaded);
    let item = &mut collection.items[0];
    let reading = other_readings(item, &[Room::Usual]).into_iter();
    let entry = reading
        .chain([item.entry.clone().into_owned()])
        .find(|entry| openings(&entry.problem.setup()).is_empty() == is_closed)
        .expect("a reading");
    let moves: PointSet = room_of(&entry.problem.setup()).iter().take(moves).collect();
    item.keep_for_later(entry, ko_by(moves, is_whole), sense);
    let hopes = item.hopes.len();
    item.make_do();
    (hopes, matches!(item.fate(), Fate::Kept(..)))
}

#[test]
fn what_makes_some_sense_is_taken_if_nothing_is_better() {
    assert_eq!(kept_as(5, true, true, Sense::Good), (0, true));
    assert_eq!(kept_as(6, true, true, Sense::Good), (0, false), "too many work");
    assert_eq!(
        kept_as(5, true, true, Sense::Settled),
        (0, false),
        "anything works"
    );
    assert_eq!(
        kept_as(5, false, true, Sense::Good),
        (0, false),
        "the wall is open"
    );
}

/// Whether a reading with the wall closed is kept in which exactly these moves get a ko, of a file that calls B1 right and shows another.
fn is_ko_kept(moves: &[&str], more: &str) -> bool {
    let shown = format!("(;B[bk]C[Correct])(;B[ck];W[bk]){more}");
    let sgf = WAY_OUT.replace(";B[bk]C[Correct]", &shown);
    let loaded = read(Path::new("a.sgf"), sgf.as_bytes(), &Overrides::default());
    let mut collection = Collection::new(&loaded);
    let item = &mut collection.items[0];
    let mut readings = other_readings(item, &[Room::Usual]).into_iter();
    let entry = readings
        .find(|entry| openings(&entry.problem.setup()).is_empty())
        .expect("a reading with the wall closed");
    let point = |name: &&str| entry.problem.point(name).expect("a point");
    let proof = ko_by(moves.iter().map(point).collect(), true);
    item.keep_for_later(entry, proof, Sense::Good);
    item.make_do();
    let mut remarks = item.entry.remarks.iter();
    let is_told = remarks.any(|remark| remark.contains("does not mention"));
    let is_kept = matches!(item.fate(), Fate::Kept(..));
    assert_eq!(is_kept, is_told, "nobody is surprised by a ko");
    is_kept
}

#[test]
fn a_ko_that_the_file_does_not_mention_is_taken_if_its_moves_are_the_file_s_own() {
    assert!(is_ko_kept(&["B1"], ""));
    assert!(!is_ko_kept(&["B1", "D1"], ""), "the file does not know of D1");
    assert!(!is_ko_kept(&["C1"], ""), "the file calls another move right");
    let another = "(;B[dk]C[Correct])";
    assert!(!is_ko_kept(&["B1"], another), "the file calls two moves right");
}

#[test]
fn what_is_half_known_and_would_convince_is_worth_patience() {
    assert_eq!(kept_as(2, true, false, Sense::Good), (1, false));
    assert_eq!(kept_as(4, true, false, Sense::Good), (0, false));
}

#[test]
fn what_nobody_proved_is_tried_longer() {
    let loaded = read(Path::new("a.txt"), SIX_POINTS.as_bytes(), &Overrides::default());
    let workers = workers(5, 0);
    let stop = Stop::default();
    let mut collection = Collection::new(&loaded);
    collection.prove(&workers, &stop, &mut Silent);
    assert_eq!(collection.items[0].fate(), Fate::Unproved(Why::Nodes));
    let spent = collection.items[0].spent;
    let mut hasty = collection.clone();
    hasty.insist(6, &workers, &stop, &mut Silent);
    // That Black lives is seen at once, but not how the other moves end.
    assert!(
        matches!(hasty.items[0].fate(), Fate::TooLarge(..)),
        "no limit is passed over"
    );
    collection.insist(1_000_000, &workers, &stop, &mut Silent);
    assert!(
        matches!(collection.items[0].fate(), Fate::Kept(..)),
        "{:?}",
        collection.items[0].fate()
    );
    assert!(
        collection.items[0].spent > spent + 5,
        "all that was looked at is counted"
    );
}

/// Black slips through a wall with gaps to where there is room to live.
const WALL_WITH_GAPS: &str =
    "(;SZ[19]PL[B]AB[sk][sl][rm][pn][qo][qp][qq][pr]AW[po][pp][qr][rn][rl][rk][rj][rs][qs];B[qm]C[Correct])";

#[test]
fn what_is_open_is_tried_longer_at_the_end() {
    let loaded = read(
        Path::new("a.sgf"),
        WALL_WITH_GAPS.as_bytes(),
        &Overrides::default(),
    );
    let stop = Stop::default();
    let workers = workers(1_000, 40);
    let mut collection = Collection::new(&loaded);
    collection.prove(&workers, &stop, &mut Silent);
    collection.look_again(&workers, &stop, &mut Silent);
    assert!(matches!(collection.items[0].fate(), Fate::Unproved(_)));
    collection.insist_in_the_open(&workers, &stop, &mut Silent);
    let item = &collection.items[0];
    let Fate::TooLarge(solution, _) = item.fate() else {
        panic!("{:?}", item.fate());
    };
    assert_eq!(solution.best, item.problem().point("R7"));
    let said = report(&collection, &workers.effort.limits);
    let tally = said.tally.to_string();
    assert!(
        tally.contains("1 proved, but too large for the handheld"),
        "{tally}"
    );
    let lines = said.lines(&collection, false).join("\n");
    assert!(lines.contains("But it is too large for the handheld"), "{lines}");
}

#[test]
fn what_is_too_large_gets_at_the_end_all_that_can_be_done() {
    let loaded = read(Path::new("a.txt"), SIX_POINTS.as_bytes(), &Overrides::default());
    let stop = Stop::default();
    let mut collection = Collection::new(&loaded);
    collection.prove(&workers(5, 0), &stop, &mut Silent);
    let mut unproved = collection.clone();
    collection.insist(6, &workers(5, 0), &stop, &mut Silent);
    for collection in [&mut unproved, &mut collection] {
        let fate = |collection: &Collection<'_>| matches!(collection.items[0].fate(), Fate::Kept(..));
        collection.look_last(1_000_000, &workers(5, 0), &stop, &mut Silent);
        assert!(!fate(collection), "nobody else may be asked");
        collection.look_last(10, &workers(5, 1), &stop, &mut Silent);
        assert!(!fate(collection), "no limit is passed over");
        collection.look_last(1_000_000, &workers(5, 1), &stop, &mut Silent);
        assert!(fate(collection), "{:?}", collection.items[0].fate());
    }
}

#[test]
fn a_closed_wall_that_was_too_much_to_read_is_read_at_the_end() {
    let loaded = read(Path::new("a.sgf"), WAY_OUT.as_bytes(), &Overrides::default());
    let stop = Stop::default();
    let mut collection = Collection::new(&loaded);
    collection.prove(&workers(1_000_000, 1), &stop, &mut Silent);
    collection.insist(5, &workers(1, 1), &stop, &mut Silent);
    let is_kept = |collection: &Collection<'_>| matches!(collection.items[0].fate(), Fate::Kept(..));
    assert!(matches!(collection.items[0].fate(), Fate::Doubtful(..)));
    let mut late = collection.clone();
    late.look_last(10, &workers(1, 1), &stop, &mut Silent);
    assert!(!is_kept(&late), "no limit is passed over");
    collection.look_last(1_000_000, &workers(1, 1), &stop, &mut Silent);
    assert!(is_kept(&collection), "{:?}", collection.items[0].fate());
}

/// Asks for a stop after the first round of proofs.
struct Hasty<'a>(&'a Stop);

impl Watch for Hasty<'_> {
    fn proving(&mut self, _: usize, _: usize, _: u64) {}

    fn proved(&mut self) {
        self.0.ask();
    }
}

/// White is shut in, in the corner, and the file does not say what it is about.
const SHUT_IN: &str = "(;SZ[13]PL[B]AW[da][ab][bb][cb][db]AB[ea][eb][ac][bc][cc][dc][ec])";

#[test]
fn nobody_believes_what_was_stopped_before_it_was_known_to_make_sense() {
    let loaded = read(Path::new("a.sgf"), SHUT_IN.as_bytes(), &Overrides::default());
    let fate = |stop: &Stop, watch: &mut dyn Watch| {
        let mut collection = Collection::new(&loaded);
        collection.prove(&workers(100_000, 0), stop, watch);
        format!("{:?}", collection.items[0].fate())
    };
    let known = fate(&Stop::default(), &mut Silent);
    assert!(known.starts_with("Kept"), "{known}");
    let stop = Stop::default();
    assert_eq!(fate(&stop, &mut Hasty(&stop)), "Unproved(Stopped)");
}

#[test]
fn nobody_is_believed_where_the_last_look_differs() {
    let loaded = read(Path::new("a.txt"), SIX_POINTS.as_bytes(), &Overrides::default());
    let mut collection = Collection::new(&loaded);
    collection.prove(&workers(100_000, 0), &Stop::default(), &mut Silent);
    let item = &mut collection.items[0];
    let known = *item
        .attempt
        .as_ref()
        .and_then(Attempt::solution)
        .expect("it is small");
    assert!(!known.answer.moves.is_empty());
    let proof = |known: Solution, handheld: Handheld| Proof {
        attempt: Attempt {
            found: Found::Proved(known),
            so_far: None,
            guess: None,
            nodes: 1,
            rests: None,
        },
        handheld,
        passes: false,
    };
    let mut fewer = known;
    fewer.answer.moves = PointSet::EMPTY;
    let mut other = known;
    other.answer.outcome = Outcome::KoAttacker;
    assert!(!item.differs_from(&proof(known, Handheld::TooLarge)));
    assert!(item.differs_from(&proof(fewer, Handheld::TooLarge)));
    assert!(item.differs_from(&proof(other, Handheld::TooLarge)));
    // Closed more narrowly it is another problem, but with the same outcome.
    let narrower = loaded_problem(&SIX_POINTS.replacen("ox---xo\n", "oxx--xo\n", 1));
    assert!(!item.differs_from(&proof(fewer, Handheld::Closed(narrower))));
    assert!(item.differs_from(&proof(other, Handheld::Closed(narrower))));
    item.hopes.push(item.entry.clone().into_owned());
    item.unread = Some(item.entry.clone().into_owned());
    item.makeshift = Some(Box::new(Makeshift {
        entry: item.entry.clone().into_owned(),
        proof: proof(known, Handheld::AsItIs),
    }));
    item.give_up();
    collection.look_last(1_000_000, &workers(100_000, 1), &Stop::default(), &mut Silent);
    let fate = collection.items[0].fate();
    assert_eq!(fate, Fate::Unproved(Why::Contradiction));
}

#[test]
fn an_answer_that_a_longer_look_contradicts_is_not_taken() {
    let loaded = read(Path::new("a.txt"), SIX_POINTS.as_bytes(), &Overrides::default());
    let (stop, workers) = (Stop::default(), workers(100_000, 1));
    let is_contradicted = |outcome: Option<Outcome>, look: &dyn Fn(&mut Collection<'_>)| {
        let mut collection = Collection::new(&loaded);
        collection.prove(&workers, &stop, &mut Silent);
        let attempt = collection.items[0].attempt.as_mut().expect("it was asked");
        let mut known = *attempt.solution().expect("it is small");
        known.answer.outcome = outcome.unwrap_or(known.answer.outcome);
        (attempt.found, attempt.so_far) = (Found::Nothing(Why::Nodes), Some(known));
        look(&mut collection);
        matches!(collection.items[0].fate(), Fate::Unproved(Why::Contradiction))
    };
    let patiently =
        |collection: &mut Collection<'_>| collection.insist(1_000_000, &workers, &stop, &mut Silent);
    let at_last =
        |collection: &mut Collection<'_>| collection.look_last(1_000_000, &workers, &stop, &mut Silent);
    for look in [&patiently as &dyn Fn(&mut Collection<'_>), &at_last] {
        assert!(!is_contradicted(None, look));
        assert!(is_contradicted(Some(Outcome::KoAttacker), look));
    }
}

fn loaded_problem(text: &str) -> Problem {
    Entry::from_text(text).unwrap().problem
}
