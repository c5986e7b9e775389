//! A flash that errs and lives on, at every operation of saving, opening, loading and deleting a pack, and restoring a backup.

use std::collections::BTreeMap;

use host_tests::fake_packs::{look, pack};
use host_tests::flash::{Flash, SECTOR, TEARS, Tear, now};
use host_tests::handheld;
use host_tests::random::Random;
use shikatsu::crc32::checksum;
use shikatsu::link::{MAX_BYTES, Reply, Request};
use shikatsu::record::{Done, Keeper, ProblemId, Profile, Record};
use shikatsu::store::{PAGES, Packs, Refusal, SLOT};

type Map = BTreeMap<ProblemId, Record>;
const SLOT_SECTORS: usize = SLOT as usize / SECTOR;

// ---- Packs ----

fn packs(flash: &mut Flash) -> Packs {
    let mut packs = Packs::new(0..flash.bytes.len() as u32, look);
    now(packs.scan(flash)).unwrap();
    packs
}

fn load(packs: &mut Packs, flash: &mut Flash, bytes: &[u8]) -> Result<(), Refusal> {
    let whole = (bytes.len() as u32, checksum(bytes));
    let mut at = now(packs.begin(flash, whole, &bytes[..bytes.len().min(256)]))? as usize;
    while at < bytes.len() {
        let end = bytes.len().min(at + 1024);
        at = now(packs.write(flash, at as u32, &bytes[at..end]))? as usize;
    }
    now(packs.finish(flash)).map(|_| ())
}

/// The bytes of the pack with this number, as the list says and the flash has them.
fn content(packs: &Packs, flash: &Flash, id: u32) -> Option<Vec<u8>> {
    let kept = packs.kept().iter().find(|kept| kept.head.id == id)?;
    let bytes = flash.bytes.get(kept.at as usize..)?;
    bytes.get(..kept.head.length as usize).map(<[u8]>::to_vec)
}

/// Two packs, of which one is to be replaced by a revision of the same number or of a larger one.
fn shelf() -> (Flash, Vec<u8>, Vec<u8>) {
    let (old, other) = (pack(7, 2, 5_000), pack(9, 1, 500));
    let mut flash = Flash::new(4 * SLOT_SECTORS);
    load(&mut packs(&mut flash), &mut flash, &old).unwrap();
    load(&mut packs(&mut flash), &mut flash, &other).unwrap();
    (flash.again(), old, other)
}

#[test]
fn a_load_that_the_flash_refuses_anywhere_keeps_the_old_pack_and_can_be_repeated() {
    let (before, old, other) = shelf();
    let mut same_revision = pack(7, 2, 5_000);
    same_revision[3_000] ^= 1;
    for new in [pack(7, 3, 9_000), same_revision] {
        let mut whole = before.again();
        load(&mut packs(&mut whole), &mut whole, &new).unwrap();
        for operation in 0..whole.operations {
            for tear in TEARS {
                let what = format!("{operation} {tear:?}");
                let mut flash = before.erring_at(operation, tear);
                let mut found = packs(&mut flash);
                let ended = load(&mut found, &mut flash, &new);
                // What the list says is there is there, now and after a start.
                let seven = content(&found, &flash, 7).unwrap_or_else(|| panic!("{what}: it has neither"));
                match ended {
                    Err(Refusal::FlashFailed) => assert!(seven == old, "{what}"),
                    Ok(()) => assert!(seven == new, "{what}"),
                    Err(other) => panic!("{what}: {other:?}"),
                }
                let mut later = flash.again();
                let started = packs(&mut later);
                assert!(
                    content(&started, &later, 7) == Some(seven),
                    "{what}: after a start"
                );
                assert_eq!(content(&started, &later, 9).as_ref(), Some(&other), "{what}");
                // The same handheld tries again.
                load(&mut found, &mut flash, &new).unwrap();
                for found in [&found, &packs(&mut flash.again())] {
                    assert!(content(found, &flash, 7).as_ref() == Some(&new), "{what}");
                    assert_eq!(content(found, &flash, 9).as_ref(), Some(&other), "{what}");
                    assert_eq!(found.kept().len(), 2);
                }
            }
        }
    }
}

#[test]
fn a_load_that_cannot_be_read_back_keeps_the_old_pack_and_can_be_repeated() {
    let (before, old, _) = shelf();
    let new = pack(7, 3, 2_000);
    for read in 0.. {
        let mut flash = before.misreading_at(usize::MAX);
        let mut found = packs(&mut flash);
        flash.read_err = Some(flash.reads + read);
        match load(&mut found, &mut flash, &new) {
            Ok(()) => {
                assert!(read > 4);
                return;
            }
            Err(error) => assert_eq!(error, Refusal::FlashFailed),
        }
        assert!(content(&found, &flash, 7) == Some(old.clone()), "{read}");
        load(&mut found, &mut flash, &new).unwrap();
        assert!(content(&found, &flash, 7).as_ref() == Some(&new), "{read}");
    }
}

