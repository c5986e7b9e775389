//! A pack as a UF2 file: dropped on the drive of a Pico in its boot mode it goes into a slot of the flash, without any firmware's help.

use shikatsu::store::{SLOT, SLOTS};
use shikatsu_uf2::Image;

/// Where packs lie in the address space, as `memory.x` divides it.
const START: u32 = 0x1010_0000;

/// The UF2 file that puts a pack into flash from this slot on; why not, if it does not fit.
pub fn of_pack(pack: &[u8], slot: u32) -> Result<Vec<u8>, String> {
    let room = SLOTS.saturating_sub(slot) * SLOT;
    if pack.len() > room as usize {
        let (needed, length) = (pack.len().div_ceil(SLOT as usize), pack.len());
        return Err(format!(
            "{length} bytes take {needed} of the {SLOTS} slots, and there are not so many from slot {slot} on"
        ));
    }
    let mut image = Image::default();
    image.put(START + slot * SLOT, pack);
    Ok(image.file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_fills_whole_sectors_from_its_slot_on() {
        let file = of_pack(&[7; 5000], 3).unwrap();
        assert_eq!(file.len(), 2 * 16 * 512);
        assert_eq!(file[12..16], 0x1011_8000_u32.to_le_bytes());
        assert_eq!(file[28..32], 0xe48b_ff56_u32.to_le_bytes());
    }

    #[test]
    fn a_pack_never_reaches_beyond_the_last_slot() {
        let all = vec![0; (SLOT * SLOTS) as usize];
        assert!(of_pack(&all, 0).is_ok());
        assert!(of_pack(&all, 1).is_err());
        assert!(of_pack(&[0], SLOTS).is_err());
    }
}
