//! Measuring, and checking what was measured against the figures that are kept.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};

use crate::emulator;
use crate::firmware::{Board, Image};
use crate::shell::{cargo, output, root};
use crate::times;

/// How much more than the kept figure a move or a node may cost before it counts as a change, in percent.
const TOLERANCE: u64 = 3;

/// The figures of one position or problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Figure {
    pub(crate) name: String,
    /// Moves made and unmade, or nodes of the solver.
    pub(crate) work: u64,
    /// `None` if it takes too long for the emulator.
    pub(crate) instructions: Option<u64>,
    pub(crate) signature: String,
    /// Only a problem has one; `all` stands for all problems together.
    pub(crate) outcome: Option<String>,
    /// The chip's time, as the emulator models it. It is shown but not checked.
    pub(crate) microseconds: Option<u64>,
}

impl Figure {
    /// Instructions a move or a node.
    fn each(&self) -> Option<u64> {
        self.instructions.map(|spent| spent / self.work.max(1))
    }
}

/// The figures in the order in which they were measured.
pub(crate) type Figures = Vec<Figure>;

/// What this computer needs for a problem.
struct Timed {
    /// The problem, with what must be equal on both machines.
    figure: Figure,
    seconds: f64,
}

fn held_path() -> PathBuf {
    root().join("host-tests/bench.txt")
}

/// Reads lines of `NAME MOVES INSTRUCTIONS SIGNATURE`, and for a problem `NAME NODES INSTRUCTIONS SIGNATURE OUTCOME`,
/// which the chip's microseconds may follow.
pub(crate) fn read(text: &str) -> Result<Figures> {
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    let figure = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, work, instructions, signature, ref rest @ ..] = words[..] else {
            bail!("this line is no figure: {line}");
        };
        ensure!(rest.len() <= 2, "this line is no figure: {line}");
        let number = |word: &str| word.parse().with_context(|| format!("no number: {word}"));
        Ok(Figure {
            name: name.to_string(),
            work: number(work)?,
            instructions: (instructions != "-").then(|| number(instructions)).transpose()?,
            signature: signature.to_string(),
            outcome: rest.first().map(ToString::to_string),
            microseconds: rest.get(1).map(|word| number(word)).transpose()?,
        })
    };
    lines.map(figure).collect()
}

/// Which built-in problems the chip reads out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReadOut {
    /// A few of each large pack, so that it does not take long.
    Sample,
    /// All of them, which takes the emulator several minutes.
    All,
}

fn on_chip(which: ReadOut) -> Result<Figures> {
    emulator::install()?;
    let image = Image::Bench.build(Board::default())?;
    let told = match which {
        ReadOut::Sample => "sample",
        ReadOut::All => "all",
    };
    read(&emulator::listen(&image, told)?)
}

/// What the bench says on this computer.
fn here(arguments: &[&str]) -> Result<String> {
    let run = [
        "run",
        "--quiet",
        "--release",
        "--package=host-tests",
        "--bin=bench",
        "--",
    ];
    output(cargo(&[&run[..], arguments].concat()))
}

/// The solver's problems on this computer, whose third column is nanoseconds.
fn solved_here() -> Result<Vec<Timed>> {
    let timed = |mut figure: Figure| Timed {
        seconds: figure.instructions.take().unwrap_or(0) as f64 / 1e9,
        figure,
    };
    Ok(read(&here(&["solving"])?)?.into_iter().map(timed).collect())
}

/// `cargo xtask bench`
pub(crate) fn run(bless: bool, all: bool) -> Result<()> {
    // What is blessed must be complete.
    let which = if all || bless {
        ReadOut::All
    } else {
        ReadOut::Sample
    };
    if bless && let Err(why) = emulator::available() {
        bail!("cannot bless: it needs the chip's figures, and {why}");
    }
    print!("{}", here(&[])?);
    println!("  signature: equal on every machine that plays the same positions");
    let solved = solved_here()?;
    let chip = match emulator::available() {
        Ok(()) => {
            if which == ReadOut::All {
                println!("The emulated chip reads out every built-in problem. This takes several minutes.");
            }
            on_chip(which)?
        }
        Err(why) => {
            println!("the chip was not measured: {why}");
            Vec::new()
        }
    };
    if !chip.is_empty() {
        println!("On the chip (emulated RP2040):");
    }
    for figure in chip.iter().filter(|figure| figure.outcome.is_none()) {
        println!(
            "  {:8} {:>6} instructions a move, made and unmade; {} moves, signature {}",
            figure.name,
            figure.each().unwrap_or(0),
            figure.work,
            figure.signature
        );
    }
    print!("{}{}", table(&solved, &chip)?, times::slowest(&chip));
    if bless {
        times::write(&chip)?;
        hold(&chip, &solved)?;
    }
    Ok(())
}

