//! `cargo xtask doctor`: what the commands need, what of it is there, and what to do about the rest.

use std::fmt::Write as _;
use std::process::ExitCode;

use crate::emulator::{self, GET_NODE, OLDEST_NODE};
use crate::firmware::TARGET;
use crate::shell::{command, says, version};
use crate::together;
use crate::tools::{BROWSER, FUZZER, GUARD, LAWYER, LINKER, LISTER, MUTATOR, NPM, Part, RUSTUP, Tool};
use crate::web;

/// Something that commands need.
struct Need {
    name: String,
    found: Found,
    /// The commands that need it, and what for if that is not plain.
    used_by: &'static str,
    remedy: Remedy,
}

/// What was found of it.
#[derive(PartialEq, Eq)]
enum Found {
    /// It is there; this is its version, if it has one.
    There(String),
    /// It is there, but this version is too old.
    TooOld(String),
    Missing,
}

/// How it gets here.
#[derive(PartialEq, Eq)]
enum Remedy {
    /// The commands that need it install it, with this.
    Itself(String),
    /// By hand: a sentence that says what to type.
    Hand(String),
    /// The same, but the commands manage without it.
    Optional(&'static str),
}

/// What is to be said about it in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Ok,
    /// It comes by itself.
    Later,
    Optional,
    Missing,
}

impl Need {
    fn state(&self) -> State {
        match (&self.found, &self.remedy) {
            (Found::There(_), _) => State::Ok,
            (_, Remedy::Itself(_)) => State::Later,
            (_, Remedy::Optional(_)) => State::Optional,
            (_, Remedy::Hand(_)) => State::Missing,
        }
    }

    /// What it is, as far as it is there.
    fn label(&self) -> String {
        match &self.found {
            Found::There(version) if version.is_empty() => self.name.clone(),
            Found::There(version) | Found::TooOld(version) => format!("{} ({version})", self.name),
            Found::Missing => self.name.clone(),
        }
    }

    /// What to do about it; nothing if it is there.
    fn advice(&self) -> Option<String> {
        if self.state() == State::Ok {
            return None;
        }
        let old = if matches!(self.found, Found::TooOld(_)) {
            "too old: "
        } else {
            ""
        };
        Some(match &self.remedy {
            Remedy::Itself(how) => format!("installed when it is first needed, by: {how}"),
            Remedy::Hand(how) => format!("{old}{how}"),
            Remedy::Optional(how) => format!("{old}{how}"),
        })
    }
}

impl State {
    const fn word(self) -> &'static str {
        match self {
            State::Ok => "ok",
            State::Later => "later",
            State::Optional => "optional",
            State::Missing => "MISSING",
        }
    }
}

/// One line for each thing, with what to do about it on the next, and a summary at the end.
fn table(needs: &[Need]) -> String {
    let width = needs.iter().map(|need| need.label().chars().count()).max();
    let width = width.unwrap_or(0).max("what".len());
    let mut text = format!("  {:8}  {:width$}  needed by\n", "", "what");
    let line = |text: &mut String, [state, what, rest]: [&str; 3]| {
        let line = format!("  {state:8}  {what:width$}  {rest}");
        writeln!(text, "{}", line.trim_end()).expect("a String takes everything");
    };
    for need in needs {
        line(&mut text, [need.state().word(), &need.label(), need.used_by]);
        if let Some(advice) = need.advice() {
            line(&mut text, ["", "", &format!("→ {advice}")]);
        }
    }
    text + "\n" + &summary(needs)
}

fn summary(needs: &[Need]) -> String {
    let count = |state| needs.iter().filter(|need| need.state() == state).count();
    let things = |count| match count {
        1 => "1 thing is".to_string(),
        count => format!("{count} things are"),
    };
    match (count(State::Missing), count(State::Later)) {
        (0, 0) => "Everything is there.".to_string(),
        (0, later) => format!(
            "{} not there yet; the commands install what they need.",
            things(later)
        ),
        (missing, _) => format!(
            "{} missing and cannot be installed from here; see the arrows.",
            things(missing)
        ),
    }
}

/// What is installed with rustup, or has to be installed by hand where there is no rustup.
fn by_rustup(command: String, has_rustup: bool) -> Remedy {
    if has_rustup {
        Remedy::Itself(command)
    } else {
        Remedy::Hand(format!("get rustup from {RUSTUP} and type: {command}"))
    }
}

