//! The handheld as the trainer's world: its keys, its clock, its packs, its screen.
//!
//! The loop is the core's. Everything runs on one core and gives way often: a slice of thinking is short enough for a key to be answered and for a
//! frame to be drawn in time. While there is nothing to do the chip sleeps.

use defmt::info;
use embassy_futures::select::select;
use embassy_futures::yield_now;
use embassy_rp::clocks::RoscRng;
use embassy_time::{Duration, Instant, with_timeout};
use portable_atomic::{AtomicU8, AtomicU32, Ordering};
use shikatsu::record::{Keeper, Profile};
use shikatsu::search::{Slot, Table};
use shikatsu::session::keeper::Notebook;
use shikatsu::session::{Desk, DeviceMind, Effects, Event, Readers, Rest, Runner, Session, World};
use shikatsu::store::Shelf;
use shikatsu::tsumego::{DEVICE_SLOTS, DEVICE_WORDS};
use static_cell::{ConstStaticCell, StaticCell};

use super::battery::CHARGE;
use super::boards::BoardPanel;
use super::buttons::{KEYS, Key};
use super::crash::{self, Past};
use super::gtp::Gtp;
use super::light::Light;
use super::speaker::SOUNDS;
use super::storage::{DELETE, NEWS, NOT_KEPT, PACKS, Remembered, WAKE};
use super::watchdog::i_am_well;

/// A frame.
const FRAME: Duration = Duration::from_millis(16);
/// The longest sleep: the watchdog wants to hear that all is well.
const NAP: Duration = Duration::from_millis(1000);
/// A slice of thinking should take about this long.
const SLICE: Duration = Duration::from_micros(1500);
/// The light goes down after this long without a key.
const DIM_AFTER: Duration = Duration::from_secs(60);
/// Older crashes are forgotten after this long without one.
const QUIET: Duration = Duration::from_secs(60);

/// What is remembered for a while in the safe mode.
type Aside = Notebook<16>;

static SLOTS: ConstStaticCell<[Slot; DEVICE_SLOTS]> = ConstStaticCell::new([Slot::EMPTY; DEVICE_SLOTS]);
static DESK: ConstStaticCell<Desk> = ConstStaticCell::new(Desk::NOTHING);
static GTP: StaticCell<Gtp> = StaticCell::new();
static MIND: ConstStaticCell<DeviceMind> = ConstStaticCell::new(DeviceMind::on_the_handheld());

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
    has_speaker: bool,
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
    let mut runner = begin(&shelf, keeper, seed);
    if has_speaker {
        runner.session_mut().tell_of_speaker();
    }
    if news.borrow().is_newer() {
        runner.session_mut().tell_of_newer_progress();
    }
    // On top: after a crash both are told, one after the other.
    if let Some(story) = &past.story {
        runner.session_mut().report(story, past.again_and_again);
    }
    panel.show(runner.session()).await;
    light.set(runner.session().brightness());
    tell(runner.session());
    info!("first picture after {=u64} ms", Instant::now().as_millis());

    let mut handheld = Handheld {
        pace: Pace::new(),
        packs: (!is_safe_mode).then_some(&shelf),
        is_table_lent: false,
    };
    let gtp = GTP.init_with(Gtp::new);
    loop {
        i_am_well();
        fail_if_asked();
        let plays = gtp.turn(|| runner.lend());
        handheld.is_table_lent = gtp.is_thinking();
        let turn = runner.turn(&mut handheld);
        let pace = &mut handheld.pace;
        if turn.is_urgent || pace.is_frame_due() {
            let session = runner.session();
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
        let nap = match turn.rest {
            _ if plays => {
                yield_now().await;
                continue;
            }
            Rest::None => {
                yield_now().await;
                continue;
            }
            Rest::Frame => FRAME,
            Rest::Long => NAP,
        };
        // A key ends the nap, and so do other packs; they are taken out in the next turn.
        let _ = with_timeout(nap, select(KEYS.ready_to_receive(), WAKE.wait())).await;
    }
}

/// A session is large. It is made here, so that what is needed for a moment to make it is not on the stack for ever, below everything else.
#[inline(never)]
fn begin<'a>(shelf: &'a Shelf, keeper: &'a mut dyn Keeper, seed: u32) -> Runner<'a, Readers<DEVICE_WORDS>> {
    let session = Session::new(shelf, keeper, DESK.take(), seed);
    Runner::new(session, MIND.take(), Table::new(SLOTS.take()))
}

/// What the trainer finds around it.
struct Handheld<'a> {
    pace: Pace,
    /// The packs that may change; none in the safe mode.
    packs: Option<&'a Shelf>,
    /// Somebody else works in the solver's table.
    is_table_lent: bool,
}

impl World for Handheld<'_> {
    fn elapsed(&mut self) -> u16 {
        self.pace.elapsed()
    }

    fn event(&mut self, _session: &Session<'_>) -> Option<Event> {
        // Taken in the safe mode too, where it is not looked at: the storage waits until it is.
        if let Some(packs) = PACKS.try_take()
            && let Some(shelf) = self.packs
        {
            shelf.set(&packs);
            return Some(Event::Library);
        }
        if let Some(why) = NOT_KEPT.try_take() {
            return Some(Event::NotKept(why));
        }
        if let Some(percent) = CHARGE.try_take() {
            return Some(Event::Battery(percent));
        }
        let key = KEYS.try_receive().ok()?;
        self.pace.key();
        Some(match key {
            Key::Down(button) => Event::Down(button),
            Key::Up(button) => Event::Up(button),
        })
    }

    fn slice(&mut self, slices: u32) -> Option<u32> {
        if self.is_table_lent {
            return None;
        }
        self.pace.slice(slices)
    }

    fn act(&mut self, effects: Effects) {
        if let Some(sound) = effects.sound {
            SOUNDS.signal(sound);
        }
        if let Some(pack) = effects.delete {
            // Nobody can press keys so fast that four of them wait.
            let _ = DELETE.try_send(pack);
        }
    }
}

/// What the screen says in short, for the log.
fn tell(session: &Session<'_>) {
    let mut brief = heapless::String::<320>::new();
    // What does not fit is cut off.
    let mut picture = session.english_picture();
    session.translate(&mut picture);
    let _ = shikatsu::session::text::write_brief(&picture, &mut brief);
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
    /// When the newest slice of thinking began.
    thought: Instant,
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
            thought: now,
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

    /// How many positions to look at in this turn, which has one slice. After it, learns from it how large the next one may be.
    fn slice(&mut self, slices: u32) -> Option<u32> {
        if slices == 0 {
            self.thought = Instant::now();
            return Some(self.nodes);
        }
        let took = self.thought.elapsed();
        if took > SLICE {
            self.nodes = (self.nodes * 3 / 4).max(4);
        } else if took < SLICE / 2 {
            self.nodes = (self.nodes + self.nodes / 4 + 1).min(400);
        }
        None
    }

    /// True once, when all has been well for a while.
    fn is_quiet(&mut self) -> bool {
        let is_quiet = !self.was_quiet && Instant::now() >= Instant::MIN + QUIET;
        self.was_quiet |= is_quiet;
        is_quiet
    }
}
