//! What `pack build` and `pack doctor` share: files in, proofs, and the report.

use std::io;
use std::num::NonZero;

use clap::Args;
use shikatsu::search::{Limits, Slot};
use shikatsu::tsumego::Knowledge;
use shikatsu_toolkit::files::Loaded;
use shikatsu_toolkit::pack::{Collection, Tally, Workers, report};
use shikatsu_toolkit::solve::{Effort, Regions, Stop};

use crate::bar::Bar;
use crate::commands::{Done, Sources, complain_about, say};
use crate::threads::Cores;

/// The table of each worker: 16 MiB.
const TABLE: usize = 16 << 20;
/// After how many positions Ctrl-C is looked at.
const SLICE: u32 = 4096;

/// How hard to try.
#[derive(Args, Debug)]
pub(super) struct Proving {
    /// Look at no more than N positions for each problem; 0 is no limit
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    nodes: u64,

    /// Solve N problems at the same time [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
}

/// How hard to try what is open.
#[derive(Args, Debug)]
pub(super) struct Open {
    /// Look at no more than N positions in the open for each problem that the handheld's solver leaves unknown; 0 for none
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    open_nodes: u64,
}

impl Proving {
    pub(super) const fn limits(&self) -> Limits {
        let nodes = if self.nodes == 0 { u64::MAX } else { self.nodes };
        Limits {
            nodes,
            ..Limits::NONE
        }
    }

    pub(super) fn cores(&self) -> Cores {
        self.jobs.map_or_else(Cores::all, Cores)
    }

    pub(super) fn workers<'a>(&self, cores: &'a Cores) -> Workers<'a> {
        let effort = Effort {
            limits: self.limits(),
            // What has no room on the handheld is no use to it.
            regions: Regions::Device,
            slice: SLICE,
            every_move: true,
            knows: Knowledge::ALL,
        };
        Workers {
            threads: cores,
            effort,
            slots: TABLE / size_of::<Slot>(),
            open_nodes: 0,
        }
    }

    /// Proves what was loaded, as far as nobody stops it.
    pub(super) fn prove<'a>(&self, open: &Open, loaded: &'a [Loaded], stop: &Stop) -> Collection<'a> {
        let mut collection = Collection::new(loaded);
        let cores = self.cores();
        let workers = Workers {
            open_nodes: open.open_nodes,
            ..self.workers(&cores)
        };
        let mut bar = Bar::new();
        collection.prove(&workers, stop, &mut bar);
        collection.look_again(&workers, stop, &mut bar);
        collection
    }

    /// Says what became of each problem, and the sum.
    pub(super) fn tell(&self, collection: &Collection<'_>) -> io::Result<Tally> {
        let (lines, tally) = report(collection, &self.limits());
        for line in lines {
            say(&(shikatsu_toolkit::print::printable(&line).replace('\n', " ") + "\n"))?;
        }
        say(&format!("{tally}\n"))?;
        Ok(tally)
    }
}

/// Reads the files, and complains about what cannot be read.
pub(super) fn read(sources: &Sources) -> (Vec<Loaded>, Done) {
    let loaded = sources.load();
    let mut done = Done::Well;
    for item in &loaded {
        if let Err(error) = &item.entry {
            complain_about(item, error);
            done = Done::WithFaults;
        }
    }
    (loaded, done)
}
