//! A problem for people to read: the board in letters, what is asked, and what the file says.

use std::fmt::Write;

use shikatsu::board::{Color, Move, Point};
use shikatsu::problem::{Answer, Outcome, Problem};

use crate::entry::{Entry, Inferred, names};

/// How to print.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Only with characters that every terminal and every mail has.
    pub ascii: bool,
    /// With the colours of a terminal.
    pub color: bool,
}

/// What can be on a point, in the order of the legend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    Stone(Color),
    Key(Color),
    Empty,
    Outside,
}

const SIGNS: [Sign; 6] = [
    Sign::Stone(Color::Black),
    Sign::Stone(Color::White),
    Sign::Key(Color::Black),
    Sign::Key(Color::White),
    Sign::Empty,
    Sign::Outside,
];

impl Sign {
    fn at(problem: &Problem, point: Point) -> Sign {
        let setup = problem.setup();
        let color = Color::BOTH
            .into_iter()
            .find(|&color| setup.stones(color).contains(point));
        match color {
            Some(color) if setup.key.contains(point) => Sign::Key(color),
            Some(color) => Sign::Stone(color),
            None if setup.outside.contains(point) => Sign::Outside,
            None => Sign::Empty,
        }
    }

    fn character(self, style: Style) -> char {
        let (unicode, ascii) = match self {
            Sign::Stone(Color::Black) => ('●', 'x'),
            Sign::Stone(Color::White) => ('○', 'o'),
            Sign::Key(Color::Black) => ('◆', '#'),
            Sign::Key(Color::White) => ('◇', '@'),
            Sign::Empty => ('·', '-'),
            Sign::Outside => ('░', '*'),
        };
        if style.ascii { ascii } else { unicode }
    }

    const fn meaning(self) -> &'static str {
        match self {
            Sign::Stone(Color::Black) => "Black",
            Sign::Stone(Color::White) => "White",
            Sign::Key(Color::Black) => "Black's key stone",
            Sign::Key(Color::White) => "White's key stone",
            Sign::Empty => "empty",
            Sign::Outside => "outside, nobody plays there",
        }
    }

    /// The escape sequence that stresses the sign or makes it step back.
    const fn paint(self) -> Option<&'static str> {
        match self {
            Sign::Key(_) => Some(BOLD_YELLOW),
            Sign::Outside => Some(FAINT),
            Sign::Stone(_) | Sign::Empty => None,
        }
    }

    fn write(self, style: Style, out: &mut String) {
        let character = self.character(style);
        match self.paint().filter(|_| style.color) {
            Some(paint) => put(out, format_args!("{paint}{character}{PLAIN}")),
            None => out.push(character),
        }
    }
}

const BOLD: &str = "\x1b[1m";
const BOLD_YELLOW: &str = "\x1b[1;33m";
const FAINT: &str = "\x1b[2m";
const PLAIN: &str = "\x1b[0m";

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a String takes everything");
}

/// The board with coordinates on all sides.
pub fn board(problem: &Problem, style: Style) -> String {
    grid(problem, style, &|_| None)
}

/// The colours of a terminal for the digits of [`grid`], from cold to hot.
const HEAT: [u8; 10] = [238, 240, 58, 94, 130, 166, 202, 208, 214, 220];

/// The same with digits on some points.
pub fn grid(problem: &Problem, style: Style, digit: &dyn Fn(Point) -> Option<u8>) -> String {
    let size = problem.size();
    let letters: Vec<String> = (0..size)
        .map(|column| Point::letter(column).to_string())
        .collect();
    let letters = format!("   {}\n", letters.join(" "));
    let mut out = letters.clone();
    for row in 0..size {
        let number = size - row;
        put(&mut out, format_args!("{number:>2}"));
        for column in 0..size {
            out.push(' ');
            let point = Point::new(column, row);
            match digit(point) {
                None => Sign::at(problem, point).write(style, &mut out),
                Some(digit) if style.color => {
                    let heat = HEAT[usize::from(digit) % HEAT.len()];
                    put(&mut out, format_args!("\x1b[38;5;{heat}m{digit}{PLAIN}"));
                }
                Some(digit) => put(&mut out, format_args!("{digit}")),
            }
        }
        put(&mut out, format_args!(" {number}\n"));
    }
    out + &letters
}

/// What the signs on the board mean; those that do not occur are left out.
pub fn legend(problem: &Problem, style: Style) -> String {
    let on_board: Vec<Sign> = Point::all(problem.size())
        .map(|point| Sign::at(problem, point))
        .collect();
    let mut out = String::new();
    for sign in SIGNS.into_iter().filter(|sign| on_board.contains(sign)) {
        out.push_str(if out.is_empty() { "" } else { "   " });
        sign.write(style, &mut out);
        put(&mut out, format_args!(" {}", sign.meaning()));
    }
    out + "\n"
}

