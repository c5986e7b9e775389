//! Packs in flash at their limits: room that is met exactly, numbers that are equal, and errors that are told.

use std::cell::RefCell;

use host_tests::fake_packs::{begin, load, look, pack, packs, put_at};
use host_tests::flash::{Flash, PAGE, SECTOR, Tear, now};
use shikatsu::record::{Keeper as _, ProblemId, Record};
use shikatsu::store::log::MAX_VALUE;
use shikatsu::store::{Head, Packs, Progress, Refusal, SLOT, Store, Unfit};

const SLOT_SECTORS: usize = SLOT as usize / SECTOR;

fn places(packs: &Packs) -> Vec<(u32, u32)> {
    let kept = packs.kept().iter();
    kept.map(|kept| (kept.head.id, kept.at / SLOT)).collect()
}

#[test]
fn a_pack_that_says_it_has_no_bytes_or_too_many_is_none() {
    fn any_length(bytes: &[u8]) -> Result<Head, Unfit> {
        let head = look(bytes)?;
        let length = match head.id {
            1 => 0,
            2 => 2 * SLOT + 1,
            _ => head.length,
        };
        Ok(Head { length, ..head })
    }
    for (id, expected) in [(1, vec![]), (2, vec![]), (3, vec![(3, 2)])] {
        let mut flash = Flash::new(4 * SLOT_SECTORS);
        put_at(&mut flash, 2, &pack(id, 1, 2 * SLOT as usize));
        let mut packs = Packs::new(0..flash.bytes.len() as u32, any_length);
        now(packs.scan(&mut flash)).unwrap();
        assert_eq!(places(&packs), expected);
    }
}

#[test]
fn of_two_with_one_number_and_one_revision_the_first_counts() {
    let mut flash = Flash::new(4 * SLOT_SECTORS);
    let bytes = pack(7, 2, 400);
    put_at(&mut flash, 1, &bytes);
    put_at(&mut flash, 3, &bytes);
    assert_eq!(places(&packs(&mut flash)), [(7, 1)]);
}

#[test]
fn of_two_gaps_of_one_size_the_first_is_taken() {
    let mut flash = Flash::new(5 * SLOT_SECTORS);
    put_at(&mut flash, 0, &pack(1, 1, 400));
    put_at(&mut flash, 2, &pack(2, 1, 400));
    put_at(&mut flash, 4, &pack(3, 1, 400));
    let mut found = packs(&mut flash);
    load(&mut found, &mut flash, &pack(9, 1, 400), 400).unwrap();
    assert_eq!(places(&found), [(1, 0), (9, 1), (2, 2), (3, 4)]);
    assert_eq!(found.room(), (SLOT, SLOT));
}

#[test]
fn a_pack_that_lies_on_what_is_remembered_is_none() {
    // Slots 2 and 3 of 6 are not for packs.
    let progress = RefCell::new(Progress::<16>::new());
    for (slot, slots, is_one) in [
        (0, 2, true),
        (1, 1, true),
        (1, 2, false),
        (0, 6, false),
        (4, 2, true),
        (2, 1, false),
        (3, 1, false),
    ] {
        let mut flash = Flash::new(6 * SLOT_SECTORS);
        put_at(&mut flash, slot, &pack(7, 1, slots * SLOT as usize));
        let mut store = Store::new(flash, 0..6 * SLOT, 2 * SLOT..4 * SLOT, look, &progress);
        now(store.open(&mut [0; MAX_VALUE])).unwrap();
        let free = if is_one { 4 - slots as u32 } else { 4 };
        assert_eq!(store.packs().kept().len(), usize::from(is_one), "{slot} {slots}");
        assert_eq!(store.packs().room().0, free * SLOT, "{slot} {slots}");
    }
    // The larger side decides what is too big, and a slot that is touched is taken.
    for (save, room, largest) in [
        (2 * SLOT..4 * SLOT, (4 * SLOT, 2 * SLOT), 2 * SLOT),
        (SLOT..SLOT + 1, (5 * SLOT, 4 * SLOT), 4 * SLOT),
        (4 * SLOT + 1..6 * SLOT, (4 * SLOT, 4 * SLOT), 4 * SLOT),
        (SLOT - 1..SLOT + 1, (4 * SLOT, 4 * SLOT), 4 * SLOT),
    ] {
        let flash = Flash::new(6 * SLOT_SECTORS);
        let mut store = Store::new(flash, 0..6 * SLOT, save, look, &progress);
        let (packs, flash) = store.packs_and_flash();
        assert_eq!(packs.room(), room);
        let too_big = begin(packs, flash, &pack(1, 1, largest as usize + 3));
        assert_eq!(too_big, Err(Refusal::TooBig { by: 3 }));
        assert_eq!(begin(packs, flash, &pack(1, 1, largest as usize)), Ok(0));
    }
}

