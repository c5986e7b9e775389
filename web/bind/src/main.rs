//! Makes a module for browsers of what the compiler wrote: `shikatsu-web-bind IN.wasm OUT-FOLDER`.
//!
//! It is the library of the `wasm-bindgen` command. As a program of the workspace it has the version that the lock file says, which has to be
//! the one that `web` is compiled with, and nobody has to install anything.

use std::env::args_os;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut arguments = args_os().skip(1);
    let input = arguments.next().context("the module is missing")?;
    let folder = arguments.next().context("the folder is missing")?;
    Bindgen::new()
        .input_path(input)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .out_name("shikatsu")
        .generate(folder)
}
