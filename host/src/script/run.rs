//! Plays scripts, on virtual time.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter};
use std::path::PathBuf;

use shikatsu::board::Point;
use shikatsu::pack::library::ProblemId;
use shikatsu::record::{Profile, Settings};
use shikatsu::session::Event;
use shikatsu::session::keys::Button;
use shikatsu::session::picture::{BoardScreen, Screen, Target};
use shikatsu::view;
use shikatsu_toolkit::picture::Canvas;

use super::parse::{BadScript, Click, Script, Step};
use super::record::Recorder;
use super::setting;
use crate::files::reason;
use crate::sim::{FRAME, FileKeeper, Own, Shelf, Stage, StageMemory};

/// How long a press is, and the pause after it, in milliseconds.
const PRESS: u64 = 80;
const PAUSE: u64 = 40;
/// A press that is certainly a long one.
const LONG: u64 = 800;
/// The picture is still when nothing changed for so long …
const STILL: u64 = 300;
/// … and it is not waited for longer than this.
const PATIENCE: u64 = 20_000;

/// Who plays: the problems, the memory, and where chance comes from.
#[derive(Debug)]
pub struct Cast {
    /// The problems.
    pub shelf: Shelf,
    /// Who remembers.
    pub keeper: FileKeeper,
    /// Where chance comes from.
    pub seed: u32,
    /// It begins in the editor, with an empty board or with the problem at hand.
    pub edits: Option<bool>,
}

impl Cast {
    /// What scripts begin with: nothing remembered but that the first pages were seen, and problems as they are written.
    pub fn rehearsal(shelf: Shelf) -> Cast {
        let mut keeper = FileKeeper::fresh();
        keeper.prepare(|profile| {
            profile.welcomed = true;
            profile.settings.transforms = false;
        });
        Cast {
            // What is made in a rehearsal is kept until its end.
            shelf: shelf.with_own(Own::rehearsal()),
            keeper,
            seed: 1,
            edits: None,
        }
    }

    /// Begins with this problem, or where the player left off if there is none.
    pub(crate) fn begin_with(&mut self, start: Option<ProblemId>) {
        if let Some(id) = start {
            self.keeper.prepare(|profile| profile.place = Some(id));
        }
    }

    /// Takes in a step that is a preparation.
    pub fn prepare(&mut self, step: &Step) -> Result<(), String> {
        possible(step, &self.shelf)?;
        let mut done = Ok(());
        match step {
            Step::Problem(name) => self.begin_with(self.shelf.named(name)),
            Step::Set(name, value) => self
                .keeper
                .prepare(|profile| done = setting::set(&mut profile.settings, name, value)),
            Step::Seed(seed) => self.seed = *seed,
            Step::FirstStart => self.keeper.prepare(|profile| {
                let settings = profile.settings;
                *profile = Profile {
                    settings,
                    ..Profile::default()
                };
            }),
            _ => {}
        }
        done
    }
}

/// Whether a step that is a preparation can be taken in; else why not.
pub(crate) fn possible(step: &Step, shelf: &Shelf) -> Result<(), String> {
    match step {
        Step::Problem(name) if shelf.named(name).is_none() => {
            Err(format!("there is no problem called '{name}'"))
        }
        Step::Set(name, value) => setting::set(&mut Settings::default(), name, value),
        _ => Ok(()),
    }
}

/// Where pictures go to and come from.
#[derive(Debug, Default)]
pub struct Director {
    /// The folder for screenshots.
    pub screenshots: PathBuf,
    /// The folder of the pictures that are expected.
    pub expected: PathBuf,
    /// Makes a moving picture.
    pub recorder: Option<Recorder>,
}

/// Why a step did not work out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Miss {
    /// It cannot be done.
    Bad(String),
    /// It was expected and is not so.
    Failed(String),
}

/// Why a script did not run to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptError {
    /// A line makes no sense, or not here.
    Bad(BadScript),
    /// Something was expected and is not so.
    Failed {
        /// The line, and what was expected.
        what: BadScript,
        /// What is on the screen instead, in words.
        text: String,
    },
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScriptError::Bad(bad) => bad.fmt(f),
            ScriptError::Failed { what, text } => {
                write!(f, "{what}. The screen says:")?;
                text.lines().try_for_each(|line| write!(f, "\n  {line}"))
            }
        }
    }
}

impl std::error::Error for ScriptError {}

/// Plays a script to its end, or to the first step that does not work out.
pub fn play(script: &Script, cast: &mut Cast, director: &mut Director) -> Result<(), ScriptError> {
    let mut steps = script.steps.iter().peekable();
    let mut memory = StageMemory::new();
    let mut now = 0;
    while steps.peek().is_some() {
        let place = |line: usize, why| BadScript {
            name: script.name.clone(),
            line,
            why,
        };
        while let Some((line, step)) = steps.next_if(|(_, step)| step.is_preparation()) {
            cast.prepare(step)
                .map_err(|why| ScriptError::Bad(place(*line, why)))?;
        }
        let mut stage = Stage::new(&cast.shelf, &mut cast.keeper, &mut memory, cast.seed).at(now);
        director.see(&stage);
        while let Some((line, step)) = steps.next_if(|(_, step)| !step.is_preparation()) {
            director.perform(step, &mut stage).map_err(|miss| match miss {
                Miss::Bad(why) => ScriptError::Bad(place(*line, why)),
                Miss::Failed(why) => ScriptError::Failed {
                    what: place(*line, why),
                    text: stage.text(),
                },
            })?;
        }
        now = stage.now();
    }
    Ok(())
}

