//! `shikatsu check`: every fault of every file.

use std::collections::BTreeSet;
use std::io;

use clap::Args;
use shikatsu_toolkit::error::Reached;
use shikatsu_toolkit::print::counted;

use super::{Done, Sources, complain, complain_about, say};

/// Check problem files and report every fault
///
/// A fault is anything that keeps a problem from being read, with its place, and a stated answer that
/// could not be played. What a file says but is not used here, and what it leaves unsaid and was worked out, is
/// only noted. The exit status is 2 if there is a fault, otherwise 0.
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
                for flaw in &entry.flaws {
                    complain_about(item, flaw);
                    faults += 1;
                }
                for note in entry.remarks.iter().chain(&entry.worked_out()) {
                    complain(&format!("{}: note: {note}", item.label()));
                }
            }
            Err(found) => {
                for fault in found.iter() {
                    complain_about(item, fault);
                    faults += 1;
                }
            }
        }
    }
    let reached = |least| loaded.iter().filter(move |item| item.reached() >= least);
    let files: BTreeSet<_> = reached(Reached::File).map(|item| &item.path).collect();
    let problems = reached(Reached::Problem).count();
    say(&format!(
        "{} in {}, {}\n",
        counted(problems, "problem"),
        counted(files.len(), "file"),
        counted(faults, "fault"),
    ))?;
    Ok(if faults == 0 { Done::Well } else { Done::WithFaults })
}
