//! What became of a collection, said: the sum of it, and by reason what is not as the files say.

use std::fmt::{self, Write as _};

use shikatsu::board::Setup;
use shikatsu::search::Limits;
use shikatsu::tsumego::Solution;

use super::assemble::{Origins, Words};
use super::collection::Collection;
use super::item::{Fate, Item, Sense};
use super::opinion::{Opinion, named, wrong_but_correct};
use super::prove::Handheld;
use super::word::BookWord;
use crate::entry::{Entry, names};
use crate::print::{answer_words, counted};
use crate::solve::Why;
use crate::solve::words::{disagreements, grouped, reason};

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
    /// Of those kept: proved in the open, and closed for the handheld.
    pub closed: usize,
    /// Of those kept: with a book of replies.
    pub bound: usize,
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
                self.closed += usize::from(item.is_closed());
                self.bound += usize::from(matches!(item.handheld, Handheld::Bound(..)));
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
        if self.closed + self.bound > 0 {
            writeln!(
                f,
                "of those to keep {} were proved in the open and closed for the handheld, and {} have a book of replies",
                self.closed, self.bound
            )?;
        }
        write!(
            f,
            "{proved} proved: the file's own answer is right in {}, partly right in {}, wrong in {}, not there in {}",
            self.agree, self.partly, self.disagree, self.silent
        )
    }
}

/// What is said about problems for one reason.
#[derive(Clone, Debug)]
pub struct Group {
    /// The reason.
    pub reason: Reason,
    /// The places of the problems in the collection, each with what is said of it.
    pub said: Vec<(usize, String)>,
}

/// Why something is said about a problem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// It says something that cannot be.
    Flaw,
    /// What it was taken for is in doubt.
    Doubt,
    /// It goes in, but not with the answer of its file.
    Differs,
    /// The handheld could not read it.
    TooLarge,
    /// It was not proved.
    Unproved,
    /// It is there already.
    Twin,
    /// It was taken in another way than at first.
    SecondLook,
    /// Something of it was left out.
    Note,
    /// Its file leaves something unsaid.
    WorkedOut,
}

impl Reason {
    /// Whether somebody should look at it.
    pub fn needs_a_person(self) -> bool {
        self <= Reason::Unproved
    }

    /// What these problems have in common.
    pub const fn title(self) -> &'static str {
        match self {
            Reason::Flaw => "something in the file cannot be",
            Reason::Doubt => "not proved as they are meant, since that is in doubt",
            Reason::Differs => "to keep, but not with the file's own answer",
            Reason::TooLarge => "proved, but too large for the handheld",
            Reason::Unproved => "not proved",
            Reason::Twin => "left out, since they are there already",
            Reason::SecondLook => "understood at a second look",
            Reason::Note => "not all of the file was used",
            Reason::WorkedOut => "something was worked out",
        }
    }
}

/// All that is said about a collection.
#[derive(Clone, Debug)]
pub struct Report {
    /// By reason, what is most in need of a person first.
    pub groups: Vec<Group>,
    /// The sum.
    pub tally: Tally,
}

/// What is to be said about a collection that was proved within `limits`.
pub fn report(collection: &Collection<'_>, limits: &Limits) -> Report {
    let mut said: Vec<(Reason, usize, String)> = Vec::new();
    let mut tally = Tally::default();
    for (place, item) in collection.items.iter().enumerate() {
        let fate = item.fate();
        tally.count(item, &fate);
        let about = sentences(item, &fate, collection, limits).into_iter();
        said.extend(about.map(|(reason, sentence)| (reason, place, sentence)));
    }
    said.sort_by_key(|&(reason, place, _)| (reason, place));
    let groups = said.chunk_by(|one, other| one.0 == other.0).map(|group| Group {
        reason: group[0].0,
        said: group
            .iter()
            .map(|(_, place, sentence)| (*place, sentence.clone()))
            .collect(),
    });
    Report {
        groups: groups.collect(),
        tally,
    }
}

/// How many problems of a group are named before the rest is only counted.
const NAMED: usize = 4;

impl Report {
    /// The report as lines: the sum, then what needs a person, the first few of each reason; all of everything if it is to be `verbose`.
    pub fn lines(&self, collection: &Collection<'_>, verbose: bool) -> Vec<String> {
        let mut lines: Vec<String> = self.tally.to_string().lines().map(str::to_string).collect();
        let mut notices = Vec::new();
        for group in &self.groups {
            let (count, title) = (group.said.len(), group.reason.title());
            if !verbose && !group.reason.needs_a_person() {
                let problems = group.said.chunk_by(|one, other| one.0 == other.0).count();
                notices.push(format!("{title} in {problems}"));
                continue;
            }
            lines.push(format!("{title} ({count}):"));
            let shown = if verbose { count } else { NAMED };
            for (place, sentence) in group.said.iter().take(shown) {
                lines.push(format!("  {}: {sentence}", collection.items[*place].label));
            }
            if count > shown {
                lines.push(format!("  and {} more; --verbose names them all", count - shown));
            }
        }
        if !notices.is_empty() {
            lines.push(format!("not shown without --verbose: {}", notices.join(", ")));
        }
        lines
    }
}

