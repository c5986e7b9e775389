//! A workspace with the rooms that are changed, the modules that they need, and their tests: it builds in a fraction of the time.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::graft::{CHOICE, Graft};
use super::list::Mutant;
use super::{ROOMS, TESTS};
use crate::shell::{cargo, root};

/// The tests that stand beside the code of the core, and all others.
pub(super) const BESIDE: [&str; 2] = ["--package=shikatsu", "--lib"];
pub(super) const KEPT: [&str; 2] = ["--package=host-tests", "--test=kept"];

/// The copy.
pub(super) struct Tree {
    folder: PathBuf,
    /// The files of the core in it, as the project had them when it was made: somebody may work on them meanwhile.
    files: BTreeMap<String, String>,
}

impl Tree {
    /// Copies what is needed.
    pub(super) fn plant(folder: &Path) -> Result<Tree> {
        let mut tree = Tree {
            folder: folder.to_path_buf(),
            files: BTreeMap::new(),
        };
        let tests: Vec<String> = TESTS
            .iter()
            .map(|test| format!("host-tests/tests/{test}.rs"))
            .collect();
        let mut helpers = BTreeSet::new();
        let mut rooms: Vec<String> = ROOMS.map(String::from).into();
        for test in &tests {
            let text = read(test)?;
            helpers.extend(mentioned(&text, "host_tests::"));
            rooms.extend(mentioned(&text, "shikatsu::"));
        }
        let rooms = with_needs("src", &rooms);
        for room in &rooms {
            for file in module("src", room)? {
                let text = read(&file)?;
                tree.files.insert(file, text);
            }
        }
        let mut helpers = with_needs("host-tests/src", &helpers.into_iter().collect::<Vec<_>>());
        // The copy has no features, and so nothing of what stands behind one.
        let lib = read("host-tests/src/lib.rs")?;
        helpers.retain(|name| !lib.contains(&format!("\"host\")]\npub mod {name};")));
        let mut others = tests;
        for helper in &helpers {
            others.extend(module("host-tests/src", helper)?);
        }
        for folder in ["host-tests/fixtures", "problems/built-in"] {
            others.extend(files_below(folder)?);
        }
        others.push("Cargo.lock".into());
        for file in &others {
            super::write(&tree.folder.join(file), &fs::read(root().join(file))?)?;
        }
        tree.write_manifests(&others)?;
        let lines = |modules: &[String]| {
            modules.iter().fold(String::new(), |lines, name| {
                lines
                    + "pub mod "
                    + name
                    + ";
"
            })
        };
        let features = "#![no_std]\n#![allow(warnings, internal_features, arithmetic_overflow, unconditional_panic)]\n#![feature(core_intrinsics, const_eval_select)]\nextern crate std;\n";
        tree.write(
            "src/lib.rs",
            &format!("{features}pub mod mutants;\n{}\n{}", given_on()?, lines(&rooms)),
        )?;
        tree.write("src/mutants.rs", CHOICE)?;
        tree.write("host-tests/src/lib.rs", &lines(&helpers))?;
        tree.write("host-tests/tests/kept.rs", &lines(&TESTS.map(String::from)))?;
        Ok(tree)
    }

