//! The table: one showing of one problem, and what every activity needs to work on it.
//!
//! It has the stones, the cursor, what is known and wanted about positions, and what is said. It knows no activity. Its fields are its
//! own; what can be done with them are the verbs below.

use core::ops::{Deref, DerefMut};

use super::about::About;
use super::by_the_book::ByTheBook;
use super::credit::Credit;
use super::cursor;
use super::event::Sound;
use super::judge::{Ending, Judge};
use super::judges::Judges;
use super::keys::Button;
use super::later::{AtFirst, Later};
use super::life::LifeAndDeath;
use super::lookup::look_up;
use super::picture::{Labels, Tone, Words};
use super::play;
use super::random::Random;
use super::reading::{Reading, Worth};
use super::row::FirstRow;
use super::showing::Showing;
use super::thought::{Job, Judgement, LifePosition, Position, RowPosition, Thought, Thoughts, Ticket, Wish};
use super::words::{Message, refusal, words};
use crate::board::{Color, Crop, Game, Move, Point, PointSet, Setup};
use crate::life::alive_for_good;
use crate::pack::library::Entry;
use crate::pack::{Book, OpenBook};
use crate::play::GoTask;
use crate::problem::{Answer, Problem};
use crate::record::Settings;
use crate::row::{self, Rules};
use crate::search::Limits;

/// A problem on the table: what is large, and everything else, whose fields count as its own.
#[derive(Clone, Debug)]
pub(super) struct Tabletop {
    game: Game,
    /// The book of the problem, if it has one.
    book: OpenBook,
    rest: Later<Rest>,
}

/// What lies on the table besides stones and book.
#[derive(Clone, Debug)]
pub(super) struct Rest {
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
    pub(super) const NOTHING: Tabletop = Tabletop {
        game: Game::NOTHING,
        book: OpenBook::NONE,
        rest: Later::AtFirst,
    };

