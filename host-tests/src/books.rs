//! Packs with books, made from their sources. Tests that do not ask how they are made take them from `fixtures`.

use shikatsu::board::{Move, Point};
use shikatsu::pack::{Book, Header, Listed, Record, Replies, Tree, room};
use shikatsu::problem::{Outcome, read_text};
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::pack::BookWord;
use shikatsu_toolkit::replies::{Position, encode};
use shikatsu_toolkit::sgf;

use crate::packs::{TEXTS, packed};

/// Problems on the book's word, as their authors write them: one with variations, one of White's, and one where nothing works.
const ON_THE_BOOKS_WORD: [&str; 3] = [
    "(;SZ[9]GN[Three in the corner]C[The middle of three.]AW[ab][bb][cb][db][da]AB[ac][bc][cc][dc][ec][eb][ea]MA[ab]VW[aa:ec]PL[B]\
     (;B[ba]C[Correct](;W[aa];B[ca]C[Dead.])(;W[ca];B[aa]))(;B[aa]C[Wrong];W[ba];B[ca];W[ba]C[White lives.])(;B[ca]))",
    "(;SZ[9]GN[To live]AW[ab][bb][cb][db][da]AB[ac][bc][cc][dc][ec][eb][ea]MA[ab]VW[aa:ec]PL[W]DI[5k](;W[ba]C[Correct])(;W[aa]C[Wrong];B[ba]))",
    "(;SZ[9]GN[Nothing works]AW[ab][bb][cb][db][da][ba]AB[ac][bc][cc][dc][ec][ea]MA[ab]VW[aa:ec]PL[B](;B[eb]C[Wrong];W[ca]))",
];

/// A pack of these, and a problem that is proved.
pub fn book_pack() -> Vec<u8> {
    let entries = ON_THE_BOOKS_WORD.map(|text| {
        let mut read = sgf::read(text.as_bytes(), &Overrides::default());
        let mut entry = read.remove(0).expect("the file is well-formed");
        entry.book.nothing_works = entry.name == "Nothing works";
        entry
    });
    let words = entries
        .each_ref()
        .map(|entry| BookWord::read(entry).expect("there is an answer"));
    let on_their_word = entries.iter().zip(&words).map(|(entry, word)| {
        let setup = word.problem.setup();
        let tree = Tree::read(&word.tree, setup.size, &room(&setup));
        Record {
            problem: word.problem,
            level: entry.level,
            answer: Some(word.answer),
            name: &entry.name,
            source: "",
            text: &entry.text,
            task: "",
            lesson: "",
            book: Book::Author(tree.expect("it was checked")),
        }
    });
    let (problem, notes) = read_text(TEXTS[0]).unwrap();
    let proved = Record {
        problem,
        level: notes.level,
        answer: notes.answer,
        name: notes.name,
        source: "",
        text: notes.text,
        task: "",
        lesson: "",
        book: Book::None,
    };
    let records = on_their_word.chain([proved]);
    let listed: Vec<Listed<'_>> = (1..)
        .zip(records)
        .map(|(number, record)| Listed { number, record })
        .collect();
    packed(&Header::new(0x8000_b00c, 1, "A book"), &listed)
}

/// A straight three with a book of proved replies: the middle kills, and the other two are answered there.
pub fn replies_pack() -> Vec<u8> {
    let (problem, notes) = read_text(TEXTS[0]).unwrap();
    let room = room(&problem.setup());
    let [left, middle, right] =
        ["C1", "D1", "E1"].map(|name| Move::Play(Point::from_vertex(name, 7).unwrap()));
    let leaf = |outcome, best| Position {
        outcome,
        seki: false,
        best,
        ways: Vec::new(),
        others: None,
    };
    let first = Position {
        ways: vec![(left, 2), (middle, 1), (right, 2)],
        ..leaf(Outcome::Dead, middle)
    };
    let positions = [
        first,
        leaf(Outcome::Dead, Move::Pass),
        leaf(Outcome::Alive, middle),
    ];
    let bytes = encode(&positions, &room).unwrap();
    let answer = notes.answer.unwrap();
    let record = Record {
        problem,
        level: notes.level,
        answer: Some(answer),
        name: notes.name,
        source: "",
        text: "",
        task: "",
        lesson: "",
        book: Book::Replies(Replies::read(&bytes, &room, &answer).unwrap()),
    };
    packed(
        &Header::new(0x8000_b00d, 1, "Replies"),
        &[Listed { number: 1, record }],
    )
}
