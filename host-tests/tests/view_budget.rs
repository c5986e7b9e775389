//! How many pixels a change sends to the panel. At 62.5 MHz the bus carries about 3.9 million of them a second, so a
//! whole screen takes 15 ms and a tile of 30 pixels a quarter of one.

use host_tests::pictures::{
    NINETEEN, Touch, board, corner, grid, picture, play_keys, settings, stats, strip, touched, words,
};
use shikatsu::board::Color;
use shikatsu::record::ThemeName;
use shikatsu::session::picture::{BoardScreen, Line, Mark, Picture, Screen, Tone};
use shikatsu::view::changes;

/// Prints what a change costs and holds it.
#[track_caller]
fn costs(what: &str, old: Screen, new: Screen, most: u32) {
    let dirty = changes(&picture(old), &picture(new));
    println!(
        "{what}: {} pixels in {} blocks",
        dirty.pixels(),
        dirty.areas().len()
    );
    assert!(
        dirty.pixels() <= most,
        "{what}: {} pixels, at most {most}",
        dirty.pixels()
    );
}

fn cursor(point: &str) -> BoardScreen {
    let screen = corner(strip(Some(Color::Black), "Black to kill", play_keys()));
    touched(screen, &[(point, Touch::Cursor(Color::Black, false))])
}

#[test]
fn a_step_of_the_cursor_sends_two_tiles() {
    let tile = 30 * 30;
    costs(
        "a cursor step",
        Screen::Board(cursor("D2")),
        Screen::Board(cursor("E2")),
        2 * tile,
    );
    let large = |point| {
        let screen = board(
            NINETEEN,
            None,
            strip(Some(Color::Black), "Black to kill", play_keys()),
        );
        Screen::Board(touched(screen, &[(point, Touch::Cursor(Color::Black, false))]))
    };
    costs("a cursor step on 19 lines", large("K5"), large("K6"), 2 * 11 * 11);
}

#[test]
fn a_move_sends_its_tiles_and_the_strip() {
    let played = touched(
        corner(strip(
            Some(Color::White),
            "White to live",
            Line::Thinking { spent: 0, beat: 0 },
        )),
        &[
            ("D2", Touch::Stone(Color::Black)),
            ("D2", Touch::Mark(Mark::Last)),
        ],
    );
    costs(
        "a move",
        Screen::Board(cursor("D2")),
        Screen::Board(played),
        30 * 30 + 240 * 43,
    );
}

#[test]
fn thinking_sends_its_bar() {
    let thinking = |spent, beat| {
        Screen::Board(corner(strip(
            Some(Color::White),
            "White to live",
            Line::Thinking { spent, beat },
        )))
    };
    costs("a beat of thinking", thinking(3, 7), thinking(4, 8), 140 * 8);
}

#[test]
fn a_word_in_the_strip_sends_a_line() {
    let said = |text| {
        Screen::Board(corner(strip(
            Some(Color::White),
            "White to live",
            Line::Words(words(text), Tone::Plain),
        )))
    };
    costs("a sentence", said("Taken"), said("Outside"), 200 * 20);
}

#[test]
fn a_step_in_a_list_sends_two_rows() {
    costs(
        "a list step",
        Screen::List(settings(0, 3)),
        Screen::List(settings(0, 4)),
        2 * 240 * 22,
    );
    costs(
        "a list scrolled",
        Screen::List(settings(0, 7)),
        Screen::List(settings(1, 8)),
        240 * 180,
    );
}

#[test]
fn a_step_in_the_grid_sends_two_cells() {
    costs(
        "a grid step",
        Screen::Grid(grid(60, 0, 3)),
        Screen::Grid(grid(60, 0, 4)),
        2 * 38 * 35,
    );
    costs(
        "a grid turned over",
        Screen::Grid(grid(60, 0, 29)),
        Screen::Grid(grid(60, 30, 30)),
        240 * 208,
    );
}

#[test]
fn a_new_rating_sends_no_facts() {
    let mut better = stats(8);
    better.rating += 1;
    costs(
        "a new rating",
        Screen::Stats(stats(8)),
        Screen::Stats(better),
        240 * 60,
    );
}

#[test]
fn another_kind_of_screen_or_another_theme_sends_everything() {
    let (old, new) = (
        picture(Screen::List(settings(0, 0))),
        picture(Screen::Stats(stats(3))),
    );
    assert_eq!(changes(&old, &new).pixels(), 240 * 240);
    let dark = Picture {
        theme: ThemeName::Dark,
        ..old.clone()
    };
    assert_eq!(changes(&old, &dark).pixels(), 240 * 240);
}
