//! Which moves are worth trying, and in which order: near stones first.

use super::game::{Cells, PASS, POINTS, RowGame, WORDS};
use super::thinker::MAX_DEPTH;
use crate::board::Color;
use crate::region::{Bits, Word};
use crate::search::{MoveId, Ranked};

/// The most that rows count for, with room for all that is added.
const MOST: i32 = 32_000;
/// How early to try a move that captures, and one that refuted before.
const CAPTURES: i16 = 150;
const REFUTED: i16 = 120;
const SAVES: i16 = 40;
/// What was learnt of a point grows to this, and then all of it is halved.
const FULL: u8 = 200;
/// How early to try a move beside a stone, and one that is two steps away.
const BESIDE: i16 = 12;
const NEAR: i16 = 6;
/// A pass comes last, but where no row is open to anybody it comes first: then the game is a draw.
const PASSES: i16 = -1000;

/// What was learnt on the way, and where chance comes in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    /// By ply, the move that refuted last.
    killers: [u8; MAX_DEPTH],
    /// By colour and point, how much a move there has refuted.
    history: [[u8; POINTS]; 2],
    seed: u32,
}

impl Order {
    pub(super) const NONE: Order = Order::new(0);

    /// Nothing was learnt.
    pub(super) const fn new(seed: u32) -> Order {
        Order {
            killers: [POINTS as u8; MAX_DEPTH],
            history: [[0; POINTS]; 2],
            seed,
        }
    }

    /// A move of `color` refuted the one before it, with `depth` plies left.
    pub(super) fn learn(&mut self, ply: usize, id: MoveId, color: Color, depth: u8) {
        if let Some(killer) = self.killers.get_mut(ply) {
            *killer = id.0 as u8;
        }
        let history = &mut self.history[color as usize];
        let Some(count) = history.get_mut(usize::from(id.0)) else {
            return;
        };
        *count = count.saturating_add(depth * depth);
        if *count >= FULL {
            for count in history {
                *count /= 2;
            }
        }
    }

    /// The cell of the move that refuted last at this ply; none has the number [`POINTS`].
    fn killer(&self, ply: usize) -> usize {
        self.killers.get(ply).map_or(POINTS, |&killer| killer.into())
    }

    /// A small number for a move at the root. It differs with the seed, so that the same game is not played twice.
    fn whim(&self, cell: usize) -> i16 {
        if self.seed == 0 {
            return 0;
        }
        let mixed = (self.seed ^ cell as u32).wrapping_mul(0x9e37_79b1);
        (mixed >> 30) as i16
    }
}

impl RowGame {
    /// Names the moves worth trying.
    ///
    /// If the other side is about to complete a row, only a stone there or a capture can help: any other move loses with the next one, and so
    /// does nothing better than these. That is certain as long as the completing stone has two liberties, one of which stays, and nothing was
    /// captured yet, so that superko has no say.
    pub(super) fn name_moves(&self, ply: usize, name: &mut dyn FnMut(Ranked)) {
        let top = self.top();
        let (rules, mover) = (self.rules, top.to_move);
        let foe = mover.opponent();
        let empty = top.stones.empty(&self.region);
        let mut ranks = [0; POINTS];
        let are_open = top.lines.rank(rules, mover, &mut ranks);
        let several = self.region.counts(empty).at_least_two();
        let captures = self.last_liberties(foe, empty, several);
        let mut cells = empty;
        if top.lines.almost(foe) > 0 && self.is_without_captures() {
            let stops = self.robust_last_points(foe, empty);
            if !stops.is_empty() {
                cells = stops | captures;
                let completes = self.last_points(mover);
                cells |= completes;
            }
        }
        let stones = top.stones.of(Color::Black) | top.stones.of(Color::White);
        let beside = self.region.beside(stones);
        let common = [
            (beside, BESIDE),
            (self.region.beside(beside), NEAR),
            (captures, CAPTURES),
            (self.last_liberties(mover, empty, several), SAVES),
        ];
        let history = &self.order.history[mover as usize];
        let killer = self.order.killer(ply);
        // Word by word, since finding a cell's word again in each of these sets would take most of the time.
        for place in 0..WORDS {
            let words = common.map(|(members, weight)| (members.word(place), weight));
            let mut left = cells.word(place);
            while left != 0 {
                let bit = left & left.wrapping_neg();
                left ^= bit;
                let cell = Word::BITS as usize * place + bit.trailing_zeros() as usize;
                let weigh =
                    |sum, (word, weight): &(Word, i16)| sum + if word & bit == 0 { 0 } else { *weight };
                let mut rank =
                    words.iter().fold(ranks[cell].min(MOST) as i16, weigh) + i16::from(history[cell]) / 2;
                if ply == 0 {
                    rank += self.order.whim(cell);
                }
                if killer == cell {
                    rank += REFUTED;
                }
                name(Ranked {
                    id: MoveId(cell as u16),
                    rank,
                });
            }
        }
        name(Ranked {
            id: PASS,
            rank: if are_open { PASSES } else { -PASSES },
        });
    }

    /// Where a stone of `color` completes a row.
    pub(super) fn last_points(&self, color: Color) -> Cells {
        let mut points = Cells::EMPTY;
        self.top()
            .lines
            .each_last_cell(self.rules, color, |cell| points.insert(cell));
        points
    }

    /// The same, where the stone is sure to have a liberty even if the other side takes one first.
    fn robust_last_points(&self, color: Color, empty: Cells) -> Cells {
        let own = self.top().stones.of(color);
        let mut robust = Cells::EMPTY;
        for cell in self.last_points(color).iter() {
            let stone = Bits::one(cell);
            let chain = self.region.flood(stone, own | stone);
            let mut liberties = self.region.beside(chain) & empty;
            liberties.remove(cell);
            if liberties.has_more_than(1) {
                robust.insert(cell);
            }
        }
        robust
    }

    /// The last liberties of the chains of `color` that have only one. `several` are the cells with two free cells beside them or more.
    fn last_liberties(&self, color: Color, empty: Cells, several: Cells) -> Cells {
        let own = self.top().stones.of(color);
        let mut last = Cells::EMPTY;
        // A chain is not in danger if one of its stones has two free points beside it.
        let many = own & several;
        if own.minus(many).is_empty() {
            return last;
        }
        let mut rest = own.minus(self.region.flood(many, own));
        while !rest.is_empty() {
            let chain = self.region.flood(rest.lowest(), rest);
            rest = rest.minus(chain);
            let liberties = self.region.beside(chain) & empty;
            if liberties.is_single() {
                last |= liberties;
            }
        }
        last
    }
}
