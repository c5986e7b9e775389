//! The Go Text Protocol at the USB port: the core's engine between two pipes, thinking in the solver's table.
//!
//! It runs in the trainer's task, a playout at a time, so a key is answered as always. While it thinks the solver rests.

use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::pipe::Pipe;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, Instant};
use heapless::String;
use shikatsu::board::Color;
use shikatsu::gtp::{Effort, Engine, World};
use shikatsu::play::{DEVICE_CELLS, DEVICE_MOVES, Kifu, Search, Thought};
use shikatsu::search::Slot;
use static_cell::ConstStaticCell;

use super::storage::TO_HOST;

/// The longest line.
const LINE: usize = 200;
/// Room for the longest answer: the list of commands.
const ANSWER: usize = 900;
/// 800 playouts a move.
const LEVEL: u8 = 4;

/// Text from the computer.
static FROM_PLAYER: Pipe<CriticalSectionRawMutex, 64> = Pipe::new();
/// The computer has gone.
static PLAYER_GONE: Signal<CriticalSectionRawMutex, ()> = Signal::new();

/// Hands text to the engine, as soon as it takes it.
pub(crate) async fn tell(text: &[u8]) {
    FROM_PLAYER.write_all(text).await;
}

/// Tells the engine that nobody is there any more.
pub(crate) fn hang_up() {
    PLAYER_GONE.signal(());
}

/// Apart from the rest, since all its bytes are zero and cost no flash.
static SEARCH: ConstStaticCell<Search<DEVICE_CELLS>> = ConstStaticCell::new(Search::IDLE);

/// An engine, and what it needs.
pub(crate) struct Gtp {
    engine: Engine<DEVICE_CELLS, DEVICE_MOVES, LINE>,
    answer: String<ANSWER>,
    /// Of the answer, what was sent.
    sent: usize,
    mind: Mind,
}

struct Mind {
    search: &'static mut Search<DEVICE_CELLS>,
    playouts: u32,
    until: Option<Instant>,
}

/// The mind, and the memory that is lent to it.
struct Lent<'a>(&'a mut Mind, &'a mut [Slot]);

impl World<DEVICE_CELLS, DEVICE_MOVES> for Lent<'_> {
    fn begin(&mut self, kifu: &Kifu<DEVICE_CELLS, DEVICE_MOVES>, color: Color, effort: Effort, seed: u32) {
        let Lent(mind, slots) = self;
        mind.playouts = effort.playouts;
        mind.until = effort
            .time
            .map(|ms| Instant::now() + Duration::from_millis(ms.into()));
        mind.search.begin(kifu, color, seed, slots);
    }

    fn think(&mut self) -> Option<Thought> {
        let Lent(mind, slots) = self;
        mind.search.step(slots, 1);
        let is_late = mind.until.is_some_and(|until| Instant::now() >= until);
        (mind.search.playouts() >= mind.playouts || is_late).then(|| mind.search.thought(slots))
    }
}

impl Gtp {
    /// Nobody has spoken yet. Chance comes from the moves alone, so the same game is answered in the same way.
    pub(crate) fn new() -> Gtp {
        Gtp {
            engine: Engine::new(LEVEL, 1),
            answer: String::new(),
            sent: 0,
            mind: Mind {
                search: SEARCH.take(),
                playouts: 0,
                until: None,
            },
        }
    }

    /// Whether the table is in use.
    pub(crate) const fn is_thinking(&self) -> bool {
        self.engine.is_thinking()
    }

    /// Hears, thinks or answers, whatever is next. `lend` gives the table's memory. True if there is more to do.
    pub(crate) fn turn<'a>(&mut self, lend: impl FnOnce() -> &'a mut [Slot]) -> bool {
        if PLAYER_GONE.try_take().is_some() {
            self.engine.hang_up();
            self.answer.clear();
            self.sent = 0;
            FROM_PLAYER.clear();
        }
        if self.sent < self.answer.len() {
            self.sent += TO_HOST
                .try_write(&self.answer.as_bytes()[self.sent..])
                .unwrap_or(0);
            return true;
        }
        self.answer.clear();
        self.sent = 0;
        if self.engine.has_quit() {
            // The port stays open, and whoever speaks next is answered.
            self.engine.hang_up();
        }
        if self.engine.is_thinking() {
            self.engine
                .step(&mut Lent(&mut self.mind, lend()), &mut self.answer);
            return true;
        }
        // One byte at a time: an answer may follow each, and there is room for one.
        let mut byte = [0];
        if FROM_PLAYER.try_read(&mut byte).is_err() {
            return false;
        }
        self.engine
            .hear(&byte, &mut Lent(&mut self.mind, lend()), &mut self.answer);
        true
    }
}
