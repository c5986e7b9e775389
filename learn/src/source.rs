//! Where problems come from: the bank that is built in, and pools that are composed from a seed.

use anyhow::Result;
use shikatsu::bench::built_in;
use shikatsu::pack::Bank;
use shikatsu::pack::library::Library as _;
use shikatsu::problem::{Answer, Problem};
use shikatsu_toolkit::compose::{Draw, Drawn, Pool, draw};
use shikatsu_toolkit::solve::Stop;
use shikatsu_toolkit::threads::Alone;

/// The built-in problems with their answers.
pub fn bank() -> Vec<(Problem, Option<Answer>)> {
    built_in()
        .filter_map(|(pack, problem)| Bank.load(pack, problem))
        .map(|entry| (entry.problem, entry.answer))
        .collect()
}

/// What is composed from a seed in so many tries.
pub fn composed(seed: u64, tries: u64) -> Result<Vec<Problem>> {
    let wanted = Draw {
        seed,
        tries,
        shard: None,
        parents: &[],
    };
    let (none, stop) = (Pool::default(), Stop::default());
    let pool = draw(none, &wanted, &Alone, &stop, &mut Vec::new(), &mut |_, _| {})?;
    let entries = pool.drawn.iter().filter_map(Drawn::entry);
    Ok(entries.map(|entry| entry.problem).collect())
}
