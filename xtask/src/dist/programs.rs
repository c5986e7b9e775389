//! The command line for people's computers.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::shell::{command, output, root, run, target, version};
use crate::tools::{self, Part};

/// Calls a linker so that no folder of this machine matters, and what names that linker.
const LINKER_WITHOUT_FOLDERS: &str = "xtask/src/dist/linker.sh";
const LINKER_THAT_IS_CALLED: &str = "SHIKATSU_LINKER";

/// Who links a program.
enum Linker {
    /// The one that comes with Rust: it links static programs for any processor.
    OfRust,
    /// This one, from this package of Debian and its like.
    Installed(&'static str, &'static str),
    /// The system's own, which is only there on that system.
    OfMacs,
}

/// A program for one kind of computer.
pub(super) struct Program {
    pub(super) target: &'static str,
    /// What people call that kind of computer.
    name: &'static str,
    linker: Linker,
    /// What runs it where it is a stranger.
    runner: Option<&'static str>,
}

/// All that there are.
pub(super) const PROGRAMS: &[Program] = &[
    Program {
        target: "x86_64-unknown-linux-musl",
        name: "linux-x86_64",
        linker: Linker::OfRust,
        runner: None,
    },
    Program {
        target: "aarch64-unknown-linux-musl",
        name: "linux-aarch64",
        linker: Linker::OfRust,
        runner: Some("qemu-aarch64-static"),
    },
    Program {
        target: "x86_64-pc-windows-gnu",
        name: "windows-x86_64",
        linker: Linker::Installed("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64-win32"),
        runner: Some("wine"),
    },
    Program {
        target: "aarch64-apple-darwin",
        name: "mac-arm",
        linker: Linker::OfMacs,
        runner: None,
    },
    Program {
        target: "x86_64-apple-darwin",
        name: "mac-intel",
        linker: Linker::OfMacs,
        runner: None,
    },
];

/// The targets that there are, for people.
pub(super) fn names() -> String {
    PROGRAMS
        .iter()
        .map(|program| program.target)
        .collect::<Vec<_>>()
        .join(", ")
}

impl Program {
    pub(super) fn is_for_windows(&self) -> bool {
        self.target.contains("windows")
    }

    pub(super) fn file_name(&self) -> &'static str {
        if self.is_for_windows() {
            "shikatsu.exe"
        } else {
            "shikatsu"
        }
    }

    pub(super) fn archive_name(&self) -> String {
        let ending = if self.is_for_windows() { "zip" } else { "tar.gz" };
        format!("{}.{ending}", self.name)
    }

    /// Says what is missing, if something is that cannot be installed by itself.
    pub(super) fn can_be_built(&self) -> Result<()> {
        match self.linker {
            Linker::OfRust => {}
            Linker::Installed(linker, package) => {
                ensure!(
                    version(linker).is_some(),
                    "{linker} is not there; on Debian: apt-get install {package}"
                );
            }
            Linker::OfMacs => ensure!(cfg!(target_os = "macos"), "it can only be linked on a Mac"),
        }
        Part::Target(self.target).get()
    }

    /// Whether it runs on this very computer.
    pub(super) fn is_at_home(&self) -> bool {
        let system = if cfg!(target_os = "macos") {
            "darwin"
        } else {
            std::env::consts::OS
        };
        self.target.starts_with(std::env::consts::ARCH) && self.target.contains(system)
    }

    /// What the linker has to be told so that the same commit makes the same bytes.
    fn link_flags(&self) -> Result<Vec<String>> {
        if !self.is_for_windows() {
            return Ok(Vec::new());
        }
        // Rust's own linker, which is pinned with Rust.
        let linkers = tools::linkers_of_rust()?.join("gcc-ld");
        Ok(vec![
            "-Clink-arg=-fuse-ld=lld".into(),
            format!("-Clink-arg=-B{}", linkers.display()),
            // The time would stand in the head of the program.
            "-Clink-arg=-Wl,--no-insert-timestamp".into(),
        ])
    }

    /// Builds it and says where it is.
    pub(super) fn build(&self, time: u64) -> Result<PathBuf> {
        let mut build = tools::cargo_for(
            self.target,
            &["build", "--release", "--package=shikatsu-host", "--bin=shikatsu"],
        )?;
        // No place on this machine stays in the program, nor a symbol that nobody reads.
        build.args(tools::without_places(self.target, &self.link_flags()?)?);
        build
            .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
            .env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
        build.env("SOURCE_DATE_EPOCH", time.to_string());
        match self.linker {
            Linker::OfRust => {
                build.arg("--no-default-features");
                build.env(linker_variable(self.target), "rust-lld");
            }
            Linker::Installed(linker, _) => {
                let script = root().join(LINKER_WITHOUT_FOLDERS);
                build.env(linker_variable(self.target), script);
                build.env(LINKER_THAT_IS_CALLED, linker);
            }
            Linker::OfMacs => {}
        }
        run(build)?;
        Ok(target().join(self.target).join("release").join(self.file_name()))
    }

    /// Has the program solve a problem, where it can be run, and says how it was tried.
    pub(super) fn try_out(&self, file: &Path) -> Result<String> {
        let Some(mut command) = self.run_of(file) else {
            return Ok("built, but nothing here can run it".to_string());
        };
        command.args(["solve", "--json", "problems/shapes"]);
        let answers = output(command)
            .with_context(|| format!("the program for {} was built but fails", self.target))?;
        ensure!(
            !answers.is_empty() && answers.lines().all(|line| line.contains("\"outcome\"")),
            "the program for {} does not solve the problems of Shapes",
            self.target
        );
        Ok(format!("runs, and solved {} problems", answers.lines().count()))
    }

    fn run_of(&self, file: &Path) -> Option<Command> {
        let path = file.to_str()?;
        if self.is_at_home() {
            return Some(command(path, &[]));
        }
        let runner = self.runner.filter(|runner| version(runner).is_some())?;
        Some(command(runner, &[path]))
    }
}