    fn write_manifests(&self, others: &[String]) -> Result<()> {
        let core = needed(
            &read("Cargo.toml")?,
            &self.files.keys().cloned().collect::<Vec<_>>(),
        )?;
        let package =
            |name: &str| format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
        let profile = "[profile.dev]\nopt-level = 1\ndebug = false\nincremental = false\nlto = \"off\"\n";
        let workspace = "[workspace]\nmembers = [\"host-tests\"]\nresolver = \"3\"\n";
        let features = "[features]\nstd = []\n";
        // Go itself is not copied: nothing in it is changed, and a line gives its modules on.
        let go = root().join("go").display().to_string();
        self.write(
            "Cargo.toml",
            &format!(
                "{workspace}{}{features}[dependencies]\nshikatsu-go = {{ path = {go:?} }}\n{core}{profile}",
                package("shikatsu")
            ),
        )?;
        let tests: Vec<String> = others.iter().filter(|file| is_source(file)).cloned().collect();
        let helpers = needed(&read("host-tests/Cargo.toml")?, &tests)?;
        let one = "autotests = false\n[[test]]\nname = \"kept\"\n";
        self.write(
            "host-tests/Cargo.toml",
            &format!(
                "{}{one}[dependencies]\nshikatsu = {{ path = \"..\" }}\n{helpers}",
                package("host-tests")
            ),
        )
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn write(&self, file: &str, text: &str) -> Result<()> {
        super::write(&self.folder.join(file), text.as_bytes())
    }

    /// The files of the core, as the project has them.
    pub(super) fn originals(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .map(|(file, text)| (file.as_str(), text.as_str()))
    }

    /// Makes the copy what the project is, but for one mutant.
    pub(super) fn restore(&self, mutant: &Mutant) -> Result<()> {
        for (file, text) in &self.files {
            let mut text = text.clone();
            if mutant.file == *file {
                text.replace_range(mutant.bytes.clone(), &mutant.replacement);
            }
            self.write(file, &text)?;
        }
        Ok(())
    }

    fn cargo(&self, arguments: &[&str], programs: &[&[&str]]) -> Command {
        let mut command = cargo(arguments);
        // The choice has to know whether it is the compiler that asks, for which there is no stable call.
        command
            .current_dir(&self.folder)
            .env("RUSTC_BOOTSTRAP", "shikatsu");
        command.env("CARGO_TARGET_DIR", self.folder.join("target"));
        command.args(programs.concat()).arg("--message-format=json");
        command
    }

    /// The mutants that do not compile.
    pub(super) fn check(&self, graft: &Graft) -> Result<BTreeSet<usize>> {
        let (ends_well, messages) = told(self.cargo(&["check"], &[&BESIDE, &KEPT]))?;
        let mut faulty = BTreeSet::new();
        for message in &messages {
            if message["message"]["level"] != "error" {
                continue;
            }
            let spans = message["message"]["spans"].as_array().into_iter().flatten();
            let places = spans.filter_map(|span| {
                Some((span["file_name"].as_str()?, span["line_start"].as_u64()? as usize))
            });
            let found: Vec<usize> = places.filter_map(|(file, line)| graft.at(file, line)).collect();
            let text = message["message"]["rendered"].as_str().unwrap_or_default();
            let is_summary =
                text.starts_with("error: aborting") || text.starts_with("error: could not compile");
            ensure!(
                !found.is_empty() || is_summary,
                "the copy does not compile: {text}"
            );
            faulty.extend(found);
        }
        ensure!(ends_well || !faulty.is_empty(), "the copy does not compile");
        Ok(faulty)
    }

    /// Builds the tests, the core's own among them. Says where they are.
    pub(super) fn build(&self) -> Result<Vec<PathBuf>> {
        built(self.cargo(&["test", "--no-run"], &[&BESIDE, &KEPT]))
    }

    /// Builds one of the two programs. Most of it is as it was when the last mutant was built alone.
    pub(super) fn build_again(&self, program: &[&str]) -> Result<Vec<PathBuf>> {
        let mut command = self.cargo(&["test", "--no-run"], &[program]);
        command.env("CARGO_INCREMENTAL", "1");
        built(command)
    }
}

/// Builds tests. Says where they are.
fn built(command: Command) -> Result<Vec<PathBuf>> {
    let (ends_well, messages) = told(command)?;
    if !ends_well {
        bail!("the tests do not compile");
    }
    let found = messages
        .iter()
        .filter_map(|message| message["executable"].as_str());
    Ok(found.map(PathBuf::from).collect())
}

/// Runs cargo to its end. Says whether that was a good one, and what cargo told.
fn told(mut command: Command) -> Result<(bool, Vec<Value>)> {
    let output = command.stderr(Stdio::null()).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str(line).ok());
    Ok((output.status.success(), messages.collect()))
}

fn read(file: &str) -> Result<String> {
    fs::read_to_string(root().join(file)).with_context(|| format!("{file} cannot be read"))
}

/// The line of the core that gives on the modules of Go itself.
fn given_on() -> Result<String> {
    let text = read("src/lib.rs")?;
    let line = text
        .lines()
        .find(|line| line.starts_with("pub use shikatsu_go::"));
    line.map(String::from)
        .context("src/lib.rs gives no modules of shikatsu_go on")
}

/// Modules, and all that they mention.
fn with_needs(folder: &str, first: &[String]) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    let mut left = first.to_vec();
    while let Some(name) = left.pop() {
        if known.contains(&name) {
            continue;
        }
        // What is no module is a word of a comment.
        if let Ok(files) = module(folder, &name) {
            for file in files {
                left.extend(
                    read(&file)
                        .map(|text| mentioned(&text, "crate::"))
                        .unwrap_or_default(),
                );
            }
            known.push(name);
        }
    }
    known.sort();
    known
}

/// The names behind a path's beginning.
fn mentioned(text: &str, path: &str) -> Vec<String> {
    let behind = text.split(path).skip(1);
    let names = behind.map(|rest| {
        rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .next()
    });
    names
        .flatten()
        .filter(|name| !name.is_empty())
        .map(String::from)
        .collect()
}

/// The files of a module.
fn module(folder: &str, name: &str) -> Result<Vec<String>> {
    let file = format!("{folder}/{name}.rs");
    if root().join(&file).is_file() {
        return Ok(vec![file]);
    }
    let folder = format!("{folder}/{name}");
    ensure!(
        root().join(&folder).join("mod.rs").is_file(),
        "there is no {folder}"
    );
    files_below(&folder)
}

fn files_below(folder: &str) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for item in fs::read_dir(root().join(folder))? {
        let item = item?;
        let path = format!("{folder}/{}", item.file_name().to_string_lossy());
        if item.file_type()?.is_dir() {
            files.extend(files_below(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn is_source(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|ending| ending == "rs")
}

/// The dependencies of a manifest that these files mention, a line each.
fn needed(manifest: &str, files: &[String]) -> Result<String> {
    let mut sources = String::new();
    for file in files.iter().filter(|file| is_source(file)) {
        sources.push_str(&read(file)?);
    }
    let (mut lines, mut is_wanted) = (String::new(), false);
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_wanted = matches!(line, "[dependencies]" | "[dev-dependencies]");
        }
        if let Some((name, _)) = line.split_once(" = ")
            && is_wanted
            && !name.starts_with("shikatsu")
            && sources.contains(&format!("{}::", name.replace('-', "_")))
        {
            writeln!(lines, "{line}")?;
        }
    }
    Ok(lines)
}
