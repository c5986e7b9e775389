//! `shikatsu merge`: the parts of a job as if it had been one.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use shikatsu_toolkit::compose::{Pool, join, looks_like_pool};
use shikatsu_toolkit::shard::merged;

use super::{Done, complain, write_whole};
use crate::files::reason;

/// Put together what was done in parts with --shard: answers of 'solve', or pools of 'compose draw'
///
/// The result is the same bytes for any number of parts, in whatever order they are named. If a part is missing, not whole or there twice,
/// nothing is written. The journals of 'pack build --shard' are given to 'pack build --journal' instead.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// Where the whole goes; a file that is there is replaced
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// All parts
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,
}

pub(super) fn run(options: &Options) -> Done {
    let put_together = read(&options.parts).and_then(|parts| whole(&parts));
    let content = match put_together {
        Ok(content) => content,
        Err(sentence) => {
            complain(&sentence);
            return Done::WithFaults;
        }
    };
    write_whole(&options.output, &content).map_or(Done::WithFaults, |()| Done::Well)
}

/// The parts with their names.
fn read(paths: &[PathBuf]) -> Result<Vec<(String, String)>, String> {
    let part = |path: &PathBuf| {
        let text = fs::read_to_string(path).map_err(|error| named(path, &reason(&error)))?;
        Ok((path.display().to_string(), text))
    };
    paths.iter().map(part).collect()
}

fn whole(parts: &[(String, String)]) -> Result<Vec<u8>, String> {
    if !parts.iter().any(|(_, part)| looks_like_pool(part)) {
        return merged(parts).map(String::into_bytes);
    }
    let pool = |(name, part): &(String, String)| {
        Pool::read(part.as_bytes()).map_err(|error| named(Path::new(name), &error.to_string()))
    };
    let pools: Vec<Pool> = parts.iter().map(pool).collect::<Result<_, _>>()?;
    let mut bytes = Vec::new();
    join(pools, &mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

fn named(path: &Path, sentence: &str) -> String {
    format!("{}: {sentence}", path.display())
}
