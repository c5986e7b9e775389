//! Golden pictures: screens held against PNG files that somebody has looked at.
//!
//! ```text
//! let mut gallery = Gallery::open("golden");   // a folder in host-tests
//! gallery.hold("menu", &picture);              // golden/menu.png
//! gallery.close();                             // fails for differences, missing and unused files
//! ```
//!
//! With `UPDATE_GOLDEN=1` in the environment the files are written instead; look at them before they are committed.
//! With `CONTACT_SHEET=1` all screens go into one picture. Both that and what differs is put into cargo's target
//! folder, in `golden/`.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use shikatsu::session::picture::Picture;
use shikatsu::view::{Band, SCREEN, draw};

/// A pixel of a file.
type Rgb = [u8; 3];

const SIDE: usize = SCREEN as usize;

/// The pixels of `picture`, line by line.
pub fn pixels(picture: &Picture) -> Vec<Rgb565> {
    // Not a colour of any theme, so that a pixel which nobody draws is seen.
    let mut pixels = vec![Rgb565::new(31, 0, 31); SIDE * SIDE];
    let screen = Rectangle::new(Point::zero(), Size::new_equal(SCREEN));
    let Ok(()) = draw(picture, &mut Band::new(screen, &mut pixels));
    pixels
}

/// A rectangle of pixels in eight bits a channel.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    width: usize,
    pixels: Vec<Rgb>,
}

impl Image {
    /// The image of a screen.
    pub fn of(picture: &Picture) -> Image {
        let widen = |value: u8, most: u8| (u16::from(value) * 255 / u16::from(most)) as u8;
        let rgb = |pixel: Rgb565| {
            [
                widen(pixel.r(), Rgb565::MAX_R),
                widen(pixel.g(), Rgb565::MAX_G),
                widen(pixel.b(), Rgb565::MAX_B),
            ]
        };
        Image {
            width: SIDE,
            pixels: pixels(picture).into_iter().map(rgb).collect(),
        }
    }

    /// Reads a PNG file; `None` if there is none.
    fn read(path: &Path) -> Option<Image> {
        let mut decoder = png::Decoder::new(BufReader::new(File::open(path).ok()?));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().ok()?;
        let mut bytes = vec![0; reader.output_buffer_size()?];
        let info = reader.next_frame(&mut bytes).ok()?;
        if info.color_type != png::ColorType::Rgb {
            return None;
        }
        let pixels = bytes[..info.buffer_size()]
            .chunks_exact(3)
            .map(|rgb| [rgb[0], rgb[1], rgb[2]]);
        Some(Image {
            width: info.width as usize,
            pixels: pixels.collect(),
        })
    }

    /// Writes a PNG file, with a palette if there are few colours.
    fn write(&self, path: &Path) -> Result<(), png::EncodingError> {
        let height = self.pixels.len() / self.width;
        let out = BufWriter::new(File::create(path)?);
        let mut encoder = png::Encoder::new(out, self.width as u32, height as u32);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        let colors: BTreeSet<Rgb> = self.pixels.iter().copied().collect();
        let bytes: Vec<u8> = if colors.len() <= 256 {
            let places: BTreeMap<Rgb, u8> = colors.iter().copied().zip(0..=u8::MAX).collect();
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_palette(colors.into_iter().flatten().collect::<Vec<u8>>());
            encoder.set_filter(png::Filter::NoFilter);
            self.pixels.iter().map(|pixel| places[pixel]).collect()
        } else {
            encoder.set_color(png::ColorType::Rgb);
            self.pixels.iter().copied().flatten().collect()
        };
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&bytes)?;
        writer.finish()
    }

    /// Where the two differ in red on a pale image, and in how many pixels.
    fn difference(&self, other: &Image) -> (Image, usize) {
        let pale = |[r, g, b]: Rgb| [r, g, b].map(|value| 192 + value / 4);
        let mut count = 0;
        let mut pixels = Vec::with_capacity(self.pixels.len());
        for (at, &pixel) in self.pixels.iter().enumerate() {
            let same = other.pixels.get(at) == Some(&pixel);
            count += usize::from(!same);
            pixels.push(if same { pale(pixel) } else { [255, 0, 0] });
        }
        let width = self.width;
        (Image { width, pixels }, count)
    }
}

/// A folder of golden pictures, being held against screens.
pub struct Gallery {
    folder: PathBuf,
    update: bool,
    shown: Vec<(String, Image)>,
    faults: Vec<String>,
}

