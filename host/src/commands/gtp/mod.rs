//! `shikatsu gtp`: an engine at the standard streams or at a TCP port.

mod load;
mod players;
mod serve;
mod world;

use std::io::{self, Read, Write};
use std::net::TcpListener;
use std::num::NonZero;
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;

use self::serve::{Conversation, serve};
use self::world::Desk;
use super::{Done, complain, say};
use crate::threads::Cores;

/// Play Go with other programs: the Go Text Protocol, version 2
///
/// `GoGui`, Sabaki and other programs attach such an engine to a board. It plays on 5 to 19 lines by Monte Carlo tree search, and answers questions about life and death with
/// the solver. docs/gtp.md lists the commands. It ends with `quit` or at the end of the input.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// Listen at this TCP port of this computer, for any number of clients with a game each; 0 takes a free one
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// How strong it plays, from 1 to 10: each level plays twice as many games in its mind as the one before
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,

    /// Play so many games in its mind before each move, whatever the level
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    playouts: Option<u32>,

    /// Think with N threads [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,

    /// Where chance comes from: with the same number and one thread count the same moves are chosen [default: the clock]
    #[arg(long, value_name = "N")]
    seed: Option<u32>,

    /// How many positions the solver may look at for a question about life and death
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    nodes: u64,
}

const EXAMPLES: &str = "\
Examples:
  shikatsu gtp                     an engine at the standard streams
  shikatsu gtp --level 5           a weaker one
  shikatsu gtp --port 5000         an engine for each client of that port";

impl Options {
    fn desk(&self) -> Desk {
        let threads = self.threads.unwrap_or(Cores::all().0);
        Desk::new(threads.get(), self.nodes)
    }

    fn conversation(&self) -> Conversation {
        let seed = self.seed.unwrap_or_else(|| {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            now.subsec_nanos() ^ process::id()
        });
        Conversation::new(self.level, self.playouts, seed, self.desk())
    }
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    if let Some(port) = options.port {
        let listener = match TcpListener::bind(("127.0.0.1", port)) {
            Ok(listener) => listener,
            Err(error) => {
                complain(&format!("port {port} cannot be had: {error}"));
                return Ok(Done::WithFaults);
            }
        };
        say(&format!("listening at {}\n", listener.local_addr()?))?;
        serve(&listener, options);
        return Ok(Done::Well);
    }
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut talk = options.conversation();
    let mut bytes = [0; 4096];
    loop {
        let many = input.read(&mut bytes)?;
        let is_over = if many == 0 {
            talk.end(&mut output)
        } else {
            talk.hear(&bytes[..many], &mut output, &mut || true)
        };
        match is_over {
            Ok(false) => {}
            Ok(true) => return Ok(Done::Well),
            // Nobody listens any more.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(Done::Well),
            Err(error) => return Err(error),
        }
        output.flush()?;
    }
}
