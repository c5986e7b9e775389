//! What is remembered, in memory: it answers the session at once, and says what has still to be written.
//!
//! A record takes eight bytes: the problem's number, and in a word how the newest try ended, its box, when it is due, and its pack by
//! a place in a small list. They are sorted, so that one is found in a dozen steps.
//!
//! When there is no room for a new record, one goes that waits in no box, and of these the one that was tried longest ago; if all wait, the
//! one that is due first.

use core::cell::RefCell;
use core::mem::replace;

use heapless::Vec;

use super::Refusal;
use super::pages::{
    PLAYER, UNFINISHED, VERSION, bucket, order, read_bucket, read_game, read_player, write_bucket,
    write_game, write_player,
};
use crate::record::{Done, GAME, Keeper, ProblemId, Profile, Record, take_game};

/// Pages of records.
pub(super) const BUCKETS: usize = 128;
/// The pages of a backup: the player, and what became of problems.
pub const PAGES: usize = BUCKETS + 1;
/// All pages. The last is the game that is not finished.
pub const KEYS: usize = PAGES + 1;
/// Packs that can have records at the same time.
const PACKS: usize = 64;
/// Records that a page has room for, whatever they are.
pub(super) const MOST_OF_BUCKET: usize = 96;
/// The latest moment a record can be due; later is then.
const LATEST: u32 = (1 << 21) - 1;

/// A problem and its record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Packed {
    pub(super) problem: u32,
    /// 2 bits how it ended, 3 the box, 21 when it is due, 6 the pack.
    word: u32,
}

impl Packed {
    fn new(problem: u32, pack: u8, record: Record) -> Packed {
        let word = record.done as u32 | u32::from(record.box_number & 7) << 2 | record.due.min(LATEST) << 5;
        Packed {
            problem,
            word: word | u32::from(pack) << 26,
        }
    }

    /// The place of its pack.
    pub(super) const fn pack(self) -> u8 {
        (self.word >> 26) as u8
    }

    /// All but the pack.
    pub(super) const fn state(self) -> u32 {
        self.word & ((1 << 26) - 1)
    }

    /// The record that a state stands for.
    pub(super) const fn unpack(state: u32) -> Record {
        Record {
            done: match state & 3 {
                0 => Done::New,
                1 => Done::Solved,
                2 => Done::Helped,
                _ => Done::Failed,
            },
            box_number: (state >> 2 & 7) as u8,
            due: state >> 5 & LATEST,
        }
    }

    /// What goes first has the least of this. What waits in no box was due when it was tried.
    const fn worth(self) -> (bool, u32) {
        let record = Packed::unpack(self.state());
        (record.box_number > 0, record.due)
    }
}

/// Remembers up to `N` problems.
#[derive(Clone, Debug)]
pub struct Progress<const N: usize> {
    player: Player,
    /// Pages of another epoch are forgotten.
    epoch: u32,
    packs: Vec<u32, PACKS>,
    records: Vec<Packed, N>,
    /// The game that is not finished.
    game: Vec<u8, GAME>,
    /// A bit for each page that is not written yet.
    news: [u32; KEYS.div_ceil(32)],
    source: Source,
    /// A later firmware wrote pages that are only half understood here. They are left alone, and so is everything beside them.
    is_newer: bool,
    /// The player wants even that forgotten.
    forgets_newer: bool,
    meanwhile: Meanwhile,
}

/// What the session says while a backup is taken in. It counts if that comes to nothing.
#[derive(Clone, Debug)]
struct Meanwhile {
    /// The newest last. Nobody solves more until a restore is given up.
    records: Vec<(ProblemId, Record), 16>,
    player: Player,
    forgets: bool,
}

impl Meanwhile {
    const NOTHING: Meanwhile = Meanwhile {
        records: Vec::new(),
        player: Player::New,
        forgets: false,
    };

    fn keep(&mut self, id: ProblemId, record: Record) {
        self.records.retain(|(known, _)| *known != id);
        if self.records.is_full() {
            self.records.remove(0);
        }
        let kept = self.records.push((id, record));
        debug_assert!(kept.is_ok());
    }
}

