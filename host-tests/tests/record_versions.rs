//! Pages of every version are read for ever, and pages of versions to come are left alone.
//!
//! `fixtures/records` has what each version wrote, byte by byte: those of version 1 were written by the last firmware before there
//! were versions.

use std::cell::RefCell;
use std::collections::BTreeMap;

use host_tests::fake_packs::look;
use host_tests::fixtures::{bytes, hold};
use host_tests::flash::{Flash, TEARS, now};
use host_tests::handheld;
use shikatsu::language::Code;
use shikatsu::link::{Reply, Request};
use shikatsu::record::{
    Done, Fields, Keeper, Kept, Mode, ProblemId, Profile, Record, RowSide, Settings, ThemeName,
};
use shikatsu::store::log::{Log, LogError, MAX_VALUE};
use shikatsu::store::pages::{Page, VERSION, read_bucket, read_player, write_player};
use shikatsu::store::{KEYS, PAGES, Progress, Refusal, SECTOR, Store};

const PLAYER: u16 = PAGES as u16 - 1;
/// Whose pages the snapshots are: of the second epoch, since something was forgotten once.
const EPOCH: u32 = 1;

/// The player of the snapshots.
fn player() -> Profile {
    Profile {
        settings: Settings {
            brightness: 2,
            theme: ThemeName::Dark,
            coordinates: true,
            mode: Mode::Status,
            nodes: 4,
            depth: 1,
            breadth: 4,
            knows: 0b1111_0111,
            row_lines: 7,
            row_side: RowSide::Both,
            row_level: 3,
            language: Code::new("ja").unwrap(),
            natural: true,
            ..Settings::DEFAULT
        },
        welcomed: true,
        place: Some(ProblemId {
            pack: 0x8000_0001,
            problem: 0xdead_beef,
        }),
        rating: 1234,
        streak: (7, 31),
        tries: (420, 310),
        history: (0..48).map(|step| 1000 + step * 5 - 300 * (step % 2)).collect(),
        book_tries: (30, 20),
        set: [
            (0xffff_ffff, 0xffff_ffff, Done::Failed),
            (7, 1, Done::Solved),
            (7, 2, Done::New),
        ]
        .into_iter()
        .map(|(pack, problem, done)| (ProblemId { pack, problem }, done))
        .collect(),
        set_rating: -900,
        sets: 365,
        kept: [(7, 2), (0xffff_ffff, 0xffff_ffff)]
            .map(|(pack, problem)| ProblemId { pack, problem })
            .into_iter()
            .collect(),
        kept_in: [0, 4].into_iter().collect(),
        set_names: ["Ko", "", "Nets", "Look again"]
            .map(|name| name.try_into().unwrap())
            .into_iter()
            .collect(),
    }
}

/// What of that player a version knows.
fn player_of(version: u8) -> Profile {
    // What looks natural is marked from version 9 on, and sets have names from version 8 on.
    let of_eight = Profile {
        settings: Settings {
            natural: false,
            ..player().settings
        },
        ..player()
    };
    let of_seven = Profile {
        kept_in: Profile::NEW.kept_in,
        set_names: Profile::NEW.set_names,
        ..of_eight.clone()
    };
    // The language is remembered from version 7 on, problems are kept from version 6 on, and Row Go is remembered from version 5 on.
    let of_six = Profile {
        settings: Settings {
            language: Code::ENGLISH,
            ..of_eight.settings
        },
        ..of_seven.clone()
    };
    let of_five = Profile {
        kept: Profile::NEW.kept,
        ..of_six.clone()
    };
    let of_four = Profile {
        settings: Settings {
            row_lines: Settings::DEFAULT.row_lines,
            row_side: Settings::DEFAULT.row_side,
            row_level: Settings::DEFAULT.row_level,
            ..of_six.settings
        },
        ..of_five.clone()
    };
    let older = Profile {
        set: Profile::NEW.set,
        set_rating: Profile::NEW.set_rating,
        sets: 0,
        ..of_four.clone()
    };
    match version {
        1 | 2 => Profile {
            book_tries: (0, 0),
            ..older
        },
        3 => older,
        4 => of_four,
        5 => of_five,
        6 => of_six,
        7 => of_seven,
        8 => of_eight,
        _ => player(),
    }
}

