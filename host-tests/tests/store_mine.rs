//! The pack of one's own problems in flash: it grows, shrinks and is changed, and whatever moment the power fails at, it is whole.

use std::cell::RefCell;

use host_tests::flash::{Flash, SECTOR, TEARS, now};
use shikatsu::board::{Color, Point};
use shikatsu::crc32::checksum;
use shikatsu::edit::{Draft, Step};
use shikatsu::pack::Pack;
use shikatsu::pack::library::{Change, Entry, NotKept, problem_number};
use shikatsu::problem::Problem;
use shikatsu::store::log::MAX_VALUE;
use shikatsu::store::mine::{MINE, Made, NAME, change};
use shikatsu::store::{Packs, Progress, Refusal, SLOT, Store, look};

const SLOT_SECTORS: usize = SLOT as usize / SECTOR;

fn packs(flash: &mut Flash) -> Packs {
    let mut packs = Packs::new(0..flash.bytes.len() as u32, look);
    now(packs.scan(flash)).unwrap();
    packs
}

/// A problem like no other.
fn problem(number: u8) -> Problem {
    let put = |draft: Draft, color, at: u8| {
        draft
            .after(Step::Put(color, Point::new(at % 17, at / 17)))
            .unwrap()
    };
    let draft = put(Draft::empty(19), Color::Black, number);
    let draft = put(draft, Color::White, number + 20);
    draft
        .after(Step::Key(Point::new(number % 17, number / 17)))
        .unwrap()
        .problem()
        .unwrap()
}

fn do_it(flash: &mut Flash, gone: Option<u32>, new: Option<Problem>) -> Result<(), Refusal> {
    let entry = new.map(Entry::bare);
    let made = Made::of(&Change {
        gone,
        new: entry.as_ref(),
    })
    .unwrap();
    now(change(&mut packs(flash), flash, &made))
}

/// The problems of the pack, as the flash has them; nothing at all if there is no pack.
fn own(flash: &mut Flash) -> Option<Vec<Problem>> {
    let packs = packs(flash);
    let kept = packs.kept().iter().find(|kept| kept.head.id == MINE)?;
    let pack = Pack::open(&flash.bytes[kept.at as usize..]).unwrap();
    assert_eq!(pack.verify(), Ok(()));
    assert_eq!(pack.header().name, NAME);
    Some(pack.problems().map(|(_, record)| record.problem).collect())
}

#[test]
fn problems_are_added_changed_and_deleted() {
    let mut flash = Flash::new(4 * SLOT_SECTORS);
    let [one, two, three, four] = [1, 2, 3, 4].map(problem);
    assert_eq!(own(&mut flash), None);
    do_it(&mut flash, None, Some(one)).unwrap();
    do_it(&mut flash, None, Some(two)).unwrap();
    do_it(&mut flash, None, Some(three)).unwrap();
    assert_eq!(own(&mut flash), Some(vec![one, two, three]));
    do_it(&mut flash, Some(problem_number(&two)), Some(four)).unwrap();
    assert_eq!(own(&mut flash), Some(vec![one, four, three]));
    do_it(&mut flash, Some(problem_number(&one)), None).unwrap();
    assert_eq!(own(&mut flash), Some(vec![four, three]));
    // What is not there is not missed.
    do_it(&mut flash, Some(12345), None).unwrap();
    do_it(&mut flash, Some(problem_number(&four)), None).unwrap();
    do_it(&mut flash, Some(problem_number(&three)), None).unwrap();
    assert_eq!(own(&mut flash), None);
    do_it(&mut flash, None, None).unwrap();
    assert_eq!(own(&mut flash), None);
}

#[test]
fn more_than_a_hundred_problems_fit_into_a_slot() {
    let mut flash = Flash::new(2 * SLOT_SECTORS);
    let all: Vec<Problem> = (0..128).map(problem).collect();
    for problem in &all {
        do_it(&mut flash, None, Some(*problem)).unwrap();
    }
    assert_eq!(own(&mut flash), Some(all));
    assert_eq!(packs(&mut flash).room(), (SLOT, SLOT));
}

