//! The pool: every problem that was drawn and kept, in a file that grows.
//!
//! Tries are made in blocks. A block is written when it and all before it are done, so the file says the same whatever the
//! number of threads, and a run that was stopped goes on behind the last block that is there.

use std::collections::{BTreeMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use serde::{Deserialize, Serialize};

use super::grade::Traits;
use super::kin::likeness;
use super::probe::Prober;
use super::study::Study;
use super::walk::{Drops, make_try};
use crate::entry::Entry;
use crate::overrides::Overrides;
use crate::sgf;
use crate::solve::Stop;

/// Tries of a block.
const BLOCK: u64 = 50;
/// A solver lives on its thread's stack.
const STACK: usize = 16 << 20;

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

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    /// The seed, in the first line.
    Seed(u64),
    /// A problem.
    Drawn(Box<Drawn>),
    /// All tries below this number are done, and came to this besides what was kept.
    Done(u64, Drops),
}

/// What a pool file says.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// The seed of its tries.
    pub seed: u64,
    /// How many tries were made.
    pub tries: u64,
    /// What was kept, twins included.
    pub drawn: Vec<Drawn>,
    /// Why other positions were not.
    pub drops: Drops,
    /// The bytes up to the end of the last whole block, or of the seed if there is no block yet.
    whole: u64,
}

