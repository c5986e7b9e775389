//! The page: the trainer compiled for browsers, with its files, in one folder that any static host can serve.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::built;
use crate::emulator;
use crate::firmware::{Board, Image};
use crate::serve::serve;
use crate::shell::{cargo, command, output, root, run, target};
use crate::tools::{BROWSER, NPM, Packages, cargo_for};
use crate::uf2;

/// What the page may do: its own files and its own module, nothing from anywhere else, and no code from text.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self'; media-src blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// The whole page as one file, for those who open it from a disk.
const ONE_FILE: &str = "shikatsu.html";

/// The page's packages: what bundles the emulator, and what its tests need.
pub(crate) const PACKAGES: Packages = Packages("web");

/// How to make the page.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Serve it on this computer at this port, and open it.
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "8030")]
    serve: Option<u16>,
    /// Open no browser.
    #[arg(long, requires = "serve")]
    quiet: bool,
    /// Serve a folder that was made before, and make nothing.
    #[arg(long, requires = "serve", value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

/// `cargo xtask web`
pub(crate) fn run_command(options: &Options) -> Result<()> {
    let folder = if let Some(folder) = &options.folder {
        folder.clone()
    } else {
        println!("{}", make()?);
        place()
    };
    match options.serve {
        Some(port) => serve(&folder, port, !options.quiet),
        None => Ok(()),
    }
}

/// Where the page is made.
pub(crate) fn place() -> PathBuf {
    target().join("web")
}

/// Makes the page, and says how large it is.
pub(crate) fn make() -> Result<String> {
    let folder = place();
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    run(cargo_for(
        BROWSER,
        &["build", "--profile=page", "--package=shikatsu-web"],
    )?)?;
    let module = target().join(BROWSER).join("page").join("shikatsu_web.wasm");
    let mut bind = cargo(&["run", "--quiet", "--package=shikatsu-web-bind", "--"]);
    bind.arg(&module).arg(&folder);
    run(bind)?;
    let pages = root().join("web/page");
    for file in fs::read_dir(&pages)? {
        let file = file?;
        fs::copy(file.path(), folder.join(file.file_name()))?;
    }
    add_emulator_and_one_file(&folder)?;
    fill_in(&folder)?;
    sizes(&folder)
}

/// The emulated handheld with the very image, and the page as one file, where Node is there to put them together. The page says so where it is not.
fn add_emulator_and_one_file(folder: &Path) -> Result<()> {
    if let Err(why) = emulator::available() {
        println!("the page has no emulator in it, and there is no {ONE_FILE}: {why}");
        return Ok(());
    }
    emulator::install()?;
    PACKAGES.get()?;
    let image = fs::read(Image::Trainer.build(Board::default())?)?;
    fs::write(folder.join("shikatsu.uf2"), uf2::of_elf(&image)?)?;
    let mut bundle = command("node", &["web/bundle.mjs"]);
    bundle.arg(folder);
    run(bundle)
}

/// Fills in what only the build knows: the policy, and which files make this version.
fn fill_in(folder: &Path) -> Result<()> {
    replace(&folder.join("index.html"), "{{CSP}}", POLICY)?;
    let mut files = contents(folder)?;
    // It is there to be saved, and nobody who visits the page needs it.
    files.remove(ONE_FILE);
    let worker = folder.join("service-worker.js");
    let mut sum = Vec::new();
    for bytes in files.values() {
        sum.extend_from_slice(bytes);
    }
    let version = format!("{:016x}", fingerprint(&sum));
    let names = files.keys().filter(|name| *name != "service-worker.js");
    let names: Vec<String> = names.map(|name| format!("'{name}'")).collect();
    replace(&worker, "{{VERSION}}", &version)?;
    replace(&worker, "['{{FILES}}']", &format!("['./', {}]", names.join(", ")))
}

/// The files by their names.
fn contents(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for file in fs::read_dir(folder)? {
        let file = file?;
        files.insert(
            file.file_name().to_string_lossy().into_owned(),
            fs::read(file.path())?,
        );
    }
    Ok(files)
}

fn replace(file: &Path, mark: &str, with: &str) -> Result<()> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    ensure!(text.contains(mark), "{} has no {mark}", file.display());
    fs::write(file, text.replace(mark, with))?;
    Ok(())
}

/// FNV-1a, so that other content has another version. It guards against nothing else.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// How large it is, and what of it has to be fetched before the first problem.
fn sizes(folder: &Path) -> Result<String> {
    let mut files = contents(folder)?;
    let one_file = files.remove(ONE_FILE).map_or(0, |page| page.len());
    let all: usize = files.values().map(Vec::len).sum();
    let module = files
        .get("shikatsu_bg.wasm")
        .context("the module is missing")?
        .len();
    let shown = folder.strip_prefix(root()).unwrap_or(folder).display();
    Ok(format!(
        "{shown}: {} files, {all} bytes; the module has {module}{}; {ONE_FILE} has {one_file}",
        files.len(),
        packed(folder).map_or(String::new(), |packed| format!(", {packed} packed"))
    ))
}

/// The module's size on the wire, where gzip is there to tell.
fn packed(folder: &Path) -> Option<usize> {
    let mut gzip = command("gzip", &["-9", "-c", "-k"]);
    gzip.arg(folder.join("shikatsu_bg.wasm"));
    let packed = gzip.output().ok()?;
    packed.status.success().then_some(packed.stdout.len())
}

/// Makes the page and tries it in a browser. Returns its size and how many tests there were.
pub(crate) fn check() -> Result<String> {
    available().map_err(anyhow::Error::msg)?;
    let made = make()?;
    built::program()?;
    let mut tests = command(NPM, &["test", "--prefix=web"]);
    tests.env("CHROMIUM", browser().unwrap_or_default());
    run(tests)?;
    Ok(made)
}

/// Whether the tests can run here; otherwise why not.
pub(crate) fn available() -> Result<(), String> {
    emulator::available()?;
    browser().map(|_| ()).ok_or_else(|| {
        "no Chromium is installed; on Debian type: sudo apt install chromium, or name one with CHROMIUM"
            .to_string()
    })
}

/// The browser for the tests.
pub(crate) fn browser() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Some(PathBuf::from(named)).filter(|path| path.exists());
    }
    let usual = [
        "chromium",
        "chromium-browser",
        "google-chrome-stable",
        "google-chrome",
    ];
    usual
        .iter()
        .map(|name| Path::new("/usr/bin").join(name))
        .find(|path| path.exists())
}

/// Installs Debian's browser where that can be done without asking anybody: by root.
pub(crate) fn install_browser() -> Result<()> {
    let is_root = output(command("id", &["-u"])).is_ok_and(|id| id.trim() == "0");
    if browser().is_none() && is_root && Path::new("/usr/bin/apt-get").exists() {
        println!("installing chromium, once");
        let mut install = command("apt-get", &["install", "--yes", "--no-remove"]);
        install.args(["--no-install-recommends", "chromium"]);
        install.env("DEBIAN_FRONTEND", "noninteractive");
        run(command("apt-get", &["update", "--quiet"]))?;
        run(install)?;
    }
    Ok(())
}
