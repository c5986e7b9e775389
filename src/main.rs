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
use panic_probe as _;
use shikatsu::board::Board;
use shikatsu::problem::read_text;
use shikatsu::view::{Scene, Theme, draw};

use hw::pico_lcd::Handheld;

/// The problem that greets the player.
const FIRST_PROBLEM: &str = include_str!("../problems/eyes/straight-three-in-the-centre.txt");

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
    let board = Board::new(&problem.setup());
    let scene = Scene::start(&problem, &board, "");
    unwrap!(draw(&scene, &Theme::WOOD, &mut handheld.panel).map_err(|_| "the panel's pins"));
    // Only now: a panel shows noise until it is drawn on.
    handheld.backlight.set_high();
    info!("first picture after {=u64} ms", Instant::now().as_millis());
    // The pins stay as they are only while somebody owns them.
    core::future::pending::<()>().await;
}