/// The solver's problems on both machines, side by side; an error if the two did not do the same work.
fn table(solved: &[Timed], chip: &[Figure]) -> Result<String> {
    let mut text = String::from(
        "Row Go and the solver, with the handheld's table of 96 KiB and at most 2 million nodes:\n                             \
         -- this computer --  ---------- RP2040, emulated, 125 MHz ----------\n  \
         problem     outcome    nodes        ms   nodes/s  instructions  a node  seconds   nodes/s\n",
    );
    for Timed { figure, seconds } in solved {
        let Figure { name, work, .. } = figure;
        let outcome = figure.outcome.as_deref().unwrap_or("");
        let rate = *work as f64 / seconds;
        write!(
            text,
            "  {name:11} {outcome:7} {work:>8} {:>9.2} {rate:>9.0}",
            seconds * 1e3
        )?;
        let Some(there) = chip.iter().find(|there| there.name == *name) else {
            text += "\n";
            continue;
        };
        ensure!(
            (there.work, &there.signature) == (figure.work, &figure.signature),
            "{name}: the chip does not do what this computer does: {} nodes, here {work}",
            there.work
        );
        let seconds = there.microseconds.unwrap_or(0) as f64 / 1e6;
        writeln!(
            text,
            "  {:>12} {:>7} {seconds:>8.3} {:>9.0}",
            there.instructions.unwrap_or(0),
            there.each().unwrap_or(0),
            *work as f64 / seconds
        )?;
    }
    if let Some(all) = solved.iter().find(|timed| timed.figure.name == "solver") {
        writeln!(text, "  signature of the solver: {}", all.figure.signature)?;
    }
    text += "  the chip's seconds: cycles as the emulator models them, without misses of the flash's cache\n";
    Ok(text)
}

/// Keeps the figures for the tests: the chip's, without the built-in problems, which have a list of their own, and this computer's
/// for what the chip leaves out.
fn hold(chip: &[Figure], solved: &[Timed]) -> Result<()> {
    let chip = &chip[..chip.len() - times::built_in(chip).len()];
    let only_here = |figure: &&Figure| chip.iter().all(|there| there.name != figure.name);
    let figures = chip
        .iter()
        .chain(solved.iter().map(|timed| &timed.figure).filter(only_here));
    let mut text = String::from(
        "# What tests hold: NAME MOVES INSTRUCTIONS SIGNATURE, and for Row Go and the solver NAME NODES INSTRUCTIONS SIGNATURE OUTCOME.\n\
         # `cargo xtask bench --bless` writes it.\n",
    );
    for figure in figures {
        let instructions = figure.instructions.map_or("-".into(), |spent| spent.to_string());
        write!(
            text,
            "{} {} {instructions} {}",
            figure.name, figure.work, figure.signature
        )?;
        match &figure.outcome {
            Some(outcome) => writeln!(text, " {outcome}")?,
            None => writeln!(text)?,
        }
    }
    std::fs::write(held_path(), text).context("the figures cannot be written")
}