/// Who plays. A progress that remembers nothing is all zeros, so that a handheld has no copy of it in flash: therefore the first of these is zero,
/// which `Option` does not promise.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
#[expect(
    clippy::large_enum_variant,
    reason = "it lies in a static, where the room is taken anyway"
)]
enum Player {
    New,
    Known(Profile),
}

/// Whose word counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Session,
    /// A backup is being taken in, and nothing is written meanwhile.
    Backup,
    /// A backup was taken in. The session does not know it until the next start, so what it says would spoil it.
    Restored,
}

impl<const N: usize> Progress<N> {
    /// Remembers nothing. It is a constant because it is large, and can be put where it stays.
    pub const fn new() -> Progress<N> {
        Progress {
            player: Player::New,
            epoch: 0,
            packs: Vec::new(),
            records: Vec::new(),
            game: Vec::new(),
            news: [0; KEYS.div_ceil(32)],
            source: Source::Session,
            is_newer: false,
            forgets_newer: false,
            meanwhile: Meanwhile::NOTHING,
        }
    }

    /// How many problems are remembered.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Whether something is not written yet.
    pub fn has_news(&self) -> bool {
        self.may_be_written() && self.news.iter().any(|&word| word > 0)
    }

    /// Whether the flash has pages of a later firmware. They are read as far as they are known, and nothing is written until the player
    /// wants everything forgotten.
    pub const fn is_newer(&self) -> bool {
        self.is_newer
    }

    /// There is something that this firmware does not know.
    pub(super) fn leave_alone(&mut self) {
        self.is_newer = true;
    }

    /// Whether the player wants forgotten what a later firmware wrote, too.
    pub(super) const fn forgets_newer(&self) -> bool {
        self.forgets_newer
    }

    fn may_be_written(&self) -> bool {
        self.source != Source::Backup && !self.is_newer
    }

    /// Forgets everything in memory, and that there was anything to write.
    pub(super) fn clear(&mut self) {
        self.player = Player::New;
        self.epoch = 0;
        self.packs.clear();
        self.records.clear();
        self.game.clear();
        self.news = [0; KEYS.div_ceil(32)];
        self.source = Source::Session;
        self.is_newer = false;
        self.forgets_newer = false;
    }

    /// Hears what the session said while a backup was taken in, which came to nothing.
    pub(super) fn catch_up(&mut self) {
        let said = replace(&mut self.meanwhile, Meanwhile::NOTHING);
        if said.forgets {
            self.forget();
        }
        for (id, record) in said.records {
            self.keep(id, record);
        }
        if let Player::Known(profile) = said.player {
            self.keep_profile(&profile);
        }
    }

    /// Takes in a page that was written before. One that cannot be read is passed over.
    pub(super) fn recall(&mut self, key: u16, bytes: &[u8]) {
        if key == PLAYER {
            if let Some(page) = read_player(VERSION, bytes) {
                self.epoch = page.epoch;
                self.player = Player::Known(page.content);
                self.is_newer |= page.is_newer;
            }
            return;
        }
        if key == UNFINISHED {
            let game = read_game(bytes).filter(|game| game.0 == self.epoch);
            let bytes = game.map_or(&[][..], |game| game.1);
            take_game(&mut self.game, &mut bytes.iter().copied());
            return;
        }
        let wanted = self.epoch;
        let page = read_bucket(bytes, |epoch, id, record| {
            if epoch == wanted {
                self.set(id, record);
            }
        });
        self.is_newer |= page.is_some_and(|page| page.epoch == wanted && page.is_newer);
    }

    /// Writes the next page that is not written yet into `buffer`, and counts it as written. Returns its key and length.
    pub(super) fn take_news(&mut self, buffer: &mut [u8]) -> Option<(u16, usize)> {
        if !self.may_be_written() {
            return None;
        }
        let key = order().find(|&key| self.news[usize::from(key) / 32] >> (key % 32) & 1 > 0)?;
        self.news[usize::from(key) / 32] &= !(1 << (key % 32));
        // Every page fits: that is what `MOST_OF_BUCKET` is for.
        Some((key, self.page(key, buffer)?))
    }

    /// A page was not written after all.
    pub(super) fn keep_as_news(&mut self, key: u16) {
        self.news[usize::from(key) / 32] |= 1 << (key % 32);
    }

