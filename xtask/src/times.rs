//! How long the chip takes to read out each built-in problem: tables in `docs`, and a limit that is checked.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};

use crate::bench::{Figure, compare};
use crate::shell::root;

/// The longest that a built-in problem may take, in microseconds of the chip's time.
const LIMIT: u64 = 2_000_000;

/// How many of the slowest are shown when measuring, and how many in the docs.
const SLOWEST: (usize, usize) = (10, 40);

/// The first line of the file with all of them.
const COLUMNS: &str = "problem,outcome,nodes,instructions,microseconds,signature";

/// For people: what is usual and what takes longest.
fn summary_path() -> PathBuf {
    root().join("docs/device-times.md")
}

/// Every problem, and what the tests hold.
fn all_path() -> PathBuf {
    root().join("docs/device-times.csv")
}

/// The built-in problems among the chip's figures: those after all problems of the bench together.
pub(crate) fn built_in(chip: &[Figure]) -> &[Figure] {
    let solver = chip.iter().position(|figure| figure.name == "solver");
    solver.map_or(&[], |solver| &chip[solver + 1..])
}

fn slowest_first(figures: &[Figure]) -> Vec<&Figure> {
    let mut figures: Vec<&Figure> = figures.iter().collect();
    figures.sort_by_key(|figure| std::cmp::Reverse(figure.microseconds));
    figures
}

fn seconds(figure: &Figure) -> f64 {
    figure.microseconds.unwrap_or(0) as f64 / 1e6
}

