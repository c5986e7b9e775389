//! Proof that bytes from outside cannot make the firmware panic while it finds out what they are.
//!
//! Each function here is an entry for hostile bytes. The panic handler calls a function that does not exist: if a panic can be reached from
//! an entry, linking fails. `cargo xtask test` builds this for the chip as the firmware is built, and links each entry.
//!
//! The record of a problem is not among them. Its position is set up on a board to see whether its answers are legal, and the compiler does not know that the board's tables
//! are always long enough. It has tests instead: every bit flipped, and a fuzzer.
#![cfg_attr(target_os = "none", no_std)]
#![allow(unsafe_code, reason = "entries for a linker have a C signature")]

use shikatsu::link::Request;
use shikatsu::link::frame::Collector;
use shikatsu::pack::Pack;

#[cfg(target_os = "none")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        fn a_panic_can_be_reached() -> !;
    }
    // SAFETY: it is never called. There is no such function.
    unsafe { a_panic_can_be_reached() }
}

/// The bytes that a caller points to.
///
/// # Safety
/// There must be as many as the caller says.
const unsafe fn bytes<'a>(start: *const u8, length: usize) -> &'a [u8] {
    // SAFETY: the caller promises it.
    unsafe { core::slice::from_raw_parts(start, length) }
}

/// The header of a pack.
///
/// # Safety
/// There must be as many bytes as the caller says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pack_open(start: *const u8, length: usize) -> u32 {
    // SAFETY: the caller promises it.
    let bytes = unsafe { bytes(start, length) };
    Pack::open(bytes).map_or(0, |pack| pack.header().id ^ pack.header().name.len() as u32)
}

/// An entry of its index.
///
/// # Safety
/// There must be as many bytes as the caller says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pack_listing(start: *const u8, length: usize, problem: u16) -> u32 {
    // SAFETY: the caller promises it.
    let bytes = unsafe { bytes(start, length) };
    let listing = Pack::open(bytes).and_then(|pack| pack.listing(problem));
    listing.map_or(0, |listing| listing.number ^ listing.offset)
}

/// The problem with a number.
///
/// # Safety
/// There must be as many bytes as the caller says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pack_find(start: *const u8, length: usize, number: u32) -> u16 {
    // SAFETY: the caller promises it.
    let bytes = unsafe { bytes(start, length) };
    let place = Pack::open(bytes).ok().and_then(|pack| pack.find(number));
    place.unwrap_or(u16::MAX)
}

/// A sentence of a language.
///
/// # Safety
/// There must be as many bytes as the caller says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn language_sentence(start: *const u8, length: usize) -> usize {
    // SAFETY: the caller promises it.
    let bytes = unsafe { bytes(start, length) };
    let language = Pack::open(bytes).ok().and_then(|pack| pack.language());
    let said = language.and_then(|language| language.sentence("Black to live"));
    said.map_or(0, str::len)
}

/// The picture of a letter in a language.
///
/// # Safety
/// There must be as many bytes as the caller says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn language_glyph(start: *const u8, length: usize, number: u32, at: usize) -> bool {
    // SAFETY: the caller promises it.
    let bytes = unsafe { bytes(start, length) };
    let language = Pack::open(bytes).ok().and_then(|pack| pack.language());
    let glyph = language.and_then(|language| language.glyph(char::from_u32(number)?));
    glyph.is_some_and(|glyph| glyph.at(at & 0xff, at >> 8 & 0xff))
}

/// Bytes at the port.
///
/// # Safety
/// There must be as many bytes as the caller says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn link_take(collector: &mut Collector, start: *const u8, length: usize) -> usize {
    // SAFETY: the caller promises it.
    let bytes = unsafe { bytes(start, length) };
    let (taken, is_complete) = collector.take(bytes);
    taken + usize::from(is_complete)
}

/// A frame of them that is complete.
#[unsafe(no_mangle)]
pub extern "C" fn link_message(collector: &mut Collector) -> u32 {
    let message = collector.message::<Request<'_>>();
    message.map_or(0, |(tag, request)| match request {
        Request::Data { offset, bytes } => offset ^ bytes.len() as u32,
        Request::Begin { length, checksum, .. } => length ^ checksum,
        _ => u32::from(tag),
    })
}

/// It can panic, and must not link: otherwise nothing is proved of the others.
///
/// # Safety
/// There must be as many bytes as the caller says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn can_panic(start: *const u8, length: usize, place: usize) -> u8 {
    // SAFETY: the caller promises it.
    let bytes = unsafe { bytes(start, length) };
    bytes[place]
}