#[test]
fn if_neither_the_old_seal_can_be_taken_nor_looked_at_nothing_is_lost() {
    let (before, old, _) = shelf();
    let new = pack(7, 3, 2_000);
    let mut whole = before.again();
    load(&mut packs(&mut whole), &mut whole, &new).unwrap();
    let mut flash = before.erring_at(whole.operations - 1, Tear::Nothing);
    let mut found = packs(&mut flash);
    let reads = {
        let mut flash = before.erring_at(whole.operations - 1, Tear::Nothing);
        let _ = load(&mut packs(&mut flash), &mut flash, &new);
        flash.reads
    };
    flash.read_err = Some(reads - 1);
    assert_eq!(load(&mut found, &mut flash, &new), Err(Refusal::FlashFailed));
    assert!(content(&found, &flash, 7) == Some(old));
    let mut later = flash.again();
    assert!(
        content(&packs(&mut later), &later, 7) == Some(new),
        "the larger revision"
    );
}

#[test]
fn a_deletion_that_the_flash_refuses_can_be_repeated() {
    let (mut before, old, other) = shelf();
    // An older revision lies there, too: it must not come back.
    let stale = pack(7, 1, 400);
    let at = 3 * SLOT as usize;
    before.bytes[at..at + 400].copy_from_slice(&stale);
    for operation in 0..2 {
        for tear in TEARS {
            let mut flash = before.erring_at(operation, tear);
            let mut found = packs(&mut flash);
            assert_eq!(now(found.delete(&mut flash, 7)), Err(Refusal::FlashFailed));
            let later = flash.again();
            let seven = content(&packs(&mut flash.again()), &later, 7);
            assert!(
                seven.is_none() || seven.as_ref() == Some(&old),
                "{operation} {tear:?}"
            );
            assert_eq!(now(found.delete(&mut flash, 7)), Ok(()));
            let found = packs(&mut flash);
            assert_eq!(content(&found, &flash, 7), None);
            assert_eq!(content(&found, &flash, 9).as_ref(), Some(&other));
        }
    }
    for read in 0..4 {
        let mut flash = before.again();
        let mut found = packs(&mut flash);
        flash.read_err = Some(flash.reads + read);
        assert_eq!(now(found.delete(&mut flash, 7)), Err(Refusal::FlashFailed));
        assert_eq!(now(found.delete(&mut flash, 7)), Ok(()));
        assert_eq!(content(&packs(&mut flash), &flash, 7), None);
    }
}

// ---- Progress ----

const PACKS: u32 = SLOT;
const SAVE: u32 = 3 * SECTOR as u32;

type Home = handheld::Home<128>;
type Handheld<'a> = handheld::Handheld<'a, 128>;

/// What is remembered: records, and the rating.
fn seen(home: &Home) -> (Map, i16) {
    (home.records(), home.progress.borrow().profile().rating)
}

fn keep(home: &Home, (map, rating): &(Map, i16)) {
    for (&id, &record) in map {
        home.progress.borrow_mut().keep(id, record);
    }
    home.progress.borrow_mut().keep_profile(&Profile {
        rating: *rating,
        ..Profile::default()
    });
}

/// Problems of several buckets, with something that became of them.
fn some(seed: u64) -> (Map, i16) {
    let mut random = Random::new(seed);
    let mut map = Map::new();
    for place in 0..12u32 {
        let id = ProblemId {
            pack: place % 3,
            problem: place.wrapping_mul(0x1357_9bdf),
        };
        let record = Record {
            done: random.pick(&[Done::Solved, Done::Helped, Done::Failed]),
            box_number: random.below(6) as u8,
            due: random.below(100_000) as u32,
        };
        map.insert(id, record);
    }
    (map, 500 + random.below(900) as i16)
}

fn blank() -> Flash {
    handheld::flash(PACKS, SAVE)
}

/// A flash in which progress was saved often enough for the ring to have turned.
fn worn() -> (Flash, (Map, i16)) {
    let home = Home::new(PACKS);
    let mut handheld = home.start(blank());
    for seed in 0..30 {
        keep(&home, &some(seed));
        assert!(handheld.save_all());
    }
    (handheld.store.into_flash().again(), some(29))
}

