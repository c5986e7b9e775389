//! Languages: the list of sentences is what the trainer says, each translation is in order, fits its place and has its letters, and whatever is
//! missing or damaged is English.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "the toolkit has no file system, but its tests have one"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use shikatsu::board::{Color, Crop};
use shikatsu::language::Language;
use shikatsu::pack::library::{Library, Tongue};
use shikatsu::pack::{Bank, Pack};
use shikatsu::problem::Level;
use shikatsu::record::{Done, Keeper, Mode, Profile, Record, Settings, ThemeName};
use shikatsu::search::{Slot, Table};
use shikatsu::session::keeper::Notebook;
use shikatsu::session::keys::{Button, Stroke};
use shikatsu::session::picture::{
    Art, BoardScreen, KeyHint, Line, ListScreen, PageScreen, Picture, Row, SPOTS, Screen, Spot, Standing,
    StatsScreen, Strip, Tone, Value,
};
use shikatsu::session::{Desk, Event, Mind, Session};
use shikatsu::view;
use shikatsu_toolkit::language::{Glyphs, KEYS, Source, build, built_in, gaps, keys, shipped};

/// Where each sentence is shown, by the remarks of the list.
fn places() -> BTreeMap<String, String> {
    let mut place = String::new();
    let mut found = BTreeMap::new();
    for line in KEYS.lines() {
        if let Some(name) = line.strip_prefix("#@ ") {
            place = name.to_string();
        } else if !line.is_empty() && !line.starts_with('#') {
            found.insert(line.replace("\\n", "\n"), place.clone());
        }
    }
    found
}

#[test]
fn every_translation_is_in_order_and_has_its_letters() {
    let known: BTreeSet<String> = keys(KEYS).map(|(_, key)| key).collect();
    assert_eq!(
        known.len(),
        keys(KEYS).count(),
        "a sentence stands twice in the list"
    );
    for key in &known {
        gaps(key).unwrap_or_else(|why| panic!("{key}: {why}"));
    }
    for shipped in shipped() {
        let code = shipped.code;
        let source = Source::read(shipped.text).unwrap_or_else(|fault| panic!("{code}: {fault}"));
        assert_eq!(source.code.as_str(), code);
        for said in &source.said {
            assert!(
                known.contains(&said.key),
                "{code}: line {}: nobody says '{}'",
                said.line,
                said.key
            );
        }
        let glyphs = Glyphs::read(shipped.glyphs).unwrap_or_else(|fault| panic!("{code}: {fault}"));
        let pack = build(&source, &glyphs).unwrap_or_else(|error| panic!("{code}: {error}"));
        assert_eq!(Pack::open(&pack).unwrap().verify(), Ok(()), "{code}");
        assert_eq!(
            Pack::open(&pack).unwrap().language().unwrap().check(),
            Ok(()),
            "{code}"
        );
        let missing = known.len() - source.said.len();
        println!(
            "{code}: {} bytes, {missing} of {} sentences are missing",
            pack.len(),
            known.len()
        );
    }
    assert_eq!(built_in().len(), shipped().len());
}

/// All strings of a file's code: what stands in quotes, without comments and tests.
fn strings(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let mut found = Vec::new();
    let mut letters = code.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '/' if letters.peek() == Some(&'/') => {
                letters.by_ref().find(|&next| next == '\n');
            }
            '\'' => {
                // A letter, or the name of a lifetime.
                let rest: String = letters.clone().take(3).collect();
                if rest.starts_with('\\') {
                    letters.nth(1);
                    letters.by_ref().find(|&next| next == '\'');
                } else if rest.chars().nth(1) == Some('\'') {
                    letters.nth(1);
                }
            }
            '"' => {
                let mut text = String::new();
                while let Some(next) = letters.next() {
                    match next {
                        '"' => break,
                        '\\' => match letters.next() {
                            Some('n') => text.push('\n'),
                            Some('\n') => while letters.next_if(|next| next.is_whitespace()).is_some() {},
                            Some(other) => text.push(other),
                            None => {}
                        },
                        other => text.push(other),
                    }
                }
                found.push(text);
            }
            _ => {}
        }
    }
    found
}

/// A sentence in which every gap is the same, however it is filled.
fn without_names(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        rest = after.split_once('}').map_or("", |(_, behind)| behind);
        // Two numbers side by side, or one and a half, are one.
        rest = rest.strip_prefix(".5").unwrap_or(rest);
        if !out.ends_with("{}") {
            out.push_str("{}");
        }
    }
    out + rest
}

