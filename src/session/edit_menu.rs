//! The menu of the editor: what is said about a problem besides its stones, and what becomes of it.

use core::fmt::Write as _;

use heapless::String;

use super::about::{About, next_level, next_name, next_note, note_word};
use super::activity::{Edit, Tool, Twin};
use super::desk::Desk;
use super::journey::Journey;
use super::page::{Ask, Page, Pages};
use super::picture::{Row, Value, Words};
use super::words::words;
use crate::board::{MAX_SIZE, MIN_SIZE};
use crate::edit::Step;
use crate::pack::library::cut;
use crate::problem::Fault;

/// A row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    Back,
    Tool,
    Side,
    Goal,
    Size,
    Area,
    Name,
    Level,
    Note,
    Turn,
    Mirror,
    Swap,
    Clear,
    Keep,
    Copy,
    Train,
    Delete,
    Leave,
}

/// All rows.
pub(super) const ROWS: [Item; 18] = [
    Item::Back,
    Item::Tool,
    Item::Side,
    Item::Goal,
    Item::Size,
    Item::Area,
    Item::Keep,
    Item::Train,
    Item::Name,
    Item::Level,
    Item::Note,
    Item::Turn,
    Item::Mirror,
    Item::Swap,
    Item::Clear,
    Item::Copy,
    Item::Delete,
    Item::Leave,
];

impl Item {
    const fn label(self) -> &'static str {
        match self {
            Item::Back => "Back to the board",
            Item::Tool => "A draws",
            Item::Side => "First move",
            Item::Goal => "To",
            Item::Size => "Lines",
            Item::Area => "Area",
            Item::Name => "Name",
            Item::Level => "Level",
            Item::Note => "Note",
            Item::Turn => "Turn it",
            Item::Mirror => "Mirror it",
            Item::Swap => "Swap the colours",
            Item::Clear => "Empty board",
            Item::Keep => "Keep it",
            Item::Copy => "Keep a copy",
            Item::Train => "Leave and solve it",
            Item::Delete => "Delete it",
            Item::Leave => "Leave the editor",
        }
    }
}

fn item(row: u16) -> Option<Item> {
    ROWS.get(usize::from(row)).copied()
}

fn is_possible(item: Item, edit: &Edit) -> bool {
    let has_key = !edit.draft().key().is_empty();
    match item {
        Item::Goal | Item::Keep => has_key,
        Item::Copy => has_key && edit.replaces().is_some(),
        Item::Train => edit.replaces().is_some() && !edit.is_changed(),
        Item::Delete => edit.replaces().is_some(),
        _ => true,
    }
}

/// A row as it is seen.
pub(super) fn row(number: u16, journey: &Journey<'_>) -> Option<Row> {
    let (item, edit) = (item(number)?, journey.editor()?);
    let (draft, entry) = (edit.draft(), &journey.desk()?.showing().entry);
    let word = |text: &str| Value::Word(String::try_from(text).unwrap_or_default());
    let value = match item {
        Item::Tool => word(match edit.tool() {
            Tool::Stones(_) => "stones",
            Tool::Area(_) => "the area",
        }),
        Item::Side => word(draft.to_move().name()),
        Item::Goal => draft.problem().map_or(Value::None, |problem| {
            let mut text = String::new();
            let _ = write!(text, "{}", problem.goal());
            Value::Word(text)
        }),
        Item::Size => {
            let mut text = String::new();
            let _ = write!(text, "{}", draft.size());
            Value::Word(text)
        }
        Item::Area if draft.works_out_area() => word("worked out"),
        Item::Area => word("drawn"),
        Item::Name if entry.name.is_empty() => word("none"),
        Item::Name => Value::Word(cut(&entry.name)),
        Item::Level => match entry.level {
            Some(level) => {
                let mut text = String::new();
                let _ = write!(text, "{level}");
                Value::Word(text)
            }
            None => word("none"),
        },
        Item::Note => word(note_word(&entry.text)),
        _ => Value::None,
    };
    Some(Row {
        label: words(format_args!("{}", item.label())),
        value,
        dim: !is_possible(item, edit),
        parted: false,
    })
}

