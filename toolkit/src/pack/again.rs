//! A second look at problems that were misread.
//!
//! Files that mark neither key stones nor bounds leave them to a guess, and some do not say whether it is to kill or to live. If the proof
//! then contradicts the file's own answer, or leaves nothing to find, other readings are tried: the wall closed that the file leaves open,
//! tighter and wider bounds, other groups, the other goal. The first is taken with which file and proof agree. Of a file that is silent the
//! first that is *unsettled*, so that it matters who moves first, with few correct moves.
//!
//! What was not proved gets those that are less to read.

use shikatsu::board::{Move, Setup};
use shikatsu::problem::{Outcome, Problem};
use shikatsu::tsumego::Solution;

use super::ask::room_of;
use super::item::{Fate, Item, Sense};
use super::opinion::{
    MOST_MOVES, Opinion, PASSABLE_MOVES, called_wrong, is_silent, leaks, named, wrong_but_correct,
};
use super::prove::{HOPELESS, Handheld, Proof, WIDE};
use crate::entry::{Entry, Inferred, is_ko};
use crate::sgf::{
    MOST_AT_STAKE, Reading, Room, closed, is_about_few_stones, openings, readings, shut_in, speaks_of_ko,
};

/// How many groups of each side are tried in all rooms.
const LIKELY_GROUPS: usize = 2;
/// How many groups of each side are tried for a file that is silent: there is nothing to be held against.
const SILENT_GROUPS: usize = 2;
/// The same if the file says that it is about a fight: the likeliest group, and what is at stake.
const FIGHTING_GROUPS: usize = 1 + MOST_AT_STAKE;
/// How many readings that are open are tried longer.
const OPEN_READINGS: usize = 8;
/// How many stones may close its wall close by. With more it is mostly another problem than its author's.
const SILENT_STONES: usize = 3;
/// The same for those who are in danger for sure.
const DANGER_STONES: usize = 6;

/// An item that is in doubt, or was too much to read, as it reads with other guesses, the likeliest first.
pub(super) fn other_readings(item: &Item<'_>, rooms: &[Room]) -> Vec<Entry> {
    let entry = item.entry.as_ref();
    let is_silent = is_silent(entry);
    let is_unproved = matches!(item.fate(), Fate::Unproved(_) | Fate::TooLarge(..));
    if !item.is_open() || !entry.is_guess() {
        return Vec::new();
    }
    let is_fight = entry.book.is_fight;
    // In a fight nobody has to be shut in.
    let inside = shut_in(&entry.problem.setup()).filter(|_| !is_fight);
    let (likely_groups, silent_groups, least_room) = if is_fight {
        (FIGHTING_GROUPS, FIGHTING_GROUPS, Room::Fight)
    } else {
        (LIKELY_GROUPS, SILENT_GROUPS, Room::Usual)
    };
    // What is proved of all stones is not given up for a part of them.
    let is_less = |reading: &Reading| {
        let (all, key) = (entry.problem.setup().key, reading.problem.setup().key);
        matches!(item.fate(), Fate::TooLarge(..)) && key != all && key.minus(&all).is_empty()
    };
    let is_tried = |reading: &Reading| {
        // What was too much to read is so all the more in wider bounds. Generous ones are tried only by who can read what is open.
        let has_room = !is_unproved || reading.room <= Room::Usual || reading.room == Room::Generous;
        let is_same = reading.problem.setup().key == entry.problem.setup().key;
        // Other stones are a guess of their own: of those that are not likely one room is enough.
        let is_likely = reading.is_about_few || reading.group < likely_groups || reading.room == Room::Usual;
        let is_meant = match (is_silent, is_unproved) {
            // A tight room can always be drawn in which something is left to find. And a stone that closes a wall where there is none may
            // besiege somebody who is in no danger.
            (true, _) => {
                let defender = reading.problem.defender();
                // Who is shut in for all to see is in danger, wherever the wall ends, and so is who the file says is to live or to be killed.
                let is_in_danger = is_fight || [inside, entry.book.defender].contains(&Some(defender));
                let most = if is_in_danger {
                    DANGER_STONES
                } else {
                    SILENT_STONES
                };
                let is_little_made_up = reading.added.len() <= most && reading.closes_what_is_there();
                (is_in_danger || inside.is_none())
                    && reading.group < silent_groups
                    && reading.room >= least_room
                    && (reading.room == Room::Generous || is_little_made_up)
            }
            // What is open is mostly not proved, even if the stones are the wrong ones.
            (false, true) => {
                is_same || !is_less(reading) && (reading.room == Room::Generous || reading.is_about_few)
            }
            (false, false) => true,
        };
        has_room && is_likely && is_meant
    };
    // Unless the file says that it is a fight, only its lines show one.
    let is_fit = |room: &Room| !is_silent || is_fight || *room != Room::Fight;
    let rooms: Vec<Room> = rooms.iter().copied().filter(is_fit).collect();
    let mut found = readings(entry, &rooms);
    found.retain(is_tried);
    // First all that is little to read, whoever is to live; what is open takes long.
    found.sort_by_key(|reading| {
        (
            is_much(reading.room),
            reading.group >= likely_groups && !reading.is_about_few,
        )
    });
    if is_unproved && entry.inferred.contains(&Inferred::Bounds) {
        // A wall that is closed is less to read.
        found.retain(|reading| {
            reading.is_about_few
                || is_fight
                || !reading.added.is_empty()
                || reading.problem.defender() != entry.problem.defender()
        });
    }
    let second = match item.fate() {
        Fate::TooLarge(..) => {
            "what was worked out is a second guess: the first one is too large for the handheld"
        }
        Fate::Unproved(_) => "what was worked out is a second guess: the first one was not proved",
        _ if is_silent => {
            "what was worked out is a second guess: with the first one there is too little to find"
        }
        _ => "what was worked out is a second guess: with the first one the file's own answer would fail",
    };
    let remarked = |reading: Reading| {
        let mut entry = reading.of(entry);
        entry.remarks.push(second.to_string());
        entry
    };
    found.into_iter().map(remarked).collect()
}

