//! The computer's side of the link, with a handheld without hardware at the other end, a clock that only stands in the test, and a cable that loses things.

use std::time::Duration;

use host_tests::fake_packs::pack;
use host_tests::handheld;
use shikatsu::link::frame::{Collector, MAX_FRAME, write};
use shikatsu::link::{About, PROTOCOL, Reply, Request};
use shikatsu::store::{Refusal, SECTOR, SLOT};
use shikatsu_toolkit::client::{Cable, PATIENCE, Talk, Trouble, Want, delete, hello, load, packs};

const PACKS: u32 = 4 * SLOT;
const SAVE: u32 = 16 * SECTOR;
/// How often the driver looks whether anything came.
const MOMENT: Duration = Duration::from_millis(50);

type Home = handheld::Home<512>;

/// A handheld as a function from bytes to bytes.
fn handheld(home: &Home) -> impl FnMut(&[u8]) -> Vec<u8> {
    let mut handheld = home.start(handheld::flash(PACKS, SAVE));
    move |bytes| handheld.hear(bytes)
}

/// Drives a talk to its end, and says when that was. `other` is what is at the other end: told what was sent, or nothing after a moment in which nothing came. `None` pulls the cable.
fn drive<T>(
    mut talk: Talk<'_, T>,
    mut other: impl FnMut(&[u8]) -> Option<Vec<u8>>,
) -> Option<(Result<T, Trouble>, Duration)> {
    let mut clock = Duration::ZERO;
    let mut heard = Vec::new();
    loop {
        heard = match talk.step(clock, &heard) {
            Want::Send(bytes) => other(&bytes)?,
            Want::Listen(time) => {
                assert!(time > Duration::ZERO, "nothing is heard in no time");
                clock += time.min(MOMENT);
                other(&[])?
            }
            Want::Done(result) => return Some((result, clock)),
        };
    }
}

/// What was asked, each with its tag.
fn requests(bytes: &[u8]) -> Vec<(u8, String)> {
    let (mut collector, mut found) = (Collector::new(), Vec::new());
    for byte in bytes {
        if collector.take(&[*byte]).1
            && let Some((tag, request)) = collector.message::<Request<'_>>()
        {
            found.push((tag, format!("{request:?}")));
        }
    }
    found
}

fn answer(tag: u8, reply: &Reply<'_>) -> Vec<u8> {
    let mut frame = [0; MAX_FRAME];
    let length = write(tag, reply, &mut frame).unwrap();
    frame[..length].to_vec()
}

#[test]
fn a_load_is_gone_on_with_wherever_the_cable_was_pulled() {
    let bytes = pack(7, 1, 9000);
    let (mut pulled_at, mut is_complete) = (0, false);
    while !is_complete {
        let home = Home::new(PACKS);
        let mut handheld = handheld(&home);
        let mut sent = 0;
        let talk = Talk::over(&Cable::new(), |cable| load(cable, &bytes, |_| ()));
        let first = drive(talk, |said| {
            if !said.is_empty() {
                sent += 1;
            }
            (sent <= pulled_at).then(|| handheld(said))
        });
        is_complete = first.is_some();
        let mut shown = Vec::new();
        let again = Talk::over(&Cable::new(), |cable| {
            load(cable, &bytes, |there| shown.push(there))
        });
        let (result, _) = drive(again, |said| Some(handheld(said))).unwrap();
        assert_eq!(result, Ok(()), "pulled at {pulled_at}");
        assert!(
            shown.is_sorted() && shown.last() == Some(&bytes.len()),
            "{shown:?}"
        );
        assert!(pulled_at < 2 || shown[0] >= 4096, "it began anew: {shown:?}");
        let talk = Talk::over(&Cable::new(), packs);
        let (listed, _) = drive(talk, |said| Some(handheld(said))).unwrap();
        let listed: Vec<_> = listed
            .unwrap()
            .iter()
            .map(|info| (info.id, info.length))
            .collect();
        assert_eq!(listed, [(7, 9000)]);
        pulled_at += 1;
    }
    assert!(pulled_at >= 4, "the beginning, three windows, the end");
}

