//! A flash chip in memory whose power can fail at any operation, and a way to run what waits for none.
//!
//! An operation is a sector erased or a page programmed, as on the device. Erasing makes ones, programming only zeros. What
//! an operation leaves behind when the power fails nobody can say, so there are several ways. An operation may also fail while the power stays on, and
//! the chip lives on.

use std::ops::Range;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use embedded_storage_async::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};

use crate::random::Random;

/// What is erased at once, and what is programmed at once.
pub const SECTOR: usize = 4096;
/// See [`SECTOR`].
pub const PAGE: usize = 256;

/// What is left of the operation at which the power fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tear {
    /// Nothing was done yet.
    Nothing,
    /// The first half of the page or sector is done.
    Half,
    /// Every bit that was to change did so, or did not.
    Random,
    /// All was done.
    Complete,
    /// An erased sector holds noise; of a page the second half is done, and random bits of the first.
    Scrambled,
    /// So many bytes are done.
    Bytes(usize),
}

/// The ways that are the emulator's, too.
pub const TEARS: [Tear; 5] = [
    Tear::Nothing,
    Tear::Half,
    Tear::Random,
    Tear::Complete,
    Tear::Scrambled,
];

/// The chip.
#[derive(Clone, Debug)]
pub struct Flash {
    /// What it holds.
    pub bytes: Vec<u8>,
    /// Operations so far.
    pub operations: usize,
    /// At which of them the power fails, counted from 0, and how.
    pub cut: Option<(usize, Tear)>,
    /// At which of them it errs and lives on, and how much of it is done all the same.
    pub err: Option<(usize, Tear)>,
    /// At which read it errs, counted from 0; and reads so far.
    pub read_err: Option<usize>,
    /// See [`Flash::read_err`].
    pub reads: usize,
    /// Each operation: how many bytes it changes at most.
    pub sizes: Vec<usize>,
    is_off: bool,
}

impl Flash {
    /// A chip that was never written to.
    pub fn new(sectors: usize) -> Flash {
        Flash::with(vec![0xff; sectors * SECTOR])
    }

    /// A chip with something on it.
    pub fn with(bytes: Vec<u8>) -> Flash {
        Flash {
            bytes,
            operations: 0,
            cut: None,
            err: None,
            read_err: None,
            reads: 0,
            sizes: Vec::new(),
            is_off: false,
        }
    }

    /// The same chip, some other day: the power is back.
    #[must_use]
    pub fn again(&self) -> Flash {
        Flash::with(self.bytes.clone())
    }

    /// The same chip, of which the power fails at an operation that is still to come.
    #[must_use]
    pub fn failing_at(&self, operation: usize, tear: Tear) -> Flash {
        let mut flash = self.again();
        flash.cut = Some((operation, tear));
        flash
    }

    /// The same chip, on which an operation that is still to come errs.
    #[must_use]
    pub fn erring_at(&self, operation: usize, tear: Tear) -> Flash {
        let mut flash = self.again();
        flash.err = Some((operation, tear));
        flash
    }

    /// The same chip, on which a read that is still to come errs.
    #[must_use]
    pub fn misreading_at(&self, read: usize) -> Flash {
        let mut flash = self.again();
        flash.read_err = Some(read);
        flash
    }

    /// Whether the power has failed.
    pub fn is_off(&self) -> bool {
        self.is_off
    }

    fn operate(&mut self, at: usize, after: &[u8], erases: bool) -> Result<(), PowerCut> {
        if self.is_off {
            return Err(PowerCut);
        }
        let place = at..at + after.len();
        let number = self.operations;
        self.operations += 1;
        self.sizes.push(after.len());
        let fails = |at: Option<(usize, Tear)>| at.filter(|(operation, _)| *operation == number);
        if let Some((_, tear)) = fails(self.cut).or(fails(self.err)) {
            let left = torn(tear, &self.bytes[place.clone()], after, erases, number);
            self.bytes[place].copy_from_slice(&left);
            self.is_off = fails(self.cut).is_some();
            return Err(PowerCut);
        }
        self.bytes[place].copy_from_slice(after);
        Ok(())
    }

    fn range(&self, offset: u32, length: usize) -> Range<usize> {
        let start = offset as usize;
        assert!(
            start + length <= self.bytes.len(),
            "{offset:#x} + {length} is outside"
        );
        start..start + length
    }
}

fn torn(tear: Tear, before: &[u8], after: &[u8], erases: bool, seed: usize) -> Vec<u8> {
    // Another chip, another day: what was there decides, so that no two cuts look alike, and each is the same again.
    let sum = |sum: u64, &byte: &u8| sum.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte);
    let mut random = Random::new(before.iter().chain(after).fold(seed as u64 + 1, sum));
    let mut chance = || random.below(256) as u8;
    let half = after.len() / 2;
    let mut byte = |place: usize| {
        let (old, new) = (before[place], after[place]);
        let mut mix = || {
            let chosen = chance();
            old & !chosen | new & chosen
        };
        let done = |many: usize| if place < many { new } else { old };
        match tear {
            Tear::Nothing => old,
            Tear::Half => done(half),
            Tear::Bytes(many) => done(many),
            Tear::Random => mix(),
            Tear::Scrambled if erases => chance(),
            Tear::Scrambled if place < half => mix(),
            Tear::Scrambled | Tear::Complete => new,
        }
    };
    (0..after.len()).map(&mut byte).collect()
}

/// The power failed, and is still off; or an operation failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PowerCut;

impl NorFlashError for PowerCut {
    fn kind(&self) -> NorFlashErrorKind {
        NorFlashErrorKind::Other
    }
}

impl ErrorType for Flash {
    type Error = PowerCut;
}

impl ReadNorFlash for Flash {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), PowerCut> {
        if self.is_off {
            return Err(PowerCut);
        }
        self.reads += 1;
        if self.read_err == Some(self.reads - 1) {
            return Err(PowerCut);
        }
        bytes.copy_from_slice(&self.bytes[self.range(offset, bytes.len())]);
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.bytes.len()
    }
}

impl NorFlash for Flash {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), PowerCut> {
        let place = self.range(from, (to - from) as usize);
        assert!(from.is_multiple_of(SECTOR as u32) && place.len().is_multiple_of(SECTOR));
        for at in place.step_by(SECTOR) {
            self.operate(at, &[0xff; SECTOR], true)?;
        }
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), PowerCut> {
        let place = self.range(offset, bytes.len());
        let (mut at, mut rest) = (place.start, bytes);
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(PAGE - at % PAGE));
            let after: Vec<u8> = now
                .iter()
                .zip(&self.bytes[at..])
                .map(|(new, old)| new & old)
                .collect();
            self.operate(at, &after, false)?;
            at += now.len();
            rest = later;
        }
        Ok(())
    }
}

/// Runs what is async only for the device: here nothing has to be waited for.
pub fn now<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("something waits"),
    }
}
