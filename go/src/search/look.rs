//! A look at one position: its value if that can be told at once, or else a frame in which its moves are tried.

use core::ops::ControlFlow;

use super::engine::Search;
use super::frame::{CIRCLES, Found, Frame, LESS_DEEP, LIMIT, NOTHING, Untried};
use super::table::Known;
use super::{Game, MoveId, Ranked, Table};

/// How early to try the move that was best before, and one that is known to refute.
const FAVOURITE: i16 = i16::MAX - 1;
const REFUTES: i16 = i16::MAX;

/// From this depth on, where nodes are spared, it pays to ask the table about every move first.
const FORESIGHT: u8 = 3;
/// Where nodes are spared, the side that is to win has this many moves searched in full. Nearly every move that refutes is among them.
const EARLY_MOVES: u16 = 7;

/// What is asked about a position.
#[derive(Clone, Copy, Debug)]
struct Asked {
    key: u64,
    alpha: i16,
    beta: i16,
    depth: u8,
}

/// What a position has to try.
enum Moves {
    /// Nothing: no move is worth naming.
    None,
    /// This many moves, on top of the list.
    Listed(u16),
    /// More moves than the list has room for. It is as it was.
    NoRoom,
}

#[expect(
    clippy::inline_always,
    reason = "on the chip each node pays for every call; measured"
)]
impl<const DEPTH: usize, const MOVES: usize> Search<DEPTH, MOVES> {
    /// The value of the position on the board, if it can be told without trying moves. If not, a frame is opened for them.
    pub(super) fn look<G: Game>(&mut self, game: &mut G, table: &Table<'_>) -> Option<Found> {
        self.report.nodes += 1;
        let asked = self.asked(game);
        let favourite = match self.recall(game, table, &asked) {
            ControlFlow::Break(known) => return Some(known),
            ControlFlow::Continue(favourite) => favourite,
        };
        if let Some(value) = game.decided() {
            return Some(Found::here(value, game));
        }
        if asked.depth == 0 {
            return Some(Found::here(game.evaluate(), game));
        }
        match self.list_moves(game, favourite) {
            Moves::None => Some(Found::here(game.stuck(), game)),
            Moves::NoRoom => {
                self.lacks_room = true;
                Some(Found::only_now(game.evaluate()))
            }
            Moves::Listed(named) => {
                self.open_frame(game, table, &asked, named);
                None
            }
        }
    }

    /// What is asked about the position on the board: at the root by the round, below by the position above.
    #[inline(always)]
    fn asked<G: Game>(&self, game: &G) -> Asked {
        let (alpha, beta, depth) = match self.frames.last() {
            None => self.window(),
            Some(above) => {
                let depth = above.depth - 1 - above.less_deep();
                (-above.beta, -above.alpha.max(above.best), depth)
            }
        };
        let is_unknown = G::TELLS_PLY && depth == 0;
        Asked {
            key: if is_unknown { 0 } else { game.key() },
            alpha,
            beta,
            depth,
        }
    }

    /// Asks the table: it has the value, or else perhaps the move that was best before.
    #[inline(always)]
    fn recall<G: Game>(
        &self,
        game: &G,
        table: &Table<'_>,
        asked: &Asked,
    ) -> ControlFlow<Found, Option<MoveId>> {
        // The root's move is wanted too, so a value alone is not enough there.
        if self.frames.is_empty() {
            return ControlFlow::Continue(self.report.best);
        }
        // At the horizon nothing is stored, so little is found.
        if asked.depth == 0 && (self.spares_nodes || G::TELLS_PLY) {
            return ControlFlow::Continue(None);
        }
        let mut favourite = None;
        let places = [(Some(asked.key), NOTHING), (game.circle_key(asked.key), CIRCLES)];
        for (key, depends) in places {
            let Some(known) = key.and_then(|key| table.get(key)) else {
                continue;
            };
            if let Some(value) = known.answers(asked.alpha, asked.beta, asked.depth) {
                return ControlFlow::Break(Found { value, depends });
            }
            favourite = favourite.or(known.best);
        }
        ControlFlow::Continue(favourite)
    }

    /// Puts the position's moves on top of the list.
    fn list_moves(&mut self, game: &mut impl Game, favourite: Option<MoveId>) -> Moves {
        let first_move = self.moves.len();
        let mut room = true;
        game.moves(self.frames.len(), &mut |mut ranked| {
            if Some(ranked.id) == favourite {
                ranked.rank = FAVOURITE;
            }
            room &= self.moves.push(Untried::new(ranked)).is_ok();
        });
        if !room {
            self.moves.truncate(first_move);
            return Moves::NoRoom;
        }
        match self.moves.len() - first_move {
            0 => Moves::None,
            named => Moves::Listed(named as u16),
        }
    }

    /// Opens the frame of a position whose moves, `named` of them, are on top of the list.
    #[inline(always)]
    fn open_frame(&mut self, game: &impl Game, table: &Table<'_>, asked: &Asked, named: u16) {
        let first_move = self.moves.len() - usize::from(named);
        let (mut left, mut late) = (self.limits.breadth.min(named.into()) as u16, 0);
        if self.spares_nodes {
            (left, late) = self.spare(game, table, asked, (first_move, left));
        }
        let always = Found::here(0, game).depends;
        let frame = Frame {
            key: asked.key,
            alpha: asked.alpha,
            beta: asked.beta,
            best: -LIMIT,
            best_move: None,
            tried: MoveId(0),
            leans: NOTHING,
            depth: asked.depth,
            depends: always,
            always,
            first_move: first_move as u16,
            left,
            late,
        };
        // The root's depth is at most DEPTH, and each frame below has less: there is always room.
        let pushed = self.frames.push(frame).is_ok();
        debug_assert!(pushed);
    }

    /// Where nodes are spared: how many of the moves from `first_move` on are tried, where `breadth` are allowed, and how many of these
    /// are searched less deep.
    // Out of line: the handheld spares nothing, and the code that it does run is faster without this in its middle.
    #[inline(never)]
    fn spare(
        &mut self,
        game: &impl Game,
        table: &Table<'_>,
        asked: &Asked,
        (first_move, breadth): (usize, u16),
    ) -> (u16, u16) {
        if asked.depth >= FORESIGHT {
            self.foresee(game, table, first_move, asked);
        }
        let is_to_win = asked.alpha > 0;
        let later = breadth.saturating_sub(EARLY_MOVES);
        if !is_to_win {
            (breadth, 0)
        } else if asked.depth > LESS_DEEP {
            (breadth, later)
        } else {
            (breadth - later, 0)
        }
    }

    /// Of the moves from `first_move` on, has the first one tried first that the table knows to refute.
    fn foresee(&mut self, game: &impl Game, table: &Table<'_>, first_move: usize, asked: &Asked) {
        let (alpha, beta, depth) = (-asked.beta, -asked.alpha, asked.depth - 1);
        let refutes = |untried: &&mut Untried| {
            let key = game.key_after(untried.id());
            let places = [key, key.and_then(|key| game.circle_key(key))];
            let known = places.into_iter().flatten().filter_map(|key| table.get(key));
            known
                .filter_map(|known: Known| known.answers(alpha, beta, depth))
                .any(|value| value <= alpha)
        };
        if let Some(untried) = self.moves[first_move..].iter_mut().find(refutes) {
            *untried = Untried::new(Ranked {
                id: untried.id(),
                rank: REFUTES,
            });
        }
    }
}
