//! A problem on the table: the stones, the cursor, and what is being done with them.
//!
//! One desk is one showing of one problem. What can be done is an [`Activity`], each in a file of its own:
//!
//! * `trying`: you play, the computer answers;
//! * `reading`: you enter a whole line, then it is checked;
//! * `status`: dead, unsettled, alive or ko?
//! * `solution`: every correct move is shown, branches and all; and *why?*, which plays by itself;
//! * free play, which is only here: two colours and nobody answers.
//!
//! What the keys do is in `hands`, what is to be seen in `scene`, hints are in `hint`.

use super::hint::Hint;
use super::picture::Done;
use super::random::Random;
use super::reading::Reading;
use super::settings::{Mode, Settings};
use super::showing::Showing;
use super::status::Status;
use super::thought::{Job, Judgement, Thought, Thoughts, Ticket, Wish};
use super::trying::Phase;
use super::words::{Message, words};
use crate::board::{Color, Crop, Game, Move, Point, Setup};
use crate::problem::Outcome;

/// What is being done with the problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Activity {
    /// You play, the computer answers.
    Try(Phase),
    /// Both colours, and nobody answers.
    Free,
    /// Both colours, and every correct move is shown.
    Solution,
    /// The computer shows how a mistake is refuted.
    Why,
    /// A whole line is entered, then checked.
    ReadOut(Reading),
    /// A question about the position as it stands.
    Status(Status),
}

/// What the desk cannot do itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Request {
    /// The next problem.
    Next,
    /// What to read before the first move.
    Primer,
    /// What there is to learn from this one.
    Lesson,
}

/// How this run at the problem goes; a restart begins a new one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The first mistake: the number of the move, and the move.
    pub(super) wrong: Option<(usize, Move)>,
    /// Nothing is at stake.
    pub(super) practice: bool,
    /// Moves are tried out to see what they come to.
    pub(super) explores: bool,
    /// A correct move was played that the pack does not list.
    pub(super) unlisted: bool,
    /// Something could not be read out, so nobody can say what was right.
    pub(super) unread: bool,
    /// What the first position comes to.
    pub(super) expected: Option<Outcome>,
    /// What the position before your newest move comes to.
    pub(super) before: Option<Outcome>,
    /// What the position after it comes to.
    pub(super) after: Option<Outcome>,
    /// The number of your newest move that was judged.
    pub(super) weighed: Option<usize>,
}

impl Run {
    /// Nothing has been done.
    pub(super) const NEW: Run = Run {
        wrong: None,
        practice: false,
        explores: false,
        unlisted: false,
        unread: false,
        expected: None,
        before: None,
        after: None,
        weighed: None,
    };
}

/// What others have to know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outbox {
    /// The problem is settled, and counts.
    pub(super) settled: Option<Done>,
    pub(super) sound: Option<Sound>,
}

impl Outbox {
    /// Nothing.
    pub(super) const EMPTY: Outbox = Outbox {
        settled: None,
        sound: None,
    };
}

/// Something to hear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    /// A stone on wood.
    Stone,
    /// Solved.
    Right,
    /// That was not it.
    Wrong,
    /// That cannot be.
    No,
}

/// A place for one problem and what is done with it.
#[derive(Clone, Debug)]
pub struct Desk {
    pub(super) showing: Showing,
    pub(super) settings: Settings,
    pub(super) game: Game,
    pub(super) cursor: Point,
    /// The colour that is yours.
    pub(super) user: Color,
    pub(super) activity: Activity,
    pub(super) run: Run,
    /// Somebody helped, in whatever run.
    pub(super) helped: bool,
    /// How the try ended that counts.
    pub(super) counted: Option<Done>,
    pub(super) thoughts: Thoughts,
    pub(super) message: Option<Message>,
    pub(super) hint: Hint,
    /// The whole board is wanted, though the problem is smaller.
    pub(super) whole: bool,
    /// Milliseconds since the stones changed.
    pub(super) clock: u32,
    /// Milliseconds for which stones that faded are seen again.
    pub(super) peek: u32,
    pub(super) random: Random,
    pub(super) outbox: Outbox,
}

