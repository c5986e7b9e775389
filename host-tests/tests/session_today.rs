//! Today's set and the search for a level, played to their ends.

use shikatsu::pack::Bank;
use shikatsu::pack::library::Library;
use shikatsu::record::{Done, Keeper, Record};
use shikatsu::session::Event;
use shikatsu::session::keeper::Notebook;
use shikatsu::session::keys::{Button, Stroke};
use shikatsu::session::picture::{Screen, Target};
use shikatsu_host::sim::{Stage, StageMemory};

fn player(rating: i16) -> Notebook<64> {
    let mut notebook = Notebook::new();
    let mut profile = notebook.profile();
    profile.welcomed = true;
    profile.rating = rating;
    profile.settings.transforms = false;
    notebook.keep_profile(&profile);
    notebook
}

fn press(stage: &mut Stage<'_>, buttons: &[Button]) {
    for &button in buttons {
        stage.on(Event::Stroke(Stroke::Press(button)));
    }
}

/// From the first problem to the front page.
fn to_front_page(stage: &mut Stage<'_>) {
    // In a lesson it opens at Continue, one row below Today.
    press(stage, &[Button::A, Button::Y, Button::Y, Button::Up]);
    assert!(stage.text().contains("> Today"), "{}", stage.text());
}

/// Settles the problem on the table somehow, and goes on.
fn settle(stage: &mut Stage<'_>, place: &str) {
    if matches!(stage.picture().screen, Screen::Page(_)) {
        press(stage, &[Button::A]);
    }
    assert!(stage.text().contains(place), "{place}:\n{}", stage.text());
    // The solution gives it away; its main line leads on.
    press(stage, &[Button::Y]);
    stage.on(Event::Touch(Target::Item(1)));
    for _ in 0..60 {
        stage.advance(1_000, &mut |_| {});
        if !stage.text().contains(place) {
            return;
        }
        press(stage, &[Button::A]);
    }
    panic!("it does not end:\n{}", stage.text());
}

#[test]
fn a_set_ends_with_a_page_and_is_remembered_on_the_way() {
    let mut notebook = player(1100);
    {
        let mut memory = StageMemory::new();
        let mut stage = Stage::new(&Bank, &mut notebook, &mut memory, 5);
        to_front_page(&mut stage);
        press(&mut stage, &[Button::A]);
        for number in 1..=7 {
            settle(&mut stage, &format!("today {number}/15"));
        }
    }
    let half = notebook.profile().set.clone();
    assert_eq!(half.iter().filter(|(_, done)| *done == Done::New).count(), 8);
    // Off and on again.
    let mut memory = StageMemory::new();
    let mut stage = Stage::new(&Bank, &mut notebook, &mut memory, 6);
    press(&mut stage, &[Button::Y, Button::Y]);
    assert!(stage.text().contains("Today: 7 of 15 done"), "{}", stage.text());
    press(&mut stage, &[Button::A]);
    for number in 8..=15 {
        settle(&mut stage, &format!("today {number}/15"));
    }
    let text = stage.text();
    assert!(text.contains("Today's set is done"), "{text}");
    assert!(text.contains("Solved 0, failed 0, with help 15."), "{text}");
    assert!(text.contains("Sets so far: 1."), "{text}");
    press(&mut stage, &[Button::A]);
    assert!(stage.text().contains("Today: 15 problems"), "{}", stage.text());
}

#[test]
fn a_set_is_near_the_rating_and_takes_from_several_packs() {
    for (rating, seed) in [(100, 1), (1100, 2), (1100, 3), (1700, 4)] {
        let mut notebook = player(rating);
        {
            let mut memory = StageMemory::new();
            let mut stage = Stage::new(&Bank, &mut notebook, &mut memory, seed);
            to_front_page(&mut stage);
            press(&mut stage, &[Button::A]);
        }
        let set = notebook.profile().set;
        assert_eq!(set.len(), 15);
        let mut packs = std::collections::HashSet::new();
        for (place, (id, _)) in set.iter().enumerate() {
            assert!(
                !set[..place].iter().any(|(other, _)| other == id),
                "twice the same"
            );
            let (pack, index) = Bank.find(*id).unwrap();
            packs.insert(pack);
            let level = Bank.level(pack, index).unwrap();
            let far = shikatsu::session::rating::of_level(level) - rating;
            assert!(far.abs() <= 400, "{level} for a rating of {rating}");
        }
        assert!(packs.len() >= 2, "{packs:?}");
    }
}

#[test]
fn what_is_due_comes_first_in_a_set() {
    let mut notebook = player(1100);
    let due = Bank.id(1, 13);
    let record = Record {
        done: Done::Failed,
        box_number: 1,
        due: 0,
    };
    notebook.keep(due, record);
    {
        let mut memory = StageMemory::new();
        let mut stage = Stage::new(&Bank, &mut notebook, &mut memory, 1);
        to_front_page(&mut stage);
        press(&mut stage, &[Button::A]);
    }
    assert_eq!(notebook.profile().set[0].0, due);
}

#[test]
fn ten_problems_that_are_not_solved_lead_down() {
    let mut notebook = player(1100);
    {
        let mut memory = StageMemory::new();
        let mut stage = Stage::new(&Bank, &mut notebook, &mut memory, 1);
        to_front_page(&mut stage);
        press(
            &mut stage,
            &[
                Button::Up,
                Button::A,
                Button::Down,
                Button::Down,
                Button::Down,
                Button::Down,
                Button::A,
            ],
        );
        press(&mut stage, &[Button::Up, Button::A]);
        for number in 1..=10 {
            settle(&mut stage, &format!("level {number}/10"));
        }
        assert!(stage.text().contains("Your level"), "{}", stage.text());
        assert!(stage.text().contains("30k"), "{}", stage.text());
    }
    assert_eq!(notebook.profile().rating, -900);
}

#[test]
fn what_is_due_after_todays_set_is_due_tomorrow() {
    // Whoever has done no set today has fifteen problems before tomorrow.
    for (due, said) in [
        (3, "Review: next in 3"),
        (15, "Review: next in 15"),
        (16, "Review: next tomorrow"),
        (30, "Review: next tomorrow"),
        (31, "Review: next in 2 days"),
    ] {
        let mut notebook = player(1100);
        let record = Record {
            done: Done::Failed,
            box_number: 3,
            due,
        };
        notebook.keep(Bank.id(1, 5), record);
        let mut memory = StageMemory::new();
        let mut stage = Stage::new(&Bank, &mut notebook, &mut memory, 5);
        to_front_page(&mut stage);
        assert!(stage.text().contains(said), "{said}:\n{}", stage.text());
    }
}
