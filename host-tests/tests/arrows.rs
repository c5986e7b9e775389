//! Arrows go one way: no circle of files in the trainer.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a folder of the core, with the files that each of them uses.
struct Map {
    /// By the path of the module, such as `session::activity::run`. A folder stands for its `mod.rs`.
    files: BTreeMap<String, PathBuf>,
}

impl Map {
    fn of(folder: &str) -> Map {
        let mut map = Map {
            files: BTreeMap::new(),
        };
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
        map.add(&source.join(folder), folder);
        map
    }

    fn add(&mut self, folder: &Path, module: &str) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            match name {
                "mod" => drop(self.files.insert(module.to_string(), path)),
                // Tests may know everything.
                "tests" => {}
                _ if path.is_dir() => self.add(&path, &format!("{module}::{name}")),
                _ => drop(self.files.insert(format!("{module}::{name}"), path)),
            }
        }
    }

    /// The files that a file uses, as far as they are on this map.
    fn used_by(&self, module: &str) -> BTreeSet<String> {
        let source = fs::read_to_string(&self.files[module]).unwrap();
        let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let code: Vec<&str> = code
            .lines()
            .filter(|line| !line.trim().starts_with("//"))
            .collect();
        // Who may see something is no use of it.
        let code = code.join("\n").replace("pub(in crate::session)", "pub");
        let is_folder = self.files[module].ends_with("mod.rs");
        let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
        let mut used = BTreeSet::new();
        for (word, base) in [("super::", parent), ("crate::", ""), ("self::", module)] {
            for (place, _) in code.match_indices(word) {
                let is_whole = !code[..place]
                    .ends_with(|letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':');
                if is_whole {
                    self.follow(base, &code[place + word.len()..], &mut used);
                }
            }
        }
        for line in code.lines().map(str::trim) {
            // An entry of a list that a macro reads.
            let entry = line.strip_suffix(',').and_then(|entry| entry.split_once("::"));
            if entry.is_some_and(|(file, _)| self.files.contains_key(&format!("{parent}::{file}"))) {
                self.follow(parent, line, &mut used);
            }
        }
        if is_folder {
            // What a folder hands out comes from its own files.
            for line in code
                .lines()
                .filter(|line| line.starts_with("pub") && line.contains(" use "))
            {
                let path = line.split_once(" use ").unwrap().1;
                if !path.starts_with("crate") {
                    self.follow(module, path, &mut used);
                }
            }
        }
        used.remove(module);
        used
    }

    /// Follows a path that begins in `module`: through modules as far as they are files, into each branch of a brace.
    fn follow(&self, module: &str, path: &str, used: &mut BTreeSet<String>) {
        if let Some(list) = path.strip_prefix('{') {
            for branch in branches(list) {
                self.follow(module, branch.trim(), used);
            }
            return;
        }
        let name: String = path
            .chars()
            .take_while(|&letter| letter.is_alphanumeric() || letter == '_')
            .collect();
        if name.is_empty() {
            // A name that a macro fills in.
            return;
        }
        let next = if module.is_empty() {
            name.clone()
        } else {
            format!("{module}::{name}")
        };
        let is_on_the_way = self
            .files
            .keys()
            .any(|file| *file == next || file.starts_with(&format!("{next}::")));
        if !is_on_the_way {
            if self.files.contains_key(module) {
                used.insert(module.to_string());
            }
        } else if let Some(rest) = path[name.len()..].strip_prefix("::") {
            self.follow(&next, rest, used);
        } else {
            used.insert(next);
        }
    }

    /// A way that comes back to where it began, if there is one.
    fn circle(&self) -> Option<Vec<String>> {
        let used: BTreeMap<&String, BTreeSet<String>> =
            self.files.keys().map(|file| (file, self.used_by(file))).collect();
        let mut done = BTreeSet::new();
        self.files
            .keys()
            .find_map(|file| walk(file, &used, &mut Vec::new(), &mut done))
    }
}

fn walk(
    file: &String,
    used: &BTreeMap<&String, BTreeSet<String>>,
    way: &mut Vec<String>,
    done: &mut BTreeSet<String>,
) -> Option<Vec<String>> {
    if let Some(start) = way.iter().position(|passed| passed == file) {
        return Some([&way[start..], std::slice::from_ref(file)].concat());
    }
    if done.contains(file) {
        return None;
    }
    way.push(file.clone());
    let found = used[file].iter().find_map(|next| walk(next, used, way, done));
    way.pop();
    done.insert(file.clone());
    found
}

/// The parts of a list up to its closing brace.
fn branches(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (place, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => {
                parts.push(&list[start..place]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    parts.into_iter().filter(|part| !part.trim().is_empty()).collect()
}

#[test]
fn no_files_of_the_trainer_form_a_circle() {
    let map = Map::of("session");
    assert!(map.files.len() > 30, "{:?}", map.files.keys());
    assert_eq!(map.circle(), None);
}

#[test]
fn the_map_sees_what_files_use() {
    let map = Map::of("session");
    let used = map.used_by("session::desk");
    for below in ["session::activity", "session::tabletop", "session::scene"] {
        assert!(used.contains(below), "{below} in {used:?}");
    }
    assert!(
        map.used_by("session::activity")
            .contains("session::activity::registry")
    );
    assert!(
        map.used_by("session::activity::why")
            .contains("session::tabletop")
    );
    assert!(
        map.used_by("session::activity::registry")
            .contains("session::activity::status")
    );
    assert!(!map.used_by("session::tabletop").contains("session::activity"));
}

#[test]
fn activities_do_not_know_each_other() {
    let map = Map::of("session");
    let names = ["free_play", "read_out", "solution", "status", "trying", "why"];
    let activities = names.map(|name| format!("session::activity::{name}"));
    for one in &activities {
        for other in map.used_by(one) {
            assert!(!activities.contains(&other), "{one} knows {other}");
        }
    }
}
