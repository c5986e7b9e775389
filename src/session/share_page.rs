//! The problem as a link, and the link as a QR code.
//!
//! Both are made when the page is opened, and kept while it is seen: to make them takes so much of the stack that a picture has no place beside it.

use super::code::Code;
use super::desk::Desk;
use super::journey::Journey;
use super::keys::Button;
use super::page::{Page, Pages};
use super::picture::{Art, CodeScreen, Screen};
use super::sheet::page;
use super::words::{key_hints, problem_words};
use crate::pack::{PAGE, write_link};

/// Opens the page of the problem on the table.
pub(super) fn open(journey: &Journey<'_>, pages: &mut Pages) {
    if make(journey, pages).is_none() {
        pages.code = Code::EMPTY;
    }
    pages.open(Page::Code);
}

fn make(journey: &Journey<'_>, pages: &mut Pages) -> Option<()> {
    write(journey, pages)?;
    pages.code.fill(&pages.link)
}

/// Writes the link to the problem as it stands in its pack.
// A problem is large, and off the stack again when the link is there.
#[inline(never)]
fn write(journey: &Journey<'_>, pages: &mut Pages) -> Option<()> {
    let showing = journey.desk()?.showing();
    let entry = journey.library().load(showing.pack, showing.index)?;
    write_link(PAGE, &entry, &mut pages.link)
}

/// What is seen of the page.
#[inline(never)]
pub(super) fn screen(desk: &Desk, pages: &Pages) -> Screen {
    if pages.code.side() == 0 {
        let text = "There is no link to this problem.";
        return Screen::Page(page("Share", Art::None, text, (1, 1), &[(Button::A, "go on")]));
    }
    let showing = desk.showing();
    Screen::Code(CodeScreen {
        title: problem_words(&showing.home, showing.index),
        link: pages.link.clone(),
        code: pages.code.clone(),
        keys: key_hints(&[(Button::A, "go on")]),
    })
}
