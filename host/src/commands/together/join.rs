//! `shikatsu together join`: a member at a terminal, or one that brings an engine.

use clap::Args;
use shikatsu_together::client;
use shikatsu_together::server::Spec;

use crate::commands::{Done, complain};

/// Join a team: as a person at this terminal, or with an engine or a handheld
///
/// You are asked for proposals and votes: type a point, pass or resign. `say TEXT` talks, `board` shows the board, `quit` leaves.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// Where the server waits for members, as it says itself: HOST:PORT
    #[arg(value_name = "ADDRESS")]
    address: String,

    /// The secret of the room
    #[arg(long, value_name = "SECRET")]
    room: String,

    /// Your name, or the engine's
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Bring an engine: a command, tcp:HOST:PORT, or serial:PORT for a handheld
    #[arg(long, value_name = "ENGINE")]
    engine: Option<Spec>,
}

pub(super) fn run(options: &Options) -> Done {
    let joined = if let Some(engine) = &options.engine {
        let name = options.name.as_deref().unwrap_or(&engine.name);
        client::engine(&options.address, &options.room, name, engine)
    } else {
        let name = options.name.as_deref().unwrap_or("Somebody");
        client::person(&options.address, &options.room, name)
    };
    match joined {
        Ok(()) => Done::Well,
        Err(why) => {
            complain(&why);
            Done::WithFaults
        }
    }
}
