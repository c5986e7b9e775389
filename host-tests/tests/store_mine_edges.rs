//! One's own problems in flash at their limits: what does not fit, what is damaged, and errors that are told.

use host_tests::fake_packs::put_at;
use host_tests::flash::{Flash, SECTOR, Tear, now};
use host_tests::packs::TEXTS;
use shikatsu::crc32::checksum;
use shikatsu::pack::library::{Change, Entry, Library as _, NotKept, problem_number};
use shikatsu::pack::{Bank, Header, Listing, Pack};
use shikatsu::problem::read_text;
use shikatsu::store::mine::{MINE, Made, NAME, change};
use shikatsu::store::{Packs, Refusal, SLOT};

const SLOT_SECTORS: usize = SLOT as usize / SECTOR;

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