/// Checks the chip's figures against those that are kept.
pub(crate) fn check() -> Result<String> {
    let held = std::fs::read_to_string(held_path()).context("there are no figures to check against")?;
    let (held, chip) = (read(&held)?, on_chip(ReadOut::Sample)?);
    let on_chip = held.iter().filter(|figure| figure.instructions.is_some());
    let now = &chip[..chip.len() - times::built_in(&chip).len()];
    ensure!(
        on_chip.count() == now.len(),
        "the positions and problems are not those that are kept"
    );
    let mut said = Vec::new();
    for figure in now {
        let name = &figure.name;
        let old = held
            .iter()
            .find(|held| held.name == *name)
            .with_context(|| format!("{name}: no figure is kept for it"))?;
        compare(figure, old)?;
        if figure.outcome.is_none() || name == "solver" {
            said.push(format!("{name} {}", figure.each().unwrap_or(0)));
        }
    }
    let times = times::check(&chip)?;
    Ok(format!(
        "instructions a move or node: {}; {times}",
        said.join(", ")
    ))
}

/// Checks one figure against the one that is kept.
pub(crate) fn compare(now: &Figure, held: &Figure) -> Result<()> {
    let name = &now.name;
    ensure!(
        now.work == held.work,
        "{name}: the chip makes {} moves or nodes, not the {} that are kept",
        now.work,
        held.work
    );
    ensure!(
        (&now.signature, &now.outcome) == (&held.signature, &held.outcome),
        "{name}: the chip's positions or answers are not those that are kept"
    );
    let (was, is) = held
        .each()
        .zip(now.each())
        .with_context(|| format!("{name}: no instructions are kept for it"))?;
    ensure!(
        is * 100 <= was * (100 + TOLERANCE),
        "{name}: {is} instructions each, not the {was} that are kept; if that is intended: cargo xtask bench --bless"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(text: &str) -> Figure {
        read(text).unwrap().remove(0)
    }

    #[test]
    fn a_change_in_moves_positions_or_speed_is_noticed() {
        let held = figure("corner 100 10000 a");
        let differs = |text| compare(&figure(text), &held).is_err();
        assert!(
            differs("corner 99 10000 a") && differs("corner 100 10000 b") && differs("corner 100 10400 a")
        );
        assert!(
            !differs("corner 100 10000 a") && !differs("corner 100 10300 a") && !differs("corner 100 9000 a")
        );
    }

    #[test]
    fn a_change_in_nodes_answers_or_speed_of_the_solver_is_noticed() {
        let held = figure("widen-5 100 10000 a dead");
        let differs = |text| compare(&figure(text), &held).is_err();
        assert!(differs("widen-5 99 10000 a dead 7") && differs("widen-5 100 10000 b dead 7"));
        assert!(differs("widen-5 100 10000 a alive 7") && differs("widen-5 100 10400 a dead 7"));
        assert!(!differs("widen-5 100 10000 a dead 7") && !differs("widen-5 100 9000 a dead 9"));
    }

    #[test]
    fn a_chip_that_does_other_work_than_this_computer_is_noticed() {
        let here = |text| Timed {
            figure: figure(text),
            seconds: 0.5,
        };
        let solved = [here("widen-5 100 - a dead"), here("widen-28 200 - b unknown")];
        let text = table(&solved, &[figure("widen-5 100 250000 a dead 4000")]).unwrap();
        let rows: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(
            rows[3],
            [
                "widen-5", "dead", "100", "500.00", "200", "250000", "2500", "0.004", "25000"
            ]
        );
        assert_eq!(rows[4], ["widen-28", "unknown", "200", "500.00", "400"]);
        for other in ["widen-5 101 250000 a dead 4000", "widen-5 100 250000 c dead 4000"] {
            assert!(table(&solved, &[figure(other)]).is_err());
        }
    }

    #[test]
    fn figures_keep_the_order_of_the_positions() {
        let figures =
            read("# figures\ncorner 31 62 a\n9x9 4 8 b\n19x19 5 15 c\nwiden-28 7 - d unknown\n").unwrap();
        let read: Vec<_> = figures
            .iter()
            .map(|figure| (figure.name.as_str(), figure.each()))
            .collect();
        let expected = [
            ("corner", Some(2)),
            ("9x9", Some(2)),
            ("19x19", Some(3)),
            ("widen-28", None),
        ];
        assert_eq!(read, expected);
        assert!(read_fails("corner 31 62") && read_fails("corner 31 x a") && read_fails("a 1 2 b c 3 d"));
    }

    fn read_fails(text: &str) -> bool {
        read(text).is_err()
    }
}
