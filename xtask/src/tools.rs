//! What the commands need besides cargo itself. It is installed when it is first needed; where that cannot be done, one sentence says
//! what to type.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell::{cargo, command, root, run, says, target as target_folder, version};

/// Puts the stack below everything else in RAM, so that an overflow is a fault and not a riddle.
const FLIP_LINK: &str = "0.1.12";

/// Runs fuzz targets.
const CARGO_FUZZ: &str = "0.13.2";

/// Changes code and sees whether a test notices.
const CARGO_MUTANTS: &str = "27.1.0";

/// Collects licences.
const CARGO_ABOUT: &str = "0.9.3";

/// Makes a bill of materials.
const CARGO_CYCLONEDX: &str = "0.5.9";

/// Knows which licences, sources and duplicates are allowed.
const CARGO_DENY: &str = "0.20.2";

/// The target of web pages.
pub(crate) const BROWSER: &str = "wasm32-unknown-unknown";

/// Where to get rustup.
pub(crate) const RUSTUP: &str = "https://rustup.rs";

/// A program that is installed into cargo's target folder.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    /// What of it is wanted besides its defaults.
    features: &'static str,
}

/// The linker for the chip.
pub(crate) const LINKER: Tool = Tool {
    name: "flip-link",
    version: FLIP_LINK,
    features: "",
};

/// What runs fuzz targets.
pub(crate) const FUZZER: Tool = Tool {
    name: "cargo-fuzz",
    version: CARGO_FUZZ,
    features: "",
};

/// What changes code.
pub(crate) const MUTATOR: Tool = Tool {
    name: "cargo-mutants",
    version: CARGO_MUTANTS,
    features: "",
};

/// What writes down the licences of all libraries.
pub(crate) const LAWYER: Tool = Tool {
    name: "cargo-about",
    version: CARGO_ABOUT,
    features: "cli",
};

/// What lists all libraries for other programs.
pub(crate) const LISTER: Tool = Tool {
    name: "cargo-cyclonedx",
    version: CARGO_CYCLONEDX,
    features: "",
};

/// What holds the libraries against our rules.
pub(crate) const GUARD: Tool = Tool {
    name: "cargo-deny",
    version: CARGO_DENY,
    features: "",
};

impl Tool {
    fn home(&self) -> PathBuf {
        let folder = format!("{}-{}", self.name, self.version);
        target_folder().join("tools").join(folder)
    }

    /// Where it is, once it is installed.
    fn place(&self) -> PathBuf {
        let file = format!("{}{}", self.name, std::env::consts::EXE_SUFFIX);
        self.home().join("bin").join(file)
    }

    pub(crate) fn is_there(&self) -> bool {
        self.place().exists()
    }

    /// Where it is. It is installed if it is not there.
    pub(crate) fn get(&self) -> Result<PathBuf> {
        let Tool {
            name,
            version,
            features,
        } = self;
        if !self.is_there() {
            println!("installing {name} {version}, once");
            let mut install = cargo(&[
                "install",
                name,
                "--locked",
                "--version",
                version,
                "--features",
                features,
                "--root",
            ]);
            install.arg(self.home());
            // Each runs for seconds: it is not worth minutes of building.
            for (what, how) in [
                ("LTO", "off"),
                ("CODEGEN_UNITS", "16"),
                ("DEBUG", "0"),
                ("OPT_LEVEL", "0"),
            ] {
                install.env(format!("CARGO_PROFILE_RELEASE_{what}"), how);
            }
            run(install).with_context(|| format!("{name} is needed and could not be installed"))?;
        }
        Ok(self.place())
    }
}

