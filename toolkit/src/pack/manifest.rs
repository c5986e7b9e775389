//! The list of packs that are made together: which files, under which name, in which order.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use shikatsu::pack::MAX_NAME;
use shikatsu::problem::Level;

use crate::entry::Entry;
use crate::files::Loaded;
use crate::print::one_line;

/// Numbers from here on are made from names.
const FIRST_OF_NAMES: u32 = 0x8000_0000;

/// The packs of a manifest, in the order in which they are shown.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The packs.
    #[serde(rename = "pack")]
    pub packs: Vec<Planned>,
}

/// A pack to be made.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Planned {
    /// Its file, without folder and end.
    pub file: String,
    /// Its own number.
    pub id: u32,
    /// What it is called.
    pub name: String,
    /// Which edition it is.
    pub revision: u16,
    /// Where its problems are: files and folders beside the manifest.
    pub sources: Vec<PathBuf>,
    /// Problems of these that stay out, by their names.
    #[serde(default)]
    pub without: Vec<String>,
    /// How they are put in order.
    #[serde(default)]
    pub order: Order,
}

/// How problems are put in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// The easiest first, and of equals those with something to find; but whatever their levels, the first has a move to
    /// find if any has.
    #[default]
    Level,
    /// As the files are named, and as they stand in a collection.
    File,
}

impl Manifest {
    /// Reads the text of a manifest; what is wrong with it, as a sentence, if it cannot be one.
    pub fn parse(text: &str) -> Result<Manifest, String> {
        let manifest: Manifest = toml::from_str(text).map_err(|error| error.to_string())?;
        let (mut ids, mut files) = (HashSet::new(), HashSet::new());
        for pack in &manifest.packs {
            let Planned { file, id, name, .. } = pack;
            if !(1..FIRST_OF_NAMES).contains(id) {
                return Err(format!(
                    "{file}: the id {id} should be between 1 and {FIRST_OF_NAMES}"
                ));
            }
            if name.is_empty() || name.len() > MAX_NAME || *name != one_line(name) {
                return Err(format!("{file}: a name is one line of at most {MAX_NAME} bytes"));
            }
            if Path::new(file).components().count() != 1 {
                return Err(format!(
                    "\"{file}\" should be the name of a file, without a folder"
                ));
            }
            if !ids.insert(id) {
                return Err(format!("{file}: another pack has the id {id}"));
            }
            if !files.insert(file) {
                return Err(format!("{file}: another pack has this file"));
            }
        }
        Ok(manifest)
    }
}

impl Planned {
    /// Of what its sources hold that which belongs into it, in its order. What cannot be read comes last.
    pub fn arrange(&self, mut loaded: Vec<Loaded>) -> Vec<Loaded> {
        loaded.retain(|loaded| {
            let name = loaded.entry.as_ref().map(|entry| &entry.name);
            name.is_err() || !name.is_ok_and(|name| self.without.contains(name))
        });
        loaded.sort_by_key(|loaded| loaded.entry.is_err());
        if self.order == Order::Level {
            by_level(&mut loaded);
        }
        loaded
    }
}

fn by_level(loaded: &mut [Loaded]) {
    let good = loaded.partition_point(|loaded| loaded.entry.is_ok());
    let good = &mut loaded[..good];
    good.sort_by_key(|loaded| {
        let entry = loaded.entry.as_ref().ok();
        let level = entry.and_then(|entry| entry.level);
        (
            level.map(Level::steps_from_first_dan),
            entry.is_some_and(is_settled),
        )
    });
    let is_task = |loaded: &Loaded| loaded.entry.as_ref().is_ok_and(|entry| !is_settled(entry));
    if let Some(task) = good.iter().position(is_task) {
        good[..=task].rotate_right(1);
    }
}

/// Whether no first move does better than another.
fn is_settled(entry: &Entry) -> bool {
    entry.answer.is_some_and(|answer| answer.moves.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Format;

    const PACK: &str = "[[pack]]\nfile = \"a\"\nid = 1\nname = \"A\"\nrevision = 1\nsources = [\"a\"]\n";

    #[test]
    fn a_manifest_says_what_is_wrong_with_it() {
        assert_eq!(Manifest::parse(PACK).unwrap().packs[0].order, Order::Level);
        let by_file = format!("{PACK}order = \"file\"\n");
        assert_eq!(Manifest::parse(&by_file).unwrap().packs[0].order, Order::File);
        for (text, sentence) in [
            (PACK.replace("= 1\nname", "= 0\nname"), "the id 0"),
            (PACK.replace("\"A\"", "\"\""), "a name is one line"),
            (PACK.replace("\"A\"", "\"A\\nB\""), "a name is one line"),
            (
                PACK.replace("file = \"a\"", "file = \"../a\""),
                "without a folder",
            ),
            (format!("{PACK}{PACK}"), "another pack has the id 1"),
            (
                format!("{PACK}{}", PACK.replace("= 1\nname", "= 2\nname")),
                "another pack has this file",
            ),
            (format!("{PACK}colour = \"red\"\n"), "unknown field"),
        ] {
            let error = Manifest::parse(&text).unwrap_err();
            assert!(error.contains(sentence), "{error}");
        }
    }

    #[test]
    fn the_easiest_come_first_but_a_task_before_them_all() {
        let position = "-----\n-xxx-\nxxoox\nxo-ox\nxooox\nB2 x\n";
        let loaded = |notes: &str| Loaded {
            path: PathBuf::new(),
            game: 0,
            games: 1,
            format: Format::Text,
            layout: None,
            entry: Ok(Entry::from_text(&format!("{position}{notes}\n")).unwrap()),
        };
        let mut all = [
            "Name: a; Level: 1d; Answer: dead C2",
            "Name: b; Level: 9k; Answer: alive",
            "Name: c; Level: 5k; Answer: alive",
            "Name: d; Level: 5k; Answer: dead C2",
            "Name: e; Answer: alive",
        ]
        .map(loaded);
        by_level(&mut all);
        let names = all.map(|loaded| loaded.entry.unwrap().name);
        assert_eq!(names, ["d", "e", "b", "c", "a"]);
    }
}
