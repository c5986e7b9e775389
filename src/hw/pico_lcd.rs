//! The Waveshare Pico-LCD-1.3 on a Raspberry Pi Pico: the default board.

use defmt::unwrap;
use embassy_rp::Peripherals;
use embassy_rp::gpio::{Level, Output};
use embassy_rp::peripherals::SPI1;
use embassy_rp::spi::{Blocking, Config, Spi};
use embassy_time::Delay;
use embedded_hal_bus::spi::{ExclusiveDevice, NoDelay};
use mipidsi::interface::SpiInterface;
use mipidsi::models::ST7789;
use mipidsi::options::{ColorInversion, Orientation, Rotation};
use mipidsi::{Builder, Display};
use static_cell::StaticCell;

/// The panel takes data this fast, and the chip's SPI can be no faster.
const SPI_HZ: u32 = 62_500_000;
const LINES: u16 = 240;

/// Pixels are gathered here on their way to the bus.
static BUFFER: StaticCell<[u8; 512]> = StaticCell::new();

type Bus = ExclusiveDevice<Spi<'static, SPI1, Blocking>, Output<'static>, NoDelay>;
/// The ST7789 panel.
pub(crate) type Panel = Display<SpiInterface<'static, Bus, Output<'static>>, ST7789, Output<'static>>;

/// What the board offers.
pub(crate) struct Handheld {
    pub(crate) panel: Panel,
    /// Off until there is something to see.
    pub(crate) backlight: Output<'static>,
}

/// Takes the board's pins and wakes the panel up.
pub(crate) fn start(pins: Peripherals) -> Handheld {
    let backlight = Output::new(pins.PIN_13, Level::Low);
    let mut config = Config::default();
    config.frequency = SPI_HZ;
    let spi = Spi::new_blocking_txonly(pins.SPI1, pins.PIN_10, pins.PIN_11, config);
    let bus = unwrap!(ExclusiveDevice::new_no_delay(
        spi,
        Output::new(pins.PIN_9, Level::High)
    ));
    let data_or_command = Output::new(pins.PIN_8, Level::Low);
    let interface = SpiInterface::new(bus, data_or_command, BUFFER.init([0; 512]));
    let panel = Builder::new(ST7789, interface)
        .reset_pin(Output::new(pins.PIN_12, Level::High))
        .display_size(LINES, LINES)
        .orientation(Orientation::new().rotate(Rotation::Deg90))
        .invert_colors(ColorInversion::Inverted)
        .init(&mut Delay);
    Handheld {
        panel: unwrap!(panel.map_err(|_| "the panel's pins")),
        backlight,
    }
}
