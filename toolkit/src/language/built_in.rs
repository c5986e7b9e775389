//! The languages that every program of a computer knows.

use std::sync::OnceLock;

use shikatsu::pack::Pack;
use shikatsu::pack::library::Tongue;

use super::build::build;
use super::glyphs::Glyphs;
use super::source::Source;

/// Every sentence of the trainer, in English.
pub const KEYS: &str = include_str!("../../../languages/en.txt");

/// A language as it lies in the sources.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shipped {
    /// How it is asked for.
    pub code: &'static str,
    /// The translator's file.
    pub text: &'static str,
    /// The pictures of its letters.
    pub glyphs: &'static str,
}

macro_rules! shipped {
    ($($code:literal $(with $glyphs:literal)?),* $(,)?) => {
        /// The languages of the sources, in the order in which they are chosen from.
        pub const fn shipped() -> &'static [Shipped] {
            &[$(Shipped {
                code: $code,
                text: include_str!(concat!("../../../languages/", $code, ".txt")),
                glyphs: concat!("", $(include_str!(concat!("../../../languages/", $glyphs)))?),
            }),*]
        }
    };
}

shipped!("de", "es", "fr", "ja" with "ja.hex", "ko" with "ko.hex", "zh" with "zh.hex");

/// The pack of a language of the sources; `None` if there is no such language.
pub fn pack_of(code: &str) -> Option<&'static [u8]> {
    let place = shipped().iter().position(|shipped| shipped.code == code)?;
    all().get(place).map(Vec::as_slice)
}

fn all() -> &'static [Vec<u8>] {
    static PACKS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    PACKS.get_or_init(|| {
        let made = shipped().iter().map(|shipped| {
            // A test makes each of them. One that cannot be made is not there.
            let source = Source::read(shipped.text).ok()?;
            build(&source, &Glyphs::read(shipped.glyphs).ok()?).ok()
        });
        made.map(Option::unwrap_or_default).collect()
    })
}

/// The languages as they can be chosen.
pub fn built_in() -> &'static [Tongue] {
    static TONGUES: OnceLock<Vec<Tongue>> = OnceLock::new();
    TONGUES.get_or_init(|| {
        let packs = all().iter().filter_map(|bytes| Pack::open(bytes).ok());
        packs.filter_map(|pack| Tongue::of(&pack)).collect()
    })
}

/// One of them, counted from 0.
pub fn tongue(number: usize) -> Option<Tongue> {
    built_in().get(number).cloned()
}
