//! Random pictures, and random changes of them, for what must hold for every picture.

use shikatsu::board::{Color, Crop, MAX_SIZE, MIN_SIZE, Point, Setup};
use shikatsu::language::Language;
use shikatsu::problem::Level;
use shikatsu::record::{Done, ThemeName};
use shikatsu::session::code::Code;
use shikatsu::session::keys::Button;
use shikatsu::session::picture::{
    Art, BoardScreen, CodeScreen, Cursor, Diagram, GRID_CELLS, GridScreen, KeyHint, Labels, Line, ListScreen,
    Mark, PLOT, PageScreen, Picture, ROWS, Row, SPOTS, Screen, Spot, Standing, StatsScreen, Strip, Tone,
    Value, Words,
};

use crate::random::Random;

const TONES: [Tone; 4] = [Tone::Quiet, Tone::Plain, Tone::Good, Tone::Bad];
const STATES: [Standing; 4] = [Standing::Open, Standing::Right, Standing::Wrong, Standing::Helped];
const DONE: [Done; 4] = [Done::New, Done::Solved, Done::Helped, Done::Failed];
const ARTS: [Art; 5] = [Art::None, Art::Name, Art::Keys, Art::Marks, Art::Trouble];
const CHOICES: [&[&str]; 3] = [
    &["dead", "unsettled", "alive", "ko"],
    &[],
    &[
        "one",
        "of a great many",
        "words to choose from",
        "that",
        "do not fit",
    ],
];

/// A character: mostly Latin, sometimes anything at all.
fn character(random: &mut Random) -> char {
    let code = match random.below(12) {
        0 => random.below(0x20),
        1 | 2 => 0x80 + random.below(0x80),
        3 => random.below(0x11_0000),
        4 => u32::from(' ') as usize,
        _ => 0x20 + random.below(0x5f),
    };
    char::from_u32(code as u32).unwrap_or('\u{fffd}')
}

/// Any text of up to so many bytes.
pub fn text<const N: usize>(random: &mut Random) -> heapless::String<N> {
    let mut text = heapless::String::new();
    let length = if random.chance(20) { 0 } else { random.below(N) };
    // The last character may be too long for the room that is left.
    while text.len() < length && text.push(character(random)).is_ok() {}
    text
}

fn keys(random: &mut Random) -> heapless::Vec<KeyHint, 4> {
    let words = ["play", "back", "a rather long hint", "", "menu", "start afresh"];
    let count = random.below(5);
    (0..count)
        .map(|_| KeyHint::new(random.pick(&Button::ALL), random.pick(&words)))
        .collect()
}

fn line(random: &mut Random) -> Line {
    match random.below(5) {
        0 => Line::Words(text(random), random.pick(&TONES)),
        1 => Line::Keys(keys(random)),
        2 => Line::choice(
            random.pick(&CHOICES),
            random.chance(80).then_some(random.below(6) as u8),
        ),
        _ => Line::Thinking {
            spent: random.below(256) as u8,
            beat: random.below(256) as u8,
        },
    }
}

fn strip(random: &mut Random) -> Strip {
    Strip {
        stone: random.pick(&[None, Some(Color::Black), Some(Color::White)]),
        title: text(random),
        place: if random.chance(50) {
            Words::new()
        } else {
            text(random)
        },
        state: random.pick(&STATES),
        by_the_book: random.chance(30),
        line: line(random),
    }
}

fn spot(random: &mut Random) -> Spot {
    Spot {
        stone: random.pick(&[None, Some(Color::Black), Some(Color::White)]),
        outside: random.chance(30),
        mark: random.chance(20).then(|| random.pick(&Mark::ALL)),
        cursor: random.chance(5).then(|| Cursor {
            color: random.color(),
            pressed: random.chance(50),
        }),
        lit: random.chance(20),
    }
}

fn labels(random: &mut Random) -> Option<Labels> {
    random.chance(40).then(|| Labels {
        letters_across: random.chance(50),
        mirrored_across: random.chance(50),
        mirrored_down: random.chance(50),
    })
}

