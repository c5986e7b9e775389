//! Boards: the states of a try, and sizes from the smallest to the largest.

use shikatsu::board::Color::{Black, White};
use shikatsu::board::Crop;
use shikatsu::session::keys::Button;
use shikatsu::session::picture::{BoardScreen, Labels, Line, Mark, Standing, Strip, Tone};

use super::Touch::{Cursor, Lit, Mark as Sign, Stone};
use super::{Touch, board, keys, play_keys, strip, touched, words};

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

/// The L group, seen large.
pub fn corner(strip: Strip) -> BoardScreen {
    let key_stones = [("C2", Sign(Mark::Key)), ("C3", Sign(Mark::Key))];
    let crop = Crop {
        left: 0,
        top: 3,
        right: 7,
        bottom: 8,
    };
    touched(board(NINE, Some(crop), strip), &key_stones)
}

type Sample = (&'static str, BoardScreen);

/// All boards.
pub(super) fn all() -> Vec<Sample> {
    [
        playing(),
        judged(),
        helped(),
        ended(),
        by_the_book(),
        large(),
        unusual(),
    ]
    .concat()
}

/// The L group with a strip and with `touches`.
fn after(strip: Strip, touches: &[(&str, Touch)]) -> BoardScreen {
    touched(corner(strip), touches)
}

fn black_to_kill() -> Strip {
    strip(Some(Black), "Black to kill", play_keys())
}

fn said(strip: Strip, text: &str, tone: Tone) -> Strip {
    Strip {
        line: Line::Words(words(text), tone),
        ..strip
    }
}

fn standing(strip: Strip, state: Standing) -> Strip {
    Strip { state, ..strip }
}

fn playing() -> Vec<Sample> {
    let white = || strip(Some(White), "White to live", play_keys());
    let thinking = Strip {
        line: Line::Thinking { spent: 96, beat: 11 },
        ..white()
    };
    let taken = said(black_to_kill(), "There is a stone already", Tone::Plain);
    let answered = [
        ("E2", Cursor(White, false)),
        ("D1", Stone(Black)),
        ("D1", Sign(Mark::Last)),
    ];
    vec![
        (
            "board-start",
            after(black_to_kill(), &[("D2", Cursor(Black, false))]),
        ),
        (
            "board-pressed",
            after(black_to_kill(), &[("D2", Cursor(Black, true))]),
        ),
        ("board-white", after(white(), &answered)),
        ("board-taken", after(taken, &[("D3", Cursor(Black, false))])),
        (
            "board-thinking",
            after(thinking, &[("D2", Stone(Black)), ("D2", Sign(Mark::Last))]),
        ),
    ]
}

fn judged() -> Vec<Sample> {
    let white = |state| standing(strip(Some(White), "White to live", play_keys()), state);
    let right = said(white(Standing::Right), "Right", Tone::Good);
    let wrong = said(white(Standing::Wrong), "That lets White live", Tone::Bad);
    let mistake = [
        ("E1", Stone(Black)),
        ("E1", Sign(Mark::Wrong)),
        ("D2", Cursor(White, false)),
    ];
    vec![
        (
            "board-right",
            after(right, &[("D2", Stone(Black)), ("D2", Sign(Mark::Right))]),
        ),
        ("board-wrong", after(wrong, &mistake)),
    ]
}

fn helped() -> Vec<Sample> {
    let helped = || standing(black_to_kill(), Standing::Helped);
    let inside = ["D1", "E1", "F1", "D2", "E2", "F2"].map(|point| (point, Lit));
    let three = ["D2", "E1", "D1"].map(|point| (point, Sign(Mark::Candidate)));
    let answers = [
        ("D2", Sign(Mark::Best)),
        ("E1", Sign(Mark::Correct)),
        ("D1", Sign(Mark::Correct)),
    ];
    let looks = [
        ("D2", Sign(Mark::MostNatural)),
        ("E1", Sign(Mark::Natural)),
        ("D1", Sign(Mark::Possible)),
    ];
    vec![
        (
            "board-natural",
            after(said(helped(), "By looks alone", Tone::Quiet), &looks),
        ),
        (
            "board-hint-area",
            after(said(helped(), "The answer is in here", Tone::Quiet), &inside),
        ),
        (
            "board-hint-candidates",
            after(said(helped(), "One of these three", Tone::Quiet), &three),
        ),
        (
            "board-answers",
            after(said(black_to_kill(), "Also works", Tone::Good), &answers),
        ),
    ]
}

fn ended() -> Vec<Sample> {
    let next = || keys(&[(Button::A, "next"), (Button::B, "again"), (Button::X, "why?")]);
    let end = |state, title| standing(strip(None, title, next()), state);
    let status = Line::choice(&["dead", "unsettled", "alive", "ko"], Some(1));
    let last = [("D2", Stone(Black)), ("D2", Sign(Mark::Last))];
    let alive: Vec<(&str, Touch)> = ["C3", "D3", "E3", "F3", "C2", "C1", "D2", "E2", "E1"]
        .map(|point| (point, Sign(Mark::Alive)))
        .into_iter()
        .chain([("D1", Stone(White)), ("D1", Sign(Mark::Last))])
        .collect();
    vec![
        ("board-alive", after(end(Standing::Wrong, "White lives"), &alive)),
        (
            "board-solved",
            after(end(Standing::Right, "White is dead"), &last),
        ),
        (
            "board-failed",
            after(end(Standing::Wrong, "White lives in seki"), &[]),
        ),
        ("board-helped", after(end(Standing::Helped, "White is dead"), &[])),
        (
            "board-status",
            after(strip(None, "What is the status?", status), &[]),
        ),
    ]
}

fn by_the_book() -> Vec<Sample> {
    let book = |strip: Strip| Strip {
        by_the_book: true,
        ..strip
    };
    let next = || keys(&[(Button::A, "next"), (Button::B, "back"), (Button::X, "why?")]);
    let end = |state, title| book(standing(strip(None, title, next()), state));
    let last = [("D2", Stone(Black)), ("D2", Sign(Mark::Last))];
    let mistake = [("E1", Stone(Black)), ("E1", Sign(Mark::Wrong))];
    let unlisted = said(book(black_to_kill()), "Not in the book", Tone::Plain);
    let helped = standing(book(black_to_kill()), Standing::Helped);
    vec![
        ("board-book", after(book(black_to_kill()), &[])),
        ("board-book-unlisted", after(unlisted, &[])),
        (
            "board-book-helped",
            after(said(helped, "Look here", Tone::Plain), &[("D2", Lit)]),
        ),
        (
            "board-book-right",
            after(end(Standing::Right, "Right by the book"), &last),
        ),
        (
            "board-book-wrong",
            after(end(Standing::Wrong, "Wrong by the book"), &mistake),
        ),
    ]
}

fn large() -> Vec<Sample> {
    let labels = |letters_across| {
        Some(Labels {
            letters_across,
            mirrored_across: !letters_across,
            mirrored_down: false,
        })
    };
    let thirteen = board(THIRTEEN, None, strip(Some(White), "White to kill", play_keys()));
    let last = [
        ("C9", Sign(Mark::Key)),
        ("G9", Cursor(White, false)),
        ("F9", Sign(Mark::Last)),
    ];
    let turned = Strip {
        line: Line::Thinking { spent: 250, beat: 3 },
        ..strip(Some(White), "White to live", play_keys())
    };
    let long = strip(Some(Black), "Black to play and live in the corner", play_keys());
    let nine = board(NINE, None, black_to_kill());
    vec![
        ("board-9-whole", touched(nine, &[("G7", Cursor(Black, false))])),
        ("board-13", touched(thirteen, &last)),
        ("board-19", nineteen(long)),
        (
            "board-19-labels",
            BoardScreen {
                labels: labels(true),
                ..nineteen(said(black_to_kill(), "Ko: Black takes first", Tone::Plain))
            },
        ),
        (
            "board-19-turned",
            BoardScreen {
                labels: labels(false),
                ..nineteen(turned)
            },
        ),
        (
            "board-labels",
            BoardScreen {
                labels: labels(true),
                ..after(black_to_kill(), &[("D2", Cursor(Black, false))])
            },
        ),
    ]
}

fn unusual() -> Vec<Sample> {
    let small = "
        -----
        -xxx-
        xxoox
        xo-ox
        xooox";
    let long = Strip {
        title: words("Black to capture the three stones at the edge of the board"),
        place: words("1234/12640"),
        ..standing(black_to_kill(), Standing::Helped)
    };
    let sentence = "This sentence is far too long to be shown on a screen as small.";
    vec![
        ("board-small", board(small, None, black_to_kill())),
        ("board-long-words", after(said(long, sentence, Tone::Bad), &[])),
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
        ("Q16", Mark::Row),
    ];
    let marked = touched(
        board(NINETEEN, None, strip),
        &marks.map(|(point, mark)| (point, Sign(mark))),
    );
    touched(marked, &[("K10", Cursor(Black, false))])
}
