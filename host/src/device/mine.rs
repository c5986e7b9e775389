//! The problems that were made on a handheld: fetched as a pack, and put back as one.

use std::path::{Path, PathBuf};

use shikatsu::link::PackInfo;
use shikatsu::pack::library::problem_number;
use shikatsu::pack::{Book, Header, Listed, MAX_NAME, MAX_TASK, MAX_TEXT, Pack, Record, write};
use shikatsu::record::cut;
use shikatsu::store::Refusal;
use shikatsu::store::mine::{MINE, NAME};
use shikatsu_toolkit::client;
use shikatsu_toolkit::entry::Entry;
use shikatsu_toolkit::print::{one_line, printable};

use super::handheld::{Device, Trouble};

/// The most bytes that a problem takes in a pack, with its entry in the index.
const ROOM: usize = 2048 + 16;

/// The pack of one's own problems, as it lies on the handheld; `None` if there is none.
pub fn fetch(device: &mut Device) -> Result<Option<Vec<u8>>, Trouble> {
    match device.talk(|cable| client::pack(cable, MINE)) {
        Ok(bytes) => Ok(Some(bytes)),
        // Older firmware keeps no problems, and does not know the question.
        Err(Trouble::Talk(client::Trouble::Refused(Refusal::NoSuchPack | Refusal::Unknown))) => Ok(None),
        Err(trouble) => Err(trouble),
    }
}

/// What the handheld says about its own problems.
pub fn there(packs: &[PackInfo]) -> Option<&PackInfo> {
    packs.iter().find(|info| info.id == MINE)
}

/// A pack of problems that are one's own; a sentence if there can be none. The same problem twice is one.
pub fn assemble(entries: &[Entry], revision: u16) -> Result<Vec<u8>, String> {
    struct Words {
        name: heapless::String<MAX_NAME>,
        source: heapless::String<MAX_NAME>,
        text: heapless::String<MAX_TEXT>,
        task: heapless::String<MAX_TASK>,
        lesson: heapless::String<MAX_TEXT>,
    }
    let words: Vec<Words> = entries
        .iter()
        .map(|entry| Words {
            name: cut(&one_line(&entry.name)),
            source: cut(&one_line(&entry.source)),
            text: cut(&printable(&entry.text)),
            task: cut(&one_line(&entry.task)),
            lesson: cut(&printable(&entry.lesson)),
        })
        .collect();
    let mut listed: Vec<Listed<'_>> = Vec::new();
    for (entry, words) in entries.iter().zip(&words) {
        let number = problem_number(&entry.problem);
        if listed.iter().any(|before| before.number == number) {
            continue;
        }
        listed.push(Listed {
            number,
            record: Record {
                problem: entry.problem,
                level: entry.level,
                answer: entry.answer,
                name: &words.name,
                source: &words.source,
                text: &words.text,
                task: &words.task,
                lesson: &words.lesson,
                book: Book::None,
            },
        });
    }
    let mut out = vec![0; Header::LEN + listed.len() * ROOM];
    let length =
        write(&Header::new(MINE, revision, NAME), &listed, &mut out).map_err(|error| error.to_string())?;
    out.truncate(length);
    Ok(out)
}

/// Where a backup has them: beside the progress.
pub fn beside(backup: &Path) -> PathBuf {
    backup.with_extension("mine.pack")
}

/// The problems of a pack, as those of a file.
pub fn entries(bytes: &[u8]) -> Result<Vec<Entry>, String> {
    let pack = Pack::open(bytes).map_err(|error| error.to_string())?;
    let entries = pack
        .problems()
        .map(|(_, record)| shikatsu_toolkit::files::packed::entry(&record));
    Ok(entries.collect())
}
