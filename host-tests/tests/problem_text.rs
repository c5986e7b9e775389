//! The problem text and the validator behind it: what is read, what is written, and what is refused where.

use host_tests::naive::faults;
use host_tests::random::Random;
use shikatsu::board::{Color, Point, PointSet, Setup, Symmetry};
use shikatsu::problem::{Answer, Fault, Goal, Level, Notes, Outcome, Problem, TextError, TextFault};
use shikatsu::problem::{read_text, write_text};

const SAMPLE: &str =
    "--*--\n-xxx-\nxxoox\nxo-ox\nxooox\nB2 D3 x\nName: One eye; Level: 20k; Answer: dead C2; Not enough.\n";

fn written(problem: &Problem, notes: &Notes<'_>) -> String {
    let mut text = String::new();
    write_text(problem, notes, &mut text).unwrap();
    text
}

#[test]
fn every_sign_of_the_text_has_its_meaning() {
    let (problem, notes) = read_text(SAMPLE).unwrap();
    let points = |names: &str| -> PointSet { names.split(' ').map(|n| problem.point(n).unwrap()).collect() };
    let setup = problem.setup();
    assert_eq!(setup.size, 5);
    assert_eq!(setup.black, points("B4 C4 D4 A3 B3 E3 A2 E2 A1 E1"));
    assert_eq!(setup.white, points("C3 D3 B2 D2 B1 C1 D1"));
    assert_eq!(setup.outside, points("C5"));
    assert_eq!(setup.key, points("B2 D3"));
    assert_eq!(
        (problem.to_move(), problem.defender(), problem.goal()),
        (Color::Black, Color::White, Goal::Kill)
    );
    assert_eq!(problem.task(), "Black to kill");
    assert_eq!(problem.swapped().task(), "White to kill");
    assert_eq!(
        (notes.name, notes.level, notes.text),
        ("One eye", Level::kyu(20), "Not enough.")
    );
    assert_eq!(
        written(&problem, &notes),
        SAMPLE.replace("B2 D3", "D3 B2"),
        "line by line from the top"
    );
}

#[test]
fn the_same_problem_is_read_from_every_accepted_spelling() {
    let expected = read_text(SAMPLE).unwrap();
    let spaced = SAMPLE.replace('\n', "   \n");
    let spellings = [
        SAMPLE.replace('\n', "\r\n"),
        SAMPLE.trim_end().to_owned(),
        spaced.replace('\n', "\r\n"),
        spaced,
        SAMPLE.replace("B2 D3", "b2 d3"),
        SAMPLE.replace("B2 D3", "D3 b2"),
        format!("{SAMPLE}\n\n"),
        format!("{SAMPLE}  \r\n\r\n"),
    ];
    for text in &spellings {
        assert_eq!(read_text(text), Ok(expected), "{text:?}");
    }
}

#[test]
fn the_line_of_notes_may_be_empty_or_missing() {
    let board = &SAMPLE[..SAMPLE.find("Name").unwrap()];
    for text in [
        board.to_owned(),
        format!("{board}\n"),
        format!("{board}\r\n\r\n"),
        board.trim_end().to_owned(),
    ] {
        let (problem, notes) = read_text(&text).unwrap();
        assert_eq!(problem, read_text(SAMPLE).unwrap().0);
        assert_eq!(notes, Notes::default());
    }
}

/// The sample with its line `number`, counted from 1, replaced.
fn with_line(number: usize, line: &str) -> String {
    let mut lines: Vec<&str> = SAMPLE.lines().collect();
    lines[number - 1] = line;
    lines.join("\n")
}

#[track_caller]
fn assert_refused(text: &str, line: usize, column: usize, fault: TextFault) {
    let expected = TextError { line, column, fault };
    assert_eq!(read_text(text), Err(expected), "{text:?}");
    assert_eq!(
        read_text(&text.replace('\n', "\r\n")),
        Err(expected),
        "with CRLF: {text:?}"
    );
    let (message, place) = (expected.to_string(), format!("line {line}, column {column}: "));
    assert!(message.starts_with(&place), "{message}");
}

