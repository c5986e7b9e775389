//! Packs to test with.

use shikatsu::pack::library::{Entry, Library};
use shikatsu::pack::{Bank, Book, Header, Listed, Record, write};
use shikatsu::problem::read_text;

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

/// Problems on the book's word, and one that is proved, as [`crate::books::book_pack`] made them.
pub fn book_pack() -> Vec<u8> {
    include_bytes!("../fixtures/v1-2.pack").to_vec()
}

/// A straight three with a book of proved replies, as [`crate::books::replies_pack`] made it.
pub fn replies_pack() -> Vec<u8> {
    include_bytes!("../fixtures/v1-2-replies.pack").to_vec()
}
