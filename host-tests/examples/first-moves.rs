//! Lists every first move of some problems of a pack, with the keys that lead there, to play them on the emulated handheld.
//!
//! `first-moves FILE.pack COUNT` prints a line of JSON for each of so many problems, taken evenly from the whole pack.

use std::error::Error;
use std::path::PathBuf;

use serde_json::json;
use shikatsu::board::Point;
use shikatsu::pack::library::Library;
use shikatsu::session::picture::{BoardScreen, Screen};
use shikatsu_host::script::Cast;
use shikatsu_host::sim::{Shelf, Stage, StageMemory};
use shikatsu_toolkit::overrides::Overrides;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [pack, count] = &arguments[..] else {
        return Err("first-moves wants a pack and how many problems of it".into());
    };
    let shelf = Shelf::of_files(&[PathBuf::from(pack)], &Overrides::default()).shelf;
    let all = usize::from(shelf.len(0));
    let count = count.parse::<usize>()?.clamp(1, all.max(1));
    let mut memory = StageMemory::new();
    for chosen in 0..count.min(all) {
        let place = chosen * all / count;
        let id = shelf.numbered(place + 1)?;
        let mut cast = Cast::rehearsal(shelf.clone());
        cast.keeper.prepare(|profile| profile.place = Some(id));
        let stage = Stage::new(&cast.shelf, &mut cast.keeper, &mut memory, cast.seed);
        let Screen::Board(board) = &stage.picture().screen else {
            return Err(format!("problem {} does not begin with its board", place + 1).into());
        };
        let by_the_book = board.strip.by_the_book;
        let line = json!({
            "problem": place + 1,
            "pack": id.pack,
            "id": id.problem,
            "by_the_book": by_the_book,
            "moves": moves(board),
        });
        println!("{line}");
    }
    Ok(())
}

/// Every empty point where one may play, with the keys that lead there from where the cursor is.
fn moves(board: &BoardScreen) -> Vec<serde_json::Value> {
    let cursor = Point::all(board.size).find(|&point| board.spot(point).cursor.is_some());
    let Some(cursor) = cursor else { return Vec::new() };
    let crop = board.crop;
    let is_seen = |point: &Point| {
        (crop.left..=crop.right).contains(&point.column()) && (crop.top..=crop.bottom).contains(&point.row())
    };
    let is_free = |point: &Point| board.spot(*point).stone.is_none() && !board.spot(*point).outside;
    let keys = |point: Point| {
        let steps = |from: u8, to: u8, less: &'static str, more: &'static str| {
            let key = if to < from { less } else { more };
            std::iter::repeat_n(key, from.abs_diff(to).into())
        };
        let across = steps(cursor.column(), point.column(), "left", "right");
        let keys: Vec<&str> = across
            .chain(steps(cursor.row(), point.row(), "up", "down"))
            .collect();
        json!({ "point": point.vertex(board.size).to_string(), "keys": keys })
    };
    let points = Point::all(board.size).filter(is_seen).filter(is_free);
    points.map(keys).collect()
}
