//! `shikatsu sim --export`: what failed, is kept or is due goes into an SGF file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use shikatsu::pack::Bank;
use shikatsu::pack::library::Library as _;
use shikatsu::record::{Done, Profile, Record};
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::saved::SavedProgress;
use shikatsu_toolkit::sgf;

/// A folder with the progress of somebody who failed a problem, keeps another and solved a third.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("shikatsu-export-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let mut progress = SavedProgress {
        profile: Profile {
            tries: (2, 1),
            ..Profile::default()
        },
        ..SavedProgress::default()
    };
    let record = |done, box_number| Record {
        done,
        box_number,
        due: 5,
    };
    progress.profile.put_into(Bank.id(1, 4), 0);
    progress.records.insert(Bank.id(0, 3), record(Done::Failed, 1));
    progress.records.insert(Bank.id(0, 5), record(Done::Solved, 0));
    fs::write(folder.join("progress.json"), progress.write()).unwrap();
    folder
}

/// Exports. Returns the exit status, and all that was said.
fn export(folder: &Path, options: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_shikatsu"))
        .args(["sim", "--progress"])
        .arg(folder.join("progress.json"))
        .arg("--export")
        .arg(folder.join("more.sgf"))
        .args(options)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

#[test]
fn the_failed_and_the_kept_are_exported_as_sgf() {
    let folder = folder("both");
    assert_eq!(export(&folder, &[]), (Some(0), "2 problems saved\n".to_string()));
    let written = fs::read(folder.join("more.sgf")).unwrap();
    let read: Vec<_> = sgf::read(&written, &Overrides::default())
        .into_iter()
        .map(|entry| entry.unwrap().problem)
        .collect();
    let expected = [(1, 4), (0, 3)].map(|(pack, problem)| Bank.load(pack, problem).unwrap().problem);
    assert_eq!(read, expected);
    // What is there is not overwritten unless that is wanted.
    let (status, said) = export(&folder, &[]);
    assert!(status == Some(2) && said.contains("it exists already"), "{said}");
    let (status, said) = export(&folder, &["--force", "--only", "failed"]);
    assert_eq!((status, said.as_str()), (Some(0), "1 problem saved\n"));
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn a_set_of_ones_own_is_exported_by_its_name() {
    let folder = folder("set");
    let path = folder.join("progress.json");
    let mut progress = SavedProgress::read(&fs::read(&path).unwrap()).unwrap();
    progress.profile.put_into(Bank.id(1, 9), 2);
    progress.profile.name_set(2, "Nets".try_into().unwrap());
    fs::write(&path, progress.write()).unwrap();
    let saved = (Some(0), "1 problem saved\n".to_string());
    assert_eq!(export(&folder, &["--set", "nets"]), saved);
    let written = fs::read(folder.join("more.sgf")).unwrap();
    let read = sgf::read(&written, &Overrides::default());
    let expected = Bank.load(1, 9).unwrap().problem;
    assert_eq!(read.into_iter().next().unwrap().unwrap().problem, expected);
    let (status, said) = export(&folder, &["--force", "--set", "ladders"]);
    assert_eq!(status, Some(2));
    assert!(
        said.contains("there is no set 'ladders'; there are 1, 2 (Nets), 3, 4"),
        "{said}"
    );
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn where_there_is_nothing_to_export_that_is_said() {
    let folder = folder("nothing");
    let (status, said) = export(&folder, &["--only", "due"]);
    assert!(status == Some(2) && said.contains("nothing to export"), "{said}");
    assert!(!folder.join("more.sgf").exists());
    let _ = fs::remove_dir_all(folder);
}
