//! An engine that is told what was played.

use std::collections::HashSet;

use shikatsu::board::Color;

use super::peer::{Gone, Peer};
use super::view::View;
use crate::proposal::Proposal;

/// An engine, and what it knows.
pub(super) struct Follower {
    pub(super) peer: Peer,
    commands: HashSet<String>,
    /// The game it knows of, and its moves.
    told: Option<(i64, Vec<(Color, Proposal)>)>,
}

impl Follower {
    /// Asks an engine what it can do.
    pub(super) async fn greet(mut peer: Peer) -> Result<Follower, Gone> {
        let listed = peer.ask("list_commands").await?.unwrap_or_default();
        Ok(Follower {
            peer,
            commands: listed.split_whitespace().map(str::to_string).collect(),
            told: None,
        })
    }

    pub(super) fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Asks what has to be answered well.
    async fn must(&mut self, command: &str) -> Result<String, Gone> {
        let said = self.peer.ask(command).await?;
        said.map_err(|why| Gone(format!("it refused {command}: {why}")))
    }

    /// Tells what is new; everything, if it is another game.
    pub(super) async fn follow(&mut self, view: &View) -> Result<(), Gone> {
        let known = match &self.told {
            Some((game, moves)) if *game == view.game && view.moves.starts_with(moves) => moves.len(),
            _ => {
                self.told = None;
                self.must(&format!("boardsize {}", view.setup.size)).await?;
                self.must("clear_board").await?;
                self.must(&format!("komi {}", view.setup.komi_text())).await?;
                0
            }
        };
        for (color, what) in &view.moves[known..] {
            self.must(&format!("play {} {what}", letter(*color))).await?;
        }
        self.told = Some((view.game, view.moves.clone()));
        Ok(())
    }

    /// What it would play. Engines that cannot propose play and take back.
    pub(super) async fn propose(&mut self, color: Color) -> Result<Result<String, String>, Gone> {
        let color = letter(color);
        if self.knows("reg_genmove") || !self.knows("undo") {
            return self.peer.ask(&format!("reg_genmove {color}")).await;
        }
        let said = self.peer.ask(&format!("genmove {color}")).await?;
        let is_made = said
            .as_ref()
            .is_ok_and(|said| !said.eq_ignore_ascii_case("resign"));
        if is_made && self.peer.ask("undo").await?.is_err() {
            // Whatever it thinks is on the board: it is told again from the start.
            self.told = None;
        }
        Ok(said)
    }

    /// What it plays.
    pub(super) async fn play(&mut self, view: &View, color: Color) -> Result<Proposal, Gone> {
        let said = self.must(&format!("genmove {}", letter(color))).await?;
        let what = Proposal::read(&said, view.setup.size).ok_or_else(|| Gone(format!("it played {said}")))?;
        if let Some((_, moves)) = &mut self.told {
            moves.push((color, what));
        }
        Ok(what)
    }
}

/// A colour as the protocol has it.
pub(super) const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}
