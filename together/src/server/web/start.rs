//! A game that is started at the page.

use rand::Rng;
use serde::Deserialize;

use crate::server::engine::Spec;
use crate::server::hub::{ENGINES_MOST, Hub, NewTable, Opponent};
use crate::setup::{Scheme, Setup};
use crate::text;

/// What was filled in.
#[derive(Deserialize)]
pub(super) struct Form {
    team: String,
    size: u8,
    komi: f64,
    black: bool,
    scheme: Scheme,
    seconds: u32,
    playouts: u32,
    /// Names of engines, from the list that the server was started with.
    members: Vec<String>,
    /// `person`, `controller`, or the name of an engine with `engine:` before it.
    opponent: String,
}

impl Form {
    /// The table that is wanted. Only engines of the list can be had: the page never says what to run.
    pub(super) fn table(self, hub: &Hub) -> Result<NewTable, String> {
        let engine = |name: &str| -> Result<Spec, String> {
            let found = hub.engines().iter().find(|spec| spec.name == name);
            found
                .cloned()
                .ok_or_else(|| "there is no such engine".to_string())
        };
        let opponent = match self.opponent.split_once(':') {
            Some(("engine", name)) => Opponent::Engine(engine(name)?),
            _ if self.opponent == "controller" => Opponent::Controller,
            _ => Opponent::Person,
        };
        if self.members.len() > ENGINES_MOST {
            return Err("too many engines".to_string());
        }
        let members = self
            .members
            .iter()
            .map(|name| engine(name))
            .collect::<Result<_, _>>()?;
        let setup = Setup {
            team: text::name(&self.team).unwrap_or_else(|| Setup::default().team),
            size: self.size,
            komi: (self.komi * 2.0).round() as i16,
            black: self.black,
            scheme: self.scheme,
            seconds: self.seconds,
            playouts: self.playouts,
            seed: u64::from(rand::rng().random::<u32>()),
            ..Setup::default()
        };
        Ok(NewTable {
            setup,
            opponent,
            members,
            begin_with: None,
        })
    }
}
