//! What the trainer does: events in, pictures out, one owner of state. It draws nothing and reads no clock.
//!
//! ```text
//! Event (keys, time, thoughts) → Session::on → Effects
//!                                   │
//!      wish, job (what to think about)   picture (what to see)   Keeper (what to remember)
//! ```
//!
//! * [`Session`] owns everything: the desk with the problem, and the pages laid over it.
//! * `desk` is a problem on the table; `trying`, `judging`, `reading`, `status`, `solution`, `hint` are what one does with it, `scene` what
//!   one sees of it.
//! * `pages` are the menu, packs, settings and so on; `journey` is the way from problem to problem.
//! * [`library`] says where problems come from, [`Bank`] holds those that are always there, [`keeper`] who remembers; `rating` and `review` what results come to.
//! * [`Mind`] lets the solver work on what is wished; [`keys`] makes strokes out of buttons.
//! * [`picture`] is what there is to see, as plain data, and [`text`] the same in words.
//! * [`still`] is the picture of a problem that nobody plays.

mod bank;
mod desk;
mod hands;
mod hint;
mod journey;
mod judging;
pub mod keeper;
pub mod keys;
pub mod library;
mod menu;
mod mind;
mod pack_page;
mod pages;
pub mod picture;
mod random;
pub mod rating;
mod reading;
mod review;
mod scene;
pub mod settings;
mod sheets;
mod showing;
mod solution;
mod status;
pub mod still;
pub mod text;
pub mod thought;
mod trying;
mod words;

pub use bank::Bank;
pub use desk::{Desk, Sound};
pub use mind::{DeviceMind, Mind, SizedMind};

use desk::Request;
use heapless::Vec;
use journey::Route;
use keeper::{Keeper, Profile};
use keys::{Button, Keys, Stroke};
use library::Library;
use pages::Page;
use picture::{Labels, Picture, Target, Text};
use random::Random;
use thought::{Job, Thought, Ticket};

/// Pages that can lie on each other.
const DEEPEST: usize = 6;

/// Something happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A button went down.
    Down(Button),
    /// A button came up.
    Up(Button),
    /// A button was struck or held, where nobody can tell when it comes up.
    Stroke(Stroke),
    /// Something on the screen was pointed at.
    Touch(Target),
    /// So many milliseconds went by.
    Tick(u16),
    /// The solver has something to say.
    Thought(Thought),
    /// There are other packs than before.
    Library,
    /// The battery is so full, in percent.
    Battery(u8),
}

/// What the world has to do besides drawing and thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// Something to hear.
    pub sound: Option<Sound>,
    /// The pack with this number is to be deleted. When that is done, [`Event::Library`] is expected.
    pub delete: Option<u32>,
}

/// The trainer.
pub struct Session<'a> {
    library: &'a dyn Library,
    keeper: &'a mut dyn Keeper,
    profile: Profile,
    keys: Keys,
    random: Random,
    desk: &'a mut Desk,
    /// Something lies on the desk; nothing does if there is no problem at all.
    has_problem: bool,
    route: Route,
    /// What lies over the desk, the topmost last.
    pages: Vec<Page, DEEPEST>,
    /// The chosen row of the menu, so that it opens where it was closed.
    menu_row: u16,
    /// What went wrong, to be told.
    trouble: Text,
    /// The pack that is to be deleted, by its number.
    delete: Option<u32>,
    /// How full the battery is, in percent, where there is one.
    battery: Option<u8>,
}

