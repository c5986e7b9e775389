//! The search itself: an alpha-beta whose recursion is a list of frames.

use heapless::Vec;

use super::table::{Bound, Known};
use super::{Aim, End, Game, Limits, Made, MoveId, Ranked, Report, Step, Table, WIN};

/// The deepest line that can be searched, in plies.
pub const MAX_DEPTH: usize = 80;
/// The moves of all positions on the current line together.
const MAX_MOVES: usize = 1200;

/// How much deeper each round of a proof looks. Rounds that fail cost most, and most of a deeper round is in the table.
const PROOF_STEP: u8 = 4;

/// Whether nodes can be spared. The handheld never does, and its code leaves it out.
const CAN_SPARE: bool = cfg!(feature = "std");
/// From this depth on, where nodes are spared, it pays to ask the table about every move first.
const FORESIGHT: u8 = 3;
/// So many moves of the side that is to win are looked at in full, where nodes are spared. Nearly every move that refutes is among them.
const EARLY_MOVES: u16 = 7;
/// How much less deep the later ones are looked at. It is even, so that the side that is to win has the last move of those lines too.
const LESS_DEEP: u8 = 2;

/// Depends on nothing: true wherever the position is met.
const NOTHING: u8 = u8::MAX;
/// Depends on no position above, but leans on who may repeat positions.
const CIRCLES: u8 = u8::MAX - 1;
/// How early the move is tried that was best before, and one that is known to refute.
const FAVOURITE: i16 = i16::MAX - 1;
const REFUTES: i16 = i16::MAX;
/// Beyond every value.
const LIMIT: i16 = 32_000;

/// A position on the current line.
#[derive(Clone, Copy, Debug)]
struct Frame {
    key: u64,
    alpha: i16,
    beta: i16,
    best: i16,
    best_move: Option<MoveId>,
    /// The move being searched below, and what it depends on that it can be made.
    tried: MoveId,
    leans: u8,
    depth: u8,
    /// The lowest ply that the values seen so far depend on.
    depends: u8,
    /// What every value here depends on.
    always: u8,
    /// Where its untried moves begin in the list of moves, and how many of them may be tried.
    first_move: u16,
    left: u16,
    /// How many of these, the last ones, are looked at less deep; and how much less deep the one being searched is.
    late: u16,
    less_deep: u8,
}

/// A move to be tried, in one word: the larger comes first. So the best of many is found by plain comparing, and the order in which they
/// lie does not matter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Untried(u32);

impl Untried {
    fn new(ranked: Ranked) -> Untried {
        let rank = (ranked.rank as u16) ^ (1 << 15);
        Untried(u32::from(rank) << 16 | u32::from(!ranked.id.0))
    }

    const fn id(self) -> MoveId {
        MoveId(!(self.0 as u16))
    }
}

/// A value on its way up.
#[derive(Clone, Copy, Debug)]
struct Found {
    value: i16,
    depends: u8,
}

impl Found {
    /// A value of the position on the board.
    fn here(value: i16, game: &impl Game) -> Found {
        let depends = if game.holds_on_this_path_only() {
            0
        } else {
            NOTHING
        };
        Found { value, depends }
    }

    fn seen_from_above(self) -> Found {
        Found {
            value: -self.value,
            ..self
        }
    }
}

/// A search that can be interrupted.
#[derive(Debug)]
pub struct Search {
    frames: Vec<Frame, MAX_DEPTH>,
    moves: Vec<Untried, MAX_MOVES>,
    aim: Aim,
    limits: Limits,
    report: Report,
    /// The round being searched: its depth, and for a proof which question is asked.
    depth: u8,
    asks_for_loss: bool,
    spares_nodes: bool,
    running: bool,
}

