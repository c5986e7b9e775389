//! The trainer at work on this computer: the core's loop, with a count of the time and the newest picture.
//!
//! The clock is the caller's. [`Stage::advance`] goes in steps of one frame with a fixed share of thinking each, so that the
//! same script gives the same pictures on any computer. With [`Stage::turn`] it follows the clock of a [`World`].

use std::time::{Duration, Instant};

use shikatsu::pack::library::Library;
use shikatsu::record::Keeper;
use shikatsu::search::{Slot, Table};
use shikatsu::session::picture::{Picture, Screen};
use shikatsu::session::{About, Desk, Effects, Event, Mind, Rest, Runner, Session, Turn, World, text};
use shikatsu::tsumego::DEVICE_SLOTS;
use shikatsu_toolkit::sgf::{Heading, write_game};

/// A frame, in milliseconds.
pub const FRAME: u16 = 16;
/// The same, for a real clock.
pub const BREATH: Duration = Duration::from_millis(FRAME as u64);
/// Positions the solver looks at in a frame of virtual time.
const NODES_A_FRAME: u32 = 4096;
/// Positions between two looks at a real clock: well below a millisecond.
const NODES_A_SLICE: u32 = 512;

/// The room that a stage works in: as much as the handheld has.
pub struct StageMemory {
    slots: Vec<Slot>,
    desk: Box<Desk>,
    mind: Box<Mind>,
}

impl StageMemory {
    /// Takes it from the system.
    #[expect(clippy::new_without_default, reason = "it is room, not a value")]
    pub fn new() -> StageMemory {
        StageMemory {
            slots: vec![Slot::EMPTY; DEVICE_SLOTS],
            desk: Box::new(Desk::NOTHING),
            mind: Box::new(Mind::new()),
        }
    }
}

/// A session that is played.
pub struct Stage<'a> {
    runner: Runner<'a>,
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
        memory: &'a mut StageMemory,
        seed: u32,
    ) -> Stage<'a> {
        let mut session = Session::new(library, keeper, &mut memory.desk, seed);
        session.tell_of_large_boards();
        // The same room may have served another stage, whose thoughts mean nothing here.
        *memory.mind = Mind::new();
        let runner = Runner::new(session, &mut memory.mind, Table::new(&mut memory.slots));
        let picture = runner.picture();
        Stage {
            runner,
            now: 0,
            due: 0,
            picture,
            changed: 0,
            names_lines: false,
        }
    }

    /// Always names the lines of the board, whatever the settings say: for players who type these names.
    #[must_use]
    pub fn naming_lines(self) -> Stage<'a> {
        let mut stage = Stage {
            names_lines: true,
            ..self
        };
        stage.look();
        stage
    }

    /// Is played with a keyboard, and says so where the keys are told.
    #[must_use]
    pub fn with_keyboard(mut self) -> Stage<'a> {
        self.runner.session_mut().tell_of_keyboard();
        self.look();
        self
    }

    /// Begins in the editor, if it is wanted: with an empty board, or with the problem at hand.
    #[must_use]
    pub fn editing(mut self, edits: Option<bool>) -> Stage<'a> {
        if let Some(from_nothing) = edits {
            self.edit(from_nothing);
        }
        self
    }

    /// Opens the editor.
    pub fn edit(&mut self, from_nothing: bool) {
        self.runner.session_mut().edit(from_nothing);
        self.look();
    }

    /// Says something about what is being made.
    pub fn describe(&mut self, about: About<'_>) {
        self.runner.session_mut().describe(about);
        self.look();
    }

    /// Keeps what is being made.
    pub fn keep(&mut self) {
        self.runner.session_mut().keep();
        self.look();
    }

    /// The whole game so far as SGF, if one is played.
    pub fn game_as_sgf(&self) -> Option<String> {
        let played = self.runner.session().played()?;
        let mut players = ["Shikatsu"; 2];
        players[played.you as usize] = "You";
        let heading = Heading {
            setup: &played.setup,
            komi: played.komi,
            players,
            result: &played.result,
        };
        Some(write_game(&heading, played.moves))
    }

    /// Whether the editor is open.
    pub fn is_editing(&self) -> bool {
        self.runner.session().is_editing()
    }

    /// Whether something was made that is not kept.
    pub fn has_unkept(&self) -> bool {
        self.runner.session().has_unkept()
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

    /// Goes round the loop once, in this world.
    pub fn turn(&mut self, world: &mut impl World) -> Turn {
        let mut timed = Timed { world, gone: 0 };
        let turn = self.runner.turn(&mut timed);
        self.now += timed.gone;
        self.look();
        turn
    }

    /// Something happens, in no time at all.
    pub fn on(&mut self, event: Event) {
        self.turn(&mut Moment {
            event: Some(event),
            ms: 0,
            nodes: None,
        });
    }

    /// Lets virtual time go by. `shown` is called after each frame.
    pub fn advance(&mut self, ms: u64, shown: &mut dyn FnMut(&Stage<'_>)) {
        self.due += ms;
        while self.now + u64::from(FRAME) <= self.due {
            self.turn(&mut Moment {
                event: None,
                ms: FRAME,
                nodes: Some(NODES_A_FRAME),
            });
            shown(self);
        }
    }

    /// How long the world may wait before the next turn.
    pub fn rest(&self) -> Rest {
        self.runner.rest()
    }

    /// What there is to see.
    pub fn picture(&self) -> &Picture {
        &self.picture
    }

    /// The same in English, in which commands are written.
    pub fn english_picture(&self) -> Picture {
        self.runner.session().english_picture()
    }

    /// What there is to see, in words.
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
        self.runner.session().wish().is_some()
    }

    /// For how many milliseconds the picture has been the same.
    pub fn still_for(&self) -> u64 {
        self.now - self.changed
    }

    fn look(&mut self) {
        let mut picture = self.runner.picture();
        if let Screen::Board(board) = &mut picture.screen
            && self.names_lines
        {
            board.labels = self.runner.session().labels();
        }
        if picture != self.picture {
            self.picture = picture;
            self.changed = self.now;
        }
    }
}

