//! The pool: every problem that was drawn and kept, in lines of JSON that are only added to.
//!
//! Tries are made in blocks. A block is written when it and all before it are done, so the pool says the same whatever the
//! number of threads, and a run that was stopped goes on behind the last block that is there.
//!
//! A pool can be drawn in parts ([`Shard`]), each with some of the blocks; [`join`] makes of them the pool of one run.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use shikatsu::crc32::checksum;
use shikatsu::problem::{Notes, Problem, write_text};

use super::grade::Traits;
use super::kin::likeness;
use super::open::make_open_try;
use super::probe::Prober;
use super::study::Study;
use super::walk::{Drops, make_try};
use crate::entry::Entry;
use crate::overrides::Overrides;
use crate::sgf;
use crate::shard::Shard;
use crate::solve::Stop;
use crate::threads::Threads;

/// Tries of a block.
const BLOCK: u64 = 50;
/// The same where walls are opened: that takes a hundred times as long.
const OPEN_BLOCK: u64 = 10;

/// A problem of the pool.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Drawn {
    /// The try that it came from.
    pub number: u64,
    /// The problem with its answer, White defending.
    pub sgf: String,
    /// What was measured of it.
    pub traits: Traits,
}

impl Drawn {
    fn new(number: u64, study: &Study) -> Drawn {
        let entry = Entry {
            problem: study.problem,
            name: String::new(),
            level: None,
            answer: Some(study.answer),
            task: String::new(),
            lesson: String::new(),
            source: String::new(),
            text: String::new(),
            book: crate::book::Book::default(),
            inferred: Vec::new(),
            remarks: Vec::new(),
            flaws: Vec::new(),
        };
        Drawn {
            number,
            sgf: sgf::write([&entry]),
            traits: Traits::of(study),
        }
    }

    /// The problem as a file holds it.
    pub fn entry(&self) -> Option<Entry> {
        let mut games = sgf::read(self.sgf.as_bytes(), &Overrides::default());
        games.pop()?.ok()
    }
}

/// A line of the pool.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    /// The seed, in the first line.
    Seed(u64),
    /// What it was drawn from if walls were opened, before everything but the seed.
    Parents(Parents),
    /// The part that this is, before the first block.
    Shard(Shard),
    /// A problem.
    Drawn(Box<Drawn>),
    /// All tries below this number are done, and came to this besides what was kept.
    Done(u64, Drops),
    /// All blocks of this part below this number of tries are there.
    Whole(u64),
}

/// The problems whose walls were opened: enough to tell them from others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Parents {
    count: usize,
    checksum: u32,
}

impl Parents {
    fn of(problems: &[Problem]) -> Parents {
        let mut text = String::new();
        for problem in problems {
            let _ = write_text(problem, &Notes::default(), &mut text);
        }
        Parents {
            count: problems.len(),
            checksum: checksum(text.as_bytes()),
        }
    }
}

/// How many tries a block has.
const fn block(is_open: bool) -> u64 {
    if is_open { OPEN_BLOCK } else { BLOCK }
}

/// What a pool says.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// The seed of its tries.
    pub seed: u64,
    /// What it was drawn from, if walls were opened.
    parents: Option<Parents>,
    /// How many tries were made.
    pub tries: u64,
    /// What was kept, twins included.
    pub drawn: Vec<Drawn>,
    /// Why other positions were not.
    pub drops: Drops,
    /// The part that it is, if it is only one, and up to how many tries it has all its blocks.
    pub part: Option<(Shard, u64)>,
    /// The last number of each block, and why its positions were not kept.
    blocks: Vec<(u64, Drops)>,
    /// The bytes up to the end of the last whole block, or of the first lines if there is no block yet.
    pub whole: u64,
}

