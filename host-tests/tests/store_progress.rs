//! Progress in flash, held against a plain map, whatever moment the power fails at.

use std::cell::RefCell;
use std::collections::BTreeMap;

use host_tests::fake_packs::look;
use host_tests::flash::{Flash, TEARS, Tear, now};
use host_tests::random::Random;
use shikatsu::pack::library::ProblemId;
use shikatsu::record::{Done, Keeper, Profile, Record};
use shikatsu::store::log::{Log, LogError, MAX_VALUE};
use shikatsu::store::{Progress, Store};

type Map = BTreeMap<ProblemId, Record>;
/// What the handheld has.
const RECORDS: usize = 6_000;
const SAVE: u32 = 64 * 1024;

fn with_store<T, const N: usize>(
    flash: Flash,
    act: impl FnOnce(&mut Store<'_, Flash, N>, &RefCell<Progress<N>>) -> T,
) -> (Flash, T) {
    let progress = RefCell::new(Progress::<N>::new());
    let end = flash.bytes.len() as u32;
    let mut store = Store::new(flash, 0..0, 0..end, look, &progress);
    now(store.open(&mut [0; MAX_VALUE])).unwrap();
    let result = act(&mut store, &progress);
    (store.into_flash(), result)
}

fn save_all<const N: usize>(store: &mut Store<'_, Flash, N>) -> bool {
    loop {
        match now(store.save(&mut [0; MAX_VALUE])) {
            Ok(true) => {}
            Ok(false) => return true,
            Err(_) => return false,
        }
    }
}

fn map<const N: usize>(progress: &RefCell<Progress<N>>) -> Map {
    let mut map = Map::new();
    progress.borrow().each(&mut |id, record| {
        map.insert(id, record);
    });
    map
}

fn some_id(random: &mut Random, problems: usize) -> ProblemId {
    ProblemId {
        pack: [1, 2, 0x8000_0001, 0xdead_beef][random.below(4)],
        problem: (random.below(problems) as u32).wrapping_mul(0x9e37_79b9),
    }
}

fn some_record(random: &mut Random) -> Record {
    let box_number = random.below(6) as u8;
    Record {
        done: random.pick(&[Done::Solved, Done::Helped, Done::Failed]),
        box_number,
        due: if box_number == 0 {
            0
        } else {
            random.below(5_000) as u32
        },
    }
}

#[test]
fn a_log_that_is_cut_anywhere_in_a_thousand_saves_has_the_old_or_the_new_value() {
    let mut random = Random::new(1);
    let mut flash = Flash::new(3);
    let mut model = BTreeMap::<u16, Vec<u8>>::new();
    let (mut cuts, mut advances) = (0, 0);
    for _ in 0..1_000 {
        let key = random.below(9) as u16;
        let value: Vec<u8> = (0..random.below(90)).map(|_| random.below(256) as u8).collect();
        let mut whole = flash.again();
        put(&mut whole, key, &value).unwrap();
        advances += usize::from(whole.sizes.len() > 3);
        for operation in 0..whole.operations {
            let bytes = whole.sizes[operation];
            // Every byte of what is written; of an erased sector some.
            let step = if bytes > 256 { 500 } else { 1 };
            let parts = (1..bytes).step_by(step).map(Tear::Bytes);
            for tear in parts.chain(TEARS) {
                let mut flash = flash.failing_at(operation, tear);
                assert!(put(&mut flash, key, &value).is_err());
                let mut flash = flash.again();
                let seen = values(&mut flash);
                let mut new = model.clone();
                new.insert(key, value.clone());
                assert!(seen == model || seen == new, "{operation} {tear:?}");
                cuts += 1;
                if TEARS.contains(&tear) {
                    put(&mut flash, key, &value).unwrap();
                    assert_eq!(values(&mut flash), new, "{operation} {tear:?}");
                }
            }
        }
        model.insert(key, value);
        flash = whole;
    }
    println!("{cuts} cuts");
    assert!(cuts > 30_000 && advances > 10, "{cuts} {advances}");
}

fn log(flash: &mut Flash) -> Log<9> {
    let mut log = Log::closed(0..flash.bytes.len() as u32);
    now(log.open(flash)).unwrap();
    log
}

fn put(flash: &mut Flash, key: u16, value: &[u8]) -> Result<(), LogError<host_tests::flash::PowerCut>> {
    now(log(flash).put(flash, key, value))
}

fn values(flash: &mut Flash) -> BTreeMap<u16, Vec<u8>> {
    let log = log(flash);
    let mut buffer = [0; 2048];
    let mut values = BTreeMap::new();
    for key in 0..9 {
        if let Some(value) = now(log.get(flash, key, &mut buffer)).unwrap() {
            values.insert(key, value.to_vec());
        }
    }
    values
}

#[test]
fn progress_is_a_plain_map_up_to_the_operation_in_flight() {
    let mut random = Random::new(2);
    let mut flash = Flash::new(6);
    let mut model = Map::new();
    let mut cuts = 0;
    for step in 0..1_000 {
        let (id, record) = (some_id(&mut random, 40), some_record(&mut random));
        let mut next = model.clone();
        next.insert(id, record);
        let keep = |flash: Flash| {
            with_store::<_, 256>(flash, |store, progress| {
                assert_eq!(map(progress), model);
                progress.borrow_mut().keep(id, record);
                save_all(store)
            })
        };
        let (whole, saved) = keep(flash.again());
        assert!(saved);
        for operation in 0..whole.operations {
            let tear = TEARS[(step + operation) % TEARS.len()];
            let (cut, saved) = keep(flash.failing_at(operation, tear));
            assert!(!saved);
            let (_, seen) = with_store::<_, 256>(cut.again(), |_, progress| map(progress));
            assert!(seen == model || seen == next, "{step} {operation} {tear:?}");
            cuts += 1;
        }
        model = next;
        flash = whole;
    }
    println!("{cuts} cuts");
    assert!(cuts > 2_000, "{cuts}");
}

#[test]
fn six_thousand_problems_have_room_whatever_became_of_them() {
    let mut random = Random::new(4);
    let mut model = Map::new();
    while model.len() < RECORDS {
        let id = ProblemId {
            pack: 0x8000_0000 + random.below(11) as u32,
            problem: random.number() as u32,
        };
        let record = Record {
            done: Done::Failed,
            box_number: 5,
            due: 40_000 + random.below(60_000) as u32,
        };
        model.insert(id, record);
    }
    let flash = Flash::new(SAVE as usize / 4096);
    let (flash, ()) = with_store::<_, RECORDS>(flash, |store, progress| {
        for (&id, &record) in &model {
            progress.borrow_mut().keep(id, record);
        }
        assert!(save_all(store));
    });
    // And they can be changed, though the flash is nearly full.
    let (flash, sectors) = with_store::<_, RECORDS>(flash.again(), |store, progress| {
        assert_eq!(map(progress), model);
        for (id, record) in model.iter_mut().step_by(12) {
            record.due += 1;
            progress.borrow_mut().keep(*id, *record);
            assert!(save_all(store));
        }
        RECORDS / 12
    });
    let erased = flash.sizes.iter().filter(|&&size| size == 4096).count();
    println!("{erased} sectors erased for {sectors} saves");
    let (_, seen) = with_store::<_, RECORDS>(flash.again(), |_, progress| map(progress));
    assert_eq!(seen, model);
}

#[test]
fn records_survive_another_revision_and_a_problem_of_two_packs_has_two() {
    let mut progress = Progress::<10>::new();
    let id = |pack| ProblemId { pack, problem: 77 };
    let solved = Record {
        done: Done::Solved,
        ..Record::default()
    };
    progress.keep(id(1), solved);
    assert_eq!(progress.record(id(1)), solved);
    assert_eq!(progress.record(id(2)), Record::default());
    progress.keep(
        id(2),
        Record {
            done: Done::Failed,
            box_number: 1,
            due: 9,
        },
    );
    assert_eq!(progress.record(id(1)), solved);
    assert_eq!(progress.record(id(2)).due, 9);
}

#[test]
fn when_memory_is_full_what_waits_in_no_box_goes_first() {
    let mut progress = Progress::<4>::new();
    let id = |problem| ProblemId { pack: 1, problem };
    let boxed = |due| Record {
        done: Done::Failed,
        box_number: 2,
        due,
    };
    let solved = Record {
        done: Done::Solved,
        ..Record::default()
    };
    for (problem, record) in [(10, boxed(5)), (20, solved), (30, boxed(3)), (40, boxed(4))] {
        progress.keep(id(problem), record);
    }
    progress.keep(id(50), boxed(9));
    assert_eq!(progress.record(id(20)), Record::default());
    progress.keep(id(60), boxed(9));
    assert_eq!(progress.record(id(30)), Record::default());
    assert_eq!(progress.len(), 4);
    // What waits is worth more, even if the other was tried after it was due.
    let mut progress = Progress::<2>::new();
    let late = Record { due: 900, ..solved };
    progress.keep(id(10), boxed(5));
    progress.keep(id(20), late);
    progress.keep(id(30), boxed(7));
    assert_eq!(
        [10, 20, 30].map(|problem| progress.record(id(problem))),
        [boxed(5), Record::default(), boxed(7)]
    );
}

#[test]
fn of_what_waits_in_no_box_the_one_tried_longest_ago_goes_first() {
    let mut progress = Progress::<3>::new();
    let id = |problem| ProblemId { pack: 1, problem };
    let solved = |due| Record {
        done: Done::Solved,
        box_number: 0,
        due,
    };
    for (problem, tries) in [(10, 8), (20, 3), (30, 5), (5, 9)] {
        progress.keep(id(problem), solved(tries));
    }
    assert_eq!(progress.record(id(20)), Record::default());
    assert_eq!(progress.record(id(10)), solved(8));
}

#[test]
fn any_number_of_packs_and_problems_that_look_alike_are_taken() {
    let flash = Flash::new(16);
    let (flash, seen) = with_store::<_, RECORDS>(flash, |store, progress| {
        for pack in 0..200 {
            for problem in 0..40 {
                let id = ProblemId { pack, problem };
                progress.borrow_mut().keep(id, some_record(&mut Random::new(1)));
            }
            assert!(save_all(store));
        }
        map(progress)
    });
    assert!(seen.len() > 60, "{}", seen.len());
    let (_, again) = with_store::<_, RECORDS>(flash.again(), |_, progress| map(progress));
    assert_eq!(seen, again);
}

#[test]
fn the_player_is_remembered_and_forgetting_is_one_step() {
    let mut profile = Profile {
        rating: 1234,
        welcomed: true,
        place: Some(ProblemId { pack: 2, problem: 5 }),
        ..Profile::default()
    };
    profile.settings.coordinates = true;
    // How the player likes it, and where they are, is no progress.
    let forgotten = Profile {
        rating: Profile::default().rating,
        ..profile.clone()
    };
    let (flash, ()) = with_store::<_, 256>(Flash::new(4), |store, progress| {
        progress.borrow_mut().keep_profile(&profile);
        for _ in 0..50 {
            let mut random = Random::new(8);
            progress
                .borrow_mut()
                .keep(some_id(&mut random, 99), some_record(&mut random));
        }
        assert!(save_all(store));
    });
    for operation in 0..3 {
        for tear in TEARS {
            let cut = flash.failing_at(operation, tear);
            let (cut, _) = with_store::<_, 256>(cut, |store, progress| {
                assert_eq!(progress.borrow().profile(), profile);
                progress.borrow_mut().forget();
                assert!(progress.borrow().is_empty());
                save_all(store)
            });
            let (_, (seen, count)) = with_store::<_, 256>(cut.again(), |_, progress| {
                (progress.borrow().profile(), progress.borrow().len())
            });
            let as_before = seen == profile && count > 0;
            let is_forgotten = seen == forgotten && count == 0;
            assert!(as_before || is_forgotten, "{operation} {tear:?}");
        }
    }
}

#[test]
fn noise_in_the_whole_region_is_nothing_and_can_be_written_over() {
    let mut random = Random::new(5);
    let noise = (0..SAVE).map(|_| random.below(256) as u8).collect();
    let (flash, ()) = with_store::<_, 256>(Flash::with(noise), |store, progress| {
        assert!(progress.borrow().is_empty());
        progress
            .borrow_mut()
            .keep(some_id(&mut Random::new(1), 9), some_record(&mut Random::new(1)));
        assert!(save_all(store));
    });
    let (_, count) = with_store::<_, 256>(flash.again(), |_, progress| progress.borrow().len());
    assert_eq!(count, 1);
}

/// The longest page there can be: as many records as a bucket holds, of as many packs as there can be, with the largest numbers.
#[test]
fn a_bucket_at_its_limit_fits_its_page_and_one_more_drops_the_least() {
    let id = |place: u32| ProblemId {
        pack: 0xffff_ffff - place % 64,
        problem: 0xfe00_0000 + place * 300_000,
    };
    let latest = (1 << 21) - 1;
    let failed = |due| Record {
        done: Done::Failed,
        box_number: 7,
        due,
    };
    let (flash, model) = with_store::<_, 256>(Flash::new(4), |store, progress| {
        // Later than can be kept is the latest.
        progress.borrow_mut().keep(id(0), failed(u32::MAX));
        assert_eq!(progress.borrow().record(id(0)), failed(latest));
        for place in 1..96 {
            progress.borrow_mut().keep(id(place), failed(latest - place % 2));
        }
        assert_eq!(progress.borrow().len(), 96);
        assert!(progress.borrow().has_news());
        assert!(save_all(store));
        assert!(!progress.borrow().has_news());
        map(progress)
    });
    let (_, ()) = with_store::<_, 256>(flash.again(), |store, progress| {
        assert_eq!(map(progress), model);
        assert_eq!(progress.borrow().page(127, &mut [0; 1029]), None, "it is long");
        progress.borrow_mut().keep(id(96), failed(latest));
        assert_eq!(progress.borrow().len(), 96);
        assert_eq!(
            progress.borrow().record(id(1)),
            Record::default(),
            "it was due first"
        );
        assert!(save_all(store));
    });
}

#[test]
fn when_there_are_too_many_packs_the_one_with_the_fewest_records_goes() {
    let id = |pack, problem| ProblemId { pack, problem };
    let solved = Record {
        done: Done::Solved,
        ..Record::default()
    };
    let (flash, ()) = with_store::<_, 512>(Flash::new(4), |store, progress| {
        for pack in 0..64 {
            for problem in 0..2 + u32::from(pack == 0) - u32::from(pack == 9) {
                let problem = (pack * 3 + problem) << 24;
                progress.borrow_mut().keep(id(pack, problem), solved);
            }
        }
        assert_eq!(progress.borrow().len(), 128);
        assert!(save_all(store));
        progress.borrow_mut().keep(id(64, 5), solved);
        assert_eq!(progress.borrow().record(id(9, 27 << 24)), Record::default());
        assert_eq!(progress.borrow().record(id(64, 5)), solved);
        assert_eq!(progress.borrow().len(), 128);
        assert!(save_all(store));
    });
    with_store::<_, 512>(flash.again(), |_, progress| {
        let map = map(progress);
        assert_eq!(map.len(), 128);
        assert!(map.keys().all(|id| id.pack != 9) && map.contains_key(&id(64, 5)));
    });
}

#[test]
fn the_same_again_is_no_news_and_pages_beyond_the_last_are_none() {
    let mut progress = Progress::<4>::new();
    assert!(progress.is_empty() && !progress.has_news());
    let id = ProblemId { pack: 1, problem: 1 };
    let (flash, ()) = with_store::<_, 4>(Flash::new(4), |store, shared| {
        shared.borrow_mut().keep(id, some_record(&mut Random::new(1)));
        shared.borrow_mut().keep_profile(&Profile::default());
        assert!(save_all(store));
        shared.borrow_mut().keep(id, some_record(&mut Random::new(1)));
        shared.borrow_mut().keep_profile(&Profile::default());
        assert!(!shared.borrow().has_news(), "nothing new");
        assert!(!shared.borrow().is_empty());
    });
    let operations = flash.operations;
    assert!(operations > 0);
    progress.begin_restore();
    assert!(progress.is_being_restored());
    progress.keep(id, some_record(&mut Random::new(1)));
    progress.keep_profile(&Profile {
        rating: 5,
        ..Profile::default()
    });
    progress.forget();
    assert!(
        progress.is_empty() && !progress.has_news(),
        "a backup is being taken in"
    );
    assert_eq!(progress.profile(), Profile::default());
    let mut buffer = [0; MAX_VALUE];
    for key in 0..129 {
        let length = progress.page(key, &mut buffer).unwrap();
        let page = buffer[..length].to_vec();
        assert_eq!(progress.restore(key, &page), Ok(()));
    }
    assert!(
        progress.page(129, &mut buffer).is_some(),
        "a game, which no backup has"
    );
    assert_eq!(progress.page(130, &mut buffer), None);
    assert_eq!(
        progress.restore(129, &[0, 130, 2, 0]),
        Err(shikatsu::store::Refusal::Damaged)
    );
    progress.end_restore();
    assert!(progress.has_news() && !progress.is_being_restored());
    progress.forget();
    assert!(progress.has_news(), "until the next start the session has no say");
}

/// The keeper that is shared says what the one behind it says.
#[test]
fn a_shared_keeper_is_the_same_keeper() {
    let shared = RefCell::new(Progress::<8>::new());
    let mut keeper = &shared;
    let id = ProblemId { pack: 3, problem: 4 };
    let record = some_record(&mut Random::new(3));
    let profile = Profile {
        rating: 900,
        welcomed: true,
        ..Profile::default()
    };
    Keeper::keep(&mut keeper, id, record);
    Keeper::keep_profile(&mut keeper, &profile);
    assert_eq!(
        (Keeper::record(&keeper, id), Keeper::profile(&keeper)),
        (record, profile.clone())
    );
    let mut seen = Vec::new();
    Keeper::each(&keeper, &mut |id, record| seen.push((id, record)));
    assert_eq!(seen, [(id, record)]);
    Keeper::keep_game(&mut keeper, &mut [1, 2, 3].into_iter());
    let mut moves = Vec::new();
    Keeper::game(&keeper, &mut |bytes| moves = bytes.to_vec());
    assert_eq!((moves, game(&shared)), (vec![1, 2, 3], vec![1, 2, 3]));
    assert_eq!(
        (shared.borrow().record(id), shared.borrow().profile()),
        (record, profile)
    );
    Keeper::forget(&mut keeper);
    assert_eq!(
        (shared.borrow().len(), shared.borrow().profile().rating),
        (0, 100)
    );
    assert!(shared.borrow().profile().welcomed);
}

fn game<const N: usize>(progress: &RefCell<Progress<N>>) -> Vec<u8> {
    let mut game = Vec::new();
    progress.borrow().game(&mut |bytes| game = bytes.to_vec());
    game
}

/// Keeps a game of so many moves, and writes it.
fn play(store: &mut Store<'_, Flash, 64>, progress: &RefCell<Progress<64>>, moves: usize) -> bool {
    let moves = (0..moves).map(|number| number as u8);
    progress.borrow_mut().keep_game(&mut moves.into_iter());
    save_all(store)
}

#[test]
fn a_game_is_there_after_a_start_whatever_moment_the_power_fails_at() {
    let (begun, ()) = with_store(Flash::new(3), |store, progress| {
        for moves in 8..40 {
            assert!(play(store, progress, moves));
        }
    });
    // Enough for a sector to be left, with a game in it that is still needed.
    let on = |flash: Flash| {
        with_store(flash, |store, progress| {
            (40..160)
                .take_while(|&moves| play(store, progress, moves))
                .count()
        })
    };
    let (whole, played) = on(begun.again());
    assert_eq!(played, 120);
    for operation in (0..whole.operations).step_by(3) {
        for tear in TEARS {
            let mut flash = begun.again();
            flash.cut = Some((operation, tear));
            let (torn, played) = on(flash);
            let (_, found) = with_store::<_, 64>(torn.again(), |_, progress| game(progress));
            let was = 39 + played;
            assert!(
                found.len() == was || found.len() == was + 1,
                "{operation} {tear:?}"
            );
            assert!(found.iter().copied().eq(0..found.len() as u8));
        }
    }
}

#[test]
fn forgetting_everything_forgets_the_game_and_one_that_is_too_long_is_not_kept() {
    with_store::<_, 64>(Flash::new(3), |store, progress| {
        assert!(play(store, progress, 50));
        progress.borrow_mut().forget();
        assert!(save_all(store));
        now(store.recall(&mut [0; MAX_VALUE])).unwrap();
        assert!(game(progress).is_empty());
        assert!(play(store, progress, 50));
        progress.borrow_mut().keep_game(&mut [7; 500].into_iter());
        assert!(save_all(store));
        now(store.recall(&mut [0; MAX_VALUE])).unwrap();
        assert!(game(progress).is_empty());
    });
}

#[test]
fn a_log_of_the_first_version_goes_on_and_has_games_in_newer_sectors_only() {
    let id = ProblemId { pack: 1, problem: 7 };
    let record = some_record(&mut Random::new(3));
    let (mut flash, ()) = with_store::<_, 64>(Flash::new(4), |store, progress| {
        progress.borrow_mut().keep(id, record);
        assert!(save_all(store));
    });
    // As the first firmware wrote it: the same but for the digit.
    assert_eq!(flash.bytes[..4], *b"SKL2");
    flash.bytes[3] = b'1';
    let sum = shikatsu::crc32::checksum(&flash.bytes[..8]);
    flash.bytes[8..12].copy_from_slice(&sum.to_le_bytes());
    let (flash, ()) = with_store::<_, 64>(flash, |store, progress| {
        assert_eq!(progress.borrow().record(id), record);
        progress.borrow_mut().keep(ProblemId { problem: 8, ..id }, record);
        assert!(save_all(store));
    });
    assert_ne!(flash.bytes[4096..4100], *b"SKL2", "there was room in the old one");
    let (flash, ()) = with_store::<_, 64>(flash, |store, progress| assert!(play(store, progress, 20)));
    assert_eq!(flash.bytes[..4], *b"SKL1");
    assert_eq!(flash.bytes[4096..4100], *b"SKL2");
    with_store::<_, 64>(flash, |_, progress| {
        assert_eq!(game(progress).len(), 20);
        assert_eq!(map(progress).len(), 2);
    });
}
