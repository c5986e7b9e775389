//! The one task that touches the flash: it answers the computer at the USB port, and writes what is to be remembered.
//!
//! While a sector is erased or a page is written nothing else runs on the chip, not even an interrupt, since all code is in that
//! flash. So it is one sector or page at a time, and everybody else has a turn in between. What DMA moves comes from RAM and goes on.

use core::cell::RefCell;
use core::ops::Range;

use defmt::{info, unwrap, warn};
use embassy_futures::select::{Either, Either4, select, select4};
use embassy_futures::yield_now;
use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, ERASE_SIZE, Error, Flash, PAGE_SIZE};
use embassy_rp::peripherals::FLASH;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use embassy_sync::pipe::Pipe;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, Instant, TimeoutError, Timer, with_timeout};
use embedded_storage_async::nor_flash::{ErrorType, NorFlash, ReadNorFlash};
use portable_atomic::{AtomicU32, Ordering};
use shikatsu::link::frame::{Collector, MAX_FRAME};
use shikatsu::link::{Changes, Journal, Server, Spoken, Switch};
use shikatsu::pack::Pack;
use shikatsu::pack::library::NotKept;
use shikatsu::record::{Name, cut};
use shikatsu::store::mine::Made;
use shikatsu::store::{Kept, List, Progress, Scratch, Shelf, Store, look};
use static_cell::{ConstStaticCell, StaticCell};

use super::{boards, crash, gtp, usb};

/// Problems that are remembered.
const RECORDS: usize = 3600;
/// All the flash that the board has.
const FLASH_SIZE: usize = boards::FLASH_KIB * 1024;
/// Where the flash is seen in memory.
const FLASH_START: u32 = 0x1000_0000;
/// A computer that takes nothing for so long has gone.
const PATIENCE: Duration = Duration::from_secs(2);
/// Neither does one that leaves a restore alone for so long come back.
const PAUSE: Duration = Duration::from_secs(10);
/// What could not be written stays in memory, and is tried again after so long: a flash that fails must not be worn out.
const BACK_OFF: Duration = Duration::from_secs(30);

type Chip = Yielding<Flash<'static, FLASH, Blocking, FLASH_SIZE>>;
/// The number of a flash chip.
pub(crate) type Id = [u8; 8];
/// What the trainer remembers.
pub(crate) type Remembered = RefCell<Progress<RECORDS>>;
type HandheldStore = Store<'static, Chip, RECORDS>;

static STORAGE: StaticCell<Storage> = StaticCell::new();
static PROGRESS: ConstStaticCell<Remembered> = ConstStaticCell::new(RefCell::new(Progress::new()));
static JOURNAL: ConstStaticCell<RefCell<Journal>> = ConstStaticCell::new(RefCell::new(Journal::new()));
static COLLECTOR: ConstStaticCell<Collector> = ConstStaticCell::new(Collector::new());
static SCRATCH: ConstStaticCell<Scratch> = ConstStaticCell::new([0; size_of::<Scratch>()]);
static REPLY: ConstStaticCell<[u8; MAX_FRAME]> = ConstStaticCell::new([0; MAX_FRAME]);

/// Bytes from the computer, and to it.
pub(crate) static FROM_HOST: Pipe<CriticalSectionRawMutex, 512> = Pipe::new();
/// See [`FROM_HOST`].
pub(crate) static TO_HOST: Pipe<CriticalSectionRawMutex, 512> = Pipe::new();
/// The computer has gone.
pub(crate) static HUNG_UP: Signal<CriticalSectionRawMutex, ()> = Signal::new();
/// There is something to write.
pub(crate) static NEWS: Signal<CriticalSectionRawMutex, ()> = Signal::new();
/// The player does not want the pack with this number any more.
pub(crate) static DELETE: Channel<CriticalSectionRawMutex, u32, 4> = Channel::new();
/// The player's own problems are to change.
static MADE: Signal<CriticalSectionRawMutex, Made> = Signal::new();
/// That is not done, and why.
pub(crate) static NOT_KEPT: Signal<CriticalSectionRawMutex, NotKept> = Signal::new();
/// See [`PACKS`]: the trainer may be asleep.
pub(crate) static WAKE: Signal<CriticalSectionRawMutex, ()> = Signal::new();
/// There are other packs: these.
pub(crate) static PACKS: Signal<CriticalSectionRawMutex, List> = Signal::new();

/// For a debugger, and for the tests that use one: with this number in it to look at the flash panics, at every start, since it lies in memory that
/// the start-up code leaves alone.
#[unsafe(no_mangle)]
#[unsafe(link_section = ".uninit.FAULT")]
static SHIKATSU_FAULT_OPENING: AtomicU32 = AtomicU32::new(0);
const FAULT: u32 = 0x6661_756c;

/// Erased sectors and written pages so far. While one of them lasts nobody sees what the buttons do.
static OPERATIONS: AtomicU32 = AtomicU32::new(0);

