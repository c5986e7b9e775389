//! How a run at a problem goes: what was right and wrong in it. A restart begins a new one.
//!
//! The judge of the game weighs each of your moves; what that means for the player is said here.

use crate::board::{Color, Move, Point};
use crate::session::event::Sound;
use crate::session::judge::{After, Ending, Judge, Weight};
use crate::session::picture::Tone;
use crate::session::reading::{Reading, Worth};
use crate::session::tabletop::Tabletop;
use crate::session::thought::Judgement;
use crate::session::words::{Message, words};

/// Said of a correct move that the pack does not list.
const ALSO_WORKS: &str = "Also works: not in the pack";
/// Said where nothing can be gained, and yet a stone was played.
pub(super) const IN_VAIN: &str = "Nothing works: this does not count";

/// A run at a problem.
#[derive(Clone, Copy, Debug)]
pub(in crate::session) struct Run {
    /// The colour that is yours.
    user: Color,
    /// The first mistake: the number of the move, and the move.
    wrong: Option<(usize, Move)>,
    /// Moves are tried out to see what they come to.
    explores: bool,
    /// A correct move was played that the pack does not list.
    unlisted: bool,
    /// Something could not be read out, so it cannot be said what was right.
    unread: bool,
    /// What is known of the position before your newest move.
    before: Option<Reading>,
    /// What the position after it comes to.
    after: Option<Worth>,
    /// The number of your newest move that was weighed.
    weighed: Option<usize>,
}

impl Run {
    /// Nothing was done yet; the side to move is yours.
    pub(super) fn new(table: &Tabletop) -> Run {
        Run {
            user: table.showing().problem().to_move(),
            wrong: None,
            explores: false,
            unlisted: false,
            unread: false,
            before: None,
            after: None,
            weighed: None,
        }
    }

    /// The colour that is yours.
    pub(in crate::session) const fn user(&self) -> Color {
        self.user
    }

    /// Another colour is yours.
    pub(super) const fn take_side(&mut self, color: Color) {
        self.user = color;
    }

    /// Whether you have the side that the problem gives to the player.
    pub(super) fn has_the_side_to_move(&self, table: &Tabletop) -> bool {
        self.user == table.showing().problem().to_move()
    }

    /// From here on, every move is told what it comes to.
    pub(super) const fn explore(&mut self) {
        self.explores = true;
    }

    /// Whether mistakes and right moves are told at once.
    pub(super) fn tells(&self, table: &Tabletop) -> bool {
        table.settings().tell_at_once || self.explores
    }

    /// Whether something could not be read out.
    pub(super) const fn is_unread(&self) -> bool {
        self.unread
    }

    /// A move was taken back: what could not be read out does not matter any more.
    pub(super) const fn taken_back(&mut self) {
        self.unread = false;
    }

    /// The stones changed. A move that was taken back and made again is weighed again.
    pub(super) fn stones_changed(&mut self, table: &Tabletop) {
        self.weighed = self.weighed.filter(|&ply| ply < table.ply());
    }

    /// What is known of the position before your newest move.
    pub(super) fn begin_from(&mut self, table: &mut Tabletop, known: &Judgement) {
        self.before = known.reading().copied();
        if table.ply() == 1 {
            table.expect(self.before.map(|before| before.worth));
        }
    }

    /// What the position before the newest move on the board came to.
    pub(super) fn before_newest(&self, table: &Tabletop) -> Option<Worth> {
        if table.game().to_move() == self.user {
            self.after
        } else {
            self.before.map(|before| before.worth)
        }
    }

    /// The end, if the board shows it.
    pub(super) fn ended(&self, table: &Tabletop) -> Option<Ending> {
        table.judge().ended(self.before_newest(table))
    }

    /// Says what your newest move came to, once, as soon as the position after it is read out.
    pub(super) fn weigh(&mut self, table: &mut Tabletop, after: &Judgement) {
        // The computer may have the first move of all.
        let Some(chosen) = table.game().last_move() else {
            return;
        };
        let ply = table.ply() - 1;
        if self.weighed == Some(ply) {
            return;
        }
        self.weighed = Some(ply);
        let known = match after {
            Judgement::Read(reading) => After::Read(reading),
            Judgement::Unknown(_) => After::Unread,
        };
        let weight = table
            .judge()
            .weigh(self.user, self.before.as_ref(), chosen, known);
        match weight {
            Weight::Right => self.praise(table, ply, chosen),
            Weight::Wrong => self.blame(table, ply, chosen),
            Weight::Idle => self.tell_vanity(table, ply),
            Weight::Unknown => {
                self.unread = true;
                let shrug = table.judge().shrug(chosen, ply == 0);
                table.say(Message::lasting(Tone::Plain, words(format_args!("{shrug}"))));
            }
        }
        if weight != Weight::Unknown
            && let Judgement::Read(reading) = after
        {
            self.after = Some(reading.worth);
            self.tell_worth(table, ply, chosen, reading.worth);
        }
    }

