//! The longest sentences of every language look as they did when somebody last looked at them.
#![cfg(feature = "host")]

use host_tests::golden::Gallery;
use host_tests::pictures::{corner, list, picture, stats, strip, words};
use shikatsu::language::Language;
use shikatsu::session::keys::Button;
use shikatsu::session::picture::{Art, KeyHint, Line, PageScreen, Picture, Row, Screen, Tone, Value};
use shikatsu_toolkit::language::{KEYS, built_in};

/// The sentences without gaps of a place in the list.
fn of_place(place: &str) -> Vec<&'static str> {
    let start = format!("#@ {place}\n");
    let section = KEYS.split_once(&start).expect("a place of the list").1;
    let lines = section.lines().take_while(|line| !line.starts_with("#@"));
    lines
        .filter(|line| !line.is_empty() && !line.contains('{'))
        .collect()
}

/// The longest of them, in a language.
fn longest(place: &str, language: Language<'static>) -> Vec<String> {
    let mut said: Vec<String> = of_place(place)
        .into_iter()
        .map(|english| language.say::<400>(&english.replace("\\n", "\n")).to_string())
        .collect();
    said.sort_by_key(|said| std::cmp::Reverse(said.chars().count()));
    said
}

fn page(title: &str, art: Art, text: &str, keys: &[String]) -> Screen {
    Screen::Page(PageScreen {
        title: words(title),
        art,
        text: text.try_into().expect("a text"),
        is_quoted: false,
        diagram: None,
        page: (1, 3),
        keys: [Button::A, Button::B]
            .into_iter()
            .zip(keys)
            .map(|(key, does)| KeyHint::new(key, does))
            .collect(),
    })
}

#[test]
fn the_longest_sentences_look_as_they_did() {
    let mut gallery = Gallery::open("golden-languages");
    for tongue in built_in() {
        let language = tongue.language;
        let of = |place| longest(place, language);
        let (titles, lines, keys, headings) = (of("title"), of("line"), of("key"), of("heading"));
        let row = |label: &String| Row {
            label: words(label),
            value: Value::Note("15".try_into().expect("short")),
            dim: false,
            parted: false,
        };
        let line = Line::Words(words(&lines[0]), Tone::Good);
        let choice: Vec<String> = of("choice");
        let choice: Vec<&str> = choice.iter().map(String::as_str).collect();
        let screens = [
            ("board", Screen::Board(corner(strip(None, &titles[0], line)))),
            (
                "choice",
                Screen::Board(corner(strip(None, &titles[1], Line::choice(&choice, Some(1))))),
            ),
            (
                "list",
                Screen::List(list(
                    &headings[0],
                    of("row").iter().take(8).map(row).collect(),
                    1,
                    &of("foot")[0],
                )),
            ),
            ("page", page(&headings[1], Art::None, &of("page")[0], &keys[2..])),
            ("keys", page(&headings[2], Art::Keys, "", &keys[4..])),
            ("statistics", Screen::Stats(stats(48))),
        ];
        for (name, screen) in screens {
            let picture = Picture {
                language,
                ..picture(screen)
            };
            gallery.hold(&format!("{}-{name}", tongue.code), &picture);
        }
    }
    gallery.close();
}
