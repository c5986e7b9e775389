//! `shikatsu compose`: problems of our own.

use std::fs::File;
use std::io;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use clap::{Args, Subcommand};

use super::{Done, Sources, complain, say};
use crate::compose::{self, Draw, Grader};
use crate::solve::Stop;
use crate::ticker::Ticker;

/// Compose problems: draw positions from a seed, keep those with one proved answer
#[derive(Args, Debug)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Draw(DrawOptions),
    Sheet(SheetOptions),
    Grade(GradeOptions),
}

/// Draw positions and keep those that are problems, in a pool that grows
#[derive(Args, Debug)]
struct DrawOptions {
    /// The pool; if it is there, drawing goes on where it ended
    pool: PathBuf,
    /// Where all chance comes from: the same seed gives the same pool
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many tries the pool shall have
    #[arg(long, default_value_t = 10_000)]
    tries: u64,
    /// How many are made at the same time [default: one on each core]
    #[arg(long)]
    threads: Option<usize>,
}

/// Estimate how hard problems are, from their proofs
#[derive(Args, Debug)]
struct GradeOptions {
    #[command(flatten)]
    sources: Sources,
    /// The positions that may be looked at for each question
    #[arg(long, default_value_t = 300_000)]
    nodes: u64,
}

impl GradeOptions {
    fn run(&self) -> io::Result<Done> {
        let mut grader = Grader::new();
        for loaded in self.sources.load() {
            let Ok(entry) = &loaded.entry else { continue };
            if let Some(traits) = grader.measure(&entry.problem, self.nodes) {
                let line = serde_json::json!({
                    "file": loaded.label(),
                    "name": entry.name,
                    "said": entry.level.map(|level| level.to_string()),
                    "level": traits.level().to_string(),
                    "estimate": traits.estimate(),
                    "traits": traits,
                });
                say(&format!("{line}\n"))?;
            }
        }
        Ok(Done::Well)
    }
}

/// Put problems on one picture
#[derive(Args, Debug)]
struct SheetOptions {
    /// The pool
    pool: PathBuf,
    /// The picture
    #[arg(short)]
    output: PathBuf,
    #[arg(long, default_value_t = 30)]
    count: usize,
    #[arg(long, default_value_t = 0)]
    skip: usize,
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    match &options.command {
        Command::Draw(options) => options.run(),
        Command::Sheet(options) => options.run(),
        Command::Grade(options) => options.run(),
    }
}

impl DrawOptions {
    fn run(&self) -> io::Result<Done> {
        let stop = Stop::on_interrupt();
        let threads = self
            .threads
            .unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get));
        let draw = Draw {
            seed: self.seed,
            tries: self.tries,
            threads,
        };
        let mut ticker = Ticker::new(true);
        let drawn = compose::draw(&self.pool, &draw, &stop, &mut |tries, kept| {
            if ticker.is_due() {
                ticker.show(&format!("{tries} of {} tries, {kept} problems; Ctrl-C stops", draw.tries));
            }
        });
        ticker.hide();
        let pool = match drawn {
            Ok(pool) => pool,
            Err(error) => {
                complain(&format!("{}: {error}", self.pool.display()));
                return Ok(Done::WithFaults);
            }
        };
        let mut text = format!("{} tries, {} problems.\n", pool.tries, pool.drawn.len());
        for (why, count) in &pool.drops {
            text += &format!("{count:9} positions {}\n", why.words());
        }
        say(&text)?;
        Ok(if stop.is_wanted() { Done::Stopped } else { Done::Well })
    }
}

impl SheetOptions {
    fn run(&self) -> io::Result<Done> {
        let pool = compose::Pool::read(&self.pool)?;
        let problems: Vec<_> = pool
            .drawn
            .iter()
            .skip(self.skip)
            .filter_map(compose::Drawn::entry)
            .map(|entry| entry.problem)
            .take(self.count)
            .collect();
        compose::sheet(&problems, 6, File::create(&self.output)?)?;
        Ok(Done::Well)
    }
}