/// Everything about one problem that people want to know, under a heading.
pub fn entry(entry: &Entry, label: &str, style: Style) -> String {
    let problem = &entry.problem;
    let mut out = heading(entry, label, style);
    put(
        &mut out,
        format_args!("\n{}\n{}\n", board(problem, style), legend(problem, style)),
    );
    if style.color {
        put(&mut out, format_args!("{BOLD}{}{PLAIN}\n", problem.task()));
    } else {
        put(&mut out, format_args!("{}\n", problem.task()));
    }
    let mut say = |what: &str, text: &str| put(&mut out, format_args!("{what:<12}{text}\n"));
    let size = problem.size();
    let key = names(&problem.setup().key, size);
    say("Key stones:", &format!("{}'s {key}", problem.defender()));
    let outside = entry.outside_stones();
    if !outside.is_empty() {
        say(
            "Outside:",
            &format!("also the points under {}", names(&outside, size)),
        );
    }
    if !entry.inferred.is_empty() {
        let each =
            |part: fn(Inferred) -> &'static str| entry.inferred.iter().copied().map(part).collect::<Vec<_>>();
        let (what, options) = (
            each(Inferred::words).join(", "),
            each(Inferred::option).join(", "),
        );
        say(
            "Worked out:",
            &format!("{what} (not in the file; overrule with {options})"),
        );
    }
    if let Some(answer) = &entry.answer {
        say("Answer:", &answer_words(answer, problem));
    }
    if let Some(solution) = solution_words(entry) {
        say("Solution:", &solution);
    }
    for (label, words) in [
        ("Task:", &entry.task),
        ("Lesson:", &entry.lesson),
        ("Source:", &entry.source),
    ] {
        if !words.is_empty() {
            say(label, &one_line(words));
        }
    }
    for (i, line) in printable(&entry.text).lines().enumerate() {
        say(if i == 0 { "Notes:" } else { "" }, line);
    }
    for remark in &entry.remarks {
        say("Left out:", &printable(remark));
    }
    // Lines of text that were empty are so again.
    let lines: Vec<&str> = out.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

fn heading(entry: &Entry, label: &str, style: Style) -> String {
    let mut out = printable(label);
    if !entry.name.is_empty() {
        put(&mut out, format_args!(": {}", printable(&entry.name)));
    }
    if let Some(level) = entry.level {
        put(&mut out, format_args!(" ({level})"));
    }
    if style.color {
        format!("{BOLD}{out}{PLAIN}\n")
    } else {
        out + "\n"
    }
}

/// The file's own solution: `A9 (the file has 2 moves)`; `None` if it has none.
pub(crate) fn solution_words(entry: &Entry) -> Option<String> {
    let (count, size) = (entry.book.nodes.len(), entry.problem.size());
    let right = entry.book.first_moves(entry.problem.to_move());
    let right: Vec<String> = right.into_iter().map(|chosen| move_name(chosen, size)).collect();
    let (side, moves) = (entry.problem.to_move(), counted(count, "move"));
    match (count, right.is_empty()) {
        (0, _) if entry.book.nothing_works => Some("none: the file says that nothing works".to_string()),
        (0, _) => None,
        _ if entry.book.nothing_works => {
            Some(format!("none: the file says that nothing works (it has {moves})"))
        }
        (_, true) => Some(format!("none called right for {side} (the file has {moves})")),
        (_, false) => Some(format!("{} (the file has {moves})", right.join(" or "))),
    }
}

/// An answer in words: `C1 or D1: White is dead`.
pub fn answer_words(answer: &Answer, problem: &Problem) -> String {
    let defender = problem.defender();
    let attacker = defender.opponent();
    let result = match answer.outcome {
        Outcome::Alive if answer.seki => format!("{defender} is alive in seki"),
        Outcome::Alive => format!("{defender} is alive"),
        Outcome::Dead => format!("{defender} is dead"),
        Outcome::KoAttacker => {
            format!("ko for {defender}'s life, which {attacker} wins if nobody has a threat")
        }
        Outcome::KoDefender => {
            format!("ko for {defender}'s life, which {defender} wins if nobody has a threat")
        }
    };
    let moves: Vec<String> = answer
        .moves
        .iter()
        .map(|p| p.vertex(problem.size()).to_string())
        .collect();
    if moves.is_empty() {
        result
    } else {
        format!("{}: {result}", moves.join(" or "))
    }
}

fn move_name(chosen: Move, size: u8) -> String {
    match chosen {
        Move::Play(point) => point.vertex(size).to_string(),
        Move::Pass => "pass".to_string(),
    }
}

/// A number with its noun: `1 move`, `2 moves`.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Text of a file without the control characters that would play tricks on a terminal.
pub fn printable(text: &str) -> String {
    text.chars().filter(|&c| c == '\n' || !c.is_control()).collect()
}

/// A text without line breaks and other things that cannot be shown.
pub fn one_line(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().map(printable).collect();
    words.join(" ")
}

/// Only the letters and digits of a text, without capitals: what people mean when they call something by its name.
pub fn bare(text: &str) -> String {
    text.chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}
