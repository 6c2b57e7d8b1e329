//! `mentorhub matching`.

use std::path::PathBuf;

use clap::{Args, Subcommand, value_parser};

#[derive(Debug, Subcommand)]
pub(crate) enum Matching {
    /// Run the engine on the pool of a programme, and store a draft
    Run {
        /// Key of the programme
        #[arg(long)]
        programme: String,
        /// Store nothing
        #[arg(long)]
        dry_run: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print a run: the open one, or the last one
    Show {
        /// Id of a run
        run: Option<String>,
        /// Key of the programme
        #[arg(long, required_unless_present = "run")]
        programme: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Approve a draft
    Approve {
        /// Id of the run
        run: String,
    },
    /// Withdraw the approval of a run, so that a new draft may replace it
    Withdraw {
        /// Id of the run
        run: String,
    },
    /// Publish an approved run: its mentees see their proposals
    Publish {
        /// Id of the run
        run: String,
    },
    /// List who waits in the pool of a programme
    Pool {
        /// Key of the programme
        #[arg(long)]
        programme: String,
    },
    /// List the groups of a programme that have not begun, with their members
    Groups {
        /// Key of the programme
        #[arg(long)]
        programme: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print what was proposed to a person and what became of it, by day
    History {
        /// E-mail address or id
        person: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Let a person enter the pool, or return to it
    Join {
        /// E-mail address or id
        person: String,
    },
    /// Take a person out of the pool
    Leave {
        /// E-mail address or id
        person: String,
        /// Why, for staff
        #[arg(long)]
        reason: String,
    },
    /// Propose nothing to a person, and end what is open
    Pause {
        /// E-mail address or id
        person: String,
        /// Because of a report or an alert; the other side reads nothing of it
        #[arg(long)]
        safeguarding: bool,
    },
    /// End a pause
    Resume {
        /// E-mail address or id
        person: String,
    },
    /// Set how a mentor mentors
    Places {
        /// E-mail address or id
        person: String,
        /// Mentees at once, or the size of the group
        #[arg(long, value_parser = value_parser!(u8).range(1..=20))]
        places: u8,
        /// A group instead of pairs
        #[arg(long)]
        group: bool,
    },
    /// Begin the group of a mentor with the members that it has
    BeginGroup {
        /// E-mail address or id of the mentor
        mentor: String,
    },
    /// Play an invented cohort over weeks, to compare settings
    Simulate(Simulation),
}

/// What a simulation assumes.
#[derive(Debug, Args)]
pub(crate) struct Simulation {
    /// Mentees of the cohort
    #[arg(long, default_value_t = 300, value_parser = value_parser!(u32).range(1..=20_000))]
    pub(crate) mentees: u32,
    /// Mentors of the cohort
    #[arg(long, default_value_t = 120, value_parser = value_parser!(u32).range(1..=20_000))]
    pub(crate) mentors: u32,
    /// Weeks with a round each
    #[arg(long, default_value_t = 12, value_parser = value_parser!(u16).range(1..=104))]
    pub(crate) weeks: u16,
    /// Weeks over which the mentees arrive
    #[arg(long, default_value_t = 4, value_parser = value_parser!(u16).range(1..=104))]
    pub(crate) arrival_weeks: u16,
    /// Other numbers give other cohorts and decisions
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Proposals per free place, in percent
    #[arg(long, default_value_t = 150, value_parser = value_parser!(u16).range(100..=1_000))]
    pub(crate) proposals_per_place: u16,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write a page with charts
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}
