//! Building for the chip.

use std::path::PathBuf;
use std::sync::LazyLock;

use anyhow::{Context, Result};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use serde::Deserialize;

use crate::budget::Sizes;
use crate::shell::{root, run, target};
use crate::tools::{LINKER, cargo_for, without_places};
use crate::{parts, uf2};

/// The chip's target.
pub(crate) const TARGET: &str = "thumbv6m-none-eabi";

/// The handhelds there are, the default first.
static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../boards.json")).expect("boards.json describes the boards")
});

/// A handheld.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) struct Board {
    /// What the emulator, files and its feature are called.
    name: &'static str,
    /// What it is.
    title: &'static str,
}

impl Board {
    /// All of them.
    pub(crate) fn all() -> &'static [Board] {
        &BOARDS
    }

    /// Those that are not the default.
    pub(crate) fn others() -> &'static [Board] {
        &BOARDS[1..]
    }

    pub(crate) fn features(self) -> String {
        format!("--features=firmware,{}", self.name)
    }

    pub(crate) const fn name(self) -> &'static str {
        self.name
    }
}

impl Default for Board {
    fn default() -> Board {
        BOARDS[0]
    }
}

/// On the command line they have their names.
impl ValueEnum for Board {
    fn value_variants<'a>() -> &'a [Board] {
        Board::all()
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name).help(self.title))
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
        let package = ["--package=shikatsu", &board.features(), "--bin", self.name()];
        let mut build = cargo_for(TARGET, &[&["build", "--release"], &package[..]].concat())?;
        build.args(without_places(TARGET, &[])?);
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

/// Where the UF2 file of a board is, once it is made.
pub(crate) fn boot_file(board: Board) -> PathBuf {
    target().join(format!("shikatsu-{}.uf2", board.name()))
}

/// Builds the trainer's image and its UF2 file, and says where both are.
pub(crate) fn make(board: Board) -> Result<(PathBuf, Sizes)> {
    let (image, sizes) = run_sized(board)?;
    let data = std::fs::read(&image).with_context(|| format!("cannot read {}", image.display()))?;
    let file = boot_file(board);
    std::fs::write(&file, uf2::of_elf(&data)?).with_context(|| format!("cannot write {}", file.display()))?;
    println!("\n{}", file.strip_prefix(root()).unwrap_or(&file).display());
    Ok((image, sizes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{FLASH_KIB, RAM_KIB};

    fn described() -> Vec<serde_json::Value> {
        serde_json::from_str(include_str!("../../boards.json")).unwrap()
    }

    #[test]
    fn every_board_has_a_feature_and_every_feature_of_a_board_is_one() {
        let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
        let (_, features) = manifest.split_once("\n[features]\n").unwrap();
        let (features, _) = features.split_once("\n[").unwrap();
        let names = features
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split_once(" = ").map(|(name, _)| name));
        let of_boards: Vec<&str> = names.filter(|name| !["std", "firmware"].contains(name)).collect();
        let boards: Vec<&str> = Board::all().iter().map(|board| board.name).collect();
        assert_eq!(of_boards, boards);
    }

    #[test]
    fn no_two_things_of_a_board_hang_on_one_pin() {
        for board in described() {
            let screen = &board["screen"];
            let wires =
                ["clock", "data", "data_command", "select", "reset", "light"].map(|wire| &screen[wire]);
            let keys = board["keys"].as_array().unwrap().iter().map(|key| &key["pin"]);
            let others = [&board["supply"]["pin"], &board["speaker"]["pin"]];
            let pins = wires
                .into_iter()
                .chain(keys)
                .chain(others)
                .filter(|pin| !pin.is_null());
            let mut pins: Vec<u64> = pins.map(|pin| pin.as_u64().unwrap()).collect();
            let all = pins.len();
            pins.sort_unstable();
            pins.dedup();
            assert!(
                pins.len() == all && pins.iter().all(|&pin| pin < 30),
                "{}",
                board["name"]
            );
        }
    }

    #[test]
    fn the_flash_of_every_board_has_room_for_what_memory_x_divides() {
        let memory = std::fs::read_to_string(root().join("memory.x")).unwrap();
        let end = memory.lines().find_map(|line| {
            let (_, region) = line.split_once("SAVE  : ORIGIN = 0x10")?;
            let (origin, length) = region.split_once(", LENGTH = ")?;
            let length: u64 = length.strip_suffix('K')?.parse().ok()?;
            Some(u64::from_str_radix(origin, 16).ok()? / 1024 + length)
        });
        let end = end.expect("memory.x ends with SAVE");
        for board in described() {
            assert!(board["flash_kib"].as_u64().unwrap() >= end, "{}", board["name"]);
        }
        for (region, kib) in [("FLASH", FLASH_KIB), ("RAM  ", RAM_KIB)] {
            let line = memory.lines().find(|line| line.trim_start().starts_with(region));
            let length = line.and_then(|line| line.split_once("LENGTH = "));
            let (_, length) = length.expect("memory.x has the region");
            assert!(length.starts_with(&format!("{kib}K")), "{region} {length}");
        }
    }
}
