//! Short conversations.

use std::time::Duration;

use shikatsu::link::{About, PROTOCOL, PackInfo, Reply, Request};

use super::cable::Cable;
use super::trouble::Trouble;

/// Asks who is there. `patience` is how long each of a few tries waits: what may be no handheld at all is not listened to for long.
pub async fn hello(cable: Cable, patience: Duration) -> Result<About, Trouble> {
    let about = cable.ask_within(patience, &Request::Hello, |reply| match reply {
        Reply::Hello(about) => Some(about.clone()),
        _ => None,
    });
    let about = about.await?;
    if about.protocol == PROTOCOL {
        Ok(about)
    } else {
        Err(Trouble::Stranger(about.protocol))
    }
}

/// The packs on it.
pub async fn packs(cable: Cable) -> Result<Vec<PackInfo>, Trouble> {
    let mut packs = Vec::new();
    loop {
        let request = Request::Pack(packs.len() as u16);
        let next = cable.ask(&request, |reply| match reply {
            Reply::Pack(info) => Some(Some(info.clone())),
            Reply::NoMore => Some(None),
            _ => None,
        });
        match next.await? {
            Some(info) => packs.push(info),
            None => return Ok(packs),
        }
    }
}

/// The bytes of the pack with this number.
pub async fn pack(cable: Cable, id: u32) -> Result<Vec<u8>, Trouble> {
    let mut pack: Vec<u8> = Vec::new();
    loop {
        let request = Request::Read {
            id,
            offset: pack.len() as u32,
        };
        let next = cable.ask(&request, |reply| match reply {
            Reply::Bytes { of, bytes } => Some((*of as usize, bytes.to_vec())),
            _ => None,
        });
        let (of, bytes) = next.await?;
        pack.extend_from_slice(&bytes);
        if pack.len() >= of || bytes.is_empty() {
            return if pack.len() == of {
                Ok(pack)
            } else {
                Err(Trouble::Confused)
            };
        }
    }
}

/// Takes the pack with this number away.
pub async fn delete(cable: Cable, id: u32) -> Result<(), Trouble> {
    cable.tell(&Request::Delete(id)).await
}

/// What it noted since it was switched on, as far as it still knows.
pub async fn log(cable: Cable) -> Result<String, Trouble> {
    let bytes = cable.ask(&Request::Log(0), |reply| match reply {
        Reply::Bytes { bytes, .. } => Some(bytes.to_vec()),
        _ => None,
    });
    Ok(String::from_utf8_lossy(&bytes.await?).into_owned())
}
