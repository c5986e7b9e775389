//! Packs in flash: found, refused, replaced; and whatever moment the power fails at, the old or the new one is whole.

use std::cell::RefCell;

use host_tests::fake_packs::{self, begin, look, pack, packs};
use host_tests::flash::{Flash, SECTOR, TEARS, now};
use host_tests::random::Random;
use shikatsu::record::{Keeper as _, ProblemId, Record};
use shikatsu::store::log::MAX_VALUE;
use shikatsu::store::{Packs, Progress, Refusal, SLOT, Store};

const SLOT_SECTORS: usize = SLOT as usize / SECTOR;

/// The length of the pieces that packs come in.
const PIECE: usize = 1024;

fn load(packs: &mut Packs, flash: &mut Flash, bytes: &[u8]) -> Result<(), Refusal> {
    fake_packs::load(packs, flash, bytes, PIECE)
}

/// The bytes of the pack with this number, as the flash has them.
fn content<'f>(packs: &Packs, flash: &'f Flash, id: u32) -> Option<&'f [u8]> {
    let kept = packs.kept().iter().find(|kept| kept.head.id == id)?;
    flash
        .bytes
        .get(kept.at as usize..)?
        .get(..kept.head.length as usize)
}

#[test]
fn a_pack_is_there_after_a_load_and_after_a_start() {
    let mut flash = Flash::new(4 * SLOT_SECTORS);
    let bytes = pack(7, 1, 40_000);
    load(&mut packs(&mut flash), &mut flash, &bytes).unwrap();
    let later = packs(&mut flash);
    assert_eq!(content(&later, &flash, 7), Some(&*bytes));
    assert_eq!(later.room(), (2 * SLOT, 2 * SLOT));
}

#[test]
fn a_power_cut_at_any_operation_of_a_load_leaves_the_old_or_the_new_pack() {
    let (old, new, other) = (pack(7, 1, 9_000), pack(7, 2, 14_000), pack(9, 1, 500));
    let mut before = Flash::new(4 * SLOT_SECTORS);
    load(&mut packs(&mut before), &mut before, &old).unwrap();
    load(&mut packs(&mut before), &mut before, &other).unwrap();
    let mut whole = before.again();
    load(&mut packs(&mut whole), &mut whole, &new).unwrap();
    let (mut cuts, mut as_old) = (0, 0);
    for operation in 0..whole.operations {
        for tear in TEARS {
            let mut flash = before.failing_at(operation, tear);
            let ended = load(&mut packs(&mut flash), &mut flash, &new);
            assert!(flash.is_off() && ended.is_err());
            let mut flash = flash.again();
            let mut found = packs(&mut flash);
            let seven = content(&found, &flash, 7).unwrap();
            assert!(seven == old || seven == new, "{operation} {tear:?}");
            assert_eq!(content(&found, &flash, 9), Some(&*other));
            as_old += usize::from(seven == old);
            cuts += 1;
            load(&mut found, &mut flash, &new).unwrap();
            let found = packs(&mut flash);
            assert_eq!(content(&found, &flash, 7), Some(&*new), "{operation} {tear:?}");
            assert_eq!(content(&found, &flash, 9), Some(&*other));
            assert_eq!(found.kept().len(), 2);
        }
    }
    assert!(
        cuts == 5 * whole.operations && as_old > 0 && as_old < cuts,
        "{cuts} {as_old}"
    );
}

#[test]
fn a_power_cut_in_a_deletion_leaves_the_pack_or_nothing() {
    let mut before = Flash::new(2 * SLOT_SECTORS);
    let bytes = pack(7, 1, 9_000);
    load(&mut packs(&mut before), &mut before, &bytes).unwrap();
    for tear in TEARS {
        let mut flash = before.failing_at(0, tear);
        let _ = now(packs(&mut flash).delete(&mut flash, 7));
        let mut flash = flash.again();
        let mut found = packs(&mut flash);
        let seven = content(&found, &flash, 7);
        assert!(seven.is_none() || seven == Some(&*bytes), "{tear:?}");
        let again = now(found.delete(&mut flash, 7));
        assert!(matches!(again, Ok(()) | Err(Refusal::NoSuchPack)));
        assert!(packs(&mut flash).kept().is_empty());
    }
}

#[test]
fn what_is_no_pack_is_free_room() {
    let mut random = Random::new(3);
    let noise = (0..4 * SLOT).map(|_| random.below(256) as u8).collect();
    let mut flash = Flash::with(noise);
    let mut found = packs(&mut flash);
    assert!(found.kept().is_empty() && flash.operations == 0);
    assert_eq!(found.room().1, 4 * SLOT);
    let bytes = pack(7, 1, 4 * SLOT as usize);
    load(&mut found, &mut flash, &bytes).unwrap();
    assert_eq!(content(&packs(&mut flash), &flash, 7), Some(&*bytes));
}

