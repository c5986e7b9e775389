//! `shikatsu solve`: what becomes of the key stones, and by which moves.

mod proofs;
mod work;

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use shikatsu::search::{Limits, Slot};
use shikatsu::tsumego::{DEVICE_SLOTS, Knowledge, MAX_DEPTH, Rule};
use shikatsu_toolkit::shard::Shard;
use shikatsu_toolkit::solve::{self, DEVICE_NODES, Effort, Regions};

pub(super) use self::work::run;
use super::{Done, Sources, complain, complain_about, say, write_whole};
use crate::threads::Cores;

/// How many positions are looked at unless somebody says otherwise: half a minute where the region is small, and much longer
/// on an open board.
const NODES: u64 = 50_000_000;
/// How large the table is unless somebody says otherwise: 64 MiB.
const TABLE_KB: usize = 64 << 10;
/// What the solver for open positions may take for each problem: 2 GiB, and proof numbers half as much. They take that only after ten million positions.
const PROVER_BYTES: usize = 2 << 30;
/// After how many positions the clock and Ctrl-C are looked at.
const SLICE: u32 = 4096;

/// Solve problems: who lives or dies, and the moves that do it
///
/// Every answer is proved: dead, alive (perhaps in seki), or one of two kinds of ko: ko+ is the attacker's, who wins it if
/// nobody has a ko threat; ko- is the defender's. Where a limit is reached first, the answer is "unknown". If a file has a
/// solution of its own and it is another one, the output says so. Ctrl-C stops: what is solved stays, and the exit status
/// is 130. It is 2 if a file could not be read, 1 if a proof was wanted and there is none, and otherwise 0, whatever the answers are.
///
/// Three solvers work together: two for closed regions, which know ko and seki, and one for open positions. With --depth, --breadth, --without or
/// --memory device the first works alone.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// Write one JSON object for each problem, one on each line
    #[arg(long)]
    json: bool,

    /// Do only the part I of N of the problems, I from 0: which ones follows from their texts. Each answer has the number of its problem and no time, and a last
    /// line says that the part is whole; 'shikatsu merge' puts the parts together
    #[arg(long, value_name = "I/N", requires = "json", conflicts_with = "time")]
    shard: Option<Shard>,

    /// Write the part to this file, when it is done: there is never half of one
    #[arg(short, long, value_name = "FILE", requires = "shard")]
    output: Option<PathBuf>,

    /// Name every correct first move, not just the best
    #[arg(long)]
    all: bool,

    /// Look at no more than N positions for each problem; 0 is no limit. One of the solver for open positions counts as eight [default: 50000000; no limit with --time; 2000000 with --memory device]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Take no more than S seconds for each problem
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,

    /// Work with N threads: on several problems at once, or with all solvers on one. The answers are the same for any N, unless --time ends the work [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,

    /// Write a proof of the outcome, checked, for 'shikatsu proof': as text, or as bytes if FILE ends in .bin. For several problems FILE is a folder.
    /// There is one if the stones are dead, or alive with two eyes
    #[arg(long, value_name = "FILE", conflicts_with_all = ["memory", "depth", "breadth", "without"])]
    proof: Option<PathBuf>,

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
    memory: Option<MemoryOf>,

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
  shikatsu solve --time 20 open.sgf               no longer than 20 seconds
  shikatsu solve --proof corner.proof corner.sgf  with a proof that 'shikatsu proof check' verifies
  shikatsu solve --memory device my-problems/     what the handheld would find";

/// Whose memory to work with.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum MemoryOf {
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

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|error| format!("{error}"))?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("it has to be more than 0 seconds".to_string()),
    }
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
            Some(MemoryOf::Device) => (DEVICE_NODES, Regions::Device),
            // Whoever gives it time wants all of that to be used.
            None if self.time.is_some() => (0, Regions::Any),
            None => (NODES, Regions::Any),
        };
        let nodes = match self.nodes.unwrap_or(nodes) {
            0 => u64::MAX,
            nodes => nodes,
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

    fn cores(&self) -> Cores {
        self.threads.map_or_else(Cores::all, Cores)
    }

    /// Whether the core's solver works by itself: these options are about it alone.
    fn is_alone(&self) -> bool {
        self.memory.is_some() || self.depth.is_some() || self.breadth.is_some() || !self.without.is_empty()
    }

    /// The memory of the table; `None` if the system does not have as much.
    fn table(&self) -> Option<solve::Memory> {
        let count = match self.memory {
            Some(MemoryOf::Device) => DEVICE_SLOTS,
            None => self.table_kb.unwrap_or(TABLE_KB).checked_mul(1024)? / size_of::<Slot>(),
        };
        solve::Memory::new(count)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Solve {
        #[command(flatten)]
        options: Options,
    }

    fn nodes(options: &str) -> u64 {
        let words = ["solve", "problem.txt"].into_iter();
        let solve = Solve::try_parse_from(words.chain(options.split_whitespace())).expect("options");
        solve.options.effort().limits.nodes
    }

    #[test]
    fn time_is_a_limit_of_its_own() {
        assert_eq!(nodes(""), NODES);
        assert_eq!(nodes("--time 20"), u64::MAX);
        assert_eq!(nodes("--time 20 --nodes 1000"), 1000);
        assert_eq!(nodes("--nodes 0"), u64::MAX);
        assert_eq!(nodes("--time 20 --memory device"), DEVICE_NODES);
    }
}
