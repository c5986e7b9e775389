//! The boards: each a module that takes the chip's pins and gives the same parts.

#[cfg(not(feature = "picosystem"))]
mod pico_lcd;
#[cfg(feature = "picosystem")]
mod picosystem;

#[cfg(not(feature = "picosystem"))]
pub(crate) use pico_lcd::{NAME, PanelBus, start};
#[cfg(feature = "picosystem")]
pub(crate) use picosystem::{NAME, PanelBus, start};

use embassy_rp::Peri;
use embassy_rp::adc;
use embassy_rp::bind_interrupts;
use embassy_rp::dma::InterruptHandler;
use embassy_rp::peripherals::{DMA_CH0, FLASH, USB};

use super::battery::Battery;
use super::buttons::Buttons;
use super::light::Light;
use super::panel::{Panel, Wiring};
use super::speaker::Speaker;
use super::watchdog::Watchdog;

bind_interrupts!(
    /// Who is called when a piece of hardware is done.
    pub(crate) struct Irqs {
        DMA_IRQ_0 => InterruptHandler<DMA_CH0>;
        ADC_IRQ_FIFO => adc::InterruptHandler;
    }
);

/// What a board offers.
pub(crate) struct Board {
    /// The screen, not yet awake.
    pub(crate) panel: Wiring<PanelBus>,
    pub(crate) buttons: Buttons,
    /// Off until there is something to see.
    pub(crate) light: Light,
    pub(crate) watchdog: Watchdog,
    pub(crate) battery: Option<Battery>,
    pub(crate) speaker: Option<Speaker>,
    pub(crate) flash: Peri<'static, FLASH>,
    pub(crate) usb: Peri<'static, USB>,
}

/// The screen of this board.
pub(crate) type BoardPanel = Panel<PanelBus>;
