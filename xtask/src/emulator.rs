//! The emulated handheld: a Node program in `emulator/` that runs the very image a Pico would.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::firmware::{Board, Image};
use crate::run::{Restart, Run};
use crate::shell::{command, output, root, run, target, version};
use crate::tools::{NPM, Packages};

/// The oldest Node that runs the emulator.
pub(crate) const OLDEST_NODE: u32 = 20;

/// The emulator's packages.
pub(crate) const PACKAGES: Packages = Packages("emulator");

/// How to get Node.
pub(crate) const GET_NODE: &str =
    "get it from https://nodejs.org, or on Debian and Ubuntu type: sudo apt install nodejs npm";

/// How to run the trainer.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How long to run, in milliseconds of the device's time.
    #[arg(long, default_value_t = 500, conflicts_with_all = ["script", "web", "usb"])]
    ms: u32,
    /// Where to save the picture, in a folder that exists [default: emulator/screen.png in cargo's target folder];
    /// with a script, the folder for its pictures [default: emulator in cargo's target folder]
    #[arg(long)]
    png: Option<PathBuf>,
    /// Play a script: press keys, wait, take pictures, expect things.
    #[arg(long, conflicts_with = "web")]
    script: Option<PathBuf>,
    /// Play on it yourself, in a web page at this port.
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "8040")]
    web: Option<u16>,
    /// Let a program on this computer talk to its USB port, until interrupted: tcp:PORT or unix:PATH.
    #[arg(long, value_name = "WHERE", conflicts_with = "script")]
    usb: Option<String>,
    /// Keep the flash chip's contents in this file, from run to run.
    #[arg(long)]
    flash: Option<PathBuf>,
}

impl Options {
    /// The options that are passed on to the emulator in every case.
    fn passed_on(&self) -> Result<Vec<String>> {
        let mut arguments = Vec::new();
        if let Some(usb) = &self.usb {
            arguments.push(format!("--usb={usb}"));
        }
        if let Some(flash) = &self.flash {
            arguments.push(format!("--flash={}", path(&place(flash)?)?));
        }
        Ok(arguments)
    }
}

/// Whether the emulator can run here; otherwise why not.
pub(crate) fn available() -> Result<(), String> {
    let wanted = format!("the emulator needs Node {OLDEST_NODE} or newer; {GET_NODE}");
    let missing = |program| format!("{program} is not installed, and {wanted}");
    let node = version("node").ok_or_else(|| missing("node"))?;
    if !is_new_enough(&node) {
        return Err(format!("this is Node {node}, and {wanted}"));
    }
    version(NPM).map(|_| ()).ok_or_else(|| missing("npm"))
}

/// Whether this version of Node runs the emulator.
pub(crate) fn is_new_enough(version: &str) -> bool {
    major(version).is_some_and(|major| major >= OLDEST_NODE)
}

/// The first number of a version such as `v20.11.1`.
fn major(version: &str) -> Option<u32> {
    version.trim_start_matches('v').split('.').next()?.parse().ok()
}

/// Fetches the emulator's packages, unless they are there.
pub(crate) fn install() -> Result<()> {
    available().map_err(anyhow::Error::msg)?;
    PACKAGES.get()
}

fn node(arguments: &[&str]) -> Command {
    let mut node = command("node", &["emulator/run.mjs"]);
    node.args(arguments);
    node
}

/// The emulator's own tests.
pub(crate) fn own_tests() -> Result<String> {
    run(command(NPM, &["test", "--prefix=emulator"]))?;
    Ok(String::new())
}

/// Runs an image that speaks by semihosting and has to end that way, and returns what it said. It can ask for the word `told`.
pub(crate) fn listen(image: &Path, told: &str) -> Result<String> {
    let longest = "--ms=1200000";
    output(node(&[
        path(image)?,
        longest,
        "--exits",
        "--quiet",
        "--tell",
        told,
    ]))
}

fn path(path: &Path) -> Result<&str> {
    path.to_str()
        .with_context(|| format!("{} is no UTF-8 path", path.display()))
}

