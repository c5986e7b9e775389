//! The program's side of a backup, against a handheld without hardware at the other end of a socket.

use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use host_tests::fake_packs::look;
use host_tests::handheld::{Home, flash};
use shikatsu::store::{Look, SECTOR, SLOT};
use shikatsu_host::device::Device;
use shikatsu_host::device::backup::{Own, Restored, Saved, backup, restore};
use shikatsu_host::device::mine;
use shikatsu_toolkit::client;
use shikatsu_toolkit::entry::Entry;

const PACKS: u32 = 4 * SLOT;
const SAVE: u32 = 64 * SECTOR;
/// Problems that this handheld remembers.
const RECORDS: usize = 512;

/// Answers whoever connects, until they hang up.
fn serve(listener: &TcpListener, look: Look) {
    let home = Home::<RECORDS>::looking(PACKS, look);
    let mut handheld = home.start(flash(PACKS, SAVE));
    let (mut stream, _) = listener.accept().unwrap();
    let mut byte = [0];
    while stream.read(&mut byte).unwrap_or(0) > 0 {
        stream.write_all(&handheld.hear(&byte)).unwrap();
    }
}

/// A file with so many problems, all solved and waiting to be asked again.
fn file_of(problems: usize) -> String {
    let mut records = String::new();
    for place in 0..problems {
        let comma = if place == 0 { "" } else { "," };
        // Spread as the numbers of real problems are, which come from their stones.
        let problem = (place as u32).wrapping_mul(0x9e37_79b1);
        write!(
            records,
            r#"{comma}{{"pack":1,"problem":{problem},"done":"Solved","box_number":1,"due":{place}}}"#
        )
        .unwrap();
    }
    format!(r#"{{"version":1,"records":[{records}]}}"#)
}

#[test]
fn a_restore_counts_what_the_handheld_remembers_and_not_what_was_sent() {
    let file = std::env::temp_dir().join(format!("shikatsu-restore-{}.json", std::process::id()));
    for (problems, left_out) in [(300, 0), (RECORDS, 0), (700, 700 - RECORDS)] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = format!("tcp:{}", listener.local_addr().unwrap());
        thread::scope(|scope| {
            scope.spawn(|| serve(&listener, look));
            let mut device = Device::find(Some(&port)).unwrap();
            fs::write(&file, file_of(problems)).unwrap();
            let restored = Restored {
                problems: problems - left_out,
                left_out,
                own: None,
            };
            assert_eq!(restore(&mut device, &file), Ok(restored));
            let saved = Saved {
                problems: problems - left_out,
                own: 0,
            };
            assert_eq!(backup(&mut device, &file), Ok(saved));
        });
    }
    let _ = fs::remove_file(&file);
}

/// Talks to a new handheld.
fn with_handheld(talk: impl FnOnce(&mut Device)) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = format!("tcp:{}", listener.local_addr().unwrap());
    thread::scope(|scope| {
        scope.spawn(|| serve(&listener, shikatsu::store::look));
        talk(&mut Device::find(Some(&port)).unwrap());
    });
}

#[test]
fn problems_that_were_made_on_a_handheld_are_fetched_backed_up_and_put_back() {
    let folder = std::env::temp_dir().join(format!("shikatsu-own-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("backup.json");
    let texts = [
        "-----\n-xxx-\nxxoox\nxo-ox\nxooox\nB2 x\nName: One",
        "-----\n-xxx-\nxxoox\nxo-ox\nxooox\nB2 o\n",
    ];
    let entries = texts.map(|text| Entry::from_text(text).unwrap());
    let older = mine::assemble(&entries, 3).unwrap();
    let newer = mine::assemble(&entries[..1], 4).unwrap();
    with_handheld(|device| {
        assert_eq!(mine::fetch(device).unwrap(), None);
        device.talk(|cable| client::load(cable, &older, |_| ())).unwrap();
        assert_eq!(mine::fetch(device).unwrap().as_ref(), Some(&older));
        assert_eq!(mine::entries(&older).unwrap(), entries);
        assert_eq!(backup(device, &file), Ok(Saved { problems: 0, own: 2 }));
        // What is newer on the handheld stays.
        device.talk(|cable| client::load(cable, &newer, |_| ())).unwrap();
        assert_eq!(restore(device, &file).unwrap().own, Some(Own::NewerThere));
        assert_eq!(mine::fetch(device).unwrap().as_ref(), Some(&newer));
    });
    with_handheld(|device| {
        assert_eq!(restore(device, &file).unwrap().own, Some(Own::Restored));
        assert_eq!(mine::fetch(device).unwrap().as_ref(), Some(&older));
    });
    with_handheld(|device| {
        // A backup of a handheld without such problems has none from before.
        assert_eq!(backup(device, &file), Ok(Saved { problems: 0, own: 0 }));
        assert!(!mine::beside(&file).exists());
    });
    let _ = fs::remove_dir_all(&folder);
}
