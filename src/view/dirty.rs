//! Which parts of the screen have to be drawn again.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use heapless::Vec;

use super::SCREEN;
use super::band::pixels_of;

/// How many rectangles are kept apart; more are merged.
const RECTANGLES: usize = 16;

/// Rectangles of the screen that differ between two pictures. They may overlap where there were too many.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dirty {
    areas: Vec<Rectangle, RECTANGLES>,
}

impl Dirty {
    /// The whole screen.
    pub fn everything() -> Dirty {
        let mut dirty = Dirty::default();
        dirty.add(Rectangle::new(Point::zero(), Size::new_equal(SCREEN)));
        dirty
    }

    /// The rectangles.
    pub fn areas(&self) -> &[Rectangle] {
        &self.areas
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.areas.is_empty()
    }

    /// How many pixels are to be sent.
    pub fn pixels(&self) -> u32 {
        self.areas.iter().map(pixels_of).sum()
    }

    /// One more rectangle. It is merged with one that shares a whole side, and when there is no more room,
    /// with the one that grows least by it.
    pub(super) fn add(&mut self, area: Rectangle) {
        if area.is_zero_sized() {
            return;
        }
        let smoothly = |old: &Rectangle| pixels_of(&around(old, &area)) == pixels_of(old) + pixels_of(&area);
        if let Some(at) = self.areas.iter().position(smoothly) {
            // The merged one may fit another one now.
            let grown = around(&self.areas.swap_remove(at), &area);
            return self.add(grown);
        }
        if let Err(area) = self.areas.push(area) {
            let growth = |old: &&mut Rectangle| pixels_of(&around(old, &area)) - pixels_of(old);
            if let Some(old) = self.areas.iter_mut().min_by_key(growth) {
                *old = around(old, &area);
            }
        }
    }

    /// One more rectangle, if `differs`.
    pub(super) fn add_if(&mut self, differs: bool, area: Rectangle) {
        if differs {
            self.add(area);
        }
    }
}

/// The smallest rectangle around two.
fn around(one: &Rectangle, other: &Rectangle) -> Rectangle {
    let end = |area: &Rectangle| area.top_left + area.size;
    let corner = one.top_left.component_min(other.top_left);
    let size = end(one).component_max(end(other)) - corner;
    Rectangle::new(corner, Size::new(size.x as u32, size.y as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(x: i32, y: i32, width: u32, height: u32) -> Rectangle {
        Rectangle::new(Point::new(x, y), Size::new(width, height))
    }

    #[test]
    fn tiles_of_a_block_become_one_rectangle() {
        let mut dirty = Dirty::default();
        for (row, column) in (0..4).flat_map(|row| (0..5).map(move |column| (row, column))) {
            dirty.add(area(column * 16, row * 16, 16, 16));
        }
        assert_eq!(dirty.areas(), [area(0, 0, 80, 64)]);
    }

    #[test]
    fn far_away_tiles_stay_apart() {
        let mut dirty = Dirty::default();
        dirty.add(area(0, 0, 16, 16));
        dirty.add(area(32, 0, 16, 16));
        assert_eq!(dirty.pixels(), 512);
    }

    #[test]
    fn too_many_are_merged_and_none_is_lost() {
        let mut dirty = Dirty::default();
        let tiles = || (0..60).map(|n| area((n * 37) % 224, (n * 53) % 224, 3, 3));
        tiles().for_each(|tile| dirty.add(tile));
        assert!(dirty.areas().len() <= RECTANGLES);
        for tile in tiles() {
            assert!(dirty.areas().iter().any(|area| area.intersection(&tile) == tile));
        }
    }
}
