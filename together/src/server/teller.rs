//! Tells a member what goes on: names, state, who is there, chat. Only what it says it knows, and without waiting for answers: somebody may be
//! thinking about a move meanwhile.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::watch;

use super::follower::Follower;
use super::peer::{Gone, Out};
use super::view::View;
use crate::action::MemberId;
use crate::wire::packed;

/// Numbers of these commands, which no question has.
const FIRST_ID: u32 = 1_000_000_000;

pub(super) struct Teller {
    out: Out,
    view: watch::Receiver<Arc<View>>,
    member: MemberId,
    /// The commands it knows, and what was told with each.
    told: HashMap<&'static str, String>,
    /// The newest line of chat that was told; `None` if it does not want to hear.
    heard: Option<u64>,
    sent: u32,
}

impl Teller {
    pub(super) fn new(follower: &Follower, view: watch::Receiver<Arc<View>>, member: MemberId) -> Teller {
        let commands = [
            "colgo-my_name",
            "colgo-opp_name",
            "colgo-gui_state",
            "colgo-user_list",
        ];
        let known = commands.into_iter().filter(|command| follower.knows(command));
        Teller {
            out: follower.peer.out(),
            view,
            member,
            told: known.map(|command| (command, String::new())).collect(),
            heard: follower.knows("colgo-chat").then_some(0),
            sent: 0,
        }
    }

    /// Tells until nobody listens. Whoever wants to know nothing is told nothing.
    pub(super) async fn run(mut self) -> Gone {
        loop {
            let view = Arc::clone(&self.view.borrow_and_update());
            if let Err(gone) = self.tell(&view).await {
                return gone;
            }
            if self.view.changed().await.is_err() {
                return Gone("the table was closed".to_string());
            }
        }
    }

    async fn tell(&mut self, view: &View) -> Result<(), Gone> {
        let here = view.members.iter().filter(|member| member.is_here);
        let users: Vec<String> = here.map(|member| packed(&member.name)).collect();
        let news = [
            (
                "colgo-my_name",
                packed(view.name_of(self.member).unwrap_or_default()),
            ),
            ("colgo-opp_name", packed(&view.setup.opponent)),
            ("colgo-gui_state", view.state().to_string()),
            ("colgo-user_list", users.join(" ")),
        ];
        for (command, text) in news {
            if self.told.get(command).is_some_and(|told| *told != text) {
                self.send(&format!("{command} {text}")).await?;
                self.told.insert(command, text);
            }
        }
        if let Some(heard) = self.heard {
            for said in view.chat.iter().filter(|said| said.number > heard) {
                self.send(&format!(
                    "colgo-chat {} {}",
                    packed(&said.name),
                    packed(&said.text)
                ))
                .await?;
            }
            self.heard = view.chat.last().map_or(self.heard, |last| Some(last.number));
        }
        Ok(())
    }

    async fn send(&mut self, command: &str) -> Result<(), Gone> {
        self.sent += 1;
        let id = FIRST_ID + self.sent % FIRST_ID;
        self.out.send(&format!("{id} {command}\n")).await
    }
}
