//! Scripts: what they can say, what they do, and how they fail.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use shikatsu::session::keys::Button;
use shikatsu_host::script::{Cast, Click, Director, Recorder, Script, ScriptError, Step, play};
use shikatsu_host::sim::Shelf;

fn steps(text: &str) -> Vec<Step> {
    let script = Script::read("test", text).unwrap();
    script.steps.into_iter().map(|(_, step)| step).collect()
}

fn played_with(text: &str, director: &mut Director) -> Result<(), ScriptError> {
    let script = Script::read("test", text).unwrap();
    play(&script, &mut Cast::rehearsal(Shelf::built_in()), director)
}

fn played(text: &str) -> Result<(), ScriptError> {
    played_with(text, &mut Director::default())
}

fn failure(text: &str) -> (usize, String, String) {
    match played(text).unwrap_err() {
        ScriptError::Failed { what, text } => (what.line, what.why, text),
        ScriptError::Bad(bad) => panic!("{bad}"),
    }
}

fn bad(text: &str) -> String {
    match played(text).unwrap_err() {
        ScriptError::Bad(bad) => bad.to_string(),
        ScriptError::Failed { what, .. } => panic!("{what}"),
    }
}

#[test]
fn every_step_can_be_said() {
    let text = r#"
        # a comment
        press a            # another
        press Right 3
        press press
        hold b
        keydown left
        keyup left
        wait 200ms
        wait 1.5s
        wait idle
        click C2
        click at 120 30
        screenshot a.png
        expect text "a # b"
        expect no text "c"
        expect screen b.png
        problem Two eyes
        problem "Two eyes"
        set mode read it out
        seed 7
        first start
    "#;
    let expected = [
        Step::Press(Button::A, 1),
        Step::Press(Button::Right, 3),
        Step::Press(Button::A, 1),
        Step::Hold(Button::B),
        Step::KeyDown(Button::Left),
        Step::KeyUp(Button::Left),
        Step::Wait(200),
        Step::Wait(1500),
        Step::WaitIdle,
        Step::Click(Click::Point("C2".to_string())),
        Step::Click(Click::At(120, 30)),
        Step::Screenshot("a.png".to_string()),
        Step::ExpectText("a # b".to_string(), true),
        Step::ExpectText("c".to_string(), false),
        Step::ExpectScreen("b.png".to_string()),
        Step::Problem("Two eyes".to_string()),
        Step::Problem("Two eyes".to_string()),
        Step::Set("mode".to_string(), "read it out".to_string()),
        Step::Seed(7),
        Step::FirstStart,
    ];
    assert_eq!(steps(text), expected);
}

#[test]
fn a_line_that_makes_no_sense_is_named_with_its_place() {
    for (line, why) in [
        ("jump", "'jump' is not a step"),
        ("press", "'' is not a key"),
        ("press q", "'q' is not a key; there are up, down"),
        ("press a twice", "'twice' is not a number of times"),
        ("wait", "'' is not a time"),
        ("wait 3", "'3' is not a time; write '200ms'"),
        ("wait -3s", "'-3s' is not a time"),
        ("click", "'click' needs a point"),
        ("click at 3", "'click' needs a point"),
        ("expect", "'expect' needs 'text"),
        ("expect text White", "the text stands in quotes"),
        ("expect text \"White", "the text stands in quotes"),
        ("expect text \"\"", "the text stands in quotes"),
        ("expect no", "after 'expect no' comes"),
        ("screenshot", "the name of a picture is missing"),
        ("screenshot a.gif", "'a.gif' is no name for a picture"),
        ("screenshot ../a.png", "'../a.png' is no name for a picture"),
        ("problem", "the name of a problem is missing"),
        ("set theme", "'set' needs a setting and its value"),
        ("seed x", "'seed' needs a whole number"),
        ("first", "'first' is not a step"),
    ] {
        let bad = Script::read("s.shk", &format!("jump\n\n{line}\n")).unwrap_err();
        let place = format!("s.shk, line 3: {why}");
        assert_eq!(bad.len(), 2);
        assert!(bad[1].to_string().starts_with(&place), "{}", bad[1]);
    }
}

#[test]
fn scripts_begin_at_the_first_problem_as_it_is_written() {
    played("expect text \"First steps 1\"\nexpect no text \"Page\"").unwrap();
}

#[test]
fn keys_move_the_cursor_and_held_ones_repeat() {
    played(
        "problem Straight three on the side
         expect text \"Cursor, Black: D2, White\"
         press right 2
         expect text \"Cursor, Black: F2\"
         keydown left
         wait 1s
         keyup left
         expect text \"Cursor, Black: A2\"",
    )
    .unwrap();
}

#[test]
fn a_long_press_is_told_from_a_short_one() {
    played(
        "problem Straight three on the side
         click D1
         wait idle
         hold b
         expect text \"From the start\"",
    )
    .unwrap();
    played("press a\nhold y\npress y\nexpect text \"Whole board: on\"").unwrap_err();
}

#[test]
fn the_menu_is_pointed_at_by_pixels() {
    played("press a\npress y\nclick at 60 40\nwait 200ms\nexpect text \"First steps 2\"").unwrap();
}

#[test]
fn problems_are_found_by_name_however_it_is_written() {
    for name in [
        "Bent three in the corner",
        "bent-three-in-the-corner",
        "\"BENT THREE, in the corner\"",
    ] {
        played(&format!("problem {name}\nexpect text \"54/102\"")).unwrap();
    }
    assert_eq!(
        bad("problem Three eyes"),
        "test, line 1: there is no problem called 'Three eyes'"
    );
}

