//! A picture in words and signs, for those who cannot see it: a screen reader, a braille line, a small terminal, a test.
//!
//! It is complete: board, turn, cursor, marks, the newest move, result, rows, and what the keys do.
//!
//! ```text
//! Black to live                       3/70
//! Straight three · 18k
//!   A B C D E
//! 5 . . . . .
//! 4 X X X . .
//! 3 O O O X .
//! 2 O(+). O X
//! ```
//!
//! `X` Black, `O` White, `.` a free point, a blank where no stone may be played; a stone's sign is followed by its mark, and the cursor stands in brackets.

use core::fmt::{Arguments, Result, Write};

use super::picture::{
    Art, BoardScreen, GRID_COLUMNS, GridScreen, KeyHint, Line, ListScreen, Mark, PageScreen, Picture,
    RATING_MEANS, Screen, Spot, Standing, StatsScreen, Strip, Value, Words,
};
use crate::board::{Color, Point};
use crate::language::Language;
use crate::record::Done;

/// Where a picture is written to, and in which language what is said only here.
struct Out<'w, W> {
    out: &'w mut W,
    language: Language<'static>,
}

impl<W: Write> Write for Out<'_, W> {
    fn write_str(&mut self, text: &str) -> Result {
        self.out.write_str(text)
    }
}

impl<W: Write> Out<'_, W> {
    /// Says English words in the language of the picture.
    fn say(&mut self, english: &str) -> Result {
        self.language.tell(english, self.out)
    }

    /// Says words with a space before them, if there are any.
    fn aside(&mut self, english: &str) -> Result {
        if english.is_empty() {
            return Ok(());
        }
        self.write_char(' ')?;
        self.say(english)
    }

    /// The same for words that have to be put together.
    #[inline(never)]
    fn say_all(&mut self, pieces: Arguments<'_>) -> Result {
        let mut english = Words::new();
        // Nothing that is put together here is longer.
        let _ = english.write_fmt(pieces);
        self.say(&english)
    }
}

/// Writes a picture.
pub fn write(picture: &Picture, out: &mut impl Write) -> Result {
    let out = &mut Out {
        out,
        language: picture.language,
    };
    match &picture.screen {
        Screen::Board(board) => write_board(board, out),
        Screen::List(list) => write_list(list, out),
        Screen::Grid(grid) => write_grid(grid, out),
        Screen::Page(page) => write_page(page, out),
        Screen::Stats(stats) => write_stats(stats, out),
        Screen::Code(code) => {
            writeln!(out, "{}\n{}", code.title, code.link)?;
            write_keys(&code.keys, out)
        }
    }
}

/// Writes a picture in one line: what a glance catches.
pub fn write_brief(picture: &Picture, out: &mut impl Write) -> Result {
    let out = &mut Out {
        out,
        language: picture.language,
    };
    match &picture.screen {
        Screen::Board(board) => {
            let strip = &board.strip;
            out.write_str(&strip.title)?;
            out.aside(state_words(strip.state))?;
            out.aside(book_words(strip.by_the_book))?;
            out.write_str(" | ")?;
            match &strip.line {
                Line::Words(words, _) => out.write_str(words),
                Line::Keys(keys) => keys
                    .iter()
                    .try_for_each(|hint| write!(out, "{}: {} ", hint.key.name(), hint.does)),
                Line::Thinking { .. } => out.say("Thinking"),
                Line::Choice { items, chosen } => {
                    let chosen = chosen.and_then(|chosen| items.get(usize::from(chosen)));
                    match chosen {
                        Some(chosen) => out.write_str(chosen),
                        None => out.say("Choose one"),
                    }
                }
            }
        }
        Screen::List(list) => {
            let chosen = list.rows.get(usize::from(list.chosen - list.first));
            write!(out, "{} | {}", list.title, chosen.map_or("", |row| &row.label))
        }
        Screen::Grid(grid) => write!(out, "{} | {}", grid.title, grid.foot),
        Screen::Page(page) => write!(out, "{} | {}", page.title, page.text),
        Screen::Stats(stats) => {
            out.say("Statistics")?;
            out.write_str(" | ")?;
            out.say_all(format_args!("Rating {}", stats.rating))
        }
        Screen::Code(code) => write!(out, "{} | {}", code.title, code.link),
    }
}

const fn state_words(state: Standing) -> &'static str {
    match state {
        Standing::Open => "",
        Standing::Right => "[right]",
        Standing::Wrong => "[wrong]",
        Standing::Helped => "[with help]",
    }
}

const fn book_words(by_the_book: bool) -> &'static str {
    if by_the_book { "[by the book]" } else { "" }
}

/// The sign of a mark.
pub const fn mark_sign(mark: Mark) -> char {
    match mark {
        Mark::Key => '^',
        Mark::Last => '<',
        Mark::Right => '/',
        Mark::Wrong => '!',
        Mark::Candidate => '?',
        Mark::Correct => '=',
        Mark::Best => '*',
        Mark::Alive => '+',
        Mark::Row => '#',
        Mark::Black => 'x',
        Mark::White => 'o',
        Mark::MostNatural => '3',
        Mark::Natural => '2',
        Mark::Possible => '1',
    }
}

