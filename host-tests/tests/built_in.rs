//! The packs that come with the project hold what their sources say: the built-in ones of `problems/`, and those beside the firmware in
//! `packs/`. Nothing is proved here: `cargo xtask bank` does that when it makes them, and the oracle of `bank.rs` for the problems that were
//! drawn by hand.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use shikatsu::pack::Bank;
use shikatsu::pack::library::Library;
use shikatsu_host::files::{load_planned, manifest};
use shikatsu_toolkit::compose::likeness;
use shikatsu_toolkit::files::{Format, Loaded};
use shikatsu_toolkit::pack::edition::{complaints, difference, place};
use shikatsu_toolkit::pack::manifest::Planned;

const REMEDY: &str = "run `cargo xtask bank` and commit what it writes";

/// Packs that are made together.
struct Made {
    /// Where manifest and sources are.
    sources: PathBuf,
    /// Where the packs are.
    packs: PathBuf,
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

fn built_in() -> Made {
    Made {
        sources: folder("problems"),
        packs: folder("problems/built-in"),
    }
}

fn beside_the_firmware() -> Made {
    Made {
        sources: folder("packs"),
        packs: folder("packs"),
    }
}

impl Made {
    fn manifest(&self) -> Vec<Planned> {
        manifest(&self.sources.join("packs.toml")).unwrap().packs
    }

    fn load(&self) -> Vec<(Planned, Vec<Loaded>)> {
        let packs = self.manifest().into_iter();
        packs
            .map(|planned| {
                let loaded = load_planned(&planned, &self.sources);
                (planned, loaded)
            })
            .collect()
    }
}

fn all_that_are_made() -> [Made; 2] {
    [built_in(), beside_the_firmware()]
}

#[test]
fn the_packs_are_what_their_sources_say() {
    for made in all_that_are_made() {
        for (planned, loaded) in made.load() {
            let path = place(&made.packs, &planned);
            let bytes =
                fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}; {REMEDY}", path.display()));
            if let Some(what) = difference(&planned, &loaded, &bytes) {
                panic!("{}: {what}; {REMEDY}", path.display());
            }
        }
    }
}

#[test]
fn no_two_packs_have_the_same_number() {
    let mut ids = BTreeSet::new();
    for planned in all_that_are_made().iter().flat_map(Made::manifest) {
        assert!(
            ids.insert(planned.id),
            "{}: the id {} is taken",
            planned.file,
            planned.id
        );
    }
}

/// A player who loads a pack wants new problems. Only among those drawn by hand a shape may come with and without a wall beside it; that no two of these
/// are the same, stone by stone, is seen to in `bank.rs`.
#[test]
fn no_composed_problem_is_like_another_one_of_any_pack() {
    let mut seen = HashMap::new();
    for (planned, loaded) in all_that_are_made().iter().flat_map(Made::load) {
        for loaded in loaded {
            let is_drawn = loaded.format == Format::Text;
            let entry = loaded.entry.expect("it can be read");
            let name = format!("{}, {}", planned.name, entry.name);
            if let Some(twin) = seen.insert(likeness(&entry.problem), name.clone()) {
                assert!(is_drawn, "{name} is {twin} again");
            }
        }
    }
}

#[test]
fn a_forgotten_rebuild_is_noticed() {
    let (planned, loaded) = built_in().load().remove(0);
    let bytes = fs::read(place(&built_in().packs, &planned)).unwrap();
    let told = |planned: &Planned, loaded: &[Loaded]| difference(planned, loaded, &bytes).unwrap_or_default();
    let changed = |change: &dyn Fn(&mut shikatsu_toolkit::entry::Entry)| {
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
fn every_source_says_all_that_a_problem_of_a_pack_needs() {
    let sources: Vec<_> = all_that_are_made().iter().flat_map(Made::load).collect();
    let wrong = complaints(sources.iter().flat_map(|(_, loaded)| loaded));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_bank_holds_every_pack_of_the_manifest_in_its_order() {
    let Made { packs, .. } = built_in();
    let manifest = built_in().manifest();
    let planned: Vec<u32> = manifest.iter().map(|planned| planned.id).collect();
    let held: Vec<u32> = (0..Bank.packs()).map(|pack| Bank.pack_id(pack)).collect();
    assert_eq!(
        held, planned,
        "src/session/bank.rs should list the packs of problems/packs.toml"
    );
    let expected: BTreeSet<PathBuf> = manifest.iter().map(|planned| place(&packs, planned)).collect();
    let files = fs::read_dir(packs).unwrap().map(|file| file.unwrap().path());
    assert_eq!(
        files.collect::<BTreeSet<_>>(),
        expected,
        "problems/built-in should hold no other file"
    );
}
