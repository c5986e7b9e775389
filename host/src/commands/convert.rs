//! `shikatsu convert`: from one format to the other.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf, is_separator};
use std::process;

use clap::{Args, ValueEnum};
use shikatsu_toolkit::entry::Entry;
use shikatsu_toolkit::files::{Format, Loaded, STDIN, shown};
use shikatsu_toolkit::pack::file::is_pack;
use shikatsu_toolkit::sgf;

use super::{Done, Sources, complain, complain_about, say};
use crate::files::reason;

/// Convert problems between the problem text (.txt) and SGF (.sgf), and packs (.pack) to either
///
/// The result goes to standard output unless -o names a file or a folder. Several problems become one SGF
/// collection, or text files in a folder, one for each problem. What a format cannot hold, and what had to
/// be worked out, is said on standard error.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// The format to convert to [default: by the name after -o, else the other one]
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<Target>,

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

/// What problems can be converted to.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    /// The problem text.
    #[value(name = "txt", alias = "text", help = None)]
    Text,
    /// The Smart Game Format.
    #[value(help = None)]
    Sgf,
}

impl Target {
    /// The end of the names of such files.
    const fn extension(self) -> &'static str {
        match self {
            Target::Text => "txt",
            Target::Sgf => "sgf",
        }
    }
}

/// What is to be written.
struct Plan {
    target: Target,
    /// A folder to make first, unless it is there.
    folder: Option<PathBuf>,
    outputs: Vec<Output>,
}

