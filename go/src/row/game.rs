//! The game that is searched: stones, lines, whose turn it is, and what may not come back.
//!
//! **One ply sooner.** A side that can complete a row with its next move has won, so that is decided without making the move. Every win ends that
//! way, so all of them are seen one ply sooner than they happen, and which is the nearest stays the same. Only at the root it is not done:
//! there the move itself is wanted.
//!
//! **What depends on the way here.** A position may not come back, so its value may depend on the positions before it. To bring one back, a stone
//! must be played where one of its colour was captured since. Those that stood before the search are the same on every path of it: their
//! bans are plain rules. For the rest, where stones were captured on the way is part of a position's number, and a value below which a stone
//! came back to such a point is never stored. So what the table says is true on every path that asks. The ply is part of the number,
//! too: a win that was seen with more plies left than there are now would be told too soon.

use heapless::Vec;

use super::lines::Lines;
use super::order::Order;
use super::rules::{LARGEST, Rules};
use super::thinker::{MAX_DEPTH, Task};
use crate::board::{Color, MAX_PLIES, Point, stone_key};
use crate::region::{Bits, Region, Stones, Word};
use crate::search::{Game, Made, MoveId, Ranked, WIN};

/// Points of the largest board.
pub(super) const POINTS: usize = LARGEST as usize * LARGEST as usize;
/// The words that a set of them takes.
pub(super) const WORDS: usize = POINTS.div_ceil(Word::BITS as usize);

/// A set of points.
pub(super) type Cells = Bits<WORDS>;

/// Nothing is played. Not a point of any board.
pub(super) const PASS: MoveId = MoveId(POINTS as u16);

/// The positions of a line: the root, those after the search's moves, and one more that is only looked at.
const PLIES: usize = MAX_DEPTH + 2;

/// What an opposing stone that can be captured with the next move is worth, and one's own that the other side may capture then.
const CAN_CAPTURE: i16 = 12;
const CAN_BE_CAPTURED: i16 = 6;
/// Smaller differences are no reason to look at twice as many positions.
const GRAIN: i16 = 16;

/// A position on the current line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ply {
    pub(super) stones: Stones<WORDS>,
    pub(super) lines: Lines,
    /// By colour: where its stones were captured since the root, and the number of that.
    lost: [Cells; 2],
    lost_key: u64,
    pub(super) to_move: Color,
    /// Passes in a row.
    passes: u8,
}

impl Ply {
    const NOTHING: Ply = Ply {
        stones: Stones::NONE,
        lines: Lines::EMPTY,
        lost: [Bits::EMPTY; 2],
        lost_key: 0,
        to_move: Color::Black,
        passes: 0,
    };
}

/// A position being searched.
#[derive(Debug)]
pub(super) struct RowGame {
    pub(super) rules: Rules,
    pub(super) region: Region<WORDS>,
    /// From the root to the position on the board, which is the one at `top`.
    plies: [Ply; PLIES],
    top: usize,
    /// The arrangements that stood before the root, and the root's.
    past: Vec<u64, MAX_PLIES>,
    /// By colour: where its stones were captured before the root.
    gone: [Cells; 2],
    /// Whether the position on the board was judged by a move that is legal on this path only.
    leans: bool,
    pub(super) order: Order,
}

impl RowGame {
    /// A game on a board without points.
    pub(super) const NOTHING: RowGame = RowGame {
        rules: Rules::FIRST,
        region: Region::NOTHING,
        plies: [Ply::NOTHING; PLIES],
        top: 0,
        past: Vec::new(),
        gone: [Bits::EMPTY; 2],
        leans: false,
        order: Order::NONE,
    };

    /// Puts a position down in place of any before.
    pub(super) fn set(&mut self, task: &Task<'_>) {
        self.rules = task.rules;
        // Every board that has rules fits.
        self.region = Region::whole(task.rules.size()).unwrap_or(Region::NOTHING);
        self.top = 0;
        let root = &mut self.plies[0];
        *root = Ply {
            to_move: task.to_move,
            passes: u8::from(task.passed),
            ..Ply::NOTHING
        };
        for (color, stones) in [(Color::Black, task.black), (Color::White, task.white)] {
            for point in stones.iter() {
                root.stones.put(&self.region, self.region.cell(point), color);
                root.lines.turn(self.rules, (point.column(), point.row()), color);
            }
        }
        self.past.clear();
        // If the past is longer than a game can be, the newest part counts.
        let newest = task.past.iter().rev().take(MAX_PLIES - 1);
        self.past.extend(newest.copied());
        let _ = self.past.push(root.stones.hash());
        self.gone = task.taken.map(|points| self.region.bits(&points));
        self.leans = false;
        self.order = Order::new(task.seed);
    }

    /// The position that the search began with.
    pub(super) const fn root(&self) -> &Ply {
        &self.plies[0]
    }

    pub(super) fn top(&self) -> &Ply {
        &self.plies[self.top]
    }

