//! `shikatsu sim`: the trainer on this computer.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use clap::Args;

use super::{Done, complain};
use crate::files::reason;
use crate::overrides::Overrides;
use crate::script::{self, Cast, Director, Recorder, Script, ScriptError};
use crate::sim::{FileKeeper, Shelf};

/// Train: problems of life and death, against an opponent that never errs
///
/// Without FILE there are the problems that the program brings along.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// Problem files (.txt, .sgf) or folders of them
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Play the script in this file, without a screen, and see whether all is as it expects
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,

    /// Record the script as a moving picture
    #[arg(long, value_name = "FILE", requires = "script")]
    gif: Option<PathBuf>,

    /// The folder for the script's screenshots
    #[arg(long, value_name = "FOLDER", requires = "script")]
    png: Option<PathBuf>,

    #[command(flatten)]
    overrides: Overrides,
}

const EXAMPLES: &str = "\
Colours are left out if NO_COLOR is set. Examples:
  shikatsu sim
  shikatsu sim my-problems/ collection.sgf
  shikatsu sim --script solve.shk --gif solve.gif";

pub(super) fn run(options: &Options) -> Done {
    let (shelf, left_out) = if options.files.is_empty() {
        if options.overrides != Overrides::default() {
            complain("--key, --to-move and --bounds overrule a file, and none is named");
            return Done::WithFaults;
        }
        (Shelf::built_in(), Vec::new())
    } else {
        Shelf::of_files(&options.files, &options.overrides)
    };
    for sentence in &left_out {
        complain(sentence);
    }
    if shelf.is_bare() {
        complain("there is no problem to play");
        return Done::WithFaults;
    }
    let done = match &options.script {
        Some(path) => run_script(path, options, shelf),
        None => Done::WithFaults,
    };
    if done == Done::Well && !left_out.is_empty() {
        return Done::WithFaults;
    }
    done
}

fn run_script(path: &Path, options: &Options, shelf: Shelf) -> Done {
    let name = path.display().to_string();
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => {
            complain(&format!("{name}: {}", reason(&error)));
            return Done::WithFaults;
        }
    };
    let script = match Script::read(&name, &text) {
        Ok(script) => script,
        Err(bad) => {
            bad.iter().for_each(|bad| complain(&bad.to_string()));
            return Done::WithFaults;
        }
    };
    let mut director = Director {
        screenshots: options.png.clone().unwrap_or_default(),
        expected: path.parent().unwrap_or(Path::new("")).to_path_buf(),
        recorder: options.gif.is_some().then(Recorder::default),
    };
    let played = script::play(&script, &mut Cast::rehearsal(shelf), &mut director);
    // What led to a failure is worth seeing most.
    let recorded = record(&director, options.gif.as_deref());
    match played {
        Err(error) => {
            complain(&error.to_string());
            match error {
                ScriptError::Bad(_) => Done::WithFaults,
                ScriptError::Failed { .. } => Done::Disappointed,
            }
        }
        Ok(()) => recorded,
    }
}

fn record(director: &Director, gif: Option<&Path>) -> Done {
    let (Some(recorder), Some(path)) = (&director.recorder, gif) else {
        return Done::Well;
    };
    let file = match File::create(path) {
        Ok(file) => file,
        Err(error) => {
            complain(&format!("{}: {}", path.display(), reason(&error)));
            return Done::WithFaults;
        }
    };
    match recorder.write(BufWriter::new(file)) {
        Ok(()) => Done::Well,
        Err(error) => {
            complain(&format!("{}: {error}", path.display()));
            Done::WithFaults
        }
    }
}
