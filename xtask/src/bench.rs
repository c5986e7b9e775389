//! Measuring, and holding what was measured.

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

/// The figures by name, in the order of the positions.
type Figures = Vec<(String, Figure)>;

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
    if bless && let Err(why) = emulator::available() {
        bail!("cannot bless: the chip's figures are what is held, and {why}");
    }
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
    println!("  signature: equal on every machine that plays the same positions");
    if let Err(why) = emulator::available() {
        println!("the chip was not measured: {why}");
        return Ok(());
    }
    let figures = on_chip()?;
    println!("On the chip (emulated RP2040):");
    for (name, figure) in &figures {
        println!(
            "  {name:8} {:>6} instructions a move, made and unmade; {} moves, signature {}",
            figure.per_move(),
            figure.moves,
            figure.signature
        );
    }
    if bless { hold(&figures) } else { Ok(()) }
}

/// Keeps the figures for the tests.
fn hold(figures: &Figures) -> Result<()> {
    let mut text = String::from(
        "# What tests hold: NAME MOVES INSTRUCTIONS SIGNATURE. `cargo xtask bench --bless` writes it.\n",
    );
    for (name, f) in figures {
        writeln!(text, "{name} {} {} {}", f.moves, f.instructions, f.signature)?;
    }
    std::fs::write(held_path(), text).context("the figures cannot be written")
}

/// Holds the chip's figures against those that are kept.
pub(crate) fn check() -> Result<String> {
    let held = std::fs::read_to_string(held_path()).context("no figures are held")?;
    let (held, now) = (read(&held)?, on_chip()?);
    ensure!(
        held.len() == now.len(),
        "the positions are not those that are held"
    );
    let mut said = Vec::new();
    for (name, figure) in &now {
        let (_, old) = held
            .iter()
            .find(|(held, _)| held == name)
            .with_context(|| format!("{name}: this position is not held"))?;
        compare(name, figure, old)?;
        said.push(format!("{name} {}", figure.per_move()));
    }
    Ok(format!("instructions a move: {}", said.join(", ")))
}

/// Holds one position's figure against the one that is kept.
fn compare(name: &str, now: &Figure, held: &Figure) -> Result<()> {
    ensure!(
        now.moves == held.moves,
        "{name}: the chip plays {} moves, {} are held",
        now.moves,
        held.moves
    );
    ensure!(
        now.signature == held.signature,
        "{name}: the chip plays other positions than are held"
    );
    let (was, is) = (held.per_move(), now.per_move());
    ensure!(
        is * 100 <= was * (100 + TOLERANCE),
        "{name}: {is} instructions a move, {was} are held; if that is meant: cargo xtask bench --bless"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_in_moves_positions_or_speed_is_noticed() {
        let figure = |text: &str| read(text).unwrap().remove(0).1;
        let held = figure("corner 100 10000 a");
        let differs = |text| compare("corner", &figure(text), &held).is_err();
        assert!(
            differs("corner 99 10000 a") && differs("corner 100 10000 b") && differs("corner 100 10400 a")
        );
        assert!(
            !differs("corner 100 10000 a") && !differs("corner 100 10300 a") && !differs("corner 100 9000 a")
        );
    }

    #[test]
    fn figures_keep_the_order_of_the_positions() {
        let figures = read("# figures\ncorner 31 62 a\n9x9 4 8 b\n19x19 5 15 c\n").unwrap();
        let read: Vec<_> = figures
            .iter()
            .map(|(name, figure)| (name.as_str(), figure.per_move()))
            .collect();
        assert_eq!(read, [("corner", 2), ("9x9", 2), ("19x19", 3)]);
    }
}
