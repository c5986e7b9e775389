//! A problem in an address: a pack with this one problem, in letters that addresses may have. The short form of the handheld and of `show --link`, which has
//! the position without words ([`shikatsu::pack::link`]), is read as well.
//!
//! A pack has a checksum, so a link that was cut or mistyped is refused and never shows another problem. Its length is bounded.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use shikatsu::pack::library::{Entry, problem_number};
use shikatsu::pack::{Header, Listed, Pack, read_link, write};

/// The number of the pack that a link becomes. There is one at a time, and it is not kept.
pub(crate) const PACK: u32 = 0x7fff_ff01;
/// Its name.
const NAME: &str = "Link";
/// The longest link that is read, in letters.
const MOST: usize = 4096;

/// The letters for a problem.
pub(crate) fn letters(entry: &Entry) -> Option<String> {
    let letters = URL_SAFE_NO_PAD.encode(packed(entry)?);
    (letters.len() <= MOST).then_some(letters)
}

/// A pack with this one problem.
fn packed(entry: &Entry) -> Option<Vec<u8>> {
    let mut room = vec![0; MOST];
    let listed = [Listed {
        number: problem_number(&entry.problem),
        record: entry.record(),
    }];
    let length = write(&Header::new(PACK, 1, NAME), &listed, &mut room).ok()?;
    room.truncate(length);
    Some(room)
}

/// The pack that letters stand for, if nothing of it is damaged.
pub(crate) fn pack(letters: &str) -> Option<Vec<u8>> {
    if letters.len() > MOST {
        return None;
    }
    let bytes = URL_SAFE_NO_PAD.decode(letters).ok()?;
    if let Some(entry) = read_link(&bytes) {
        return packed(&entry);
    }
    let pack = Pack::open(&bytes).ok()?;
    let is_one = pack.header().id == PACK && pack.len() == 1 && pack.verify().is_ok();
    is_one.then_some(bytes)
}

#[cfg(test)]
mod tests {
    use shikatsu::pack::Bank;
    use shikatsu::pack::library::Library as _;

    use super::*;

    #[test]
    fn every_problem_of_the_bank_goes_into_a_link_and_comes_back() {
        for number in 0..Bank.len(1) {
            let entry = Bank.load(1, number).unwrap();
            let letters = letters(&entry).unwrap();
            assert!(letters.len() < 700, "{} letters", letters.len());
            let bytes = pack(&letters).unwrap();
            let record = Pack::open(&bytes).unwrap().problem(0).unwrap();
            assert_eq!(Entry::from(&record), entry);
        }
    }

    #[test]
    fn a_short_link_opens_the_same_position_and_any_change_is_refused() {
        let entry = Bank.load(2, 5).unwrap();
        let link = shikatsu::pack::link(shikatsu::pack::PAGE, &entry).unwrap();
        let whole = link.split_once("#p=").unwrap().1;
        let bytes = pack(whole).unwrap();
        let record = Pack::open(&bytes).unwrap().problem(0).unwrap();
        assert_eq!((record.problem, record.level), (entry.problem, entry.level));
        assert_eq!(record.answer, entry.answer);
        assert_eq!((record.name, record.text), ("", ""), "it would be long");
        for place in 0..whole.len() {
            let mut other = whole.to_string().into_bytes();
            other[place] = if other[place] == b'A' { b'B' } else { b'A' };
            let other = String::from_utf8(other).unwrap();
            let read = pack(&other).map(|bytes| Pack::open(&bytes).unwrap().problem(0).unwrap().problem);
            // The level alone has no checksum: it is no part of the problem.
            assert!(read.is_none_or(|problem| problem == entry.problem), "{place}");
            assert_eq!(pack(&whole[..place]), None, "{place}");
        }
    }

    #[test]
    fn a_link_with_any_letter_changed_or_missing_is_refused() {
        let whole = letters(&Bank.load(0, 0).unwrap()).unwrap();
        for place in 0..whole.len() {
            let mut other = whole.clone().into_bytes();
            other[place] = if other[place] == b'A' { b'B' } else { b'A' };
            let other = String::from_utf8(other).unwrap();
            assert_eq!(pack(&other), None, "{place}");
            assert_eq!(pack(&whole[..place]), None, "{place}");
        }
        assert_eq!(pack(&"A".repeat(MOST + 4)), None);
    }
}