/// The slowest, for people.
pub(crate) fn slowest(chip: &[Figure]) -> String {
    let mut text = String::new();
    let figures = slowest_first(built_in(chip));
    if !figures.is_empty() {
        text += "Built-in problems that take the chip longest, every correct first move:\n";
    }
    for figure in figures.iter().take(SLOWEST.0) {
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

/// Every problem with its figures, in the order of the packs.
fn list(figures: &[Figure]) -> String {
    let mut text = format!("{COLUMNS}\n");
    for figure in figures {
        writeln!(
            text,
            "{},{},{},{},{},{}",
            figure.name,
            figure.outcome.as_deref().unwrap_or(""),
            figure.work,
            figure.instructions.unwrap_or(0),
            figure.microseconds.unwrap_or(0),
            figure.signature
        )
        .expect("a String takes everything");
    }
    text
}

/// What [`list`] wrote.
fn read_list(text: &str) -> Result<Vec<Figure>> {
    let mut lines = text.lines();
    ensure!(lines.next() == Some(COLUMNS), "other columns than {COLUMNS}");
    let figure = |line: &str| {
        let [name, outcome, work, instructions, microseconds, signature] =
            line.split(',').collect::<Vec<_>>()[..]
        else {
            bail!("this line has other columns: {line}");
        };
        Ok(Figure {
            name: name.into(),
            work: work.parse()?,
            instructions: Some(instructions.parse()?),
            signature: signature.into(),
            outcome: Some(outcome.into()),
            microseconds: Some(microseconds.parse()?),
        })
    };
    lines.map(figure).collect()
}

/// The packs in their order, each with the seconds of its problems, shortest first.
fn by_pack(figures: &[Figure]) -> Vec<(&str, Vec<f64>)> {
    let mut packs: Vec<(&str, Vec<f64>)> = Vec::new();
    for figure in figures {
        let pack = figure.name.split('/').next().unwrap_or("");
        match packs.last_mut() {
            Some((name, times)) if *name == pack => times.push(seconds(figure)),
            _ => packs.push((pack, vec![seconds(figure)])),
        }
    }
    for (_, times) in &mut packs {
        times.sort_by(f64::total_cmp);
    }
    packs
}

/// What is usual in each pack, and what takes longest.
fn summary(figures: &[Figure]) -> String {
    let all: f64 = figures.iter().map(seconds).sum();
    let mut text = format!(
        "# Times on the device\n\n\
         How long an RP2040 at 125 MHz takes until it knows everything about the first position of a built-in problem: the outcome, and every \
         correct\nmove. It does so while you look for yours, in slices of 1.5 ms, so that keys are answered meanwhile.\n\n\
         Measured on the emulated chip by the bench image, with the trainer's table of 8,192 slots, for every problem: \
         [device-times.csv](device-times.csv) has all {}, {all:.1} s\ntogether. `cargo xtask bench --bless` writes both files. Nodes and instructions \
         are exact; seconds are a model without misses of the flash's cache.\n\n\
         How it is held: every test run reads all of them out on the computer and compares nodes and answers with the list, and reads a sample \
         of about 48 of each pack out on the\nemulated chip, where instructions may not grow and nothing may take longer than two seconds.\n\n\
         | pack | problems | half of them within | nine in ten within | slowest |\n|---|--:|--:|--:|--:|\n",
        figures.len(),
    );
    for (pack, times) in by_pack(figures) {
        let part = |of_ten: usize| times[(times.len() - 1) * of_ten / 10] * 1e3;
        writeln!(
            text,
            "| {pack} | {} | {:.0} ms | {:.0} ms | {:.0} ms |",
            times.len(),
            part(5),
            part(9),
            part(10)
        )
        .expect("a String takes everything");
    }
    text += "\nThose that take longest:\n\n\
             | problem | outcome | nodes | instructions | seconds |\n|---|---|--:|--:|--:|\n";
    for figure in slowest_first(figures).iter().take(SLOWEST.1) {
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

/// Writes both tables, if all problems were measured and none is too slow.
pub(crate) fn write(chip: &[Figure]) -> Result<()> {
    let figures = built_in(chip);
    figures.iter().try_for_each(is_in_time)?;
    let write = |path: PathBuf, text: String| {
        fs::write(&path, text).with_context(|| format!("{} cannot be written", path.display()))
    };
    write(all_path(), list(figures))?;
    write(summary_path(), summary(figures))
}

fn is_in_time(figure: &Figure) -> Result<()> {
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
    Ok(())
}

/// An error if a problem takes too long, is not read out, or differs from the list.
pub(crate) fn check(chip: &[Figure]) -> Result<String> {
    let list = fs::read_to_string(all_path()).context("there is no list of times")?;
    let held = read_list(&list).context("docs/device-times.csv")?;
    let measured = built_in(chip);
    ensure!(!measured.is_empty(), "there are no built-in problems");
    for figure in measured {
        is_in_time(figure)?;
        let name = &figure.name;
        let old = held.iter().find(|held| held.name == *name);
        let old = old.with_context(|| {
            format!("{name}: not in docs/device-times.csv; if it is new: cargo xtask bench --bless")
        })?;
        compare(figure, old)?;
    }
    let slowest = slowest_first(&held)[0];
    Ok(format!(
        "{} of {} built-in problems, of all slowest {} in {:.2} s",
        measured.len(),
        held.len(),
        slowest.name,
        seconds(slowest)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::read;

    const CHIP: &str = "widen-5 1 2 a dead 9\nsolver 1 2 a all 9\na/l-group 10 20 b dead 300\na/stairs 11 20 c ko+ 4000\n\
                        b/door 5 9 d alive 7\n";

    #[test]
    fn the_list_has_the_built_in_problems_and_reads_back() {
        let chip = read(CHIP).unwrap();
        let text = list(built_in(&chip));
        let rows: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(
            rows,
            [
                "a/l-group,dead,10,20,300,b",
                "a/stairs,ko+,11,20,4000,c",
                "b/door,alive,5,9,7,d"
            ]
        );
        assert!(read_list(&text).unwrap() == built_in(&chip));
        assert!(read_list("name,outcome\n").is_err() && read_list(&text.replace("ko+,", "")).is_err());
    }

    #[test]
    fn the_summary_tells_each_pack_and_the_slowest_first() {
        let chip = read(CHIP).unwrap();
        let text = summary(built_in(&chip));
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| ")).collect();
        assert_eq!(
            rows,
            [
                "| pack | problems | half of them within | nine in ten within | slowest |",
                "| a | 2 | 0 ms | 0 ms | 4 ms |",
                "| b | 1 | 0 ms | 0 ms | 0 ms |",
                "| problem | outcome | nodes | instructions | seconds |",
                "| a/stairs | ko+ | 11 | 20 | 0.004 |",
                "| a/l-group | dead | 10 | 20 | 0.000 |",
                "| b/door | alive | 5 | 9 | 0.000 |",
            ]
        );
    }

    #[test]
    fn what_is_slow_or_not_read_out_is_told() {
        let is_told = |line: &str| is_in_time(&read(line).unwrap()[0]).is_err();
        assert!(is_told("slow 10 20 a dead 2000001") && is_told("far 10 20 a unknown 5"));
        assert!(!is_told("quick 10 20 a dead 2000000"));
    }
}
