//! The table: one showing of one problem, and what every activity needs to work on it.
//!
//! It has the stones, the cursor, what is known and wanted about positions, and what is said. It knows no activity. Its fields are its
//! own; what can be done with them are the verbs below.

mod known;

use core::ops::{Deref, DerefMut};

use crate::board::{Color, Crop, Game, Move, Point, PointSet, Setup};
use crate::life::alive_for_good;
use crate::pack::library::Entry;
use crate::pack::{Book, OpenBook};
use crate::problem::{Answer, Problem};
use crate::record::Settings;
use crate::row::Rules;
use crate::search::Limits;
use crate::session::about::About;
use crate::session::credit::Credit;
use crate::session::cursor;
use crate::session::event::Sound;
use crate::session::keys::Button;
use crate::session::later::{AtFirst, Later};
use crate::session::looks::Looks;
use crate::session::picture::{Labels, Tone, Words};
use crate::session::play;
use crate::session::random::Random;
use crate::session::reading::Worth;
use crate::session::showing::Showing;
use crate::session::thought::Thoughts;
use crate::session::words::{Message, refusal, words};

/// A problem on the table: what is large, and everything else, whose fields count as its own.
#[derive(Clone, Debug)]
pub(in crate::session) struct Tabletop {
    game: Game,
    /// The book of the problem, if it has one.
    book: OpenBook,
    rest: Later<Rest>,
}

/// What lies on the table besides stones and book.
#[derive(Clone, Debug)]
pub(in crate::session) struct Rest {
    showing: Showing,
    /// The book answered, and nobody has looked yet.
    has_news: bool,
    settings: Settings,
    cursor: Point,
    thoughts: Thoughts,
    message: Option<Message>,
    credit: Credit,
    /// What the first position comes to, once that is known.
    expected: Option<Worth>,
    /// The part of the board that is looked at, where that is not the problem's.
    window: Option<Crop>,
    /// The whole board is wanted, though the problem is smaller.
    whole: bool,
    /// Milliseconds since the stones changed.
    clock: u32,
    /// Milliseconds for which stones that faded are seen again.
    peek: u32,
    random: Random,
    sound: Option<Sound>,
    /// What lives for good is to be seen.
    tells_life: bool,
    /// Stones that live for good and their eyes, if they are to be seen.
    alive: PointSet,
    /// What looks natural, if that is to be seen.
    looks: Looks,
    /// What is played in place of the problem.
    pastime: Pastime,
    /// How a whole game is wanted.
    wanted_go: play::Wanted,
    /// What may be spent on a move of either.
    game_limits: Limits,
}

/// What is played in place of the problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pastime {
    /// Nothing: the problem lies there.
    None,
    /// Row Go, by these rules.
    Row(Rules),
    /// A whole game of Go.
    Go {
        /// In half points.
        komi: i16,
    },
}

impl AtFirst for Rest {
    const AT_FIRST: &'static Rest = &Rest {
        showing: Showing::NOTHING,
        has_news: false,
        settings: Settings::DEFAULT,
        cursor: Point::new(0, 0),
        thoughts: Thoughts::NONE,
        message: None,
        credit: Credit::OPEN,
        expected: None,
        window: None,
        whole: false,
        clock: 0,
        peek: 0,
        random: Random::new(0),
        sound: None,
        tells_life: false,
        alive: PointSet::EMPTY,
        looks: Looks::NONE,
        pastime: Pastime::None,
        wanted_go: play::Wanted::FIRST,
        game_limits: Limits::NONE,
    };
}

impl Deref for Tabletop {
    type Target = Rest;

    fn deref(&self) -> &Rest {
        &self.rest
    }
}

impl DerefMut for Tabletop {
    fn deref_mut(&mut self) -> &mut Rest {
        &mut self.rest
    }
}

impl Tabletop {
    /// A table with nothing on it. It is all zeros.
    pub(in crate::session) const NOTHING: Tabletop = Tabletop {
        game: Game::NOTHING,
        book: OpenBook::NONE,
        rest: Later::AtFirst,
    };

    /// Lays a problem on the table. The stones are put there by [`Tabletop::reset`].
    pub(in crate::session) fn lay(&mut self, showing: Showing, settings: Settings, random: Random) {
        self.cursor = cursor::start(&showing.problem().setup(), showing.crop);
        self.showing = showing;
        self.settings = settings;
        self.credit = Credit::OPEN;
        self.expected = None;
        self.window = None;
        self.whole = false;
        self.random = random;
    }

