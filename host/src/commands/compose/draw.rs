//! `shikatsu compose draw`.

use std::fmt::Write as _;
use std::io;
use std::num::NonZero;
use std::path::PathBuf;
use std::slice;

use clap::Args;
use shikatsu::problem::{Level, Problem};
use shikatsu_toolkit::compose::{Draw, Drawn, Pool};
use shikatsu_toolkit::entry::Entry;
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::shard::Shard;
use shikatsu_toolkit::solve::words::grouped;

use super::super::{Done, complain, say};
use super::pool::{draw, read};
use super::told;
use crate::files::load;
use crate::interrupt::stop_on_interrupt;
use crate::threads::Cores;
use crate::ticker::Ticker;

/// The signs of a full bar.
const WIDTH: u64 = 24;

/// Draw positions and keep those that are problems, in a pool that grows
///
/// The pool is a file of lines of JSON. Ctrl-C keeps what is there, and the same command goes on from there. The same seed and number of tries give the
/// same pool, byte by byte, whatever the number of threads.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The pool
    pool: PathBuf,

    /// Where all chance comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How many tries the pool shall have; about one in eight gives a problem
    #[arg(long, default_value_t = 10_000)]
    tries: u64,

    /// Open the walls of the problems in these files, folders or pools (.jsonl), instead of drawing closed positions; walls that are
    /// open already stay so
    #[arg(long, value_name = "FILE")]
    open: Vec<PathBuf>,

    /// Of these only the ones from this level on
    #[arg(long, value_name = "LEVEL", requires = "open", value_parser = level)]
    from: Option<Level>,

    /// Make only the part I of N of the tries, I from 0; 'shikatsu merge' makes the pool of all parts, the same bytes as without
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// How many are made at the same time [default: one on each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Options {
    pub(super) fn run(&self) -> io::Result<Done> {
        let stop = stop_on_interrupt();
        let threads = self.threads.and_then(|count| NonZero::new(count.into()));
        let cores = threads.map_or_else(Cores::all, Cores);
        let Some(parents) = self.parents() else {
            return Ok(Done::WithFaults);
        };
        let wanted = Draw {
            seed: self.seed,
            tries: self.tries,
            shard: self.shard,
            parents: &parents,
        };
        let mut ticker = Ticker::new(true);
        let drawn = draw(&self.pool, &wanted, &cores, &stop, &mut |tries, kept| {
            if ticker.is_due() {
                ticker.show(&bar(tries, wanted.tries, kept));
            }
        });
        ticker.hide();
        let Some(pool) = told(&self.pool, drawn) else {
            return Ok(Done::WithFaults);
        };
        say(&summary(&pool))?;
        Ok(if stop.is_wanted() {
            Done::Stopped
        } else {
            Done::Well
        })
    }
}

impl Options {
    /// The problems whose walls are opened, in the order of the files; `None` after a complaint about one of them.
    fn parents(&self) -> Option<Vec<Problem>> {
        let mut parents = Vec::new();
        for path in &self.open {
            if path.extension().is_some_and(|end| end == "jsonl") {
                let pool = told(path, read(path))?;
                let is_wanted = |drawn: &&Drawn| Some(drawn.traits.open_level()) >= self.from;
                let entries = pool.drawn.iter().filter(is_wanted).filter_map(Drawn::entry);
                parents.extend(entries.map(|entry| entry.problem));
                continue;
            }
            let loaded = load(slice::from_ref(path), &Overrides::default());
            // Without one of them every try would come to something else.
            if let Some(fault) = loaded.iter().find_map(|loaded| loaded.entry.as_ref().err()) {
                complain(&format!("{}: {fault}", path.display()));
                return None;
            }
            let entries = loaded.iter().filter_map(|loaded| loaded.entry.as_ref().ok());
            let is_wanted = |entry: &&Entry| entry.level >= self.from;
            parents.extend(entries.filter(is_wanted).map(|entry| entry.problem));
        }
        if parents.is_empty() && !self.open.is_empty() {
            complain("there is no problem whose wall could be opened");
            return None;
        }
        Some(parents)
    }
}

fn level(text: &str) -> Result<Level, String> {
    text.parse().map_err(|()| "a level is 30k to 7d".to_string())
}

fn bar(tries: u64, all: u64, kept: usize) -> String {
    let full = (tries.min(all) * WIDTH / all.max(1)) as usize;
    let bar = format!("{}{}", "#".repeat(full), "-".repeat(WIDTH as usize - full));
    format!("[{bar}] {tries} of {all} tries, {kept} problems; Ctrl-C stops")
}

fn summary(pool: &Pool) -> String {
    let mut text = format!(
        "{} tries from the seed {}: {} problems kept.\n",
        grouped(pool.tries),
        pool.seed,
        grouped(pool.drawn.len() as u64)
    );
    for (why, &count) in &pool.drops {
        writeln!(text, "{:>9} positions {}", grouped(count), why.words()).expect("a String takes everything");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_grows_with_the_tries_and_is_full_at_the_end() {
        assert_eq!(
            bar(500, 1000, 77),
            "[############------------] 500 of 1000 tries, 77 problems; Ctrl-C stops"
        );
        assert!(bar(1200, 1000, 77).starts_with("[########################]"));
        assert!(bar(0, 0, 0).starts_with("[------------------------]"));
    }
}
