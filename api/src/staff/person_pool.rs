//! Why a person waits for a match, or does not.

use chrono::{DateTime, Utc};
use serde::Serialize;
use store::content::{self, text_in};
use store::matching::pool::{self, Lacks, Standing};
use store::{PersonId, Store};
use utoipa::ToSchema;
use web::Result;

/// Whether a person waits for a match.
#[derive(Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffPool {
    state: StaffPoolState,
    /// When they entered or left the pool.
    #[schema(required)]
    since: Option<DateTime<Utc>>,
    /// The names of surveys that they have not completed, in the language of the caller.
    surveys: Vec<String>,
    /// Learning sessions that they have not completed.
    sessions: u32,
}

/// Whether a person waits for a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum StaffPoolState {
    /// In the pool, and free for proposals.
    Waiting,
    /// A mentee with an open proposal.
    Deciding,
    /// They asked for a pause.
    PausedByWish,
    /// They let two rounds expire.
    PausedByExpiry,
    /// Staff, a report or an alert paused them.
    PausedByStaff,
    /// A mentee with a mentor.
    Matched,
    /// They left, and may come back.
    Left,
    /// They enter in a moment.
    #[default]
    Entering,
    /// Surveys or sessions are missing.
    Locked,
    /// Something else is missing that the programme asks for.
    LockedByFacts,
}

/// Reads whether a person waits for a match.
pub(super) async fn pool_of(store: &Store, person: PersonId, language: &str) -> Result<Option<StaffPool>> {
    let Some(signed_in) = store::SignedIn::of_person(store, person).await? else { return Ok(None) };
    let Some(standing) = pool::standing(store, &signed_in).await? else { return Ok(None) };
    let at = |state, since| StaffPool { state, since, ..StaffPool::default() };
    Ok(Some(match standing {
        Standing::Waiting(since) => at(StaffPoolState::Waiting, Some(since)),
        Standing::Deciding => at(StaffPoolState::Deciding, None),
        Standing::Paused(reason) => match reason.as_str() {
            "own_wish" => at(StaffPoolState::PausedByWish, None),
            "expired" => at(StaffPoolState::PausedByExpiry, None),
            _ => at(StaffPoolState::PausedByStaff, None),
        },
        Standing::Matched => at(StaffPoolState::Matched, None),
        Standing::Left(since) => at(StaffPoolState::Left, Some(since)),
        Standing::Entering => at(StaffPoolState::Entering, None),
        Standing::Locked(Lacks { surveys, sessions, has_more }) => {
            let catalogue = content::catalogue(store).await?;
            let name = |key: String| match catalogue.surveys.newest(&key) {
                Some(survey) => text_in(&survey.definition.name, language).to_owned(),
                None => key,
            };
            let is_theirs = !surveys.is_empty() || sessions > 0;
            let state = if has_more && !is_theirs { StaffPoolState::LockedByFacts } else { StaffPoolState::Locked };
            StaffPool { state, since: None, surveys: surveys.into_iter().map(name).collect(), sessions }
        }
    }))
}