/// Any part of a board.
fn crop(size: u8, random: &mut Random) -> Crop {
    let (left, top) = (random.below(size.into()) as u8, random.below(size.into()) as u8);
    Crop {
        left,
        top,
        right: random.between(left, size - 1),
        bottom: random.between(top, size - 1),
    }
}

fn board(random: &mut Random) -> BoardScreen {
    let size = random.between(MIN_SIZE, MAX_SIZE);
    let crop = crop(size, random);
    let mut spots = [Spot::default(); SPOTS];
    spots.fill_with(|| spot(random));
    BoardScreen {
        strip: strip(random),
        size,
        crop: if random.chance(30) {
            Crop::whole(size)
        } else {
            crop
        },
        labels: labels(random),
        spots,
    }
}

fn value(random: &mut Random) -> Value {
    let number = |random: &mut Random| random.below(1 << 16) as u16;
    match random.below(5) {
        0 => Value::None,
        1 => Value::Switch(random.chance(50)),
        2 => Value::Word(text(random)),
        3 => Value::Note(text(random)),
        _ => Value::Progress {
            done: number(random),
            of: if random.chance(10) { 0 } else { number(random) },
        },
    }
}

fn row(random: &mut Random) -> Row {
    Row {
        label: text(random),
        value: value(random),
        dim: random.chance(20),
        parted: random.chance(20),
    }
}

fn list(random: &mut Random) -> ListScreen {
    let rows = random.below(ROWS + 1);
    let first = random.below(100) as u16;
    ListScreen {
        title: text(random),
        rows: (0..rows).map(|_| row(random)).collect(),
        first,
        total: first + rows as u16 + random.below(100) as u16,
        chosen: first + random.below(ROWS) as u16,
        foot: text(random),
    }
}

fn grid(random: &mut Random) -> GridScreen {
    let cells = random.below(GRID_CELLS + 1);
    let first = random.below(20_000) as u16;
    GridScreen {
        title: text(random),
        cells: (0..cells).map(|_| random.pick(&DONE)).collect(),
        first,
        total: first + random.below(10_000) as u16,
        chosen: first + random.below(GRID_CELLS) as u16,
        foot: text(random),
    }
}

/// Any stones on any part of any board.
fn diagram(random: &mut Random) -> Diagram {
    let size = random.between(MIN_SIZE, MAX_SIZE);
    let mut setup = Setup::empty(size);
    for point in Point::all(size) {
        let sets = [
            &mut setup.black,
            &mut setup.white,
            &mut setup.outside,
            &mut setup.key,
        ];
        if let Some(set) = sets.into_iter().nth(random.below(6)) {
            set.insert(point);
        }
    }
    let crop = crop(size, random);
    Diagram { setup, crop }
}

fn page(random: &mut Random) -> PageScreen {
    PageScreen {
        title: text(random),
        art: random.pick(&ARTS),
        text: text(random),
        is_quoted: false,
        diagram: random.chance(50).then(|| diagram(random)),
        page: (random.below(5) as u8, random.below(5) as u8),
        keys: keys(random),
    }
}

fn stats(random: &mut Random) -> StatsScreen {
    let rating = |random: &mut Random| random.below(1 << 16) as u16 as i16;
    let ratings = random.below(PLOT + 1);
    StatsScreen {
        rating: rating(random),
        level: Level::kyu(random.between(1, 30)).expect("a rank"),
        streak: (random.number() as u16, random.number() as u16),
        tries: (random.number() as u32, random.number() as u32),
        book_tries: (random.number() as u32 % 3, random.number() as u32),
        review: (random.number() as u16, random.number() as u16),
        plot: (0..ratings).map(|_| rating(random)).collect(),
    }
}

fn code(random: &mut Random) -> CodeScreen {
    let mut link = heapless::String::new();
    for _ in 0..random.below(400) {
        let _ = link.push(char::from(random.between(33, 126)));
    }
    CodeScreen {
        title: text(random),
        code: Code::of(&link).expect("it is short enough"),
        link,
        keys: keys(random),
    }
}

