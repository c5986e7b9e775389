//! The built-in packs hold what their sources in `problems/` say. Nothing is proved here: `cargo xtask bank` does that when it
//! makes them, and the oracle of `bank.rs` for the problems that were drawn by hand.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use shikatsu::session::Bank;
use shikatsu::session::library::Library;
use shikatsu_host::files::Loaded;
use shikatsu_host::pack::edition::{complaints, difference, place};
use shikatsu_host::pack::manifest::{Manifest, Planned};

const REMEDY: &str = "run `cargo xtask bank` and commit what it writes";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../problems")
}

fn built() -> PathBuf {
    root().join("built-in")
}

fn manifest() -> Vec<Planned> {
    Manifest::read(&root().join("packs.toml")).unwrap().packs
}

fn sources() -> Vec<(Planned, Vec<Loaded>)> {
    let packs = manifest().into_iter();
    packs
        .map(|planned| {
            let loaded = planned.load(&root());
            (planned, loaded)
        })
        .collect()
}

#[test]
fn the_built_in_packs_are_what_their_sources_say() {
    for (planned, loaded) in sources() {
        let path = place(&built(), &planned);
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}; {REMEDY}", path.display()));
        if let Some(what) = difference(&planned, &loaded, &bytes) {
            panic!("{}: {what}; {REMEDY}", path.display());
        }
    }
}

#[test]
fn a_forgotten_rebuild_is_noticed() {
    let (planned, loaded) = sources().remove(0);
    let bytes = fs::read(place(&built(), &planned)).unwrap();
    let told = |planned: &Planned, loaded: &[Loaded]| difference(planned, loaded, &bytes).unwrap_or_default();
    let changed = |change: &dyn Fn(&mut shikatsu_host::entry::Entry)| {
        let mut loaded = loaded.clone();
        change(loaded[2].entry.as_mut().unwrap());
        told(&planned, &loaded)
    };
    assert_eq!(told(&planned, &loaded), "");
    let next = loaded[3].entry.as_ref().unwrap();
    assert!(
        changed(&|entry| entry.problem = entry.problem.swapped())
            .starts_with("problem 3 has another position")
    );
    assert!(changed(&|entry| entry.name.push('!')).starts_with("problem 3 has another name"));
    assert!(changed(&|entry| entry.text.push('!')).starts_with("problem 3 has another text"));
    assert!(changed(&|entry| entry.task.push('!')).starts_with("problem 3 has another task"));
    assert!(changed(&|entry| entry.lesson.push('!')).starts_with("problem 3 has another lesson"));
    assert!(changed(&|entry| entry.level = None).starts_with("problem 3 has another level"));
    assert!(changed(&|entry| entry.answer = next.answer).starts_with("problem 3 has another answer"));
    assert!(told(&planned, &loaded[1..]).contains("problems, not"));
    let mut turned = loaded.clone();
    turned.swap(4, 5);
    assert!(told(&planned, &turned).starts_with("problem 5 has another"));
    let renamed = Planned {
        name: "Another".into(),
        ..planned.clone()
    };
    assert_eq!(told(&renamed, &loaded), "id, revision or name are others");
}

#[test]
fn every_source_says_all_that_a_built_in_problem_needs() {
    let sources = sources();
    let wrong = complaints(sources.iter().flat_map(|(_, loaded)| loaded));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_bank_holds_every_pack_of_the_manifest_in_its_order() {
    let manifest = manifest();
    let planned: Vec<u32> = manifest.iter().map(|planned| planned.id).collect();
    let held: Vec<u32> = (0..Bank.packs()).map(|pack| Bank.pack_id(pack)).collect();
    assert_eq!(
        held, planned,
        "src/session/bank.rs should list the packs of problems/packs.toml"
    );
    let expected: BTreeSet<PathBuf> = manifest.iter().map(|planned| place(&built(), planned)).collect();
    let files = fs::read_dir(built()).unwrap().map(|file| file.unwrap().path());
    assert_eq!(
        files.collect::<BTreeSet<_>>(),
        expected,
        "problems/built-in should hold no other file"
    );
}
