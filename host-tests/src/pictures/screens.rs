//! Lists, grids, pages and statistics.

use shikatsu::board::Crop;
use shikatsu::problem::{Level, read_text};
use shikatsu::record::Done;
use shikatsu::session::code::Code;
use shikatsu::session::keys::Button;
use shikatsu::session::picture::{
    Art, CodeScreen, Diagram, GRID_CELLS, GridScreen, KeyHint, ListScreen, PLOT, PageScreen, ROWS, Row,
    StatsScreen, Value,
};

use super::words;

fn row(label: &str, value: Value) -> Row {
    Row {
        label: words(label),
        value,
        dim: false,
        parted: false,
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

#[expect(clippy::too_many_lines, reason = "a list of samples")]
pub(super) fn lists() -> Vec<(&'static str, ListScreen)> {
    let progress = |label, done, of| row(label, Value::Progress { done, of });
    let dim = |row| Row { dim: true, ..row };
    vec![
        (
            "list-front",
            list(
                "Shikatsu",
                vec![
                    row("Today", note("4 of 15")),
                    row("Continue", note("14/153")),
                    row("Packs", Value::None),
                    dim(row("Review", note("next in 3"))),
                    row("More", Value::None),
                ],
                0,
                "Due ones first, then new ones near your rating.",
            ),
        ),
        (
            "list-menu",
            list(
                "Menu · battery 82 %",
                vec![
                    row("Next problem", Value::None),
                    row("Why? Show my mistake", Value::None),
                    row("More for this problem", Value::None),
                    row("Mode", note("read it out")),
                    Row {
                        parted: true,
                        ..row("Packs", Value::None)
                    },
                    row("Review", note("12 due")),
                    dim(row("Mistakes", note("0"))),
                    row("Statistics", Value::None),
                ],
                1,
                "Plays the refutation.",
            ),
        ),
        (
            "list-start",
            list(
                "Where do you stand?",
                vec![
                    row("I have never played", Value::None),
                    row("Beginner, 20 kyu", Value::None),
                    row("About 15 kyu", Value::None),
                    row("About 10 kyu", Value::None),
                    row("About 5 kyu", Value::None),
                    row("Dan", Value::None),
                    Row {
                        parted: true,
                        ..row("Find out: 10 problems", Value::None)
                    },
                ],
                6,
                "Harder after each you solve, easier else.",
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
        (
            "list-kept",
            list(
                "Kept problems",
                vec![
                    row("Shapes 14", note("20k")),
                    row("First steps 37", note("25k")),
                    dim(row("Gone from its pack", Value::None)),
                    row("Graded, second part 1034", note("1d")),
                ],
                1,
                "A goes on from here, X takes it out.",
            ),
        ),
        (
            "list-sets",
            list(
                "Kept problems",
                vec![
                    row("Kept problems", note("31")),
                    Row {
                        parted: true,
                        ..row("Look again", note("12"))
                    },
                    row("Ko", note("5")),
                    dim(row("Set 3", note("0"))),
                    dim(row("Set 4", note("0"))),
                ],
                1,
                "A shows them, X names the set.",
            ),
        ),
        (
            "list-sets-keep",
            list(
                "Keep this problem",
                vec![
                    row("Kept problems", Value::Switch(false)),
                    Row {
                        parted: true,
                        ..row("Look again", Value::Switch(false))
                    },
                    row("Ko", Value::Switch(true)),
                    row("Set 3", Value::Switch(false)),
                    row("Set 4", Value::Switch(false)),
                ],
                2,
                "A: in or out. X names the set.",
            ),
        ),
        (
            "list-themes",
            list(
                "Ko and seki, second · themes",
                vec![
                    row("Hane", note("214")),
                    row("Placement", note("63")),
                    row("Few liberties", note("1034")),
                    row("Under the stones", note("5")),
                    row("Along the edge", note("12")),
                    row("Seki", note("88")),
                ],
                3,
                "A goes through its problems, one by one.",
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

/// A false eye at the side.
fn eye() -> Diagram {
    let text = include_str!("../../../problems/first-steps/019-a-false-eye.txt");
    let (problem, _) = read_text(text).expect("a problem of the bank");
    let setup = problem.setup();
    Diagram {
        setup,
        crop: Crop::around(&setup),
    }
}

fn page(title: &str, art: Art, text: &str, page: (u8, u8), keys: &[(Button, &'static str)]) -> PageScreen {
    PageScreen {
        title: words(title),
        art,
        text: text.try_into().expect("a short text"),
        is_quoted: false,
        diagram: None,
        page,
        keys: keys.iter().map(|&(key, does)| KeyHint::new(key, does)).collect(),
    }
}

pub(super) fn pages() -> Vec<(&'static str, PageScreen)> {
    first_pages().into_iter().chain(later_pages()).collect()
}

fn first_pages() -> Vec<(&'static str, PageScreen)> {
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
    ]
}

#[expect(clippy::too_many_lines, reason = "a list of samples")]
fn later_pages() -> Vec<(&'static str, PageScreen)> {
    vec![
        (
            "page-keyboard",
            page(
                "More keys",
                Art::None,
                "P: pass\nR: start again\nF: make a move again that you took back\nZ: the whole board\nN: another problem\nL: what lives for good\n?: help\nQ: quit",
                (2, 4),
                &[(Button::A, "go on"), (Button::B, "back")],
            ),
        ),
        (
            "page-pack",
            page(
                "Graded, second part",
                Art::None,
                "Problems: 1034.\nSolved 412, failed 120, with help 36.\nLoaded from a computer: revision 12, 168 KB.\n\nLevels 20k to 1d.\nLeft and right: < 10k > has 41.\nUp or down: themes.",
                (1, 1),
                &[(Button::A, "problems"), (Button::X, "delete")],
            ),
        ),
        (
            "page-pack-end",
            page(
                "The end of First steps",
                Art::None,
                "You solved 96 of 102.\nWith help: 4, failed: 2. They come back in the review.\n\nNext: Shapes. Problems: 163.",
                (1, 1),
                &[
                    (Button::A, "go there"),
                    (Button::B, "stay"),
                    (Button::X, "the rest"),
                ],
            ),
        ),
        (
            "page-set-name",
            page(
                "A name for set 2",
                Art::None,
                "Look ag[a]in\n\nUp and down: another letter.\nLeft and right: another place.",
                (1, 1),
                &[(Button::A, "done"), (Button::B, "back"), (Button::X, "clear")],
            ),
        ),
        (
            "page-set-end",
            page(
                "Today's set is done",
                Art::None,
                "Solved 11, failed 3, with help 1.\nRating 1604 before, 1631 now: 5k.\nSolved in a row: 4. Sets so far: 12.\n\nWhat failed comes back in the next sets.",
                (1, 1),
                &[(Button::A, "well done"), (Button::X, "failed ones")],
            ),
        ),
        (
            "page-level-end",
            page(
                "Your level",
                Art::None,
                "You play like 12k: rating 912.\n\nA problem of your own level is solved every second time. The rating follows what you solve, and new problems are chosen near it.",
                (1, 1),
                &[(Button::A, "today's set"), (Button::B, "later")],
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
        (
            "page-diagram",
            PageScreen {
                diagram: Some(eye()),
                ..page(
                    "First steps 19",
                    Art::None,
                    "White has two inner points. But an eye is real only if the stones around it hold together without filling it.",
                    (1, 1),
                    &[(Button::A, "go on"), (Button::X, "hint")],
                )
            },
        ),
    ]
}

/// A link to a problem.
pub(super) fn code(title: &str, link: &str) -> CodeScreen {
    let link = heapless::String::try_from(link).expect("a link");
    CodeScreen {
        title: words(title),
        code: Code::of(&link).expect("it is short enough"),
        link,
        keys: [KeyHint::new(Button::A, "go on")].into_iter().collect(),
    }
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
        book_tries: (0, 0),
        review: (31, 12),
        plot,
    }
}
