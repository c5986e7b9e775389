//! The ST7789 screen: finished bands go to it by DMA, while the chip does something else.

use defmt::unwrap;
use embassy_rp::Peri;
use embassy_rp::gpio::{AnyPin, Level, Output};
use embassy_rp::spi::{Async, Config, Error, Instance, Spi};
use embassy_time::Delay;
use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_hal_async::spi::{ErrorType, SpiBus};
use embedded_hal_bus::spi::{ExclusiveDevice, NoDelay};
use lcd_async::interface::SpiInterface;
use lcd_async::models::ST7789;
use lcd_async::options::{ColorInversion, Orientation};
use lcd_async::{Builder, Display};
use shikatsu::session::Session;
use shikatsu::session::picture::Picture;
use shikatsu::view::{BAND_PIXELS, Band, Dirty, bands, changes, draw};
use static_cell::StaticCell;

/// The panel takes data this fast, and the chip's SPI can be no faster.
const SPI_HZ: u32 = 62_500_000;
/// See [`Panel::pictures`].
static PICTURES: StaticCell<[Option<Picture>; 2]> = StaticCell::new();

type Device<T> = ExclusiveDevice<Bus<T>, Output<'static>, NoDelay>;
type Screen<T> = Display<SpiInterface<Device<T>, Output<'static>>, ST7789, Output<'static>>;

/// Up to so many bytes are sent sooner than a DMA channel is set up for them.
const FEW: usize = 16;

/// The bus to the screen: commands directly, pixels by DMA. A channel that is started with nothing to do may never say that it
/// is done, and commands without arguments send just that.
struct Bus<T: Instance + 'static>(Spi<'static, T, Async>);

impl<T: Instance + 'static> ErrorType for Bus<T> {
    type Error = Error;
}

impl<T: Instance + 'static> SpiBus for Bus<T> {
    async fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match bytes.len() {
            0..FEW => self.0.blocking_write(bytes),
            _ => self.0.write(bytes).await,
        }
    }

    async fn flush(&mut self) -> Result<(), Error> {
        self.0.flush()
    }

    // The panel is never read: it has no wire for that.

    async fn read(&mut self, _bytes: &mut [u8]) -> Result<(), Error> {
        Ok(())
    }

    async fn transfer(&mut self, _read: &mut [u8], bytes: &[u8]) -> Result<(), Error> {
        self.write(bytes).await
    }

    async fn transfer_in_place(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self.write(bytes).await
    }
}

/// How the bus runs.
pub(crate) fn bus_config() -> Config {
    let mut config = Config::default();
    config.frequency = SPI_HZ;
    config
}

/// The screen's pins, before it is awake.
pub(crate) struct Wiring<T: Instance + 'static> {
    spi: Spi<'static, T, Async>,
    select: Output<'static>,
    data_or_command: Output<'static>,
    reset: Output<'static>,
    orientation: Orientation,
    size: (u16, u16),
}

impl<T: Instance + 'static> Wiring<T> {
    pub(crate) fn new(
        spi: Spi<'static, T, Async>,
        select: Peri<'static, AnyPin>,
        data_or_command: Peri<'static, AnyPin>,
        reset: Peri<'static, AnyPin>,
        orientation: Orientation,
        size: (u16, u16),
    ) -> Wiring<T> {
        Wiring {
            spi,
            select: Output::new(select, Level::High),
            data_or_command: Output::new(data_or_command, Level::Low),
            reset: Output::new(reset, Level::High),
            orientation,
            size,
        }
    }

    /// Wakes the screen up.
    pub(crate) async fn wake(self, memory: &'static mut BandMemory) -> Panel<T> {
        let device = unwrap!(ExclusiveDevice::new_no_delay(Bus(self.spi), self.select));
        let screen = Builder::new(ST7789, SpiInterface::new(device, self.data_or_command))
            .reset_pin(self.reset)
            .display_size(self.size.0, self.size.1)
            .orientation(self.orientation)
            .invert_colors(ColorInversion::Inverted)
            .init(&mut Delay)
            .await;
        Panel {
            screen: unwrap!(screen.map_err(|_| "the panel's pins")),
            memory,
            pictures: PICTURES.init_with(|| [None, None]),
        }
    }
}

/// What bands are drawn in, and what they are sent from: the panel wants the high byte first.
pub(crate) struct BandMemory {
    pixels: [Rgb565; BAND_PIXELS],
    bytes: [[u8; 2]; BAND_PIXELS],
}

impl BandMemory {
    pub(crate) const fn new() -> BandMemory {
        BandMemory {
            pixels: [Rgb565::BLACK; BAND_PIXELS],
            bytes: [[0; 2]; BAND_PIXELS],
        }
    }
}

/// The screen, and what is on it.
pub(crate) struct Panel<T: Instance + 'static> {
    screen: Screen<T>,
    memory: &'static mut BandMemory,
    /// What is on the screen, and what will be.
    pictures: &'static mut [Option<Picture>; 2],
}

impl<T: Instance + 'static> Panel<T> {
    /// Brings the screen up to date: only what changed is drawn, and each band is sent when it is finished. False if nothing
    /// changed.
    pub(crate) async fn show(&mut self, session: &Session<'_>) -> bool {
        take_picture(&mut self.pictures[1], session);
        let [shown, Some(picture)] = &*self.pictures else {
            return false;
        };
        let dirty = match shown {
            Some(shown) => changes(shown, picture),
            None => Dirty::everything(),
        };
        for area in dirty.areas().iter().flat_map(|&area| bands(area, BAND_PIXELS)) {
            let mut band = Band::new(area, &mut self.memory.pixels);
            let Ok(()) = draw(picture, &mut band);
            let pixels = band.pixels();
            let bytes = &mut self.memory.bytes[..pixels.len()];
            for (bytes, pixel) in bytes.iter_mut().zip(pixels) {
                *bytes = pixel.into_storage().to_be_bytes();
            }
            let (x, y) = (area.top_left.x as u16, area.top_left.y as u16);
            let (width, height) = (area.size.width as u16, area.size.height as u16);
            let sent = self
                .screen
                .show_raw_data(x, y, width, height, bytes.as_flattened());
            unwrap!(sent.await.map_err(|_| "the panel's pins"));
        }
        self.pictures.swap(0, 1);
        !dirty.is_empty()
    }
}

/// Pictures are large. They stay out of the future, which would keep one for each place where it may wait.
#[inline(never)]
fn take_picture(place: &mut Option<Picture>, session: &Session<'_>) {
    session.translate(place.insert(session.english_picture()));
}
