//! `shikatsu check`: every fault of every file.

use std::collections::{BTreeSet, HashMap};
use std::io;

use clap::Args;
use shikatsu_toolkit::files::{Loaded, Reached, shown};
use shikatsu_toolkit::print::counted;
use shikatsu_toolkit::sgf::Layout;

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
    /// Print every note of every problem, instead of each note once with how often it holds
    #[arg(short, long)]
    verbose: bool,
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    let loaded = options.sources.load();
    let mut faults = 0;
    for file in loaded.chunk_by(|one, other| one.path == other.path && one.game < other.game) {
        for item in file {
            match &item.entry {
                Ok(entry) => {
                    for flaw in &entry.flaws {
                        complain_about(item, flaw);
                        faults += 1;
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
        tell_layout(file)?;
    }
    if options.verbose {
        for item in &loaded {
            tell_notes(std::slice::from_ref(item));
        }
    } else {
        tell_notes(&loaded);
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

/// The notes about these problems, each once.
fn tell_notes(problems: &[Loaded]) {
    let mut notes: Vec<(String, Vec<&Loaded>)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for item in problems {
        let Ok(entry) = &item.entry else { continue };
        for note in entry.remarks.iter().cloned().chain(entry.worked_out()) {
            let place = *places.entry(note.clone()).or_insert(notes.len());
            if place == notes.len() {
                notes.push((note, Vec::new()));
            }
            notes[place].1.push(item);
        }
    }
    for (note, items) in notes {
        match items.as_slice() {
            [item] => complain(&format!("{}: note: {note}", item.label())),
            items => {
                let path = shown(&items[0].path);
                let files: BTreeSet<_> = items.iter().map(|item| &item.path).collect();
                let place = match files.len() {
                    1 => path,
                    more => format!("{path} and {}", counted(more - 1, "other file")),
                };
                complain(&format!("{place}: note on {} problems: {note}", items.len()));
            }
        }
    }
}

/// How many problems a file has and how it holds them, unless it is one in one tree.
fn tell_layout(file: &[Loaded]) -> io::Result<()> {
    let Some(layout) = file[0].layout.filter(|layout| *layout != Layout::Single) else {
        return Ok(());
    };
    let problems = file
        .iter()
        .filter(|item| item.reached() >= Reached::Problem)
        .count();
    say(&format!(
        "{}: {}, {layout}\n",
        shown(&file[0].path),
        counted(problems, "problem")
    ))
}
