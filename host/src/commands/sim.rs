//! `shikatsu sim`: the trainer on this computer.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use shikatsu::language::Code;
use shikatsu::pack::Pack;
use shikatsu::pack::library::{Library as _, ProblemId, Tongue};
use shikatsu_toolkit::files::Choice;
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::own::fresh;
use shikatsu_toolkit::saved::SavedProgress;

use super::{Done, Overruling, complain, export, language, say};
use crate::files::reason;
use crate::script::{self, Cast, Director, Recorder, Script, ScriptError};
use crate::sim::terminal::{self, Look, Wishes};
use crate::sim::window::Pane;
use crate::sim::{FileKeeper, Gathered, Own, Shelf, Stage, StageMemory, play_lines};

/// Train: problems of life and death, against an opponent that never errs
///
/// Without FILE there are the problems that the program brings along. What became of each is remembered. The arrow keys move,
/// Enter plays, Backspace takes back, h gives a hint, m opens the menu, q quits.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// Packs (.pack), problem files (.txt, .sgf), or folders of problem files, which become packs
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Begin with this problem: its number in the first pack, as the screen counts them, from 1, or its name
    #[arg(long, value_name = "N")]
    problem: Option<Choice>,

    #[command(flatten)]
    surface: Surface,

    /// Play the script in this file, without a screen, and see whether all is as it expects
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    script: Option<PathBuf>,

    /// Record the script as a moving picture
    #[arg(long, value_name = "FILE", requires = "script")]
    gif: Option<PathBuf>,

    /// The folder for the script's screenshots
    #[arg(long, value_name = "FOLDER", requires = "script")]
    png: Option<PathBuf>,

    /// Write the problems that failed, that you keep and that are due into this SGF file, and play nothing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["script", "text", "problem"])]
    export: Option<PathBuf>,

    #[command(flatten)]
    chosen: export::Chosen,

    /// Let --export overwrite a file that exists
    #[arg(long, requires = "export")]
    force: bool,

    /// Speak by this translation (.txt), to try it out, or by a language that is there, such as ja. It stays
    /// chosen in the settings
    #[arg(long, value_name = "FILE")]
    language_file: Option<PathBuf>,

    /// Pictures of letters for the translation (.hex)
    #[arg(long, value_name = "FILE", requires = "language_file")]
    glyphs: Option<PathBuf>,

    #[command(flatten)]
    overruling: Overruling,
}

/// Where somebody plays, and who remembers.
#[derive(Args, Debug)]
pub(super) struct Surface {
    /// Stay in the terminal, even where a window could be opened
    #[arg(long)]
    terminal: bool,

    /// Enlarge the window so many times
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=8))]
    scale: u8,

    /// Speak in lines of plain text: for screen readers and pipes
    #[arg(long)]
    text: bool,

    /// Draw with plain ASCII characters
    #[arg(long)]
    ascii: bool,

    /// Draw with signs, even where the terminal could show pixels
    #[arg(long)]
    signs: bool,

    /// Draw pixels at half size, in terminals of 120x60 or more
    #[arg(long)]
    half: bool,

    /// Remember progress in this file instead of the usual one
    #[arg(long, value_name = "FILE")]
    progress: Option<PathBuf>,

    /// Start as on the first day, and remember nothing
    #[arg(long, conflicts_with = "progress")]
    fresh: bool,
}

const EXAMPLES: &str = "\
Colours are left out if NO_COLOR is set. Examples:
  shikatsu sim
  shikatsu sim my-problems/ collection.sgf
  shikatsu sim my.pack --problem 12
  shikatsu sim --text
  shikatsu sim --language-file mine.txt
  shikatsu sim --script solve.shk --gif solve.gif";

pub(super) fn run(options: &Options) -> Done {
    let Gathered {
        shelf,
        left_out,
        notes,
    } = if options.files.is_empty() {
        if options.overruling.overrides() != Overrides::default() {
            complain("--key, --to-move and --bounds overrule a file, and none is named");
            return Done::WithFaults;
        }
        Gathered {
            shelf: Shelf::built_in(),
            left_out: Vec::new(),
            notes: Vec::new(),
        }
    } else {
        Shelf::of_files(&options.files, &options.overruling.overrides())
    };
    for sentence in left_out.iter().chain(&notes) {
        complain(sentence);
    }
    if shelf.is_bare() {
        complain("there is no problem to play");
        return Done::WithFaults;
    }
    let find = |choice: &Choice| match choice {
        Choice::Number(number) => shelf.numbered(*number),
        Choice::Name(name) => shelf
            .named(name)
            .ok_or_else(|| format!("there is no problem {choice}")),
    };
    let start = match options.problem.as_ref().map(find) {
        Some(Err(why)) => {
            complain(&why);
            return Done::WithFaults;
        }
        Some(Ok(id)) => Some(id),
        None => None,
    };
    let (shelf, tongue) = match tried(options) {
        Ok(None) => (shelf, None),
        Ok(Some(tongue)) => (shelf.with_language(tongue.clone()), Some(tongue.code)),
        Err(why) => {
            complain(&why);
            return Done::WithFaults;
        }
    };
    if let Some(path) = &options.export {
        return export_to(path, options, shelf);
    }
    let done = if let Some(path) = &options.script {
        run_script(path, options, shelf, start, tongue)
    } else {
        let mut keeper = keeper(&options.surface, !options.files.is_empty());
        speak(tongue, &mut keeper);
        let shelf = with_mine(shelf, &options.surface);
        run_player(&options.surface, shelf, keeper, start, None)
    };
    if done == Done::Well && !left_out.is_empty() {
        return Done::WithFaults;
    }
    done
}

