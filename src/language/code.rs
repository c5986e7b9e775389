//! The short name of a language.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Two to four small letters, such as `ja`: how a language is remembered and asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Code([u8; 4]);

impl Code {
    /// English, which needs no pack.
    pub const ENGLISH: Code = Code(*b"en\0\0");

    /// The code that is written so, if it can be one.
    pub fn new(text: &str) -> Option<Code> {
        let mut bytes = [0; 4];
        let is_one = (2..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase());
        for (place, byte) in bytes.iter_mut().zip(text.bytes()) {
            *place = byte;
        }
        is_one.then_some(Code(bytes))
    }

    /// As it lies in a pack, filled up with zeros.
    pub(super) const fn bytes(self) -> [u8; 4] {
        self.0
    }

    /// What lies in a pack.
    pub(super) fn from_bytes(bytes: [u8; 4]) -> Option<Code> {
        let length = bytes.iter().position(|&byte| byte == 0).unwrap_or(4);
        let (letters, rest) = bytes.split_at_checked(length)?;
        let code = Code::new(core::str::from_utf8(letters).ok()?)?;
        rest.iter().all(|&byte| byte == 0).then_some(code)
    }

    /// As it is written.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|&byte| byte == 0).unwrap_or(4);
        // It was made of small letters.
        core::str::from_utf8(self.0.get(..length).unwrap_or_default()).unwrap_or_default()
    }
}

impl Default for Code {
    fn default() -> Code {
        Code::ENGLISH
    }
}

impl core::fmt::Display for Code {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Code, D::Error> {
        // What cannot be a code is no reason to lose everything else that is remembered.
        let text = heapless::String::<4>::deserialize(deserializer)?;
        Ok(Code::new(&text).unwrap_or_default())
    }
}
