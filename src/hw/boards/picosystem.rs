//! The Pimoroni `PicoSystem`: a finished handheld.

use embassy_rp::Peripherals;
use embassy_rp::adc::{self, Adc, Channel};
use embassy_rp::gpio::Pull;
use embassy_rp::peripherals::SPI0;
use embassy_rp::pwm::{self, Pwm};
use embassy_rp::spi::Spi;
use lcd_async::options::Orientation;
use shikatsu::session::keys::Button;

use super::{Board, Irqs};
use crate::hw::battery::Battery;
use crate::hw::buttons::Buttons;
use crate::hw::light::Light;
use crate::hw::panel::{Wiring, bus_config};
use crate::hw::speaker::Speaker;
use crate::hw::watchdog::Watchdog;

/// What it is called.
pub(crate) const NAME: &str = "PicoSystem";

/// The bus that the screen hangs on.
pub(crate) type PanelBus = SPI0;

/// Takes the board's pins.
pub(crate) fn start(pins: Peripherals) -> Board {
    Board {
        panel: Wiring::new(
            Spi::new_txonly(
                pins.SPI0,
                pins.PIN_6,
                pins.PIN_7,
                pins.DMA_CH0,
                Irqs,
                bus_config(),
            ),
            pins.PIN_5.into(),
            pins.PIN_9.into(),
            pins.PIN_4.into(),
            Orientation::new(),
        ),
        buttons: Buttons::new([
            (Button::Up, pins.PIN_23.into()),
            (Button::Down, pins.PIN_20.into()),
            (Button::Left, pins.PIN_22.into()),
            (Button::Right, pins.PIN_21.into()),
            (Button::A, pins.PIN_18.into()),
            (Button::B, pins.PIN_19.into()),
            (Button::X, pins.PIN_17.into()),
            (Button::Y, pins.PIN_16.into()),
        ]),
        light: Light::on_a(pins.PWM_SLICE6, pins.PIN_12),
        watchdog: Watchdog::new(pins.WATCHDOG),
        battery: Some(Battery {
            adc: Adc::new(pins.ADC, Irqs, adc::Config::default()),
            pin: Channel::new_pin(pins.PIN_26, Pull::None),
        }),
        speaker: Some(Speaker {
            pwm: Pwm::new_output_b(pins.PWM_SLICE5, pins.PIN_11, pwm::Config::default()),
        }),
        flash: pins.FLASH,
        usb: pins.USB,
    }
}
