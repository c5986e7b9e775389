//! The second line of a strip: words, keys, a bar that moves, or words to choose from.

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::caps::Caps;
use super::dirty::Dirty;
use super::faces::{Face, SMALL, SMALL_BOLD};
use super::icons::Icon;
use super::pen::{Align, Pen, area};
use super::shapes::{Round, middle};
use super::strip::Height;
use crate::session::keys::Button;
use crate::session::picture::{KeyHint, Line, Short, Target, Tone};

/// What the key does that ends a search.
const STOP: &str = "stop";
/// Room for it, at the right.
const STOP_WIDTH: i32 = 56;
/// The bar of a search.
const BAR_HEIGHT: i32 = 8;
/// Words to choose from: their margins, and what is between them.
const CHIP_MARGIN: i32 = 6;
const CHIP_GAP: i32 = 4;

/// The line without the pixels that keep it off the board.
fn inside(place: Rectangle) -> Rectangle {
    let Size { width, height } = place.size;
    area(
        place.top_left.x,
        place.top_left.y,
        width as i32 - 4,
        height as i32 - 1,
    )
}

pub(super) fn draw<D>(
    line: &Line,
    place: Rectangle,
    height: Height,
    pen: &mut Pen<'_, D>,
) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let theme = pen.theme;
    let inside = inside(place);
    match line {
        Line::Words(words, tone) => draw_words(words, *tone, inside, height, pen),
        Line::Keys(hints) => caps(inside, height).draw(hints, theme.background, pen),
        Line::Thinking { spent, beat } => {
            draw_bar(bar(inside), *spent, *beat, pen)?;
            let hint = KeyHint::new(Button::B, &pen.say(STOP));
            stop(inside, height).draw(&[hint], theme.background, pen)
        }
        Line::Choice { items, chosen } => {
            if chips(items, chosen.unwrap_or(0), inside, height).count() < items.len() {
                pen.was_cut();
            }
            for (at, chip, word) in chips(items, chosen.unwrap_or(0), inside, height) {
                let [face, bold] = height.words();
                if *chosen == Some(at) {
                    pen.round(chip, 6, theme.accent, theme.background)?;
                    pen.words(chip, word, bold, Align::Centre, theme.on_accent)?;
                } else {
                    pen.frame(chip, (6, 1), (theme.rule, theme.background), theme.background)?;
                    pen.words(chip, word, face, Align::Centre, theme.text)?;
                }
            }
            Ok(())
        }
    }
}

fn draw_words<D>(
    words: &str,
    tone: Tone,
    place: Rectangle,
    height: Height,
    pen: &mut Pen<'_, D>,
) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let theme = pen.theme;
    let [plain, bold] = height.words();
    let (icon, faces, paint) = match tone {
        Tone::Quiet => (None, [plain, &SMALL], theme.quiet),
        Tone::Plain => (None, [plain, &SMALL], theme.text),
        Tone::Good => (Some(Icon::Tick), [bold, &SMALL_BOLD], theme.good),
        Tone::Bad => (Some(Icon::Cross), [bold, &SMALL_BOLD], theme.bad),
    };
    let mut left = 0;
    if let Some(icon) = icon {
        let side = place.size.height as i32;
        let square = area(place.top_left.x, place.top_left.y, side, side);
        icon.draw(square, paint, theme.background, pen)?;
        left = side + 4;
    }
    let words_place = area(
        place.top_left.x + left,
        place.top_left.y,
        place.size.width as i32 - left,
        place.size.height as i32,
    );
    pen.words_in(words_place, words, &faces, Align::Left, paint)
}

fn caps(place: Rectangle, height: Height) -> Caps {
    Caps::new(place, height.words()[0])
}

fn stop_area(place: Rectangle) -> Rectangle {
    let right = place.top_left.x + place.size.width as i32;
    area(
        right - STOP_WIDTH,
        place.top_left.y,
        STOP_WIDTH,
        place.size.height as i32,
    )
}

fn stop(place: Rectangle, height: Height) -> Caps {
    caps(stop_area(place), height)
}

fn bar(place: Rectangle) -> Rectangle {
    let free = place.size.height as i32 - BAR_HEIGHT;
    area(
        place.top_left.x,
        place.top_left.y + (free + 1) / 2,
        place.size.width as i32 - STOP_WIDTH - 8,
        BAR_HEIGHT,
    )
}

/// The bar of a search: what is spent is filled, and an inverted piece runs along the whole bar.
fn draw_bar<D>(place: Rectangle, spent: u8, beat: u8, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let theme = pen.theme;
    let width = place.size.width as i32;
    let left = place.top_left.x;
    let filled = left + width * i32::from(spent) / 255;
    let outer = Round::new(place, BAR_HEIGHT / 2);
    let inner = outer.inset(1);
    // 16 beats from one end to the other.
    let from = left + width * i32::from(beat % 16) / 16;
    let turned = from..from + width / 16;
    pen.shade(place, |x, y| {
        let at = middle(x, y);
        let inside = if turned.contains(&x) == (x < filled) {
            theme.card
        } else {
            theme.accent
        };
        inside
            .over(theme.rule, inner.cover(at))
            .over(theme.background, outer.cover(at))
    })
}

/// The words of a choice with where they lie. If there are too many, those just before the chosen one are shown.
fn chips(
    items: &[Short],
    chosen: u8,
    place: Rectangle,
    height: Height,
) -> impl Iterator<Item = (u8, Rectangle, &Short)> {
    let face: &Face = height.words()[1];
    let width = |word: &str| face.width(word) + 2 * CHIP_MARGIN;
    let room = place.size.width as i32;
    let reach = |from: usize| -> i32 {
        let seen = items.get(from..=usize::from(chosen)).unwrap_or(&[]);
        seen.iter().map(|word| width(word) + CHIP_GAP).sum()
    };
    let first = (0..usize::from(chosen)).find(|&from| reach(from) <= room + CHIP_GAP);
    let first = first.unwrap_or(usize::from(chosen)).min(items.len());
    let mut left = 0;
    items[first..].iter().enumerate().map_while(move |(at, word)| {
        let free = room - left;
        let chip = area(
            place.top_left.x + left,
            place.top_left.y,
            width(word).min(free.max(0)),
            place.size.height as i32,
        );
        left += width(word) + CHIP_GAP;
        (free > 2 * CHIP_MARGIN).then_some(((first + at) as u8, chip, word))
    })
}

/// What differs between two lines.
pub(super) fn changes(old: &Line, new: &Line, place: Rectangle, dirty: &mut Dirty) {
    match (old, new) {
        _ if old == new => {}
        // Only what moves, while the computer thinks.
        (Line::Thinking { .. }, Line::Thinking { .. }) => dirty.add(bar(inside(place))),
        _ => dirty.add(place),
    }
}

/// What a place of the line belongs to.
pub(super) fn hit(line: &Line, place: Rectangle, height: Height, at: Point) -> Option<Target> {
    let place = inside(place);
    match line {
        Line::Words(..) => None,
        Line::Keys(hints) => caps(place, height).hit(hints, at).map(Target::Key),
        Line::Thinking { .. } => (stop_area(place).contains(at)).then_some(Target::Key(Button::B)),
        Line::Choice { items, chosen } => chips(items, chosen.unwrap_or(0), place, height)
            .find(|(_, chip, _)| chip.contains(at))
            .map(|(index, ..)| Target::Choice(index)),
    }
}