fn part(part: Part, used_by: &'static str, has_rustup: bool) -> Need {
    Need {
        name: part.name().to_string(),
        found: there(part.is_there()),
        used_by,
        remedy: by_rustup(part.remedy(), has_rustup),
    }
}

fn tool(tool: &Tool, used_by: &'static str) -> Need {
    Need {
        name: format!("{} {}", tool.name, tool.version),
        found: there(tool.is_there()),
        used_by,
        remedy: Remedy::Itself(format!("cargo install {}, into the target folder", tool.name)),
    }
}

fn there(is_there: bool) -> Found {
    if is_there {
        Found::There(String::new())
    } else {
        Found::Missing
    }
}

/// What a program says its version is, without its own name and without what follows the number.
fn found(said: Option<String>) -> Found {
    let Some(said) = said else {
        return Found::Missing;
    };
    let is_version = |word: &&str| {
        word.trim_start_matches('v')
            .starts_with(|c: char| c.is_ascii_digit())
    };
    let version = said.split_whitespace().find(is_version);
    Found::There(version.unwrap_or_default().to_string())
}

/// Node, which may be too old.
fn node(said: Option<String>) -> Found {
    match found(said) {
        Found::There(version) if !emulator::is_new_enough(&version) => Found::TooOld(version),
        other => other,
    }
}

fn needs() -> Vec<Need> {
    let rustup = found(version("rustup"));
    let has_rustup = rustup != Found::Missing;
    let by_hand = |how: &str| Remedy::Hand(how.to_string());
    vec![
        Need {
            name: "Rust".to_string(),
            found: found(version("rustc")),
            used_by: "everything",
            remedy: by_hand("get rustup from https://rustup.rs; it brings the right version"),
        },
        Need {
            name: "rustup".to_string(),
            found: rustup,
            used_by: "all that is installed by itself; fuzz",
            remedy: Remedy::Optional(
                "get it from https://rustup.rs; without it nothing of the toolchain is installed by itself",
            ),
        },
        part(Part::Component("rustfmt"), "test", has_rustup),
        part(Part::Component("clippy"), "test", has_rustup),
        part(
            Part::Target(TARGET),
            "firmware, flash, emulator, bench, e2e, device, no-panic, test: all that runs on the chip",
            has_rustup,
        ),
        tool(&LINKER, "the same: it links for the chip"),
        part(Part::Target(BROWSER), "web, test: the page", has_rustup),
        Need {
            name: format!("Node {OLDEST_NODE} or newer"),
            found: node(version("node")),
            used_by: "emulator, e2e, device, bench and test: it runs the emulated chip",
            remedy: by_hand(GET_NODE),
        },
        Need {
            name: "npm".to_string(),
            found: found(version(NPM)),
            used_by: "the same: it fetches the emulator's packages",
            remedy: by_hand(GET_NODE),
        },
        Need {
            name: "the emulator's packages".to_string(),
            found: there(emulator::PACKAGES.are_there()),
            used_by: "the same",
            remedy: Remedy::Itself("npm ci, in emulator/".to_string()),
        },
        Need {
            name: "the packages of playing together's test".to_string(),
            found: there(together::PACKAGES.are_there()),
            used_by: "together, e2e, test",
            remedy: Remedy::Itself("npm ci, in host-tests/together/".to_string()),
        },
        Need {
            name: "the page's packages".to_string(),
            found: there(web::PACKAGES.are_there()),
            used_by: "web and test: they put the emulator into the page, and try it",
            remedy: Remedy::Itself("npm ci, in web/".to_string()),
        },
        Need {
            name: "Chromium".to_string(),
            found: there(web::browser().is_some()),
            used_by: "together, e2e, test: the pages in a real browser",
            remedy: Remedy::Optional(
                "on Debian and Ubuntu type: sudo apt install chromium; without it, test leaves the pages out",
            ),
        },
        Need {
            name: "git".to_string(),
            found: found(version("git")),
            used_by: "test, which looks for merges left half done",
            remedy: Remedy::Optional(
                "get it from https://git-scm.com, or on Debian and Ubuntu type: sudo apt install git",
            ),
        },
        Need {
            name: "probe-rs".to_string(),
            found: found(version("probe-rs")),
            used_by: "flash, with a debug probe",
            remedy: Remedy::Optional(
                "get it from https://probe.rs; without a probe, flash says how to copy the image",
            ),
        },
        tool(&MUTATOR, "mutants"),
        tool(&FUZZER, "fuzz"),
        tool(&GUARD, "test: the licences and the known flaws of libraries"),
        tool(&LAWYER, "dist: the licences of what is linked"),
        tool(&LISTER, "dist: the bill of materials"),
        Need {
            name: "a nightly Rust".to_string(),
            found: found(says(&mut command(
                "rustup",
                &["run", "nightly", "rustc", "--version"],
            ))),
            used_by: "fuzz",
            remedy: Remedy::Optional(
                "rustup toolchain install nightly; without it, fuzz uses the project's own Rust",
            ),
        },
    ]
}