#[test]
fn slots_count_from_where_the_packs_begin() {
    let progress = RefCell::new(Progress::<16>::new());
    let flash = Flash::new(8 * SLOT_SECTORS);
    let mut store = Store::new(flash, 2 * SLOT..8 * SLOT, 3 * SLOT..4 * SLOT, look, &progress);
    now(store.open(&mut [0; MAX_VALUE])).unwrap();
    let (packs, flash) = store.packs_and_flash();
    assert_eq!(packs.room(), (5 * SLOT, 4 * SLOT));
    let (large, small) = (pack(1, 1, 4 * SLOT as usize), pack(2, 1, 900));
    load(packs, flash, &small, 300).unwrap();
    load(packs, flash, &large, 1024).unwrap();
    assert_eq!(places(packs), [(2, 0), (1, 2)]);
    assert_eq!(packs.room(), (0, 0));
    for (at, bytes) in [(2, small), (4, large)] {
        let at = at * SLOT as usize;
        assert!(flash.bytes[at..at + bytes.len()] == bytes);
    }
}

#[test]
fn what_is_remembered_may_lie_on_either_side_of_the_packs() {
    let id = ProblemId { pack: 1, problem: 9 };
    let record = Record {
        box_number: 1,
        ..Record::default()
    };
    for (region, save) in [
        (2 * SLOT..5 * SLOT, 0..SLOT),
        (SLOT..4 * SLOT, 0..SLOT),
        (0..3 * SLOT, 3 * SLOT..4 * SLOT),
        (0..3 * SLOT, 4 * SLOT..5 * SLOT),
    ] {
        let progress = RefCell::new(Progress::<16>::new());
        let flash = Flash::new(5 * SLOT_SECTORS);
        let mut store = Store::new(flash, region.clone(), save.clone(), look, &progress);
        now(store.open(&mut [0; MAX_VALUE])).unwrap();
        progress.borrow_mut().keep(id, record);
        while now(store.save(&mut [0; MAX_VALUE])).unwrap() {}
        let (packs, flash) = store.packs_and_flash();
        assert_eq!(packs.room(), (3 * SLOT, 3 * SLOT));
        let bytes = pack(7, 1, 3 * SLOT as usize);
        load(packs, flash, &bytes, 1024).unwrap();
        let start = region.start as usize;
        let flash = store.into_flash();
        assert!(flash.bytes[start..start + bytes.len()] == bytes);
        let progress = RefCell::new(Progress::<16>::new());
        let mut store = Store::new(flash.again(), region, save, look, &progress);
        now(store.open(&mut [0; MAX_VALUE])).unwrap();
        assert_eq!(progress.borrow().record(id), record);
        assert_eq!(store.packs().room(), (0, 0));
    }
}

