//! A stone: a face that light falls on, and a rim.

use super::paint::{OPAQUE, Paint};
use super::shapes::{At, Disc, PIXEL, squared};
use super::theme::StoneTheme;

/// A stone of a certain size.
#[derive(Clone, Copy)]
pub(super) struct Stone {
    look: StoneTheme,
    whole: Disc,
    /// What the rim leaves of it.
    inside: Disc,
    /// Where the light falls, up and to the left of the centre, as far as `shine` squared.
    light: i32,
    shine: i32,
    /// Halves that bring a square of a length down to a cover of at most eight.
    soften: u32,
}

impl Stone {
    pub(super) fn new(look: &StoneTheme, radius: i32) -> Stone {
        let reach = radius * 3 / 4;
        let shine = (reach * reach).max(1);
        Stone {
            look: *look,
            whole: Disc::new(radius),
            inside: Disc::new(radius - (radius / 9).max(PIXEL * 3 / 4)),
            light: radius / 3,
            shine,
            soften: shine.ilog2().saturating_sub(2),
        }
    }

    /// Whether nothing of the ground is seen at a place measured from the stone's centre.
    pub(super) fn hides(&self, at: At) -> bool {
        self.whole.cover(squared(at)) == OPAQUE
    }

    /// The pixel at a place measured from the stone's centre, over `ground`.
    pub(super) fn over(&self, ground: Paint, at: At) -> Paint {
        let distance = squared(at);
        let cover = self.whole.cover(distance);
        if cover == 0 {
            return ground;
        }
        let (x, y) = (at.0 + self.light, at.1 + self.light);
        let bright = (self.shine - x * x - y * y).max(0) as u32 >> self.soften;
        let face = self.look.shine.over(self.look.face, bright);
        face.over(self.look.rim, self.inside.cover(distance))
            .over(ground, cover)
    }
}
