//! The hardware: one small module of pins and parts for each board.

pub(crate) mod pico_lcd;
