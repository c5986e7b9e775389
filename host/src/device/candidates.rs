//! Which serial ports a handheld may be at, without opening any: opening raises a line that resets many a board, and what is
//! written to a stranger may do anything there.

use std::fs;
use std::path::Path;

use serial2::SerialPort;

/// The name the handheld has on USB.
const NAME: &str = "Shikatsu";
/// Where Linux lists what is plugged in, by maker, name and number.
const BY_ID: &str = "/dev/serial/by-id";
/// Where the kernel itself tells about ports, for systems that do not have that list.
const KERNEL: &str = "/sys/class/tty";

/// The ports whose device calls itself as the handheld does. `None` where the system tells no names, as far as we can ask it:
/// anywhere but on Linux.
pub(super) fn candidates() -> Option<Vec<String>> {
    listed(Path::new(BY_ID)).or_else(|| told_by_kernel(Path::new(KERNEL)))
}

/// All serial ports of this computer, whatever is there.
pub(super) fn all_ports() -> Vec<String> {
    let ports = SerialPort::available_ports().unwrap_or_default();
    let mut names: Vec<String> = ports.iter().map(|path| shown(path)).collect();
    // On a Mac each port has two names, and one of them waits for a telephone to ring.
    names.retain(|name| !name.starts_with("/dev/tty."));
    names.sort();
    names
}

/// The right ones of a list that has the names of devices; `None` if there is no list.
fn listed(folder: &Path) -> Option<Vec<String>> {
    let paths = fs::read_dir(folder).ok()?.flatten().map(|item| item.path());
    let is_ours = |path: &Path| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().contains(NAME))
    };
    Some(sorted(
        paths.filter(|path| is_ours(path)).map(|path| shown(&path)),
    ))
}

/// The ports whose USB device has the right name; `None` if nobody tells.
fn told_by_kernel(folder: &Path) -> Option<Vec<String>> {
    let ports = fs::read_dir(folder).ok()?.flatten();
    let is_ours = |port: &Path| {
        // The port belongs to an interface of the device, and the name to the device as a whole.
        let product = fs::read_to_string(port.join("device/../product"));
        product.is_ok_and(|product| product.trim() == NAME)
    };
    let names = ports
        .filter(|port| is_ours(&port.path()))
        .map(|port| shown(&Path::new("/dev").join(port.file_name())));
    Some(sorted(names))
}

/// In the same order every time.
fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_list_only_ports_by_the_right_name_are_tried_even_if_that_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let stranger = folder.path().join("usb-Arduino_Uno_7563-if00");
        fs::write(stranger, "").unwrap();
        assert_eq!(listed(folder.path()), Some(vec![]));
        let ours = folder.path().join("usb-Shikatsu_Shikatsu-if00");
        fs::write(&ours, "").unwrap();
        assert_eq!(listed(folder.path()), Some(vec![shown(&ours)]));
        assert_eq!(listed(&folder.path().join("nothing")), None);
    }

    #[cfg(unix)]
    #[test]
    fn the_kernel_is_asked_what_device_a_port_belongs_to() {
        let folder = tempfile::tempdir().unwrap();
        let ports = folder.path().join("tty");
        for (port, product) in [("ttyACM0", "Uno"), ("ttyACM1", "Shikatsu")] {
            let interface = folder.path().join(product).join("1-1:1.0");
            fs::create_dir_all(&interface).unwrap();
            fs::write(
                folder.path().join(product).join("product"),
                format!("{product}\n"),
            )
            .unwrap();
            fs::create_dir_all(ports.join(port)).unwrap();
            std::os::unix::fs::symlink(interface, ports.join(port).join("device")).unwrap();
        }
        fs::create_dir_all(ports.join("ttyS0")).unwrap();
        assert_eq!(told_by_kernel(&ports), Some(vec!["/dev/ttyACM1".to_string()]));
        assert_eq!(told_by_kernel(&folder.path().join("nothing")), None);
    }
}
