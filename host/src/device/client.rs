//! Asks a handheld, and waits for its answers.

use std::fmt;
use std::io;
use std::time::{Duration, Instant};

use shikatsu::link::frame::{Collector, MAX_FRAME, write};
use shikatsu::link::{About, PROTOCOL, PackInfo, Reply, Request};
use shikatsu::store::Refusal;

use super::candidates::{all_ports, candidates};
use super::port::Port;

/// How long an answer may take: a sector is erased in less.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long a port that may be something else is listened to.
const GLANCE: Duration = Duration::from_millis(700);
/// How often a question is asked.
const TRIES: usize = 3;

/// Why there is no answer, or not the one that was hoped for.
#[derive(Debug)]
pub enum Trouble {
    /// No handheld was found.
    NotFound,
    /// The system does not tell what is at its ports, which are these.
    Nameless(Vec<String>),
    /// The port cannot be opened.
    Closed(String, io::Error),
    /// The cable was pulled.
    Gone(io::Error),
    /// It says nothing.
    Silent,
    /// It says something else than it was asked.
    Confused,
    /// It speaks another protocol.
    Stranger(u8),
    /// It says no.
    Refused(Refusal),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::NotFound => f.write_str(
                "no handheld was found: is it plugged in, switched on, and its cable one for data? --port names a port to look at",
            ),
            Trouble::Nameless(ports) => {
                f.write_str("this system does not tell which port the handheld is at: name it with --port")?;
                if ports.is_empty() {
                    return f.write_str("; now there is none, so is it plugged in, switched on, and its cable one for data?");
                }
                write!(f, " (there are {})", ports.join(", "))
            }
            Trouble::Closed(name, error) => write!(f, "{name} cannot be opened: {}", why_closed(error)),
            Trouble::Gone(_) => f.write_str("the connection to the handheld was lost"),
            Trouble::Silent => f.write_str("the handheld does not answer"),
            Trouble::Confused => f.write_str(
                "the handheld's answer makes no sense to this program; its firmware may be newer, so update the program",
            ),
            Trouble::Stranger(theirs) => write!(
                f,
                "the handheld speaks version {theirs} of the protocol and this program version {PROTOCOL}: bring the older one up to date"
            ),
            Trouble::Refused(refusal) => refusal.fmt(f),
        }
    }
}

/// Why a port cannot be opened, and what to do about it, as the end of a sentence.
fn why_closed(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied if cfg!(target_os = "linux") => {
            "permission denied; join the group that ports belong to (mostly \"sudo usermod -aG dialout $USER\") and log in again, or have a udev rule admit you"
                .to_string()
        }
        io::ErrorKind::ResourceBusy => "another program has it open".to_string(),
        _ => crate::files::reason(error),
    }
}

impl Trouble {
    /// How much it says about why a handheld that is there cannot be used.
    const fn telling(&self) -> u8 {
        match self {
            Trouble::NotFound | Trouble::Nameless(_) => 0,
            Trouble::Gone(_) => 1,
            Trouble::Silent => 2,
            Trouble::Confused | Trouble::Refused(_) => 3,
            Trouble::Closed(..) => 4,
            Trouble::Stranger(_) => 5,
        }
    }

    /// Whether trying again may help.
    pub const fn is_passing(&self) -> bool {
        matches!(
            self,
            Trouble::NotFound | Trouble::Closed(..) | Trouble::Gone(_) | Trouble::Silent
        )
    }
}

/// The first that can be opened; otherwise the trouble that tells most about why there is none.
fn first_of<T>(names: &[String], open: impl Fn(&str) -> Result<T, Trouble>) -> Result<T, Trouble> {
    let mut worst = Trouble::NotFound;
    for name in names {
        match open(name) {
            Ok(found) => return Ok(found),
            Err(trouble) if trouble.telling() > worst.telling() => worst = trouble,
            Err(_) => {}
        }
    }
    Err(worst)
}

/// A handheld.
pub struct Device {
    port: Port,
    collector: Collector,
    tag: u8,
    /// Bytes that came and were not looked at yet.
    waiting: Vec<u8>,
    /// What it says it is.
    pub about: About,
}

impl Device {
    /// The handheld at this port; if none is named, the first that answers at a port with the right name.
    pub fn find(port: Option<&str>) -> Result<Device, Trouble> {
        if let Some(name) = port {
            return Device::open(name, PATIENCE);
        }
        let names = candidates().ok_or_else(|| Trouble::Nameless(all_ports()))?;
        first_of(&names, |name| Device::open(name, GLANCE))
    }

    fn open(name: &str, patience: Duration) -> Result<Device, Trouble> {
        let port = Port::open(name).map_err(|error| Trouble::Closed(name.to_string(), error))?;
        let mut device = Device {
            port,
            collector: Collector::new(),
            tag: 0,
            waiting: Vec::new(),
            about: About {
                protocol: PROTOCOL,
                firmware: heapless::String::new(),
                board: heapless::String::new(),
                packs: 0,
                room: (0, 0),
                records: 0,
                is_loading: false,
                pages: 0,
                is_newer: false,
                is_closed: false,
            },
        };
        device.about = device.ask_for(&Request::Hello, patience, |reply| match reply {
            Reply::Hello(about) => Some(about.clone()),
            _ => None,
        })?;
        if device.about.protocol == PROTOCOL {
            Ok(device)
        } else {
            Err(Trouble::Stranger(device.about.protocol))
        }
    }