#[test]
fn a_fault_of_the_board_is_found_at_its_line_and_column() {
    use TextFault::{Character, Width};
    let ragged = |found| TextFault::Ragged { expected: 5, found };
    let missing = |found| TextFault::MissingRows { expected: 5, found };
    let stifled = Fault::NoLiberty(Point::from_vertex("C3", 5).unwrap());

    assert_refused("", 1, 1, Width(0));
    assert_refused(&with_line(1, "----"), 1, 1, Width(4));
    assert_refused(&with_line(1, &"-".repeat(20)), 1, 1, Width(20));
    assert_refused(&with_line(1, "ééé"), 1, 1, Width(3));
    assert_refused(&with_line(1, "--é--"), 1, 3, Character('é'));
    assert_refused(&with_line(1, " -----"), 1, 1, Character(' '));
    assert_refused(&with_line(2, "-xXx-"), 2, 3, Character('X'));
    assert_refused(&with_line(2, "-xx\tx"), 2, 4, Character('\t'));
    assert_refused(&with_line(4, "xo-oé"), 4, 5, Character('é'));
    assert_refused(&with_line(4, "xo-oxé"), 4, 6, ragged(6));
    assert_refused(&with_line(3, "xxoo"), 3, 5, ragged(4));
    assert_refused(&with_line(3, "xxoox-o"), 3, 6, ragged(7));
    assert_refused(&with_line(4, ""), 4, 1, ragged(0));
    assert_refused("-----\n-----\n", 3, 1, missing(2));
    assert_refused("-----", 2, 1, missing(1));
    assert_refused("-----\n-----\nA5 x", 3, 1, missing(2));
    assert_refused(&with_line(4, "xooox"), 3, 3, TextFault::Position(stifled));
    assert_refused(&format!("{SAMPLE}more"), 8, 1, TextFault::Trailing);
    assert_refused(&format!("{SAMPLE}\n\n  more"), 10, 1, TextFault::Trailing);
}

#[test]
fn a_fault_of_the_key_stones_is_found_at_its_line_and_column() {
    use TextFault::{KeyTwice, LastWord, MissingKeyLine, MissingSide, Position, Vertex};
    let at = |name| Point::from_vertex(name, 5).unwrap();
    assert_refused(&"-----\n".repeat(5), 6, 1, MissingKeyLine);
    assert_refused(&with_line(6, "   "), 6, 1, MissingKeyLine);
    assert_refused(&with_line(6, "B2"), 6, 3, MissingSide);
    assert_refused(&with_line(6, "B2 D3  "), 6, 6, MissingSide);
    assert_refused(&with_line(6, "B2 F1 x"), 6, 4, Vertex);
    assert_refused(&with_line(6, "B2 A6 x"), 6, 4, Vertex);
    assert_refused(&with_line(6, "B2 x o"), 6, 4, Vertex);
    assert_refused(&with_line(6, "x B2"), 6, 1, Vertex);
    assert_refused(&with_line(6, "B2 X"), 6, 4, LastWord);
    assert_refused(&with_line(6, "B2,D3 x"), 6, 1, Vertex);
    assert_refused(&with_line(6, "B2\tx"), 6, 1, LastWord);
    assert_refused(&with_line(6, "B2 ö D3 x"), 6, 4, Vertex);
    assert_refused(&with_line(6, "B2 D3 b2 x"), 6, 7, KeyTwice);
    assert_refused(&with_line(6, "ö B2 x"), 6, 1, Vertex);
    assert_refused(&with_line(6, "x"), 6, 1, Position(Fault::NoKeyStone));
    assert_refused(
        &with_line(6, "D3 C2 x"),
        6,
        4,
        Position(Fault::KeyOnEmpty(at("C2"))),
    );
    assert_refused(
        &with_line(6, "D3 c5 x"),
        6,
        4,
        Position(Fault::KeyOnEmpty(at("C5"))),
    );
    assert_refused(
        &with_line(6, "B2 A1 x"),
        6,
        4,
        Position(Fault::MixedKey(at("A1"))),
    );
}

/// Every fault, which come in order; `read_text` stops at the first.
fn faults_of(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    TextError::all_in(text, &mut |error| found.push(error));
    assert!(found.is_sorted_by_key(|error| (error.line, error.column)));
    assert_eq!(read_text(text).err(), found.first().copied(), "{text:?}");
    found.iter().map(TextError::to_string).collect()
}

