//! A position in few bits: the smallest rectangle that holds all of it, two bits a point.
//!
//! What holds for some points only — these stones are key stones, these empty points are correct moves — takes a bit for each
//! stone or point for which it could hold, in the same order: line by line from the top left. So nonsense
//! cannot even be written.

use heapless::Vec;

use crate::board::{Crop, MAX_SIZE, Point, PointSet, Setup};

/// The bytes of a whole board, two bits a point.
const MOST: usize = (MAX_SIZE as usize * MAX_SIZE as usize).div_ceil(4);

/// What stands on a point; the numbers are the format's.
const INSIDE: u8 = 0;
const BLACK: u8 = 1;
const WHITE: u8 = 2;
const OUTSIDE: u8 = 3;

/// Bits as they are written, the lowest of a byte first. A whole board fits in.
#[derive(Default)]
pub(super) struct Bits {
    bytes: Vec<u8, MOST>,
    used: u8,
}

impl Bits {
    fn push(&mut self, value: u8, width: u8) {
        if self.used == 0 {
            // There is room for a board of any size.
            let _ = self.bytes.push(0);
        }
        if let Some(last) = self.bytes.last_mut() {
            *last |= value << self.used;
        }
        self.used = (self.used + width) % 8;
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The two bits of each point, as they are read. `None` if there are too many bytes or too few.
fn pairs(bytes: &[u8], count: usize) -> Option<impl Iterator<Item = u8>> {
    let fields = bytes
        .iter()
        .flat_map(|byte| [0, 2, 4, 6].map(|at| byte >> at & 3));
    let exact = bytes.len() == count.div_ceil(4) && fields.clone().skip(count).all(|rest| rest == 0);
    exact.then(|| fields.take(count))
}

/// The smallest rectangle that holds every stone and every point where one may play.
pub(super) fn frame(setup: &Setup) -> Crop {
    let all: PointSet = Point::all(setup.size).collect();
    let seen = all.minus(&setup.outside).union(&setup.black).union(&setup.white);
    let span = |line: fn(Point) -> u8| {
        let lines = || seen.iter().map(line);
        (lines().min().unwrap_or(0), lines().max().unwrap_or(0))
    };
    let ((left, right), (top, bottom)) = (span(Point::column), span(Point::row));
    Crop {
        left,
        top,
        right,
        bottom,
    }
}

/// The points of `frame`.
pub(super) fn draw(setup: &Setup, frame: Crop) -> Bits {
    let mut bits = Bits::default();
    for point in frame.points() {
        let cell = match point {
            point if setup.black.contains(point) => BLACK,
            point if setup.white.contains(point) => WHITE,
            point if setup.outside.contains(point) => OUTSIDE,
            _ => INSIDE,
        };
        bits.push(cell, 2);
    }
    bits
}

/// What [`draw`] drew on a board of `size` lines, without key stones. `None` if [`draw`] never writes such bytes.
pub(super) fn undraw(bytes: &[u8], frame: Crop, size: u8) -> Option<Setup> {
    let within = |first: u8, last: u8| first <= last && last < size;
    if size > MAX_SIZE || !within(frame.left, frame.right) || !within(frame.top, frame.bottom) {
        return None;
    }
    let count = usize::from(frame.columns()) * usize::from(frame.rows());
    let mut setup = Setup {
        outside: Point::all(size).collect(),
        ..Setup::empty(size)
    };
    for (point, cell) in frame.points().zip(pairs(bytes, count)?) {
        if cell != OUTSIDE {
            setup.outside.remove(point);
        }
        match cell {
            BLACK => _ = setup.black.insert(point),
            WHITE => _ = setup.white.insert(point),
            _ => {}
        }
    }
    Some(setup)
}

/// Which of `all` are in `some`, a bit each; nothing if none are.
pub(super) fn choose(some: &PointSet, all: &PointSet) -> Bits {
    let mut bits = Bits::default();
    if !some.is_empty() {
        for point in all.iter() {
            bits.push(u8::from(some.contains(point)), 1);
        }
    }
    bits
}

/// The points that [`choose`] chose. `None` if [`choose`] never writes such bytes.
pub(super) fn chosen(bytes: &[u8], all: &PointSet) -> Option<PointSet> {
    let bits = || (0..bytes.len() * 8).map(|at| bytes[at / 8] >> (at % 8) & 1 != 0);
    if bytes.is_empty() {
        return Some(PointSet::EMPTY);
    }
    let count = all.len();
    let exact = bytes.len() == count.div_ceil(8) && !bits().skip(count).any(|bit| bit);
    let points = all.iter().zip(bits()).filter(|&(_, bit)| bit);
    let some: PointSet = points.map(|(point, _)| point).collect();
    // There is only one way to write "none".
    (exact && !some.is_empty()).then_some(some)
}