/// What became of problems in the snapshots, by bucket.
const RECORDS: [(u32, u32, Done, u8, u32); 6] = [
    (1, 0x0200_0000, Done::Solved, 0, 0),
    (0x8000_0001, 0x0200_0000, Done::Failed, 5, 2_097_151),
    (0xffff_ffff, 0x0200_0001, Done::Helped, 7, 4_000),
    (2, 0x03ff_ffff, Done::New, 3, 77),
    (1, 0xffff_ffff, Done::Failed, 1, 128),
    (1, 0, Done::Helped, 2, 127),
];
const BUCKETS: [(&str, u16); 4] = [("first", 0), ("full", 1), ("empty", 2), ("last", 127)];

fn records() -> BTreeMap<ProblemId, Record> {
    let record = |(pack, problem, done, box_number, due)| {
        let id = ProblemId { pack, problem };
        (
            id,
            Record {
                done,
                box_number,
                due,
            },
        )
    };
    RECORDS.into_iter().map(record).collect()
}

fn filled() -> Progress<512> {
    let mut progress = Progress::new();
    progress.forget();
    for (id, record) in records() {
        progress.keep(id, record);
    }
    progress.keep_profile(&player());
    progress
}

/// A flash with a log, and what a firmware remembers of it.
fn opened<T>(flash: &[u8], act: impl FnOnce(&mut Store<'_, Flash, 512>) -> T) -> (Vec<u8>, T) {
    let progress = RefCell::new(Progress::new());
    let end = flash.len() as u32;
    let mut store = Store::new(Flash::with(flash.to_vec()), 0..0, 0..end, look, &progress);
    now(store.open(&mut [0; MAX_VALUE])).unwrap();
    let result = act(&mut store);
    (store.into_flash().bytes, result)
}

/// A flash with these pages in it.
fn flash_with(pages: &[(u16, Vec<u8>)]) -> Vec<u8> {
    let mut flash = Flash::new(4);
    let mut log = Log::<KEYS>::closed(0..4 * SECTOR);
    for (key, page) in pages {
        now(log.put(&mut flash, *key, page)).unwrap();
    }
    flash.bytes
}

fn save_all(store: &mut Store<'_, Flash, 512>) {
    while now(store.save(&mut [0; MAX_VALUE])).unwrap() {}
}

#[test]
fn the_player_of_every_version_is_read() {
    for version in 1..=VERSION {
        for (name, epoch, expected) in [
            (format!("player-{version}.hex"), EPOCH, player_of(version)),
            (format!("player-{version}-new.hex"), 0, Profile::default()),
        ] {
            let page: Page<Profile> = read_player(VERSION, &bytes(&name)).unwrap();
            assert_eq!(page.content, expected, "{name}");
            assert_eq!((page.epoch, page.is_newer), (epoch, false), "{name}");
        }
    }
}

#[test]
fn the_records_of_every_version_are_read() {
    for version in 1..=VERSION {
        let mut found = BTreeMap::new();
        for (name, _) in BUCKETS {
            let name = format!("bucket-{version}-{name}.hex");
            let page = read_bucket(&bytes(&name), |epoch, id, record| {
                assert_eq!(epoch, EPOCH);
                found.insert(id, record);
            });
            assert!(page.is_some_and(|page| !page.is_newer), "{name}");
        }
        assert_eq!(found, records(), "version {version}");
    }
}

#[test]
fn what_is_written_today_is_the_newest_snapshot() {
    let progress = filled();
    let mut buffer = [0; MAX_VALUE];
    let mut page = |key| {
        let length = progress.page(key, &mut buffer).unwrap();
        buffer[..length].to_vec()
    };
    hold(&format!("player-{VERSION}.hex"), &page(PLAYER));
    for (name, key) in BUCKETS {
        hold(&format!("bucket-{VERSION}-{name}.hex"), &page(key));
    }
    let length = Progress::<1>::new().page(PLAYER, &mut buffer).unwrap();
    hold(&format!("player-{VERSION}-new.hex"), &buffer[..length]);
}

#[test]
fn the_flash_of_every_version_is_read_and_gone_on_with() {
    // From the sixth on there are sectors that may have a game.
    let first = (1..=6).map(|version| (version, format!("log-{version}.hex")));
    let second = (6..=VERSION).map(|version| (version, format!("log-{version}-game.hex")));
    let newest = format!("log-{VERSION}-game.hex");
    for (version, name) in first.chain(second) {
        if name == newest {
            let mut written = write_log();
            while written.last() == Some(&0xff) {
                written.pop();
            }
            hold(&name, &written);
        }
        let mut flash = bytes(&name);
        flash.resize(4 * SECTOR as usize, 0xff);
        let more = ProblemId { pack: 5, problem: 5 };
        let solved = Record {
            done: Done::Solved,
            ..Record::default()
        };
        let (flash, ()) = opened(&flash, |store| {
            let progress = store.progress();
            assert_eq!(progress.borrow().profile(), player_of(version), "{name}");
            assert_eq!(handheld::records(&progress.borrow()), records(), "{name}");
            let mut game = Vec::new();
            progress.borrow().game(&mut |bytes| game = bytes.to_vec());
            let has_game = name.ends_with("-game.hex");
            assert_eq!(game, if has_game { &GAME[..] } else { &[] }, "{name}");
            progress.borrow_mut().keep(more, solved);
            save_all(store);
        });
        opened(&flash, |store| {
            let progress = store.progress().borrow();
            let mut expected = records();
            expected.insert(more, solved);
            assert_eq!(
                (progress.profile(), handheld::records(&progress)),
                (player_of(version), expected)
            );
        });
    }
}

/// The same story as in the log of version 1: something is tried, everything forgotten, and more is tried.
/// A game on nine lines: Black, who is the player, plays in the middle, and White passes.
const GAME: [u8; 10] = [1, 9, 0, 0, 15, 0, 144, 1, 40, 81];

fn write_log() -> Vec<u8> {
    let first = ProblemId {
        pack: 3,
        problem: 0x0a00_0000,
    };
    let failed = Record {
        done: Done::Failed,
        box_number: 1,
        due: 3,
    };
    let (flash, ()) = opened(&[0xff; 4 * SECTOR as usize], |store| {
        let progress = store.progress();
        progress.borrow_mut().keep(first, failed);
        save_all(store);
        *progress.borrow_mut() = {
            let mut after = filled();
            after.keep_profile(&player());
            after.keep_game(&mut GAME.into_iter());
            after
        };
        save_all(store);
    });
    flash
}

/// What a later firmware may keep: one more setting, and one more field of the player.
#[derive(Clone, PartialEq, Debug, Default)]
struct NextSettings {
    now: Settings,
    volume: Volume,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Volume(u8);

impl Default for Volume {
    fn default() -> Volume {
        Volume(6)
    }
}

#[derive(Clone, PartialEq, Debug, Default)]
struct NextProfile {
    settings: NextSettings,
    now: Profile,
    days: u32,
}

impl Kept for NextSettings {
    fn fields(&mut self, to: &mut impl Fields) {
        self.now.fields(to);
        to.field(&mut self.volume.0);
    }
}

/// Hands all fields on, but for the settings, which have become more.
struct Around<'a, F>(&'a mut F, &'a mut NextSettings);

impl<F: Fields> Fields for Around<'_, F> {
    fn field<T: serde::Serialize + serde::de::DeserializeOwned>(&mut self, value: &mut T) {
        self.0.field(value);
    }

    fn choice<T: Copy + PartialEq>(&mut self, value: &mut T, all: &[T]) {
        self.0.choice(value, all);
    }

    fn group(&mut self, _: &mut impl Kept) {
        self.0.group(self.1);
    }
}

impl Kept for NextProfile {
    fn fields(&mut self, to: &mut impl Fields) {
        self.now.fields(&mut Around(to, &mut self.settings));
        to.field(&mut self.days);
        self.now.settings = self.settings.now;
    }
}

const NEXT: u8 = VERSION + 1;

#[test]
fn a_player_keeps_rating_streak_and_history_when_a_field_is_added() {
    for version in 1..=VERSION {
        let page: Page<NextProfile> = read_player(NEXT, &bytes(&format!("player-{version}.hex"))).unwrap();
        let expected = NextProfile {
            settings: NextSettings {
                now: player_of(version).settings,
                ..NextSettings::default()
            },
            now: player_of(version),
            days: 0,
        };
        assert_eq!(page.content, expected, "version {version}");
        assert!(!page.is_newer);
        assert_eq!(page.content.now.rating, 1234);
    }
}

/// The player's page as a later firmware writes it.
fn next_page() -> Vec<u8> {
    let next = NextProfile {
        settings: NextSettings {
            now: player().settings,
            volume: Volume(9),
        },
        now: player(),
        days: 77,
    };
    let mut buffer = [0; MAX_VALUE];
    let length = write_player(NEXT, EPOCH, &next, &mut buffer).unwrap();
    let page: Page<NextProfile> = read_player(NEXT, &buffer[..length]).unwrap();
    assert_eq!((page.content, page.is_newer), (next, false));
    buffer[..length].to_vec()
}

/// A bucket as a later firmware writes it: a record has one more number.
fn next_bucket() -> Vec<u8> {
    let (epoch, packs, state) = (EPOCH as u8, 1, 3);
    let head = [epoch, 128 + NEXT, 3, packs, 9, 0, 0, 0];
    [&head[..], &[5, state, 0xff, 0x7f], &[1, state, 7]].concat()
}

#[test]
fn a_later_player_is_read_as_far_as_known_and_never_written_over() {
    let page: Page<Profile> = read_player(VERSION, &next_page()).unwrap();
    assert_eq!((page.content, page.is_newer), (player(), true));
    let before = flash_with(&[(PLAYER, next_page()), (1, bytes("bucket-2-full.hex"))]);
    let (after, ()) = opened(&before, play_and_save);
    assert!(after == before, "nothing was written");
}

#[test]
fn later_records_are_read_as_far_as_known_and_never_written_over() {
    let mut found = Vec::new();
    let page = read_bucket(&next_bucket(), |_, id, record| found.push((id, record.done)));
    assert!(page.is_some_and(|page| page.is_newer));
    let id = |problem| ProblemId { pack: 9, problem };
    assert_eq!(found, [(id(5), Done::Failed), (id(6), Done::Failed)]);
    // Even if there is something in it that cannot be read at all.
    let odd = [EPOCH as u8, 128 + NEXT, 9, 200];
    for bucket in [next_bucket(), odd.to_vec()] {
        let before = flash_with(&[(PLAYER, bytes("player-2.hex")), (0, bucket)]);
        let (after, ()) = opened(&before, play_and_save);
        assert!(after == before, "nothing was written");
    }
}

/// The player plays on: that is remembered until the power goes, and nothing is written.
fn play_and_save(store: &mut Store<'_, Flash, 512>) {
    let progress = store.progress();
    assert!(progress.borrow().is_newer());
    assert_eq!(progress.borrow().profile().rating, 1234);
    let better = Profile {
        rating: 1250,
        ..player()
    };
    for (id, record) in records() {
        progress.borrow_mut().keep(id, record);
    }
    progress.borrow_mut().keep_profile(&better);
    assert_eq!(progress.borrow().profile(), better);
    assert!(!progress.borrow().has_news());
    save_all(store);
}

#[test]
fn who_wants_later_progress_forgotten_has_it_forgotten_and_goes_on() {
    let before = flash_with(&[(PLAYER, next_page()), (0, next_bucket())]);
    let (after, ()) = opened(&before, |store| {
        assert!(store.progress().borrow().is_newer());
        store.progress().borrow_mut().forget();
        assert!(!store.progress().borrow().is_newer());
        save_all(store);
    });
    opened(&after, |store| {
        let progress = store.progress().borrow();
        assert!(!progress.is_newer(), "what is forgotten does not count");
        assert_eq!(progress.profile().settings, player().settings);
        assert_eq!((progress.profile().rating, progress.len()), (100, 0));
    });
}

#[test]
fn a_backup_of_a_later_version_is_refused_and_changes_nothing() {
    let mut progress = filled();
    progress.begin_restore();
    for (key, page) in [(PLAYER, next_page()), (0, next_bucket())] {
        assert_eq!(progress.restore(key, &page), Err(Refusal::NewerProgress));
    }
    assert_eq!((progress.profile(), progress.len()), (Profile::default(), 0));
}

#[test]
fn progress_of_a_later_version_is_neither_backed_up_nor_replaced() {
    let home = handheld::Home::<512>::new(0);
    let mut handheld = home.start(Flash::with(flash_with(&[(PLAYER, next_page())])));
    for request in [Request::Backup(PLAYER), Request::BeginRestore] {
        handheld.ask(&request, |reply| {
            assert_eq!(reply, Reply::No(Refusal::NewerProgress));
        });
    }
}

#[test]
fn a_log_of_a_later_version_is_left_alone() {
    let mut before = flash_with(&[(PLAYER, bytes("player-2.hex"))]);
    set_version(&mut before, b'3');
    let (after, ()) = opened(&before, |store| {
        let progress = store.progress();
        assert!(progress.borrow().is_newer());
        progress.borrow_mut().keep_profile(&player());
        save_all(store);
    });
    assert!(after == before);
    let mut flash = Flash::with(before.clone());
    let mut log = Log::<KEYS>::closed(0..4 * SECTOR);
    assert_eq!(now(log.put(&mut flash, 1, &[1])), Err(LogError::Newer));
    assert!(flash.bytes == before);
    // An older version than the first there is was never written: it is nothing, and may be written over.
    set_version(&mut before, b'0');
    let mut log = Log::<KEYS>::closed(0..4 * SECTOR);
    assert_eq!(now(log.put(&mut Flash::with(before), 1, &[1])), Ok(()));
}

/// Makes the first sector one of another version of the log.
fn set_version(sector: &mut [u8], version: u8) {
    sector[3] = version;
    let sum = shikatsu::crc32::checksum(&sector[..8]).to_le_bytes();
    sector[8..12].copy_from_slice(&sum);
}

/// A ring in which a later version wrote a sector behind those of ours.
fn half_newer() -> Vec<u8> {
    let mut flash = Flash::new(4);
    let mut log = Log::<KEYS>::closed(0..4 * SECTOR);
    let page = bytes("player-2.hex");
    while flash.bytes[2 * SECTOR as usize] == 0xff {
        now(log.put(&mut flash, PLAYER, &page)).unwrap();
    }
    set_version(&mut flash.bytes[2 * SECTOR as usize..], b'3');
    flash.bytes
}

#[test]
fn a_player_who_wants_everything_forgotten_gets_rid_of_a_later_log_too() {
    let mut all_newer = flash_with(&[(PLAYER, bytes("player-2.hex"))]);
    set_version(&mut all_newer, b'3');
    for before in [all_newer, half_newer()] {
        let (after, ()) = opened(&before, |store| {
            let progress = store.progress();
            assert!(progress.borrow().is_newer());
            progress.borrow_mut().forget();
            // Twice is the same as once.
            progress.borrow_mut().forget();
            progress.borrow_mut().keep(ID, solved());
            assert!(progress.borrow().has_news());
            save_all(store);
        });
        let (_, ()) = opened(&after, |store| {
            let progress = store.progress().borrow();
            assert!(!progress.is_newer());
            assert_eq!((progress.record(ID), progress.len()), (solved(), 1));
            assert_eq!(progress.profile().rating, Profile::default().rating);
        });
        // Nothing else is taken away: what is no sector of a log stays until its turn comes.
        assert_eq!(after.len(), before.len());
    }
}

#[test]
fn a_power_cut_while_a_later_log_is_forgotten_leaves_it_or_nothing() {
    let before = half_newer();
    let forget = |flash: Flash| {
        let home = handheld::Home::<512>::new(0);
        let mut handheld = home.start(flash);
        home.progress.borrow_mut().forget();
        let is_done = handheld.save_all();
        (handheld.store.into_flash(), is_done)
    };
    let (whole, is_done) = forget(Flash::with(before.clone()));
    assert!(is_done && whole.operations > 1);
    for operation in 0..whole.operations {
        for tear in TEARS {
            let (flash, is_done) = forget(Flash::with(before.clone()).failing_at(operation, tear));
            assert!(!is_done);
            let home = handheld::Home::<512>::new(0);
            let mut handheld = home.start(flash.again());
            let is_newer = home.progress.borrow().is_newer();
            let rating = home.progress.borrow().profile().rating;
            // It can be wanted again, and then it is done.
            assert!(
                [1234, Profile::default().rating].contains(&rating),
                "{operation} {tear:?}"
            );
            home.progress.borrow_mut().forget();
            assert!(handheld.save_all());
            let later = handheld::Home::<512>::new(0);
            later.start(handheld.store.into_flash().again());
            assert!(
                !later.progress.borrow().is_newer(),
                "{operation} {tear:?} {is_newer}"
            );
            assert_eq!(
                later.progress.borrow().profile().rating,
                Profile::default().rating
            );
        }
    }
}

const ID: ProblemId = ProblemId { pack: 1, problem: 7 };

fn solved() -> Record {
    Record {
        done: Done::Solved,
        ..Record::default()
    }
}

#[test]
fn what_is_no_page_is_refused() {
    for page in [
        &[][..],
        &[0],
        &[0, 0],
        &[0x80],
        &[0, 1, 4, 0, 2],
        &[0, 2, 50, 1],
        &[0, 2, 2, 4],
        &[0, 2, 3, 4, 0, 2],
    ] {
        assert_eq!(read_player::<Profile>(VERSION, page), None, "{page:?}");
    }
    assert!(read_player::<Profile>(VERSION, &[0, 2, 3, 4, 0, 1]).is_some());
    let mut unsound: Vec<Vec<u8>> = [
        &[][..],
        &[0],
        &[0x80],
        &[0, 65],
        &[0, 127],
        &[0, 1],
        &[0, 1, 7, 1],
    ]
    .map(Vec::from)
    .to_vec();
    unsound.extend([
        vec![0, 128],
        vec![0, 128, 2, 0],
        vec![0, 129, 2, 0],
        vec![0, 130, 2],
        vec![0, 130, 2, 1, 7],
    ]);
    // A record of a pack that is not listed, and one that ends too soon.
    unsound.extend([
        vec![0, 130, 2, 0, 5, 3],
        vec![0, 130, 2, 1, 7, 0, 0, 0, 5],
        vec![0, 130, 3, 1, 7, 0, 0, 0, 5, 3],
    ]);
    for page in unsound {
        assert_eq!(read_bucket(&page, |_, _, _| ()), None, "{page:?}");
    }
    assert!(read_bucket(&[0, 0], |_, _, _| ()).is_some());
    assert!(read_bucket(&[0, 130, 2, 0], |_, _, _| ()).is_some());
}
