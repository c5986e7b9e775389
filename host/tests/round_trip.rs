//! What is written is read back the same, for problems of every kind that can be made.

use shikatsu::board::{Color, Move, Point, PointSet, Setup};
use shikatsu::problem::{Answer, Level, Outcome, Problem};
use shikatsu_toolkit::book::{Book, BookNode, Mark};
use shikatsu_toolkit::entry::Entry;
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::sgf;

/// A small generator of numbers, the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }

    fn points(&mut self, size: u8, one_in: usize) -> PointSet {
        Point::all(size).filter(|_| self.roll(one_in) == 0).collect()
    }

    fn text(&mut self, lines: usize) -> String {
        const PIECES: [&str; 12] = [
            "a", "Ω", "死活", " ", "\\", "]", "[", ":", "x]]", "\\\\", "RIGHT", "wrong",
        ];
        // Free text that looks like a field is still free text.
        const OPENINGS: [&str; 5] = ["Answer: dead C2", "; Answer: ko+; ", ";", "Level: 5k", "Name: x;"];
        let lines: Vec<String> = (0..lines)
            .map(|_| (0..self.roll(6)).map(|_| self.pick(&PIECES)).collect())
            .collect();
        let opening = if self.roll(4) == 0 {
            self.pick(&OPENINGS)
        } else {
            ""
        };
        format!("{opening}{}", lines.join("\n")).trim().to_string()
    }

    fn problem(&mut self) -> Problem {
        loop {
            let size = 5 + self.roll(15) as u8;
            let sparse = 2 + self.roll(8);
            let black = self.points(size, sparse);
            let white = self.points(size, sparse).minus(&black);
            let color = self.pick(&Color::BOTH);
            let outside = match self.roll(3) {
                0 => PointSet::EMPTY,
                1 => self.points(size, 2),
                _ => self.points(size, 2).minus(&black).minus(&white),
            };
            let mut setup = Setup {
                black,
                white,
                outside,
                to_move: self.pick(&Color::BOTH),
                ..Setup::empty(size)
            };
            setup.key = setup.stones(color).iter().filter(|_| self.roll(2) == 0).collect();
            if let Ok(problem) = Problem::new(&setup) {
                return problem;
            }
        }
    }

    fn book(&mut self, size: u8) -> Book {
        let mut book = Book::default();
        let mut path: Vec<usize> = Vec::new();
        for i in 0..self.roll(12) {
            path.truncate(self.roll(path.len() + 1));
            let comment = if self.roll(2) == 0 {
                self.text(2)
            } else {
                String::new()
            };
            let marks = [Some(Mark::Right), Some(Mark::Wrong), sgf::mark_in(&comment)];
            let point = Point::new(self.roll(size as usize) as u8, self.roll(size as usize) as u8);
            book.nodes.push(BookNode {
                parent: path.last().copied(),
                color: self.pick(&Color::BOTH),
                played: self.pick(&[Move::Play(point), Move::Play(point), Move::Pass]),
                mark: self.pick(&marks),
                comment,
                line: None,
            });
            path.push(i);
        }
        book
    }

    fn entry(&mut self) -> Entry {
        let problem = self.problem();
        let size = problem.size();
        let answer = Answer {
            outcome: self.pick(&Outcome::ALL),
            seki: false,
            moves: self.points(size, 20),
        };
        let seki = Answer {
            outcome: Outcome::Alive,
            seki: true,
            moves: PointSet::EMPTY,
        };
        let lines = self.roll(4);
        Entry {
            problem,
            name: self.text(1),
            level: self.pick(&[None, Level::kyu(12), Level::dan(3)]),
            answer: self.pick(&[None, Some(answer), Some(seki)]),
            // SGF has no place for these.
            task: String::new(),
            lesson: String::new(),
            source: self.text(1),
            text: self.text(lines),
            book: self.book(size),
            inferred: Vec::new(),
            remarks: Vec::new(),
            flaws: Vec::new(),
        }
    }
}

fn read_all(text: &str) -> Vec<Entry> {
    let games = sgf::read(text.as_bytes(), &Overrides::default());
    games
        .into_iter()
        .map(|game| game.unwrap_or_else(|error| panic!("{error}\n{text}")))
        .collect()
}

#[test]
fn every_entry_survives_sgf() {
    let mut dice = Dice(1);
    for _ in 0..500 {
        let entry = dice.entry();
        let mut expected = entry.clone();
        let text = sgf::write([&entry]);
        let mut found = read_all(&text);
        // Only of a contradiction in the entry itself something is said.
        expected.remarks.clone_from(&found[0].remarks);
        expected.flaws.clone_from(&found[0].flaws);
        assert_eq!(found.remove(0), expected, "\n{text}");
        assert!(found.is_empty());
    }
}

#[test]
fn free_text_that_looks_like_an_answer_does_not_become_one() {
    let board = "-----\n-xxx-\nxxoox\nxo-ox\nxooox\nB2 x\n";
    for notes in [
        "; Answer: dead C2",
        "; ; Answer: dead C2",
        "; ;; Answer: dead C2; more",
    ] {
        let entry = Entry::from_text(&format!("{board}{notes}\n")).unwrap();
        assert_eq!(entry.answer, None);
        let sgf = sgf::write([&entry]);
        assert_eq!(read_all(&sgf), [entry], "{sgf}");
    }
}

#[test]
fn a_collection_keeps_its_order() {
    let mut dice = Dice(2);
    let entries: Vec<Entry> = (0..20).map(|_| dice.entry()).collect();
    let found = read_all(&sgf::write(&entries));
    let names = |entries: &[Entry]| entries.iter().map(|entry| entry.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&found), names(&entries));
}

#[test]
fn every_entry_that_the_text_can_hold_survives_it() {
    let mut dice = Dice(3);
    let mut survivors = 0;
    for _ in 0..500 {
        let mut entry = dice.entry();
        entry.book = Book::default();
        entry.source.clear();
        if !entry.lost_in_text().is_empty() {
            continue;
        }
        survivors += 1;
        assert_eq!(Entry::from_text(&entry.to_text()).as_ref(), Ok(&entry));
    }
    assert!(survivors > 100);
}

#[test]
fn what_was_inferred_is_written_down() {
    let open = "(;SZ[9]AB[cc][cd][dc]AW[bb][bc][cb][dd][ed][ec];B[ee])";
    let first = read_all(open).remove(0);
    assert!(!first.inferred.is_empty());
    let second = read_all(&sgf::write([&first])).remove(0);
    assert_eq!(second.inferred, []);
    assert_eq!(second.problem, first.problem);
}

#[test]
fn no_outside_points_is_not_the_same_as_none_named() {
    let text = "-----\n-xxx-\n-xox-\n-----\n-----\nC3 x\n\n";
    let entry = Entry::from_text(text).unwrap();
    let written = sgf::write([&entry]);
    assert!(written.contains("DD[]"), "{written}");
    assert_eq!(read_all(&written), [entry]);
}