impl Pool {
    /// Reads a pool. What comes behind its last whole block is left out, even half a line; anything else that does not belong into a
    /// pool is an error, so that no other file is ever taken for one.
    pub fn read(mut reader: impl BufRead) -> io::Result<Pool> {
        let mut pool = Pool::default();
        let mut block = Vec::new();
        let mut read = 0;
        let mut text = Vec::new();
        for number in 1_u64.. {
            text.clear();
            read += reader.read_until(b'\n', &mut text)? as u64;
            if text.is_empty() {
                break;
            }
            match serde_json::from_slice(&text) {
                Ok(Line::Seed(seed)) if number == 1 && text.ends_with(b"\n") => {
                    pool.seed = seed;
                    pool.whole = read;
                }
                _ if number == 1 => {
                    return Err(io::Error::other("this is no pool: its first line names no seed"));
                }
                Ok(Line::Parents(parents)) if number == 2 && text.ends_with(b"\n") => {
                    pool.parents = Some(parents);
                    pool.whole = read;
                }
                Ok(Line::Shard(shard))
                    if number == 2 + u64::from(pool.parents.is_some()) && text.ends_with(b"\n") =>
                {
                    pool.part = Some((shard, 0));
                    pool.whole = read;
                }
                // A line that was cut off when the run was stopped.
                _ if !text.ends_with(b"\n") => break,
                Ok(Line::Drawn(drawn)) if drawn.entry().is_some() => block.push(*drawn),
                Ok(Line::Done(tries, drops)) => {
                    pool.tries = tries;
                    pool.drawn.append(&mut block);
                    add(&mut pool.drops, &drops);
                    pool.blocks.push((tries, drops));
                    pool.whole = read;
                }
                Ok(Line::Whole(tries)) if pool.part.is_some() && block.is_empty() => {
                    pool.part = pool.part.map(|(shard, _)| (shard, tries));
                    pool.whole = read;
                }
                Ok(Line::Seed(_) | Line::Parents(_) | Line::Drawn(_) | Line::Shard(_) | Line::Whole(_))
                | Err(_) => {
                    let sentence = format!("line {number} is damaged, or does not belong into a pool");
                    return Err(io::Error::other(sentence));
                }
            }
        }
        Ok(pool)
    }
}

fn add(drops: &mut Drops, more: &Drops) {
    for (&why, &count) in more {
        *drops.entry(why).or_default() += count;
    }
}

/// What to draw.
#[derive(Clone, Copy, Debug)]
pub struct Draw<'a> {
    /// All chance comes from it.
    pub seed: u64,
    /// How many tries the pool shall have.
    pub tries: u64,
    /// Only the blocks of this part.
    pub shard: Option<Shard>,
    /// Problems whose walls are opened; without any, positions are drawn from outlines and are closed.
    pub parents: &'a [Problem],
}

impl Draw<'_> {
    fn parents(&self) -> Option<Parents> {
        (!self.parents.is_empty()).then(|| Parents::of(self.parents))
    }

    /// How many tries are made at a time.
    fn block(&self) -> u64 {
        block(!self.parents.is_empty())
    }

    /// Whether a block is to be drawn.
    fn has(&self, block: u64) -> bool {
        self.shard.is_none_or(|shard| shard.has(&block.to_string()))
    }
}

/// Makes tries until the pool has as many as wanted, from where it stands, and writes what is new: it belongs behind the whole blocks of `pool`.
/// `watch` is told how many are done and kept.
pub fn draw(
    mut pool: Pool,
    draw: &Draw<'_>,
    threads: &dyn Threads,
    stop: &Stop,
    out: &mut dyn Write,
    watch: &mut dyn FnMut(u64, usize),
) -> io::Result<Pool> {
    let is_new = pool.whole == 0;
    if !is_new && pool.seed != draw.seed {
        return Err(io::Error::other(format!(
            "it was drawn from the seed {}",
            pool.seed
        )));
    }
    if !is_new && pool.parents != draw.parents() {
        return Err(io::Error::other(match (pool.parents, draw.parents.is_empty()) {
            (None, _) => "it does not say that it was drawn from problems with opened walls",
            (Some(_), true) => "it was drawn from problems with opened walls",
            (Some(_), false) => {
                "it was drawn from other problems with opened walls, or from these in another order"
            }
        }));
    }
    if !is_new && pool.part.map(|(shard, _)| shard) != draw.shard {
        return Err(io::Error::other("it is another part, or no part"));
    }
    pool.seed = draw.seed;
    if is_new {
        pool.parents = draw.parents();
        pool.whole += begin(out, draw.seed, pool.parents)?;
        if let Some(shard) = draw.shard {
            pool.whole += put(out, &Line::Shard(shard))?;
            pool.part = Some((shard, 0));
        }
    }
    let (first, last) = (pool.tries / draw.block(), draw.tries.div_ceil(draw.block()));
    let blocks: Vec<u64> = (first..last).filter(|&block| draw.has(block)).collect();
    let mut writer = Writer::new(pool, draw.block(), out);
    let mut due = blocks.iter();
    let (next, done) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let broken = Stop::default();
    let share = |breathe: &mut dyn FnMut()| {
        let mut prober = Prober::new();
        while !stop.is_wanted() && !broken.is_wanted() {
            let Some(&block) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            let Some(result) = make_block(draw, block, &mut prober, stop) else {
                return;
            };
            done.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(block, result);
            breathe();
        }
    };
    let mut written = Ok(());
    threads.share(blocks.len(), &share, &mut || {
        let mut waiting = done.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some((&number, block)) = due
            .as_slice()
            .first()
            .and_then(|number| Some((number, waiting.remove(number)?)))
        {
            due.next();
            if let (Ok(()), Err(error)) = (&written, writer.write(number, block)) {
                // There is no use in more of what cannot be kept.
                broken.ask();
                written = Err(error);
            }
        }
        watch(writer.pool.tries, writer.pool.drawn.len());
    });
    written?;
    if let (Some((shard, whole)), true) = (writer.pool.part, due.as_slice().is_empty()) {
        // Said once, however often the same is asked.
        let tries = last * draw.block();
        if whole < tries {
            writer.pool.whole += put(writer.out, &Line::Whole(tries))?;
            writer.pool.part = Some((shard, tries));
        }
    }
    Ok(writer.pool)
}

