//! Pictures of the simulator, at every size and in every look.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color as Ink;
use shikatsu_host::entry::{Entry, Inferred};
use shikatsu_host::sim::{Action, Colors, Direction, Key, Look, Next, SMALLEST, Sim, draw};

const CORNER: &str = "\
*********
*********
*********
*********
*********
xxxxx****
ooooxx***
o--oox***
----ox***
A3 o
Name: A corner; Level: 12k
";

const PLAIN: Look = Look {
    ascii: false,
    colors: Colors::None,
};
const ASCII: Look = Look {
    ascii: true,
    colors: Colors::None,
};

fn sim(text: &str) -> Sim {
    Sim::new(vec![Entry::from_text(text).unwrap()]).unwrap()
}

fn empty_board(size: usize) -> String {
    let row = "-".repeat(size);
    let stone = format!("x{}", "-".repeat(size - 1));
    format!("{}\n{stone}\nA1 x\n\n", vec![row; size - 1].join("\n"))
}

fn type_line(sim: &mut Sim, line: &str) {
    for c in line.chars() {
        sim.on(Key::Type(c));
    }
    sim.on(Key::Enter);
}

fn buffer(sim: &Sim, look: Look, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let drawn = |frame: &mut ratatui::Frame| draw(sim, look, frame.area(), frame.buffer_mut());
    terminal.draw(drawn).unwrap();
    terminal.backend().buffer().clone()
}

