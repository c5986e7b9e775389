//! Progress in a file: what is kept comes back, and nothing that goes wrong loses more than it must.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use shikatsu::pack::library::ProblemId;
use shikatsu::record::{Done, Keeper, Profile, Record, RowSide, Settings, ThemeName};
use shikatsu_host::sim::FileKeeper;

fn place(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("keeper").join(name);
    let _ = fs::remove_dir_all(&folder);
    folder.join("progress.json")
}

const fn id(problem: u32) -> ProblemId {
    ProblemId { pack: 1, problem }
}

fn record(due: u32) -> Record {
    Record {
        done: Done::Failed,
        box_number: 1,
        due,
    }
}

fn records(keeper: &FileKeeper) -> Vec<(ProblemId, Record)> {
    let mut found = Vec::new();
    keeper.each(&mut |id, record| found.push((id, record)));
    found
}

fn files(path: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(path.parent().unwrap())
        .unwrap()
        .map(|item| item.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn what_is_kept_comes_back() {
    let path = place("kept");
    let mut keeper = FileKeeper::open(&path);
    assert_eq!(keeper.profile(), Profile::default());
    assert_eq!(keeper.record(id(7)), Record::default());
    let mut profile = Profile {
        rating: 1234,
        welcomed: true,
        place: Some(id(7)),
        ..Profile::default()
    };
    profile.settings.theme = ThemeName::Dark;
    profile.history.push(1200).unwrap();
    keeper.keep_profile(&profile);
    keeper.keep(id(8), record(4));
    keeper.keep(id(7), record(3));

    let mut again = FileKeeper::open(&path);
    assert_eq!(again.profile(), profile);
    assert_eq!(again.record(id(7)), record(3));
    assert_eq!(records(&again), [(id(7), record(3)), (id(8), record(4))]);
    assert_eq!(again.take_complaints(), Vec::<String>::new());
    assert_eq!(files(&path), ["progress.json", "progress.json.lock"]);
}

#[test]
fn a_fresh_keeper_remembers_until_it_goes_and_writes_nothing() {
    let mut keeper = FileKeeper::fresh();
    keeper.keep(id(7), record(3));
    assert_eq!(keeper.record(id(7)), record(3));
    assert_eq!(FileKeeper::fresh().record(id(7)), Record::default());
}

#[test]
fn to_forget_leaves_the_settings() {
    let path = place("forgotten");
    let mut keeper = FileKeeper::open(&path);
    let mut profile = Profile {
        rating: 1234,
        ..Profile::default()
    };
    profile.settings.theme = ThemeName::Dark;
    keeper.keep_profile(&profile);
    keeper.keep(id(7), record(3));
    keeper.forget();
    for keeper in [keeper, FileKeeper::open(&path)] {
        assert_eq!(records(&keeper), []);
        assert_eq!(keeper.profile().rating, Profile::default().rating);
        assert_eq!(keeper.profile().settings.theme, ThemeName::Dark);
    }
}

#[test]
fn a_place_that_is_left_alone_stays_in_the_file_whatever_else_is_kept() {
    let path = place("left");
    let mut keeper = FileKeeper::open(&path);
    keeper.prepare(|profile| profile.place = Some(id(7)));
    let mut guest = FileKeeper::open(&path).leaving_place();
    guest.prepare(|profile| {
        profile.place = Some(id(8));
        profile.rating = 1234;
    });
    assert_eq!(guest.profile().place, Some(id(8)), "it is a place of its own");
    let kept = FileKeeper::open(&path).profile();
    assert_eq!((kept.place, kept.rating), (Some(id(7)), 1234));
    guest.forget();
    assert_eq!(FileKeeper::open(&path).profile().place, Some(id(7)));
}

#[test]
fn a_damaged_file_is_moved_aside_and_never_overwritten() {
    let path = place("damaged");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let damages: [&[u8]; 5] = [
        b"",
        b"{\"version\": 1, \"prof",
        b"{}",
        b"\xff\xfe",
        b"{\"version\": 1, \"profile\": {\"rating\": \"high\"}, \"records\": []}",
    ];
    for (bytes, number) in damages.iter().zip(1..) {
        fs::write(&path, bytes).unwrap();
        let mut keeper = FileKeeper::open(&path);
        let complaints = keeper.take_complaints();
        assert_eq!(complaints.len(), 1);
        assert!(
            complaints[0].contains(&format!("progress.damaged-{number}.json")),
            "{complaints:?}"
        );
        keeper.keep(id(number), record(3));
        let aside = path.with_file_name(format!("progress.damaged-{number}.json"));
        assert_eq!(fs::read(aside).unwrap(), *bytes);
        assert_eq!(FileKeeper::open(&path).record(id(number)), record(3));
    }
}

#[test]
fn a_file_that_is_spoiled_while_somebody_plays_is_moved_aside_too() {
    let path = place("spoiled");
    let mut keeper = FileKeeper::open(&path);
    keeper.keep(id(1), record(1));
    fs::write(&path, "spoiled").unwrap();
    keeper.keep(id(2), record(2));
    assert_eq!(keeper.take_complaints().len(), 1);
    assert_eq!(records(&FileKeeper::open(&path)).len(), 2);
    let aside = path.with_file_name("progress.damaged-1.json");
    assert_eq!(fs::read_to_string(aside).unwrap(), "spoiled");
}

#[test]
fn what_other_versions_write_is_read_as_far_as_it_is_known() {
    let path = place("versions");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let text = r#"{
        "version": 1, "sender": "me",
        "profile": {"rating": 1500, "nickname": "x", "settings": {"theme": "Dark", "font": 3}},
        "records": [{"pack": 1, "problem": 7, "done": "Solved", "box_number": 0, "due": 5, "seconds": 9}]
    }"#;
    fs::write(&path, text).unwrap();
    let mut keeper = FileKeeper::open(&path);
    assert_eq!(keeper.take_complaints(), Vec::<String>::new());
    assert_eq!(keeper.profile().rating, 1500);
    assert_eq!(keeper.profile().settings.theme, ThemeName::Dark);
    assert_eq!(
        keeper.profile().settings.brightness,
        Profile::default().settings.brightness
    );
    assert_eq!(keeper.record(id(7)).done, Done::Solved);
}

#[test]
fn a_file_of_a_later_version_is_left_alone() {
    let path = place("later");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let text = r#"{"version": 99, "anything": true}"#;
    fs::write(&path, text).unwrap();
    let mut keeper = FileKeeper::open(&path);
    keeper.keep(id(7), record(3));
    assert_eq!(keeper.record(id(7)), record(3));
    let complaints = keeper.take_complaints();
    assert_eq!(complaints.len(), 1);
    assert!(complaints[0].contains("version 99"), "{complaints:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn where_nothing_can_be_written_play_goes_on_and_it_is_said_once() {
    let path = place("unwritable");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let file = path.with_file_name("file");
    fs::write(&file, "").unwrap();
    let mut keeper = FileKeeper::open(&file.join("below/progress.json"));
    let complaints = keeper.take_complaints();
    assert_eq!(complaints.len(), 1, "{complaints:?}");
    assert!(complaints[0].ends_with("what you do now is not remembered"));
    keeper.keep(id(7), record(3));
    keeper.keep(id(8), record(3));
    assert_eq!(records(&keeper).len(), 2);
    assert_eq!(keeper.take_complaints(), Vec::<String>::new());
}

#[test]
fn a_folder_that_takes_no_file_is_told_at_the_start() {
    // Nobody makes files here, whoever runs the test.
    for path in ["/proc/shikatsu/progress.json", "/proc/progress.json"] {
        if !Path::new("/proc/self").exists() {
            return;
        }
        let complaints = FileKeeper::open(Path::new(path)).take_complaints();
        assert_eq!(complaints.len(), 1, "{complaints:?}");
        let told = format!("{path} cannot be written: ");
        assert!(complaints[0].starts_with(&told), "{complaints:?}");
    }
}

#[test]
fn to_look_whether_progress_can_be_written_leaves_nothing_behind() {
    let path = place("looked");
    assert_eq!(FileKeeper::open(&path).take_complaints(), Vec::<String>::new());
    assert!(!path.parent().unwrap().exists());
}

#[test]
fn two_trainers_at_once_keep_what_both_did() {
    let path = place("two");
    let (mut one, mut other) = (FileKeeper::open(&path), FileKeeper::open(&path));
    one.keep(id(1), record(1));
    other.keep(id(2), record(2));
    one.keep(id(3), record(3));
    // The one that forgets does so for both, but for what came later.
    assert_eq!(records(&FileKeeper::open(&path)).len(), 3);
    other.forget();
    one.keep(id(4), record(4));
    assert_eq!(records(&FileKeeper::open(&path)), [(id(4), record(4))]);
}

#[test]
fn the_file_is_whole_at_any_time_however_many_write() {
    let path = place("many");
    FileKeeper::open(&path).keep(id(0), record(0));
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let writers: Vec<_> = (1..=4)
            .map(|writer| {
                let path = &path;
                scope.spawn(move || {
                    let mut keeper = FileKeeper::open(path);
                    for number in 0..25 {
                        keeper.keep(id(writer * 100 + number), record(number));
                    }
                    assert_eq!(keeper.take_complaints(), Vec::<String>::new());
                })
            })
            .collect();
        let reader = scope.spawn(|| {
            let mut count = 0;
            while !done.load(Ordering::Relaxed) {
                let text = fs::read_to_string(&path).unwrap();
                let file: serde_json::Value = serde_json::from_str(&text).unwrap();
                let now = file["records"].as_array().unwrap().len();
                assert!(now >= count, "{now} records after {count}");
                count = now;
            }
        });
        for writer in writers {
            writer.join().unwrap();
        }
        done.store(true, Ordering::Relaxed);
        reader.join().unwrap();
    });
    assert_eq!(records(&FileKeeper::open(&path)).len(), 101);
    assert_eq!(files(&path), ["progress.json", "progress.json.lock"]);
}

