//! One end of a cable to a handheld, without the port itself: it says what to write and how long to listen.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use serde_json::json;
use shikatsu_toolkit::client::{
    Cable, PATIENCE, Pages, Talk, Trouble, Want, backup, delete, hello, load, log, packs, restore,
};
use shikatsu_toolkit::saved::SavedProgress;
use wasm_bindgen::prelude::*;

/// A cable, and the talk over it.
#[wasm_bindgen]
#[derive(Default)]
pub struct Port {
    cable: Cable,
    talk: Option<Talk<'static, String>>,
    /// Bytes of a pack that are there.
    there: Rc<Cell<usize>>,
}

/// What is wanted next.
#[wasm_bindgen]
pub struct Next {
    send: Option<Vec<u8>>,
    listen: Option<f64>,
    done: Option<String>,
    trouble: Option<String>,
}

#[wasm_bindgen]
impl Next {
    /// Bytes to write.
    pub fn send(&self) -> Option<Vec<u8>> {
        self.send.clone()
    }

    /// Milliseconds to listen, at most.
    pub fn listen(&self) -> Option<f64> {
        self.listen
    }

    /// What came of it, as JSON; backups are the progress file itself.
    pub fn done(&self) -> Option<String> {
        self.done.clone()
    }

    /// Why nothing came of it.
    pub fn trouble(&self) -> Option<String> {
        self.trouble.clone()
    }
}

#[wasm_bindgen]
impl Port {
    /// A cable that nothing was said over yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Port {
        Port::default()
    }

    /// Asks who is there.
    pub fn hello(&mut self) {
        self.begin(async |cable| {
            let about = hello(cable, PATIENCE).await?;
            Ok(json!({
                "firmware": about.firmware.as_str(), "board": about.board.as_str(),
                "packs": about.packs, "free": about.room.0, "piece": about.room.1,
                "records": about.records, "newer": about.is_newer, "closed": about.is_closed,
            })
            .to_string())
        });
    }

    /// Asks for the packs on it.
    pub fn packs(&mut self) {
        self.begin(async |cable| {
            let packs = packs(cable).await?;
            let packs = packs.iter().map(|pack| {
                json!({
                    "id": pack.id, "revision": pack.revision, "bytes": pack.length,
                    "problems": pack.problems, "name": pack.name.as_str(),
                })
            });
            Ok(json!(packs.collect::<Vec<_>>()).to_string())
        });
    }

    /// Loads a pack, or what is missing of it.
    pub fn load(&mut self, pack: Vec<u8>) {
        let there = Rc::clone(&self.there);
        there.set(0);
        self.begin(async move |cable| {
            load(cable, pack, |bytes| there.set(bytes)).await?;
            Ok("null".to_string())
        });
    }

    /// How many bytes of the pack are there.
    pub fn there(&self) -> usize {
        self.there.get()
    }

    /// Deletes a pack.
    pub fn delete(&mut self, id: u32) {
        self.begin(async move |cable| {
            delete(cable, id).await?;
            Ok("null".to_string())
        });
    }

    /// Fetches the progress, as the file that the command line writes too.
    pub fn backup(&mut self) {
        self.begin(async |cable| {
            let pages = backup(cable).await?;
            let bytes = SavedProgress::of(&*pages).write();
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        });
    }

    /// Gives back progress. What is on the handheld is forgotten.
    pub fn restore(&mut self, progress: &[u8]) -> Result<(), JsError> {
        let progress =
            SavedProgress::read(progress).map_err(|error| JsError::new(&format!("This file {error}.")))?;
        let mut pages = Box::new(Pages::new());
        progress.tell(&mut *pages);
        self.begin(async move |cable| Ok(json!(restore(cable, pages).await?).to_string()));
        Ok(())
    }

    /// Asks what it noted.
    pub fn log(&mut self) {
        self.begin(async |cable| Ok(json!(log(cable).await?).to_string()));
    }

    /// Goes on: `heard` is what came since the last step, `now` the time in milliseconds.
    pub fn step(&mut self, now: f64, heard: &[u8]) -> Next {
        let mut next = Next {
            send: None,
            listen: None,
            done: None,
            trouble: None,
        };
        let Some(talk) = &mut self.talk else {
            next.trouble = Some("nothing was asked".to_string());
            return next;
        };
        match talk.step(Duration::from_millis(now as u64), heard) {
            Want::Send(bytes) => next.send = Some(bytes),
            // A moment longer, so that the time is up when it is asked again.
            Want::Listen(time) => next.listen = Some(time.as_millis() as f64 + 1.0),
            Want::Done(Ok(json)) => next.done = Some(json),
            Want::Done(Err(trouble)) => next.trouble = Some(trouble.to_string()),
        }
        next
    }

    fn begin<F>(&mut self, about: impl FnOnce(Cable) -> F)
    where
        F: Future<Output = Result<String, Trouble>> + 'static,
    {
        self.talk = Some(Talk::over(&self.cable, about));
    }
}
