//! Nim: take any number from one heap; who takes the last wins. Bouton's rule tells who that is.

use shikatsu::search::{Game, Made, MoveId, Ranked, WIN};

/// Three heaps of up to 15.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nim {
    heaps: [u8; 3],
    taken: Vec<MoveId>,
}

impl Nim {
    /// A game with these heaps.
    pub const fn new(heaps: [u8; 3]) -> Nim {
        Nim {
            heaps,
            taken: Vec::new(),
        }
    }

    /// Whether the side to move wins.
    pub fn mover_wins(&self) -> bool {
        self.heaps.iter().fold(0, |sum, heap| sum ^ heap) != 0
    }
}

/// The heap, and how many to take from it.
const fn parts(id: MoveId) -> (usize, u8) {
    (id.0 as usize / 16, (id.0 % 16) as u8)
}

impl Game for Nim {
    fn key(&self) -> u64 {
        self.heaps.iter().fold(0, |key, &heap| key << 4 | u64::from(heap))
    }

    fn decided(&mut self) -> Option<i16> {
        (self.heaps == [0; 3]).then_some(-WIN)
    }

    fn evaluate(&mut self) -> i16 {
        0
    }

    fn moves(&mut self, _ply: usize, name: &mut dyn FnMut(Ranked)) {
        for (heap, &left) in self.heaps.iter().enumerate() {
            for take in 1..=left {
                let id = MoveId(heap as u16 * 16 + u16::from(take));
                name(Ranked { id, rank: 0 });
            }
        }
    }

    fn make(&mut self, id: MoveId) -> Made {
        let (heap, take) = parts(id);
        self.heaps[heap] -= take;
        self.taken.push(id);
        Made::Fine
    }

    fn unmake(&mut self) {
        let (heap, take) = parts(self.taken.pop().expect("a move to take back"));
        self.heaps[heap] += take;
    }
}
