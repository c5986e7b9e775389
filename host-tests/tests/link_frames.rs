//! Frames: whatever bytes come, nothing panics, nothing wrong is believed, and the next good frame is understood.

use host_tests::random::Random;
use shikatsu::link::frame::{Collector, MAX_FRAME, write};
use shikatsu::link::{MAX_BYTES, Reply, Request};

fn framed(tag: u8, request: &Request<'_>) -> Vec<u8> {
    let mut buffer = [0; MAX_FRAME];
    let length = write(tag, request, &mut buffer).unwrap();
    buffer[..length].to_vec()
}

/// Feeds bytes in pieces of a size, and says how many frames were understood, and which came last.
fn feed(collector: &mut Collector, bytes: &[u8], piece: usize) -> Vec<u8> {
    let mut tags = Vec::new();
    for mut piece in bytes.chunks(piece) {
        while !piece.is_empty() {
            let (taken, is_complete) = collector.take(piece);
            piece = &piece[taken..];
            if is_complete && let Some((tag, _)) = collector.message::<Request<'_>>() {
                tags.push(tag);
            }
        }
    }
    tags
}

#[test]
fn what_is_written_is_read() {
    let bytes: Vec<u8> = (0..MAX_BYTES).map(|at| (at % 7) as u8).collect();
    let requests = [
        Request::Hello,
        Request::Pack(300),
        Request::Begin {
            length: 1 << 20,
            checksum: 0xffff_ffff,
            first: &bytes[..256],
        },
        Request::Data {
            offset: u32::MAX,
            bytes: &bytes,
        },
        Request::Restore {
            page: u16::MAX,
            bytes: &[],
        },
    ];
    for piece in [1, 7, 64, 5_000] {
        let mut collector = Collector::new();
        for (tag, request) in requests.iter().enumerate() {
            let frame = framed(tag as u8, request);
            let (taken, last) = frame.split_at(frame.len() - 1);
            assert!(feed(&mut collector, taken, piece).is_empty());
            assert_eq!(collector.take(last), (1, true));
            assert_eq!(collector.message(), Some((tag as u8, *request)));
            assert_eq!(collector.message::<Request<'_>>(), None);
        }
    }
}

#[test]
fn a_message_that_is_too_long_for_a_frame_is_refused() {
    let bytes = [1; MAX_FRAME + 8];
    let mut longest = 0;
    for length in 0..bytes.len() {
        let mut buffer = [0; MAX_FRAME];
        if let Some(used) = write(5, &&bytes[..length], &mut buffer) {
            assert!(longest < used && used <= MAX_FRAME, "{length}: {used}");
            longest = used;
        }
    }
    assert!(longest + 1 >= MAX_FRAME, "{longest}");
}

#[test]
fn replies_fit_whatever_they_say() {
    let bytes = [0xa5; MAX_BYTES];
    let mut buffer = [0; MAX_FRAME];
    let reply = Reply::Bytes {
        of: u32::MAX,
        bytes: &bytes,
    };
    assert!(write(255, &reply, &mut buffer).is_some());
    assert!(write(255, &[0u8; MAX_FRAME].as_slice(), &mut buffer).is_none());
}

#[test]
fn every_bit_flip_and_every_cut_of_a_frame_is_noticed_and_the_next_frame_is_heard() {
    let bytes: Vec<u8> = (0..200).map(|at| (at * 37 % 256) as u8).collect();
    let good = framed(
        1,
        &Request::Data {
            offset: 77,
            bytes: &bytes,
        },
    );
    let next = framed(2, &Request::Hello);
    for bit in 0..8 * good.len() {
        let mut bad = good.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        let mut collector = Collector::new();
        let mut heard = feed(&mut collector, &bad, 64);
        heard.extend(feed(&mut collector, &next, 64));
        // A flipped zero in front costs the frame, too; the one behind it only joins two frames.
        let allowed: [&[u8]; 2] = [&[2], &[]];
        assert!(allowed.contains(&&*heard) || bit < 8, "{bit}: {heard:?}");
        heard.extend(feed(&mut collector, &next, 64));
        assert_eq!(heard.last(), Some(&2), "{bit}");
    }
    for end in 0..good.len() {
        let mut collector = Collector::new();
        let heard = feed(&mut collector, &[&good[..end], &next].concat(), 64);
        assert_eq!(heard.last(), Some(&2));
        assert!(heard.len() == 1 || end == good.len() - 1, "{end}");
    }
}

#[test]
fn no_bytes_make_it_panic_or_believe_anything() {
    let mut random = Random::new(9);
    let mut collector = Collector::new();
    let mut bytes = vec![0; 1 << 12];
    let mut heard = 0;
    for round in 0..3_000 {
        // Some rounds have many zeros, some none, some small numbers.
        let most = [256, 4, 256, 2][round % 4];
        for byte in &mut bytes {
            *byte = random.below(most) as u8;
            if round % 4 == 2 {
                *byte |= 1;
            }
        }
        heard += feed(&mut collector, &bytes, 1 + random.below(300)).len();
    }
    assert_eq!(heard, 0);
    collector.forget();
    assert_eq!(feed(&mut collector, &framed(3, &Request::Hello), 64), [3]);
}

#[test]
fn a_frame_that_is_too_long_is_none() {
    // A run of 254 bytes without a zero, again and again, and then the end.
    let run = [[255].as_slice(), &[1; 254]].concat();
    let mut collector = Collector::new();
    for _ in 0..=MAX_FRAME / 254 {
        assert_eq!(collector.take(&run), (run.len(), false));
    }
    assert_eq!(collector.take(&[0]), (1, false));
}
