//! Puts a pack on a handheld. A pulled cable is waited for, and the load goes on where it was.

use std::time::{Duration, Instant};

use shikatsu_toolkit::client;

use super::handheld::{Device, Trouble};

/// How long a handheld that has gone is waited for, and how often it is looked for.
const WAIT: Duration = Duration::from_mins(1);
const LOOK: Duration = Duration::from_millis(500);

/// Loads a pack. `show` is told how many bytes are there; `None` says that the handheld has gone and is waited for.
pub fn load(port: Option<&str>, bytes: &[u8], show: &mut dyn FnMut(Option<usize>)) -> Result<(), Trouble> {
    let mut device = Device::find(port)?;
    let mut gone: Option<Instant> = None;
    loop {
        let mut done = |done| {
            gone = None;
            show(Some(done));
        };
        let lost = match device.talk(|cable| client::load(cable, bytes, &mut done)) {
            Err(trouble) if trouble.is_passing() => trouble,
            other => return other,
        };
        show(None);
        // Closed before it is opened again.
        drop(device);
        let since = *gone.get_or_insert_with(Instant::now);
        device = loop {
            std::thread::sleep(LOOK);
            match Device::find(port) {
                Ok(device) => break device,
                Err(trouble) if !trouble.is_passing() => return Err(trouble),
                Err(_) if since.elapsed() > WAIT => return Err(lost),
                Err(_) => {}
            }
        };
    }
}
