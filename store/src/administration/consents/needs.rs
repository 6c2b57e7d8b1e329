//! Whether a guardian has to agree, and whether an address can be theirs.

use chrono::{DateTime, Utc};
use sqlx::types::Json;

use super::RequestRefusal;
use crate::accounts::applications::State as Application;
use crate::accounts::clearance::age_in;
use crate::db::{Tx, query_as, query_scalar};
use crate::people::mailbox_of;
use crate::programmes::Settings;
use crate::role::Role;
use crate::{PersonId, ProgrammeId, Result, Store};

/// What the answer depends on.
#[derive(sqlx::FromRow)]
struct Mentee {
    role: Role,
    is_disabled: bool,
    guardian_consent_at: Option<DateTime<Utc>>,
    programme_id: ProgrammeId,
    settings: Json<Settings>,
    application: Option<Application>,
}

/// Returns why the guardian with this address has not to agree for a person; None if they have.
pub(super) async fn refusal_in(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    email: &str,
) -> Result<Option<RequestRefusal>> {
    let mentee: Option<Mentee> = query_as(
        "SELECT p.role, p.is_disabled, p.guardian_consent_at, p.programme_id, g.settings,
             (SELECT a.state FROM applications a WHERE a.person_id = p.id) AS application
         FROM people p JOIN programmes g ON g.id = p.programme_id WHERE p.id = $1",
    )
    .bind(person)
    .fetch_optional(&mut *tx)
    .await?;
    let Some(mentee) = mentee else { return Ok(Some(RequestRefusal::NotNeeded)) };
    let age = age_in(tx, store, person).await?;
    let has_left =
        mentee.is_disabled || matches!(mentee.application, Some(Application::Declined | Application::Withdrawn));
    if has_left || !mentee.settings.matching.asks_for_guardian_consent(mentee.role, age) {
        return Ok(Some(RequestRefusal::NotNeeded));
    }
    if mentee.guardian_consent_at.is_some() {
        return Ok(Some(RequestRefusal::Given));
    }
    let is_of_member = is_of_member(tx, mentee.programme_id, email).await?;
    Ok(is_of_member.then_some(RequestRefusal::OfMember))
}

/// Whether a mailbox is that of someone of the programme, or of staff of the installation.
async fn is_of_member(tx: &mut Tx, programme: ProgrammeId, email: &str) -> Result<bool> {
    let mailbox = mailbox_of(email);
    // Google's two domains lead to one mailbox.
    let domains = match mailbox.rsplit_once('@') {
        Some((_, "gmail.com")) => ["%@gmail.com", "%@googlemail.com"].map(str::to_owned),
        Some((_, domain)) => [format!("%@{domain}"), format!("%@{domain}")],
        None => return Ok(false),
    };
    let [first, second] = domains;
    let known: Vec<String> = query_scalar(
        "SELECT email FROM people WHERE (programme_id = $1 OR programme_id IS NULL) AND (email LIKE $2 OR email LIKE $3)",
    )
    .bind(programme)
    .bind(first)
    .bind(second)
    .fetch_all(tx)
    .await?;
    Ok(known.iter().any(|known| mailbox_of(known) == mailbox))
}
