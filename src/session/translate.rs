//! A picture put into the player's language.
//!
//! Everything is made in English, and this is the one place where that changes. So whoever adds a sentence adds it in English and to the list of
//! sentences (`languages/en.txt`), and nothing else here has to know that there are languages.

use heapless::String;

use super::picture::{KeyHint, Line, Picture, Screen, Value};
use crate::language::Language;

/// Puts all words of a picture into a language. What the language does not know stays English.
// It has buffers on the stack, and must be off it again when the picture is drawn.
#[inline(never)]
pub(super) fn translate(picture: &mut Picture, language: Language<'static>) {
    picture.language = language;
    if language.is_english() {
        return;
    }
    match &mut picture.screen {
        Screen::Board(board) => {
            put(&mut board.strip.title, language);
            put(&mut board.strip.place, language);
            match &mut board.strip.line {
                Line::Words(words, _) => put(words, language),
                Line::Keys(keys) => put_keys(keys, language),
                Line::Thinking { .. } => {}
                Line::Choice { items, .. } => items.iter_mut().for_each(|item| put(item, language)),
            }
        }
        Screen::List(list) => {
            put(&mut list.title, language);
            put(&mut list.foot, language);
            for row in &mut list.rows {
                put(&mut row.label, language);
                match &mut row.value {
                    Value::Word(words) | Value::Note(words) => put(words, language),
                    Value::None | Value::Switch(_) | Value::Progress { .. } => {}
                }
            }
        }
        Screen::Grid(grid) => {
            put(&mut grid.title, language);
            put(&mut grid.foot, language);
        }
        Screen::Page(page) => {
            put(&mut page.title, language);
            if !page.is_quoted {
                put(&mut page.text, language);
            }
            put_keys(&mut page.keys, language);
        }
        Screen::Code(code) => {
            put(&mut code.title, language);
            put_keys(&mut code.keys, language);
        }
        // It has figures only; what stands beside them is said where it is drawn.
        Screen::Stats(_) => {}
    }
}

fn put_keys(keys: &mut [KeyHint], language: Language<'static>) {
    for hint in keys {
        put(&mut hint.does, language);
    }
}

#[inline(never)]
fn put<const N: usize>(words: &mut String<N>, language: Language<'static>) {
    language.put(words);
}
