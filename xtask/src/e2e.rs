//! End to end: scripts that play the real image on the emulated handheld.
//!
//! Those in `emulator/scripts` are played by the simulator too, and every picture they take has to be the same on both sides.
//! Those in `emulator/scripts/device` are about what only a device has: failures, sleep, a chip that thinks slowly.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, Result, bail, ensure};

use crate::built;
use crate::emulator;
use crate::firmware::{Board, Image};
use crate::pixels::compare_folders;
use crate::run::Run;
use crate::shell::{output, root};
use crate::together;

/// The picture that greets the player has to be there this soon, in milliseconds of the device's time.
const FIRST_PICTURE_MS: f64 = 1000.0;
/// A hang has to be over this soon.
const HANG_MS: f64 = 6000.0;
/// Left alone, the chip may be awake for this share of the time, and its lamp this bright.
const AWAKE: f64 = 0.05;
const DIM: f64 = 0.05;

/// Scripts with a picture of the menu or of the settings: a board with a battery and a speaker shows its charge and lets sounds be set, and the simulator
/// has neither.
const PICTURE_THE_MENU: [&str; 3] = ["packs", "read", "settings"];

const WATCHDOG: &str = "the watchdog reset the chip";
const POWER: &str = "power came back";

/// Looks at what is special about a run, and says what it saw.
type Look = fn(&Run) -> Result<String>;

/// A script to be played, and what should happen besides what the script itself expects.
struct Scene {
    name: String,
    board: Board,
    /// Why the firmware should restart, each time.
    restarts: &'static [&'static str],
    /// Whether the simulator plays it too.
    shared: bool,
    look: Option<Look>,
}

/// How it went.
struct Played {
    run: Run,
    pictures: usize,
    said: String,
}

impl Scene {
    fn shared(name: &str, board: Board) -> Scene {
        Scene {
            name: name.to_string(),
            board,
            restarts: &[],
            shared: true,
            look: (name == "first-start").then_some(look_at_start as Look),
        }
    }

    fn device(name: &str, restarts: &'static [&'static str], look: Option<Look>) -> Scene {
        Scene {
            name: name.to_string(),
            board: Board::default(),
            restarts,
            shared: false,
            look,
        }
    }

    /// Plays it on the device, then in the simulator, and compares.
    fn play(&self, image: &Path) -> Result<Played> {
        let script = if self.shared {
            scripts()
        } else {
            scripts().join("device")
        };
        let script = script.join(format!("{}.shk", self.name));
        let folder = emulator::pictures()?.join(self.board.name());
        let (device, host) = (folder.join(&self.name), folder.join(&self.name).join("simulator"));
        // Pictures that an older script took must not be compared, nor counted.
        if device.exists() {
            std::fs::remove_dir_all(&device)?;
        }
        std::fs::create_dir_all(&host)?;
        let run = emulator::play(image, self.board, &script, &device)?;
        run.check()?;
        run.check_health()?;
        let causes: Vec<&str> = run
            .restarts
            .iter()
            .map(|restart| restart.cause.as_str())
            .collect();
        ensure!(
            causes == self.restarts,
            "the firmware started again: {:?}",
            run.restarts
        );
        let mut pictures = 0;
        if self.shared {
            simulate(&script, &host)?;
            pictures = compare_folders(&device, &host)?;
        }
        let said = self.look.map_or(Ok(String::new()), |look| look(&run))?;
        Ok(Played { run, pictures, said })
    }
}

fn scripts() -> PathBuf {
    root().join("emulator/scripts")
}

/// Plays a script in the simulator, which begins as a new device does.
fn simulate(script: &Path, pictures: &Path) -> Result<()> {
    let mut simulator = std::process::Command::new(built::program_place());
    simulator.args(["sim", "--fresh", "--script"]).arg(script);
    simulator.arg("--png").arg(pictures);
    output(simulator).context("in the simulator").map(|_| ())
}

/// `cargo xtask test`: every script there is.
pub(crate) fn play_all() -> Result<String> {
    let image = Image::Trainer.build(Board::default())?;
    built::program()?;
    // Those that take longest come first, so that none of them is left for the end.
    let mut scenes = vec![
        Scene::device("thinking", &[], Some(look_at_stop)),
        Scene::device("go-thinking", &[], None),
        Scene::device("hang", &[WATCHDOG], Some(look_at_hang)),
        Scene::device("idle", &[], Some(look_at_sleep)),
        Scene::device("panic", &[WATCHDOG], None),
        Scene::device("safe-mode", &[WATCHDOG, WATCHDOG, WATCHDOG], None),
        Scene::device("opening", &[WATCHDOG, WATCHDOG, WATCHDOG, POWER], None),
        Scene::device("power", &[POWER, WATCHDOG, POWER], None),
        Scene::device("remembers", &[POWER], None),
        Scene::device("go-kept", &[POWER, POWER], None),
        Scene::device("sets-kept", &[POWER], None),
    ];
    scenes.extend(
        names(&scripts())?
            .iter()
            .map(|name| Scene::shared(name, Board::default())),
    );
    let missing = names(&scripts().join("device"))?
        .into_iter()
        .find(|name| !scenes.iter().any(|scene| scene.name == *name && !scene.shared));
    ensure!(
        missing.is_none(),
        "no check plays {}",
        missing.unwrap_or_default()
    );
    play(&scenes, &image)
}

