//! Who remembers, in a browser: the page writes what is new, when it can.
//!
//! What is to be written is made from what is there at that moment, so that another tab's news stay.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use shikatsu::record::{Keeper, ProblemId, Profile, Record};
use shikatsu_toolkit::merge;
use shikatsu_toolkit::saved::{SavedProgress, Unreadable};

use crate::link;

/// Remembers. Its copies are the same memory.
#[derive(Clone, Default)]
pub(crate) struct Memory(Rc<RefCell<State>>);

#[derive(Default)]
struct State {
    progress: SavedProgress,
    /// The player when this was last written.
    base: Profile,
    news: News,
    /// What is being written, and what the player was before.
    under_way: News,
    before: Profile,
}

/// What is not written yet.
#[derive(Clone, Default)]
struct News {
    records: BTreeSet<ProblemId>,
    profile: bool,
    game: bool,
    /// Everything that was there is to go.
    forgets: bool,
}

impl News {
    fn is_empty(&self) -> bool {
        self.records.is_empty() && !self.profile && !self.game && !self.forgets
    }
}

impl Memory {
    /// Remembers what was written; nothing if there is nothing.
    pub(crate) fn open(bytes: &[u8]) -> Result<Memory, Unreadable> {
        let progress = read(bytes)?;
        let base = progress.profile.clone();
        Ok(Memory(Rc::new(RefCell::new(State {
            progress,
            base,
            ..State::default()
        }))))
    }

    /// Whether there is something to write.
    pub(crate) fn has_news(&self) -> bool {
        !self.0.borrow().news.is_empty()
    }

    /// The bytes to write in the place of those that are there now. [`Memory::written`] has to be called when that is done, or was not.
    pub(crate) fn write_over(&self, there: &[u8]) -> Result<Vec<u8>, Unreadable> {
        let theirs = read(there)?;
        let state = &mut *self.0.borrow_mut();
        let news = std::mem::take(&mut state.news);
        let mut whole = if news.forgets {
            SavedProgress {
                profile: state.progress.profile.clone(),
                ..SavedProgress::default()
            }
        } else {
            SavedProgress {
                profile: merge::profile(&state.base, &state.progress.profile, &theirs.profile),
                records: theirs.records,
                game: theirs.game,
            }
        };
        if news.game {
            whole.game.clone_from(&state.progress.game);
        }
        for id in &news.records {
            if let Some(record) = state.progress.records.get(id) {
                whole.records.insert(*id, *record);
            }
        }
        // After a link the player comes back to the place in their own packs.
        if whole.profile.place.is_some_and(|place| place.pack == link::PACK) {
            whole.profile.place = theirs.profile.place;
        }
        let bytes = whole.write();
        state.progress.records = whole.records;
        state.before = std::mem::replace(&mut state.base, state.progress.profile.clone());
        state.under_way = news;
        Ok(bytes)
    }

    /// The bytes were written, or could not be. Then they are news again.
    pub(crate) fn written(&self, is_done: bool) {
        let state = &mut *self.0.borrow_mut();
        let lost = std::mem::take(&mut state.under_way);
        if !is_done {
            state.base = state.before.clone();
            state.news.records.extend(lost.records);
            state.news.profile |= lost.profile;
            state.news.game |= lost.game;
            state.news.forgets |= lost.forgets;
        }
    }

    /// Another tab wrote this.
    pub(crate) fn hear(&self, bytes: &[u8]) -> Result<(), Unreadable> {
        let theirs = read(bytes)?;
        let state = &mut *self.0.borrow_mut();
        let mut records = theirs.records;
        for id in state.news.records.union(&state.under_way.records) {
            if let Some(record) = state.progress.records.get(id) {
                records.insert(*id, *record);
            }
        }
        state.progress.records = records;
        Ok(())
    }

    /// Changes what is remembered about the player, before a session begins.
    pub(crate) fn prepare(&mut self, change: impl FnOnce(&mut Profile)) {
        let mut profile = self.profile();
        change(&mut profile);
        self.keep_profile(&profile);
    }
}

fn read(bytes: &[u8]) -> Result<SavedProgress, Unreadable> {
    if bytes.is_empty() {
        return Ok(SavedProgress::default());
    }
    SavedProgress::read(bytes)
}

