//! What the session wants to know about a position, and what it is told.

use heapless::Vec;

use super::reading::{Guess, Reading};
use crate::board::{Color, MAX_PLIES, PointSet};
use crate::play::GoTask;
use crate::problem::{Answer, Problem};
use crate::row::Rules;
use crate::search::Limits;
use crate::tsumego::Knowledge;

/// Names a wish, so that an answer to an older one is known as such.
pub type Ticket = u16;

/// A position to be read out.
#[derive(Clone, Debug)]
pub struct Job {
    /// The position, in the terms of its game.
    pub position: Position,
    /// The positions before it.
    pub past: Vec<u64, MAX_PLIES>,
    /// What may be spent.
    pub limits: Limits,
}

/// A position of one of the games.
#[derive(Clone, Debug)]
pub enum Position {
    /// Life and death.
    Life(LifePosition),
    /// Row Go.
    Row(RowPosition),
    /// A whole game of Go. What came before is told by the points that may be played.
    Go(GoTask),
}

/// A position of a problem.
#[derive(Clone, Debug)]
pub struct LifePosition {
    /// The position, as a problem of its own.
    pub problem: Problem,
    /// What may be used.
    pub knows: Knowledge,
    /// Whether all first moves are wanted, or one is enough.
    pub every_move: bool,
    /// What the pack says that it comes to.
    pub expected: Option<Answer>,
}

/// A position of Row Go.
#[derive(Clone, Debug)]
pub struct RowPosition {
    /// The board and the goal.
    pub rules: Rules,
    /// The stones, by colour.
    pub stones: [PointSet; 2],
    /// Whose turn it is.
    pub to_move: Color,
    /// The other side has just passed.
    pub passed: bool,
    /// Where stones were captured, by colour.
    pub taken: [PointSet; 2],
    /// Where chance comes from.
    pub seed: u32,
}

/// What the reader has to say about the wish with this ticket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// Which wish it is about.
    pub ticket: Ticket,
    /// What there is to say.
    pub news: News,
}

/// How far the reader is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum News {
    /// It is at work, and has looked at this many positions.
    Working(u64),
    /// It is done.
    Read(Reading),
    /// A limit was met first.
    Unknown {
        /// How things look.
        guess: Option<Guess>,
    },
    /// The position is larger than the reader can hold.
    TooLarge,
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Judgement {
    /// Everything.
    Read(Reading),
    /// Nothing for certain; perhaps a move that looks good.
    Unknown(Option<Guess>),
}

impl Judgement {
    pub(super) const fn of(news: News) -> Option<Judgement> {
        match news {
            News::Working(_) => None,
            News::Read(reading) => Some(Judgement::Read(reading)),
            News::Unknown { guess } => Some(Judgement::Unknown(guess)),
            News::TooLarge => Some(Judgement::Unknown(None)),
        }
    }

    pub(super) const fn reading(&self) -> Option<&Reading> {
        match self {
            Judgement::Read(reading) => Some(reading),
            Judgement::Unknown(_) => None,
        }
    }
}

/// Which position is wanted: the one after `ply` moves of the game on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wish {
    pub(super) ply: usize,
    pub(super) every_move: bool,
    /// The other side is to move there than the game says.
    pub(super) turned_about: bool,
}

/// The wish, if there is one, and what came of it.
#[derive(Clone, Debug)]
pub(super) struct Thoughts {
    wish: Option<Wish>,
    ticket: Ticket,
    /// What is known about a position, with its number of moves.
    known: Option<(usize, Judgement)>,
    /// The same if the other side were to move there.
    known_turned: Option<(usize, Judgement)>,
    nodes: u64,
    /// The newest wish was for more than the reader can hold.
    is_too_large: bool,
}

impl Thoughts {
    /// No wish.
    pub(super) const NONE: Thoughts = Thoughts {
        wish: None,
        ticket: 0,
        known: None,
        known_turned: None,
        nodes: 0,
        is_too_large: false,
    };

    /// Wants to know about a position. The same wish twice is one.
    pub(super) fn want(&mut self, wish: Wish) {
        if self.wish == Some(wish) {
            return;
        }
        self.wish = Some(wish);
        self.ticket = self.ticket.wrapping_add(1);
        self.nodes = 0;
        self.is_too_large = false;
        self.known_turned = None;
        if !wish.turned_about {
            self.known = None;
        }
    }

    /// Wants nothing, and forgets what it knew.
    pub(super) fn drop(&mut self) {
        self.wish = None;
        self.known = None;
        self.known_turned = None;
        self.nodes = 0;
    }

    /// The wish that is not fulfilled yet.
    pub(super) fn open(&self) -> Option<(Ticket, Wish)> {
        let wish = self.wish?;
        let known = if wish.turned_about {
            &self.known_turned
        } else {
            &self.known
        };
        known.is_none().then_some((self.ticket, wish))
    }

    /// What is wanted is known at once.
    pub(super) const fn learn(&mut self, wish: Wish, judgement: Judgement) {
        let known = Some((wish.ply, judgement));
        if wish.turned_about {
            self.known_turned = known;
        } else {
            self.known = known;
        }
    }

    /// Takes in what the solver says. True if a judgement came of it.
    pub(super) fn hear(&mut self, thought: &Thought) -> bool {
        let Some((_, wish)) = self.open().filter(|(ticket, _)| *ticket == thought.ticket) else {
            return false;
        };
        if let News::Working(nodes) = thought.news {
            self.nodes = nodes;
        }
        self.is_too_large = thought.news == News::TooLarge;
        let known = Judgement::of(thought.news).map(|judgement| (wish.ply, judgement));
        if wish.turned_about {
            self.known_turned = known;
        } else {
            self.known = known;
        }
        known.is_some()
    }

    /// What is known about the position after `ply` moves.
    pub(super) fn about(&self, ply: usize) -> Option<&Judgement> {
        let (known, judgement) = self.known.as_ref()?;
        (*known == ply).then_some(judgement)
    }

    /// What is known about it if the other side were to move.
    pub(super) fn about_turned(&self, ply: usize) -> Option<&Judgement> {
        let (known, judgement) = self.known_turned.as_ref()?;
        (*known == ply).then_some(judgement)
    }

    /// Whether what is unknown is so because it was more than the reader can hold.
    pub(super) const fn is_too_large(&self) -> bool {
        self.is_too_large
    }

    /// How much of `limit` is spent, of 255, where all of it will be.
    pub(super) fn share(&self, limit: u64) -> u8 {
        (self.nodes * 255 / limit.max(1)).min(255) as u8
    }

    /// How much of `limit` is spent, of 255. It grows fast at first, since nobody knows how long a search will take.
    pub(super) fn spent(&self, limit: u64) -> u8 {
        let scale = |nodes: u64| {
            let nodes = nodes.max(1);
            let whole = nodes.ilog2();
            // Between two powers of two, straight on.
            u64::from(whole) * 16 + ((nodes << 4 >> whole) & 15)
        };
        (scale(self.nodes) * 255 / scale(limit).max(1)).min(255) as u8
    }
}
