//! What the widgets draw with: a target, the part of it that counts, and a theme.
//!
//! A widget draws inside of its own rectangle and fills all of it, so that it can be drawn again alone. The pen holds
//! it to that: [`Pen::part`] hands out a pen that reaches no farther than the part, and none at all where the target
//! does not show it, which keeps small bands cheap.

use core::cell::Cell;

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::Theme;
use super::faces::{Face, Fitted};
use super::paint::Paint;
use super::shapes::{At, Round, middle};
use crate::language::Language;
use crate::session::picture::Words;

/// How far accents and descenders may reach beyond the line that words are written in.
const OVERHANG: i32 = 8;

/// Where words stand in their rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Align {
    Left,
    Centre,
    Right,
}

/// See the module.
pub(super) struct Pen<'a, D> {
    target: &'a mut D,
    clip: Rectangle,
    pub(super) theme: &'static Theme,
    language: Language<'static>,
    /// Set where words had no room, for whoever asks.
    cuts: Option<&'a Cell<bool>>,
}

/// Shorthand for a rectangle. Where nothing is left to be seen, it is empty.
pub(super) const fn area(x: i32, y: i32, width: i32, height: i32) -> Rectangle {
    const fn length(wanted: i32) -> u32 {
        if wanted > 0 { wanted as u32 } else { 0 }
    }
    Rectangle::new(Point::new(x, y), Size::new(length(width), length(height)))
}

impl<'a, D: DrawTarget<Color = Rgb565>> Pen<'a, D> {
    pub(super) fn new(theme: &'static Theme, language: Language<'static>, target: &'a mut D) -> Pen<'a, D> {
        let clip = target.bounding_box();
        Pen {
            target,
            clip,
            theme,
            language,
            cuts: None,
        }
    }

    /// The same pen, which tells of words that had no room.
    pub(super) const fn watched(self, cuts: &'a Cell<bool>) -> Pen<'a, D> {
        Pen {
            cuts: Some(cuts),
            ..self
        }
    }

    /// Words had no room.
    pub(super) fn was_cut(&self) {
        if let Some(cuts) = self.cuts {
            cuts.set(true);
        }
    }

    /// Words of the view's own, in the language of the picture.
    pub(super) fn say(&self, english: &str) -> Words {
        self.language.say(english)
    }

    /// A pen for `area` alone; `None` where there is nothing of it to be seen.
    pub(super) fn part(&mut self, area: Rectangle) -> Option<Pen<'_, D>> {
        let clip = self.clip.intersection(&area);
        (!clip.is_zero_sized()).then_some(Pen {
            target: self.target,
            clip,
            theme: self.theme,
            language: self.language,
            cuts: self.cuts,
        })
    }

    /// Fills `area` with one colour.
    pub(super) fn fill(&mut self, area: Rectangle, paint: Paint) -> Result<(), D::Error> {
        let area = self.clip.intersection(&area);
        if area.is_zero_sized() {
            return Ok(());
        }
        self.target.fill_solid(&area, paint.rgb565())
    }

    /// Fills `area`, asking for every pixel by its place on the screen.
    pub(super) fn shade(
        &mut self,
        area: Rectangle,
        pixel: impl Fn(i32, i32) -> Paint,
    ) -> Result<(), D::Error> {
        let area = self.clip.intersection(&area);
        if area.is_zero_sized() {
            return Ok(());
        }
        let Point { x: left, y: top } = area.top_left;
        let (right, bottom) = (left + area.size.width as i32, top + area.size.height as i32);
        // Line by line: one iterator over both loops would cost more than most pixels do.
        for y in top..bottom {
            let line = Rectangle::new(Point::new(left, y), Size::new(area.size.width, 1));
            let colors = (left..right).map(|x| pixel(x, y).rgb565());
            self.target.fill_contiguous(&line, colors)?;
        }
        Ok(())
    }

    /// Fills `area` with a shape on a ground. The shape is asked with the middle of every pixel.
    pub(super) fn shape(
        &mut self,
        area: Rectangle,
        paint: Paint,
        ground: Paint,
        cover: impl Fn(At) -> u32,
    ) -> Result<(), D::Error> {
        self.shade(area, |x, y| paint.over(ground, cover(middle(x, y))))
    }

    /// Fills `area` with a box of round corners on a ground.
    pub(super) fn round(
        &mut self,
        area: Rectangle,
        radius: i32,
        paint: Paint,
        ground: Paint,
    ) -> Result<(), D::Error> {
        self.frame(area, (radius, 0), (paint, paint), ground)
    }

    /// Fills `area` with a framed box of round corners on a ground.
    pub(super) fn frame(
        &mut self,
        area: Rectangle,
        (radius, width): (i32, i32),
        (line, inside): (Paint, Paint),
        ground: Paint,
    ) -> Result<(), D::Error> {
        // Only the corners need any computing.
        self.fill(area, line)?;
        self.fill(area.offset(-width), inside)?;
        let outer = Round::new(area, radius);
        let inner = outer.inset(width);
        for corner in outer.corners() {
            self.shade(corner, |x, y| {
                let at = middle(x, y);
                inside.over(line, inner.cover(at)).over(ground, outer.cover(at))
            })?;
        }
        Ok(())
    }

    /// Writes words in the middle line of `area`, cut to its width.
    pub(super) fn words(
        &mut self,
        area: Rectangle,
        words: &str,
        face: &Face,
        align: Align,
        paint: Paint,
    ) -> Result<(), D::Error> {
        if self.clip.intersection(&area.offset(OVERHANG)).is_zero_sized() {
            return Ok(());
        }
        self.fitted(area, face.fit(words, area.size.width as i32), face, align, paint)
    }

    /// Writes words in the first of `faces` in which they fit, or cut in the last one.
    pub(super) fn words_in(
        &mut self,
        area: Rectangle,
        words: &str,
        faces: &[&Face],
        align: Align,
        paint: Paint,
    ) -> Result<(), D::Error> {
        let width = area.size.width as i32;
        let fits = |face: &&&Face| face.width(words) <= width;
        match faces.iter().find(fits).or(faces.last()) {
            Some(face) => self.words(area, words, face, align, paint),
            None => Ok(()),
        }
    }

    /// Writes a text in lines from the top of `area`. The last line that has room takes all the rest, to be cut.
    pub(super) fn text(
        &mut self,
        place: Rectangle,
        text: &str,
        face: &Face,
        paint: Paint,
    ) -> Result<(), D::Error> {
        let Size { width, height } = place.size;
        let lines = height as i32 / face.line;
        for (at, (line, rest)) in (0..lines).zip(face.wrap(text, width as i32)) {
            let words = if at + 1 == lines { rest } else { line };
            let Point { x, y } = place.top_left;
            let line = area(x, y + at * face.line, width as i32, face.line);
            self.words(line, words, face, Align::Left, paint)?;
        }
        Ok(())
    }

    fn fitted(
        &mut self,
        area: Rectangle,
        fitted: Fitted<'_>,
        face: &Face,
        align: Align,
        paint: Paint,
    ) -> Result<(), D::Error> {
        if fitted.is_cut() {
            self.was_cut();
        }
        let free = area.size.width as i32 - fitted.width;
        let x = match align {
            Align::Left => 0,
            Align::Centre => free / 2,
            Align::Right => free,
        };
        let y = i32::midpoint(area.size.height as i32, face.capital);
        let end = self.clip.top_left.x + self.clip.size.width as i32;
        let mut clipped = self.target.clipped(&self.clip);
        face.draw(
            fitted,
            (area.top_left + Point::new(x, y), end),
            paint.rgb565(),
            self.language,
            &mut clipped,
        )
    }
}
