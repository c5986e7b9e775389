//! What becomes of stones and points at the end.

use core::fmt::{self, Write};

use super::engine::write_points;
use crate::board::{Point, PointSet};
use crate::play::{Field, Kifu, area};

/// What `final_status_list` can be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    Alive,
    Dead,
    Seki,
    BlackTerritory,
    WhiteTerritory,
    Dame,
}

impl Status {
    pub(super) fn read(text: &str) -> Option<Status> {
        Some(match text {
            "alive" => Status::Alive,
            "dead" => Status::Dead,
            "seki" => Status::Seki,
            "black_territory" => Status::BlackTerritory,
            "white_territory" => Status::WhiteTerritory,
            "dame" => Status::Dame,
            _ => return None,
        })
    }

    /// Writes the stones or points that are so, a chain or a point on each line.
    #[cold]
    pub(super) fn list<const C: usize, const M: usize>(
        self,
        kifu: &Kifu<C, M>,
        dead: &PointSet,
        out: &mut dyn Write,
    ) -> fmt::Result {
        let (field, size) = (kifu.field(), kifu.size());
        let is_stone = |point: Point| field.at(point).is_some();
        let area = area(&field, dead);
        for point in Point::all(size) {
            let (is_dead, is_stone) = (dead.contains(point), is_stone(point));
            let (black, white) = (area.black.contains(point), area.white.contains(point));
            let is_meant = match self {
                Status::Alive => is_stone && !is_dead,
                Status::Dead => is_dead,
                // Playouts do not tell seki from life.
                Status::Seki => false,
                Status::BlackTerritory => (!is_stone || is_dead) && black,
                Status::WhiteTerritory => (!is_stone || is_dead) && white,
                Status::Dame => !is_stone && !black && !white,
            };
            if !is_meant {
                continue;
            }
            // A chain is told at its first stone.
            let chain = if is_stone {
                chain(&field, point)
            } else {
                one(point)
            };
            if chain.first() == Some(point) {
                write_points(&chain, size, out)?;
                out.write_str("\n")?;
            }
        }
        Ok(())
    }
}

/// The chain of a stone.
fn chain<const C: usize>(field: &Field<C>, stone: Point) -> PointSet {
    let color = field.at(stone);
    let own: PointSet = Point::all(field.size())
        .filter(|&point| field.at(point) == color)
        .collect();
    one(stone).grown(&own)
}

fn one(point: Point) -> PointSet {
    [point].into_iter().collect()
}
