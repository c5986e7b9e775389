//! What became of a collection, said: a line for everything that is not as its file says, and the sum of it.

use std::fmt;

use shikatsu::board::Setup;
use shikatsu::search::Limits;
use shikatsu::tsumego::Solution;

use super::assemble::{Origins, Words};
use super::collection::Collection;
use super::item::{Fate, Item};
use super::opinion::{Opinion, named, wrong_but_correct};
use super::prove::Handheld;
use super::word::BookWord;
use crate::entry::{Entry, names};
use crate::print::{answer_words, counted};
use crate::solve::words::{disagreements, reason};

/// How many problems met which fate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Problems that could be read.
    pub read: usize,
    /// Those that are there already.
    pub twins: usize,
    /// Those without a proof.
    pub unproved: usize,
    /// Those that were proved, but most likely misunderstood.
    pub doubtful: usize,
    /// Those that were proved, but are too large for the handheld.
    pub too_large: usize,
    /// Of those without a proof, in doubt or too large: these go in on the book's word.
    pub by_the_book: usize,
    /// Those that go into the pack, proved.
    pub kept: usize,
    /// Of these: proved in the open, and closed for the handheld.
    pub closed: usize,
    /// Of all that were proved: the file's own answer is right,
    pub agree: usize,
    /// is partly right,
    pub partly: usize,
    /// is wrong,
    pub disagree: usize,
    /// or is not there.
    pub silent: usize,
}

impl Tally {
    /// How many were left out.
    pub const fn left_out(&self) -> usize {
        self.twins + self.unproved + self.doubtful + self.too_large - self.by_the_book
    }

    /// How many go in, proved or on the book's word.
    pub const fn goes_in(&self) -> usize {
        self.kept + self.by_the_book
    }

