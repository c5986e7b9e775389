//! Asks the terminal what pictures it can show.

use super::graphics::Protocol;

/// What the terminal answers within a moment; nothing if it does not.
pub(super) fn protocol() -> Option<Protocol> {
    let set = |name: &str| std::env::var(name).unwrap_or_default();
    // Not every terminal passes over a question that it does not know: only those are asked that seem to be of the kind.
    let like_kitty = !set("KITTY_WINDOW_ID").is_empty()
        || !set("KONSOLE_VERSION").is_empty()
        || ["kitty", "ghostty"].iter().any(|name| set("TERM").contains(name))
        || ["ghostty", "WezTerm", "kitty"].contains(&set("TERM_PROGRAM").as_str());
    let answer = platform::ask(like_kitty && set("TMUX").is_empty())?;
    understood(&answer)
}

/// Whether the terminal takes a picture of one dot, and which attributes it has.
#[cfg(unix)]
const DOT: &[u8] = b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\";
#[cfg(unix)]
const ATTRIBUTES: &[u8] = b"\x1b[c";

fn understood(answer: &[u8]) -> Option<Protocol> {
    let text = String::from_utf8_lossy(answer);
    if text.contains("_Gi=31;OK") {
        return Some(Protocol::Kitty);
    }
    // Attribute 4 is sixels: ESC [ ? 62 ; 4 ; 22 c
    let (_, attributes) = text.split_once("\x1b[?")?;
    let attributes = attributes.split('c').next()?;
    attributes
        .split(';')
        .any(|attribute| attribute == "4")
        .then_some(Protocol::Sixel)
}

#[cfg(unix)]
mod platform {
    use std::io::{self, Write as _};
    use std::time::{Duration, Instant};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::stdio::stdin;

    /// How long an answer may take. One that comes later is passed over by whoever reads keys.
    const PATIENCE: Duration = Duration::from_millis(200);

    pub(super) fn ask(like_kitty: bool) -> Option<Vec<u8>> {
        let mut out = io::stdout().lock();
        if like_kitty {
            out.write_all(super::DOT).ok()?;
        }
        out.write_all(super::ATTRIBUTES).ok()?;
        out.flush().ok()?;
        let end = Instant::now() + PATIENCE;
        let mut answer = Vec::new();
        // Every terminal answers the last question, and its answer ends with this letter.
        while !answer.ends_with(b"c") {
            let left = end.checked_duration_since(Instant::now())?;
            let timeout = Timespec::try_from(left).ok()?;
            let mut ready = [PollFd::from_borrowed_fd(stdin(), PollFlags::IN)];
            if poll(&mut ready, Some(&timeout)).ok()? == 0 {
                return None;
            }
            let mut bytes = [0; 64];
            let count = rustix::io::read(stdin(), &mut bytes)
                .ok()
                .filter(|&count| count > 0)?;
            answer.extend_from_slice(&bytes[..count]);
        }
        Some(answer)
    }
}

#[cfg(not(unix))]
mod platform {
    /// Nobody can be asked here without taking keys away.
    pub(super) fn ask(_like_kitty: bool) -> Option<Vec<u8>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_understood() {
        assert_eq!(understood(b"\x1b[?62;4;22c"), Some(Protocol::Sixel));
        assert_eq!(understood(b"\x1b[?62;22;4c"), Some(Protocol::Sixel));
        assert_eq!(understood(b"\x1b[?1;2c"), None);
        assert_eq!(understood(b"\x1b[?64;14;44c"), None);
        assert_eq!(
            understood(b"\x1b_Gi=31;OK\x1b\\\x1b[?62;c"),
            Some(Protocol::Kitty)
        );
        assert_eq!(understood(b"\x1b_Gi=31;ENOTSUP\x1b\\\x1b[?62c"), None);
        assert_eq!(understood(b""), None);
    }
}
