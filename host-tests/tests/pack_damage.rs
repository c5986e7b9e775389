//! Packs that are damaged, cut, hostile or from the future: nothing panics, and nothing damaged passes for sound.

use host_tests::packs::{bank, book_pack, listed, packed, sample};
use host_tests::random::Random;
use shikatsu::board::Game;
use shikatsu::crc32::checksum;
use shikatsu::pack::{Header, Listed, Listing, Pack, PackError, Record};

type Content<'a> = (Header<'a>, Vec<Option<(Listing, Record<'a>)>>);

/// What somebody sees who opens a pack and reads all of it: of each problem what the index and the record say, or that it is damaged.
fn content(bytes: &[u8]) -> Result<Content<'_>, PackError> {
    let pack = Pack::open(bytes)?;
    let problem = |place| Some((pack.listing(place).ok()?, pack.problem(place).ok()?));
    Ok((*pack.header(), (0..pack.len()).map(problem).collect()))
}

#[test]
fn a_flipped_bit_costs_one_problem_and_is_never_silent() {
    flip_every_bit(&sample());
    let bank = bank();
    flip_every_bit(&packed(&Header::new(1, 1, "Bank"), &listed(&bank[..10])));
}

fn flip_every_bit(whole: &[u8]) {
    let (header, problems) = content(whole).unwrap();
    for bit in 0..whole.len() * 8 {
        let mut bytes = whole.to_vec();
        bytes[bit / 8] ^= 1 << (bit % 8);
        match content(&bytes) {
            Err(_) => assert!(bit / 8 < Header::LEN, "bit {bit} cost the whole pack"),
            Ok((found_header, found)) => {
                assert!(bit / 8 >= Header::LEN, "bit {bit} of the header was not seen");
                assert_eq!(found_header, header);
                let lost = found.iter().filter(|problem| problem.is_none()).count();
                assert_eq!(lost, 1, "bit {bit}");
                for (one, other) in found.iter().zip(&problems) {
                    assert!(one.is_none() || one == other, "bit {bit}");
                }
                assert!(Pack::open(&bytes).unwrap().verify().is_err());
            }
        }
    }
}

#[test]
fn a_pack_that_is_cut_anywhere_is_refused() {
    let whole = sample();
    for length in 0..whole.len() {
        let error = Pack::open(&whole[..length]).unwrap_err();
        assert!(matches!(error, PackError::NotAPack | PackError::Cut { .. }));
    }
    let mut longer = whole.clone();
    longer.resize(8192, 0xff);
    assert_eq!(
        content(&longer),
        content(&whole),
        "what lies behind does not matter"
    );
}

#[test]
fn erased_and_zeroed_flash_is_no_pack() {
    for byte in [0x00, 0xff] {
        assert_eq!(Pack::open(&[byte; 4096]).unwrap_err(), PackError::NotAPack);
    }
}

/// Puts right whatever checksums of a pack do not match, as somebody would who means harm.
fn mended(bytes: &mut [u8]) {
    let count = usize::from(u16::from_le_bytes([bytes[22], bytes[23]]));
    for place in 0..count.min((bytes.len() - Header::LEN) / Listing::LEN) {
        let at = Header::LEN + place * Listing::LEN;
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        let start = word(at);
        let end = start + (word(at + 8) & 0xffff);
        if start + 4 <= end && end <= bytes.len() {
            let sum = checksum(&bytes[start + 4..end]);
            bytes[start..start + 4].copy_from_slice(&sum.to_le_bytes());
        }
        let sum = checksum(&bytes[at..at + 12]);
        bytes[at + 12..at + 16].copy_from_slice(&sum.to_le_bytes());
    }
    let sum = checksum(&bytes[Header::LEN..]);
    bytes[72..76].copy_from_slice(&sum.to_le_bytes());
    let sum = checksum(&bytes[..76]);
    bytes[76..80].copy_from_slice(&sum.to_le_bytes());
}

/// Reads all there is. Whatever comes out can be played, and written again as the same.
fn use_up(bytes: &[u8]) -> usize {
    let Ok(pack) = Pack::open(bytes) else {
        return 0;
    };
    let _ = pack.verify();
    let mut sound = 0;
    for (_, record) in pack.problems() {
        let game = Game::new(&record.problem.setup());
        assert!(record.answer.is_none_or(|answer| {
            let mut moves = answer.moves.iter();
            moves.all(|point| game.clone().play(point).is_ok())
        }));
        let again = packed(&Header::new(1, 1, ""), &[Listed { number: 1, record }]);
        assert_eq!(Pack::open(&again).unwrap().problem(0).unwrap(), record);
        sound += 1;
    }
    sound
}

#[test]
fn no_bytes_make_it_panic_even_with_checksums_that_match() {
    let whole = sample();
    let mut random = Random::new(0x5eed);
    let mut sound = 0;
    for round in 0..60_000 {
        let mut bytes = whole.clone();
        for _ in 0..=random.below(4) {
            // Most harm can be done behind the header, where lengths and counts lie.
            let at = if round % 8 == 0 { 8 } else { Header::LEN as u64 };
            let place = at + random.number() % (bytes.len() as u64 - at);
            bytes[place as usize] = random.number() as u8;
        }
        mended(&mut bytes);
        sound += use_up(&bytes);
    }
    assert!(
        sound > 1000,
        "some of it should still be problems, but only {sound} are"
    );
    for length in 0..2000 {
        let mut bytes: Vec<u8> = (0..length % 400).map(|_| random.number() as u8).collect();
        use_up(&bytes);
        if bytes.len() >= Header::LEN {
            bytes[..9].copy_from_slice(b"shikatsu\x01");
            bytes[24..72].fill(0);
            let size = (bytes.len() as u32).to_le_bytes();
            bytes[12..16].copy_from_slice(&size);
            bytes[22..24].copy_from_slice(&[random.number() as u8 % 12, 0]);
            mended(&mut bytes);
            use_up(&bytes);
        }
    }
}

#[test]
fn a_newer_pack_names_the_firmware_it_needs_and_a_newer_minor_one_is_read() {
    let mut bytes = book_pack();
    bytes[9] = 7;
    mended(&mut bytes);
    assert_eq!(content(&bytes).unwrap().1, content(&book_pack()).unwrap().1);
    let mut bytes = sample();
    bytes[8] = 2;
    bytes[10..12].copy_from_slice(&[0, 4]);
    mended(&mut bytes);
    let error = Pack::open(&bytes).unwrap_err();
    assert_eq!(error.to_string(), "This pack needs firmware 0.4 (P2)");
    assert_eq!(Header::read(&bytes).unwrap().name, "Two shapes — 二");
}

#[test]
fn damage_is_told_in_a_sentence_with_a_number() {
    let mut bytes = sample();
    *bytes.last_mut().unwrap() ^= 1;
    let error = Pack::open(&bytes).unwrap().problem(1).unwrap_err();
    assert_eq!(error.to_string(), "Problem 2 is damaged and was skipped (P12)");
    assert_eq!(
        Pack::open(&bytes).unwrap().problem(2).unwrap_err().to_string(),
        "There is no problem 3 (P10)"
    );
}
