//! The matching engine: proposes mentors to mentees. A pure function of an [`Instance`]: no database, no clock, no randomness, and
//! integers only, so that equal instances give equal outcomes on every machine.
//!
//! 1. [`Engine::new`] checks an instance and prepares its answers.
//! 2. Hard rules exclude people and pairs ([`Refusal`], [`Rule`]).
//! 3. The rest gets a score; each mentee keeps a list of the best mentors.
//! 4. The assignment is optimal: as many mentees as possible get a proposal, then the sum of what proposals are worth.
//! 5. Each proposal has reasons ([`Engine::reasons`]), and each person without one the rule that left them out ([`LeftOut`]).

mod answer;
pub mod assignment;
mod best;
mod bitset;
mod candidates;
mod check;
pub mod cohort;
mod columns;
mod engine;
pub mod group;
mod history;
mod instance;
mod outcome;
mod random;
mod rules;
mod run;

pub use check::{Flaw, MAX_CRITERIA, MAX_ITEMS, MAX_LIST, MAX_OPTIONS, MAX_PLACES, MAX_PROPOSALS, MAX_WEIGHT};
pub use engine::{Engine, FULL, Fit};
pub use history::{Ending, PastProposal, may_repeat};
pub use instance::{
    AgeBand, Answer, Comparison, Criterion, GuardianConsent, Instance, Mandatory, Mentee, Mentor, MentorKind, Person,
    PersonId, SeparatedPair, Separation, Settings, Side, Vetting,
};
pub use outcome::{Balance, LeftOut, Outcome, Proposal, Reason};
pub use rules::{Refusal, Rule};

/// Checks an instance and matches it.
///
/// # Errors
/// Fails on the first mistake of the instance.
pub fn run(instance: &Instance) -> Result<Outcome, Flaw> {
    Ok(Engine::new(instance)?.run())
}
