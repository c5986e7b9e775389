//! `shikatsu together log`: what was kept.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use shikatsu_together::action::{Action, Given};
use shikatsu_together::log::{Entry, Filter, GameLine, Log, LogError};
use shikatsu_together::sgf;
use shikatsu_toolkit::print::printable;

use super::usual_log;
use crate::commands::{Done, complain, say};

/// List games that were played together, and what happened in them
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// All actions of this game
    #[arg(long, value_name = "N")]
    game: Option<i64>,

    /// Actions of this member
    #[arg(long, value_name = "NAME")]
    member: Option<String>,

    /// Actions of this kind; can be given often
    #[arg(long = "kind", value_name = "KIND", value_parser = PossibleValuesParser::new(Action::KINDS))]
    kinds: Vec<String>,

    /// Only the newest N games or actions
    #[arg(long, value_name = "N", default_value_t = 50)]
    last: u32,

    /// For programs: a line of JSON for each
    #[arg(long)]
    json: bool,

    /// The game as SGF, with the proposals as comments
    #[arg(long, requires = "game", conflicts_with_all = ["json", "kinds", "member"])]
    sgf: bool,

    /// The log [default: together.db in the folder of the program's data]
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  shikatsu together log                          the newest games
  shikatsu together log --game 12                all that happened in one
  shikatsu together log --member Ann --kind vote how Ann voted
  shikatsu together log --game 12 --sgf          the game, with the proposals as comments";

pub(super) fn run(options: &Options) -> io::Result<Done> {
    let path = options.log.clone().unwrap_or_else(usual_log);
    match told(options, &path) {
        Ok(text) => say(&text).map(|()| Done::Well),
        Err(error) => {
            complain(&format!("{}: {error}", path.display()));
            Ok(Done::WithFaults)
        }
    }
}

fn told(options: &Options, path: &std::path::Path) -> Result<String, LogError> {
    let log = Log::open_to_read(path)?;
    let is_list = options.game.is_none() && options.member.is_none() && options.kinds.is_empty();
    if is_list {
        let games = log.games(None, options.last)?;
        return Ok(games
            .iter()
            .rev()
            .map(|game| game_text(game, options.json))
            .collect());
    }
    let is_whole = options.game.is_some();
    let filter = Filter {
        game: options.game,
        kinds: options.kinds.clone(),
        member: options.member.clone(),
        since: None,
        most: (!is_whole).then_some(options.last),
    };
    let entries = log.actions(&filter)?;
    if options.sgf {
        let date = entries.first().map_or(String::new(), |first| sgf::day(first.at));
        let actions: Vec<Action> = entries.into_iter().map(|entry| entry.action).collect();
        return Ok(sgf::write(&actions, &date));
    }
    Ok(entries
        .iter()
        .map(|entry| action_text(entry, options.json))
        .collect())
}

fn game_text(game: &GameLine, is_json: bool) -> String {
    if is_json {
        return serde_json::to_string(game).unwrap_or_default() + "\n";
    }
    let (team, other) = (printable(&game.team), printable(&game.opponent));
    let (black, white) = if game.black { (team, other) } else { (other, team) };
    let result = game.result.as_deref().unwrap_or("not finished");
    format!(
        "{:>6}  {}  {}x{}  {:<11}  {black} – {white}: {}, {} moves\n",
        game.id,
        moment(game.started),
        game.size,
        game.size,
        game.scheme,
        printable(result),
        game.moves
    )
}

/// Day and time, in UTC.
fn moment(at: i64) -> String {
    let seconds = at.div_euclid(1000).rem_euclid(86_400);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{} {hour:02}:{minute:02}:{second:02}", sgf::day(at))
}

fn action_text(entry: &Entry, is_json: bool) -> String {
    if is_json {
        let mut value = serde_json::to_value(&entry.action).unwrap_or_default();
        value["game"] = entry.game.into();
        value["action"] = entry.number.into();
        value["at"] = entry.at.into();
        return format!("{value}\n");
    }
    let words =
        printable(&words(&entry.action)).replace('\n', "\n                                             ");
    let kind = entry.action.kind();
    format!(
        "{:>6} {:>5}  {}  {kind:<8}  {words}\n",
        entry.game,
        entry.number,
        moment(entry.at)
    )
}

fn words(action: &Action) -> String {
    let given = |given: &Given| match given {
        Given::Move(what) => what.to_string(),
        Given::Late => "late".to_string(),
        Given::Faulty(why) => format!("faulty ({why})"),
    };
    let mut text = String::new();
    // A string takes everything.
    let _ = match action {
        Action::Start { setup } => write!(
            text,
            "{} against {}, {} lines, komi {}, {}, {} s, seed {}",
            setup.team,
            setup.opponent,
            setup.size,
            setup.komi_text(),
            setup.scheme,
            setup.seconds,
            setup.seed
        ),
        Action::Join { name, back, .. } => {
            write!(text, "{name}{}", if *back { " came back" } else { "" })
        }
        Action::Leave { name, why, .. } => write!(text, "{name}: {why}"),
        Action::Request { round, what, .. } => {
            write!(text, "round {round}: {what:?}")
        }
        Action::Answer { name, answer, .. } => write!(text, "{name}: {}", given(answer)),
        Action::Vote { name, vote, .. } => write!(text, "{name}: {}", given(vote)),
        Action::Decision { decision, .. } => write!(text, "{}", sgf::words(decision)),
        Action::Move { number, black, what } => {
            let color = if *black { "Black" } else { "White" };
            write!(text, "{number}. {color} {what}")
        }
        Action::Chat { name, text: said } => write!(text, "{name}: {said}"),
        Action::End { result, why } => write!(text, "{result}: {why}"),
    };
    text
}
