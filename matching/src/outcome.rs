//! What a run returns.

use crate::{PersonId, Rule, Side};

/// A mentor who is proposed to a mentee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Who gets the proposal.
    pub mentee: PersonId,
    /// Who is proposed.
    pub mentor: PersonId,
    /// 1 for the mentee's best proposal, dense.
    pub rank: u8,
    /// How well the answers fit, 0 to [`crate::FULL`], without the waiting bonus.
    pub score: u16,
}

/// Why a person has no proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The vetting is missing or has expired.
    NotVetted,
    /// The consent of a guardian is missing.
    NoGuardianConsent,
    /// A mentor without a free place.
    NoPlace,
    /// The instance has no person of the other side.
    NoCounterpart,
    /// No person of the other side can take part.
    NoneAvailable,
    /// The rules leave no counterpart, and this one removes most of those whom no other rule removes; where every counterpart
    /// falls under several rules, the one that removes most.
    Rule(Rule),
    /// There were suitable counterparts, but all proposals went to others.
    Outranked,
}

impl Reason {
    /// A stable name for rows, logs and texts.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotVetted => "not_vetted",
            Self::NoGuardianConsent => "no_guardian_consent",
            Self::NoPlace => "no_place",
            Self::NoCounterpart => "no_counterpart",
            Self::NoneAvailable => "none_available",
            Self::Rule(rule) => rule.code(),
            Self::Outranked => "outranked",
        }
    }
}

/// A person without a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The person.
    pub person: PersonId,
    /// On which side.
    pub side: Side,
    /// Why.
    pub because: Reason,
}

/// Supply and demand of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    /// Mentees who could take part.
    pub mentees: u32,
    /// Mentors who could take part and have a free place.
    pub mentors: u32,
    /// Free places of those mentors.
    pub places: u32,
    /// Proposals that those mentors may get.
    pub proposal_limit: u32,
    /// Pairs that were considered after rules and lists.
    pub candidates: u32,
    /// Mentees with at least one proposal.
    pub mentees_served: u32,
    /// Mentors with at least one proposal.
    pub mentors_served: u32,
    /// The mean score of first proposals.
    pub mean_first_score: u16,
}

/// The result of a run. Equal instances give equal outcomes, independent of the order of their parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Proposals by mentee id, then rank.
    pub proposals: Vec<Proposal>,
    /// People without a proposal: mentees by id, then mentors by id.
    pub left_out: Vec<LeftOut>,
    /// Supply and demand.
    pub balance: Balance,
}