/// A number that changes whenever nobody could look at the buttons.
pub(crate) fn blinks() -> u32 {
    OPERATIONS.load(Ordering::Relaxed)
}

fn blink() {
    OPERATIONS.store(blinks().wrapping_add(1), Ordering::Relaxed);
}

unsafe extern "C" {
    // The linker's, from memory.x: only their addresses mean something.
    static __packs_start: u8;
    static __packs_end: u8;
    static __save_start: u8;
    static __save_end: u8;
}

/// A part of the flash, from two symbols.
fn region(start: *const u8, end: *const u8) -> Range<u32> {
    start as u32 - FLASH_START..end as u32 - FLASH_START
}

/// Everything in flash, looked at.
pub(crate) struct Storage {
    store: HandheldStore,
    journal: &'static RefCell<Journal>,
    scratch: &'static mut Scratch,
    /// When saving is tried again after it failed.
    saves_again: Instant,
    /// The number that the flash was made with: no other handheld has it.
    id: Id,
}

impl Storage {
    /// The flash, of which nothing is known yet. It is put where it stays.
    pub(crate) fn new(flash: Peri<'static, FLASH>) -> &'static mut Storage {
        let mut packs = region(&raw const __packs_start, &raw const __packs_end);
        let save = region(&raw const __save_start, &raw const __save_end);
        // On a board with more flash than a plain Pico, packs go on behind what is remembered. All that lay there before stays where it is.
        if save.end < FLASH_SIZE as u32 {
            packs.end = FLASH_SIZE as u32;
        }
        let mut chip = Flash::new_blocking(flash);
        let mut id = Id::default();
        unwrap!(chip.blocking_unique_id(&mut id));
        STORAGE.init(Storage {
            store: Store::new(Yielding(chip), packs, save, look, PROGRESS.take()),
            journal: JOURNAL.take(),
            scratch: SCRATCH.take(),
            saves_again: Instant::MIN,
            id,
        })
    }

    /// The number that tells this handheld from all others.
    pub(crate) const fn id(&self) -> Id {
        self.id
    }

    /// Looks at the flash. What it holds may be anything.
    pub(crate) async fn open(&mut self) {
        assert!(
            SHIKATSU_FAULT_OPENING.load(Ordering::Relaxed) != FAULT,
            "asked for by a debugger, while opening"
        );
        unwrap!(self.store.open(self.scratch).await);
        info!(
            "{=usize} packs and {=usize} problems remembered",
            self.store.packs().kept().len(),
            self.remembered().borrow().len()
        );
    }

    /// What is remembered.
    pub(crate) fn remembered(&self) -> &'static Remembered {
        self.store.progress()
    }

    /// The packs that are there.
    pub(crate) fn shelf(&self) -> Shelf {
        Shelf::new(self.store.packs().kept(), bytes).with_maker(|made| MADE.signal(made))
    }

    /// Notes something, to be told a computer.
    pub(crate) fn note(&self, line: &str) {
        self.journal.borrow_mut().note(line);
    }

    fn list(&self) -> List {
        self.store.packs().kept().iter().copied().collect()
    }

    /// Writes all that is to be remembered.
    async fn save(&mut self) {
        usb::settled().await;
        while Instant::now() >= self.saves_again {
            match self.store.save(self.scratch).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => {
                    warn!("not saved: {}", defmt::Debug2Format(&error));
                    self.note("progress could not be saved");
                    self.saves_again = Instant::now() + BACK_OFF;
                }
            }
        }
    }

    /// Answers every request that `bytes` complete.
    async fn hear(&mut self, mut bytes: &[u8], collector: &mut Collector, out: &mut [u8; MAX_FRAME]) {
        let server = Server {
            who: (env!("CARGO_PKG_VERSION"), boards::NAME),
            describe,
            journal: self.journal,
        };
        while !bytes.is_empty() {
            let (taken, is_complete) = collector.take(bytes);
            bytes = &bytes[taken..];
            if !is_complete {
                continue;
            }
            if let Some(heard) = collector.heard() {
                let (length, changes) = server.answer(&mut self.store, heard, self.scratch, out).await;
                // A reply that nobody takes is not missed: it is asked for again.
                let _ = with_timeout(PATIENCE, TO_HOST.write_all(&out[..length])).await;
                self.act_on(changes).await;
            }
        }
    }

    /// The player wants a pack to go.
    async fn delete(&mut self, pack: u32) {
        let (packs, flash) = self.store.packs_and_flash();
        if let Err(refusal) = packs.delete(flash, pack).await {
            warn!("not deleted: {}", defmt::Debug2Format(&refusal));
            self.note("a pack could not be deleted");
        }
        self.act_on(Changes {
            packs: true,
            progress: false,
        })
        .await;
    }

    /// The player made a problem, or does not want one any more.
    async fn change_own(&mut self, made: &Made) {
        match self.store.make(made).await {
            Ok(()) => {
                self.act_on(Changes {
                    packs: true,
                    progress: false,
                })
                .await;
            }
            Err(refusal) => {
                warn!("not kept: {}", defmt::Debug2Format(&refusal));
                NOT_KEPT.signal(refusal.into());
                WAKE.signal(());
            }
        }
    }

    async fn act_on(&mut self, changes: Changes) {
        if changes.packs {
            info!("{=usize} packs now", self.store.packs().kept().len());
            PACKS.signal(self.list());
            WAKE.signal(());
            // Nobody may look at the bytes of a pack that is gone when its sectors are erased. The trainer takes the list between two
            // slices of thought, or after a picture, and never waits for this task; should it hang, the watchdog ends both.
            while PACKS.signaled() {
                Timer::after_millis(2).await;
            }
        }
        if changes.progress {
            // Long enough for the reply to be sent.
            Timer::after_millis(200).await;
            crash::restart();
        }
    }
}

