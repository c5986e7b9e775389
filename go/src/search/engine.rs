//! The search itself: an alpha-beta whose recursion is a list of frames.

use heapless::Vec;

use super::frame::{CIRCLES, Found, Frame, LIMIT, NOTHING, Untried};
use super::table::{Bound, Known};
use super::{Aim, End, Game, Limits, Made, Report, Step, Table, WIN};

/// How much deeper each round of a proof looks. Rounds that fail cost most, and most of a deeper round is in the table.
const PROOF_STEP: u8 = 4;

/// A search that can be interrupted, with room for lines of `DEPTH` plies and, of all positions on the current line together,
/// for `MOVES` untried moves.
///
/// A game that never has more than `m` moves in a position and is searched to a depth of `d` never needs more than `d * m`. Where there is
/// less room, what it cost is told: a search that could not look at everything for want of room, and proved nothing, ends with
/// [`End::Room`].
#[derive(Debug)]
pub struct Search<const DEPTH: usize, const MOVES: usize> {
    pub(super) frames: Vec<Frame, DEPTH>,
    pub(super) moves: Vec<Untried, MOVES>,
    aim: Aim,
    pub(super) limits: Limits,
    pub(super) report: Report,
    /// The round being searched: its depth, and for a proof which question is asked.
    depth: u8,
    asks_for_loss: bool,
    pub(super) spares_nodes: bool,
    /// Something was not looked at for want of room: a line deeper than `DEPTH` was asked for, or a position had too many moves.
    pub(super) lacks_room: bool,
    running: bool,
}

impl<const DEPTH: usize, const MOVES: usize> Default for Search<DEPTH, MOVES> {
    fn default() -> Self {
        Search::new()
    }
}

const NOTHING_FOUND: Report = Report {
    value: 0,
    best: None,
    depth: 0,
    nodes: 0,
    end: End::Depth,
    pure: false,
};

impl<const DEPTH: usize, const MOVES: usize> Search<DEPTH, MOVES> {
    /// The deepest line that it has room for, in plies. No more moves than this are ever made at once.
    pub const DEPTH: usize = DEPTH;

    /// A search for nothing, which is over.
    pub const fn new() -> Self {
        const {
            assert!(DEPTH < CIRCLES as usize, "plies are numbered in a byte");
            assert!(MOVES <= u16::MAX as usize, "moves are numbered in two bytes");
        }
        Search {
            frames: Vec::new(),
            moves: Vec::new(),
            aim: Aim::Value,
            limits: Limits::NONE,
            report: NOTHING_FOUND,
            depth: 0,
            asks_for_loss: false,
            spares_nodes: false,
            lacks_room: false,
            running: false,
        }
    }

    /// Forgets any search before, and prepares one.
    pub fn start(&mut self, aim: Aim, limits: Limits) {
        self.frames.clear();
        self.moves.clear();
        self.aim = aim;
        self.limits = Limits {
            depth: limits.depth.min(DEPTH as u8),
            ..limits
        };
        self.report = NOTHING_FOUND;
        self.depth = 0;
        self.asks_for_loss = false;
        self.spares_nodes = false;
        self.lacks_room = usize::from(limits.depth) > DEPTH;
        self.running = true;
    }

    /// Lets the first round look this deep, where there is reason to expect a proof. That saves the shallower rounds, which would fail, but
    /// the proof that is found may not be the shortest.
    pub fn skip_to(&mut self, depth: u8) {
        self.depth = depth.min(self.limits.depth);
    }

    /// Lets a proof look at fewer positions, with more work for each; that pays where it takes many. Moves that the table knows to refute are
    /// tried first, and late moves of the side that is to win are searched less deep. What is proved is as true as ever, but a round may miss
    /// a proof within its depth.
    pub fn spare_nodes(&mut self) {
        self.spares_nodes = self.aim == Aim::Proof;
    }

    /// Searches `nodes` more positions, or fewer if that is enough. The game must be as the last step left it.
    pub fn step(&mut self, game: &mut impl Game, table: &mut Table<'_>, nodes: u32) -> Step {
        let pause = self.report.nodes.saturating_add(u64::from(nodes));
        while self.running {
            if self.report.nodes >= self.limits.nodes {
                self.stop(game, End::Nodes);
                break;
            }
            if self.report.nodes >= pause {
                return Step::More;
            }
            self.advance(game, table);
        }
        Step::Done(self.report)
    }

    /// Positions looked at so far.
    pub const fn nodes(&self) -> u64 {
        self.report.nodes
    }

    /// Takes every move back and ends the search; what was found so far stays. A search that is over stays as
    /// it ended.
    pub fn stop(&mut self, game: &mut impl Game, end: End) {
        if !self.running {
            return;
        }
        // Between two steps the newest frame's move is made too: the next position is yet to be looked at.
        for _ in 0..self.frames.len() {
            game.unmake();
        }
        self.frames.clear();
        self.moves.clear();
        self.report.end = end;
        self.running = false;
    }

