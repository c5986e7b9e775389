//! Snapshots of what was ever written, as files under `fixtures/records`.
//!
//! A snapshot is never changed: somebody's flash has these bytes. A new version adds files of its own. With `UPDATE_FIXTURES=1` a test writes
//! those that are missing.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

/// Where a snapshot lies.
pub fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/records")
        .join(name)
}

/// The text of a snapshot.
pub fn text(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The bytes that a snapshot stands for.
pub fn bytes(name: &str) -> Vec<u8> {
    unhex(&text(name))
}

/// Bytes from their digits; what is between them does not matter.
pub fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text
        .chars()
        .filter_map(|digit| digit.to_digit(16).map(|digit| digit as u8))
        .collect();
    assert!(digits.len().is_multiple_of(2));
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

/// Bytes as digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a String takes everything");
        text
    })
}

/// Holds bytes against a snapshot.
pub fn hold(name: &str, bytes: &[u8]) {
    if !path(name).exists() && std::env::var_os("UPDATE_FIXTURES").is_some() {
        let lines: Vec<String> = bytes.chunks(32).map(hex).collect();
        fs::write(path(name), lines.join("\n") + "\n").expect("a fixture has a place");
    }
    assert_eq!(
        hex(bytes),
        hex(&self::bytes(name)),
        "{name}: what is written has changed. Raise the version and add a snapshot; old ones stay"
    );
}
