//! Puts the bank into the library: the problems of `problems/`, a pack for each folder.
//!
//! Writes `bank.rs`: a constant with the name of each pack and the texts of its problems. The easiest come first, and of
//! equals those with something to find; whatever their levels, the first of a pack has a move to find if any has.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folders in the order of the packs, and what players read.
const PACKS: [(&str, &str); 6] = [
    ("eyes", "Eye shapes"),
    ("rows", "Rows on the edge"),
    ("corner", "Corner groups"),
    ("tesuji", "Tesuji"),
    ("ko", "Ko"),
    ("seki", "Seki"),
];

fn main() -> io::Result<()> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("problems");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut list = String::from("/// The packs that are always there.\nconst PACKS: &[Pack] = &[\n");
    for (folder, name) in PACKS {
        println!("cargo:rerun-if-changed={}", root.join(folder).display());
        let mut texts = texts_of(&root.join(folder))?;
        texts.sort_by_key(|text| (level(text), is_settled(text)));
        if let Some(task) = texts.iter().position(|text| !is_settled(text)) {
            texts[..=task].rotate_right(1);
        }
        writeln!(list, "    Pack {{ name: {name:?}, problems: &[").expect("a String takes everything");
        for text in &texts {
            let number = number(text);
            let (high, low) = (number >> 16, number & 0xffff);
            writeln!(list, "        (0x{high:04x}_{low:04x}, {text:?}),").expect("a String takes everything");
        }
        list.push_str("    ] },\n");
    }
    list.push_str("];\n");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("bank.rs"), list)
}

/// The problem texts of a folder, in the order of their names.
fn texts_of(folder: &Path) -> io::Result<Vec<String>> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|item| item.map(|item| item.path()))
        .collect::<io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    files.iter().map(fs::read_to_string).collect()
}

/// The words of a field in the notes.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(name)?;
    Some(rest.split(';').next()?.trim())
}

/// The level as a number that grows with it; what has none comes first.
fn level(text: &str) -> i32 {
    let Some(level) = field(text, "Level: ") else {
        return i32::MIN;
    };
    let number = |unit: char| level.strip_suffix(unit)?.parse::<i32>().ok();
    number('k')
        .map(|kyu| -kyu)
        .or_else(|| number('d'))
        .unwrap_or(i32::MIN)
}

/// Whether no first move does better than another.
fn is_settled(text: &str) -> bool {
    field(text, "Answer: ").is_some_and(|answer| !answer.contains(' '))
}

/// A problem's own number: FNV-1a over everything but the notes, so that these can be corrected.
fn number(text: &str) -> u32 {
    let position = text
        .trim_end()
        .rsplit_once('\n')
        .map_or(text, |(position, _)| position);
    position.bytes().fold(0x811c_9dc5, |hash: u32, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
