//! From a pool to two collections: no twins, few cousins, all levels, and a balance of tasks and themes.

use std::collections::{BTreeMap, HashMap, HashSet};

use shikatsu::board::{Board, Point, Symmetry};
use shikatsu::problem::{Answer, Goal, Level, Outcome, Problem};

use super::grade::{Grader, Traits};
use super::kin::{family, likeness};
use super::pool::{Drawn, Pool};
use super::random::Random;
use super::sight::Sight;
use super::story::Tag;
use super::words::lesson;
use crate::entry::Entry;

/// The levels of the graded collection, in ranks from the first dan.
const LEVELS: std::ops::RangeInclusive<i8> = -20..=0;
/// From this level on kos and sekis are graded too: what is as hard without them is rarely quick enough for the handheld.
const KO_FROM: i8 = -3;
/// Problems whose groups have the same stones.
pub(super) const MOST_COUSINS: usize = 2;

/// How many problems are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// In the graded collection.
    pub graded: usize,
    /// In the collection of kos and sekis.
    pub ko_and_seki: usize,
}

/// What was chosen, and what became of the rest.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// From easy to hard.
    pub graded: Vec<Entry>,
    /// From easy to hard, ko or seki at best.
    pub ko_and_seki: Vec<Entry>,
    /// How many of the pool are in the bank already.
    pub twins: usize,
    /// How many are easier or harder than wanted, as they were drawn or as they lie now.
    pub off_level: usize,
    /// How many take the handheld too long, turned one way or another.
    pub slow: usize,
    /// How many were not needed.
    pub spare: usize,
}

/// A problem that may be chosen.
pub(super) struct Candidate {
    pub(super) number: u64,
    pub(super) entry: Entry,
    pub(super) answer: Answer,
    pub(super) traits: Traits,
    pub(super) family: Vec<u8>,
    pub(super) level: Level,
}

impl Candidate {
    pub(super) fn rank(&self) -> i8 {
        self.level.steps_from_first_dan()
    }

    pub(super) fn is_ko_or_seki(&self) -> bool {
        is_ko_or_seki(&self.answer)
    }

    /// What should be there equally often.
    fn labels(&self) -> Vec<Label> {
        let mut labels: Vec<Label> = self.traits.tags.iter().copied().map(Label::Theme).collect();
        labels.push(Label::Goal(self.entry.problem.goal() == Goal::Live));
        labels.push(Label::Outcome(self.answer.outcome, self.answer.seki));
        labels.push(Label::Corner(is_in_corner(&self.entry.problem)));
        labels
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Label {
    Theme(Tag),
    Goal(bool),
    Outcome(Outcome, bool),
    Corner(bool),
}

/// Chooses from `pool`, beside the problems of a bank that is there.
pub fn choose<'a>(pool: &Pool, bank: impl Iterator<Item = &'a Problem>, wanted: Wanted) -> Chosen {
    let mut seen: HashSet<Vec<u8>> = bank.map(likeness).collect();
    let mut chosen = Chosen::default();
    let (mut plain, mut ko) = (Vec::new(), Vec::new());
    for drawn in &pool.drawn {
        let Some(candidate) = candidate(drawn, Traits::level) else {
            continue;
        };
        if !seen.insert(likeness(&candidate.entry.problem)) {
            chosen.twins += 1;
        } else if candidate.is_ko_or_seki() {
            ko.push(candidate);
        } else if LEVELS.contains(&candidate.rank()) {
            plain.push(candidate);
        } else {
            chosen.off_level += 1;
        }
    }
    let all = plain.len() + ko.len();
    let (ko_and_seki, rest) = pick(ko, wanted.ko_and_seki);
    let is_wanted = |candidate: &Candidate| LEVELS.contains(&candidate.rank()) && candidate.rank() >= KO_FROM;
    plain.extend(rest.into_iter().filter(is_wanted));
    let (graded, _) = pick(plain, wanted.graded);
    let picked = graded.len() + ko_and_seki.len();
    chosen.spare = all - picked;
    let mut grader = Grader::new();
    let mut graded = measured(graded, pool.seed, &mut grader);
    let ko_and_seki = measured(ko_and_seki, pool.seed, &mut grader);
    let quick = graded.len() + ko_and_seki.len();
    chosen.slow = picked - quick;
    // Before they are numbered, so that no number is missing.
    graded.retain(|measured| LEVELS.contains(&measured.level.steps_from_first_dan()));
    let by_place = |problem: &Problem| if is_in_corner(problem) { "Corner" } else { "Side" };
    chosen.graded = named(graded, &by_place);
    chosen.ko_and_seki = named(ko_and_seki, &|_| "Ko or seki");
    chosen.off_level += quick - chosen.graded.len() - chosen.ko_and_seki.len();
    chosen
}

pub(super) fn candidate(drawn: &Drawn, level: fn(&Traits) -> Level) -> Option<Candidate> {
    let entry = drawn.entry()?;
    Some(Candidate {
        level: level(&drawn.traits),
        number: drawn.number,
        answer: entry.answer?,
        family: family(&entry.problem),
        traits: drawn.traits.clone(),
        entry,
    })
}

/// Picks so many, level by level in turn, each time what is rarest so far. What is left comes second.
fn pick(candidates: Vec<Candidate>, count: usize) -> (Vec<Candidate>, Vec<Candidate>) {
    pick_beside(candidates, count, &mut HashMap::new())
}

/// How often each group of stones is among these problems.
pub(super) fn families<'a>(problems: impl Iterator<Item = &'a Problem>) -> HashMap<Vec<u8>, usize> {
    let mut counts = HashMap::new();
    for problem in problems {
        *counts.entry(family(problem)).or_default() += 1;
    }
    counts
}