#[test]
fn every_fault_of_a_text_is_reported_in_order() {
    assert_eq!(
        faults_of("x---q\n-r---\n-----x\n---\n-----\nB5 F1 B5 z\nName: x\nfoo\n"),
        [
            "line 1, column 5: 'q' is none of x, o, - and *",
            "line 2, column 2: 'r' is none of x, o, - and *",
            "line 3, column 6: this line should have 5 characters, as the first, but has 6",
            "line 4, column 4: this line should have 5 characters, as the first, but has 3",
            "line 6, column 4: this is no point of the board",
            "line 6, column 7: this key stone is named twice",
            "line 6, column 10: this is neither a point of the board nor the side to move, x or o",
            "line 8, column 1: nothing may follow the line of notes",
        ]
    );
    assert!(faults_of(SAMPLE).is_empty());
}

#[test]
fn a_fault_does_not_make_faults_of_what_follows_from_it() {
    let missing = ["line 5, column 1: the board should have 5 lines, but ends after 4"];
    assert_eq!(faults_of(&SAMPLE.replace("--*--\n", "")), missing);
    let no_stone = ["line 6, column 1: a key stone is marked where no stone stands"];
    assert_eq!(faults_of(&with_line(6, "C2 x")), no_stone);
    // The position is judged only if the text is well-formed.
    let trailing = ["line 8, column 1: nothing may follow the line of notes"];
    assert_eq!(faults_of(&format!("{}\nmore", with_line(6, "C2 x"))), trailing);
}

/// A text cut short is refused, or it is the same problem with less said about it.
#[test]
fn a_truncated_text_is_never_another_problem() {
    let whole = SAMPLE.replace("Not enough", "死活: not enough");
    for text in [whole.replace('\n', "\r\n"), whole] {
        let (problem, _) = read_text(&text).unwrap();
        let key_line_end = text.find(" x").unwrap() + 2;
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            match read_text(&text[..end]) {
                Ok((read, _)) => assert!(read == problem && end >= key_line_end),
                Err(error) => assert!(end < key_line_end, "{error} at {end}"),
            }
        }
    }
}

/// Whatever is read can be written, and is then read the same.
fn assert_stable(text: &str) -> bool {
    let Ok((problem, notes)) = read_text(text) else {
        return false;
    };
    let once = written(&problem, &notes);
    let (again, again_notes) = read_text(&once).unwrap();
    assert_eq!(again, problem);
    assert_eq!(written(&again, &again_notes), once, "from {text:?}");
    true
}

#[test]
fn a_changed_character_is_refused_or_read_as_it_is() {
    let mut accepted = 0;
    for index in 0..SAMPLE.len() {
        for with in [
            "", "x", "o", "-", "*", " ", "\n", "\r", "\t", ";", ":", "A", "9", "\0", "é", "x\n",
        ] {
            accepted += usize::from(assert_stable(&format!(
                "{}{with}{}",
                &SAMPLE[..index],
                &SAMPLE[index..]
            )));
            accepted += usize::from(assert_stable(&format!(
                "{}{with}{}",
                &SAMPLE[..index],
                &SAMPLE[index + 1..]
            )));
        }
    }
    println!("{accepted} changed texts are problems");
}

#[test]
fn noise_is_refused_without_a_crash() {
    let mut random = Random::new(7);
    let signs: Vec<char> = "xo-*xo-*xo-*\n\n\r AaEe15 9;:éName".chars().collect();
    for _ in 0..3000 {
        let length = random.below(400);
        let bytes: Vec<u8> = (0..length).map(|_| random.number() as u8).collect();
        assert!(read_text(&String::from_utf8_lossy(&bytes)).is_err());
        let text: String = (0..length).map(|_| random.pick(&signs)).collect();
        assert_stable(&text);
        faults_of(&text);
    }
    assert!(read_text(&"-".repeat(1 << 20)).is_err());
    assert!(read_text(&"\n".repeat(1 << 20)).is_err());
}

