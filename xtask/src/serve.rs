//! A folder at a port of this computer, as a static host would serve it. One answer a connection, each on a thread of its own: a browser
//! opens several at once, and none waits for another.

use std::fs;
use std::io::{BufRead, BufReader, Read, Result as IoResult, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::shell::command;
use crate::web::POLICY;

/// The longest request that is read, and how long a browser may take for it.
const MOST: u64 = 16 << 10;
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves until it is interrupted.
pub(crate) fn serve(folder: &Path, port: u16, opens: bool) -> Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .with_context(|| format!("the page cannot be served at port {port}"))?;
    let address = format!("http://localhost:{}/", listener.local_addr()?.port());
    println!("the page is at {address}");
    if opens {
        open(&address);
    }
    for stream in listener.incoming() {
        let folder = folder.to_path_buf();
        // The browser may have closed the connection by now.
        thread::spawn(move || stream.and_then(|stream| answer(&stream, &folder)));
    }
    Ok(())
}

fn answer(mut stream: &TcpStream, folder: &Path) -> IoResult<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut request = BufReader::new(stream.take(MOST));
    let mut first = String::new();
    request.read_line(&mut first)?;
    // The rest of the request says nothing that matters here, but has to be heard.
    let mut line = String::new();
    while request.read_line(&mut line)? > 2 {
        line.clear();
    }
    let found = wanted(&first)
        .and_then(|url| file(folder, url))
        .and_then(|file| Some((kind(&file), fs::read(&file).ok()?)));
    let (status, (kind, bytes)) = match found {
        Some(found) => ("200 OK", found),
        None => (
            "404 Not Found",
            ("text/plain; charset=utf-8", b"There is no such page.\n".to_vec()),
        ),
    };
    let length = bytes.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\nCache-Control: no-cache\r\n\
         Content-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\r\n"
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(&bytes)
}

/// The address in the first line of a request.
fn wanted(line: &str) -> Option<&str> {
    line.strip_prefix("GET ")?.split(' ').next()
}

/// The file that an address means; `None` if it is not below the folder.
fn file(folder: &Path, url: &str) -> Option<PathBuf> {
    let path = url.split(['?', '#']).next()?.trim_start_matches('/');
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    let is_plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    is_plain.then(|| folder.join(path))
}

fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// Opens the browser, if there is a way to.
fn open(address: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    if command(program, &[address]).spawn().is_err() {
        println!("open it in a browser; Ctrl-C ends it");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_in_the_folder_is_served() {
        let folder = Path::new("/page");
        assert_eq!(file(folder, "/"), Some(folder.join("index.html")));
        assert_eq!(file(folder, "/a.mjs?seed=1"), Some(folder.join("a.mjs")));
        assert_eq!(file(folder, "/../secret"), None);
        assert_eq!(file(folder, "//etc/passwd"), Some(folder.join("etc/passwd")));
        assert_eq!(wanted("GET /a HTTP/1.1\r\n"), Some("/a"));
        assert_eq!(wanted("POST /a HTTP/1.1\r\n"), None);
    }
}
