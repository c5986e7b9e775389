//! UF2: the file that is dropped on the drive of a Pico in its boot mode.
//!
//! 512-byte blocks of 256 bytes each. The boot ROM erases sector by sector as it meets new ones, so whole sectors are written,
//! each with its 16 blocks.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use object::Endianness;
use object::elf::PT_LOAD;
use object::read::elf::{ElfFile32, ProgramHeader};

const START: [u32; 2] = [0x0a32_4655, 0x9e5d_5157];
const END: u32 = 0x0ab1_6f30;
const HAS_FAMILY: u32 = 0x2000;
const RP2040: u32 = 0xe48b_ff56;
const PAGE: usize = 256;
const SECTOR: u32 = 4096;
const BLOCK: usize = 512;

/// The UF2 file of an image.
pub(crate) fn of_elf(data: &[u8]) -> Result<Vec<u8>> {
    let elf = ElfFile32::<Endianness>::parse(data)?;
    let endian = elf.endian();
    let mut sectors: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
    for segment in elf.elf_program_headers() {
        if segment.p_type(endian) != PT_LOAD || segment.p_filesz(endian) == 0 {
            continue;
        }
        let bytes = segment
            .data(endian, data)
            .map_err(|()| anyhow::anyhow!("a segment reaches beyond the file"))?;
        for (address, &byte) in (segment.p_paddr(endian)..).zip(bytes) {
            let sector = sectors
                .entry(address / SECTOR * SECTOR)
                .or_insert_with(|| vec![0xff; SECTOR as usize]);
            sector[(address % SECTOR) as usize] = byte;
        }
    }
    ensure!(!sectors.is_empty(), "the image has nothing to store");
    let pages: Vec<(u32, &[u8])> = sectors
        .iter()
        .flat_map(|(&start, sector)| (start..).step_by(PAGE).zip(sector.chunks(PAGE)))
        .collect();
    Ok(blocks(&pages))
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

    #[test]
    fn a_block_has_its_signs_its_number_and_its_page() {
        let page: Vec<u8> = (0..=255).collect();
        let file = blocks(&[(0x1000_0000, &page), (0x1000_0100, &page)]);
        assert_eq!(file.len(), 2 * BLOCK);
        let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap());
        assert_eq!([word(0), word(4), word(508)], [START[0], START[1], END]);
        assert_eq!(
            [word(512 + 12), word(512 + 20), word(512 + 24)],
            [0x1000_0100, 1, 2]
        );
        assert_eq!(file[32..288], page);
    }
}