/// An item that no reading cleared up, with the wall around its first key stones closed, if that is open: who waits longer for an answer had
/// better ask what an author would. In a room that leaks it comes to nothing.
pub(super) fn walled_readings(item: &Item<'_>) -> Vec<Entry> {
    if !matches!(
        item.fate(),
        Fate::Doubtful(..) | Fate::Unproved(_) | Fate::TooLarge(..)
    ) {
        return Vec::new();
    }
    let key = item.entry.problem.setup().key;
    let is_walled = |entry: &Entry| {
        let setup = entry.problem.setup();
        setup.key == key && openings(&setup).is_empty()
    };
    let mut found = other_readings(item, &[Room::Usual]);
    found.retain(is_walled);
    found
}

/// An item that nothing has cleared up so far, in rooms that are open, if its file names an answer or says what is to be done.
pub(super) fn open_readings(item: &Item<'_>) -> Vec<Entry> {
    if !item.entry.is_guess() || !matches!(item.fate(), Fate::Doubtful(..) | Fate::Unproved(_)) {
        return Vec::new();
    }
    // In the open nobody can tell a ko. And there is more to find there than what is meant: only a file's own answer or its goal tells which it is.
    let book = &item.entry.book;
    if book.is_ko || is_silent(&item.entry) && book.defender.is_none() {
        return Vec::new();
    }
    let mut found = other_readings(
        item,
        &[Room::Usual, Room::Generous, Room::Wider(1), Room::Wider(2)],
    );
    if room_of(&item.entry.problem.setup()).len() > HOPELESS {
        found.insert(0, item.entry.clone().into_owned());
    }
    found.retain(|entry| room_of(&entry.problem.setup()).len() > WIDE);
    found.truncate(OPEN_READINGS);
    found
}

/// Whether a room takes long to read.
fn is_much(room: Room) -> bool {
    room > Room::Usual
}

/// Whether a reading goes so well with the file that it must be what is meant: what the file calls right is correct, what it only tries is
/// not, and there is little else. A file whose answer is a ko says so, and one that says so means it.
pub(super) fn is_convincing(
    item: &Item<'_>,
    entry: &Entry,
    proof: &Proof,
    solution: &Solution,
    sense: Sense,
) -> bool {
    if !says_as_much(item, entry, solution) {
        return false;
    }
    let is_as_it_was = matches!(proof.handheld, Handheld::AsItIs | Handheld::TooLarge);
    if is_as_it_was && leaks(entry, solution) || sense == Sense::Settled {
        return false;
    }
    let correct = &solution.answer.moves;
    let is_little = (1..=MOST_MOVES).contains(&correct.len());
    if is_silent(entry) {
        let goes_with_file =
            wrong_but_correct(entry, solution).is_empty() && !entry.is_missing_ko(solution.answer.outcome);
        return is_little && sense == Sense::Good && goes_with_file;
    }
    if entry.book.nothing_works {
        return Opinion::of(entry, solution) == Opinion::Agrees;
    }
    let is_correct = |chosen: &Move| matches!(chosen, Move::Play(point) if correct.contains(*point));
    Opinion::of(entry, solution) == Opinion::Agrees
        && is_little
        && !tries(entry).iter().any(is_correct)
        && if is_ko(solution.answer.outcome) {
            says_ko(entry)
        } else {
            !ends_in_ko(entry)
        }
}

