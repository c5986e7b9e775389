//! Matches against GNU Go: how strong the machine plays.
//!
//! Both sides keep the whole game, so each is the other's referee: a move that one of them refuses ends the match with an error. Strength is given by playouts, not by
//! seconds, so that a match comes out the same on any computer.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::shell::{cargo, run, target};

/// A game is given up as drawn after so many moves.
const LONGEST: usize = 400;

/// How often an engine at an address is called, and how long the pause is before the next time.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_millis(300);

#[derive(Args)]
pub(crate) struct Options {
    /// GNU Go's level
    #[arg(long, value_name = "N", default_value_t = 1)]
    level: u8,

    /// Playouts of ours before each move
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    playouts: u32,

    /// Games, with colours alternating
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: u32,

    /// Lines of the board
    #[arg(long, value_name = "N", default_value_t = 9)]
    size: u8,

    /// Instead of our program, play with the engine at this address: a handheld behind `cargo xtask emulate --usb tcp:7777` is at 127.0.0.1:7777. It plays at its own level, unless --at-level names another
    #[arg(long, value_name = "ADDRESS")]
    at: Option<String>,

    /// The level that the engine at this address is told to play at, from 1 to 10
    #[arg(long, value_name = "N", requires = "at", value_parser = clap::value_parser!(u8).range(1..=10))]
    at_level: Option<u8>,

    /// Our program, already built; otherwise it is built and taken from the target folder
    #[arg(long, value_name = "FILE", conflicts_with = "at")]
    program: Option<std::path::PathBuf>,

    /// Print everything that is said
    #[arg(long)]
    show: bool,

    /// Where chance comes from in the first game; each game has the next number
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
}

/// `cargo xtask match`
pub(crate) fn run_command(options: &Options) -> Result<()> {
    if options.at.is_none() && options.program.is_none() {
        run(cargo(&[
            "build",
            "--quiet",
            "--release",
            "--package=shikatsu-host",
        ]))?;
    }
    let (mut won, mut played) = (0.0, 0);
    for number in 0..options.games {
        let is_black = number % 2 == 0;
        let (points, how) = game(options, options.seed + number, is_black)?;
        won += points;
        played += 1;
        let side = if is_black { "Black" } else { "White" };
        println!(
            "game {}: Shikatsu is {side}, {how}; {won} of {played}",
            number + 1
        );
    }
    let (low, high) = interval(won, f64::from(played));
    let who = match &options.at {
        Some(address) => {
            let level = options.at_level.map(|level| format!(" with its level {level}"));
            format!("the engine at {address}{}", level.unwrap_or_default())
        }
        None => format!("{} playouts", options.playouts),
    };
    println!(
        "{who} against GNU Go's level {} on {} lines: {won} of {played}, {:.0} % (95 %: {low:.0} to {high:.0} %)",
        options.level,
        options.size,
        100.0 * won / f64::from(played.max(1))
    );
    Ok(())
}

/// Wilson's interval of a share, in percent.
fn interval(won: f64, played: f64) -> (f64, f64) {
    let z = 1.96;
    let (n, p) = (played.max(1.0), won / played.max(1.0));
    let middle = p + z * z / (2.0 * n);
    let reach = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let percent = |share: f64| 100.0 * share / (1.0 + z * z / n);
    (percent(middle - reach), percent(middle + reach))
}

