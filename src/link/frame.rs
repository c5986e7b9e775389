//! Frames: a message with a tag and its CRC-32, COBS around it, and a zero behind it.
//!
//! No zero is inside, so whoever missed something is right again at the next one. What does not fit its CRC never happened.

use cobs::{DecodeResult, DecoderState};
use serde::{Deserialize, Serialize};

use super::message::MAX_BYTES;
use crate::crc32::checksum;

/// The longest frame, without the zero: a message with as many bytes as there can be, and what is around them.
pub const MAX_FRAME: usize = MAX_BYTES + 64;
/// What ends a frame.
const END: u8 = 0;
const SUM: usize = 4;

/// Makes a frame of a message. Returns its length; `None` if it is too long.
pub fn write(tag: u8, message: &impl Serialize, buffer: &mut [u8; MAX_FRAME]) -> Option<usize> {
    let mut plain = [0; MAX_FRAME];
    let used = postcard::to_slice(&(tag, message), &mut plain).ok()?.len();
    let sum = checksum(&plain[..used]).to_le_bytes();
    plain.get_mut(used..used + SUM)?.copy_from_slice(&sum);
    let room = buffer.len() - 1;
    let length = cobs::try_encode(&plain[..used + SUM], &mut buffer[1..room]).ok()?;
    // A zero in front, too: it ends whatever was cut off before.
    buffer[0] = END;
    buffer[1 + length] = END;
    Some(length + 2)
}

/// Collects the bytes of a frame. Nothing in it can panic, which `cargo xtask test` proves.
#[derive(Debug)]
pub struct Collector {
    state: DecoderState,
    bytes: [u8; MAX_FRAME],
    /// What came, even where there was no room for it.
    used: usize,
    /// The frame is complete, and the next byte begins another.
    is_complete: bool,
}

impl Collector {
    /// Nothing came yet.
    pub const fn new() -> Collector {
        Collector {
            state: DecoderState::Idle,
            bytes: [0; MAX_FRAME],
            used: 0,
            is_complete: false,
        }
    }

    /// Takes bytes up to the end of a frame, and says how many. If a frame is complete, [`Collector::message`] has it.
    pub fn take(&mut self, bytes: &[u8]) -> (usize, bool) {
        for (place, &byte) in bytes.iter().enumerate() {
            if self.is_complete {
                self.forget();
            }
            match self.state.feed(byte) {
                Ok(DecodeResult::NoData | DecodeResult::DataStart) => {}
                Ok(DecodeResult::DataContinue(byte)) => self.push(byte),
                Ok(DecodeResult::DataComplete) if self.used <= MAX_FRAME => {
                    self.is_complete = true;
                    return (place + 1, true);
                }
                Ok(DecodeResult::DataComplete) | Err(_) => self.forget(),
            }
        }
        (bytes.len(), false)
    }

    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.used) {
            *place = byte;
        }
        self.used = self.used.saturating_add(1);
    }

    /// Forgets what came so far: the cable was pulled.
    pub fn forget(&mut self) {
        self.state = DecoderState::Idle;
        self.used = 0;
        self.is_complete = false;
    }

    /// The message of the frame that has just been completed, with its tag; `None` if it is none. It can be asked for once.
    pub fn message<'b, T: Deserialize<'b>>(&'b mut self) -> Option<(u8, T)> {
        let (tag, message) = self.heard()?;
        Some((tag, message?))
    }

    /// The same, but of a frame that came whole the tag is told even if the message is not understood: it may be of a newer protocol.
    pub fn heard<'b, T: Deserialize<'b>>(&'b mut self) -> Option<(u8, Option<T>)> {
        let used = core::mem::take(&mut self.used);
        if !core::mem::take(&mut self.is_complete) {
            return None;
        }
        let (plain, sum) = self.bytes.get(..used)?.split_last_chunk::<SUM>()?;
        if checksum(plain) != u32::from_le_bytes(*sum) {
            return None;
        }
        let (&tag, message) = plain.split_first()?;
        Some((tag, postcard::from_bytes(message).ok()))
    }
}

impl Default for Collector {
    fn default() -> Collector {
        Collector::new()
    }
}
