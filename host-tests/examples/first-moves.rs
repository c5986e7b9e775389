//! Plays every first move of some problems of a pack in the simulator, for the emulated handheld to do the same.
//!
//! `first-moves FILE.pack COUNT FOLDER` takes so many problems, evenly from the whole pack. For each it prints a line of JSON with the keys of
//! every move, and saves the picture that each of them leads to in the folder.

use std::error::Error;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use shikatsu::board::{Game, Point};
use shikatsu::pack::library::Library;
use shikatsu::session::Event;
use shikatsu::session::keys::Button;
use shikatsu::session::picture::{BoardScreen, Screen};
use shikatsu_host::script::Cast;
use shikatsu_host::sim::{Shelf, Stage, StageMemory};
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::picture::Canvas;

/// How long keys are pressed, in milliseconds, and the pause after them.
const PRESS: u64 = 80;
const LONG: u64 = 800;
const PAUSE: u64 = 40;
/// By then all is thought, and what was said in passing is gone.
const LATER: u64 = 8000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [pack, count, folder] = &arguments[..] else {
        return Err("first-moves wants a pack, how many problems of it, and a folder".into());
    };
    let shelf = Shelf::of_files(&[PathBuf::from(pack)], &Overrides::default()).shelf;
    let all = usize::from(shelf.len(0));
    let count = count.parse::<usize>()?.clamp(1, all.max(1));
    let mut memory = StageMemory::new();
    for chosen in 0..count.min(all) {
        let place = chosen * all / count;
        let id = shelf.numbered(place + 1)?;
        let entry = shelf.load(0, place as u16).ok_or("a problem is damaged")?;
        let mut cast = Cast::rehearsal(shelf.clone());
        cast.keeper.prepare(|profile| profile.place = Some(id));
        let stage = Stage::new(&cast.shelf, &mut cast.keeper, &mut memory, cast.seed);
        let mut player = Player { stage };
        let folder = Path::new(folder).join((place + 1).to_string());
        fs::create_dir_all(&folder)?;
        let by_the_book = player.board()?.strip.by_the_book;
        let moves = player.play_all(&Game::new(&entry.problem.setup()), &folder)?;
        let line = json!({
            "problem": place + 1,
            "pack": id.pack,
            "id": id.problem,
            "seed": cast.seed,
            "by_the_book": by_the_book,
            "moves": moves,
        });
        println!("{line}");
    }
    Ok(())
}

/// Who plays in the simulator.
struct Player<'a> {
    stage: Stage<'a>,
}

impl Player<'_> {
    fn board(&self) -> Result<&BoardScreen, String> {
        match &self.stage.picture().screen {
            Screen::Board(board) => Ok(board),
            _ => Err(format!("a board was expected: {}", self.stage.text())),
        }
    }

    fn wait(&mut self, ms: u64) {
        self.stage.advance(ms, &mut |_| {});
    }

    fn press(&mut self, button: Button, ms: u64) {
        self.stage.on(Event::Down(button));
        self.wait(ms);
        self.stage.on(Event::Up(button));
        self.wait(PAUSE);
    }

    /// Plays every move that may be played, each from the start.
    fn play_all(&mut self, start: &Game, folder: &Path) -> Result<Vec<Value>, Box<dyn Error>> {
        let mut moves = Vec::new();
        for point in Point::all(self.board()?.size) {
            let board = self.board()?;
            if start.check(point).is_err() {
                continue;
            }
            let name = point.vertex(board.size).to_string();
            let keys = keys(cursor(board).ok_or("there is no cursor")?, point);
            for &(button, _) in &keys {
                self.press(button, PRESS);
            }
            if cursor(self.board()?) != Some(point) {
                return Err(format!("{name} cannot be reached: {}", self.stage.text()).into());
            }
            self.press(Button::A, PRESS);
            self.wait(LATER);
            let picture = folder.join(format!("{name}.png"));
            Canvas::of(self.stage.picture()).write_png(BufWriter::new(File::create(&picture)?))?;
            let keys: Vec<&str> = keys.iter().map(|&(_, name)| name).collect();
            moves.push(json!({ "point": name, "keys": keys, "picture": picture }));
            // From the start. Nothing is left of what was known.
            self.press(Button::B, LONG);
            self.wait(LATER);
        }
        Ok(moves)
    }
}

/// Where the cursor is, if it is shown.
fn cursor(board: &BoardScreen) -> Option<Point> {
    Point::all(board.size).find(|&point| board.spot(point).cursor.is_some())
}

/// The keys that lead from one point to another, with their names.
fn keys(from: Point, to: Point) -> Vec<(Button, &'static str)> {
    let steps = |from: u8, to: u8, less, more| {
        let key = if to < from { less } else { more };
        std::iter::repeat_n(key, from.abs_diff(to).into())
    };
    let across = steps(
        from.column(),
        to.column(),
        (Button::Left, "left"),
        (Button::Right, "right"),
    );
    let down = steps(from.row(), to.row(), (Button::Up, "up"), (Button::Down, "down"));
    across.chain(down).collect()
}
