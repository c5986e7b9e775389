//! The worst-looking problems of a collection make way for better-looking ones of the same kind; all others stay where they are.

use std::collections::{BTreeMap, HashMap, HashSet};

use shikatsu::problem::{Answer, Goal, Level, Outcome, Problem};

use super::choose::{Candidate, MOST_COUSINS, candidate, families, is_in_corner, laid, turn};
use super::grade::{Grader, Traits};
use super::kin::{family, likeness};
use super::pool::Pool;
use super::untidy::untidiness;
use super::words::lesson;
use crate::entry::Entry;

/// What became of a collection.
#[derive(Clone, Debug, Default)]
pub struct Tidied {
    /// All of it, in the same order.
    pub entries: Vec<Entry>,
    /// How many were replaced.
    pub replaced: usize,
    /// How many of the worst stayed, as nothing better of their kind was there.
    pub stayed: usize,
    /// How untidy the worst were on average, and how untidy what stands in their places is.
    pub worst: [f64; 2],
}

/// What a problem has in common with the one that takes its place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Kind {
    level: Level,
    is_in_corner: bool,
    is_life: bool,
    outcome: Outcome,
    is_seki: bool,
}

impl Kind {
    fn of(problem: &Problem, level: Level, answer: &Answer) -> Kind {
        Kind {
            level,
            is_in_corner: is_in_corner(problem),
            is_life: problem.goal() == Goal::Live,
            outcome: answer.outcome,
            is_seki: answer.seki,
        }
    }
}

/// Replaces the `count` problems of `entries` that look worst by the best-looking ones of `pool`, beside the problems of a bank that is there.
pub fn tidy<'a>(
    entries: Vec<Entry>,
    pool: &Pool,
    bank: impl Iterator<Item = &'a Problem>,
    count: usize,
) -> Tidied {
    let mut worst: Vec<(usize, usize)> = entries
        .iter()
        .map(|entry| untidiness(&entry.problem))
        .enumerate()
        .collect();
    worst.sort_by_key(|&(place, untidy)| (std::cmp::Reverse(untidy), place));
    worst.truncate(count);
    let bound = worst.last().map_or(0, |&(_, untidy)| untidy);
    let cousins = families(entries.iter().map(|entry| &entry.problem));
    let own = entries.iter().map(|entry| likeness(&entry.problem));
    let seen = bank.map(likeness).chain(own).collect();
    let mut better = Better::new(pool, seen, bound, cousins);
    let mut tidied = Tidied {
        entries,
        ..Tidied::default()
    };
    let mut after = Vec::new();
    for &(place, _) in &worst {
        let entry = &mut tidied.entries[place];
        if let Some(found) = better.instead_of(entry) {
            *entry = found;
            tidied.replaced += 1;
        } else {
            tidied.stayed += 1;
        }
        after.push((place, untidiness(&entry.problem)));
    }
    let average = |of: &[(usize, usize)]| {
        let sum: usize = of.iter().map(|&(_, untidy)| untidy).sum();
        sum as f64 / of.len().max(1) as f64
    };
    tidied.worst = [average(&worst), average(&after)];
    tidied
}

/// What may be put in, the best-looking of each kind last.
struct Better {
    seed: u64,
    kinds: BTreeMap<Kind, Vec<Candidate>>,
    cousins: HashMap<Vec<u8>, usize>,
    grader: Grader,
}