/// Prints the table. It fails if something is missing that has to be installed by hand.
pub(crate) fn run_command() -> ExitCode {
    let needs = needs();
    println!("{}", table(&needs));
    if needs.iter().any(|need| need.state() == State::Missing) {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn need(name: &str, found: Found, remedy: Remedy) -> Need {
        Need {
            name: name.to_string(),
            found,
            used_by: "firmware",
            remedy,
        }
    }

    #[test]
    fn a_missing_target_comes_by_rustup_and_without_rustup_one_sentence_says_how() {
        let add = || Part::Target("thumbv6m-none-eabi").remedy();
        let with = need("a target", Found::Missing, by_rustup(add(), true));
        assert_eq!(with.state(), State::Later);
        assert_eq!(
            with.advice().unwrap(),
            "installed when it is first needed, by: rustup target add thumbv6m-none-eabi"
        );
        let without = need("a target", Found::Missing, by_rustup(add(), false));
        assert_eq!(without.state(), State::Missing);
        assert_eq!(
            without.advice().unwrap(),
            "get rustup from https://rustup.rs and type: rustup target add thumbv6m-none-eabi"
        );
        let there = need("a target", there(true), by_rustup(add(), false));
        assert_eq!((there.state(), there.advice()), (State::Ok, None));
    }

    #[test]
    fn versions_are_read_off_what_programs_say() {
        for (said, version) in [
            ("rustc 1.95.0 (59807616e 2026-04-14)", "1.95.0"),
            ("git version 2.39.5", "2.39.5"),
            ("v20.11.1", "v20.11.1"),
            ("10.2.4", "10.2.4"),
            ("unknown", ""),
        ] {
            assert!(
                found(Some(said.to_string())) == Found::There(version.to_string()),
                "{said}"
            );
        }
        assert!(found(None) == Found::Missing);
    }

    #[test]
    fn an_old_node_is_told_apart_from_none() {
        let node = |said: Option<&str>| {
            let found = node(said.map(str::to_string));
            let node = need("Node", found, Remedy::Hand("get a new one".to_string()));
            (node.state(), node.label(), node.advice())
        };
        let advice = |text: &str| Some(text.to_string());
        assert_eq!(node(Some("v22.0.0")), (State::Ok, "Node (v22.0.0)".into(), None));
        assert_eq!(
            node(Some("v18.1.0")),
            (
                State::Missing,
                "Node (v18.1.0)".into(),
                advice("too old: get a new one")
            )
        );
        assert_eq!(
            node(None),
            (State::Missing, "Node".into(), advice("get a new one"))
        );
    }

    #[test]
    fn the_table_lists_everything_and_sums_it_up() {
        let rust = || need("Rust", Found::There("1.95.0".into()), Remedy::Hand("x".into()));
        let target = || need("a target", Found::Missing, Remedy::Itself("y".into()));
        let probe = || need("a probe", Found::Missing, Remedy::Optional("z"));
        let node = || need("Node", Found::Missing, Remedy::Hand("get Node".into()));
        assert_eq!(
            table(&[rust(), target(), probe()]),
            "            what           needed by\n  \
             ok        Rust (1.95.0)  firmware\n  \
             later     a target       firmware\n                           \
             → installed when it is first needed, by: y\n  \
             optional  a probe        firmware\n                           \
             → z\n\n\
             1 thing is not there yet; the commands install what they need."
        );
        assert_eq!(summary(&[rust(), probe()]), "Everything is there.");
        assert_eq!(
            summary(&[rust(), target(), node()]),
            "1 thing is missing and cannot be installed from here; see the arrows."
        );
    }
}