fn write_board(board: &BoardScreen, out: &mut Out<'_, impl Write>) -> Result {
    write_strip(&board.strip, out)?;
    write_last(board, out)?;
    let crop = board.crop;
    let labels = board.labels;
    if let Some(labels) = labels {
        out.write_str("   ")?;
        for column in crop.left..=crop.right {
            let number = labels.across(column, board.size);
            write_label(number, labels.letters_across, board.size, out)?;
        }
        out.write_char('\n')?;
    }
    for row in crop.top..=crop.bottom {
        if let Some(labels) = labels {
            write_label(
                labels.down(row, board.size),
                !labels.letters_across,
                board.size,
                out,
            )?;
        }
        for column in crop.left..=crop.right {
            write_spot(*board.spot(Point::new(column, row)), out)?;
        }
        out.write_char('\n')?;
    }
    write_cursor(board, out)
}

/// A column's letter or a line's number, as wide as a spot.
fn write_label(number: u8, is_letter: bool, size: u8, out: &mut Out<'_, impl Write>) -> Result {
    if is_letter {
        write!(out, " {} ", Point::letter(number))
    } else {
        write!(out, "{:>2} ", size - number)
    }
}

fn write_spot(spot: Spot, out: &mut Out<'_, impl Write>) -> Result {
    let sign = match (spot.stone, spot.outside) {
        (Some(Color::Black), _) => 'X',
        (Some(Color::White), _) => 'O',
        (None, true) => ' ',
        (None, false) if spot.lit => ':',
        (None, false) => '.',
    };
    let mark = spot.mark.map_or(' ', mark_sign);
    match spot.cursor {
        // Its mark is told below the board.
        Some(_) => write!(out, "({sign})"),
        None => write!(out, " {sign}{mark}"),
    }
}

/// The newest move in words: its sign is hard to find by ear.
fn write_last(board: &BoardScreen, out: &mut Out<'_, impl Write>) -> Result {
    let is_last = |&point: &Point| board.spot(point).mark == Some(Mark::Last);
    let Some(point) = Point::all(board.size).find(is_last) else {
        return Ok(());
    };
    match board.spot(point).stone {
        Some(color) => {
            out.say_all(format_args!(
                "{color} plays {}",
                name(board, point).vertex(board.size)
            ))?;
            out.write_char('\n')
        }
        // Stones that faded keep their secret.
        None => Ok(()),
    }
}

fn write_cursor(board: &BoardScreen, out: &mut Out<'_, impl Write>) -> Result {
    let cursor = Point::all(board.size).find(|&point| board.spot(point).cursor.is_some());
    if let Some(point) = cursor {
        let spot = board.spot(point);
        let color = spot.cursor.map_or(Color::Black, |cursor| cursor.color);
        let here = match spot.stone {
            Some(stone) => stone.name(),
            None if spot.outside => "outside",
            None => "empty",
        };
        out.say_all(format_args!(
            "Cursor, {color}: {}, {here}",
            name(board, point).vertex(board.size)
        ))?;
        if let Some(mark) = spot.mark {
            out.write_str(", ")?;
            out.say(mark_word(mark))?;
        }
        out.write_char('\n')?;
    }
    Ok(())
}

/// The point as the problem is written; how it lies on the screen only if the lines are not named there.
fn name(board: &BoardScreen, point: Point) -> Point {
    let Some(labels) = board.labels else {
        return point;
    };
    let across = labels.across(point.column(), board.size);
    let down = labels.down(point.row(), board.size);
    if labels.letters_across {
        Point::new(across, down)
    } else {
        Point::new(down, across)
    }
}

/// A mark in words.
pub const fn mark_word(mark: Mark) -> &'static str {
    match mark {
        Mark::Key => "key stone",
        Mark::Last => "last move",
        Mark::Right => "right",
        Mark::Wrong => "wrong",
        Mark::Candidate => "candidate",
        Mark::Correct => "correct",
        Mark::Best => "best",
        Mark::Alive => "alive for good",
        Mark::Row => "winning row",
        Mark::Black => "Black's point",
        Mark::White => "White's point",
        Mark::MostNatural => "looks most natural",
        Mark::Natural => "looks natural",
        Mark::Possible => "looks possible",
    }
}

fn write_strip(strip: &Strip, out: &mut Out<'_, impl Write>) -> Result {
    out.write_str(&strip.title)?;
    out.aside(state_words(strip.state))?;
    out.aside(book_words(strip.by_the_book))?;
    writeln!(out, "  {}", strip.place)?;
    if let Some(color) = strip.stone {
        out.say_all(format_args!("{color} to move"))?;
        out.write_char('\n')?;
    }
    match &strip.line {
        Line::Words(words, _) => writeln!(out, "{words}"),
        Line::Keys(keys) => write_keys(keys, out),
        Line::Thinking { spent, .. } => {
            let percent = u32::from(*spent) * 100 / 255;
            out.say_all(format_args!("Thinking, {percent} %; B: stop"))?;
            out.write_char('\n')
        }
        Line::Choice { items, chosen } => {
            for (number, item) in items.iter().enumerate() {
                if *chosen == Some(number as u8) {
                    write!(out, "[{item}] ")?;
                } else {
                    write!(out, " {item}  ")?;
                }
            }
            out.write_char('\n')
        }
    }
}

