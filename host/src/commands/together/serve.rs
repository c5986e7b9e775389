//! `shikatsu together serve`: the server of a team.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use shikatsu_together::server::{self, Config, NewTable, Opponent, Spec};
use shikatsu_together::setup::{Scheme, Setup};
use shikatsu_together::text;

use super::usual_log;
use crate::commands::{Done, complain};

/// Serve a team: a page for people, a port for programs, and the team as one engine
///
/// Without --opponent nothing is played until somebody starts a game at the page. An ENGINE is a command, such as "gnugo --mode gtp", or tcp:HOST:PORT, or serial:PORT for a handheld, with NAME= before it
/// if it is to be called something else.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// Whom to play against: an ENGINE, `person` for somebody at the page, or `gtp` for a program that asks the team
    #[arg(long, value_name = "WHO")]
    opponent: Option<String>,

    /// An ENGINE that is a member of the team; can be given often
    #[arg(long = "member", value_name = "ENGINE")]
    members: Vec<Spec>,

    /// An ENGINE that may be chosen at the page; can be given often
    #[arg(long = "engine", value_name = "ENGINE")]
    engines: Vec<Spec>,

    /// Begin when there are so many members, with the engines; without it somebody at the page begins
    #[arg(long, value_name = "N")]
    begin_with: Option<usize>,

    /// What the team is called
    #[arg(long, value_name = "NAME", default_value = "The team")]
    team: String,

    /// Lines of the board
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u8).range(5..=19))]
    size: u8,

    /// Komi in points
    #[arg(long, value_name = "X", default_value_t = 7.5, allow_negative_numbers = true)]
    komi: f64,

    /// The team plays White
    #[arg(long)]
    white: bool,

    /// How one of several proposals is chosen: voting, monte-carlo or random
    #[arg(long, value_name = "HOW", default_value = "voting")]
    scheme: Scheme,

    /// Playouts for each proposal, with monte-carlo
    #[arg(long, value_name = "N", default_value_t = 1000)]
    playouts: u32,

    /// Seconds that members have for each action
    #[arg(long, value_name = "N", default_value_t = 30)]
    seconds: u32,

    /// Where chance comes from [default: the clock]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Listen at this address; any other than the default lets other computers in
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,

    /// The port of the page; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 8011)]
    port: u16,

    /// The port for members without a page; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 8012)]
    members_port: u16,

    /// The team is an engine at this port, too, for --opponent gtp; 0 takes a free one
    #[arg(long, value_name = "N")]
    gtp_port: Option<u16>,

    /// The team is an engine at the standard streams, for programs that start it
    #[arg(long)]
    gtp: bool,

    /// Where all that happens is kept [default: together.db in the folder of the program's data]
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Write every finished game to this folder as SGF
    #[arg(long, value_name = "FOLDER")]
    sgf: Option<PathBuf>,

    /// End when the first game is over
    #[arg(long)]
    once: bool,
}

const EXAMPLES: &str = "\
Examples:
  shikatsu together serve --engine \"gnugo --mode gtp\"
      a server at whose page games can be started, with GNU Go as member or opponent
  shikatsu together serve --opponent \"gnugo --mode gtp\" --member \"Shikatsu=shikatsu gtp --level 5\"
      a game against GNU Go that people can join
  shikatsu together serve --gtp --member \"gnugo --mode gtp\" --member \"Pocket=serial:/dev/ttyACM0\"
      a team of two as one engine, for GoGui or Sabaki";

pub(super) fn run(options: &Options) -> Done {
    let config = match config(options) {
        Ok(config) => config,
        Err(why) => {
            complain(&why);
            return Done::WithFaults;
        }
    };
    // Where the standard output is the engine's, people are told at the other one.
    let to_error = options.gtp;
    let say = |sentence: &str| {
        // If nobody reads it, the server goes on.
        let _ = if to_error {
            writeln!(io::stderr(), "{sentence}")
        } else {
            let mut out = io::stdout().lock();
            writeln!(out, "{sentence}").and_then(|()| out.flush())
        };
    };
    match server::run(config, &say) {
        Ok(()) => Done::Well,
        Err(why) => {
            complain(&why);
            Done::WithFaults
        }
    }
}

fn config(options: &Options) -> Result<Config, String> {
    let is_asked = options.gtp || options.gtp_port.is_some();
    let opponent = match options.opponent.as_deref() {
        Some("gtp") => Some(Opponent::Controller),
        None if is_asked => Some(Opponent::Controller),
        Some(_) if is_asked => {
            return Err("a team that is an engine is asked by its opponent: --opponent gtp".to_string());
        }
        Some("person") => Some(Opponent::Person),
        Some(engine) => Some(Opponent::Engine(engine.parse()?)),
        None if !options.members.is_empty() => return Err("members need an --opponent".to_string()),
        None => None,
    };
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let setup = Setup {
        team: text::name(&options.team).ok_or("the team needs a name")?,
        size: options.size,
        komi: (options.komi * 2.0).round() as i16,
        black: !options.white,
        scheme: options.scheme,
        playouts: options.playouts,
        seconds: options.seconds,
        seed: options
            .seed
            .unwrap_or_else(|| u64::from(clock.subsec_nanos() ^ process::id())),
        ..Setup::default()
    };
    if let Some(fault) = setup.fault() {
        return Err(fault.to_string());
    }
    let log = options.log.clone().unwrap_or_else(usual_log);
    if let Some(folder) = log.parent() {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let engines = options.engines.iter().chain(&options.members).cloned().collect();
    Ok(Config {
        address: options.listen,
        page: options.port,
        members: options.members_port,
        engine_port: options.gtp_port,
        at_streams: options.gtp,
        log,
        records: options.sgf.clone(),
        engines,
        first: opponent.map(|opponent| NewTable {
            setup,
            opponent,
            members: options.members.clone(),
            begin_with: options.begin_with,
        }),
        once: options.once,
    })
}
