//! Chance that is the same on every run: a small generator, and random positions made with it.

use shikatsu::board::{Color, Point, PointSet, Setup};

use crate::naive::Naive;

/// A generator of numbers that look random and depend on the seed alone (the `splitmix64` steps).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator with this seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number, any of 2⁶⁴.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let once = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let twice = (once ^ (once >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        twice ^ (twice >> 31)
    }

    /// A number below `end`, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.number() % end as u64) as usize
    }

    /// A number from `first` to `last`, both included.
    pub fn between(&mut self, first: u8, last: u8) -> u8 {
        first + self.below((last - first) as usize + 1) as u8
    }

    /// True `percent` times in a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of `items`, which must not be empty.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// One of the two players.
    pub fn color(&mut self) -> Color {
        self.pick(&Color::BOTH)
    }

    /// Each of `points` in `percent` of all cases.
    pub fn some_of(&mut self, points: impl Iterator<Item = Point>, percent: usize) -> PointSet {
        points.filter(|_| self.chance(percent)).collect()
    }

    /// A possible position with key stones on a board of `size` lines. Outside points may have stones.
    pub fn setup(&mut self, size: u8) -> Setup {
        let mut setup = Setup::empty(size);
        let (stones, outside) = (self.below(80), self.pick(&[0, 0, 10, 50]));
        for point in Point::all(size)
            .filter(|_| self.chance(stones))
            .collect::<Vec<_>>()
        {
            match self.color() {
                Color::Black => setup.black.insert(point),
                Color::White => setup.white.insert(point),
            };
        }
        remove_captured(&mut setup);
        if setup.black.is_empty() && setup.white.is_empty() {
            let edge = size as usize;
            setup
                .black
                .insert(Point::new(self.below(edge) as u8, self.below(edge) as u8));
        }
        setup.outside = self.some_of(Point::all(size), outside);
        setup.to_move = self.color();

        let color = self.color();
        let defender = if setup.stones(color).is_empty() {
            color.opponent()
        } else {
            color
        };
        let stones: Vec<Point> = setup.stones(defender).iter().collect();
        for _ in 0..self.between(1, 4) {
            setup.key.insert(self.pick(&stones));
        }
        setup
    }
}

/// Takes chains without liberties off, one after the other.
pub fn remove_captured(setup: &mut Setup) {
    for point in Point::all(setup.size) {
        let naive = Naive::new(setup);
        if naive.at(point).is_some() && naive.liberties(point).is_empty() {
            let chain = naive.chain(point);
            setup.black = setup.black.minus(&chain);
            setup.white = setup.white.minus(&chain);
        }
    }
}
