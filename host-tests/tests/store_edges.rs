//! The log, the packs and one's own problems at their limits: room that is met exactly, numbers that are equal, and errors that are told.

use std::cell::RefCell;
use std::collections::BTreeMap;

use host_tests::fake_packs::{look, pack};
use host_tests::flash::{Flash, PAGE, PowerCut, SECTOR, Tear, now};
use host_tests::packs::TEXTS;
use shikatsu::crc32::checksum;
use shikatsu::pack::library::{Change, Entry, Library as _, NotKept, problem_number};
use shikatsu::pack::{Bank, Header, Listing, Pack};
use shikatsu::problem::read_text;
use shikatsu::record::{Keeper as _, ProblemId, Record};
use shikatsu::store::log::{Log, LogError, MAX_VALUE};
use shikatsu::store::mine::{MINE, Made, NAME, change};
use shikatsu::store::{Head, Packs, Progress, Refusal, SLOT, Store, Unfit};

const SLOT_SECTORS: usize = SLOT as usize / SECTOR;
const SECTOR_HEAD: usize = 12;
const ITEM_HEAD: usize = 8;

// ---- The log ----

/// What a log of so many keys says of its flash.
fn values<const KEYS: usize>(region: std::ops::Range<u32>, flash: &mut Flash) -> BTreeMap<u16, Vec<u8>> {
    let mut log = Log::<KEYS>::closed(region);
    now(log.open(flash)).unwrap();
    let mut buffer = [0; MAX_VALUE];
    let keys = 0..KEYS as u16;
    keys.filter_map(|key| Some((key, now(log.get(flash, key, &mut buffer)).unwrap()?.to_vec())))
        .collect()
}

/// The first sector of a flash, which is one of a log, as another version would have begun it.
fn set_version(sector: &mut [u8], version: u8) {
    sector[3] = version;
    let sum = checksum(&sector[..8]).to_le_bytes();
    sector[8..12].copy_from_slice(&sum);
}

#[test]
fn an_empty_value_may_end_a_sector() {
    let mut flash = Flash::new(3);
    let region = 0..flash.bytes.len() as u32;
    let mut log = Log::<9>::closed(region.clone());
    let mut left = SECTOR - SECTOR_HEAD - ITEM_HEAD;
    for key in 0.. {
        let length = (left - ITEM_HEAD).min(1000);
        now(log.put(&mut flash, key, &vec![7; length])).unwrap();
        left -= ITEM_HEAD + length;
        if left == 0 {
            break;
        }
    }
    now(log.put(&mut flash, 8, &[])).unwrap();
    assert_eq!(flash.sizes.iter().filter(|&&size| size == SECTOR).count(), 1);
    assert_eq!(flash.bytes[SECTOR - ITEM_HEAD], 8, "its head are the last bytes");
    assert_eq!(values::<9>(region, &mut flash).get(&8), Some(&Vec::new()));
}

#[test]
fn a_log_has_no_more_than_sixteen_sectors_wherever_it_begins() {
    for (before, sectors) in [(0, 16), (3, 16), (2, 5)] {
        let mut flash = Flash::new(before + 20);
        let start = (before * SECTOR) as u32;
        let end = start + (sectors.min(16) * SECTOR) as u32;
        // A region may be longer than what is used of it.
        let region = start..if sectors == 16 {
            flash.bytes.len() as u32
        } else {
            end
        };
        let mut log = Log::<9>::closed(region.clone());
        for round in 0..100_u8 {
            now(log.put(&mut flash, u16::from(round % 9), &[round; 1000])).unwrap();
        }
        let is_used = |sector: &[u8]| sector.iter().any(|&byte| byte != 0xff);
        let used: Vec<usize> = (0..)
            .zip(flash.bytes.chunks(SECTOR))
            .filter(|(_, sector)| is_used(sector))
            .map(|(place, _)| place)
            .collect();
        assert!(used.into_iter().eq(before..before + sectors));
        let expected = (91..100).map(|round| (u16::from(round % 9), vec![round; 1000]));
        assert_eq!(values::<9>(region, &mut flash), expected.collect());
    }
}

