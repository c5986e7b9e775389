//! Smooth shapes in whole numbers: how much of a pixel a shape covers.
//!
//! Lengths are in sixteenths of a pixel, so that circles are smooth and symmetric at every size without fractions.
//! Every function answers with a cover of 0 to [`OPAQUE`].

use embedded_graphics::prelude::Size;
use embedded_graphics::primitives::Rectangle;

use super::paint::OPAQUE;

/// One pixel.
pub(super) const PIXEL: i32 = 16;

/// A place or a way, across and down.
pub(super) type At = (i32, i32);

/// The middle of a pixel.
pub(super) const fn middle(x: i32, y: i32) -> At {
    (x * PIXEL + PIXEL / 2, y * PIXEL + PIXEL / 2)
}

/// The way from `from` to `to`.
pub(super) const fn way(from: At, to: At) -> At {
    (to.0 - from.0, to.1 - from.1)
}

/// The square of the distance from the origin.
pub(super) const fn squared((x, y): At) -> i32 {
    x * x + y * y
}

/// A pixel that lies `depth` inside an edge, or outside if negative.
pub(super) fn edge(depth: i32) -> u32 {
    const { assert!(OPAQUE as i32 == PIXEL, "a depth of one pixel is full cover") }
    (depth + PIXEL / 2).clamp(0, PIXEL) as u32
}

/// A disc around the origin, with what is worth computing once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Disc {
    radius: i32,
    /// The squares of the distances up to which all of a pixel is covered, and from which on nothing is.
    all: i32,
    nothing: i32,
}

impl Disc {
    pub(super) const fn new(radius: i32) -> Disc {
        let (inner, outer) = (radius - PIXEL / 2, radius + PIXEL / 2);
        Disc {
            radius,
            all: if inner > 0 { inner * inner } else { -1 },
            nothing: if outer > 0 { outer * outer } else { 0 },
        }
    }

    /// The cover of a pixel whose distance from the origin has this square.
    pub(super) fn cover(&self, squared: i32) -> u32 {
        if squared >= self.nothing {
            0
        } else if squared <= self.all {
            OPAQUE
        } else {
            // Only on the edge, which few pixels are, is the root worth taking.
            edge(self.radius - (squared as u32).isqrt() as i32)
        }
    }
}

/// A disc of `radius` around the origin.
pub(super) fn disc(radius: i32, at: At) -> u32 {
    Disc::new(radius).cover(squared(at))
}

/// A ring around the origin: `radius` is its outer one.
pub(super) fn ring(radius: i32, width: i32, at: At) -> u32 {
    disc(radius, at) - disc(radius - width, at)
}

/// A lozenge with corners at `radius` from the origin.
pub(super) fn lozenge(radius: i32, (x, y): At) -> u32 {
    // Its sides are aslant: 11/16 is about one over the root of two.
    edge((radius - x.abs() - y.abs()) * 11 / 16)
}

/// A square that stands upright, half as wide as it says.
pub(super) fn square(half: i32, (x, y): At) -> u32 {
    edge(half - x.abs().max(y.abs()))
}

/// A stroke with round ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    from: At,
    along: At,
    squared: i32,
    length: i32,
    half_width: i32,
    /// Its first and last place with something to be seen.
    reach: (At, At),
}

impl Stroke {
    pub(super) fn new(from: At, to: At, half_width: i32) -> Stroke {
        let along = way(from, to);
        let outside = half_width + PIXEL / 2;
        Stroke {
            from,
            along,
            squared: squared(along),
            length: (squared(along) as u32).isqrt().max(1) as i32,
            half_width,
            reach: (
                (from.0.min(to.0) - outside, from.1.min(to.1) - outside),
                (from.0.max(to.0) + outside, from.1.max(to.1) + outside),
            ),
        }
    }

    pub(super) fn cover(&self, at: At) -> u32 {
        let (first, last) = self.reach;
        // Most pixels are far from most strokes.
        if at.0 < first.0 || at.0 > last.0 || at.1 < first.1 || at.1 > last.1 {
            return 0;
        }
        let from = way(self.from, at);
        let forth = from.0 * self.along.0 + from.1 * self.along.1;
        if forth <= 0 {
            return disc(self.half_width, from);
        }
        if forth >= self.squared {
            return disc(self.half_width, way(self.along, from));
        }
        let aside = (from.0 * self.along.1 - from.1 * self.along.0).abs();
        // Far away: seeing that is cheaper than dividing.
        if aside >= (self.half_width + PIXEL) * (self.length + 1) {
            return 0;
        }
        edge(self.half_width - aside / self.length)
    }
}

/// Several strokes as one shape.
pub(super) fn strokes(all: &[Stroke], at: At) -> u32 {
    all.iter().map(|stroke| stroke.cover(at)).max().unwrap_or(0)
}

/// A box with round corners, in pixels of the screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    area: Rectangle,
    centre: At,
    /// From the centre to where the corners' circles have theirs.
    reach: At,
    radius: i32,
}

impl Round {
    /// The box that fills `area`, with corners of `radius` pixels.
    pub(super) fn new(area: Rectangle, radius: i32) -> Round {
        let (width, height) = (area.size.width as i32, area.size.height as i32);
        let radius = radius.min(width / 2).min(height / 2) * PIXEL;
        let half = (width * PIXEL / 2, height * PIXEL / 2);
        Round {
            area,
            centre: (area.top_left.x * PIXEL + half.0, area.top_left.y * PIXEL + half.1),
            reach: (half.0 - radius, half.1 - radius),
            radius,
        }
    }

    /// The four squares in which it is not full.
    pub(super) fn corners(&self) -> [Rectangle; 4] {
        let radius = (self.radius / PIXEL) as u32;
        let Size { width, height } = self.area.size;
        [
            (0, 0),
            (width - radius, 0),
            (0, height - radius),
            (width - radius, height - radius),
        ]
        .map(|(x, y)| Rectangle::new(self.area.top_left + Size::new(x, y), Size::new_equal(radius)))
    }

    /// The box smaller by `by` pixels on every side.
    pub(super) fn inset(self, by: i32) -> Round {
        Round {
            radius: self.radius - by * PIXEL,
            ..self
        }
    }

    pub(super) fn cover(&self, at: At) -> u32 {
        let (x, y) = way(self.centre, at);
        let (x, y) = (x.abs() - self.reach.0, y.abs() - self.reach.1);
        if x <= 0 || y <= 0 {
            return edge(self.radius - x.max(y));
        }
        disc(self.radius, (x, y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disc_is_full_inside_and_nothing_outside() {
        assert_eq!(disc(80, (0, 0)), OPAQUE);
        assert_eq!(disc(80, (80, 0)), OPAQUE / 2);
        assert_eq!(disc(80, (90, 0)), 0);
        assert_eq!(disc(-16, (0, 0)), 0);
    }

    #[test]
    fn a_stroke_is_as_wide_at_its_ends_as_in_the_middle() {
        let stroke = Stroke::new((0, 0), (160, 0), 24);
        for x in [-12, 0, 80, 160, 172] {
            assert_eq!(stroke.cover((x, 0)), OPAQUE, "at {x}");
        }
        assert_eq!(stroke.cover((80, 24)), OPAQUE / 2);
        assert_eq!(stroke.cover((80, 40)), 0);
        assert_eq!(stroke.cover((-40, 0)), 0);
    }

    #[test]
    fn a_stroke_without_length_is_a_disc() {
        let dot = Stroke::new((32, 32), (32, 32), 32);
        assert_eq!([dot.cover((32, 32)), dot.cover((80, 32))], [OPAQUE, 0]);
    }
}
