//! `shikatsu check`: every fault of every file.

use std::collections::BTreeSet;
use std::io;

use clap::Args;

use super::{Done, Sources, complain, complain_about, say};
use crate::print::counted;

/// Check problem files and report every fault
///
/// A fault is anything that keeps a problem from being read, with its place, and a stated answer that
/// could not be played. What a file says but is not used here is only noted. The exit status is 2 if there
/// is a fault, otherwise 0.
#[derive(Args, Debug)]
pub(super) struct Options {
    #[command(flatten)]
    sources: Sources,
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    let loaded = options.sources.load();
    let mut faults = 0;
    for item in &loaded {
        match &item.entry {
            Ok(entry) => {
                for fault in entry.answer_faults() {
                    complain(&format!("{}: {fault}", item.label()));
                    faults += 1;
                }
                for remark in &entry.remarks {
                    complain(&format!("{}: note: {remark}", item.label()));
                }
            }
            Err(error) => {
                complain_about(item, error);
                faults += 1;
            }
        }
    }
    let files: BTreeSet<_> = loaded.iter().map(|item| &item.path).collect();
    let problems = loaded.iter().filter(|item| item.games > 0).count();
    say(&format!(
        "{} in {}, {}\n",
        counted(problems, "problem"),
        counted(files.len(), "file"),
        counted(faults, "fault"),
    ))?;
    Ok(if faults == 0 { Done::Well } else { Done::WithFaults })
}