#[test]
fn a_key_that_is_not_known_ends_what_is_read_of_a_sector() {
    let mut flash = Flash::new(3);
    let region = 0..flash.bytes.len() as u32;
    let mut later = Log::<10>::closed(region.clone());
    for key in [8, 9, 7] {
        now(later.put(&mut flash, key, &[key as u8])).unwrap();
    }
    let mut log = Log::<9>::closed(region.clone());
    now(log.put(&mut flash, 6, &[6])).unwrap();
    let expected = BTreeMap::from([(8, vec![8]), (6, vec![6])]);
    assert_eq!(values::<9>(region, &mut flash), expected);
    assert_eq!(flash.bytes[SECTOR], b'S', "a new sector is begun");
}

#[test]
fn a_bit_anywhere_behind_the_items_closes_a_sector() {
    for before in [0, 2] {
        let mut flash = Flash::new(before + 3);
        let start = before * SECTOR;
        let region = start as u32..flash.bytes.len() as u32;
        now(Log::<9>::closed(region.clone()).put(&mut flash, 1, &[1; 100])).unwrap();
        let used = SECTOR_HEAD + ITEM_HEAD + 100;
        let is_begun = |flash: &Flash| flash.bytes[start + SECTOR] != 0xff;
        let places = (used..used + 200).chain((used..SECTOR).step_by(61));
        for place in places.chain([SECTOR - 1]) {
            let mut flash = flash.again();
            flash.bytes[start + place] = 0xfe;
            let mut log = Log::<9>::closed(region.clone());
            now(log.put(&mut flash, 2, b"two")).unwrap();
            assert!(is_begun(&flash), "{place}");
            let expected = BTreeMap::from([(1, vec![1; 100]), (2, b"two".to_vec())]);
            assert_eq!(values::<9>(region.clone(), &mut flash), expected);
        }
        // The rest of it is looked at in pieces: a player waits for the start.
        let mut log = Log::<9>::closed(region);
        flash.reads = 0;
        now(log.open(&mut flash)).unwrap();
        assert!(flash.reads < 80, "{}", flash.reads);
        now(log.put(&mut flash, 2, b"two")).unwrap();
        assert!(!is_begun(&flash), "nothing is wrong with it");
    }
}

#[test]
fn sectors_of_a_later_version_go_alone() {
    let mut flash = Flash::new(6);
    let region = 0..flash.bytes.len() as u32;
    let mut log = Log::<9>::closed(region.clone());
    let mut round = 0;
    while flash.bytes[3 * SECTOR] == 0xff {
        now(log.put(&mut flash, round % 4, &[round as u8; 600])).unwrap();
        round += 1;
    }
    let before = flash.again();
    // Of two or of one: that there are any is what counts.
    for newer in [vec![3], vec![2, 3]] {
        let mut flash = before.again();
        for &sector in &newer {
            set_version(&mut flash.bytes[sector * SECTOR..], b'3');
        }
        now(log.open(&mut flash)).unwrap();
        assert!(log.is_newer());
        assert_eq!(now(log.put(&mut flash, 0, &[])), Err(LogError::Newer));
        let known = values::<9>(region.clone(), &mut flash);
        assert!(!known.is_empty());
        now(log.forget_newer(&mut flash)).unwrap();
        assert!(!log.is_newer());
        assert_eq!(values::<9>(region.clone(), &mut flash), known, "ours stay");
        assert_eq!(flash.operations, newer.len());
        assert_eq!(now(log.put(&mut flash, 8, &[8])), Ok(()));
    }
    // A version that never was is no later one.
    let mut flash = before.again();
    set_version(&mut flash.bytes, b'0');
    now(log.open(&mut flash)).unwrap();
    assert!(!log.is_newer());
}

#[test]
fn only_what_the_first_version_knows_goes_into_its_sectors() {
    for (key, goes_on) in [(0, true), (128, true), (129, false), (149, false)] {
        let mut flash = Flash::new(3);
        let region = 0..flash.bytes.len() as u32;
        now(Log::<150>::closed(region.clone()).put(&mut flash, 1, b"one")).unwrap();
        set_version(&mut flash.bytes, b'1');
        let mut log = Log::<150>::closed(region.clone());
        now(log.put(&mut flash, key, b"new")).unwrap();
        assert_eq!(flash.bytes[SECTOR] == 0xff, goes_on, "{key}");
        let expected = BTreeMap::from([(1, b"one".to_vec()), (key, b"new".to_vec())]);
        assert_eq!(values::<150>(region, &mut flash), expected);
    }
}

