//! SGF.