/// Why nothing was proved. What was spent on all ways to read it says more than the limit of one.
fn unproved(item: &Item<'_>, why: Why, limits: &Limits) -> String {
    match why {
        Why::Nodes => format!("{} positions were not enough", grouped(item.spent)),
        _ => reason(why, limits),
    }
}

fn sentences(
    item: &Item<'_>,
    fate: &Fate<'_>,
    collection: &Collection<'_>,
    limits: &Limits,
) -> Vec<(Reason, String)> {
    let entry = item.entry.as_ref();
    let word = BookWord::of(item);
    let place = match word {
        Some(_) => "on the book's word",
        None => "left out",
    };
    let mut said: Vec<(Reason, String)> = Vec::new();
    said.extend(entry.flaws.iter().map(|flaw| (Reason::Flaw, flaw.clone())));
    let before = item.loaded.entry.as_ref().map_or(0, |read| read.remarks.len());
    for (at, remark) in entry.remarks.iter().enumerate() {
        let reason = if at < before {
            Reason::Note
        } else {
            Reason::SecondLook
        };
        said.push((reason, remark.clone()));
    }
    match *fate {
        Fate::Twin(twin) => {
            let other = &collection.items[twin].label;
            let sentence = format!("left out, since it is the same problem as {other}");
            said.push((Reason::Twin, sentence));
            return said;
        }
        Fate::Unproved(why) => said.push((
            Reason::Unproved,
            format!("{place}: {}", unproved(item, why, limits)),
        )),
        Fate::Doubtful(solution, _) => {
            said.push((Reason::Doubt, format!("{place}, {}", doubt(item, solution))));
        }
        Fate::TooLarge(solution, _) => said.push((
            Reason::TooLarge,
            format!(
                "{place}: proved is {} But it is too large for the handheld",
                proof(entry, solution)
            ),
        )),
        Fate::Kept(solution, opinion) => {
            let proof = proof(entry, solution);
            let differences = disagreements(entry, solution, true, true);
            if !differences.is_empty() || opinion == Opinion::Disagrees {
                let sentence = format!("{} Proved is {proof}", differences.join(" "));
                said.push((Reason::Differs, sentence));
            }
            said.extend(closing(item).map(|sentence| (Reason::SecondLook, sentence)));
            if Words::of(item, Origins::Named).is_cut {
                let sentence = "its name or text is cut, since a pack has no room for all of it";
                said.push((Reason::Note, sentence.to_string()));
            }
        }
    }
    if let Some(word) = word.filter(|word| word.left_out > 0) {
        let moves = counted(word.left_out, "move");
        let sentence = format!(
            "{moves} of the author's are not in the pack: they cannot be played, or there is no room"
        );
        said.push((Reason::Note, sentence));
    }
    said.extend(entry.worked_out().map(|sentence| (Reason::WorkedOut, sentence)));
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
        why.push(format!("the file gives {}", names(&failing, size)));
    }
    let accepted = wrong_but_correct(entry, solution);
    if !accepted.is_empty() {
        let moves = names(&accepted, size);
        why.push(format!("the file calls {moves} wrong"));
    }
    if entry.book.nothing_works && !solution.answer.moves.is_empty() {
        why.push("the file says that nothing works".to_string());
    }
    if entry.is_missing_ko(solution.answer.outcome) {
        why.push("the file says that it is a ko".to_string());
    }
    if let Some(told) = entry
        .answer
        .filter(|told| told.outcome != solution.answer.outcome)
    {
        why.push(format!("the file says {}", told.outcome));
    }
    if item.sense == Sense::Leaking {
        why.push("it comes to something else once the wall is closed".to_string());
    }
    let why = if why.is_empty() {
        "so there is nothing to find".to_string()
    } else {
        format!("but {}", why.join(", and "))
    };
    let proof = answer_words(&solution.answer, &entry.problem);
    let taken = entry.taken();
    format!("since it is in doubt: taken with {taken}, it comes to \"{proof}\", {why}; no other reading fits")
}

/// How a problem was closed for the handheld.
fn closing(item: &Item<'_>) -> Option<String> {
    let (problem, book) = match &item.handheld {
        Handheld::Closed(problem) => (problem, 0),
        Handheld::Bound(problem, book) => (problem, book.len()),
        Handheld::AsItIs | Handheld::TooLarge => return None,
    };
    let (setup, before) = (problem.setup(), item.entry.problem.setup());
    let stones = |setup: &Setup| setup.black.union(&setup.white);
    let added = stones(&setup).minus(&stones(&before));
    let mut said = if item.is_closed() {
        "proved in the open, and closed around the points that the proof rests on".to_string()
    } else {
        "too much for the handheld alone".to_string()
    };
    if !added.is_empty() {
        said.push_str(", with stones that are not in the file: ");
        said.push_str(&names(&added, setup.size));
    }
    if book > 0 {
        let _ = write!(said, "; its book of replies has {book} bytes");
    }
    Some(said)
}

fn proof(entry: &Entry, solution: &Solution) -> String {
    format!("{}.", answer_words(&solution.answer, &entry.problem))
}
