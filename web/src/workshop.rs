//! Files made into packs, in a worker of its own: read at once and trained on as they are, or proved first, which takes its time.
//!
//! A worker that proves hears nothing, so it is stopped by ending it. That loses nothing: each proof is told as a line of a journal, and another
//! worker that is given these lines goes on from there, or says what there is so far.

use std::collections::HashSet;
use std::path::Path;

use js_sys::Function;
use serde::Serialize;
use serde_json::json;
use shikatsu::pack::library::problem_number;
use shikatsu::pack::{Header, Listed, MAX_LENGTH, MAX_NAME, MAX_PROBLEMS, Pack, write};
use shikatsu::search::{Limits, Slot};
use shikatsu::tsumego::Knowledge;
use shikatsu_toolkit::entry::{Entry, Inferred};
use shikatsu_toolkit::files::{Format, Loaded, read};
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::own::held;
use shikatsu_toolkit::pack::{
    Collection, Journal, NODES, OPEN_NODES, Origins, PATIENT_NODES, TOGETHER_NODES, Watch, Workers, assemble,
    number_of, report, uf2,
};
use shikatsu_toolkit::print::{counted, one_line, printable};
use shikatsu_toolkit::saved::{SavedProgress, Unreadable};
use shikatsu_toolkit::solve::{Effort, Regions, Stop};
use shikatsu_toolkit::threads::Alone;
use wasm_bindgen::prelude::*;

/// The table: 16 MiB.
const TABLE: usize = 16 << 20;
/// After how many positions the page is told how far it is.
const SLICE: u32 = 4096;
/// How many files or problems are named one by one before the rest is only counted.
const NAMED: usize = 8;

/// Files, read.
#[wasm_bindgen]
#[derive(Default)]
pub struct Workshop {
    loaded: Vec<Loaded>,
}

/// What was found in files.
#[derive(Serialize)]
struct Found {
    problems: usize,
    /// A sentence each about what is left out.
    left_out: Vec<String>,
    /// What to know about the rest.
    notes: Vec<String>,
}

/// What came of proving.
#[wasm_bindgen]
pub struct Proved {
    lines: Vec<String>,
    pack: Option<Vec<u8>>,
}

#[wasm_bindgen]
impl Proved {
    /// The report, a line each.
    pub fn lines(&self) -> Vec<String> {
        self.lines.clone()
    }

    /// The pack, if a problem goes in.
    pub fn pack(&self) -> Option<Vec<u8>> {
        self.pack.clone()
    }
}

