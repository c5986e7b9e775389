//! What a screen reader hears: the words of the text mode, and of these only what is new.

use shikatsu::session::picture::{Picture, Screen};
use shikatsu::session::text;

/// The whole screen in words.
pub(crate) fn words(picture: &Picture) -> String {
    let mut out = String::new();
    text::write(picture, &mut out).expect("a String takes everything");
    out
}

/// What to say when `new` takes the place of `old`: the lines that `old` did not have. The board itself is not read out at every step; the
/// newest move and the cursor are told in words anyway.
pub(crate) fn news(old: Option<&Picture>, new: &Picture) -> String {
    let heard: Vec<String> = old.map(lines).unwrap_or_default();
    let same_kind = old.is_some_and(|old| title(old) == title(new));
    let fresh = lines(new)
        .into_iter()
        .filter(|line| !same_kind || !heard.contains(line));
    fresh.collect::<Vec<_>>().join("\n")
}

/// What tells one page from another.
fn title(picture: &Picture) -> &str {
    match &picture.screen {
        Screen::Board(board) => &board.strip.place,
        Screen::List(list) => &list.title,
        Screen::Grid(grid) => &grid.title,
        Screen::Page(page) => &page.title,
        Screen::Stats(_) => "Statistics",
        Screen::Code(code) => &code.title,
    }
}

/// The lines that are worth hearing: of a list the chosen row, of a board no rows of stones.
fn lines(picture: &Picture) -> Vec<String> {
    let words = words(picture);
    let all: Vec<&str> = words.lines().filter(|line| !line.trim().is_empty()).collect();
    let kept = match &picture.screen {
        Screen::Board(board) => {
            let rows = usize::from(board.crop.bottom - board.crop.top) + 1;
            let rows = rows + usize::from(board.labels.is_some());
            // Rows of points outside are blank, so they are counted from below in the full text.
            let full: Vec<&str> = words.lines().collect();
            let tail = usize::from(full.last().is_some_and(|line| line.starts_with("Cursor")));
            let end = full.len().saturating_sub(tail);
            let start = end.saturating_sub(rows);
            [&full[..start], &full[end..]].concat()
        }
        Screen::List(_) => all
            .iter()
            .enumerate()
            .filter(|(place, line)| *place == 0 || line.starts_with('>') || *place + 1 == all.len())
            .map(|(_, line)| line.trim_start_matches('>'))
            .collect(),
        Screen::Grid(_) => all
            .iter()
            .enumerate()
            .filter(|(place, _)| *place == 0 || *place + 2 >= all.len())
            .map(|(_, line)| *line)
            .collect(),
        Screen::Page(_) | Screen::Stats(_) | Screen::Code(_) => all,
    };
    kept.into_iter().map(|line| line.trim().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use shikatsu::pack::Bank;
    use shikatsu::record::Keeper as _;
    use shikatsu::session::keeper::Notebook;
    use shikatsu::session::keys::{Button, Stroke};
    use shikatsu::session::{Desk, Event, Session};

    use super::*;

    #[test]
    fn a_step_of_the_cursor_is_told_without_the_whole_board() {
        let mut keeper = Notebook::<8>::new();
        let mut profile = keeper.profile();
        profile.welcomed = true;
        keeper.keep_profile(&profile);
        let mut desk = Box::new(Desk::NOTHING);
        let mut session = Session::new(&Bank, &mut keeper, &mut desk, 1);
        // Puts the lesson away.
        session.on(Event::Stroke(Stroke::Press(Button::A)));
        let before = session.picture();
        let whole = news(None, &before);
        assert!(whole.contains("to move") && whole.contains("Cursor"), "{whole}");
        assert!(!whole.contains(" . "), "no rows of the board: {whole}");
        session.on(Event::Stroke(Stroke::Press(Button::Right)));
        let step = news(Some(&before), &session.picture());
        assert!(step.starts_with("Cursor") && step.lines().count() == 1, "{step}");
    }
}
