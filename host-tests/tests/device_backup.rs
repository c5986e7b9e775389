//! The program's side of a backup, against a handheld without hardware at the other end of a socket.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use host_tests::fake_packs::look;
use host_tests::flash::{Flash, now};
use shikatsu::link::frame::{Collector, MAX_FRAME};
use shikatsu::link::{Journal, MAX_BYTES, Server};
use shikatsu::pack::library::Name;
use shikatsu::store::{Progress, SECTOR, SLOT, Store};
use shikatsu_host::device::Device;
use shikatsu_host::device::backup::{Restored, backup, restore};

const PACKS: u32 = 4 * SLOT;
const SAVE: u32 = 64 * SECTOR;
/// Problems that this handheld remembers.
const RECORDS: usize = 512;

/// Answers whoever connects, until they hang up.
fn serve(listener: &TcpListener) {
    let progress = RefCell::new(Progress::<RECORDS>::new());
    let journal = RefCell::new(Journal::new());
    let flash = Flash::new(((PACKS + SAVE) / SECTOR) as usize);
    let mut store = Store::new(flash, 0..PACKS, PACKS..PACKS + SAVE, look, &progress);
    now(store.open(&mut [0; MAX_BYTES])).unwrap();
    let server = Server {
        who: ("0.1.0", "a test"),
        describe: |kept| (kept.head.id as u16, Name::try_from("A pack").unwrap()),
        journal: &journal,
    };
    let mut collector = Collector::new();
    let (mut stream, _) = listener.accept().unwrap();
    let mut byte = [0];
    while stream.read(&mut byte).unwrap_or(0) > 0 {
        if !collector.take(&byte).1 {
            continue;
        }
        if let Some(request) = collector.heard() {
            let mut out = [0; MAX_FRAME];
            let (length, _) = now(server.answer(&mut store, request, &mut [0; MAX_BYTES], &mut out));
            stream.write_all(&out[..length]).unwrap();
        }
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
            scope.spawn(|| serve(&listener));
            let mut device = Device::find(Some(&port)).unwrap();
            fs::write(&file, file_of(problems)).unwrap();
            let restored = Restored {
                problems: problems - left_out,
                left_out,
            };
            assert_eq!(restore(&mut device, &file), Ok(restored));
            assert_eq!(backup(&mut device, &file), Ok(problems - left_out));
        });
    }
    let _ = fs::remove_file(&file);
}
