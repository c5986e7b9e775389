//! The cable: a serial port, or a socket.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serial2::SerialPort;

/// How long a read waits before it says that nothing came.
const MOMENT: Duration = Duration::from_millis(50);
const CONNECTING: Duration = Duration::from_secs(3);

/// Bytes both ways.
pub enum Port {
    /// A serial port of this computer.
    Serial(SerialPort),
    /// An emulated handheld's.
    Socket(TcpStream),
}

impl Port {
    /// Opens `tcp:HOST:PORT`, or the serial port of this name.
    pub fn open(name: &str) -> io::Result<Port> {
        let Some(address) = name.strip_prefix("tcp:") else {
            let mut port = SerialPort::open(name, 115_200)?;
            port.set_read_timeout(MOMENT)?;
            port.set_write_timeout(CONNECTING)?;
            // The line that tells the handheld that somebody listens. Some systems raise it by themselves, and some do not; a port
            // that is led elsewhere has none.
            let _ = port.set_dtr(true);
            return Ok(Port::Serial(port));
        };
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(MOMENT))?;
        stream.set_write_timeout(Some(CONNECTING))?;
        stream.set_nodelay(true)?;
        Ok(Port::Socket(stream))
    }

    /// What has come; nothing after a moment without anything. An error if the cable was pulled.
    pub fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = match self {
            Port::Serial(port) => port.read(buffer),
            Port::Socket(stream) => stream.read(buffer),
        };
        match read {
            // Where nothing came in time there is an error. No bytes and no error is the end: of a connection, or of a port
            // whose cable was pulled.
            Ok(0) if !buffer.is_empty() => Err(io::ErrorKind::ConnectionReset.into()),
            Err(error) if matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock) => {
                Ok(0)
            }
            other => other,
        }
    }

    /// Sends bytes.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Port::Serial(port) => port.write_all(bytes),
            Port::Socket(stream) => stream.write_all(bytes),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_silent_port_has_nothing_and_one_that_was_pulled_is_an_error() {
        let (handheld, mut computer) = SerialPort::pair().unwrap();
        computer.set_read_timeout(MOMENT).unwrap();
        let mut port = Port::Serial(computer);
        let mut buffer = [0; 8];
        assert_eq!(port.read(&mut buffer).unwrap(), 0);
        drop(handheld);
        assert!(port.read(&mut buffer).is_err());
    }
}
