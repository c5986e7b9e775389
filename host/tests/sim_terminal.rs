//! The trainer in signs, at every size and in every look.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color as Ink;
use shikatsu::board::Point;
use shikatsu::session::Event;
use shikatsu::session::keys::{Button, Stroke};
use shikatsu::session::picture::Target;
use shikatsu_host::script::{Cast, Step};
use shikatsu_host::sim::terminal::signs::{Hits, SMALLEST, draw};
use shikatsu_host::sim::terminal::{Colors, Look};
use shikatsu_host::sim::{Shelf, Stage, StageMemory};

const PLAIN: Look = Look {
    ascii: false,
    colors: Colors::None,
};
const ASCII: Look = Look {
    ascii: true,
    colors: Colors::None,
};

/// Plays `problem` with these settings by `play`, then looks.
fn staged<T>(problem: &str, settings: &[&str], play: impl FnOnce(&mut Stage<'_>) -> T) -> T {
    let mut cast = Cast::rehearsal(Shelf::built_in());
    cast.prepare(&Step::Problem(problem.to_string())).unwrap();
    for setting in settings {
        cast.prepare(&setting.parse().unwrap()).unwrap();
    }
    let mut memory = StageMemory::new();
    play(&mut Stage::new(
        &cast.shelf,
        &mut cast.keeper,
        &mut memory,
        cast.seed,
    ))
}

fn press(stage: &mut Stage<'_>, buttons: &[Button]) {
    for &button in buttons {
        stage.on(Event::Stroke(Stroke::Press(button)));
    }
}

fn buffer(stage: &Stage<'_>, look: Look, width: u16, height: u16) -> (Buffer, Hits) {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    let hits = draw(stage.picture(), look, area, &mut buffer);
    (buffer, hits)
}

/// The picture as text, without blanks at the ends of lines.
fn picture(stage: &Stage<'_>, look: Look, width: u16, height: u16) -> String {
    let (buffer, _) = buffer(stage, look, width, height);
    let line = |cells: &[ratatui::buffer::Cell]| {
        let line: String = cells.iter().map(ratatui::buffer::Cell::symbol).collect();
        line.trim_end().to_string()
    };
    let lines: Vec<String> = buffer.content.chunks(width.into()).map(line).collect();
    lines.join("\n")
}

const STRAIGHT_THREE: &str = "Straight three on the side";

#[test]
fn with_room_the_points_stand_apart() {
    let seen = staged(STRAIGHT_THREE, &["set coordinates on"], |stage| {
        picture(stage, PLAIN, 44, 15)
    });
    let expected = "
  ●  Black to kill                    38/102
  First steps · 27k

        5  ·   ·   ·   ·   ·   ·   ·

        4  ·   ·   ·   ·   ·   ·   ·

        3  ·   ●───●───●───●───●   ·
               │   │   │   │   │
        2  ●───○───○──[◇]──○───○───●
           │   │   │   │   │   │   │
        1  ●───○───┴───┴───┴───○───●
           A   B   C   D   E   F   G

↑↓←→ move  Enter play  m menu  q quit";
    assert_eq!(format!("\n{seen}"), expected);
}

#[test]
fn in_a_small_terminal_they_stand_close_and_ascii_tells_the_same() {
    let (plain, ascii) = staged(STRAIGHT_THREE, &[], |stage| {
        (picture(stage, PLAIN, 26, 8), picture(stage, ASCII, 26, 8))
    });
    let expected = "
  ●  Black to kill  38/102
  First steps · 27k
      · · · · · · ·
      · · · · · · ·
      · ●─●─●─●─● ·
      ●─○─○[◇]○─○─●
      ●─○─┴─┴─┴─○─●
↑↓←→ move  q quit";
    assert_eq!(format!("\n{plain}"), expected);
    let expected = "
  x  Black to kill  38/102
  First steps - 27k


        x x x x x
      x o o[@]o o x
      x o - - - o x
Arrows move  q quit";
    assert_eq!(format!("\n{ascii}"), expected);
}

#[test]
fn a_solved_problem_shows_its_sign_and_where_the_moves_were() {
    let seen = staged(STRAIGHT_THREE, &[], |stage| {
        stage.advance(500, &mut |_| {});
        press(stage, &[Button::Down, Button::A]);
        stage.advance(2000, &mut |_| {});
        picture(stage, PLAIN, 80, 24)
    });
    assert!(seen.contains("White is dead ✓"), "{seen}");
    assert!(seen.contains("(●)"), "{seen}");
    assert!(seen.contains("[A] next"), "{seen}");
}

#[test]
fn lists_show_the_chosen_row_however_small_the_terminal() {
    staged(STRAIGHT_THREE, &[], |stage| {
        press(stage, &[Button::Y]);
        for step in 0..30 {
            for (width, height) in [SMALLEST, (40, 10), (80, 24), (200, 60)] {
                let seen = picture(stage, PLAIN, width, height);
                let chosen = seen.lines().filter(|line| line.trim_start().starts_with('›'));
                assert_eq!(chosen.count(), 1, "step {step}\n{seen}");
            }
            press(stage, &[Button::Down]);
        }
    });
}

#[test]
fn every_screen_can_be_drawn_at_every_size_in_every_look() {
    let tour = [
        vec![],
        vec![Button::Y],
        // Packs, a grid, statistics, the front page, settings, help.
        vec![Button::Right, Button::A],
        vec![Button::A],
        vec![
            Button::B,
            Button::B,
            Button::Left,
            Button::Left,
            Button::Left,
            Button::A,
        ],
        vec![Button::B, Button::Y],
        vec![Button::Up, Button::A, Button::A],
        vec![Button::B, Button::Down, Button::Down, Button::Down, Button::A],
        vec![Button::A],
    ];
    let looks = [Colors::None, Colors::Sixteen, Colors::Many, Colors::All];
    staged("Eight on the second line", &["set coordinates on"], |stage| {
        for buttons in &tour {
            press(stage, buttons);
            for (width, height) in (1..60).step_by(3).flat_map(|w| (1..30).map(move |h| (w, h))) {
                for colors in looks {
                    let ascii = colors == Colors::Sixteen;
                    let (_, hits) = buffer(stage, Look { ascii, colors }, width, height);
                    let area = Rect::new(0, 0, width, height);
                    let inside = |(place, _): &(Rect, Target)| area.union(*place) == area;
                    assert!(hits.iter().all(inside), "{width}x{height}: {hits:?}");
                }
            }
        }
    });
}

#[test]
fn a_terminal_that_is_too_small_is_told_so() {
    let seen = staged(STRAIGHT_THREE, &[], |stage| picture(stage, PLAIN, 20, 5));
    let words: Vec<&str> = seen.split_whitespace().collect();
    assert_eq!(
        words.join(" "),
        "The terminal is too small: the trainer needs 24x8. Make it larger, or press q to quit."
    );
}

#[test]
fn what_is_pointed_at_is_what_is_seen_there() {
    staged(STRAIGHT_THREE, &[], |stage| {
        let at = |hits: &Hits, target: Target| {
            let found = hits.iter().find(|(_, shown)| *shown == target);
            found.unwrap_or_else(|| panic!("{target:?} is not to be seen")).0
        };
        let d2 = Point::from_vertex("D2", 7).unwrap();
        for (width, height) in [(80, 24), (24, 8)] {
            let (buffer, hits) = buffer(stage, PLAIN, width, height);
            let place = at(&hits, Target::Point(d2));
            assert_eq!(buffer[(place.x, place.y)].symbol(), "[");
        }
        press(stage, &[Button::Y]);
        let (buffer, hits) = buffer(stage, PLAIN, 80, 24);
        let place = at(&hits, Target::Item(0));
        assert_eq!(buffer[(place.x + 2, place.y)].symbol(), "N");
    });
}

#[test]
fn no_colour_is_used_where_none_is_wanted_and_wood_where_there_are_many() {
    staged(STRAIGHT_THREE, &[], |stage| {
        let colors = |colors| {
            let (buffer, _) = buffer(stage, Look { ascii: false, colors }, 80, 24);
            let is_colored = |cell: &&ratatui::buffer::Cell| cell.fg != Ink::Reset || cell.bg != Ink::Reset;
            buffer.content.iter().filter(is_colored).count()
        };
        assert_eq!(colors(Colors::None), 0);
        assert!(colors(Colors::Sixteen) > 50);
        assert!(colors(Colors::Many) > 50);
    });
}
