//! The static evaluation: an opinion of a position by its shapes.
//!
//! The weights are those of Reed's program of 2015. They order moves and make a guess where nothing was proved; no proof
//! rests on them.

use super::knowledge::{Knowledge, Rule};
use crate::board::Color;
use crate::life::{self, EyeSpace};
use crate::region::{Bits, Chains, Region, Side, Stones};

pub(super) const CONTACT: i16 = 30;
pub(super) const HANE: i16 = 50;
pub(super) const EMPTY_TRIANGLE: i16 = -75;
pub(super) const MOUTH: i16 = 100;
/// An eye of the key chain, and one of its liberties: these are ours.
const EYE: i16 = -400;
const LIBERTY: i16 = -15;

/// A way to go round a corner: first one side, then the other.
const CORNERS: [(Side, Side); 4] = [
    (Side::Left, Side::Up),
    (Side::Up, Side::Right),
    (Side::Right, Side::Down),
    (Side::Down, Side::Left),
];

/// A position and who attacks in it.
pub(super) struct Shapes<'a, const N: usize> {
    region: &'a Region<N>,
    stones: &'a Stones<N>,
    attacker: Color,
    /// By side: the cells that have attacking stones there, defending stones, or nothing.
    attacking_on: [Bits<N>; 4],
    defending_on: [Bits<N>; 4],
    empty_on: [Bits<N>; 4],
}

