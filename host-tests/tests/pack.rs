//! Packs: what is written reads back as the same, byte by byte as the format says.

use host_tests::packs::{TEXTS, bank, book_pack, listed, packed, replies_pack, sample};
use host_tests::random::Random;
use shikatsu::board::{Board, Point};
use shikatsu::pack::library::Entry;
use shikatsu::pack::{Book, Damage, Header, Listed, Pack, Record, WriteError, write};
use shikatsu::problem::{Answer, Goal, Level, Outcome, Problem, read_text};

#[test]
fn the_bank_comes_back_from_a_pack_as_it_was() {
    let bank = bank();
    let bytes = packed(&Header::new(7, 1, "The bank"), &listed(&bank));
    let pack = Pack::open(&bytes).unwrap();
    assert_eq!(
        (pack.header().name, pack.header().id, pack.header().revision),
        ("The bank", 7, 1)
    );
    assert_eq!(pack.verify(), Ok(()));
    assert_eq!(usize::from(pack.len()), bank.len());
    for (i, (number, entry)) in bank.iter().enumerate() {
        let listing = pack.listing(i as u16).unwrap();
        assert_eq!((listing.number, listing.level), (*number, entry.level));
        assert_eq!(Entry::from(&pack.problem(i as u16).unwrap()), *entry);
    }
}

#[test]
fn any_position_comes_back_from_a_pack_as_it_was() {
    let mut random = Random::new(6);
    for _ in 0..3000 {
        let size = random.between(5, 19);
        let setup = random.setup(size);
        let problem = Problem::new(&setup).unwrap();
        let board = Board::new(&setup);
        let legal = Point::all(setup.size).filter(|&point| board.check(point, setup.to_move).is_ok());
        let moves = random.some_of(legal, 30);
        let (outcome, seki) = random.pick(&[
            (Outcome::KoAttacker, false),
            (Outcome::KoDefender, false),
            match problem.goal() {
                Goal::Live => (Outcome::Alive, true),
                Goal::Kill => (Outcome::Dead, false),
            },
        ]);
        let record = Record {
            problem,
            level: Some(Level::steps(random.between(0, 36) as i8 - 30)),
            answer: Some(Answer { outcome, seki, moves }),
            name: "",
            source: "",
            text: "",
            task: "",
            lesson: "",
            book: Book::None,
        };
        let bytes = packed(&Header::new(1, 1, ""), &[Listed { number: 1, record }]);
        assert_eq!(Pack::open(&bytes).unwrap().problem(0), Ok(record));
    }
}

/// The fixture of each format, its minor number, and whether it knows of tasks and lessons.
const FIXTURES: [(&[u8], u8, bool); 2] = [
    (include_bytes!("../fixtures/v1.pack"), 0, false),
    (include_bytes!("../fixtures/v1-1.pack"), 1, true),
];

#[test]
fn the_fixture_of_every_version_can_be_opened() {
    for (bytes, minor, has_lessons) in FIXTURES {
        let pack = Pack::open(bytes).unwrap();
        assert_eq!(pack.verify(), Ok(()));
        let header = pack.header();
        assert_eq!((header.major, header.minor, header.firmware), (1, minor, (0, 1)));
        assert_eq!(
            (header.name, header.id, header.revision),
            ("Two shapes — 二", 0xcafe_0001, 3)
        );
        assert_eq!(pack.len(), 2);
        let listing = pack.listing(0).unwrap();
        assert_eq!((listing.number, listing.level), (0x1234_5678, Level::kyu(25)));
        for (place, text) in TEXTS.iter().enumerate() {
            let (problem, notes) = read_text(text).unwrap();
            let record = pack.problem(place as u16).unwrap();
            assert_eq!(record.problem, problem);
            assert_eq!(
                (record.name, record.level, record.answer, record.text),
                (notes.name, notes.level, notes.answer, notes.text)
            );
            let said = if has_lessons {
                (notes.task, notes.lesson)
            } else {
                ("", "")
            };
            assert_eq!((record.task, record.lesson), said);
        }
        assert_eq!(pack.problem(1).unwrap().source, "Folklore");
    }
}

#[test]
fn a_pack_is_written_byte_by_byte_as_the_format_says() {
    let bytes = sample();
    let digits: Vec<u8> = include_str!("../fixtures/v1-1.hex")
        .chars()
        .filter_map(|digit| Some(digit.to_digit(16)? as u8))
        .collect();
    let expected: Vec<u8> = digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect();
    assert_eq!(bytes, expected);
    assert_eq!(bytes, include_bytes!("../fixtures/v1-1.pack"));
}

#[test]
fn a_pack_with_books_is_of_format_1_2_and_reads_back_as_it_was() {
    let bytes = book_pack();
    let pack = Pack::open(&bytes).unwrap();
    assert_eq!((pack.header().minor, pack.verify()), (2, Ok(())));
    let books: Vec<_> = pack.problems().map(|(_, record)| record.book).collect();
    assert!(matches!(
        books[..3],
        [Book::Author(_), Book::Author(_), Book::Author(_)]
    ));
    assert_eq!(books[3], Book::None);
    let replies = replies_pack();
    let pack = Pack::open(&replies).unwrap();
    assert_eq!((pack.header().minor, pack.verify()), (2, Ok(())));
    assert!(matches!(pack.problem(0).unwrap().book, Book::Replies(_)));
}

