//! Engines: programs, sockets and serial ports that speak the Go Text Protocol.

use std::fmt;
use std::process::Stdio;
use std::str::FromStr;

use serial2_tokio::SerialPort;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use super::peer::{self, Out, Peer};
use crate::text;

/// Where an engine is, and what it is called here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// Its name.
    pub name: String,
    place: Place,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    Program(Vec<String>),
    /// An address, and the secret of a room if another team is there.
    Socket(String, Option<String>),
    Serial(String),
}

/// `[NAME=]gnugo --mode gtp`, `[NAME=]tcp:HOST:PORT[/SECRET]` or `[NAME=]serial:/dev/ttyACM0`.
impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Spec, String> {
        let (name, place) = match text.split_once('=') {
            Some((name, place)) if !name.contains(['/', '\\', '-', ':', '"', '\'']) => (Some(name), place),
            _ => (None, text),
        };
        let (usual, place) = if let Some(address) = place.strip_prefix("tcp:") {
            let (address, secret) = match address.split_once('/') {
                Some((address, secret)) => (address, Some(secret.to_string())),
                None => (address, None),
            };
            (address.to_string(), Place::Socket(address.to_string(), secret))
        } else if let Some(port) = place.strip_prefix("serial:") {
            (port.to_string(), Place::Serial(port.to_string()))
        } else {
            let words = shlex::split(place).filter(|words| !words.is_empty());
            let words = words.ok_or("a program has to be named, with its arguments")?;
            let file = words[0].rsplit(['/', '\\']).next().unwrap_or_default();
            (file.to_string(), Place::Program(words))
        };
        let name = text::name(name.unwrap_or(&usual)).ok_or("an engine needs a name")?;
        Ok(Spec { name, place })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// An engine that answers. The program ends with it.
pub(super) struct Engine {
    pub(super) peer: Peer,
    pub(super) _program: Option<Child>,
}

impl Spec {
    /// Opens it, or says why not.
    pub(super) async fn open(&self) -> Result<Engine, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", self.name);
        match &self.place {
            Place::Program(words) => {
                let mut program = Command::new(&words[0])
                    .args(&words[1..])
                    .stdin(Stdio::piped())
                    .stdout(Stdio::piped())
                    .stderr(Stdio::null())
                    .kill_on_drop(true)
                    .spawn()
                    .map_err(failed)?;
                let (input, output) = program
                    .stdout
                    .take()
                    .zip(program.stdin.take())
                    .ok_or("no streams")?;
                let peer = peer::connect(input, Out::new(output)).0;
                Ok(Engine {
                    peer,
                    _program: Some(program),
                })
            }
            Place::Socket(address, secret) => {
                let stream = TcpStream::connect(address).await.map_err(failed)?;
                stream.set_nodelay(true).map_err(failed)?;
                let (input, output) = stream.into_split();
                let mut peer = peer::connect(input, Out::new(output)).0;
                if let Some(secret) = secret {
                    let let_in = peer.ask(&format!("colgo-room {secret}")).await;
                    let_in
                        .map_err(|gone| gone.0)?
                        .map_err(|why| format!("not let in: {why}"))?;
                }
                Ok(Engine { peer, _program: None })
            }
            Place::Serial(port) => {
                let port = SerialPort::open(port, 115_200).map_err(failed)?;
                // The line that tells a handheld that somebody listens; a port that is led elsewhere has none.
                let _ = port.set_dtr(true);
                let (input, output) = tokio::io::split(port);
                let peer = peer::connect(input, Out::new(output)).0;
                Ok(Engine { peer, _program: None })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_named() {
        for (text, name) in [
            ("gnugo --mode gtp", "gnugo"),
            ("/usr/games/gnugo --mode=gtp", "gnugo"),
            ("Gnu=gnugo --mode gtp", "Gnu"),
            ("'/opt/my engine' --x", "my engine"),
            ("tcp:localhost:5000", "localhost:5000"),
            ("Pocket=serial:/dev/ttyACM0", "Pocket"),
        ] {
            assert_eq!(text.parse::<Spec>().unwrap().name, name, "{text}");
        }
        for bad in ["", "  ", "'open", "x="] {
            assert!(bad.parse::<Spec>().is_err(), "{bad}");
        }
        let team: Spec = "tcp:localhost:5000/abc".parse().unwrap();
        assert_eq!(
            team.place,
            Place::Socket("localhost:5000".to_string(), Some("abc".to_string()))
        );
    }
}
