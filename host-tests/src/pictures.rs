//! Sample pictures: every kind of screen in every state that looks different.

use shikatsu::board::{Color, Crop, Point};
use shikatsu::problem::Level;
use shikatsu::session::keys::Button;
use shikatsu::session::picture::{
    Art, BoardScreen, Cursor, Done, GRID_CELLS, GridScreen, KeyHint, Labels, Line, ListScreen, Mark, PLOT,
    PageScreen, Picture, ROWS, Row, SPOTS, Screen, Spot, Standing, StatsScreen, Strip, ThemeName, Tone,
    Value, Words,
};

use crate::diagram;

/// Words for a picture.
pub fn words(text: &str) -> Words {
    Words::try_from(text).expect("short words")
}

/// A picture in the theme of the day.
pub fn picture(screen: Screen) -> Picture {
    Picture {
        theme: ThemeName::Wood,
        screen,
    }
}

/// The keys of a board on which one plays.
pub fn play_keys() -> Line {
    let hints = [
        (Button::A, "play"),
        (Button::B, "back"),
        (Button::X, "hint"),
        (Button::Y, "menu"),
    ];
    Line::Keys(
        hints
            .map(|(key, does)| KeyHint { key, does })
            .into_iter()
            .collect(),
    )
}

/// A strip with nothing special in it.
pub fn strip(stone: Option<Color>, title: &str, line: Line) -> Strip {
    Strip {
        stone,
        title: words(title),
        place: words("3/70"),
        state: Standing::Open,
        line,
    }
}

/// A board from its lines: `x`, `o`, `-` or `*` as in problem texts.
pub fn board(lines: &str, crop: Option<Crop>, strip: Strip) -> BoardScreen {
    let lines = diagram::tidy(lines);
    let size = lines.lines().count() as u8;
    let mut spots = [Spot::default(); SPOTS];
    for (row, line) in lines.lines().enumerate() {
        for (column, letter) in line.bytes().enumerate() {
            let spot = &mut spots[BoardScreen::index(Point::new(column as u8, row as u8))];
            spot.outside = letter == b'*' || (letter != b'-' && letter.is_ascii_uppercase());
            spot.stone = match letter {
                b'x' | b'X' => Some(Color::Black),
                b'o' | b'O' => Some(Color::White),
                _ => None,
            };
        }
    }
    BoardScreen {
        strip,
        size,
        crop: crop.unwrap_or(Crop::whole(size)),
        labels: None,
        spots,
    }
}

/// Something to change on a point.
pub enum Touch {
    /// A sign.
    Mark(Mark),
    /// The cursor, and whether its key is down.
    Cursor(Color, bool),
    /// The light of a hint.
    Lit,
    /// A stone.
    Stone(Color),
}

/// The board with `touches` on points by their names.
pub fn touched(mut screen: BoardScreen, touches: &[(&str, Touch)]) -> BoardScreen {
    for (name, touch) in touches {
        let point = Point::from_vertex(name, screen.size).expect("a point of the board");
        let spot = &mut screen.spots[BoardScreen::index(point)];
        match touch {
            Touch::Mark(mark) => spot.mark = Some(*mark),
            Touch::Cursor(color, pressed) => {
                spot.cursor = Some(Cursor {
                    color: *color,
                    pressed: *pressed,
                });
            }
            Touch::Lit => spot.lit = true,
            Touch::Stone(color) => spot.stone = Some(*color),
        }
    }
    screen
}

/// An L group on a board of nine lines.
pub const NINE: &str = "
    *********
    *********
    *********
    *********
    **x******
    **xx*x***
    *xoooox**
    *xo---x**
    *x----x**";

/// A corner of a board of 13 lines.
pub const THIRTEEN: &str = "
    -----o-------
    xxxxxo-------
    oooox-o-o----
    --o-xx-x-----
    x-oo-x-------
    -x-ox---x----
    -xxox--------
    --xoox-------
    ---x---------
    --o-----o----
    ---o-x--ox---
    ---------x---
    -------------";

