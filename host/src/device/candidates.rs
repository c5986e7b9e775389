//! Which serial ports a handheld may be at, without opening any: opening raises a line that resets many a board, and what is
//! written to a stranger may do anything there.

use serial2::SerialPort;

/// The name the handheld has on USB. Its number begins with that too, in capitals: Windows does not tell the name.
const NAME: &str = "Shikatsu";

/// The ports whose device calls itself as the handheld does, the same every time. `None` where the system does not tell.
pub(super) fn candidates() -> Option<Vec<String>> {
    let mut ports = system::ports()?;
    ports.sort();
    Some(ports)
}

/// All serial ports of this computer, whatever is there.
pub(super) fn all_ports() -> Vec<String> {
    let ports = SerialPort::available_ports().unwrap_or_default();
    let mut names: Vec<String> = ports
        .iter()
        .map(|path| path.to_string_lossy().into_owned())
        .filter(|name| !waits_for_a_call(name))
        .collect();
    names.sort();
    names
}

/// On a Mac each port has two names, and one of them waits for a telephone to ring.
fn waits_for_a_call(port: &str) -> bool {
    port.starts_with("/dev/tty.")
}

/// Whether a text that a device has about itself is the handheld's.
fn is_ours(text: &str) -> bool {
    text.get(..NAME.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(NAME))
}

#[cfg(target_os = "linux")]
mod system {
    //! What is plugged in is in files.

    use std::fs;
    use std::path::Path;

    use super::{NAME, is_ours};

    /// Where ports are listed by maker, name and number.
    const BY_ID: &str = "/dev/serial/by-id";
    /// Where the kernel itself tells about ports, for systems that do not have that list.
    const KERNEL: &str = "/sys/class/tty";

    pub(super) fn ports() -> Option<Vec<String>> {
        listed(Path::new(BY_ID)).or_else(|| told_by_kernel(Path::new(KERNEL)))
    }

    /// The right ones of a list that has the names of devices; `None` if there is no list.
    fn listed(folder: &Path) -> Option<Vec<String>> {
        let paths = fs::read_dir(folder).ok()?.flatten().map(|item| item.path());
        let is_named = |path: &Path| {
            path.file_name()
                .is_some_and(|name| name.to_string_lossy().contains(NAME))
        };
        Some(
            paths
                .filter(|path| is_named(path))
                .map(|path| shown(&path))
                .collect(),
        )
    }

    /// The ports whose USB device has the right name; `None` if nobody tells.
    fn told_by_kernel(folder: &Path) -> Option<Vec<String>> {
        let ports = fs::read_dir(folder).ok()?.flatten();
        let is_named = |port: &Path| {
            // The port belongs to an interface of the device, and the name to the device as a whole.
            let product = fs::read_to_string(port.join("device/../product"));
            product.is_ok_and(|product| is_ours(&product))
        };
        let names = ports
            .filter(|port| is_named(&port.path()))
            .map(|port| shown(&Path::new("/dev").join(port.file_name())));
        Some(names.collect())
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
            let ours = folder
                .path()
                .join("usb-Shikatsu_Shikatsu_SHIKATSU-A0A1A2A3A4A5A6A7-if00");
            fs::write(&ours, "").unwrap();
            assert_eq!(listed(folder.path()), Some(vec![shown(&ours)]));
            assert_eq!(listed(&folder.path().join("nothing")), None);
        }

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
}

#[cfg(any(target_os = "macos", windows))]
mod system {
    //! What is plugged in is asked for.

    use serialport::{SerialPortInfo, SerialPortType};

    use super::{is_ours, waits_for_a_call};

    pub(super) fn ports() -> Option<Vec<String>> {
        let ports = serialport::available_ports().ok()?;
        let names = ports.into_iter().filter(is_handheld).map(|port| port.port_name);
        Some(names.filter(|name| !waits_for_a_call(name)).collect())
    }

    /// A Mac tells the name. Windows has one of its own for every port, but tells the number.
    fn is_handheld(port: &SerialPortInfo) -> bool {
        let SerialPortType::UsbPort(about) = &port.port_type else {
            return false;
        };
        [&about.product, &about.serial_number]
            .into_iter()
            .flatten()
            .any(|text| is_ours(text))
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
mod system {
    //! Nobody tells what is plugged in.

    pub(super) fn ports() -> Option<Vec<String>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handheld_is_known_by_its_name_and_by_its_number() {
        for text in ["Shikatsu", "Shikatsu\n", "SHIKATSU-A0A1A2A3A4A5A6A7", "SHIKATSU"] {
            assert!(is_ours(text), "{text}");
        }
        for text in [
            "",
            "Uno",
            "USB Serial Device (COM3)",
            "Not Shikatsu",
            "死活 Shikatsu",
            "Shikat",
        ] {
            assert!(!is_ours(text), "{text}");
        }
    }
}
