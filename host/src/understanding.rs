//! Problems as `pack` takes them, for the commands that make no pack.
//!
//! Files that mark neither key stones nor bounds are read with a guess. `pack` tries other readings until file and proof agree. `show` does the
//! same, `sim` with less work, and `solve` with more where that does not do.

use std::time::{Duration, Instant};

use shikatsu::search::{Limits, Slot};
use shikatsu::tsumego::Knowledge;
use shikatsu_toolkit::entry::Entry;
use shikatsu_toolkit::files::Loaded;
use shikatsu_toolkit::pack::{Collection, Fate, Item, NODES, OPEN_NODES, TOGETHER_NODES, Watch, Workers};
use shikatsu_toolkit::solve::{Effort, Regions, Stop};
use shikatsu_toolkit::threads::{Alone, Threads};

/// The table: 4 MiB.
const TABLE: usize = 4 << 20;

/// How much may be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Work {
    /// Positions of the core's solver for each reading.
    pub nodes: u64,
    /// Positions of the prover for each reading; 0 asks it nothing.
    pub open_nodes: u64,
    /// What all solvers together may spend on each reading that none of them knows alone.
    pub together_nodes: u64,
    /// Whether other readings are tried.
    pub looks_again: bool,
}

impl Work {
    /// As much as `pack` does if nobody says otherwise; docs/collections.md has what that brings.
    pub const LIKE_A_PACK: Work = Work {
        nodes: NODES,
        open_nodes: OPEN_NODES,
        together_nodes: TOGETHER_NODES,
        looks_again: true,
    };

    /// Ten times as much, for what a pack leaves in doubt: closed rooms of a dozen points that a computer can read and the handheld cannot.
    pub const PATIENT: Work = Work {
        nodes: 10 * NODES,
        ..Work::LIKE_A_PACK
    };

    /// A second or two for so many problems. It is counted in positions, so that it is the same everywhere.
    pub fn before_play(problems: usize) -> Work {
        let share = |all: u64| all / problems.max(1) as u64;
        Work {
            nodes: share(600_000).clamp(500, 60_000),
            open_nodes: if problems <= FEW { 1_000 } else { 0 },
            together_nodes: 0,
            looks_again: problems <= FEW,
        }
    }
}

/// With so many problems there is time for other readings before play begins.
const FEW: usize = 8;

/// What becomes of problems whose files leave something to a guess. Others are not looked at.
pub fn understood<'a>(
    loaded: &'a [Loaded],
    work: Work,
    threads: &dyn Threads,
    stop: &Stop,
) -> Collection<'a> {
    understood_in(loaded, work, threads, stop, None)
}

fn understood_in<'a>(
    loaded: &'a [Loaded],
    work: Work,
    threads: &dyn Threads,
    stop: &Stop,
    time: Option<Duration>,
) -> Collection<'a> {
    let workers = Workers {
        threads,
        effort: Effort {
            limits: Limits {
                nodes: work.nodes,
                ..Limits::NONE
            },
            regions: Regions::Device,
            slice: 4096,
            every_move: true,
            knows: Knowledge::ALL,
        },
        slots: TABLE / size_of::<Slot>(),
        open_nodes: work.open_nodes,
        together_nodes: work.together_nodes,
    };
    let mut collection = Collection::of_guesses(loaded);
    let mut clock = Clock {
        begun: Instant::now(),
        time,
        interrupt: stop.clone(),
        stop: Stop::default(),
    };
    let stop = clock.stop.clone();
    collection.prove(&workers, &stop, &mut clock);
    if work.looks_again {
        collection.look_again(&workers, &stop, &mut clock);
    }
    collection
}

/// The entry that a problem is taken for after another look, with more work as long as less does not do; `None` if it stays as it was read. It takes
/// at most so much time.
pub fn taken(loaded: &Loaded, works: &[Work], time: Option<Duration>, stop: &Stop) -> Option<Entry> {
    let (loaded, begun) = (std::slice::from_ref(loaded), Instant::now());
    for &work in works {
        let left = time.map(|time| time.saturating_sub(begun.elapsed()));
        let collection = understood_in(loaded, work, &Alone, stop, left);
        let item = collection.items.first()?;
        if is_proved(item) {
            return as_taken(item);
        }
    }
    None
}

/// What is too large for the handheld is not so for a computer.
fn is_proved(item: &Item<'_>) -> bool {
    matches!(item.fate(), Fate::Kept(..) | Fate::TooLarge(..))
}

/// The entry of an item that was proved, if it is not as it was read at first: in another reading, or closed for the handheld.
fn as_taken(item: &Item<'_>) -> Option<Entry> {
    let read = item.loaded.entry.as_ref().ok()?;
    let problem = item.problem();
    (problem != read.problem).then(|| Entry {
        problem,
        ..item.entry.clone().into_owned()
    })
}

/// What ends the work.
struct Clock {
    begun: Instant,
    time: Option<Duration>,
    interrupt: Stop,
    stop: Stop,
}

impl Watch for Clock {
    fn proving(&mut self, _: usize, _: usize, _: u64) {
        let is_late = self.time.is_some_and(|time| self.begun.elapsed() >= time);
        if is_late || self.interrupt.is_wanted() {
            self.stop.ask();
        }
    }

    fn proved(&mut self) {}
}