/// The same beside problems that are there, with so many of each family. What is picked counts from now on.
pub(super) fn pick_beside(
    candidates: Vec<Candidate>,
    count: usize,
    cousins: &mut HashMap<Vec<u8>, usize>,
) -> (Vec<Candidate>, Vec<Candidate>) {
    let mut levels: BTreeMap<i8, Vec<Candidate>> = BTreeMap::new();
    for candidate in candidates {
        levels.entry(candidate.rank()).or_default().push(candidate);
    }
    let mut picked: Vec<Candidate> = Vec::new();
    let mut counts: HashMap<Label, usize> = HashMap::new();
    while picked.len() < count {
        let before = picked.len();
        for level in levels.values_mut() {
            level.retain(|candidate| cousins.get(&candidate.family).copied().unwrap_or(0) < MOST_COUSINS);
            let worth = |candidate: &Candidate| {
                let labels = candidate.labels();
                let rarity = labels
                    .iter()
                    .map(|label| 1.0 / (1.0 + *counts.get(label).unwrap_or(&0) as f64));
                rarity.sum::<f64>() / (labels.len() as f64).sqrt()
            };
            let best = (0..level.len()).max_by(|&one, &other| {
                let (one, other) = (&level[one], &level[other]);
                worth(one)
                    .total_cmp(&worth(other))
                    .then(other.number.cmp(&one.number))
            });
            let Some(best) = best.filter(|_| picked.len() < count) else {
                continue;
            };
            let best = level.swap_remove(best);
            for label in best.labels() {
                *counts.entry(label).or_default() += 1;
            }
            *cousins.entry(best.family.clone()).or_default() += 1;
            picked.push(best);
        }
        if picked.len() == before {
            break;
        }
    }
    (picked, levels.into_values().flatten().collect())
}

/// A problem as it will lie on the board.
pub(super) struct Measured {
    pub(super) entry: Entry,
    pub(super) traits: Traits,
    pub(super) level: Level,
    pub(super) number: u64,
}

/// How a problem is turned, by chance.
pub(super) fn turn(seed: u64, number: u64) -> Symmetry {
    let symmetries: Vec<Symmetry> = Symmetry::all().collect();
    Random::of_try(seed, number).pick(&symmetries)
}

/// Turns and colours what was picked.
pub(super) fn lay(picked: Vec<Candidate>, seed: u64) -> Vec<(Entry, u64)> {
    let mut swap = [false; 2];
    let lay = |candidate: Candidate| {
        let symmetry = turn(seed, candidate.number);
        let swap = &mut swap[usize::from(candidate.entry.problem.goal() == Goal::Live)];
        *swap = !*swap;
        (laid(&candidate, symmetry, *swap), candidate.number)
    };
    picked.into_iter().map(lay).collect()
}

