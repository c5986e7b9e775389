//! `shikatsu solve`: what becomes of the key stones, and by which moves.

use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};
use shikatsu::search::{Limits, MAX_DEPTH, Slot};
use shikatsu::tsumego::{DEVICE_SLOTS, Knowledge, Rule};
use shikatsu_toolkit::entry::Entry;
use shikatsu_toolkit::files::Loaded;
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::print::printable;
use shikatsu_toolkit::solve::{self, Attempt, DEVICE_NODES, Effort, Regions, Stop, json, line, words};

use super::{Done, Sources, complain, complain_about, say};
use crate::interrupt::stop_on_interrupt;
use crate::meter::Meter;

/// How many positions are looked at unless somebody says otherwise: half a minute where the region is small, and much longer
/// on an open board.
const NODES: u64 = 50_000_000;
/// How large the table is unless somebody says otherwise: 64 MiB.
const TABLE_KB: usize = 64 << 10;
/// After how many positions the clock and Ctrl-C are looked at.
const SLICE: u32 = 4096;

/// Solve problems: who lives or dies, and the moves that do it
///
/// Every answer is proved: dead, alive (perhaps in seki), or one of two kinds of ko: ko+ is the attacker's, who wins it if
/// nobody has a ko threat; ko- is the defender's. Where a limit is reached first, the answer is "unknown". If a file has a
/// solution of its own and it is another one, the output says so. Ctrl-C stops: what is solved stays, and the exit status
/// is 130. It is 2 if a file could not be read, and otherwise 0, whatever the answers are.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// Write one JSON object for each problem, one on each line
    #[arg(long)]
    json: bool,

    /// Name every correct first move, not just the best
    #[arg(long)]
    all: bool,

    /// Look at no more than N positions for each problem; 0 is no limit [default: 50000000; 2000000 with --memory device]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Look no more than N moves ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=MAX_DEPTH as i64))]
    depth: Option<u8>,

    /// Try no more than N moves in each position; a loss is then hard to prove
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    breadth: Option<usize>,

    /// The size of the table of positions, in KiB [default: 65536]
    #[arg(long, value_name = "N", conflicts_with = "memory")]
    table_kb: Option<usize>,

    /// Work with the memory and the limits of the handheld: a table of 96 KiB, regions of up to 128 points
    #[arg(long, value_name = "WHOSE", value_enum)]
    memory: Option<Memory>,

    /// Do without these pieces of knowledge, to see what they are worth: contact, hane, empty-triangle, mouth,
    /// self-destruction, eye-shapes, room, dame; or all. No proved answer changes
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = rule)]
    without: Vec<Switch>,

    // Last, since its heading would take in the options behind it.
    #[command(flatten)]
    sources: Sources,
}

const EXAMPLES: &str = "\
Examples:
  shikatsu solve problems/ko                      what becomes of each, and the best move
  shikatsu solve --all corner.sgf                 with every correct first move
  shikatsu solve --json problems/ > answers.jsonl for a program
  shikatsu solve --memory device my-problems/     what the handheld would find";

/// Whose memory to work with.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Memory {
    /// The handheld's.
    #[value(help = None)]
    Device,
}

/// What to switch off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Switch {
    One(Rule),
    All,
}

fn rule(text: &str) -> Result<Switch, String> {
    if text == "all" {
        return Ok(Switch::All);
    }
    let known = Rule::ALL.into_iter().find(|rule| rule.name() == text);
    known.map(Switch::One).ok_or_else(|| {
        let names = Rule::ALL.map(Rule::name).join(", ");
        format!("there is {names}, and all")
    })
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("at least one move has to be tried".to_string()),
        Ok(number) => Ok(number),
        Err(error) => Err(format!("{error}")),
    }
}

impl Options {
    fn effort(&self) -> Effort {
        let (nodes, regions) = match self.memory {
            Some(Memory::Device) => (DEVICE_NODES, Regions::Device),
            None => (NODES, Regions::Any),
        };
        let nodes = match self.nodes {
            Some(0) => u64::MAX,
            Some(nodes) => nodes,
            None => nodes,
        };
        let limits = Limits {
            nodes,
            depth: self.depth.unwrap_or(Limits::NONE.depth),
            breadth: self.breadth.unwrap_or(Limits::NONE.breadth),
        };
        Effort {
            limits,
            regions,
            slice: SLICE,
            // To people it is also said which of the file's own moves fail.
            every_move: self.all || !self.json,
            knows: self
                .without
                .iter()
                .fold(Knowledge::ALL, |knows, switch| match switch {
                    Switch::One(rule) => knows.without(*rule),
                    Switch::All => Knowledge::NONE,
                }),
        }
    }

    /// The memory of the table; `None` if the system does not have as much.
    fn table(&self) -> Option<solve::Memory> {
        let count = match self.memory {
            Some(Memory::Device) => DEVICE_SLOTS,
            None => self.table_kb.unwrap_or(TABLE_KB).checked_mul(1024)? / size_of::<Slot>(),
        };
        solve::Memory::new(count)
    }
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    let Some(mut table) = options.table() else {
        complain("there is not enough memory for such a table");
        return Ok(Done::WithFaults);
    };
    let loaded = options.sources.load();
    let stop = stop_on_interrupt();
    let mut meter = Meter::new(loaded.len(), !options.json || io::stdout().is_terminal());
    let mut done = Done::Well;
    for item in &loaded {
        meter.next();
        let entry = match &item.entry {
            Ok(entry) => entry,
            Err(error) => {
                done = Done::WithFaults;
                if options.json {
                    say(&json::failure(item, error))?;
                } else {
                    complain_about(item, error);
                }
                continue;
            }
        };
        let effort = options.effort();
        let attempt = solve::solve(&entry.problem, &effort, &mut table, &mut |sight| {
            meter.show(sight);
            !stop.is_wanted()
        });
        let text = if options.json {
            in_json(options, item, entry, &attempt, &stop)
        } else {
            in_words(options, item, entry, &attempt, &effort)
        };
        meter.hide();
        say(&text)?;
        if stop.is_wanted() {
            return Ok(Done::Stopped);
        }
    }
    Ok(done)
}

fn in_json(options: &Options, item: &Loaded, entry: &Entry, attempt: &Attempt, stop: &Stop) -> String {
    let line = attempt.proved().map_or(Vec::new(), |solution| {
        line::principal(&entry.problem, words::best(solution.best), &|| !stop.is_wanted())
    });
    json::answer(item, entry, attempt, &line, options.all)
}

fn in_words(options: &Options, item: &Loaded, entry: &Entry, attempt: &Attempt, effort: &Effort) -> String {
    let mut heading = item.label();
    if !entry.name.is_empty() {
        heading = format!("{heading}: {}", entry.name);
    }
    let answer = words::answer(&entry.problem, attempt, &effort.limits, options.all);
    let mut lines = vec![format!("{} — {answer}", printable(&heading).replace('\n', " "))];
    if !entry.inferred.is_empty() {
        let what: Vec<&str> = entry.inferred.iter().map(|inferred| inferred.words()).collect();
        let what = what.join(", ");
        lines.push(format!("Worked out, since the file does not say: {what}."));
    }
    if let Some(solution) = attempt.solution() {
        let stated = options.sources.overrides() == Overrides::default();
        lines.extend(words::disagreements(entry, solution, options.all, stated));
    }
    lines.join("\n  ") + "\n"
}
