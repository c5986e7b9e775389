//! Comparing pictures.

use std::path::Path;

use anyhow::{Context, Result, ensure};

/// The pixels of a picture.
fn pixels(path: &Path) -> Result<Vec<[u8; 3]>> {
    let file = std::fs::File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info()?;
    let mut bytes = vec![0; reader.output_buffer_size().context("the picture is too large")?];
    let info = reader.next_frame(&mut bytes)?;
    ensure!(
        info.color_type == png::ColorType::Rgb,
        "{} is not RGB",
        path.display()
    );
    let (bytes, _) = bytes[..info.buffer_size()].as_chunks();
    Ok(bytes.to_vec())
}

/// An error unless two pictures are the same, pixel by pixel.
pub(crate) fn compare(device: &Path, host: &Path) -> Result<()> {
    let (on_device, on_host) = (pixels(device)?, pixels(host)?);
    ensure!(on_device.len() == on_host.len(), "the pictures differ in size");
    let different = on_device.iter().zip(&on_host).filter(|(a, b)| a != b).count();
    ensure!(
        different == 0,
        "{different} pixels differ: see {} and {}",
        device.display(),
        host.display()
    );
    Ok(())
}

/// Compares every picture of one folder with that of the same name in another. Says how many there were.
pub(crate) fn compare_folders(device: &Path, host: &Path) -> Result<usize> {
    let mut count = 0;
    for item in std::fs::read_dir(host).with_context(|| format!("cannot read {}", host.display()))? {
        let name = item?.file_name();
        compare(&device.join(&name), &host.join(&name))?;
        count += 1;
    }
    Ok(count)
}