    /// Asks, again if need be, and makes something of the answer.
    pub fn ask<T>(
        &mut self,
        request: &Request<'_>,
        answer: impl Fn(&Reply<'_>) -> Option<T>,
    ) -> Result<T, Trouble> {
        self.ask_for(request, PATIENCE, answer)
    }

    fn ask_for<T>(
        &mut self,
        request: &Request<'_>,
        patience: Duration,
        answer: impl Fn(&Reply<'_>) -> Option<T>,
    ) -> Result<T, Trouble> {
        for _ in 0..TRIES {
            let tag = self.send(request)?;
            match self.receive(tag, patience, &answer) {
                Err(Trouble::Silent) => {}
                other => return other,
            }
        }
        Err(Trouble::Silent)
    }

    /// Sends a request, and returns the tag that its answer will have.
    pub(super) fn send(&mut self, request: &Request<'_>) -> Result<u8, Trouble> {
        let mut frame = [0; MAX_FRAME];
        self.tag = self.tag.wrapping_add(1);
        let length = write(self.tag, request, &mut frame).ok_or(Trouble::Confused)?;
        self.port.write(&frame[..length]).map_err(Trouble::Gone)?;
        Ok(self.tag)
    }

    /// Waits for the answer with this tag; others are passed over.
    pub(super) fn receive<T>(
        &mut self,
        tag: u8,
        patience: Duration,
        answer: impl Fn(&Reply<'_>) -> Option<T>,
    ) -> Result<T, Trouble> {
        let end = Instant::now() + patience;
        loop {
            let (taken, is_complete) = self.collector.take(&self.waiting);
            self.waiting.drain(..taken);
            if is_complete {
                match self.collector.heard::<Reply<'_>>() {
                    Some((theirs, Some(Reply::No(refusal)))) if theirs == tag => {
                        return Err(Trouble::Refused(refusal));
                    }
                    Some((theirs, reply)) if theirs == tag => {
                        return reply.and_then(|reply| answer(&reply)).ok_or(Trouble::Confused);
                    }
                    _ => continue,
                }
            }
            if Instant::now() >= end {
                return Err(Trouble::Silent);
            }
            let mut buffer = [0; 512];
            let many = self.port.read(&mut buffer).map_err(Trouble::Gone)?;
            self.waiting.extend(&buffer[..many]);
        }
    }

    /// The packs on it.
    pub fn packs(&mut self) -> Result<Vec<PackInfo>, Trouble> {
        let mut packs = Vec::new();
        while let Some(info) = self.ask(&Request::Pack(packs.len() as u16), |reply| match reply {
            Reply::Pack(info) => Some(Some(info.clone())),
            Reply::NoMore => Some(None),
            _ => None,
        })? {
            packs.push(info);
        }
        Ok(packs)
    }

    /// Asks for something that is only to be done.
    pub fn tell(&mut self, request: &Request<'_>) -> Result<(), Trouble> {
        self.ask(request, |reply| (*reply == Reply::Done).then_some(()))
    }

    /// What it noted since it was switched on, as far as it still knows.
    pub fn log(&mut self) -> Result<String, Trouble> {
        let bytes = self.ask(&Request::Log(0), |reply| match reply {
            Reply::Bytes { bytes, .. } => Some(bytes.to_vec()),
            _ => None,
        })?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closed(kind: io::ErrorKind) -> Trouble {
        Trouble::Closed("/dev/ttyACM0".to_string(), kind.into())
    }

    #[test]
    fn the_first_that_answers_is_taken_and_otherwise_the_most_telling_reason() {
        let names = ["silent", "closed", "strange", "fine"].map(String::from);
        let open = |name: &str| match name {
            "silent" => Err(Trouble::Silent),
            "closed" => Err(closed(io::ErrorKind::PermissionDenied)),
            "strange" => Err(Trouble::Stranger(9)),
            _ => Ok(name.to_string()),
        };
        assert_eq!(first_of(&names, open).unwrap(), "fine");
        assert!(matches!(first_of(&names[..3], open), Err(Trouble::Stranger(9))));
        assert!(matches!(first_of(&names[..2], open), Err(Trouble::Closed(..))));
        assert!(matches!(first_of(&names[..1], open), Err(Trouble::Silent)));
        assert!(matches!(first_of(&[], open), Err(Trouble::NotFound)));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn whoever_may_not_open_the_port_is_told_what_to_do() {
        let said = closed(io::ErrorKind::PermissionDenied).to_string();
        assert!(
            said.starts_with("/dev/ttyACM0 cannot be opened: permission denied") && said.contains("dialout")
        );
        assert!(
            closed(io::ErrorKind::ResourceBusy)
                .to_string()
                .contains("another program")
        );
    }

    #[test]
    fn where_ports_have_no_names_one_has_to_be_named() {
        let ports = ["COM3", "COM5"].map(String::from).to_vec();
        let said = Trouble::Nameless(ports).to_string();
        assert!(said.ends_with("name it with --port (there are COM3, COM5)"));
        assert!(Trouble::Nameless(vec![]).to_string().contains("plugged in"));
    }
}
