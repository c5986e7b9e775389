//! The firmware: the trainer on an RP2040 with a 240×240 screen.
//!
//! At this stage it brings the board up and shows its first problem. Everything that can be decided without
//! hardware is decided in the core; here is what starts it.
#![no_std]
#![no_main]

mod hw;

use defmt::{info, unwrap};
use defmt_rtt as _;
use embassy_executor::Spawner;
use embassy_rp::config::Config;
use embassy_time::Instant;
use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use panic_probe as _;
use shikatsu::problem::read_text;
use shikatsu::session::picture::{Picture, ThemeName};
use shikatsu::session::still::still;
use shikatsu::view::{BAND_PIXELS, Band, Dirty, bands, draw};
use static_cell::StaticCell;

use hw::pico_lcd::{Handheld, Panel};

/// The problem that greets the player.
const FIRST_PROBLEM: &str = include_str!("../problems/eyes/straight-three-in-the-centre.txt");

/// Pictures are drawn here before they go to the panel.
static BAND: StaticCell<[Rgb565; BAND_PIXELS]> = StaticCell::new();

#[embassy_executor::main]
async fn main(spawner: Spawner) {
    let handheld = hw::pico_lcd::start(embassy_rp::init(Config::default()));
    spawner.spawn(unwrap!(greet(handheld)));
}

/// Shows the first problem.
#[embassy_executor::task]
async fn greet(mut handheld: Handheld) {
    let (problem, notes) = unwrap!(read_text(FIRST_PROBLEM).map_err(|error| error.line));
    info!("first problem: {=str}, {=str}", notes.name, problem.task());
    show(
        &still(&problem, ThemeName::Wood),
        &Dirty::everything(),
        BAND.init([Rgb565::BLACK; BAND_PIXELS]),
        &mut handheld.panel,
    );
    // Only now: a panel shows noise until it is drawn on.
    handheld.backlight.set_high();
    info!("first picture after {=u64} ms", Instant::now().as_millis());
    // The pins stay as they are only while somebody owns them.
    core::future::pending::<()>().await;
}

/// Brings the parts of the panel that changed up to date, one finished band after the other.
fn show(picture: &Picture, dirty: &Dirty, buffer: &mut [Rgb565], panel: &mut Panel) {
    for area in dirty.areas().iter().flat_map(|&area| bands(area, BAND_PIXELS)) {
        let mut band = Band::new(area, buffer);
        let Ok(()) = draw(picture, &mut band);
        let sent = panel.fill_contiguous(&area, band.pixels().iter().copied());
        unwrap!(sent.map_err(|_| "the panel's pins"));
    }
}