#[test]
fn a_log_is_in_doubt_until_it_is_opened_and_after_a_write_that_failed() {
    let mut flash = Flash::new(3);
    let mut log = Log::<9>::closed(0..flash.bytes.len() as u32);
    assert!(log.is_in_doubt());
    now(log.open(&mut flash)).unwrap();
    assert!(!log.is_in_doubt());
    now(log.put(&mut flash, 1, b"one")).unwrap();
    assert!(!log.is_in_doubt());
    let mut failing = flash.erring_at(0, Tear::Nothing);
    assert_eq!(
        now(log.put(&mut failing, 1, b"two")),
        Err(LogError::Flash(PowerCut))
    );
    assert!(log.is_in_doubt());
    now(log.put(&mut failing, 1, b"two")).unwrap();
    assert!(!log.is_in_doubt());
}

#[test]
fn a_value_is_copied_to_a_new_sector_in_large_pieces() {
    let mut flash = Flash::new(3);
    let region = 0..flash.bytes.len() as u32;
    let mut log = Log::<9>::closed(region.clone());
    let long: Vec<u8> = (0..MAX_VALUE).map(|place| place as u8).collect();
    now(log.put(&mut flash, 0, &long)).unwrap();
    // Until the sector that has it is the one behind the newest.
    let mut most = 0;
    while flash.bytes[2 * SECTOR] == 0xff {
        flash.operations = 0;
        now(log.put(&mut flash, 1, &[1; 1000])).unwrap();
        most = most.max(flash.operations);
    }
    // A sector erased, three heads, and two values: each piece of a page lies on two pages.
    assert!(most <= 1 + 3 + 2 * 5 + 5, "{most}");
    let expected = BTreeMap::from([(0, long), (1, vec![1; 1000])]);
    assert_eq!(values::<9>(region, &mut flash), expected);
}

// ---- Packs ----

fn packs(flash: &mut Flash) -> Packs {
    let mut packs = Packs::new(0..flash.bytes.len() as u32, look);
    now(packs.scan(flash)).unwrap();
    packs
}

fn begin(packs: &mut Packs, flash: &mut Flash, bytes: &[u8]) -> Result<u32, Refusal> {
    let whole = (bytes.len() as u32, checksum(bytes));
    now(packs.begin(flash, whole, &bytes[..bytes.len().min(256)]))
}

/// Loads a pack in pieces of this length.
fn load(packs: &mut Packs, flash: &mut Flash, bytes: &[u8], piece: usize) -> Result<(), Refusal> {
    let mut at = begin(packs, flash, bytes)? as usize;
    while at < bytes.len() {
        let end = bytes.len().min(at + piece);
        at = now(packs.write(flash, at as u32, &bytes[at..end]))? as usize;
    }
    now(packs.finish(flash)).map(|_| ())
}

fn put_at(flash: &mut Flash, slot: usize, bytes: &[u8]) {
    let at = slot * SLOT as usize;
    flash.bytes[at..at + bytes.len()].copy_from_slice(bytes);
}

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

// ---- One's own problems ----

/// Problems of the bank, no two alike.
fn entries() -> Vec<Entry> {
    let problems = (0..Bank.packs()).flat_map(|pack| (0..Bank.len(pack)).map(move |place| (pack, place)));
    problems
        .map(|(pack, place)| Bank.load(pack, place).unwrap())
        .take(20)
        .collect()
}

fn own_packs(flash: &mut Flash) -> Packs {
    let mut packs = Packs::new(0..flash.bytes.len() as u32, shikatsu::store::look);
    now(packs.scan(flash)).unwrap();
    packs
}

fn make(flash: &mut Flash, gone: Option<u32>, new: Option<&Entry>) -> Result<(), Refusal> {
    let made = Made::of(&Change { gone, new }).unwrap();
    let mut packs = own_packs(flash);
    let made = now(change(&mut packs, flash, &made));
    assert!(!packs.is_writing());
    made
}

/// The pack of one's own problems: its revision, and each problem with its number.
fn own(flash: &mut Flash) -> Option<(u16, Vec<(u32, Entry)>)> {
    let packs = own_packs(flash);
    let kept = packs.kept().iter().find(|kept| kept.head.id == MINE)?;
    let pack = Pack::open(&flash.bytes[kept.at as usize..]).unwrap();
    assert_eq!((pack.verify(), pack.header().name), (Ok(()), NAME));
    let numbers = (0..pack.len()).map(|place| pack.listing(place).unwrap().number);
    let entries = pack.problems().map(|(_, record)| Entry::from(&record));
    Some((pack.header().revision, numbers.zip(entries).collect()))
}