#[test]
fn refusals_name_their_reason_before_anything_is_touched() {
    let mut flash = Flash::new(3 * SLOT_SECTORS);
    let mut found = packs(&mut flash);
    load(&mut found, &mut flash, &pack(1, 1, 40_000)).unwrap();
    let touched = flash.operations;
    let mut damaged = pack(2, 1, 600);
    damaged[5] ^= 1;
    let most = 3 * SLOT;
    for (bytes, reason) in [
        (vec![7; 600], Refusal::NotAPack),
        (damaged, Refusal::Damaged),
        (pack(2, 999, 600), Refusal::NeedsFirmware(0, 4)),
        (pack(2, 1, most as usize + 11), Refusal::TooBig { by: 11 }),
        (
            pack(2, 1, SLOT as usize + 1),
            Refusal::NoRoom {
                needs: SLOT + 1,
                free: SLOT,
            },
        ),
    ] {
        assert_eq!(begin(&mut found, &mut flash, &bytes), Err(reason));
        assert_eq!(
            now(found.write(&mut flash, 0, &bytes[..256])),
            Err(Refusal::NotLoading)
        );
    }
    assert_eq!(now(found.delete(&mut flash, 5)), Err(Refusal::NoSuchPack));
    assert_eq!(now(found.finish(&mut flash)), Err(Refusal::NotLoading));
    assert_eq!(flash.operations, touched);
}

#[test]
fn a_load_goes_on_where_it_was_and_is_used_only_when_every_byte_is_right() {
    let mut flash = Flash::new(4 * SLOT_SECTORS);
    let mut found = packs(&mut flash);
    let bytes = pack(7, 1, 3_000);
    assert_eq!(begin(&mut found, &mut flash, &bytes), Ok(0));
    assert_eq!(now(found.write(&mut flash, 0, &bytes[..700])), Ok(700));
    assert_eq!(begin(&mut found, &mut flash, &bytes), Ok(700));
    // What comes twice, or too early, or is too long, changes nothing.
    for (offset, part) in [
        (0, &bytes[..700]),
        (900, &bytes[900..1000]),
        (700, &vec![1; 2_301][..]),
    ] {
        assert_eq!(now(found.write(&mut flash, offset, part)), Ok(700));
    }
    assert_eq!(now(found.finish(&mut flash)), Err(Refusal::Incomplete));
    let mut wrong = bytes[700..].to_vec();
    wrong[1_000] ^= 4;
    now(found.write(&mut flash, 700, &wrong)).unwrap();
    assert_eq!(now(found.finish(&mut flash)), Err(Refusal::Damaged));
    assert!(packs(&mut flash).kept().is_empty());
    load(&mut found, &mut flash, &bytes).unwrap();
    assert_eq!(content(&found, &flash, 7), Some(&*bytes));
}

/// The reply to the last request may get lost, and the power may fail behind it.
#[test]
fn a_pack_that_is_there_need_not_come_again_even_if_there_is_no_room_for_it_twice() {
    let mut flash = Flash::new(3 * SLOT_SECTORS);
    let mut found = packs(&mut flash);
    let bytes = pack(7, 2, 2 * SLOT as usize);
    load(&mut found, &mut flash, &bytes).unwrap();
    let touched = flash.operations;
    assert!(now(found.finish(&mut flash)).is_ok(), "asked once more");
    for mut found in [found, packs(&mut flash)] {
        assert_eq!(begin(&mut found, &mut flash, &bytes), Ok(2 * SLOT));
        assert!(now(found.finish(&mut flash)).is_ok());
        let mut other = bytes.clone();
        other[700] ^= 1;
        let no_room = begin(&mut found, &mut flash, &other);
        assert!(
            matches!(no_room, Err(Refusal::NoRoom { .. })),
            "it is not the same"
        );
        found.abort();
        assert_eq!(now(found.finish(&mut flash)), Err(Refusal::NotLoading));
    }
    assert_eq!(flash.operations, touched);
}

