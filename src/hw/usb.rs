//! The USB port: a serial port by the name of Shikatsu, and bytes to and from the storage task.
//!
//! It knows nothing of what is said. A program that opens the port raises a line (DTR); when that falls, or the cable is pulled, what
//! is half-said is dropped on both sides.

use core::fmt::Write;

use embassy_futures::join::join;
use embassy_futures::select::select3;
use embassy_rp::Peri;
use embassy_rp::bind_interrupts;
use embassy_rp::peripherals::USB;
use embassy_rp::usb::{Driver, InterruptHandler};
use embassy_time::{Duration, Instant, Timer, with_timeout};
use embassy_usb::class::cdc_acm::{CdcAcmClass, ControlChanged, Receiver, Sender, State};
use embassy_usb::{Builder, Config, Handler};
use heapless::String;
use portable_atomic::{AtomicU32, Ordering};
use static_cell::{ConstStaticCell, StaticCell};

use super::storage::{FROM_HOST, HUNG_UP, Id, TO_HOST};

bind_interrupts!(
    struct Irqs {
        USBCTRL_IRQ => InterruptHandler<USB>;
    }
);

/// Raspberry Pi's serial port for the RP2040: every system has the driver. The name tells what it is.
const VENDOR: u16 = 0x2e8a;
const PRODUCT: u16 = 0x000a;
const NAME: &str = "Shikatsu";
/// Some systems ask for no name, but for a number; so that tells it too.
const NUMBER_STARTS: &str = "SHIKATSU-";
/// What a packet carries.
const PACKET: usize = 64;
/// A program that takes no packet for so long does not listen.
const PATIENCE: Duration = Duration::from_secs(1);

type Port = Driver<'static, USB>;

static DESCRIPTORS: ConstStaticCell<[[u8; 256]; 2]> = ConstStaticCell::new([[0; 256]; 2]);
static CONTROL: ConstStaticCell<[u8; 64]> = ConstStaticCell::new([0; 64]);
static WATCH: StaticCell<Watch> = StaticCell::new();
static NUMBER: StaticCell<String<{ NUMBER_STARTS.len() + 2 * size_of::<Id>() }>> = StaticCell::new();
static STATE: StaticCell<State<'static>> = StaticCell::new();

/// While a computer gets to know the handheld it must be heard, and it is not while the flash is written: the chip's driver forgets a request that
/// came together with the bus's reset, and the computer would wait seconds for an answer. So this is the moment, in milliseconds, until
/// which nothing should be written.
static BUSY_UNTIL: AtomicU32 = AtomicU32::new(IDLE);
/// No such moment.
const IDLE: u32 = 0;
/// Computers reset a new device after a tenth of a second, and set it up in another.
const GETTING_TO_KNOW: Duration = Duration::from_millis(500);
/// One that never comes to an end must not keep progress from being saved.
const LONGEST: Duration = Duration::from_secs(2);

/// Waits until no computer is getting to know the handheld.
pub(crate) async fn settled() {
    let impatient = Instant::now() + LONGEST;
    while is_busy() && Instant::now() < impatient {
        Timer::after_millis(20).await;
    }
}

/// Milliseconds wrap after 49 days, so it is their distance that is looked at.
fn is_busy() -> bool {
    let until = BUSY_UNTIL.load(Ordering::Relaxed);
    let left = until.wrapping_sub(Instant::now().as_millis() as u32);
    until != IDLE && left <= GETTING_TO_KNOW.as_millis() as u32
}

fn expect_questions() {
    let until = Instant::now() + GETTING_TO_KNOW;
    BUSY_UNTIL.store(until.as_millis() as u32, Ordering::Relaxed);
}

/// Hears how far the computer is.
struct Watch;

impl Handler for Watch {
    fn reset(&mut self) {
        expect_questions();
    }

    fn configured(&mut self, _is_configured: bool) {
        BUSY_UNTIL.store(IDLE, Ordering::Relaxed);
    }

    /// The computer sleeps, or on a board with a battery the cable was pulled: what is half-said will not be finished.
    fn suspended(&mut self, is_suspended: bool) {
        if is_suspended {
            HUNG_UP.signal(());
        }
    }
}

/// The number that a computer tells this handheld from others by.
fn number<const N: usize>(id: Id) -> String<N> {
    let mut number = String::new();
    // It fits, so nothing can fail.
    let _ = write!(number, "{NUMBER_STARTS}{:016X}", u64::from_be_bytes(id));
    number
}

/// Serves the port for ever.
#[embassy_executor::task]
pub(crate) async fn serve(usb: Peri<'static, USB>, id: Id) -> ! {
    let mut config = Config::new(VENDOR, PRODUCT);
    config.manufacturer = Some(NAME);
    config.product = Some(NAME);
    config.serial_number = Some(NUMBER.init(number(id)));
    config.max_power = 100;
    let [configuration, bos] = DESCRIPTORS.take();
    let mut builder = Builder::new(
        Driver::new(usb, Irqs),
        config,
        configuration,
        bos,
        &mut [],
        CONTROL.take(),
    );
    let class = CdcAcmClass::new(&mut builder, STATE.init_with(State::new), PACKET as u16);
    builder.handler(WATCH.init(Watch));
    let mut device = builder.build();
    expect_questions();
    let (sender, receiver, control) = class.split_with_control();
    join(device.run(), talk(sender, receiver, control)).await.0
}

/// Carries bytes while a program has the port open.
async fn talk(
    mut sender: Sender<'static, Port>,
    mut receiver: Receiver<'static, Port>,
    control: ControlChanged<'static>,
) -> ! {
    loop {
        receiver.wait_connection().await;
        while !control.dtr() {
            control.control_changed().await;
        }
        TO_HOST.clear();
        let closed = async {
            while control.dtr() {
                control.control_changed().await;
            }
        };
        select3(receive(&mut receiver), send(&mut sender), closed).await;
        FROM_HOST.clear();
        HUNG_UP.signal(());
    }
}

/// Until the cable is pulled.
async fn receive(receiver: &mut Receiver<'static, Port>) {
    let mut packet = [0; PACKET];
    while let Ok(many) = receiver.read_packet(&mut packet).await {
        // While the flash is busy nothing is taken, and the computer waits.
        FROM_HOST.write_all(&packet[..many]).await;
    }
}

/// Until the cable is pulled, or nobody listens.
async fn send(sender: &mut Sender<'static, Port>) {
    let mut packet = [0; PACKET];
    loop {
        let many = TO_HOST.read(&mut packet).await;
        if !is_taken(sender, &packet[..many]).await {
            return;
        }
        // A full packet says that more will follow; an empty one that it does not.
        let is_last = many == PACKET && TO_HOST.is_empty();
        if is_last && !is_taken(sender, &[]).await {
            return;
        }
    }
}

async fn is_taken(sender: &mut Sender<'static, Port>, packet: &[u8]) -> bool {
    let taken = with_timeout(PATIENCE, sender.write_packet(packet)).await;
    taken.is_ok_and(|taken| taken.is_ok())
}