/// The middle game on a board of 19 lines.
pub const NINETEEN: &str = "
    -------------------
    --x---x-----o------
    ---xxxoo--o--xo-o--
    --xoooxo-o-x-x-o---
    -xxo-x-o------xx---
    -xoo--xo-x-o-------
    --o---x-o------x---
    ----o--------------
    --o--x----x---o----
    ---------o---------
    ---x---------ox----
    --------x-----o----
    --xo---------o-----
    --x-o-o---x---ox---
    --xo-----------x---
    ----o-x--x-oo--x---
    --xxox-o--xox-ox---
    ----o-----xxo-o----
    -------------------";

fn crop(left: u8, top: u8, right: u8, bottom: u8) -> Option<Crop> {
    Some(Crop {
        left,
        top,
        right,
        bottom,
    })
}

/// The L group, seen large.
pub fn corner(strip: Strip) -> BoardScreen {
    let key = Touch::Mark(Mark::Key);
    touched(
        board(NINE, crop(0, 3, 7, 8), strip),
        &[("C2", key), ("C3", Touch::Mark(Mark::Key))],
    )
}

/// Boards, one for every state of a try.
fn boards() -> Vec<(&'static str, BoardScreen)> {
    use Color::{Black, White};
    let playing = || strip(Some(Black), "Black to kill", play_keys());
    let said = |text: &str, tone| Line::Words(words(text), tone);
    let ended = |state, title: &str, line| Strip {
        state,
        ..strip(None, title, line)
    };
    let next = Line::Keys(
        [(Button::A, "next"), (Button::B, "again"), (Button::X, "why?")]
            .map(|(key, does)| KeyHint { key, does })
            .into_iter()
            .collect(),
    );
    let light = |screen| {
        let points = ["D1", "E1", "F1", "D2", "E2", "F2"];
        touched(screen, &points.map(|point| (point, Touch::Lit)))
    };
    vec![
        (
            "board-start",
            touched(corner(playing()), &[("D2", Touch::Cursor(Black, false))]),
        ),
        (
            "board-pressed",
            touched(corner(playing()), &[("D2", Touch::Cursor(Black, true))]),
        ),
        (
            "board-white",
            touched(
                corner(strip(Some(White), "White to live", play_keys())),
                &[
                    ("E2", Touch::Cursor(White, false)),
                    ("D1", Touch::Stone(Black)),
                    ("D1", Touch::Mark(Mark::Last)),
                ],
            ),
        ),
        (
            "board-taken",
            touched(
                corner(strip(
                    Some(Black),
                    "Black to kill",
                    said("There is a stone already", Tone::Plain),
                )),
                &[("D3", Touch::Cursor(Black, false))],
            ),
        ),
        (
            "board-right",
            touched(
                corner(Strip {
                    state: Standing::Right,
                    ..strip(Some(White), "White to live", said("Right", Tone::Good))
                }),
                &[("D2", Touch::Stone(Black)), ("D2", Touch::Mark(Mark::Right))],
            ),
        ),
        (
            "board-wrong",
            touched(
                corner(Strip {
                    state: Standing::Wrong,
                    ..strip(
                        Some(White),
                        "White to live",
                        said("That lets White live", Tone::Bad),
                    )
                }),
                &[
                    ("E1", Touch::Stone(Black)),
                    ("E1", Touch::Mark(Mark::Wrong)),
                    ("D2", Touch::Cursor(White, false)),
                ],
            ),
        ),
        (
            "board-thinking",
            corner(strip(
                Some(White),
                "White to live",
                Line::Thinking { spent: 96, beat: 11 },
            )),
        ),
        (
            "board-hint-area",
            light(corner(Strip {
                state: Standing::Helped,
                ..strip(
                    Some(Black),
                    "Black to kill",
                    said("The answer is in here", Tone::Quiet),
                )
            })),
        ),
        (
            "board-hint-candidates",
            touched(
                corner(Strip {
                    state: Standing::Helped,
                    ..strip(
                        Some(Black),
                        "Black to kill",
                        said("One of these three", Tone::Quiet),
                    )
                }),
                &[
                    ("D2", Touch::Mark(Mark::Candidate)),
                    ("E1", Touch::Mark(Mark::Candidate)),
                    ("D1", Touch::Mark(Mark::Candidate)),
                ],
            ),
        ),
        (
            "board-answers",
            touched(
                corner(strip(
                    Some(Black),
                    "Black to kill",
                    said("Also works", Tone::Good),
                )),
                &[
                    ("D2", Touch::Mark(Mark::Best)),
                    ("E1", Touch::Mark(Mark::Correct)),
                    ("D1", Touch::Mark(Mark::Correct)),
                ],
            ),
        ),
        (
            "board-solved",
            touched(
                corner(ended(Standing::Right, "White is dead", next.clone())),
                &[("D2", Touch::Stone(Black)), ("D2", Touch::Mark(Mark::Last))],
            ),
        ),
        (
            "board-failed",
            corner(ended(Standing::Wrong, "White lives in seki", next.clone())),
        ),
        (
            "board-helped",
            corner(ended(Standing::Helped, "White is dead", next)),
        ),
        (
            "board-status",
            corner(strip(
                None,
                "What is the status?",
                Line::Choice {
                    items: &["dead", "unsettled", "alive", "ko"],
                    chosen: 1,
                },
            )),
        ),
        (
            "board-9-whole",
            touched(
                board(NINE, None, playing()),
                &[("G7", Touch::Cursor(Black, false))],
            ),
        ),
        (
            "board-13",
            touched(
                board(THIRTEEN, None, strip(Some(White), "White to kill", play_keys())),
                &[
                    ("C9", Touch::Mark(Mark::Key)),
                    ("G9", Touch::Cursor(White, false)),
                    ("F8", Touch::Mark(Mark::Last)),
                ],
            ),
        ),
        (
            "board-19",
            nineteen(strip(
                Some(Black),
                "Black to play and live in the corner",
                play_keys(),
            )),
        ),
        (
            "board-19-labels",
            BoardScreen {
                labels: Some(Labels {
                    letters_across: true,
                    mirrored_across: false,
                    mirrored_down: true,
                }),
                ..nineteen(strip(
                    Some(Black),
                    "Black to kill",
                    said("Ko: Black takes first", Tone::Plain),
                ))
            },
        ),
        (
            "board-19-turned",
            BoardScreen {
                labels: Some(Labels {
                    letters_across: false,
                    mirrored_across: true,
                    mirrored_down: false,
                }),
                ..nineteen(strip(
                    Some(White),
                    "White to live",
                    Line::Thinking { spent: 250, beat: 3 },
                ))
            },
        ),
        (
            "board-labels",
            BoardScreen {
                labels: Some(Labels {
                    letters_across: true,
                    mirrored_across: false,
                    mirrored_down: true,
                }),
                ..touched(corner(playing()), &[("D2", Touch::Cursor(Black, false))])
            },
        ),
        (
            "board-small",
            board(
                "
            -----
            -xxx-
            xxoox
            xo-ox
            xooox",
                None,
                strip(Some(Black), "Black to kill", play_keys()),
            ),
        ),
        (
            "board-long-words",
            corner(Strip {
                place: words("1234/12640"),
                state: Standing::Helped,
                ..strip(
                    Some(Black),
                    "Black to capture the three stones at the edge of the board",
                    said(
                        "This sentence is far too long to be shown on a screen as small.",
                        Tone::Bad,
                    ),
                )
            }),
        ),
    ]
}

