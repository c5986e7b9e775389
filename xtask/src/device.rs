//! The handheld at a computer's USB port: the image, the program and packs for it, and a test that runs them together.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::built;
use crate::firmware::{Board, Image};
use crate::shell::{command, output, root, run, target};

/// Revisions of a pack, and what is in them.
const REVISIONS: [(&str, &[&str]); 2] = [("1", &["shapes"]), ("2", &["ko", "seki"])];

/// Problems of the largest pack.
const MANY: &str = "4000";

/// Builds everything, and runs the test. Returns the figures it found.
pub(crate) fn check() -> Result<String> {
    let image = Image::Trainer.build(Board::default())?;
    let program = built::program()?;
    let folder = target().join("device");
    std::fs::create_dir_all(&folder)?;
    for (revision, sources) in REVISIONS {
        let mut build = Command::new(&program);
        build.args([
            "pack",
            "build",
            "--name=A test pack",
            "--uf2",
            "--slot=3",
            "--force",
        ]);
        build.args(["--revision", revision, "-o"]);
        build.arg(folder.join(revision).with_extension("pack"));
        build.args(sources.iter().map(|source| root().join("problems").join(source)));
        output(build)?;
    }
    let mut language = Command::new(&program);
    language.args(["language", "build", "ja", "-o"]);
    language.arg(folder.join("ja.lang"));
    output(language)?;
    let mut make = Command::new(built::example("many-problems")?);
    make.arg(MANY).arg(folder.join("many.pack"));
    run(make)?;
    let mut make = Command::new(built::example("book-pack")?);
    make.arg(folder.join("book.pack"));
    run(make)?;
    let mut node = command("node", &["--test", "--test-concurrency=2", "--test-reporter=tap"]);
    node.args(tests()?);
    node.env("SHIKATSU_IMAGE", image)
        .env("SHIKATSU_PACKS", folder)
        .env("SHIKATSU", program);
    let said = output(node)?;
    let figures = said.lines().filter_map(|line| line.strip_prefix("# figure: "));
    Ok(figures.collect::<Vec<_>>().join("; "))
}

/// All files of tests, by name. Each works with a handheld of its own, so two of them run at a time.
fn tests() -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for file in std::fs::read_dir(root().join("host-tests/device"))? {
        let path = file?.path();
        if path.to_string_lossy().ends_with(".test.mjs") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Builds everything, and plays the first moves of so many problems of a pack.
pub(crate) fn first_moves(pack: &Path, problems: usize) -> Result<()> {
    let pack = pack
        .canonicalize()
        .with_context(|| format!("{} cannot be read", pack.display()))?;
    let image = Image::Trainer.build(Board::default())?;
    let program = built::program()?;
    let folder = target().join("first-moves");
    std::fs::create_dir_all(&folder)?;
    let mut list = Command::new(built::example("first-moves")?);
    list.arg(&pack).arg(problems.to_string()).arg(&folder);
    let moves = folder.join("moves.jsonl");
    std::fs::write(&moves, output(list)?)?;
    let mut node = command("node", &["host-tests/device/first-moves.mjs"]);
    node.env("SHIKATSU_IMAGE", image)
        .env("SHIKATSU_PACK", pack)
        .env("SHIKATSU_MOVES", moves)
        .env("SHIKATSU", program);
    run(node)
}