/// Whether a text begins as a pool does.
pub fn looks_like_pool(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    matches!(serde_json::from_str(first), Ok(Line::Seed(_)))
}

/// Writes the pool of which these are all parts, as one run would have. It fails if a block is missing or there twice.
pub fn join(parts: Vec<Pool>, out: &mut dyn Write) -> io::Result<()> {
    let wrong = |sentence: &str| Err(io::Error::other(sentence.to_string()));
    let first = parts.first();
    let Some((seed, parents, Some((_, tries)))) = first.map(|pool| (pool.seed, pool.parents, pool.part))
    else {
        return wrong("these are no parts of a pool");
    };
    let size = block(parents.is_some());
    let mut blocks: BTreeMap<u64, Block> = BTreeMap::new();
    for pool in parts {
        let is_whole = pool.part.is_some_and(|(_, whole)| whole == tries);
        if pool.seed != seed || pool.parents != parents || !is_whole {
            return wrong("the parts are not all whole, or not of one pool");
        }
        for (end, drops) in pool.blocks {
            if end == 0 || end % size != 0 {
                return wrong("its blocks have another size: an older program drew it, or it is damaged");
            }
            if blocks.insert(end / size - 1, (Vec::new(), drops)).is_some() {
                return wrong("a part is there twice");
            }
        }
        for drawn in pool.drawn {
            match blocks.get_mut(&(drawn.number / size)) {
                Some((kept, _)) => kept.push(drawn),
                None => return wrong("a problem lies outside of its block"),
            }
        }
    }
    if !blocks.keys().copied().eq(0..tries / size) {
        return wrong("parts are missing");
    }
    begin(out, seed, parents)?;
    let mut writer = Writer::new(Pool::default(), size, out);
    blocks
        .into_iter()
        .try_for_each(|(number, block)| writer.write(number, block))
}

/// What came of a block: the problems, and why there are no others.
type Block = (Vec<Drawn>, Drops);

/// Puts blocks into a pool, one behind the other.
struct Writer<'a> {
    pool: Pool,
    block: u64,
    out: &'a mut dyn Write,
    /// What is there already.
    seen: HashSet<Vec<u8>>,
}

impl Writer<'_> {
    fn new(pool: Pool, block: u64, out: &mut dyn Write) -> Writer<'_> {
        let seen = pool
            .drawn
            .iter()
            .filter_map(Drawn::entry)
            .map(|entry| likeness(&entry.problem))
            .collect();
        Writer {
            pool,
            block,
            out,
            seen,
        }
    }

    fn write(&mut self, number: u64, (drawn, drops): Block) -> io::Result<()> {
        for drawn in drawn {
            let Some(entry) = drawn.entry() else { continue };
            if self.seen.insert(likeness(&entry.problem)) {
                put(self.out, &Line::Drawn(Box::new(drawn.clone())))?;
                self.pool.drawn.push(drawn);
            }
        }
        self.pool.tries = (number + 1) * self.block;
        add(&mut self.pool.drops, &drops);
        self.pool.whole += put(self.out, &Line::Done(self.pool.tries, drops))?;
        Ok(())
    }
}