impl<'a> Session<'a> {
    /// Starts where the player left off. `seed` is where chance comes from. The desk is lent because it is large: the caller
    /// knows best where it should be.
    pub fn new(
        library: &'a dyn Library,
        keeper: &'a mut dyn Keeper,
        desk: &'a mut Desk,
        seed: u32,
    ) -> Session<'a> {
        let profile = keeper.profile().bounded();
        let mut session = Session {
            library,
            keeper,
            profile,
            keys: Keys::default(),
            random: Random::new(seed),
            desk,
            has_problem: false,
            route: Route::Pack,
            pages: Vec::new(),
            menu_row: 0,
            trouble: Text::new(),
            delete: None,
            battery: None,
        };
        session.go_to_place();
        if !session.profile.welcomed {
            session.open(Page::Welcome(0));
        }
        session
    }

    /// Takes in what happened.
    pub fn on(&mut self, event: Event) -> Effects {
        match event {
            Event::Down(button) => {
                let stroke = self.keys.press(button, self.may_be_long(button));
                self.take_stroke(stroke);
            }
            Event::Up(button) => {
                let stroke = self.keys.release(button);
                self.take_stroke(stroke);
            }
            Event::Stroke(stroke) => self.take_stroke(Some(stroke)),
            Event::Touch(target) => self.touch(target),
            Event::Tick(ms) => {
                let stroke = self.keys.tick(ms);
                self.take_stroke(stroke);
                if self.is_at_the_desk() {
                    self.desk.tick(ms);
                }
            }
            Event::Thought(thought) => {
                if self.has_problem {
                    self.desk.hear(&thought);
                }
            }
            Event::Library => self.reload(),
            Event::Battery(percent) => self.battery = Some(percent),
        }
        self.take_results()
    }

    /// The ticket of what is to be thought about, if there is something.
    pub fn wish(&self) -> Option<Ticket> {
        // Under a page nobody waits, and the battery lasts longer.
        self.desk.wish().filter(|_| self.is_at_the_desk())
    }

    /// What is to be thought about.
    pub fn job(&mut self) -> Option<Job> {
        self.desk.job().filter(|_| self.has_problem)
    }

    /// Tells the player that something went wrong before, and what is still fine.
    pub fn report(&mut self, story: &str, again_and_again: bool) {
        self.trouble = sheets::trouble(story, again_and_again);
        self.open(Page::Trouble);
    }

    /// Whether something changes by itself as time goes by: then ticks are wanted at every frame.
    pub fn moves(&self) -> bool {
        self.keys.is_down() || (self.is_at_the_desk() && self.desk.moves())
    }

    /// How bright the screen should be: 1 to [`settings::BRIGHTEST`].
    pub const fn brightness(&self) -> u8 {
        self.profile.settings.brightness
    }

    /// Whether sounds are wanted.
    pub const fn has_sound(&self) -> bool {
        self.profile.settings.sound
    }

    /// How the lines of the board are called, also where the settings hide it.
    pub fn labels(&self) -> Option<Labels> {
        self.desk().map(|desk| desk.showing.labels())
    }

    /// What there is to see.
    pub fn picture(&self) -> Picture {
        match self.pages.last() {
            Some(&page) => self.page_picture(page),
            None if self.has_problem => self.desk.picture(self.keys.pending(), self.place_words()),
            None => self.page_picture(Page::NoProblem),
        }
    }

    /// Only on the desk do long presses mean something else than short ones.
    fn may_be_long(&self, button: Button) -> bool {
        let is_key = matches!(button, Button::A | Button::B | Button::X | Button::Y);
        is_key && self.is_at_the_desk()
    }

    /// Whether the problem is what one sees.
    fn is_at_the_desk(&self) -> bool {
        self.has_problem && self.pages.is_empty()
    }

    /// The problem on the table, if there is one.
    fn desk(&self) -> Option<&Desk> {
        self.has_problem.then_some(&*self.desk)
    }

    fn take_stroke(&mut self, stroke: Option<Stroke>) {
        let Some(stroke) = stroke else {
            return;
        };
        if !self.pages.is_empty() {
            return self.page_stroke(stroke);
        }
        if stroke == Stroke::Press(Button::Y) {
            return self.open(Page::Menu);
        }
        if !self.has_problem {
            return self.open(Page::Menu);
        }
        let request = self.desk.stroke(stroke);
        self.grant(request);
    }

    /// Does what the desk cannot do itself.
    fn grant(&mut self, request: Option<Request>) {
        match request {
            None => {}
            Some(Request::Next) => {
                self.take_results();
                self.go_on();
            }
            Some(Request::Primer) => self.open(Page::Primer),
            Some(Request::Lesson) => self.open(Page::Lesson),
        }
    }

    fn touch(&mut self, target: Target) {
        if !self.pages.is_empty() {
            return self.page_touch(target);
        }
        if !self.has_problem {
            return;
        }
        if target == Target::Key(Button::Y) {
            return self.open(Page::Menu);
        }
        let request = self.desk.touch(target);
        self.grant(request);
    }

    /// Lays a page over what is there.
    fn open(&mut self, page: Page) {
        self.keys.forget();
        if self.pages.is_full() {
            self.pages.clear();
        }
        let kept = self.pages.push(page);
        debug_assert!(kept.is_ok());
    }

    /// Takes the topmost page away.
    fn close(&mut self) {
        self.keys.forget();
        self.pages.pop();
    }

    /// Takes all pages away.
    fn close_all(&mut self) {
        self.keys.forget();
        self.pages.clear();
    }
}