/// The default folder for pictures, in cargo's target folder.
pub(crate) fn pictures() -> Result<PathBuf> {
    let folder = target().join("emulator");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The absolute path of a picture to be saved at `png`: the emulator runs in another folder than this program.
fn place(png: &Path) -> Result<PathBuf> {
    let png = std::path::absolute(png)?;
    if let Some(folder) = png.parent() {
        ensure!(folder.is_dir(), "{}: there is no such folder", folder.display());
    }
    Ok(png)
}

/// Runs the trainer for `ms` milliseconds of device time and saves its screen.
fn boot(image: &Path, ms: u32, png: &Path, more: &[String]) -> Result<Run> {
    let ms = format!("--ms={ms}");
    let mut node = node(&[path(image)?, &ms, "--json", "--png", path(png)?]);
    node.args(more).stderr(Stdio::inherit());
    told(node)
}

/// Plays a script on the trainer. Nothing is printed; the result says how it went.
pub(crate) fn play(image: &Path, board: Board, script: &Path, pictures: &Path) -> Result<Run> {
    let (image, script, pictures) = (path(image)?, path(script)?, path(pictures)?);
    let mut node = node(&[image, "--board", board.name(), "--script", script, "--json"]);
    node.args(["--png", pictures]).stderr(Stdio::null());
    told(node)
}

/// The emulator's report at the end. A halt or a failed script makes it fail, but only after it has reported that.
fn told(mut node: Command) -> Result<Run> {
    let said = node.output().context("cannot start node")?.stdout;
    serde_json::from_slice(&said).context("the emulator's report cannot be read")
}

/// `cargo xtask emulate`
pub(crate) fn emulate(options: &Options) -> Result<()> {
    let named = options.png.as_deref().map(std::path::absolute).transpose()?;
    if let (Some(png), None) = (&named, &options.script) {
        place(png)?;
    }
    let more = options.passed_on()?;
    install()?;
    let image = Image::Trainer.build(Board::default())?;
    if options.web.is_some() || options.usb.is_some() {
        let mut node = node(&[path(&image)?]);
        node.args(options.web.map(|port| format!("--web={port}")));
        node.args(more);
        return run(node);
    }
    if let Some(script) = &options.script {
        let (script, folder) = (std::path::absolute(script)?, named.map_or_else(pictures, Ok)?);
        let mut node = node(&[path(&image)?, "--script", path(&script)?, "--png", path(&folder)?]);
        node.args(more);
        return run(node);
    }
    let png = named.map_or_else(|| Ok(pictures()?.join("screen.png")), anyhow::Ok)?;
    picture(&image, options.ms, &png, &more)
}

/// Runs the trainer for a while, and says how it went.
fn picture(image: &Path, ms: u32, png: &Path, more: &[String]) -> Result<()> {
    let run = boot(image, ms, png, more)?;
    println!(
        "{:.0} ms of device time, {} instructions",
        run.device_ms, run.instructions
    );
    println!(
        "the screen is in {}",
        png.strip_prefix(root()).unwrap_or(png).display()
    );
    if run.first_picture_ms.is_none() {
        println!("the screen is still dark after {ms} ms; the first picture comes later");
    }
    for Restart { cause, ms } in &run.restarts {
        println!("started again after {ms:.0} ms: {cause}");
    }
    for warning in run.warnings.keys() {
        println!("warning: {warning}");
    }
    run.check()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_age_of_node_is_its_first_number() {
        assert_eq!(
            ["v20.11.1", "v8.0.0", "22.1.0", "unknown"].map(major),
            [Some(20), Some(8), Some(22), None]
        );
    }

    #[test]
    fn a_picture_goes_only_into_a_folder_that_exists() {
        let here = std::env::temp_dir();
        assert_eq!(place(&here.join("a.png")).unwrap(), here.join("a.png"));
        let error = place(&here.join("no-such-folder/a.png")).unwrap_err().to_string();
        assert!(
            error.ends_with("no-such-folder: there is no such folder"),
            "{error}"
        );
    }
}
