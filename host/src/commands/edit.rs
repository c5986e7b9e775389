//! `shikatsu edit`: problems are made, in the window, in the terminal or in words.

use std::path::PathBuf;

use clap::Args;
use shikatsu::pack::library::Library as _;
use shikatsu_toolkit::files::Choice;

use super::{Done, complain, sim};
use crate::sim::{Own, Shelf};

/// Make problems, or change those of a file, while the solver looks on
///
/// The arrow keys move, Enter puts a stone or takes it away, h is the other colour, p marks the chain under the cursor as the key,
/// Backspace takes a step back and f makes it again, m opens the menu with everything else: side, goal, lines, area, keep, leave. In
/// words (--text): black C3, white D3, take C3, key C2, area A1:F5, side, size 9, turn, mirror, swap, undo, redo, solve, keep.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// The problem file (.sgf, .txt); it may be new
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The problem of the file: its number, from 1, or its name; otherwise the first
    #[arg(long, value_name = "N")]
    problem: Option<Choice>,

    /// Begin with an empty board, to add a problem to the file
    #[arg(long, conflicts_with = "problem")]
    new: bool,

    #[command(flatten)]
    surface: sim::Surface,
}

const EXAMPLES: &str = "\
The file is written when you keep a problem, never over one that changed meanwhile; what it was before stays beside it as FILE~.
Examples:
  shikatsu edit mine.sgf               make a problem, or go on with the first one
  shikatsu edit mine.sgf --problem 3
  shikatsu edit mine.sgf --new
  shikatsu edit corner.txt --text";

pub(super) fn run(options: &Options) -> Done {
    let own = match Own::open(&options.file, None) {
        Ok(own) => own,
        Err(why) => {
            complain(&why);
            return Done::WithFaults;
        }
    };
    for sentence in own.losses() {
        complain(&sentence);
    }
    let shelf = Shelf::built_in().with_own(own);
    let start = match (&options.problem, shelf.own()) {
        _ if options.new => None,
        (Some(choice), own) => {
            let place = own.and_then(|own| shelf.place_in(own, choice));
            let Some(place) = place else {
                complain(&format!(
                    "{}: there is no problem {choice}",
                    options.file.display()
                ));
                return Done::WithFaults;
            };
            own.map(|own| shelf.id(own, place))
        }
        (None, own) => own.map(|own| shelf.id(own, 0)),
    };
    sim::edit(&options.surface, shelf, start)
}
