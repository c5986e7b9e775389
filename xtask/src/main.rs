//! The project's commands, the same for developers and for CI: `cargo xtask --help`.

mod bank;
mod bench;
mod budget;
mod built;
mod device;
mod dist;
mod doctor;
mod e2e;
mod emulator;
mod firmware;
mod flash;
mod fuzz;
mod learn;
mod matches;
mod mutants;
mod no_panic;
mod parts;
mod pixels;
mod report;
mod run;
mod scale;
mod serve;
mod shell;
mod test;
mod times;
mod together;
mod tools;
mod uf2;
mod web;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

/// The project's commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List what the commands need: what is there, what is missing, and what each missing thing is for.
    Doctor,
    /// Run every check: format, lints, docs, tests, the firmware and its budgets, the emulator.
    Test,
    /// Prove every problem in `problems/packs.toml` and `packs/packs.toml`, and make the built-in and the extra packs.
    Bank {
        /// Write nothing; fail if the existing packs differ in a single byte.
        #[arg(long)]
        check: bool,
    },
    /// Feed hostile bytes to the readers of packs, files, frames and requests, with libFuzzer.
    Fuzz(fuzz::Options),
    /// Change the code of record, store, link and pack a little at a time, and see whether a test notices.
    Mutants(mutants::Options),
    /// Play the scripts on the emulated handhelds, compare every picture with the simulator's, and play together in a browser.
    E2e,
    /// Only that: three people and an engine play together in a real browser, by clicks.
    Together,
    /// Build the RP2040 image and its UF2 file, and check its sizes against their budgets.
    Firmware {
        /// The handheld it is for.
        #[arg(long, value_enum, default_value_t)]
        board: firmware::Board,
        /// Also list what takes the room: flash and RAM by module and library.
        #[arg(long)]
        parts: bool,
    },
    /// Make a release: images for all boards, programs for all systems with their manual, packs, the page, licences, checksums.
    Dist(dist::Options),
    /// Build the image and write it to a board with probe-rs, or say how to copy it if probe-rs is not installed.
    Flash {
        /// The handheld it is for.
        #[arg(long, value_enum, default_value_t)]
        board: firmware::Board,
    },
    /// Measure moves a second on this computer, instructions a move on the chip, and how long the chip takes to read the built-in problems.
    Bench {
        /// Write the signatures and instruction counts that the tests check, and the tables of times in docs; implies --all.
        #[arg(long)]
        bless: bool,
        /// Have the chip read out every built-in problem, not only some of each pack: several minutes.
        #[arg(long)]
        all: bool,
    },
    /// Learn which moves look natural: lessons are proved, weights are fitted and written for the core. Takes about ten minutes.
    Learn(learn::Options),
    /// Run the firmware image on the emulated handheld and save a picture of its screen, play a script on it, or play on
    /// it yourself.
    Emulate(emulator::Options),
    /// Make the page: the trainer in a browser, in `target/web`, for any static host.
    Web(web::Options),
    /// Play a match against GNU Go, to see how strong the machine is.
    Match(matches::Options),
    /// Prove that bytes from outside cannot make the firmware panic before it knows what they are.
    NoPanic,
    /// Run the firmware image with a computer at its USB port: load packs, pull the cable, cut the power.
    Device,
    /// Play every first move of some problems of a pack on the firmware image: all are answered in time, with the simulator's pictures. Takes long.
    FirstMoves {
        /// The pack.
        pack: std::path::PathBuf,
        /// How many problems, taken evenly from the whole pack.
        #[arg(long, default_value_t = 50)]
        problems: usize,
    },
}

/// Whether there is a command of this name.
fn has_command(name: &str) -> bool {
    Arguments::command().find_subcommand(name).is_some()
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Test => return test::run_all(),
        Command::Doctor => return doctor::run_command(),
        Command::Bank { check } => bank::make(check),
        Command::Fuzz(options) => fuzz::fuzz(&options),
        Command::Mutants(options) => mutants::run_command(&options),
        Command::Dist(options) => dist::run_command(&options),
        Command::E2e => e2e::run_command(),
        Command::Together => together::check().map(|said| println!("{said}")),
        Command::Firmware { board, parts } => firmware::run_command(board, parts),
        Command::Flash { board } => flash::run_command(board),
        Command::Bench { bless, all } => bench::run(bless, all),
        Command::Learn(options) => learn::learn(&options),
        Command::Emulate(options) => emulator::emulate(&options),
        Command::Web(options) => web::run_command(&options),
        Command::Match(options) => matches::run_command(&options),
        Command::NoPanic => no_panic::prove().map(|found| println!("{found}")),
        Command::FirstMoves { pack, problems } => {
            emulator::install().and_then(|()| device::first_moves(&pack, problems))
        }
        Command::Device => emulator::install()
            .and_then(|()| device::check())
            .map(|figures| println!("{figures}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
