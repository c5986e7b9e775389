//! Puts a pack on a handheld. A pulled cable is waited for, and the load goes on where it was.

use std::time::{Duration, Instant};

use shikatsu::crc32::checksum;
use shikatsu::link::{Reply, Request};
use shikatsu::store::HEAD;

use super::client::{Device, Trouble};

/// Bytes of a message: whole pages, so that each is written once.
const CHUNK: usize = 1024;
/// Messages under way: while one is written the next ones come.
const WINDOW: usize = 4;
/// A sector takes up to 400 ms to erase.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a handheld that has gone is waited for, and how often it is looked for.
const WAIT: Duration = Duration::from_mins(1);
const LOOK: Duration = Duration::from_millis(500);

/// Loads a pack. `show` is told how many bytes are there; `None` says that the handheld has gone and is waited for.
pub fn load(port: Option<&str>, bytes: &[u8], show: &mut dyn FnMut(Option<usize>)) -> Result<(), Trouble> {
    let mut device = Device::find(port)?;
    let mut gone: Option<Instant> = None;
    loop {
        let lost = match try_load(&mut device, bytes, &mut |done| {
            gone = None;
            show(Some(done));
        }) {
            Err(trouble) if trouble.is_passing() => trouble,
            other => return other,
        };
        show(None);
        // Closed before it is opened again.
        drop(device);
        let since = *gone.get_or_insert_with(Instant::now);
        device = loop {
            std::thread::sleep(LOOK);
            match Device::find(port) {
                Ok(device) => break device,
                Err(trouble) if !trouble.is_passing() => return Err(trouble),
                Err(_) if since.elapsed() > WAIT => return Err(lost),
                Err(_) => {}
            }
        };
    }
}

/// Loads what is missing of a pack, as long as the cable holds.
fn try_load(device: &mut Device, bytes: &[u8], show: &mut dyn FnMut(usize)) -> Result<(), Trouble> {
    let begin = Request::Begin {
        length: bytes.len() as u32,
        checksum: checksum(bytes),
        first: &bytes[..bytes.len().min(HEAD)],
    };
    let mut there = device.ask(&begin, next)?;
    while there < bytes.len() {
        show(there);
        let mut tags = [0; WINDOW];
        let parts = bytes[there..].chunks(CHUNK).take(WINDOW);
        let mut sent = 0;
        for part in parts {
            let offset = (there + sent * CHUNK) as u32;
            tags[sent] = device.send(&Request::Data { offset, bytes: part })?;
            sent += 1;
        }
        for &tag in &tags[..sent] {
            there = device.receive(tag, PATIENCE, next)?;
        }
    }
    show(there);
    device.tell(&Request::Finish)
}

fn next(reply: &Reply<'_>) -> Option<usize> {
    match reply {
        Reply::Next(offset) => Some(*offset as usize),
        _ => None,
    }
}