#[test]
fn the_files_of_every_version_are_read() {
    let path = place("every");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    for version in 1..=8 {
        let name = format!("../host-tests/fixtures/records/progress-{version}.json");
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        fs::copy(fixture, &path).unwrap();
        let mut keeper = FileKeeper::open(&path);
        assert_eq!(keeper.take_complaints(), Vec::<String>::new());
        let profile = keeper.profile();
        assert_eq!(
            (profile.rating, profile.streak, profile.tries),
            (1234, (7, 31), (420, 310))
        );
        assert_eq!((profile.history.len(), profile.history[47]), (48, 935));
        assert_eq!(
            (profile.settings.theme, profile.settings.knows),
            (ThemeName::Dark, 247)
        );
        assert_eq!(records(&keeper).len(), 6);
        let failed = keeper.record(ProblemId {
            pack: 0x8000_0001,
            problem: 0x0200_0000,
        });
        assert_eq!(
            (failed.done, failed.box_number, failed.due),
            (Done::Failed, 5, 2_097_151)
        );
        // Today's set came with the third.
        let set = (profile.set.len(), profile.set_rating, profile.sets);
        assert_eq!(set, if version >= 3 { (2, 1200, 12) } else { (0, 100, 0) });
        // How Row Go is played came with the fourth.
        let Settings {
            row_lines,
            row_side,
            row_level,
            ..
        } = profile.settings;
        let (lines, side, level) = if version >= 4 {
            (9, RowSide::White, 2)
        } else {
            (5, RowSide::Black, 0)
        };
        assert_eq!((row_lines, row_side, row_level), (lines, side, level));
        // Kept problems came with the fifth.
        assert_eq!(profile.kept.len(), usize::from(version >= 5));
        // Marks on what looks natural came with the eighth.
        assert_eq!(profile.settings.natural, version >= 8);
        // Sets with names came with the seventh.
        let (set, name) = if version >= 7 { (2, "My ko") } else { (0, "") };
        assert_eq!(profile.in_set(set).count(), usize::from(version >= 5));
        assert_eq!(profile.name_of_set(2), name);
        // A game came with the sixth.
        let mut game = Vec::new();
        keeper.game(&mut |bytes| game = bytes.to_vec());
        assert_eq!(game.len(), if version >= 6 { 10 } else { 0 });
        // The language came with the sixth.
        let language = if version >= 6 { "de" } else { "en" };
        assert_eq!(profile.settings.language.as_str(), language);
    }
}

#[test]
fn what_a_record_does_not_say_is_as_of_a_new_problem() {
    let path = place("short");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let text = r#"{"version": 1, "records": [{"pack": 1, "problem": 7, "done": "Solved"}]}"#;
    fs::write(&path, text).unwrap();
    let mut keeper = FileKeeper::open(&path);
    assert_eq!(keeper.take_complaints(), Vec::<String>::new());
    let solved = Record {
        done: Done::Solved,
        ..Record::default()
    };
    assert_eq!(records(&keeper), [(id(7), solved)]);
    assert_eq!(keeper.profile(), Profile::default());
}
