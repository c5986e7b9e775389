//! The log by itself: cut or refused at any operation it has the old or the new value, and goes on with others for as long as one likes.

use std::collections::BTreeMap;

use host_tests::flash::{Flash, PowerCut, SECTOR, TEARS, now};
use host_tests::random::Random;
use shikatsu::store::log::{Log, LogError, MAX_VALUE};

const KEYS: usize = 9;
const SECTORS: usize = 3;
type Model = BTreeMap<u16, Vec<u8>>;

fn open(flash: &mut Flash) -> Log<KEYS> {
    let mut log = Log::closed(0..flash.bytes.len() as u32);
    now(log.open(flash)).unwrap();
    log
}

fn values<const N: usize>(log: &Log<N>, flash: &mut Flash) -> Model {
    let mut buffer = [0; MAX_VALUE];
    let mut model = Model::new();
    for key in 0..N as u16 {
        if let Some(value) = now(log.get(flash, key, &mut buffer)).unwrap() {
            model.insert(key, value.to_vec());
        }
    }
    model
}

fn some_value(random: &mut Random) -> (u16, Vec<u8>) {
    let key = random.below(KEYS) as u16;
    let length = [0, 1, 3, 4, 5, 60, 64, 65, 130, 260][random.below(10)];
    (key, (0..length).map(|_| random.below(256) as u8).collect())
}

fn erased(flash: &Flash) -> usize {
    flash.sizes.iter().filter(|&&size| size == SECTOR).count()
}

/// Goes on with other values until the ring has turned twice: as the same log, or as one that is opened anew now and then.
fn go_on(log: &Log<KEYS>, is_reopened: bool, flash: &Flash, model: &Model, seed: u64, what: &str) {
    let (mut flash, mut model, mut log) = (flash.again(), model.clone(), log.clone());
    let mut random = Random::new(seed);
    while erased(&flash) < 2 * SECTORS {
        let (key, value) = (
            random.below(KEYS) as u16,
            vec![random.below(256) as u8; random.below(500)],
        );
        let sectors = erased(&flash);
        now(log.put(&mut flash, key, &value)).unwrap_or_else(|error| panic!("{what}: {error:?}"));
        model.insert(key, value);
        if erased(&flash) > sectors {
            if is_reopened {
                log = open(&mut flash);
            }
            assert!(values(&log, &mut flash) == model, "{what}");
        }
    }
    let log = open(&mut flash);
    assert!(values(&log, &mut flash) == model, "{what}: opened again");
}

/// A story of so many values: for each, the flash and the values before it.
fn story(seed: u64, length: usize) -> Vec<(Flash, Model, (u16, Vec<u8>))> {
    let mut random = Random::new(seed);
    let (mut flash, mut model) = (Flash::new(SECTORS), Model::new());
    let mut story = Vec::new();
    for _ in 0..length {
        let (key, value) = some_value(&mut random);
        story.push((flash.again(), model.clone(), (key, value.clone())));
        now(open(&mut flash).put(&mut flash, key, &value)).unwrap();
        model.insert(key, value);
    }
    story
}

#[test]
fn after_a_power_cut_anywhere_the_log_goes_on_with_other_values_until_the_ring_has_turned_twice() {
    let (mut cuts, mut advances) = (0, 0);
    for (step, (flash, model, (key, value))) in story(1, 130).into_iter().enumerate() {
        let mut new = model.clone();
        new.insert(key, value.clone());
        let mut whole = flash.again();
        now(open(&mut whole).put(&mut whole, key, &value)).unwrap();
        advances += usize::from(erased(&whole) > 0);
        for operation in 0..whole.operations {
            for tear in TEARS {
                let what = format!("{step} {operation} {tear:?}");
                let mut cut = flash.failing_at(operation, tear);
                assert!(now(open(&mut cut).put(&mut cut, key, &value)).is_err());
                let mut flash = cut.again();
                let log = open(&mut flash);
                let seen = values(&log, &mut flash);
                assert!(seen == model || seen == new, "{what}");
                go_on(&log, true, &flash, &seen, (step * 100 + operation) as u64, &what);
                cuts += 1;
            }
        }
    }
    println!("{cuts} cuts, {advances} new sectors");
    assert!(cuts > 1_000 && advances > 2, "{cuts} {advances}");
}

