//! Two languages at one port: frames, and lines of text for programs that play Go.
//!
//! A computer that speaks in frames begins with a zero, which text never has. So the first byte decides, and a zero always leads back to frames.

/// What is spoken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spoken {
    /// Frames, as `docs/link.md` describes them.
    Frames,
    /// Lines of the Go Text Protocol.
    Lines,
}

/// Tells the two apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Switch {
    spoken: Option<Spoken>,
}

impl Switch {
    /// Somebody may open the port and begin to speak.
    pub const fn new() -> Switch {
        Switch { spoken: None }
    }

    /// What the first of these bytes are, and how many of them; there must be one at least.
    pub fn sort(&mut self, bytes: &[u8]) -> (Spoken, usize) {
        let is_text = |byte: u8| matches!(byte, b' '..=b'~' | b'\t' | b'\r' | b'\n');
        let spoken = match (self.spoken, bytes.first()) {
            (Some(Spoken::Lines), Some(&first)) if first != 0 => Spoken::Lines,
            (None, Some(&first)) if is_text(first) => Spoken::Lines,
            _ => Spoken::Frames,
        };
        self.spoken = Some(spoken);
        let many = match spoken {
            Spoken::Frames => None,
            Spoken::Lines => bytes.iter().position(|&byte| byte == 0),
        };
        (spoken, many.unwrap_or(bytes.len()))
    }

    /// The port was closed.
    pub fn hang_up(&mut self) {
        *self = Switch::new();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_byte_decides_and_a_zero_leads_back() {
        let mut switch = Switch::new();
        assert_eq!(switch.sort(b"name\n"), (Spoken::Lines, 5));
        assert_eq!(switch.sort(b"\xff\x01"), (Spoken::Lines, 2), "noise in a line");
        assert_eq!(switch.sort(b"ab\0cd"), (Spoken::Lines, 2));
        assert_eq!(switch.sort(b"\0cd"), (Spoken::Frames, 3));
        assert_eq!(
            switch.sort(b"name\n"),
            (Spoken::Frames, 5),
            "frames may hold letters"
        );
        switch.hang_up();
        assert_eq!(switch.sort(b"name\n"), (Spoken::Lines, 5));
        switch.hang_up();
        assert_eq!(switch.sort(b"\x05name"), (Spoken::Frames, 5));
    }
}
