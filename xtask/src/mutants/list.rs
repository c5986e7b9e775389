//! What to change, as cargo-mutants finds it.

use std::fs;
use std::ops::Range;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::ROOMS;
use crate::shell::{command, output, root};
use crate::tools;

/// A place in a file: lines and columns are counted from 1.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Place {
    line: usize,
    column: usize,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
struct Span {
    start: Place,
    end: Place,
}

#[derive(Deserialize)]
struct Function {
    span: Span,
    return_type: String,
}

/// As cargo-mutants lists it.
#[derive(Deserialize)]
struct Listed {
    name: String,
    file: String,
    function: Option<Function>,
    span: Span,
    replacement: String,
}

/// A change.
pub(super) struct Mutant {
    /// What it is, with its place.
    pub(super) name: String,
    pub(super) file: String,
    /// The bytes that are replaced, and with what.
    pub(super) bytes: Range<usize>,
    pub(super) replacement: String,
    /// The body of its function without the braces, if there is a function.
    pub(super) body: Option<Range<usize>>,
    /// The compiler may run the function.
    pub(super) is_constant: bool,
    /// Two bodies would be of different types.
    is_opaque: bool,
    /// The text of the function or the line, and where in it the change is: it stays the same while the function does.
    pub(super) key: String,
}

impl Mutant {
    pub(super) fn is_in(&self, room: &str) -> bool {
        self.file.starts_with(&format!("src/{room}/"))
    }

    /// It cannot be one of several in a function.
    pub(super) const fn stands_alone(&self) -> bool {
        self.body.is_none() || self.is_opaque
    }

    /// A number of its function.
    pub(super) fn function_number(&self) -> u32 {
        let mut sum = fnv(self.file.as_bytes(), 0x811c_9dc5);
        if let Some(body) = &self.body {
            sum = fnv(&body.start.to_le_bytes(), sum);
        }
        sum
    }

    fn new(listed: Listed, source: &str) -> Result<Mutant> {
        let offset = |place: Place| -> Result<usize> {
            let mut start = 0;
            let mut lines = source.split_inclusive('\n');
            for _ in 1..place.line {
                start += lines.next().context("the file is shorter")?.len();
            }
            let line = lines.next().unwrap_or_default();
            let before = line.chars().take(place.column - 1).map(char::len_utf8);
            Ok(start + before.sum::<usize>())
        };
        let bytes = offset(listed.span.start)?..offset(listed.span.end)?;
        let (mut body, mut is_constant, mut is_opaque) = (None, false, false);
        let mut around = bytes.clone();
        if let Some(function) = &listed.function {
            around = offset(function.span.start)?..offset(function.span.end)?;
            let head = head_length(&source[around.clone()]).context("a function without a body")?;
            let start = around.start + head;
            is_constant = source[around.start..start].contains("const fn ");
            is_opaque = function.return_type.contains("impl ");
            body = Some(start..around.end - 1);
            ensure!(bytes.start >= start, "{}: not in the body", listed.name);
        }
        let key = format!(
            "{} {:08x} {} {} {}",
            listed.file,
            fnv(source[around.clone()].as_bytes(), 0x811c_9dc5),
            bytes.start - around.start,
            bytes.len(),
            listed.replacement
        );
        Ok(Mutant {
            name: listed.name,
            file: listed.file,
            bytes,
            replacement: listed.replacement,
            body,
            is_constant,
            is_opaque,
            key,
        })
    }
}

/// How long a function is up to and with the brace that opens its body. What is written above it may have braces of its own.
fn head_length(function: &str) -> Option<usize> {
    let mut start = 0;
    for line in function.split_inclusive('\n') {
        let text = line.trim_start();
        if !(text.starts_with("//") || text.starts_with("#[")) {
            break;
        }
        start += line.len();
    }
    function[start..].find('{').map(|brace| start + brace + 1)
}

/// A small hash: it names things, and guards nothing.
fn fnv(bytes: &[u8], start: u32) -> u32 {
    let step = |sum: u32, &byte: &u8| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    bytes.iter().fold(start, step)
}

/// All mutants of the rooms, or of these files, room by room.
pub(super) fn mutants(files: &[String]) -> Result<Vec<Mutant>> {
    let tool = tools::MUTATOR.get()?;
    let tool = tool.to_str().context("the target folder has an odd name")?;
    let mut list = command(tool, &["mutants", "--list", "--json", "--package=shikatsu"]);
    list.env("CARGO", std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    for room in ROOMS {
        if files.is_empty() {
            list.arg(format!("--file=src/{room}/**"));
        }
    }
    for file in files {
        list.arg(format!("--file={file}"));
    }
    let listed: Vec<Listed> = serde_json::from_str(&output(list)?)?;
    let mut mutants = Vec::new();
    for listed in listed {
        let source = fs::read_to_string(root().join(&listed.file))?;
        mutants.push(Mutant::new(listed, &source)?);
    }
    mutants.sort_by_key(|mutant| ROOMS.iter().position(|room| mutant.is_in(room)));
    Ok(mutants)
}
