//! `mentorhub programme`.

use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(crate) enum Programme {
    /// Close the year: its mentorships end, and none begins until the next year opens
    Close {
        /// Key of the programme
        programme: String,
        /// Ids of mentorships that go on, as `mentorship list` prints them
        #[arg(long, value_name = "ID")]
        keep: Vec<String>,
    },
    /// Open the next year now, or on a day
    Open {
        /// Key of the programme
        programme: String,
        /// The day, such as 2027-09-01; it opens at 8 o'clock in the programme's time zone
        #[arg(long, value_name = "DAY")]
        on: Option<chrono::NaiveDate>,
    },
    /// Archive a programme in which nothing goes on and nothing waits
    Archive {
        /// Key of the programme
        programme: String,
    },
    /// Reopen a programme that was archived
    Reopen {
        /// Key of the programme
        programme: String,
    },
}
