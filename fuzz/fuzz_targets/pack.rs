//! Any bytes as a pack. The checksums are put right first, else nothing behind them would ever be reached.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shikatsu::board::Game;
use shikatsu::pack::{Header, Listing, Pack, checksum};

fuzz_target!(|data: &[u8]| {
    let _ = Pack::open(data).map(|pack| pack.verify());
    let mut bytes = data.to_vec();
    if bytes.len() < Header::LEN {
        return;
    }
    mend(&mut bytes);
    let Ok(pack) = Pack::open(&bytes) else { return };
    let _ = pack.verify();
    for (_, record) in pack.problems() {
        let game = Game::new(&record.problem.setup());
        for point in record.answer.iter().flat_map(|answer| answer.moves.iter()) {
            game.clone().play(point).expect("a correct move can be played");
        }
        assert_eq!(record.hints.iter().count(), record.hints.len());
    }
});

/// Makes a header that can be read, and checksums that match.
fn mend(bytes: &mut [u8]) {
    let length = bytes.len() as u32;
    bytes[..9].copy_from_slice(b"shikatsu\x01");
    bytes[12..16].copy_from_slice(&length.to_le_bytes());
    bytes[24..72].fill(0);
    let room = (bytes.len() - Header::LEN) / Listing::LEN;
    let count = usize::from(u16::from_le_bytes([bytes[22], bytes[23]])).min(room);
    bytes[22..24].copy_from_slice(&(count as u16).to_le_bytes());
    for place in 0..count {
        let at = Header::LEN + place * Listing::LEN;
        let start = u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]) as usize;
        let end = start.saturating_add(u16::from_le_bytes([bytes[at + 8], bytes[at + 9]]).into());
        if end <= bytes.len() && start.saturating_add(4) <= end {
            put(bytes, start + 4..end, start);
        }
        put(bytes, at..at + 12, at + 12);
    }
    put(bytes, Header::LEN..bytes.len(), 72);
    put(bytes, 0..76, 76);
}

fn put(bytes: &mut [u8], of: std::ops::Range<usize>, at: usize) {
    let sum = checksum(&bytes[of]);
    bytes[at..at + 4].copy_from_slice(&sum.to_le_bytes());
}
