//! Pictures of pages.

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use heapless::Vec;

use super::caps::draw_cap;
use super::faces::{BODY, HUGE, SMALL};
use super::icons::Icon;
use super::marks::Sign;
use super::paint::Paint;
use super::pen::{Align, Pen, area};
use super::shapes::{At, PIXEL, Stroke, disc, middle, strokes, way};
use super::stone::Stone;
use super::theme::Theme;
use super::tile::stone_radius;
use crate::board::Color;
use crate::session::keys::Button;
use crate::session::picture::{Art, Mark};

/// How much of a page a picture takes.
pub(super) const fn height(art: Art) -> i32 {
    match art {
        Art::None => 0,
        Art::Name | Art::Keys => 108,
        Art::Marks | Art::Trouble => 52,
    }
}

/// Draws a picture in `place`.
pub(super) fn draw<D>(art: Art, place: Rectangle, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let theme = pen.theme;
    pen.fill(place, theme.background)?;
    let top = place.top_left;
    match art {
        Art::None => Ok(()),
        Art::Name => draw_name(top, pen),
        Art::Keys => draw_handheld(top, pen),
        Art::Marks => {
            draw_marked_stone(top + Point::new(36, 8), (Color::Black, Mark::Right), pen)?;
            draw_marked_stone(top + Point::new(136, 8), (Color::White, Mark::Wrong), pen)?;
            let y = top.y + 8;
            pen.words(
                area(80, y, 44, 37),
                &pen.say("right"),
                &BODY,
                Align::Left,
                theme.good,
            )?;
            pen.words(
                area(180, y, 52, 37),
                &pen.say("wrong"),
                &BODY,
                Align::Left,
                theme.bad,
            )
        }
        Art::Trouble => draw_trouble(top + Point::new(98, 5), pen),
    }
}

/// A line of a drawing, from and to.
type Ink = (i8, i8, i8, i8);

/// The side of the square in which a character is written.
const WRITING: i32 = 32;

/// Death.
const SHI: [Ink; 14] = [
    (3, 5, 29, 5),
    (11, 6, 8, 12),
    (8, 12, 3, 17),
    (9, 11, 16, 11),
    (16, 11, 14, 18),
    (14, 18, 10, 24),
    (10, 24, 4, 28),
    (8, 16, 11, 20),
    (28, 11, 20, 16),
    (20, 9, 20, 25),
    (20, 25, 22, 28),
    (22, 28, 27, 28),
    (27, 28, 29, 26),
    (29, 26, 29, 22),
];

/// Life.
const KATSU: [Ink; 10] = [
    (4, 4, 8, 7),
    (2, 12, 6, 15),
    (3, 28, 8, 19),
    (26, 4, 13, 7),
    (11, 13, 30, 13),
    (20, 6, 20, 19),
    (14, 20, 27, 20),
    (27, 20, 27, 29),
    (27, 29, 14, 29),
    (14, 29, 14, 20),
];

/// Strokes with their places from the middle of a square with sides of [`WRITING`].
fn written(inks: &[Ink], half_width: i32) -> Vec<Stroke, 16> {
    let place = |x: i8, y: i8| -> At {
        let from_middle = |at: i8| i32::from(at) * PIXEL - WRITING * PIXEL / 2;
        (from_middle(x), from_middle(y))
    };
    inks.iter()
        .map(|&(x0, y0, x1, y1)| Stroke::new(place(x0, y0), place(x1, y1), half_width))
        .collect()
}

/// The name: a black stone for death, a white one for life.
fn draw_name<D>(top: Point, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    const SIDE: i32 = 57;
    let theme = pen.theme;
    let signs: [(Color, &[Ink], i32); 2] =
        [(Color::Black, &SHI, 120 - SIDE - 2), (Color::White, &KATSU, 122)];
    for (color, inks, x) in signs {
        let place = area(x, top.y + 6, SIDE, SIDE);
        let stone = Stone::new(theme.board.stone(color), SIDE * PIXEL / 2 - 4);
        let ink = theme.board.stone(color.opponent()).face;
        let writing = written(inks, PIXEL * 21 / 16);
        let centre = middle(x + SIDE / 2, top.y + 6 + SIDE / 2);
        pen.shade(place, |x, y| {
            let at = way(centre, middle(x, y));
            let ground = stone.over(theme.background, at);
            if at.0.abs().max(at.1.abs()) > WRITING * PIXEL / 2 {
                return ground;
            }
            ink.over(ground, strokes(&writing, at))
        })?;
    }
    let words = area(0, top.y + 68, 240, 36);
    pen.words(words, "Shikatsu", &HUGE, Align::Centre, theme.text)
}

