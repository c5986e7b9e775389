//! Lines out of bytes, as the protocol wants them prepared.

use heapless::Vec;

/// Collects the bytes of a line of up to `L` bytes; what is longer is cut off and told.
#[derive(Debug)]
pub struct Lines<const L: usize> {
    line: Vec<u8, L>,
    is_comment: bool,
    is_too_long: bool,
    is_complete: bool,
}

impl<const L: usize> Lines<L> {
    /// Nothing heard so far.
    pub const fn new() -> Lines<L> {
        Lines {
            line: Vec::new(),
            is_comment: false,
            is_too_long: false,
            is_complete: false,
        }
    }

    /// Takes in a byte. True if it completes a line that is not blank: [`line`](Self::line) then has it, until the next byte.
    pub fn take(&mut self, byte: u8) -> bool {
        if self.is_complete {
            self.forget();
        }
        match byte {
            b'\n' => {
                self.is_complete = true;
                let is_blank = self.line.iter().all(|&byte| byte == b' ');
                return !is_blank || self.is_too_long;
            }
            b'#' => self.is_comment = true,
            _ if self.is_comment => {}
            b'\t' => self.keep(b' '),
            // Control characters, among them the carriage return, are nothing.
            0..b' ' | 0x7f => {}
            _ => self.keep(byte),
        }
        false
    }

    fn keep(&mut self, byte: u8) {
        // A long row of blanks says no more than one.
        let is_blank = byte == b' ' && self.line.last().is_none_or(|&last| last == b' ');
        if !is_blank && self.line.push(byte).is_err() {
            self.is_too_long = true;
        }
    }

    /// The newest line, without what does not matter.
    pub fn line(&self) -> &[u8] {
        &self.line
    }

    /// Whether some of the line was cut off.
    pub const fn is_too_long(&self) -> bool {
        self.is_too_long
    }

    /// Whether there are bytes of a line that is not complete.
    pub fn is_half_said(&self) -> bool {
        !self.is_complete && (!self.line.is_empty() || self.is_comment)
    }

    /// Drops what is half-said.
    pub fn forget(&mut self) {
        *self = Lines::new();
    }
}

impl<const L: usize> Default for Lines<L> {
    fn default() -> Self {
        Self::new()
    }
}
