//! Presses of the mouse, each in its turn, however short.
//!
//! The window library tells whether a button is down when it is asked. What goes down and comes up between two questions is lost, and a
//! touchpad or a tired finger does that. So a window that is not seen lies over ours, with a connection of its own: the X server queues
//! what happens there, with the place where it happened. Keys go on to the window below.

use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{ConnectionExt as _, CreateWindowAux, EventMask, Window, WindowClass};
use x11rb::rust_connection::RustConnection;
use x11rb::{COPY_DEPTH_FROM_PARENT, COPY_FROM_PARENT};

use super::press::{Kind, Press};

/// Larger than any window, so that it never has to grow with ours.
const SIDE: u16 = 16_384;

/// Hears of every press in a window.
pub(super) struct Clicks {
    connection: RustConnection,
}

impl Clicks {
    /// Listens over a window; `None` if the server does not let us.
    pub(super) fn over(window: Window) -> Option<Clicks> {
        let (connection, _) = x11rb::connect(None).ok()?;
        let cover = connection.generate_id().ok()?;
        let wishes = CreateWindowAux::new().event_mask(EventMask::BUTTON_PRESS);
        connection
            .create_window(
                COPY_DEPTH_FROM_PARENT,
                cover,
                window,
                0,
                0,
                SIDE,
                SIDE,
                0,
                WindowClass::INPUT_ONLY,
                COPY_FROM_PARENT,
                &wishes,
            )
            .ok()?
            .check()
            .ok()?;
        connection.map_window(cover).ok()?.check().ok()?;
        Some(Clicks { connection })
    }

    /// The next press that was not told yet.
    pub(super) fn next(&self) -> Option<Press> {
        while let Ok(Some(event)) = self.connection.poll_for_event() {
            let Event::ButtonPress(press) = event else {
                continue;
            };
            let kind = match press.detail {
                1 => Kind::Left,
                3 => Kind::Right,
                4 => Kind::WheelUp,
                5 => Kind::WheelDown,
                _ => continue,
            };
            return Some(Press {
                kind,
                place: (f32::from(press.event_x), f32::from(press.event_y)),
            });
        }
        None
    }
}
