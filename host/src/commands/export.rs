//! What `device export` and `sim --export` share: which problems, and how they are written.

use std::io;
use std::path::Path;

use clap::{Args, ValueEnum};
use shikatsu::record::{OWN_SETS, ProblemId, SetNumber};
use shikatsu_toolkit::entry::Entry;
use shikatsu_toolkit::export;
use shikatsu_toolkit::print::{counted, printable};
use shikatsu_toolkit::saved::SavedProgress;
use shikatsu_toolkit::sgf;

use super::convert::write_file;
use crate::files::reason;

/// Which problems are exported.
#[derive(Args, Clone, Debug)]
pub(super) struct Chosen {
    /// Export only these; may be said more than once. Otherwise all three
    #[arg(long, value_name = "WHICH")]
    only: Vec<Which>,

    /// Export only this set of your own, by its name or its number; may be said more than once
    #[arg(long, value_name = "SET", conflicts_with = "only")]
    set: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Which {
    /// What failed last
    Failed,
    /// What you keep
    Kept,
    /// What the review would bring now
    Due,
}

impl Chosen {
    /// The numbers of the problems that are to be exported, or why there are none.
    pub(super) fn ids(&self, progress: &SavedProgress) -> Result<Vec<ProblemId>, String> {
        if self.set.is_empty() {
            return Ok(export::wanted(progress, &self.which()));
        }
        let mut ids = Vec::new();
        for set in &self.set {
            let found = export::of_set(progress, set);
            let found = found.ok_or_else(|| no_such_set(set, progress))?;
            // A set may be named twice: by its number and by its name.
            let new: Vec<ProblemId> = found.into_iter().filter(|id| !ids.contains(id)).collect();
            ids.extend(new);
        }
        Ok(ids)
    }

    fn which(&self) -> Vec<export::Which> {
        let which = |only: &Which| match only {
            Which::Failed => export::Which::Failed,
            Which::Kept => export::Which::Kept,
            Which::Due => export::Which::Due,
        };
        if self.only.is_empty() {
            export::Which::ALL.to_vec()
        } else {
            self.only.iter().map(which).collect()
        }
    }
}

/// Why a set is not found: which there are.
fn no_such_set(wanted: &str, progress: &SavedProgress) -> String {
    let name = |set: SetNumber| match progress.profile.name_of_set(set) {
        "" => set.to_string(),
        name => format!("{set} ({})", printable(name)),
    };
    let names: Vec<String> = (1..=OWN_SETS as SetNumber).map(name).collect();
    format!(
        "there is no set '{}'; there are {}",
        printable(wanted),
        names.join(", ")
    )
}

/// Writes problems as SGF; those that are none any more were taken away with their packs. Returns what there is to say, or why nothing was written.
pub(super) fn write(found: &[Option<Entry>], output: &Path, force: bool) -> Result<String, String> {
    let entries: Vec<&Entry> = found.iter().flatten().collect();
    if entries.is_empty() {
        return Err("there is nothing to export yet".to_string());
    }
    let content = sgf::write(entries.iter().copied());
    write_file(output, content.as_bytes(), force).map_err(|error| {
        let why = match error.kind() {
            io::ErrorKind::AlreadyExists => "it exists already; --force overwrites it".to_string(),
            _ => reason(&error),
        };
        format!("{}: {why}", output.display())
    })?;
    let said = format!("{} saved", counted(entries.len(), "problem"));
    Ok(match found.len() - entries.len() {
        0 => format!("{said}\n"),
        gone => format!(
            "{said}; {} in no pack that is there\n",
            counted(gone, "more problem")
        ),
    })
}
