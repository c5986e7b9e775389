//! Packs of a manifest, made with more care than others: what goes in is all that the sources hold, exactly as they say it.

use std::path::{Path, PathBuf};

use shikatsu::pack::{Header, Pack};

use super::assemble::{Origins, Words, assemble};
use super::collection::Collection;
use super::item::{Fate, Item};
use super::manifest::Planned;
use super::prove::{Watch, Workers};
use super::twins;
use crate::entry::Entry;
use crate::files::{Loaded, packed};
use crate::print::answer_words;
use crate::solve::Stop;
use crate::solve::words::reason;

/// What keeps problems of all packs together from being built in, whatever their proofs say, a sentence each.
pub fn complaints<'a>(loaded: impl Iterator<Item = &'a Loaded>) -> Vec<String> {
    let mut said = Vec::new();
    let mut good: Vec<(&Loaded, &Entry)> = Vec::new();
    for loaded in loaded {
        let label = loaded.label();
        match &loaded.entry {
            Err(faults) => said.push(format!("{label}: {faults}")),
            Ok(entry) => {
                said.extend(shortcomings(entry).map(|what| format!("{label}: {what}")));
                good.push((loaded, entry));
            }
        }
    }
    let found = twins::twins(good.iter().map(|(_, entry)| &entry.problem));
    for ((loaded, _), twin) in good.iter().zip(found) {
        let other = twin.map(|twin| good[twin].0.label());
        said.extend(other.map(|other| format!("{}: it is the same problem as {other}", loaded.label())));
    }
    said
}

fn shortcomings(entry: &Entry) -> impl Iterator<Item = String> {
    let unsaid = entry.worked_out();
    let no_level = entry.level.is_none().then(|| "it has no level".to_string());
    let no_answer = entry.answer.is_none().then(|| "it has no answer".to_string());
    let no_name = entry.name.is_empty().then(|| "it has no name".to_string());
    let flaws = entry.flaws.iter().cloned();
    flaws.chain([unsaid, no_level, no_answer, no_name].into_iter().flatten())
}

/// The bytes of a pack, with every answer proved. If the proof of any is not exactly what its source says, sentences about that.
pub fn made(
    planned: &Planned,
    loaded: &[Loaded],
    workers: &Workers<'_>,
    stop: &Stop,
    watch: &mut dyn Watch,
) -> Result<Vec<u8>, Vec<String>> {
    let mut collection = Collection::new(loaded);
    collection.prove_with_books(workers, stop, watch);
    let wrong: Vec<String> = collection
        .items
        .iter()
        .filter_map(|item| Some(format!("{}: {}", item.label, objection(item, workers)?)))
        .collect();
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let header = Header::new(planned.id, planned.revision, &planned.name);
    // Nobody on the handheld can look into our sources.
    assemble(&header, &collection, Origins::LeftOut).map_err(|error| vec![error.to_string()])
}

/// Why a problem may not go into a pack whose sources are to be right.
fn objection(item: &Item<'_>, workers: &Workers<'_>) -> Option<String> {
    match item.fate() {
        Fate::Twin(_) => Some("it is there twice".to_string()),
        Fate::Unproved(why) => Some(reason(why, &workers.effort.limits)),
        Fate::TooLarge(..) => Some("the handheld could not read it".to_string()),
        Fate::Kept(solution, _) | Fate::Doubtful(solution, _) => {
            let proved = answer_words(&solution.answer, &item.entry.problem);
            if item.entry.answer != Some(solution.answer) {
                Some(format!("it says something else, but proved is {proved}"))
            } else if Words::of(item, Origins::LeftOut).is_cut {
                Some("its name, text, task or lesson is too long for a pack".to_string())
            } else {
                None
            }
        }
    }
}

/// How a pack that was made differs from its sources, as they are now; nothing is proved again.
pub fn difference(planned: &Planned, loaded: &[Loaded], bytes: &[u8]) -> Option<String> {
    let pack = match Pack::open(bytes) {
        Ok(pack) => pack,
        Err(error) => return Some(error.to_string()),
    };
    let header = pack.header();
    if (header.id, header.revision, header.name) != (planned.id, planned.revision, &planned.name) {
        return Some("id, revision or name are others".to_string());
    }
    let collection = Collection::new(loaded);
    if usize::from(pack.len()) != loaded.len() || collection.items.len() != loaded.len() {
        return Some(format!("it has {} problems, not {}", pack.len(), loaded.len()));
    }
    let mut places = (0..pack.len()).zip(&collection.items);
    places.find_map(|(place, item)| {
        let record = match pack.problem(place) {
            Ok(record) => record,
            Err(error) => return Some(error.to_string()),
        };
        let (entry, words) = (&item.entry, Words::of(item, Origins::LeftOut));
        let what = [
            ("position", record.problem == entry.problem),
            ("level", record.level == entry.level),
            ("answer", record.answer == entry.answer),
            ("name", record.name == words.name),
            ("text", record.text == words.text),
            ("task", record.task == words.task),
            ("lesson", record.lesson == words.lesson),
        ];
        let (what, _) = what.iter().find(|(_, same)| !same)?;
        Some(format!(
            "problem {} has another {what} than {}",
            place + 1,
            item.label
        ))
    })
}

/// Where the pack of this name lies in a folder.
pub fn place(folder: &Path, planned: &Planned) -> PathBuf {
    folder.join(&planned.file).with_extension(packed::EXTENSION)
}
