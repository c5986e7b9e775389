//! From proved problems to the bytes of a pack.

use std::collections::HashSet;

use shikatsu::pack::library::{Name, Note, TaskWords, cut, problem_number};
use shikatsu::pack::{
    Book, Header, Listed, Listing, MAX_LENGTH, MAX_RECORD, Record, Replies, Tree, WriteError, room, write,
};
use shikatsu::problem::{Answer, Problem};

use super::collection::Collection;
use super::item::{Fate, Item};
use super::prove::Handheld;
use super::word::BookWord;
use crate::print::{bare, one_line, printable};

/// A pack's own number, made from its name: FNV-1a. The bank has the small numbers for itself.
pub fn number_of(name: &str) -> u32 {
    let hash = name.bytes().fold(0x811c_9dc5, |hash: u32, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    hash | 0x8000_0000
}

/// What a problem says, cut to the room that there is.
pub(super) struct Words {
    pub(super) name: Name,
    source: Name,
    pub(super) text: Note,
    pub(super) task: TaskWords,
    pub(super) lesson: Note,
    /// Whether something had to be cut.
    pub(super) is_cut: bool,
}

impl Words {
    /// Name, source and text of an item. A problem without a name is called after its file. Its source is what it says itself, else
    /// that file if `origins` want it, unless the file is called after its problem.
    pub(super) fn of(item: &Item<'_>, origins: Origins) -> Words {
        let stem = item.loaded.path.file_stem().unwrap_or_default();
        let mut file = one_line(&stem.to_string_lossy());
        if item.loaded.games > 1 {
            file = format!("{file} {}", item.loaded.game + 1);
        }
        let mut name = one_line(&item.entry.name);
        if name.is_empty() {
            name = std::mem::take(&mut file);
        } else if origins == Origins::LeftOut || bare(&name) == bare(&file) {
            file.clear();
        }
        let stated = one_line(&item.entry.source);
        let source = if stated.is_empty() { file } else { stated };
        let text = printable(&item.entry.text);
        let (task, lesson) = (one_line(&item.entry.task), printable(&item.entry.lesson));
        let (short_name, short_source, short_text) = (cut(&name), cut(&source), cut(text.trim()));
        let (short_task, short_lesson): (TaskWords, Note) = (cut(&task), cut(lesson.trim()));
        let is_cut = short_name != *name
            || short_source != *source
            || short_text != *text.trim()
            || short_task != *task
            || short_lesson != *lesson.trim();
        Words {
            name: short_name,
            source: short_source,
            text: short_text,
            task: short_task,
            lesson: short_lesson,
            is_cut,
        }
    }
}

/// Whether it is said of each problem which file it is from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origins {
    /// It is.
    Named,
    /// It is not.
    LeftOut,
}

/// What an answer rests on.
pub enum Trust {
    /// It is proved, and these are the replies that the handheld needs to be told.
    Proof(Answer, Vec<u8>),
    /// It is the book's word.
    Book(Box<BookWord>),
}

impl Trust {
    /// `None` if the item stays out. What comes without origins is of a manifest, and has to be proved.
    pub fn of(item: &Item<'_>, origins: Origins) -> Option<Trust> {
        match item.fate() {
            Fate::Kept(solution, _) => {
                let replies = match &item.handheld {
                    Handheld::Bound(_, replies) => replies.clone(),
                    _ => Vec::new(),
                };
                Some(Trust::Proof(solution.answer, replies))
            }
            _ if origins == Origins::LeftOut => None,
            _ => BookWord::of(item).map(|word| Trust::Book(Box::new(word))),
        }
    }

    /// The problem that goes in.
    pub fn problem(&self, item: &Item<'_>) -> Problem {
        match self {
            Trust::Proof(..) => item.problem(),
            Trust::Book(word) => word.problem,
        }
    }

    /// Its answer.
    pub const fn answer(&self) -> Answer {
        match self {
            Trust::Proof(answer, _) => *answer,
            Trust::Book(word) => word.answer,
        }
    }

    /// What goes in with this problem for the handheld to look up.
    pub fn book(&self, problem: &Problem) -> Book<'_> {
        let setup = problem.setup();
        let room = room(&setup);
        match self {
            Trust::Proof(answer, replies) => {
                let replies = Replies::read(replies, &room, answer);
                replies.map_or(Book::None, Book::Replies)
            }
            Trust::Book(word) => {
                let tree = Tree::read(&word.tree, setup.size, &room);
                tree.map_or(Book::None, Book::Author)
            }
        }
    }
}

/// The bytes of a pack with the problems of a collection that are to be kept.
pub fn assemble(
    header: &Header<'_>,
    collection: &Collection<'_>,
    origins: Origins,
) -> Result<Vec<u8>, WriteError> {
    let kept: Vec<_> = collection
        .items
        .iter()
        .filter_map(|item| Some((item, Trust::of(item, origins)?, Words::of(item, origins))))
        .collect();
    let mut taken = HashSet::new();
    let listed: Vec<Listed<'_>> = kept
        .iter()
        .map(|(item, trust, words)| {
            let problem = trust.problem(item);
            let mut number = problem_number(&problem);
            while !taken.insert(number) {
                number = number.wrapping_add(1);
            }
            let record = Record {
                problem,
                level: item.entry.level,
                answer: Some(trust.answer()),
                name: &words.name,
                source: &words.source,
                text: &words.text,
                task: &words.task,
                lesson: &words.lesson,
                book: trust.book(&problem),
            };
            Listed { number, record }
        })
        .collect();
    let most = Header::LEN + listed.len() * (Listing::LEN + MAX_RECORD);
    let mut out = vec![0; most.min(MAX_LENGTH as usize)];
    let length = write(header, &listed, &mut out)?;
    out.truncate(length);
    Ok(out)
}
