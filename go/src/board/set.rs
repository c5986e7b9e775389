//! A set of points: one bit each, copied freely.

use super::point::{CELLS, Point, STRIDE};

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

    /// The points of `ground` beside one of this set.
    #[must_use]
    pub fn beside(&self, ground: &PointSet) -> PointSet {
        let mut words = [0; WORDS];
        for (place, word) in words.iter_mut().enumerate() {
            // The rim keeps lines apart, and no ground reaches it.
            let here = |step: u32| {
                let before = place.checked_sub(1).map_or(0, |place| self.words[place]);
                let after = self.words.get(place + 1).copied().unwrap_or(0);
                let down = self.words[place] << step | before >> (u32::BITS - step);
                let up = self.words[place] >> step | after << (u32::BITS - step);
                down | up
            };
            *word = (here(1) | here(STRIDE.into())) & ground.words[place];
        }
        PointSet { words }
    }

    /// These points, and all points of `ground` that are connected to them.
    #[must_use]
    pub fn grown(self, ground: &PointSet) -> PointSet {
        let mut all = self;
        loop {
            let more = all.union(&all.beside(ground));
            if more == all {
                return all;
            }
            all = more;
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{MAX_SIZE, MIN_SIZE};

    #[test]
    fn beside_is_what_each_point_has_beside_it() {
        let mut noise = 1u32;
        for size in MIN_SIZE..=MAX_SIZE {
            let board: PointSet = Point::all(size).collect();
            let set: PointSet = Point::all(size)
                .filter(|_| {
                    noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    noise >> 30 == 0
                })
                .collect();
            let expected: PointSet = set.iter().flat_map(|point| point.beside(size)).collect();
            assert_eq!(set.beside(&board), expected);
        }
    }

    #[test]
    fn growing_fills_what_hangs_together() {
        let line: PointSet = (0..19).map(|column| Point::new(column, 18)).collect();
        let (start, far) = (Point::new(0, 18), Point::new(3, 3));
        let ground = line.union(&[far].into_iter().collect());
        let grown = [start].into_iter().collect::<PointSet>().grown(&ground);
        assert_eq!(grown, line);
    }
}
