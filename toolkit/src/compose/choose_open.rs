//! From a pool of open problems to a collection for dan players.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use shikatsu::problem::Problem;

use super::certify::{is_plain, is_proved_twice};
use super::choose::{
    Candidate, Measured, candidate, families, is_in_corner, is_ko_or_seki, lay, named, pick_beside,
};
use super::grade::{Grader, Traits};
use super::kin::likeness;
use super::open::WHOLE;
use super::pool::Pool;
use crate::entry::Entry;
use crate::pack::answerable;
use crate::threads::Threads;

/// The levels, in ranks from the first dan.
const LEVELS: std::ops::RangeInclusive<i8> = 0..=4;
/// One in so many may be a ko or a seki at best.
const KO_SHARE: usize = 4;
/// Positions of the prover for the answer.
const PROVING: u64 = 60_000;
/// Positions for the answer as it goes into a pack.
const NODES: u64 = 1_000_000;
/// What is said after the theme and the trap.
const WAY_OUT: &str = "Whoever gets through the gap is free.";

/// What was chosen, and what became of the rest.
#[derive(Clone, Debug, Default)]
pub struct ChosenOpen {
    /// From easy to hard.
    pub entries: Vec<Entry>,
    /// How many of the pool are in the bank already.
    pub twins: usize,
    /// How many are easier or harder than wanted, as they were drawn or as they lie now.
    pub off_level: usize,
    /// How many the handheld cannot answer in time, not even with a book of replies.
    pub slow: usize,
    /// How many the prover did not prove as well, with a proof that the checker accepts.
    pub unproved: usize,
    /// How many were not needed.
    pub spare: usize,
    /// Numbers and names of problems that should have stayed, and are no longer what is asked for.
    pub lost: Vec<String>,
}

/// Why a problem that was picked is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unfit {
    Slow,
    OffLevel,
    Unproved,
}

/// Chooses so many from the pools, beside the problems of a bank that is there. The problems `kept` stay, and are part of the
/// collection; if one of them is not fit for it any more, [`ChosenOpen::lost`] has its name.
pub fn choose_open<'a>(
    pools: &[Pool],
    kept: &'a [Entry],
    bank: impl Iterator<Item = &'a Problem>,
    count: usize,
    threads: &dyn Threads,
) -> ChosenOpen {
    let mine = kept.iter().map(|entry| &entry.problem);
    let mut seen: HashSet<Vec<u8>> = bank.chain(mine.clone()).map(likeness).collect();
    let mut chosen = ChosenOpen::default();
    let (mut plain, mut kos): (Vec<Candidate>, Vec<Candidate>) = (Vec::new(), Vec::new());
    let drawn = pools.iter().flat_map(|pool| &pool.drawn);
    for candidate in drawn.filter_map(|drawn| candidate(drawn, Traits::open_level)) {
        if !LEVELS.contains(&candidate.rank()) {
            chosen.off_level += 1;
        } else if !seen.insert(likeness(&candidate.entry.problem)) {
            chosen.twins += 1;
        } else if candidate.is_ko_or_seki() {
            kos.push(candidate);
        } else {
            plain.push(candidate);
        }
    }
    let all = plain.len() + kos.len();
    let is_ko = |entry: &&Entry| entry.answer.as_ref().is_some_and(is_ko_or_seki);
    let kept_kos = kept.iter().filter(is_ko).count();
    let most_kos = (count / KO_SHARE).saturating_sub(kept_kos);
    let mut cousins = families(mine);
    let (kos, _) = pick_beside(kos, most_kos, &mut cousins);
    let rest = count.saturating_sub(kept.len() + kos.len());
    let (mut picked, _) = pick_beside(plain, rest, &mut cousins);
    picked.extend(kos);
    chosen.spare = all - picked.len();
    let seed = pools.first().map_or(0, |pool| pool.seed);
    let mut laid: Vec<(Entry, u64)> = kept.iter().cloned().zip(0..).collect();
    laid.extend(lay(picked, seed));
    let mut fit = Vec::new();
    for (place, judged) in judge(&laid, threads).into_iter().enumerate() {
        match judged {
            Ok(measured) => fit.push(measured),
            Err(_) if place < kept.len() => chosen.lost.push(format!("{} {}", place + 1, kept[place].name)),
            Err(Unfit::Slow) => chosen.slow += 1,
            Err(Unfit::OffLevel) => chosen.off_level += 1,
            Err(Unfit::Unproved) => chosen.unproved += 1,
        }
    }
    let by_place = |problem: &Problem| {
        if is_in_corner(problem) {
            "Open corner"
        } else {
            "Open side"
        }
    };
    chosen.entries = named(fit, &by_place);
    for entry in &mut chosen.entries {
        entry.text = format!("{} {WAY_OUT}", entry.text);
    }
    chosen
}

/// What becomes of each, in their order; all threads work on it.
fn judge(laid: &[(Entry, u64)], threads: &dyn Threads) -> Vec<Result<Measured, Unfit>> {
    let next = AtomicUsize::new(0);
    let judged = Mutex::new(Vec::new());
    let share = |breathe: &mut dyn FnMut()| {
        let mut grader = Grader::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some((entry, number)) = laid.get(place) else {
                return;
            };
            let result = judge_one(entry, *number, &mut grader);
            judged
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push((place, result));
            breathe();
        }
    };
    threads.share(laid.len(), &share, &mut || {});
    let mut judged = judged.into_inner().unwrap_or_else(PoisonError::into_inner);
    judged.sort_by_key(|&(place, _)| place);
    judged.into_iter().map(|(_, result)| result).collect()
}

fn judge_one(entry: &Entry, number: u64, grader: &mut Grader) -> Result<Measured, Unfit> {
    let problem = &entry.problem;
    let answer = entry.answer.ok_or(Unfit::Unproved)?;
    if is_plain(&answer) && !is_proved_twice(problem, &answer, PROVING) {
        return Err(Unfit::Unproved);
    }
    let traits = grader.measure_open(entry, WHOLE).ok_or(Unfit::Slow)?;
    let level = traits.open_level();
    if !LEVELS.contains(&level.steps_from_first_dan()) {
        return Err(Unfit::OffLevel);
    }
    // Two solvers, or one with two tables: where they differ, nobody is believed.
    let (found, _) = answerable(problem, NODES).ok_or(Unfit::Slow)?;
    if found != answer {
        return Err(Unfit::Unproved);
    }
    Ok(Measured {
        entry: entry.clone(),
        traits,
        level,
        number,
    })
}