impl Desk {
    /// A desk with nothing on it. It is a constant because it is large: it can be put where it stays, and what is laid on it
    /// later never goes over the stack as a whole.
    pub const NOTHING: Desk = Desk {
        cursor: Point::new(0, 0),
        game: Game::NOTHING,
        user: Color::Black,
        showing: Showing::NOTHING,
        settings: Settings::DEFAULT,
        activity: Activity::Free,
        run: Run::NEW,
        helped: false,
        counted: None,
        thoughts: Thoughts::NONE,
        message: None,
        hint: Hint::NONE,
        whole: false,
        clock: 0,
        peek: 0,
        random: Random::new(0),
        outbox: Outbox::EMPTY,
    };

    /// Lays a problem on the table.
    pub(super) fn lay(&mut self, showing: Showing, settings: Settings, random: Random) {
        self.cursor = start(&showing.problem().setup(), showing.crop);
        self.showing = showing;
        self.settings = settings;
        self.counted = None;
        self.helped = false;
        self.run = Run::NEW;
        self.whole = false;
        self.random = random;
    }

    /// Starts from the first position, in the way the settings ask for.
    pub(super) fn begin(&mut self) {
        self.reset();
        let is_settled = self
            .showing
            .entry
            .answer
            .is_some_and(|answer| answer.moves.is_empty());
        match self.settings.mode {
            _ if !self.settings.opponent => self.activity = Activity::Free,
            Mode::ReadOut => self.activity = Activity::ReadOut(Reading::Entering),
            // Where no move does better than another, there is only one thing to ask.
            Mode::Status => self.ask_status(),
            Mode::Solve | Mode::Fade if is_settled => self.ask_status(),
            Mode::Solve | Mode::Fade => self.await_you(),
        }
    }

    /// Puts the stones back and forgets what was done, but not what counts.
    pub(super) fn reset(&mut self) {
        let setup = self.showing.problem().setup();
        self.game.restart(&setup);
        self.user = setup.to_move;
        self.run = Run {
            practice: self.counted.is_some(),
            expected: self.run.expected,
            ..Run::NEW
        };
        self.thoughts.drop();
        self.changed();
        self.message = None;
    }

    /// The stones are not what they were.
    pub(super) fn changed(&mut self) {
        // A move that was taken back and made again is judged again.
        self.run.weighed = self.run.weighed.filter(|&ply| ply < self.ply());
        self.clock = 0;
        self.hint = Hint::NONE;
    }

    /// What the settings changed to.
    pub(super) fn set(&mut self, settings: Settings) {
        let starts_over = settings.mode != self.settings.mode || settings.opponent != self.settings.opponent;
        let thinks_anew =
            (settings.limits(), settings.knows) != (self.settings.limits(), self.settings.knows);
        self.settings = settings;
        if thinks_anew {
            // With other limits, what was unknown may be found.
            self.thoughts.drop();
        }
        if starts_over {
            self.begin();
        } else if thinks_anew && self.activity == Activity::Try(Phase::Yours) {
            self.await_you();
        }
    }

    pub(super) fn defender(&self) -> Color {
        self.showing.problem().defender()
    }

    /// How many moves are on the board.
    pub(super) fn ply(&self) -> usize {
        self.game.moves().len()
    }

    /// The part of the board that is seen.
    pub(super) fn crop(&self) -> Crop {
        if self.whole || !self.settings.crop {
            Crop::whole(self.showing.problem().size())
        } else {
            self.showing.crop
        }
    }

    /// Whether `color` can gain nothing in a position that comes to `outcome`.
    pub(super) fn is_lost(&self, outcome: Outcome, color: Color) -> bool {
        outcome
            == if color == self.defender() {
                Outcome::Dead
            } else {
                Outcome::Alive
            }
    }

