//! The trainer in a window on a display without a screen: presses of the mouse and keys count, however short they are.
#![cfg(all(target_os = "linux", feature = "window"))]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A program that is ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A display, and its name. `None` if there is no such program here.
fn display() -> Option<(Running, String)> {
    let has = |program: &str| Command::new(program).arg("-version").output().is_ok();
    if !has("xdotool") {
        return None;
    }
    let child = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "800x700x24"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut server = Running(child.ok()?);
    let mut number = String::new();
    BufReader::new(server.0.stdout.take()?)
        .read_line(&mut number)
        .ok()?;
    Some((server, format!(":{}", number.trim())))
}

/// The window, with a hand on its mouse and keyboard.
struct Hand {
    display: String,
    window: String,
    progress: PathBuf,
}

impl Hand {
    fn xdotool(display: &str, words: &[&str]) -> String {
        let mut command = Command::new("xdotool");
        let output = command.args(words).env("DISPLAY", display).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    /// Waits for the window.
    fn on(display: &str, progress: &Path) -> Hand {
        let end = Instant::now() + Duration::from_mins(1);
        loop {
            let found = Hand::xdotool(display, &["search", "--onlyvisible", "--name", "Shikatsu"]);
            if let Some(window) = found.lines().last() {
                return Hand {
                    display: display.to_string(),
                    window: window.to_string(),
                    progress: progress.to_path_buf(),
                };
            }
            assert!(Instant::now() < end, "no window came");
            sleep(Duration::from_millis(50));
        }
    }

    fn act(&self, words: &[&str]) {
        Hand::xdotool(&self.display, words);
        // The next screen is drawn.
        sleep(Duration::from_millis(300));
    }

    /// A press and a release at once, at a dot of the window.
    fn click(&self, x: &str, y: &str, button: &str) {
        let place = ["mousemove", "--window", &self.window, x, y];
        let press = ["mousedown", button, "mouseup", button];
        self.act(&[place.as_slice(), press.as_slice()].concat());
    }

    fn key(&self, key: &str) {
        self.act(&["keydown", key, "keyup", key]);
    }

    #[track_caller]
    fn expect(&self, wanted: &str) {
        let end = Instant::now() + Duration::from_secs(30);
        let remembered = || fs::read_to_string(&self.progress).unwrap_or_default();
        while !remembered().contains(wanted) {
            assert!(Instant::now() < end, "{wanted} was expected:\n{}", remembered());
            sleep(Duration::from_millis(50));
        }
    }
}

#[test]
fn clicks_of_no_length_count_and_so_do_wheel_and_keys() {
    let Some((_server, display)) = display() else {
        eprintln!("skipped: there is no Xvfb or no xdotool here");
        return;
    };
    let folder = std::env::temp_dir().join(format!("shikatsu-window-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let progress = folder.join("progress.json");
    let program = Command::new(env!("CARGO_BIN_EXE_shikatsu"))
        .args(["sim", "--progress"])
        .arg(&progress)
        .env("DISPLAY", &display)
        .stdout(Stdio::null())
        .spawn();
    let mut program = Running(program.unwrap());
    let hand = Hand::on(&display, &progress);
    sleep(Duration::from_millis(500));
    for _page in 0..3 {
        hand.click("30", "460", "1");
    }
    hand.expect("\"welcomed\": true");
    // Where do you stand? The wheel goes two rows down, and a key chooses: about 15 kyu.
    hand.click("200", "200", "5");
    hand.click("200", "200", "5");
    hand.key("a");
    hand.expect("\"rating\": 600");
    hand.key("q");
    let end = Instant::now() + Duration::from_secs(30);
    while program.0.try_wait().unwrap().is_none() {
        assert!(Instant::now() < end, "q ends it");
        sleep(Duration::from_millis(50));
    }
    let _ = fs::remove_dir_all(folder);
}
