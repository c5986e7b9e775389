//! The board: takes the chip's pins and gives the same parts whichever it is. `boards.json` says which pin leads where; a feature chooses the board.

use embassy_rp::adc;
use embassy_rp::bind_interrupts;
use embassy_rp::dma::InterruptHandler;
use embassy_rp::peripherals::{DMA_CH0, FLASH, USB};
use embassy_rp::spi::Spi;
use embassy_rp::{Peri, Peripherals};
use lcd_async::options::Orientation;
use shikatsu::session::keys::Button;
use shikatsu::view::SCREEN;

use super::battery::Battery;
use super::buttons::Buttons;
use super::light::Light;
use super::panel::{Panel, Wiring, bus_config};
use super::speaker::Speaker;
use super::watchdog::Watchdog;

// NAME, FLASH_KIB, SCREEN_SIZE, PanelBus, and the macro `part` that takes a part of the board from the chip's pins.
include!(concat!(env!("OUT_DIR"), "/board.rs"));

const _: () = assert!(
    SCREEN <= SCREEN_SIZE.0 as u32 && SCREEN <= SCREEN_SIZE.1 as u32,
    "the picture has to fit on the screen"
);

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

/// Takes the board's pins.
pub(crate) fn start(pins: Peripherals) -> Board {
    Board {
        panel: Wiring::new(
            Spi::new_txonly(
                part!(pins, bus),
                part!(pins, clock),
                part!(pins, data),
                pins.DMA_CH0,
                Irqs,
                bus_config(),
            ),
            part!(pins, select).into(),
            part!(pins, data_or_command).into(),
            part!(pins, reset).into(),
            part!(pins, orientation),
            SCREEN_SIZE,
        ),
        buttons: Buttons::new(part!(pins, keys)),
        light: part!(pins, light),
        watchdog: Watchdog::new(pins.WATCHDOG),
        battery: part!(pins, battery),
        speaker: part!(pins, speaker),
        flash: pins.FLASH,
        usb: pins.USB,
    }
}
