//! The menus and what stands in them, by name.

/// The menus there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Menu {
    /// Where one comes from outside.
    Front,
    /// What the front page has no room for.
    More,
    /// Over a problem.
    Problem,
    /// What else can be done with the problem.
    This,
}

/// How many menus there are.
pub(super) const MENUS: usize = 4;
/// A thing that can be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    Today,
    Level,
    Continue,
    More,
    Next,
    Previous,
    Restart,
    Why,
    Solution,
    This,
    Lesson,
    ShowMe,
    PlayOn,
    Life,
    AndHere,
    FreePlay,
    Keep,
    Share,
    Edit,
    Sides,
    Mode,
    Whole,
    Problems,
    Packs,
    Review,
    RowGo,
    PlayGo,
    Mistakes,
    Kept,
    Statistics,
    Settings,
    Engine,
    Help,
    Forget,
}

impl Menu {
    pub(super) const fn title(self) -> &'static str {
        match self {
            Menu::Front => "Shikatsu",
            Menu::More => "More",
            Menu::Problem => "Menu",
            Menu::This => "This problem",
        }
    }
}

impl Item {
    pub(super) const fn label(self) -> &'static str {
        match self {
            Item::Today => "Today",
            Item::Level => "Your level",
            Item::Continue => "Continue",
            Item::More => "More",
            Item::Next => "Next problem",
            Item::Previous => "Previous problem",
            Item::Restart => "Start again",
            Item::Why => "Why? Show my mistake",
            Item::Solution => "Solution",
            Item::This => "More for this problem",
            Item::Lesson => "Lesson",
            Item::ShowMe => "Show me the capture",
            Item::PlayOn => "Play on to the capture",
            Item::Life => "Alive for good",
            Item::AndHere => "And here? Try a move",
            Item::FreePlay => "Free play",
            Item::Keep => "Keep this problem",
            Item::Share => "Share: a QR code",
            Item::Edit => "Make a problem",
            Item::Sides => "Change sides",
            Item::Mode => "Mode",
            Item::Whole => "Whole board",
            Item::Problems => "Problems of this pack",
            Item::Packs => "Packs",
            Item::Review => "Review",
            Item::RowGo => "Row Go",
            Item::PlayGo => "Play Go",
            Item::Mistakes => "Mistakes",
            Item::Kept => "Kept problems",
            Item::Statistics => "Statistics",
            Item::Settings => "Settings",
            Item::Engine => "Engine",
            Item::Help => "Help",
            Item::Forget => "Forget my progress",
        }
    }

    pub(super) const fn help(self) -> &'static str {
        match self {
            Item::Today => "Due ones first, then new ones near your rating.",
            Item::Level => "Say where you stand, or find it out.",
            Item::Continue => "The problem where you left off.",
            Item::More => "Settings, statistics, help and the rest.",
            Item::Next => "Y goes to the front page.",
            Item::Previous => "The one before it.",
            Item::Restart => "Or hold B.",
            Item::Why => "Plays the refutation.",
            Item::Solution => "Every correct move. It costs the credit.",
            Item::This => "And here?, free play, whole board …",
            Item::Lesson => "What to learn. It may cost the credit.",
            Item::ShowMe => "The computer takes the dead stones off.",
            Item::PlayOn => "You play, it answers, until they are off.",
            Item::Life => "Dots on stones that two eyes keep alive.",
            Item::AndHere => "What does a move come to? It costs the credit.",
            Item::FreePlay => "Both colours, nobody answers.",
            Item::Keep => "Or Y and X. The list is under More.",
            Item::Share => "Or X here. A telephone opens it by the code.",
            Item::Edit => "Of what stands on the board, or of nothing.",
            Item::Sides => "The computer takes your colour.",
            Item::Mode => "A changes it: play, read, judge, by memory.",
            Item::Whole => "Or hold Y.",
            Item::Problems => "By number, with what became of them.",
            Item::Packs => "Choose another one.",
            Item::Review => "What you failed comes back.",
            Item::RowGo => "A first game: stones in a row.",
            Item::PlayGo => "A whole game against the computer.",
            Item::Mistakes => "What you failed last.",
            Item::Kept => "Go through them, one after the other.",
            Item::Statistics => "Rating, streak, accuracy.",
            Item::Settings => "Colours, light, how mistakes are told.",
            Item::Engine => "Limits and knowledge of the solver.",
            Item::Help => "The keys, the rules in short.",
            Item::Forget => "Asks before it does.",
        }
    }
}
