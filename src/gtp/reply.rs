//! An answer on its way out: `=` or `?`, the number, the text, and a blank line that ends it and is found nowhere else.

use core::fmt::{self, Write};

/// An answer to a command. What is written to it is a success; it may still fail as long as nothing was written.
pub(super) struct Reply<'a> {
    out: &'a mut dyn Write,
    id: Option<u32>,
    is_begun: bool,
    is_line_over: bool,
}

impl<'a> Reply<'a> {
    pub(super) fn new(out: &'a mut dyn Write, id: Option<u32>) -> Reply<'a> {
        Reply {
            out,
            id,
            is_begun: false,
            is_line_over: false,
        }
    }

    fn begin(&mut self, sign: char) -> fmt::Result {
        self.is_begun = true;
        self.out.write_char(sign)?;
        if let Some(id) = self.id {
            write!(self.out, "{id}")?;
        }
        Ok(())
    }

    /// Ends an answer that was good.
    pub(super) fn end(mut self) -> fmt::Result {
        if !self.is_begun {
            self.begin('=')?;
        }
        self.out.write_str(if self.is_line_over { "\n" } else { "\n\n" })
    }

    /// Answers that it was not.
    pub(super) fn fail(mut self, why: &str) -> fmt::Result {
        if self.is_begun {
            return self.end();
        }
        self.begin('?')?;
        write!(self.out, " {why}\n\n")
    }
}

impl Write for Reply<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for (i, line) in text.split('\n').enumerate() {
            if i > 0 {
                if !self.is_begun {
                    self.begin('=')?;
                }
                // Never two in a row: that would be the end.
                if !self.is_line_over {
                    self.out.write_char('\n')?;
                    self.is_line_over = true;
                }
            }
            if line.is_empty() {
                continue;
            }
            if !self.is_begun {
                self.begin('=')?;
                self.out.write_char(' ')?;
            }
            self.is_line_over = false;
            self.out.write_str(line)?;
        }
        Ok(())
    }
}