impl Pool {
    /// Reads a pool. What comes behind its last whole block is left out, even half a line; anything else that does not belong into a
    /// pool is an error, so that no other file is ever taken for one.
    pub fn read(path: &Path) -> io::Result<Pool> {
        let mut pool = Pool::default();
        let mut block = Vec::new();
        let mut read = 0;
        let mut reader = BufReader::new(File::open(path)?);
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
                // A line that was cut off when the run was stopped.
                _ if !text.ends_with(b"\n") => break,
                Ok(Line::Drawn(drawn)) if drawn.entry().is_some() => block.push(*drawn),
                Ok(Line::Done(tries, drops)) => {
                    pool.tries = tries;
                    pool.drawn.append(&mut block);
                    add(&mut pool.drops, &drops);
                    pool.whole = read;
                }
                Ok(Line::Seed(_) | Line::Drawn(_)) | Err(_) => {
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
pub struct Draw {
    /// All chance comes from it.
    pub seed: u64,
    /// How many tries the pool shall have.
    pub tries: u64,
    /// How many are made at the same time.
    pub threads: usize,
}

/// Makes tries until the pool has as many as wanted, from where it stands. `watch` is told how many are done and kept.
pub fn draw(path: &Path, draw: &Draw, stop: &Stop, watch: &mut dyn FnMut(u64, usize)) -> io::Result<Pool> {
    let mut pool = if path.exists() {
        Pool::read(path)?
    } else {
        Pool::default()
    };
    let is_new = pool.whole == 0;
    if !is_new && pool.seed != draw.seed {
        return Err(io::Error::other(format!(
            "it was drawn from the seed {}",
            pool.seed
        )));
    }
    pool.seed = draw.seed;
    let mut file = OpenOptions::new()
        .create(true)
        .write(true)
        .truncate(false)
        .open(path)?;
    file.set_len(pool.whole)?;
    io::Seek::seek(&mut file, io::SeekFrom::End(0))?;
    if is_new {
        pool.whole += put(&mut file, &Line::Seed(draw.seed))?;
    }
    let first = pool.tries / BLOCK;
    let last = draw.tries.div_ceil(BLOCK);
    let mut seen: HashSet<Vec<u8>> = pool
        .drawn
        .iter()
        .filter_map(Drawn::entry)
        .map(|entry| likeness(&entry.problem))
        .collect();
    let next = AtomicU64::new(first);
    thread::scope(|scope| {
        let (done, results) = mpsc::channel();
        for _ in 0..draw.threads.max(1) {
            let (done, next) = (done.clone(), &next);
            let work = move || {
                let mut prober = Prober::new();
                while !stop.is_wanted() {
                    let block = next.fetch_add(1, Ordering::Relaxed);
                    if block >= last {
                        return;
                    }
                    let Some(result) = make_block(draw.seed, block, &mut prober, stop) else {
                        return;
                    };
                    if done.send((block, result)).is_err() {
                        return;
                    }
                }
            };
            thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, work)?;
        }
        drop(done);
        let mut waiting = BTreeMap::new();
        let mut due = first;
        for (block, result) in results {
            waiting.insert(block, result);
            while let Some((drawn, drops)) = waiting.remove(&due) {
                due += 1;
                for drawn in drawn {
                    let Some(entry) = drawn.entry() else { continue };
                    if seen.insert(likeness(&entry.problem)) {
                        put(&mut file, &Line::Drawn(Box::new(drawn.clone())))?;
                        pool.drawn.push(drawn);
                    }
                }
                pool.tries = due * BLOCK;
                add(&mut pool.drops, &drops);
                put(&mut file, &Line::Done(pool.tries, drops))?;
            }
            watch(pool.tries, pool.drawn.len());
        }
        Ok(pool)
    })
}

fn put(file: &mut File, line: &Line) -> io::Result<u64> {
    let text = serde_json::to_string(line)? + "\n";
    file.write_all(text.as_bytes())?;
    Ok(text.len() as u64)
}

/// The tries of a block; `None` if somebody wants to stop first.
fn make_block(seed: u64, block: u64, prober: &mut Prober, stop: &Stop) -> Option<(Vec<Drawn>, Drops)> {
    let (mut drawn, mut drops) = (Vec::new(), Drops::new());
    for number in block * BLOCK..(block + 1) * BLOCK {
        if stop.is_wanted() {
            return None;
        }
        let outcomes = make_try(seed, number, prober);
        add(&mut drops, &outcomes.drops);
        drawn.extend(outcomes.found.map(|study| Drawn::new(number, &study)));
    }
    Some((drawn, drops))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn draw_into(path: &Path, tries: u64, threads: usize) -> io::Result<Pool> {
        let wanted = Draw {
            seed: 3,
            tries,
            threads,
        };
        draw(path, &wanted, &Stop::default(), &mut |_, _| {})
    }

    #[test]
    fn the_same_seed_gives_the_same_pool_on_any_number_of_threads_and_after_a_stop() {
        let folder = tempfile::tempdir().unwrap();
        let (one, many, stopped) = (
            folder.path().join("one"),
            folder.path().join("many"),
            folder.path().join("stopped"),
        );
        let pool = draw_into(&one, 3 * BLOCK, 1).unwrap();
        assert!(
            pool.drawn.len() >= 5 && pool.tries == 3 * BLOCK,
            "{}",
            pool.drawn.len()
        );
        draw_into(&many, 3 * BLOCK, 3).unwrap();
        draw_into(&stopped, BLOCK, 2).unwrap();
        let mut half = fs::read_to_string(&stopped).unwrap();
        half.push_str("{\"drawn\":{\"numb");
        fs::write(&stopped, half).unwrap();
        draw_into(&stopped, 3 * BLOCK, 2).unwrap();
        let bytes = fs::read(&one).unwrap();
        assert_eq!(fs::read(&many).unwrap(), bytes);
        assert_eq!(fs::read(&stopped).unwrap(), bytes);
    }

    #[test]
    fn a_file_that_is_no_pool_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("graded.sgf");
        for content in [
            &b"(;GM[1]FF[4]SZ[19])\n(;GM[1])\n"[..],
            b"\n",
            b"\xff\xfe",
            b"{\"seed\":3}",
        ] {
            fs::write(&path, content).unwrap();
            let said = draw_into(&path, BLOCK, 1).unwrap_err().to_string();
            assert!(said.contains("no pool"), "{said}");
            assert_eq!(fs::read(&path).unwrap(), content);
        }
        fs::write(&path, "").unwrap();
        assert_eq!(draw_into(&path, 0, 1).unwrap().tries, 0);
        assert_eq!(fs::read(&path).unwrap(), b"{\"seed\":3}\n");
    }

    #[test]
    fn a_damaged_line_is_named_and_what_is_behind_it_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pool");
        let content = "{\"seed\":3}\n{\"done\":[50,{}]}\n{\"dra\n{\"done\":[100,{}]}\n";
        fs::write(&path, content).unwrap();
        let said = draw_into(&path, 3 * BLOCK, 1).unwrap_err().to_string();
        assert!(said.starts_with("line 3 "), "{said}");
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }

    #[test]
    fn a_problem_that_cannot_be_read_is_named_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pool");
        draw_into(&path, BLOCK, 1).unwrap();
        let content = fs::read_to_string(&path).unwrap();
        let line = content.lines().position(|line| line.contains("SZ[19]")).unwrap();
        fs::write(&path, content.replacen("SZ[19]", "SZ[99]", 1)).unwrap();
        let Err(error) = Pool::read(&path) else {
            panic!("it was read");
        };
        let said = error.to_string();
        assert!(said.starts_with(&format!("line {} ", line + 1)), "{said}");
    }

    #[test]
    fn a_pool_of_another_seed_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pool");
        draw_into(&path, BLOCK, 2).unwrap();
        let other = Draw {
            seed: 4,
            tries: 2 * BLOCK,
            threads: 1,
        };
        let before = fs::read(&path).unwrap();
        assert!(draw(&path, &other, &Stop::default(), &mut |_, _| {}).is_err());
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}