/// Whether a reading is better than none though it does not convince: its wall is closed, all is known, and nobody has proved that it does not matter
/// who moves first. A silent file may have more correct moves then, as kos have. In any other, exactly those moves must be correct that the
/// file calls right, it must show more moves, and they come to a ko that it does not mention: authors overlook kos, or stop before them.
pub(super) fn is_passable(item: &Item<'_>, entry: &Entry, proof: &Proof, sense: Sense) -> bool {
    let Some(solution) = proof.attempt.solution() else {
        return false;
    };
    let correct = solution.answer.moves;
    let fits = if is_silent(entry) {
        (1..=PASSABLE_MOVES).contains(&correct.len())
            && wrong_but_correct(entry, solution).is_empty()
            && !entry.is_missing_ko(solution.answer.outcome)
    } else {
        let shows_others = !tries(entry).is_empty();
        is_ko(solution.answer.outcome)
            && shows_others
            && correct == named(entry)
            && says_as_much(item, entry, solution)
    };
    fits && sense == Sense::Good && openings(&entry.problem.setup()).is_empty()
}

/// The first moves that the file shows and does not call right.
fn tries(entry: &Entry) -> Vec<Move> {
    let mut tries = entry.book.tries(entry.problem.to_move());
    tries.extend(called_wrong(entry).iter().map(Move::Play));
    tries
}

/// Whether a reading about other stones than the first says as much. Of a part of the group, of what falls in the file's lines and of chains near its answer, more moves may be true; and that nothing
/// kills is true of most stones, so it must be a part of the group, which lives if its part does, or the group with more.
fn says_as_much(item: &Item<'_>, entry: &Entry, solution: &Solution) -> bool {
    let Ok(first) = &item.loaded.entry else {
        return true;
    };
    let (all, key) = (first.problem.setup().key, entry.problem.setup().key);
    let is_part = key != all && key.minus(&all).is_empty();
    if is_silent(entry) {
        return true;
    }
    if entry.book.nothing_works {
        return is_part || all.minus(&key).is_empty();
    }
    // What falls by the way may be easier to catch than what is meant.
    let is_few = || is_about_few_stones(first, &key, entry.problem.defender());
    let is_strict = is_part || (key != all && is_few());
    !is_strict || solution.answer.moves.minus(&named(entry)).is_empty()
}

/// Whether a file says that its answer is a ko: where it states one, in its words, or in the lines that it calls right.
fn says_ko(entry: &Entry) -> bool {
    let solution = entry.book.solution(entry.problem.to_move());
    let comments = solution.iter().map(|node| node.comment.as_str());
    let mut texts = [entry.name.as_str(), &entry.text].into_iter().chain(comments);
    entry.answer.is_some() || entry.book.is_ko || texts.any(speaks_of_ko)
}

/// Whether a file says that the best that both sides can do is a ko.
fn ends_in_ko(entry: &Entry) -> bool {
    if entry.answer.is_some() {
        return false;
    }
    let line = entry.book.main_line(entry.problem.to_move());
    entry.book.is_ko || line.last().is_some_and(|node| speaks_of_ko(&node.comment))
}

/// The same with the wall closed, if there are openings and the answer may rest on them: who comes to one lives by rule.
pub(super) fn if_closed(proof: &Proof, problem: &Problem, solution: &Solution) -> Option<Problem> {
    let rests = proof.handheld == Handheld::AsItIs && solution.answer.outcome != Outcome::Dead;
    rests.then(|| closed(problem)).flatten()
}

/// The same with the other side to move.
pub(super) fn other_turn(problem: &Problem) -> Option<Problem> {
    let setup = problem.setup();
    let turned = Setup {
        to_move: setup.to_move.opponent(),
        ..setup
    };
    Problem::new(&turned).ok()
}

