//! The conversation: loads that are interrupted at every frame, refusals, backups, and any nonsense.

use std::collections::BTreeMap;

use host_tests::fake_packs::pack;
use host_tests::flash::{Flash, TEARS};
use host_tests::handheld::{self, begin, framed, records};
use host_tests::random::Random;
use shikatsu::link::frame::{Collector, MAX_FRAME, write};
use shikatsu::link::{MAX_BYTES, PROTOCOL, Reply, Request};
use shikatsu::record::{Done, Keeper, ProblemId, Profile, Record};
use shikatsu::store::pages::VERSION;
use shikatsu::store::{PAGES, Progress, Refusal, SECTOR, SLOT};

const PACKS: u32 = 4 * SLOT;
const SAVE: u32 = 16 * SECTOR;

type Home = handheld::Home<512>;
type Handheld<'a> = handheld::Handheld<'a, 512>;

fn load(handheld: &mut Handheld<'_>, bytes: &[u8]) -> Result<(), Refusal> {
    let next = |reply: Reply<'_>| match reply {
        Reply::Next(offset) => Ok(offset as usize),
        Reply::No(refusal) => Err(refusal),
        other => panic!("{other:?}"),
    };
    let mut at = handheld.ask(&begin(bytes), next)?;
    while at < bytes.len() {
        let end = bytes.len().min(at + 1024);
        let data = Request::Data {
            offset: at as u32,
            bytes: &bytes[at..end],
        };
        at = handheld.ask(&data, next)?;
    }
    handheld.ask(&Request::Finish, |reply| match reply {
        Reply::Done => Ok(()),
        Reply::No(refusal) => Err(refusal),
        other => panic!("{other:?}"),
    })
}

fn packs(handheld: &mut Handheld<'_>) -> Vec<(u32, u16)> {
    let mut packs = Vec::new();
    loop {
        let request = Request::Pack(packs.len() as u16);
        let found = handheld.ask(&request, |reply| match reply {
            Reply::Pack(info) => Some((info.id, info.revision)),
            Reply::NoMore => None,
            other => panic!("{other:?}"),
        });
        match found {
            Some(found) => packs.push(found),
            None => return packs,
        }
    }
}

fn flash() -> Flash {
    handheld::flash(PACKS, SAVE)
}

#[test]
fn a_pack_is_loaded_listed_replaced_and_deleted() {
    let home = Home::new(PACKS);
    let mut handheld = home.start(flash());
    handheld.ask(&Request::Hello, |reply| match reply {
        Reply::Hello(about) => {
            assert_eq!((about.protocol, about.packs), (PROTOCOL, 0));
            assert_eq!(about.room, (PACKS, PACKS));
        }
        other => panic!("{other:?}"),
    });
    load(&mut handheld, &pack(7, 1, 5_000)).unwrap();
    assert!(handheld.changes.packs);
    load(&mut handheld, &pack(7, 2, 6_000)).unwrap();
    load(&mut handheld, &pack(8, 1, 600)).unwrap();
    let mut listed = packs(&mut handheld);
    listed.sort_unstable();
    assert_eq!(listed, [(7, 2), (8, 1)]);
    handheld.order(&Request::Delete(7));
    handheld.ask(&Request::Delete(7), |reply| {
        assert_eq!(reply, Reply::No(Refusal::NoSuchPack));
    });
    assert_eq!(packs(&mut handheld), [(8, 1)]);
}

#[test]
fn a_load_that_is_interrupted_at_any_frame_goes_on_or_starts_over() {
    let (old, new) = (pack(7, 1, 5_000), pack(7, 2, 7_300));
    let home = Home::new(PACKS);
    let mut handheld = home.start(flash());
    load(&mut handheld, &old).unwrap();
    let before = handheld.store.into_flash();
    let mut frames = vec![framed(1, &begin(&new))];
    for (place, bytes) in new.chunks(1024).enumerate() {
        let offset = place as u32 * 1024;
        frames.push(framed(2, &Request::Data { offset, bytes }));
    }
    for whole in 0..=frames.len() {
        // The cable is pulled inside of the next frame, and with it or without it the power goes.
        for (part, has_power) in [(0, true), (9, true), (0, false), (400, false)] {
            let home = Home::new(PACKS);
            let mut handheld = home.start(before.again());
            for frame in &frames[..whole] {
                assert!(!handheld.hear(frame).is_empty());
            }
            if let Some(frame) = frames.get(whole) {
                handheld.hear(&frame[..part.min(frame.len() - 1)]);
            }
            if !has_power {
                handheld = home.start(handheld.store.into_flash().again());
            }
            assert_eq!(packs(&mut handheld), [(7, 1)]);
            handheld.hang_up();
            let there = handheld.ask(&begin(&new), |reply| match reply {
                Reply::Next(offset) => offset as usize,
                other => panic!("{other:?}"),
            });
            let expected = if has_power {
                1024 * whole.saturating_sub(1)
            } else {
                0
            };
            assert_eq!(there, expected.min(new.len()));
            load(&mut handheld, &new).unwrap();
            assert_eq!(packs(&mut handheld), [(7, 2)]);
        }
    }
}

