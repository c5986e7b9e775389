//! Why something is not done, told before anything is changed.

use core::fmt;

use serde::{Deserialize, Serialize};

/// Why not. What was there before is still there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Refusal {
    /// It is no pack at all.
    NotAPack,
    /// The pack needs a firmware of at least this major and minor number.
    NeedsFirmware(u8, u8),
    /// The pack is not what its checksums say.
    Damaged,
    /// The pack is larger than all the room there is for packs, by so many bytes.
    TooBig {
        /// How many.
        by: u32,
    },
    /// Other packs take the room.
    NoRoom {
        /// Bytes it needs.
        needs: u32,
        /// Bytes that are free in one piece.
        free: u32,
    },
    /// There is no pack with this number.
    NoSuchPack,
    /// Nothing is being loaded.
    NotLoading,
    /// The load is not complete.
    Incomplete,
    /// Nothing is being restored.
    NotRestoring,
    /// The flash did not keep what was written.
    FlashFailed,
    /// The message cannot be understood.
    Unknown,
    /// A newer revision of the pack is there: this one.
    Older(u16),
    /// The progress is of a later firmware, and left alone.
    NewerProgress,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotAPack => f.write_str("this is no pack"),
            Refusal::NeedsFirmware(major, minor) => write!(f, "this pack needs firmware {major}.{minor}"),
            Refusal::Damaged => f.write_str("the pack is damaged"),
            Refusal::TooBig { by } => write!(f, "the pack is too big by {by} bytes"),
            Refusal::NoRoom { needs, free } => write!(
                f,
                "there is no room: the pack needs {needs} bytes, and {free} are free in one piece; delete a pack first"
            ),
            Refusal::NoSuchPack => f.write_str("there is no such pack"),
            Refusal::NotLoading => f.write_str("no pack is being loaded"),
            Refusal::Incomplete => f.write_str("the pack is not complete"),
            Refusal::NotRestoring => f.write_str("nothing is being restored"),
            Refusal::FlashFailed => f.write_str("the flash did not keep what was written"),
            Refusal::Older(there) => write!(
                f,
                "revision {there} of this pack is there, which is newer; delete it first if you want the older one"
            ),
            Refusal::NewerProgress => f.write_str(
                "this progress was written by newer firmware and is left alone; update the firmware first",
            ),
            Refusal::Unknown => {
                f.write_str("the device does not understand this; it may need newer firmware")
            }
        }
    }
}
