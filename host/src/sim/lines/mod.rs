//! The trainer line by line, for a screen reader or a pipe: words in, the screen in words out.
//!
//! Time is virtual here: after each line everything runs on until nothing moves. So players can take their time, and the same lines give
//! the same answers. The lines of the board are always named, since moves are typed by these names.

mod edit;
mod words;

use std::fs::File;
use std::io::{self, BufRead, Write};

use shikatsu::session::Event;
use shikatsu::session::keys::Button;
use shikatsu::session::picture::{KeyHint, Line, Picture, Screen, Target};
use shikatsu_toolkit::print::printable;

use self::edit::EditWords;
use self::words::{Wish, help, understood};
use super::stage::{Stage, StageMemory};
use crate::files::reason;
use crate::script::{Cast, Director, Miss, Step, possible};

/// Plays until the lines end or the player quits. Complaints about lines go out with the rest: they are part of the talk.
pub fn play(cast: &mut Cast, input: &mut impl BufRead, out: &mut impl Write, prompt: bool) -> io::Result<()> {
    let mut director = Director::default();
    let mut memory = StageMemory::new();
    let mut now = 0;
    writeln!(out, "Type help for the words, quit to leave.\n")?;
    loop {
        let mut stage = Stage::new(&cast.shelf, &mut cast.keeper, &mut memory, cast.seed)
            .at(now)
            .naming_lines()
            .editing(cast.edits);
        show(&mut director, &mut stage, out)?;
        let mut warned = false;
        let preparation = loop {
            let said = read(input, out, prompt)?;
            // What the screen says can be said to it. Names of keys and points mean the same everywhere.
            if let Some((line, target)) = said.as_ref().and_then(|line| {
                let said = on_screen(line, stage.picture());
                let target = said.or_else(|| on_screen(line, &stage.english_picture()))?;
                Some((line, target))
            }) && (understood(line).is_err() || is_ambiguous(line))
            {
                stage.on(Event::Touch(target));
                show(&mut director, &mut stage, out)?;
                continue;
            }
            let answered = match said.map(|line| understood(&line)) {
                Some(Ok(Wish::Quit)) if stage.has_unkept() && !warned => {
                    warned = true;
                    writeln!(
                        out,
                        "What you made is not kept: 'keep' keeps it, 'quit' again leaves.\n"
                    )?;
                    continue;
                }
                None | Some(Ok(Wish::Quit)) => return Ok(()),
                Some(Ok(Wish::Help)) => {
                    writeln!(out, "{}", help(stage.is_editing()))?;
                    continue;
                }
                Some(Ok(Wish::Do(step))) if step.is_preparation() && stage.has_unkept() => {
                    Err("what you made is not kept; 'keep' keeps it, 'hold b' leaves the editor".to_string())
                }
                Some(Ok(Wish::Do(step))) if step.is_preparation() => match possible(&step, &cast.shelf) {
                    Ok(()) => break step,
                    Err(why) => Err(why),
                },
                Some(Ok(wish)) => {
                    warned = false;
                    grant(wish, &mut director, &mut stage)
                }
                Some(Err(why)) => Err(why),
            };
            match answered {
                Ok(()) => show(&mut director, &mut stage, out)?,
                Err(why) => writeln!(out, "That does not work: {}.\n", printable(&why))?,
            }
        };
        now = stage.now();
        match (cast.prepare(&preparation), preparation) {
            (Err(why), _) => writeln!(out, "That does not work: {why}.\n")?,
            (Ok(()), Step::Problem(_)) => {}
            (Ok(()), Step::Set(name, value)) => {
                writeln!(out, "{name} is {value} now, and the problem starts over.\n")?;
            }
            (Ok(()), _) => writeln!(out, "The problem starts over.\n")?,
        }
    }
}

/// Does what was asked for, or says why not.
fn grant(wish: Wish, director: &mut Director, stage: &mut Stage<'_>) -> Result<(), String> {
    match wish {
        Wish::Do(step) => perform(&step, director, stage),
        Wish::OnBoard(step) => {
            needs_board(stage)?;
            perform(&step, director, stage)
        }
        Wish::Next if leads_on(&stage.english_picture().screen) => {
            perform(&Step::Press(Button::A, 1), director, stage)
        }
        Wish::Next => step(1, stage),
        Wish::Previous => step(-1, stage),
        Wish::Life => {
            needs_board(stage)?;
            stage.on(Event::Life);
            Ok(())
        }
        Wish::Edit(words) => edit(&words, stage),
        Wish::Open { from_nothing } => {
            needs_board(stage)?;
            stage.edit(from_nothing);
            Ok(())
        }
        Wish::Keep => {
            needs_editor(stage)?;
            stage.keep();
            Ok(())
        }
        Wish::Save(name) => save(&name, stage),
        Wish::Look | Wish::Help | Wish::Quit => Ok(()),
    }
}

