//! UF2: the file that is dropped on the drive of a Pico in its boot mode.
//!
//! 512-byte blocks of 256 bytes each. The boot ROM erases each new sector that it meets, so whole sectors are written,
//! each with its 16 blocks; bytes that are not given stay erased.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;

const START: [u32; 2] = [0x0a32_4655, 0x9e5d_5157];
const END: u32 = 0x0ab1_6f30;
const HAS_FAMILY: u32 = 0x2000;
const RP2040: u32 = 0xe48b_ff56;
const PAGE: usize = 256;
const SECTOR: u32 = 4096;
const BLOCK: usize = 512;

/// What is to be written to flash, in whole sectors.
#[derive(Clone, Debug, Default)]
pub struct Image {
    sectors: BTreeMap<u32, Vec<u8>>,
}

impl Image {
    /// Puts bytes at an address; they may reach over several sectors.
    pub fn put(&mut self, address: u32, bytes: &[u8]) {
        for (address, &byte) in (address..).zip(bytes) {
            let sector = self
                .sectors
                .entry(address / SECTOR * SECTOR)
                .or_insert_with(|| vec![0xff; SECTOR as usize]);
            sector[(address % SECTOR) as usize] = byte;
        }
    }

    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.sectors.is_empty()
    }

    /// The bytes of the file.
    pub fn file(&self) -> Vec<u8> {
        let pages: Vec<(u32, &[u8])> = self
            .sectors
            .iter()
            .flat_map(|(&start, sector)| (start..).step_by(PAGE).zip(sector.chunks(PAGE)))
            .collect();
        blocks(&pages)
    }
}

/// A block for each page.
fn blocks(pages: &[(u32, &[u8])]) -> Vec<u8> {
    let mut out = Vec::with_capacity(pages.len() * BLOCK);
    for (number, (address, page)) in pages.iter().enumerate() {
        let head = [
            START[0],
            START[1],
            HAS_FAMILY,
            *address,
            PAGE as u32,
            number as u32,
            pages.len() as u32,
            RP2040,
        ];
        out.extend(head.iter().flat_map(|word| word.to_le_bytes()));
        out.extend_from_slice(page);
        out.resize((number + 1) * BLOCK - 4, 0);
        out.extend(END.to_le_bytes());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(file: &[u8], at: usize) -> u32 {
        u32::from_le_bytes(file[at..at + 4].try_into().unwrap())
    }

    #[test]
    fn a_block_has_its_signs_its_number_and_its_page() {
        let page: Vec<u8> = (0..=255).collect();
        let file = blocks(&[(0x1000_0000, &page), (0x1000_0100, &page)]);
        assert_eq!(file.len(), 2 * BLOCK);
        let word = |at| word(&file, at);
        assert_eq!([word(0), word(4), word(508)], [START[0], START[1], END]);
        assert_eq!(
            [word(512 + 12), word(512 + 20), word(512 + 24)],
            [0x1000_0100, 1, 2]
        );
        assert_eq!(file[32..288], page);
    }

    #[test]
    fn sectors_are_whole_and_what_is_not_given_stays_erased() {
        let mut image = Image::default();
        image.put(0x1010_0ffe, &[1, 2, 3]);
        let file = image.file();
        assert_eq!(file.len(), 32 * BLOCK, "two sectors of 16 pages");
        assert_eq!(
            [word(&file, 12), word(&file, 31 * BLOCK + 12)],
            [0x1010_0000, 0x1010_1f00]
        );
        let last_of_first = 15 * BLOCK + 32;
        assert_eq!(file[last_of_first + 253..last_of_first + 256], [0xff, 1, 2]);
        assert_eq!(file[16 * BLOCK + 32..][..2], [3, 0xff]);
    }
}