    /// Looks at the position on the board, then goes up and down until a new one is on it.
    fn advance(&mut self, game: &mut impl Game, table: &mut Table<'_>) {
        let mut found = self.look(game, table);
        loop {
            if let Some(value) = found {
                let Some(above) = self.frames.last_mut() else {
                    return self.finish_round(value);
                };
                game.unmake();
                above.take(value.seen_from_above());
            }
            if self.try_next(game) {
                return;
            }
            found = Some(self.leave(game, table));
        }
    }

    /// Makes the most promising move that was not tried yet. False if there is no need or no move.
    fn try_next(&mut self, game: &mut impl Game) -> bool {
        let ply = self.frames.len() - 1;
        while let Some(frame) = self.frames.last_mut() {
            if frame.best >= frame.beta {
                if let Some(id) = frame.best_move {
                    game.refuted(ply, id, frame.depth);
                }
                return false;
            }
            if frame.left == 0 {
                return false;
            }
            let untried = &mut self.moves[frame.first_move as usize..];
            let Some(last) = untried.last().copied() else {
                return false;
            };
            let (mut best, mut place) = (last, untried.len() - 1);
            for (i, &other) in untried.iter().enumerate() {
                if other > best {
                    (best, place) = (other, i);
                }
            }
            untried[place] = last;
            self.moves.pop();
            let id = best.id();
            frame.tried = id;
            frame.leans = NOTHING;
            match game.make(id) {
                Made::Fine => {
                    frame.left -= 1;
                    return true;
                }
                Made::Leans => {
                    frame.leans = CIRCLES;
                    frame.left -= 1;
                    return true;
                }
                Made::Illegal => {}
                Made::Banned(ply) => frame.depends = frame.depends.min(ply),
                Made::Barred => frame.depends = frame.depends.min(CIRCLES),
                Made::Repeats(ply, value) => {
                    frame.left -= 1;
                    frame.take(Found { value, depends: ply });
                }
            }
        }
        false
    }

    /// Completes the newest frame: its value goes up and, if it holds on any path, into the table.
    fn leave(&mut self, game: &mut impl Game, table: &mut Table<'_>) -> Found {
        let frame = *self.frames.last().expect("there is a frame to leave");
        let ply = self.frames.len() as u8 - 1;
        let left_out = frame.left == 0 && self.moves.len() > frame.first_move as usize;
        self.frames.pop();
        self.moves.truncate(frame.first_move as usize);
        let mut found = Found {
            value: frame.best,
            depends: match frame.depends {
                NOTHING => NOTHING,
                above if above < ply => above,
                _ => CIRCLES,
            },
        };
        if found.value == -LIMIT {
            // No move was legal. If one was only banned, the value is true on this path.
            found.value = game.stuck();
        } else if left_out && found.value <= -WIN {
            found.value = 1 - WIN;
        }
        if self.frames.is_empty() {
            self.report.best = frame.best_move;
        }
        let key = match found.depends {
            NOTHING => Some(frame.key),
            CIRCLES => game.circle_key(frame.key),
            _ => None,
        };
        // The root is not stored: what it knows may lean on there being nothing above it.
        if let (Some(key), false) = (key, self.frames.is_empty()) {
            let bound = if found.value >= frame.beta {
                Bound::Lower
            } else if found.value <= frame.alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            let known = Known {
                value: found.value,
                bound,
                depth: frame.depth,
                best: frame.best_move,
            };
            table.put(key, known);
        }
        found
    }

    /// The root's window and depth in this round.
    pub(super) fn window(&self) -> (i16, i16, u8) {
        let (alpha, beta) = match (self.aim, self.asks_for_loss) {
            (Aim::Value, _) => (-LIMIT, LIMIT),
            (Aim::Proof, false) => (WIN - 1, WIN),
            (Aim::Proof, true) => (-WIN, 1 - WIN),
        };
        // The side that hopes to win has the last move of the line: it is that move that can show the win.
        let depth = self.depth + u8::from(self.aim == Aim::Proof && !self.asks_for_loss);
        (alpha, beta, depth.min(self.limits.depth))
    }

    /// Notes what the round found, and prepares the next one unless this was the last.
    fn finish_round(&mut self, found: Found) {
        self.report.value = found.value;
        (_, _, self.report.depth) = self.window();
        self.report.pure = found.depends == NOTHING;
        let proved = found.value.abs() >= WIN;
        if !proved && self.aim == Aim::Proof && !self.asks_for_loss {
            self.asks_for_loss = true;
            return;
        }
        self.asks_for_loss = false;
        if proved || self.depth >= self.limits.depth {
            self.report.end = match (proved, self.lacks_room) {
                (true, _) => End::Proved,
                (false, true) => End::Room,
                (false, false) => End::Depth,
            };
            self.running = false;
        } else {
            let deeper = if self.aim == Aim::Proof { PROOF_STEP } else { 1 };
            self.depth = (self.depth + deeper).min(self.limits.depth);
        }
    }
}