#[test]
fn ones_own_problems_keep_all_that_is_said_of_them() {
    let mut flash = Flash::new(2 * SLOT_SECTORS);
    let mut expected = Vec::new();
    for entry in entries() {
        expected.push((problem_number(&entry.problem), entry.clone()));
        make(&mut flash, None, Some(&entry)).unwrap();
        let (revision, found) = own(&mut flash).unwrap();
        assert_eq!((usize::from(revision), &found), (expected.len(), &expected));
    }
    // A record is taken over in few pieces: a player waits.
    let reads = flash.reads;
    make(&mut flash, Some(expected[0].0), None).unwrap();
    let reads = flash.reads - reads;
    assert!(reads < 20 * expected.len(), "{reads}");
}

#[test]
fn the_last_revision_is_not_followed_by_the_first() {
    let [one, two, ..] = &entries()[..] else { panic!() };
    let mut flash = Flash::new(2 * SLOT_SECTORS);
    make(&mut flash, None, Some(one)).unwrap();
    let length = Header::read(&flash.bytes).unwrap().length as usize;
    let header = Header {
        revision: u16::MAX,
        ..Header::read(&flash.bytes).unwrap()
    };
    let bytes = [&header.write()[..], &flash.bytes[Header::LEN..length]].concat();
    flash.bytes[..length].copy_from_slice(&bytes);
    make(&mut flash, None, Some(two)).unwrap();
    let (revision, found) = own(&mut flash).unwrap();
    assert_eq!((revision, found.len()), (u16::MAX, 2));
}

#[test]
fn a_problem_of_which_too_much_is_said_is_not_made() {
    let mut entry = entries()[0].clone();
    entry.text = "x".repeat(256).as_str().try_into().unwrap();
    let made = |entry: &Entry| {
        Made::of(&Change {
            gone: None,
            new: Some(entry),
        })
        .map(drop)
    };
    assert_eq!(made(&entry), Ok(()));
    entry.lesson = entry.text.clone();
    entry.name = "x".repeat(48).as_str().try_into().unwrap();
    let (large, _) = read_text(&format!(
        "{}{}A19 x\n",
        "xo-".repeat(6) + "x\n",
        "-x-o-x-o-x-o-x-o-x-\n".repeat(18)
    ))
    .unwrap();
    entry.problem = large;
    entry.answer = None;
    let sentence = made(&entry).unwrap_err();
    assert!(sentence.contains("too much"), "{sentence}");
}

#[test]
fn a_pack_of_ones_own_that_is_not_understood_is_left_alone() {
    let (problem, _) = read_text(TEXTS[1]).unwrap();
    let entry = Entry::bare(problem);
    let mut before = Flash::new(3 * SLOT_SECTORS);
    make(&mut before, None, Some(&entries()[0])).unwrap();
    let before = before.again();
    let length = Header::read(&before.bytes).unwrap().length as usize;
    // Of another version than is written here.
    let mut flash = before.again();
    let header = Header {
        minor: 2,
        ..Header::read(&before.bytes).unwrap()
    };
    let bytes = [&header.write()[..], &before.bytes[Header::LEN..length]].concat();
    flash.bytes[..length].copy_from_slice(&bytes);
    let there = flash.bytes.clone();
    assert_eq!(make(&mut flash, None, Some(&entry)), Err(Refusal::Damaged));
    assert!(flash.bytes == there);
    // Damaged between the look at it and the change.
    let mut flash = before.again();
    let mut packs = own_packs(&mut flash);
    flash.bytes[30] ^= 1;
    let made = Made::of(&Change {
        gone: None,
        new: Some(&entry),
    })
    .unwrap();
    assert_eq!(now(change(&mut packs, &mut flash, &made)), Err(Refusal::Damaged));
    assert_eq!(flash.operations, 0);
}

/// Changes an entry of the index, and puts its checksum right.
fn bend(flash: &mut Flash, place: usize, act: impl FnOnce(&mut [u8])) {
    let at = Header::LEN + place * Listing::LEN;
    let entry = &mut flash.bytes[at..at + Listing::LEN];
    act(entry);
    let sum = checksum(&entry[..12]);
    entry[12..].copy_from_slice(&sum.to_le_bytes());
}