/// Whether `text` is an instance of `pattern`, whose gaps take anything.
fn is_instance(pattern: &str, text: &str) -> bool {
    let mut pieces = pattern.split("{}");
    let Some(mut rest) = pieces.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let pieces: Vec<&str> = pieces.collect();
    for (at, piece) in pieces.iter().enumerate() {
        if at + 1 == pieces.len() {
            return rest.len() > piece.len() && rest.ends_with(piece);
        }
        match rest.find(piece).filter(|_| !piece.is_empty()) {
            Some(found) => rest = &rest[found + piece.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}

/// Strings of the sources that nobody sees, or that are put together and stand whole in the list, or names that are the same everywhere.
const NOT_SAID: &[&str] = &[
    "Shikatsu",
    "English",
    "Mine",
    "up",
    "down",
    "left",
    "It had to start again. ",
    "That was several times in a row: safe mode. Packs and progress are kept, but left alone until you turn it off and on.",
    "Packs and progress are all there. Please tell us what this says:",
    "Unsettled: ",
    "B+R",
    "W+R",
    "Three",
    "Four",
    "Five",
    // Written into problems of one's own, which stay in their language.
    "The middle of the shape is the key.",
    "Make the eye space smaller first.",
    "A stone thrown in takes the eye away.",
    "Count liberties: they are few.",
    "The first line makes the eye.",
    "It is a ko: who takes first matters.",
    "Whoever plays first there loses: seki.",
    "Give stones, then play where they were.",
    "The first move one sees fails.",
    // Rows of Row Go's lessons, reasons of lints.
    "-oo--",
    "!xxx!",
    "-xox-",
    "ooo!-",
    "xx-x-",
    "there is one of it, in memory that stays, and no heap",
    "a transition that is not made is lost",
    "it was just made",
    "a sound that is not played is lost",
    "there are two pictures at any time, and no heap to put them on",
    "there is no heap to put the larger one on",
    "a depth of one pixel is full cover",
    "unsettled",
    " abcdefghijklmnopqrstuvwxyz0123456789-",
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && path.file_name().is_some_and(|name| name != "tests.rs")
        {
            found.push(path);
        }
    }
}

#[test]
fn the_list_has_every_sentence_of_the_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut sources = Vec::new();
    files(&root.join("src/session"), &mut sources);
    files(&root.join("src/view"), &mut sources);
    for file in [
        "src/pack/library.rs",
        "src/store/mine.rs",
        "src/edit/step.rs",
        "go/src/board/color.rs",
    ] {
        sources.push(root.join(file));
    }
    let known: Vec<String> = keys(KEYS).map(|(_, key)| without_names(&key)).collect();
    let is_known = |text: &str| {
        let has_words = text
            .split("{}")
            .any(|piece| piece.chars().filter(|c| c.is_alphabetic()).count() > 1);
        !has_words || known.iter().any(|key| key == text || is_instance(text, key))
    };
    let mut unknown = Vec::new();
    for path in sources {
        for text in strings(&fs::read_to_string(&path).unwrap()) {
            let plain = without_names(&text);
            let is_said = is_known(&plain)
                || plain
                    .split('\n')
                    .all(|line| is_known(line) || line.split(" · ").all(is_known));
            // The font's letters without accents.
            if !is_said && !NOT_SAID.contains(&text.as_str()) && !text.starts_with("AaAaAa") {
                unknown.push(format!(
                    "{}: {text:?}",
                    path.strip_prefix(root).unwrap().display()
                ));
            }
        }
    }
    assert!(
        unknown.is_empty(),
        "the trainer says what is not in languages/en.txt:\n{}",
        unknown.join("\n")
    );
}

/// What stands in the gaps of a sample: long ones, as they come.
fn sample(key: &str) -> String {
    let fills = [
        ("{n}", "102"),
        ("{m}", "102"),
        ("{k}", "10"),
        ("{p}", "10"),
        ("{l}", "18k"),
        ("{w}", "10k"),
        ("{v}", "C10"),
        ("{c}", "White"),
        ("{d}", "Black"),
        ("{s}", "Ko and seki"),
        ("{t}", "Shapes"),
    ];
    let key = match key {
        "{s} by {v}" | "{s}, {n} moves" | "{v}: {s}" | "Unsettled: {s}" | "Nothing to find: {s}" => {
            key.replace("{s}", "White lives")
        }
        "Cursor, {c}: {v}, {s}" => key.replace("{s}", "empty"),
        "{l} to {w}. {s}" => key.replace("{s}", "A course for those who have never played."),
        "{n}k" | "{n}d" => key.replace("{n}", "7"),
        "kept {n}/{m}" | "today {n}/{m}" | "level {n}/{m}" | "{n} of {m} done" => {
            key.replace("{n}", "12").replace("{m}", "15")
        }
        "{n} playouts" => key.replace("{n}", "10000"),
        "{c} wins by {n}" | "Go, komi {n}" => key.replace("{n}", "12.5"),
        "{c} to save stones" | "{c} to connect" => key.to_string(),
        other => other.to_string(),
    };
    fills
        .iter()
        .fold(key, |text, (gap, fill)| text.replace(gap, fill))
}

fn strip(title: &str, line: Line) -> Screen {
    Screen::Board(BoardScreen {
        strip: Strip {
            stone: Some(Color::Black),
            title: title.try_into().unwrap(),
            place: "3/102".try_into().unwrap(),
            state: Standing::Open,
            by_the_book: false,
            line,
        },
        size: 9,
        crop: Crop::whole(9),
        labels: None,
        spots: [Spot::default(); SPOTS],
    })
}

fn list(title: &str, label: &str, value: Value, foot: &str) -> Screen {
    let row = Row {
        label: label.try_into().unwrap(),
        value,
        dim: false,
        parted: false,
    };
    Screen::List(ListScreen {
        title: title.try_into().unwrap(),
        rows: [row].into_iter().collect(),
        first: 0,
        total: 1,
        chosen: 0,
        foot: foot.try_into().unwrap(),
    })
}

fn page(title: &str, text: &str, keys: &[(Button, &str)]) -> PageScreen {
    PageScreen {
        title: title.try_into().unwrap(),
        art: Art::None,
        text: text.try_into().unwrap(),
        is_quoted: false,
        diagram: None,
        page: (1, 1),
        keys: keys.iter().map(|&(key, does)| KeyHint::new(key, does)).collect(),
    }
}

/// The screen on which a sentence has its place; `None` where it is only read out.
fn screen(place: &str, said: &str) -> Option<Screen> {
    let line = |text: &str| Line::Words(text.try_into().unwrap(), Tone::Good);
    Some(match place {
        "title" => strip(said, line("")),
        "line" => strip("", line(said)),
        "choice" => strip("", Line::choice(&[said, "Ko"], Some(0))),
        "key" => strip(
            "",
            Line::Keys([KeyHint::new(Button::A, said)].into_iter().collect()),
        ),
        "row" => list("", said, Value::Note("102".try_into().unwrap()), ""),
        "value" => list("", "", Value::Word(said.try_into().unwrap()), ""),
        "foot" => list("", "", Value::None, said),
        "heading" => list(said, "", Value::None, ""),
        "page" | "lines" => Screen::Page(page("", said, &[])),
        "place" => {
            let Screen::Board(mut board) = strip("", line("")) else {
                return None;
            };
            board.strip.place = said.try_into().unwrap();
            Screen::Board(board)
        }
        _ => return None,
    })
}

/// Room in bytes, as it is in a picture.
fn room(place: &str) -> usize {
    match place {
        "key" | "value" | "choice" => 24,
        "page" | "lines" | "spoken" => 400,
        _ => 80,
    }
}

#[test]
fn every_sentence_of_every_language_fits_its_place() {
    let places = places();
    let mut faults = Vec::new();
    for tongue in built_in() {
        let (code, language) = (tongue.code, tongue.language);
        for (key, place) in &places {
            let english = sample(key);
            let said: heapless::String<1024> = language.say(&english);
            if said.len() > room(place) {
                faults.push(format!("{code}: {place}: {} bytes: {said}", said.len()));
                continue;
            }
            let Some(screen) = screen(place, &said) else {
                continue;
            };
            let picture = Picture {
                theme: ThemeName::Wood,
                language,
                screen,
            };
            if view::is_cut(&picture) {
                faults.push(format!("{code}: {place}: {said}"));
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} do not fit:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn pages_with_pictures_and_statistics_fit_in_every_language() {
    for tongue in built_in() {
        let language = tongue.language;
        let marks =
            language.say::<400>("You play the side to move. Capture the marked stones, or keep them alive.");
        let name = language
            .say::<400>("Go problems: life and death.\nEvery move is answered. Built-in answers are proved.");
        let credit = language.say::<400>("The first result counts. Hints cost the credit, never the fun. Ko: the board repeats. Seki: alive without two eyes.");
        let arts = [
            (Art::Marks, marks.as_str()),
            (Art::Marks, &credit),
            (Art::Name, &name),
            (Art::Keys, ""),
        ];
        let mut screens: Vec<Screen> = arts
            .map(|(art, text)| {
                Screen::Page(PageScreen {
                    art,
                    ..page("", text, &[])
                })
            })
            .into();
        screens.push(Screen::Stats(StatsScreen {
            rating: 1500,
            level: Level::kyu(6).unwrap(),
            streak: (12, 34),
            tries: (1000, 900),
            book_tries: (10, 5),
            review: (100, 10),
            plot: [1400, 1500].into_iter().collect(),
        }));
        screens.push(Screen::Stats(StatsScreen {
            rating: 100,
            level: Level::kyu(20).unwrap(),
            streak: (0, 0),
            tries: (0, 0),
            book_tries: (0, 0),
            review: (0, 0),
            plot: [].into_iter().collect(),
        }));
        for screen in screens {
            let picture = Picture {
                theme: ThemeName::Wood,
                language,
                screen,
            };
            assert!(!view::is_cut(&picture), "{}: {:?}", tongue.code, picture.screen);
        }
    }
}

/// The bank, with the languages of this computer.
struct Library6;

impl Library for Library6 {
    fn packs(&self) -> u16 {
        Bank.packs()
    }
    fn pack_name(&self, pack: u16) -> shikatsu::pack::library::Name {
        Bank.pack_name(pack)
    }
    fn pack_id(&self, pack: u16) -> u32 {
        Bank.pack_id(pack)
    }
    fn len(&self, pack: u16) -> u16 {
        Bank.len(pack)
    }
    fn problem_id(&self, pack: u16, problem: u16) -> u32 {
        Bank.problem_id(pack, problem)
    }
    fn load(&self, pack: u16, problem: u16) -> Option<shikatsu::pack::library::Entry> {
        Bank.load(pack, problem)
    }
    fn language(&self, number: usize) -> Option<Tongue> {
        built_in().get(number).cloned()
    }
}

/// All words of a picture that are not a pack's.
fn words_of(picture: &Picture) -> Vec<String> {
    let mut words: Vec<&str> = Vec::new();
    match &picture.screen {
        Screen::Board(board) => {
            words.extend([board.strip.title.as_str(), &board.strip.place]);
            match &board.strip.line {
                Line::Words(line, _) => words.push(line),
                Line::Keys(keys) => words.extend(keys.iter().map(|hint| hint.does.as_str())),
                Line::Choice { items, .. } => words.extend(items.iter().map(AsRef::<str>::as_ref)),
                Line::Thinking { .. } => {}
            }
        }
        Screen::List(list) => {
            words.extend([list.title.as_str(), &list.foot]);
            for row in &list.rows {
                words.push(&row.label);
                if let Value::Word(value) | Value::Note(value) = &row.value {
                    words.push(value);
                }
            }
        }
        Screen::Grid(grid) => words.extend([grid.title.as_str(), &grid.foot]),
        Screen::Page(page) => {
            words.push(&page.title);
            if !page.is_quoted {
                words.push(&page.text);
            }
            words.extend(page.keys.iter().map(|hint| hint.does.as_str()));
        }
        Screen::Code(code) => {
            words.push(&code.title);
            words.extend(code.keys.iter().map(|hint| hint.does.as_str()));
        }
        Screen::Stats(_) => {}
    }
    words.into_iter().map(str::to_string).collect()
}

/// Names that come from packs, and stay in their own language.
fn is_of_a_pack(words: &str) -> bool {
    let packs = (0..Bank.packs()).map(|pack| Bank.pack_name(pack));
    let is_a_pack = packs.into_iter().any(|name| {
        let rest = words.strip_prefix(name.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '·']))
    });
    let bare = words.split(" · ").next().unwrap_or_default();
    let bare = bare.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ' ');
    let is_named = |pack: u16| {
        (0..Bank.len(pack)).any(|at| Bank.heading(pack, at).is_some_and(|(name, _)| name == bare))
    };
    is_a_pack || (0..Bank.packs()).any(is_named) || NOT_SAID.contains(&words)
}

/// Plays without sense in a language, and returns the English sentences that it does not know and those that have no room.
fn play(tongue: &Tongue, seed: u32, keys: u32) -> (BTreeSet<String>, BTreeSet<String>) {
    let mut state = u64::from(seed) | 1;
    let mut below = move |count: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % count
    };
    let mut notebook = Notebook::<256>::new();
    notebook.keep_profile(&Profile {
        settings: Settings {
            language: tongue.code,
            mode: Mode::ALL[seed as usize % Mode::ALL.len()],
            ..Settings::DEFAULT
        },
        ..Profile::NEW
    });
    for at in 0..20 {
        let done = [Done::Solved, Done::Helped, Done::Failed][at as usize % 3];
        notebook.keep(
            Bank.id(0, at),
            Record {
                done,
                box_number: 1,
                due: u32::from(at),
            },
        );
    }
    let mut slots = vec![Slot::EMPTY; 1024];
    let mut desk = Box::new(Desk::NOTHING);
    let mut session = Session::new(&Library6, &mut notebook, &mut desk, seed);
    let mut mind = Box::new(Mind::new());
    let table = &mut Table::new(&mut slots);
    let (mut unknown, mut cut) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..keys {
        let button = Button::ALL[below(Button::ALL.len() as u64) as usize];
        session.on(match below(12) {
            0..=7 => Event::Stroke(Stroke::Press(button)),
            8 => Event::Stroke(Stroke::Hold(button)),
            _ => Event::Tick([16, 200, 700, 3000][below(4) as usize]),
        });
        let _ = mind.work(&mut session, table, 300);
        let (english, picture) = (session.english_picture(), session.picture());
        if picture.language != tongue.language {
            // The language was changed: it is changed back in the next round.
            session.on(Event::Stroke(Stroke::Press(Button::Right)));
            continue;
        }
        for words in words_of(&english) {
            let is_own_name = words == tongue.name.as_str();
            // What stands beside the name of a pack is said in the language.
            let mut parts = words.split(" · ");
            let is_known = parts.all(|part| tongue.language.knows(part) || is_of_a_pack(part));
            if !is_known && !is_of_a_pack(&words) && !is_own_name {
                unknown.insert(words);
            }
        }
        if view::is_cut(&picture) && !view::is_cut(&english) {
            cut.insert(format!("{:?}", words_of(&picture)));
        }
    }
    (unknown, cut)
}

