//! The names of the commands.

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// A command that is known.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Name {
            $($(#[$doc])* $name,)*
        }

        impl Name {
            /// All of them, in the order in which they are listed.
            pub const ALL: &[Name] = &[$(Name::$name,)*];

            /// What the protocol calls it.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Name::$name => $text,)*
                }
            }
        }
    };
}

names! {
    /// 2.
    ProtocolVersion = "protocol_version",
    /// The program's name.
    Program = "name",
    /// The program's version.
    Version = "version",
    /// Whether a command is known.
    KnownCommand = "known_command",
    /// The names of all commands.
    ListCommands = "list_commands",
    /// Ends the conversation.
    Quit = "quit",
    /// Changes the board.
    BoardSize = "boardsize",
    /// How large the board is.
    QueryBoardSize = "query_boardsize",
    /// Begins a new game.
    ClearBoard = "clear_board",
    /// Changes the komi.
    Komi = "komi",
    /// What the komi is.
    GetKomi = "get_komi",
    /// Makes a move.
    Play = "play",
    /// Chooses a move and makes it.
    GenMove = "genmove",
    /// Chooses a move.
    RegGenMove = "reg_genmove",
    /// The same as `genmove`, but dead stones are captured first.
    CleanUp = "kgs-genmove_cleanup",
    /// Takes a move back.
    Undo = "undo",
    /// Puts down handicap stones in the usual places.
    FixedHandicap = "fixed_handicap",
    /// Puts down handicap stones.
    PlaceFreeHandicap = "place_free_handicap",
    /// Puts down handicap stones in these places.
    SetFreeHandicap = "set_free_handicap",
    /// Reads a game from a file.
    LoadSgf = "loadsgf",
    /// Prints the board.
    ShowBoard = "showboard",
    /// Where a player's stones are.
    ListStones = "list_stones",
    /// How many stones a player has captured.
    Captures = "captures",
    /// Whether a move is allowed.
    IsLegal = "is_legal",
    /// All moves that are allowed.
    AllLegal = "all_legal",
    /// The score.
    FinalScore = "final_score",
    /// Stones that are dead or alive.
    FinalStatusList = "final_status_list",
    /// How much time there is.
    TimeSettings = "time_settings",
    /// How much time is left.
    TimeLeft = "time_left",
    /// How strong the engine plays.
    Level = "level",
    /// Which repetitions are forbidden.
    Ko = "shikatsu-ko",
    /// Stones that live unconditionally.
    Benson = "shikatsu-benson",
    /// Solves the problem of a chain.
    Solve = "shikatsu-solve",
    /// Whether a chain can be captured.
    Attack = "attack",
    /// Whether a chain can be saved.
    Defend = "defend",
    /// Whether a chain can be killed.
    OwlAttack = "owl_attack",
    /// Whether a chain can be saved.
    OwlDefend = "owl_defend",
    /// Whether a chain is alive.
    DragonStatus = "dragon_status",
    /// What `GoGui` may show in its menus.
    AnalyzeCommands = "gogui-analyze_commands",
    /// Makes several moves.
    PlaySequence = "gogui-play_sequence",
}

impl Name {
    /// The command of this name.
    pub fn find(text: &str) -> Option<Name> {
        Name::ALL.iter().copied().find(|name| name.text() == text)
    }
}
