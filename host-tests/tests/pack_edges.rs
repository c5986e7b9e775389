//! Packs at their limits: one more than may be, one less than must be, and what can be written in one way only.

use host_tests::packs::{TEXTS, bank, book_pack, packed, replies_pack, sample};
use shikatsu::crc32::checksum;
use shikatsu::pack::library::{Entry, Library, NotKept, Note, PackIndex, ProblemIndex, problem_number};
use shikatsu::pack::{
    Bank, Book, Damage, Header, Listed, Listing, MAX_LENGTH, MAX_PROBLEMS, MAX_RECORD, MAX_REPLIES, MINOR,
    OpenBook, Pack, PackError, Record, Replies, WriteError, link, read_link, write,
};
use shikatsu::problem::{Themes, read_text};
use shikatsu::record::Name;

/// The fields of a record, as `docs/formats.md` lists them.
type Fields<'a> = (
    (u8, u8, [u8; 4]),
    (&'a [u8], &'a [u8], &'a [u8], &'a [u8]),
    (&'a str, &'a str, &'a str, &'a [u8]),
    (&'a str, &'a str),
);

/// A header whose checksum is right.
fn header(minor: u8, length: u32, count: u16) -> Vec<u8> {
    let header = Header {
        minor,
        length,
        count,
        ..Header::new(1, 1, "")
    };
    header.write().to_vec()
}

