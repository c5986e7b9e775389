//! What is known about the table, and what is wanted: who judges, the wishes, and the jobs that come of them.

use super::{Pastime, Tabletop};
use crate::board::{Color, Move, Point};
use crate::pack::Book;
use crate::play::GoTask;
use crate::row::{self, Rules};
use crate::search::Limits;
use crate::session::by_the_book::ByTheBook;
use crate::session::judge::{Ending, Judge};
use crate::session::judges::Judges;
use crate::session::life::LifeAndDeath;
use crate::session::lookup::look_up;
use crate::session::reading::{Reading, Worth};
use crate::session::row::FirstRow;
use crate::session::thought::{Job, Judgement, LifePosition, Position, RowPosition, Thought, Ticket, Wish};

impl Tabletop {
    /// Whether `color` had nothing to gain from the start and played a stone all the same. That cannot be called right; to pass would be.
    pub(in crate::session) fn is_in_vain(&self, color: Color) -> bool {
        let is_yours = color == self.showing.problem().to_move();
        let is_lost = |worth| self.judge().is_lost(worth, color);
        let is_stone = matches!(self.game.moves().next(), Some(Move::Play(_)));
        is_yours && is_stone && self.expected.is_some_and(is_lost)
    }

    /// Who judges what lies here. Every game has its own, chosen here.
    pub(in crate::session) fn judge(&self) -> impl Judge + '_ {
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
    pub(in crate::session) fn want(&mut self, wish: Wish) {
        self.thoughts.want(wish);
        let is_open = self.thoughts.open().is_some();
        if is_open && let Some(judgement) = look_up(&self.book(), &self.showing, &self.game, wish) {
            self.thoughts.learn(wish, judgement);
            self.has_news = true;
        }
    }

    /// Wants to know about the position on the board.
    pub(in crate::session) fn think(&mut self, every_move: bool) {
        self.want(Wish {
            ply: self.ply(),
            every_move,
            turned_about: false,
        });
    }

    /// Wants a move in a game, for so much.
    pub(in crate::session) fn think_within(&mut self, limits: Limits) {
        self.game_limits = limits;
        self.think(false);
    }

    /// Wants to know nothing, and forgets what it knew.
    pub(in crate::session) fn stop_thinking(&mut self) {
        self.thoughts.drop();
    }

    /// Whether something is wanted and not known yet.
    pub(in crate::session) fn is_thinking(&self) -> bool {
        self.thoughts.open().is_some()
    }

    /// How much of what may be spent on it is spent, of 255.
    pub(in crate::session) fn spent(&self) -> u8 {
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
    pub(in crate::session) fn is_too_large(&self) -> bool {
        self.thoughts.is_too_large()
    }

    /// What is known about the position after `ply` moves.
    pub(in crate::session) fn known(&self, ply: usize) -> Option<Judgement> {
        self.thoughts.about(ply).copied()
    }

    /// The same if the other side were to move there.
    pub(in crate::session) fn known_turned(&self, ply: usize) -> Option<Judgement> {
        self.thoughts.about_turned(ply).copied()
    }

    /// What is known about the position on the board.
    pub(in crate::session) fn known_here(&self) -> Option<Judgement> {
        self.known(self.ply())
    }

    /// The same, if it was read out.
    pub(in crate::session) fn read_here(&self) -> Option<Reading> {
        self.known_here()?.reading().copied()
    }

    /// What the position on the board comes to, if that is known. `before` is what the one before it came to.
    pub(in crate::session) fn ending_here(&self, before: Option<Worth>) -> Option<Ending> {
        self.judge().ended(before).or_else(|| {
            Some(Ending {
                worth: self.read_here()?.worth,
                verdict: None,
            })
        })
    }

    /// Takes in what the reader says. True if something is known now.
    pub(in crate::session) fn hear(&mut self, thought: &Thought) -> bool {
        self.thoughts.hear(thought)
    }

    /// The wish that is open.
    pub(in crate::session) fn wish(&self) -> Option<Ticket> {
        self.thoughts.open().map(|(ticket, _)| ticket)
    }

    /// What the open wish is about. The board stands still meanwhile, though it is turned back and forth.
    // A job is large. Made here, its pieces are off the stack before it is used.
    #[inline(never)]
    pub(in crate::session) fn job(&mut self) -> Option<Job> {
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
