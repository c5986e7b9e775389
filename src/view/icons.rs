//! Small signs beside words: what became of a try, and which way to go.

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::marks::{cross, tick};
use super::paint::Paint;
use super::pen::Pen;
use super::shapes::{At, PIXEL, Stroke, disc, ring, strokes, way};
use super::theme::Theme;
use crate::record::Done;
use crate::session::picture::Standing;

/// A sign that fits a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Icon {
    /// Right.
    Tick,
    /// Wrong.
    Cross,
    /// With help: half a disc.
    Half,
    /// Not tried: a small dot.
    Dot,
    /// The book's word: an open book.
    Book,
    /// An arrow head.
    Up,
    /// An arrow head.
    Down,
    /// An arrow head.
    Left,
    /// An arrow head.
    Right,
}

impl Icon {
    /// The sign of a try.
    pub(super) const fn of_try(state: Standing) -> Option<Icon> {
        match state {
            Standing::Open => None,
            Standing::Right => Some(Icon::Tick),
            Standing::Wrong => Some(Icon::Cross),
            Standing::Helped => Some(Icon::Half),
        }
    }

    /// The sign of a problem.
    pub(super) const fn of_problem(done: Done) -> Icon {
        match done {
            Done::New => Icon::Dot,
            Done::Solved => Icon::Tick,
            Done::Helped => Icon::Half,
            Done::Failed => Icon::Cross,
        }
    }

    /// The colour that goes with it.
    pub(super) const fn paint(self, theme: &Theme) -> Paint {
        match self {
            Icon::Tick | Icon::Half => theme.good,
            Icon::Cross => theme.bad,
            Icon::Dot | Icon::Book => theme.quiet,
            Icon::Up | Icon::Down | Icon::Left | Icon::Right => theme.text,
        }
    }

    /// Draws it in the middle of `area`, as large as the area's height allows.
    pub(super) fn draw<D>(
        self,
        area: Rectangle,
        paint: Paint,
        ground: Paint,
        pen: &mut Pen<'_, D>,
    ) -> Result<(), D::Error>
    where
        D: DrawTarget<Color = Rgb565>,
    {
        let half = |length: u32| length as i32 * PIXEL / 2;
        let (width, height) = (half(area.size.width), half(area.size.height));
        let centre = (area.top_left.x * PIXEL + width, area.top_left.y * PIXEL + height);
        let radius = height - PIXEL / 2;
        let both = match self {
            Icon::Tick => tick(radius * 5 / 4),
            Icon::Cross => cross(radius * 5 / 4),
            _ => self.arrow(radius),
        };
        pen.shape(area, paint, ground, |at| {
            let at = way(centre, at);
            match self {
                Icon::Half => half_disc(radius, at),
                Icon::Dot => disc(PIXEL * 3 / 2, at),
                Icon::Book => strokes(&open_book(radius), at),
                _ => strokes(&both, at),
            }
        })
    }

    fn arrow(self, radius: i32) -> [Stroke; 2] {
        // The tip, and the ends of both wings, as if it pointed up.
        let (tip, wings) = (
            (0, -radius / 3),
            [(-radius * 5 / 8, radius / 3), (radius * 5 / 8, radius / 3)],
        );
        let turn = |(x, y): At| match self {
            Icon::Down => (x, -y),
            Icon::Left => (y, x),
            Icon::Right => (-y, x),
            _ => (x, y),
        };
        wings.map(|wing| Stroke::new(turn(wing), turn(tip), PIXEL * 7 / 8))
    }
}

/// An open book: two pages that hang from their back.
fn open_book(radius: i32) -> [Stroke; 7] {
    let (wide, high, dip) = (radius * 15 / 16, radius * 11 / 16, radius / 4);
    let page = |side: i32| {
        let (outer, low) = (side * wide, high - dip);
        [
            ((0, dip - high), (outer, -high)),
            ((outer, -high), (outer, low)),
            ((outer, low), (0, high)),
        ]
    };
    let ([a, b, c], [d, e, f]) = (page(-1), page(1));
    let back = ((0, dip - high), (0, high));
    [a, b, c, d, e, f, back].map(|(from, to)| Stroke::new(from, to, PIXEL * 5 / 8))
}

/// A ring, filled on its left.
fn half_disc(radius: i32, at: At) -> u32 {
    let frame = ring(radius, (radius / 5).max(PIXEL * 5 / 4), at);
    if at.0 < 0 { disc(radius, at) } else { frame }
}
