//! A folder at a port of this computer, as a static host would serve it.

use std::fs;
use std::net::Ipv4Addr;
use std::path::{Component, Path, PathBuf};

use anyhow::{Result, anyhow};
use tiny_http::{Header, Request, Response, Server};

use crate::shell::command;
use crate::web::POLICY;

/// Serves until it is interrupted.
pub(crate) fn serve(folder: &Path, port: u16, opens: bool) -> Result<()> {
    let server = Server::http((Ipv4Addr::LOCALHOST, port))
        .map_err(|error| anyhow!("the page cannot be served at port {port}: {error}"))?;
    let port = server.server_addr().to_ip().map_or(port, |address| address.port());
    let address = format!("http://localhost:{port}/");
    println!("the page is at {address}");
    if opens {
        open(&address);
    }
    for request in server.incoming_requests() {
        let file = file(folder, request.url());
        // Whoever asked may be gone.
        let _ = answer(request, file.as_deref());
    }
    Ok(())
}

/// The file that an address means; `None` if it is not below the folder.
fn file(folder: &Path, url: &str) -> Option<PathBuf> {
    let path = url.split(['?', '#']).next()?.trim_start_matches('/');
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    let is_plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    is_plain.then(|| folder.join(path))
}

fn answer(request: Request, file: Option<&Path>) -> std::io::Result<()> {
    let Some((file, bytes)) = file.and_then(|file| Some((file, fs::read(file).ok()?))) else {
        return request.respond(Response::from_string("There is no such page.\n").with_status_code(404));
    };
    let mut response = Response::from_data(bytes);
    let headers = [
        ("Content-Type", kind(file)),
        ("Content-Security-Policy", POLICY),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-cache"),
    ];
    for (name, value) in headers {
        let header = Header::from_bytes(name, value);
        response.add_header(header.expect("these names and values are plain"));
    }
    request.respond(response)
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
    }
}
