//! The one checksum: of packs, of what is kept in flash, and of what goes over the cable.

use crc::{CRC_32_ISO_HDLC, Crc, Table};

/// The CRC-32 of zip, PNG and Ethernet. A table of 1 KiB makes it four times as fast as none.
pub(crate) static CRC: Crc<u32, Table<1>> = Crc::<u32, Table<1>>::new(&CRC_32_ISO_HDLC);

/// The checksum of some bytes.
pub const fn checksum(bytes: &[u8]) -> u32 {
    CRC.checksum(bytes)
}
