//! What is to be seen of a table, as plain data and as JSON for the page.

use serde::Serialize;
use serde_json::{Value, json};
use shikatsu::board::{Color, Point};
use shikatsu::play::{CELLS, Kifu, MOVES};

use crate::action::MemberId;
use crate::decide::{Choice, Decision};
use crate::game::{Game, Member, Wish};
use crate::proposal::Proposal;
use crate::setup::Setup;
use crate::sgf;

/// A line of chat with its number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Said {
    pub(super) number: u64,
    pub(super) name: String,
    pub(super) text: String,
}

/// What is to be seen of a table at a moment. It never changes; the next one takes its place.
#[derive(Debug)]
pub(super) struct View {
    pub(super) game: i64,
    pub(super) setup: Setup,
    pub(super) moves: Vec<(Color, Proposal)>,
    pub(super) wish: Wish,
    pub(super) members: Vec<Member>,
    pub(super) chat: Vec<Said>,
    pub(super) result: Option<String>,
    /// All of it for the page.
    pub(super) json: String,
}

impl View {
    /// `until` is when the request that is open ends, in milliseconds since 1970.
    pub(super) fn new(game: &Game, number: i64, until: Option<i64>, chat: &[Said]) -> View {
        let setup = game.setup().clone();
        let moves: Vec<_> = game
            .kifu()
            .moves()
            .map(|(color, chosen)| (color, Proposal::from_move(chosen, setup.size)))
            .collect();
        let mut view = View {
            game: number,
            moves,
            wish: game.wish(),
            members: game.members().to_vec(),
            chat: chat.to_vec(),
            result: game.result().map(str::to_string),
            json: String::new(),
            setup,
        };
        view.json = view.for_page(game, until).to_string();
        view
    }

    pub(super) fn name_of(&self, member: MemberId) -> Option<&str> {
        let found = self.members.iter().find(|one| one.id == member);
        found.map(|found| &found.name[..])
    }

    /// What is going on, in one word: of the page, and of `colgo-gui_state`.
    pub(super) const fn state(&self) -> &'static str {
        match self.wish {
            Wish::Begin => "lobby",
            Wish::OpponentMove => "opponent",
            Wish::Proposals { .. } => "propose",
            Wish::Votes { .. } => "vote",
            Wish::Values { .. } => "weigh",
            Wish::SignOfLife => "rest",
            Wish::Score => "count",
            Wish::Nothing => "over",
        }
    }

    fn for_page(&self, game: &Game, until: Option<i64>) -> Value {
        let (round, choices): (u32, &[Choice]) = match &self.wish {
            Wish::Proposals { round, .. } => (*round, &[]),
            Wish::Votes { round, choices } | Wish::Values { round, choices, .. } => (*round, choices),
            _ => (0, &[]),
        };
        let members = self.members.iter().map(|member| {
            json!({
                "id": member.id, "name": member.name, "role": member.role, "here": member.is_here,
                "away": member.is_away, "why": member.why, "answered": game.has_answered(member.id),
            })
        });
        let captives = game.kifu().captives();
        json!({
            "game": self.game,
            "team": self.setup.team,
            "opponent": self.setup.opponent,
            "size": self.setup.size,
            "komi": self.setup.komi_text(),
            "black": self.setup.black,
            "scheme": self.setup.scheme,
            "seconds": self.setup.seconds,
            "asked": self.setup.is_asked,
            "state": self.state(),
            "round": round,
            "until": until,
            "rows": rows(game.kifu()),
            "toMove": if game.kifu().to_move() == Color::Black { "b" } else { "w" },
            "moves": self.moves.iter().map(|(_, what)| what.to_string()).collect::<Vec<_>>(),
            "captives": captives,
            "choices": choices.iter().map(choice_json).collect::<Vec<_>>(),
            "decision": game.last_decision().map(decision_json),
            "members": members.collect::<Vec<_>>(),
            "chat": self.chat,
            "result": self.result,
        })
    }
}

/// A proposal and what counts for it, with the sentence that says so.
pub(super) fn choice_json(choice: &Choice) -> Value {
    json!({
        "move": choice.what.to_string(), "proposals": choice.proposals, "votes": choice.votes,
        "value": choice.value, "words": sgf::choice_words(choice),
    })
}

/// A decision with all its values and the sentence that says why.
pub(super) fn decision_json(decision: &Decision) -> Value {
    json!({
        "chosen": decision.chosen.map(|chosen| chosen.to_string()),
        "why": decision.to_string(),
        "choices": decision.choices.iter().map(choice_json).collect::<Vec<_>>(),
    })
}

/// The board as rows of `b`, `w` and `.`, from the top.
pub(super) fn rows(kifu: &Kifu<CELLS, MOVES>) -> Vec<String> {
    let (field, size) = (kifu.field(), kifu.size());
    let sign = |row, column| match field.at(Point::new(column, row)) {
        Some(Color::Black) => 'b',
        Some(Color::White) => 'w',
        None => '.',
    };
    (0..size)
        .map(|row| (0..size).map(|column| sign(row, column)).collect())
        .collect()
}
