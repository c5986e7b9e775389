//! The core's loop for a page: a worker brings the time and what happened, and takes pixels, words and sounds.

use std::collections::VecDeque;

use js_sys::{Array, Uint8Array};
use shikatsu::pack::library::{Library as _, ProblemId};
use shikatsu::record::Keeper as _;
use shikatsu::search::{Slot, Table};
use shikatsu::session::keys::{Button, Stroke};
use shikatsu::session::picture::{Picture, Screen};
use shikatsu::session::{Desk, Effects, Event, Mind, Rest, Runner, Session, Sound, World};
use shikatsu::tsumego::DEVICE_SLOTS;
use shikatsu::view;
use shikatsu_toolkit::saved::Unreadable;
use wasm_bindgen::prelude::*;

use crate::memory::Memory;
use crate::pixels::Pixels;
use crate::shelf::Shelf;
use crate::{link, said};

/// Positions between two looks at the clock: about a millisecond.
const NODES_A_SLICE: u32 = 512;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// The trainer. There is one in a worker, for as long as the worker lives: to begin anew is to start another worker.
#[wasm_bindgen]
pub struct Trainer {
    runner: Runner<'static>,
    shelf: &'static Shelf,
    memory: Memory,
    world: Page,
    picture: Picture,
    /// It has been taken, and drawn.
    is_drawn: bool,
    /// What was last put into words.
    heard: Option<Picture>,
    trouble: Option<String>,
    may_write: bool,
}

