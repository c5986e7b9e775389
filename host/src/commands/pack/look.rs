//! `shikatsu pack show`, `check` and `diff`: packs that are there.

use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use clap::Args;
use shikatsu::pack::{Book, Pack, PackError};
use shikatsu_toolkit::files::packed;
use shikatsu_toolkit::pack::difference;
use shikatsu_toolkit::print::{self, Style, answer_words, counted, printable};
use shikatsu_toolkit::solve::words::grouped;

use crate::commands::show::wants_color;
use crate::commands::{Done, complain, say};
use crate::files::read_pack;

/// Print what is in a pack: all of it as a list, or one problem
#[derive(Args, Debug)]
pub(super) struct Show {
    /// Draw boards with plain ASCII characters
    #[arg(long)]
    ascii: bool,

    /// The pack
    #[arg(value_name = "PACK")]
    pack: PathBuf,

    /// Which problem of it, from 1
    #[arg(value_name = "N")]
    problem: Option<NonZero<u16>>,
}

/// See whether packs are whole: every problem, as the handheld would
#[derive(Args, Debug)]
pub(super) struct Check {
    /// The packs
    #[arg(value_name = "PACK", required = true)]
    packs: Vec<PathBuf>,
}

/// Say how two editions of a pack differ
///
/// A line begins with + for a problem that is new, - for one that is gone, ~ for one that changed.
#[derive(Args, Debug)]
pub(super) struct Diff {
    /// The older one
    old: PathBuf,

    /// The newer one
    new: PathBuf,
}

impl Show {
    pub(super) fn run(&self) -> io::Result<Done> {
        let Some(bytes) = read(&self.pack) else {
            return Ok(Done::WithFaults);
        };
        let Some(pack) = open(&self.pack, &bytes) else {
            return Ok(Done::WithFaults);
        };
        match self.problem {
            Some(number) => self.one(&pack, number.get() - 1),
            None => list(&self.pack, &pack),
        }
    }

    fn one(&self, pack: &Pack<'_>, place: u16) -> io::Result<Done> {
        let record = match pack.problem(place) {
            Ok(record) => record,
            Err(error) => return Ok(complain_of(&self.pack, error)),
        };
        let style = Style {
            ascii: self.ascii,
            color: wants_color(),
        };
        let label = format!("{}, problem {}", pack.header().name, place + 1);
        say(&print::entry(&packed::entry(&record), &label, style))?;
        Ok(Done::Well)
    }
}

/// A line about the pack and one about each problem.
fn list(path: &Path, pack: &Pack<'_>) -> io::Result<Done> {
    say(&format!("{}\n", summary(pack)))?;
    let mut done = Done::Well;
    for place in 0..pack.len() {
        match pack.problem(place) {
            Err(error) => done = complain_of(path, error),
            Ok(record) => {
                let level = record.level.map_or(String::new(), |level| level.to_string());
                let answer = record.answer.map(|answer| answer_words(&answer, &record.problem));
                say(&format!(
                    "{:>5}  {level:>3}  {}  ({}{})\n",
                    place + 1,
                    printable(record.name),
                    record.problem.task(),
                    answer.map_or(String::new(), |answer| format!(
                        "; {answer}{}",
                        trust(&record.book)
                    ))
                ))?;
            }
        }
    }
    Ok(done)
}

/// What an answer rests on, where it is not proved for the handheld to read.
const fn trust(book: &Book<'_>) -> &'static str {
    match book {
        Book::None => "",
        Book::Author(_) => ", by the book",
        Book::Replies(_) => ", with a book of replies",
    }
}

fn summary(pack: &Pack<'_>) -> String {
    let header = pack.header();
    format!(
        "{}: {}, {} bytes, revision {}, id {:08x}, format {}.{}",
        printable(header.name),
        counted(header.count.into(), "problem"),
        grouped(header.length.into()),
        header.revision,
        header.id,
        header.major,
        header.minor
    ) + if header.is_newer() {
        ", made for a newer program: some of it is left out"
    } else {
        ""
    }
}

impl Check {
    pub(super) fn run(&self) -> io::Result<Done> {
        let mut done = Done::Well;
        for path in &self.packs {
            let bytes = read(path);
            let Some(pack) = bytes.as_deref().and_then(|bytes| open(path, bytes)) else {
                done = Done::WithFaults;
                continue;
            };
            let mut faults = 0;
            pack.faults(&mut |error| {
                complain_of(path, error);
                faults += 1;
            });
            if faults > 0 {
                done = Done::WithFaults;
            }
            say(&format!("{}, {}\n", summary(&pack), counted(faults, "fault")))?;
        }
        Ok(done)
    }
}

impl Diff {
    pub(super) fn run(&self) -> io::Result<Done> {
        let (Some(old), Some(new)) = (read(&self.old), read(&self.new)) else {
            return Ok(Done::WithFaults);
        };
        let (Some(old), Some(new)) = (open(&self.old, &old), open(&self.new, &new)) else {
            return Ok(Done::WithFaults);
        };
        let mut done = Done::Well;
        for (path, pack) in [(&self.old, &old), (&self.new, &new)] {
            pack.faults(&mut |error| done = complain_of(path, error));
        }
        let found = difference::differences(&old, &new);
        for sentence in &found {
            say(&(printable(sentence) + "\n"))?;
        }
        Ok(match done {
            Done::Well if !found.is_empty() => Done::Disappointed,
            done => done,
        })
    }
}

pub(super) fn read(path: &Path) -> Option<Vec<u8>> {
    read_pack(path)
        .inspect_err(|why| complain(&format!("{}: {why}", path.display())))
        .ok()
}

pub(super) fn open<'a>(path: &Path, bytes: &'a [u8]) -> Option<Pack<'a>> {
    Pack::open(bytes)
        .inspect_err(|&error| _ = complain_of(path, error))
        .ok()
}

fn complain_of(path: &Path, error: PackError) -> Done {
    complain(&format!("{}: {error}", path.display()));
    Done::WithFaults
}