/// A sentence about a row.
pub(super) fn foot(number: u16, journey: &Journey<'_>) -> Words {
    let (Some(item), Some(desk), Some(edit)) = (item(number), journey.desk(), journey.editor()) else {
        return Words::new();
    };
    let problem = edit.draft().problem();
    let plain = |text: &str| words(format_args!("{text}"));
    match (item, problem) {
        (Item::Keep | Item::Copy | Item::Goal, Err(Fault::NoKeyStone)) => {
            plain("Hold A on a stone: its chain is the key.")
        }
        (Item::Keep, Ok(_)) => match (edit.twin(), desk.verdict()) {
            (Twin::Found(pack, index), _) => {
                let (name, number) = (journey.library().pack_name(pack), index + 1);
                words(format_args!("Not new: {name} {number}"))
            }
            (_, Some(verdict)) => verdict,
            (..) => plain("Among your own problems."),
        },
        (Item::Side | Item::Goal, Ok(problem)) => plain(problem.task()),
        (Item::Size, _) => {
            let size = smaller(edit);
            match edit.draft().would_go(Step::Size(size)).len() {
                0 => plain("Left and right change it."),
                1 => words(format_args!("With {size} lines a stone would go.")),
                going => words(format_args!("With {size} lines {going} stones would go.")),
            }
        }
        (Item::Area, _) if edit.draft().works_out_area() => plain("Or draw it: A draws the area."),
        (Item::Area, _) => plain("A works it out from the key stones."),
        (Item::Name, _) => plain("Typed on a computer, here one of a few."),
        (Item::Level, _) => plain("How hard you think it is."),
        (Item::Note, _) => match desk.showing().entry.text.as_str() {
            "" => plain("What to read once it is solved."),
            note => plain(note),
        },
        (Item::Tool, _) => plain("Stones, or two corners of the area."),
        (Item::Clear, _) => plain("To begin from nothing. B brings it back."),
        (Item::Copy, _) => plain("Beside the one it was made of."),
        (Item::Train, _) if edit.replaces().is_none() || edit.is_changed() => plain("Once it is kept."),
        (Item::Train, _) => plain("As any other problem."),
        (Item::Delete, _) => plain("Asks before it does."),
        (Item::Leave, _) if edit.is_changed() => plain("It is not kept: asks before it does."),
        (Item::Leave, _) => plain("Back to the problem."),
        _ => plain("A chooses, B goes back."),
    }
}

fn smaller(edit: &Edit) -> u8 {
    let size = edit.draft().size();
    if size > MIN_SIZE { size - 1 } else { MAX_SIZE }
}

/// Left and right on a row. False if it has no value.
pub(super) fn change(number: u16, forwards: bool, journey: &mut Journey<'_>) -> bool {
    let Some(item) = item(number) else {
        return false;
    };
    let step = match (item, journey.editor()) {
        (Item::Side | Item::Goal, Some(_)) => Step::Side,
        (Item::Size, Some(edit)) if !forwards => Step::Size(smaller(edit)),
        (Item::Size, Some(edit)) => {
            let size = edit.draft().size();
            Step::Size(if size < MAX_SIZE { size + 1 } else { MIN_SIZE })
        }
        (Item::Area, Some(edit)) if !edit.draft().works_out_area() => Step::WorkOut,
        (Item::Tool, Some(_)) => {
            if let Some(edit) = journey.desk_mut().and_then(Desk::editor_mut) {
                edit.change_tool();
            }
            return true;
        }
        (Item::Area, Some(_)) => return true,
        (Item::Name | Item::Level | Item::Note, Some(_)) => {
            describe_anew(item, forwards, journey);
            return true;
        }
        _ => return false,
    };
    if let Some(desk) = journey.desk_mut() {
        desk.edit(step);
    }
    true
}

/// The next name, level or note, or the one before.
fn describe_anew(item: Item, forwards: bool, journey: &mut Journey<'_>) {
    let Some(entry) = journey.desk().map(|desk| &desk.showing().entry) else {
        return;
    };
    let about = match item {
        Item::Name => About::Name(next_name(&entry.name, forwards)),
        Item::Note => About::Note(next_note(&entry.text, forwards)),
        _ => About::Level(next_level(entry.level, forwards)),
    };
    journey.describe(about);
}

/// Does what a row says.
pub(super) fn choose(number: u16, journey: &mut Journey<'_>, pages: &mut Pages) {
    let Some(item) = item(number) else {
        return;
    };
    if !journey.editor().is_some_and(|edit| is_possible(item, edit)) {
        return;
    }
    let step = match item {
        Item::Tool => {
            change(number, true, journey);
            return pages.close_all();
        }
        Item::Side | Item::Goal | Item::Size | Item::Area | Item::Name | Item::Level | Item::Note => {
            change(number, true, journey);
            return;
        }
        Item::Turn => Some(Step::Turn),
        Item::Mirror => Some(Step::Mirror),
        Item::Swap => Some(Step::Swap),
        Item::Clear => Some(Step::Clear),
        Item::Delete => {
            return pages.open(Page::Ask {
                question: Ask::DeleteMade,
                yes: false,
            });
        }
        Item::Leave => return leave(journey, pages),
        Item::Back | Item::Keep | Item::Copy | Item::Train => None,
    };
    pages.close_all();
    match (item, step, journey.desk_mut()) {
        (_, Some(step), Some(desk)) => desk.edit(step),
        (Item::Keep, ..) => journey.keep_made(false),
        (Item::Copy, ..) => journey.keep_made(true),
        (Item::Train, ..) => journey.leave_editor(),
        _ => {}
    }
}

/// Leaves the editor, after a question if something would be lost.
pub(super) fn leave(journey: &mut Journey<'_>, pages: &mut Pages) {
    if journey.editor().is_some_and(Edit::is_changed) {
        pages.open(Page::Ask {
            question: Ask::Leave,
            yes: false,
        });
    } else {
        pages.close_all();
        journey.leave_editor();
    }
}
