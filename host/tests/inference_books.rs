//! How collections and books are understood as people publish them. They lie beside the repository; without them these tests say so and
//! pass.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use shikatsu::board::{Move, Point, PointSet, Symmetry};
use shikatsu::problem::Problem;
use shikatsu_host::files::load;
use shikatsu_toolkit::author::{AuthorTree, Word};
use shikatsu_toolkit::book::Mark;
use shikatsu_toolkit::entry::{Entry, Inferred};
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::sgf;

use common::{cases, empty_inside, good};

/// The points of the moves that a list of names has.
fn vertices(list: &Value) -> PointSet {
    let names = list.as_array().unwrap().iter();
    names
        .map(|name| Point::from_vertex(name.as_str().unwrap(), 19).unwrap())
        .collect()
}

fn lines_of(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn all_problems_of_a_classic_in_one_file_are_found() {
    let Some(file) = cases("collections/gokyo-shumyo.sgf") else {
        return;
    };
    let loaded = load(&[file], &Overrides::default());
    assert_eq!(loaded.len(), 520);
    assert!(
        loaded
            .iter()
            .all(|item| item.layout == Some(sgf::Layout::Variations))
    );
    let entries: Vec<&Entry> = loaded.iter().map(|item| item.entry.as_ref().unwrap()).collect();
    assert_eq!(entries[0].name, "problem 1-1");
    assert!(entries.iter().all(|entry| entry.source == "Gokyo Shumyo"));
    assert!(
        entries
            .iter()
            .all(|entry| entry.inferred == [Inferred::Key, Inferred::Bounds])
    );
}

/// Book files with named diagrams in Chinese: who moves, whose stones it is about, and the answer. One of the files has only a line that
/// fails, so its answer cannot be known.
#[test]
fn named_diagrams_are_understood() {
    let Some(folder) = cases("open") else {
        return;
    };
    let (mut total, mut understood, mut whole) = (0, 0, 0);
    for known in lines_of(&folder.join("index.jsonl")) {
        let id = known["id"].as_str().unwrap();
        let entry = good(&fs::read_to_string(folder.join(format!("raw/{id}.sgf"))).unwrap());
        let meant = Entry::from_text(known["text"].as_str().unwrap()).unwrap().problem;
        let setup = entry.problem.setup();
        // The index has its positions turned, cropped, and with a wall far away.
        let shared = |symmetry: &Symmetry| {
            let turned = meant.turned(*symmetry).setup();
            setup.black.intersection(&turned.black).len() + setup.white.intersection(&turned.white).len()
        };
        let symmetry = Symmetry::all().max_by_key(shared).unwrap();
        let listed = vertices(&known["first_moves"]);
        let turned = symmetry.apply_set(&listed, 19);
        let side = entry.problem.to_move();
        let firsts = entry
            .book
            .first_moves(side)
            .into_iter()
            .filter_map(|chosen| match chosen {
                Move::Play(point) => Some(point),
                Move::Pass => None,
            });
        let firsts: PointSet = firsts.collect();
        // One answer of the index was not turned with its position.
        let names =
            |answer: &PointSet| answer.minus(&firsts).is_empty() && answer.is_empty() == firsts.is_empty();
        let says = names(&turned) || names(&listed);
        let is_understood = side == meant.to_move() && entry.problem.defender() == meant.defender() && says;
        total += 1;
        understood += usize::from(is_understood);
        whole += usize::from(meant.turned(symmetry).setup().key.minus(&setup.key).is_empty());
        if !is_understood {
            println!("{id} is not understood");
        }
    }
    println!(
        "of {total} book files side, goal and answer are understood in {understood}, no key stone is missing in {whole}"
    );
    assert!(understood * 44 >= total * 43);
    assert!(whole * 4 >= total * 3);
}

/// Positions without any mark: the book's first move, which the reader does not see, can be played in the readings.
#[test]
fn the_answers_of_books_without_marks_can_be_played() {
    let Some(folder) = cases("books") else {
        return;
    };
    let (mut total, mut first, mut generous) = (0, 0, 0);
    for known in lines_of(&folder.join("answers.jsonl")) {
        let file = known["file"].as_str().unwrap();
        let entry = good(&fs::read_to_string(folder.join(file)).unwrap());
        let answer = vertices(&known["first_moves"]);
        let holds = |problem: &Problem| !answer.minus(&problem.setup().outside).is_empty();
        let readings = sgf::readings(&entry, &sgf::Room::ALL);
        assert!(readings.iter().any(|reading| holds(&reading.problem)), "{file}");
        let all = readings
            .iter()
            .map(|reading| &reading.problem)
            .chain([&entry.problem]);
        let goals: BTreeSet<String> = all.map(|problem| problem.goal().to_string()).collect();
        assert_eq!(goals.len(), 2, "{file}: to kill and to live");
        let wide = readings
            .iter()
            .filter(|reading| reading.room == sgf::Room::Generous);
        total += 1;
        first += usize::from(holds(&entry.problem));
        let mut likely = wide
            .filter(|reading| reading.group == 0)
            .map(|reading| &reading.problem);
        // A closed position has no other room than its own.
        let is_held = holds(&entry.problem) || likely.any(holds);
        if !is_held {
            println!("{file}: not in a generous reading of the likeliest groups");
        }
        generous += usize::from(is_held);
    }
    println!(
        "of {total} answers {first} can be played in the first reading, {generous} in generous ones of the likeliest groups"
    );
    assert!(generous * 100 >= total * 99);
    assert!(first * 10 >= total * 8);
}

#[test]
fn moves_elsewhere_make_nothing_playable() {
    let corner = "AB[ba][bb][cc]AW[aa][ac]";
    let inside = |moves: &str| empty_inside(&good(&format!("(;SZ[19]{corner}C[Black to kill]{moves})")));
    let plain = inside("(;B[ab]C[RIGHT])(;B[dc];W[ab])");
    let with_threats = inside("(;B[ab]C[RIGHT])(;B[dc];W[ab])(;B[ad];W[pd];B[qd];W[ab])(;B[qq];W[ab])");
    let far = |set: &PointSet| set.iter().any(|point| point.column() > 9 || point.row() > 9);
    assert!(!far(&plain) && !far(&with_threats));
}

#[test]
fn no_point_is_left_that_no_fight_can_reach() {
    let Some(folder) = cases("collections") else {
        return;
    };
    for item in load(&[folder], &Overrides::default()) {
        let Ok(entry) = &item.entry else { continue };
        if !entry.inferred.contains(&Inferred::Bounds) {
            continue;
        }
        let setup = entry.problem.setup();
        let firsts = entry.book.first_moves(setup.to_move);
        for point in empty_inside(entry).iter() {
            let is_answer = firsts.contains(&Move::Play(point));
            let closed = |beside: Point| setup.outside.contains(beside);
            assert!(
                is_answer || !point.beside(setup.size).all(closed),
                "{}: {}",
                item.label(),
                point.vertex(setup.size)
            );
        }
    }
}

/// What cannot be proved can be trained on the book's word, if the file shows moves.
#[test]
fn files_with_moves_can_be_played_on_the_books_word() {
    let Some(folder) = cases("collections") else {
        return;
    };
    let (mut with_moves, mut playable) = (0, 0);
    for item in load(&[folder], &Overrides::default()) {
        let Ok(entry) = &item.entry else { continue };
        if entry.book.nodes.is_empty() {
            continue;
        }
        let side = entry.problem.to_move();
        let tree = AuthorTree::of(&entry.book, side);
        with_moves += 1;
        playable += usize::from(tree.is_playable(side));
        let right = entry.book.first_moves(side);
        let wrong = entry.book.called(side, Mark::Wrong);
        assert!(
            right.iter().all(|chosen| !wrong.contains(chosen)),
            "{}",
            item.label()
        );
        for chosen in right {
            let Word::Known(place) = tree.word(None, side, chosen) else {
                panic!("{}: a right move is not in the tree", item.label());
            };
            assert_eq!(tree.moves[usize::from(place)].verdict, Some(Mark::Right));
        }
    }
    println!("of {with_moves} files with moves {playable} can be played on the book's word");
    assert!(playable * 100 >= with_moves * 99);
}
