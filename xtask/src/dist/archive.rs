//! Archives whose bytes follow from their files alone: no owner, no order of a file system, one time.

use std::io::{Cursor, Write as _};

use anyhow::Result;
use flate2::{Compression, GzBuilder};
use zip::write::SimpleFileOptions;

const PLAIN: u32 = 0o644;
const RUNS: u32 = 0o755;

/// What goes into an archive, in its order.
#[derive(Default)]
pub(super) struct Files(Vec<File>);

struct File {
    name: String,
    bytes: Vec<u8>,
    mode: u32,
}

impl Files {
    pub(super) fn add(&mut self, name: impl Into<String>, bytes: Vec<u8>) {
        self.push(name.into(), bytes, PLAIN);
    }

    /// One that can be run.
    pub(super) fn add_program(&mut self, name: impl Into<String>, bytes: Vec<u8>) {
        self.push(name.into(), bytes, RUNS);
    }

    fn push(&mut self, name: String, bytes: Vec<u8>, mode: u32) {
        self.0.push(File { name, bytes, mode });
    }

    /// All in one folder, as Unix has it.
    pub(super) fn tar_gz(&self, folder: &str, time: u64) -> Result<Vec<u8>> {
        // The archive's own name and time stay out of the head.
        let packed = GzBuilder::new().write(Vec::new(), Compression::best());
        let mut tar = tar::Builder::new(packed);
        for file in &self.0 {
            let mut head = tar::Header::new_gnu();
            head.set_size(file.bytes.len() as u64);
            head.set_mode(file.mode);
            head.set_mtime(time);
            tar.append_data(&mut head, format!("{folder}/{}", file.name), &*file.bytes)?;
        }
        Ok(tar.into_inner()?.finish()?)
    }

    /// All in one folder, as Windows has it. The times in it know no zone, so all files have the first one that there is.
    pub(super) fn zip(&self, folder: &str) -> Result<Vec<u8>> {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for file in &self.0 {
            let options = SimpleFileOptions::default()
                .last_modified_time(zip::DateTime::default())
                .unix_permissions(file.mode);
            zip.start_file(format!("{folder}/{}", file.name), options)?;
            zip.write_all(&file.bytes)?;
        }
        Ok(zip.finish()?.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    fn files() -> Files {
        let mut files = Files::default();
        files.add_program("shikatsu", b"runs".to_vec());
        files.add("README.md", vec![b'x'; 10_000]);
        files
    }

    #[test]
    fn an_archive_holds_its_files_with_their_modes_in_one_folder() {
        let packed = files().tar_gz("shikatsu-1", 1_700_000_000).unwrap();
        let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(&*packed));
        let mut seen = Vec::new();
        for entry in tar.entries().unwrap() {
            let mut entry = entry.unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            let name = entry.path().unwrap().display().to_string();
            seen.push((name, entry.header().mode().unwrap(), bytes.len()));
        }
        let expected = [
            ("shikatsu-1/shikatsu", 0o755, 4),
            ("shikatsu-1/README.md", 0o644, 10_000),
        ];
        assert_eq!(
            seen,
            expected.map(|(name, mode, size)| (name.to_string(), mode, size))
        );

        let zipped = files().zip("shikatsu-1").unwrap();
        let mut zip = zip::ZipArchive::new(Cursor::new(zipped)).unwrap();
        let mut readme = zip.by_name("shikatsu-1/README.md").unwrap();
        let mut bytes = Vec::new();
        readme.read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes, [b'x'; 10_000]);
    }

    #[test]
    fn the_same_files_make_the_same_bytes() {
        let make = || (files().tar_gz("a", 5).unwrap(), files().zip("a").unwrap());
        assert_eq!(make(), make());
        assert_ne!(files().tar_gz("a", 6).unwrap(), make().0);
    }
}
