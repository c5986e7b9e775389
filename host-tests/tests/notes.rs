//! What is said about a problem: the line of notes, with levels, answers and the names of points.

use shikatsu::board::{Point, PointSet};
use shikatsu::problem::{Answer, Level, Notes, Outcome};

fn points(names: &str) -> PointSet {
    names
        .split_whitespace()
        .map(|name| Point::from_vertex(name, 9).unwrap())
        .collect()
}

fn dead(names: &str) -> Answer {
    Answer {
        outcome: Outcome::Dead,
        seki: false,
        moves: points(names),
    }
}

fn written(notes: &Notes<'_>) -> String {
    let mut line = String::new();
    notes.write(9, &mut line).unwrap();
    line
}

#[test]
fn fields_open_the_line_and_free_text_follows() {
    let line = "Name: Bulky five; Level: 18k; Answer: dead C2 D2; The middle; of five: vital.";
    let notes = Notes::read(line, 9);
    let expected = Notes {
        name: "Bulky five",
        level: Level::kyu(18),
        answer: Some(dead("C2 D2")),
        text: "The middle; of five: vital.",
        ..Notes::default()
    };
    assert_eq!(notes, expected);
    assert_eq!(written(&notes), line);
}

#[test]
fn every_field_may_be_missing() {
    let (name, level, answer, text) = ("Bulky five", Level::kyu(18), Some(dead("C2")), "Vital.");
    let (task, lesson, none) = ("escape", "Run.", Notes::default());
    let cases = [
        ("", none),
        ("Vital.", Notes { text, ..none }),
        ("Name: Bulky five", Notes { name, ..none }),
        ("Level: 18k", Notes { level, ..none }),
        ("Answer: dead C2", Notes { answer, ..none }),
        ("Name: Bulky five; Vital.", Notes { name, text, ..none }),
        ("Level: 18k; Vital.", Notes { level, text, ..none }),
        ("Answer: dead C2; Vital.", Notes { answer, text, ..none }),
        ("Task: escape; Vital.", Notes { task, text, ..none }),
        ("Lesson: Run.; Vital.", Notes { lesson, text, ..none }),
        (
            "Name: Bulky five; Task: escape; Lesson: Run.",
            Notes {
                name,
                task,
                lesson,
                ..none
            },
        ),
        (
            "Name: Bulky five; Answer: dead C2",
            Notes { name, answer, ..none },
        ),
        (
            "Level: 18k; Answer: dead C2",
            Notes {
                level,
                answer,
                ..none
            },
        ),
    ];
    for (line, notes) in cases {
        assert_eq!(Notes::read(line, 9), notes, "{line}");
        assert_eq!(written(&notes), line);
        assert_eq!(
            Notes::read(&format!("  {line} ; "), 9).level,
            notes.level,
            "blanks around a field do not matter"
        );
    }
    assert_eq!(
        Notes::read("  Name:Bulky five ;Level:18 kyu;Answer:  dead  c2  ;  Vital. ", 9),
        Notes {
            name,
            level,
            answer,
            text,
            ..none
        }
    );
}

#[test]
fn what_is_no_well_formed_field_in_its_place_is_free_text() {
    for line in [
        "name: lower case",
        "Name : blank",
        "Name:",
        "Name: ; empty",
        "Level: hard",
        "Level: 31k",
        "Level: 8d; too strong",
        "Answer: won",
        "Answer: dead I1",
        "Answer: dead K1; off the board",
        "Answer: dead A1 A1",
        "Answer:",
        "Source: own; Name: late",
        "Task:",
        "Lesson: ; empty",
        "No colon; Level: 5k",
    ] {
        assert_eq!(
            Notes::read(line, 9),
            Notes {
                text: line,
                ..Notes::default()
            }
        );
        assert_eq!(written(&Notes::read(line, 9)), line);
    }
}

#[test]
fn free_text_that_looks_like_a_field_is_kept_apart_by_a_semicolon() {
    for (line, text) in [
        ("; Level: 5k", "Level: 5k"),
        ("; ; both", "; both"),
        ("Level: 5k; ; Answer: alive", "Answer: alive"),
    ] {
        let notes = Notes::read(line, 9);
        assert_eq!(notes.text, text);
        assert_eq!(written(&notes), line);
    }
}

#[test]
fn fields_out_of_order_or_twice_are_free_text() {
    for (line, text) in [
        ("Level: 5k; Name: late", "Name: late"),
        ("Answer: alive; Level: 5k", "Level: 5k"),
        ("Answer: alive; Name: late", "Name: late"),
        ("Name: one; Name: two", "Name: two"),
        ("Level: 5k; Level: 6k", "Level: 6k"),
        ("Answer: alive; Answer: dead", "Answer: dead"),
        ("Name: one; Source: own; Level: 5k", "Source: own; Level: 5k"),
    ] {
        assert_eq!(Notes::read(line, 9).text, text);
        assert_eq!(written(&Notes::read(line, 9)), line);
    }
}

