//! Running other programs.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;

use anyhow::{Context, Result, bail};

/// The workspace's folder; every command runs there.
pub(crate) fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("xtask lies in the workspace").to_path_buf()
}

/// Cargo's target folder.
pub(crate) fn target() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    root().join(target)
}

/// A command that runs in the workspace's folder.
pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// The cargo that started us.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    command(&program, arguments)
}

/// Runs to the end with its output on ours; anything but success is an error.
pub(crate) fn run(mut command: Command) -> Result<()> {
    let name = describe(&command);
    let status = command.status().with_context(|| format!("cannot start {name}"))?;
    if !status.success() {
        bail!("{name} failed ({status})");
    }
    Ok(())
}

/// Runs to the end and returns what it printed; its errors go to ours.
pub(crate) fn output(mut command: Command) -> Result<String> {
    let name = describe(&command);
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot start {name}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        print!("{text}");
        bail!("{name} failed ({})", output.status);
    }
    Ok(text)
}

/// Runs to the end with its output on ours, and returns its lines too.
pub(crate) fn tee(mut command: Command) -> Result<(bool, Vec<String>)> {
    let name = describe(&command);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.with_context(|| format!("cannot start {name}"))?;
    let (send, receive) = mpsc::channel();
    let out = forward(
        child.stdout.take().expect("piped"),
        std::io::stdout(),
        send.clone(),
    );
    let err = forward(child.stderr.take().expect("piped"), std::io::stderr(), send);
    let lines = receive.into_iter().collect();
    for thread in [out, err] {
        thread.join().expect("forwarding does not panic");
    }
    Ok((child.wait()?.success(), lines))
}

fn forward(
    from: impl Read + Send + 'static,
    mut to: impl Write + Send + 'static,
    copy: mpsc::Sender<String>,
) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        for line in BufReader::new(from).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line).into_owned();
            // If our output is no longer read, the command still runs to its end.
            let _ = writeln!(to, "{line}");
            let _ = copy.send(line);
        }
    })
}

/// What a program says its version is; `None` if it cannot be started or fails.
pub(crate) fn version(program: &str) -> Option<String> {
    says(&mut command(program, &["--version"]))
}

/// What a command prints, without its errors; `None` if it cannot be started or fails.
pub(crate) fn says(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout);
    output.status.success().then(|| said.trim().to_string())
}

fn describe(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let mut words = vec![program.file_name().unwrap_or_default().to_string_lossy()];
    words.extend(command.get_args().map(|a| a.to_string_lossy()));
    words.join(" ")
}
