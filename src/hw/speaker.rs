//! Short tones, on boards that have a speaker.

use embassy_rp::pwm::{Config, Pwm};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, Timer};
use shikatsu::session::Sound;

/// The counter runs at a megahertz, so that its top is a tone's period in microseconds.
const DIVIDER: u8 = 125;

/// From the trainer to the speaker. A newer sound takes the place of one that was not played.
pub(crate) static SOUNDS: Signal<CriticalSectionRawMutex, Sound> = Signal::new();

/// The pin of the speaker.
pub(crate) struct Speaker {
    pub(crate) pwm: Pwm<'static>,
}

impl Speaker {
    async fn tone(&mut self, hertz: u32, ms: u64) {
        let mut config = Config::default();
        config.divider = DIVIDER.into();
        config.top = (1_000_000 / hertz) as u16;
        config.compare_a = config.top / 2;
        config.compare_b = config.top / 2;
        self.pwm.set_config(&config);
        Timer::after(Duration::from_millis(ms)).await;
        config.compare_a = 0;
        config.compare_b = 0;
        self.pwm.set_config(&config);
    }
}

/// Plays what it is given for ever.
#[embassy_executor::task]
pub(crate) async fn play(mut speaker: Speaker) -> ! {
    loop {
        match SOUNDS.wait().await {
            Sound::Stone => speaker.tone(1200, 12).await,
            Sound::No => speaker.tone(200, 60).await,
            Sound::Wrong => {
                speaker.tone(300, 90).await;
                speaker.tone(220, 160).await;
            }
            Sound::Right => {
                speaker.tone(660, 80).await;
                speaker.tone(880, 140).await;
            }
        }
    }
}
