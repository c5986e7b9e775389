//! What a node says about its move, by its properties, its name and its comment. A property speaks louder than words.

use shikatsu::board::Color;

use super::trees::Node;
use super::words::{Verdict, verdict};
use crate::book::{BookNode, Mark};

/// What is said of a move, and of the line that it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Judgement {
    pub(super) mark: Option<Mark>,
    pub(super) line: Option<Mark>,
    /// Whether the mark is only a hint, which counts where nothing else is right.
    pub(super) is_hint: bool,
}

/// What a text on a move of `color` says, in a line that `opener` began.
pub(super) fn by_words(text: &str, color: Color, opener: Color) -> Judgement {
    let own = |mark| Judgement {
        mark: Some(mark),
        ..Judgement::default()
    };
    let line = |mark| Judgement {
        line: Some(mark),
        ..Judgement::default()
    };
    match verdict(text) {
        Some(Verdict::Right) => own(Mark::Right),
        Some(Verdict::Wrong) => own(Mark::Wrong),
        Some(Verdict::Solution) if color == opener => own(Mark::Right),
        Some(Verdict::Failure) if color == opener => own(Mark::Wrong),
        Some(Verdict::Solution) => line(Mark::Right),
        Some(Verdict::Failure) => line(Mark::Wrong),
        Some(Verdict::Mistake(whose)) if whose == color => own(Mark::Wrong),
        // That the other one's stones are lost is no verdict on a move.
        Some(Verdict::Worse(whose)) if whose == opener && color == opener => own(Mark::Wrong),
        Some(Verdict::Worse(whose) | Verdict::Mistake(whose)) if whose == opener => line(Mark::Wrong),
        Some(Verdict::Worse(_) | Verdict::Mistake(_) | Verdict::Neutral) | None => Judgement::default(),
    }
}

/// What a comment says of the very move that it stands on.
pub fn mark_in(comment: &str) -> Option<Mark> {
    by_words(comment, Color::Black, Color::Black).mark
}

/// What the properties of a node say.
pub(super) fn by_properties(node: Node<'_>, opener: Color) -> Judgement {
    let mut found = Judgement::default();
    for property in node.properties() {
        let (mark, is_hint) = match property.name().as_str() {
            "TE" => (Mark::Right, false),
            "BM" => (Mark::Wrong, false),
            "IT" => (Mark::Right, true),
            "DO" => (Mark::Wrong, true),
            // Good for a colour: that is about the line.
            "GB" | "GW" => {
                let good_for = if property.name() == "GB" {
                    Color::Black
                } else {
                    Color::White
                };
                let mark = if good_for == opener {
                    Mark::Right
                } else {
                    Mark::Wrong
                };
                found.line = found.line.or(Some(mark));
                continue;
            }
            _ => continue,
        };
        if found.mark.is_none() || found.is_hint {
            (found.mark, found.is_hint) = (Some(mark), is_hint);
        }
    }
    found
}

impl Judgement {
    /// Puts what is said here into the book; what stands there already goes before.
    pub(super) fn add_to(self, node: &mut BookNode) {
        node.mark = node.mark.or(self.mark);
        node.line = node.line.or(self.line);
    }

    /// This, and where it is silent or only hints, what `other` says.
    pub(super) fn or(self, other: Judgement) -> Judgement {
        let (mark, is_hint) = match (self.mark, other.mark) {
            (Some(_), None) => (self.mark, self.is_hint),
            (Some(_), Some(_)) if !self.is_hint => (self.mark, false),
            _ => (other.mark, other.is_hint),
        };
        Judgement {
            mark,
            line: self.line.or(other.line),
            is_hint,
        }
    }
}
