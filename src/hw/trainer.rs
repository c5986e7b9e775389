//! The loop that connects keys, time, solver and screen to the core's session.
//!
//! Everything runs on one core and gives way often: a slice of thinking is short enough for a key to be answered and for a
//! frame to be drawn in time. While nothing is to be done the chip sleeps.

use defmt::info;
use embassy_futures::yield_now;
use embassy_rp::clocks::RoscRng;
use embassy_time::{Duration, Instant, with_timeout};
use portable_atomic::{AtomicU8, AtomicU32, Ordering};
use shikatsu::search::{Slot, Table};
use shikatsu::session::keeper::{Keeper, Notebook, Profile};
use shikatsu::session::{Desk, DeviceMind as Mind, Effects, Event, Session};
use shikatsu::store::Shelf;
use shikatsu::tsumego::DEVICE_SLOTS;
use static_cell::ConstStaticCell;

use super::battery::CHARGE;
use super::boards::BoardPanel;
use super::buttons::{KEYS, Key};
use super::crash::{self, Past};
use super::light::Light;
use super::speaker::SOUNDS;
use super::storage::{DELETE, NEWS, PACKS, Remembered};
use super::watchdog::i_am_well;

/// A frame.
const FRAME: Duration = Duration::from_millis(16);
/// The longest sleep: the watchdog wants to hear something.
const NAP: Duration = Duration::from_millis(1000);
/// A slice of thinking should take about this long.
const SLICE: Duration = Duration::from_micros(1500);
/// Without a key for so long, the light goes down.
const DIM_AFTER: Duration = Duration::from_secs(60);
/// After so long without a crash, older ones are forgotten.
const QUIET: Duration = Duration::from_secs(60);

/// What is remembered for a while in the safe mode.
type Aside = Notebook<16>;

static SLOTS: ConstStaticCell<[Slot; DEVICE_SLOTS]> = ConstStaticCell::new([Slot::EMPTY; DEVICE_SLOTS]);
static DESK: ConstStaticCell<Desk> = ConstStaticCell::new(Desk::NOTHING);
static MIND: ConstStaticCell<Mind> = ConstStaticCell::new(Mind::new());

/// For a debugger, and for the tests that use one: 1 makes the trainer panic, 2 makes it hang.
#[unsafe(no_mangle)]
static SHIKATSU_FAULT: AtomicU8 = AtomicU8::new(0);

/// For the same: where chance comes from, if it is set before the trainer starts. Otherwise the clock decides.
#[unsafe(no_mangle)]
static SHIKATSU_SEED: AtomicU32 = AtomicU32::new(0);

/// Runs the trainer for ever.
#[embassy_executor::task]
pub(crate) async fn train(
    mut panel: BoardPanel,
    mut light: Light,
    past: Past,
    shelf: Shelf,
    mut remembered: &'static Remembered,
) -> ! {
    let seed = match SHIKATSU_SEED.load(Ordering::Relaxed) {
        // The time since the start is nearly the same at every start; the noise of the ring oscillator is not.
        0 => RoscRng.next_u32() ^ Instant::now().as_ticks() as u32,
        chosen => chosen,
    };
    let news = remembered;
    // After several crashes neither packs nor what is remembered are touched: one of them may be the reason.
    let is_safe_mode = past.again_and_again;
    let mut aside = Aside::new();
    let keeper: &mut dyn Keeper = if is_safe_mode {
        shelf.set(&[]);
        aside.keep_profile(&Profile {
            welcomed: true,
            ..Profile::default()
        });
        &mut aside
    } else {
        &mut remembered
    };
    let session = &mut Session::new(&shelf, keeper, DESK.take(), seed);
    let mind = MIND.take();
    let table = &mut Table::new(SLOTS.take());
    if let Some(story) = &past.story {
        session.report(story, past.again_and_again);
    }
    panel.show(session).await;
    light.set(session.brightness());
    tell(session);
    info!("first picture after {=u64} ms", Instant::now().as_millis());

    let mut pace = Pace::new();
    let mut thought = false;
    loop {
        i_am_well();
        fail_if_asked();
        if let Some(packs) = PACKS.try_take().filter(|_| !is_safe_mode) {
            shelf.set(&packs);
            play(session, Event::Library);
        }
        if let Some(percent) = CHARGE.try_take() {
            play(session, Event::Battery(percent));
        }
        // The time first: it went by before these keys, and would make long presses of short ones.
        if let ms @ 1.. = pace.elapsed() {
            play(session, Event::Tick(ms));
        }
        let had_keys = take_keys(session, &mut pace);
        let thinks = pace.think(|nodes| work(mind, session, table, nodes));
        // What was found out is shown at once, not after the nap that follows.
        let found_out = core::mem::replace(&mut thought, thinks) && !thinks;
        if had_keys || found_out || pace.is_frame_due() {
            if panel.show(session).await {
                tell(session);
            }
            light.set(if pace.is_idle() { 0 } else { session.brightness() });
        }
        if news.borrow().has_news() {
            NEWS.signal(());
        }
        if pace.is_quiet() {
            crash::forget();
        }
        if thinks {
            yield_now().await;
        } else {
            let nap = if session.moves() { FRAME } else { NAP };
            // A key ends the nap; it is taken out above.
            let _ = with_timeout(nap, KEYS.ready_to_receive()).await;
        }
    }
}