/// Any picture.
pub fn picture(random: &mut Random) -> Picture {
    let screen = match random.below(9) {
        0 => Screen::List(list(random)),
        1 => Screen::Grid(grid(random)),
        2 => Screen::Page(page(random)),
        3 => Screen::Stats(stats(random)),
        4 => Screen::Code(code(random)),
        _ => Screen::Board(board(random)),
    };
    Picture {
        theme: random.pick(&ThemeName::ALL),
        language: Language::ENGLISH,
        screen,
    }
}

/// One thing of a picture differs; sometimes everything does.
pub fn change(picture: &mut Picture, random: &mut Random) {
    if random.chance(3) {
        *picture = self::picture(random);
        return;
    }
    match &mut picture.screen {
        Screen::Board(screen) => change_board(screen, random),
        Screen::List(screen) => change_list(screen, random),
        Screen::Grid(screen) => change_grid(screen, random),
        Screen::Page(screen) => change_page(screen, random),
        Screen::Code(screen) => match random.below(3) {
            0 => screen.title = text(random),
            1 => screen.keys = keys(random),
            _ => *screen = code(random),
        },
        Screen::Stats(screen) => {
            let other = stats(random);
            match random.below(6) {
                0 => screen.rating = other.rating,
                1 => screen.level = other.level,
                2 => screen.streak = other.streak,
                3 => screen.tries = other.tries,
                4 => screen.review = other.review,
                _ => screen.plot = other.plot,
            }
        }
    }
}

fn change_board(screen: &mut BoardScreen, random: &mut Random) {
    let strip = &mut screen.strip;
    match random.below(10) {
        0 => strip.stone = random.pick(&[None, Some(Color::Black), Some(Color::White)]),
        1 => strip.title = text(random),
        2 => strip.place = text(random),
        3 => strip.state = random.pick(&STATES),
        4 => strip.line = line(random),
        5 => screen.labels = labels(random),
        6 => {
            if let Line::Thinking { spent, beat } = &mut strip.line {
                *spent = spent.saturating_add(random.below(9) as u8);
                *beat = beat.wrapping_add(1);
            }
        }
        _ => {
            for _ in 0..=random.below(40) {
                let (column, row) = (random.below(screen.size.into()), random.below(screen.size.into()));
                let point = Point::new(column as u8, row as u8);
                screen.spots[BoardScreen::index(point)] = spot(random);
            }
        }
    }
}

fn change_list(screen: &mut ListScreen, random: &mut Random) {
    match random.below(7) {
        0 => screen.title = text(random),
        1 => screen.foot = text(random),
        2 => screen.total += random.below(30) as u16,
        3 => screen.first += 1,
        4 => *screen = list(random),
        5 => screen.chosen = screen.first + random.below(ROWS) as u16,
        _ => {
            if !screen.rows.is_empty() {
                let at = random.below(screen.rows.len());
                screen.rows[at] = row(random);
            }
        }
    }
}

fn change_grid(screen: &mut GridScreen, random: &mut Random) {
    match random.below(6) {
        0 => screen.title = text(random),
        1 => screen.foot = text(random),
        2 => screen.total += random.below(30) as u16,
        3 => screen.first += GRID_CELLS as u16,
        4 => screen.chosen = screen.first + random.below(GRID_CELLS) as u16,
        _ => {
            if !screen.cells.is_empty() {
                let at = random.below(screen.cells.len());
                screen.cells[at] = random.pick(&DONE);
            }
        }
    }
}

fn change_page(screen: &mut PageScreen, random: &mut Random) {
    let other = page(random);
    match random.below(6) {
        0 => screen.title = other.title,
        1 => screen.art = other.art,
        4 => screen.diagram = other.diagram,
        2 => screen.text = other.text,
        3 => screen.page = other.page,
        _ => screen.keys = other.keys,
    }
}