    fn count(&mut self, item: &Item<'_>, fate: &Fate<'_>) {
        self.read += 1;
        self.by_the_book += usize::from(BookWord::of(item).is_some());
        let opinion = match fate {
            Fate::Twin(_) => return self.twins += 1,
            Fate::Unproved(_) => return self.unproved += 1,
            Fate::Doubtful(_, opinion) => {
                self.doubtful += 1;
                opinion
            }
            Fate::TooLarge(_, opinion) => {
                self.too_large += 1;
                opinion
            }
            Fate::Kept(_, opinion) => {
                self.kept += 1;
                self.closed += usize::from(matches!(item.handheld, Handheld::Closed(_)));
                opinion
            }
        };
        match opinion {
            Opinion::None => self.silent += 1,
            Opinion::Agrees => self.agree += 1,
            Opinion::Partly => self.partly += 1,
            Opinion::Disagrees => self.disagree += 1,
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let proved = self.kept + self.doubtful + self.too_large;
        write!(
            f,
            "{}: {} to keep; left out {} that are there twice, {} without a proof, {} in doubt",
            counted(self.read, "problem"),
            self.kept,
            self.twins,
            self.unproved,
            self.doubtful
        )?;
        if self.too_large > 0 {
            write!(f, ", {} proved, but too large for the handheld", self.too_large)?;
        }
        writeln!(f)?;
        if self.by_the_book > 0 {
            writeln!(
                f,
                "of those that are not proved {} go in on the book's word",
                self.by_the_book
            )?;
        }
        if self.closed > 0 {
            writeln!(
                f,
                "of those to keep {} were proved in the open and closed for the handheld",
                self.closed
            )?;
        }
        write!(
            f,
            "{proved} proved: the file's own answer is right in {}, partly right in {}, wrong in {}, not there in {}",
            self.agree, self.partly, self.disagree, self.silent
        )
    }
}

/// The lines about a collection that was proved within `limits`, and the sum.
pub fn report(collection: &Collection<'_>, limits: &Limits) -> (Vec<String>, Tally) {
    let mut lines = Vec::new();
    let mut tally = Tally::default();
    for item in &collection.items {
        let fate = item.fate();
        tally.count(item, &fate);
        for sentence in sentences(item, &fate, collection, limits) {
            lines.push(format!("{}: {sentence}", item.label));
        }
    }
    (lines, tally)
}

fn sentences(item: &Item<'_>, fate: &Fate<'_>, collection: &Collection<'_>, limits: &Limits) -> Vec<String> {
    let entry = item.entry.as_ref();
    let mut said: Vec<String> = entry.flaws.iter().chain(&entry.remarks).cloned().collect();
    let word = BookWord::of(item);
    let place = match word {
        Some(_) => "on the book's word",
        None => "left out",
    };
    match *fate {
        Fate::Twin(twin) => {
            let other = &collection.items[twin].label;
            said.push(format!("left out, since it is the same problem as {other}"));
            return said;
        }
        Fate::Unproved(why) => said.push(format!("{place}: {}", reason(why, limits))),
        Fate::Doubtful(solution, _) => said.push(format!("{place}, {}", doubt(item, solution))),
        Fate::TooLarge(solution, _) => said.push(format!(
            "{place}: proved is {} But it is too large for the handheld",
            proof(entry, solution)
        )),
        Fate::Kept(solution, opinion) => {
            let proof = proof(entry, solution);
            let differences = disagreements(entry, solution, true, true);
            if !differences.is_empty() || opinion == Opinion::Disagrees {
                said.push(format!("{} Proved is {proof}", differences.join(" ")));
            }
            said.extend(closing(item));
            if Words::of(item, Origins::Named).is_cut {
                said.push("its name or text is cut, since a pack has no room for all of it".to_string());
            }
        }
    }
    if let Some(word) = word.filter(|word| word.left_out > 0) {
        let moves = counted(word.left_out, "move");
        said.push(format!(
            "{moves} of the author's are not in the pack: they cannot be played, or there is no room"
        ));
    }
    said.extend(entry.worked_out());
    said
}

/// Why a problem is in doubt: how it was taken, what that leads to, and how the file differs. Nobody is called wrong: most likely the file
/// was misread.
fn doubt(item: &Item<'_>, solution: &Solution) -> String {
    let entry = item.entry.as_ref();
    let size = entry.problem.size();
    let mut why = Vec::new();
    let failing = named(entry).minus(&solution.answer.moves);
    if !failing.is_empty() {
        why.push(format!("but the file gives {}", names(&failing, size)));
    }
    let accepted = wrong_but_correct(entry, solution);
    if !accepted.is_empty() {
        let moves = names(&accepted, size);
        why.push(format!("but the file calls {moves} wrong"));
    }
    if entry.book.nothing_works && !solution.answer.moves.is_empty() {
        why.push("but the file says that nothing works".to_string());
    }
    if let Some(told) = entry
        .answer
        .filter(|told| told.outcome != solution.answer.outcome)
    {
        why.push(format!("but the file says {}", told.outcome));
    }
    if why.is_empty() {
        why.push("so there is nothing to find".to_string());
    }
    let proof = answer_words(&solution.answer, &entry.problem);
    let taken = entry.taken();
    format!(
        "since it is in doubt: taken with {taken}, it comes to \"{proof}\", {}; no other reading fits",
        why.join(", and ")
    )
}

/// How a problem was closed for the handheld.
fn closing(item: &Item<'_>) -> Option<String> {
    let Handheld::Closed(problem) = item.handheld else {
        return None;
    };
    let (setup, before) = (problem.setup(), item.entry.problem.setup());
    let stones = |setup: &Setup| setup.black.union(&setup.white);
    let added = stones(&setup).minus(&stones(&before));
    let mut said = "proved in the open, and closed around the points that the proof rests on".to_string();
    if !added.is_empty() {
        said.push_str(", with stones that are not in the file: ");
        said.push_str(&names(&added, setup.size));
    }
    Some(said)
}

fn proof(entry: &Entry, solution: &Solution) -> String {
    format!("{}.", answer_words(&solution.answer, &entry.problem))
}