impl Director {
    /// Does what a step says that is no preparation.
    pub(crate) fn perform(&mut self, step: &Step, stage: &mut Stage<'_>) -> Result<(), Miss> {
        match step {
            Step::Press(button, times) => {
                for _ in 0..*times {
                    self.press(*button, PRESS, stage);
                }
            }
            Step::Hold(button) => self.press(*button, LONG, stage),
            Step::KeyDown(button) => stage.on(Event::Down(*button)),
            Step::KeyUp(button) => stage.on(Event::Up(*button)),
            Step::Wait(ms) => self.wait(*ms, stage),
            Step::WaitIdle => return self.wait_idle(stage),
            Step::RowGo => stage.on(Event::RowGo),
            Step::PlayGo => stage.on(Event::PlayGo),
            Step::Click(click) => {
                let target = target(click, stage)?;
                stage.on(Event::Touch(target));
                self.wait(PRESS, stage);
            }
            Step::Screenshot(name) => return self.screenshot(name, stage),
            Step::ExpectText(wanted, there) => return expect_text(wanted, *there, stage),
            Step::ExpectScreen(name) => return self.expect_screen(name, stage),
            Step::Problem(_) | Step::Set(..) | Step::Seed(_) | Step::FirstStart => {}
        }
        Ok(())
    }

    fn press(&mut self, button: Button, ms: u64, stage: &mut Stage<'_>) {
        stage.on(Event::Down(button));
        self.wait(ms, stage);
        stage.on(Event::Up(button));
        self.wait(PAUSE, stage);
    }

    fn wait(&mut self, ms: u64, stage: &mut Stage<'_>) {
        stage.advance(ms, &mut |stage| self.see(stage));
    }

    /// Waits until nothing is being thought about and nothing changes.
    pub(crate) fn wait_idle(&mut self, stage: &mut Stage<'_>) -> Result<(), Miss> {
        let start = stage.now();
        // The clock starts here: what stood still before may be about to move.
        while stage.is_thinking() || stage.still_for().min(stage.now() - start) < STILL {
            if stage.now() - start >= PATIENCE {
                let seconds = PATIENCE / 1000;
                return Err(Miss::Failed(format!("it was not idle within {seconds} s")));
            }
            self.wait(u64::from(FRAME), stage);
        }
        Ok(())
    }

    fn see(&mut self, stage: &Stage<'_>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.see(stage);
        }
    }

    fn screenshot(&self, name: &str, stage: &Stage<'_>) -> Result<(), Miss> {
        let path = self.screenshots.join(name);
        let saved = || -> io::Result<()> {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            let file = BufWriter::new(File::create(&path)?);
            Canvas::of(stage.picture()).write_png(file)?;
            Ok(())
        };
        saved().map_err(|error| Miss::Bad(format!("{}: {}", path.display(), reason(&error))))
    }

    fn expect_screen(&self, name: &str, stage: &Stage<'_>) -> Result<(), Miss> {
        let path = self.expected.join(name);
        let unreadable = |why: String| Miss::Bad(format!("{}: {why}", path.display()));
        let file = File::open(&path).map_err(|error| unreadable(reason(&error)))?;
        let wanted = Canvas::read_png(BufReader::new(file)).map_err(|error| unreadable(error.to_string()))?;
        let seen = Canvas::of(stage.picture());
        let differ = |(one, other): &(_, _)| one != other;
        let differing = wanted.pixels().iter().zip(seen.pixels()).filter(differ).count();
        if differing == 0 {
            return Ok(());
        }
        let name = format!("{}.actual.png", name.trim_end_matches(".png"));
        self.screenshot(&name, stage)?;
        let place = self.screenshots.join(name);
        Err(Miss::Failed(format!(
            "the screen of {} was expected, and {differing} pixels differ; what is there is in {}",
            path.display(),
            place.display()
        )))
    }
}

fn expect_text(wanted: &str, there: bool, stage: &Stage<'_>) -> Result<(), Miss> {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    if plain(&stage.text()).contains(&plain(wanted)) == there {
        return Ok(());
    }
    let no = if there { "" } else { "no " };
    Err(Miss::Failed(format!("{no}text \"{wanted}\" was expected")))
}

/// What is pointed at.
fn target(click: &Click, stage: &Stage<'_>) -> Result<Target, Miss> {
    match (click, &stage.picture().screen) {
        (Click::Point(name), Screen::Board(board)) => point(board, name)
            .map(Target::Point)
            .ok_or_else(|| Miss::Bad(format!("there is no point '{name}' on this board"))),
        (Click::Point(name), _) => Err(Miss::Failed(format!(
            "a board with the point {name} was expected"
        ))),
        (Click::At(x, y), _) => view::hit(stage.picture(), i32::from(*x), i32::from(*y))
            .ok_or_else(|| Miss::Failed(format!("something to point at was expected at {x} {y}"))),
    }
}

/// The point of this name: as the lines are called at the board's edge, or as usual where they have no names.
fn point(board: &BoardScreen, name: &str) -> Option<Point> {
    let size = board.size;
    let plain = Point::from_vertex(name, size)?;
    let Some(labels) = board.labels else {
        return Some(plain);
    };
    let called = |point: Point| {
        let across = labels.across(point.column(), size);
        let down = labels.down(point.row(), size);
        if labels.letters_across {
            Point::new(across, down)
        } else {
            Point::new(down, across)
        }
    };
    Point::all(size).find(|&point| called(point) == plain)
}
