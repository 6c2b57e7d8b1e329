//! Why a person waits for a match, or does not, for staff.

use chrono::{DateTime, Utc};

use super::super::OPEN;
use super::{Membership, may_enter, missing_sessions, of_person};
use crate::db::query_scalar;
use crate::programmes::conditions::Facts;
use crate::role::Role;
use crate::{PersonId, Result, SignedIn, Store};

/// Whether a person waits for a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// In the pool since then, and free for proposals.
    Waiting(DateTime<Utc>),
    /// A mentee with an open proposal.
    Deciding,
    /// In the pool and paused, for the reason of this name.
    Paused(String),
    /// A mentee with a mentor.
    Matched,
    /// They left at this time, and may come back.
    Left(DateTime<Utc>),
    /// They have done all, and enter with the next look of the job.
    Entering,
    /// Something is missing that the programme asks for.
    Locked(Lacks),
}

/// What a person has not done yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lacks {
    /// The keys of surveys.
    pub surveys: Vec<String>,
    /// Learning sessions.
    pub sessions: u32,
    /// Whether there is anything else.
    pub has_more: bool,
}

/// Returns the standing of a person. None: the programme does not match people of this role, or staff decide about their application.
pub async fn standing(store: &Store, signed_in: &SignedIn) -> Result<Option<Standing>> {
    let rules = signed_in.settings().map(|rules| &rules.matching).filter(|rules| !rules.is_off());
    let facts = rules.and_then(|rules| rules.enter_after.get(&signed_in.person.role));
    let Some(facts) = facts.filter(|_| !signed_in.is_applying() && !signed_in.is_refused()) else { return Ok(None) };
    let person = signed_in.person.id;
    let membership = of_person(store, person).await?;
    if let Some(Membership { left_at: None, paused_at, pause_reason, joined_at, .. }) = membership {
        return Ok(Some(match (paused_at, pause_reason) {
            (Some(_), reason) => Standing::Paused(reason.unwrap_or_default()),
            (None, _) if has_open(store, person).await? => Standing::Deciding,
            (None, _) => Standing::Waiting(joined_at),
        }));
    }
    if signed_in.person.role == Role::Mentee && signed_in.has_mentorship {
        return Ok(Some(Standing::Matched));
    }
    if may_enter(signed_in) != Some(true) {
        return Ok(Some(Standing::Locked(lacks(signed_in, facts))));
    }
    Ok(Some(membership.and_then(|membership| membership.left_at).map_or(Standing::Entering, Standing::Left)))
}

fn lacks(signed_in: &SignedIn, facts: &Facts) -> Lacks {
    let surveys = facts.surveys.iter().filter(|survey| !signed_in.done.surveys.contains(*survey)).cloned().collect();
    let others = Facts { surveys: Vec::new(), learning_sessions: 0, ..facts.clone() };
    Lacks { surveys, sessions: missing_sessions(signed_in), has_more: !others.are_met(&signed_in.done) }
}

async fn has_open(store: &Store, mentee: PersonId) -> Result<bool> {
    query_scalar(["SELECT EXISTS (SELECT 1 FROM matching_trackers WHERE mentee_id = $1 AND state IN ", OPEN, ")"])
        .bind(mentee)
        .fetch_one(&store.db)
        .await
}
