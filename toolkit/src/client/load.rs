//! Puts a pack on a handheld.

use std::time::Duration;

use shikatsu::crc32::checksum;
use shikatsu::link::{Reply, Request};
use shikatsu::store::HEAD;

use super::cable::Cable;
use super::trouble::Trouble;

/// Bytes of a message: whole pages, so that each is written once.
const CHUNK: usize = 1024;
/// Messages under way: while one is written the next ones come.
const WINDOW: usize = 4;
/// A sector takes up to 400 ms to erase.
const PATIENCE: Duration = Duration::from_secs(5);

/// Loads what is missing of a pack, as long as the cable holds; after that, another talk goes on where it was. `show` is told how many bytes
/// are there.
pub async fn load(cable: Cable, pack: impl AsRef<[u8]>, mut show: impl FnMut(usize)) -> Result<(), Trouble> {
    let bytes = pack.as_ref();
    let begin = Request::Begin {
        length: bytes.len() as u32,
        checksum: checksum(bytes),
        first: &bytes[..bytes.len().min(HEAD)],
    };
    let mut there = cable.ask(&begin, next).await?;
    while there < bytes.len() {
        show(there);
        let mut tags = [0; WINDOW];
        let parts = bytes[there..].chunks(CHUNK).take(WINDOW);
        let mut sent = 0;
        for part in parts {
            let offset = (there + sent * CHUNK) as u32;
            tags[sent] = cable.send(&Request::Data { offset, bytes: part })?;
            sent += 1;
        }
        for &tag in &tags[..sent] {
            there = cable.receive(tag, PATIENCE, next).await?;
        }
    }
    show(there);
    cable.tell(&Request::Finish).await
}

fn next(reply: &Reply<'_>) -> Option<usize> {
    match reply {
        Reply::Next(offset) => Some(*offset as usize),
        _ => None,
    }
}