impl<'a, const N: usize> Shapes<'a, N> {
    pub(super) fn new(region: &'a Region<N>, stones: &'a Stones<N>, attacker: Color) -> Shapes<'a, N> {
        let on_sides = |set| Side::ALL.map(|side| region.seeing(set, side));
        Shapes {
            region,
            stones,
            attacker,
            attacking_on: on_sides(stones.of(attacker)),
            defending_on: on_sides(stones.of(attacker.opponent())),
            empty_on: on_sides(stones.empty(region)),
        }
    }

    fn attacking(&self) -> Bits<N> {
        self.stones.of(self.attacker)
    }

    fn defending(&self) -> Bits<N> {
        self.stones.of(self.attacker.opponent())
    }

    /// How the position looks to the attacker.
    pub(super) fn evaluate(&self, key_chain: &Chains<N>, defender_moves: bool, knows: Knowledge) -> i16 {
        let opinions = [
            (Rule::Contact, CONTACT * self.contacts()),
            (Rule::Hane, HANE * self.hanes()),
            (Rule::EmptyTriangle, EMPTY_TRIANGLE * self.empty_triangles()),
            (
                Rule::Mouth,
                MOUTH * (self.mouths(self.attacking()) - self.mouths(self.defending())),
            ),
            (Rule::EyeShapes, EYE * self.eyes(key_chain, defender_moves)),
        ];
        let liberties = key_chain.beside() & self.stones.empty(self.region);
        let known = opinions.into_iter().filter(|&(rule, _)| knows.has(rule));
        known.map(|(_, value)| value).sum::<i16>() + LIBERTY * liberties.len() as i16
    }

    /// The attacking stones in contact with a defending one.
    pub(super) fn contacts(&self) -> i16 {
        (self.attacking() & self.region.beside(self.defending())).len() as i16
    }

    /// The hanes around defending stones.
    pub(super) fn hanes(&self) -> i16 {
        let bends = CORNERS.map(|corner| self.bends(corner) & self.attacking());
        bends.iter().map(|bend| bend.len() as i16).sum()
    }

    /// The cells at which an attacking stone is, or would be, a hane.
    pub(super) fn hane_cells(&self) -> Bits<N> {
        let bends = CORNERS.map(|corner| self.bends(corner));
        bends.into_iter().fold(Bits::EMPTY, |all, bend| all | bend)
    }

    /// The cells that see a defending stone across this corner, with an attacking stone on one of the two cells between them
    /// and nothing on the other.
    fn bends(&self, (one, other): (Side, Side)) -> Bits<N> {
        let across = self.region.seeing(self.defending_on[one as usize], other);
        let around = |a, b| self.attacking_on[a as usize] & self.empty_on[b as usize];
        across & (around(one, other) | around(other, one))
    }

    /// The attacker's empty triangles.
    pub(super) fn empty_triangles(&self) -> i16 {
        let corners = CORNERS.map(|corner| self.triangle(corner) & self.attacking());
        corners.iter().map(|corner| corner.len() as i16).sum()
    }

    /// The cells at which an attacking stone is, or would be, the corner of an empty triangle.
    pub(super) fn triangle_cells(&self) -> Bits<N> {
        let corners = CORNERS.map(|corner| self.triangle(corner));
        corners.into_iter().fold(Bits::EMPTY, |all, corner| all | corner)
    }

    fn triangle(&self, (one, other): (Side, Side)) -> Bits<N> {
        let arms = self.attacking_on[one as usize] & self.attacking_on[other as usize];
        arms & self.region.seeing(self.empty_on[one as usize], other)
    }

    /// The points that are not one's own but have one's own stones on three sides and at the two corners between.
    pub(super) fn mouths(&self, own: Bits<N>) -> i16 {
        let region = self.region;
        let on = |side| region.seeing(own, side);
        let corner = |(one, other)| region.seeing(region.seeing(own, one), other);
        let mut mouths = Bits::EMPTY;
        for (first, second) in CORNERS.into_iter().zip(CORNERS.into_iter().cycle().skip(1)) {
            let sides = on(first.0) & on(first.1) & on(second.1);
            mouths |= sides & corner(first) & corner(second);
        }
        mouths.minus(own).len() as i16
    }

    /// The eyes that the key chain has or gets.
    fn eyes(&self, key_chain: &Chains<N>, defender_moves: bool) -> i16 {
        let defender = self.attacker.opponent();
        let empty = self.stones.empty(self.region);
        let mut eyes = 0;
        for area in life::eyes(self.region, self.stones, key_chain, defender) {
            let space = EyeSpace::of(self.region, area, area & empty);
            eyes += 1 + i16::from(space.holds_two() || (space.splits && defender_moves));
        }
        eyes.min(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::read_text;

    /// Contacts, hanes, empty triangles of Black, who attacks, and the mouths of both, in a 5×5 picture.
    fn counts(rows: [&str; 5]) -> [i16; 5] {
        let mut text = heapless::String::<64>::new();
        for row in rows {
            text.push_str(row)
                .and_then(|()| text.push('\n'))
                .expect("it fits");
        }
        text.push_str("A1 x\n").expect("it fits");
        let (problem, _) = read_text(&text).expect("a problem");
        let (region, stones) = Region::<1>::new(&problem).expect("it fits");
        let shapes = Shapes::new(&region, &stones, Color::Black);
        [
            shapes.contacts(),
            shapes.hanes(),
            shapes.empty_triangles(),
            shapes.mouths(shapes.attacking()),
            shapes.mouths(shapes.defending()),
        ]
    }

    #[test]
    fn a_hane_goes_round_a_corner() {
        assert_eq!(counts(["-----", "--x--", "-xo--", "-----", "o----"])[..2], [2, 0]);
        assert_eq!(counts(["-----", "-xx--", "-xo--", "-----", "o----"])[..2], [2, 0]);
        assert_eq!(counts(["-----", "--xx-", "--o--", "-----", "o----"])[..2], [1, 1]);
        assert_eq!(counts(["-----", "-xxx-", "--o--", "-----", "o----"])[..2], [1, 2]);
    }

    #[test]
    fn a_triangle_is_empty_only_if_its_fourth_point_is() {
        assert_eq!(counts(["-----", "-xx--", "-x---", "-----", "o----"])[2], 1);
        assert_eq!(counts(["-----", "-xx--", "-xo--", "-----", "o----"])[2], 0);
        assert_eq!(counts(["-----", "-oo--", "-o---", "-----", "o----"])[2], 0);
    }

    #[test]
    fn a_mouth_has_three_sides_and_two_corners() {
        assert_eq!(counts(["-----", "-xxx-", "-x-x-", "-----", "o----"])[3..], [1, 0]);
        assert_eq!(counts(["-----", "-x-x-", "-xxx-", "-----", "o----"])[3..], [1, 0]);
        assert_eq!(counts(["-----", "-oo--", "--xo-", "-oo--", "o----"])[3..], [0, 0]);
        assert_eq!(counts(["-----", "-ooo-", "-oxo-", "-----", "o----"])[3..], [0, 1]);
        assert_eq!(counts(["-----", "-xx--", "-x-x-", "-----", "o----"])[3..], [0, 0]);
    }
}