#[test]
fn a_power_cut_at_any_operation_leaves_the_old_or_the_new_problems() {
    let [one, two, three] = [1, 2, 3].map(problem);
    let mut before = Flash::new(3 * SLOT_SECTORS);
    do_it(&mut before, None, Some(one)).unwrap();
    do_it(&mut before, None, Some(two)).unwrap();
    let number = problem_number(&one);
    let cases = [
        (None, Some(three), vec![one, two, three]),
        (Some(number), Some(three), vec![three, two]),
        (Some(number), None, vec![two]),
    ];
    let mut cuts = 0;
    for (gone, new, expected) in cases {
        let mut whole = before.again();
        do_it(&mut whole, gone, new).unwrap();
        let (mut as_old, operations) = (0, whole.operations);
        for operation in 0..operations {
            for tear in TEARS {
                let mut flash = before.failing_at(operation, tear);
                let ended = do_it(&mut flash, gone, new);
                assert!(flash.is_off() && ended.is_err());
                let mut flash = flash.again();
                let there = own(&mut flash).unwrap();
                let is_old = there == [one, two];
                assert!(is_old || there == expected, "{operation} {tear:?}");
                as_old += usize::from(is_old);
                cuts += 1;
                if is_old {
                    do_it(&mut flash, gone, new).unwrap();
                }
                assert_eq!(own(&mut flash).as_ref(), Some(&expected), "{operation} {tear:?}");
            }
        }
        assert!(as_old > 0 && as_old < 5 * operations);
    }
    println!("{cuts} cuts");
}

#[test]
fn the_last_problem_goes_with_its_pack_or_stays() {
    let mut before = Flash::new(2 * SLOT_SECTORS);
    do_it(&mut before, None, Some(problem(1))).unwrap();
    let gone = Some(problem_number(&problem(1)));
    let mut whole = before.again();
    do_it(&mut whole, gone, None).unwrap();
    for operation in 0..whole.operations {
        for tear in TEARS {
            let mut flash = before.failing_at(operation, tear);
            assert!(do_it(&mut flash, gone, None).is_err());
            let there = own(&mut flash.again());
            assert!(there.is_none() || there == Some(vec![problem(1)]));
        }
    }
}

#[test]
fn without_room_and_while_a_pack_is_loaded_nothing_changes_and_that_is_said() {
    let mut flash = Flash::new(SLOT_SECTORS);
    do_it(&mut flash, None, Some(problem(1))).unwrap();
    let refused = do_it(&mut flash, None, Some(problem(2))).unwrap_err();
    assert_eq!(NotKept::from(refused), NotKept::NoRoom);
    assert_eq!(own(&mut flash), Some(vec![problem(1)]));

    let mut flash = Flash::new(2 * SLOT_SECTORS);
    do_it(&mut flash, None, Some(problem(1))).unwrap();
    let mut other = flash.bytes[..1000].to_vec();
    // Another pack of the same kind, of which only the beginning has come.
    let length = u32::from_le_bytes(other[12..16].try_into().unwrap());
    other.truncate(length as usize);
    other[16] ^= 1;
    let sum = checksum(&other[..76]);
    other[76..80].copy_from_slice(&sum.to_le_bytes());
    let mut loading = packs(&mut flash);
    let first = &other[..other.len().min(256)];
    now(loading.begin(&mut flash, (length, checksum(&other)), first)).unwrap();
    let made = Made::of(&Change {
        gone: None,
        new: Some(&Entry::bare(problem(2))),
    })
    .unwrap();
    let refused = now(change(&mut loading, &mut flash, &made)).unwrap_err();
    assert_eq!(NotKept::from(refused), NotKept::Loading);
    assert!(loading.is_writing());
}

#[test]
fn a_store_that_nobody_has_looked_into_is_not_written_to() {
    let mut flash = Flash::new(3 * SLOT_SECTORS);
    do_it(&mut flash, None, Some(problem(1))).unwrap();
    let before = flash.again();
    let progress = RefCell::new(Progress::<16>::new());
    let save = 2 * SLOT..3 * SLOT;
    let mut store = Store::new(before.again(), 0..2 * SLOT, save, look, &progress);
    let entry = Entry::bare(problem(2));
    let made = Made::of(&Change {
        gone: None,
        new: Some(&entry),
    })
    .unwrap();
    assert_eq!(now(store.make(&made)), Err(Refusal::FlashFailed));
    now(store.open(&mut [0; MAX_VALUE])).unwrap();
    assert_eq!(now(store.make(&made)), Ok(()));
    let mut flash = store.into_flash();
    flash.bytes.truncate(2 * SLOT as usize);
    assert_eq!(own(&mut flash), Some(vec![problem(1), problem(2)]));
}

#[cfg(feature = "host")]
#[test]
fn the_pack_has_the_number_that_its_name_has_on_a_computer() {
    assert_eq!(shikatsu_toolkit::pack::number_of(NAME), MINE);
}