/// Where cargo looks for a target's linker.
fn linker_variable(target: &str) -> String {
    format!("CARGO_TARGET_{}_LINKER", target.to_uppercase().replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_an_archive_of_its_own() {
        let mut names: Vec<String> = PROGRAMS.iter().map(Program::archive_name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), PROGRAMS.len());
        assert!(root().join("problems/shapes").is_dir());
    }
    /// What a program says that is called as the linker, in a folder with two libraries.
    #[cfg(unix)]
    fn called(linker: &str, folder: &Path, arguments: &[&str]) -> String {
        std::fs::create_dir_all(folder.join("lib")).unwrap();
        std::fs::write(folder.join("z.rlib"), "first, ").unwrap();
        std::fs::write(folder.join("a.rlib"), "second").unwrap();
        let mut link = Command::new(root().join(LINKER_WITHOUT_FOLDERS));
        link.env(LINKER_THAT_IS_CALLED, linker).current_dir(folder);
        let here = folder.display().to_string();
        link.args(arguments.iter().map(|argument| argument.replace("HERE", &here)));
        output(link).unwrap().replace(&here, "HERE")
    }

    #[cfg(unix)]
    #[test]
    fn the_linker_sees_the_same_in_every_folder() {
        let home = tempfile::tempdir().unwrap();
        let arguments = [
            "-m64",
            "HERE/z.rlib",
            "a.rlib",
            "-LHERE/lib",
            "-L",
            "HERE/lib",
            "-lkernel32",
            "-Wl,--gc-sections",
            "-o",
            "HERE/shikatsu.exe",
        ];
        for name in ["one", "and a longer one"] {
            let folder = home.path().join(name);
            assert_eq!(
                called("echo", &folder, &arguments),
                "-m64 1002 1003 -L1004 -L 1006 -lkernel32 -Wl,--gc-sections -o HERE/shikatsu.exe\n"
            );
            assert_eq!(
                called("cat", &folder, &["HERE/z.rlib", "a.rlib"]),
                "first, second"
            );
        }
        let failing = |linker| {
            let mut link = Command::new(root().join(LINKER_WITHOUT_FOLDERS));
            link.env(LINKER_THAT_IS_CALLED, linker)
                .status()
                .unwrap()
                .success()
        };
        assert_eq!(["true", "false"].map(failing), [true, false]);
    }
}
