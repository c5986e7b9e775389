//! The log at its limits: room that is met exactly, keys and versions that are not known, and errors that are told.

use std::collections::BTreeMap;

use host_tests::flash::{Flash, PowerCut, SECTOR, Tear, now};
use shikatsu::crc32::checksum;
use shikatsu::store::log::{Log, LogError, MAX_VALUE};

const SECTOR_HEAD: usize = 12;
const ITEM_HEAD: usize = 8;

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
