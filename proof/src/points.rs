//! Points of a board and sets of them.

/// The largest board.
pub const MAX_SIZE: u8 = 19;

/// A point: its row from the top times the size of the board, plus its column from the left.
pub type Point = u16;

/// A set of points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Points([u64; 6]);

impl Points {
    /// No point.
    pub const EMPTY: Points = Points([0; 6]);

    /// All points of a board of `size` lines.
    pub fn all(size: u8) -> Points {
        (0..Point::from(size) * Point::from(size)).collect()
    }

    /// Whether `point` is in the set.
    pub fn has(&self, point: Point) -> bool {
        let word = self.0.get(usize::from(point / 64));
        word.is_some_and(|word| word >> (point % 64) & 1 == 1)
    }

    /// Puts `point` in; whether it was not there before. A point that is on no board is left out.
    pub fn add(&mut self, point: Point) -> bool {
        let is_new = !self.has(point);
        match self.0.get_mut(usize::from(point / 64)) {
            Some(word) => *word |= 1 << (point % 64),
            None => return false,
        }
        is_new
    }

    /// Takes `point` out.
    pub fn remove(&mut self, point: Point) {
        if let Some(word) = self.0.get_mut(usize::from(point / 64)) {
            *word &= !(1 << (point % 64));
        }
    }

    /// Points in either set.
    #[must_use]
    pub fn or(&self, other: &Points) -> Points {
        self.with(other, |a, b| a | b)
    }

    /// Points in both sets.
    #[must_use]
    pub fn and(&self, other: &Points) -> Points {
        self.with(other, |a, b| a & b)
    }

    /// Points of this set that are not in the other.
    #[must_use]
    pub fn minus(&self, other: &Points) -> Points {
        self.with(other, |a, b| a & !b)
    }

    /// Whether the sets have a point in common.
    pub fn meets(&self, other: &Points) -> bool {
        !self.and(other).is_empty()
    }

    /// Whether all points of this set are in the other.
    pub fn is_within(&self, other: &Points) -> bool {
        self.minus(other).is_empty()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 6]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The points, row by row from the top left.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        let words = self.0;
        (0..6).flat_map(move |at| {
            let mut word = words[usize::from(at)];
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros();
                if bit == 64 {
                    return None;
                }
                word &= word - 1;
                Some(at * 64 + bit as Point)
            })
        })
    }

    fn with(&self, other: &Points, make: impl Fn(u64, u64) -> u64) -> Points {
        let mut words = self.0;
        for (word, &more) in words.iter_mut().zip(&other.0) {
            *word = make(*word, more);
        }
        Points(words)
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Points {
        let mut set = Points::EMPTY;
        for point in points {
            set.add(point);
        }
        set
    }
}

impl Extend<Point> for Points {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.add(point);
        }
    }
}

impl std::fmt::Debug for Points {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The letters of the columns.
const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

/// The name of `point` on a board of `size` lines: a column, A to T without I, and a row counted from the bottom.
pub fn name(point: Point, size: u8) -> String {
    let (size, column) = (Point::from(size.max(1)), point % Point::from(size.max(1)));
    let letter = COLUMNS
        .get(usize::from(column))
        .map_or('?', |&letter| char::from(letter));
    format!("{letter}{}", size.saturating_sub(point / size))
}

/// The point with this name on a board of `size` lines, if it has one.
pub fn named(name: &str, size: u8) -> Option<Point> {
    let letter = name.bytes().next()?.to_ascii_uppercase();
    let column = COLUMNS.iter().position(|&known| known == letter)? as Point;
    let digits = name.get(1..)?;
    if digits.is_empty()
        || digits.len() > 2
        || digits.starts_with('0')
        || !digits.bytes().all(|d| d.is_ascii_digit())
    {
        return None;
    }
    let (row, size) = (digits.parse::<Point>().ok()?, Point::from(size));
    (column < size && row <= size).then(|| (size - row) * size + column)
}

/// The names of `points`, with spaces between them.
pub fn names(points: &Points, size: u8) -> String {
    let names: Vec<String> = points.iter().map(|point| name(point, size)).collect();
    names.join(" ")
}
