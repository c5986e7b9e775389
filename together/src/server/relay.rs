//! An engine that is brought to a room of a server elsewhere: lines go to and fro.

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::engine::{Engine, Spec};
use super::peer::Out;
use crate::wire::{Message, Reader, TooLong, packed};

/// Brings an engine to the room with this secret, until one of both ends.
pub async fn relay(address: &str, secret: &str, name: &str, spec: &Spec) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{address}: {error}");
    let Engine { mut peer, _program } = spec.open().await?;
    let stream = TcpStream::connect(address).await.map_err(failed)?;
    stream.set_nodelay(true).map_err(failed)?;
    let (from, mut to) = stream.into_split();
    to.write_all(format!("1 colgo-room {secret}\n").as_bytes())
        .await
        .map_err(failed)?;
    let out = Out::new(to);
    let (mut from, mut reader) = (BufReader::new(from).lines(), Reader::default());
    while let Some(line) = from.next_line().await.map_err(failed)? {
        match reader.take(&line) {
            Ok(Some(Message::Command {
                id,
                name: command,
                arguments,
            })) => {
                let said = if command == "colgo-player_name" {
                    Ok(packed(name))
                } else {
                    let asked = peer.ask(&format!("{command} {arguments}")).await;
                    asked.map_err(|gone| gone.0)?
                };
                out.answer(id, &said).await.map_err(|gone| gone.0)?;
            }
            Ok(Some(Message::Answer { said: Err(why), .. })) => return Err(why),
            Ok(_) => {}
            Err(TooLong) => return Err("the server makes no sense".to_string()),
        }
    }
    Ok(())
}
