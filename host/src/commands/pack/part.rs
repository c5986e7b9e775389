//! `shikatsu pack build --shard`: a part of the proofs, as a journal.

use std::io;
use std::path::Path;

use shikatsu_toolkit::print::counted;
use shikatsu_toolkit::shard::{Shard, last_line};

use super::build::refuse;
use super::proving::{JournalFile, Manner, Proving, read};
use crate::commands::{Done, Sources, complain, say};
use crate::files::reason;
use crate::interrupt::stop_on_interrupt;

/// Proves the problems of a part, as far as its journal does not have them yet. Nothing is said about a problem here: what becomes of it
/// is known when all are together.
pub(super) fn prove_part(
    shard: Shard,
    path: &Path,
    sources: &Sources,
    proving: &Proving,
    manner: &Manner,
) -> io::Result<Done> {
    let fault = |error: &io::Error| refuse(&format!("{}: {}", path.display(), reason(error)));
    let journal = match JournalFile::at(path.to_path_buf()) {
        Ok(journal) => journal,
        Err(error) => return Ok(fault(&error)),
    };
    let (mut loaded, done) = read(sources);
    let all = loaded.len();
    loaded.retain(|item| shard.takes(item));
    let stop = stop_on_interrupt();
    let proved = proving.prove(manner, &loaded, &stop, Some(journal));
    if stop.is_wanted() || proved.is_late {
        complain("stopped before the part was whole; the same command goes on from here");
        return Ok(Done::Stopped);
    }
    let Some(mut journal) = proved.journal else {
        return Ok(Done::WithFaults);
    };
    if let Err(error) = journal.end(&last_line(shard, loaded.len(), all)) {
        return Ok(fault(&error));
    }
    let problems = counted(loaded.len(), "problem");
    say(&format!("{}: part {shard}, {problems}\n", path.display()))?;
    Ok(done)
}
