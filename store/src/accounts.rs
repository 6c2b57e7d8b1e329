//! Accounts: people, their credentials and login sessions, and what they keep, export.

pub mod applications;
mod archive;
pub(crate) mod clearance;
pub mod codes;
pub mod cohorts;
pub mod details;
mod entitlements;
pub mod export;
pub mod guesses;
pub mod invitations;
pub mod login_sessions;
pub mod passwords;
pub mod people;
pub mod pictures;
pub mod second_factor;
pub mod sign_up;
pub mod sign_up_drafts;
mod signed_in;
pub mod social;
pub mod tokens;
pub mod vettings;
pub mod work_readiness;

pub use signed_in::{MatchingStatus, SignedIn};
