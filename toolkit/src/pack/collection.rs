//! What becomes of the problems that somebody wants in a pack.

use std::borrow::Cow;

use shikatsu::tsumego::Solution;

use super::again::{is_convincing, is_passable, open_readings, other_readings, walled_readings};
use super::ask::room_of;
use super::item::{Fate, Item, Makeshift, Sense};
use super::opinion::is_silent;
use super::prove::{HOPELESS, Handheld, OnCores, Proof, Prover, Watch, Workers};
use super::sense::{known_of, proofs, solution_of};
use super::twins::twins;
use crate::entry::Entry;
use crate::files::Loaded;
use crate::solve::{Stop, Why};

/// How many readings of a problem are worth patience, besides those with its wall closed.
const MOST_HOPES: usize = 2;
/// What is left at the end gets so many times as many positions in the open.
const LONGER: u64 = 10;

/// The problems of some files, in the order of the files.
#[derive(Clone, Debug)]
pub struct Collection<'a> {
    /// Those that could be read.
    pub items: Vec<Item<'a>>,
}

impl<'a> Collection<'a> {
    /// The problems among what was loaded.
    pub fn new(loaded: &'a [Loaded]) -> Collection<'a> {
        Collection::of(loaded, |_| true)
    }

    /// Those whose files leave key stones or bounds to a guess.
    pub fn of_guesses(loaded: &'a [Loaded]) -> Collection<'a> {
        Collection::of(loaded, Entry::is_guess)
    }

    fn of(loaded: &'a [Loaded], is_wanted: impl Fn(&Entry) -> bool) -> Collection<'a> {
        let good = loaded
            .iter()
            .filter_map(|loaded| Some((loaded, loaded.entry.as_ref().ok()?)))
            .filter(|(_, entry)| is_wanted(entry));
        let mut items: Vec<Item<'a>> = good
            .map(|(loaded, entry)| Item {
                label: loaded.label(),
                loaded,
                entry: Cow::Borrowed(entry),
                twin: None,
                attempt: None,
                handheld: Handheld::AsItIs,
                sense: Sense::Good,
                spent: 0,
                hopes: Vec::new(),
                makeshift: None,
            })
            .collect();
        let twins = twins(items.iter().map(|item| &item.entry.problem));
        for (item, twin) in items.iter_mut().zip(twins) {
            item.twin = twin;
        }
        Collection { items }
    }

    /// Has every problem solved, each once, as far as nobody stops it.
    pub fn prove(&mut self, workers: &Workers<'_>, stop: &Stop, watch: &mut dyn Watch) {
        self.prove_all(false, workers, stop, watch);
    }

    /// The same, and what the handheld could not read in time gets a book of replies.
    pub fn prove_with_books(&mut self, workers: &Workers<'_>, stop: &Stop, watch: &mut dyn Watch) {
        self.prove_all(true, workers, stop, watch);
    }

    fn prove_all(&mut self, is_patient: bool, workers: &Workers<'_>, stop: &Stop, watch: &mut dyn Watch) {
        let wanted: Vec<usize> = (0..self.items.len())
            .filter(|&place| self.items[place].twin.is_none())
            .collect();
        let mut prover = OnCores {
            workers,
            is_patient,
            stop,
            watch,
        };
        for (place, proof) in self.proofs_of(wanted, &mut prover) {
            self.items[place].take(proof);
        }
    }

    /// What the items at these places come to, as they are read now. They pay for it.
    fn proofs_of(
        &mut self,
        places: Vec<usize>,
        prover: &mut dyn Prover,
    ) -> Vec<(usize, (Option<Proof>, Sense))> {
        let entries: Vec<&Entry> = places
            .iter()
            .map(|&place| self.items[place].entry.as_ref())
            .collect();
        let proofs = proofs(&entries, prover);
        for (&place, (proof, _)) in places.iter().zip(&proofs) {
            self.items[place].pay(proof.as_ref());
        }
        places.into_iter().zip(proofs).collect()
    }

    /// Reads those again that are in doubt or without a proof, and keeps what goes with the file's own answer.
    pub fn look_again(&mut self, workers: &Workers<'_>, stop: &Stop, watch: &mut dyn Watch) {
        // To work out the other readings takes a while, too.
        if stop.is_wanted() {
            return;
        }
        let mut prover = OnCores {
            workers,
            is_patient: false,
            stop,
            watch,
        };
        let read = |item: &Item<'_>| other_readings(item, prover.rooms()).into_iter();
        let mut readings: Vec<_> = self.items.iter().map(read).collect();
        self.take_convincing(&mut readings, &mut prover, stop);
    }

    /// Goes through other readings of each item, until one is convincing.
    fn take_convincing(
        &mut self,
        readings: &mut [std::vec::IntoIter<Entry>],
        prover: &mut dyn Prover,
        stop: &Stop,
    ) {
        // In rounds, since most of what can be cleared up is so by the first readings.
        while !stop.is_wanted() {
            let round: Vec<(usize, Entry)> = (0..self.items.len())
                .filter(|&place| self.items[place].is_open())
                .filter_map(|place| Some((place, readings[place].next()?)))
                .collect();
            if round.is_empty() {
                return;
            }
            let entries: Vec<&Entry> = round.iter().map(|(_, entry)| entry).collect();
            let proofs = proofs(&entries, prover);
            for ((place, entry), (proof, sense)) in round.into_iter().zip(proofs) {
                let item = &mut self.items[place];
                item.pay(proof.as_ref());
                let Some(proof) = proof else { continue };
                let is_too_large = proof.handheld == Handheld::TooLarge;
                if is_too_large && matches!(item.fate(), Fate::TooLarge(..) | Fate::Kept(..)) {
                    continue;
                }
                let solution = known_of(Some(&proof));
                if solution.is_some_and(|solution| is_convincing(item, &entry, &proof, solution, sense)) {
                    item.entry = Cow::Owned(entry);
                    item.take((Some(proof), sense));
                } else {
                    item.keep_for_later(entry, proof, sense);
                }
            }
        }
    }

    /// Tries longer what was not proved in any reading, and what is in doubt: with the wall closed if it is open, in readings of which enough is known to
    /// hope for more, and else as it was read at first, since that is the likeliest. If all that fails, what makes some sense has to do.
    pub fn insist(&mut self, nodes: u64, workers: &Workers<'_>, stop: &Stop, watch: &mut dyn Watch) {
        let mut effort = workers.effort;
        effort.limits.nodes = nodes;
        let workers = Workers { effort, ..*workers };
        let mut prover = OnCores {
            workers: &workers,
            is_patient: true,
            stop,
            watch,
        };
        let is_small = |entry: &Entry| room_of(&entry.problem.setup()).len() <= HOPELESS;
        let walled = |item: &Item<'_>| -> Vec<Entry> {
            let readings = walled_readings(item).into_iter();
            readings.filter(is_small).collect()
        };
        let with_hopes = |item: &mut Item<'_>| {
            let mut readings = walled(item);
            let hopes = std::mem::take(&mut item.hopes).into_iter().filter(is_small);
            for hope in hopes {
                if readings.iter().all(|reading| reading.problem != hope.problem) {
                    readings.push(hope);
                }
            }
            readings.into_iter()
        };
        let mut readings: Vec<_> = self.items.iter_mut().map(with_hopes).collect();
        self.take_convincing(&mut readings, &mut prover, stop);
        let is_wanted =
            |item: &Item<'_>| is_small(&item.entry) && matches!(item.fate(), Fate::Unproved(Why::Nodes));
        let wanted: Vec<usize> = (0..self.items.len())
            .filter(|&place| is_wanted(&self.items[place]))
            .collect();
        for (place, (proof, sense)) in self.proofs_of(wanted, &mut prover) {
            let Some(proof) = proof else { continue };
            let item = &mut self.items[place];
            let is_whole = proof.attempt.solution().is_some();
            let known = known_of(Some(&proof));
            if is_whole || known.is_some_and(|known| is_convincing(item, &item.entry, &proof, known, sense)) {
                item.take((Some(proof), sense));
            }
        }
        for item in &mut self.items {
            item.make_do();
        }
    }

    /// Looks longer in the open for what is still not proved, or in doubt, though its file names an answer.
    pub fn insist_in_the_open(&mut self, workers: &Workers<'_>, stop: &Stop, watch: &mut dyn Watch) {
        if workers.open_nodes == 0 || stop.is_wanted() {
            return;
        }
        let workers = Workers {
            open_nodes: workers.open_nodes.saturating_mul(LONGER),
            ..*workers
        };
        let mut prover = OnCores {
            workers: &workers,
            is_patient: false,
            stop,
            watch,
        };
        let mut readings: Vec<_> = self
            .items
            .iter()
            .map(|item| open_readings(item).into_iter())
            .collect();
        self.take_convincing(&mut readings, &mut prover, stop);
        for item in &mut self.items {
            item.make_do();
        }
    }

    /// The problems that go into the pack, with their answers.
    pub fn kept(&self) -> impl Iterator<Item = (&Item<'a>, &Solution)> {
        self.items.iter().filter_map(|item| match item.fate() {
            Fate::Kept(solution, _) => Some((item, solution)),
            _ => None,
        })
    }
}

impl Item<'_> {
    fn pay(&mut self, proof: Option<&Proof>) {
        self.spent += proof.map_or(0, |proof| proof.attempt.nodes);
    }