#[test]
fn a_damaged_problem_of_ones_own_costs_no_other() {
    let all = entries();
    let mut before = Flash::new(2 * SLOT_SECTORS);
    for entry in &all[..3] {
        make(&mut before, None, Some(entry)).unwrap();
    }
    let kept = own_packs(&mut before).kept()[0];
    let (at, length) = (kept.at as usize, kept.head.length as usize);
    // Brought to the first slot, which makes the places plain.
    let bytes = before.bytes[at..at + length].to_vec();
    let mut before = Flash::new(2 * SLOT_SECTORS);
    put_at(&mut before, 0, &bytes);
    let last = usize::from(u16::from_le_bytes([
        bytes[Header::LEN + 40],
        bytes[Header::LEN + 41],
    ]));
    let numbers = |flash: &mut Flash| -> Vec<u32> {
        let (_, found) = own(flash).unwrap();
        found.iter().map(|(number, _)| *number).collect()
    };
    let number = |place: usize| problem_number(&all[place].problem);
    // The last one ends with the pack, and may not be a byte longer.
    for (more, expected) in [
        (0, vec![0, 1, 2, 3]),
        (1, vec![0, 1, 3]),
        (u32::MAX, vec![0, 1, 3]),
    ] {
        let mut flash = before.again();
        bend(&mut flash, 2, |entry| {
            if more == u32::MAX {
                entry[..4].copy_from_slice(&more.to_le_bytes());
            } else {
                entry[8..10].copy_from_slice(&(last as u16 + more as u16).to_le_bytes());
            }
        });
        make(&mut flash, None, Some(&all[3])).unwrap();
        let expected: Vec<u32> = expected.into_iter().map(number).collect();
        assert_eq!(numbers(&mut flash), expected, "{more}");
    }
    // An entry that does not match its checksum.
    let mut flash = before.again();
    flash.bytes[Header::LEN + Listing::LEN] ^= 1;
    make(&mut flash, Some(number(0)), None).unwrap();
    assert_eq!(numbers(&mut flash), [number(2)]);
    // The same problem once more takes its own place.
    let mut flash = before.again();
    make(&mut flash, Some(number(1)), Some(&all[1])).unwrap();
    assert_eq!(numbers(&mut flash), [0, 1, 2].map(number));
}

#[test]
fn a_change_that_the_flash_refuses_changes_nothing_and_can_be_made_again() {
    let all = entries();
    let mut before = Flash::new(3 * SLOT_SECTORS);
    for entry in &all[..5] {
        make(&mut before, None, Some(entry)).unwrap();
    }
    let before = before.again();
    let old = own(&mut before.again());
    let mut whole = before.again();
    make(&mut whole, None, Some(&all[5])).unwrap();
    for operation in 0..whole.operations {
        let mut flash = before.erring_at(operation, Tear::Half);
        if make(&mut flash, None, Some(&all[5])).is_err() {
            assert_eq!(own(&mut flash), old, "{operation}");
            make(&mut flash, None, Some(&all[5])).unwrap();
        }
        assert_eq!(own(&mut flash), own(&mut whole), "{operation}");
    }
    for read in 0..whole.reads {
        let mut flash = before.again();
        let mut packs = own_packs(&mut flash);
        flash.read_err = Some(flash.reads + read);
        let made = Made::of(&Change {
            gone: None,
            new: Some(&all[5]),
        })
        .unwrap();
        if now(change(&mut packs, &mut flash, &made)).is_err() {
            assert!(!packs.is_writing(), "{read}");
            assert_eq!(own(&mut flash), old, "{read}");
        }
    }
}

#[test]
fn why_ones_own_problem_is_not_kept_is_told_in_three_ways() {
    for (refusal, why) in [
        (Refusal::NoRoom { needs: 1, free: 0 }, NotKept::NoRoom),
        (Refusal::TooBig { by: 1 }, NotKept::NoRoom),
        (Refusal::Incomplete, NotKept::Loading),
        (Refusal::FlashFailed, NotKept::Failed),
        (Refusal::Damaged, NotKept::Failed),
    ] {
        assert_eq!(NotKept::from(refusal), why);
    }
}
