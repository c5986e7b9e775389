//! Words on every screen: any characters can be drawn, and all can be read.

use host_tests::golden::pixels;
use host_tests::pictures::samples;
use host_tests::random::Random;
use host_tests::scramble;
use shikatsu::record::ThemeName;
use shikatsu::session::picture::{Line, Picture, Screen, Tone, Value};
use shikatsu::view::{Paint, Theme};

/// Puts `text` everywhere that words can be, cut where there is no room for all.
fn say_everywhere(picture: &mut Picture, text: &str) {
    fn cut<const N: usize>(text: &str) -> heapless::String<N> {
        let mut cut = heapless::String::new();
        for character in text.chars() {
            if cut.push(character).is_err() {
                break;
            }
        }
        cut
    }
    match &mut picture.screen {
        Screen::Board(screen) => {
            screen.strip.title = cut(text);
            screen.strip.place = cut(text);
            screen.strip.line = Line::Words(cut(text), Tone::Good);
        }
        Screen::List(screen) => {
            (screen.title, screen.foot) = (cut(text), cut(text));
            for (at, row) in screen.rows.iter_mut().enumerate() {
                row.label = cut(text);
                row.value = if at % 2 == 0 {
                    Value::Word(cut(text))
                } else {
                    Value::Note(cut(text))
                };
            }
        }
        Screen::Grid(screen) => (screen.title, screen.foot) = (cut(text), cut(text)),
        Screen::Page(screen) => (screen.title, screen.text) = (cut(text), cut(text)),
        Screen::Code(screen) => screen.title = cut(text),
        Screen::Stats(_) => {}
    }
}

#[test]
fn every_latin_character_is_drawn_on_every_screen() {
    let latin: Vec<char> = (0..=0x17f).filter_map(char::from_u32).collect();
    for (_, mut picture) in samples() {
        for some in latin.chunks(15) {
            say_everywhere(&mut picture, &some.iter().collect::<String>());
            pixels(&picture);
        }
    }
}

#[test]
fn any_text_is_drawn_on_every_screen() {
    let mut random = Random::new(5);
    for (_, mut picture) in samples() {
        for _ in 0..20 {
            let text: heapless::String<320> = scramble::text(&mut random);
            say_everywhere(&mut picture, &text);
            pixels(&picture);
        }
    }
}

#[test]
fn letters_without_a_glyph_are_not_left_out_silently() {
    let shown = |text: &str| {
        let (_, mut picture) = samples()
            .into_iter()
            .find(|(name, _)| *name == "list-menu")
            .expect("a sample");
        say_everywhere(&mut picture, text);
        pixels(&picture)
    };
    // As wide as it would be, with a question mark in it.
    assert!(shown("碁") == shown("囲"));
    assert!(shown("碁") != shown("") && shown("ﷺ") == shown("?"));
    assert!(shown("“It’s”…") == shown("\"It's\"..."));
    assert!(shown("é") != shown("e"));
}

/// How bright a colour is, as the Web Content Accessibility Guidelines define it.
fn luminance(paint: Paint) -> f64 {
    let [red, green, blue] = paint.channels().map(|value| {
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn contrast(one: Paint, other: Paint) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn words_can_be_read_in_every_theme() {
    for name in ThemeName::ALL {
        let theme = Theme::named(name);
        for (what, words, ground) in [
            ("text", theme.text, theme.background),
            ("text on a card", theme.text, theme.card),
            ("quiet text", theme.quiet, theme.background),
            ("quiet text on a card", theme.quiet, theme.card),
            ("good news", theme.good, theme.background),
            ("bad news", theme.bad, theme.background),
            ("text on the accent", theme.on_accent, theme.accent),
            ("letters of keys", theme.background, theme.text),
        ] {
            let ratio = contrast(words, ground);
            println!("{name:?}: {what} {ratio:.1}");
            assert!(ratio >= 4.5, "{name:?}: {what} has a contrast of {ratio:.2}");
        }
        for ground in theme.board.outside {
            let ratio = contrast(theme.board.label, ground);
            assert!(ratio >= 4.5, "{name:?}: labels have a contrast of {ratio:.2}");
        }
    }
}

#[test]
fn signs_and_stones_can_be_told_from_what_they_lie_on() {
    for name in ThemeName::ALL {
        let board = &Theme::named(name).board;
        let on = |what: &str, sign: Paint, ground: Paint, least: f64| {
            let ratio = contrast(sign, ground);
            assert!(ratio >= least, "{name:?}: {what} has a contrast of {ratio:.2}");
        };
        for (what, signs, ground) in [
            ("a sign on wood", board.signs, board.wood[1]),
            ("a sign on a black stone", board.black.signs, board.black.face),
            ("a sign on a white stone", board.white.signs, board.white.face),
        ] {
            for sign in [signs.plain, signs.good, signs.bad] {
                on(what, sign, ground, 3.0);
            }
        }
        on("the cursor", board.cursor, board.wood[1], 3.0);
        on("the two stones", board.black.face, board.white.face, 7.0);
        on("a white stone's rim", board.white.rim, board.white.face, 3.0);
        on("lines", board.line, board.wood[1], 2.0);
    }
}
