//! A set of points: one bit each, copied freely.

use super::point::{CELLS, Point};

const WORDS: usize = CELLS.div_ceil(u32::BITS as usize);

/// A set of points of any board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PointSet {
    words: [u32; WORDS],
}

impl PointSet {
    /// The set without points.
    pub const EMPTY: PointSet = PointSet { words: [0; WORDS] };

    const fn place(point: Point) -> (usize, u32) {
        let index = point.index();
        (index / 32, 1 << (index % 32))
    }

    /// Whether `point` is in the set.
    pub const fn contains(&self, point: Point) -> bool {
        let (word, bit) = PointSet::place(point);
        self.words[word] & bit != 0
    }

    /// Adds `point`; says whether it was new.
    pub const fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = PointSet::place(point);
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Takes `point` out; says whether it was there.
    pub const fn remove(&mut self, point: Point) -> bool {
        let (word, bit) = PointSet::place(point);
        let there = self.words[word] & bit != 0;
        self.words[word] &= !bit;
        there
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// The first point, line by line from the top left.
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The points, line by line from the top left.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        self.words.into_iter().enumerate().flat_map(|(i, word)| {
            let mut rest = word;
            core::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(Point::from_index(i * 32 + bit as usize))
            })
        })
    }

    fn zip(self, other: &PointSet, join: impl Fn(u32, u32) -> u32) -> PointSet {
        let mut words = self.words;
        for (word, &o) in words.iter_mut().zip(&other.words) {
            *word = join(*word, o);
        }
        PointSet { words }
    }

    /// The points in either set.
    #[must_use]
    pub fn union(self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a | b)
    }

    /// The points in both sets.
    #[must_use]
    pub fn intersection(self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a & b)
    }

    /// The points of this set that are not in `other`.
    #[must_use]
    pub fn minus(self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a & !b)
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        set.extend(points);
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}
