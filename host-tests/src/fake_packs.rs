//! Packs that are only a head and noise: enough to see where they lie, and whether they are whole.

use shikatsu::crc32::checksum;
use shikatsu::store::{Head, Packs, Refusal, SLOT, Unfit};

use crate::flash::{Flash, now};
use crate::random::Random;

const MAGIC: [u8; 4] = *b"FAKE";
const HEAD: usize = 20;

/// A pack of so many bytes.
pub fn pack(id: u32, revision: u16, length: usize) -> Vec<u8> {
    let mut random = Random::new(u64::from(id) << 16 | u64::from(revision));
    let mut bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
    bytes[..4].copy_from_slice(&MAGIC);
    bytes[4..8].copy_from_slice(&id.to_le_bytes());
    bytes[8..12].copy_from_slice(&u32::from(revision).to_le_bytes());
    bytes[12..16].copy_from_slice(&(length as u32).to_le_bytes());
    let sum = checksum(&bytes[..16]).to_le_bytes();
    bytes[16..HEAD].copy_from_slice(&sum);
    bytes
}

/// Reads the head of such a pack. The revision 999 stands for a format of the future.
pub fn look(bytes: &[u8]) -> Result<Head, Unfit> {
    let head: &[u8; HEAD] = bytes.first_chunk().ok_or(Unfit::NotAPack)?;
    if head[..4] != MAGIC {
        return Err(Unfit::NotAPack);
    }
    let word = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    if word(16) != checksum(&head[..16]) {
        return Err(Unfit::Damaged);
    }
    if word(8) == 999 {
        return Err(Unfit::Newer(0, 4));
    }
    Ok(Head {
        id: word(4),
        revision: word(8) as u16,
        length: word(12),
    })
}

/// What is found in a flash that has nothing but packs.
pub fn packs(flash: &mut Flash) -> Packs {
    let mut packs = Packs::new(0..flash.bytes.len() as u32, look);
    now(packs.scan(flash)).unwrap();
    packs
}

/// Announces a pack; where its next byte belongs.
pub fn begin(packs: &mut Packs, flash: &mut Flash, bytes: &[u8]) -> Result<u32, Refusal> {
    let whole = (bytes.len() as u32, checksum(bytes));
    now(packs.begin(flash, whole, &bytes[..bytes.len().min(256)]))
}

/// Loads a pack in pieces of this length.
pub fn load(packs: &mut Packs, flash: &mut Flash, bytes: &[u8], piece: usize) -> Result<(), Refusal> {
    let mut at = begin(packs, flash, bytes)? as usize;
    while at < bytes.len() {
        let end = bytes.len().min(at + piece);
        at = now(packs.write(flash, at as u32, &bytes[at..end]))? as usize;
    }
    now(packs.finish(flash)).map(|_| ())
}

/// Puts bytes where a slot begins, past all rules.
pub fn put_at(flash: &mut Flash, slot: usize, bytes: &[u8]) {
    let at = slot * SLOT as usize;
    flash.bytes[at..at + bytes.len()].copy_from_slice(bytes);
}