#[test]
fn a_flash_that_errs_and_lives_on_has_the_old_or_the_new_value_and_takes_the_next_ones() {
    let mut errors = 0;
    for (step, (flash, model, (key, value))) in story(2, 130).into_iter().enumerate() {
        let mut new = model.clone();
        new.insert(key, value.clone());
        let mut whole = flash.again();
        now(open(&mut whole).put(&mut whole, key, &value)).unwrap();
        for operation in 0..whole.operations {
            for tear in TEARS {
                let what = format!("{step} {operation} {tear:?}");
                let mut flash = flash.erring_at(operation, tear);
                let mut log = open(&mut flash);
                assert_eq!(
                    now(log.put(&mut flash, key, &value)),
                    Err(LogError::Flash(PowerCut)),
                    "{what}"
                );
                let seen = values(&open(&mut flash), &mut flash);
                assert!(seen == model || seen == new, "{what}");
                // The same log goes on, as on a device that stays switched on.
                go_on(&log, false, &flash, &seen, (step * 100 + operation) as u64, &what);
                errors += 1;
            }
        }
        // To look at the flash may fail, too, wherever it is: then nothing is written, and the next time it works.
        for read in 0.. {
            let mut flash = flash.misreading_at(read);
            let mut log = Log::<KEYS>::closed(0..flash.bytes.len() as u32);
            if now(log.put(&mut flash, key, &value)).is_ok() {
                break;
            }
            assert!(values(&open(&mut flash), &mut flash) == model, "{step} {read}");
            now(log.put(&mut flash, key, &value)).unwrap();
            assert!(values(&log, &mut flash) == new, "{step} {read}");
        }
    }
    println!("{errors} errors");
    assert!(errors > 1_000, "{errors}");
}

/// Some values never change, so that they are copied from sector to sector; another one changes all the time.
#[test]
fn values_that_never_change_outlive_a_cut_of_their_copy() {
    const BUSY: u16 = 8;
    let mut flash = Flash::new(SECTORS);
    let (mut log, mut model) = (open(&mut flash), Model::new());
    for key in 0..5 {
        let value = vec![key as u8; 100 * usize::from(key)];
        now(log.put(&mut flash, key, &value)).unwrap();
        model.insert(key, value);
    }
    let go_on = |flash: &mut Flash, mut log: Log<KEYS>, mut model: Model, what: &str| {
        for round in 0..100 {
            let value = vec![round; 300];
            now(log.put(flash, BUSY, &value)).unwrap();
            model.insert(BUSY, value);
            assert!(values(&log, flash) == model, "{what}: {round}");
        }
        assert!(values(&open(flash), flash) == model, "{what}: opened again");
    };
    let (mut cuts, mut copies) = (0, 0);
    for round in 0..60 {
        let value = vec![round; 300];
        let mut new = model.clone();
        new.insert(BUSY, value.clone());
        let before = flash.again();
        flash = before.again();
        now(log.put(&mut flash, BUSY, &value)).unwrap();
        if flash.operations > 10 {
            copies += 1;
            for operation in 0..flash.operations {
                for tear in TEARS {
                    let what = format!("{round} {operation} {tear:?}");
                    let mut cut = before.failing_at(operation, tear);
                    assert!(now(open(&mut cut).put(&mut cut, BUSY, &value)).is_err());
                    let mut cut = cut.again();
                    let found = open(&mut cut);
                    let seen = values(&found, &mut cut);
                    assert!(seen == model || seen == new, "{what}");
                    go_on(&mut cut, found, seen, &what);
                    let mut erring = before.erring_at(operation, tear);
                    let mut found = open(&mut erring);
                    assert!(now(found.put(&mut erring, BUSY, &value)).is_err());
                    let seen = values(&open(&mut erring), &mut erring);
                    assert!(seen == model || seen == new, "{what}");
                    go_on(&mut erring, found, seen, &what);
                    cuts += 1;
                }
            }
        }
        model = new;
    }
    assert!(copies > 1 && cuts > 100, "{copies} {cuts}");
}

#[test]
fn a_read_that_fails_is_told() {
    let mut flash = Flash::new(SECTORS);
    let mut log = open(&mut flash);
    now(log.put(&mut flash, 3, b"three")).unwrap();
    let mut failing = flash.misreading_at(0);
    assert_eq!(now(log.get(&mut failing, 3, &mut [0; 9])), Err(PowerCut));
    assert_eq!(
        now(log.get(&mut failing, 3, &mut [0; 9])),
        Ok(Some(&b"three"[..]))
    );
}