fn perform(step: &Step, director: &mut Director, stage: &mut Stage<'_>) -> Result<(), String> {
    match director.perform(step, stage) {
        Err(Miss::Bad(why) | Miss::Failed(why)) => Err(why),
        Ok(()) => Ok(()),
    }
}

/// Whether the screen says that A goes on from here.
fn leads_on(screen: &Screen) -> bool {
    let keys = match screen {
        Screen::Board(board) => match &board.strip.line {
            Line::Keys(keys) => keys,
            _ => return false,
        },
        Screen::Page(page) => &page.keys,
        _ => return false,
    };
    keys.iter()
        .any(|hint| hint.key == Button::A && ["next", "go on"].contains(&hint.does.as_str()))
}

fn step(step: i8, stage: &mut Stage<'_>) -> Result<(), String> {
    needs_board(stage)?;
    stage.on(Event::Step(step));
    Ok(())
}

/// A step of the editor.
fn edit(words: &EditWords, stage: &mut Stage<'_>) -> Result<(), String> {
    needs_editor(stage)?;
    needs_board(stage)?;
    let Screen::Board(board) = &stage.picture().screen else {
        return Ok(());
    };
    if let Some(about) = words.about() {
        stage.describe(about);
        return Ok(());
    }
    let step = words.step(board)?;
    stage.on(Event::Edit(step));
    Ok(())
}

/// Saves the game that is played in a new file.
fn save(name: &str, stage: &Stage<'_>) -> Result<(), String> {
    let Some(sgf) = stage.game_as_sgf() else {
        return Err("there is no game to save; 'go' begins one".to_string());
    };
    let saved = File::create_new(name).and_then(|mut file| file.write_all(sgf.as_bytes()));
    saved.map_err(|error| format!("{name}: {}", reason(&error)))
}

fn needs_editor(stage: &Stage<'_>) -> Result<(), String> {
    if stage.is_editing() {
        Ok(())
    } else {
        Err("the editor is not open; 'edit' opens it with this board, 'new' with an empty one".to_string())
    }
}

fn needs_board(stage: &Stage<'_>) -> Result<(), String> {
    let way = match &stage.picture().screen {
        Screen::Board(_) => return Ok(()),
        Screen::Page(_) | Screen::Code(_) => "a goes on",
        Screen::List(_) | Screen::Grid(_) => "a chooses, b goes back",
        Screen::Stats(_) => "b goes back",
    };
    Err(format!("there is no board on this page; {way}"))
}

/// Words that mean what the screen says rather than what they always mean: `back` may be the key B, and `next` the key A.
fn is_ambiguous(line: &str) -> bool {
    ["hint", "help", "play"]
        .iter()
        .all(|word| !line.eq_ignore_ascii_case(word))
        && line.chars().count() > 2
        && !line.contains(char::is_whitespace)
}

/// What is pointed at by words that stand on the screen: a key by what it does, a row, one of several answers.
fn on_screen(line: &str, picture: &Picture) -> Option<Target> {
    let is_said = |words: &str| bare(words) == bare(line);
    let of_keys = |keys: &[KeyHint]| {
        let hint = keys.iter().find(|hint| is_said(&hint.does))?;
        Some(Target::Key(hint.key))
    };
    match &picture.screen {
        Screen::Board(board) => match &board.strip.line {
            Line::Keys(keys) => of_keys(keys),
            Line::Choice { items, .. } => {
                let place = items.iter().position(|item| is_said(item))?;
                Some(Target::Choice(place as u8))
            }
            Line::Words(..) | Line::Thinking { .. } => None,
        },
        Screen::List(list) => {
            let place = list.rows.iter().position(|row| is_said(&row.label))?;
            Some(Target::Item(list.first + place as u16))
        }
        Screen::Page(page) => of_keys(&page.keys),
        Screen::Code(code) => of_keys(&code.keys),
        Screen::Grid(_) | Screen::Stats(_) => None,
    }
}

/// Words without what nobody types.
fn bare(words: &str) -> String {
    let letters = words.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Waits until nothing moves, and says what is on the screen.
fn show(director: &mut Director, stage: &mut Stage<'_>, out: &mut impl Write) -> io::Result<()> {
    // A thought may take longer than patience: then the screen says that it is being thought.
    let _ = director.wait_idle(stage);
    writeln!(out, "{}", stage.text())?;
    out.flush()
}

/// The next line that is not blank; `None` at the end.
fn read(input: &mut impl BufRead, out: &mut impl Write, prompt: bool) -> io::Result<Option<String>> {
    loop {
        if prompt {
            write!(out, "> ")?;
            out.flush()?;
        }
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            return Ok(Some(line.to_string()));
        }
    }
}