/// A part of the toolchain.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    /// The standard library for a target.
    Target(&'static str),
    /// A component, such as clippy.
    Component(&'static str),
}

impl Part {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Part::Target(name) | Part::Component(name) => name,
        }
    }

    pub(crate) fn is_there(self) -> bool {
        match self {
            Part::Target(target) => {
                let mut ask = command("rustc", &["--print", "target-libdir", "--target", target]);
                says(&mut ask).is_some_and(|folder| Path::new(&folder).is_dir())
            }
            Part::Component("rustfmt") => says(&mut cargo(&["fmt", "--version"])).is_some(),
            Part::Component(name) => says(&mut cargo(&[name, "--version"])).is_some(),
        }
    }

    /// What to type to get it.
    pub(crate) fn remedy(self) -> String {
        let kind = match self {
            Part::Target(_) => "target",
            Part::Component(_) => "component",
        };
        format!("rustup {kind} add {}", self.name())
    }

    /// Installs it unless it is there.
    pub(crate) fn get(self) -> Result<()> {
        if self.is_there() {
            return Ok(());
        }
        let (name, remedy) = (self.name(), self.remedy());
        if version("rustup").is_none() {
            bail!("this Rust has no {name}; get rustup from {RUSTUP} and type: {remedy}");
        }
        println!("installing {name}, once: {remedy}");
        let words: Vec<&str> = remedy.split(' ').skip(1).collect();
        run(command("rustup", &words))
            .with_context(|| format!("{name} is needed and could not be installed"))?;
        if !self.is_there() {
            bail!(
                "this Rust still has no {name}; if it was not installed by rustup, get one that was from {RUSTUP}"
            );
        }
        Ok(())
    }
}

/// The cargo that started us, for a target, which is installed if need be. Compiler flags in the environment would replace those of
/// `.cargo/config.toml`, and with them the chip's link scripts, without which nothing starts.
pub(crate) fn cargo_for(target: &'static str, arguments: &[&str]) -> Result<Command> {
    Part::Target(target).get()?;
    // What stands after `--` is not cargo's own, so the target comes first.
    let (verb, rest) = arguments.split_at(1);
    let mut cargo = cargo(&[verb, &["--target", target], rest].concat());
    cargo
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    Ok(cargo)
}

/// What keeps this machine's folders out of a program: its panics and its debugger's notes would name them, and the same commit would
/// make other bytes elsewhere. Said on the command line it adds to the flags of `.cargo/config.toml`.
pub(crate) fn without_places(target: &str, more_flags: &[String]) -> Result<[String; 2]> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let home = home.context("there is no home folder, and CARGO_HOME is not set")?;
    let rust = says(&mut command("rustc", &["--print", "sysroot"])).context("there is no rustc")?;
    // The last one that fits counts, so that a target folder inside of the workspace has its own name.
    let places = [
        (root(), "."),
        (target_folder(), "target"),
        (home, "cargo"),
        (PathBuf::from(rust), "rust"),
    ];
    let flags = places
        .map(|(place, name)| format!("--remap-path-prefix={}={name}", place.display()))
        .into_iter()
        .chain(more_flags.iter().cloned());
    let flags: Vec<String> = flags
        .map(|flag| serde_json::Value::String(flag).to_string())
        .collect();
    Ok([
        "--config".into(),
        format!("target.{target}.rustflags=[{}]", flags.join(",")),
    ])
}

/// The folder of the linkers that come with Rust.
pub(crate) fn linkers_of_rust() -> Result<PathBuf> {
    let print = |what| says(&mut command("rustc", &["--print", what])).context("there is no rustc");
    let libraries = PathBuf::from(print("sysroot")?).join("lib/rustlib");
    Ok(libraries.join(print("host-tuple")?).join("bin"))
}

/// Node's packages in a folder of the workspace.
pub(crate) struct Packages(pub(crate) &'static str);

/// Node's package manager, which is a script where Windows wants its ending said.
pub(crate) const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

impl Packages {
    /// Whether they are there, and not older than the list of them.
    pub(crate) fn are_there(&self) -> bool {
        let folder = root().join(self.0);
        let age = |path: &str| folder.join(path).metadata().and_then(|m| m.modified()).ok();
        let installed = age("node_modules/.package-lock.json");
        installed.is_some() && installed >= age("package-lock.json")
    }

    /// Fetches them unless they are there.
    pub(crate) fn get(&self) -> Result<()> {
        if self.are_there() {
            return Ok(());
        }
        let prefix = format!("--prefix={}", self.0);
        run(command(NPM, &["ci", &prefix, "--no-audit", "--no-fund"]))
            .with_context(|| format!("the packages of {} are needed and could not be fetched", self.0))
    }
}
