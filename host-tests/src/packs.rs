//! Packs to test with.

use shikatsu::board::{Move, Point};
use shikatsu::pack::library::{Entry, Library};
use shikatsu::pack::{Bank, Book, Header, Listed, Record, Replies, Tree, room, write};
use shikatsu::problem::{Outcome, read_text};
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::pack::BookWord;
use shikatsu_toolkit::replies::{Position, encode};
use shikatsu_toolkit::sgf;

/// All problems of the bank as entries, with the numbers they have there.
pub fn bank() -> Vec<(u32, Entry)> {
    let places = (0..Bank.packs()).flat_map(|pack| (0..Bank.len(pack)).map(move |problem| (pack, problem)));
    places
        .map(|(pack, problem)| (Bank.problem_id(pack, problem), Bank.load(pack, problem).unwrap()))
        .collect()
}

/// Entries as the problems of a pack.
pub fn listed(problems: &[(u32, Entry)]) -> Vec<Listed<'_>> {
    problems
        .iter()
        .map(|(number, entry)| Listed {
            number: *number,
            record: entry.record(),
        })
        .collect()
}

/// The bytes of a pack.
pub fn packed(header: &Header<'_>, problems: &[Listed<'_>]) -> Vec<u8> {
    let mut out = vec![0xff; 512 << 10];
    let length = write(header, problems, &mut out).unwrap();
    out.truncate(length);
    out
}

/// A straight three and one eye, with everything that a pack can hold.
pub const TEXTS: [&str; 2] = [
    "*******\n*******\n*******\n*******\n*xxxxx*\nxooooox\nxo---ox\nD2 x\nName: Straight three; Level: 25k; Answer: dead D1; The middle.\n",
    "-----\n-xxx-\nxxoox\nxo-ox\nxooox\nB2 x\nName: One eye; Answer: dead C2; Task: capture; Lesson: Take the last liberty.\n",
];

/// The pack that `fixtures/v1-1.pack` holds. That of `fixtures/v1.pack`, of format 1.0, is the same without task and lesson.
pub fn sample() -> Vec<u8> {
    let entries = TEXTS.map(|text| read_text(text).unwrap());
    let listed: Vec<Listed<'_>> = entries
        .iter()
        .zip([0x1234_5678, 9])
        .map(|((problem, notes), number)| Listed {
            number,
            record: Record {
                problem: *problem,
                level: notes.level,
                answer: notes.answer,
                name: notes.name,
                source: if number == 9 { "Folklore" } else { "" },
                text: notes.text,
                task: notes.task,
                lesson: notes.lesson,
                book: Book::None,
            },
        })
        .collect();
    packed(&Header::new(0xcafe_0001, 3, "Two shapes — 二"), &listed)
}

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