#[test]
fn what_would_break_the_line_is_replaced_when_written() {
    let notes = Notes {
        name: "Ko; or\nnot",
        text: "One.\r\n\r\n Two; three.",
        ..Notes::default()
    };
    assert_eq!(written(&notes), "Name: Ko, or not; One. Two; three.");
}

#[test]
fn a_line_break_and_the_blanks_around_it_become_one_space() {
    let notes = Notes {
        text: "One. \n  Two.",
        ..Notes::default()
    };
    assert_eq!(written(&notes), "One. Two.");
}

#[test]
fn a_blank_name_does_not_hide_the_fields_after_it() {
    for name in [" ", "\n", "\t "] {
        let notes = Notes {
            name,
            level: Level::kyu(5),
            answer: Some(dead("C2")),
            text: "Vital.",
            ..Notes::default()
        };
        let line = written(&notes);
        assert_eq!(Notes::read(&line, 9), Notes { name: "", ..notes }, "{line:?}");
    }
}

#[test]
fn all_ranks_are_read_as_they_are_printed() {
    let kyu = (1..=30).rev().map(|k| (Level::kyu(k).unwrap(), k, 'k'));
    let dan = (1..=7).map(|d| (Level::dan(d).unwrap(), d, 'd'));
    let mut weaker = None;
    for (level, number, letter) in kyu.chain(dan) {
        let name = if letter == 'k' { "kyu" } else { "dan" };
        assert_eq!(level.to_string(), format!("{number}{letter}"));
        for text in [
            format!("{number}{letter}"),
            format!("{number} {name}"),
            format!("{number}{}", name.to_uppercase()),
        ] {
            assert_eq!(text.parse(), Ok(level), "{text}");
        }
        assert!(weaker < Some(level), "ranks are ordered by strength");
        weaker = Some(level);
    }
    assert_eq!("30k".parse(), Ok(Level::WEAKEST));
    assert_eq!("7d".parse(), Ok(Level::STRONGEST));
}

#[test]
fn what_is_no_rank_is_refused() {
    for text in [
        "", "k", "5", "0k", "31k", "0d", "8d", "-1k", "+5k", "256k", "5p", "5kk", "5k ", " 5k", "k5",
        "5 k y u", "٥k",
    ] {
        assert_eq!(text.parse::<Level>(), Err(()), "{text:?}");
    }
    assert_eq!(
        (Level::kyu(0), Level::kyu(31), Level::dan(0), Level::dan(8)),
        (None, None, None, None)
    );
}

#[test]
fn answers_are_read_as_they_are_written() {
    for text in [
        "dead",
        "ko+ A1",
        "ko- B2 A1",
        "alive J9",
        "seki",
        "seki C3 A1",
        "dead A9 J9 E5 A1 J1",
    ] {
        let answer = Answer::read(text, 9).unwrap();
        let mut again = String::new();
        answer.write(9, &mut again).unwrap();
        assert_eq!(again, text);
        assert_eq!(answer.seki, text.starts_with("seki"));
        assert!(!answer.seki || answer.outcome == Outcome::Alive);
    }
    assert_eq!(Answer::read(" dead   c2 d2 ", 9), Some(dead("D2 C2")));
    for text in [
        "",
        "Dead",
        "unknown",
        "C2",
        "dead, C2",
        "dead C2,D2",
        "dead pass",
        "dead A10",
        "alive seki",
        "ko",
    ] {
        assert_eq!(Answer::read(text, 9), None, "{text:?}");
    }
}

#[test]
fn outcomes_are_ordered_from_the_attackers_best() {
    assert!(Outcome::ALL.is_sorted());
    for outcome in Outcome::ALL {
        assert_eq!(Outcome::from_word(&outcome.to_string()), Some(outcome));
    }
}

#[test]
fn vertices_leave_out_i_and_count_rows_from_the_bottom() {
    let columns = "ABCDEFGHJKLMNOPQRST";
    for size in 5..=19 {
        for point in Point::all(size) {
            let letter = columns.as_bytes()[point.column() as usize] as char;
            let name = format!("{letter}{}", size - point.row());
            assert_eq!(point.vertex(size).to_string(), name);
            assert_eq!(Point::from_vertex(&name, size), Some(point));
            assert_eq!(Point::from_vertex(&name.to_lowercase(), size), Some(point));
        }
        assert_eq!(Point::from_vertex(&format!("A{}", size + 1), size), None);
        for letter in columns.chars().skip(size as usize) {
            assert_eq!(Point::from_vertex(&format!("{letter}1"), size), None);
        }
    }
    for name in [
        "", "A", "5", "I1", "i5", "A0", "A00", "A05", "A100", "A-1", "A+1", "A1 ", " A1", "AA1", "A1x", "U1",
        "Ä1", "A１",
    ] {
        assert_eq!(Point::from_vertex(name, 19), None, "{name:?}");
    }
}
