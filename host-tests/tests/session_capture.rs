//! Dead stones can be played out: the computer takes what it calls dead off the board.

use shikatsu::pack::Bank;
use shikatsu::pack::library::Library;
use shikatsu::problem::Outcome;
use shikatsu::record::Keeper;
use shikatsu::session::Event;
use shikatsu::session::keeper::Notebook;
use shikatsu::session::keys::{Button, Stroke};
use shikatsu::session::picture::{Screen, Target};
use shikatsu_host::sim::{Stage, StageMemory};

/// Every move of a capture takes less than this, in virtual milliseconds.
const A_WHILE: u64 = 2_000;

/// Plays the first answer of a problem. If that ends it with dead stones on the board, has them taken: `None` if it does not end so.
fn is_captured(index: u16) -> Option<bool> {
    let entry = Bank.load(0, index).unwrap();
    let answer = entry.answer.unwrap();
    let first = answer.moves.first()?;
    if answer.outcome != Outcome::Dead {
        return None;
    }
    let mut notebook = Notebook::<8>::new();
    let mut profile = notebook.profile();
    profile.welcomed = true;
    profile.settings.transforms = false;
    profile.place = Some(Bank.id(0, index));
    notebook.keep_profile(&profile);
    let mut memory = StageMemory::new();
    let mut stage = Stage::new(&Bank, &mut notebook, &mut memory, 3);
    if !matches!(stage.picture().screen, Screen::Board(_)) {
        stage.on(Event::Stroke(Stroke::Press(Button::A)));
    }
    stage.on(Event::Touch(Target::Point(first)));
    stage.advance(3_000, &mut |_| {});
    if !stage.text().contains("X: show me") && !stage.text().contains("now capture") {
        return None;
    }
    stage.on(Event::Stroke(Stroke::Press(Button::X)));
    for _ in 0..60 {
        stage.advance(A_WHILE, &mut |_| {});
        if stage.text().contains("A: next") {
            break;
        }
    }
    let text = stage.text();
    assert!(text.contains("A: next"), "problem {}:\n{text}", index + 1);
    Some(text.contains("is captured"))
}

#[test]
fn what_first_steps_calls_dead_is_taken_off_the_board() {
    let shown: Vec<(u16, bool)> = (0..Bank.len(0))
        .filter_map(|index| Some((index, is_captured(index)?)))
        .collect();
    let left: Vec<u16> = shown
        .iter()
        .filter(|(_, taken)| !taken)
        .map(|(index, _)| index + 1)
        .collect();
    assert!(shown.len() >= 15, "{} were played out", shown.len());
    assert!(left.is_empty(), "still on the board: {left:?}");
}
