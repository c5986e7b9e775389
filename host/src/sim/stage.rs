//! The trainer at work: a session, the solver that serves it, and a clock.
//!
//! The clock is whoever calls. [`Stage::advance`] goes in steps of one frame with a fixed share of thinking each, so that the
//! same script gives the same pictures on any computer. With [`Stage::pass`] and [`Stage::think`] it follows a real clock.

use std::time::{Duration, Instant};

use shikatsu::search::{Slot, Table};
use shikatsu::session::keeper::Keeper;
use shikatsu::session::library::Library;
use shikatsu::session::picture::{Picture, Screen};
use shikatsu::session::{Desk, Event, Mind, Session, text};
use shikatsu::tsumego::DEVICE_SLOTS;

/// A frame, in milliseconds.
pub const FRAME: u16 = 16;
/// The same, for a real clock.
pub const BREATH: Duration = Duration::from_millis(FRAME as u64);
/// Positions the solver looks at in a frame of virtual time.
const NODES_A_FRAME: u32 = 4096;
/// Positions between two looks at a real clock: well below a millisecond.
const NODES_A_SLICE: u32 = 512;

/// What a stage works in: as much as the handheld has.
pub struct Memory {
    slots: Vec<Slot>,
    desk: Box<Desk>,
}

impl Memory {
    /// Takes it from the system.
    #[expect(clippy::new_without_default, reason = "it is no value but room")]
    pub fn new() -> Memory {
        Memory {
            slots: vec![Slot::EMPTY; DEVICE_SLOTS],
            desk: Box::new(Desk::NOTHING),
        }
    }
}

/// A session that is played.
pub struct Stage<'a> {
    session: Session<'a>,
    mind: Mind,
    table: Table<'a>,
    /// Milliseconds that went by.
    now: u64,
    /// Where [`Stage::advance`] should be by now: less than a frame ahead.
    due: u64,
    picture: Picture,
    changed: u64,
    names_lines: bool,
}

impl<'a> Stage<'a> {
    /// Starts where the player left off.
    pub fn new(
        library: &'a dyn Library,
        keeper: &'a mut dyn Keeper,
        memory: &'a mut Memory,
        seed: u32,
    ) -> Stage<'a> {
        let session = Session::new(library, keeper, &mut memory.desk, seed);
        let picture = session.picture();
        Stage {
            session,
            mind: Mind::new(),
            table: Table::new(&mut memory.slots),
            now: 0,
            due: 0,
            picture,
            changed: 0,
            names_lines: false,
        }
    }

    /// Always names the lines of the board, whatever the settings say: for whoever plays by these names.
    #[must_use]
    pub fn naming_lines(self) -> Stage<'a> {
        let mut stage = Stage {
            names_lines: true,
            ..self
        };
        stage.look();
        stage
    }

    /// Goes on from a time that another stage came to.
    #[must_use]
    pub fn at(self, now: u64) -> Stage<'a> {
        Stage {
            now,
            due: now,
            changed: now,
            ..self
        }
    }

    /// Something happens.
    pub fn on(&mut self, event: Event) {
        self.session.on(event);
        self.look();
    }

    /// Lets virtual time go by. `shown` is called after each frame.
    pub fn advance(&mut self, ms: u64, shown: &mut dyn FnMut(&Stage<'_>)) {
        self.due += ms;
        while self.now + u64::from(FRAME) <= self.due {
            self.tick(FRAME);
            // Nobody hears anything here.
            let _ = self.mind.work(&mut self.session, &mut self.table, NODES_A_FRAME);
            self.look();
            shown(self);
        }
    }

    /// Lets real time go by.
    pub fn pass(&mut self, ms: u16) {
        self.tick(ms);
        self.look();
    }

    /// Thinks while there is something to think about, until `deadline` at most.
    pub fn think(&mut self, deadline: Instant) {
        let (session, table) = (&mut self.session, &mut self.table);
        while Instant::now() < deadline && self.mind.work(session, table, NODES_A_SLICE).is_some() {}
        self.look();
    }

    /// What there is to see.
    pub fn picture(&self) -> &Picture {
        &self.picture
    }

    /// The same in words.
    pub fn text(&self) -> String {
        let mut out = String::new();
        text::write(&self.picture, &mut out).expect("a String takes everything");
        out
    }

    /// Milliseconds since the start.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Whether the solver has something to do.
    pub fn is_thinking(&self) -> bool {
        self.session.wish().is_some()
    }

    /// Whether time changes something by itself.
    pub fn moves(&self) -> bool {
        self.session.moves()
    }

    /// For how many milliseconds the picture has been the same.
    pub fn still_for(&self) -> u64 {
        self.now - self.changed
    }

    fn tick(&mut self, ms: u16) {
        self.session.on(Event::Tick(ms));
        self.now += u64::from(ms);
    }

    fn look(&mut self) {
        let mut picture = self.session.picture();
        if let Screen::Board(board) = &mut picture.screen
            && self.names_lines
        {
            board.labels = self.session.labels();
        }
        if picture != self.picture {
            self.picture = picture;
            self.changed = self.now;
        }
    }
}
