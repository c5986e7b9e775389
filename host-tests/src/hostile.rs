//! Whatever bytes come from outside: a pack, a problem text, an SGF file, frames from a cable, requests, a proof.
//!
//! Each target takes any bytes at all and must come to an end without a panic; what it understands of them has to make sense. `fuzz/`
//! runs them under libFuzzer, and the test `hostile` with a few thousand bent inputs each time.

use shikatsu::board::Game;
use shikatsu::crc32::checksum;
use shikatsu::link::frame::{Collector, MAX_FRAME, write};
use shikatsu::link::{Reply, Request};
use shikatsu::pack::{self, Book, Header, Listed, Listing, MAX_RECORD, OpenBook, Pack, Record};
use shikatsu::problem::{read_text, write_text};
use shikatsu::store::{SECTOR, SLOT};
use shikatsu_toolkit::files::text;
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::sgf;

use crate::handheld::{Home, flash};

/// A target: its name, which its seeds are kept under, and what it does with bytes.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const TARGETS: [Target; 6] = [
    ("pack", read_pack),
    ("text", read_problem),
    ("sgf", read_sgf),
    ("frames", hear_frames),
    ("talk", answer_requests),
    ("proof", check_proof),
];

/// Any bytes as a pack, and again with checksums put right, else nothing behind them would ever be reached.
pub fn read_pack(bytes: &[u8]) {
    use_pack(bytes);
    if bytes.len() >= Header::LEN {
        let mut mended = bytes.to_vec();
        mend(&mut mended);
        use_pack(&mended);
    }
}

/// Reads all there is. Whatever comes out can be played, and written again as the same.
fn use_pack(bytes: &[u8]) {
    let Ok(pack) = Pack::open(bytes) else { return };
    let _ = pack.verify();
    for (place, record) in pack.problems() {
        let listing = pack.listing(place).expect("what can be read is listed");
        assert!(pack.find(listing.number).is_some());
        let game = Game::new(&record.problem.setup());
        for point in record.answer.iter().flat_map(|answer| answer.moves.iter()) {
            game.clone().play(point).expect("a correct move can be played");
        }
        walk_book(&record);
        let mut again = [0; Header::LEN + Listing::LEN + MAX_RECORD];
        let written = pack::write(
            &Header::new(1, 1, ""),
            &[Listed { number: 1, record }],
            &mut again,
        );
        written.expect("what was read can be written");
        let again = Pack::open(&again).expect("it was written");
        assert_eq!(again.problem(0), Ok(record));
    }
}

/// Goes everywhere in a problem's book.
fn walk_book(record: &Record<'_>) {
    let mut open = OpenBook::NONE;
    open.open(record);
    assert_eq!(open.book(), record.book, "it is the same on the desk");
    match record.book {
        Book::None => {}
        Book::Author(tree) => {
            let starts = std::iter::once(None).chain((0..tree.len()).map(Some));
            let moves: usize = starts.map(|place| tree.after(place).count()).sum();
            assert_eq!(moves, usize::from(tree.len()), "every move follows one other");
        }
        Book::Replies(replies) => {
            let (mut nodes, mut steps) = (vec![replies.first()], 0);
            while let Some(node) = nodes.pop().filter(|_| steps < 1000) {
                steps += 1;
                let best = replies.best(node);
                nodes.extend(replies.ways(node).map(|(_, after)| after));
                nodes.extend(replies.after(node, best));
            }
        }
    }
}

/// Makes a header that can be read, and checksums that match.
fn mend(bytes: &mut [u8]) {
    let length = bytes.len() as u32;
    bytes[..9].copy_from_slice(b"shikatsu\x01");
    bytes[12..16].copy_from_slice(&length.to_le_bytes());
    bytes[24..72].fill(0);
    let room = (bytes.len() - Header::LEN) / Listing::LEN;
    let count = usize::from(u16::from_le_bytes([bytes[22], bytes[23]])).min(room);
    bytes[22..24].copy_from_slice(&(count as u16).to_le_bytes());
    for place in 0..count {
        let at = Header::LEN + place * Listing::LEN;
        let start = u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]) as usize;
        let end = start.saturating_add(u16::from_le_bytes([bytes[at + 8], bytes[at + 9]]).into());
        if end <= bytes.len() && start.saturating_add(4) <= end {
            put_sum(bytes, start + 4..end, start);
        }
        put_sum(bytes, at..at + 12, at + 12);
    }
    put_sum(bytes, Header::LEN..bytes.len(), 72);
    put_sum(bytes, 0..76, 76);
}