/// The picture as text, without blanks at the ends of lines.
fn picture(sim: &Sim, look: Look, width: u16, height: u16) -> String {
    let buffer = buffer(sim, look, width, height);
    let line = |cells: &[ratatui::buffer::Cell]| {
        cells
            .iter()
            .map(ratatui::buffer::Cell::symbol)
            .collect::<String>()
    };
    let lines = buffer
        .content
        .chunks(width.into())
        .map(|cells| line(cells).trim_end().to_string());
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn with_room_the_board_stands_beside_the_words() {
    let mut sim = sim(CORNER);
    type_line(&mut sim, "b1");
    sim.on(Key::Move(Direction::Up));
    let expected = "\
A corner                                                               12k · 1/1

                                             ╭─────────────────────────────────╮
                                             │ ●  Black to play                │
                                             ╰─────────────────────────────────╯

                                             1 move
       5  ·   ·   ·   ·   ·   ·   ·          Last: White B1

       4  ●───●───●───●───●   ·   ·          White plays B1.
          │   │   │   │   │
       3  ◇───○───○───○───●───●   ·
          │   │   │   │   │   │
       2  ○──[•]──┼───○───○───●   ·
          │   │   │   │   │   │
       1  └──(○)──┴───┴───○───●   ·
          A   B   C   D   E   F   G           ●  Black     ○  White
                                              ◇  White's key stones
                                             ( ) last move   ·  outside
                                             [ ] cursor  [•] you may play here

                                             › ▏ a point, pass, answer, help ...

Arrows move  Enter play  Backspace back  Tab next  F1 or help  Ctrl-C leave";
    assert_eq!(picture(&sim, PLAIN, 80, 24), expected);
}

#[test]
fn in_a_small_terminal_everything_is_stacked() {
    let mut sim = sim(CORNER);
    type_line(&mut sim, "b3");
    sim.on(Key::Type('p'));
    let expected = "\
A corner                       12k · 1/1
 ○  White to live
            5  · · · · · · ·
            4  ●─●─●─●─● · ·
            3  ◇[○]○─○─●─● ·
            2  ○─┼─┼─○─○─● ·
            1  └─┴─┴─┴─○─● ·
               A B C D E F G
✗ A stone is already there (B3).



› p▏
Enter play  F1 or help  Ctrl-C leave";
    assert_eq!(picture(&sim, PLAIN, 40, 14), expected);
}

#[test]
fn ascii_tells_the_same() {
    let mut sim = sim(CORNER);
    type_line(&mut sim, "b1");
    sim.on(Key::Move(Direction::Up));
    let expected = "\
A corner                       12k - 1/1
 x  Black to play                 1 move
            5  * * * * * * *
            4  x x x x x * *
            3  @ o o o x x *
            2  o[-]- o o x *
            1  -(o)- - o x *
               A B C D E F G
White plays B1.



> _ a point, pass, answer, help ...
Enter play  F1 or help  Ctrl-C leave";
    assert_eq!(picture(&sim, ASCII, 40, 14), expected);
}

#[test]
fn the_largest_board_fits_an_ordinary_terminal() {
    let picture = picture(&sim(&empty_board(19)), PLAIN, 80, 24);
    for row in 1..=19 {
        assert!(
            picture
                .lines()
                .any(|line| line.starts_with(&format!("{row:>2}  "))),
            "row {row}"
        );
    }
    assert!(picture.contains("A B C D E F G H J K L M N O P Q R S T"));
    // One of the nine lies under the cursor.
    assert_eq!(picture.matches('╋').count(), 8);
}

#[test]
fn the_points_of_the_largest_board_stand_apart_where_there_is_room() {
    let sim = sim(&empty_board(19));
    let apart = "A   B   C   D   E   F   G   H   J   K   L   M   N   O   P   Q   R   S   T";
    for (width, height, fits) in [
        (130, 50, true),
        (116, 42, true),
        (115, 42, false),
        (116, 41, false),
    ] {
        let picture = picture(&sim, PLAIN, width, height);
        assert_eq!(picture.contains(apart), fits, "{width}x{height}\n{picture}");
        assert!(picture.contains("Black to live"), "the panel is there too");
    }
}

#[test]
fn the_ascii_legend_tells_empty_from_outside() {
    let picture = picture(&sim(CORNER), ASCII, 80, 24);
    assert!(picture.contains(" -  empty     *  outside\n"), "{picture}");
    assert!(picture.contains("( ) last move  [ ] cursor\n"), "{picture}");
    assert!(picture.contains("[-]"), "the cursor shows what is there");
}

#[test]
fn the_notes_are_shown_at_the_end_where_there_is_room() {
    let mut sim = sim(&CORNER.replace("12k", "12k; Answer: alive B1; Short of eyes."));
    let shown = |sim: &Sim, width, height| picture(sim, PLAIN, width, height).contains("Short of eyes.");
    assert!(!shown(&sim, 80, 24), "not before");
    sim.on(Key::Do(Action::Pass));
    sim.on(Key::Do(Action::Pass));
    assert!(shown(&sim, 80, 24) && shown(&sim, 40, 24));
    assert!(!shown(&sim, SMALLEST.0, SMALLEST.1));
    sim.on(Key::Erase);
    assert!(!shown(&sim, 80, 24), "nor after a step back");
}

#[test]
fn a_long_answer_takes_room_from_a_board_that_has_it() {
    let notes =
        "The eye space is large, but Black is strong outside and has the first move at the vital point.";
    let long = empty_board(19).replace("A1 x\n", &format!("A1 x\nAnswer: alive B1; {notes}"));
    let mut sim = sim(&long);
    sim.on(Key::Do(Action::Answer));
    let picture = picture(&sim, PLAIN, 30, 16);
    assert!(
        picture.contains("Answer: B1: Black is alive.") && picture.contains("vital point."),
        "{picture}"
    );
}

#[test]
fn a_board_too_large_for_the_terminal_follows_the_cursor() {
    let mut sim = sim(&empty_board(19));
    for corner in ["a19", "t19", "t1", "a1"] {
        corner.chars().for_each(|c| _ = sim.on(Key::Type(c)));
        let picture = picture(&sim, PLAIN, SMALLEST.0, SMALLEST.1);
        assert!(picture.contains('['), "{corner}:\n{picture}");
        sim.on(Key::Escape);
    }
}

#[test]
fn the_end_is_told_in_place_of_the_turn() {
    let mut sim = sim(CORNER);
    sim.on(Key::Do(Action::Pass));
    sim.on(Key::Do(Action::Pass));
    let picture = picture(&sim, PLAIN, 80, 24);
    assert!(picture.contains("│ ○  White stands "), "{picture}");
    assert!(picture.contains("Last: Black passed"));
    assert!(!picture.contains('◦'), "no stone is offered after the end");
}

#[test]
fn moves_taken_back_are_counted() {
    let mut sim = sim(CORNER);
    type_line(&mut sim, "b1");
    type_line(&mut sim, "c1");
    sim.on(Key::Erase);
    assert!(picture(&sim, PLAIN, 80, 24).contains("1 move, 1 taken back"));
}

#[test]
fn what_the_file_does_not_say_is_told() {
    let mut entry = Entry::from_text(CORNER).unwrap();
    entry.inferred = vec![Inferred::Key, Inferred::Bounds, Inferred::ToMove];
    let picture = picture(&Sim::new(vec![entry]).unwrap(), PLAIN, 80, 24);
    let words = [
        "Worked out: the key stones, where",
        "one may play, the side to move",
    ];
    assert!(words.iter().all(|words| picture.contains(words)), "{picture}");
}

#[test]
fn the_help_page_is_whole_on_an_ordinary_terminal_and_scrolls_on_a_small_one() {
    let mut sim = sim(CORNER);
    sim.on(Key::Do(Action::Help));
    let whole = picture(&sim, PLAIN, 80, 24);
    assert!(whole.starts_with("Keys\n") && whole.contains("Enough letters to tell them\napart do."));
    let small = |sim: &Sim| picture(sim, PLAIN, SMALLEST.0, SMALLEST.1);
    assert!(!small(&sim).contains("Enough letters"));
    for _ in 0..40 {
        sim.on(Key::Move(Direction::Down));
    }
    assert!(small(&sim).contains("Enough letters to tell them\napart do."));
    for line in whole.lines().filter(|line| !line.is_empty()) {
        assert!(line.chars().count() <= SMALLEST.0.into(), "{line}");
    }
}

#[test]
fn a_terminal_too_small_is_told_how_large_it_should_be() {
    let sim = sim(CORNER);
    assert_eq!(
        picture(&sim, PLAIN, 20, 5).trim_end(),
        "Too small: 20x5. A\nboard needs 30x13."
    );
}

#[test]
fn no_size_is_too_small_to_draw_on() {
    let mut sim = sim(&empty_board(19));
    for help in [false, true] {
        if help {
            sim.on(Key::Do(Action::Help));
        }
        for width in (0..90).step_by(3).chain([1, 29, 30, 73, 74]) {
            for height in 0..30 {
                let area = Rect::new(0, 0, width, height);
                draw(&sim, PLAIN, area, &mut Buffer::empty(area));
            }
        }
    }
}

#[test]
fn ascii_is_pure_whatever_the_name() {
    let named = CORNER.replace("A corner", "死活 – la vie");
    let mut sim = sim(&named);
    sim.on(Key::Type('é'));
    for (width, height) in [(80, 24), (40, 15), (20, 5)] {
        assert!(picture(&sim, ASCII, width, height).is_ascii());
    }
}

#[test]
fn without_colours_there_is_none() {
    let buffer = buffer(&sim(CORNER), PLAIN, 80, 24);
    assert!(
        buffer
            .content
            .iter()
            .all(|cell| (cell.fg, cell.bg) == (Ink::Reset, Ink::Reset))
    );
}

#[test]
fn sixteen_colours_are_enough() {
    let look = Look {
        ascii: false,
        colors: Colors::Sixteen,
    };
    let few = |ink: Ink| !matches!(ink, Ink::Indexed(_) | Ink::Rgb(..));
    let mut sim = sim(CORNER);
    type_line(&mut sim, "a4");
    assert!(sim.message().refusal);
    let buffer = buffer(&sim, look, 80, 24);
    assert!(buffer.content.iter().all(|cell| few(cell.fg) && few(cell.bg)));
}

#[test]
fn any_keys_can_be_pressed_in_any_order() {
    let boards = [CORNER.to_string(), empty_board(5), empty_board(19)];
    let entries = boards.iter().map(|text| Entry::from_text(text).unwrap());
    let mut sim = Sim::new(entries.collect()).unwrap();
    let keys: Vec<Key> = [
        Direction::Up,
        Direction::Down,
        Direction::Left,
        Direction::Right,
        Direction::FarLeft,
        Direction::FarRight,
    ]
    .map(Key::Move)
    .into_iter()
    .chain([Key::Enter, Key::Space, Key::Erase, Key::Escape])
    .chain("abcdeunpr12345é".chars().map(Key::Type))
    .chain([Action::Pass, Action::Undo, Action::Redo, Action::Restart].map(Key::Do))
    .chain(
        [
            Action::Next,
            Action::Previous,
            Action::Whole,
            Action::Help,
            Action::Answer,
        ]
        .map(Key::Do),
    )
    .collect();
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below
    };
    for _ in 0..5_000 {
        assert_eq!(sim.on(keys[random(keys.len())]), Next::Stay);
        let area = Rect::new(0, 0, random(100) as u16, random(40) as u16);
        draw(&sim, [PLAIN, ASCII][random(2)], area, &mut Buffer::empty(area));
        if !sim.crop().contains(sim.cursor()) {
            assert!(!sim.typed().is_empty(), "only a typed point lies beyond the crop");
        }
    }
}
