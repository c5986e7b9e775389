//! What changed from one edition of a pack to another. Problems are the same if their numbers are.

use std::collections::{HashMap, HashSet};

use shikatsu::pack::{Pack, Record};

/// The differences, a sentence each; none if the packs say the same.
pub fn differences(old: &Pack<'_>, new: &Pack<'_>) -> Vec<String> {
    let mut found = headers(old, new);
    let (before, after) = (by_number(old), by_number(new));
    let there: HashMap<u32, &Numbered<'_>> = after.iter().map(|it| (it.number, it)).collect();
    for it in &before {
        match there.get(&it.number) {
            None => found.push(format!("- {}", it.title())),
            Some(now) => {
                let changed = changes(&it.record, &now.record).join(", ");
                if !changed.is_empty() {
                    found.push(format!("~ {}: {changed}", now.title()));
                }
            }
        }
    }
    let known: HashSet<u32> = before.iter().map(|it| it.number).collect();
    let added = after.iter().filter(|it| !known.contains(&it.number));
    found.extend(added.map(|it| format!("+ {}", it.title())));
    let order = |of: &[Numbered<'_>], others: &HashSet<u32>| -> Vec<u32> {
        of.iter()
            .map(|it| it.number)
            .filter(|it| others.contains(it))
            .collect()
    };
    let still: HashSet<u32> = there.keys().copied().collect();
    if order(&before, &still) != order(&after, &known) {
        found.push("the problems are in another order".to_string());
    }
    found
}

/// A problem that can be read, with its number and its place.
struct Numbered<'a> {
    number: u32,
    place: u16,
    record: Record<'a>,
}

impl Numbered<'_> {
    fn title(&self) -> String {
        format!("{} {}", self.place + 1, self.record.name)
    }
}

fn by_number<'a>(pack: &Pack<'a>) -> Vec<Numbered<'a>> {
    let sound = pack.problems();
    sound
        .filter_map(|(place, record)| {
            let number = pack.listing(place).ok()?.number;
            Some(Numbered {
                number,
                place,
                record,
            })
        })
        .collect()
}

fn headers(old: &Pack<'_>, new: &Pack<'_>) -> Vec<String> {
    let (old, new) = (old.header(), new.header());
    let mut found = Vec::new();
    let mut compare = |what: &str, before: String, after: String| {
        if before != after {
            found.push(format!("{what}: {before} becomes {after}"));
        }
    };
    compare("name", old.name.to_string(), new.name.to_string());
    compare("id", format!("{:08x}", old.id), format!("{:08x}", new.id));
    compare("revision", old.revision.to_string(), new.revision.to_string());
    found
}

/// What is not the same about a problem, a word each.
fn changes(before: &Record<'_>, after: &Record<'_>) -> Vec<&'static str> {
    let pairs = [
        ("position", before.problem != after.problem),
        ("answer", before.answer != after.answer),
        ("level", before.level != after.level),
        ("name", before.name != after.name),
        ("source", before.source != after.source),
        ("text", before.text != after.text),
    ];
    pairs
        .iter()
        .filter(|(_, changed)| *changed)
        .map(|(what, _)| *what)
        .collect()
}
