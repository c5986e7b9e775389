//! The desk: a problem on the table, and what is being done with it.

use super::about::About;
use super::activity::{Current, Edit, Extra, Goal, Next, Request};
use super::event::Sound;
use super::kept_go::{self, KeptGo};
use super::keys::{Button, Pending, Stroke};
use super::later::Later;
use super::picture::{Labels, Picture, Target, Tone, Words};
use super::play::{self, Played};
use super::random::Random;
use super::scene;
use super::showing::Showing;
use super::tabletop::Tabletop;
use super::thought::{Job, Thought, Ticket};
use super::words::Message;
use crate::board::Move;
use crate::edit::Step;
use crate::pack::OpenBook;
use crate::pack::library::Entry;
use crate::record::{Done, Settings};

/// A place for one problem and what is done with it.
#[derive(Clone, Debug)]
pub struct Desk {
    table: Tabletop,
    activity: Later<Current>,
}

impl Desk {
    /// A desk with nothing on it. It is a constant because it is large: it can be put where it stays, and what is laid on it
    /// later never goes over the stack as a whole. It is all zeros, so a static with it takes no flash.
    pub const NOTHING: Desk = Desk {
        table: Tabletop::NOTHING,
        activity: Later::AtFirst,
    };

    /// The place for the book of the next problem. It is filled before that problem is laid on the table.
    pub(super) fn book_mut(&mut self) -> &mut OpenBook {
        self.table.book_mut()
    }

    /// Lays a problem on the table, and begins with it in the way that it and the settings ask for.
    pub(super) fn lay(&mut self, showing: Showing, settings: Settings, random: Random) {
        self.table.lay(showing, settings, random);
        self.go(Goal::Begin);
    }

    /// Does something else with the problem.
    pub(super) fn go(&mut self, goal: Goal) {
        self.activity.go(&mut self.table, goal);
    }

    /// Makes a transition; returns what lies beyond the desk.
    fn follow(&mut self, next: Next) -> Option<Request> {
        match next {
            Next::Stay => None,
            Next::Go(goal) => {
                self.go(goal);
                None
            }
            Next::Ask(request) => Some(request),
        }
    }

    /// A key was struck.
    pub(super) fn stroke(&mut self, stroke: Stroke) -> Option<Request> {
        match stroke {
            Stroke::Press(Button::Y) => None,
            Stroke::Hold(Button::B | Button::X) if self.editor().is_some() => {
                let next = self.activity.verbs_mut().stroke(&mut self.table, stroke);
                self.follow(next)
            }
            Stroke::Hold(Button::B) => {
                self.go(self.activity.verbs().home());
                self.say(Message::passing(Tone::Quiet, "From the start"));
                None
            }
            Stroke::Hold(Button::X) if self.activity.verbs().is_over() => {
                self.toggle_life();
                None
            }
            Stroke::Hold(Button::X) if self.table.game().redoable() == 0 => {
                self.say(Message::passing(Tone::Quiet, "Nothing to make again"));
                None
            }
            Stroke::Press(_) | Stroke::Hold(Button::A | Button::X) => {
                let next = self.activity.verbs_mut().stroke(&mut self.table, stroke);
                self.follow(next)
            }
            Stroke::Hold(_) => {
                self.table.toggle_whole();
                None
            }
        }
    }

    /// The editor, if it is open.
    pub(super) fn editor(&self) -> Option<&Edit> {
        self.activity.edit()
    }

    /// The same, to do something with it.
    pub(super) fn editor_mut(&mut self) -> Option<&mut Edit> {
        self.activity.edit_mut()
    }

    /// A step of the editor from its menu, if it is open.
    pub(super) fn edit(&mut self, step: Step) {
        if let Some(edit) = self.activity.edit_mut() {
            edit.make(&mut self.table, step);
        }
    }

    /// The same by name: what goes is shown first.
    pub(super) fn ask_to_edit(&mut self, step: Step) {
        if let Some(edit) = self.activity.edit_mut() {
            edit.ask(&mut self.table, step);
        }
    }

    /// What the solver says of what is being made.
    pub(super) fn verdict(&self) -> Option<Words> {
        self.editor()?.verdict(&self.table)
    }

    /// What is being made with all that is known about it; `None` if it is no problem yet.
    pub(super) fn made(&self) -> Option<Entry> {
        let problem = self.editor()?.draft().problem().ok()?;
        Some(Entry {
            problem,
            answer: self.table.answer(),
            ..self.showing().entry.clone()
        })
    }

    /// Whether no move is on the board.
    pub(super) fn is_at_start(&self) -> bool {
        self.table.ply() == 0
    }

    /// Says something about what is being made.
    pub(super) fn describe(&mut self, about: About<'_>) {
        if let Some(edit) = self.activity.edit_mut() {
            edit.describe(&mut self.table, about);
        }
    }

    /// Takes away what is said about another problem.
    pub(super) fn forget_words(&mut self) {
        self.table.forget_words();
    }

    /// Something was pointed at.
    pub(super) fn touch(&mut self, target: Target) -> Option<Request> {
        let next = self.activity.verbs_mut().touch(&mut self.table, target);
        self.follow(next)
    }

    /// Time goes by.
    pub(super) fn tick(&mut self, ms: u16) -> Option<Request> {
        self.table.tick(ms);
        let next = self.activity.verbs_mut().tick(&mut self.table, ms);
        self.follow(next)
    }

    /// The reader says something.
    pub(super) fn hear(&mut self, thought: &Thought) -> Option<Request> {
        if !self.table.hear(thought) {
            return None;
        }
        let next = self.activity.verbs_mut().hear(&mut self.table);
        self.follow(next)
    }