/// A large board with a sign of every kind.
fn nineteen(strip: Strip) -> BoardScreen {
    let marks = [
        ("D17", Mark::Key),
        ("G17", Mark::Last),
        ("H17", Mark::Right),
        ("L16", Mark::Wrong),
        ("E17", Mark::Right),
        ("D16", Mark::Wrong),
        ("P8", Mark::Candidate),
        ("Q8", Mark::Correct),
        ("R8", Mark::Best),
        ("P6", Mark::Last),
        ("O6", Mark::Key),
    ];
    let marked = touched(
        board(NINETEEN, None, strip),
        &marks.map(|(point, mark)| (point, Touch::Mark(mark))),
    );
    touched(marked, &[("K10", Touch::Cursor(Color::Black, false))])
}

fn row(label: &str, value: Value) -> Row {
    Row {
        label: words(label),
        value,
        dim: false,
    }
}

/// A list of rows that are all seen.
pub fn list(title: &str, rows: Vec<Row>, chosen: u16, foot: &str) -> ListScreen {
    let total = rows.len() as u16;
    ListScreen {
        title: words(title),
        rows: rows.into_iter().take(ROWS).collect(),
        first: 0,
        total,
        chosen,
        foot: words(foot),
    }
}

fn word(text: &str) -> Value {
    Value::Word(text.try_into().expect("a short word"))
}