    /// Lays a problem on the table. The stones are put there by [`Tabletop::reset`].
    pub(super) fn lay(&mut self, showing: Showing, settings: Settings, random: Random) {
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
    pub(super) fn reset(&mut self) {
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
    pub(super) fn lay_row(&mut self, rules: Rules, setup: &Setup) {
        self.lay_game(Pastime::Row(rules), setup);
    }

    /// The same for a whole game of Go, with a komi in half points.
    pub(super) fn lay_go(&mut self, komi: i16, setup: &Setup) {
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
    pub(super) fn plays_row(&self) -> bool {
        matches!(self.pastime, Pastime::Row(_))
    }

    /// Whether a whole game of Go is played.
    pub(super) fn plays_go(&self) -> bool {
        matches!(self.pastime, Pastime::Go { .. })
    }

    /// Whether some game is played in place of the problem.
    fn plays_a_game(&self) -> bool {
        self.pastime != Pastime::None
    }

    /// How a whole game is wanted.
    pub(super) fn wanted_go(&self) -> &play::Wanted {
        &self.wanted_go
    }

    pub(super) fn want_go(&mut self, wanted: play::Wanted) {
        self.wanted_go = wanted;
    }

    /// What lies here is made into another problem from now on: it lies as it is seen, and nothing is at stake.
    pub(super) fn begin_edit(&mut self) {
        self.showing.lies_as_seen();
        // What a book says is about the problem as it was.
        self.book.close();
        self.showing.entry.is_by_the_book = false;
        self.pastime = Pastime::None;
        self.credit.practise();
        self.message = None;
    }

    /// The answer may be seen from here on.
    pub(super) fn give_away(&mut self) {
        self.credit.restart();
        self.credit.give_away();
        self.credit.practise();
    }

    /// The answer of the problem as it lies here, if all of it was read out.
    pub(super) fn answer(&self) -> Option<Answer> {
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
    pub(super) fn forget_words(&mut self) {
        let problem = *self.showing.problem();
        self.showing.entry = Entry::bare(problem);
    }

    /// Says something about the problem. Tells whether that is new.
    pub(super) fn describe(&mut self, about: About<'_>) -> bool {
        about.write(&mut self.showing.entry)
    }

    /// Lays out another position, which is possible. If it is a problem, it is the one that is shown and read out.
    pub(super) fn lay_out(&mut self, setup: &Setup) {
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
    pub(super) fn book_mut(&mut self) -> &mut OpenBook {
        &mut self.book
    }

    /// Whether nobody has proved the problem, so that the book's word counts.
    pub(super) fn is_by_the_book(&self) -> bool {
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

    pub(super) fn showing(&self) -> &Showing {
        &self.showing
    }

    /// The same problem stands elsewhere in the library now.
    pub(super) fn moved_to(&mut self, pack: u16, index: u16) {
        self.showing.pack = pack;
        self.showing.index = index;
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(super) fn set(&mut self, settings: Settings) {
        self.settings = settings;
    }

    pub(super) fn credit(&mut self) -> &mut Credit {
        &mut self.credit
    }

    pub(super) fn earned(&self) -> &Credit {
        &self.credit
    }

    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    /// How many moves are on the board.
    pub(super) fn ply(&self) -> usize {
        self.game.moves().len()
    }

    /// Whether no move does better than another from the start, as the pack says.
    pub(super) fn is_settled(&self) -> bool {
        let answer = &self.showing.entry.answer;
        answer.is_some_and(|answer| answer.moves.is_empty())
    }

    pub(super) fn expect(&mut self, worth: Option<Worth>) {
        self.expected = worth;
    }

    /// Whether `color` had nothing to gain from the start and played a stone all the same. That cannot be called right; to pass would be.
    pub(super) fn is_in_vain(&self, color: Color) -> bool {
        let is_yours = color == self.showing.problem().to_move();
        let is_lost = |worth| self.judge().is_lost(worth, color);
        let is_stone = matches!(self.game.moves().next(), Some(Move::Play(_)));
        is_yours && is_stone && self.expected.is_some_and(is_lost)
    }

    /// Milliseconds since the stones changed.
    pub(super) fn clock(&self) -> u32 {
        self.clock
    }

    pub(super) fn set_clock(&mut self, ms: u32) {
        self.clock = ms;
    }

    /// Shows stones that faded for this many milliseconds.
    pub(super) fn peek_for(&mut self, ms: u32) {
        self.peek = ms;
    }

    pub(super) fn is_peeking(&self) -> bool {
        self.peek > 0
    }

    /// A number below `count`, by chance.
    pub(super) fn chance(&mut self, count: usize) -> usize {
        self.random.below(count)
    }

    // The cursor, and the part of the board that is seen.

    pub(super) fn cursor(&self) -> Point {
        self.cursor
    }

    pub(super) fn point_at(&mut self, point: Point) {
        self.cursor = point;
    }

    pub(super) fn steer(&mut self, direction: Button) {
        self.cursor = cursor::beside(self.cursor, direction, self.crop());
    }

    /// Lines of the board.
    pub(super) fn size(&self) -> u8 {
        self.game.board().size()
    }

    /// How the lines are called.
    pub(super) fn labels(&self) -> Labels {
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

    pub(super) fn crop(&self) -> Crop {
        if self.whole || !self.settings.crop || self.plays_a_game() {
            Crop::whole(self.size())
        } else {
            self.window.unwrap_or(self.showing.crop)
        }
    }

    /// Looks at another part of the board than the problem's.
    pub(super) fn look_at(&mut self, window: Crop) {
        self.window = Some(window);
    }

    pub(super) fn is_whole(&self) -> bool {
        self.whole
    }

    pub(super) fn toggle_whole(&mut self) {
        self.whole ^= true;
    }

    // Moves.

    /// Puts a move on the board, or says why not.
    pub(super) fn place(&mut self, chosen: Move) -> bool {
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
    pub(super) fn place_silently(&mut self, chosen: Move) -> bool {
        let kept = self.message.take();
        let placed = self.place(chosen);
        self.message = kept;
        placed
    }

    /// Takes a move back, or says that there is none.
    pub(super) fn undo(&mut self) -> bool {
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
    pub(super) fn undo_to(&mut self, ply: usize) {
        while self.ply() > ply && self.game.undo().is_some() {}
        self.changed();
    }

    /// Takes moves back until `color` is to move; false if there is no move to take back.
    pub(super) fn undo_until(&mut self, color: Color) -> bool {
        if self.game.undo().is_none() {
            return false;
        }
        while self.game.to_move() != color && self.game.undo().is_some() {}
        self.message = None;
        self.changed();
        true
    }

    /// Makes a move again that was taken back.
    pub(super) fn redo(&mut self) {
        self.game.redo();
        self.changed();
    }

    /// The same, and on until `color` is to move.
    pub(super) fn redo_until(&mut self, color: Color) {
        self.game.redo();
        while self.game.to_move() != color && self.game.redo().is_some() {}
        self.message = None;
        self.changed();
    }

    /// The stones are not what they were, or are to be looked at afresh.
    pub(super) fn changed(&mut self) {
        self.clock = 0;
        self.alive = PointSet::EMPTY;
        if self.tells_life {
            let alive = alive_for_good(self.game.board());
            self.alive = alive.stones.union(&alive.eyes);
        }
    }

    /// Stones that live for good, and the eyes that make them so, where that is to be seen.
    pub(super) fn alive(&self) -> PointSet {
        self.alive
    }

    /// Shows what lives for good until the next start, or hides it.
    pub(super) fn tell_life(&mut self, tells: bool) {
        let clock = self.clock;
        self.tells_life = tells;
        self.changed();
        self.clock = clock;
    }

    pub(super) fn tells_life(&self) -> bool {
        self.tells_life
    }

    // What is said and heard.

    pub(super) fn say(&mut self, message: Message) {
        self.message = Some(message);
    }

    pub(super) fn hush(&mut self) {
        self.message = None;
    }

    pub(super) fn message(&self) -> Option<&Message> {
        self.message.as_ref()
    }

    pub(super) fn make_sound(&mut self, sound: Sound) {
        self.sound = Some(sound);
    }

    pub(super) fn take_sound(&mut self) -> Option<Sound> {
        self.sound.take()
    }

    /// A sentence about a point, by the name it has in the problem.
    pub(super) fn about_point(&self, point: Point, rest: &str) -> Words {
        let mut name = Words::new();
        self.showing.name_point(point, &mut name);
        words(format_args!("{name}{rest}"))
    }

    /// Whether time changes something by itself.
    pub(super) fn moves(&self) -> bool {
        let has_passing_message = self
            .message
            .as_ref()
            .is_some_and(|message| message.left.is_some());
        has_passing_message || self.is_peeking() || self.has_news
    }

    /// Time goes by.
    pub(super) fn tick(&mut self, ms: u16) {
        self.clock = self.clock.saturating_add(ms.into());
        self.peek = self.peek.saturating_sub(ms.into());
        self.has_news = false;
        self.message = self.message.take().and_then(|message| message.after(ms));
    }

    // What is known, and what is wanted.

    /// Who judges what lies here. Every game has its own, chosen here.
    pub(super) fn judge(&self) -> impl Judge + '_ {
        match (self.pastime, self.book()) {
            (Pastime::Row(rules), _) => Judges::Row(FirstRow::new(rules, &self.game)),
            (_, Book::Author(tree)) => Judges::Book(ByTheBook::new(tree, &self.showing, &self.game)),
            // In a whole game nobody is asked: no move of it is called right or wrong.
            (Pastime::None | Pastime::Go { .. }, Book::None | Book::Replies(_)) => {
                Judges::Life(LifeAndDeath::new(&self.showing.entry, &self.game))
            }
        }
    }

    /// Wants to know about a position. What is in the problem's book is known at once, and heard with the next tick.
    pub(super) fn want(&mut self, wish: Wish) {
        self.thoughts.want(wish);
        let is_open = self.thoughts.open().is_some();
        if is_open && let Some(judgement) = look_up(&self.book(), &self.showing, &self.game, wish) {
            self.thoughts.learn(wish, judgement);
            self.has_news = true;
        }
    }

    /// Wants to know about the position on the board.
    pub(super) fn think(&mut self, every_move: bool) {
        self.want(Wish {
            ply: self.ply(),
            every_move,
            turned_about: false,
        });
    }

    /// Wants a move in a game, for so much.
    pub(super) fn think_within(&mut self, limits: Limits) {
        self.game_limits = limits;
        self.think(false);
    }

    /// Wants to know nothing, and forgets what it knew.
    pub(super) fn stop_thinking(&mut self) {
        self.thoughts.drop();
    }

    /// Whether something is wanted and not known yet.
    pub(super) fn is_thinking(&self) -> bool {
        self.thoughts.open().is_some()
    }

    /// How much of what may be spent on it is spent, of 255.
    pub(super) fn spent(&self) -> u8 {
        if self.plays_go() {
            self.thoughts.share(self.limits().nodes)
        } else {
            self.thoughts.spent(self.limits().nodes)
        }
    }

    /// What may be spent on a position.
    fn limits(&self) -> Limits {
        if self.plays_a_game() {
            self.game_limits
        } else {
            self.settings.limits()
        }
    }

    /// Whether the newest wish was for more than the reader can hold.
    pub(super) fn is_too_large(&self) -> bool {
        self.thoughts.is_too_large()
    }

    /// What is known about the position after `ply` moves.
    pub(super) fn known(&self, ply: usize) -> Option<Judgement> {
        self.thoughts.about(ply).copied()
    }

    /// The same if the other side were to move there.
    pub(super) fn known_turned(&self, ply: usize) -> Option<Judgement> {
        self.thoughts.about_turned(ply).copied()
    }

    /// What is known about the position on the board.
    pub(super) fn known_here(&self) -> Option<Judgement> {
        self.known(self.ply())
    }

    /// The same, if it was read out.
    pub(super) fn read_here(&self) -> Option<Reading> {
        self.known_here()?.reading().copied()
    }

    /// What the position on the board comes to, if that is known. `before` is what the one before it came to.
    pub(super) fn ending_here(&self, before: Option<Worth>) -> Option<Ending> {
        self.judge().ended(before).or_else(|| {
            Some(Ending {
                worth: self.read_here()?.worth,
                verdict: None,
            })
        })
    }

    /// Takes in what the reader says. True if something is known now.
    pub(super) fn hear(&mut self, thought: &Thought) -> bool {
        self.thoughts.hear(thought)
    }

    /// The wish that is open.
    pub(super) fn wish(&self) -> Option<Ticket> {
        self.thoughts.open().map(|(ticket, _)| ticket)
    }

    /// What the open wish is about. The board stands still meanwhile, though it is turned back and forth.
    // A job is large. Made here, its pieces are off the stack before it is used.
    #[inline(never)]
    pub(super) fn job(&mut self) -> Option<Job> {
        let (_, wish) = self.thoughts.open()?;
        let mut undone = 0;
        while self.ply() > wish.ply && self.game.undo().is_some() {
            undone += 1;
        }
        let position = match self.pastime {
            Pastime::None => self.life_position(wish).map(Position::Life),
            Pastime::Row(rules) => Some(Position::Row(self.row_position(rules))),
            Pastime::Go { komi } => Some(Position::Go(self.go_position(komi))),
        };
        let job = position.map(|position| Job {
            position,
            past: self.game.past().collect(),
            limits: self.limits(),
        });
        for _ in 0..undone {
            self.game.redo();
        }
        job
    }

    /// The position on the board as a problem.
    fn life_position(&self, wish: Wish) -> Option<LifePosition> {
        let turn = self.game.to_move();
        let to_move = if wish.turned_about { turn.opponent() } else { turn };
        // The pack says something of the problem alone.
        let is_the_problem = wish.ply == 0 && !wish.turned_about;
        let problem = self.showing.problem().at(&self.game, to_move)?;
        Some(LifePosition {
            problem,
            knows: self.settings.knowledge(),
            every_move: wish.every_move,
            expected: self.showing.entry.answer.filter(|_| is_the_problem),
        })
    }

    /// The position on the board as one of Row Go.
    fn row_position(&mut self, rules: Rules) -> RowPosition {
        let board = self.game.board();
        RowPosition {
            rules,
            stones: Color::BOTH.map(|color| board.stones(color)),
            to_move: self.game.to_move(),
            passed: self.game.last_move() == Some(Move::Pass),
            taken: row::taken(&mut self.game),
            seed: 1 + self.random.below(1 << 16) as u32,
        }
    }

    /// The position on the board as one of a whole game.
    fn go_position(&mut self, komi: i16) -> GoTask {
        let seed = 1 + self.random.below(1 << 16) as u32;
        let (board, to_move) = (self.game.board(), self.game.to_move());
        // When both have passed it is only asked which stones are dead.
        let is_over = self.game.verdict().is_some();
        let may_play = |point: &Point| {
            let checked = if is_over {
                board.check(*point, to_move)
            } else {
                self.game.check(*point)
            };
            checked.is_ok()
        };
        let mut newest = self.game.moves().rev();
        let mut stone = || match newest.next() {
            Some(Move::Play(point)) => Some(point),
            _ => None,
        };
        GoTask {
            size: self.size(),
            stones: Color::BOTH.map(|color| board.stones(color)),
            legal: Point::all(self.size()).filter(may_play).collect(),
            last: [stone(), stone()],
            passed: self.game.last_move() == Some(Move::Pass),
            moves: self.ply(),
            to_move,
            komi,
            playouts: u32::try_from(self.game_limits.nodes).unwrap_or(u32::MAX),
            seed,
        }
    }
}