#[test]
fn a_load_that_waits_survives_a_refusal_and_no_older_revision_takes_the_place_of_a_newer() {
    let mut flash = Flash::new(4 * SLOT_SECTORS);
    let mut found = packs(&mut flash);
    load(&mut found, &mut flash, &pack(7, 3, 500)).unwrap();
    let bytes = pack(8, 1, 3_000);
    assert_eq!(begin(&mut found, &mut flash, &bytes), Ok(0));
    assert_eq!(now(found.write(&mut flash, 0, &bytes[..700])), Ok(700));
    let too_big = pack(9, 1, 5 * SLOT as usize);
    for (refused, reason) in [
        (pack(7, 2, 500), Refusal::Older(3)),
        (too_big, Refusal::TooBig { by: SLOT }),
    ] {
        assert_eq!(begin(&mut found, &mut flash, &refused), Err(reason));
    }
    assert_eq!(begin(&mut found, &mut flash, &bytes), Ok(700));
}

#[test]
fn a_pack_goes_into_the_smallest_gap_and_thirty_have_room() {
    let mut flash = Flash::new(30 * SLOT_SECTORS);
    let mut found = packs(&mut flash);
    for id in 0..30 {
        load(&mut found, &mut flash, &pack(id + 1, 1, 300)).unwrap();
    }
    assert_eq!(found.room(), (0, 0));
    for id in [3, 4, 5, 11] {
        now(found.delete(&mut flash, id)).unwrap();
    }
    load(&mut found, &mut flash, &pack(50, 1, 300)).unwrap();
    let at = found.kept().iter().find(|kept| kept.head.id == 50).unwrap().at;
    assert_eq!(at, 10 * SLOT);
    assert_eq!(found.room(), (3 * SLOT, 3 * SLOT));
}

#[test]
fn of_two_with_one_number_the_larger_revision_counts_and_both_can_be_deleted() {
    let mut flash = Flash::new(4 * SLOT_SECTORS);
    for (slot, revision) in [(0, 2), (2, 3)] {
        let bytes = pack(7, revision, 400);
        let at = slot * SLOT as usize;
        flash.bytes[at..at + 400].copy_from_slice(&bytes);
    }
    let mut found = packs(&mut flash);
    assert_eq!(found.kept().len(), 1);
    assert_eq!(found.kept()[0].head.revision, 3);
    now(found.delete(&mut flash, 7)).unwrap();
    assert!(packs(&mut flash).kept().is_empty());
}

#[test]
fn with_more_flash_packs_lie_on_both_sides_of_what_is_remembered() {
    // As on a board with 4 MiB: 30 slots, two for what is remembered, and 64 more.
    const ALL: u32 = 96;
    let save = 30 * SLOT..32 * SLOT;
    let progress = RefCell::new(Progress::<64>::new());
    let open = |flash: Flash| {
        let mut store = Store::new(flash, 0..ALL * SLOT, save.clone(), look, &progress);
        now(store.open(&mut [0; MAX_VALUE])).unwrap();
        store
    };
    let mut store = open(Flash::new(ALL as usize * SLOT_SECTORS));
    let (packs, flash) = store.packs_and_flash();
    assert_eq!(packs.room(), (94 * SLOT, 64 * SLOT));
    // The smallest piece of room that it fits into.
    load(packs, flash, &pack(1, 1, 29 * SLOT as usize)).unwrap();
    load(packs, flash, &pack(2, 1, 40 * SLOT as usize)).unwrap();
    load(packs, flash, &pack(3, 1, 2 * SLOT as usize)).unwrap();
    let places = |packs: &Packs| -> Vec<(u32, u32)> {
        packs
            .kept()
            .iter()
            .map(|kept| (kept.head.id, kept.at / SLOT))
            .collect()
    };
    assert_eq!(places(packs), [(1, 0), (2, 32), (3, 72)]);
    let too_big = begin(packs, flash, &pack(4, 1, 65 * SLOT as usize));
    assert_eq!(too_big, Err(Refusal::TooBig { by: SLOT }));
    progress.borrow_mut().keep(
        ProblemId { pack: 1, problem: 9 },
        Record {
            box_number: 1,
            ..Record::default()
        },
    );
    while now(store.save(&mut [0; MAX_VALUE])).unwrap() {}
    // A flash that a firmware without the rest has written is the same flash.
    let mut store = open(store.into_flash());
    assert_eq!(progress.borrow().len(), 1);
    let (packs, flash) = store.packs_and_flash();
    assert_eq!(places(packs), [(1, 0), (2, 32), (3, 72)]);
    now(packs.delete(flash, 2)).unwrap();
    assert_eq!(packs.room(), (63 * SLOT, 40 * SLOT));
    // There are no more packs than a plain handheld has, however much room there is.
    for id in 10..38 {
        load(packs, flash, &pack(id, 1, 500)).unwrap();
    }
    let full = load(packs, flash, &pack(99, 1, 500));
    assert_eq!(full, Err(Refusal::NoRoom { needs: 500, free: 0 }));
    load(packs, flash, &pack(37, 2, 500)).unwrap();
}