/// Owns the flash for ever.
#[embassy_executor::task]
pub(crate) async fn keep(storage: &'static mut Storage) -> ! {
    let (collector, out) = (COLLECTOR.take(), REPLY.take());
    let mut packet = [0; 64];
    let mut switch = Switch::new();
    loop {
        let event = select4(
            FROM_HOST.read(&mut packet),
            NEWS.wait(),
            DELETE.receive(),
            HUNG_UP.wait(),
        );
        let event = match with_timeout(PAUSE, select(event, MADE.wait())).await {
            Ok(Either::Second(made)) => {
                storage.change_own(&made).await;
                storage.save().await;
                continue;
            }
            Ok(Either::First(event)) => Ok(event),
            Err(timeout) => Err(timeout),
        };
        // A player may think for longer than anybody else is waited for.
        if matches!(event, Ok(Either4::Fourth(()))) {
            switch.hang_up();
            gtp::hang_up();
            WAKE.signal(());
        }
        match event {
            Ok(Either4::First(many)) => {
                let mut bytes = &packet[..many];
                while !bytes.is_empty() {
                    let (spoken, many) = switch.sort(bytes);
                    match spoken {
                        Spoken::Frames => storage.hear(&bytes[..many], collector, out).await,
                        Spoken::Lines => pass_on(&bytes[..many]).await,
                    }
                    bytes = &bytes[many..];
                }
            }
            Ok(Either4::Second(())) => {}
            Ok(Either4::Third(pack)) => storage.delete(pack).await,
            Ok(Either4::Fourth(())) | Err(TimeoutError) => {
                collector.forget();
                // A flash that cannot be read is told of when it is to be written.
                let _ = Server::hang_up(&mut storage.store, storage.scratch).await;
            }
        }
        storage.save().await;
    }
}

/// Hands text to the engine in the trainer's task. While that thinks nothing is taken, and the computer waits.
async fn pass_on(text: &[u8]) {
    WAKE.signal(());
    if let Either::Second(()) = select(gtp::tell(text), HUNG_UP.wait()).await {
        // It is for the loop to hear.
        HUNG_UP.signal(());
    }
}

/// The bytes of a pack, where they lie.
fn bytes(kept: &Kept) -> &'static [u8] {
    let start = &raw const __packs_start;
    // SAFETY: the store found the pack inside of the region. When a pack goes, the storage task waits until the trainer has let go of it
    // (`act_on`) before anything is erased; until then only its seal is written over. Strictly those four bytes change below a slice that
    // promises that they do not; it is not this program that changes them but the flash, and nobody reads them once the pack is open.
    unsafe { core::slice::from_raw_parts(start.add(kept.at as usize), kept.head.length as usize) }
}

fn describe(kept: &Kept) -> (u16, Name) {
    Pack::open(bytes(kept)).map_or((0, Name::new()), |pack| (pack.len(), cut(pack.header().name)))
}

/// The chip's flash, an operation at a time with a turn for everybody else in between.
struct Yielding<T>(T);

impl ErrorType for Chip {
    type Error = Error;
}

impl ReadNorFlash for Chip {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Error> {
        self.0.blocking_read(offset, bytes)?;
        // A whole pack is read piece by piece, and keys are to be answered meanwhile.
        yield_now().await;
        Ok(())
    }

    fn capacity(&self) -> usize {
        FLASH_SIZE
    }
}

impl NorFlash for Chip {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = ERASE_SIZE;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), Error> {
        for sector in (from..to).step_by(ERASE_SIZE) {
            blink();
            self.0.blocking_erase(sector, sector + ERASE_SIZE as u32)?;
            yield_now().await;
        }
        Ok(())
    }

    async fn write(&mut self, mut offset: u32, mut bytes: &[u8]) -> Result<(), Error> {
        while !bytes.is_empty() {
            let room = PAGE_SIZE - offset as usize % PAGE_SIZE;
            let (now, later) = bytes.split_at(bytes.len().min(room));
            blink();
            self.0.blocking_write(offset, now)?;
            offset += now.len() as u32;
            bytes = later;
            yield_now().await;
        }
        Ok(())
    }
}
