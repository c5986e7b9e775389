//! `shikatsu proof`: proofs checked, stepped through and exported. The checker is a crate of its own that knows nothing of the solver.

mod check;
mod export;
mod show;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use shikatsu_proof::points::name;
use shikatsu_proof::{Checked, Color, Endless, Goal, Points, Position, Proof};

use super::{Done, complain};

/// Check proofs, step through them, and turn them into SGF
///
/// A proof says why key stones are captured, live or stand, move by move. The checker replays it, searches nothing, and shares no code with the solver.
///
/// The exit status is 0; 1 if a proof does not hold; 2 if something could not be read or written.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  shikatsu proof check corner.proof           whether it holds, and on what it rests
  shikatsu proof show corner.proof            step through it, move by move
  shikatsu proof export corner.proof -o corner.sgf";

#[derive(Subcommand, Debug)]
enum Command {
    Check(check::Options),
    Show(show::Options),
    Export(export::Options),
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    match &options.command {
        Command::Check(options) => check::run(options),
        Command::Show(options) => show::run(options),
        Command::Export(options) => export::run(options),
    }
}

/// The one proof that a command is about.
#[derive(Args, Debug)]
struct Source {
    /// A proof, as text or as bytes
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Source {
    /// The proof and what checking it found; after a complaint, how that ends.
    fn load(&self) -> Result<(Proof, Checked), Done> {
        let shown = self.file.display();
        let proof = read(&self.file).map_err(|sentence| {
            complain(&format!("{shown}: {sentence}"));
            Done::WithFaults
        })?;
        match shikatsu_proof::check(&proof) {
            Ok(checked) => Ok((proof, checked)),
            Err(error) => {
                complain(&format!("{shown}: the proof does not hold: {error}"));
                Err(Done::Disappointed)
            }
        }
    }
}

/// Reads a proof, or says in a sentence why that cannot be done.
fn read(path: &Path) -> Result<Proof, String> {
    let bytes = fs::read(path).map_err(|error| format!("cannot be read: {error}"))?;
    if !shikatsu_proof::is_proof(&bytes) {
        return Err("this is not a proof".to_string());
    }
    shikatsu_proof::read(&bytes).map_err(|error| error.to_string())
}

fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// What a proof proves, in a sentence.
fn claim(proof: &Proof, winner: Color) -> String {
    let (mover, winner, loser) = (
        color(proof.position.to_move),
        color(winner),
        color(winner.other()),
    );
    let who = format!("With {mover} to move, {winner}");
    match (proof.claim.goal, proof.claim.endless) {
        (Goal::Capture, Endless::Loser) => {
            format!("{who} captures the key stones, however many ko threats {loser} has.")
        }
        (Goal::Capture, Endless::Winner) => {
            format!(
                "{who} captures the key stones, or keeps them from living, if it has all the ko threats it wants."
            )
        }
        (Goal::Eyes, _) => format!("{who} lives with two eyes, however many ko threats {loser} has."),
        (Goal::Stand, Endless::Loser) => {
            format!("{who}'s key stones are never captured, however many ko threats {loser} has.")
        }
        (Goal::Stand, Endless::Winner) => {
            format!("{who}'s key stones are never captured, if it has all the ko threats it wants.")
        }
    }
}

/// The names of points, row by row.
fn list(points: &Points, size: u8) -> Vec<String> {
    points.iter().map(|point| name(point, size)).collect()
}

/// The walls that cannot fall and that the proof leans on: stones of its zone beside a closed point of it.
fn walls(position: &Position, checked: &Checked) -> Points {
    let grid = shikatsu_proof::board::Grid::new(position.size);
    let beside = grid.around(&checked.leans_on().and(&position.free()));
    beside.and(&checked.zone()).minus(&position.free())
}
