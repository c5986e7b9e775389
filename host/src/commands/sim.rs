//! `shikatsu sim`: problems played in the terminal.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::Args;

use super::{Done, complain, complain_about};
use crate::files::load;
use crate::overrides::Overrides;
use crate::print::counted;
use crate::sim::{Look, Sim, built_in, play};

/// Play problems in the terminal, two people at one board
///
/// Every rule is kept, and every move can be taken back. The arrow keys and Enter play, and so does typing a
/// point; F1, or typing help, shows all keys. Without FILE there are the problems that the program brings along.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// Problem files (.txt, .sgf) or folders of them
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Draw boards with plain ASCII characters
    #[arg(long)]
    ascii: bool,

    #[command(flatten)]
    overrides: Overrides,
}

const EXAMPLES: &str = "\
Colours are left out if NO_COLOR is set. Examples:
  shikatsu sim
  shikatsu sim --ascii my-problems/";

pub(super) fn run(options: &Options) -> Done {
    let (mut entries, mut left_out) = (Vec::new(), 0);
    if options.files.is_empty() {
        if options.overrides != Overrides::default() {
            complain("--key, --to-move and --bounds overrule a file, and none is named");
            return Done::WithFaults;
        }
        entries = built_in();
    }
    for loaded in load(&options.files, &options.overrides) {
        match loaded.entry {
            Ok(entry) => entries.push(entry),
            Err(ref error) => {
                complain_about(&loaded, error);
                left_out += 1;
            }
        }
    }
    let Some(mut sim) = Sim::new(entries) else {
        complain("there is no problem to play");
        return Done::WithFaults;
    };
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        complain("sim needs a terminal, and its input or output is none; 'shikatsu show' prints boards");
        return Done::WithFaults;
    }
    if left_out > 0 {
        sim = sim.with_notice(&format!(
            "Left out, unreadable: {}.",
            counted(left_out, "problem")
        ));
    }
    if let Err(error) = play(&mut sim, Look::of_terminal(options.ascii)) {
        complain(&format!("the terminal failed: {error}"));
        return Done::WithFaults;
    }
    if left_out == 0 {
        Done::Well
    } else {
        Done::WithFaults
    }
}
