//! The UF2 file of an image.

use anyhow::{Result, ensure};
use object::Endianness;
use object::elf::PT_LOAD;
use object::read::elf::{ElfFile32, ProgramHeader};
use shikatsu_uf2::Image;

/// The UF2 file of an image.
pub(crate) fn of_elf(data: &[u8]) -> Result<Vec<u8>> {
    let elf = ElfFile32::<Endianness>::parse(data)?;
    let endian = elf.endian();
    let mut image = Image::default();
    for segment in elf.elf_program_headers() {
        if segment.p_type(endian) != PT_LOAD || segment.p_filesz(endian) == 0 {
            continue;
        }
        let bytes = segment
            .data(endian, data)
            .map_err(|()| anyhow::anyhow!("a segment reaches beyond the file"))?;
        image.put(segment.p_paddr(endian), bytes);
    }
    ensure!(!image.is_empty(), "the image has nothing to store");
    Ok(image.file())
}
