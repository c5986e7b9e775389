//! Where the cursor starts, and where it goes.

use super::keys::Button;
use crate::board::{Crop, Point, Setup};

/// Where the cursor starts: on the key stone nearest to the middle of the picture. It shows what the problem is about, and can
/// never give the answer away.
pub(super) fn start(setup: &Setup, crop: Crop) -> Point {
    let (column, row) = (crop.left + crop.right, crop.top + crop.bottom);
    let distance = |point: &Point| (2 * point.column()).abs_diff(column) + (2 * point.row()).abs_diff(row);
    let key = setup.key.iter().min_by_key(distance);
    key.unwrap_or(Point::new(crop.left, crop.top))
}

/// The next point in this direction, within the part of the board that is seen.
pub(super) fn beside(cursor: Point, direction: Button, seen: Crop) -> Point {
    let (column, row) = (cursor.column(), cursor.row());
    let (column, row) = match direction {
        Button::Left => (column.saturating_sub(1), row),
        Button::Right => (column + 1, row),
        Button::Up => (column, row.saturating_sub(1)),
        Button::Down => (column, row + 1),
        _ => return cursor,
    };
    Point::new(
        column.clamp(seen.left, seen.right),
        row.clamp(seen.top, seen.bottom),
    )
}