    /// Writes a page into `buffer`, for a backup or for flash. Returns its length; `None` if there is no such page.
    pub fn page(&self, key: u16, buffer: &mut [u8]) -> Option<usize> {
        if key == PLAYER {
            return write_player(VERSION, self.epoch, &self.profile(), buffer);
        }
        if key == UNFINISHED {
            return write_game(self.epoch, &self.game, buffer);
        }
        if key > PLAYER {
            return None;
        }
        let (start, end) = self.bucket_range(key);
        let pack = |place: u8| self.packs.get(usize::from(place)).copied().unwrap_or(0);
        let records = self.records.get(start..end)?;
        write_bucket(self.epoch, records, pack, buffer)
    }

    /// Forgets everything in memory, to be filled with the pages of a backup. Until [`Progress::end_restore`] nothing is written.
    ///
    /// The epoch stays: every page will be written anew, and until then its older form counts. With a new one the first page written would
    /// make all others those of the past, and a power cut would lose them.
    pub fn begin_restore(&mut self) {
        let epoch = self.epoch;
        self.clear();
        self.epoch = epoch;
        self.source = Source::Backup;
    }

    /// Takes in a page of a backup. One of a later version is refused: nobody's settings are lost in silence.
    pub fn restore(&mut self, key: u16, bytes: &[u8]) -> Result<(), Refusal> {
        let known = |is_newer| {
            if is_newer {
                Err(Refusal::NewerProgress)
            } else {
                Ok(())
            }
        };
        if key == PLAYER {
            let page = read_player(VERSION, bytes).ok_or(Refusal::Damaged)?;
            known(page.is_newer)?;
            self.player = Player::Known(page.content);
            return Ok(());
        }
        if key > PLAYER {
            return Err(Refusal::Damaged);
        }
        // Read twice: a page that is refused changes nothing.
        known(read_bucket(bytes, |_, _, _| ()).ok_or(Refusal::Damaged)?.is_newer)?;
        read_bucket(bytes, |_, id, record| {
            self.set(id, record);
        });
        Ok(())
    }

    /// The backup is complete: everything is to be written.
    pub fn end_restore(&mut self) {
        self.source = Source::Restored;
        for key in order() {
            self.keep_as_news(key);
        }
    }

    /// Whether a backup is being taken in.
    pub fn is_being_restored(&self) -> bool {
        self.source == Source::Backup
    }

    /// Where the records of a bucket are.
    fn bucket_range(&self, key: u16) -> (usize, usize) {
        let before = |key: u16| {
            self.records
                .partition_point(|record| bucket(record.problem) < key)
        };
        (before(key), before(key + 1))
    }

    /// Where a record is; otherwise where it would be.
    fn find(&self, id: ProblemId) -> Result<usize, usize> {
        let start = self.records.partition_point(|record| record.problem < id.problem);
        let same = self.records[start..]
            .iter()
            .take_while(|record| record.problem == id.problem);
        let is_it = |record: &Packed| self.packs.get(usize::from(record.pack())) == Some(&id.pack);
        let mut same = same.enumerate();
        same.find(|(_, record)| is_it(record))
            .map_or(Err(start), |(step, _)| Ok(start + step))
    }

    /// Remembers a record. True if that is new.
    fn set(&mut self, id: ProblemId, record: Record) -> bool {
        if self.find(id).is_err() {
            self.make_room(id);
        }
        let pack = self.pack_place(id.pack);
        let new = Packed::new(id.problem, pack, record);
        match self.find(id) {
            Ok(place) if self.records[place] == new => return false,
            Ok(place) => self.records[place] = new,
            Err(place) => {
                let kept = self.records.insert(place, new);
                debug_assert!(kept.is_ok());
            }
        }
        true
    }

    /// Sees to it that one more record has a place.
    fn make_room(&mut self, id: ProblemId) {
        let (start, end) = self.bucket_range(bucket(id.problem));
        if end - start >= MOST_OF_BUCKET {
            self.drop_one(start, end);
        } else if self.records.is_full() {
            self.drop_one(0, N);
        }
    }

    fn drop_one(&mut self, start: usize, end: usize) {
        let least = (start..end).min_by_key(|&place| self.records[place].worth());
        if let Some(place) = least {
            let gone = self.records.remove(place);
            self.keep_as_news(bucket(gone.problem));
        }
    }

