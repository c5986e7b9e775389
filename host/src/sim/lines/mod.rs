//! The trainer line by line, for a screen reader or a pipe: words in, the screen in words out.
//!
//! Time is virtual here: after each line everything runs on until nothing moves. So nobody is hurried, and the same lines give
//! the same answers.

use std::io::{self, BufRead, Write};

use shikatsu::board::Point;
use shikatsu::session::keys::Button;

use super::stage::{Memory, Stage};
use crate::script::{Cast, Click, Director, Miss, Step};

const HELP: &str = "\
Type a key: up, down, left, right, a (play), b (back), x (hint), y (menu).
'right 3' presses it three times, 'hold a' passes, 'hold b' restarts.
A point such as C2 plays there. 'look' shows the screen again, 'quit' ends.
All steps of a script work too: 'problem NAME', 'set theme dark', 'wait 2s' …";

/// What a line asks for.
enum Wish {
    Do(Step),
    Look,
    Help,
    Quit,
}

/// Plays until the lines end or somebody quits. Complaints about lines go out with the rest: they are part of the talk.
pub fn play(cast: &mut Cast, input: &mut impl BufRead, out: &mut impl Write, prompt: bool) -> io::Result<()> {
    let mut director = Director::default();
    let mut memory = Memory::new();
    let mut now = 0;
    writeln!(out, "Type help for the words, quit to leave.\n")?;
    loop {
        let mut stage = Stage::new(&cast.shelf, &mut cast.keeper, &mut memory, cast.seed).at(now);
        show(&mut director, &mut stage, out)?;
        let preparation = loop {
            match read(input, out, prompt)? {
                None | Some(Ok(Wish::Quit)) => return Ok(()),
                Some(Ok(Wish::Help)) => writeln!(out, "{HELP}\n")?,
                Some(Ok(Wish::Look)) => show(&mut director, &mut stage, out)?,
                Some(Ok(Wish::Do(step))) if step.is_preparation() => break step,
                Some(Ok(Wish::Do(step))) => match director.perform(&step, &mut stage) {
                    Ok(()) => show(&mut director, &mut stage, out)?,
                    Err(Miss::Bad(why) | Miss::Failed(why)) => writeln!(out, "That does not work: {why}.\n")?,
                },
                Some(Err(why)) => writeln!(out, "That does not work: {why}.\n")?,
            }
        };
        now = stage.now();
        if let Err(why) = cast.prepare(&preparation) {
            writeln!(out, "That does not work: {why}.\n")?;
        }
    }
}

/// Waits until nothing moves, and says what is on the screen.
fn show(director: &mut Director, stage: &mut Stage<'_>, out: &mut impl Write) -> io::Result<()> {
    // A thought may take longer than patience: then the screen says that it is being thought.
    let _ = director.wait_idle(stage);
    writeln!(out, "{}", stage.text())?;
    out.flush()
}

/// The next line that is not blank; `None` at the end.
fn read(
    input: &mut impl BufRead,
    out: &mut impl Write,
    prompt: bool,
) -> io::Result<Option<Result<Wish, String>>> {
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
            return Ok(Some(understood(line)));
        }
    }
}

fn understood(line: &str) -> Result<Wish, String> {
    let first = line.split_whitespace().next().unwrap_or("");
    let is_key = Button::ALL
        .iter()
        .any(|button| button.name().eq_ignore_ascii_case(first));
    match line {
        "quit" | "q" | "exit" => Ok(Wish::Quit),
        "look" => Ok(Wish::Look),
        "help" | "?" => Ok(Wish::Help),
        // The names of keys do without their verb, and so do points.
        _ if is_key => format!("press {line}").parse().map(Wish::Do),
        _ if Point::from_vertex(line, shikatsu::board::MAX_SIZE).is_some() => {
            Ok(Wish::Do(Step::Click(Click::Point(line.to_string()))))
        }
        _ => line.parse().map(Wish::Do),
    }
}