#[test]
fn a_pack_may_come_in_pieces_of_any_length_into_room_that_was_used() {
    let bytes = pack(7, 1, 2 * SECTOR + 77);
    for piece in [1, 3, 100, 255, 256, 257, 300, 1000, 1024, SECTOR + 1, bytes.len()] {
        let mut flash = Flash::with(vec![0; 2 * SLOT as usize]);
        let mut found = packs(&mut flash);
        load(&mut found, &mut flash, &bytes, piece).unwrap();
        assert!(flash.bytes[..bytes.len()] == bytes, "{piece}");
        if piece.is_multiple_of(PAGE) || piece == bytes.len() {
            // Three sectors are erased, 33 pages written, and the first of them in two parts.
            assert_eq!(flash.operations, 3 + 33 + 1, "{piece}");
        }
    }
}

#[test]
fn what_is_announced_must_be_what_its_first_bytes_say() {
    let mut flash = Flash::new(2 * SLOT_SECTORS);
    let mut found = packs(&mut flash);
    let (long, short) = (pack(7, 1, 1000), pack(8, 1, 100));
    let mut announce = |length, sum: u32, first: &[u8]| now(found.begin(&mut flash, (length, sum), first));
    for (length, first) in [
        (999, &long[..256]),
        (1001, &long[..256]),
        (1000, &long[..255]),
        (1000, &long[..257]),
        (100, &short[..99]),
    ] {
        assert_eq!(announce(length, 5, first), Err(Refusal::Damaged));
    }
    assert_eq!(announce(100, 5, &short), Ok(0));
    assert_eq!(announce(1000, 5, &long[..256]), Ok(0));
    // Another checksum, or other first bytes, are another pack, of which nothing has come yet.
    now(found.write(&mut flash, 0, &long[..300])).unwrap();
    let mut announce = |sum: u32, first: &[u8]| now(found.begin(&mut flash, (1000, sum), first));
    assert_eq!(announce(5, &long[..256]), Ok(300));
    assert_eq!(announce(6, &long[..256]), Ok(0));
    now(found.write(&mut flash, 0, &long[..300])).unwrap();
    let mut other = long[..256].to_vec();
    other[200] ^= 1;
    assert_eq!(now(found.begin(&mut flash, (1000, 6), &other)), Ok(0));
}

#[test]
fn a_pack_can_be_read_from_any_place_and_behind_its_end_there_is_nothing() {
    let mut flash = Flash::new(SLOT_SECTORS);
    let mut found = packs(&mut flash);
    let bytes = pack(7, 1, SLOT as usize);
    load(&mut found, &mut flash, &bytes, 1024).unwrap();
    let mut buffer = [0; 100];
    for offset in [
        0,
        1,
        5000,
        SLOT - 101,
        SLOT - 100,
        SLOT - 99,
        SLOT - 1,
        SLOT,
        SLOT + 1,
        u32::MAX,
    ] {
        let (of, seen) = now(found.look_into(&mut flash, (7, offset), &mut buffer)).unwrap();
        let rest = bytes.get(offset as usize..).unwrap_or_default();
        assert_eq!((of, seen), (SLOT, &rest[..rest.len().min(100)]), "{offset}");
    }
    let none = now(found.look_into(&mut flash, (8, 0), &mut buffer));
    assert_eq!(none, Err(Refusal::NoSuchPack));
}

#[test]
fn deleting_a_pack_touches_no_other() {
    let mut flash = Flash::new(5 * SLOT_SECTORS);
    put_at(&mut flash, 0, &pack(7, 1, 400));
    put_at(&mut flash, 2, &pack(8, 1, 400));
    put_at(&mut flash, 3, &pack(7, 2, 400));
    put_at(&mut flash, 4, &pack(8, 2, 400));
    let mut found = packs(&mut flash);
    assert_eq!(places(&found), [(7, 3), (8, 4)]);
    now(found.delete(&mut flash, 7)).unwrap();
    assert_eq!(places(&found), [(8, 4)]);
    assert_eq!(flash.operations, 2);
    assert_eq!(places(&packs(&mut flash)), [(8, 4)]);
    // What does not count stays until something is written; then it must not come back with half of its content.
    assert!(look(&flash.bytes[2 * SLOT as usize..]).is_ok());
    load(&mut found, &mut flash, &pack(9, 1, 400), 400).unwrap();
    assert!(look(&flash.bytes[2 * SLOT as usize..]).is_err());
    assert_eq!(places(&packs(&mut flash)), [(9, 0), (8, 4)]);
}