/// Whether two solutions, one for each side to move, come to the same.
pub(super) fn is_same_end(one: &Solution, other: &Solution) -> bool {
    one.answer.outcome == other.answer.outcome
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use shikatsu::board::Color;

    use super::*;
    use crate::files::read;
    use crate::overrides::Overrides;
    use crate::pack::Collection;

    /// White is shut in, in the corner, and the file does not say what it is about.
    const SILENT: &str = "(;SZ[13]PL[B]AW[da][ab][bb][cb][db]AB[ea][eb][ac][bc][cc][dc][ec])";
    /// The same where both sides look out.
    const OPEN: &str = "(;SZ[13]PL[B]AW[gf][gg]AB[hf][hg])";

    fn defenders(sgf: &str) -> Vec<Color> {
        let loaded = read(Path::new("silent.sgf"), sgf.as_bytes(), &Overrides::default());
        let collection = Collection::new(&loaded);
        let readings = other_readings(&collection.items[0], &Room::ALL);
        let mut found: Vec<Color> = readings.iter().map(|entry| entry.problem.defender()).collect();
        found.push(collection.items[0].problem().defender());
        found.sort_by_key(|&color| color as u8);
        found.dedup();
        found
    }

    /// White stones outside break the ladder, so Black catches D5 with a net.
    const NET: &str = "(;SZ[9]PL[B]AB[dd][ed][ce][cf]AW[de][gg][fh](;B[ef];W[ee];B[fe];W[df];B[dg]C[Correct])(;B[df];W[ee]C[Wrong]))";

    fn loaded(sgf: &str) -> Vec<crate::files::Loaded> {
        read(Path::new("net.sgf"), sgf.as_bytes(), &Overrides::default())
    }

    #[test]
    fn the_stones_that_the_lines_catch_are_asked_about_in_all_rooms() {
        let loaded = loaded(NET);
        let collection = Collection::new(&loaded);
        let readings = other_readings(&collection.items[0], &Room::ALL);
        let caught = readings.iter().filter(|entry| {
            let setup = entry.problem.setup();
            crate::entry::names(&setup.key, setup.size) == "D5"
        });
        assert!(caught.count() > 2);
    }

    #[test]
    fn a_file_that_ends_in_a_ko_means_one() {
        let ends = |sgf: &str| ends_in_ko(loaded(sgf)[0].entry.as_ref().unwrap());
        assert!(!ends(NET));
        assert!(ends(&NET.replacen("C[Correct]", "C[Correct. It's a ko.]", 1)));
        let aside = NET.replacen("C[Wrong]", "C[It's a ko, but Black can do better.]", 1);
        assert!(!ends(&aside), "not the main line");
        let without = NET.replacen("C[Correct]", "C[Correct. Black wins without a ko.]", 1);
        assert!(!ends(&without));
    }

    fn tried(sgf: &str) -> Vec<Reading> {
        let loaded = loaded(sgf);
        let collection = Collection::new(&loaded);
        let item = &collection.items[0];
        let tried = other_readings(item, &Room::ALL);
        let all = readings(&item.entry, &Room::ALL).into_iter();
        all.filter(|reading| tried.iter().any(|entry| entry.problem == reading.problem))
            .collect()
    }

    #[test]
    fn who_the_file_says_is_to_live_is_asked_about_whatever_it_looks_like() {
        let told = SILENT.replacen("PL[B]", "PL[B]C[Black to live]", 1);
        let readings = tried(&told);
        assert!(!readings.is_empty());
        assert!(
            readings
                .iter()
                .all(|reading| reading.problem.defender() == Color::Black)
        );
    }

    /// Black stones on the side, with a way out at each end. White's stones around them look out no more than other black ones do.
    const SIDE: &str =
        "(;SZ[19]PL[B]AB[fc][gc][hc][ec][dh][eh][fh][gh][hh][ih]AW[dd][ed][fd][gd][hd][id][cc][jc][ck][kk])";

    #[test]
    fn more_stones_close_a_wall_around_those_that_are_in_danger_for_sure() {
        let most = |sgf: &str| {
            let readings = tried(sgf);
            let close_by = readings.iter().filter(|reading| reading.room < Room::Generous);
            close_by.map(|reading| reading.added.len()).max().unwrap_or(0)
        };
        assert!(most(SIDE) <= SILENT_STONES);
        let told = SIDE.replacen("PL[B]", "PL[B]C[Black to live]", 1);
        assert!(most(&told) > SILENT_STONES);
    }

    #[test]
    fn in_a_fight_both_sides_are_asked_about_and_so_is_what_they_fight_about() {
        // With a second problem the words of the root are a title of both.
        let race = |file: &str| {
            let (start, problem) = file.split_at("(;SZ[13]".len());
            let other = &OPEN[start.len()..];
            format!("{start}C[1. Living\n2. Races](;C[problem 2-1]{problem}(;C[problem 2-2]{other})")
        };
        let is_black = |reading: &Reading| reading.problem.defender() == Color::Black;
        assert!(tried(&race(SILENT)).iter().any(is_black));
        assert!(!tried(SILENT).iter().any(is_black));
        let is_fight = |reading: &Reading| reading.room == Room::Fight;
        assert!(tried(&race(SIDE)).iter().any(is_fight));
        assert!(!tried(SIDE).iter().any(is_fight));
    }

    #[test]
    fn a_silent_file_is_tried_in_the_open_if_it_says_what_is_to_be_done() {
        let open = |sgf: &str| {
            let loaded = loaded(sgf);
            open_readings(&Collection::new(&loaded).items[0]).len()
        };
        assert_eq!(open(SIDE), 0);
        assert!(open(&SIDE.replacen("PL[B]", "PL[B]C[Black to live]", 1)) > 0);
    }

    #[test]
    fn nobody_asks_whether_the_besieger_lives() {
        assert_eq!(defenders(SILENT), [Color::White]);
        assert_eq!(
            defenders(OPEN),
            Color::BOTH,
            "where it cannot be seen both are asked about"
        );
    }
}