impl Better {
    /// Those of the pool that look better than `bound` and were not seen.
    fn new(
        pool: &Pool,
        mut seen: HashSet<Vec<u8>>,
        bound: usize,
        cousins: HashMap<Vec<u8>, usize>,
    ) -> Better {
        let mut kinds: BTreeMap<Kind, Vec<(usize, Candidate)>> = BTreeMap::new();
        for candidate in pool
            .drawn
            .iter()
            .filter_map(|drawn| candidate(drawn, Traits::level))
        {
            let problem = &candidate.entry.problem;
            let untidy = untidiness(problem);
            if untidy < bound && seen.insert(likeness(problem)) {
                let kind = Kind::of(problem, candidate.level, &candidate.answer);
                kinds.entry(kind).or_default().push((untidy, candidate));
            }
        }
        let sorted = |mut of: Vec<(usize, Candidate)>| {
            of.sort_by_key(|(untidy, candidate)| std::cmp::Reverse((*untidy, candidate.number)));
            of.into_iter().map(|(_, candidate)| candidate).collect()
        };
        Better {
            seed: pool.seed,
            kinds: kinds.into_iter().map(|(kind, of)| (kind, sorted(of))).collect(),
            cousins,
            grader: Grader::new(),
        }
    }

    /// The best-looking of the same kind, under the same name and with the same colour to move, if it is still of that kind as it lies.
    fn instead_of(&mut self, entry: &Entry) -> Option<Entry> {
        let kind = Kind::of(&entry.problem, entry.level?, &entry.answer?);
        let old = family(&entry.problem);
        while let Some(candidate) = self.kinds.get_mut(&kind)?.pop() {
            // The one that goes makes room for a cousin.
            let goes = usize::from(candidate.family == old);
            let cousins = self.cousins.get(&candidate.family).copied().unwrap_or(0);
            if cousins - goes.min(cousins) >= MOST_COUSINS {
                continue;
            }
            let swap = candidate.entry.problem.to_move() != entry.problem.to_move();
            let mut found = laid(&candidate, turn(self.seed, candidate.number), swap);
            let traits = self.grader.measure_for_the_handheld(&found);
            let Some(traits) = traits.filter(|traits| traits.level() == kind.level) else {
                continue;
            };
            self.cousins.entry(old).and_modify(|count| *count -= 1);
            *self.cousins.entry(candidate.family).or_default() += 1;
            found.name.clone_from(&entry.name);
            found.level = entry.level;
            found.text = lesson(&traits, found.problem.goal());
            return Some(found);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::choose::tests::pool;
    use super::super::choose::{Wanted, choose};
    use super::*;

    #[test]
    fn the_worst_are_replaced_by_their_kind_and_the_others_stay() {
        let wanted = Wanted {
            graded: 30,
            ko_and_seki: 0,
        };
        let graded = choose(&pool(3, 400), std::iter::empty(), wanted).graded;
        let fresh = pool(4, 1_000);
        let tidied = tidy(graded.clone(), &fresh, std::iter::empty(), 8);
        assert!(
            tidied.replaced > 0 && tidied.replaced + tidied.stayed == 8,
            "{tidied:?}"
        );
        assert!(tidied.worst[1] < tidied.worst[0], "{:?}", tidied.worst);
        let mut worst: Vec<usize> = graded.iter().map(|entry| untidiness(&entry.problem)).collect();
        worst.sort_unstable();
        let bound = worst[worst.len() - 8];
        let kind = |entry: &Entry| Kind::of(&entry.problem, entry.level.unwrap(), &entry.answer.unwrap());
        let mut new = Vec::new();
        for (before, after) in graded.iter().zip(&tidied.entries) {
            if likeness(&before.problem) == likeness(&after.problem) {
                assert_eq!(before, after);
                continue;
            }
            assert_eq!((&before.name, kind(before)), (&after.name, kind(after)));
            assert_eq!(before.problem.to_move(), after.problem.to_move());
            assert!(untidiness(&before.problem) >= bound && untidiness(&after.problem) < bound);
            new.push(after.problem);
        }
        assert_eq!(new.len(), tidied.replaced);
        let most = families(tidied.entries.iter().map(|entry| &entry.problem));
        assert!(most.values().all(|&count| count <= MOST_COUSINS));
        // What is in the bank is no replacement.
        let beside = tidy(graded, &fresh, new.iter(), 8);
        let is_new = |entry: &Entry| new.iter().any(|one| likeness(one) == likeness(&entry.problem));
        assert!(!beside.entries.iter().any(is_new));
    }
}