impl Default for Search {
    fn default() -> Search {
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

impl Search {
    /// A search for nothing, which is over.
    pub const fn new() -> Search {
        Search {
            frames: Vec::new(),
            moves: Vec::new(),
            aim: Aim::Value,
            limits: Limits::NONE,
            report: NOTHING_FOUND,
            depth: 0,
            asks_for_loss: false,
            spares_nodes: false,
            running: false,
        }
    }

    /// Forgets any search before, and prepares one.
    pub fn start(&mut self, aim: Aim, limits: Limits) {
        self.frames.clear();
        self.moves.clear();
        self.aim = aim;
        self.limits = Limits {
            depth: limits.depth.min(MAX_DEPTH as u8),
            ..limits
        };
        self.report = NOTHING_FOUND;
        self.depth = 0;
        self.asks_for_loss = false;
        self.spares_nodes = false;
        self.running = true;
    }

    /// Lets the first round look this deep, where somebody has reason to think that a proof is there. Rounds that fail before are
    /// saved, but a proof that is found may not be the shortest.
    pub fn skip_to(&mut self, depth: u8) {
        self.depth = depth.min(self.limits.depth);
    }

    /// Lets a proof take fewer positions, with more work for each: that pays where it takes many. Moves that the table knows to refute are tried
    /// first, and late moves of the side that is to win are looked at less deep. What is proved is as true as ever, but a round may miss
    /// a proof that is not deeper than the round.
    pub fn spare_nodes(&mut self) {
        self.spares_nodes = self.aim == Aim::Proof;
    }

    /// Whether nodes are spared.
    const fn is_sparing(&self) -> bool {
        CAN_SPARE && self.spares_nodes
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

    /// The value of the position on the board, if it can be told without trying moves.
    fn look(&mut self, game: &mut impl Game, table: &Table<'_>) -> Option<Found> {
        self.report.nodes += 1;
        let (alpha, beta, depth) = match self.frames.last() {
            None => self.window(),
            Some(above) => {
                let less_deep = if CAN_SPARE { above.less_deep } else { 0 };
                let depth = above.depth - 1 - less_deep;
                (-above.beta, -above.alpha.max(above.best), depth)
            }
        };
        let key = game.key();
        let mut favourite = if self.frames.is_empty() {
            self.report.best
        } else {
            None
        };
        // The root's move is wanted too, so there a value alone does not do. At the horizon nothing is stored, so little is found.
        if !self.frames.is_empty() && (depth > 0 || !self.is_sparing()) {
            let places = [(Some(key), NOTHING), (game.circle_key(key), CIRCLES)];
            for (key, depends) in places {
                let Some(known) = key.and_then(|key| table.get(key)) else {
                    continue;
                };
                if let Some(value) = known.answers(alpha, beta, depth) {
                    return Some(Found { value, depends });
                }
                favourite = favourite.or(known.best);
            }
        }
        if let Some(value) = game.decided() {
            return Some(Found::here(value, game));
        }
        if depth == 0 || self.frames.is_full() {
            return Some(Found::here(game.evaluate(), game));
        }
        let first_move = self.moves.len();
        let mut room = true;
        game.moves(self.frames.len(), &mut |mut ranked| {
            if Some(ranked.id) == favourite {
                ranked.rank = FAVOURITE;
            }
            room &= self.moves.push(Untried::new(ranked)).is_ok();
        });
        let named = self.moves.len() - first_move;
        if !room {
            self.moves.truncate(first_move);
            return Some(Found::here(game.evaluate(), game));
        }
        if named == 0 {
            return Some(Found::here(game.stuck(), game));
        }
        let (mut breadth, mut late) = (self.limits.breadth.min(named) as u16, 0);
        if self.is_sparing() {
            if depth >= FORESIGHT {
                self.foresee(game, table, first_move, (-beta, -alpha, depth - 1));
            }
            let is_to_win = alpha > 0;
            if is_to_win && depth > LESS_DEEP {
                late = breadth.saturating_sub(EARLY_MOVES);
            } else if is_to_win {
                breadth = breadth.min(EARLY_MOVES);
            }
        }
        let always = Found::here(0, game).depends;
        let frame = Frame {
            key,
            alpha,
            beta,
            best: -LIMIT,
            best_move: None,
            tried: MoveId(0),
            leans: NOTHING,
            depth,
            depends: always,
            always,
            first_move: first_move as u16,
            left: breadth,
            late,
            less_deep: 0,
        };
        let pushed = self.frames.push(frame).is_ok();
        debug_assert!(pushed);
        None
    }

    /// Lets the first move be tried first that the table knows to refute, of those from `first_move` on. What is asked about the positions
    /// after them is the window and the depth.
    fn foresee(
        &mut self,
        game: &impl Game,
        table: &Table<'_>,
        first_move: usize,
        (alpha, beta, depth): (i16, i16, u8),
    ) {
        let refutes = |untried: &&mut Untried| {
            let key = game.key_after(untried.id());
            let places = [key, key.and_then(|key| game.circle_key(key))];
            let known = places.into_iter().flatten().filter_map(|key| table.get(key));
            known
                .filter_map(|known| known.answers(alpha, beta, depth))
                .any(|value| value <= alpha)
        };
        if let Some(untried) = self.moves[first_move..].iter_mut().find(refutes) {
            *untried = Untried::new(Ranked {
                id: untried.id(),
                rank: REFUTES,
            });
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
            if CAN_SPARE {
                frame.less_deep = if frame.left <= frame.late { LESS_DEEP } else { 0 };
            }
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
    fn window(&self) -> (i16, i16, u8) {
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
            self.report.end = if proved { End::Proved } else { End::Depth };
            self.running = false;
        } else {
            let deeper = if self.aim == Aim::Proof { PROOF_STEP } else { 1 };
            self.depth = (self.depth + deeper).min(self.limits.depth);
        }
    }
}

impl Frame {
    /// Takes in the value of the move that was tried.
    fn take(&mut self, found: Found) {
        if found.value > self.best {
            self.best = found.value;
            self.best_move = Some(self.tried);
        }
        let depends = found.depends.min(self.leans);
        if found.value >= self.beta {
            // A refutation stands by itself: the moves before it do not matter.
            self.depends = depends.min(self.always);
        } else {
            self.depends = self.depends.min(depends);
        }
    }
}

impl Known {
    /// The value, if it is deep enough or proved, and tells what the window asks.
    fn answers(self, alpha: i16, beta: i16, depth: u8) -> Option<i16> {
        let deep_enough = self.depth >= depth || self.value.abs() >= WIN;
        let tells = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        };
        (deep_enough && tells).then_some(self.value)
    }
}
