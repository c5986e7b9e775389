//! `shikatsu convert`: from one format to the other.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::{Done, Sources, complain, complain_about, say};
use crate::entry::Entry;
use crate::files::{Format, Loaded, STDIN, reason, shown};
use crate::sgf;

/// Convert problems between the problem text (.txt) and SGF (.sgf)
///
/// The result goes to standard output unless -o names a file or a folder. Several problems become one SGF
/// collection, or text files in a folder, one for each problem. What a format cannot hold, and what had to
/// be worked out, is said on standard error.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// The format to convert to [default: by the name after -o, else the other one]
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<Format>,

    /// The file to write, or a folder for several
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,

    /// Overwrite files that exist
    #[arg(long)]
    force: bool,

    // Last, since its heading would take in the options behind it.
    #[command(flatten)]
    sources: Sources,
}

const EXAMPLES: &str = "\
Examples:
  shikatsu convert corner.txt                     print it as SGF
  shikatsu convert corner.sgf -o corner.txt
  shikatsu convert problems/ -o all.sgf           one collection of all
  shikatsu convert many.sgf --to txt -o texts/    texts/many-1.txt, texts/many-2.txt, …";

/// A file to be written.
struct Target {
    path: PathBuf,
    content: String,
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    let loaded = options.sources.load();
    let mut done = Done::Well;
    for item in &loaded {
        if let Err(error) = &item.entry {
            complain_about(item, error);
            done = Done::WithFaults;
        }
    }
    let good: Vec<(&Loaded, &Entry)> = loaded
        .iter()
        .filter_map(|item| Some((item, item.entry.as_ref().ok()?)))
        .collect();
    if good.is_empty() {
        return Ok(Done::WithFaults);
    }
    let planned = format(options, &good).and_then(|format| Ok((format, plan(options, format, &good)?)));
    let (format, targets) = match planned {
        Ok(planned) => planned,
        Err(sentence) => {
            complain(&sentence);
            return Ok(Done::WithFaults);
        }
    };
    for (item, entry) in &good {
        tell_losses(item, entry, format);
    }
    for Target { path, content } in targets {
        if path == Path::new(STDIN) {
            say(&content)?;
        } else if let Err(error) = write_file(&path, &content, options.force) {
            let why = match error.kind() {
                io::ErrorKind::AlreadyExists => "it exists already; --force overwrites it".to_string(),
                _ => reason(&error),
            };
            complain(&format!("{}: {why}", path.display()));
            done = Done::WithFaults;
        }
    }
    Ok(done)
}

fn format(options: &Options, good: &[(&Loaded, &Entry)]) -> Result<Format, String> {
    let by_name = options.output.as_deref().and_then(Format::from_name);
    if let Some(format) = options.to.or(by_name) {
        return Ok(format);
    }
    let has = |format| good.iter().any(|(item, _)| item.format == format);
    match (has(Format::Text), has(Format::Sgf)) {
        (true, true) => Err("there are files of both formats: say --to txt or --to sgf".to_string()),
        (true, false) => Ok(Format::Sgf),
        _ => Ok(Format::Text),
    }
}

/// Which files are to be written, and with what.
fn plan(options: &Options, format: Format, good: &[(&Loaded, &Entry)]) -> Result<Vec<Target>, String> {
    let output = options.output.as_deref().unwrap_or(Path::new(STDIN));
    let is_folder = output.is_dir() || output.as_os_str().as_encoded_bytes().ends_with(b"/");
    let several = good.len() > 1;
    if is_folder || (format == Format::Text && several && output != Path::new(STDIN) && !output.exists()) {
        return plan_folder(output, format, good);
    }
    let content = match format {
        Format::Sgf => sgf::write(good.iter().map(|(_, entry)| *entry)),
        Format::Text if several => {
            return Err(format!(
                "{} problems do not fit into one text: name a folder with -o",
                good.len()
            ));
        }
        Format::Text => good[0].1.to_text(),
    };
    let path = output.to_path_buf();
    Ok(vec![Target { path, content }])
}

/// A text for each problem, or a collection for each file that was read.
fn plan_folder(folder: &Path, format: Format, good: &[(&Loaded, &Entry)]) -> Result<Vec<Target>, String> {
    let mut targets: BTreeMap<PathBuf, (&Path, String)> = BTreeMap::new();
    for (item, entry) in good {
        let stem = match item.path.file_stem() {
            Some(stem) if item.path != Path::new(STDIN) => stem.to_string_lossy().into_owned(),
            _ => "problem".to_string(),
        };
        let number = match format {
            Format::Text if item.games > 1 => {
                // With leading zeros the order of the names is the order of the games.
                let width = item.games.to_string().len();
                format!("-{:0width$}", item.game + 1)
            }
            _ => String::new(),
        };
        let path = folder.join(format!("{stem}{number}.{}", format.extension()));
        let content = match format {
            Format::Text => entry.to_text(),
            Format::Sgf => sgf::write([*entry]),
        };
        let (source, written) = targets.entry(path.clone()).or_insert((&item.path, String::new()));
        let same_file = *source == item.path;
        if !same_file || (format == Format::Text && !written.is_empty()) {
            let path = path.display();
            return Err(format!(
                "{} and {} would both become {path}",
                shown(source),
                shown(&item.path)
            ));
        }
        written.push_str(&content);
    }
    Ok(targets
        .into_iter()
        .map(|(path, (_, content))| Target { path, content })
        .collect())
}

/// Says what the result does not show: what is lost, and what was guessed and is now written down.
fn tell_losses(item: &Loaded, entry: &Entry, format: Format) {
    let mut notes = entry.remarks.clone();
    if format == Format::Text {
        notes.extend(entry.lost_in_text());
    }
    if !entry.inferred.is_empty() {
        let words: Vec<&str> = entry.inferred.iter().map(|inferred| inferred.words()).collect();
        notes.push(format!(
            "the file does not say, so it was worked out: {}",
            words.join(", ")
        ));
    }
    for note in notes {
        complain(&format!("{}: {note}", item.label()));
    }
}

fn write_file(path: &Path, content: &str, force: bool) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    options.write(true);
    if force {
        options.create(true).truncate(true);
    } else {
        options.create_new(true);
    }
    options.open(path)?.write_all(content.as_bytes())
}