    /// Keeps a reading that does not convince, but may be worth another look, or be better than none.
    fn keep_for_later(&mut self, entry: Entry, proof: Proof, sense: Sense) {
        let so_far = proof
            .attempt
            .proved()
            .filter(|_| solution_of(Some(&proof)).is_none());
        if so_far.is_some_and(|so_far| is_convincing(self, &entry, &proof, so_far, sense)) {
            if self.hopes.len() < MOST_HOPES {
                self.hopes.push(entry);
            }
        } else if is_passable(self, &entry, &proof, sense) {
            // The first is the likeliest, but one that the handheld can read is worth more.
            let is_readable = |proof: &Proof| proof.handheld != Handheld::TooLarge;
            let kept = self.makeshift.as_ref().map(|kept| is_readable(&kept.proof));
            if kept.is_none_or(|kept| !kept && is_readable(&proof)) {
                self.makeshift = Some(Box::new(Makeshift { entry, proof }));
            }
        }
    }

    /// Takes a reading that is better than none, if it came to that.
    fn make_do(&mut self) {
        if !matches!(self.fate(), Fate::Doubtful(..) | Fate::Unproved(_)) {
            return;
        }
        if let Some(makeshift) = self.makeshift.take() {
            let Makeshift { mut entry, proof } = *makeshift;
            if !is_silent(&entry) {
                entry
                    .remarks
                    .push("its moves come to a ko, which the file does not mention".to_string());
            }
            self.entry = Cow::Owned(entry);
            self.take((Some(proof), Sense::Good));
        }
    }

    fn take(&mut self, (proof, sense): (Option<Proof>, Sense)) {
        (self.attempt, self.handheld) = match proof {
            Some(proof) => (Some(proof.attempt), proof.handheld),
            None => (None, Handheld::AsItIs),
        };
        self.sense = sense;
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use shikatsu::board::PointSet;
    use shikatsu::problem::{Answer, Outcome};
    use shikatsu::search::Limits;
    use shikatsu::tsumego::{DEVICE_SLOTS, Knowledge};

    use super::*;
    use crate::files::read;
    use crate::overrides::Overrides;
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
    const WAY_OUT: &str =
        "(;SZ[11]PL[B]AW[aj][bj][cj][dj][ej]AB[ai][bi][ci][di][ei][fi][fj];B[bk]C[Correct])";

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
    const WALL_WITH_GAPS: &str = "(;SZ[19]PL[B]AB[sk][sl][rm][pn][qo][qp][qq][pr]AW[po][pp][qr][rn][rl][rk][rj][rs][qs];B[qm]C[Correct])";

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
    }
}
