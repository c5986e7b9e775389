//! The shelf: the bank first, and behind it the packs in flash.

use std::sync::OnceLock;

use host_tests::packs::{TEXTS, book_pack, listed, packed, replies_pack};
use host_tests::{fixtures, packs};
use shikatsu::crc32::checksum;
use shikatsu::language::{self, Code};
use shikatsu::pack::library::{self, Change, Entry, Library, Origin, Tongue};
use shikatsu::pack::{Bank, Book, Header, MAJOR, MINOR, OpenBook, Pack, PackError};
use shikatsu::problem::{Themes, read_text};
use shikatsu::store::mine::MINE;
use shikatsu::store::{Head, Kept, Shelf, Unfit, look};

fn loaded() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| {
        let path = fixtures::path("../v1-1.pack");
        std::fs::read(path).unwrap()
    })
}

/// A pack at place 0 is the loaded one; elsewhere there is nothing.
fn bytes(kept: &Kept) -> &'static [u8] {
    if kept.at == 0 { loaded() } else { &[] }
}

fn kept(at: u32) -> Kept {
    let head = look(loaded()).unwrap();
    Kept { at, head }
}

#[test]
fn a_shelf_has_the_bank_and_behind_it_what_was_loaded() {
    let shelf = Shelf::new(&[], bytes);
    let fixed = Bank.packs();
    assert_eq!(shelf.packs(), fixed);
    shelf.set(&[kept(0), kept(1)]);
    assert_eq!(shelf.packs(), fixed + 1, "what cannot be opened is not there");
    let pack = Pack::open(loaded()).unwrap();
    assert!(!pack.is_empty());
    assert_eq!(shelf.pack_name(fixed), pack.header().name);
    assert_eq!(shelf.pack_id(fixed), pack.header().id);
    assert_eq!(shelf.len(fixed), pack.len());
    assert_eq!(shelf.is_empty(fixed), pack.is_empty());
    for problem in 0..pack.len() {
        let number = pack.listing(problem).unwrap().number;
        assert_eq!(shelf.problem_id(fixed, problem), number);
        assert_eq!(shelf.find_problem(fixed, number), Some(problem));
        let id = shelf.id(fixed, problem);
        assert_eq!((id.pack, id.problem), (pack.header().id, number));
        assert_eq!(shelf.find(id), Some((fixed, problem)));
        let entry = shelf.load(fixed, problem).unwrap();
        assert_eq!(entry.problem, pack.problem(problem).unwrap().problem);
        assert_eq!(entry.name, pack.problem(problem).unwrap().name);
    }
    assert_eq!(shelf.load(fixed, pack.len()), None);
    assert_eq!(shelf.find_problem(fixed, 1), None);
    let Origin::Loaded { revision, bytes } = shelf.origin(fixed) else {
        panic!("it was loaded");
    };
    assert_eq!((revision, bytes), (pack.header().revision, pack.header().length));
    assert_eq!(shelf.origin(fixed - 1), Origin::Fixed);
    // Beyond the last there is nothing, and nothing panics.
    assert_eq!((shelf.len(fixed + 1), shelf.pack_id(fixed + 1)), (0, 0));
    assert!(shelf.pack_name(fixed + 1).is_empty() && shelf.is_empty(fixed + 1));
    assert_eq!(
        (shelf.problem_id(fixed + 1, 0), shelf.origin(fixed + 1)),
        (0, Origin::Fixed)
    );
    shelf.set(&[]);
    assert_eq!(shelf.packs(), fixed);
}

/// The body of a language, and a pack of it.
fn language_pack(code: &str, name: &str) -> Vec<u8> {
    let mut body = vec![0; 1024];
    let code = (Code::new(code).unwrap(), true);
    let length = language::write(&mut body, code, &[("Settings", "Einstellungen")], &[], &[]).unwrap();
    as_pack(name, &body[..length])
}

/// A pack without problems, and with this body.
fn as_pack(name: &str, body: &[u8]) -> Vec<u8> {
    let header = Header {
        length: (Header::LEN + body.len()) as u32,
        body_checksum: checksum(body),
        ..Header::new(5, 1, name)
    };
    [&header.write()[..], body].concat()
}

#[test]
fn a_language_is_a_pack_without_problems() {
    let bytes = language_pack("de", "Deutsch").leak();
    let pack = Pack::open(bytes).unwrap();
    assert_eq!(pack.verify(), Ok(()));
    assert_eq!(pack.language().unwrap().code(), Code::new("de"));
    let tongue = Tongue::of(&pack).unwrap();
    assert_eq!((tongue.code.as_str(), &*tongue.name), ("de", "Deutsch"));
    assert!(tongue.language == pack.language().unwrap());
    // A sentence that was changed by somebody who put the pack's own checksum right.
    let mut body = bytes[Header::LEN..].to_vec();
    *body.last_mut().unwrap() ^= 1;
    let bent = as_pack("Deutsch", &body);
    assert_eq!(Pack::open(&bent).unwrap().verify(), Err(PackError::Body));
    // What has problems is no language, whatever else it is.
    let problems = loaded();
    assert!(Pack::open(problems).unwrap().language().is_none());
    assert!(Tongue::of(&Pack::open(problems).unwrap()).is_none());
}

