//! How full the battery is, on boards that have one.

use embassy_rp::adc::{Adc, Async, Channel};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, Timer};

/// How often it is looked at.
const LOOK: Duration = Duration::from_secs(20);
/// The pin sees a third of the battery's voltage; the converter counts to 4096 at 3.3 V.
const DIVIDER: u32 = 3;
const REFERENCE_MV: u32 = 3300;
const STEPS: u32 = 4096;
/// Empty and full, in millivolts.
const EMPTY_MV: u32 = 2800;
const FULL_MV: u32 = 4100;

/// From the battery to the trainer, in percent.
pub(crate) static CHARGE: Signal<CriticalSectionRawMutex, u8> = Signal::new();

/// The battery's pin and its converter.
pub(crate) struct Battery {
    pub(crate) adc: Adc<'static, Async>,
    pub(crate) pin: Channel<'static>,
}

/// Looks at the battery for ever.
#[embassy_executor::task]
pub(crate) async fn watch(mut battery: Battery) -> ! {
    loop {
        // A reading that failed is tried again at the next look.
        if let Ok(steps) = battery.adc.read(&mut battery.pin).await {
            CHARGE.signal(percent(u32::from(steps)));
        }
        Timer::after(LOOK).await;
    }
}

fn percent(steps: u32) -> u8 {
    let millivolts = steps * REFERENCE_MV / STEPS * DIVIDER;
    let above = millivolts.clamp(EMPTY_MV, FULL_MV) - EMPTY_MV;
    (above * 100 / (FULL_MV - EMPTY_MV)) as u8
}