#[wasm_bindgen]
impl Workshop {
    /// Nothing is read yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Workshop {
        Workshop::default()
    }

    /// Reads a file. True if it is a pack, which needs no workshop.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> bool {
        let loaded = read(Path::new(name), bytes, &Overrides::default());
        let is_pack = loaded.first().is_some_and(|first| first.format == Format::Pack);
        self.loaded.extend(loaded);
        is_pack
    }

    /// What was found, as JSON.
    pub fn found(&self) -> String {
        let faults: Vec<String> = self
            .loaded
            .iter()
            .filter_map(|loaded| Some((loaded, loaded.entry.as_ref().err()?)))
            .map(|(loaded, faults)| printable(&format!("{}: {faults}", loaded.label())))
            .collect();
        let entries: Vec<&Entry> = self.entries().collect();
        let mut notes = Vec::new();
        let repeated = entries.len() - self.distinct().len();
        if repeated > 0 {
            notes.push(format!("{} there twice, and kept once", are(repeated)));
        }
        for what in Inferred::ALL {
            let count = entries
                .iter()
                .filter(|entry| entry.inferred.contains(&what))
                .count();
            if count > 0 {
                notes.push(format!(
                    "worked out for {}, since the file does not say: {}",
                    counted(count, "problem"),
                    what.words()
                ));
            }
        }
        let partly = entries
            .iter()
            .filter(|entry| !entry.remarks.is_empty() || !entry.flaws.is_empty());
        let partly = partly.count();
        if partly > 0 {
            notes.push(format!(
                "of {} not everything that the file says is used",
                counted(partly, "problem")
            ));
        }
        let more = faults.len().saturating_sub(NAMED);
        let mut left_out: Vec<String> = faults.into_iter().take(NAMED).collect();
        if more > 0 {
            left_out.push(format!("and {more} more"));
        }
        let found = Found {
            problems: self.distinct().len(),
            left_out,
            notes,
        };
        serde_json::to_string(&found).unwrap_or_default()
    }

    /// The problems as a pack to train on now: nothing in it is proved, so the trainer reads it out while one plays.
    pub fn pack(&self, name: &str) -> Result<Vec<u8>, JsError> {
        let name = pack_name(name);
        let held: Vec<_> = self.distinct().into_iter().map(held).collect();
        let listed: Vec<Listed<'_>> = held
            .iter()
            .take(usize::from(MAX_PROBLEMS))
            .map(|entry| Listed {
                number: problem_number(&entry.problem),
                record: entry.record(),
            })
            .collect();
        let mut room = vec![0; MAX_LENGTH as usize];
        let length = write(&Header::new(number_of(&name), 1, &name), &listed, &mut room)?;
        room.truncate(length);
        Ok(room)
    }

    /// Proves the problems and makes a pack for the handheld of them. `journal` is what was proved before; with `stops` nothing is added to that. `tell` hears
    /// `("proving", done, all)` and `("learned", line)`.
    pub fn prove(&self, name: &str, journal: &str, stops: bool, tell: &Function) -> Result<Proved, JsError> {
        let stop = Stop::default();
        if stops {
            stop.ask();
        }
        let limits = Limits {
            nodes: NODES,
            ..Limits::NONE
        };
        let workers = Workers {
            threads: &Alone,
            effort: Effort {
                limits,
                regions: Regions::Device,
                slice: SLICE,
                every_move: true,
                knows: Knowledge::ALL,
            },
            slots: TABLE / size_of::<Slot>(),
            open_nodes: OPEN_NODES,
            together_nodes: TOGETHER_NODES,
        };
        let mut watcher = Watcher {
            journal: Journal::read(journal),
            tell,
        };
        let mut collection = Collection::new(&self.loaded);
        collection.prove(&workers, &stop, &mut watcher);
        collection.look_again(&workers, &stop, &mut watcher);
        collection.insist(PATIENT_NODES, &workers, &stop, &mut watcher);
        let report = report(&collection, &limits);
        let lines = report.lines(&collection, false);
        let lines = lines
            .into_iter()
            .map(|line| printable(&line).replace("; --verbose names them all", ""))
            .filter(|line| !line.starts_with("not shown without --verbose"));
        let name = pack_name(name);
        let header = Header::new(number_of(&name), 1, &name);
        let pack = if report.tally.goes_in() > 0 {
            let pack = assemble(&header, &collection, Origins::Named);
            Some(pack.map_err(|error| JsError::new(&error.to_string()))?)
        } else {
            None
        };
        Ok(Proved {
            lines: lines.collect(),
            pack,
        })
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.loaded.iter().filter_map(|loaded| loaded.entry.as_ref().ok())
    }

    /// The problems, each once.
    fn distinct(&self) -> Vec<&Entry> {
        let mut seen = HashSet::new();
        self.entries()
            .filter(|entry| seen.insert(problem_number(&entry.problem)))
            .collect()
    }
}

/// A file for the drive of a Pico that puts a pack into a slot of its flash.
#[wasm_bindgen]
pub fn uf2_of(pack: &[u8], slot: u32) -> Result<Vec<u8>, JsError> {
    uf2::of_pack(pack, slot).map_err(|why| JsError::new(&why))
}

/// Whether bytes are progress that can be used; otherwise a sentence.
#[wasm_bindgen]
pub fn check_progress(bytes: &[u8]) -> Result<String, JsError> {
    let progress =
        SavedProgress::read(bytes).map_err(|error| JsError::new(&format!("This file {error}.")))?;
    Ok(counted(progress.records.len(), "problem"))
}

/// Whether progress makes no sense at all; what is newer does, elsewhere.
#[wasm_bindgen]
pub fn is_damaged(progress: &[u8]) -> bool {
    !progress.is_empty() && matches!(SavedProgress::read(progress), Err(Unreadable::Damaged(_)))
}

/// What a pack says about itself, as JSON: its number, its name, and how many problems it has.
#[wasm_bindgen]
pub fn about_pack(bytes: &[u8]) -> Result<String, JsError> {
    let pack = Pack::open(bytes)?;
    let header = pack.header();
    Ok(json!({ "id": header.id, "name": header.name, "problems": header.count }).to_string())
}

fn are(count: usize) -> String {
    let verb = if count == 1 { "is" } else { "are" };
    format!("{} {verb}", counted(count, "problem"))
}

/// A name that fits into a pack.
fn pack_name(name: &str) -> String {
    let mut name = one_line(name);
    while name.len() > MAX_NAME {
        name.pop();
    }
    if name.is_empty() {
        "Problems".to_string()
    } else {
        name
    }
}

/// Tells the page how far it is, and each proof.
struct Watcher<'a> {
    journal: Journal,
    tell: &'a Function,
}

impl Watch for Watcher<'_> {
    fn proving(&mut self, done: usize, all: usize, _nodes: u64) {
        let _ = self.tell.call3(
            &JsValue::NULL,
            &"proving".into(),
            &(done as f64).into(),
            &(all as f64).into(),
        );
    }

    fn proved(&mut self) {}

    fn remembered(&mut self, question: &str) -> Option<String> {
        self.journal.line(question).map(str::to_string)
    }

    fn learned(&mut self, line: &str) {
        let _ = self.tell.call2(&JsValue::NULL, &"learned".into(), &line.into());
    }
}