/// The language that is to be tried out, if there is one, or why it cannot be.
fn tried(options: &Options) -> Result<Option<Tongue>, String> {
    let Some(file) = &options.language_file else {
        return Ok(None);
    };
    let pack = language::From::new(file.clone(), options.glyphs.clone()).read()?;
    // It is looked into until the program ends.
    let pack = Pack::open(Vec::leak(pack)).ok();
    let tongue = pack.as_ref().and_then(Tongue::of);
    let none = || format!("{}: it makes no language", file.display());
    tongue.map(Some).ok_or_else(none)
}

/// Chooses a language, as in the settings.
fn speak(tongue: Option<Code>, keeper: &mut FileKeeper) {
    if let Some(code) = tongue {
        keeper.prepare(|profile| profile.settings.language = code);
    }
}

/// Writes problems that are worth another look.
fn export_to(path: &Path, options: &Options, shelf: Shelf) -> Done {
    let mut keeper = keeper(&options.surface, true);
    complain_of(&mut keeper);
    let shelf = with_mine(shelf, &options.surface);
    let ids = match options.chosen.ids(&SavedProgress::of(&keeper)) {
        Ok(ids) => ids,
        Err(why) => {
            complain(&why);
            return Done::WithFaults;
        }
    };
    let found: Vec<_> = ids
        .into_iter()
        .map(|id| {
            let (pack, problem) = shelf.find(id)?;
            shelf.load(pack, problem).as_ref().map(fresh)
        })
        .collect();
    match export::write(&found, path, options.force) {
        Ok(said) => {
            let _ = say(&said);
            Done::Well
        }
        Err(why) => {
            complain(&why);
            Done::WithFaults
        }
    }
}

/// Where somebody plays.
enum Place {
    Lines,
    Window(Box<Pane>),
    Terminal,
}

/// Lets somebody make problems: with the one of this number, or with an empty board.
pub(super) fn edit(surface: &Surface, shelf: Shelf, start: Option<ProblemId>) -> Done {
    // Where one is in the built-in packs stays there.
    let keeper = keeper(surface, true);
    run_player(surface, shelf, keeper, start, Some(start.is_none()))
}

/// The problems with those that one made before, in a file beside the progress.
fn with_mine(shelf: Shelf, surface: &Surface) -> Shelf {
    let progress = surface.progress.clone().or_else(FileKeeper::usual_place);
    let Some(progress) = progress.filter(|_| !surface.fresh) else {
        return shelf;
    };
    let mine = progress.with_file_name("mine.sgf");
    if !mine.parent().is_some_and(Path::is_dir) {
        return shelf;
    }
    match Own::open(&mine, Some("Mine")) {
        Ok(own) => shelf.with_own(own),
        Err(why) => {
            complain(&why);
            shelf
        }
    }
}

/// Lets somebody play.
fn run_player(
    options: &Surface,
    shelf: Shelf,
    keeper: FileKeeper,
    start: Option<ProblemId>,
    edits: Option<bool>,
) -> Done {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let place = match open_window(options) {
        None if options.text => Place::Lines,
        // A terminal that cannot move its cursor still has lines.
        None if is_terminal && is_dumb() => Place::Lines,
        Some(pane) => Place::Window(Box::new(pane)),
        None if is_terminal => Place::Terminal,
        None => {
            complain(
                "sim needs a display for a window, or a terminal as its input and output; --text speaks in lines",
            );
            return Done::WithFaults;
        }
    };
    let mut cast = Cast {
        shelf,
        keeper,
        seed: seed(),
        edits,
    };
    if edits.is_some() {
        cast.keeper.prepare(|profile| profile.welcomed = true);
    }
    cast.begin_with(start);
    complain_of(&mut cast.keeper);
    let played = match place {
        Place::Lines => play_lines(
            &mut cast,
            &mut io::stdin().lock(),
            &mut io::stdout().lock(),
            is_terminal,
        ),
        Place::Window(pane) => play_in_window(*pane, &mut cast),
        Place::Terminal => play_in_terminal(options, &mut cast),
    };
    complain_of(&mut cast.keeper);
    match played {
        Ok(()) => Done::Well,
        // Whoever read the words has heard enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Done::Well,
        Err(error) => {
            complain(&format!("the terminal failed: {error}"));
            Done::WithFaults
        }
    }
}

