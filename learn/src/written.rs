//! What was learnt, as a file of the core.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use shikatsu::instinct::Weights;

use crate::measure::Figures;

/// Numbers on a line.
const ON_A_LINE: usize = 24;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("it lies in the workspace")
}

/// The file of the weights.
pub fn path() -> PathBuf {
    root().join("go/src/instinct/weights.rs")
}

/// The file of the chances in closed regions.
pub fn chances() -> PathBuf {
    root().join("prover/src/closed/chances.bin")
}

/// The folder of pictures in the documentation.
pub fn images() -> PathBuf {
    root().join("docs/images")
}

/// The file's text.
pub fn weights(weights: &Weights, seed: u64, lessons: usize, fresh: &Figures) -> String {
    let mut text = format!(
        "//! What was learnt. `cargo xtask learn` wrote it: seed {seed}, {lessons} positions.\n\
         //!\n\
         //! On {} composed problems that it was not learnt from, a right first move comes before a wrong one {:.1} times in a hundred,\n\
         //! and comes first {:.1} times.\n\n\
         /// In sixteenths of a natural logarithm, by the places that `table` names.\n\
         #[rustfmt::skip]\n\
         pub static WEIGHTS: super::Weights = [\n",
        fresh.exercises,
        100.0 * fresh.area,
        100.0 * fresh.first
    );
    for side in weights {
        text += "    [\n";
        for line in side.chunks(ON_A_LINE) {
            let numbers: Vec<String> = line.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "        {},", numbers.join(", "));
        }
        text += "    ],\n";
    }
    text + "];\n"
}
