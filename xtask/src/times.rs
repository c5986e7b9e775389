//! How long the chip takes to read each built-in problem out: a table in `docs`, and a limit that is held.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::bench::Figure;
use crate::shell::root;

/// Nobody waits longer for a built-in problem, in microseconds of the chip's time.
const LIMIT: u64 = 2_000_000;

/// How many of the slowest are shown.
const SLOWEST: usize = 10;

fn path() -> PathBuf {
    root().join("docs/device-times.md")
}

/// The built-in problems among the chip's figures: those after all problems of the bench together.
fn built_in(chip: &[Figure]) -> &[Figure] {
    let solver = chip.iter().position(|figure| figure.name == "solver");
    solver.map_or(&[], |solver| &chip[solver + 1..])
}

fn slowest_first(chip: &[Figure]) -> Vec<&Figure> {
    let mut figures: Vec<&Figure> = built_in(chip).iter().collect();
    figures.sort_by_key(|figure| std::cmp::Reverse(figure.microseconds));
    figures
}

fn seconds(figure: &Figure) -> f64 {
    figure.microseconds.unwrap_or(0) as f64 / 1e6
}

/// The slowest, for people.
pub(crate) fn slowest(chip: &[Figure]) -> String {
    let mut text = String::new();
    let figures = slowest_first(chip);
    if !figures.is_empty() {
        text += "Built-in problems that take the chip longest, every correct first move:\n";
    }
    for figure in figures.iter().take(SLOWEST) {
        writeln!(
            text,
            "  {:50} {:>8} nodes {:>8.3} s",
            figure.name,
            figure.work,
            seconds(figure)
        )
        .expect("a String takes everything");
    }
    text
}

/// The table of all of them.
fn table(chip: &[Figure]) -> String {
    let figures = slowest_first(chip);
    let all: f64 = figures.iter().map(|figure| seconds(figure)).sum();
    let mut text = format!(
        "# Times on the device\n\n\
         How long an RP2040 at 125 MHz takes until it knows everything about the first position of a built-in problem: the outcome, and every \
         correct\nmove. It does so while you look for yours, in slices of 1.5 ms, so that keys are answered meanwhile.\n\n\
         Measured on the emulated chip by the bench image, with the trainer's table of 8,192 slots. Nodes and instructions are exact and held by the \
         tests,\nseconds are a model without misses of the flash's cache. `cargo xtask bench --bless` writes this file.\n\n\
         Of a pack with many problems a sample of about 48 is measured, at equal steps; a test holds the nodes of all others below what two seconds allow.\n\n\
         {} problems, {all:.1} s together.\n\n\
         | problem | outcome | nodes | instructions | seconds |\n|---|---|--:|--:|--:|\n",
        figures.len(),
    );
    for figure in figures {
        writeln!(
            text,
            "| {} | {} | {} | {} | {:.3} |",
            figure.name,
            figure.outcome.as_deref().unwrap_or(""),
            figure.work,
            figure.instructions.unwrap_or(0),
            seconds(figure)
        )
        .expect("a String takes everything");
    }
    text
}

/// Writes the table.
pub(crate) fn write(chip: &[Figure]) -> Result<()> {
    std::fs::write(path(), table(chip)).context("the table of times cannot be written")
}

/// An error if a problem takes too long, is not read out, or is another one in the table.
pub(crate) fn check(chip: &[Figure]) -> Result<String> {
    let text = std::fs::read_to_string(path()).context("there is no table of times")?;
    let figures = slowest_first(chip);
    let slowest = figures.first().context("there are no built-in problems")?;
    for figure in &figures {
        let name = &figure.name;
        ensure!(
            figure.outcome.as_deref() != Some("unknown"),
            "{name}: not read out after {} nodes",
            figure.work
        );
        ensure!(
            figure.microseconds.unwrap_or(0) <= LIMIT,
            "{name}: read out after {:.2} s only",
            seconds(figure)
        );
        ensure!(
            is_told(&text, figure),
            "{name}: docs/device-times.md tells something else; if that is meant: cargo xtask bench --bless"
        );
    }
    Ok(format!(
        "{} built-in problems, slowest {} in {:.2} s",
        figures.len(),
        slowest.name,
        seconds(slowest)
    ))
}

/// Whether the table has this problem with these nodes.
fn is_told(table: &str, figure: &Figure) -> bool {
    let is_row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        cells.get(1) == Some(&figure.name.as_str()) && cells.get(3) == Some(&figure.work.to_string().as_str())
    };
    table.lines().any(is_row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::read;

    #[test]
    fn the_table_tells_built_in_problems_and_their_nodes_slowest_first() {
        let chip = read(
            "widen-5 1 2 a dead 9\nsolver 1 2 a all 9\nl-group 10 20 b dead 300\nstairs 11 20 c ko+ 4000\n",
        )
        .unwrap();
        let text = table(&chip);
        let rows: Vec<&str> = text.lines().filter(|line| line.contains(" 20 ")).collect();
        assert_eq!(
            rows,
            [
                "| stairs | ko+ | 11 | 20 | 0.004 |",
                "| l-group | dead | 10 | 20 | 0.000 |"
            ]
        );
        assert!(is_told(&text, &chip[2]) && !text.contains("widen"));
        let other = read("l-group 11 20 b dead 300\n").unwrap();
        assert!(!is_told(&text, &other[0]));
    }
}
