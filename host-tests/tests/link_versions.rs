//! Messages of every version are understood for ever: `fixtures/records/messages-*.txt` has each as a frame, as that version sent it.

use std::collections::BTreeMap;

use host_tests::fixtures::{hex, text, unhex};
use serde::{Deserialize, Serialize};
use shikatsu::link::frame::{Collector, MAX_FRAME, write};
use shikatsu::link::{About, PackInfo, Reply, Request};
use shikatsu::store::Refusal;

/// How many versions there were. Each file has what is new or has become more since the one before.
const VERSIONS: u8 = 3;

/// The frames of a version by their names, with their tags.
fn frames(version: u8) -> Vec<(String, Vec<u8>)> {
    let text = text(&format!("messages-{version}.txt"));
    let line = |line: &str| {
        line.split_once(' ')
            .map(|(name, frame)| (name.to_string(), unhex(frame)))
    };
    text.lines().map(|one| line(one).unwrap()).collect()
}

fn requests() -> Vec<(&'static str, Request<'static>)> {
    vec![
        ("Hello", Request::Hello),
        ("Pack", Request::Pack(300)),
        ("Delete", Request::Delete(0x8000_0001)),
        (
            "Begin",
            Request::Begin {
                length: 70_000,
                checksum: 0xdead_beef,
                first: &[1, 2, 0, 3],
            },
        ),
        (
            "Data",
            Request::Data {
                offset: 65_536,
                bytes: &[0, 255, 0, 7],
            },
        ),
        ("Finish", Request::Finish),
        ("Abort", Request::Abort),
        ("Backup", Request::Backup(128)),
        ("BeginRestore", Request::BeginRestore),
        (
            "Restore",
            Request::Restore {
                page: 127,
                bytes: &[9, 8, 7],
            },
        ),
        ("FinishRestore", Request::FinishRestore),
        ("Log", Request::Log(1_000)),
        (
            "Read",
            Request::Read {
                id: 0xe569_84d6,
                offset: 1_152,
            },
        ),
    ]
}

/// What a handheld says about itself, as far as a version can say it.
fn about(version: u8) -> About {
    About {
        protocol: 1,
        firmware: "0.1.0".try_into().unwrap(),
        board: "a handheld".try_into().unwrap(),
        packs: 3,
        room: (500_000, 98_304),
        records: 3_600,
        is_loading: true,
        pages: if version > 1 { 2 } else { 0 },
        is_newer: version > 1,
        is_closed: version > 1,
    }
}

fn replies(version: u8) -> Vec<(&'static str, Reply<'static>)> {
    let info = PackInfo {
        id: 0x8000_0001,
        revision: 12,
        length: 123_456,
        problems: 400,
        name: "Corners".try_into().unwrap(),
    };
    vec![
        ("Hello", Reply::Hello(about(version))),
        ("Pack", Reply::Pack(info)),
        ("NoMore", Reply::NoMore),
        ("Next", Reply::Next(4_096)),
        ("Done", Reply::Done),
        (
            "Bytes",
            Reply::Bytes {
                of: 129,
                bytes: &[1, 0, 2],
            },
        ),
        ("No", Reply::No(Refusal::NotAPack)),
    ]
}

fn refusals() -> Vec<(&'static str, Refusal)> {
    vec![
        ("NotAPack", Refusal::NotAPack),
        ("NeedsFirmware", Refusal::NeedsFirmware(0, 4)),
        ("Damaged", Refusal::Damaged),
        ("TooBig", Refusal::TooBig { by: 300 }),
        (
            "NoRoom",
            Refusal::NoRoom {
                needs: 70_000,
                free: 32_768,
            },
        ),
        ("NoSuchPack", Refusal::NoSuchPack),
        ("NotLoading", Refusal::NotLoading),
        ("Incomplete", Refusal::Incomplete),
        ("NotRestoring", Refusal::NotRestoring),
        ("FlashFailed", Refusal::FlashFailed),
        ("Unknown", Refusal::Unknown),
        ("Older", Refusal::Older(9)),
        ("NewerProgress", Refusal::NewerProgress),
    ]
}

/// What a frame says.
fn heard<'c, T: Deserialize<'c>>(collector: &'c mut Collector, frame: &[u8]) -> (u8, T) {
    let (taken, is_complete) = collector.take(frame);
    assert_eq!((taken, is_complete), (frame.len(), true));
    collector.message().expect("it is understood")
}

#[test]
fn the_messages_of_every_version_are_understood() {
    for version in 1..=VERSIONS {
        let (requests, replies, refusals) = (requests(), replies(version), refusals());
        for (name, frame) in frames(version) {
            let mut collector = Collector::new();
            let (kind, name) = name.split_once("::").unwrap();
            if kind == "Request" {
                let (_, expected) = requests.iter().find(|(one, _)| *one == name).unwrap();
                assert_eq!(heard::<Request<'_>>(&mut collector, &frame).1, *expected);
                continue;
            }
            let (_, reply) = heard::<Reply<'_>>(&mut collector, &frame);
            if kind == "Reply" {
                let (_, expected) = replies.iter().find(|(one, _)| *one == name).unwrap();
                assert_eq!(reply, *expected, "version {version}");
            } else {
                let (_, expected) = refusals.iter().find(|(one, _)| *one == name).unwrap();
                assert_eq!(reply, Reply::No(*expected));
            }
        }
    }
}

#[test]
fn what_is_sent_today_is_the_newest_snapshot_and_there_is_one_of_each() {
    let mut newest: BTreeMap<String, Vec<u8>> = (1..=VERSIONS).flat_map(frames).collect();
    for (tag, (name, request)) in requests().iter().enumerate() {
        hold(&mut newest, &format!("Request::{name}"), tag, request);
    }
    for (tag, (name, reply)) in replies(VERSIONS).iter().enumerate() {
        hold(&mut newest, &format!("Reply::{name}"), 100 + tag, reply);
    }
    for (tag, (name, refusal)) in refusals().iter().enumerate() {
        hold(
            &mut newest,
            &format!("Refusal::{name}"),
            200 + tag,
            &Reply::No(*refusal),
        );
    }
    assert!(newest.is_empty(), "nobody sends {:?}", newest.keys());
}

fn hold(newest: &mut BTreeMap<String, Vec<u8>>, name: &str, tag: usize, message: &impl Serialize) {
    let mut buffer = [0; MAX_FRAME];
    let length = write(tag as u8, message, &mut buffer).unwrap();
    let frame = hex(&buffer[..length]);
    let snapshot = newest.remove(name).map(|frame| hex(&frame));
    assert_eq!(snapshot.as_ref(), Some(&frame), "{name} {frame}");
}

/// A later firmware says more about itself.
#[derive(Serialize)]
enum LaterReply {
    Hello(LaterAbout),
}

#[derive(Serialize)]
struct LaterAbout {
    now: About,
    battery: u8,
    words: &'static str,
}

#[test]
fn what_a_later_version_adds_is_passed_over() {
    let later = LaterReply::Hello(LaterAbout {
        now: about(VERSIONS),
        battery: 200,
        words: "more",
    });
    let mut buffer = [0; MAX_FRAME];
    let length = write(7, &later, &mut buffer).unwrap();
    let mut collector = Collector::new();
    let heard = heard::<Reply<'_>>(&mut collector, &buffer[..length]);
    assert_eq!(heard, (7, Reply::Hello(about(VERSIONS))));
}