#[test]
fn whatever_is_played_is_said_in_every_language_and_fits() {
    let mut faults = Vec::new();
    for (number, tongue) in built_in().iter().enumerate() {
        let (mut unknown, mut cut) = (BTreeSet::new(), BTreeSet::new());
        for round in 0..4 {
            let (more, too_long) = play(tongue, number as u32 * 4 + round, 1200);
            unknown.extend(more);
            cut.extend(too_long);
        }
        let code = tongue.code;
        faults.extend(
            unknown
                .iter()
                .map(|words| format!("{code} does not know: {words}")),
        );
        faults.extend(cut.iter().map(|words| format!("{code} has no room for: {words}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_damaged_language_is_english_sentence_by_sentence() {
    let shipped = shipped()[0];
    let source = Source::read(shipped.text).unwrap();
    let pack = build(&source, &Glyphs::default()).unwrap();
    let body = &pack[shikatsu::pack::Header::LEN..];
    let whole = Language::open(body).unwrap();
    let samples: Vec<String> = keys(KEYS).map(|(_, key)| sample(&key)).step_by(7).collect();
    let said: Vec<heapless::String<512>> = samples.iter().map(|text| whole.say(text)).collect();
    let mut random = 12345_u32;
    let mut englished = 0;
    for at in 0..body.len() {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let mut bytes = body.to_vec();
        bytes[at] ^= 1 << (random >> 29);
        let Some(damaged) = Language::open(&bytes) else {
            assert!(at < 28, "only its head makes it no language");
            continue;
        };
        let _ = damaged.check();
        // Two of them in each round; together all of them many times.
        for step in 0..2 {
            let place = (random as usize / 7 + step * 31) % samples.len();
            let now: heapless::String<512> = damaged.say(&samples[place]);
            if now != said[place] {
                englished += 1;
                // Nothing that is neither: in a gap there may be English.
                let letters: Vec<char> = samples[place].chars().collect();
                let mut pieces = letters.windows(letters.len().min(5)).map(String::from_iter);
                let is_english = pieces.any(|piece| now.contains(&piece));
                assert!(is_english, "byte {at}: {} became {now}", samples[place]);
            }
        }
    }
    assert!(englished > 0, "damage was noticed");
    for length in 0..body.len().min(2000) {
        if let Some(short) = Language::open(&body[..length]) {
            let _ = short.say::<512>("Black to live");
            assert!(short.check().is_err());
        }
    }
    assert!(Language::open(b"language").is_none());
}
