//! What tests of SGF files share.
#![allow(dead_code, reason = "no test needs all of it")]

use std::io::Write as _;
use std::path::{Path, PathBuf};

use shikatsu::board::{Point, PointSet};
use shikatsu_toolkit::entry::{Entry, names};
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::sgf;

/// The folder of cases, if this checkout has one beside it.
pub(crate) fn cases(name: &str) -> Option<PathBuf> {
    let folder = root().join("../shared/cases").join(name);
    if folder.exists() {
        return Some(folder);
    }
    // Not captured, so that a run of all checks can name it.
    let _ = writeln!(std::io::stderr(), "skipped: there is no ../shared/cases/{name}");
    None
}

/// The folder of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The problems of a text, or what is wrong with them.
pub(crate) fn read(text: &str) -> Vec<Result<Entry, String>> {
    let games = sgf::read(text.as_bytes(), &Overrides::default());
    games
        .into_iter()
        .map(|game| game.map_err(|error| error.to_string()))
        .collect()
}

/// The one problem of a text.
pub(crate) fn good(text: &str) -> Entry {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// What is wrong with the one problem of a text.
pub(crate) fn fault(text: &str) -> String {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_err()
}

/// The names of points of a board of nine lines.
pub(crate) fn listed(set: &PointSet) -> String {
    names(set, 9)
}

/// A white stone in the corner that Black surrounds; `more` goes into the root.
pub(crate) fn corner(more: &str) -> String {
    format!("(;SZ[9]AB[ba][bb]AW[aa]{more})")
}

/// The empty points where one may play.
pub(crate) fn empty_inside(entry: &Entry) -> PointSet {
    let setup = entry.problem.setup();
    let all: PointSet = Point::all(setup.size).collect();
    all.minus(&setup.outside).minus(&setup.black).minus(&setup.white)
}
