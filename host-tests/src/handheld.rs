//! A handheld with everything but hardware: what it keeps, and what it answers to a computer.

use std::cell::RefCell;
use std::collections::BTreeMap;

use shikatsu::crc32::checksum;
use shikatsu::link::frame::{Collector, MAX_FRAME, write};
use shikatsu::link::{Changes, Journal, MAX_BYTES, Reply, Request, Server};
use shikatsu::record::{Keeper as _, Name, ProblemId, Record};
use shikatsu::store::{Look, Progress, SECTOR, Store};

use crate::fake_packs::look;
use crate::flash::{Flash, now};

/// What a handheld lives in.
pub struct Home<const N: usize> {
    /// What it remembers.
    pub progress: RefCell<Progress<N>>,
    /// What it noted.
    pub journal: RefCell<Journal>,
    /// Bytes of flash for packs; what is behind them is for progress.
    packs: u32,
    /// How the first bytes of a pack are read.
    look: Look,
}

impl<const N: usize> Home<N> {
    /// With so many bytes of flash for packs.
    pub const fn new(packs: u32) -> Home<N> {
        Home::looking(packs, look)
    }

    /// The same, with packs of another kind than the fake ones.
    pub const fn looking(packs: u32, look: Look) -> Home<N> {
        Home {
            progress: RefCell::new(Progress::new()),
            journal: RefCell::new(Journal::new()),
            packs,
            look,
        }
    }

    /// The store in this flash, which nobody has looked into yet.
    pub fn store(&self, flash: Flash) -> Store<'_, Flash, N> {
        let end = flash.bytes.len() as u32;
        Store::new(flash, 0..self.packs, self.packs..end, self.look, &self.progress)
    }

    /// Starts with this flash.
    pub fn start(&self, flash: Flash) -> Handheld<'_, N> {
        let mut handheld = self.start_safely(flash);
        now(handheld.store.open(&mut [0; MAX_BYTES])).expect("the flash can be read");
        assert!(handheld.store.is_open());
        handheld
    }

    /// Starts in the safe mode, which looks into nothing.
    pub fn start_safely(&self, flash: Flash) -> Handheld<'_, N> {
        Handheld {
            store: self.store(flash),
            server: Server {
                who: ("0.1.0", "a test"),
                describe: |kept| {
                    (
                        kept.head.id as u16,
                        Name::try_from("A pack").expect("it is short"),
                    )
                },
                journal: &self.journal,
            },
            collector: Collector::new(),
            changes: Changes::default(),
        }
    }

    /// What became of each problem.
    pub fn records(&self) -> BTreeMap<ProblemId, Record> {
        records(&self.progress.borrow())
    }
}

/// What became of each problem.
pub fn records<const N: usize>(progress: &Progress<N>) -> BTreeMap<ProblemId, Record> {
    let mut map = BTreeMap::new();
    progress.each(&mut |id, record| {
        map.insert(id, record);
    });
    map
}

/// A flash with room for so many bytes of packs and of progress.
pub fn flash(packs: u32, save: u32) -> Flash {
    Flash::new(((packs + save) / SECTOR) as usize)
}

/// A handheld that runs.
pub struct Handheld<'a, const N: usize> {
    /// What it keeps.
    pub store: Store<'a, Flash, N>,
    /// What its answers changed so far.
    pub changes: Changes,
    server: Server<'a>,
    collector: Collector,
}

impl<const N: usize> Handheld<'_, N> {
    /// Gives it bytes, and returns what it says to them.
    pub fn hear(&mut self, mut bytes: &[u8]) -> Vec<u8> {
        let (mut scratch, mut out) = ([0; MAX_BYTES], [0; MAX_FRAME]);
        let mut said = Vec::new();
        while !bytes.is_empty() {
            let (taken, is_complete) = self.collector.take(bytes);
            bytes = &bytes[taken..];
            if !is_complete {
                continue;
            }
            if let Some(request) = self.collector.heard() {
                let answer = self
                    .server
                    .answer(&mut self.store, request, &mut scratch, &mut out);
                let (length, changes) = now(answer);
                said.extend(&out[..length]);
                self.changes.packs |= changes.packs;
                self.changes.progress |= changes.progress;
            }
        }
        said
    }

    /// Asks, and takes the answer apart.
    pub fn ask<T>(&mut self, request: &Request<'_>, answer: impl FnOnce(Reply<'_>) -> T) -> T {
        let said = self.hear(&framed(5, request));
        let mut collector = Collector::new();
        assert_eq!(collector.take(&said), (said.len(), true));
        let (tag, reply) = collector.message::<Reply<'_>>().expect("a reply");
        assert_eq!(tag, 5);
        answer(reply)
    }

    /// Gives it a request that may be too long for the cable. Returns what it says as it goes over the cable.
    pub fn answer(&mut self, tag: u8, request: Request<'_>) -> Vec<u8> {
        let (mut scratch, mut out) = ([0; MAX_BYTES], [0; MAX_FRAME]);
        let heard = (tag, Some(request));
        let (length, _) = now(self.server.answer(&mut self.store, heard, &mut scratch, &mut out));
        out[..length].to_vec()
    }

    /// Asks for something that it does.
    pub fn order(&mut self, request: &Request<'_>) {
        self.ask(request, |reply| assert_eq!(reply, Reply::Done));
    }

    /// Writes all that is not written yet. False if the flash refuses.
    pub fn save_all(&mut self) -> bool {
        loop {
            match now(self.store.save(&mut [0; MAX_BYTES])) {
                Ok(true) => {}
                Ok(false) => return true,
                Err(_) => return false,
            }
        }
    }

    /// The cable is pulled.
    pub fn hang_up(&mut self) {
        now(Server::hang_up(&mut self.store, &mut [0; MAX_BYTES])).expect("the flash can be read");
    }
}

/// A request as it comes over the cable.
pub fn framed(tag: u8, request: &Request<'_>) -> Vec<u8> {
    let mut buffer = [0; MAX_FRAME];
    let length = write(tag, request, &mut buffer).expect("it fits");
    buffer[..length].to_vec()
}

/// The request that begins to load a pack.
pub fn begin(bytes: &[u8]) -> Request<'_> {
    Request::Begin {
        length: bytes.len() as u32,
        checksum: checksum(bytes),
        first: &bytes[..bytes.len().min(256)],
    }
}
