//! Stones in a row with the captures of Go: the kind of game that is played for fun on a small board, and searched a few plies deep.
//!
//! Whoever first has enough stones in a row, across or down, wins. Stones without liberties are captured, suicide is forbidden, and no
//! position comes back. A side may pass, and two passes in a row are a draw. This is the naive rule book for `shikatsu::row`, and shares no code
//! with it.

use shikatsu::search::{Game, Made, MoveId, Ranked, WIN};

use super::spread;
use crate::random::Random;

/// A game on a square board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rows {
    side: usize,
    /// How many in a row win.
    row: usize,
    /// All positions of the game, the newest last: by cell `None`, or whether the first player's stone stands there. A pass repeats one.
    past: Vec<Vec<Option<bool>>>,
    first_is_to_move: bool,
    /// By move, whether it was a pass.
    passes: Vec<bool>,
}

impl Rows {
    /// An empty board.
    pub fn new(side: usize, row: usize) -> Rows {
        Rows {
            side,
            row,
            past: vec![vec![None; side * side]],
            first_is_to_move: true,
            passes: Vec::new(),
        }
    }

    /// The move that is none.
    pub fn pass(&self) -> MoveId {
        MoveId((self.side * self.side) as u16)
    }

    /// Every move that is legal here, the pass last.
    pub fn legal(&mut self) -> Vec<MoveId> {
        let all = (0..=self.side * self.side).map(|cell| MoveId(cell as u16));
        let is_legal = |id: &MoveId| {
            let made = matches!(self.make(*id), Made::Fine | Made::Leans);
            if made {
                self.unmake();
            }
            made
        };
        all.filter(is_legal).collect()
    }

    /// A position after some random moves, in which nobody has won. The moves before it are forgotten.
    pub fn random(side: usize, row: usize, moves: usize, random: &mut Random) -> Rows {
        let mut game = Rows::new(side, row);
        for _ in 0..moves {
            let before = game.clone();
            game.make(MoveId(random.below(side * side) as u16));
            if game.decided().is_some() {
                game = before;
            }
        }
        game.past = vec![game.cells().to_vec()];
        game.passes.clear();
        game
    }

    /// The newest position.
    pub fn cells(&self) -> &[Option<bool>] {
        self.past.last().expect("a game has a position")
    }

    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (side, column) = (self.side, cell % self.side);
        let ways = [
            (cell >= side).then(|| cell - side),
            (cell + side < side * side).then_some(cell + side),
            (column > 0).then(|| cell - 1),
            (column + 1 < side).then_some(cell + 1),
        ];
        ways.into_iter().flatten()
    }

    /// The chain of the stone on a cell, if it has no liberty.
    fn captured(&self, cells: &[Option<bool>], cell: usize) -> Option<Vec<usize>> {
        let mut chain = vec![cell];
        let mut next = 0;
        while let Some(&stone) = chain.get(next) {
            for beside in self.beside(stone) {
                // An empty cell is a liberty.
                let stone = cells[beside]?;
                if Some(stone) == cells[cell] && !chain.contains(&beside) {
                    chain.push(beside);
                }
            }
            next += 1;
        }
        Some(chain)
    }

    fn has_a_row(&self, first: bool) -> bool {
        let stands = |column: usize, row: usize| self.cells()[row * self.side + column] == Some(first);
        let fits = self.side + 1 - self.row;
        (0..self.side).any(|line| {
            (0..fits).any(|from| {
                let mut steps = from..from + self.row;
                steps.clone().all(|step| stands(step, line)) || steps.all(|step| stands(line, step))
            })
        })
    }

    /// How many plies a win or a loss is away that is forced within `depth`, and the value: by trying everything. `None` if nothing is forced.
    pub fn forced(&mut self, depth: u8) -> Option<(i16, u8)> {
        if let Some(value) = self.decided() {
            return (value != 0).then_some((value, 0));
        }
        if depth == 0 {
            return None;
        }
        let replies = self.replies(depth);
        let wins = replies
            .iter()
            .filter_map(|&(_, reply)| reply)
            .filter(|reply| reply.0 < 0);
        if let Some(soonest) = wins.map(|(_, plies)| plies).min() {
            return Some((WIN, soonest + 1));
        }
        let all_lose = !replies.is_empty() && replies.iter().all(|(_, reply)| reply.is_some());
        let latest = replies
            .iter()
            .filter_map(|&(_, reply)| reply)
            .map(|(_, plies)| plies)
            .max();
        all_lose.then(|| (-WIN, latest.unwrap_or(0) + 1))
    }

    /// What each legal move forces within `depth`, seen by the other side.
    pub fn replies(&mut self, depth: u8) -> Vec<(MoveId, Option<(i16, u8)>)> {
        let legal = self.legal();
        let reply = |id| {
            self.make(id);
            let forced = self.forced(depth - 1);
            self.unmake();
            (id, forced)
        };
        legal.into_iter().map(reply).collect()
    }

    /// The same as [`forced`](Rows::forced) without trying what no longer matters, so that it can look further.
    pub fn soonest(&mut self, depth: u8) -> Option<(i16, u8)> {
        (0..=depth).find_map(|plies| {
            let wins = self.wins_within(plies).then_some(WIN);
            wins.or_else(|| self.loses_within(plies).then_some(-WIN))
                .map(|value| (value, plies))
        })
    }

    /// Whether the side to move has a move after which the other loses within `plies - 1`.
    fn wins_within(&mut self, plies: u8) -> bool {
        if self.decided().is_some() || plies == 0 {
            return false;
        }
        let legal = self.legal();
        legal.into_iter().any(|id| {
            self.make(id);
            let loses = self.loses_within(plies - 1);
            self.unmake();
            loses
        })
    }

    /// Whether the side to move has lost, or loses within `plies` whatever it does.
    fn loses_within(&mut self, plies: u8) -> bool {
        if let Some(value) = self.decided() {
            return value < 0;
        }
        if plies < 2 {
            return false;
        }
        let legal = self.legal();
        legal.into_iter().all(|id| {
            self.make(id);
            let wins = self.wins_within(plies - 1);
            self.unmake();
            wins
        })
    }
}

