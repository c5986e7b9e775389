//! A handheld at a port: found, asked, and why it cannot be.

use std::fmt;
use std::io;
use std::time::{Duration, Instant};

use shikatsu::link::{About, PackInfo};
use shikatsu_toolkit::client::{self, Cable, PATIENCE, Talk, Want};

use super::candidates::{all_ports, candidates};
use super::port::Port;

/// How long a port that may be something else is listened to.
const GLANCE: Duration = Duration::from_millis(700);

/// How long a port is waited for that another command may have only just given back, and how often it is tried.
const WAIT: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(200);

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
    /// The handheld is there, and yet there is no answer.
    Talk(client::Trouble),
}

impl From<client::Trouble> for Trouble {
    fn from(trouble: client::Trouble) -> Trouble {
        Trouble::Talk(trouble)
    }
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
            Trouble::Talk(trouble) => trouble.fmt(f),
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
            Trouble::Talk(client::Trouble::Silent) => 2,
            Trouble::Talk(client::Trouble::Confused | client::Trouble::Refused(_)) => 3,
            Trouble::Closed(..) => 4,
            Trouble::Talk(client::Trouble::Stranger(_)) => 5,
        }
    }

    /// Whether a command that has only just ended may be the reason.
    const fn may_be_the_last_command(&self) -> bool {
        matches!(
            self,
            Trouble::Closed(..) | Trouble::Gone(_) | Trouble::Talk(client::Trouble::Silent)
        )
    }

    /// Whether trying again may help.
    pub const fn is_passing(&self) -> bool {
        matches!(
            self,
            Trouble::NotFound
                | Trouble::Closed(..)
                | Trouble::Gone(_)
                | Trouble::Talk(client::Trouble::Silent)
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
    cable: Cable,
    /// What it says it is.
    pub about: About,
}

impl Device {
    /// The handheld at this port; if none is named, the first that answers at a port with the right name.
    ///
    /// A command that has just ended may still have the port, and the handheld may still be at its end: that is waited for.
    pub fn find(port: Option<&str>) -> Result<Device, Trouble> {
        let since = Instant::now();
        loop {
            match Device::look(port) {
                Err(trouble) if trouble.may_be_the_last_command() && since.elapsed() < WAIT => {
                    std::thread::sleep(PAUSE);
                }
                found => return found,
            }
        }
    }

    fn look(port: Option<&str>) -> Result<Device, Trouble> {
        if let Some(name) = port {
            return Device::open(name, PATIENCE);
        }
        let names = candidates().ok_or_else(|| Trouble::Nameless(all_ports()))?;
        first_of(&names, |name| Device::open(name, GLANCE))
    }

    fn open(name: &str, patience: Duration) -> Result<Device, Trouble> {
        let mut port = Port::open(name).map_err(|error| Trouble::Closed(name.to_string(), error))?;
        let cable = Cable::new();
        let about = drive(&mut port, &cable, |cable| client::hello(cable, patience))?;
        Ok(Device { port, cable, about })
    }

    /// Has a talk with it, and says what comes of that.
    pub fn talk<T, F>(&mut self, about: impl FnOnce(Cable) -> F) -> Result<T, Trouble>
    where
        F: Future<Output = Result<T, client::Trouble>>,
    {
        drive(&mut self.port, &self.cable, about)
    }

    /// The packs on it.
    pub fn packs(&mut self) -> Result<Vec<PackInfo>, Trouble> {
        self.talk(client::packs)
    }
}

/// Carries the bytes of a talk between the toolkit and a port.
fn drive<T, F>(port: &mut Port, cable: &Cable, about: impl FnOnce(Cable) -> F) -> Result<T, Trouble>
where
    F: Future<Output = Result<T, client::Trouble>>,
{
    let begun = Instant::now();
    let mut talk = Talk::over(cable, about);
    let (mut buffer, mut many) = ([0; 512], 0);
    loop {
        match talk.step(begun.elapsed(), &buffer[..many]) {
            Want::Send(bytes) => {
                port.write(&bytes).map_err(Trouble::Gone)?;
                many = 0;
            }
            // The port itself waits for a moment only.
            Want::Listen(_) => many = port.read(&mut buffer).map_err(Trouble::Gone)?,
            Want::Done(result) => return Ok(result?),
        }
    }
}

#[cfg(test)]
mod tests {
    use shikatsu_toolkit::client::Trouble::{Silent, Stranger};

    use super::*;

    fn closed(kind: io::ErrorKind) -> Trouble {
        Trouble::Closed("/dev/ttyACM0".to_string(), kind.into())
    }

    #[test]
    fn the_first_that_answers_is_taken_and_otherwise_the_most_telling_reason() {
        let names = ["silent", "closed", "strange", "fine"].map(String::from);
        let open = |name: &str| match name {
            "silent" => Err(Trouble::Talk(Silent)),
            "closed" => Err(closed(io::ErrorKind::PermissionDenied)),
            "strange" => Err(Trouble::Talk(Stranger(9))),
            _ => Ok(name.to_string()),
        };
        assert_eq!(first_of(&names, open).unwrap(), "fine");
        assert!(matches!(
            first_of(&names[..3], open),
            Err(Trouble::Talk(Stranger(9)))
        ));
        assert!(matches!(first_of(&names[..2], open), Err(Trouble::Closed(..))));
        assert!(matches!(first_of(&names[..1], open), Err(Trouble::Talk(Silent))));
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
