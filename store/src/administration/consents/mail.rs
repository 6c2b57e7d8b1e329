//! The mails about a request to a guardian.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::db::{Tx, query, query_as, query_scalar};
use crate::hmac_token::{self, Purpose};
use crate::invitations::last_day;
use crate::outbox::{self, Mail, NewJob};
use crate::staff::Permission;
use crate::staff::grants::{Recipient, holders};
use crate::{ConsentRequestId, PersonId, ProgrammeId, Result, Store};

/// Staff who get a mail about a refusal.
const MAX_RECIPIENTS: i64 = 50;

/// Enqueues the mail that asks.
pub(super) async fn request_in(tx: &mut Tx, store: &Store, id: ConsentRequestId) -> Result<()> {
    guardian_in(tx, store, id, "consent_request", Some(Purpose::Consent)).await
}

/// Enqueues a mail to the guardian of a request, with a link for a purpose.
pub(super) async fn guardian_in(
    tx: &mut Tx,
    store: &Store,
    id: ConsentRequestId,
    template: &str,
    link: Option<Purpose>,
) -> Result<()> {
    let (to, language, expires_at, name, programme): (String, String, DateTime<Utc>, String, String) = query_as(
        "SELECT c.email, c.language, c.expires_at, p.first_name, g.name FROM consent_requests c
         JOIN people p ON p.id = c.person_id JOIN programmes g ON g.id = p.programme_id WHERE c.id = $1",
    )
    .bind(id)
    .fetch_one(&mut *tx)
    .await?;
    let mut values = BTreeMap::from([
        ("name".to_owned(), name),
        ("programme".to_owned(), programme),
        ("day".to_owned(), last_day(expires_at).to_string()),
        // By which `forget_in` finds it.
        ("request".to_owned(), format!("{}.", id.0.simple())),
    ]);
    values.extend(link.map(|purpose| ("token".to_owned(), token(store, purpose, id))));
    outbox::put_in(tx, &NewJob::mail(store, &Mail { to, template: template.to_owned(), language, values })?).await
}

fn token(store: &Store, purpose: Purpose, id: ConsentRequestId) -> String {
    let id = id.0.simple().to_string();
    let signature = hmac_token::sign(store, purpose, &id);
    format!("{id}.{signature}")
}

/// Tells those who manage the people of a programme that a guardian does not agree, without a name.
pub(super) async fn staff_in(
    tx: &mut Tx,
    store: &Store,
    programme: Option<ProgrammeId>,
    person: PersonId,
) -> Result<()> {
    let Some(id) = programme else { return Ok(()) };
    let name: String = query_scalar("SELECT name FROM programmes WHERE id = $1").bind(id).fetch_one(&mut *tx).await?;
    for Recipient { email: to, language, .. } in
        holders(&mut *tx, Permission::ManagePeople, programme, None, MAX_RECIPIENTS).await?
    {
        let values = [("programme", name.clone()), ("person", person.to_string())];
        let values = values.map(|(key, value)| (key.to_owned(), value)).into();
        let mail = Mail { to, template: "staff_consent_refused".to_owned(), language, values };
        outbox::put_in(tx, &NewJob::mail(store, &mail)?).await?;
    }
    Ok(())
}

/// Deletes the mails of a request that are not sent.
pub(super) async fn forget_in(tx: &mut Tx, id: ConsentRequestId) -> Result<()> {
    query("DELETE FROM outbox WHERE kind = $1 AND CAST(payload AS TEXT) LIKE $2")
        .bind(outbox::MAIL)
        .bind(format!("%\"{}.%", id.0.simple()))
        .execute(tx)
        .await?;
    Ok(())
}

/// Ends what is open about a person, and deletes the mails to their guardians that are not sent.
pub(in crate::administration) async fn forget_mails_of(store: &Store, person: PersonId) -> Result<()> {
    let mut tx = store.db.begin().await?;
    let ids: Vec<ConsentRequestId> = query_scalar(
        "UPDATE consent_requests SET state = CASE WHEN state = 'open' THEN 'ended' ELSE state END
         WHERE person_id = $1 RETURNING id",
    )
    .bind(person)
    .fetch_all(&mut tx)
    .await?;
    for id in ids {
        forget_in(&mut tx, id).await?;
    }
    tx.commit().await
}