/// Writes where a pool comes from, all at once: half of that would be another pool.
fn begin(out: &mut dyn Write, seed: u64, parents: Option<Parents>) -> io::Result<u64> {
    let mut text = Vec::new();
    put(&mut text, &Line::Seed(seed))?;
    if let Some(parents) = parents {
        put(&mut text, &Line::Parents(parents))?;
    }
    out.write_all(&text)?;
    Ok(text.len() as u64)
}

fn put(out: &mut dyn Write, line: &Line) -> io::Result<u64> {
    let text = serde_json::to_string(line)? + "\n";
    out.write_all(text.as_bytes())?;
    Ok(text.len() as u64)
}

/// The tries of a block; `None` if somebody wants to stop first.
fn make_block(draw: &Draw<'_>, block: u64, prober: &mut Prober, stop: &Stop) -> Option<Block> {
    let (mut drawn, mut drops) = (Vec::new(), Drops::new());
    for number in block * draw.block()..(block + 1) * draw.block() {
        if stop.is_wanted() {
            return None;
        }
        let outcomes = match draw.parents {
            [] => make_try(draw.seed, number, prober),
            parents => make_open_try(draw.seed, number, parents, prober),
        };
        add(&mut drops, &outcomes.drops);
        drawn.extend(outcomes.found.map(|study| Drawn::new(number, &study)));
    }
    Some((drawn, drops))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::Alone;

    /// Draws behind what is there already.
    fn draw_behind(mut bytes: Vec<u8>, seed: u64, tries: u64) -> io::Result<Vec<u8>> {
        let pool = match &bytes[..] {
            [] => Pool::default(),
            bytes => Pool::read(bytes)?,
        };
        bytes.truncate(pool.whole as usize);
        let wanted = Draw {
            seed,
            tries,
            shard: None,
            parents: &[],
        };
        draw(
            pool,
            &wanted,
            &Alone,
            &Stop::default(),
            &mut bytes,
            &mut |_, _| {},
        )?;
        Ok(bytes)
    }

    #[test]
    fn a_pool_that_was_stopped_in_the_middle_of_a_line_goes_on_as_if_nothing_had_been() {
        let whole = draw_behind(vec![], 3, 3 * BLOCK).unwrap();
        let pool = Pool::read(&whole[..]).unwrap();
        assert!(
            pool.drawn.len() >= 5 && pool.tries == 3 * BLOCK,
            "{}",
            pool.drawn.len()
        );
        assert_eq!(pool.whole, whole.len() as u64);
        let mut stopped = draw_behind(vec![], 3, BLOCK).unwrap();
        stopped.extend(b"{\"drawn\":{\"numb");
        assert_eq!(draw_behind(stopped, 3, 3 * BLOCK).unwrap(), whole);
    }

    #[test]
    fn parts_of_a_pool_make_the_pool_of_one_run() {
        let whole = draw_behind(vec![], 3, 6 * BLOCK).unwrap();
        let part = |shard: &str| {
            let mut bytes = Vec::new();
            let wanted = Draw {
                seed: 3,
                tries: 6 * BLOCK,
                shard: Some(shard.parse().unwrap()),
                parents: &[],
            };
            let (none, stop) = (Pool::default(), Stop::default());
            let first = draw(none, &wanted, &Alone, &stop, &mut bytes, &mut |_, _| {}).unwrap();
            let (before, mut more) = (bytes.len(), Vec::new());
            // Once more there is nothing to do, and nothing to say.
            draw(first, &wanted, &Alone, &stop, &mut more, &mut |_, _| {}).unwrap();
            assert!(more.is_empty() && before > 0);
            Pool::read(&bytes[..]).unwrap()
        };
        let joined = |shards: &[&str]| {
            let mut bytes = Vec::new();
            let parts = shards.iter().map(|shard| part(shard)).collect();
            join(parts, &mut bytes).map(|()| bytes)
        };
        assert_eq!(joined(&["0/1"]).unwrap(), whole);
        assert_eq!(joined(&["2/3", "0/3", "1/3"]).unwrap(), whole);
        assert_eq!(joined(&["0/2", "1/4", "3/4"]).unwrap(), whole);
        assert!(
            joined(&["0/2", "1/2", "1/4"])
                .unwrap_err()
                .to_string()
                .contains("twice")
        );
        assert!(joined(&["0/2"]).unwrap_err().to_string().contains("missing"));
    }

    #[test]
    fn parts_with_blocks_of_another_size_are_refused() {
        let part = "{\"seed\":3}\n{\"shard\":\"0/1\"}\n{\"done\":[10,{}]}\n{\"whole\":10}\n";
        let parts = vec![Pool::read(part.as_bytes()).unwrap()];
        let said = join(parts, &mut Vec::new()).unwrap_err().to_string();
        assert!(said.contains("another size"), "{said}");
    }

    #[test]
    fn what_cannot_be_written_ends_the_drawing() {
        let mut room = [0; 100];
        let wanted = Draw {
            seed: 3,
            tries: 1000 * BLOCK,
            shard: None,
            parents: &[],
        };
        let (none, mut out) = (Pool::default(), &mut room[..]);
        let drawn = draw(none, &wanted, &Alone, &Stop::default(), &mut out, &mut |_, _| {});
        assert_eq!(drawn.unwrap_err().kind(), io::ErrorKind::WriteZero);
    }

    #[test]
    fn what_is_no_pool_is_not_taken_for_one() {
        for content in [
            &b"(;GM[1]FF[4]SZ[19])\n(;GM[1])\n"[..],
            b"\n",
            b"\xff\xfe",
            b"{\"seed\":3}",
        ] {
            let said = Pool::read(content).unwrap_err().to_string();
            assert!(said.contains("no pool"), "{said}");
        }
        assert_eq!(draw_behind(vec![], 3, 0).unwrap(), b"{\"seed\":3}\n");
    }

    #[test]
    fn a_damaged_line_is_named() {
        let content = b"{\"seed\":3}\n{\"done\":[50,{}]}\n{\"dra\n{\"done\":[100,{}]}\n";
        let said = Pool::read(&content[..]).unwrap_err().to_string();
        assert!(said.starts_with("line 3 "), "{said}");
    }

    #[test]
    fn a_problem_that_cannot_be_read_is_named_too() {
        let content = String::from_utf8(draw_behind(vec![], 3, BLOCK).unwrap()).unwrap();
        let line = content.lines().position(|line| line.contains("SZ[19]")).unwrap();
        let damaged = content.replacen("SZ[19]", "SZ[99]", 1);
        let said = Pool::read(damaged.as_bytes()).unwrap_err().to_string();
        assert!(said.starts_with(&format!("line {} ", line + 1)), "{said}");
    }

    #[test]
    fn a_pool_from_other_parents_is_refused() {
        let parent = |text: &str| shikatsu::problem::read_text(text).expect("a problem").0;
        let corner = parent(
            "--x-ox***\n-o--ox***\n--ooox***\nooxxx****\nxxx******\n*********\n*********\n*********\n*********\nA6 x\n",
        );
        let turned = corner.swapped();
        // No tries: what is written is where the pool came from.
        let behind = |bytes: &[u8], parents: &[Problem]| {
            let wanted = Draw {
                seed: 3,
                tries: 0,
                shard: None,
                parents,
            };
            let (mut out, stop) = (bytes.to_vec(), Stop::default());
            let pool = if bytes.is_empty() {
                Pool::default()
            } else {
                Pool::read(bytes)?
            };
            draw(pool, &wanted, &Alone, &stop, &mut out, &mut |_, _| {}).map(|_| out)
        };
        let pool = behind(b"", &[corner]).unwrap();
        assert_eq!(behind(&pool, &[corner]).unwrap(), pool);
        let said = |bytes: &[u8], parents: &[Problem]| behind(bytes, parents).unwrap_err().to_string();
        assert!(said(&pool, &[turned]).contains("other problems"));
        assert!(said(&pool, &[corner, turned]).contains("other problems"));
        assert!(said(&pool, &[]).contains("opened walls"));
        assert!(said(b"{\"seed\":3}\n", &[corner]).contains("does not say"));
    }

    #[test]
    fn a_pool_of_another_seed_is_refused() {
        let pool = draw_behind(vec![], 3, BLOCK).unwrap();
        assert!(draw_behind(pool, 4, 2 * BLOCK).is_err());
    }
}