impl Game for Rows {
    fn key(&self) -> u64 {
        let digit = |cell: &Option<bool>| cell.map_or(0, |first| 1 + u64::from(first));
        let cells = self.cells().iter().fold(0, |key, cell| spread(key + digit(cell)));
        // A win that was seen with more plies left than there are now would be told too soon.
        let way = 2 * self.past.len() + usize::from(self.passes.last() == Some(&true));
        spread(cells + way as u64)
    }

    fn decided(&mut self) -> Option<i16> {
        if self.has_a_row(!self.first_is_to_move) {
            return Some(-WIN);
        }
        self.passes.ends_with(&[true, true]).then_some(0)
    }

    fn evaluate(&mut self) -> i16 {
        let stones = self.cells().iter().flatten();
        stones
            .map(|&first| if first == self.first_is_to_move { 1 } else { -1 })
            .sum()
    }

    fn stuck(&mut self) -> i16 {
        0
    }

    fn moves(&mut self, _ply: usize, name: &mut dyn FnMut(Ranked)) {
        for cell in (0..self.side * self.side).filter(|&cell| self.cells()[cell].is_none()) {
            let stones = self.beside(cell).filter(|&beside| self.cells()[beside].is_some());
            name(Ranked {
                id: MoveId(cell as u16),
                rank: stones.count() as i16,
            });
        }
        name(Ranked {
            id: self.pass(),
            rank: -1,
        });
    }

    fn make(&mut self, MoveId(cell): MoveId) -> Made {
        let (cell, mover) = (usize::from(cell), self.first_is_to_move);
        let mut after = self.cells().to_vec();
        if cell == self.side * self.side {
            self.past.push(after);
            self.passes.push(true);
            self.first_is_to_move = !mover;
            return Made::Fine;
        }
        if after[cell].is_some() {
            return Made::Illegal;
        }
        after[cell] = Some(mover);
        for beside in self.beside(cell) {
            if after[beside] == Some(!mover)
                && let Some(chain) = self.captured(&after, beside)
            {
                for stone in chain {
                    after[stone] = None;
                }
            }
        }
        if self.captured(&after, cell).is_some() {
            return Made::Illegal;
        }
        if let Some(ply) = self.past.iter().rposition(|before| *before == after) {
            return Made::Banned(ply as u8);
        }
        // Where a stone comes back, other positions could have come back on another path.
        let comes_back = self.past.iter().any(|before| before[cell] == Some(mover));
        self.past.push(after);
        self.passes.push(false);
        self.first_is_to_move = !mover;
        if comes_back { Made::Leans } else { Made::Fine }
    }

    fn unmake(&mut self) {
        self.past.pop();
        self.passes.pop();
        self.first_is_to_move = !self.first_is_to_move;
    }
}
