//! A panic is kept across the reset and told afterwards. Several in a short time are told as such.
//!
//! The note lies in memory that the start-up code leaves alone. It is there if its check word fits its content, so what power-on
//! left there is not taken for one.

use core::cell::UnsafeCell;
use core::fmt::Write as _;
use core::mem::MaybeUninit;
use core::panic::PanicInfo;

use cortex_m_rt::{ExceptionFrame, exception};
use embassy_rp::peripherals::WATCHDOG;
use embassy_rp::watchdog::Watchdog;
use heapless::String;
use portable_atomic::{AtomicBool, Ordering};

/// As much of a panic as is told.
pub(crate) type Story = String<160>;

/// This many crashes, each soon after a start, are too many.
const TOO_MANY: u32 = 3;
const SIGN: u32 = 0x5348_4b54;

struct Note {
    sign: u32,
    /// Crashes without a quiet minute in between.
    crashes: u32,
    len: u32,
    text: [u8; 160],
    check: u32,
}

impl Note {
    fn sum(&self) -> u32 {
        let words = [self.sign, self.crashes, self.len];
        let bytes = words.iter().flat_map(|word| word.to_le_bytes());
        bytes.chain(self.text).fold(0x811c_9dc5, |hash: u32, byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        })
    }
}

struct Place(UnsafeCell<MaybeUninit<Note>>);

// SAFETY: it is touched only with interrupts off, on the one core that runs.
unsafe impl Sync for Place {}

#[unsafe(link_section = ".uninit.CRASH")]
static NOTE: Place = Place(UnsafeCell::new(MaybeUninit::uninit()));

/// Does something with the note, which may hold anything.
fn with_note<R>(f: impl FnOnce(&mut Note) -> R) -> R {
    cortex_m::interrupt::free(|_| {
        let place = NOTE.0.get().cast::<Note>();
        // SAFETY: nobody else has it now, and every pattern of bits is a `Note`. Volatile, because what the memory holds
        // comes from before this program began, of which the compiler knows nothing.
        let mut note = unsafe { place.read_volatile() };
        let result = f(&mut note);
        // SAFETY: as above.
        unsafe { place.write_volatile(note) };
        result
    })
}

/// What happened before this start.
pub(crate) struct Past {
    /// Why the last run ended, if it ended badly.
    pub(crate) story: Option<Story>,
    /// It ended badly again and again.
    pub(crate) again_and_again: bool,
}

/// Reads the note and clears its story; the count stays.
pub(crate) fn read(found_a_hang: bool) -> Past {
    with_note(|note| {
        let is_there = note.sign == SIGN && note.sum() == note.check && note.len as usize <= note.text.len();
        let mut story = None;
        if is_there && note.len > 0 {
            let text = core::str::from_utf8(&note.text[..note.len as usize]).unwrap_or("(unreadable)");
            story = Some(Story::try_from(text).unwrap_or_default());
        } else if found_a_hang {
            let crashes = if is_there { note.crashes } else { 0 };
            write(note, "It stopped answering.", crashes + 1);
            story = Some(Story::try_from("It stopped answering.").unwrap_or_default());
        } else if !is_there {
            write(note, "", 0);
        }
        let again_and_again = note.crashes >= TOO_MANY;
        let crashes = note.crashes;
        write(note, "", crashes);
        Past {
            story,
            again_and_again,
        }
    })
}

/// All has been well for a while.
pub(crate) fn forget() {
    with_note(|note| write(note, "", 0));
}

fn write(note: &mut Note, text: &str, crashes: u32) {
    note.sign = SIGN;
    note.crashes = crashes;
    note.text = [0; 160];
    let len = text.len().min(note.text.len());
    note.text[..len].copy_from_slice(&text.as_bytes()[..len]);
    note.len = len as u32;
    note.check = note.sum();
}

/// The chip is about to restart. If that goes wrong too, it restarts at once.
static ENDS: AtomicBool = AtomicBool::new(false);

/// Keeps what is known so far, and counts the crash. First of all: whatever comes after it may fail itself, even a line of the log.
fn begin_the_end(story: &str) {
    if ENDS.swap(true, Ordering::Relaxed) {
        restart();
    }
    with_note(|note| {
        let is_there = note.sign == SIGN && note.sum() == note.check;
        let crashes = if is_there { note.crashes } else { 0 };
        write(note, story, crashes + 1);
    });
}

/// Keeps the whole story.
fn keep(story: &str) {
    with_note(|note| {
        let crashes = note.crashes;
        write(note, story, crashes);
    });
}

/// Restarts the chip. By the watchdog, since that notes why: after any other restart it would still tell of a hang before.
pub(crate) fn restart() -> ! {
    // SAFETY: whoever has it will not use it any more.
    Watchdog::new(unsafe { WATCHDOG::steal() }).trigger_reset();
    loop {
        cortex_m::asm::nop();
    }
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    cortex_m::interrupt::disable();
    let mut story = Story::new();
    if let Some(place) = info.location() {
        let file = place.file().rsplit('/').next().unwrap_or("");
        let _ = write!(story, "{file}:{}: ", place.line());
    }
    begin_the_end(&story);
    // What does not fit is cut off.
    let _ = write!(story, "{}", info.message());
    keep(&story);
    defmt::error!("panic: {=str}", story);
    restart()
}

// SAFETY: it only writes the note and restarts.
#[exception]
unsafe fn HardFault(frame: &ExceptionFrame) -> ! {
    let mut story = Story::new();
    let _ = write!(story, "Hard fault at {:#010x}", frame.pc());
    begin_the_end(&story);
    defmt::error!("hard fault at {=u32:#010x}", frame.pc());
    restart()
}
