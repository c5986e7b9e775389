//! Measuring, and holding what was measured.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};

use crate::emulator;
use crate::firmware::Image;
use crate::shell::{cargo, output, root};

/// A move may cost this much more than what is held before it counts as a change, in percent.
const TOLERANCE: u64 = 3;

/// What the chip does on one position.
#[derive(Clone, PartialEq, Eq)]
struct Figure {
    moves: u64,
    instructions: u64,
    signature: String,
}

impl Figure {
    fn per_move(&self) -> u64 {
        self.instructions / self.moves
    }
}

type Figures = BTreeMap<String, Figure>;

fn held_path() -> PathBuf {
    root().join("host-tests/bench.txt")
}

/// Reads lines of `NAME MOVES INSTRUCTIONS SIGNATURE`.
fn read(text: &str) -> Result<Figures> {
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    let figure = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, moves, instructions, signature] = words[..] else {
            bail!("this line is no figure: {line}");
        };
        let figure = Figure {
            moves: moves.parse()?,
            instructions: instructions.parse()?,
            signature: signature.to_string(),
        };
        Ok((name.to_string(), figure))
    };
    lines.map(figure).collect()
}

fn on_chip() -> Result<Figures> {
    emulator::install()?;
    read(&emulator::listen(&Image::Bench.build()?)?)
}

/// `cargo xtask bench`
pub(crate) fn run(bless: bool) -> Result<()> {
    print!(
        "{}",
        output(cargo(&[
            "run",
            "--quiet",
            "--release",
            "--package=host-tests",
            "--bin=bench"
        ]))?
    );
    if let Err(why) = emulator::available() {
        println!("the chip was not measured: {why}");
        return Ok(());
    }
    let figures = on_chip()?;
    println!("On the chip (emulated RP2040):");
    for (name, figure) in &figures {
        println!(
            "  {name:8} {:>6} instructions a move, made and unmade",
            figure.per_move()
        );
    }
    if bless {
        let mut text = String::from(
            "# What tests hold: NAME MOVES INSTRUCTIONS SIGNATURE. `cargo xtask bench --bless` writes it.\n",
        );
        for (name, f) in &figures {
            writeln!(text, "{name} {} {} {}", f.moves, f.instructions, f.signature)?;
        }
        std::fs::write(held_path(), text)?;
    }
    Ok(())
}

/// Holds the chip's figures against those that are kept.
pub(crate) fn check() -> Result<String> {
    let held = std::fs::read_to_string(held_path()).context("no figures are held")?;
    let (held, now) = (read(&held)?, on_chip()?);
    ensure!(
        held.keys().eq(now.keys()),
        "the positions are not those that are held"
    );
    let mut said = Vec::new();
    for (name, figure) in &now {
        let old = &held[name];
        ensure!(
            figure.signature == old.signature,
            "{name}: the chip plays other positions than are held"
        );
        let (was, is) = (old.per_move(), figure.per_move());
        ensure!(
            is * 100 <= was * (100 + TOLERANCE),
            "{name}: {is} instructions a move, {was} are held; if that is meant: cargo xtask bench --bless"
        );
        said.push(format!("{name} {is}"));
    }
    Ok(format!("instructions a move: {}", said.join(", ")))
}
