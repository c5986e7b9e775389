//! `shikatsu pack build` and `shikatsu pack doctor`.

use std::io;
use std::path::PathBuf;

use clap::Args;
use shikatsu::pack::{Header, MAX_NAME};
use shikatsu_toolkit::pack::{Origins, assemble, number_of, uf2};
use shikatsu_toolkit::print::{counted, one_line};
use shikatsu_toolkit::shard::Shard;
use shikatsu_toolkit::solve::words::grouped;

use super::part::prove_part;
use super::proving::{JournalFile, Manner, Proving, read};
use crate::commands::convert::write_file;
use crate::commands::{Done, Sources, complain, say};
use crate::files::reason;
use crate::interrupt::stop_on_interrupt;

/// Make a pack of problem files: every answer is proved first
///
/// What a file leaves unsaid is worked out, and said. A problem that is there twice, turned or with the colours exchanged, goes in once.
///
/// A problem without a proof goes in on the book's word if its file names an answer: the handheld plays the author's moves then, with a book sign. If the file names none
/// it is left out. The same holds for a problem whose key stones or bounds had to be worked out and whose own answer the proof contradicts: most likely that guess was
/// wrong. Before that other guesses are tried, also with stones that close a wall which the file leaves open. Where a file that states key stones and bounds names another answer, the
/// proved one goes in. All of it is reported.
#[derive(Args, Debug)]
pub(super) struct Build {
    /// The pack to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// What the pack is called, in 48 bytes [default: the name of its file]
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,

    /// The pack's own number, by which progress knows it, as digits or 0x… [default: made from its name]
    #[arg(long, value_name = "NUMBER", value_parser = number)]
    id: Option<u32>,

    /// Which edition it is; on the handheld a larger one takes the place of a smaller
    #[arg(long, value_name = "N", default_value_t = 1)]
    revision: u16,

    /// Also write a UF2 file, to be dropped on the drive of a Pico in its boot mode
    #[arg(long)]
    uf2: bool,

    /// The slot of 32 KiB, from 0, that the UF2 file begins at
    #[arg(long, value_name = "N", default_value_t = 0, requires = "uf2",
          value_parser = clap::value_parser!(u32).range(..i64::from(shikatsu::store::SLOTS)))]
    slot: u32,

    /// Overwrite files that exist
    #[arg(long)]
    force: bool,

    /// Prove only the part I of N of the problems, I from 0, and write no pack but a journal of the proofs: it is FILE of --output. The same command goes on where
    /// it was stopped
    #[arg(long, value_name = "I/N", conflicts_with_all = ["uf2", "report", "force"])]
    shard: Option<Shard>,

    /// Journals of parts that were proved with --shard, by the same limits: what is in them is not proved again
    #[arg(long, value_name = "FILE", num_args = 1..)]
    journal: Vec<PathBuf>,

    #[command(flatten)]
    proving: Proving,

    #[command(flatten)]
    manner: Manner,

    // Last, since its heading would take in the options behind it.
    #[command(flatten)]
    sources: Sources,
}

/// Say what 'pack build' would leave out and where the files are wrong, and write nothing
#[derive(Args, Debug)]
pub(super) struct Doctor {
    #[command(flatten)]
    proving: Proving,

    #[command(flatten)]
    manner: Manner,

    #[command(flatten)]
    sources: Sources,
}

impl Doctor {
    pub(super) fn run(&self) -> io::Result<Done> {
        if let Some(sentence) = self.manner.unwritable() {
            return Ok(refuse(&sentence));
        }
        let (loaded, done) = read(&self.sources);
        let stop = stop_on_interrupt();
        let proved = self.proving.prove(&self.manner, &loaded, &stop, None);
        let tally = self.manner.tell(&proved.collection, &self.proving.limits())?;
        Ok(if stop.is_wanted() {
            Done::Stopped
        } else {
            rate(done, tally.left_out())
        })
    }
}