#[test]
fn refusals_are_told_and_change_nothing() {
    let home = Home::new(PACKS);
    let mut handheld = home.start(flash());
    let touched = |handheld: &mut Handheld<'_>| handheld.store.packs_and_flash().1.operations;
    for (bytes, refusal) in [
        (pack(7, 1, PACKS as usize + 3), Refusal::TooBig { by: 3 }),
        (pack(7, 999, 500), Refusal::NeedsFirmware(0, 4)),
        (vec![1; 500], Refusal::NotAPack),
    ] {
        assert_eq!(load(&mut handheld, &bytes), Err(refusal));
        assert!(refusal.to_string().len() > 10);
    }
    let data = Request::Data {
        offset: 0,
        bytes: &[1],
    };
    for request in [data, Request::Finish] {
        handheld.ask(&request, |reply| {
            assert_eq!(reply, Reply::No(Refusal::NotLoading));
        });
    }
    for request in [Request::Restore { page: 0, bytes: &[] }, Request::FinishRestore] {
        handheld.ask(&request, |reply| {
            assert_eq!(reply, Reply::No(Refusal::NotRestoring));
        });
    }
    assert_eq!(touched(&mut handheld), 0);
}

fn filled() -> Progress<512> {
    let mut progress = Progress::new();
    let mut random = Random::new(6);
    for _ in 0..300 {
        let id = ProblemId {
            pack: random.below(5) as u32,
            problem: random.number() as u32,
        };
        let record = Record {
            done: Done::Failed,
            box_number: 2,
            due: random.below(900) as u32,
        };
        progress.keep(id, record);
    }
    progress.keep_profile(&Profile {
        rating: 777,
        welcomed: true,
        ..Profile::default()
    });
    progress
}

#[test]
fn a_backup_can_be_restored_on_another_handheld_and_half_of_one_changes_nothing() {
    let home = Home::new(PACKS);
    let mut old = home.start(flash());
    *home.progress.borrow_mut() = filled();
    let pages: Vec<Vec<u8>> = (0..PAGES as u16)
        .map(|page| {
            old.ask(&Request::Backup(page), |reply| match reply {
                Reply::Bytes { of, bytes } if of == PAGES as u32 => bytes.to_vec(),
                other => panic!("{other:?}"),
            })
        })
        .collect();

    let home = Home::new(PACKS);
    let mut new = home.start(flash());
    home.progress.borrow_mut().keep(
        ProblemId { pack: 1, problem: 1 },
        records(&filled()).into_values().next().unwrap(),
    );
    for is_finished in [false, true] {
        new.order(&Request::BeginRestore);
        for (page, bytes) in pages.iter().enumerate() {
            let page = page as u16;
            new.order(&Request::Restore { page, bytes });
        }
        // The session knows nothing of it, and must not spoil it.
        home.progress.borrow_mut().keep_profile(&Profile::default());
        if is_finished {
            new.order(&Request::FinishRestore);
            assert!(new.changes.progress);
            home.progress.borrow_mut().keep_profile(&Profile::default());
            assert!(new.save_all());
        } else {
            new.hang_up();
            assert_eq!(home.progress.borrow().len(), 1);
        }
    }
    let flash = new.store.into_flash().again();
    let later = Home::new(PACKS);
    later.start(flash);
    assert_eq!(records(&later.progress.borrow()), records(&filled()));
    assert_eq!(later.progress.borrow().profile(), filled().profile());
}

#[test]
fn a_backup_has_no_game_and_no_pages_beyond_the_last() {
    let home = Home::new(PACKS);
    let mut handheld = home.start(flash());
    home.progress.borrow_mut().keep_game(&mut [1, 2, 3].into_iter());
    let pages = PAGES as u16;
    for (page, is_one) in [
        (pages - 1, true),
        (pages, false),
        (pages + 1, false),
        (u16::MAX, false),
    ] {
        handheld.ask(&Request::Backup(page), |reply| match reply {
            Reply::Bytes { of, bytes } => {
                assert_eq!((of, !bytes.is_empty()), (PAGES as u32, is_one), "{page}");
            }
            other => panic!("{other:?}"),
        });
    }
}

