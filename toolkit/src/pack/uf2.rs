//! A pack as a UF2 file: dropped on the drive of a Pico in its boot mode it goes into a slot of the flash, without any firmware's help.

use shikatsu::store::{SLOT, SLOTS};
use shikatsu_uf2::Image;

/// Where packs lie in the address space, as `memory.x` divides it.
const START: u32 = 0x1010_0000;

/// How many slots a pack takes.
pub const fn slots(pack: &[u8]) -> u32 {
    pack.len().div_ceil(SLOT as usize) as u32
}

/// The UF2 file that puts a pack into flash from this slot on; why not, if it does not fit.
pub fn of_pack(pack: &[u8], slot: u32) -> Result<Vec<u8>, String> {
    of_packs(std::iter::once(pack), slot)
}

/// The same for several, one behind the other.
pub fn of_packs<'a>(packs: impl Iterator<Item = &'a [u8]> + Clone, slot: u32) -> Result<Vec<u8>, String> {
    let needed: u32 = packs.clone().map(slots).sum();
    if needed > SLOTS.saturating_sub(slot) {
        return Err(format!(
            "this takes {needed} of the {SLOTS} slots, and there are not so many from slot {slot} on"
        ));
    }
    let (mut image, mut slot) = (Image::default(), slot);
    for pack in packs {
        image.put(START + slot * SLOT, pack);
        slot += slots(pack);
    }
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
    fn packs_lie_one_behind_the_other() {
        let (large, small) = (vec![1; SLOT as usize + 1], vec![2; 300]);
        let file = of_packs([&large[..], &small[..]].into_iter(), 4).unwrap();
        // The second begins two slots behind the first; the last block of 256 bytes is in its only sector.
        let last = &file[file.len() - 512..];
        assert_eq!(last[12..16], (START + 6 * SLOT + 4096 - 256).to_le_bytes());
        assert!(of_packs([&large[..], &small[..]].into_iter(), SLOTS - 2).is_err());
    }

    #[test]
    fn packs_go_where_the_firmware_looks_for_them() {
        let memory = include_str!("../../../memory.x");
        let kib = SLOT * SLOTS / 1024;
        assert!(memory.contains(&format!("PACKS : ORIGIN = {START:#x}, LENGTH = {kib}K")));
    }

    #[test]
    fn a_pack_never_reaches_beyond_the_last_slot() {
        let all = vec![0; (SLOT * SLOTS) as usize];
        assert!(of_pack(&all, 0).is_ok());
        assert!(of_pack(&all, 1).is_err());
        assert!(of_pack(&[0], SLOTS).is_err());
    }
}
