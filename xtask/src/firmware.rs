//! Building for the chip.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::budget::Sizes;
use crate::shell::{root, run, target};
use crate::tools::{LINKER, cargo_for};
use crate::{parts, uf2};

/// The chip's target.
pub(crate) const TARGET: &str = "thumbv6m-none-eabi";

/// The handhelds there are.
#[derive(Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub(crate) enum Board {
    /// A Raspberry Pi Pico with the Waveshare Pico-LCD-1.3.
    #[default]
    PicoLcd,
    /// The Pimoroni `PicoSystem`.
    Picosystem,
}

impl Board {
    /// All of them.
    pub(crate) const ALL: [Board; 2] = [Board::PicoLcd, Board::Picosystem];

    pub(crate) const fn features(self) -> &'static str {
        match self {
            Board::PicoLcd => "--features=firmware",
            Board::Picosystem => "--features=firmware,picosystem",
        }
    }

    /// What the emulator and files call it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Board::PicoLcd => "pico-lcd",
            Board::Picosystem => "picosystem",
        }
    }
}

/// An image that can be built for the chip.
#[derive(Clone, Copy)]
pub(crate) enum Image {
    /// The trainer.
    Trainer,
    /// The bench, for the emulator.
    Bench,
}

impl Image {
    const fn name(self) -> &'static str {
        match self {
            Image::Trainer => "shikatsu-firmware",
            Image::Bench => "shikatsu-bench",
        }
    }

    /// Builds the image for a board and says where it is.
    pub(crate) fn build(self, board: Board) -> Result<PathBuf> {
        let package = ["--package=shikatsu", board.features(), "--bin", self.name()];
        let mut build = cargo_for(TARGET, &[&["build", "--release"], &package[..]].concat())?;
        build.env("CARGO_TARGET_THUMBV6M_NONE_EABI_LINKER", LINKER.get()?);
        run(build)?;
        let folder = target().join(TARGET).join("release");
        let built = folder.join(self.name());
        if board == Board::default() {
            return Ok(built);
        }
        // Cargo gives the images of all boards the same name; the next build would replace this one.
        let image = folder.join(format!("{}-{}", self.name(), board.name()));
        std::fs::copy(built, &image).with_context(|| format!("cannot write {}", image.display()))?;
        Ok(image)
    }
}

/// Builds the trainer's image and prints its sizes.
pub(crate) fn run_sized(board: Board) -> Result<(PathBuf, Sizes)> {
    let image = Image::Trainer.build(board)?;
    let sizes = Sizes::read(&image)?;
    println!(
        "{}\n{sizes}",
        image.strip_prefix(root()).unwrap_or(&image).display()
    );
    sizes.check()?;
    Ok((image, sizes))
}

/// `cargo firmware`
pub(crate) fn run_command(board: Board, tells_parts: bool) -> Result<()> {
    let (image, sizes) = make(board)?;
    if tells_parts {
        println!("\n{}", parts::table(&image, &sizes)?);
    }
    println!("  Hold BOOTSEL, plug the Pico in, and copy this file to the drive that appears.");
    println!("  More problems are in packs/: cargo shikatsu load packs/graded-2.pack");
    Ok(())
}

/// Builds the trainer's image and its UF2 file, and says where both are.
pub(crate) fn make(board: Board) -> Result<(PathBuf, Sizes)> {
    let (image, sizes) = run_sized(board)?;
    let data = std::fs::read(&image).with_context(|| format!("cannot read {}", image.display()))?;
    let file = target().join(format!("shikatsu-{}.uf2", board.name()));
    std::fs::write(&file, uf2::of_elf(&data)?).with_context(|| format!("cannot write {}", file.display()))?;
    println!("\n{}", file.strip_prefix(root()).unwrap_or(&file).display());
    Ok((image, sizes))
}