impl Build {
    pub(super) fn run(&self) -> io::Result<Done> {
        if let Some(shard) = self.shard {
            return prove_part(shard, &self.output, &self.sources, &self.proving, &self.manner);
        }
        let name = match self.name() {
            Ok(name) => name,
            Err(sentence) => return Ok(refuse(&sentence)),
        };
        // Before the long work, not after it.
        if let Some(path) = self.targets().find(|path| path.exists()).filter(|_| !self.force) {
            let path = path.display();
            return Ok(refuse(&format!(
                "{path}: it exists already; --force overwrites it"
            )));
        }
        if let Some(sentence) = self.manner.unwritable() {
            return Ok(refuse(&sentence));
        }
        let journal = JournalFile::beside(&self.output).and_then(|journal| match journal {
            Some(journal) => journal.with(&self.journal).map(Some),
            None => Ok(None),
        });
        let journal = match journal {
            Ok(journal) => journal,
            Err(error) => {
                let output = self.output.display();
                return Ok(refuse(&format!("{output}: {}", reason(&error))));
            }
        };
        let known = journal.as_ref().map_or(0, |journal| journal.known.len());
        if known > 0 {
            let proofs = counted(known, "proof");
            complain(&if self.journal.is_empty() {
                format!("it goes on where it was stopped, with {proofs}")
            } else {
                format!("{proofs} are there already")
            });
        }
        let (loaded, done) = read(&self.sources);
        let stop = stop_on_interrupt();
        let proved = self.proving.prove(&self.manner, &loaded, &stop, journal);
        if stop.is_wanted() {
            complain("stopped, and no pack was written; the same command goes on from here");
            return Ok(Done::Stopped);
        }
        let (collection, journal) = (proved.collection, proved.journal);
        let tally = self.manner.tell(&collection, &self.proving.limits())?;
        if proved.is_late {
            complain("the time was up; the same command with --force goes on from here");
        }
        let discard = || {
            if let Some(journal) = journal.filter(|_| !proved.is_late) {
                journal.discard();
            }
        };
        if tally.goes_in() == 0 {
            discard();
            return Ok(refuse("there is no problem to put into a pack"));
        }
        let id = self.id.unwrap_or_else(|| number_of(&name));
        let header = Header::new(id, self.revision, &name);
        let packed = assemble(&header, &collection, Origins::Named);
        match packed.map_err(|error| error.to_string()).and_then(|pack| {
            self.write(&pack)?;
            Ok(pack.len())
        }) {
            Err(sentence) => Ok(refuse(&sentence)),
            Ok(length) => {
                discard();
                say(&format!(
                    "{}: {name}, {}, {} bytes, {} a problem\n",
                    self.output.display(),
                    counted(tally.goes_in(), "problem"),
                    grouped(length as u64),
                    length / tally.goes_in()
                ))?;
                Ok(rate(done, tally.left_out()))
            }
        }
    }

    fn name(&self) -> Result<String, String> {
        let stem = || {
            self.output
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        };
        let name = one_line(&self.name.clone().unwrap_or_else(stem));
        match name.len() {
            0 => Err("a pack needs a name".to_string()),
            length if length > MAX_NAME => Err(format!(
                "a name has at most {MAX_NAME} bytes, this one has {length}"
            )),
            _ => Ok(name),
        }
    }

    fn targets(&self) -> impl Iterator<Item = PathBuf> {
        let uf2 = self.uf2.then(|| self.output.with_extension("uf2"));
        std::iter::once(self.output.clone()).chain(uf2)
    }

    fn write(&self, pack: &[u8]) -> Result<(), String> {
        let mut contents = vec![pack.to_vec()];
        if self.uf2 {
            contents.push(uf2::of_pack(pack, self.slot)?);
        }
        for (path, content) in self.targets().zip(contents) {
            write_file(&path, &content, self.force)
                .map_err(|error| format!("{}: {}", path.display(), reason(&error)))?;
        }
        Ok(())
    }
}

pub(super) fn refuse(sentence: &str) -> Done {
    complain(sentence);
    Done::WithFaults
}

pub(super) fn stopped() -> Done {
    complain("stopped, and nothing was written");
    Done::Stopped
}

fn rate(done: Done, left_out: usize) -> Done {
    match done {
        Done::Well if left_out > 0 => Done::Disappointed,
        done => done,
    }
}

fn number(text: &str) -> Result<u32, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|error| error.to_string())
}