fn write_keys(keys: &[KeyHint], out: &mut Out<'_, impl Write>) -> Result {
    for (number, hint) in keys.iter().enumerate() {
        let comma = if number == 0 { "" } else { ", " };
        write!(out, "{comma}{}: {}", hint.key.name(), hint.does)?;
    }
    out.write_char('\n')
}

fn write_list(list: &ListScreen, out: &mut Out<'_, impl Write>) -> Result {
    writeln!(out, "{}", list.title)?;
    for (number, row) in (list.first..).zip(&list.rows) {
        let sign = if number == list.chosen { '>' } else { ' ' };
        write!(out, "{sign} {}", row.label)?;
        match &row.value {
            Value::None => {}
            Value::Switch(on) => {
                out.write_str(": ")?;
                out.say(if *on { "on" } else { "off" })?;
            }
            Value::Word(word) => write!(out, ": < {word} >")?,
            Value::Note(note) => write!(out, ": {note}")?,
            Value::Progress { done, of } => {
                out.write_str(": ")?;
                out.say_all(format_args!("{done} of {of}"))?;
            }
        }
        if row.dim {
            out.write_char(' ')?;
            out.say("(not now)")?;
        }
        out.write_char('\n')?;
    }
    if list.total > 0 {
        out.say_all(format_args!("{} of {}", list.chosen + 1, list.total))?;
        out.write_char('\n')?;
    }
    writeln!(out, "{}", list.foot)
}

fn write_grid(grid: &GridScreen, out: &mut Out<'_, impl Write>) -> Result {
    writeln!(out, "{}", grid.title)?;
    for (number, done) in (grid.first..).zip(&grid.cells) {
        let sign = match done {
            Done::New => ' ',
            Done::Solved => '/',
            Done::Helped => '~',
            Done::Failed => '!',
        };
        let shown = number + 1;
        if number == grid.chosen {
            write!(out, "[{shown:>4}{sign}]")?;
        } else {
            write!(out, " {shown:>4}{sign} ")?;
        }
        let place = usize::from(number - grid.first) + 1;
        if place.is_multiple_of(GRID_COLUMNS) || place == grid.cells.len() {
            out.write_char('\n')?;
        }
    }
    out.say_all(format_args!(
        "{} of {}; / solved, ~ with help, ! failed",
        grid.chosen + 1,
        grid.total
    ))?;
    writeln!(out, "\n{}", grid.foot)
}

fn write_page(page: &PageScreen, out: &mut Out<'_, impl Write>) -> Result {
    writeln!(out, "{}", page.title)?;
    match page.art {
        Art::Keys => out.say(
            "Directions: move the cursor\nA: play, hold to pass\nB: take back, hold to restart\nX: hint\nY: menu\n",
        )?,
        Art::Marks => out.say("A tick is right, a cross is wrong.\n")?,
        Art::None | Art::Name | Art::Trouble => {}
    }
    if !page.text.is_empty() {
        writeln!(out, "{}", page.text)?;
    }
    if let Some(diagram) = &page.diagram {
        let crop = &diagram.crop;
        for row in crop.top..=crop.bottom {
            for column in crop.left..=crop.right {
                write_spot(diagram.spot(Point::new(column, row)), out)?;
            }
            out.write_char('\n')?;
        }
    }
    if page.page.1 > 1 {
        out.say_all(format_args!("Page {} of {}", page.page.0, page.page.1))?;
        out.write_char('\n')?;
    }
    write_keys(&page.keys, out)
}

fn write_stats(stats: &StatsScreen, out: &mut Out<'_, impl Write>) -> Result {
    let (tries, solved) = stats.tries;
    out.say("Statistics\n")?;
    out.say_all(format_args!("Rating {} ({})\n", stats.rating, stats.level))?;
    out.say(RATING_MEANS)?;
    out.say_all(format_args!(
        "\nStreak {}, best {}\n",
        stats.streak.0, stats.streak.1
    ))?;
    let percent = (u64::from(solved) * 100).checked_div(tries.into()).unwrap_or(0);
    out.say_all(format_args!("Solved {solved} of {tries} ({percent} %)\n"))?;
    let (tries, solved) = stats.book_tries;
    if tries > 0 {
        out.say_all(format_args!("By the book: solved {solved} of {tries}\n"))?;
    }
    out.say_all(format_args!(
        "In review {}, due {}\n",
        stats.review.0, stats.review.1
    ))?;
    out.say("Ratings:")?;
    for rating in &stats.plot {
        write!(out, " {rating}")?;
    }
    out.write_char('\n')
}