#[test]
fn a_pack_that_cannot_be_taken_away_stays_wherever_it_lies() {
    let mut before = Flash::new(5 * SLOT_SECTORS);
    for slot in 0..3 {
        put_at(&mut before, slot, &pack(slot as u32 + 1, 1, 900));
    }
    for id in 1..4 {
        let new = pack(id, 2, 700);
        let mut whole = before.again();
        load(&mut packs(&mut whole), &mut whole, &new, 256).unwrap();
        // The last operation takes the old seal away.
        let last = whole.operations - 1;
        for (tear, expected) in [
            (Tear::Nothing, Err(Refusal::FlashFailed)),
            (Tear::Complete, Ok(())),
        ] {
            let mut flash = before.erring_at(last, tear);
            let mut found = packs(&mut flash);
            assert_eq!(load(&mut found, &mut flash, &new, 256), expected, "{id} {tear:?}");
            let revision = if expected.is_ok() { 2 } else { 1 };
            for found in [found, packs(&mut flash)] {
                let kept = found.kept().iter().find(|kept| kept.head.id == id).unwrap();
                assert_eq!(kept.head.revision, revision, "{id} {tear:?}");
                assert_eq!(found.kept().len(), 3);
            }
        }
    }
}

#[test]
fn a_load_is_forgotten_when_another_begins_and_when_the_flash_is_looked_at() {
    let mut flash = Flash::new(4 * SLOT_SECTORS);
    let mut found = packs(&mut flash);
    let (one, two) = (pack(1, 1, 900), pack(2, 1, 900));
    load(&mut found, &mut flash, &one, 300).unwrap();
    assert!(!found.is_writing());
    assert!(now(found.finish(&mut flash)).is_ok(), "asked once more");
    assert_eq!(begin(&mut found, &mut flash, &two), Ok(0));
    assert!(found.is_writing());
    assert_eq!(now(found.finish(&mut flash)), Err(Refusal::Incomplete));
    now(found.scan(&mut flash)).unwrap();
    assert!(!found.is_writing());
    assert_eq!(now(found.finish(&mut flash)), Err(Refusal::NotLoading));
    load(&mut found, &mut flash, &two, 300).unwrap();
    now(found.delete(&mut flash, 1)).unwrap();
    assert_eq!(now(found.finish(&mut flash)), Err(Refusal::NotLoading));
}

#[test]
fn what_the_flash_does_not_keep_is_no_pack() {
    let bytes = pack(7, 1, 900);
    // A page that was used and cannot be erased: the first one is written only at the end.
    let mut flash = Flash::new(SLOT_SECTORS);
    let mut found = packs(&mut flash);
    begin(&mut found, &mut flash, &bytes).unwrap();
    now(found.write(&mut flash, 0, &bytes)).unwrap();
    flash.bytes[100] = 0;
    assert_eq!(now(found.finish(&mut flash)), Err(Refusal::FlashFailed));
    assert_eq!(places(&found), []);
    assert_eq!(places(&packs(&mut flash)), []);
    assert!(!found.is_writing());
}

#[test]
fn why_a_pack_does_not_fit_is_told() {
    for (unfit, refusal, said) in [
        (Unfit::NotAPack, Refusal::NotAPack, "no pack"),
        (Unfit::Damaged, Refusal::Damaged, "damaged"),
        (Unfit::Newer(3, 4), Refusal::NeedsFirmware(3, 4), "firmware 3.4"),
    ] {
        assert_eq!(Refusal::from(unfit), refusal);
        assert!(refusal.to_string().contains(said), "{refusal}");
    }
}