    /// The point that a move is played on.
    pub(super) fn point(&self, id: MoveId) -> Option<Point> {
        (id != PASS).then(|| self.region.point(id.0.into()))
    }

    /// Whether nothing was captured so far, neither in the search nor before it.
    pub(super) fn is_without_captures(&self) -> bool {
        let [black, white] = self.gone;
        let [lost_black, lost_white] = self.top().lost;
        (black | white | lost_black | lost_white).is_empty()
    }

    /// How many stones of `color` stand alone and have one liberty. `single` are the cells with one free cell beside them.
    fn gasping(&self, color: Color, single: Cells) -> i16 {
        let own = self.top().stones.of(color);
        let suspects = own & single;
        if suspects.is_empty() {
            return 0;
        }
        suspects.minus(self.region.beside(own)).len() as i16
    }

    /// What comes of a stone that was put on the topmost ply, where one of its colour was captured before.
    fn comes_back(&self, cell: usize, mover: Color) -> Made {
        let [before @ .., after] = &self.plies[..=self.top] else {
            unreachable!("the root lies below every move");
        };
        let hash = after.stones.hash();
        if self.past.contains(&hash) {
            return Made::Illegal;
        }
        let was_lost_here = before
            .last()
            .is_some_and(|ply| ply.lost[mover as usize].contains(cell));
        if !was_lost_here {
            return Made::Fine;
        }
        match before.iter().rposition(|ply| ply.stones.hash() == hash) {
            Some(above) => Made::Banned(above as u8),
            None => Made::Leans,
        }
    }

    fn make_on_top(&mut self, id: MoveId) -> Made {
        let [.., before, after] = &mut self.plies[..=self.top] else {
            unreachable!("the root lies below every move");
        };
        *after = *before;
        let mover = after.to_move;
        after.to_move = mover.opponent();
        if id == PASS {
            after.passes += 1;
            return Made::Fine;
        }
        after.passes = 0;
        let cell = usize::from(id.0);
        let around = self.region.around(cell);
        let Some(captured) = after
            .stones
            .take_move(&self.region, cell, mover, around, Bits::EMPTY)
        else {
            return Made::Illegal;
        };
        let place = self.region.point(cell);
        after.lines.turn(self.rules, (place.column(), place.row()), mover);
        if !captured.is_empty() {
            let foe = mover.opponent();
            for cell in captured.iter() {
                let point = self.region.point(cell);
                after.lines.turn(self.rules, (point.column(), point.row()), foe);
                if !after.lost[foe as usize].contains(cell) {
                    after.lost_key ^= stone_key(point, foe).rotate_left(17);
                }
            }
            after.lost[foe as usize] |= captured;
        }
        let was_captured = (self.gone[mover as usize] | before.lost[mover as usize]).contains(cell);
        if was_captured {
            self.comes_back(cell, mover)
        } else {
            Made::Fine
        }
    }

    /// Whether the side to move completes a row with its next move.
    fn completes_a_row(&mut self) -> bool {
        let ply = self.top();
        if ply.lines.almost(ply.to_move) == 0 {
            return false;
        }
        let last_points = self.last_points(ply.to_move);
        let empty = ply.stones.empty(&self.region);
        let captured = self.gone[ply.to_move as usize] | ply.lost[ply.to_move as usize];
        for cell in last_points.iter() {
            // Most often the stone has a liberty at once and nothing to come back to, and need not be put down to see that.
            if self.region.around(cell).meets(empty) && !captured.contains(cell) {
                return true;
            }
            let made = self.make(MoveId(cell as u16));
            if matches!(made, Made::Fine | Made::Leans) {
                self.unmake();
                self.leans |= made == Made::Leans;
                return true;
            }
            self.leans |= matches!(made, Made::Banned(_));
        }
        false
    }
}

