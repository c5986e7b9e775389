//! The command line: what can be asked, and how answers and complaints come out.
//!
//! Answers go to standard output, complaints to standard error as sentences that begin with the name of
//! the program. The exit status is 0, or 1 if a script found something else than it expects, packs differ or problems were left out of one, or 2 if anything could not be read, was faulty or was misused,
//! or 130 if Ctrl-C stopped a search.

mod check;
mod compose;
mod convert;
mod device;
mod edit;
mod export;
mod gtp;
mod language;
mod load;
mod manual;
mod merge;
mod overruling;
mod pack;
mod proof;
mod rank;
mod regress;
mod row;
mod show;
mod sim;
mod solve;
#[cfg(feature = "together")]
mod together;

pub use overruling::Overruling;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use shikatsu_toolkit::files::{Choice, Loaded, only, shown};
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::print::printable;

use crate::files::{load, reason};

/// Life-and-death problems of Go: look at them, solve them, convert them, check them, play them, carry them with you
#[derive(Parser, Debug)]
#[command(name = "shikatsu", version, arg_required_else_help = true, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Problems are read from problem texts (.txt), SGF files (.sgf, with one or many games) and packs (.pack); a folder \
stands for all texts and SGF files in it, and - for standard input.

Examples:
  shikatsu show problems/              print every problem of a folder
  shikatsu show --ascii joseki.sgf     the same with plain letters, for a mail
  shikatsu check problems/             see whether all files are in order
  shikatsu convert a.txt -o a.sgf      for programs that read SGF
  shikatsu solve --all corner.sgf      who lives or dies, and by which moves
  shikatsu show --problem 12 my.pack   the twelfth problem of a pack
  shikatsu pack build mine/ -o my.pack a pack for the handheld, every answer proved
  shikatsu row --moves C3              Row Go: who wins, and what is best
  shikatsu sim                         train on the built-in problems
  shikatsu gtp                         a Go engine for GoGui, Sabaki and the like
  shikatsu together serve              a team of people and programs as one player
  shikatsu edit mine.sgf               make problems of your own
  shikatsu load corner.pack            put a pack on the handheld

'shikatsu help show' tells more about show, and so on.";

#[derive(Subcommand, Debug)]
enum Command {
    Show(show::Options),
    Convert(convert::Options),
    Check(check::Options),
    Solve(solve::Options),
    Pack(pack::Options),
    Proof(proof::Options),
    Rank(rank::Options),
    Regress(regress::Options),
    Compose(compose::Options),
    Row(row::Options),
    Gtp(gtp::Options),
    #[cfg(feature = "together")]
    Together(together::Options),
    Sim(sim::Options),
    Edit(edit::Options),
    Language(language::Options),
    Load(load::Options),
    Device(device::Options),
    Merge(merge::Options),
    Manual(manual::Options),
}

/// The problems that a command is about.
#[derive(Args, Debug)]
struct Sources {
    /// Problem files (.txt, .sgf, .pack), folders of texts and SGF files, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Of each file only this problem: its number, from 1, or its name
    #[arg(long, value_name = "N")]
    problem: Option<Choice>,

    #[command(flatten)]
    overruling: Overruling,
}

impl Sources {
    fn overrides(&self) -> Overrides {
        self.overruling.overrides()
    }

    fn load(&self) -> Vec<Loaded> {
        let loaded = load(&self.files, &self.overrides());
        match &self.problem {
            Some(choice) => only(choice, &loaded),
            None => loaded,
        }
    }
}

/// Whether a command did all it was asked to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Done {
    Well,
    WithFaults,
    /// Something was expected and is not so.
    Disappointed,
    /// Somebody stopped it, and what was done until then stays.
    Stopped,
}

/// Does what the command line asks.
pub fn run(cli: &Cli) -> ExitCode {
    let done = match &cli.command {
        Command::Show(options) => show::run(options),
        Command::Convert(options) => convert::run(options),
        Command::Check(options) => check::run(options),
        Command::Solve(options) => solve::run(options),
        Command::Pack(options) => pack::run(options),
        Command::Proof(options) => proof::run(options),
        Command::Rank(options) => rank::run(options),
        Command::Regress(options) => regress::run(options),
        Command::Compose(options) => compose::run(options),
        Command::Row(options) => row::run(options),
        Command::Gtp(options) => gtp::run(options),
        #[cfg(feature = "together")]
        Command::Together(options) => together::run(options),
        Command::Sim(options) => Ok(sim::run(options)),
        Command::Edit(options) => Ok(edit::run(options)),
        Command::Language(options) => language::run(options),
        Command::Load(options) => load::run(options),
        Command::Device(options) => device::run(options),
        Command::Merge(options) => Ok(merge::run(options)),
        Command::Manual(options) => manual::run(options),
    };
    match done {
        Ok(Done::Well) => ExitCode::SUCCESS,
        Ok(Done::Disappointed) => ExitCode::from(1),
        Ok(Done::WithFaults) => ExitCode::from(2),
        // As shells report a program that Ctrl-C ended.
        Ok(Done::Stopped) => ExitCode::from(130),
        // Whoever read the output has seen enough, as `head` does.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("the output cannot be written: {error}"));
            ExitCode::from(2)
        }
    }
}

/// Writes to standard output.
fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes a sentence to standard error. If that is closed, nobody wants to know.
fn complain(sentence: &str) {
    let sentence = printable(sentence);
    let _ = writeln!(io::stderr(), "shikatsu: {sentence}");
}

/// Complains about a problem that could not be read, and tells the option that would help.
fn complain_about(loaded: &Loaded, what: &dyn std::fmt::Display) {
    let (path, way_out) = (shown(&loaded.path), loaded.way_out());
    complain(&format!("{path}: {what}{way_out}"));
}

/// Writes a file under another name and renames it, so that there is never half of it, nor a moment without it. `None` after a complaint.
fn write_whole(path: &Path, content: &[u8]) -> Option<()> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let written = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).and_then(|mut file| {
        file.write_all(content)?;
        file.as_file().sync_all()?;
        Ok(file.persist(path)?)
    });
    written
        .map(|_| ())
        .inspect_err(|error| complain(&format!("{}: {}", path.display(), reason(error))))
        .ok()
}