#[test]
fn a_save_that_the_flash_refuses_anywhere_is_repeated_until_it_is_kept() {
    let (before, old) = worn();
    let new = some(77);
    let home = Home::new(PACKS);
    let mut whole = home.start(before.again());
    keep(&home, &new);
    assert!(whole.save_all());
    let operations = whole.store.into_flash().operations;
    assert!(operations > 20);
    for operation in 0..operations {
        for tear in TEARS {
            let what = format!("{operation} {tear:?}");
            let home = Home::new(PACKS);
            let mut handheld = home.start(before.erring_at(operation, tear));
            assert_eq!(seen(&home), old);
            keep(&home, &new);
            assert!(!handheld.save_all(), "{what}");
            assert!(home.progress.borrow().has_news(), "{what}");
            assert_eq!(seen(&home), new, "memory is what was said: {what}");
            assert!(handheld.save_all(), "{what}");
            assert!(!home.progress.borrow().has_news());
            // Others follow until the ring has turned twice.
            for seed in 100..120 {
                keep(&home, &some(seed));
                assert!(handheld.save_all(), "{what}");
            }
            let later = Home::new(PACKS);
            later.start(handheld.store.into_flash().again());
            assert_eq!(seen(&later), some(119), "{what}");
        }
    }
}

#[test]
fn a_flash_that_cannot_be_read_is_told_and_read_the_next_time() {
    let (flash, old) = worn();
    for read in 0.. {
        let home = Home::new(PACKS);
        let mut store = home.store(flash.misreading_at(read));
        if now(store.open(&mut [0; MAX_BYTES])).is_ok() {
            assert!(read > 10);
            return;
        }
        assert!(!store.is_open(), "{read}");
        now(store.open(&mut [0; MAX_BYTES])).unwrap();
        assert!(store.is_open());
        assert_eq!(seen(&home), old, "{read}");
    }
}

// ---- A restore ----

fn pages(of: &(Map, i16)) -> Vec<Vec<u8>> {
    let home = Home::new(PACKS);
    keep(&home, of);
    let mut buffer = [0; MAX_BYTES];
    let page = |page| {
        let length = home.progress.borrow().page(page, &mut buffer).unwrap();
        buffer[..length].to_vec()
    };
    (0..PAGES as u16).map(page).collect()
}

/// Restores, and says what the answer to the end of it was.
fn restore(handheld: &mut Handheld<'_>, pages: &[Vec<u8>]) -> bool {
    handheld.order(&Request::BeginRestore);
    for (page, bytes) in pages.iter().enumerate() {
        let page = page as u16;
        handheld.order(&Request::Restore { page, bytes });
    }
    handheld.ask(&Request::FinishRestore, |reply| match reply {
        Reply::Done => true,
        Reply::No(Refusal::FlashFailed) => false,
        other => panic!("{other:?}"),
    })
}

#[test]
fn a_restore_that_the_flash_refuses_leaves_old_or_new_records_and_the_player_goes_on() {
    let (before, old) = worn();
    let new = some(55);
    let pages = pages(&new);
    let home = Home::new(PACKS);
    let mut whole = home.start(before.again());
    assert!(restore(&mut whole, &pages));
    let operations = whole.store.into_flash().operations;
    assert!(operations > 200, "{operations}");
    let mut mixed = 0;
    for operation in 0..operations {
        let tear = TEARS[operation % TEARS.len()];
        let what = format!("{operation} {tear:?}");
        let home = Home::new(PACKS);
        let mut handheld = home.start(before.erring_at(operation, tear));
        assert!(!restore(&mut handheld, &pages), "{what}");
        // Memory is what the flash says, and the session's word counts again.
        let found = seen(&home);
        let later = Home::new(PACKS);
        later.start(handheld.store.packs_and_flash().1.again());
        assert_eq!(seen(&later), found, "{what}");
        for (id, record) in &found.0 {
            assert!(*record == old.0[id] || *record == new.0[id], "{what}");
        }
        assert!(
            found.0.len() == old.0.len() && [old.1, new.1].contains(&found.1),
            "{what}"
        );
        mixed += usize::from(found != old && found != new);
        keep(&home, &some(88));
        assert!(handheld.save_all(), "{what}");
        let later = Home::new(PACKS);
        later.start(handheld.store.packs_and_flash().1.again());
        assert_eq!(seen(&later), some(88), "{what}");
        // And the restore can be repeated.
        assert!(restore(&mut handheld, &pages), "{what}");
        let later = Home::new(PACKS);
        later.start(handheld.store.into_flash().again());
        assert_eq!(seen(&later), new, "{what}");
    }
    assert!(mixed > 10, "{mixed}");
}

#[test]
fn a_restore_does_not_begin_while_older_news_cannot_be_written() {
    let (before, old) = worn();
    let home = Home::new(PACKS);
    let mut handheld = home.start(before.erring_at(0, Tear::Nothing));
    keep(&home, &some(88));
    handheld.ask(&Request::BeginRestore, |reply| {
        assert_eq!(reply, Reply::No(Refusal::FlashFailed));
    });
    assert_eq!(seen(&home), some(88));
    assert_ne!(seen(&home), old);
    assert!(handheld.save_all());
    assert!(restore(&mut handheld, &pages(&some(5))));
}
