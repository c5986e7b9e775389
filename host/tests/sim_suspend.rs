//! Ctrl-Z in the terminal gives the shell back, in order, and `fg` brings the trainer back. Played in a real terminal, which tmux is.
#![cfg(unix)]

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A terminal with a shell in it, ended with the test.
struct Terminal {
    socket: String,
}

impl Terminal {
    /// `None` without tmux or bash.
    fn open(name: &str) -> Option<Terminal> {
        let terminal = Terminal {
            socket: format!("shikatsu-{name}-{}", std::process::id()),
        };
        let shell = "env -u DISPLAY PS1='ready> ' bash --norc --noprofile -i";
        let started = terminal.tmux(&[
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            "100",
            "-y",
            "40",
            shell,
        ]);
        started.map(|_| terminal)
    }

    fn tmux(&self, words: &[&str]) -> Option<String> {
        let mut command = Command::new("tmux");
        command.args(["-L", &self.socket]).args(words);
        let output = command.stderr(Stdio::null()).output().ok()?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        output.status.success().then_some(said)
    }

    fn press(&self, key: &str) {
        self.tmux(&["send-keys", key]).expect("tmux takes keys");
    }

    /// Types a line for the shell.
    fn say(&self, line: &str) {
        self.tmux(&["send-keys", "-l", line]).expect("tmux takes letters");
        self.press("Enter");
    }

    fn seen(&self) -> String {
        self.tmux(&["capture-pane", "-p"]).expect("tmux shows its screen")
    }

    /// Waits for words on the screen. A slow computer takes longer and fails nothing.
    #[track_caller]
    fn expect(&self, what: &str, is_there: impl Fn(&str) -> bool) {
        let end = Instant::now() + Duration::from_mins(1);
        while !is_there(&self.seen()) {
            assert!(Instant::now() < end, "{what} was expected:\n{}", self.seen());
            sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.tmux(&["kill-server"]);
    }
}

#[test]
fn ctrl_z_gives_the_shell_back_in_order_and_fg_brings_the_trainer_back() {
    let Some(terminal) = Terminal::open("suspend") else {
        eprintln!("skipped: there is no tmux here");
        return;
    };
    terminal.expect("the shell", |seen| seen.contains("ready>"));
    let program = env!("CARGO_BIN_EXE_shikatsu");
    terminal.say(&format!("{program} sim --signs --fresh --problem 5"));
    terminal.expect("the first page", |seen| seen.contains("Welcome"));
    terminal.press("Enter");
    terminal.expect("the second page", |seen| seen.contains("The keys"));

    terminal.press("C-z");
    terminal.expect("the shell again", |seen| {
        seen.contains("Stopped") && !seen.contains("The keys")
    });
    // A shell puts its lines in order by itself. The rest only the trainer can: the other screen, the mouse, the cursor.
    let modes = terminal.tmux(&[
        "display-message",
        "-p",
        "#{alternate_on} #{mouse_any_flag} #{cursor_flag}",
    ]);
    assert_eq!(
        modes.as_deref().map(str::trim),
        Some("0 0 1"),
        "no other screen, no mouse, a cursor"
    );
    terminal.say("stty -a | tr ' ' '\\n' | grep -c -x -e icanon -e echo -e isig");
    terminal.expect("a terminal in order", |seen| {
        seen.lines().any(|line| line.trim() == "3")
    });

    terminal.say("fg");
    terminal.expect("the page that was left", |seen| seen.contains("The keys"));
    terminal.press("Enter");
    terminal.expect("the next page: keys are heard again", |seen| {
        seen.contains("Right and wrong")
    });
    terminal.press("q");
    terminal.expect("the shell at the end", |seen| {
        seen.contains("ready>") && !seen.contains("Right and wrong")
    });
    terminal.say("echo $((40 + 2)) is the answer");
    terminal.expect("an echo", |seen| seen.contains("42 is the answer"));
}
