//! Sentences with gaps: "The next is due after {n} more problems."
//!
//! In a pack a gap is one byte that no text has: what may stand in it, and which gap of the English sentence it is. So a translation can put
//! them in another order.

/// The most gaps of a sentence.
pub const MAX_SLOTS: usize = 4;
/// The first of the bytes that stand for gaps, and how many kinds there are for each.
const FIRST: u8 = 0x10;
const KINDS: u8 = 4;

/// What may stand in a gap. The narrower it is, the less a text of a pack is mistaken for a sentence of the trainer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A number.
    Number,
    /// One word with a figure in it: a level or a point of the board.
    Word,
    /// Black or White.
    Color,
    /// Anything; put into the language too if that can be done.
    Text,
}

impl Kind {
    const ALL: [Kind; KINDS as usize] = [Kind::Number, Kind::Word, Kind::Color, Kind::Text];

    fn takes(self, text: &str) -> bool {
        match self {
            Kind::Number => is_number(text),
            Kind::Word => {
                !text.contains(char::is_whitespace) && text.bytes().any(|byte| byte.is_ascii_digit())
            }
            Kind::Color => matches!(text, "Black" | "White"),
            Kind::Text => !text.is_empty() && !text.contains('\n'),
        }
    }
}

/// Figures, perhaps with a sign before and a point between them.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-', '−']).unwrap_or(text);
    let inside = |byte: u8| byte.is_ascii_digit() || byte == b'.' || byte == b',';
    let is_figure = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_digit());
    digits.bytes().all(inside) && is_figure(digits.bytes().next()) && is_figure(digits.bytes().last())
}

/// The byte of a gap.
pub const fn place_byte(slot: usize, kind: Kind) -> u8 {
    FIRST + (slot % MAX_SLOTS) as u8 * KINDS + kind as u8
}

/// The gap that a byte stands for.
pub(super) fn gap(byte: u8) -> Option<(usize, Kind)> {
    let number = byte.checked_sub(FIRST)?;
    let slot = usize::from(number / KINDS);
    let kind = Kind::ALL.get(usize::from(number % KINDS))?;
    (slot < MAX_SLOTS).then_some((slot, *kind))
}

/// What stands in the gaps of a sentence.
pub(super) type Found<'t> = [&'t str; MAX_SLOTS];

/// Whether `text` is the sentence `key`, and what stands in its gaps then.
pub(super) fn fit<'t>(key: &[u8], text: &'t str, found: &mut Found<'t>) -> bool {
    let (mut key, mut text) = (key, text);
    loop {
        let Some((&first, rest)) = key.split_first() else {
            return text.is_empty();
        };
        if let Some((slot, kind)) = gap(first) {
            return fill((slot, kind), rest, text, found);
        }
        // A key is whole letters, so a letter is never left half-way through.
        let Some(next) = text.chars().next() else {
            return false;
        };
        let mut bytes = [0; 4];
        let letter = next.encode_utf8(&mut bytes).as_bytes();
        match (key.strip_prefix(letter), text.get(letter.len()..)) {
            (Some(after), Some(left)) => (key, text) = (after, left),
            _ => return false,
        }
    }
}

/// Tries what may stand in a gap, the shortest first, until the rest fits too. A sentence has few gaps, so this ends soon.
fn fill<'t>((slot, kind): (usize, Kind), key: &[u8], text: &'t str, found: &mut Found<'t>) -> bool {
    for (at, letter) in text.char_indices() {
        let Some((taken, left)) = text.split_at_checked(at + letter.len_utf8()) else {
            return false;
        };
        if kind.takes(taken) && fit(key, left, found) {
            if let Some(place) = found.get_mut(slot) {
                *place = taken;
            }
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;

    fn key(text: &str) -> std::vec::Vec<u8> {
        let kinds = [
            ("{n}", 0, Kind::Number),
            ("{m}", 1, Kind::Number),
            ("{c}", 0, Kind::Color),
            ("{s}", 0, Kind::Text),
            ("{w}", 1, Kind::Word),
        ];
        let mut out = std::string::String::from(text);
        for (name, slot, kind) in kinds {
            out = out.replace(name, &std::string::String::from(place_byte(slot, kind) as char));
        }
        out.into_bytes()
    }

    fn found<'t>(pattern: &str, text: &'t str) -> Option<Found<'t>> {
        let mut found = [""; MAX_SLOTS];
        fit(&key(pattern), text, &mut found).then_some(found)
    }

    #[test]
    fn gaps_take_what_they_are_for_and_nothing_else() {
        assert_eq!(
            found("{n} of {m} done", "3 of 15 done"),
            Some(["3", "15", "", ""])
        );
        assert_eq!(found("{n} of {m} done", "3 of five done"), None);
        assert_eq!(found("Rating {n}.", "Rating 1500."), Some(["1500", "", "", ""]));
        assert_eq!(found("Go, komi {n}.5", "Go, komi 6.5"), Some(["6", "", "", ""]));
        assert_eq!(found("{c} lives", "White lives"), Some(["White", "", "", ""]));
        assert_eq!(found("{c} lives", "Nobody lives"), None);
        assert_eq!(
            found("{s} by {w}", "White lives by C3"),
            Some(["White lives", "C3", "", ""])
        );
        assert_eq!(found("{s} by {w}", "White lives by chance"), None);
        assert_eq!(found("Größe {n}", "Größe 9"), Some(["9", "", "", ""]));
        assert_eq!(found("Größe {n}", "Große 9"), None);
    }
}