#[wasm_bindgen]
impl Trainer {
    /// Begins where the player left off, or in the pack with the number `start`. `progress` and `own` are what was written; packs are those that were loaded.
    #[wasm_bindgen(constructor)]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "this is how arrays come from the page"
    )]
    pub fn new(
        progress: &[u8],
        own: &str,
        packs: Array,
        start: Option<u32>,
        letters: Option<String>,
        seed: u32,
    ) -> Trainer {
        let shelf: &'static Shelf = Box::leak(Box::default());
        for pack in packs.iter() {
            // A damaged pack is left out; the others still open.
            let _ = shelf.put(&Uint8Array::new(&pack).to_vec());
        }
        shelf.read_own(own);
        let (mut memory, trouble, may_write, is_newer) = match Memory::open(progress) {
            Ok(memory) => (memory, None, true, false),
            Err(error @ Unreadable::Newer(_)) => (
                Memory::default(),
                Some(format!(
                    "Your progress {error}. It is left alone, and what you do now is not remembered: load this page again."
                )),
                false,
                true,
            ),
            Err(error) => (
                Memory::default(),
                Some(format!("Your progress {error}.")),
                true,
                false,
            ),
        };
        let mut trouble = trouble;
        let mut start = start;
        if let Some(letters) = letters {
            match link::pack(&letters).map(|bytes| shelf.put(&bytes)) {
                Some(Ok(id)) => start = Some(id),
                _ => trouble = Some("This link is damaged: it may have been cut.".to_string()),
            }
        }
        begin_in(start, shelf, &mut memory);
        let keeper = Box::leak(Box::new(memory.clone()));
        let desk = Box::leak(Box::new(Desk::NOTHING));
        let mind = Box::leak(Box::new(Mind::new()));
        let slots = vec![Slot::EMPTY; DEVICE_SLOTS].leak();
        let mut session = Session::new(shelf, keeper, desk, seed);
        session.tell_of_speaker();
        session.tell_of_large_boards();
        if is_newer {
            session.tell_of_newer_progress();
        }
        let runner = Runner::new(session, mind, Table::new(slots));
        let picture = runner.picture();
        Trainer {
            runner,
            shelf,
            memory,
            world: Page::default(),
            picture,
            is_drawn: false,
            heard: None,
            trouble,
            may_write,
        }
    }

    /// A sentence about what was found at the start, if something is to be told.
    pub fn trouble(&self) -> Option<String> {
        self.trouble.clone()
    }

    /// Something happened: a key went down or came up, was held, something was pointed at.
    pub fn on(&mut self, what: &str, one: i32, two: i32) {
        let button = || Button::ALL.get(usize::try_from(one).ok()?).copied();
        let event = match what {
            "down" => button().map(Event::Down),
            "up" => button().map(Event::Up),
            "press" => button().map(|button| Event::Stroke(Stroke::Press(button))),
            "hold" => button().map(|button| Event::Stroke(Stroke::Hold(button))),
            "step" => Some(Event::Step(one.signum() as i8)),
            "help" => Some(Event::Help),
            "life" => Some(Event::Life),
            "row" => Some(Event::RowGo),
            "library" => Some(Event::Library),
            "touch" => {
                self.world.happened.push_back(Happened::Touched(one, two));
                None
            }
            _ => None,
        };
        self.world.happened.extend(event.map(Happened::Told));
    }

    /// Opens the editor, with an empty board or with the problem at hand.
    pub fn edit(&mut self, from_nothing: bool) {
        self.runner.session_mut().edit(from_nothing);
        self.look();
    }

    /// Goes round the loop once. `elapsed` milliseconds went by, and `budget` of them may be spent thinking. Returns how long the worker may rest: 0 not
    /// at all, 1 for a frame, 2 until something happens.
    pub fn turn(&mut self, elapsed: u16, budget: f64) -> u8 {
        self.world.elapsed = elapsed;
        self.world.deadline = now() + budget;
        let turn = self.runner.turn(&mut self.world);
        if let Some(id) = self.world.delete {
            self.shelf.take(id);
            self.on("library", 0, 0);
        }
        self.look();
        match turn.rest {
            Rest::None => 0,
            Rest::Frame => 1,
            Rest::Long if !self.world.happened.is_empty() => 0,
            Rest::Long => 2,
        }
    }

    /// The screen, if it is another than before.
    pub fn pixels(&mut self) -> Option<Vec<u8>> {
        let is_drawn = std::mem::replace(&mut self.is_drawn, true);
        (!is_drawn).then(|| Pixels::of(&self.picture))
    }

    /// The screen in words.
    pub fn words(&self) -> String {
        said::words(&self.spoken())
    }

    /// What of it is new since this was asked last.
    pub fn news(&mut self) -> String {
        let spoken = self.spoken();
        let news = said::news(self.heard.as_ref(), &spoken);
        self.heard = Some(spoken);
        news
    }

    /// Whether something is being read out.
    pub fn is_thinking(&self) -> bool {
        self.runner.session().wish().is_some()
    }

    /// Whether something was made in the editor that is not kept.
    pub fn has_unkept(&self) -> bool {
        self.runner.session().has_unkept()
    }

    /// The newest sound, once.
    pub fn sound(&mut self) -> Option<String> {
        let name = match self.world.sound.take()? {
            Sound::Stone => "stone",
            Sound::Right => "right",
            Sound::Wrong => "wrong",
            Sound::No => "no",
        };
        Some(name.to_string())
    }

    /// The number of a pack that the player deleted, once.
    pub fn deleted(&mut self) -> Option<u32> {
        self.world.delete.take()
    }

    /// Puts a pack on the shelf, and returns its number.
    pub fn put_pack(&mut self, bytes: &[u8]) -> Result<u32, JsError> {
        let id = self.shelf.put(bytes)?;
        self.on("library", 0, 0);
        Ok(id)
    }

    /// Takes away all packs that were loaded, except these.
    pub fn keep_packs(&mut self, numbers: &[u32]) {
        for id in self.shelf.loaded() {
            if !numbers.contains(&id) && id != link::PACK {
                self.shelf.take(id);
            }
        }
        self.on("library", 0, 0);
    }

    /// Whether there is progress to write.
    pub fn has_progress(&self) -> bool {
        self.may_write && self.memory.has_news()
    }

    /// The progress to write in the place of what is there now.
    pub fn progress_over(&self, there: &[u8]) -> Result<Vec<u8>, JsError> {
        let refused = |error: Unreadable| JsError::new(&format!("the progress that is there {error}"));
        self.memory.write_over(there).map_err(refused)
    }

    /// The progress was written, or could not be.
    pub fn progress_written(&self, is_done: bool) {
        self.memory.written(is_done);
    }

    /// Another tab wrote progress.
    pub fn hear_progress(&mut self, bytes: &[u8]) {
        // What is newer than this page is not for it.
        let _ = self.memory.hear(bytes);
        self.look();
    }

    /// Whether the player's own problems are to be written.
    pub fn has_own(&self) -> bool {
        self.shelf.has_news()
    }

    /// The player's own problems to write in the place of those that are there now.
    pub fn own_over(&self, there: &str) -> String {
        self.shelf.write_over(there)
    }

    /// They were written, or could not be.
    pub fn own_written(&self, is_done: bool) {
        self.shelf.written(is_done);
    }

    /// Another tab wrote the player's own problems.
    pub fn hear_own(&mut self, text: &str) {
        if self.shelf.read_own(text) {
            self.on("library", 0, 0);
        }
    }

    /// The letters of a link to the problem on the table.
    pub fn link(&self) -> Option<String> {
        let place = self.memory.profile().place?;
        let (pack, problem) = self.shelf.find(place)?;
        link::letters(&self.shelf.load(pack, problem)?)
    }

    /// What the problem on the table is called by pack and number, as in "Shapes 3".
    pub fn place(&self) -> Option<String> {
        let (pack, problem) = self.shelf.find(self.memory.profile().place?)?;
        Some(format!("{} {}", self.shelf.pack_name(pack), problem + 1))
    }

    /// The picture as it is told: the lines of the board are always named, since points are told by these names.
    fn spoken(&self) -> Picture {
        let mut picture = self.picture.clone();
        if let Screen::Board(board) = &mut picture.screen {
            board.labels = self.runner.session().labels();
        }
        picture
    }

    fn look(&mut self) {
        let picture = self.runner.picture();
        if picture != self.picture {
            self.picture = picture;
            self.is_drawn = false;
        }
    }
}

