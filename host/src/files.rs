//! Problem files: found, read and told apart.