fn put_sum(bytes: &mut [u8], of: std::ops::Range<usize>, at: usize) {
    let sum = checksum(&bytes[of]);
    bytes[at..at + 4].copy_from_slice(&sum.to_le_bytes());
}

/// Any bytes as a problem text. What is read can be written, and reads back as the same.
pub fn read_problem(bytes: &[u8]) {
    let _ = text::read(bytes, &Overrides::default());
    let Ok(source) = str::from_utf8(bytes) else {
        return;
    };
    let Ok((problem, notes)) = read_text(source) else {
        return;
    };
    let mut written = String::new();
    write_text(&problem, &notes, &mut written).expect("a String takes everything");
    let (again, _) = read_text(&written).expect("it was written");
    assert_eq!(again, problem);
}

/// Any bytes as an SGF file. What is read can be written, and reads back as the same problem.
pub fn read_sgf(bytes: &[u8]) {
    for entry in sgf::read(bytes, &Overrides::default()).iter().flatten() {
        let written = sgf::write([entry]);
        let again = sgf::read(written.as_bytes(), &Overrides::default());
        let again = again.first().and_then(|again| again.as_ref().ok());
        let again = again.expect("it was written");
        assert_eq!(again.problem, entry.problem, "{written}");
    }
}

/// Any bytes from the cable, as a handheld and as a computer hear them. What is understood can be said again.
pub fn hear_frames(bytes: &[u8]) {
    let (mut here, mut there) = (Collector::new(), Collector::new());
    let mut rest = bytes;
    while !rest.is_empty() {
        let (taken, is_complete) = here.take(rest);
        assert_eq!(there.take(rest), (taken, is_complete));
        assert!(0 < taken && taken <= rest.len());
        rest = &rest[taken..];
        if is_complete {
            if let Some((tag, request)) = here.message::<Request<'_>>() {
                say_again(tag, &request);
            }
            if let Some((tag, reply)) = there.message::<Reply<'_>>() {
                say_again(tag, &reply);
            }
        }
    }
    // Whatever came, the next good frame is understood.
    let mut frame = [0; MAX_FRAME];
    let length = write(7, &Request::Hello, &mut frame).expect("it is short");
    let mut good = &frame[..length];
    loop {
        let (taken, is_complete) = here.take(good);
        good = &good[taken..];
        if good.is_empty() {
            assert!(is_complete);
            assert_eq!(here.message(), Some((7, Request::Hello)));
            return;
        }
    }
}

fn say_again<M: serde::Serialize>(tag: u8, message: &M) {
    let mut frame = [0; MAX_FRAME];
    assert!(
        write(tag, message, &mut frame).is_some(),
        "what came in a frame fits into one"
    );
}

const PACKS: u32 = 2 * SLOT;
const SAVE: u32 = 8 * SECTOR;

/// Any requests, one behind the other, to a handheld with everything but hardware. Each gets a reply, and after all of them the flash
/// can be opened as after any power cut.
pub fn answer_requests(bytes: &[u8]) {
    let home = Home::<64>::new(PACKS);
    let mut handheld = home.start(flash(PACKS, SAVE));
    let mut rest = bytes;
    while let Ok((request, behind)) = postcard::take_from_bytes::<Request<'_>>(rest) {
        rest = behind;
        let said = handheld.answer(3, request);
        let mut collector = Collector::new();
        assert_eq!(collector.take(&said), (said.len(), true));
        let (tag, _) = collector.message::<Reply<'_>>().expect("a reply");
        assert_eq!(tag, 3);
    }
    handheld.hang_up();
    home.start(handheld.store.into_flash());
}

/// Any bytes as a proof. What is read can be written both ways, and reads back as the same.
pub fn check_proof(bytes: &[u8]) {
    let Ok(proof) = shikatsu_proof::read(bytes) else {
        return;
    };
    let text = shikatsu_proof::text::write(&proof);
    assert_eq!(
        shikatsu_proof::read(text.as_bytes()).as_ref(),
        Ok(&proof),
        "{text}"
    );
    if let Ok(checked) = shikatsu_proof::check(&proof) {
        assert!(checked.leans_on().is_within(&checked.zone()));
        let written = shikatsu_proof::binary::write(&proof);
        assert_eq!(shikatsu_proof::read(&written), Ok(proof));
    }
}
