//! Writes a small pack of problems on the book's word, to play it on the emulated handheld.
//!
//! `book-pack FILE`

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("book-pack wants a file")?;
    std::fs::write(file, host_tests::packs::book_pack())?;
    Ok(())
}
