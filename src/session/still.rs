//! A problem as it greets the player, without anybody who plays it: for pictures in files, and for the first second.

use super::picture::{BoardScreen, Line, Mark, Picture, SPOTS, Screen, Spot, Standing, Strip, Tone, Words};
use crate::board::{Color, Crop, Point};
use crate::language::Language;
use crate::problem::Problem;
use crate::record::ThemeName;

/// The start of `problem`.
pub fn still(problem: &Problem, theme: ThemeName) -> Picture {
    let setup = problem.setup();
    let mut spots = [Spot::default(); SPOTS];
    for point in Point::all(setup.size) {
        let stone = if setup.black.contains(point) {
            Some(Color::Black)
        } else {
            setup.white.contains(point).then_some(Color::White)
        };
        spots[BoardScreen::index(point)] = Spot {
            stone,
            outside: setup.outside.contains(point),
            mark: setup.key.contains(point).then_some(Mark::Key),
            ..Spot::default()
        };
    }
    let strip = Strip {
        stone: Some(setup.to_move),
        title: Words::try_from(problem.task()).unwrap_or_default(),
        place: Words::new(),
        state: Standing::Open,
        by_the_book: false,
        line: Line::Words(Words::new(), Tone::Quiet),
    };
    Picture {
        theme,
        language: Language::ENGLISH,
        screen: Screen::Board(BoardScreen {
            strip,
            size: setup.size,
            crop: Crop::around(&setup),
            labels: None,
            spots,
        }),
    }
}
