//! Reads scripts. A line is a step; what follows `#` is for people.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use shikatsu::session::keys::Button;

/// The longest wait, in milliseconds: an hour.
const LONGEST: f64 = 3_600_000.0;

/// The words that steps begin with.
pub(crate) const STEPS: [&str; 14] = [
    "press",
    "hold",
    "keydown",
    "keyup",
    "wait",
    "click",
    "screenshot",
    "expect",
    "problem",
    "set",
    "seed",
    "first",
    "row",
    "play",
];

/// What a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Presses a button so many times.
    Press(Button, u16),
    /// Presses a button for long.
    Hold(Button),
    /// Presses a button and keeps it down.
    KeyDown(Button),
    /// Lets a button go.
    KeyUp(Button),
    /// Waits so many milliseconds.
    Wait(u64),
    /// Waits until nothing moves.
    WaitIdle,
    /// Points at something.
    Click(Click),
    /// Saves a picture under this name.
    Screenshot(String),
    /// Wants to read this (or does not).
    ExpectText(String, bool),
    /// Wants to see the picture of this name.
    ExpectScreen(String),
    /// Goes to the problem of this name.
    Problem(String),
    /// Sets this to that.
    Set(String, String),
    /// Where chance comes from.
    Seed(u32),
    /// Nobody has ever played here.
    FirstStart,
    /// Opens Row Go.
    RowGo,
    /// Opens a whole game of Go.
    PlayGo,
}

impl Step {
    /// Whether the trainer starts anew for it.
    pub const fn is_preparation(&self) -> bool {
        matches!(
            self,
            Step::Problem(_) | Step::Set(..) | Step::Seed(_) | Step::FirstStart
        )
    }
}

/// What is pointed at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Click {
    /// A point of the board, by its name.
    Point(String),
    /// A place on the screen, in pixels from the top left.
    At(u16, u16),
}

/// A script that was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// What to call it when something is wrong.
    pub name: String,
    /// Its steps, with the numbers of their lines.
    pub steps: Vec<(usize, Step)>,
}

/// A line that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadScript {
    /// The script.
    pub name: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for BadScript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}: {}", self.name, self.line, self.why)
    }
}

impl std::error::Error for BadScript {}

impl Script {
    /// Reads a script as a whole; every line that makes no sense is named.
    pub fn read(name: &str, text: &str) -> Result<Script, Vec<BadScript>> {
        let (mut steps, mut bad) = (Vec::new(), Vec::new());
        for (line, number) in text.lines().zip(1..) {
            let words = without_comment(line).trim();
            match words.parse() {
                _ if words.is_empty() => {}
                Ok(step) => steps.push((number, step)),
                Err(why) => bad.push(BadScript {
                    name: name.to_string(),
                    line: number,
                    why,
                }),
            }
        }
        if bad.is_empty() {
            let name = name.to_string();
            Ok(Script { name, steps })
        } else {
            Err(bad)
        }
    }
}

/// A line up to its comment. Within quotes `#` is a letter like others.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let ends = |letter| {
        quoted ^= letter == '"';
        letter == '#' && !quoted
    };
    let end = line.find(ends).unwrap_or(line.len());
    &line[..end]
}

impl FromStr for Step {
    type Err = String;

    fn from_str(line: &str) -> Result<Step, String> {
        let (verb, rest) = split(line);
        match verb {
            "press" => press(rest),
            "hold" => Ok(Step::Hold(button(rest)?)),
            "keydown" => Ok(Step::KeyDown(button(rest)?)),
            "keyup" => Ok(Step::KeyUp(button(rest)?)),
            "wait" => wait(rest),
            "click" => click(rest),
            "screenshot" => Ok(Step::Screenshot(picture_name(rest)?)),
            "expect" => expect(rest),
            "problem" => Ok(Step::Problem(words(rest, "the name of a problem")?)),
            "set" => match split(rest) {
                (name, value) if !value.is_empty() => Ok(Step::Set(name.to_string(), value.to_string())),
                _ => Err("'set' needs a setting and its value, as in 'set theme dark'".to_string()),
            },
            "seed" => {
                let seed = rest.parse().map_err(|_| "'seed' needs a whole number")?;
                Ok(Step::Seed(seed))
            }
            "first" if rest == "start" => Ok(Step::FirstStart),
            "row" if rest == "go" => Ok(Step::RowGo),
            "play" if rest == "go" => Ok(Step::PlayGo),
            _ => Err(format!(
                "'{verb}' is not a step; there are press, hold, keydown, keyup, wait, click, screenshot, \
                 expect, problem, set, seed, first start, row go and play go"
            )),
        }
    }
}