/// A game: what it brought, and how it ended.
fn game(options: &Options, seed: u32, is_black: bool) -> Result<(f64, String)> {
    let ours = options
        .program
        .clone()
        .unwrap_or_else(|| target().join("release/shikatsu"));
    let (playouts, level, seed) = (
        options.playouts.to_string(),
        options.level.to_string(),
        seed.to_string(),
    );
    let mut us = match &options.at {
        Some(address) => Engine::connect_again(address, options.show)?,
        None => Engine::start(
            Command::new(ours).args(["gtp", "--threads", "1", "--playouts", &playouts, "--seed", &seed]),
            options.show,
        )?,
    };
    let mut them = Engine::start(
        Command::new(gnugo()).args([
            "--mode",
            "gtp",
            "--level",
            &level,
            "--chinese-rules",
            "--positional-superko",
            "--seed",
            &seed,
        ]),
        options.show,
    )?;
    if let Some(level) = options.at_level {
        us.ask(&format!("level {level}"))?;
    }
    for engine in [&mut us, &mut them] {
        engine.ask(&format!("boardsize {}", options.size))?;
        engine.ask("clear_board")?;
        engine.ask("komi 7.5")?;
    }
    let (mut passes, mut ours_to_move) = (0, is_black);
    for number in 0..LONGEST {
        let color = if number % 2 == 0 { "black" } else { "white" };
        let (mover, other) = if ours_to_move {
            (&mut us, &mut them)
        } else {
            (&mut them, &mut us)
        };
        let chosen = mover.ask(&format!("genmove {color}"))?;
        if chosen.eq_ignore_ascii_case("resign") {
            let points = if ours_to_move { 0.0 } else { 1.0 };
            return Ok((points, format!("{color} resigns")));
        }
        other.ask(&format!("play {color} {chosen}"))?;
        passes = if chosen.eq_ignore_ascii_case("pass") {
            passes + 1
        } else {
            0
        };
        if passes == 2 {
            break;
        }
        ours_to_move = !ours_to_move;
    }
    // GNU Go says which stones are dead, so that nobody is the judge of his own game to his favour.
    let score = them.ask("final_score")?;
    let points = match score.chars().next() {
        Some('B') => f64::from(u8::from(is_black)),
        Some('W') => f64::from(u8::from(!is_black)),
        _ => 0.5,
    };
    Ok((points, score))
}

/// Debian puts games where the path of many users does not lead.
fn gnugo() -> &'static str {
    let debian = "/usr/games/gnugo";
    if std::path::Path::new(debian).exists() {
        debian
    } else {
        "gnugo"
    }
}

/// A program that speaks the Go Text Protocol. It ends with us.
struct Engine {
    name: &'static str,
    child: Option<Child>,
    input: Box<dyn Write>,
    output: Box<dyn BufRead>,
    shows: bool,
}

impl Engine {
    fn start(command: &mut Command, shows: bool) -> Result<Engine> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {}", command.get_program().display()))?;
        let (input, output) = child.stdin.take().zip(child.stdout.take()).context("no pipes")?;
        let is_ours = command.get_args().next().is_some_and(|first| first == "gtp");
        Ok(Engine {
            name: if is_ours { "Shikatsu" } else { "GNU Go" },
            child: Some(child),
            input: Box::new(input),
            output: Box::new(BufReader::new(output)),
            shows,
        })
    }

    /// Whoever comes right after a game may be sent away, since the port has not heard yet that the one before has gone.
    fn connect_again(address: &str, shows: bool) -> Result<Engine> {
        let mut tries = 0;
        loop {
            let mut engine = Engine::connect(address, shows)?;
            tries += 1;
            match engine.ask("protocol_version") {
                Ok(_) => return Ok(engine),
                Err(error) if tries == TRIES => return Err(error),
                Err(_) => thread::sleep(PAUSE),
            }
        }
    }

    fn connect(address: &str, shows: bool) -> Result<Engine> {
        let stream = TcpStream::connect(address).with_context(|| format!("nobody is at {address}"))?;
        Ok(Engine {
            name: "Shikatsu",
            child: None,
            input: Box::new(stream.try_clone()?),
            output: Box::new(BufReader::new(stream)),
            shows,
        })
    }

    fn ask(&mut self, command: &str) -> Result<String> {
        writeln!(self.input, "{command}")?;
        let mut answer = String::new();
        while !answer.ends_with("\n\n") {
            ensure!(self.output.read_line(&mut answer)? > 0, "{command}: no answer");
        }
        let answer = answer.trim();
        if self.shows {
            println!("  {:8} {command:20} {answer}", self.name);
        }
        match answer.strip_prefix('=') {
            Some(good) => Ok(good.trim().to_string()),
            None => bail!("{command}: {answer}"),
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        if let Some(child) = &mut self.child {
            let _ = child.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_wide_for_few_games_and_narrow_for_many() {
        let (low, high) = interval(10.0, 10.0);
        assert!((71.0..73.0).contains(&low) && high > 99.9);
        let (low, high) = interval(100.0, 200.0);
        assert!((43.0..44.0).contains(&low) && (56.0..57.0).contains(&high));
    }
}
