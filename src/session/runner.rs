//! The loop of the trainer, without a clock and without a screen.
//!
//! Every place where the trainer runs goes round the same loop: the time that went by, the keys, some thinking, and then a frame if one is
//! wanted. What differs is who brings these things, and that is a [`World`]: the firmware, a window, a terminal, a script on virtual time,
//! a web page. The world draws and sleeps itself, between two turns, as [`Turn`] says; so it may wait, block or be
//! called back as it likes.

use super::event::{Effects, Event};
use super::judge::Reader;
use super::mind::MindWith;
use super::picture::Picture;
use super::readers::Readers;
use super::trainer::Session;
use crate::play::CELLS;
use crate::search::{Slot, Table};
use crate::tsumego::BOARD_WORDS;

/// Where the trainer runs.
pub trait World {
    /// Milliseconds since this was asked last.
    fn elapsed(&mut self) -> u16;

    /// The next thing that happened, until there is none. The session is there to find out what was pointed at.
    fn event(&mut self, session: &Session<'_>) -> Option<Event>;

    /// How many positions may be looked at now; `None` if it is time for something else. `slices` have been worked off in this
    /// turn already. It is asked before every slice, and once more after the last one if the solver was not done.
    fn slice(&mut self, slices: u32) -> Option<u32>;

    /// Does what the session asks for. Sounds come only if they are wanted.
    fn act(&mut self, effects: Effects);
}

/// How long the world may wait before the next turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// Not at all: there is more to think about.
    None,
    /// For a frame: something moves by itself.
    Frame,
    /// Until something happens.
    Long,
}

/// What came of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Something happened or was found out, so the picture is wanted at once. Otherwise it may wait for the next frame.
    pub is_urgent: bool,
    /// How long the world may wait.
    pub rest: Rest,
}

/// A session with the mind that serves it.
pub struct Runner<'a, R = Readers<BOARD_WORDS, CELLS>> {
    session: Session<'a>,
    mind: &'a mut MindWith<R>,
    table: Table<'a>,
}

impl<'a, R: Reader> Runner<'a, R> {
    /// Mind and table are lent because they are large.
    pub const fn new(session: Session<'a>, mind: &'a mut MindWith<R>, table: Table<'a>) -> Runner<'a, R> {
        Runner { session, mind, table }
    }

    /// Goes round the loop once.
    pub fn turn(&mut self, world: &mut (impl World + ?Sized)) -> Turn {
        // The time first: it went by before these keys, and would make long presses of short ones.
        if let ms @ 1.. = world.elapsed() {
            self.tell(Event::Tick(ms), world);
        }
        let mut is_urgent = false;
        while let Some(event) = world.event(&self.session) {
            is_urgent = true;
            self.tell(event, world);
        }
        let was_thinking = self.think(world);
        // What was found out is shown at once, not after the rest that follows.
        is_urgent |= was_thinking && self.session.wish().is_none();
        Turn {
            is_urgent,
            rest: self.rest(),
        }
    }

    /// How long the world may wait before the next turn.
    pub fn rest(&self) -> Rest {
        match (self.session.wish().is_some(), self.session.moves()) {
            (true, _) => Rest::None,
            (false, true) => Rest::Frame,
            (false, false) => Rest::Long,
        }
    }

    /// Works off slices for as long as the world allows. True if there was something to think about.
    // It stays apart from the loop, which would otherwise have its large frame on the stack at all times.
    #[inline(never)]
    fn think(&mut self, world: &mut (impl World + ?Sized)) -> bool {
        let mut slices = 0;
        while let Some(nodes) = world.slice(slices) {
            let Some(effects) = self.mind.work(&mut self.session, &mut self.table, nodes) else {
                break;
            };
            slices += 1;
            self.act(effects, world);
        }
        slices > 0
    }

    /// Gives the session an event, and does what comes of it.
    fn tell(&mut self, event: Event, world: &mut (impl World + ?Sized)) {
        let effects = self.session.on(event);
        self.act(effects, world);
    }

    fn act(&self, effects: Effects, world: &mut (impl World + ?Sized)) {
        let sound = effects.sound.filter(|_| self.session.has_sound());
        let effects = Effects { sound, ..effects };
        if effects != Effects::default() {
            world.act(effects);
        }
    }

    /// Lends the table's memory to somebody who works while the mind rests: no slice may be granted until that is over. What the mind was at begins
    /// anew afterwards.
    pub fn lend(&mut self) -> &mut [Slot] {
        self.mind.forget();
        self.table.memory()
    }

    /// The session, to see what it shows.
    pub const fn session(&self) -> &Session<'a> {
        &self.session
    }

    /// The session, to tell it before the first turn what the world knows.
    pub const fn session_mut(&mut self) -> &mut Session<'a> {
        &mut self.session
    }

    /// What there is to see.
    pub fn picture(&self) -> Picture {
        self.session.picture()
    }
}