/// The handheld with its keys, and what they do.
fn draw_handheld<D>(top: Point, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let theme = pen.theme;
    let body = area(8, top.y + 4, 224, 100);
    pen.frame(body, (14, 1), (theme.rule, theme.card), theme.background)?;
    draw_stick(area(18, top.y + 24, 49, 49), pen)?;
    let moves = area(14, top.y + 80, 57, 16);
    pen.words(moves, &pen.say("move"), &SMALL, Align::Centre, theme.text)?;
    draw_little_board(area(78, top.y + 21, 66, 66), pen)?;
    for (row, (key, does)) in [
        (Button::A, "play"),
        (Button::B, "take back"),
        (Button::X, "hint"),
        (Button::Y, "menu"),
    ]
    .into_iter()
    .enumerate()
    {
        let y = top.y + 13 + row as i32 * 21;
        draw_cap(area(154, y, 18, 18), key, theme.card, pen)?;
        pen.words(
            area(176, y, 54, 18),
            &pen.say(does),
            &SMALL,
            Align::Left,
            theme.text,
        )?;
    }
    Ok(())
}

/// A round pad with four arrows.
fn draw_stick<D>(place: Rectangle, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let theme = pen.theme;
    let side = place.size.width as i32;
    let Point { x, y } = place.top_left;
    pen.round(place, side / 2, theme.text, theme.card)?;
    let (third, arrow) = (side / 3, side / 3 + 1);
    for (icon, column, row) in [
        (Icon::Up, 1, 0),
        (Icon::Left, 0, 1),
        (Icon::Right, 2, 1),
        (Icon::Down, 1, 2),
    ] {
        let square = area(x + column * third, y + row * third, arrow, arrow).offset(-2);
        icon.draw(square, theme.background, theme.text, pen)?;
    }
    let knob = area(x + third + 1, y + third + 1, arrow - 2, arrow - 2);
    pen.round(knob, arrow / 2, theme.accent, theme.text)
}

/// A screen with a few stones.
fn draw_little_board<D>(place: Rectangle, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    const STONES: [(Color, i32, i32); 7] = [
        (Color::Black, 1, 1),
        (Color::Black, 2, 1),
        (Color::Black, 0, 2),
        (Color::White, 1, 2),
        (Color::White, 2, 2),
        (Color::Black, 3, 2),
        (Color::White, 1, 3),
    ];
    const TILE: i32 = 13;
    let theme = pen.theme;
    let wood = theme.board.wood[1];
    pen.frame(place, (5, 2), (theme.text, wood), theme.card)?;
    let Point { x, y } = place.top_left;
    let (x, y, length) = (x + 6, y + 6, TILE * 4);
    for line in 0..4 {
        let at = line * TILE + TILE / 2;
        pen.fill(area(x + at, y + TILE / 2, 1, length), theme.board.line)?;
        pen.fill(area(x + TILE / 2, y + at, length, 1), theme.board.line)?;
    }
    for (color, column, row) in STONES {
        let square = area(x + column * TILE, y + row * TILE, TILE, TILE);
        draw_stone(square, color, None, wood, pen)?;
    }
    Ok(())
}

fn draw_marked_stone<D>(at: Point, (color, mark): (Color, Mark), pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let theme: &Theme = pen.theme;
    draw_stone(area(at.x, at.y, 37, 37), color, Some(mark), theme.background, pen)
}

/// A stone that fills an odd square, perhaps with a sign.
fn draw_stone<D>(
    place: Rectangle,
    color: Color,
    mark: Option<Mark>,
    ground: Paint,
    pen: &mut Pen<'_, D>,
) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let side = place.size.width as i32;
    let look = pen.theme.board.stone(color);
    let stone = Stone::new(look, stone_radius(side));
    let sign = mark.and_then(|mark| Sign::new(mark, stone_radius(side), &look.signs));
    let centre = middle(place.top_left.x + side / 2, place.top_left.y + side / 2);
    pen.shade(place, |x, y| {
        let at = way(centre, middle(x, y));
        let paint = stone.over(ground, at);
        match &sign {
            Some(sign) => sign.paint.over(paint, sign.cover(at)),
            None => paint,
        }
    })
}

/// A triangle with an exclamation mark.
fn draw_trouble<D>(at: Point, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    const FRAME: [Ink; 3] = [(16, 0, 34, 31), (34, 31, -2, 31), (-2, 31, 16, 0)];
    const MARK: [Ink; 1] = [(16, 11, 16, 19)];
    let theme = pen.theme;
    let place = area(at.x, at.y, 44, 44);
    let centre = middle(at.x + 22, at.y + 22);
    let (frame, mark) = (written(&FRAME, PIXEL * 7 / 4), written(&MARK, PIXEL * 7 / 4));
    pen.shape(place, theme.bad, theme.background, |at| {
        let at = way(centre, at);
        let dot = disc(PIXEL * 2, way((0, 9 * PIXEL + 8), at));
        strokes(&frame, at).max(strokes(&mark, at)).max(dot)
    })?;
    Ok(())
}