#[test]
fn random_problems_come_back_as_they_were_written() {
    let mut random = Random::new(8);
    let names = ["", "Bulky five", "死活", "Level: 3k", "x", "A, B and C"];
    let texts = [
        "",
        "Black lives.",
        "See; also: this",
        "Level: high; Answer: maybe",
        "Source: my own; 2",
        "; odd",
        ": odd",
        "-----",
    ];
    for round in 0..1500_u16 {
        let mut setup = random.setup(5 + (round % 15) as u8);
        setup.outside = setup.outside.minus(&setup.black).minus(&setup.white);
        let problem = Problem::new(&setup).unwrap();
        let answer = Answer {
            outcome: random.pick(&Outcome::ALL),
            seki: false,
            moves: random.some_of(Point::all(setup.size), 3),
        };
        let seki = random.chance(20);
        let answer = if seki {
            Answer {
                outcome: Outcome::Alive,
                seki,
                ..answer
            }
        } else {
            answer
        };
        let level = random
            .chance(50)
            .then(|| Level::kyu(random.between(1, 30)).unwrap());
        let notes = Notes {
            name: random.pick(&names),
            level,
            answer: random.chance(50).then_some(answer),
            task: random.pick(&["", "escape"]),
            lesson: random.pick(&["", "Two: words."]),
            text: random.pick(&texts),
        };
        let text = written(&problem, &notes);
        assert_eq!(text.lines().count(), setup.size as usize + 2);
        assert_eq!(read_text(&text), Ok((problem, notes)), "{text}");
        assert_eq!(read_text(&text.replace('\n', "\r\n")), Ok((problem, notes)));
    }
}

#[test]
fn a_stone_on_an_outside_point_comes_back_inside() {
    let (problem, notes) = read_text(SAMPLE).unwrap();
    let mut setup = problem.setup();
    setup.outside.insert(problem.point("A1").unwrap());
    let marked = Problem::new(&setup).unwrap();
    assert_eq!(read_text(&written(&marked, &notes)), Ok((problem, notes)));
}

/// A setup of any kind: too small, too large, with points off the board, stones on stones, odd key stones.
fn any_setup(random: &mut Random) -> Setup {
    let size = random.between(5, 19);
    let mut setup = random.setup(size);
    let any: Vec<Point> = Point::all(if random.chance(80) { setup.size } else { 19 }).collect();
    let few = random.pick(&[0, 1, 1, 5]);
    if random.chance(50) {
        for set in [
            &mut setup.black,
            &mut setup.white,
            &mut setup.outside,
            &mut setup.key,
        ] {
            set.extend((0..random.below(few + 1)).map(|_| random.pick(&any)));
        }
    }
    if random.chance(30) {
        let stones = setup.black.union(&setup.white);
        setup
            .white
            .extend(Point::all(setup.size).filter(|&p| !stones.contains(p) && random.chance(90)));
    }
    if random.chance(5) {
        setup.key = PointSet::EMPTY;
    }
    if random.chance(5) {
        setup.size = random.pick(&[0, 1, 4, 5, 9, 19, 20, 255]);
    }
    setup
}

#[test]
fn the_validator_agrees_with_a_slow_one() {
    let mut random = Random::new(9);
    let (mut valid, mut found) = (0, [0; 7]);
    for _ in 0..4000 {
        let setup = any_setup(&mut random);
        let faults = faults(&setup);
        match Problem::new(&setup) {
            Ok(problem) => {
                assert_eq!(faults, [], "{setup:?}");
                assert_eq!(problem.setup(), setup);
                for symmetry in Symmetry::all() {
                    let turned = problem.turned(symmetry).swapped();
                    assert_eq!(Problem::new(&turned.setup()), Ok(turned));
                }
                valid += 1;
            }
            Err(fault) => {
                assert!(faults.contains(&fault), "{fault:?} is none of {faults:?}");
                let kind = match fault {
                    Fault::Size(_) => 0,
                    Fault::OffBoard(_) => 1,
                    Fault::TwoStones(_) => 2,
                    Fault::NoLiberty(_) => 3,
                    Fault::NoKeyStone => 4,
                    Fault::KeyOnEmpty(_) => 5,
                    Fault::MixedKey(_) => 6,
                };
                found[kind] += 1;
                assert_eq!(
                    fault.point().is_none(),
                    matches!(fault, Fault::Size(_) | Fault::NoKeyStone)
                );
            }
        }
    }
    println!("{valid} valid setups, faults by kind {found:?}");
    assert!(valid > 0 && found.iter().all(|&count| count > 0));
}

#[test]
fn every_fault_of_the_position_is_reported() {
    let text = "xo---\no----\n-----\n----o\n---ox\nA5 E1 C3 B5 x\n";
    let mut found = Vec::new();
    TextError::all_in(text, &mut |error| found.push((error.line, error.column)));
    // A key stone on an empty point, one of the other colour, and two chains without liberties.
    assert_eq!(found, [(6, 7), (6, 10), (1, 1), (5, 5)]);
}