#[test]
fn settings_are_set_by_name_and_wrong_ones_answered_with_the_right_ones() {
    played(
        "set coordinates on
         set brightness 1
         set mode read it out
         set nodes 100000
         set hane off
         press a
         expect text \"Play the whole line, both colours\"
         expect text \"A B C D\"",
    )
    .unwrap();
    assert_eq!(
        bad("set theme pink"),
        "test, line 1: 'theme' cannot be 'pink'; it can be contrast, wood, dark"
    );
    assert!(bad("set colour pink").contains("'colour' is not a setting; there are brightness, theme"));
}

#[test]
fn the_first_start_shows_the_first_pages() {
    played("first start\nexpect text \"Page 1 of 3\"\npress b\nexpect no text \"Page\"").unwrap();
}

#[test]
fn a_failed_expectation_says_where_what_and_what_is_there() {
    let (line, why, text) = failure("press a\npress y\nexpect text \"Menno\"");
    assert_eq!((line, why.as_str()), (3, "text \"Menno\" was expected"));
    assert!(text.starts_with("Menu\n> Next problem\n"), "{text}");
    let (_, why, _) = failure("press a\npress y\nexpect no text \"Next problem\"");
    assert_eq!(why, "no text \"Next problem\" was expected");
    let (_, why, _) = failure("press a\npress y\nclick C2");
    assert_eq!(why, "a board with the point C2 was expected");
    assert!(bad("press a\nclick Z9").contains("there is no point 'Z9' on this board"));
}

#[test]
fn names_at_the_edge_are_what_is_clicked() {
    // Whichever way the board lies, the point with the name of the answer is the answer.
    for seed in 1..20 {
        played(&format!(
            "set transforms on\nset coordinates on\nset opponent nobody\nseed {seed}
             problem Straight three on the side\nclick D1\nexpect no text \"Taken\"\nexpect no text \"Outside\""
        ))
        .unwrap();
    }
}

#[test]
fn the_same_script_gives_the_same_pictures() {
    let gif = || {
        let mut director = Director {
            recorder: Some(Recorder::default()),
            ..Director::default()
        };
        let text = "set transforms on\nseed 5\npress right\nclick C1\nwait idle\npress y\npress down 3";
        let _ = played_with(text, &mut director);
        let mut bytes = Vec::new();
        director.recorder.unwrap().write(&mut bytes).unwrap();
        bytes
    };
    let first = gif();
    assert!(first.starts_with(b"GIF89a"));
    assert_eq!(first, gif());
}

#[test]
fn a_moving_picture_lasts_as_long_as_the_script() {
    let mut director = Director {
        recorder: Some(Recorder::default()),
        ..Director::default()
    };
    played_with(
        "set opponent nobody\nwait 1s\npress right 4\nwait 3s",
        &mut director,
    )
    .unwrap();
    let mut bytes = Vec::new();
    director.recorder.unwrap().write(&mut bytes).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
    let mut hundredths = 0;
    let mut frames = 0;
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        hundredths += u32::from(frame.delay);
        frames += 1;
    }
    // 1 s, four presses of 120 ms, 3 s, and the last picture for 2 s.
    assert!((644..=649).contains(&hundredths), "{hundredths}");
    assert_eq!(frames, 5);
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("script").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_screen_is_compared_with_a_picture() {
    let folder = folder("compared");
    let mut director = Director {
        screenshots: folder.clone(),
        expected: folder.clone(),
        recorder: None,
    };
    played_with(
        "press y\nscreenshot menu.png\nexpect screen menu.png",
        &mut director,
    )
    .unwrap();
    let error = played_with("press y\npress down\nexpect screen menu.png", &mut director).unwrap_err();
    assert!(error.to_string().contains("pixels differ"), "{error}");
    assert!(folder.join("menu.actual.png").exists());
    let error = played_with("expect screen none.png", &mut director).unwrap_err();
    assert!(error.to_string().contains("there is no such file"), "{error}");
}

fn command(arguments: &[&str], script: &str, folder: &Path) -> Output {
    let path = folder.join("test.shk");
    fs::write(&path, script).unwrap();
    Command::new(env!("CARGO_BIN_EXE_shikatsu"))
        .args(["sim", "--script"])
        .arg(&path)
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn the_exit_status_tells_good_failed_and_bad_scripts_apart() {
    let folder = folder("status");
    let status = |script| command(&[], script, &folder).status.code();
    assert_eq!(status("press a\npress y\nexpect text \"Menu\""), Some(0));
    assert_eq!(status("expect text \"Menu\""), Some(1));
    assert_eq!(status("pres y"), Some(2));
    assert_eq!(status("problem None"), Some(2));
}

#[test]
fn pictures_go_where_they_should() {
    let folder = folder("pictures");
    let output = command(
        &["--png", "shots/new", "--gif", "a.gif"],
        "screenshot a.png",
        &folder,
    );
    assert!(output.status.success(), "{output:?}");
    assert!(folder.join("shots/new/a.png").exists());
    assert!(fs::read(folder.join("a.gif")).unwrap().starts_with(b"GIF89a"));
}

#[test]
fn the_example_scripts_run() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/scripts");
    let mut count = 0;
    for example in fs::read_dir(examples).unwrap() {
        let path = example.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let mut director = Director {
            screenshots: folder("examples"),
            ..Director::default()
        };
        let script = Script::read(&path.display().to_string(), &text).unwrap();
        if let Err(error) = play(&script, &mut Cast::rehearsal(Shelf::built_in()), &mut director) {
            panic!("{error}");
        }
        count += 1;
    }
    assert!(count >= 3);
}