    /// Puts the stones back and forgets what was done, but not what counts.
    pub(in crate::session) fn reset(&mut self) {
        let setup = self.showing.problem().setup();
        self.game.restart(&setup);
        self.pastime = Pastime::None;
        self.credit.restart();
        self.thoughts.drop();
        // Those who learn what an eye is see it appear.
        self.tells_life = self.showing.is_course;
        self.changed();
        self.message = None;
    }

    /// Begins Row Go with these stones, in place of what is there. The problem comes back with [`Tabletop::reset`].
    pub(in crate::session) fn lay_row(&mut self, rules: Rules, setup: &Setup) {
        self.lay_game(Pastime::Row(rules), setup);
    }

    /// The same for a whole game of Go, with a komi in half points.
    pub(in crate::session) fn lay_go(&mut self, komi: i16, setup: &Setup) {
        self.lay_game(Pastime::Go { komi }, setup);
    }

    fn lay_game(&mut self, pastime: Pastime, setup: &Setup) {
        self.game.restart(setup);
        self.pastime = pastime;
        self.tells_life = false;
        self.cursor = Point::new(setup.size / 2, setup.size / 2);
        self.whole = false;
        self.thoughts.drop();
        self.changed();
        self.message = None;
    }

    /// Whether Row Go is played.
    pub(in crate::session) fn plays_row(&self) -> bool {
        matches!(self.pastime, Pastime::Row(_))
    }

    /// Whether a whole game of Go is played.
    pub(in crate::session) fn plays_go(&self) -> bool {
        matches!(self.pastime, Pastime::Go { .. })
    }

    /// Whether some game is played in place of the problem.
    fn plays_a_game(&self) -> bool {
        self.pastime != Pastime::None
    }

    /// How a whole game is wanted.
    pub(in crate::session) fn wanted_go(&self) -> &play::Wanted {
        &self.wanted_go
    }

    pub(in crate::session) fn want_go(&mut self, wanted: play::Wanted) {
        self.wanted_go = wanted;
    }

    /// What lies here is made into another problem from now on: it lies as it is seen, and nothing is at stake.
    pub(in crate::session) fn begin_edit(&mut self) {
        self.showing.lies_as_seen();
        // What a book says is about the problem as it was.
        self.book.close();
        self.showing.entry.is_by_the_book = false;
        self.pastime = Pastime::None;
        self.credit.practise();
        self.message = None;
    }

    /// The answer may be seen from here on.
    pub(in crate::session) fn give_away(&mut self) {
        self.credit.restart();
        self.credit.give_away();
        self.credit.practise();
    }

    /// The answer of the problem as it lies here, if all of it was read out.
    pub(in crate::session) fn answer(&self) -> Option<Answer> {
        let reading = self.known(0)?.reading().copied()?;
        let Worth::Life { outcome, seki } = reading.worth else {
            return None;
        };
        Some(Answer {
            outcome,
            seki,
            moves: reading.moves,
        })
    }

    /// Takes away what is said about the problem, since it becomes another one.
    pub(in crate::session) fn forget_words(&mut self) {
        let problem = *self.showing.problem();
        self.showing.entry = Entry::bare(problem);
    }

    /// Says something about the problem. Tells whether that is new.
    pub(in crate::session) fn describe(&mut self, about: About<'_>) -> bool {
        about.write(&mut self.showing.entry)
    }

    /// Lays out another position, which is possible. If it is a problem, it is the one that is shown and read out.
    pub(in crate::session) fn lay_out(&mut self, setup: &Setup) {
        self.game.restart(setup);
        if let Ok(problem) = Problem::new(setup) {
            self.showing.entry.problem = problem;
        }
        self.showing.entry.answer = None;
        self.thoughts.drop();
        self.changed();
    }

    // What lies there.

    /// The place for the problem's book, which is too large to be handed around.
    pub(in crate::session) fn book_mut(&mut self) -> &mut OpenBook {
        &mut self.book
    }

    /// Whether nobody has proved the problem, so that the book's word counts.
    pub(in crate::session) fn is_by_the_book(&self) -> bool {
        matches!(self.book(), Book::Author(_))
    }

