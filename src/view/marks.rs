//! Signs on points: told apart by their shapes, even on the smallest tile.

use super::paint::Paint;
use super::shapes::{At, PIXEL, Stroke, disc, lozenge, ring, square, strokes};
use super::theme::Signs;
use crate::session::picture::Mark;

/// A sign in the size of a stone of a certain radius, around the origin.
pub(super) struct Sign {
    shape: Shape,
    pub(super) paint: Paint,
    /// How far lines stay away from it: crossing it, they would make it look like another sign.
    pub(super) clear: i32,
}

enum Shape {
    Lozenge(i32),
    Square(i32),
    Ring(i32, i32),
    Disc(i32),
    Target(i32, i32),
    Strokes([Stroke; 2]),
}

impl Sign {
    /// None for a mark that is no sign: a small stone is drawn as a stone.
    pub(super) fn new(mark: Mark, radius: i32, signs: &Signs) -> Option<Sign> {
        let part = |sixteenths: i32| radius * sixteenths / 16;
        let width = part(3).max(PIXEL * 5 / 4);
        let (shape, paint) = match mark {
            Mark::Key => (Shape::Lozenge(part(10)), signs.plain),
            Mark::Last => (Shape::Ring(part(11), width), signs.plain),
            Mark::Right => (Shape::Strokes(tick(radius)), signs.good),
            Mark::Wrong => (Shape::Strokes(cross(radius)), signs.bad),
            Mark::Candidate => (Shape::Disc(part(7)), signs.plain),
            Mark::Correct => (Shape::Ring(part(9), width), signs.good),
            Mark::Best => (Shape::Target(part(13), width), signs.good),
            Mark::Alive => (Shape::Disc(part(4).max(PIXEL * 3 / 2)), signs.good),
            Mark::Row => (Shape::Strokes(plus(radius)), signs.good),
            Mark::MostNatural => (Shape::Square(part(9)), signs.plain),
            Mark::Natural => (Shape::Square(part(6)), signs.plain),
            Mark::Possible => (Shape::Square(part(3).max(PIXEL)), signs.plain),
            Mark::Black | Mark::White => return None,
        };
        let clear = match mark {
            Mark::Candidate
            | Mark::Black
            | Mark::White
            | Mark::MostNatural
            | Mark::Natural
            | Mark::Possible => 0,
            Mark::Alive => part(8),
            Mark::Key | Mark::Correct => part(12),
            Mark::Last | Mark::Right | Mark::Wrong | Mark::Row => part(14),
            Mark::Best => radius,
        };
        Some(Sign { shape, paint, clear })
    }

    pub(super) fn cover(&self, at: At) -> u32 {
        match &self.shape {
            Shape::Lozenge(radius) => lozenge(*radius, at),
            Shape::Square(half) => square(*half, at),
            Shape::Ring(radius, width) => ring(*radius, *width, at),
            Shape::Disc(radius) => disc(*radius, at),
            Shape::Target(radius, width) => ring(*radius, *width, at).max(disc(radius / 2, at)),
            Shape::Strokes(both) => strokes(both, at),
        }
    }
}

/// A tick that fits a circle of `radius`.
pub(super) fn tick(radius: i32) -> [Stroke; 2] {
    let at = |x: i32, y: i32| (radius * x / 16, radius * y / 16);
    let half_width = (radius / 7).max(PIXEL * 13 / 16);
    [
        Stroke::new(at(-8, 0), at(-2, 7), half_width),
        Stroke::new(at(-2, 7), at(9, -7), half_width),
    ]
}

/// A cross that fits a circle of `radius`.
pub(super) fn cross(radius: i32) -> [Stroke; 2] {
    let at = |x: i32, y: i32| (radius * x / 16, radius * y / 16);
    let half_width = (radius / 7).max(PIXEL * 13 / 16);
    [
        Stroke::new(at(-7, -7), at(7, 7), half_width),
        Stroke::new(at(-7, 7), at(7, -7), half_width),
    ]
}

/// A plus that fits a circle of `radius`.
fn plus(radius: i32) -> [Stroke; 2] {
    let at = |x: i32, y: i32| (radius * x / 16, radius * y / 16);
    let half_width = (radius / 7).max(PIXEL * 13 / 16);
    [
        Stroke::new(at(-9, 0), at(9, 0), half_width),
        Stroke::new(at(0, -9), at(0, 9), half_width),
    ]
}