/// Packs by their place: two languages, one with books, one with replies, one's own, and one of a later version.
fn many(kept: &Kept) -> &'static [u8] {
    static PACKS: OnceLock<[Vec<u8>; 6]> = OnceLock::new();
    let made = PACKS.get_or_init(|| {
        let bank = packs::bank();
        let mut later = book_pack();
        later[9] = MINOR + 1;
        let sum = checksum(&later[..76]).to_le_bytes();
        later[76..80].copy_from_slice(&sum);
        [
            language_pack("de", "Deutsch"),
            book_pack(),
            replies_pack(),
            packed(&Header::new(MINE, 1, "Mine"), &listed(&bank[..20])),
            language_pack("fr", "Français"),
            later,
        ]
    });
    &made[kept.at as usize]
}

#[test]
fn a_shelf_says_what_its_packs_say() {
    let list: Vec<Kept> = (0..6).map(kept).collect();
    let shelf = Shelf::new(&list, many);
    let fixed = Bank.packs();
    assert_eq!(shelf.packs(), fixed + 4);
    let code = |number| Some(shelf.language(number)?.code.as_str().to_string());
    assert_eq!(
        [code(0), code(1), code(2)],
        [Some("de".into()), Some("fr".into()), None]
    );
    assert_eq!(shelf.own(), Some(fixed + 2));
    assert_eq!(Shelf::new(&list[..3], many).own(), None);
    let mut book = OpenBook::NONE;
    let mut themes = 0;
    for (place, &at) in (fixed..).zip(&[1, 2, 3, 5]) {
        let pack = Pack::open(many(&kept(at))).unwrap();
        assert_eq!(shelf.is_newer(place), at == 5);
        for problem in 0..pack.len() {
            let record = pack.problem(problem).unwrap();
            assert_eq!(shelf.level(place, problem), record.level);
            let heading = (library::cut(record.name), record.level);
            assert_eq!(shelf.heading(place, problem), Some(heading));
            shelf.open_book(place, problem, &mut book);
            assert_eq!(book.book(), record.book);
            let expected = Themes::of(record.name, record.text, record.answer.as_ref());
            assert_eq!(shelf.themes(place, problem), expected);
            themes += usize::from(expected != Themes::default());
        }
        shelf.open_book(place, pack.len(), &mut book);
        assert_eq!(book.book(), Book::None);
        assert_eq!(shelf.heading(place, pack.len()), None);
    }
    assert!(themes > 0);
    assert!(!shelf.is_newer(0) && !shelf.is_newer(fixed + 4));
}

#[test]
fn a_shelf_keeps_ones_own_problems_if_somebody_takes_them() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static TAKEN: AtomicUsize = AtomicUsize::new(0);
    let entry = Entry::bare(read_text(TEXTS[1]).unwrap().0);
    let change = Change {
        gone: None,
        new: Some(&entry),
    };
    let shelf = Shelf::new(&[], bytes);
    assert!(
        shelf
            .make(&change)
            .unwrap_err()
            .starts_with("Nothing can be kept")
    );
    assert!(Bank.make(&change).unwrap_err().starts_with("Nothing can be kept"));
    assert_eq!((Bank.own(), Bank.language(0)), (None, None));
    let shelf = shelf.with_maker(|_| _ = TAKEN.fetch_add(1, Ordering::Relaxed));
    assert_eq!(shelf.make(&change), Ok(library::Made::Soon));
    assert_eq!(TAKEN.load(Ordering::Relaxed), 1);
}

#[test]
fn the_bank_is_the_first_part_of_the_shelf() {
    let shelf = Shelf::new(&[], bytes);
    for pack in 0..Bank.packs() {
        assert_eq!(shelf.pack_name(pack), Bank.pack_name(pack));
        assert!(!Bank.pack_name(pack).is_empty() && Bank.pack_id(pack) > 0);
        assert_eq!(shelf.pack_id(pack), Bank.pack_id(pack));
        assert_eq!((shelf.len(pack), shelf.is_empty(pack)), (Bank.len(pack), false));
        let last = Bank.len(pack) - 1;
        assert_eq!(shelf.problem_id(pack, last), Bank.problem_id(pack, last));
        assert_eq!(shelf.load(pack, last), Bank.load(pack, last));
        assert!(Bank.load(pack, last).is_some() && Bank.load(pack, last + 1).is_none());
        assert_eq!(Bank.find_problem(pack, Bank.problem_id(pack, last)), Some(last));
        assert_eq!(Bank.find(Bank.id(pack, last)), Some((pack, last)));
        assert_eq!(Bank.origin(pack), Origin::Fixed);
    }
    let behind = Bank.packs();
    assert_eq!(
        (Bank.len(behind), Bank.pack_id(behind), Bank.problem_id(behind, 0)),
        (0, 0, 0)
    );
    assert!(Bank.load(behind, 0).is_none() && Bank.find_problem(behind, 1).is_none());
}

#[test]
fn the_first_bytes_of_a_pack_tell_what_it_is() {
    let head = look(&loaded()[..200]).unwrap();
    let header = Header::read(loaded()).unwrap();
    let expected = Head {
        id: header.id,
        revision: header.revision,
        length: header.length,
    };
    assert_eq!(head, expected);
    assert_eq!(look(loaded()).unwrap(), expected);
    assert_eq!(look(&[7; 256]), Err(Unfit::NotAPack));
    let mut damaged = loaded()[..200].to_vec();
    damaged[30] ^= 1;
    assert_eq!(look(&damaged), Err(Unfit::Damaged));
    let mut newer = loaded()[..200].to_vec();
    (newer[8], newer[10], newer[11]) = (MAJOR + 1, 3, 4);
    let sum = checksum(&newer[..76]).to_le_bytes();
    newer[76..80].copy_from_slice(&sum);
    assert_eq!(look(&newer), Err(Unfit::Newer(3, 4)));
}