/// Thinks a little. It stays apart from the loop, which would otherwise have its large frame on the stack at all times.
#[inline(never)]
fn work(mind: &mut Mind, session: &mut Session<'_>, table: &mut Table<'_>, nodes: u32) -> bool {
    let effects = mind.work(session, table, nodes);
    if let Some(effects) = effects {
        act_on(session, effects);
    }
    effects.is_some()
}

/// Gives the session every key that came in. True if there was one.
fn take_keys(session: &mut Session<'_>, pace: &mut Pace) -> bool {
    let mut had_keys = false;
    while let Ok(key) = KEYS.try_receive() {
        had_keys = true;
        pace.key();
        let event = match key {
            Key::Down(button) => Event::Down(button),
            Key::Up(button) => Event::Up(button),
        };
        play(session, event);
    }
    had_keys
}

/// Gives the session an event, and does what comes of it.
fn play(session: &mut Session<'_>, event: Event) {
    let effects = session.on(event);
    act_on(session, effects);
}

fn act_on(session: &Session<'_>, effects: Effects) {
    if let Some(sound) = effects.sound.filter(|_| session.has_sound()) {
        SOUNDS.signal(sound);
    }
    if let Some(pack) = effects.delete {
        // Nobody can press keys so fast that four of them wait.
        let _ = DELETE.try_send(pack);
    }
}

/// What the screen says in short, for the log.
fn tell(session: &Session<'_>) {
    let mut brief = heapless::String::<320>::new();
    // What does not fit is cut off.
    let _ = shikatsu::session::text::write_brief(&session.picture(), &mut brief);
    info!("screen: {=str}", brief);
}

fn fail_if_asked() {
    match SHIKATSU_FAULT.load(Ordering::Relaxed) {
        1 => panic!("asked for by a debugger"),
        2 => loop {
            cortex_m::asm::nop();
        },
        _ => {}
    }
}

/// When things happened, and how much to think at a time.
struct Pace {
    ticked: Instant,
    drawn: Instant,
    last_key: Instant,
    /// Positions in a slice.
    nodes: u32,
    was_quiet: bool,
}

impl Pace {
    fn new() -> Pace {
        let now = Instant::now();
        Pace {
            ticked: now,
            drawn: now,
            last_key: now,
            nodes: 16,
            was_quiet: false,
        }
    }

    /// Milliseconds since it was last asked.
    fn elapsed(&mut self) -> u16 {
        let ms = self.ticked.elapsed().as_millis().min(u64::from(u16::MAX));
        self.ticked += Duration::from_millis(ms);
        ms as u16
    }

    fn key(&mut self) {
        self.last_key = Instant::now();
    }

    fn is_idle(&self) -> bool {
        self.last_key.elapsed() >= DIM_AFTER
    }

    fn is_frame_due(&mut self) -> bool {
        let is_due = self.drawn.elapsed() >= FRAME;
        if is_due {
            self.drawn = Instant::now();
        }
        is_due
    }

    /// Lets a slice be thought, and learns from it how large the next one may be; from nothing there is nothing to learn.
    fn think(&mut self, slice: impl FnOnce(u32) -> bool) -> bool {
        let begun = Instant::now();
        let thinks = slice(self.nodes);
        let took = begun.elapsed();
        if !thinks {
            return false;
        }
        if took > SLICE {
            self.nodes = (self.nodes * 3 / 4).max(4);
        } else if took < SLICE / 2 {
            self.nodes = (self.nodes + self.nodes / 4 + 1).min(400);
        }
        thinks
    }

    /// True once, when all has been well for a while.
    fn is_quiet(&mut self) -> bool {
        let is_quiet = !self.was_quiet && Instant::now() >= Instant::MIN + QUIET;
        self.was_quiet |= is_quiet;
        is_quiet
    }
}
