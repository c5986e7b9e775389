//! What the defender's proofs teach about its moves, for `policy`.

use std::collections::HashSet;

use crate::field::Field;
use crate::policy::{Lesson, features};
use crate::position::{PASS, Position};
use crate::search::{Before, Search};
use crate::table::Why;

/// The moves of W in the proof of a won position, at most so many.
pub(crate) fn lessons<const N: usize>(
    field: &Field<N>,
    search: &mut Search<N>,
    position: &Position<N>,
    most: usize,
) -> Vec<Lesson> {
    let mut lessons = Vec::new();
    let mut seen = HashSet::new();
    let mut waiting = vec![(*position, Before::NOTHING)];
    while let Some((position, before)) = waiting.pop() {
        let Some(won) = search.table.won(position.hash).copied() else {
            continue;
        };
        if lessons.len() >= most || !seen.insert(position.hash) {
            continue;
        }
        match won.why {
            Why::Fact => {}
            Why::Like(from) => waiting.extend(search.sources.get(&from).map(|&source| (source, before))),
            Why::Plays(cell) => {
                let Some(child) = search.play(field, &position, usize::from(cell)) else {
                    continue;
                };
                waiting.push((child, Before::NOTHING));
                // What ends the game teaches nothing.
                if search
                    .table
                    .won(child.hash)
                    .is_some_and(|won| won.why == Why::Fact)
                {
                    continue;
                }
                let here = search.distance(field, &position);
                let (_, scene) = search.scene(field, &position, here, before);
                let choices = search.choices(field, &position, before);
                let Some(chosen) = choices.iter().position(|choice| choice.cell == cell) else {
                    continue;
                };
                let of = |choice: &crate::search::Choice<N>| {
                    let cell = usize::from(choice.cell);
                    features(field, &position, &scene, cell, &choice.child, choice.distance)
                };
                lessons.push(Lesson {
                    moves: choices.iter().map(of).collect(),
                    chosen,
                });
            }
            Why::Replies(at, count) => {
                let hint = search.reply(position.passed(field).hash);
                for last in search.table.replies(at, count).to_vec() {
                    let child = if last == PASS {
                        Some(position.passed(field))
                    } else {
                        search.play(field, &position, usize::from(last))
                    };
                    let hint = if last == PASS { PASS } else { hint };
                    waiting.extend(child.map(|child| (child, Before { last, hint })));
                }
            }
        }
    }
    lessons
}