fn play_in_window(pane: Pane, cast: &mut Cast) -> io::Result<()> {
    // Whoever starts it from a desktop may have nowhere to read this.
    let _ = say(if cast.edits.is_some() {
        "Arrows move, Enter puts a stone, h is the other colour, p marks key stones, Backspace undoes, m opens the menu, q quits.\n"
    } else {
        "Arrows move, Enter plays, Backspace takes back, h hints, m opens the menu, q quits.\n"
    });
    let mut memory = StageMemory::new();
    let stage = Stage::new(&cast.shelf, &mut cast.keeper, &mut memory, cast.seed);
    let mut stage = stage.with_keyboard().editing(cast.edits);
    pane.play(&mut stage).map_err(io::Error::other)
}

fn play_in_terminal(options: &Surface, cast: &mut Cast) -> io::Result<()> {
    let mut memory = StageMemory::new();
    let mut stage = Stage::new(&cast.shelf, &mut cast.keeper, &mut memory, cast.seed).editing(cast.edits);
    let wishes = Wishes {
        look: Look::of_terminal(options.ascii),
        signs: options.signs,
        half: options.half,
    };
    terminal::play(&mut stage, wishes)
}

/// Whether the terminal says that it can do nothing but print.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// A window, where there is a display and nobody asked for something else.
fn open_window(options: &Surface) -> Option<Pane> {
    let wants_other = options.text || options.terminal || options.ascii || options.signs || options.half;
    let has_display = std::env::var_os("DISPLAY").is_some_and(|display| !display.is_empty());
    // Elsewhere a window needs no display to be named.
    if wants_other || (cfg!(all(unix, not(target_os = "macos"))) && !has_display) {
        return None;
    }
    match Pane::open(options.scale.into()) {
        Ok(pane) => Some(pane),
        Err(why) => {
            complain(&format!("no window could be opened: {why}"));
            None
        }
    }
}

fn keeper(options: &Surface, has_files: bool) -> FileKeeper {
    let usual = || options.progress.clone().or_else(FileKeeper::usual_place);
    match usual().filter(|_| !options.fresh) {
        Some(path) => open_progress(&path, has_files),
        None => FileKeeper::fresh(),
    }
}

/// Opens a file of progress. Where one is in the built-in packs stays there while one trains on files.
fn open_progress(path: &Path, has_files: bool) -> FileKeeper {
    let keeper = FileKeeper::open(path);
    if has_files { keeper.leaving_place() } else { keeper }
}

/// Says what is wrong with the progress; that keeps nobody from playing.
fn complain_of(keeper: &mut FileKeeper) {
    for sentence in keeper.take_complaints() {
        complain(&sentence);
    }
}

/// Another one each time.
fn seed() -> u32 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |now| now.as_micros() as u32)
}

fn run_script(
    path: &Path,
    options: &Options,
    shelf: Shelf,
    start: Option<ProblemId>,
    tongue: Option<Code>,
) -> Done {
    let name = path.display().to_string();
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => {
            complain(&format!("{name}: {}", reason(&error)));
            return Done::WithFaults;
        }
    };
    let script = match Script::read(&name, &text) {
        Ok(script) => script,
        Err(bad) => {
            for bad in &bad {
                complain(&bad.to_string());
            }
            return Done::WithFaults;
        }
    };
    let mut director = Director {
        screenshots: options.png.clone().unwrap_or_default(),
        expected: path.parent().unwrap_or(Path::new("")).to_path_buf(),
        recorder: options.gif.is_some().then(Recorder::default),
    };
    let mut cast = Cast::rehearsal(shelf);
    if options.surface.fresh {
        cast.keeper = FileKeeper::fresh();
    } else if let Some(path) = &options.surface.progress {
        cast.keeper = open_progress(path, !options.files.is_empty());
    }
    speak(tongue, &mut cast.keeper);
    cast.begin_with(start);
    let played = script::play(&script, &mut cast, &mut director);
    complain_of(&mut cast.keeper);
    // What led to a failure is worth seeing most.
    let recorded = record(&director, options.gif.as_deref());
    match played {
        Err(error) => {
            complain(&error.to_string());
            match error {
                ScriptError::Bad(_) => Done::WithFaults,
                ScriptError::Failed { .. } => Done::Disappointed,
            }
        }
        Ok(()) => recorded,
    }
}

fn record(director: &Director, gif: Option<&Path>) -> Done {
    let (Some(recorder), Some(path)) = (&director.recorder, gif) else {
        return Done::Well;
    };
    let file = match File::create(path) {
        Ok(file) => file,
        Err(error) => {
            complain(&format!("{}: {}", path.display(), reason(&error)));
            return Done::WithFaults;
        }
    };
    match recorder.write(BufWriter::new(file)) {
        Ok(()) => Done::Well,
        Err(error) => {
            complain(&format!("{}: {error}", path.display()));
            Done::WithFaults
        }
    }
}
