//! Conversations: bytes in, answers out, at whatever they come from.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use shikatsu::gtp::Engine;
use shikatsu::play::{CELLS, MOVES};

use super::Options;
use super::world::Desk;
use crate::commands::complain;

/// The longest line: a sequence of moves that fills a large board fits.
const LINE: usize = 8192;
/// The solver takes much of a stack.
const STACK: usize = 32 << 20;
/// After a client could not be let in, the next one is waited for a little later.
const PAUSE: Duration = Duration::from_millis(100);

/// An engine with its world.
pub(super) struct Conversation {
    engine: Box<Engine<CELLS, MOVES, LINE>>,
    desk: Desk,
}

impl Conversation {
    pub(super) fn new(level: u8, playouts: Option<u32>, seed: u32, desk: Desk) -> Conversation {
        let mut engine = Box::new(Engine::new(level, seed));
        if let Some(playouts) = playouts {
            engine.set_playouts(playouts);
        }
        Conversation { engine, desk }
    }

    /// Answers what these bytes ask. True if the conversation is over. `go_on` is asked while it thinks; if it says no, the answer is dropped.
    pub(super) fn hear(
        &mut self,
        mut bytes: &[u8],
        out: &mut dyn Write,
        go_on: &mut dyn FnMut() -> bool,
    ) -> io::Result<bool> {
        while !bytes.is_empty() && !self.engine.has_quit() {
            let mut answer = String::new();
            let taken = self.engine.hear(bytes, &mut self.desk, &mut answer);
            bytes = &bytes[taken..];
            out.write_all(answer.as_bytes())?;
            answer.clear();
            while self.engine.step(&mut self.desk, &mut answer) {
                if !go_on() {
                    return Ok(true);
                }
            }
            out.write_all(answer.as_bytes())?;
            out.flush()?;
        }
        Ok(self.engine.has_quit())
    }

    /// The input is over: a last line counts without its end.
    pub(super) fn end(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        self.hear(b"\n", out, &mut || true)?;
        Ok(true)
    }
}

/// Serves every client that comes, each with an engine of its own, for ever.
pub(super) fn serve(listener: &TcpListener, options: &Options) {
    thread::scope(|scope| {
        for client in listener.incoming() {
            let client = match client {
                Ok(client) => client,
                Err(error) => {
                    complain(&format!("a client could not be let in: {error}"));
                    thread::sleep(PAUSE);
                    continue;
                }
            };
            let served = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || {
                    // A client that goes away ends its conversation and nothing else.
                    let _ = talk(client, options.conversation());
                });
            if let Err(error) = served {
                complain(&format!("a client could not be served: {error}"));
            }
        }
    });
}

fn talk(mut client: TcpStream, mut conversation: Conversation) -> io::Result<()> {
    // Answers are short, and the other side waits for each.
    client.set_nodelay(true)?;
    let (mut out, watched) = (client.try_clone()?, client.try_clone()?);
    let mut bytes = [0; 4096];
    loop {
        let is_over = match client.read(&mut bytes)? {
            0 => conversation.end(&mut out)?,
            many => conversation.hear(&bytes[..many], &mut out, &mut || is_there(&watched))?,
        };
        if is_over {
            return Ok(());
        }
    }
}

/// Whether the client is still there: one that has gone can be read to the end at once.
fn is_there(client: &TcpStream) -> bool {
    let looked = client.set_nonblocking(true).and_then(|()| client.peek(&mut [0]));
    let _ = client.set_nonblocking(false);
    match looked {
        Ok(many) => many > 0,
        Err(error) => error.kind() == io::ErrorKind::WouldBlock,
    }
}