/// Has the session begin in the pack with this number: where the player was in it, or at its start.
fn begin_in(start: Option<u32>, shelf: &Shelf, memory: &mut Memory) {
    let Some(id) = start else {
        return;
    };
    let Some(pack) = (0..shelf.packs()).find(|&pack| shelf.pack_id(pack) == id) else {
        return;
    };
    let first: ProblemId = shelf.id(pack, 0);
    memory.prepare(|profile| {
        // The first pages are for players who come without problems of their own.
        profile.welcomed = true;
        if profile.place.is_none_or(|place| place.pack != id) {
            profile.place = Some(first);
        }
    });
}

/// What happened on the page.
enum Happened {
    Told(Event),
    /// Something at this pixel was pointed at.
    Touched(i32, i32),
}

/// The page as the world of the trainer.
#[derive(Default)]
struct Page {
    happened: VecDeque<Happened>,
    elapsed: u16,
    deadline: f64,
    sound: Option<Sound>,
    delete: Option<u32>,
}

impl World for Page {
    fn elapsed(&mut self) -> u16 {
        std::mem::take(&mut self.elapsed)
    }

    fn event(&mut self, session: &Session<'_>) -> Option<Event> {
        loop {
            match self.happened.pop_front()? {
                Happened::Told(event) => return Some(event),
                Happened::Touched(x, y) => {
                    if let Some(target) = view::hit(&session.picture(), x, y) {
                        return Some(Event::Touch(target));
                    }
                }
            }
        }
    }

    fn slice(&mut self, _slices: u32) -> Option<u32> {
        (now() < self.deadline).then_some(NODES_A_SLICE)
    }

    fn act(&mut self, effects: Effects) {
        self.sound = effects.sound.or(self.sound);
        self.delete = effects.delete.or(self.delete);
    }
}