    /// Wants to know about the position on the board.
    pub(super) fn think(&mut self, every_move: bool) {
        self.thoughts.want(Wish {
            ply: self.ply(),
            every_move,
            turned_about: false,
        });
    }

    /// What is known about the position on the board.
    pub(super) fn judgement(&self) -> Option<Judgement> {
        self.thoughts.about(self.ply()).copied()
    }

    /// Says something.
    pub(super) fn say(&mut self, message: Message) {
        self.message = Some(message);
    }

    /// Time goes by.
    pub(super) fn tick(&mut self, ms: u16) {
        self.clock = self.clock.saturating_add(ms.into());
        self.peek = self.peek.saturating_sub(ms.into());
        if let Some(message) = &mut self.message
            && let Some(left) = message.left
        {
            message.left = left.checked_sub(ms);
            if message.left.is_none() {
                self.message = None;
            }
        }
        self.advance();
    }

    /// Whether time changes something by itself.
    pub(super) fn moves(&self) -> bool {
        let waits = match self.activity {
            Activity::Try(Phase::Answering | Phase::Judging) | Activity::Why => true,
            Activity::Try(Phase::Yours) => self.is_fading(),
            _ => false,
        };
        let has_passing_message = self
            .message
            .as_ref()
            .is_some_and(|message| message.left.is_some());
        waits || has_passing_message || self.peek > 0
    }

    /// The solver says something.
    pub(super) fn hear(&mut self, thought: &Thought) {
        if self.thoughts.hear(thought) {
            self.advance();
        }
    }

    /// Does what time or a thought made possible.
    fn advance(&mut self) {
        match self.activity {
            Activity::Try(phase) => self.advance_try(phase),
            Activity::Solution => self.point_at_best(),
            Activity::Why => self.advance_why(),
            Activity::ReadOut(reading) => self.advance_reading(reading),
            Activity::Status(status) => self.advance_status(status),
            Activity::Free => {}
        }
        self.give_hint();
    }

    /// The wish that is open.
    pub(super) fn wish(&self) -> Option<Ticket> {
        self.thoughts.open().map(|(ticket, _)| ticket)
    }

    /// What the open wish is about. The board stands still meanwhile, though it is turned back and forth.
    pub(super) fn job(&mut self) -> Option<Job> {
        let (_, wish) = self.thoughts.open()?;
        let mut undone = 0;
        while self.ply() > wish.ply && self.game.undo().is_some() {
            undone += 1;
        }
        let turn = self.game.to_move();
        let to_move = if wish.turned_about { turn.opponent() } else { turn };
        let here = self.showing.problem().at(&self.game, to_move);
        let job = here.map(|problem| Job {
            problem,
            past: self.game.past().collect(),
            limits: self.settings.limits(),
            knows: self.settings.knowledge(),
            every_move: wish.every_move,
            // The pack says something of the problem alone.
            expected: self
                .showing
                .entry
                .answer
                .filter(|_| wish.ply == 0 && !wish.turned_about),
        });
        for _ in 0..undone {
            self.game.redo();
        }
        job
    }

    /// A sentence about a point, by the name it has in the problem.
    pub(super) fn about_point(&self, point: Point, rest: &str) -> super::picture::Words {
        let mut name = super::picture::Words::new();
        self.showing.name_point(point, &mut name);
        words(format_args!("{name}{rest}"))
    }
}

/// Where the cursor starts: on the key stone nearest to the middle of the picture. It shows what the problem is about, and can
/// never give the answer away.
fn start(setup: &Setup, crop: Crop) -> Point {
    let (column, row) = (crop.left + crop.right, crop.top + crop.bottom);
    let distance = |point: &Point| (2 * point.column()).abs_diff(column) + (2 * point.row()).abs_diff(row);
    let key = setup.key.iter().min_by_key(distance);
    key.unwrap_or(Point::new(crop.left, crop.top))
}