/// Turns and colours what was picked, and measures it as it lies now. What is too slow for the handheld is left out.
fn measured(picked: Vec<Candidate>, seed: u64, grader: &mut Grader) -> Vec<Measured> {
    let mut swap = [false; 2];
    let mut measured = Vec::new();
    for candidate in picked {
        let number = candidate.number;
        let symmetry = turn(seed, number);
        let swap = &mut swap[usize::from(candidate.entry.problem.goal() == Goal::Live)];
        let entry = laid(&candidate, symmetry, *swap);
        // How a problem lies changes the order in which moves are tried, and so what its proof takes.
        if let Some(traits) = grader.measure_for_the_handheld(&entry) {
            *swap = !*swap;
            measured.push(Measured {
                entry,
                level: traits.level(),
                traits,
                number,
            });
        }
    }
    measured
}

/// Orders problems, and gives them names with numbers.
pub(super) fn named(mut measured: Vec<Measured>, name: &dyn Fn(&Problem) -> &'static str) -> Vec<Entry> {
    measured.sort_by(|one, other| {
        let by_level = one.level.cmp(&other.level);
        let by_estimate = one.traits.estimate().total_cmp(&other.traits.estimate());
        by_level.then(by_estimate).then(one.number.cmp(&other.number))
    });
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut entries = Vec::new();
    for Measured {
        mut entry,
        traits,
        level,
        ..
    } in measured
    {
        let kind = name(&entry.problem);
        let count = numbers.entry(kind).or_default();
        *count += 1;
        entry.name = format!("{kind} {count}");
        entry.level = Some(level);
        entry.text = lesson(&traits, entry.problem.goal());
        entries.push(entry);
    }
    entries
}

/// Whether ko or seki is the best there is.
pub(super) fn is_ko_or_seki(answer: &Answer) -> bool {
    answer.seki || matches!(answer.outcome, Outcome::KoAttacker | Outcome::KoDefender)
}

/// A candidate on the board as it will be shown.
pub(super) fn laid(candidate: &Candidate, symmetry: Symmetry, swap: bool) -> Entry {
    let mut entry = candidate.entry.clone();
    let size = entry.problem.size();
    let turned = entry.problem.turned(symmetry);
    entry.problem = if swap { turned.swapped() } else { turned };
    entry.answer = Some(Answer {
        moves: symmetry.apply_set(&candidate.answer.moves, size),
        ..candidate.answer
    });
    entry
}

/// Whether the group lies in a corner: where one may play reaches two edges.
pub(super) fn is_in_corner(problem: &Problem) -> bool {
    let board = Board::new(&problem.setup());
    let room = Sight::new(&board).room().union(&problem.setup().key);
    let last = problem.size() - 1;
    let reaches = |line: fn(Point) -> u8| room.iter().any(|p| line(p) == 0 || line(p) == last);
    reaches(Point::column) && reaches(Point::row)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::pool::{Draw, draw};
    use super::*;
    use crate::solve::Stop;
    use crate::threads::Alone;

    /// A small pool.
    pub(in super::super) fn pool(seed: u64, tries: u64) -> Pool {
        let wanted = Draw {
            seed,
            tries,
            shard: None,
            parents: &[],
        };
        let (stop, mut out) = (Stop::default(), Vec::new());
        draw(Pool::default(), &wanted, &Alone, &stop, &mut out, &mut |_, _| {}).unwrap()
    }

    #[test]
    fn everything_of_the_pool_is_chosen_or_counted_and_no_number_is_missing() {
        let pool = pool(3, 150);
        let wanted = Wanted {
            graded: 8,
            ko_and_seki: 3,
        };
        let twin = pool.drawn[0].entry().unwrap().problem;
        let chosen = choose(&pool, [&twin].into_iter(), wanted);
        let kept = chosen.graded.len() + chosen.ko_and_seki.len();
        let others = chosen.twins + chosen.off_level + chosen.slow + chosen.spare;
        assert!(chosen.twins == 1 && kept > 0, "{chosen:?}");
        assert_eq!(kept + others, pool.drawn.len());
        for kind in ["Corner", "Side"] {
            let names = chosen.graded.iter().map(|entry| &entry.name);
            let names: Vec<&String> = names.filter(|name| name.starts_with(kind)).collect();
            let expected: Vec<String> = (1..=names.len()).map(|n| format!("{kind} {n}")).collect();
            assert_eq!(names, expected.iter().collect::<Vec<_>>());
        }
    }
}
