//! The messages. Their order is what is sent: new ones go to the end.
//!
//! So do new fields. What an older side sends ends before them, and they are what [`absent`] says; what a newer side sends has more, which is
//! passed over.

use heapless::String;
use serde::{Deserialize, Deserializer, Serialize};

use crate::record::Name;
use crate::store::Refusal;

/// What both sides speak. Another number may mean anything but [`Request::Hello`] and its reply.
pub const PROTOCOL: u8 = 1;
/// The most bytes that a message carries: a whole page of progress fits.
pub const MAX_BYTES: usize = crate::store::log::MAX_VALUE;

/// What a computer asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Request<'a> {
    /// Who are you?
    Hello,
    /// What is the pack at this place of your list?
    Pack(u16),
    /// Take the pack with this number away.
    Delete(u32),
    /// Here comes a pack, or the rest of it.
    Begin {
        /// Bytes of it.
        length: u32,
        /// The CRC-32 of all of them.
        checksum: u32,
        /// The first 256 of them, or all.
        #[serde(borrow)]
        first: &'a [u8],
    },
    /// The next bytes.
    Data {
        /// Where they belong.
        offset: u32,
        /// The bytes.
        #[serde(borrow)]
        bytes: &'a [u8],
    },
    /// That was all: use it.
    Finish,
    /// Forget what came of it.
    Abort,
    /// Give me a page of what you remember.
    Backup(u16),
    /// Forget what you remember: here come pages of a backup.
    BeginRestore,
    /// Such a page.
    Restore {
        /// Which.
        page: u16,
        /// Its bytes.
        #[serde(borrow)]
        bytes: &'a [u8],
    },
    /// That was all: write it, and start anew.
    FinishRestore,
    /// What have you to tell, from this place of it?
    Log(u32),
    /// Give me bytes of a pack.
    Read {
        /// The pack's number.
        id: u32,
        /// From where on.
        offset: u32,
    },
}

/// What the handheld says to it. Each request gets one reply, with the same tag.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Reply<'a> {
    /// I am this.
    Hello(About),
    /// The pack.
    Pack(PackInfo),
    /// My list is not that long.
    NoMore,
    /// The bytes from here on are the next.
    Next(u32),
    /// It is done.
    Done,
    /// Some bytes of many.
    Bytes {
        /// How much there is in all: pages of a backup, or bytes of the log or of a pack.
        of: u32,
        /// The bytes; none if there are no more.
        #[serde(borrow)]
        bytes: &'a [u8],
    },
    /// No, and why. Nothing has changed.
    No(Refusal),
}

/// What a handheld is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct About {
    /// What it speaks.
    pub protocol: u8,
    /// The version of its firmware.
    pub firmware: String<16>,
    /// Its board.
    pub board: String<24>,
    /// Packs that were loaded.
    pub packs: u16,
    /// Bytes for packs that are free, in all and in one piece.
    pub room: (u32, u32),
    /// Problems it remembers.
    pub records: u32,
    /// Whether a load was begun and not finished.
    pub is_loading: bool,
    /// The version of the pages that it writes; 0 before there were versions.
    #[serde(default, deserialize_with = "absent")]
    pub pages: u8,
    /// Whether its progress was written by newer firmware, and is left alone.
    #[serde(default, deserialize_with = "absent")]
    pub is_newer: bool,
    /// Whether it has not looked at packs and progress, because it is in its safe mode.
    #[serde(default, deserialize_with = "absent")]
    pub is_closed: bool,
}

/// Reads a field that was added later: what ends before it has the default. A frame has its checksum, so nothing else can be missing.
#[expect(clippy::unnecessary_wraps, reason = "serde asks for it")]
fn absent<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(T::deserialize(from).unwrap_or_default())
}

/// What is known of a pack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PackInfo {
    /// The number that its revisions share.
    pub id: u32,
    /// Which of them it is.
    pub revision: u16,
    /// Its bytes.
    pub length: u32,
    /// How many problems it has.
    pub problems: u16,
    /// What it is called.
    pub name: Name,
}