#[cfg(feature = "host")]
#[test]
fn books_are_written_as_they_ever_were() {
    assert_eq!(book_pack(), host_tests::books::book_pack());
    assert_eq!(replies_pack(), host_tests::books::replies_pack());
}

#[cfg(feature = "host")]
#[test]
fn a_pack_that_is_read_as_a_file_keeps_its_authors_words() {
    let bytes = book_pack();
    for (_, record) in Pack::open(&bytes).unwrap().problems() {
        let Book::Author(tree) = record.book else { continue };
        let word =
            shikatsu_toolkit::pack::BookWord::read(&shikatsu_toolkit::files::packed::entry(&record)).unwrap();
        assert_eq!((word.tree.as_slice(), word.left_out), (tree.bytes(), 0));
        assert_eq!(Some(word.answer), record.answer);
    }
}

/// What firmware of format 1.1 makes of it: it passes over what came later.
#[test]
fn whoever_knows_no_books_still_has_the_problem_and_its_first_moves() {
    for bytes in [book_pack(), replies_pack()] {
        let pack = Pack::open(&bytes).unwrap();
        for (_, record) in pack.problems() {
            let plain = Record {
                book: Book::None,
                ..record
            };
            let older = packed(
                &Header::new(1, 1, ""),
                &[Listed {
                    number: 1,
                    record: plain,
                }],
            );
            assert_eq!(Pack::open(&older).unwrap().header().minor, 1);
            let newer = packed(&Header::new(1, 1, ""), &[Listed { number: 1, record }]);
            // The same fields, and behind them two lists that only format 1.2 knows.
            let start = Header::LEN + shikatsu::pack::Listing::LEN + 4;
            assert!(newer[start..].starts_with(&older[start..]));
        }
    }
}

#[test]
fn a_pack_of_a_later_minor_version_is_read_as_far_as_it_is_known() {
    let mut bytes = book_pack();
    bytes[9] = 3;
    let sum = shikatsu::crc32::checksum(&bytes[..76]);
    bytes[76..80].copy_from_slice(&sum.to_le_bytes());
    let pack = Pack::open(&bytes).unwrap();
    assert!(pack.header().is_newer());
    assert_eq!(pack.verify(), Ok(()));
}

#[test]
fn a_typical_problem_with_its_name_takes_no_more_than_80_bytes() {
    let mut lengths: Vec<usize> = bank()
        .iter()
        .map(|(number, entry)| {
            let record = Record {
                text: "",
                lesson: "",
                book: Book::None,
                ..entry.record()
            };
            let number = *number;
            let bytes = packed(&Header::new(1, 1, ""), &[Listed { number, record }]);
            bytes.len() - Header::LEN
        })
        .collect();
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    assert!(median <= 80, "{median}");
    assert!(lengths.last() <= Some(&110), "{lengths:?}");
}

#[test]
fn what_has_no_room_in_a_pack_is_refused() {
    let (problem, notes) = read_text(TEXTS[1]).unwrap();
    let record = Record {
        problem,
        level: None,
        answer: notes.answer,
        name: "",
        source: "",
        text: "",
        task: "",
        lesson: "",
        book: Book::None,
    };
    let attempt = |records: &[Record<'_>]| {
        let listed: Vec<_> = records
            .iter()
            .map(|record| Listed {
                number: 1,
                record: *record,
            })
            .collect();
        write(&Header::new(1, 1, ""), &listed, &mut [0; 4096]).unwrap_err()
    };
    let long = "x".repeat(257);
    let text = Record {
        text: &long,
        ..record
    };
    assert_eq!(attempt(&[text]), WriteError::Problem(Damage::Text));
    let lesson = Record {
        lesson: &long,
        ..record
    };
    assert_eq!(attempt(&[lesson]), WriteError::Problem(Damage::Text));
    let task = Record {
        task: "do seventeen more",
        ..record
    };
    assert_eq!(attempt(&[task]), WriteError::Problem(Damage::Text));
    let control = Record {
        name: "a\nb",
        ..record
    };
    assert_eq!(attempt(&[control]), WriteError::Problem(Damage::Text));
    let mut answer = notes.answer.unwrap();
    answer.moves.insert(problem.point("A1").unwrap());
    let on_a_stone = Record {
        answer: Some(answer),
        ..record
    };
    assert_eq!(attempt(&[on_a_stone]), WriteError::Problem(Damage::Answer));
    assert_eq!(attempt(&[record, record]), WriteError::SameNumber(1));
    assert_eq!(attempt(&vec![record; 9000]), WriteError::TooMany);
    let no_room = write(&Header::new(1, 1, ""), &[], &mut [0; 79]);
    assert_eq!(no_room, Err(WriteError::Full));
}