/// A world that lasts for one turn, on virtual time. Nobody hears anything in it.
struct Moment {
    event: Option<Event>,
    ms: u16,
    nodes: Option<u32>,
}

impl World for Moment {
    fn elapsed(&mut self) -> u16 {
        self.ms
    }

    fn event(&mut self, _session: &Session<'_>) -> Option<Event> {
        self.event.take()
    }

    fn slice(&mut self, _slices: u32) -> Option<u32> {
        self.nodes.take()
    }

    fn act(&mut self, _effects: Effects) {}
}

/// A world whose time is counted.
struct Timed<'w, W> {
    world: &'w mut W,
    gone: u64,
}

impl<W: World> World for Timed<'_, W> {
    fn elapsed(&mut self) -> u16 {
        let ms = self.world.elapsed();
        self.gone += u64::from(ms);
        ms
    }

    fn event(&mut self, session: &Session<'_>) -> Option<Event> {
        self.world.event(session)
    }

    fn slice(&mut self, slices: u32) -> Option<u32> {
        self.world.slice(slices)
    }

    fn act(&mut self, effects: Effects) {
        self.world.act(effects);
    }
}

/// A real clock, for worlds that follow one.
pub(super) struct Clock {
    ticked: Instant,
    /// Thinking stops here.
    deadline: Instant,
}

impl Clock {
    pub(super) fn new() -> Clock {
        let now = Instant::now();
        Clock {
            ticked: now,
            deadline: now,
        }
    }

    /// A turn begins, and thinking may take it this long. Returns when that will be.
    pub(super) fn begin_turn(&mut self, length: Duration) -> Instant {
        self.deadline = Instant::now() + length;
        self.deadline
    }

    /// Milliseconds since this was asked last.
    pub(super) fn elapsed(&mut self) -> u16 {
        let ms = self.ticked.elapsed().as_millis().min(u128::from(u16::MAX)) as u16;
        self.ticked += Duration::from_millis(ms.into());
        ms
    }

    /// Positions that may be looked at before the clock is asked again.
    pub(super) fn slice(&self) -> Option<u32> {
        (Instant::now() < self.deadline).then_some(NODES_A_SLICE)
    }
}
