//! Building for the chip.

use std::path::PathBuf;

use anyhow::Result;

use crate::budget::Sizes;
use crate::shell::{cargo_for_chip, root, run};

/// The chip's target.
pub(crate) const TARGET: &str = "thumbv6m-none-eabi";

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

    /// Builds the image and says where it is.
    pub(crate) fn build(self) -> Result<PathBuf> {
        run(cargo_for_chip(&[
            "build",
            "--release",
            "--package=shikatsu",
            "--features=firmware",
            "--target",
            TARGET,
            "--bin",
            self.name(),
        ]))?;
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
        Ok(root().join(target).join(TARGET).join("release").join(self.name()))
    }
}

/// Builds the trainer's image and prints its sizes.
pub(crate) fn run_sized() -> Result<(PathBuf, Sizes)> {
    let image = Image::Trainer.build()?;
    let sizes = Sizes::read(&image)?;
    println!(
        "{}\n{sizes}",
        image.strip_prefix(root()).unwrap_or(&image).display()
    );
    sizes.check()?;
    Ok((image, sizes))
}

/// `cargo firmware`
pub(crate) fn run_command() -> Result<()> {
    run_sized().map(|_| ())
}
