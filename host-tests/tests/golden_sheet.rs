//! `docs/images/trainer.png` shows the screens of the trainer as one meets them, taken from a game that a script plays.

use std::fs;
use std::path::Path;

use host_tests::golden::hold_sheet;
use shikatsu_host::script::{Cast, Director, Script, play};
use shikatsu_host::sim::Shelf;

#[test]
fn the_sheet_of_the_docs_shows_the_screens_as_they_are() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("sheet/trainer.shk");
    let script = Script::read("trainer", &fs::read_to_string(path).unwrap()).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sheet");
    let _ = fs::remove_dir_all(&folder);
    let mut director = Director {
        screenshots: folder.clone(),
        ..Director::default()
    };
    play(&script, &mut Cast::rehearsal(Shelf::built_in()), &mut director).expect("the script is played");
    let mut screens: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    screens.sort();
    assert_eq!(screens.len(), 24);
    hold_sheet("docs/images/trainer.png", &screens, 6);
}