    /// The place of a pack in the list. If that is full, a pack goes that has the fewest records, and they go with it.
    fn pack_place(&mut self, pack: u32) -> u8 {
        if let Some(place) = self.packs.iter().position(|&known| known == pack) {
            return place as u8;
        }
        if self.packs.push(pack).is_ok() {
            return self.packs.len() as u8 - 1;
        }
        let mut counts = [0u16; PACKS];
        for record in &self.records {
            counts[usize::from(record.pack())] += 1;
        }
        let least = (0..PACKS).min_by_key(|&place| counts[place]).unwrap_or(0);
        while let Some(place) = self
            .records
            .iter()
            .position(|record| usize::from(record.pack()) == least)
        {
            let gone = self.records.remove(place);
            self.keep_as_news(bucket(gone.problem));
        }
        self.packs[least] = pack;
        least as u8
    }
}

impl<const N: usize> Default for Progress<N> {
    fn default() -> Progress<N> {
        Progress::new()
    }
}

impl<const N: usize> Keeper for Progress<N> {
    fn record(&self, id: ProblemId) -> Record {
        self.find(id).map_or(Record::default(), |place| {
            Packed::unpack(self.records[place].state())
        })
    }

    fn keep(&mut self, id: ProblemId, record: Record) {
        if self.source != Source::Session {
            self.meanwhile.keep(id, record);
        } else if self.set(id, record) {
            self.keep_as_news(bucket(id.problem));
        }
    }

    fn each(&self, show: &mut dyn FnMut(ProblemId, Record)) {
        for record in &self.records {
            let pack = self.packs.get(usize::from(record.pack())).copied();
            let id = ProblemId {
                pack: pack.unwrap_or(0),
                problem: record.problem,
            };
            show(id, Packed::unpack(record.state()));
        }
    }

    fn profile(&self) -> Profile {
        match &self.player {
            Player::New => Profile::default(),
            Player::Known(profile) => profile.clone(),
        }
    }

    fn keep_profile(&mut self, profile: &Profile) {
        let is_known = matches!(&self.player, Player::Known(known) if known == profile);
        if self.source != Source::Session {
            self.meanwhile.player = Player::Known(profile.clone());
        } else if !is_known {
            self.player = Player::Known(profile.clone());
            self.keep_as_news(PLAYER);
        }
    }

    fn game(&self, show: &mut dyn FnMut(&[u8])) {
        show(&self.game);
    }

    /// A move that is made while a backup is taken in is kept with the next one.
    fn keep_game(&mut self, bytes: &mut dyn Iterator<Item = u8>) {
        if self.source == Source::Session && take_game(&mut self.game, bytes) {
            self.keep_as_news(UNFINISHED);
        }
    }

    /// One page is written, and all others belong to the past.
    fn forget(&mut self) {
        if self.source != Source::Session {
            self.meanwhile = Meanwhile {
                forgets: true,
                ..Meanwhile::NOTHING
            };
            return;
        }
        let (old, was_newer) = (self.profile(), self.is_newer || self.forgets_newer);
        let epoch = self.epoch.wrapping_add(1);
        self.clear();
        self.epoch = epoch;
        self.forgets_newer = was_newer;
        self.keep_profile(&Profile {
            settings: old.settings,
            welcomed: old.welcomed,
            place: old.place,
            ..Profile::default()
        });
    }
}

/// Shared with whoever writes it: each question is a short look.
impl<const N: usize> Keeper for &RefCell<Progress<N>> {
    fn record(&self, id: ProblemId) -> Record {
        self.borrow().record(id)
    }

    fn keep(&mut self, id: ProblemId, record: Record) {
        self.borrow_mut().keep(id, record);
    }

    fn each(&self, show: &mut dyn FnMut(ProblemId, Record)) {
        self.borrow().each(show);
    }

    fn profile(&self) -> Profile {
        self.borrow().profile()
    }

    fn keep_profile(&mut self, profile: &Profile) {
        self.borrow_mut().keep_profile(profile);
    }

    fn game(&self, show: &mut dyn FnMut(&[u8])) {
        self.borrow().game(show);
    }

    fn keep_game(&mut self, bytes: &mut dyn Iterator<Item = u8>) {
        self.borrow_mut().keep_game(bytes);
    }

    fn forget(&mut self) {
        self.borrow_mut().forget();
    }
}
