//! From the bytes of an SGF file to text, whatever wrote it.
//!
//! The whole file is decoded before it is parsed. In some encodings of Chinese and Japanese the
//! second byte of a character may be the one of `\` or `]`; taken apart byte by byte such a text
//! would end in the middle of a word.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// The text of a file. Never fails; bytes that mean nothing become U+FFFD.
///
/// In order: a byte order mark; the encoding that `CA` names; UTF-8 if it is; Windows-1252, which has a
/// meaning for every byte and covers the Latin-1 that the format prescribes.
pub(super) fn decode(bytes: &[u8]) -> String {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return lossy(encoding, &bytes[length..]);
    }
    if let Some(encoding) = named(bytes).filter(|&encoding| encoding != UTF_8) {
        return lossy(encoding, bytes);
    }
    match str::from_utf8(bytes) {
        Ok(text) => text.to_string(),
        Err(_) => lossy(WINDOWS_1252, bytes),
    }
}

fn lossy(encoding: &'static Encoding, bytes: &[u8]) -> String {
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// The encoding of the first `CA` property. A name that could not itself be read in the encoding it
/// names, as UTF-16, is taken for a mistake.
fn named(bytes: &[u8]) -> Option<&'static Encoding> {
    let is_start = |at: &usize| {
        let after_letter = at
            .checked_sub(1)
            .is_some_and(|before| bytes[before].is_ascii_uppercase());
        bytes[*at..].starts_with(b"CA[") && !after_letter
    };
    let start = (0..bytes.len()).find(is_start)? + 3;
    let label = bytes[start..].split(|&b| b == b']').next()?;
    Encoding::for_label_no_replacement(label).filter(|encoding| encoding.is_ascii_compatible())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_named_encoding_is_used() {
        // The second byte of 表 is that of a backslash.
        let (bytes, ..) = encoding_rs::SHIFT_JIS.encode("(;CA[Shift_JIS]C[表]GN[死活])");
        assert_eq!(decode(&bytes), "(;CA[Shift_JIS]C[表]GN[死活])");
    }

    #[test]
    fn without_a_name_it_is_utf8_or_else_windows_1252() {
        assert_eq!(decode("(;C[é])".as_bytes()), "(;C[é])");
        assert_eq!(decode(b"(;C[\xe9])"), "(;C[é])");
        assert_eq!(decode(b"(;CA[UTF-8]C[\xe9])"), "(;CA[UTF-8]C[é])");
        assert_eq!(decode(b"(;CA[no such]C[\xe9])"), "(;CA[no such]C[é])");
        assert_eq!(decode(b"(;CA[utf-16]C[\xe9])"), "(;CA[utf-16]C[é])");
        assert_eq!(decode(b"CA["), "CA[");
    }

    #[test]
    fn byte_order_marks_are_understood_and_dropped() {
        assert_eq!(decode(b"\xef\xbb\xbf(;)"), "(;)");
        assert_eq!(decode(b"\xff\xfe(\0;\0)\0"), "(;)");
    }
}