#[test]
fn keys_and_values_have_their_limits() {
    let mut flash = Flash::new(SECTORS);
    let mut log = open(&mut flash);
    let longest = vec![7; MAX_VALUE];
    let last = KEYS as u16 - 1;
    assert_eq!(now(log.put(&mut flash, last, &longest)), Ok(()));
    for (key, value) in [
        (last + 1, &longest[..1]),
        (u16::MAX, &[]),
        (0, &[7; MAX_VALUE + 1]),
    ] {
        assert_eq!(now(log.put(&mut flash, key, value)), Err(LogError::Misfit));
    }
    let mut buffer = [0; MAX_VALUE];
    assert_eq!(now(log.get(&mut flash, last, &mut buffer)), Ok(Some(&*longest)));
    // A key that is too large has no value, nor has one whose value is longer than the buffer.
    assert_eq!(now(log.get(&mut flash, last + 1, &mut buffer)), Ok(None));
    assert_eq!(now(log.get(&mut flash, last, &mut buffer[1..])), Ok(None));
    let log = open(&mut flash);
    assert_eq!(values(&log, &mut flash), Model::from([(last, longest)]));
}

/// Keys with values of this length that find room in a ring: what is full says so, and loses nothing.
#[test]
fn a_full_log_says_so_and_loses_nothing() {
    for length in [4, 100, 500, 1000, MAX_VALUE] {
        let mut flash = Flash::new(SECTORS);
        let mut log = Log::<1200>::closed(0..flash.bytes.len() as u32);
        let mut model = Model::new();
        let mut full = 0;
        for round in 0..3u8 {
            for key in 0..1200 {
                let value = vec![round; length];
                match now(log.put(&mut flash, key, &value)) {
                    Ok(()) => drop(model.insert(key, value)),
                    Err(error) => {
                        assert_eq!(error, LogError::Full);
                        full += 1;
                    }
                }
                if full > 20 {
                    break;
                }
            }
            assert!(values(&log, &mut flash) == model, "{length} {round}");
        }
        assert!(full > 0, "{length}");
        let mut again = Log::<1200>::closed(0..flash.bytes.len() as u32);
        now(again.open(&mut flash)).unwrap();
        assert!(values(&again, &mut flash) == model, "{length}: opened again");
        // One sector is always nobody's, and a value that fits a sector fits the others.
        let least = (SECTORS - 2) * ((SECTOR - 12) / (8 + length));
        assert!(model.len() >= least, "{length}: {} of {least}", model.len());
    }
}

#[test]
fn a_value_may_fill_a_sector_to_its_last_byte() {
    let mut flash = Flash::new(SECTORS);
    let mut log = open(&mut flash);
    // The sector has a head of 12 bytes, and each item one of 8.
    let lengths = [1013, 1013, 1013, 1000];
    for (key, length) in lengths.into_iter().enumerate() {
        now(log.put(&mut flash, key as u16, &vec![key as u8; length])).unwrap();
    }
    assert_eq!(erased(&flash), 1);
    // Four bytes are left: no value fits there, not even an empty one.
    now(log.put(&mut flash, 8, &[])).unwrap();
    assert_eq!(erased(&flash), 2);
    assert_eq!(values(&open(&mut flash), &mut flash).len(), 5);
    let mut flash = Flash::new(SECTORS);
    let mut log = open(&mut flash);
    for (key, length) in [1013, 1013, 1013, 1004].into_iter().enumerate() {
        now(log.put(&mut flash, key as u16, &vec![key as u8; length])).unwrap();
    }
    assert_eq!(erased(&flash), 1, "to the last byte");
    assert!(values(&open(&mut flash), &mut flash) == values(&log, &mut flash));
    now(log.put(&mut flash, 0, b"next")).unwrap();
    assert_eq!(erased(&flash), 2);
}

#[test]
fn what_is_in_a_damaged_sector_is_not_believed_and_nothing_is_written_behind_it() {
    let mut flash = Flash::new(SECTORS);
    let mut log = open(&mut flash);
    for key in 0..4 {
        now(log.put(&mut flash, key, &[key as u8; 40])).unwrap();
    }
    let whole = values(&log, &mut flash);
    let used = 12 + 4 * 48;
    for bit in 0..8 * (used + 40) {
        let mut flash = flash.again();
        flash.bytes[bit / 8] ^= 1 << (bit % 8);
        let mut log = open(&mut flash);
        let seen = values(&log, &mut flash);
        let first_bad = (bit / 8).saturating_sub(12) / 48;
        let expected = if bit / 8 < 12 { 0 } else { first_bad.min(4) };
        let expected: Model = whole.clone().into_iter().take(expected).collect();
        assert!(seen == expected, "{bit}");
        now(log.put(&mut flash, 7, b"new")).unwrap();
        assert_eq!(erased(&flash), 1, "{bit}: a new sector is begun");
        let mut expected = expected;
        expected.insert(7, b"new".to_vec());
        assert!(values(&open(&mut flash), &mut flash) == expected, "{bit}");
    }
}