/// A file to be written.
struct Output {
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
    let plan = target(options, &good)
        .and_then(|target| plan(options, target, &good))
        .and_then(|plan| prepare(&plan).map(|()| plan));
    let plan = match plan {
        Ok(plan) => plan,
        Err(sentence) => {
            complain(&sentence);
            return Ok(Done::WithFaults);
        }
    };
    for (item, entry) in &good {
        tell_losses(item, entry, plan.target);
    }
    for Output { path, content } in plan.outputs {
        if path == Path::new(STDIN) {
            say(&content)?;
        } else if let Err(error) = write_file(&path, content.as_bytes(), options.force) {
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

fn target(options: &Options, good: &[(&Loaded, &Entry)]) -> Result<Target, String> {
    let by_name = match options.output.as_deref().and_then(Format::from_name) {
        Some(Format::Text) => Some(Target::Text),
        Some(Format::Sgf) => Some(Target::Sgf),
        Some(Format::Pack) | None => None,
    };
    if let Some(target) = options.to.or(by_name) {
        return Ok(target);
    }
    if let Some(output) = options.output.as_deref().filter(|path| !is_folder(path))
        && let Some(ending) = output.extension()
    {
        if is_pack(output) {
            let output = output.display();
            return Err(format!("{output}: packs are made by 'shikatsu pack build'"));
        }
        let (output, ending) = (output.display(), ending.display());
        return Err(format!(
            "{output}: .{ending} is neither .txt nor .sgf: say which with --to"
        ));
    }
    let has = |format| good.iter().any(|(item, _)| item.format == format);
    match (has(Format::Text), has(Format::Sgf)) {
        (true, true) => Err("there are files of both formats: say --to txt or --to sgf".to_string()),
        (false, true) => Ok(Target::Text),
        // A pack has many problems, and only SGF has them in one file.
        _ => Ok(Target::Sgf),
    }
}

/// Whether the name after -o can only be a folder's.
fn is_folder(output: &Path) -> bool {
    output.is_dir() || output.to_string_lossy().ends_with(is_separator)
}

/// Which files are to be written, and with what.
fn plan(options: &Options, target: Target, good: &[(&Loaded, &Entry)]) -> Result<Plan, String> {
    let output = options.output.as_deref().unwrap_or(Path::new(STDIN));
    let one_file = target == Target::Sgf || good.len() == 1;
    // A new name without an ending may become a folder where one is needed.
    let may_be_folder = output != Path::new(STDIN) && output.extension().is_none() && !output.exists();
    if is_folder(output) || (!one_file && may_be_folder) {
        return Ok(Plan {
            target,
            folder: Some(output.to_path_buf()),
            outputs: plan_folder(output, target, good)?,
        });
    }
    let content = match target {
        Target::Sgf => sgf::write(good.iter().map(|(_, entry)| *entry)),
        Target::Text if one_file => good[0].1.to_text(),
        Target::Text => {
            let stem = output.file_stem().filter(|_| output != Path::new(STDIN));
            return Err(format!(
                "{} problems do not fit into one text file: name a folder, such as -o {}/",
                good.len(),
                stem.unwrap_or("all".as_ref()).display()
            ));
        }
    };
    let path = output.to_path_buf();
    Ok(Plan {
        target,
        folder: None,
        outputs: vec![Output { path, content }],
    })
}

/// Makes the folder that was named, but none above it: a mistyped path should not become one.
fn prepare(plan: &Plan) -> Result<(), String> {
    let named = plan
        .folder
        .as_deref()
        .or(plan.outputs.first().map(|output| output.path.as_path()));
    let above = named
        .and_then(Path::parent)
        .filter(|above| !above.as_os_str().is_empty());
    if let Some(above) = above.filter(|above| !above.is_dir()) {
        return Err(format!("{}: there is no such folder", above.display()));
    }
    match &plan.folder {
        Some(folder) if !folder.is_dir() => {
            fs::create_dir(folder).map_err(|error| format!("{}: {}", folder.display(), reason(&error)))
        }
        _ => Ok(()),
    }
}

/// A text for each problem, or a collection for each file that was read.
fn plan_folder(folder: &Path, target: Target, good: &[(&Loaded, &Entry)]) -> Result<Vec<Output>, String> {
    let mut targets: BTreeMap<PathBuf, (&Path, String)> = BTreeMap::new();
    for (item, entry) in good {
        let stem = match item.path.file_stem() {
            Some(stem) if item.path != Path::new(STDIN) => stem.to_string_lossy().into_owned(),
            _ => "problem".to_string(),
        };
        let number = match target {
            Target::Text if item.games > 1 => {
                // With leading zeros the order of the names is the order of the games.
                let width = item.games.to_string().len();
                format!("-{:0width$}", item.game + 1)
            }
            _ => String::new(),
        };
        let path = folder.join(format!("{stem}{number}.{}", target.extension()));
        let content = match target {
            Target::Text => entry.to_text(),
            Target::Sgf => sgf::write([*entry]),
        };
        let (source, written) = targets.entry(path.clone()).or_insert((&item.path, String::new()));
        let same_file = *source == item.path;
        if !same_file || (target == Target::Text && !written.is_empty()) {
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
        .map(|(path, (_, content))| Output { path, content })
        .collect())
}

/// Says what the result does not show: what is lost, and what was guessed and is now written down.
fn tell_losses(item: &Loaded, entry: &Entry, target: Target) {
    let mut notes = entry.remarks.clone();
    notes.extend(match target {
        Target::Text => entry.lost_in_text(),
        Target::Sgf => entry.lost_in_sgf(),
    });
    notes.extend(entry.worked_out());
    for note in notes {
        complain(&format!("{}: {note}", item.label()));
    }
}

/// Writes a whole file, in place of one before only if `force` says so; there is never half of one.
pub(super) fn write_file(path: &Path, content: &[u8], force: bool) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(old) if force && old.is_file() => replace_file(path, &old, content),
        // A device or a pipe keeps its place.
        Ok(_) if force => File::options().write(true).open(path)?.write_all(content),
        _ => write_new(path, content),
    }
}

/// Writes a file that does not exist yet; one that cannot be finished is taken away again.
fn write_new(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(content).inspect_err(|_| {
        let _ = fs::remove_file(path);
    })
}

/// Writes beside the old file first, which thus survives if that fails, and then puts the new one in its place.
fn replace_file(path: &Path, old: &Metadata, content: &[u8]) -> io::Result<()> {
    if old.permissions().readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    // A link goes on pointing where it did.
    let path = fs::canonicalize(path)?;
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.new", process::id()));
    let beside = path.with_file_name(name);
    write_new(&beside, content)?;
    fs::set_permissions(&beside, old.permissions())
        .and_then(|()| fs::rename(&beside, &path))
        .inspect_err(|_| {
            let _ = fs::remove_file(&beside);
        })
}