impl Gallery {
    /// The gallery in a folder of this package.
    pub fn open(folder: &str) -> Gallery {
        Gallery {
            folder: Path::new(env!("CARGO_MANIFEST_DIR")).join(folder),
            update: is_set("UPDATE_GOLDEN"),
            shown: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// Holds a screen against the file `name`.png.
    pub fn hold(&mut self, name: &str, picture: &Picture) {
        let path = self.folder.join(name).with_extension("png");
        let image = Image::of(picture);
        let golden = Image::read(&path);
        if golden.as_ref() != Some(&image) {
            if self.update {
                fs::create_dir_all(&self.folder).expect("the folder of golden pictures");
                image.write(&path).expect("a golden picture");
            } else {
                let fault = complain(name, &image, golden.as_ref());
                self.faults.push(fault);
            }
        }
        self.shown.push((name.to_owned(), image));
    }

    /// Fails if anything was not as it should be, or if there are files that nobody asked for.
    pub fn close(mut self) {
        let used: BTreeSet<PathBuf> = self
            .shown
            .iter()
            .map(|(name, _)| self.folder.join(name).with_extension("png"))
            .collect();
        assert_eq!(used.len(), self.shown.len(), "two screens have the same name");
        for path in pngs(&self.folder).filter(|path| !used.contains(path)) {
            if self.update {
                fs::remove_file(&path).expect("an unused golden picture");
            } else {
                self.faults
                    .push(format!("{}: no screen is held against it", path.display()));
            }
        }
        if is_set("CONTACT_SHEET") {
            let path = target().join("contact-sheet.png");
            let images: Vec<&Image> = self.shown.iter().map(|(_, image)| image).collect();
            tiled(&images, 9).write(&path).expect("the contact sheet");
            println!("all screens are in {}", path.display());
        }
        assert!(
            self.faults.is_empty(),
            "{}\nIf it is meant to look so, run this again with UPDATE_GOLDEN=1 and look at the changed files.",
            self.faults.join("\n")
        );
    }
}

/// Screens side by side, so many in a row.
fn tiled(images: &[&Image], columns: usize) -> Image {
    const GAP: usize = 8;
    let rows = images.len().div_ceil(columns);
    let (width, height) = (columns * (SIDE + GAP) + GAP, rows * (SIDE + GAP) + GAP);
    let mut pixels = vec![[96, 96, 96]; width * height];
    for (at, image) in images.iter().enumerate() {
        let (left, top) = (
            GAP + at % columns * (SIDE + GAP),
            GAP + at / columns * (SIDE + GAP),
        );
        for (y, line) in image.pixels.chunks_exact(SIDE).enumerate() {
            let from = (top + y) * width + left;
            pixels[from..from + SIDE].copy_from_slice(line);
        }
    }
    Image { width, pixels }
}

/// Holds a sheet of screens, which are PNG files, so many in a row, against a file of the project.
pub fn hold_sheet(path: &str, screens: &[PathBuf], columns: usize) {
    let read = |path: &PathBuf| Image::read(path).expect("a screen");
    let images: Vec<Image> = screens.iter().map(read).collect();
    let sheet = tiled(&images.iter().collect::<Vec<_>>(), columns);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    if Image::read(&path).as_ref() == Some(&sheet) {
        return;
    }
    if is_set("UPDATE_GOLDEN") {
        return sheet.write(&path).expect("the sheet");
    }
    let actual = target().join("sheet.actual.png");
    sheet.write(&actual).expect("the actual sheet");
    panic!(
        "{} is not what the screens are; the sheet is in {}. UPDATE_GOLDEN=1 draws it anew",
        path.display(),
        actual.display()
    );
}

/// Puts what differs into the target folder, and says so.
fn complain(name: &str, image: &Image, golden: Option<&Image>) -> String {
    let (actual, diff) = (
        target().join(format!("{name}.actual.png")),
        target().join(format!("{name}.diff.png")),
    );
    image.write(&actual).expect("the actual picture");
    let Some(golden) = golden else {
        return format!(
            "{name}: there is no golden picture; the screen is in {}",
            actual.display()
        );
    };
    let (difference, count) = image.difference(golden);
    difference.write(&diff).expect("the picture of the difference");
    format!(
        "{name}: {count} pixels differ; the screen is in {}, the difference in {}",
        actual.display(),
        diff.display()
    )
}

/// The PNG files of a folder, without those of folders in it.
fn pngs(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten();
    let paths = files.filter_map(|file| Some(file.ok()?.path()));
    paths.filter(|path| path.extension().is_some_and(|ending| ending == "png"))
}

/// The folder for what nobody keeps: `golden` in cargo's target folder, where this program is in `debug/deps`.
fn target() -> PathBuf {
    let program = env::current_exe().expect("the path of this program");
    let folder = program
        .ancestors()
        .nth(3)
        .expect("a target folder")
        .join("golden");
    fs::create_dir_all(&folder).expect("a folder in the target folder");
    folder
}

fn is_set(variable: &str) -> bool {
    env::var_os(variable).is_some_and(|value| !value.is_empty() && value != "0")
}
