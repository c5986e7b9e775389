//! The pool as a file.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Seek as _, SeekFrom};
use std::path::Path;

use shikatsu_toolkit::compose::{self, Draw, Pool};
use shikatsu_toolkit::solve::Stop;
use shikatsu_toolkit::threads::Threads;

/// A pool that is not just a part of one.
pub(super) fn read(path: &Path) -> io::Result<Pool> {
    let pool = read_any(path)?;
    match pool.part {
        None => Ok(pool),
        Some((shard, _)) => Err(io::Error::other(format!(
            "it is only the part {shard} of a pool; 'shikatsu merge' puts parts together"
        ))),
    }
}

fn read_any(path: &Path) -> io::Result<Pool> {
    Pool::read(BufReader::new(File::open(path)?))
}

/// Makes tries until the file has as many as wanted; what is in it already stays. `watch` is told how many are done and kept.
pub(super) fn draw(
    path: &Path,
    wanted: &Draw<'_>,
    threads: &dyn Threads,
    stop: &Stop,
    watch: &mut dyn FnMut(u64, usize),
) -> io::Result<Pool> {
    let pool = if path.exists() {
        read_any(path)?
    } else {
        Pool::default()
    };
    let mut file = OpenOptions::new()
        .create(true)
        .write(true)
        .truncate(false)
        .open(path)?;
    // A pool of another seed keeps even the block that was not finished.
    if pool.whole == 0 || pool.seed == wanted.seed {
        file.set_len(pool.whole)?;
    }
    file.seek(SeekFrom::End(0))?;
    compose::draw(pool, wanted, threads, stop, &mut file, watch)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::num::NonZero;

    use super::*;
    use crate::threads::Cores;

    fn draw_into(path: &Path, seed: u64, tries: u64, threads: usize) -> io::Result<Pool> {
        let threads = Cores(NonZero::new(threads).unwrap());
        let wanted = Draw {
            seed,
            tries,
            shard: None,
            parents: &[],
        };
        draw(path, &wanted, &threads, &Stop::default(), &mut |_, _| {})
    }

    #[test]
    fn the_same_seed_gives_the_same_pool_on_any_number_of_threads_and_after_a_stop() {
        let folder = tempfile::tempdir().unwrap();
        let (one, many, stopped) = (
            folder.path().join("one"),
            folder.path().join("many"),
            folder.path().join("stopped"),
        );
        draw_into(&one, 3, 150, 1).unwrap();
        draw_into(&many, 3, 150, 3).unwrap();
        draw_into(&stopped, 3, 50, 2).unwrap();
        let mut half = fs::read_to_string(&stopped).unwrap();
        half.push_str("{\"drawn\":{\"numb");
        fs::write(&stopped, half).unwrap();
        draw_into(&stopped, 3, 150, 2).unwrap();
        let bytes = fs::read(&one).unwrap();
        assert_eq!(fs::read(&many).unwrap(), bytes);
        assert_eq!(fs::read(&stopped).unwrap(), bytes);
        let pool = read(&stopped).unwrap();
        assert_eq!((pool.tries, pool.whole), (150, bytes.len() as u64));
    }

    #[test]
    fn a_file_that_is_no_pool_or_of_another_seed_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("graded.sgf");
        for content in [
            &b"(;GM[1]FF[4]SZ[19])\n(;GM[1])\n"[..],
            b"{\"seed\":3}",
            b"{\"seed\":3}\n{\"done\":[50,{}]}\n{\"dra\n{\"done\":[100,{}]}\n",
            b"{\"seed\":4}\n{\"done\":[50,{}]}\n{\"dra",
        ] {
            fs::write(&path, content).unwrap();
            assert!(draw_into(&path, 3, 150, 1).is_err());
            assert_eq!(fs::read(&path).unwrap(), content);
        }
        fs::write(&path, "").unwrap();
        assert_eq!(draw_into(&path, 3, 0, 1).unwrap().tries, 0);
        assert_eq!(fs::read(&path).unwrap(), b"{\"seed\":3}\n");
    }
}