/// `cargo xtask e2e`
pub(crate) fn run_command() -> Result<()> {
    emulator::install()?;
    for play in [play_all, play_other_boards, together::check] {
        println!("{}", play()?);
    }
    Ok(())
}

/// The other handhelds: they boot, draw the same pictures, and their keys work.
pub(crate) fn play_other_boards() -> Result<String> {
    built::program()?;
    let scripts = names(&scripts())?;
    let mut said = Vec::new();
    for &board in Board::others() {
        let image = Image::Trainer.build(board)?;
        let scenes: Vec<Scene> = scripts
            .iter()
            .filter(|name| !PICTURE_THE_MENU.contains(&name.as_str()))
            .map(|name| Scene::shared(name, board))
            .collect();
        said.push(format!("{}: {}", board.name(), play(&scenes, &image)?));
    }
    Ok(said.join("; "))
}

/// The scripts of a folder.
fn names(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for item in std::fs::read_dir(folder)? {
        let path = item?.path();
        if path.extension().is_some_and(|ending| ending == "shk") {
            names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}

/// Plays all of them, as many at a time as there are cores, and prints a table.
fn play(scenes: &[Scene], image: &Path) -> Result<String> {
    let (waiting, played) = (Mutex::new(scenes.iter()), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let next = waiting
                .lock()
                .expect("no thread panics while it holds the lock")
                .next();
            let Some(scene) = next else { break };
            let result = scene.play(image);
            played
                .lock()
                .expect("no thread panics while it holds the lock")
                .push((scene, result));
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let mut played = played
        .into_inner()
        .expect("no thread panics while it holds the lock");
    played.sort_by_key(|(scene, _)| (scene.shared, scene.name.clone()));
    println!("{}", table(&played));
    sum_up(&played)
}

/// A line for each script.
fn table(played: &[(&Scene, Result<Played>)]) -> String {
    let mut text =
        String::from("  script        device s  instructions  slowest key ms  stack %  same pictures\n");
    for (scene, result) in played {
        let line = match result {
            Ok(Played { run, pictures, said }) => format!(
                "{:8.1} {:>13} {:>15.1} {:>8.0} {pictures:>14}  {said}",
                run.device_ms / 1e3,
                run.instructions,
                run.slowest_key().unwrap_or_default(),
                run.stack_percent(),
            ),
            Err(error) => format!("FAILED: {error:#}"),
        };
        writeln!(text, "  {:13} {}", scene.name, line.trim_end()).expect("a String takes everything");
    }
    text
}

/// The figures that matter, for all scripts together; an error if one failed.
fn sum_up(played: &[(&Scene, Result<Played>)]) -> Result<String> {
    let failed: Vec<&str> = played
        .iter()
        .filter(|(_, result)| result.is_err())
        .map(|(scene, _)| scene.name.as_str())
        .collect();
    if !failed.is_empty() {
        bail!("{} failed, see the table above", failed.join(", "));
    }
    let well = || played.iter().filter_map(|(_, result)| result.as_ref().ok());
    let most = |figure: fn(&Played) -> f64| well().map(figure).fold(0.0, f64::max);
    Ok(format!(
        "{} scripts, {} pictures as in the simulator, slowest key {:.0} ms, deepest stack {:.0} %",
        played.len(),
        well().map(|played| played.pictures).sum::<usize>(),
        most(|played| played.run.slowest_key().unwrap_or_default()),
        most(|played| played.run.stack_percent())
    ))
}

/// The first picture is there in time.
fn look_at_start(run: &Run) -> Result<String> {
    let ms = run.first_picture_ms.context("nothing was drawn")?;
    ensure!(
        ms <= FIRST_PICTURE_MS,
        "the first picture took {ms:.0} ms of device time"
    );
    let instructions = run.step("seed")?.instructions + run.step("wait idle")?.instructions;
    Ok(format!(
        "first picture after {ms:.0} ms, {instructions} instructions"
    ))
}

/// The script says how soon; here it is reported.
fn look_at_stop(run: &Run) -> Result<String> {
    let step = run.step("expect text \"Stopped")?;
    Ok(format!("stopped within {:.0} ms", step.ms.max(5.0)))
}

/// The watchdog comes in time.
fn look_at_hang(run: &Run) -> Result<String> {
    let begun = run.step("poke")?.at_ms;
    let restart = run.restarts.first().context("nothing restarted it")?;
    let ms = restart.ms - begun;
    ensure!(ms <= HANG_MS, "the hang lasted {ms:.0} ms");
    Ok(format!("restarted after {:.1} s", ms / 1e3))
}

/// The light goes down after a minute, comes back with a key, and the chip sleeps.
fn look_at_sleep(run: &Run) -> Result<String> {
    let (before, after) = (run.step("wait 50s")?, run.step("wait 30s")?);
    let last = run.steps.last().context("no steps")?;
    let awake = after.busy_ms / after.ms;
    ensure!(
        awake <= AWAKE,
        "left alone, the chip is awake {:.1} % of the time",
        awake * 100.0
    );
    ensure!(
        before.light > DIM && after.light <= DIM && after.light > 0.0,
        "the light does not go down: {} before, {} after a minute",
        before.light,
        after.light
    );
    ensure!(last.light >= before.light, "a key does not bring the light back");
    Ok(format!(
        "awake {:.2} % of the time, light from {:.0} to {:.0} %",
        awake * 100.0,
        before.light * 100.0,
        after.light * 100.0
    ))
}
