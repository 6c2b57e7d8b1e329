//! `mentorhub staff` and `mentorhub audit`.

use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Subcommand)]
pub(crate) enum Staff {
    /// Give a member of staff a role
    Grant(Grant),
    /// Take a role away; access ends at once
    Revoke(Grant),
    /// List who holds which role
    List,
    /// Forget the authenticator app of a person who lost it: they set up another one at the next sign-in
    ResetFactor {
        /// E-mail address or id
        person: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Grant {
    /// E-mail address or id
    pub(crate) person: String,
    #[arg(value_enum)]
    pub(crate) role: StaffRole,
    /// Key of the programme
    #[arg(long, value_name = "KEY", required_unless_present = "installation", conflicts_with = "installation")]
    pub(crate) programme: Option<String>,
    /// For all programmes and what belongs to none
    #[arg(long)]
    pub(crate) installation: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StaffRole {
    /// Runs programmes: people, mentorships, matching, content
    Coordinator,
    /// Handles reports and alerts
    Safeguarding,
    /// Sees outcomes without names
    Reports,
    /// Runs the installation: grants, settings, the audit log
    Administrator,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Audit {
    /// List acts, newest first
    List {
        /// Only what belongs to this programme
        #[arg(long, value_name = "KEY")]
        programme: Option<String>,
        /// Only this act, such as grant
        #[arg(long)]
        act: Option<String>,
        /// Only acts of this person: e-mail address or id
        #[arg(long, value_name = "PERSON")]
        actor: Option<String>,
        /// Only acts about this person: e-mail address or id
        #[arg(long, value_name = "PERSON")]
        about: Option<String>,
        /// The most rows
        #[arg(long, default_value = "50")]
        limit: usize,
    },
}