/// The pages of a backup of what [`filled`] remembers.
fn backup() -> Vec<Vec<u8>> {
    let progress = filled();
    let mut buffer = [0; MAX_BYTES];
    (0..PAGES as u16)
        .map(|page| {
            let length = progress.page(page, &mut buffer).unwrap();
            buffer[..length].to_vec()
        })
        .collect()
}

#[test]
fn what_is_solved_during_a_restore_counts_if_that_is_given_up() {
    let solved = |due| Record {
        done: Done::Solved,
        box_number: 0,
        due,
    };
    let id = |problem| ProblemId { pack: 3, problem };
    for forgets in [false, true] {
        let (flash_before, old) = another();
        let home = Home::new(PACKS);
        let mut handheld = home.start(flash_before.again());
        handheld.order(&Request::BeginRestore);
        for (page, bytes) in backup().iter().enumerate().take(9) {
            let page = page as u16;
            handheld.order(&Request::Restore { page, bytes });
        }
        // The player goes on meanwhile, also with more than there is room for.
        home.progress.borrow_mut().keep(id(0), solved(1));
        if forgets {
            home.progress.borrow_mut().forget();
        }
        for problem in 1..=17 {
            home.progress.borrow_mut().keep(id(problem), solved(1));
        }
        home.progress.borrow_mut().keep(id(5), solved(8));
        home.progress.borrow_mut().keep_profile(&Profile {
            rating: 600,
            ..Profile::default()
        });
        assert!(handheld.save_all(), "nothing is written meanwhile");
        handheld.hang_up();
        assert!(handheld.save_all());
        let later = Home::new(PACKS);
        later.start(handheld.store.into_flash().again());
        let mut expected = if forgets { BTreeMap::new() } else { old };
        // Room was for sixteen, and the newest stay.
        expected.extend((2..=17).map(|problem| (id(problem), solved(1))));
        expected.insert(id(5), solved(8));
        for home in [&home, &later] {
            assert!(home.records() == expected, "{forgets}");
            assert_eq!(home.progress.borrow().profile().rating, 600);
        }
    }
}

#[test]
fn what_is_solved_during_a_restore_does_not_spoil_it() {
    let (flash_before, _) = another();
    let home = Home::new(PACKS);
    let mut handheld = home.start(flash_before.again());
    handheld.order(&Request::BeginRestore);
    for (page, bytes) in backup().iter().enumerate() {
        let page = page as u16;
        handheld.order(&Request::Restore { page, bytes });
    }
    home.progress.borrow_mut().forget();
    home.progress
        .borrow_mut()
        .keep(ProblemId { pack: 3, problem: 1 }, Record::default());
    handheld.order(&Request::FinishRestore);
    assert!(handheld.save_all());
    let later = Home::new(PACKS);
    later.start(handheld.store.into_flash().again());
    assert!(later.records() == records(&filled()));
    assert_eq!(later.progress.borrow().profile(), filled().profile());
}

/// A handheld that remembers something else, in flash.
fn another() -> (Flash, BTreeMap<ProblemId, Record>) {
    let home = Home::new(PACKS);
    let mut handheld = home.start(flash());
    let old = records(&filled()).into_keys().map(|id| {
        let solved = Record {
            done: Done::Solved,
            ..Record::default()
        };
        (id, solved)
    });
    let old: BTreeMap<ProblemId, Record> = old.collect();
    for (&id, &record) in &old {
        home.progress.borrow_mut().keep(id, record);
    }
    home.progress.borrow_mut().keep_profile(&Profile {
        rating: 555,
        ..Profile::default()
    });
    assert!(handheld.save_all());
    (handheld.store.into_flash(), old)
}

#[test]
fn a_power_cut_at_any_operation_of_a_restore_leaves_every_problem_its_old_or_new_record() {
    let (pages, (before, old), new) = (backup(), another(), records(&filled()));
    let restore = |flash: Flash| {
        let home = Home::new(PACKS);
        let mut handheld = home.start(flash);
        handheld.order(&Request::BeginRestore);
        for (page, bytes) in pages.iter().enumerate() {
            let page = page as u16;
            handheld.order(&Request::Restore { page, bytes });
        }
        let is_done = handheld.ask(&Request::FinishRestore, |reply| reply == Reply::Done);
        assert_eq!(is_done, handheld.changes.progress);
        (handheld.store.into_flash(), is_done)
    };
    let (whole, is_done) = restore(before.again());
    assert!(is_done, "it says so when all is written");
    let (mut cuts, mut mixed) = (0, 0);
    for operation in 0..whole.operations {
        let tear = TEARS[operation % TEARS.len()];
        let (flash, is_done) = restore(before.failing_at(operation, tear));
        assert!(!is_done, "{operation} {tear:?}");
        let later = Home::new(PACKS);
        later.start(flash.again());
        let found = records(&later.progress.borrow());
        assert_eq!(found.len(), old.len(), "{operation} {tear:?}");
        assert!(
            found
                .iter()
                .all(|(id, record)| *record == old[id] || *record == new[id])
        );
        assert!([555, 777].contains(&later.progress.borrow().profile().rating));
        mixed += usize::from(found != old && found != new);
        cuts += 1;
    }
    println!("{cuts} cuts, {mixed} between old and new");
    assert!(cuts > 100 && mixed > 50);
}

