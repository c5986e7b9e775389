//! `shikatsu load`: a pack goes onto the handheld.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use shikatsu::pack::Pack;

use super::{Done, complain, say};
use crate::device::load::load;
use crate::files::reason;
use crate::print::counted;

/// Put a pack on the handheld, in place of its older revision
///
/// The handheld stays usable meanwhile. If the cable is pulled it is waited for, and the load goes on where it was. Until the whole
/// pack is there the old one stays.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The pack
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The handheld's port: a serial port, or tcp:HOST:PORT; on Linux it is found if not given
    #[arg(long)]
    port: Option<String>,
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    let shown = options.file.display();
    let bytes = match fs::read(&options.file) {
        Ok(bytes) => bytes,
        Err(error) => {
            complain(&format!("{shown}: {}", reason(&error)));
            return Ok(Done::WithFaults);
        }
    };
    // Whether it is a pack for that handheld, the handheld knows best. Whether it is whole can be seen here.
    let pack = match Pack::open(&bytes) {
        Ok(pack) => pack,
        Err(error) => {
            complain(&format!("{shown}: {error}"));
            return Ok(Done::WithFaults);
        }
    };
    if let Err(error) = pack.verify() {
        complain(&format!("{shown}: {error}"));
        return Ok(Done::WithFaults);
    }
    let bytes = &bytes[..pack.header().length as usize];
    let mut bar = Bar::new(bytes.len());
    let loaded = load(options.port.as_deref(), bytes, &mut |done| bar.show(done));
    bar.end();
    if let Err(trouble) = loaded {
        complain(&format!(
            "{shown} was not loaded: {trouble}. What was on the handheld is still there"
        ));
        return Ok(Done::WithFaults);
    }
    let name = crate::print::printable(pack.header().name);
    let problems = counted(usize::from(pack.len()), "problem");
    let seconds = bar.begun.elapsed().as_secs_f64();
    let speed = bytes.len() as f64 / 1024.0 / seconds.max(0.001);
    say(&format!(
        "{name}, revision {}, {problems}: loaded {} KB in {seconds:.1} s ({speed:.0} KB/s)\n",
        pack.header().revision,
        bytes.len().div_ceil(1024),
    ))?;
    Ok(Done::Well)
}

/// A bar on the terminal, if there is one.
struct Bar {
    whole: usize,
    begun: Instant,
    wanted: bool,
}

impl Bar {
    fn new(whole: usize) -> Bar {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Bar {
            whole,
            begun: Instant::now(),
            wanted: io::stderr().is_terminal() && !dumb,
        }
    }

    fn show(&mut self, done: Option<usize>) {
        if !self.wanted {
            return;
        }
        let line = match done {
            Some(done) => bar(done, self.whole),
            None => "The connection was lost; plug the handheld in again".to_string(),
        };
        // If standard error is closed, nobody wants to know.
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
    }

    fn end(&self) {
        if self.wanted {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// How far it has come.
fn bar(done: usize, whole: usize) -> String {
    const WIDTH: usize = 30;
    let full = (done * WIDTH).checked_div(whole).unwrap_or(WIDTH).min(WIDTH);
    format!(
        "[{}{}] {} of {} KB",
        "#".repeat(full),
        " ".repeat(WIDTH - full),
        done / 1024,
        whole.div_ceil(1024)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_is_empty_then_half_full_then_full() {
        assert_eq!(bar(0, 2048), format!("[{}] 0 of 2 KB", " ".repeat(30)));
        assert!(bar(1024, 2048).starts_with("[############### "));
        assert_eq!(bar(2048, 2048), format!("[{}] 2 of 2 KB", "#".repeat(30)));
        assert!(bar(0, 0).contains('#'));
    }
}
