//! What staff do with an open invitation.

use chrono::{DateTime, Duration, Utc};

use super::mail::{self, Addressee};
use super::{LONGEST, end_of};
use crate::audit::{Act, Record, Target};
use crate::db::{query, query_as};
use crate::staff::Actor;
use crate::{InvitationId, ProgrammeId, Result, Store};

/// Between two mails that staff ask for.
const REMIND_AFTER: Duration = Duration::hours(24);

/// The result of [`remind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reminded {
    /// A mail is on its way, and the invitation is valid for 30 days from now on, though not longer than 90 days in all.
    Sent,
    /// The last mail is less than a day old.
    TooSoon,
    /// For this actor there is no such open invitation.
    Missing,
}

/// Sends the mail of an open invitation again.
pub async fn remind(store: &Store, actor: &Actor, id: InvitationId) -> Result<Reminded> {
    let Some((programme, created_at)) = reach(store, actor, id).await? else { return Ok(Reminded::Missing) };
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let addressee: Option<Addressee> = query_as(
        "UPDATE invitations SET mailed_at = $2, expires_at = $3 WHERE id = $1 AND email <> '' AND expires_at > $2 AND mailed_at <= $4
         RETURNING id, email, first_name, role, language, expires_at,
             (SELECT g.name FROM programmes g WHERE g.id = invitations.programme_id) AS programme_name",
    )
    .bind(id)
    .bind(now)
    .bind(end_of(now).min(end_of(created_at + LONGEST)))
    .bind(now - REMIND_AFTER)
    .fetch_optional(&mut tx)
    .await?;
    let Some(addressee) = addressee else { return Ok(Reminded::TooSoon) };
    addressee.mail(&mut tx, store).await?;
    let record = Record::new(Act::RemindInvitee, Target::Invitation(id), Some(programme));
    record.write(&mut tx, store, actor).await?;
    tx.commit().await?;
    Ok(Reminded::Sent)
}

/// Withdraws an open invitation and deletes what is known of the person. Returns false if there is none for this actor.
pub async fn withdraw(store: &Store, actor: &Actor, id: InvitationId) -> Result<bool> {
    let Some((programme, _)) = reach(store, actor, id).await? else { return Ok(false) };
    let mut tx = store.db.begin().await?;
    let withdrawn = query(
        "UPDATE invitations SET withdrawn_at = $2, email = '', first_name = '', last_name = '', birth_month = NULL,
             guardian_email = '', cohort_id = NULL, search_text = '' WHERE id = $1 AND email <> ''",
    )
    .bind(id)
    .bind(store.clock.now())
    .execute(&mut tx)
    .await?;
    if withdrawn == 0 {
        return Ok(false);
    }
    mail::forget(&mut tx, id).await?;
    let record = Record::new(Act::WithdrawInvitation, Target::Invitation(id), Some(programme));
    record.write(&mut tx, store, actor).await?;
    tx.commit().await?;
    Ok(true)
}

/// Returns the programme of an open invitation that the actor reaches, and since when it is open.
async fn reach(store: &Store, actor: &Actor, id: InvitationId) -> Result<Option<(ProgrammeId, DateTime<Utc>)>> {
    let found: Option<(ProgrammeId, DateTime<Utc>)> =
        query_as("SELECT programme_id, created_at FROM invitations WHERE id = $1 AND email <> '' AND expires_at > $2")
            .bind(id)
            .bind(store.clock.now())
            .fetch_optional(&store.db)
            .await?;
    Ok(found.filter(|(programme, _)| actor.reaches(Some(*programme))))
}