fn note(text: &str) -> Value {
    Value::Note(text.try_into().expect("a short note"))
}

/// The list of settings, scrolled to `first`.
pub fn settings(first: u16, chosen: u16) -> ListScreen {
    let rows = vec![
        row("Brightness", word("80 %")),
        row("Theme", word("Wood")),
        row("Coordinates", Value::Switch(false)),
        row("Show whole board", Value::Switch(false)),
        row("Tell me at once", Value::Switch(true)),
        row("Turn and mirror", Value::Switch(true)),
        row("Thinking limit", word("200 000")),
        row("Depth", word("40")),
        row("Heuristics", note("6 of 7")),
        row("Sound", Value::Switch(false)),
        row("About", Value::None),
    ];
    let total = rows.len() as u16;
    let rows = rows.into_iter().skip(first.into()).take(ROWS).collect();
    ListScreen {
        first,
        total,
        rows,
        ..list(
            "Settings",
            Vec::new(),
            chosen,
            "Say at once whether a move was right.",
        )
    }
}

fn lists() -> Vec<(&'static str, ListScreen)> {
    let progress = |label, done, of| row(label, Value::Progress { done, of });
    let dim = |row| Row { dim: true, ..row };
    vec![
        (
            "list-menu",
            list(
                "Menu",
                vec![
                    row("Next problem", Value::None),
                    row("Restart", Value::None),
                    row("Solution", Value::None),
                    dim(row("Redo", Value::None)),
                    row("Packs", note("3")),
                    row("Review", note("12 due")),
                    row("Statistics", Value::None),
                    row("Settings", Value::None),
                ],
                0,
                "Goes on with problem 4.",
            ),
        ),
        (
            "list-packs",
            list(
                "Packs",
                vec![
                    progress("Eyes", 18, 18),
                    progress("Corner shapes", 7, 16),
                    progress("Rows along the edge", 1, 11),
                    progress("Ko", 0, 7),
                    progress("Xuanxuan Qijing", 112, 347),
                ],
                1,
                "Shapes that every player meets sooner or later, from 20k to 1d.",
            ),
        ),
        ("list-settings", settings(0, 4)),
        ("list-settings-end", settings(3, 8)),
        (
            "list-long-words",
            list(
                "A title that is much too long for any screen of this size",
                vec![
                    row(
                        "A label that is much too long for any screen of this size",
                        Value::Switch(true),
                    ),
                    row("Gō-Schätze für Größere: Ñandú & Œuvre", note("Åéîøü")),
                    row(
                        "詰碁 and other things",
                        Value::Progress {
                            done: 12640,
                            of: 12640,
                        },
                    ),
                ],
                1,
                "Nothing of what you did is lost: the save has room for more.",
            ),
        ),
        ("list-empty", list("Mistakes", Vec::new(), 0, "None. Well done!")),
    ]
}