/// A number for each ply.
const WAYS: [u64; PLIES] = {
    let mut ways = [0; PLIES];
    let mut ply = 0;
    while ply < PLIES {
        ways[ply] = (ply as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ply += 1;
    }
    ways
};

impl Game for RowGame {
    const TELLS_PLY: bool = true;

    fn key(&self) -> u64 {
        let ply = self.top();
        let passed = if ply.passes == 0 { 0 } else { 0xa076_1d64_78bd_642f };
        // The ply says whose turn it is.
        ply.stones.hash() ^ ply.lost_key ^ passed ^ WAYS[self.top]
    }

    fn decided(&mut self) -> Option<i16> {
        self.leans = false;
        let ply = self.top();
        if ply.lines.has_row(ply.to_move.opponent()) {
            return Some(-WIN);
        }
        if ply.lines.has_row(ply.to_move) {
            return Some(WIN);
        }
        if ply.passes >= 2 {
            return Some(0);
        }
        (self.top > 0 && self.completes_a_row()).then_some(WIN)
    }

    fn evaluate(&mut self) -> i16 {
        let ply = self.top();
        let (mover, foe) = (ply.to_move, ply.to_move.opponent());
        let rows = ply.lines.worth(mover) - ply.lines.worth(foe);
        let free = self.region.counts(ply.stones.empty(&self.region));
        let [ones, ..] = free.digits();
        let single = ones.minus(free.at_least_two());
        let mut value = rows;
        // Most often no stone has just one.
        if single.meets(ply.stones.of(mover) | ply.stones.of(foe)) {
            value += CAN_CAPTURE * self.gasping(foe, single) - CAN_BE_CAPTURED * self.gasping(mover, single);
        }
        value / GRAIN * GRAIN
    }

    fn moves(&mut self, ply: usize, name: &mut dyn FnMut(Ranked)) {
        self.name_moves(ply, name);
    }

    fn make(&mut self, id: MoveId) -> Made {
        // The position after the move is made where it will stay. If it may not stay, it is dropped again.
        self.top += 1;
        let made = self.make_on_top(id);
        if !matches!(made, Made::Fine | Made::Leans) {
            self.top -= 1;
        }
        made
    }

    fn unmake(&mut self) {
        self.top -= 1;
    }

    fn refuted(&mut self, ply: usize, id: MoveId, depth: u8) {
        let mover = self.top().to_move;
        self.order.learn(ply, id, mover, depth);
    }

    fn holds_on_this_path_only(&self) -> bool {
        self.leans
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Game as Record, Setup};
    use crate::row::taken;
    use crate::search::Limits;
    use std::vec::Vec;

    /// Numbers by chance.
    struct Noise(u32);

    impl Noise {
        fn below(&mut self, count: usize) -> usize {
            self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (self.0 >> 8) as usize % count
        }
    }

    fn at_root(rules: Rules, record: &mut Record) -> std::boxed::Box<RowGame> {
        let taken = taken(record);
        let past: Vec<u64> = record.past().collect();
        let mut game = std::boxed::Box::new(RowGame::NOTHING);
        game.set(&Task::of(rules, record, &past, taken, Limits::NONE));
        game
    }

    /// Whether the record and the game agree about every move, and about the stones.
    fn compare(game: &mut RowGame, record: &Record) {
        for point in Point::all(game.rules.size()) {
            let made = if record.board().is_stone(point) {
                Made::Illegal
            } else {
                game.make(MoveId(game.region.cell(point) as u16))
            };
            let is_legal = matches!(made, Made::Fine | Made::Leans);
            if is_legal {
                game.unmake();
            }
            assert_eq!(is_legal, record.check(point).is_ok(), "{point:?} {made:?}");
        }
        assert_eq!(game.top().stones.hash(), record.board().hash());
        // The lines that were kept are those that are counted anew.
        let mut lines = Lines::EMPTY;
        for color in Color::BOTH {
            for point in record.board().stones(color).iter() {
                lines.turn(game.rules, (point.column(), point.row()), color);
            }
        }
        for color in Color::BOTH {
            let (kept, anew) = (&game.top().lines, &lines);
            assert_eq!(kept.worth(color), anew.worth(color));
            assert_eq!(kept.almost(color), anew.almost(color));
            let rows = game.rules.rows(&record.board().stones(color));
            assert_eq!(kept.has_row(color), !rows.is_empty());
        }
    }

    #[test]
    fn the_search_plays_by_the_rules_of_the_record_with_its_past_and_on_its_own_paths() {
        let mut noise = Noise(20);
        let (mut kos, mut moves) = (0, 0);
        for round in 0..240 {
            let size = 4 + (round % 6) as u8;
            let rules = Rules::usual(size).unwrap();
            let mut record = Record::new(&Setup::empty(size));
            let roots = 2 * usize::from(size) * usize::from(size);
            let mut game = at_root(rules, &mut record);
            for ply in 0..roots {
                // Every few moves a new search begins, with what came before as its past.
                if game.top > 0 && game.top + 2 >= PLIES {
                    game = at_root(rules, &mut record);
                }
                compare(&mut game, &record);
                let legal: Vec<Point> = Point::all(size).filter(|&p| record.check(p).is_ok()).collect();
                let empty = Point::all(size).filter(|&p| !record.board().is_stone(p));
                kos += empty
                    .filter(|&p| record.check(p) == Err(crate::board::Illegal::Ko))
                    .count();
                if legal.is_empty() || (ply > 0 && noise.below(12) == 0) {
                    if record.pass().is_err() || record.verdict().is_some() {
                        break;
                    }
                    assert_eq!(game.make(PASS), Made::Fine);
                    continue;
                }
                let chosen = legal[noise.below(legal.len())];
                record.play(chosen).unwrap();
                let made = game.make(MoveId(game.region.cell(chosen) as u16));
                assert!(matches!(made, Made::Fine | Made::Leans));
                moves += 1;
            }
        }
        assert!(kos > 80 && moves > 5000, "{kos} kos in {moves} moves");
    }
}
