//! The Waveshare Pico-LCD-1.3 on a Raspberry Pi Pico: the default board.

use embassy_rp::Peripherals;
use embassy_rp::peripherals::SPI1;
use embassy_rp::spi::Spi;
use lcd_async::options::{Orientation, Rotation};
use shikatsu::session::keys::Button;

use super::{Board, Irqs};
use crate::hw::buttons::Buttons;
use crate::hw::light::Light;
use crate::hw::panel::{Wiring, bus_config};
use crate::hw::watchdog::Watchdog;

/// What it is called.
pub(crate) const NAME: &str = "Pico-LCD-1.3";

/// The bus that the screen hangs on.
pub(crate) type PanelBus = SPI1;

/// Takes the board's pins.
pub(crate) fn start(pins: Peripherals) -> Board {
    Board {
        panel: Wiring::new(
            Spi::new_txonly(
                pins.SPI1,
                pins.PIN_10,
                pins.PIN_11,
                pins.DMA_CH0,
                Irqs,
                bus_config(),
            ),
            pins.PIN_9.into(),
            pins.PIN_8.into(),
            pins.PIN_12.into(),
            Orientation::new().rotate(Rotation::Deg90),
        ),
        buttons: Buttons::new([
            (Button::Up, pins.PIN_2.into()),
            (Button::Down, pins.PIN_18.into()),
            (Button::Left, pins.PIN_16.into()),
            (Button::Right, pins.PIN_20.into()),
            // The joystick can be pressed.
            (Button::A, pins.PIN_3.into()),
            (Button::A, pins.PIN_15.into()),
            (Button::B, pins.PIN_17.into()),
            (Button::X, pins.PIN_19.into()),
            (Button::Y, pins.PIN_21.into()),
        ]),
        light: Light::on_b(pins.PWM_SLICE6, pins.PIN_13),
        watchdog: Watchdog::new(pins.WATCHDOG),
        battery: None,
        speaker: None,
        flash: pins.FLASH,
        usb: pins.USB,
    }
}
