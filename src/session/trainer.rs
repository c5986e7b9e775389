//! The trainer as a whole: events in, pictures out, one owner of state.

use super::about::About;
use super::activity::{Edit, Request};
use super::desk::Desk;
use super::event::{Effects, Event};
use super::item::Menu;
use super::journey::{End, Journey};
use super::keys::{Button, Keys, Stroke};
use super::page::{Page, Pages};
use super::picture::{Labels, Picture, Target};
use super::play::Played;
use super::thought::{Job, Ticket};
use super::translate::translate;
use super::{edit_menu, pages, play_page, row_page, sheet, sheets, theme_page};
use crate::board::Move;
use crate::pack::library::Library;
use crate::record::Keeper;

/// The trainer.
pub struct Session<'a> {
    journey: Journey<'a>,
    keys: Keys,
    /// What lies over the problem.
    pages: Pages,
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
        let mut session = Session {
            journey: Journey::new(library, keeper, desk, seed),
            keys: Keys::default(),
            pages: Pages::NONE,
        };
        session.tidy();
        if !session.journey.profile().welcomed {
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
                self.journey.seek_twin();
                theme_page::count_on(&self.journey, &mut self.pages);
                if self.pages.is_empty() {
                    let request = self.journey.desk_mut().and_then(|desk| desk.tick(ms));
                    self.grant(request);
                }
            }
            Event::Thought(thought) => {
                let request = self.journey.desk_mut().and_then(|desk| desk.hear(&thought));
                self.grant(request);
            }
            Event::Library => {
                self.pages.close_about_packs(self.journey.library().packs());
                self.journey.reload();
                self.journey.was_kept();
            }
            Event::RowGo => {
                self.pages.close_all();
                row_page::open(&mut self.pages);
            }
            Event::PlayGo => {
                self.pages.close_all();
                play_page::open(&mut self.pages);
            }
            Event::Edit(step) => {
                if let Some(desk) = self.journey.desk_mut().filter(|_| self.pages.is_empty()) {
                    desk.ask_to_edit(step);
                }
            }
            Event::NotKept(why) => self.journey.was_not_kept(why.sentence()),
            Event::Battery(percent) => self.pages.battery = Some(percent),
            Event::Life => {
                if let Some(desk) = self.journey.desk_mut() {
                    desk.toggle_life();
                }
            }
            Event::Help => self.pages.open(Page::Help(0)),
            Event::Step(step) => {
                self.pages.close_all();
                self.journey.leave_route();
                self.journey.step(step.into());
            }
        }
        self.tidy();
        self.journey.take_results()
    }

    /// The ticket of what is to be read out, if there is something.
    pub fn wish(&self) -> Option<Ticket> {
        // Under a page the player does not wait for it, and the battery lasts longer.
        self.seen_desk().and_then(Desk::wish)
    }

    /// What is to be read out.
    pub fn job(&mut self) -> Option<Job> {
        self.journey.desk_mut().and_then(Desk::job)
    }

    /// Tells the player that something went wrong before, and what is still fine.
    pub fn report(&mut self, story: &str, again_and_again: bool) {
        self.pages.trouble = sheet::trouble(story, again_and_again);
        self.open(Page::Trouble);
    }

    /// Tells the player that what is remembered comes from a newer firmware, and is left alone.
    pub fn tell_of_newer_progress(&mut self) {
        self.open(Page::NewerProgress);
    }

    /// Tells the session that sounds can be heard here, so that they can be set.
    pub const fn tell_of_speaker(&mut self) {
        self.pages.has_speaker = true;
    }

    /// Tells the session that whole games can be played on the largest board here: their reader has room for it.
    pub const fn tell_of_large_boards(&mut self) {
        self.journey.tell_of_large_boards();
    }

    /// It is played with a keyboard: the pages about the keys name these.
    pub const fn tell_of_keyboard(&mut self) {
        self.pages.has_keyboard = true;
    }

    /// Whether something changes by itself as time goes by: then ticks are wanted at every frame.
    pub fn moves(&self) -> bool {
        self.keys.is_down()
            || self.seen_desk().is_some_and(Desk::moves)
            || theme_page::counts(&self.journey, &self.pages)
    }

    /// How bright the screen should be: 1 to [`BRIGHTEST`](super::settings::BRIGHTEST).
    pub const fn brightness(&self) -> u8 {
        self.journey.profile().settings.brightness
    }

    /// Whether sounds are wanted.
    pub const fn has_sound(&self) -> bool {
        self.journey.profile().settings.sound
    }

    /// How the lines of the board are called, also where the settings hide it.
    pub fn labels(&self) -> Option<Labels> {
        self.journey.desk().map(Desk::labels)
    }

    /// The whole game so far, if one is played.
    pub fn played(&self) -> Option<Played<impl Iterator<Item = Move> + '_>> {
        self.journey.desk().and_then(Desk::played)
    }

    /// What there is to see, in the language of the player.
    pub fn picture(&self) -> Picture {
        let mut picture = self.english_picture();
        self.translate(&mut picture);
        picture
    }

    /// Puts a picture into the language of the player. [`Session::picture`] does that too, but has two pictures on the stack for a moment.
    pub fn translate(&self, picture: &mut Picture) {
        translate(picture, self.journey.language());
    }

    /// What there is to see, in English.
    pub fn english_picture(&self) -> Picture {
        match (self.pages.topmost(), self.journey.desk()) {
            (Some(page), _) => sheets::picture(page, &self.journey, &self.pages),
            (None, Some(desk)) => desk.picture(self.keys.pending(), self.journey.place_words()),
            (None, None) => sheets::picture(Page::NoProblem, &self.journey, &self.pages),
        }
    }

    /// The desk, if no page lies over it.
    fn seen_desk(&self) -> Option<&Desk> {
        self.journey.desk().filter(|_| self.pages.is_empty())
    }

    /// Only on the desk do long presses mean something else than short ones.
    fn may_be_long(&self, button: Button) -> bool {
        let is_key = matches!(button, Button::A | Button::B | Button::X | Button::Y);
        is_key && self.seen_desk().is_some()
    }

    fn take_stroke(&mut self, stroke: Option<Stroke>) {
        let Some(stroke) = stroke else {
            return;
        };
        let opens_menu = stroke == Stroke::Press(Button::Y);
        if !self.pages.is_empty() {
            self.pages.goes_far = self.keys.goes_far();
            pages::stroke(stroke, &mut self.journey, &mut self.pages);
        } else if let Some(desk) = self.journey.desk_mut().filter(|_| !opens_menu) {
            let request = desk.stroke(stroke);
            self.grant(request);
        } else {
            self.open_menu();
        }
        self.tidy();
    }

    fn touch(&mut self, target: Target) {
        let opens_menu = target == Target::Key(Button::Y);
        if !self.pages.is_empty() {
            pages::touch(target, &mut self.journey, &mut self.pages);
        } else if let Some(desk) = self.journey.desk_mut() {
            if opens_menu {
                return self.open_menu();
            }
            let request = desk.touch(target);
            self.grant(request);
        }
    }

    /// Does what the desk cannot do itself.
    fn grant(&mut self, request: Option<Request>) {
        match request {
            None => {}
            Some(Request::Next) => {
                self.keys.forget();
                self.journey.take_results();
                self.journey.go_on();
            }
            Some(Request::Primer) => self.pages.open(Page::Primer),
            Some(Request::Lesson) => self.pages.open(Page::Lesson),
            Some(Request::Front) => self.pages.open(Page::Menu(Menu::Front)),
            Some(Request::RowGo) => row_page::open(&mut self.pages),
            Some(Request::PlayGo) => play_page::open(&mut self.pages),
            Some(Request::RowRules(number)) => self.pages.open(Page::RowRules(number)),
            Some(Request::LeaveEditor) => edit_menu::leave(&mut self.journey, &mut self.pages),
        }
    }

    /// The menu of what is being done; without a problem there is only the front page.
    fn open_menu(&mut self) {
        if self.journey.desk().is_some_and(Desk::plays_row) {
            return row_page::open(&mut self.pages);
        }
        if self.journey.desk().is_some_and(Desk::plays_go) {
            return play_page::open(&mut self.pages);
        }
        self.pages.open(if self.journey.editor().is_some() {
            Page::Edit { chosen: 0 }
        } else if self.journey.desk().is_some() {
            Page::Menu(Menu::Problem)
        } else {
            Page::Menu(Menu::Front)
        });
    }

    /// Opens the editor: with an empty board, or with what stands on it.
    pub fn edit(&mut self, from_nothing: bool) {
        if from_nothing {
            self.journey.edit_nothing();
        } else {
            self.journey.edit();
        }
        self.pages.close_all();
        self.tidy();
    }

    /// Whether the editor is open.
    pub fn is_editing(&self) -> bool {
        self.journey.editor().is_some()
    }

    /// Whether something was made that is not kept.
    pub fn has_unkept(&self) -> bool {
        self.journey.editor().is_some_and(Edit::is_changed)
    }

    /// Says something about what is being made.
    pub fn describe(&mut self, about: About<'_>) {
        self.journey.describe(about);
        if self.journey.editor().is_some() {
            self.journey.tell(&about.sentence());
        }
    }

    /// Keeps what is being made.
    pub fn keep(&mut self) {
        self.journey.keep_made(false);
    }

    fn open(&mut self, page: Page) {
        self.pages.open(page);
        self.tidy();
    }

    /// Brings pages and keys in line with what just happened.
    fn tidy(&mut self) {
        if let Some(arrival) = self.journey.take_arrival() {
            self.pages.arrive(arrival.has_primer);
        }
        if let Some(end) = self.journey.take_end() {
            self.pages.open(match end {
                End::Pack(pack) => Page::PackEnd(pack),
                End::Set => Page::SetEnd,
                End::Level => Page::LevelEnd,
            });
        }
        if self.pages.take_turned() {
            self.keys.forget();
        }
    }
}
