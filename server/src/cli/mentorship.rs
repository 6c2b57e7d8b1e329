//! `mentorhub mentorship`.

use clap::{Subcommand, ValueEnum};

#[derive(Debug, Subcommand)]
pub(crate) enum Mentorship {
    /// Begin a mentorship of a mentor with one mentee, or with a group
    Create {
        /// E-mail address or id
        #[arg(long, value_name = "PERSON")]
        mentor: String,
        /// E-mail address or id; several for a group
        #[arg(long, value_name = "PERSON", required = true)]
        mentee: Vec<String>,
        /// Name of a group; without it the mentorship is a pair
        #[arg(long, value_name = "NAME")]
        group: Option<String>,
    },
    /// End a mentorship; its members can still read their conversation
    End {
        /// Id, as `mentorship list` prints it
        id: String,
        /// Why, for staff
        #[arg(long)]
        reason: EndReason,
        /// A note about it, for staff
        #[arg(long, default_value = "")]
        note: String,
        /// Its mentees do not wait for another mentor
        #[arg(long)]
        no_return: bool,
        /// Its mentor leaves the matching, too
        #[arg(long)]
        mentor_stops: bool,
    },
    /// Take back an end, or a mentorship in which nothing has happened yet; within 24 hours
    Undo {
        /// Id, as `mentorship list --all` prints it
        id: String,
    },
    /// Take a mentee out of a group
    Leave {
        /// Id, as `mentorship list` prints it
        id: String,
        /// E-mail address or id
        #[arg(long)]
        person: String,
        /// Why, for staff
        #[arg(long)]
        reason: EndReason,
        /// A note about it, for staff
        #[arg(long, default_value = "")]
        note: String,
        /// The mentee does not wait for another mentor
        #[arg(long)]
        no_return: bool,
    },
    /// Move the deadlines of a mentorship
    Pause {
        /// Id, as `mentorship list` prints it
        id: String,
        /// First day, as 2026-08-01
        #[arg(long)]
        from: chrono::NaiveDate,
        /// How many days
        #[arg(long)]
        days: u16,
    },
    /// List the badges that its members have earned
    Badges {
        /// Id, as `mentorship list` prints it
        id: String,
    },
    /// Take a badge back
    RevokeBadge {
        /// Id of the badge, as `mentorship badges` prints it
        id: String,
        /// Why, for staff
        #[arg(long)]
        reason: String,
    },
    /// Create a new key for the credentials of badges; what older keys signed stays valid
    RotateBadgeKey,
    /// List mentorships with their members
    List {
        /// Also those that have ended
        #[arg(long)]
        all: bool,
    },
}

/// Why a mentorship ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EndReason {
    /// Its time was over, as planned
    Completed,
    /// A member moved away or left the school
    MovedAway,
    /// A member has no time any more
    NoTime,
    /// The members did not fit
    DidNotFit,
    /// The members lost contact
    LostContact,
    /// A member left the programme
    LeftProgramme,
    /// Conduct or safety of a member
    Conduct,
    /// Another one, in the note
    Other,
}
