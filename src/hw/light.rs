//! The lamp behind the screen, by pulse width.

use embassy_rp::Peri;
use embassy_rp::pwm::{ChannelAPin, ChannelBPin, Config, Pwm, Slice};
use shikatsu::session::settings::BRIGHTEST;

/// The counter's top: 125 MHz / 16 / 4096 is fast enough not to be seen, and slow enough for the lamp's driver.
const TOP: u16 = 4095;
const DIVIDER: u8 = 16;

/// How much of the time the lamp is on, by brightness: eyes see ratios, not differences.
const ON: [u16; BRIGHTEST as usize + 1] = [40, 250, 560, 1100, 2100, TOP];

/// Which half of a slice the lamp hangs on.
#[derive(Clone, Copy)]
enum Half {
    A,
    B,
}

/// The lamp.
pub(crate) struct Light {
    pwm: Pwm<'static>,
    half: Half,
    level: Option<u8>,
}

impl Light {
    /// A lamp on the first half of a slice.
    #[allow(dead_code, reason = "a board uses one half or the other")]
    pub(crate) fn on_a<T: Slice>(slice: Peri<'static, T>, pin: Peri<'static, impl ChannelAPin<T>>) -> Light {
        Light {
            pwm: Pwm::new_output_a(slice, pin, config(Half::A, 0)),
            half: Half::A,
            level: None,
        }
    }

    /// A lamp on the second half of a slice.
    #[allow(dead_code, reason = "a board uses one half or the other")]
    pub(crate) fn on_b<T: Slice>(slice: Peri<'static, T>, pin: Peri<'static, impl ChannelBPin<T>>) -> Light {
        Light {
            pwm: Pwm::new_output_b(slice, pin, config(Half::B, 0)),
            half: Half::B,
            level: None,
        }
    }

    /// Makes it so bright: 0 is as dim as can be seen, [`BRIGHTEST`] is full.
    pub(crate) fn set(&mut self, level: u8) {
        if self.level != Some(level) {
            self.level = Some(level);
            let on = ON[usize::from(level.min(BRIGHTEST))];
            self.pwm.set_config(&config(self.half, on));
        }
    }
}

fn config(half: Half, on: u16) -> Config {
    let mut config = Config::default();
    config.top = TOP;
    config.divider = DIVIDER.into();
    match half {
        Half::A => config.compare_a = on,
        Half::B => config.compare_b = on,
    }
    config
}