#[test]
fn a_question_that_was_lost_is_asked_again_under_another_tag() {
    let home = Home::new(PACKS);
    let mut handheld = handheld(&home);
    let (mut asked, mut lost) = (Vec::new(), 2);
    let talk = Talk::over(&Cable::new(), packs);
    let (result, time) = drive(talk, |said| {
        let new = requests(said);
        let answer = handheld(said);
        asked.extend(new.clone());
        if !new.is_empty() && lost > 0 {
            lost -= 1;
            return Some(Vec::new());
        }
        Some(answer)
    })
    .unwrap();
    assert_eq!(result.unwrap(), []);
    assert_eq!(time, 2 * PATIENCE);
    let expected = [1, 2, 3].map(|tag| (tag, "Pack(0)".to_string()));
    assert_eq!(asked, expected);
}

#[test]
fn noise_does_not_make_the_wait_longer_and_three_tries_are_enough() {
    let mut asked = 0;
    let talk = Talk::over(&Cable::new(), packs);
    let (result, time) = drive(talk, |said| {
        asked += usize::from(!said.is_empty());
        Some(b"OK\r\n\0\x05junk\0".to_vec())
    })
    .unwrap();
    assert_eq!((result, time, asked), (Err(Trouble::Silent), 3 * PATIENCE, 3));
    let glance = Duration::from_millis(700);
    let talk = Talk::over(&Cable::new(), |cable| hello(cable, glance));
    let (result, time) = drive(talk, |_| Some(Vec::new())).unwrap();
    assert_eq!((result, time), (Err(Trouble::Silent), 3 * glance));
}

#[test]
fn a_late_answer_to_one_talk_is_not_taken_for_one_to_the_next() {
    let cable = Cable::new();
    let mut first = Talk::over(&cable, |cable| delete(cable, 1));
    let Want::Send(bytes) = first.step(Duration::ZERO, &[]) else {
        panic!("it asks at once");
    };
    assert_eq!(requests(&bytes), [(1, "Delete(1)".to_string())]);
    assert_eq!(first.step(Duration::ZERO, &[]), Want::Listen(PATIENCE));
    drop(first);
    let mut second = Talk::over(&cable, |cable| delete(cable, 2));
    let Want::Send(bytes) = second.step(Duration::ZERO, &[]) else {
        panic!("it asks at once");
    };
    assert_eq!(requests(&bytes), [(2, "Delete(2)".to_string())]);
    let late = answer(1, &Reply::Done);
    assert_eq!(second.step(MOMENT, &late), Want::Listen(PATIENCE));
    // In pieces, as ports deliver.
    let no = answer(2, &Reply::No(Refusal::NoSuchPack));
    let (start, rest) = no.split_at(5);
    assert_eq!(
        second.step(2 * MOMENT, start),
        Want::Listen(PATIENCE.saturating_sub(MOMENT))
    );
    let refused = Err(Trouble::Refused(Refusal::NoSuchPack));
    assert_eq!(second.step(3 * MOMENT, rest), Want::Done(refused));
    assert_eq!(second.step(4 * MOMENT, &[]), Want::Done(Err(Trouble::Silent)));
}

#[test]
fn an_answer_that_is_none_and_another_protocol_are_told_apart() {
    let stranger = About {
        protocol: PROTOCOL + 1,
        firmware: "9.9".try_into().unwrap(),
        board: "a board".try_into().unwrap(),
        packs: 0,
        room: (0, 0),
        records: 0,
        is_loading: false,
        pages: 0,
        is_newer: false,
        is_closed: false,
    };
    for (reply, trouble) in [
        (Reply::Hello(stranger), Trouble::Stranger(PROTOCOL + 1)),
        (Reply::Done, Trouble::Confused),
    ] {
        let talk = Talk::over(&Cable::new(), |cable| hello(cable, PATIENCE));
        let (result, _) = drive(talk, |said| Some(answer(requests(said)[0].0, &reply))).unwrap();
        assert_eq!(result, Err(trouble));
    }
}
