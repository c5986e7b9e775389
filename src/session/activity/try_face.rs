//! What is to be seen of a try.

use super::fade;
use super::hint::Hint;
use super::run::Run;
use super::verbs::Marks;
use crate::session::judge::{Ending, Judge};
use crate::session::keys::Button;
use crate::session::picture::{Line, Standing, Tone, Words};
use crate::session::tabletop::Tabletop;
use crate::session::words::{key_line, words};

/// What a try shows.
#[derive(Clone, Copy)]
pub(super) struct Sight<'a> {
    pub(super) run: &'a Run,
    pub(super) hint: &'a Hint,
    /// How it ended, if it is over.
    pub(super) ending: Option<Ending>,
}

impl Sight<'_> {
    const fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    /// Whether there is a mistake on the board that the player knows of.
    fn shows_mistake(&self, table: &Tabletop) -> bool {
        let is_told = self.run.tells(table) || self.is_over();
        is_told && self.run.wrong_at(table).is_some()
    }

    /// Whether the key that helps brings the lesson once more: before the first move, and before the first hint.
    pub(super) fn reads_first(&self, table: &Tabletop) -> bool {
        let is_untouched = table.ply() == 0 && self.hint.is_untouched();
        table.showing().has_primer() && !self.is_over() && is_untouched
    }

    /// Whether dead stones are still on the board.
    pub(super) fn can_be_captured(&self, table: &Tabletop) -> bool {
        let defender = table.showing().problem().defender();
        let is_dead =
            |ending: Ending| ending.verdict.is_none() && table.judge().is_lost(ending.worth, defender);
        // What the book calls dead is not proved, so nobody can promise to take it.
        !table.is_by_the_book() && self.ending.is_some_and(is_dead)
    }

    /// Whether the key that helps shows the capture: in a course, where it may never have been seen.
    pub(super) fn shows_capture(&self, table: &Tabletop) -> bool {
        table.showing().is_course && self.can_be_captured(table)
    }

    pub(super) fn marks(&self, table: &Tabletop) -> Marks {
        let mut marks = Marks::of(table);
        self.hint.mark(&mut marks);
        if self.shows_mistake(table) {
            marks.wrong = self.run.wrong_point(table);
        }
        if !self.is_over() {
            marks.hidden = fade::hidden(table);
            if table.game().to_move() == self.run.user() {
                marks.looks = *table.looks();
            }
            if self.run.tells(table) {
                marks.right = self.run.right_point(table);
            }
        }
        marks
    }

    pub(super) fn standing(&self, table: &Tabletop) -> Standing {
        if !self.run.has_the_side_to_move(table) {
            return Standing::Open;
        }
        if self.run.wrong_at(table).is_some() {
            let is_told = self.shows_mistake(table);
            return if is_told { Standing::Wrong } else { Standing::Open };
        }
        let is_unclear = self.run.is_unread() || table.is_in_vain(self.run.user());
        if self.is_over() && is_unclear {
            Standing::Open
        } else if self.is_over() && table.earned().is_clean() {
            Standing::Right
        } else if self.is_over() || table.earned().is_helped() {
            Standing::Helped
        } else {
            Standing::Open
        }
    }

    pub(super) fn title(&self, table: &Tabletop) -> Words {
        match self.ending {
            Some(ending) => table.judge().sentence(ending),
            None if self.run.has_the_side_to_move(table) => table.showing().task(),
            None => words(format_args!("You are {}", self.run.user())),
        }
    }

    /// What the keys do now.
    pub(super) fn keys(&self, table: &Tabletop) -> Line {
        let is_wrong = self.shows_mistake(table);
        if self.is_over() && is_wrong {
            return key_line(&[(Button::A, "next"), (Button::B, "back"), (Button::X, "why?")]);
        }
        if self.is_over() {
            let help = if self.shows_capture(table) {
                "show me"
            } else if table.showing().has_lesson() {
                "lesson"
            } else {
                "solution"
            };
            return key_line(&[(Button::A, "next"), (Button::X, help), (Button::Y, "menu")]);
        }
        if table.ply() == 0 {
            return self.home_line(table);
        }
        let help = if is_wrong { "why?" } else { "hint" };
        key_line(&[(Button::B, "back"), (Button::X, help), (Button::Y, "menu")])
    }

    /// Where the problem is from, before anything is done with it. Its own name often gives the answer away, and comes with
    /// the lesson.
    fn home_line(&self, table: &Tabletop) -> Line {
        let showing = table.showing();
        let keys = |help| key_line(&[(Button::A, "play"), (Button::X, help), (Button::Y, "menu")]);
        let home = &showing.home;
        let line = match (home.is_empty(), showing.entry.level) {
            _ if self.reads_first(table) => return keys("lesson"),
            _ if showing.has_primer() => return keys("hint"),
            (true, None) => return keys("hint"),
            (true, Some(level)) => words(format_args!("{level}")),
            (false, None) => words(format_args!("{home}")),
            (false, Some(level)) => words(format_args!("{home} · {level}")),
        };
        Line::Words(line, Tone::Quiet)
    }
}