impl Keeper for Memory {
    fn record(&self, id: ProblemId) -> Record {
        let state = self.0.borrow();
        state.progress.records.get(&id).copied().unwrap_or_default()
    }

    fn keep(&mut self, id: ProblemId, record: Record) {
        let state = &mut *self.0.borrow_mut();
        if state.progress.records.insert(id, record) != Some(record) && id.pack != link::PACK {
            state.news.records.insert(id);
        }
    }

    fn each(&self, show: &mut dyn FnMut(ProblemId, Record)) {
        for (&id, &record) in &self.0.borrow().progress.records {
            show(id, record);
        }
    }

    fn profile(&self) -> Profile {
        self.0.borrow().progress.profile.clone()
    }

    fn keep_profile(&mut self, profile: &Profile) {
        let state = &mut *self.0.borrow_mut();
        if state.progress.profile != *profile {
            state.progress.profile = profile.clone();
            state.news.profile = true;
        }
    }

    fn game(&self, show: &mut dyn FnMut(&[u8])) {
        show(&self.0.borrow().progress.game);
    }

    fn keep_game(&mut self, bytes: &mut dyn Iterator<Item = u8>) {
        let state = &mut *self.0.borrow_mut();
        let game: Vec<u8> = bytes.collect();
        if state.progress.game != game {
            state.progress.game = game;
            state.news.game = true;
        }
    }

    fn forget(&mut self) {
        let state = &mut *self.0.borrow_mut();
        let Profile {
            settings,
            welcomed,
            place,
            ..
        } = state.progress.profile;
        state.progress = SavedProgress {
            profile: Profile {
                settings,
                welcomed,
                place,
                ..Profile::default()
            },
            ..SavedProgress::default()
        };
        state.news = News {
            forgets: true,
            profile: true,
            ..News::default()
        };
    }
}

#[cfg(test)]
mod tests {
    use shikatsu::record::Done;

    use super::*;

    const fn id(problem: u32) -> ProblemId {
        ProblemId { pack: 1, problem }
    }

    const SOLVED: Record = Record {
        done: Done::Solved,
        box_number: 0,
        due: 0,
    };

    #[test]
    fn two_tabs_write_in_turns_and_nothing_is_lost() {
        let (mut one, mut other) = (Memory::open(&[]).unwrap(), Memory::open(&[]).unwrap());
        one.keep(id(1), SOLVED);
        one.prepare(|profile| profile.tries = (1, 1));
        other.keep(id(2), SOLVED);
        other.prepare(|profile| profile.tries = (1, 0));
        let bytes = one.write_over(&[]).unwrap();
        one.written(true);
        let bytes = other.write_over(&bytes).unwrap();
        other.written(true);
        one.keep(id(3), SOLVED);
        one.prepare(|profile| profile.tries = (2, 2));
        let bytes = one.write_over(&bytes).unwrap();
        let whole = SavedProgress::read(&bytes).unwrap();
        assert_eq!(whole.records.len(), 3);
        assert_eq!(whole.profile.tries, (3, 2));
        other.hear(&bytes).unwrap();
        assert_eq!(other.record(id(3)), SOLVED);
        assert!(!other.has_news());
    }

    #[test]
    fn what_was_not_written_stays_news() {
        let mut memory = Memory::open(&[]).unwrap();
        memory.keep(id(1), SOLVED);
        memory.prepare(|profile| profile.tries = (1, 1));
        memory.write_over(&[]).unwrap();
        assert!(!memory.has_news());
        memory.written(false);
        assert!(memory.has_news());
        let mut other = Memory::open(&[]).unwrap();
        other.prepare(|profile| profile.tries = (5, 5));
        let theirs = other.write_over(&[]).unwrap();
        let whole = SavedProgress::read(&memory.write_over(&theirs).unwrap()).unwrap();
        assert_eq!((whole.records.len(), whole.profile.tries), (1, (6, 6)));
    }

    #[test]
    fn what_is_newer_is_neither_read_nor_written_over() {
        let newer = br#"{"version": 99, "profile": {}, "records": []}"#;
        assert!(matches!(Memory::open(newer), Err(Unreadable::Newer(99))));
        let mut memory = Memory::open(&[]).unwrap();
        memory.keep(id(1), SOLVED);
        assert_eq!(memory.write_over(newer), Err(Unreadable::Newer(99)));
        assert!(memory.has_news(), "and it is not lost");
    }
}