/// A pack with one problem, whose record has these bytes behind its checksum.
fn with_record(minor: u8, body: &[u8]) -> Vec<u8> {
    let start = (Header::LEN + Listing::LEN) as u32;
    let length = 4 + body.len() as u32;
    let mut bytes = header(minor, start + length, 1);
    let mut entry = Vec::new();
    entry.extend(start.to_le_bytes());
    entry.extend(1u32.to_le_bytes());
    entry.extend((length as u16).to_le_bytes());
    entry.extend([0, 0]);
    entry.extend(checksum(&entry).to_le_bytes());
    bytes.extend(entry);
    bytes.extend(checksum(body).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// What becomes of the second problem of the sample, one eye, if its fields are changed.
fn changed(change: impl FnOnce(&mut Fields<'_>)) -> Result<(), Damage> {
    let sample = sample();
    let pack = Pack::open(&sample).unwrap();
    let listing = pack.listing(1).unwrap();
    let start = listing.offset as usize + 4;
    let end = listing.offset as usize + usize::from(listing.length);
    let mut fields: Fields<'_> = postcard::from_bytes(&sample[start..end]).unwrap();
    change(&mut fields);
    let mut room = [0; 512];
    let body = postcard::to_slice(&fields, &mut room).unwrap();
    let bytes = with_record(1, body);
    match Pack::open(&bytes).unwrap().problem(0) {
        Ok(_) => Ok(()),
        Err(PackError::Problem { problem: 0, damage }) => Err(damage),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn a_record_that_is_taken_apart_and_put_together_is_sound() {
    assert_eq!(changed(|_| {}), Ok(()));
}

#[test]
fn a_frame_ends_where_the_board_ends() {
    // As many columns as before, but one farther to the right.
    let shifted = changed(|fields| {
        fields.0.2[0] += 1;
        fields.0.2[2] += 1;
    });
    assert_eq!(shifted, Err(Damage::Encoding));
}

#[test]
fn a_board_is_drawn_in_one_way_only() {
    let mut drawn = Vec::new();
    changed(|fields| drawn = fields.1.0.to_vec()).unwrap();
    assert_eq!(drawn.len(), 7, "25 points, two bits each");
    let with = |cells: &[u8]| changed(|fields| fields.1.0 = cells.to_vec().leak());
    assert_eq!(with(&drawn), Ok(()));
    assert_eq!(with(&[&drawn[..], &[0]].concat()), Err(Damage::Encoding));
    assert_eq!(with(&drawn[..6]), Err(Damage::Encoding));
    drawn[6] |= 0x80;
    assert_eq!(with(&drawn), Err(Damage::Encoding), "a bit behind the last point");
}

#[test]
fn points_are_chosen_in_one_way_only() {
    // Key stones: seven stones are White's, and so seven bits.
    assert_eq!(changed(|fields| fields.1.1 = &[0x7f]), Ok(()));
    assert_eq!(changed(|fields| fields.1.1 = &[0xff]), Err(Damage::Encoding));
    assert_eq!(changed(|fields| fields.1.1 = &[0x7f, 0]), Err(Damage::Encoding));
    // "None" is no byte at all.
    assert_eq!(changed(|fields| fields.1.2 = &[]), Ok(()));
    assert_eq!(changed(|fields| fields.1.2 = &[0, 0]), Err(Damage::Encoding));
}

#[test]
fn moves_without_an_outcome_are_no_answer() {
    assert_eq!(changed(|fields| fields.0.1 &= 3), Err(Damage::Answer));
    let neither = changed(|fields| {
        fields.0.1 &= 3;
        fields.1.3 = &[];
    });
    assert_eq!(neither, Ok(()));
}

#[test]
fn a_text_may_have_lines_and_a_name_may_not() {
    assert_eq!(changed(|fields| fields.2.2 = "one\ntwo"), Ok(()));
    assert_eq!(changed(|fields| fields.2.2 = "one\ttwo"), Err(Damage::Text));
    assert_eq!(changed(|fields| fields.2.0 = "one\ntwo"), Err(Damage::Text));
}

#[test]
fn more_may_follow_a_record_only_if_its_pack_is_newer() {
    let books = book_pack();
    let pack = Pack::open(&books).unwrap();
    assert!(!pack.header().is_newer(), "it is of the newest version known");
    let listing = pack.listing(3).unwrap();
    let end = listing.offset as usize + usize::from(listing.length);
    let mut body = books[listing.offset as usize + 4..end].to_vec();
    body.push(0);
    for (minor, expected) in [(MINOR, false), (MINOR + 1, true)] {
        let bytes = with_record(minor, &body);
        assert_eq!(
            Pack::open(&bytes).unwrap().problem(0).is_ok(),
            expected,
            "{minor}"
        );
    }
    for (length, expected) in [(MAX_RECORD, true), (MAX_RECORD + 1, false)] {
        body.resize(length - 4, 0);
        let bytes = with_record(MINOR + 1, &body);
        assert_eq!(
            Pack::open(&bytes).unwrap().problem(0).is_ok(),
            expected,
            "{length}"
        );
    }
}

#[test]
fn a_header_may_have_so_much_and_no_more() {
    let open = |length: usize, count: u16| {
        let mut bytes = header(MINOR, length as u32, count);
        bytes.resize(length.clamp(Header::LEN, 1 << 20), 0);
        Pack::open(&bytes).map(|pack| pack.len())
    };
    let most = Header::LEN + usize::from(MAX_PROBLEMS) * Listing::LEN;
    assert_eq!(open(most, MAX_PROBLEMS), Ok(MAX_PROBLEMS));
    assert_eq!(
        open(most + Listing::LEN, MAX_PROBLEMS + 1),
        Err(PackError::Misshapen)
    );
    assert_eq!(open(most - 1, MAX_PROBLEMS), Err(PackError::Misshapen));
    let cut = PackError::Cut {
        expected: MAX_LENGTH,
        found: 1 << 20,
    };
    assert_eq!(open(MAX_LENGTH as usize, 1), Err(cut));
    assert_eq!(open(MAX_LENGTH as usize + 1, 1), Err(PackError::Misshapen));
}

#[test]
fn an_entry_that_points_out_of_the_records_is_damaged() {
    let whole = packed(&Header::new(1, 1, ""), &[]);
    assert!(Pack::open(&whole).unwrap().is_empty());
    let whole = sample();
    assert!(!Pack::open(&whole).unwrap().is_empty());
    let end = whole.len() as u32;
    for (start, length) in [(Header::LEN as u32, 64u16), (end - 8, 9)] {
        let mut bytes = whole.clone();
        let at = Header::LEN;
        bytes[at..at + 4].copy_from_slice(&start.to_le_bytes());
        bytes[at + 8..at + 10].copy_from_slice(&length.to_le_bytes());
        let sum = checksum(&bytes[at..at + 12]);
        bytes[at + 12..at + 16].copy_from_slice(&sum.to_le_bytes());
        let pack = Pack::open(&bytes).unwrap();
        let damaged = PackError::Problem {
            problem: 0,
            damage: Damage::Index,
        };
        assert_eq!(pack.listing(0).unwrap_err(), damaged);
        assert_eq!(pack.heading(0), None);
        assert!(pack.listing(1).is_ok());
    }
}

#[test]
fn what_no_record_covers_is_a_fault_of_the_whole() {
    // Four bytes behind the last record, and a checksum that covers them.
    let whole = sample();
    let mut bytes = whole.clone();
    bytes.extend([0; 4]);
    let header = Header {
        length: bytes.len() as u32,
        body_checksum: checksum(&bytes[Header::LEN..]),
        ..*Pack::open(&whole).unwrap().header()
    };
    bytes[..Header::LEN].copy_from_slice(&header.write());
    assert_eq!(Pack::open(&bytes).unwrap().verify(), Err(PackError::Body));
}

#[test]
fn a_format_that_never_was_is_told_apart_from_one_to_come() {
    let newer = |major| PackError::Newer {
        major,
        firmware: (0, 9),
    };
    assert_eq!(newer(2).to_string(), "This pack needs firmware 0.9 (P2)");
    assert_eq!(newer(1).to_string(), "There is no pack format 1 (P2)");
    assert_eq!(newer(0).to_string(), "There is no pack format 0 (P2)");
}

#[test]
fn a_heading_is_what_the_problem_says() {
    for pack in 0..Bank.packs() {
        for problem in 0..Bank.len(pack) {
            let entry = Bank.load(pack, problem).unwrap();
            assert_eq!(
                Bank.heading(pack, problem),
                Some((entry.name.clone(), entry.level))
            );
            assert_eq!(Bank.level(pack, problem), entry.level);
        }
    }
    let mut bytes = sample();
    *bytes.last_mut().unwrap() ^= 1;
    assert_eq!(Pack::open(&bytes).unwrap().heading(1), None);
}

#[test]
fn a_book_is_open_until_it_is_closed() {
    let mut open = OpenBook::NONE;
    for bytes in [book_pack(), replies_pack()] {
        for (_, record) in Pack::open(&bytes).unwrap().problems() {
            open.open(&record);
            assert_eq!(open.book(), record.book);
        }
    }
    assert_ne!(open.book(), Book::None);
    open.close();
    assert_eq!(open.book(), Book::None);
}

#[test]
fn the_longest_book_can_be_opened() {
    let bytes = replies_pack();
    let record = Pack::open(&bytes).unwrap().problem(0).unwrap();
    let Book::Replies(replies) = record.book else {
        panic!()
    };
    let answer = record.answer.unwrap();
    let node = |others| Replies::head(answer.outcome, answer.seki, others);
    // Nodes that nothing leads to: some with a step for other moves, of four bytes, and then those of three.
    let left = MAX_REPLIES - replies.bytes().len();
    let fours = [node(true), 255, 0, 1].repeat(left % 3);
    let threes = [node(false), 255, 0].repeat((left - fours.len()) / 3);
    let longest = [replies.bytes(), &fours, &threes].concat();
    assert_eq!(longest.len(), MAX_REPLIES);
    let book = Book::Replies(Replies::read(&longest, replies.room(), &answer).unwrap());
    let mut open = OpenBook::NONE;
    open.take(&book, &record.problem.setup());
    assert_eq!(open.book(), book);
}

/// A library with nothing but what every library must have.
struct Plain(Vec<(u32, Entry)>);

impl Library for Plain {
    fn packs(&self) -> PackIndex {
        1
    }

    fn pack_name(&self, _pack: PackIndex) -> Name {
        Name::new()
    }

    fn pack_id(&self, _pack: PackIndex) -> u32 {
        9
    }

    fn len(&self, _pack: PackIndex) -> ProblemIndex {
        self.0.len() as ProblemIndex
    }

    fn problem_id(&self, _pack: PackIndex, problem: ProblemIndex) -> u32 {
        self.0[usize::from(problem)].0
    }

    fn load(&self, _pack: PackIndex, problem: ProblemIndex) -> Option<Entry> {
        Some(self.0.get(usize::from(problem))?.1.clone())
    }
}

#[test]
fn a_plain_library_answers_from_its_problems() {
    let library = Plain(bank().into_iter().take(3).collect());
    for (place, (number, entry)) in (0..).zip(&library.0) {
        assert_eq!(library.level(0, place), entry.level);
        assert_eq!(library.heading(0, place), Some((entry.name.clone(), entry.level)));
        assert_eq!(library.find_problem(0, *number), Some(place));
        assert_eq!(library.find(library.id(0, place)), Some((0, place)));
    }
    for pack in 0..Bank.packs() {
        let problems = (0..Bank.len(pack)).map(|place| Bank.load(pack, place).unwrap());
        let library = Plain((0..).zip(problems).collect());
        for place in 0..Bank.len(pack) {
            assert_eq!(library.themes(0, place), Bank.themes(pack, place));
        }
        assert_eq!(library.themes(0, Bank.len(pack)), Themes::default());
    }
    assert_eq!(library.find_problem(0, 0), None);
    assert!(!library.is_newer(0));
    assert_eq!(library.own(), None);
    let replies = replies_pack();
    let mut book = OpenBook::NONE;
    book.open(&Pack::open(&replies).unwrap().problem(0).unwrap());
    library.open_book(0, 0, &mut book);
    assert_eq!(book.book(), Book::None, "it has no book, and no other stays open");
}

#[test]
fn problems_keep_the_numbers_that_progress_knows_them_by() {
    let numbers = TEXTS.map(|text| problem_number(&read_text(text).unwrap().0));
    assert_eq!(numbers, [2_014_216_905, 1_528_132_213]);
}

#[test]
fn a_pack_takes_as_many_problems_as_it_may() {
    let (problem, _) = read_text(TEXTS[1]).unwrap();
    let entry = Entry::bare(problem);
    let listed: Vec<Listed<'_>> = (0..=u32::from(MAX_PROBLEMS))
        .map(|number| Listed {
            number,
            record: entry.record(),
        })
        .collect();
    let mut out = vec![0; 1 << 20];
    let length = write(&Header::new(1, 1, ""), &listed[1..], &mut out).unwrap();
    assert_eq!(Pack::open(&out[..length]).unwrap().len(), MAX_PROBLEMS);
    let one_more = write(&Header::new(1, 1, ""), &listed, &mut out).unwrap_err();
    assert_eq!(one_more, WriteError::TooMany);
    assert_eq!(one_more.to_string(), "a pack has room for 8192 problems");
}

/// A problem with a book of replies is long, and a book may have nodes that nothing leads to: so any length can be met.
#[test]
fn a_pack_takes_as_many_bytes_as_it_may() {
    let bytes = replies_pack();
    let record = Pack::open(&bytes).unwrap().problem(0).unwrap();
    let Book::Replies(replies) = record.book else {
        panic!()
    };
    let answer = record.answer.unwrap();
    // Three bytes are a node without ways.
    let node = [Replies::head(answer.outcome, answer.seki, false), 255, 0];
    let short = [replies.bytes(), &node.repeat(100)].concat();
    let long = [&short[..], &node.repeat((MAX_REPLIES - short.len()) / 3)].concat();
    let listed = |number: u32, length: usize| Listed {
        number,
        record: Record {
            name: &"abc"[..length % 3],
            source: "",
            text: "",
            lesson: "",
            book: Book::Replies(
                Replies::read(&long[..short.len() + length / 3 * 3], replies.room(), &answer).unwrap(),
            ),
            ..record
        },
    };
    let own_length = |length| packed(&Header::new(1, 1, ""), &[listed(1, length)]).len() - Header::LEN;
    let (least, most) = (own_length(0), own_length(long.len() - short.len()));
    let mut left = MAX_LENGTH as usize - Header::LEN;
    let mut lengths = Vec::new();
    while left >= 2 * most {
        lengths.push(most - least);
        left -= most;
    }
    lengths.extend([left / 2 - least, left.div_ceil(2) - least]);
    let attempt = |lengths: &[usize]| {
        let problems = (1..).zip(lengths).map(|(number, &length)| listed(number, length));
        let mut out = vec![0; MAX_LENGTH as usize + 1000];
        let length = write(&Header::new(1, 1, ""), &problems.collect::<Vec<_>>(), &mut out)?;
        let pack = Pack::open(&out[..length]).unwrap();
        assert!(usize::from(pack.len()) == lengths.len() && pack.problem(pack.len() - 1).is_ok());
        Ok(length)
    };
    assert_eq!(attempt(&lengths), Ok(MAX_LENGTH as usize));
    *lengths.last_mut().unwrap() += 1;
    assert_eq!(attempt(&lengths), Err(WriteError::Full));
}

#[test]
fn why_something_was_not_kept_is_told() {
    for (why, word) in [
        (NotKept::NoRoom, "no room"),
        (NotKept::Loading, "loaded"),
        (NotKept::Failed, "failed"),
    ] {
        let sentence = why.sentence();
        assert!(
            sentence.starts_with("Not kept: ") && sentence.contains(word),
            "{sentence}"
        );
    }
}

/// The bytes behind the letters of a link.
fn decoded(letters: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'-' => 62,
        b'_' => 63,
        other => panic!("{other}"),
    };
    let mut bits = letters
        .bytes()
        .flat_map(|letter| (0..6).rev().map(move |bit| value(letter) >> bit & 1));
    let mut bytes = Vec::new();
    loop {
        let byte: Vec<u8> = bits.by_ref().take(8).collect();
        if byte.len() < 8 {
            assert!(byte.iter().all(|&bit| bit == 0), "nothing is left over");
            return bytes;
        }
        bytes.push(byte.iter().fold(0, |byte, bit| byte << 1 | bit));
    }
}

#[test]
fn a_link_brings_back_position_level_answer_and_task() {
    for (_, entry) in bank().into_iter().step_by(17) {
        for level in [entry.level, None] {
            let before = Entry {
                level,
                ..entry.clone()
            };
            let link = link("go/", &before).unwrap();
            let bytes = decoded(link.strip_prefix("go/#p=").unwrap());
            let expected = Entry {
                name: Name::new(),
                text: Note::new(),
                lesson: Note::new(),
                ..before
            };
            assert_eq!(read_link(&bytes), Some(expected));
            assert_eq!(read_link(&bytes[..bytes.len() - 1]), None, "it was cut");
            let mut other = bytes.clone();
            other[1] = 100;
            assert_eq!(read_link(&other), None, "there is no such level");
        }
    }
}
