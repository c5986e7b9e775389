//! An engine as a member: it is asked when the team is.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

use super::engine::{Engine, Spec};
use super::follower::Follower;
use super::peer::{Gone, Peer};
use super::table::{Handle, Tell};
use super::teller::Teller;
use super::view::View;
use crate::action::{MemberId, Role};
use crate::decide::Choice;
use crate::game::Wish;
use crate::proposal::Proposal;

/// An engine that ends is started again, but not for ever.
const STARTS_MOST: u32 = 4;
const PAUSE: Duration = Duration::from_secs(2);

/// Gives an engine a seat. It is awaited from now on, though it may take a while to start.
pub(super) async fn invite(spec: Spec, table: Handle) -> Result<(), String> {
    let (member, word) = table
        .ask(|answer| Tell::Join(spec.name.clone(), Role::Engine, answer))
        .await?;
    tokio::spawn(keep(spec, table, member, word));
    Ok(())
}

/// Lets an engine take part for as long as the table is there.
async fn keep(spec: Spec, table: Handle, member: MemberId, word: String) {
    for start in 1..=STARTS_MOST {
        let gone = match spec.open().await {
            // The program, if it is one, lives as long as this.
            Ok(Engine { peer, _program }) => take_part(peer, &table, member).await,
            Err(why) => Gone(why),
        };
        table.tell(Tell::Leave(member, gone.0)).await;
        if start < STARTS_MOST {
            sleep(PAUSE).await;
            if table
                .ask(|answer| Tell::Back(word.clone(), answer))
                .await
                .is_err()
            {
                return;
            }
        }
    }
}

/// Answers for an engine until it is gone.
pub(super) async fn take_part(peer: Peer, table: &Handle, member: MemberId) -> Gone {
    let follower = match Follower::greet(peer).await {
        Ok(follower) => follower,
        Err(gone) => return gone,
    };
    let mut part = Part {
        follower,
        table: table.clone(),
        view: table.view.clone(),
        member,
        proposed: (0, 0, None),
        voted: (0, 0),
    };
    let teller = Teller::new(&part.follower, table.view.clone(), member);
    tokio::select! {
        done = part.run() => match done {
            Ok(()) => Gone("the table was closed".to_string()),
            Err(gone) => gone,
        },
        gone = teller.run() => gone,
    }
}

struct Part {
    follower: Follower,
    table: Handle,
    view: watch::Receiver<Arc<View>>,
    member: MemberId,
    /// The game and the round of the newest proposal, and what it was.
    proposed: (i64, u32, Option<Proposal>),
    voted: (i64, u32),
}

impl Part {
    async fn run(&mut self) -> Result<(), Gone> {
        loop {
            let view = Arc::clone(&self.view.borrow_and_update());
            self.act(&view).await?;
            tokio::select! {
                changed = self.view.changed() => if changed.is_err() {
                    return Ok(());
                },
                () = self.follower.peer.closed() => return Err(Gone("it has ended".to_string())),
            }
        }
    }

    async fn act(&mut self, view: &View) -> Result<(), Gone> {
        match &view.wish {
            Wish::Proposals { round, color } if (self.proposed.0, self.proposed.1) != (view.game, *round) => {
                self.proposed = (view.game, *round, None);
                self.follower.follow(view).await?;
                let said = self.follower.propose(*color).await?;
                let what = said
                    .as_ref()
                    .ok()
                    .and_then(|said| Proposal::read(said, view.setup.size));
                let Some(what) = what else {
                    let said = said.unwrap_or_else(|why| why);
                    self.table
                        .tell(Tell::Faulty(self.member, *round, format!("no move: {said}")))
                        .await;
                    return Ok(());
                };
                self.proposed.2 = Some(what);
                let taken = self
                    .table
                    .ask(|answer| Tell::Propose(self.member, *round, what, answer))
                    .await;
                if let Err(why) = taken {
                    // If it came too late, this says nothing any more.
                    self.table
                        .tell(Tell::Faulty(self.member, *round, format!("{what}: {why}")))
                        .await;
                }
            }
            Wish::Votes { round, choices } if self.voted != (view.game, *round) => {
                self.voted = (view.game, *round);
                let vote = self.vote(view, *round, choices).await?;
                let Some(vote) = vote else {
                    self.table
                        .tell(Tell::Faulty(self.member, *round, "it does not vote".to_string()))
                        .await;
                    return Ok(());
                };
                let taken = self
                    .table
                    .ask(|answer| Tell::Vote(self.member, *round, vote, answer))
                    .await;
                if let Err(why) = taken {
                    self.table
                        .tell(Tell::Faulty(self.member, *round, format!("{vote}: {why}")))
                        .await;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// What it votes for. An engine that knows nothing of votes stays with its own proposal.
    async fn vote(&mut self, view: &View, round: u32, choices: &[Choice]) -> Result<Option<Proposal>, Gone> {
        if !self.follower.knows("colgo-vote") {
            let own = self.proposed.2.filter(|_| self.proposed.1 == round);
            return Ok(own.filter(|own| choices.iter().any(|choice| choice.what == *own)));
        }
        let list: Vec<String> = choices
            .iter()
            .map(|choice| format!("{}:{}", choice.what, choice.proposals))
            .collect();
        let said = self
            .follower
            .peer
            .ask(&format!("colgo-vote {}", list.join(" ")))
            .await?;
        Ok(said.ok().and_then(|said| Proposal::read(&said, view.setup.size)))
    }
}