    /// The problem's book; none while another game is played.
    fn book(&self) -> Book<'_> {
        if self.plays_a_game() {
            Book::None
        } else {
            self.book.book()
        }
    }

    pub(in crate::session) fn showing(&self) -> &Showing {
        &self.showing
    }

    /// The same problem stands elsewhere in the library now.
    pub(in crate::session) fn moved_to(&mut self, pack: u16, index: u16) {
        self.showing.pack = pack;
        self.showing.index = index;
    }

    pub(in crate::session) fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(in crate::session) fn set(&mut self, settings: Settings) {
        let looks_differ = settings.natural != self.settings.natural;
        self.settings = settings;
        if looks_differ {
            // Marks that were there for a moment were seen.
            self.credit.was_helped();
            self.look_again();
        }
    }

    pub(in crate::session) fn credit(&mut self) -> &mut Credit {
        &mut self.credit
    }

    pub(in crate::session) fn earned(&self) -> &Credit {
        &self.credit
    }

    pub(in crate::session) const fn game(&self) -> &Game {
        &self.game
    }

    /// How many moves are on the board.
    pub(in crate::session) fn ply(&self) -> usize {
        self.game.moves().len()
    }

    /// Whether no move does better than another from the start, as the pack says.
    pub(in crate::session) fn is_settled(&self) -> bool {
        let answer = &self.showing.entry.answer;
        answer.is_some_and(|answer| answer.moves.is_empty())
    }

    pub(in crate::session) fn expect(&mut self, worth: Option<Worth>) {
        self.expected = worth;
    }

    /// Milliseconds since the stones changed.
    pub(in crate::session) fn clock(&self) -> u32 {
        self.clock
    }

    pub(in crate::session) fn set_clock(&mut self, ms: u32) {
        self.clock = ms;
    }

    /// Shows stones that faded for this many milliseconds.
    pub(in crate::session) fn peek_for(&mut self, ms: u32) {
        self.peek = ms;
    }

    pub(in crate::session) fn is_peeking(&self) -> bool {
        self.peek > 0
    }

    /// A number below `count`, by chance.
    pub(in crate::session) fn chance(&mut self, count: usize) -> usize {
        self.random.below(count)
    }

    // The cursor, and the part of the board that is seen.

    pub(in crate::session) fn cursor(&self) -> Point {
        self.cursor
    }

    pub(in crate::session) fn point_at(&mut self, point: Point) {
        self.cursor = point;
    }

    pub(in crate::session) fn steer(&mut self, direction: Button) {
        self.cursor = cursor::beside(self.cursor, direction, self.crop());
    }

    /// Lines of the board.
    pub(in crate::session) fn size(&self) -> u8 {
        self.game.board().size()
    }

    /// How the lines are called.
    pub(in crate::session) fn labels(&self) -> Labels {
        if self.plays_a_game() {
            Labels {
                letters_across: true,
                mirrored_across: false,
                mirrored_down: false,
            }
        } else {
            self.showing.labels()
        }
    }

    pub(in crate::session) fn crop(&self) -> Crop {
        if self.whole || !self.settings.crop || self.plays_a_game() {
            Crop::whole(self.size())
        } else {
            self.window.unwrap_or(self.showing.crop)
        }
    }

    /// Looks at another part of the board than the problem's.
    pub(in crate::session) fn look_at(&mut self, window: Crop) {
        self.window = Some(window);
    }

    pub(in crate::session) fn is_whole(&self) -> bool {
        self.whole
    }

    pub(in crate::session) fn toggle_whole(&mut self) {
        self.whole ^= true;
    }

    // Moves.

    /// Puts a move on the board, or says why not.
    pub(in crate::session) fn place(&mut self, chosen: Move) -> bool {
        let made = self.game.make(chosen);
        match made {
            Ok(()) => {
                self.sound = Some(Sound::Stone);
                self.message = None;
                self.changed();
                if chosen == Move::Pass {
                    let passed = words(format_args!("{} passes", self.game.to_move().opponent()));
                    self.say(Message::passing(Tone::Plain, &passed));
                }
            }
            Err(illegal) => {
                self.sound = Some(Sound::No);
                self.say(Message::passing(Tone::Plain, refusal(illegal)));
            }
        }
        made.is_ok()
    }

    /// The same, while what is said stays.
    pub(in crate::session) fn place_silently(&mut self, chosen: Move) -> bool {
        let kept = self.message.take();
        let placed = self.place(chosen);
        self.message = kept;
        placed
    }

    /// Takes a move back, or says that there is none.
    pub(in crate::session) fn undo(&mut self) -> bool {
        let undone = self.game.undo().is_some();
        if undone {
            self.message = None;
            self.changed();
        } else {
            self.say(Message::passing(Tone::Quiet, "This is the start"));
        }
        undone
    }

    /// Takes moves back until `ply` are left.
    pub(in crate::session) fn undo_to(&mut self, ply: usize) {
        while self.ply() > ply && self.game.undo().is_some() {}
        self.changed();
    }

    /// Takes moves back until `color` is to move; false if there is no move to take back.
    pub(in crate::session) fn undo_until(&mut self, color: Color) -> bool {
        if self.game.undo().is_none() {
            return false;
        }
        while self.game.to_move() != color && self.game.undo().is_some() {}
        self.message = None;
        self.changed();
        true
    }

    /// Makes a move again that was taken back.
    pub(in crate::session) fn redo(&mut self) {
        self.game.redo();
        self.changed();
    }

    /// The same, and on until `color` is to move.
    pub(in crate::session) fn redo_until(&mut self, color: Color) {
        self.game.redo();
        while self.game.to_move() != color && self.game.redo().is_some() {}
        self.message = None;
        self.changed();
    }

    /// The stones are not what they were, or are to be looked at afresh.
    pub(in crate::session) fn changed(&mut self) {
        self.clock = 0;
        self.alive = PointSet::EMPTY;
        if self.tells_life {
            self.alive = self.for_good();
        }
        self.looks = Looks::NONE;
        if self.settings.natural && self.pastime == Pastime::None {
            self.looks = self.at_first_sight();
        }
    }

    /// Stones that live for good and their eyes.
    // Out of line, so that the caller's frame stays small.
    #[inline(never)]
    fn for_good(&self) -> PointSet {
        let alive = alive_for_good(self.game.board());
        alive.stones.union(&alive.eyes)
    }

    /// What looks natural in the position on the board.
    // Out of line as well.
    #[inline(never)]
    fn at_first_sight(&self) -> Looks {
        let position = self.showing.problem().at(&self.game, self.game.to_move());
        position.map_or(Looks::NONE, |position| {
            Looks::of(&position, |point| self.game.check(point).is_ok())
        })
    }

    /// What looks natural, where that is to be seen.
    pub(in crate::session) fn looks(&self) -> &Looks {
        &self.looks
    }

    /// What is to be seen of the stones has changed, and they have not.
    fn look_again(&mut self) {
        let clock = self.clock;
        self.changed();
        self.clock = clock;
    }

    /// Stones that live for good, and the eyes that make them so, where that is to be seen.
    pub(in crate::session) fn alive(&self) -> PointSet {
        self.alive
    }

    /// Shows what lives for good until the next start, or hides it.
    pub(in crate::session) fn tell_life(&mut self, tells: bool) {
        self.tells_life = tells;
        self.look_again();
    }

    pub(in crate::session) fn tells_life(&self) -> bool {
        self.tells_life
    }

    // What is said and heard.

    pub(in crate::session) fn say(&mut self, message: Message) {
        self.message = Some(message);
    }

    pub(in crate::session) fn hush(&mut self) {
        self.message = None;
    }

    pub(in crate::session) fn message(&self) -> Option<&Message> {
        self.message.as_ref()
    }

    pub(in crate::session) fn make_sound(&mut self, sound: Sound) {
        self.sound = Some(sound);
    }

    pub(in crate::session) fn take_sound(&mut self) -> Option<Sound> {
        self.sound.take()
    }

    /// A sentence about a point, by the name it has in the problem.
    pub(in crate::session) fn about_point(&self, point: Point, rest: &str) -> Words {
        let mut name = Words::new();
        self.showing.name_point(point, &mut name);
        words(format_args!("{name}{rest}"))
    }

    /// Whether time changes something by itself.
    pub(in crate::session) fn moves(&self) -> bool {
        let has_passing_message = self
            .message
            .as_ref()
            .is_some_and(|message| message.left.is_some());
        has_passing_message || self.is_peeking() || self.has_news
    }

    /// Time goes by.
    pub(in crate::session) fn tick(&mut self, ms: u16) {
        self.clock = self.clock.saturating_add(ms.into());
        self.peek = self.peek.saturating_sub(ms.into());
        self.has_news = false;
        self.message = self.message.take().and_then(|message| message.after(ms));
    }
}
