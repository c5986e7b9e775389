//! Takes what a handheld remembers, and gives it back.

use std::time::Duration;

use shikatsu::link::{MAX_BYTES, Reply, Request};
use shikatsu::store::{PAGES, Progress};

use super::cable::Cable;
use super::trouble::Trouble;

/// Room for more than any handheld remembers so far. How much one remembers is for its firmware to say.
const RECORDS: usize = 6_000;
/// How long a handheld may write what it was given.
const WRITING: Duration = Duration::from_secs(20);

/// All that a handheld remembers.
pub type Pages = Progress<RECORDS>;

/// Takes all that a handheld remembers.
pub async fn backup(cable: Cable) -> Result<Box<Pages>, Trouble> {
    let mut pages = Box::new(Pages::new());
    pages.begin_restore();
    for page in 0..PAGES as u16 {
        let request = Request::Backup(page);
        let bytes = cable.ask(&request, |reply| match reply {
            Reply::Bytes { bytes, .. } => Some(bytes.to_vec()),
            _ => None,
        });
        let bytes = bytes.await?;
        if !bytes.is_empty() {
            pages.restore(page, &bytes).map_err(|_| Trouble::Confused)?;
        }
    }
    Ok(pages)
}

/// Gives pages to a handheld, which forgets everything else. Returns how many problems it remembers of them: it may have room for fewer.
pub async fn restore(cable: Cable, pages: Box<Pages>) -> Result<usize, Trouble> {
    cable.tell(&Request::BeginRestore).await?;
    let mut buffer = [0; MAX_BYTES];
    for page in 0..PAGES as u16 {
        let length = pages.page(page, &mut buffer).ok_or(Trouble::Confused)?;
        let bytes = &buffer[..length];
        cable.tell(&Request::Restore { page, bytes }).await?;
    }
    // Now, since it starts anew afterwards.
    let remembered = cable.ask(&Request::Hello, |reply| match reply {
        Reply::Hello(about) => Some(about.records as usize),
        _ => None,
    });
    let remembered = remembered.await?;
    // Asked once: it writes for some seconds before it replies, and would not understand what it is to finish twice.
    let tag = cable.send(&Request::FinishRestore)?;
    let done = |reply: &Reply<'_>| matches!(reply, Reply::Done).then_some(());
    cable.receive(tag, WRITING, done).await?;
    Ok(remembered)
}
