//! A problem in an address: its position in letters that addresses may have, to be opened by the page without any server.
//!
//! ```text
//! ADDRESS#p=LETTERS      letters: base64url of: 1 | level, or -128 | the problem's record, with its checksum
//! ```
//!
//! It is short, so that a QR code of it is coarse enough for a small screen: names, notes and books stay behind. Letters that were cut or changed
//! do not match the checksum, and are refused.

use heapless::String;

use super::Record;
use super::library::Entry;
use crate::problem::Level;

/// Where the page is that opens links. Whoever puts the page on a host builds with its address; otherwise it is the one that `cargo web` serves.
pub const PAGE: &str = match option_env!("SHIKATSU_PAGE") {
    Some(page) => page,
    None => "http://localhost:8030/",
};

/// The form of what stands in a link. A pack begins with another byte.
const FORM: u8 = 1;
/// What stands for "no level".
const NO_LEVEL: i8 = i8::MIN;
/// The most bytes in a link. A record without words has less.
const MAX_BYTES: usize = 288;
/// The longest link.
pub const MAX_LINK: usize = 480;
/// The minor version of its record: the last one without books.
const MINOR: u8 = 1;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The link to a problem on a page; nothing if the page's own address is too long.
pub fn link(page: &str, entry: &Entry) -> Option<String<MAX_LINK>> {
    let mut link = String::new();
    write_link(page, entry, &mut link)?;
    Some(link)
}

/// The same, into a place that is there already.
// The record is large, and off the stack again when the link is there.
#[inline(never)]
pub fn write_link(page: &str, entry: &Entry, link: &mut String<MAX_LINK>) -> Option<()> {
    let mut bytes = [0; MAX_BYTES];
    let [form, level, rest @ ..] = &mut bytes;
    *form = FORM;
    let steps = entry.level.map_or(NO_LEVEL, Level::steps_from_first_dan);
    *level = steps.to_le_bytes()[0];
    // An entry has neither source nor book.
    let record = Record {
        name: "",
        text: "",
        lesson: "",
        ..entry.record()
    };
    // It is not read back: that takes much of the stack, and whoever has the problem has read it.
    let length = record.put(MINOR, rest).ok()? + 2;
    link.clear();
    link.push_str(page).ok()?;
    link.push_str("#p=").ok()?;
    for three in bytes[..length].chunks(3) {
        let byte = |place: usize| three.get(place).copied().unwrap_or(0);
        let bits = u32::from_be_bytes([0, byte(0), byte(1), byte(2)]);
        for place in 0..=three.len() as u32 {
            let letter = LETTERS[(bits >> (18 - 6 * place)) as usize & 63];
            link.push(letter.into()).ok()?;
        }
    }
    Some(())
}

/// The problem that the bytes of a link stand for, if nothing of it is damaged.
pub fn read(bytes: &[u8]) -> Option<Entry> {
    let [FORM, level, rest @ ..] = bytes else {
        return None;
    };
    let steps = i8::from_le_bytes([*level]);
    let level = (steps != NO_LEVEL).then(|| Level::steps(steps));
    let is_rank = level.is_none_or(|level| level.steps_from_first_dan() == steps);
    let record = Record::read(rest, level, MINOR).ok()?;
    is_rank.then(|| Entry::from(&record))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::Bank;
    use crate::pack::library::Library as _;

    #[test]
    fn every_problem_of_the_bank_has_a_link() {
        for pack in 0..Bank.packs() {
            for problem in 0..Bank.len(pack) {
                let made = link(PAGE, &Bank.load(pack, problem).unwrap()).unwrap();
                assert!(made.starts_with(PAGE) && made.len() < 260, "{}", made.len());
            }
        }
        let far = "x".repeat(MAX_LINK - 20);
        assert_eq!(link(&far, &Bank.load(0, 0).unwrap()), None);
    }
}
