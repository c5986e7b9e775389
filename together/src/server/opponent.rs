//! An engine as the opponent: it is told what the team plays, and asked for its moves.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;

use super::engine::{Engine, Spec};
use super::follower::Follower;
use super::peer::Gone;
use super::table::{Handle, Tell};
use super::view::View;
use crate::game::Wish;
use crate::proposal::Proposal;

/// An opponent that does not move within this time has lost.
const PATIENCE: Duration = Duration::from_mins(10);

/// Plays against the team for as long as both are there.
pub(super) async fn keep(spec: Spec, table: Handle) {
    let gone = match spec.open().await {
        Ok(Engine { peer, _program }) => match Follower::greet(peer).await {
            Ok(follower) => play(follower, &table).await,
            Err(gone) => gone,
        },
        Err(why) => Gone(why),
    };
    table.tell(Tell::OpponentGone(gone.0)).await;
}

async fn play(mut follower: Follower, table: &Handle) -> Gone {
    let mut view = table.view.clone();
    loop {
        let now = Arc::clone(&view.borrow_and_update());
        if now.wish == Wish::OpponentMove {
            let color = now.setup.color().opponent();
            match timeout(PATIENCE, answer(&mut follower, &now)).await {
                Err(_) => return Gone("it does not move".to_string()),
                Ok(Err(gone)) => return gone,
                Ok(Ok(what)) => {
                    let made = table.ask(|answer| Tell::OpponentMove(color, what, answer)).await;
                    if let Err(why) = made {
                        return Gone(format!("it played {what}: {why}"));
                    }
                }
            }
        }
        tokio::select! {
            changed = view.changed() => if changed.is_err() {
                return Gone("the table was closed".to_string());
            },
            () = follower.peer.closed() => return Gone("it has ended".to_string()),
        }
    }
}

async fn answer(follower: &mut Follower, view: &View) -> Result<Proposal, Gone> {
    follower.follow(view).await?;
    follower.play(view, view.setup.color().opponent()).await
}