/// The problems of a pack from `first` on.
pub fn grid(total: u16, first: u16, chosen: u16) -> GridScreen {
    let done = |number: u16| match number % 11 * 7 % 11 {
        _ if number > 58 => Done::New,
        0 | 4 => Done::Failed,
        2 => Done::Helped,
        9 => Done::New,
        _ => Done::Solved,
    };
    GridScreen {
        title: words("Corner shapes"),
        cells: (first..total).take(GRID_CELLS).map(done).collect(),
        first,
        total,
        chosen,
        foot: words("L group with a leg, 8k"),
    }
}

fn page(title: &str, art: Art, text: &str, page: (u8, u8), keys: &[(Button, &'static str)]) -> PageScreen {
    PageScreen {
        title: words(title),
        art,
        text: text.try_into().expect("a short text"),
        page,
        keys: keys.iter().map(|&(key, does)| KeyHint { key, does }).collect(),
    }
}

fn pages() -> Vec<(&'static str, PageScreen)> {
    let (next, skip) = ((Button::A, "next"), (Button::B, "skip"));
    vec![
        (
            "page-name",
            page(
                "Welcome",
                Art::Name,
                "Life and death, one problem at a time. Find the move; the trainer answers as well as anybody can.",
                (1, 3),
                &[next, skip],
            ),
        ),
        (
            "page-keys",
            page(
                "The keys",
                Art::Keys,
                "Hold A to pass, hold B to start again.",
                (2, 3),
                &[next, skip],
            ),
        ),
        (
            "page-marks",
            page(
                "Right and wrong",
                Art::Marks,
                "A tick says that a move was right, a cross that it was not. Play on either way and see what happens.",
                (3, 3),
                &[(Button::A, "start")],
            ),
        ),
        (
            "page-trouble",
            page(
                "The save cannot be read",
                Art::Trouble,
                "Your problems are fine. What you have solved so far cannot be read; it is kept in case that somebody \
             can repair it.\n\nPress A to start afresh.",
                (1, 1),
                &[(Button::A, "start afresh"), (Button::B, "not now")],
            ),
        ),
        (
            "page-text",
            page(
                "Carpenter's square",
                Art::None,
                "The carpenter's square comes to ko. Black must be ready for a long fight: the first move is at the \
             two-two point, and White's best answer is the placement beside it.\n\nEvery other first move lets White \
             live, or kills only if White answers wrongly. Compare it with the square that has a leg.",
                (1, 1),
                &[(Button::Up, "up"), (Button::Down, "down"), (Button::B, "back")],
            ),
        ),
    ]
}

/// Statistics after `past` problems.
pub fn stats(past: usize) -> StatsScreen {
    let rating = |at: usize| 1180 + (at as i16 * 9) + [0, 14, -8, 22, -30, 6, 17, -12][at % 8];
    let plot = (0..past.min(PLOT)).map(rating).collect();
    StatsScreen {
        rating: 1612,
        level: Level::kyu(5).expect("a rank"),
        streak: (7, 23),
        tries: (past as u32 * 4, past as u32 * 3),
        review: (31, 12),
        plot,
    }
}

/// All samples with their names.
pub fn samples() -> Vec<(&'static str, Picture)> {
    let boards = boards()
        .into_iter()
        .map(|(name, screen)| (name, Screen::Board(screen)));
    let lists = lists()
        .into_iter()
        .map(|(name, screen)| (name, Screen::List(screen)));
    let pages = pages()
        .into_iter()
        .map(|(name, screen)| (name, Screen::Page(screen)));
    let others = [
        ("grid-first", Screen::Grid(grid(16, 0, 4))),
        ("grid-page", Screen::Grid(grid(347, 30, 52))),
        ("grid-large", Screen::Grid(grid(12640, 12630, 12635))),
        ("stats", Screen::Stats(stats(PLOT))),
        ("stats-young", Screen::Stats(stats(3))),
        ("stats-new", Screen::Stats(stats(0))),
    ];
    let all = boards.chain(lists).chain(others).chain(pages);
    all.map(|(name, screen)| (name, picture(screen))).collect()
}
