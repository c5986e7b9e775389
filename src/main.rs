//! The firmware: the trainer on an RP2040 with a 240×240 screen.
//!
//! Everything that can be decided without hardware is decided in the core; here is what starts it.
#![no_std]
#![no_main]

mod hw;

use defmt::{info, unwrap};
use defmt_rtt as _;
use embassy_executor::Spawner;
use embassy_rp::config::Config;
use static_cell::ConstStaticCell;

use hw::panel::BandMemory;
use hw::storage::{self, Storage};
use hw::{battery, boards, buttons, crash, guard, speaker, trainer, usb, watchdog};

/// What the panel draws in.
static MEMORY: ConstStaticCell<BandMemory> = ConstStaticCell::new(BandMemory::new());

#[embassy_executor::main]
async fn main(spawner: Spawner) {
    let core = unwrap!(cortex_m::Peripherals::take());
    guard::set_up(&core.MPU);
    let mut board = boards::start(embassy_rp::init(Config::default()));
    info!(
        "shikatsu {=str} on {=str}",
        env!("CARGO_PKG_VERSION"),
        boards::NAME
    );
    let past = crash::read(board.watchdog.found_a_hang());
    board.watchdog.start();
    spawner.spawn(unwrap!(watchdog::keep_watch(board.watchdog)));
    spawner.spawn(unwrap!(buttons::watch(board.buttons)));
    if let Some(battery) = board.battery {
        spawner.spawn(unwrap!(battery::watch(battery)));
    }
    let has_speaker = board.speaker.is_some();
    if let Some(speaker) = board.speaker {
        spawner.spawn(unwrap!(speaker::play(speaker)));
    }
    let storage = Storage::new(board.flash);
    // After several crashes nobody looks at packs and progress: to open them may be what crashes. Each crash is counted before the restart,
    // so this is reached whatever they hold.
    if !past.again_and_again {
        storage.open().await;
    }
    storage.note(past.story.as_deref().unwrap_or("started"));
    let (shelf, remembered, id) = (storage.shelf(), storage.remembered(), storage.id());
    let panel = board.panel.wake(MEMORY.take()).await;
    spawner.spawn(unwrap!(trainer::train(
        panel,
        board.light,
        past,
        shelf,
        remembered,
        has_speaker
    )));
    spawner.spawn(unwrap!(storage::keep(storage)));
    spawner.spawn(unwrap!(usb::serve(board.usb, id)));
}
