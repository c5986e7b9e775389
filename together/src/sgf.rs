//! A game record with the proposals as comments, made from what was kept.

use std::fmt::Write;

use crate::action::Action;
use crate::decide::{Choice, Decision};
use crate::proposal::Proposal;
use crate::setup::Setup;

/// The game of these actions, which begin with its start. `date` is the day it began, as SGF has it.
pub fn write(actions: &[Action], date: &str) -> String {
    let setup = actions.iter().find_map(|action| match action {
        Action::Start { setup } => Some(setup.clone()),
        _ => None,
    });
    let setup = setup.unwrap_or_default();
    let mut record = Record::new(&setup, date);
    for action in actions {
        record.take(action);
    }
    record.end()
}

struct Record {
    head: String,
    body: String,
    /// What is said about the next node.
    waiting: Vec<String>,
    result: String,
}

impl Record {
    fn new(setup: &Setup, date: &str) -> Record {
        let (black, white) = if setup.black {
            (&setup.team, &setup.opponent)
        } else {
            (&setup.opponent, &setup.team)
        };
        let mut head = format!(
            "(;FF[4]GM[1]CA[UTF-8]AP[Shikatsu:{}]SZ[{}]KM[{}]PB[{}]PW[{}]",
            env!("CARGO_PKG_VERSION"),
            setup.size,
            setup.komi_text(),
            escaped(black),
            escaped(white)
        );
        if !date.is_empty() {
            put(&mut head, format_args!("DT[{}]", escaped(date)));
        }
        let how = format!(
            "{} plays together: {}, {} seconds an action, seed {}",
            setup.team, setup.scheme, setup.seconds, setup.seed
        );
        put(&mut head, format_args!("GC[{}]", escaped(&how)));
        Record {
            head,
            body: String::new(),
            waiting: Vec::new(),
            result: "?".to_string(),
        }
    }

    fn take(&mut self, action: &Action) {
        match action {
            Action::Decision { decision, .. } => self.waiting.push(words(decision)),
            Action::Join { name, back, .. } => {
                let what = if *back { "came back" } else { "joined" };
                self.waiting.push(format!("{name} {what}."));
            }
            Action::Leave { name, .. } => self.waiting.push(format!("{name} left.")),
            Action::Chat { name, text } => self.waiting.push(format!("{name}: {text}")),
            Action::Move { black, what, .. } => {
                let color = if *black { 'B' } else { 'W' };
                put(&mut self.body, format_args!("\n;{color}[{}]", place(*what)));
                self.comment();
            }
            Action::End { result, why } => {
                self.result.clone_from(result);
                self.waiting.push(format!("{result}: {why}."));
            }
            Action::Start { .. } | Action::Request { .. } | Action::Answer { .. } | Action::Vote { .. } => {}
        }
    }

    /// What is said so far belongs to the newest node.
    fn comment(&mut self) {
        if !self.waiting.is_empty() {
            let comment = escaped(&self.waiting.join("\n"));
            put(&mut self.body, format_args!("C[{comment}]"));
            self.waiting.clear();
        }
    }

    fn end(mut self) -> String {
        if !self.waiting.is_empty() {
            // After the last move a node without one.
            self.body.push_str("\n;");
            self.comment();
        }
        format!("{}RE[{}]{})\n", self.head, escaped(&self.result), self.body)
    }
}

fn put(text: &mut String, what: std::fmt::Arguments<'_>) {
    text.write_fmt(what).expect("a String takes everything");
}

/// A decision with all its values.
pub fn words(decision: &Decision) -> String {
    let mut lines = vec![decision.to_string()];
    lines.extend(
        decision
            .choices
            .iter()
            .map(|choice| format!("- {}", choice_words(choice))),
    );
    lines.join("\n")
}

/// What counts for a proposal: `D4: 2 proposals, 1 vote`.
pub fn choice_words(choice: &Choice) -> String {
    let counted = |many: u32, what: &str| format!("{many} {what}{}", if many == 1 { "" } else { "s" });
    let mut text = format!("{}: {}", choice.what, counted(choice.proposals, "proposal"));
    if let Some(votes) = choice.votes {
        put(&mut text, format_args!(", {}", counted(votes, "vote")));
    }
    if let Some(value) = choice.value {
        put(
            &mut text,
            format_args!(
                ", {:+.1} ±{:.1} points in {} playouts",
                value.mean, value.spread, value.playouts
            ),
        );
    }
    text
}

/// A move as SGF has it; a pass is nothing.
fn place(what: Proposal) -> String {
    let Proposal::Stone(place) = what else {
        return String::new();
    };
    let letter = |line: u8| char::from(b'a' + line);
    let point = place.point();
    format!("{}{}", letter(point.column()), letter(point.row()))
}

/// The day of a time in milliseconds since 1970, in UTC: `2026-11-16`.
pub fn day(at: i64) -> String {
    // Years that begin in March have their odd day at the end.
    let days = at.div_euclid(86_400_000) + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Role;
    use crate::game::Game;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (at, name) in [
            (0, "1970-01-01"),
            (951_782_400_000, "2000-02-29"),
            (1_794_787_200_000, "2026-11-16"),
            (-1, "1969-12-31"),
        ] {
            assert_eq!(day(at), name);
        }
    }

    #[test]
    fn proposals_are_comments_and_text_cannot_break_out() {
        let mut game = Game::new(Setup {
            team: "A]B\\".to_string(),
            ..Setup::default()
        });
        let ann = game.join("Ann];B[aa", Role::Person, 0).unwrap();
        let bob = game.join("Bob", Role::Person, 0).unwrap();
        game.begin(0).unwrap();
        let p = |name| Proposal::read(name, 9).unwrap();
        game.propose(ann, 1, p("D4"), 0).unwrap();
        game.propose(bob, 1, p("E5"), 0).unwrap();
        game.vote(ann, 1, p("E5"), 0).unwrap();
        game.vote(bob, 1, p("E5"), 0).unwrap();
        game.opponent(shikatsu::board::Color::White, p("pass"), 0)
            .unwrap();
        game.chat(ann, "over]", 0).unwrap();
        game.stop("Void", "enough").unwrap();
        let sgf = write(&game.take(), "2026-11-16");
        let expected = "(;FF[4]GM[1]CA[UTF-8]AP[Shikatsu:VERSION]SZ[9]KM[7.5]PB[A\\]B\\\\]PW[The opponent]DT[2026-11-16]\
            GC[A\\]B\\\\ plays together: voting, 30 seconds an action, seed 1]RE[Void]\n\
            ;B[ee]C[Ann\\];B[aa joined.\nBob joined.\nE5: 2 of 2 votes\n- E5: 1 proposal, 2 votes\n- D4: 1 proposal, 0 votes]\n\
            ;W[]\n\
            ;C[Ann\\];B[aa: over\\]\nVoid: enough.])\n";
        assert_eq!(sgf, expected.replace("VERSION", env!("CARGO_PKG_VERSION")));
    }
}
