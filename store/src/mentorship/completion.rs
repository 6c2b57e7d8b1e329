//! When all members of a mentorship have completed a session.

use chrono::{DateTime, Utc};

use super::progress::{Own, all_finished};
use super::{badges, contact};
use crate::content::Session;
use crate::db::{Tx, query, query_scalar};
use crate::{MentorshipId, PersonId, Result, Store};

/// Records that a person completed a session of a mentorship: their badge, and the session if they were the last one.
pub(crate) async fn finish(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    session_id: &str,
    session: &Session,
    at: DateTime<Utc>,
) -> Result<()> {
    badges::earn(tx, store, person, session_id, session, at).await?;
    let mentorship: MentorshipId = query_scalar("SELECT mentorship_id FROM mentorship_sessions WHERE session_id = $1")
        .bind(session_id)
        .fetch_one(&mut *tx)
        .await?;
    contact::met(tx, mentorship, person, at).await?;
    close(tx, store, session_id).await
}

/// Looks whether the departure of a member completed sessions for those who stay.
pub(super) async fn after_departure(tx: &mut Tx, store: &Store, mentorship: MentorshipId) -> Result<()> {
    let open: Vec<String> = query_scalar(
        "SELECT session_id FROM mentorship_sessions
         WHERE mentorship_id = $1 AND version IS NOT NULL AND completed_at IS NULL ORDER BY session_id",
    )
    .bind(mentorship)
    .fetch_all(&mut *tx)
    .await?;
    for session_id in open {
        close(tx, store, &session_id).await?;
    }
    Ok(())
}

/// Completes a session if all active members have finished it.
async fn close(tx: &mut Tx, store: &Store, session_id: &str) -> Result<()> {
    // Of two members who finish at the same moment, the second one waits here and then sees the first one's progress.
    let is_complete: bool = query_scalar(
        "UPDATE mentorship_sessions SET position = position WHERE session_id = $1 RETURNING completed_at IS NOT NULL",
    )
    .bind(session_id)
    .fetch_one(&mut *tx)
    .await?;
    let now = store.clock.now();
    if !is_complete {
        let finished: Vec<bool> = query_scalar(
            "SELECT EXISTS (SELECT 1 FROM session_progress p WHERE p.person_id = m.person_id AND p.session_id = s.session_id
                 AND p.completed_at IS NOT NULL)
             FROM mentorship_sessions s JOIN mentorship_members m ON m.mentorship_id = s.mentorship_id
             WHERE s.session_id = $1 AND m.left_at IS NULL",
        )
        .bind(session_id)
        .fetch_all(&mut *tx)
        .await?;
        let members: Vec<Own> =
            finished.into_iter().map(|is_finished| if is_finished { Own::Finished } else { Own::Begun }).collect();
        if !all_finished(&members) {
            return Ok(());
        }
        query("UPDATE mentorship_sessions SET completed_at = $2 WHERE session_id = $1")
            .bind(session_id)
            .bind(now)
            .execute(&mut *tx)
            .await?;
    }
    badges::award(tx, session_id, now).await
}
