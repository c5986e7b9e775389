//! Keys with what they do: a small cap that looks like the key, and a word.

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::faces::{Face, SMALL, SMALL_BOLD};
use super::icons::Icon;
use super::paint::Paint;
use super::pen::{Align, Pen, area};
use crate::session::keys::Button;
use crate::session::picture::KeyHint;

/// From a cap to its word.
const GAP: i32 = 4;
/// From a word to the next cap; less where there is little room.
const APART: [i32; 3] = [12, 8, 5];

/// A row of keys.
#[derive(Clone, Copy)]
pub(super) struct Caps {
    area: Rectangle,
    face: &'static Face,
}

impl Caps {
    /// A row that begins at the left of `area`, in `face` if there is room.
    pub(super) const fn new(area: Rectangle, face: &'static Face) -> Caps {
        Caps { area, face }
    }

    fn cap_width(&self) -> i32 {
        self.area.size.height as i32 + 1
    }

    fn width(&self, hint: &KeyHint, face: &Face) -> i32 {
        self.cap_width() + GAP + face.width(&hint.does)
    }

    /// The face and the space between, in which all of `hints` fit, or the tightest.
    fn setting(&self, hints: &[KeyHint]) -> (&'static Face, i32) {
        let gaps = hints.len().saturating_sub(1) as i32;
        let fits = |face: &Face, apart: i32| {
            let words: i32 = hints.iter().map(|hint| self.width(hint, face)).sum();
            words + gaps * apart <= self.area.size.width as i32
        };
        let faces = [self.face, &SMALL];
        let settings = faces
            .into_iter()
            .flat_map(|face| APART.map(|apart| (face, apart)));
        let tightest = (&SMALL, APART[APART.len() - 1]);
        settings
            .into_iter()
            .find(|&(face, apart)| fits(face, apart))
            .unwrap_or(tightest)
    }

    /// Where each key lies, with its word, and the face of the words.
    fn places<'h>(
        &self,
        hints: &'h [KeyHint],
    ) -> impl Iterator<Item = (Rectangle, &'static Face, &'h KeyHint)> {
        let (face, apart) = self.setting(hints);
        let caps = *self;
        let mut left = 0;
        hints.iter().map(move |hint| {
            let width = caps.width(hint, face);
            let Point { x, y } = caps.area.top_left;
            let place = area(x + left, y, width, caps.area.size.height as i32);
            left += width + apart;
            (caps.area.intersection(&place), face, hint)
        })
    }

    /// The key at a place of the screen.
    pub(super) fn hit(&self, hints: &[KeyHint], at: Point) -> Option<Button> {
        self.places(hints)
            .find(|(place, ..)| place.contains(at))
            .map(|(_, _, hint)| hint.key)
    }

    /// Draws the row on a ground that is already filled.
    pub(super) fn draw<D>(
        &self,
        hints: &[KeyHint],
        ground: Paint,
        pen: &mut Pen<'_, D>,
    ) -> Result<(), D::Error>
    where
        D: DrawTarget<Color = Rgb565>,
    {
        for (place, face, hint) in self.places(hints) {
            let (width, height) = (place.size.width as i32, place.size.height as i32);
            let cap = self.cap_width();
            if width < cap {
                pen.was_cut();
                continue;
            }
            draw_cap(
                area(place.top_left.x, place.top_left.y, cap, height),
                hint.key,
                ground,
                pen,
            )?;
            let word = area(
                place.top_left.x + cap + GAP,
                place.top_left.y,
                width - cap - GAP,
                height,
            );
            pen.words(word, &hint.does, face, Align::Left, pen.theme.text)?;
        }
        Ok(())
    }
}

/// One key.
pub(super) fn draw_cap<D>(
    place: Rectangle,
    key: Button,
    ground: Paint,
    pen: &mut Pen<'_, D>,
) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let theme = pen.theme;
    pen.round(place, 4, theme.text, ground)?;
    let arrow = match key {
        Button::Up => Icon::Up,
        Button::Down => Icon::Down,
        Button::Left => Icon::Left,
        Button::Right => Icon::Right,
        Button::A | Button::B | Button::X | Button::Y => {
            // One pixel less at the right: letters bring their own space.
            let letter = Rectangle::new(place.top_left + Point::new(1, 0), place.size);
            return pen.words(letter, key.name(), &SMALL_BOLD, Align::Centre, theme.background);
        }
    };
    let inside = place.offset(-2);
    arrow.draw(inside, theme.background, theme.text, pen)
}
