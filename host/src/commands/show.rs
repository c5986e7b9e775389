//! `shikatsu show`: problems printed for people.

use std::env;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;
use shikatsu::board::{Board, PointSet};
use shikatsu::life::alive_for_good;
use shikatsu::pack::{PAGE, link};
use shikatsu::problem::Problem;
use shikatsu_toolkit::files::Loaded;
use shikatsu_toolkit::own::held;
use shikatsu_toolkit::picture;
use shikatsu_toolkit::print::{self, Style};
use shikatsu_toolkit::rank;

use super::{Done, Sources, complain, complain_about, say};
use crate::interrupt::stop_on_interrupt;
use crate::understanding::{self, Work};

/// Print problems: the board, the key stones, who moves, and what the file says
///
/// The key stones are the stones that the problem is about: if all of them are captured they are dead,
/// otherwise they live. Points marked as outside are never played on; they only count as liberties. What
/// an SGF file does not say is worked out, and the output says so; the options below overrule it.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// Draw boards with plain ASCII characters
    #[arg(long)]
    ascii: bool,

    /// Tell which stones two eyes keep alive for good, and these eyes
    #[arg(long)]
    alive: bool,

    /// Draw the board once more, with how natural each first move looks, in tenths from 0 to 9
    #[arg(long)]
    rank: bool,

    /// Show what 'pack' takes it for: other guesses are tried until file and proof agree
    #[arg(long)]
    understood: bool,

    /// Draw the problem as the handheld shows it, into this PNG file, which is overwritten
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    /// Print a link to each problem instead: the web page opens it, with the position inside the address
    #[arg(long)]
    link: bool,

    /// The address of the page that links lead to
    #[arg(long, value_name = "ADDRESS", requires = "link", default_value = PAGE)]
    page: String,

    // Last, since its heading would take in the options behind it.
    #[command(flatten)]
    sources: Sources,
}

const EXAMPLES: &str = "\
Examples:
  shikatsu show corner.sgf
  shikatsu show corner.sgf --png corner.png
  shikatsu show --link --page https://example.org/shikatsu/ corner.sgf
  shikatsu show --key E1 --to-move white --bounds A1:J5 corner.sgf";

pub(super) fn run(options: &Options) -> io::Result<Done> {
    if let Some(png) = &options.png {
        return Ok(draw(options, png));
    }
    let style = Style {
        ascii: options.ascii,
        color: wants_color(),
    };
    let mut done = Done::Well;
    let mut first = true;
    for loaded in options.load() {
        match &loaded.entry {
            Ok(entry) if options.link => {
                if let Some(link) = link(&options.page, &held(entry)) {
                    say(&format!("{link}\n"))?;
                } else {
                    complain(&format!("{}: the link would be too long", loaded.label()));
                    done = Done::WithFaults;
                }
            }
            Ok(entry) => {
                let gap = if first { "" } else { "\n\n" };
                first = false;
                say(&format!("{gap}{}", print::entry(entry, &loaded.label(), style)))?;
                if options.alive {
                    say(&alive(&entry.problem))?;
                }
                if options.rank {
                    say(&natural(&entry.problem, style))?;
                }
            }
            Err(error) => {
                complain_about(&loaded, error);
                done = Done::WithFaults;
            }
        }
    }
    Ok(done)
}

impl Options {
    fn load(&self) -> Vec<Loaded> {
        let mut loaded = self.sources.load();
        let stop = stop_on_interrupt();
        for item in loaded.iter_mut().filter(|_| self.understood) {
            if let Some(entry) = understanding::taken(item, &[Work::LIKE_A_PACK], None, &stop) {
                item.entry = Ok(entry);
            }
        }
        loaded
    }
}

/// What lives for good, in a line.
fn alive(problem: &Problem) -> String {
    let setup = problem.setup();
    let alive = alive_for_good(&Board::new(&setup));
    let names = |points: &PointSet| {
        let names = points.iter().map(|point| point.vertex(setup.size).to_string());
        names.collect::<Vec<_>>().join(" ")
    };
    if alive.stones.is_empty() {
        return "Alive for good: nothing\n".to_string();
    }
    format!(
        "Alive for good: {}\nTheir eyes: {}\n",
        names(&alive.stones),
        names(&alive.eyes)
    )
}

/// The board with what looks natural on it.
fn natural(problem: &Problem, style: Style) -> String {
    let map = rank::heat_map(problem, &rank::rank(problem), style);
    format!("\nWhat looks natural, in tenths:\n\n{map}")
}

/// Draws the one problem that was named.
fn draw(options: &Options, png: &Path) -> Done {
    let loaded = options.load();
    let [only] = &loaded[..] else {
        complain(&format!(
            "a picture shows one problem, but there are {}",
            loaded.len()
        ));
        return Done::WithFaults;
    };
    match &only.entry {
        Err(error) => complain_about(only, error),
        Ok(entry) => match picture::greeting(&entry.problem).and_then(|bytes| fs::write(png, bytes)) {
            Err(error) => complain(&format!("{}: cannot be written: {error}", png.display())),
            Ok(()) => return Done::Well,
        },
    }
    Done::WithFaults
}

/// Colours are for terminals, and only if nobody objects (<https://no-color.org>).
pub(super) fn wants_color() -> bool {
    let objects = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdout().is_terminal() && !objects && !dumb
}
