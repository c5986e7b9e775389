//! What a mouse points at is what is drawn there.

use std::collections::BTreeSet;

use host_tests::pictures::{corner, grid, picture, play_keys, samples, settings, strip};
use host_tests::random::Random;
use host_tests::scramble;
use shikatsu::board::{Color, Point};
use shikatsu::session::keys::Button;
use shikatsu::session::picture::{Line, Picture, Screen, Target};
use shikatsu::view::hit;

/// All that can be pointed at, each with how many pixels it has.
fn targets(picture: &Picture) -> Vec<(Target, usize)> {
    let mut found: Vec<(Target, usize)> = Vec::new();
    for (x, y) in (0..240).flat_map(|y| (0..240).map(move |x| (x, y))) {
        let Some(target) = hit(picture, x, y) else {
            continue;
        };
        match found.iter_mut().find(|(known, _)| *known == target) {
            Some((_, pixels)) => *pixels += 1,
            None => found.push((target, 1)),
        }
    }
    found
}

#[test]
fn every_point_of_the_crop_can_be_hit_and_no_other() {
    for (name, picture) in samples() {
        let Screen::Board(screen) = &picture.screen else {
            continue;
        };
        let hit: Vec<(Point, usize)> = targets(&picture)
            .into_iter()
            .filter_map(|(target, pixels)| match target {
                Target::Point(point) => Some((point, pixels)),
                _ => None,
            })
            .collect();
        assert_eq!(hit.len(), screen.crop.points().count(), "{name}");
        let sizes: BTreeSet<usize> = hit.iter().map(|(_, pixels)| *pixels).collect();
        assert_eq!(sizes.len(), 1, "{name}: all tiles have the same size");
        assert!(
            hit.iter().all(|(point, _)| screen.crop.contains(*point)),
            "{name}"
        );
    }
}

#[test]
fn keys_of_the_strip_can_be_hit() {
    let screen = picture(Screen::Board(corner(strip(
        Some(Color::Black),
        "Black to kill",
        play_keys(),
    ))));
    let found = targets(&screen);
    for key in [Button::A, Button::B, Button::X, Button::Y] {
        let pixels = found.iter().find(|(target, _)| *target == Target::Key(key));
        assert!(pixels.is_some_and(|(_, pixels)| *pixels > 400), "{}", key.name());
    }
    let line = Line::Thinking { spent: 1, beat: 1 };
    let thinking = picture(Screen::Board(corner(strip(
        Some(Color::Black),
        "Black to kill",
        line,
    ))));
    assert!(
        targets(&thinking)
            .iter()
            .any(|(target, _)| *target == Target::Key(Button::B))
    );
}

#[test]
fn words_of_a_choice_can_be_hit() {
    let items = &["dead", "unsettled", "alive", "ko"];
    for chosen in [None, Some(0), Some(1), Some(2), Some(3)] {
        let line = Line::choice(items, chosen);
        let found = targets(&picture(Screen::Board(corner(strip(None, "What is it?", line)))));
        for word in 0..4 {
            assert!(found.iter().any(|(target, _)| *target == Target::Choice(word)));
        }
    }
}

#[test]
fn the_chosen_word_is_always_seen() {
    let items = &[
        "one",
        "of a great many",
        "words to choose from",
        "that",
        "do not fit",
    ];
    for chosen in 0..items.len() as u8 {
        let line = Line::choice(items, Some(chosen));
        let found = targets(&picture(Screen::Board(corner(strip(None, "Which?", line)))));
        assert!(
            found.iter().any(|(target, _)| *target == Target::Choice(chosen)),
            "{chosen}"
        );
    }
}

#[test]
fn rows_and_cells_are_counted_among_all() {
    let items = |picture: &Picture| -> Vec<u16> {
        let found = targets(picture).into_iter();
        let items = found.filter_map(|(target, _)| match target {
            Target::Item(item) => Some(item),
            _ => None,
        });
        items.collect()
    };
    let rows: Vec<u16> = (3..11).collect();
    assert_eq!(items(&picture(Screen::List(settings(3, 8)))), rows);
    let cells: Vec<u16> = (30..60).collect();
    assert_eq!(items(&picture(Screen::Grid(grid(347, 30, 52)))), cells);
}

#[test]
fn nothing_is_hit_off_the_screen() {
    let mut random = Random::new(6);
    for _ in 0..200 {
        let picture = scramble::picture(&mut random);
        for (x, y) in [
            (-1, 100),
            (240, 100),
            (100, -1),
            (100, 240),
            (i32::MIN, 0),
            (0, i32::MAX),
        ] {
            assert_eq!(hit(&picture, x, y), None, "{x}, {y}");
        }
    }
}
