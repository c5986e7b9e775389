//! The shelf: the bank first, and behind it the packs in flash.

use std::sync::OnceLock;

use host_tests::fixtures;
use shikatsu::pack::library::{Library, Origin};
use shikatsu::pack::{Bank, Header, MAJOR, Pack};
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
    let sum = shikatsu::crc32::checksum(&newer[..76]).to_le_bytes();
    newer[76..80].copy_from_slice(&sum);
    assert_eq!(look(&newer), Err(Unfit::Newer(3, 4)));
}
