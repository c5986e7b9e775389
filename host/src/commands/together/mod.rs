//! `shikatsu together`: a team of people and programs that is one player.

mod join;
mod log;
mod replay;
mod serve;

use std::io;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use etcetera::BaseStrategy as _;

use super::Done;

/// Play Go as a team: people and programs that are one player
///
/// The server asks every member for a move, decides by a vote, by playouts or by lot, and says why. To the opponent the team is one engine. docs/together.md tells more.
#[derive(Args, Debug)]
pub(super) struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    Serve(Box<serve::Options>),
    Join(join::Options),
    Replay(replay::Options),
    Log(log::Options),
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    match &options.what {
        What::Serve(options) => Ok(serve::run(options)),
        What::Join(options) => Ok(join::run(options)),
        What::Replay(options) => replay::run(options),
        What::Log(options) => log::run(options),
    }
}

/// The log of games, where nobody says otherwise.
fn usual_log() -> PathBuf {
    match etcetera::base_strategy::choose_native_strategy() {
        Ok(place) => place.data_dir().join("shikatsu").join("together.db"),
        Err(_) => PathBuf::from("together.db"),
    }
}