/// The first word, and the rest.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    match line.split_once(char::is_whitespace) {
        Some((first, rest)) => (first, rest.trim()),
        None => (line, ""),
    }
}

fn button(name: &str) -> Result<Button, String> {
    if name == "press" {
        // The joystick has a press of its own, which is the same.
        return Ok(Button::A);
    }
    Button::ALL
        .into_iter()
        .find(|button| button.name().eq_ignore_ascii_case(name))
        .ok_or_else(|| {
            format!("'{name}' is not a key; there are up, down, left, right, press, a, b, x and y")
        })
}

fn press(rest: &str) -> Result<Step, String> {
    let (name, times) = split(rest);
    let times = match times {
        "" => 1,
        times => times
            .parse()
            .map_err(|_| format!("'{times}' is not a number of times"))?,
    };
    Ok(Step::Press(button(name)?, times))
}

fn wait(rest: &str) -> Result<Step, String> {
    if rest == "idle" {
        return Ok(Step::WaitIdle);
    }
    let (number, unit) = match rest.strip_suffix("ms") {
        Some(number) => (number, 1.0),
        None => (rest.strip_suffix('s').unwrap_or(""), 1000.0),
    };
    let number: Option<f64> = number.parse().ok();
    number
        .map(|number| number * unit)
        .filter(|ms| (0.0..=LONGEST).contains(ms))
        .map(|ms| Step::Wait(ms as u64))
        .ok_or_else(|| format!("'{rest}' is not a time; write '200ms', '2s' or 'idle'"))
}

fn click(rest: &str) -> Result<Step, String> {
    let wanted = "'click' needs a point as 'C2', or a place as 'at 120 30'";
    let (first, rest) = split(rest);
    if first != "at" {
        return match (first, rest) {
            ("", _) => Err(wanted.to_string()),
            (name, "") => Ok(Step::Click(Click::Point(name.to_string()))),
            _ => Err(wanted.to_string()),
        };
    }
    let (x, y) = split(rest);
    let number = |text: &str| text.parse().map_err(|_| wanted.to_string());
    Ok(Step::Click(Click::At(number(x)?, number(y)?)))
}

fn expect(rest: &str) -> Result<Step, String> {
    let (what, rest) = split(rest);
    match what {
        "text" => Ok(Step::ExpectText(quoted(rest)?, true)),
        "no" => match split(rest) {
            ("text", rest) => Ok(Step::ExpectText(quoted(rest)?, false)),
            _ => Err("after 'expect no' comes 'text \"…\"'".to_string()),
        },
        "screen" => Ok(Step::ExpectScreen(picture_name(rest)?)),
        _ => Err("'expect' needs 'text \"…\"', 'no text \"…\"' or 'screen NAME.png'".to_string()),
    }
}

fn quoted(text: &str) -> Result<String, String> {
    text.strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
        .filter(|text| !text.trim().is_empty())
        .map(str::to_string)
        .ok_or_else(|| "the text stands in quotes, as in 'expect text \"White is dead\"'".to_string())
}

/// A plain name: pictures are written into one folder and nowhere else.
fn picture_name(text: &str) -> Result<String, String> {
    let name = words(text, "the name of a picture")?;
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    let is_png = Path::new(&name).extension().is_some_and(|end| end == "png");
    if is_png && !name.starts_with('.') && name.chars().all(is_plain) {
        Ok(name)
    } else {
        Err(format!("'{name}' is no name for a picture, such as first.png"))
    }
}

/// Words with or without quotes around them.
fn words(text: &str, what: &str) -> Result<String, String> {
    match quoted(text) {
        Ok(text) => Ok(text),
        Err(_) if !text.is_empty() => Ok(text.to_string()),
        Err(_) => Err(format!("{what} is missing")),
    }
}