    /// Whether time changes something by itself.
    pub(super) fn moves(&self) -> bool {
        self.activity.verbs().moves(&self.table) || self.table.moves()
    }

    /// The settings changed.
    pub(super) fn set(&mut self, settings: Settings) {
        let old = *self.table.settings();
        let starts_over = settings.mode != old.mode || settings.opponent != old.opponent;
        let thinks_anew = (settings.limits(), settings.knows) != (old.limits(), old.knows);
        self.table.set(settings);
        if thinks_anew {
            // With other limits, what was unknown may be found.
            self.table.stop_thinking();
        }
        let is_problem = self.activity.verbs().home() == Goal::Begin;
        if starts_over && is_problem {
            self.go(Goal::Begin);
        } else if thinks_anew {
            self.activity.verbs_mut().think_anew(&mut self.table);
        }
    }

    pub(super) fn showing(&self) -> &Showing {
        self.table.showing()
    }

    /// How the lines of the board are called.
    pub(super) fn labels(&self) -> Labels {
        self.table.labels()
    }

    /// Whether Row Go is played in place of the problem.
    pub(super) fn plays_row(&self) -> bool {
        self.table.plays_row()
    }

    /// How a whole game is wanted.
    pub(super) fn wanted_go(&self) -> play::Wanted {
        *self.table.wanted_go()
    }

    pub(super) fn want_go(&mut self, wanted: play::Wanted) {
        self.table.want_go(wanted);
    }

    /// The whole game so far, if one is played.
    pub(super) fn played(&self) -> Option<Played<impl Iterator<Item = Move> + '_>> {
        let game = self.activity.go_game()?;
        Some(game.played(&self.table))
    }

    /// The whole game that is played, as bytes, once the player has made a move in it; none if it has ended.
    pub(super) fn unfinished_go(&self) -> Option<impl Iterator<Item = u8> + '_> {
        let game = self
            .activity
            .go_game()
            .filter(|game| game.is_under_way(&self.table))?;
        Some(kept_go::write(game.wanted(), game.played(&self.table)))
    }

    /// How far a whole game is: its moves, and whether it is played on. `None` if there is none.
    pub(super) fn go_stands(&self) -> Option<(usize, bool)> {
        let game = self.activity.go_game()?;
        Some((self.table.ply(), game.is_under_way(&self.table)))
    }

    /// Goes on with a game that was kept.
    pub(super) fn go_on_with(&mut self, kept: &KeptGo<'_>) {
        self.table.want_go(kept.wanted);
        self.go(Goal::PlayGo);
        for chosen in kept.moves() {
            if !self.table.place_silently(chosen) {
                break;
            }
        }
        self.table.hush();
        self.activity.verbs_mut().think_anew(&mut self.table);
    }

    /// Whether a whole game is played in place of the problem.
    pub(super) fn plays_go(&self) -> bool {
        self.table.plays_go()
    }

    /// The same problem stands elsewhere in the library now.
    pub(super) fn moved_to(&mut self, pack: u16, index: u16) {
        self.table.moved_to(pack, index);
    }

    pub(super) fn say(&mut self, message: Message) {
        self.table.say(message);
    }

    /// Whether there is something to read before the first move, and it is not too late for it.
    pub(super) fn has_primer(&self) -> bool {
        self.showing().has_primer() && !self.activity.verbs().is_over()
    }

    /// Whether a mistake is on the board that can be explained.
    pub(super) fn has_mistake(&self) -> bool {
        let run = self.activity.verbs().run();
        run.is_some_and(|run| run.wrong_at(&self.table).is_some())
    }

    /// Whether what is being done offers this.
    pub(super) fn offers(&self, extra: Extra) -> bool {
        self.activity.verbs().offers(&self.table, extra)
    }

    /// Gives it, if it is offered.
    pub(super) fn give(&mut self, extra: Extra) {
        if self.offers(extra) {
            self.activity.verbs_mut().give(&mut self.table, extra);
        }
    }

    /// Help was given that the activity does not know of.
    pub(super) fn was_helped(&mut self) {
        self.table.credit().was_helped();
    }

    /// Whether what lives for good is shown.
    pub(super) fn tells_life(&self) -> bool {
        self.table.tells_life()
    }

    /// Shows what lives for good, or hides it.
    pub(super) fn toggle_life(&mut self) {
        let tells = !self.table.tells_life();
        self.table.tell_life(tells);
        if tells {
            let is_none = self.table.alive().is_empty();
            let told = if is_none {
                "Nothing lives for good yet"
            } else {
                "Dots live for good"
            };
            self.say(Message::passing(Tone::Plain, told));
        }
    }

    pub(super) fn is_whole(&self) -> bool {
        self.table.is_whole()
    }

    pub(super) fn toggle_whole(&mut self) {
        self.table.toggle_whole();
    }

    /// A result that counts, told once.
    pub(super) fn take_result(&mut self) -> Option<Done> {
        self.table.credit().take_news()
    }

    /// Something to hear, told once.
    pub(super) fn take_sound(&mut self) -> Option<Sound> {
        self.table.take_sound()
    }

    /// The ticket of what is to be read out.
    pub(super) fn wish(&self) -> Option<Ticket> {
        self.table.wish()
    }

    /// What is to be read out.
    pub(super) fn job(&mut self) -> Option<Job> {
        self.table.job()
    }

    /// What is to be seen; `pressed` is the key that is down, `place` where one is in the pack.
    pub(super) fn picture(&self, pressed: Option<Pending>, place: Words) -> Picture {
        scene::picture(&self.table, self.activity.verbs(), pressed, place)
    }
}
