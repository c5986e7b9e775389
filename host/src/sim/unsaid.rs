//! What to know before one trains on files: what they left unsaid and was worked out, and whether their own solutions hold in that
//! reading. However many problems there are, it is a few sentences; other commands tell of each.

use std::collections::BTreeSet;

use shikatsu::search::Limits;
use shikatsu::tsumego::{DEVICE_SLOTS, Knowledge};
use shikatsu_toolkit::entry::{Entry, Inferred};
use shikatsu_toolkit::files::{Loaded, shown};
use shikatsu_toolkit::pack::{BookWord, Collection, Fate, Item, Opinion};
use shikatsu_toolkit::print::counted;
use shikatsu_toolkit::solve::{Effort, Memory, Regions, solve};

/// Positions that are looked at in all before play begins: a fifth of a second.
const NODES: u64 = 300_000;
/// Positions for one problem, so that a hard one leaves something for the others.
const NODES_EACH: u64 = 50_000;

/// The sentences. `is_changed` is whether the command line changed the problems: then answers in words are about other ones.
pub(super) fn sentences(loaded: &[Loaded], taken: &Collection<'_>, is_changed: bool) -> Vec<String> {
    let entries: Vec<&Entry> = loaded
        .iter()
        .filter_map(|item| item.entry.as_ref().ok())
        .collect();
    let files: BTreeSet<_> = loaded.iter().map(|item| &item.path).collect();
    let label = match files.first() {
        Some(path) if files.len() == 1 => shown(path),
        _ => counted(files.len(), "file"),
    };
    let is_alone = entries.len() == 1;
    let sentences = [
        worked_out(&entries, is_alone),
        not_used(&entries, is_alone),
        read_again(taken, is_alone),
        by_the_book(taken, is_alone),
        failing(&entries, is_alone, is_changed),
    ];
    let labelled = |sentence| format!("{label}: {sentence}");
    sentences.into_iter().flatten().map(labelled).collect()
}

fn worked_out(entries: &[&Entry], is_alone: bool) -> Option<String> {
    let count = entries.iter().filter(|entry| !entry.inferred.is_empty()).count();
    if count == 0 {
        return None;
    }
    let is_there = |what: &Inferred| entries.iter().any(|entry| entry.inferred.contains(what));
    let all: Vec<Inferred> = Inferred::ALL.into_iter().filter(is_there).collect();
    let what = all.iter().map(|what| what.words()).collect::<Vec<_>>().join(", ");
    // What overrules one problem would spoil others.
    Some(if is_alone {
        let options = all.iter().map(|what| what.option()).collect::<Vec<_>>();
        let (options, verb) = match options.as_slice() {
            [option] => (option.to_string(), "overrules"),
            options => (options.join(" and "), "overrule"),
        };
        format!(
            "the file does not say, so it was worked out: {what}; 'shikatsu show' shows it, {options} {verb} it"
        )
    } else {
        let problems = counted(count, "problem");
        format!(
            "for {problems} this was worked out, since the file does not say it: {what}; 'shikatsu show' shows it"
        )
    })
}

fn not_used(entries: &[&Entry], is_alone: bool) -> Option<String> {
    let is_partly_used = |entry: &&&Entry| !entry.remarks.is_empty() || !entry.flaws.is_empty();
    let count = entries.iter().filter(is_partly_used).count();
    let of = if is_alone {
        String::new()
    } else {
        format!("of {} ", counted(count, "problem"))
    };
    (count > 0).then(|| format!("{of}not all that is said is used; 'shikatsu check' tells what is not"))
}

fn read_again(taken: &Collection<'_>, is_alone: bool) -> Option<String> {
    let is_other = |item: &&Item<'_>| {
        let read = item.loaded.entry.as_ref();
        matches!(item.fate(), Fate::Kept(..)) && read.is_ok_and(|read| read.problem != item.problem())
    };
    match taken.items.iter().filter(is_other).count() {
        0 => None,
        _ if is_alone => Some(
            "it was taken in another way than at first, so that file and proof agree; 'shikatsu show --understood' shows it"
                .to_string(),
        ),
        count => Some(format!(
            "{} taken in another way than at first, so that file and proof agree; 'shikatsu show --understood' shows it",
            counted_were(count)
        )),
    }
}

fn by_the_book(taken: &Collection<'_>, is_alone: bool) -> Option<String> {
    let words = taken.items.iter().filter_map(BookWord::of);
    match words.count() {
        0 => None,
        _ if is_alone => {
            Some("no proof goes with its answer, so it is played on the book's word".to_string())
        }
        count => Some(format!(
            "{} on the book's word, since no proof goes with the answer",
            counted_are_played(count)
        )),
    }
}

fn counted_were(count: usize) -> String {
    let verb = if count == 1 { "was" } else { "were" };
    format!("{} {verb}", counted(count, "problem"))
}

fn counted_are_played(count: usize) -> String {
    let verb = if count == 1 { "is" } else { "are" };
    format!("{} {verb} played", counted(count, "problem"))
}

/// Whether files contradict themselves. Where something was a guess, nobody can say.
fn failing(entries: &[&Entry], is_alone: bool, is_changed: bool) -> Option<String> {
    let (mut tried, mut failed) = (0, 0);
    let mut left = NODES;
    let mut memory = Memory::new(DEVICE_SLOTS)?;
    for entry in entries.iter().filter(|entry| is_changed || !entry.is_guess()) {
        let entry = Entry {
            answer: entry.answer.filter(|_| !is_changed),
            ..(*entry).clone()
        };
        let opinion = opinion(&entry, &mut left, &mut memory);
        tried += usize::from(opinion != Opinion::None);
        failed += usize::from(matches!(opinion, Opinion::Partly | Opinion::Disagrees));
    }
    match failed {
        0 => None,
        _ if is_alone => Some(
            "the file's own solution does not hold, as the problem is understood here; 'shikatsu solve' tells more"
                .to_string(),
        ),
        _ => Some(format!(
            "own solutions that do not hold, as the problems are understood here: {failed} of {tried} that were tried; \
             'shikatsu solve' tells more"
        )),
    }
}

/// How a file's own answer goes with the proof, as far as there is one, and `left` positions suffice.
fn opinion(entry: &Entry, left: &mut u64, memory: &mut Memory) -> Opinion {
    let has_answer = entry.answer.is_some() || !entry.book.nodes.is_empty();
    if !has_answer || *left == 0 {
        return Opinion::None;
    }
    let effort = Effort {
        limits: Limits {
            nodes: NODES_EACH.min(*left),
            ..Limits::NONE
        },
        regions: Regions::Device,
        slice: u32::MAX,
        every_move: true,
        knows: Knowledge::ALL,
    };
    let attempt = solve(&entry.problem, &effort, memory, &mut |_| true);
    *left = left.saturating_sub(attempt.nodes);
    let solution = attempt.solution();
    solution.map_or(Opinion::None, |solution| Opinion::of(entry, solution))
}
