//! `cargo xtask dist`: what a person without Rust needs, in one folder, the same bytes from the same commit.

mod again;
mod archive;
mod manual;
mod notes;
mod papers;
mod programs;
mod web;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use sha2::{Digest, Sha256};

use self::programs::{PROGRAMS, Program};
use crate::firmware::{self, Board};
use crate::shell::{command, output, root, target};

/// What is made of it all.
#[derive(Args)]
pub(crate) struct Options {
    /// Where it goes; what is there is replaced.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Only the programs for these targets, for example x86_64-unknown-linux-musl.
    #[arg(long, value_name = "TARGET", value_delimiter = ',')]
    only: Vec<String>,
    /// Fail if something has to be left out.
    #[arg(long)]
    whole: bool,
    /// Make all of it a second time from a fresh clone in another folder, and fail if a single byte differs.
    #[arg(long)]
    verify: bool,
}

/// The file of checksums.
const SUMS: &str = "SHA256SUMS";

/// A release on its way: where it goes, and what is known about it.
pub(crate) struct Release {
    folder: PathBuf,
    version: String,
    /// When its commit was made, in seconds since 1970: the only time that any file of it knows.
    time: u64,
    /// How each program was tried.
    tried: Vec<String>,
    /// What was left out, and why.
    missing: Vec<String>,
}

impl Release {
    /// A file of the release: the name of the project, the version and what it is.
    fn file(&self, what: &str) -> PathBuf {
        self.folder.join(format!("shikatsu-{}-{what}", self.version))
    }

    fn put(&self, what: &str, bytes: &[u8]) -> Result<()> {
        write(&self.file(what), bytes)
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

pub(crate) fn run_command(options: &Options) -> Result<()> {
    for name in &options.only {
        let known = PROGRAMS.iter().any(|program| program.target == name);
        ensure!(
            known,
            "there is no program for {name}; there are: {}",
            programs::names()
        );
    }
    let mut release = begin(options)?;
    firmware_of_all_boards(&release)?;
    let manual = manual::pages(release.time)?;
    for program in PROGRAMS {
        if options.only.is_empty() || options.only.iter().any(|name| program.target == name) {
            add_program(&mut release, program, &manual)?;
        }
    }
    for pack in packs()? {
        let name = pack
            .file_name()
            .expect("a file has a name")
            .to_string_lossy()
            .into_owned();
        release.put(&name, &read(&pack)?)?;
    }
    web::add(&mut release)?;
    papers::add(&release)?;
    release.put("notes.md", notes::of_version(&release.version)?.as_bytes())?;
    add_sums(&release)?;
    tell(&release, options.whole)?;
    if options.verify {
        again::compare(&release.folder, &options.only)?;
    }
    Ok(())
}

fn begin(options: &Options) -> Result<Release> {
    let folder = options.out.clone().unwrap_or_else(|| target().join("dist"));
    let folder = root().join(folder);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let time = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(time) => time,
        Err(_) => output(command("git", &["log", "-1", "--format=%ct"]))
            .context("the time of the commit is needed: run this in a clone, or set SOURCE_DATE_EPOCH")?,
    };
    Ok(Release {
        folder,
        version: env!("CARGO_PKG_VERSION").to_string(),
        time: time
            .trim()
            .parse()
            .context("the time of the commit is no number")?,
        tried: Vec::new(),
        missing: Vec::new(),
    })
}

/// For each board the file for its boot drive, and the image with its symbols for a debugger.
fn firmware_of_all_boards(release: &Release) -> Result<()> {
    for &board in Board::all() {
        let (image, _) = firmware::make(board)?;
        release.put(&format!("{}.elf", board.name()), &read(&image)?)?;
        let boot = firmware::boot_file(board);
        release.put(&format!("{}.uf2", board.name()), &read(&boot)?)?;
    }
    Ok(())
}

fn add_program(release: &mut Release, program: &Program, manual: &[(String, Vec<u8>)]) -> Result<()> {
    if let Err(why) = program.can_be_built() {
        release.missing.push(format!("{}: {why:#}", program.target));
        return Ok(());
    }
    let file = program.build(release.time)?;
    release
        .tried
        .push(format!("{}: {}", program.target, program.try_out(&file)?));
    let mut files = archive::Files::default();
    files.add_program(program.file_name(), read(&file)?);
    for name in [
        "README.md",
        "CHANGELOG.md",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "LICENSE-FONTS",
    ] {
        files.add(name, read(&root().join(name))?);
    }
    for (name, bytes) in manual {
        files.add(name, bytes.clone());
    }
    let folder = format!("shikatsu-{}", release.version);
    let bytes = if program.is_for_windows() {
        files.zip(&folder)?
    } else {
        files.tar_gz(&folder, release.time)?
    };
    release.put(&program.archive_name(), &bytes)
}

/// The packs that are not built in, by name.
fn packs() -> Result<Vec<PathBuf>> {
    let folder = root().join("packs");
    let mut packs = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "pack") {
            packs.push(path);
        }
    }
    packs.sort();
    Ok(packs)
}

/// The files of the release, by name.
fn files(release: &Release) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(&release.folder)?.map(|entry| Ok(entry?.path()));
    let mut files: Vec<PathBuf> = entries.collect::<Result<_>>()?;
    files.sort();
    Ok(files)
}

/// A file that `sha256sum --check` reads.
fn add_sums(release: &Release) -> Result<()> {
    let mut sums = String::new();
    for path in files(release)? {
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        for byte in Sha256::digest(read(&path)?) {
            write!(sums, "{byte:02x}")?;
        }
        writeln!(sums, "  {name}")?;
    }
    write(&release.folder.join(SUMS), sums.as_bytes())
}

fn tell(release: &Release, whole: bool) -> Result<()> {
    println!(
        "\n{}",
        release
            .folder
            .strip_prefix(root())
            .unwrap_or(&release.folder)
            .display()
    );
    for path in files(release)? {
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        println!("  {:>10} bytes  {name}", path.metadata()?.len());
    }
    for sentence in &release.tried {
        println!("  {sentence}");
    }
    for sentence in &release.missing {
        println!("  left out: {sentence}");
    }
    ensure!(
        !whole || release.missing.is_empty(),
        "something had to be left out"
    );
    Ok(())
}