#[test]
fn a_page_of_a_version_that_is_not_known_is_refused() {
    let mut page = backup().pop().unwrap();
    page[1] = VERSION + 1;
    let home = Home::new(PACKS);
    let mut handheld = home.start(flash());
    handheld.order(&Request::BeginRestore);
    let restore = Request::Restore {
        page: PAGES as u16 - 1,
        bytes: &page,
    };
    handheld.ask(&restore, |reply| {
        assert_eq!(reply, Reply::No(Refusal::NewerProgress));
    });
}

#[test]
fn a_message_of_another_protocol_is_told_to_be_unknown() {
    let home = Home::new(PACKS);
    let mut handheld = home.start(flash());
    let mut buffer = [0; MAX_FRAME];
    let length = write(5, &200u8, &mut buffer).unwrap();
    let said = handheld.hear(&buffer[..length]);
    let mut collector = Collector::new();
    assert_eq!(collector.take(&said), (said.len(), true));
    assert_eq!(collector.message(), Some((5, Reply::No(Refusal::Unknown))));
}

#[test]
fn the_journal_tells_the_newest() {
    let home = Home::new(PACKS);
    let mut handheld = home.start(flash());
    for line in 0..200 {
        home.journal.borrow_mut().note(&format!("line {line}"));
    }
    let text = handheld.ask(&Request::Log(0), |reply| match reply {
        Reply::Bytes { bytes, .. } => String::from_utf8(bytes.to_vec()).unwrap(),
        other => panic!("{other:?}"),
    });
    assert!(text.ends_with("line 198\nline 199\n") && text.len() == 1024);
}

#[test]
fn random_requests_never_panic_and_always_get_one_answer() {
    let home = Home::new(PACKS);
    let mut handheld = home.start(flash());
    let mut random = Random::new(7);
    let bytes = pack(7, 1, 3_000);
    for _ in 0..20_000 {
        let from = random.below(bytes.len());
        let part = &bytes[from..bytes.len().min(from + random.below(1_000))];
        let offset = [from as u32, random.number() as u32][random.below(2)];
        let page = random.below(PAGES + 3) as u16;
        let request = match random.below(12) {
            0 => Request::Hello,
            1 => Request::Pack(random.below(5) as u16),
            2 => Request::Delete(random.below(9) as u32),
            3 => begin(&bytes),
            4 => Request::Begin {
                length: random.number() as u32,
                checksum: 0,
                first: part,
            },
            5 => Request::Data { offset, bytes: part },
            6 => Request::Finish,
            7 => Request::Abort,
            8 => Request::Backup(page),
            9 => Request::BeginRestore,
            10 => Request::Restore { page, bytes: part },
            _ => Request::Log(random.number() as u32),
        };
        handheld.ask(&request, |_| ());
    }
}

fn is_closed(handheld: &mut Handheld<'_>) -> bool {
    handheld.ask(&Request::Hello, |reply| match reply {
        Reply::Hello(about) => about.is_closed,
        other => panic!("{other:?}"),
    })
}

#[test]
fn the_safe_mode_opens_nothing_until_somebody_asks_for_it() {
    let home = Home::new(PACKS);
    let mut handheld = home.start(flash());
    load(&mut handheld, &pack(7, 1, 600)).unwrap();
    let before = handheld.store.into_flash();
    let home = Home::new(PACKS);
    let mut handheld = home.start_safely(before.again());
    home.journal.borrow_mut().note("It crashed");
    assert!(is_closed(&mut handheld));
    handheld.ask(&Request::Log(0), |reply| {
        let bytes = b"It crashed\n".as_slice();
        assert_eq!(reply, Reply::Bytes { of: 11, bytes });
    });
    assert!(is_closed(&mut handheld), "neither question needs packs");
    assert_eq!(packs(&mut handheld), [(7, 1)]);
    assert!(!is_closed(&mut handheld));
    let home = Home::new(PACKS);
    let mut handheld = home.start_safely(before.misreading_at(0));
    handheld.ask(&Request::Pack(0), |reply| {
        assert_eq!(reply, Reply::No(Refusal::FlashFailed));
    });
    assert!(is_closed(&mut handheld));
}
