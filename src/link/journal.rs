//! The newest that the handheld has to tell: a ring of text.

/// Bytes that are kept.
const ROOM: usize = 1024;

/// Keeps the newest lines.
#[derive(Clone, Debug)]
pub struct Journal {
    ring: [u8; ROOM],
    /// Bytes that were ever written.
    written: u32,
}

impl Journal {
    /// Nothing to tell.
    pub const fn new() -> Journal {
        Journal {
            ring: [0; ROOM],
            written: 0,
        }
    }

    /// Adds a line.
    pub fn note(&mut self, line: &str) {
        for byte in line.bytes().chain([b'\n']) {
            self.ring[self.written as usize % ROOM] = byte;
            self.written = self.written.wrapping_add(1);
        }
    }

    /// How many bytes were ever written.
    pub const fn written(&self) -> u32 {
        self.written
    }

    /// Copies what is still there from a place on, as much as there is room for.
    pub fn read<'b>(&self, from: u32, buffer: &'b mut [u8]) -> &'b [u8] {
        let oldest = self.written.saturating_sub(ROOM as u32);
        let from = from.clamp(oldest, self.written);
        let many = buffer.len().min((self.written - from) as usize);
        for (step, place) in buffer[..many].iter_mut().enumerate() {
            *place = self.ring[(from as usize + step) % ROOM];
        }
        &buffer[..many]
    }
}

impl Default for Journal {
    fn default() -> Journal {
        Journal::new()
    }
}
