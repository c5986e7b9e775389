//! Noughts and crosses, with its value by plain recursion.

use std::collections::HashMap;

use shikatsu::search::{Game, Made, MoveId, Ranked, WIN};

const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// A position: what the side to move has, what the other has, and the moves that led here.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Noughts {
    mine: u16,
    theirs: u16,
    moves: Vec<MoveId>,
}

impl Noughts {
    /// How many cells are free.
    pub fn free(&self) -> u8 {
        9 - (self.mine | self.theirs).count_ones() as u8
    }

    /// All positions that can come about, with their values for the side to move.
    pub fn all() -> Vec<(Noughts, i16)> {
        let mut values = HashMap::new();
        Noughts::default().visit(&mut values);
        let mut all: Vec<_> = values.into_iter().collect();
        all.sort_unstable();
        let position = |((mine, theirs), value)| {
            let moves = Vec::new();
            (Noughts { mine, theirs, moves }, value)
        };
        all.into_iter().map(position).collect()
    }

    fn visit(&mut self, values: &mut HashMap<(u16, u16), i16>) -> i16 {
        if let Some(&value) = values.get(&(self.mine, self.theirs)) {
            return value;
        }
        let value = self.decided().unwrap_or_else(|| {
            let free = (0..9).filter(|cell| (self.mine | self.theirs) & 1 << cell == 0);
            let mut best = -WIN;
            for cell in free.collect::<Vec<_>>() {
                self.make(MoveId(cell));
                best = best.max(-self.visit(values));
                self.unmake();
            }
            best
        });
        values.insert((self.mine, self.theirs), value);
        value
    }
}

impl Game for Noughts {
    fn key(&self) -> u64 {
        u64::from(self.mine) << 9 | u64::from(self.theirs)
    }

    fn decided(&mut self) -> Option<i16> {
        if LINES.iter().any(|line| self.theirs & line == *line) {
            return Some(-WIN);
        }
        (self.free() == 0).then_some(0)
    }

    fn evaluate(&mut self) -> i16 {
        // Any opinion will do, as long as it is not always that of a draw.
        self.mine.count_ones() as i16 * 7 - self.theirs as i16
    }

    fn moves(&mut self, _ply: usize, name: &mut dyn FnMut(Ranked)) {
        for cell in 0..9 {
            name(Ranked {
                id: MoveId(cell),
                rank: i16::from(cell == 4),
            });
        }
    }

    fn make(&mut self, id: MoveId) -> Made {
        let cell = 1 << id.0;
        if (self.mine | self.theirs) & cell != 0 {
            return Made::Illegal;
        }
        (self.mine, self.theirs) = (self.theirs, self.mine | cell);
        self.moves.push(id);
        Made::Fine
    }

    fn unmake(&mut self) {
        let cell = 1 << self.moves.pop().expect("a move to take back").0;
        (self.mine, self.theirs) = (self.theirs & !cell, self.mine);
    }
}