    /// The same of a move that ended the game.
    pub(super) fn weigh_end(&mut self, table: &mut Tabletop, ending: Ending) {
        let Some(chosen) = table.game().last_move() else {
            return;
        };
        let ply = table.ply() - 1;
        self.weighed = Some(ply);
        let after = After::Ended(ending);
        if table
            .judge()
            .weigh(self.user, self.before.as_ref(), chosen, after)
            == Weight::Wrong
        {
            self.blame(table, ply, chosen);
        }
    }

    /// Says what a move came to where that was asked, or where it comes as a surprise.
    fn tell_worth(&self, table: &mut Tabletop, ply: usize, chosen: Move, worth: Worth) {
        let is_surprise = self.tells(table) && table.judge().is_between(worth);
        if !is_surprise && !self.explores {
            return;
        }
        let sentence = table.judge().sentence(Ending { worth, verdict: None });
        let told = match chosen {
            Move::Play(point) if self.explores => {
                table.about_point(point, &words(format_args!(": {sentence}")))
            }
            _ => sentence,
        };
        let is_wrong = self.wrong_at(table) == Some(ply);
        let tone = if is_wrong { Tone::Bad } else { Tone::Good };
        table.say(Message::lasting(tone, told));
    }

    fn tell_vanity(&self, table: &mut Tabletop, ply: usize) {
        if ply == 0 && table.is_in_vain(self.user) {
            // That is half of the answer.
            table.credit().was_helped();
            let words = words(format_args!("{IN_VAIN}"));
            table.say(Message::lasting(Tone::Plain, words));
        }
    }

    fn praise(&mut self, table: &mut Tabletop, ply: usize, chosen: Move) {
        let Move::Play(point) = chosen else {
            return;
        };
        let answer = table.showing().entry.answer.filter(|_| ply == 0);
        let is_listed = answer.is_none_or(|answer| answer.moves.is_empty() || answer.moves.contains(point));
        self.unlisted |= !is_listed;
        if self.tells(table) || !is_listed {
            let praise = if is_listed { "Right so far" } else { ALSO_WORKS };
            table.say(Message::lasting(Tone::Good, words(format_args!("{praise}"))));
        }
    }

    fn blame(&mut self, table: &mut Tabletop, ply: usize, chosen: Move) {
        if self.wrong_at(table).is_some() {
            return;
        }
        self.wrong = Some((ply, chosen));
        table.credit().settle(false);
        if self.tells(table) {
            table.make_sound(Sound::Wrong);
            table.say(Message::lasting(
                Tone::Bad,
                words(format_args!("Wrong: see how it goes")),
            ));
        }
    }

    /// The run has come to its end: it counts, and is heard.
    pub(super) fn finish(&self, table: &mut Tabletop) {
        if table.is_in_vain(self.user) {
            return table.say(Message::passing(Tone::Plain, IN_VAIN));
        }
        let is_right = self.wrong_at(table).is_none();
        if is_right && !self.unread {
            table.credit().settle(true);
            if self.unlisted {
                table.say(Message::passing(Tone::Good, ALSO_WORKS));
            }
        }
        table.make_sound(if is_right { Sound::Right } else { Sound::Wrong });
    }

    /// The mistake that is on the board, as the number of its move.
    pub(in crate::session) fn wrong_at(&self, table: &Tabletop) -> Option<usize> {
        let (ply, wrong) = self.wrong?;
        (table.game().moves().nth(ply) == Some(wrong)).then_some(ply)
    }

    /// The point of that mistake, if it was no pass.
    pub(super) fn wrong_point(&self, table: &Tabletop) -> Option<Point> {
        match table.game().moves().nth(self.wrong_at(table)?) {
            Some(Move::Play(point)) => Some(point),
            _ => None,
        }
    }

    /// The point of your newest move, if the move is known to be right.
    pub(super) fn right_point(&self, table: &Tabletop) -> Option<Point> {
        let ply = self.weighed?;
        let is_right = self.wrong_at(table).is_none() && !self.unread && !table.is_in_vain(self.user);
        let is_newest = table.ply() <= ply + 2;
        match table.game().moves().nth(ply).filter(|_| is_right && is_newest) {
            Some(Move::Play(point)) => Some(point),
            _ => None,
        }
    }
}
