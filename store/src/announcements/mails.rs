//! The mails of an announcement. One that quiet hours hold up is decided and written at their end: it has the text of that time, and is not
//! sent if the person has read the announcement or left meanwhile.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::check::language_for;
use super::{State, Text, Texts, lock};
use crate::content::Language;
use crate::db::{Tx, query, query_as};
use crate::notification_settings::QuietColumns;
use crate::outbox::{self, Job, Mail, NewJob};
use crate::role::MEMBER;
use crate::{AnnouncementId, JobId, PersonId, Result, Store, content};

/// The kind of outbox jobs with a [`HeldUp`].
const KIND: &str = "announcement_mails";

/// The template of the mail.
const TEMPLATE: &str = "announcement";

/// A job in the outbox: a mail to write at the end of quiet hours.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct HeldUp {
    announcement: AnnouncementId,
    person: PersonId,
}

/// Who is to be notified.
#[derive(sqlx::FromRow)]
pub(super) struct Recipient {
    pub(super) person_id: PersonId,
    email: String,
    first_name: String,
    language: String,
    pub(super) wants_mails: bool,
    #[sqlx(flatten)]
    quiet: QuietColumns,
}

/// Selects whom an announcement ($1) reached and who has not read it, in pieces; more conditions can follow. Who has left the programme since
/// is not among them.
pub(super) const RECIPIENTS: [&str; 2] = [
    "SELECT r.person_id, p.email, p.first_name, p.language, COALESCE(n.reminder_mails, TRUE) AS wants_mails,
         n.time_zone, n.quiet_from, n.quiet_until
     FROM announcement_recipients r JOIN announcements a ON a.id = r.announcement_id
     JOIN people p ON p.id = r.person_id AND p.programme_id = a.programme_id
     LEFT JOIN notification_settings n ON n.person_id = r.person_id
     WHERE r.announcement_id = $1 AND r.read_at IS NULL AND ",
    MEMBER,
];

/// Enqueues the mail to a person, or its writing at the end of their quiet hours.
pub(super) async fn put(
    tx: &mut Tx,
    store: &Store,
    id: AnnouncementId,
    to: Recipient,
    texts: &Texts,
    languages: &[Language],
) -> Result<()> {
    if let Some(due_at) = to.quiet.end_at(store.clock.now()) {
        let held_up = HeldUp { announcement: id, person: to.person_id };
        return outbox::put_in(tx, &NewJob { due_at, ..NewJob::new(store, KIND, &held_up)? }).await;
    }
    let Some(text) = text_for(texts, &to.language, languages) else { return Ok(()) };
    let values = BTreeMap::from([
        ("name".to_owned(), to.first_name),
        ("title".to_owned(), text.title.clone()),
        ("text".to_owned(), plain(&text.body)),
        ("announcement".to_owned(), id.to_string()),
    ]);
    let mail = Mail { to: to.email, template: TEMPLATE.to_owned(), language: to.language, values };
    outbox::put_in(tx, &NewJob::mail(store, &mail)?).await
}

/// Writes the mails whose quiet hours are over, and returns the number of jobs that were worked off.
pub(super) async fn write_due(store: &Store) -> Result<usize> {
    outbox::work_off(store, KIND, outbox::SHORT_LEASE, |job| async move { write(store, &job).await }).await
}

async fn write(store: &Store, job: &Job<HeldUp>) -> Result<()> {
    let HeldUp { announcement: id, person } = job.payload;
    let languages = content::catalogue(store).await?;
    let mut tx = store.db.begin().await?;
    let row = lock(&mut tx, id).await?.filter(|row| row.state == State::Sent);
    // Another worker may have been faster after the end of the lease.
    let is_ours = query("DELETE FROM outbox WHERE id = $1 AND attempts = $2")
        .bind(job.id)
        .bind(job.attempt)
        .execute(&mut tx)
        .await?
        > 0;
    if let Some(row) = row.filter(|_| is_ours) {
        let [select, member] = RECIPIENTS;
        let to: Option<Recipient> =
            query_as([select, member, " AND r.person_id = $2"]).bind(id).bind(person).fetch_optional(&mut tx).await?;
        if let Some(to) = to.filter(|to| to.wants_mails) {
            put(&mut tx, store, id, to, &row.texts, &languages.languages).await?;
        }
    }
    tx.commit().await
}

/// Gives the mails that wait in the outbox, such as after a failure, the texts of a correction.
pub(super) async fn rewrite(tx: &mut Tx, id: AnnouncementId, texts: &Texts, languages: &[Language]) -> Result<()> {
    for (job, mut mail) in waiting(tx, id).await? {
        let Some(text) = text_for(texts, &mail.language, languages) else { continue };
        mail.values.insert("title".to_owned(), text.title.clone());
        mail.values.insert("text".to_owned(), plain(&text.body));
        query("UPDATE outbox SET payload = $2 WHERE id = $1")
            .bind(job)
            .bind(sqlx::types::Json(serde_json::to_value(&mail)?))
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

/// A text without the marks of bold words: mails have no formats.
fn plain(text: &str) -> String {
    text.replace("**", "")
}

/// Deletes the mails that wait in the outbox.
pub(super) async fn withdraw(tx: &mut Tx, id: AnnouncementId) -> Result<()> {
    for (job, _) in waiting(tx, id).await? {
        query("DELETE FROM outbox WHERE id = $1").bind(job).execute(&mut *tx).await?;
    }
    Ok(())
}

async fn waiting(tx: &mut Tx, id: AnnouncementId) -> Result<Vec<(JobId, Mail)>> {
    let jobs: Vec<(JobId, String)> = query_as(
        "SELECT id, CAST(payload AS TEXT) FROM outbox WHERE kind = $1 AND CAST(payload AS TEXT) LIKE $2 ORDER BY id",
    )
    .bind(outbox::MAIL)
    .bind(format!("%{id}%"))
    .fetch_all(tx)
    .await?;
    let mails = jobs.into_iter().filter_map(|(job, payload)| Some((job, serde_json::from_str(&payload).ok()?)));
    // Another mail may name it in its text.
    let is_its = |mail: &Mail| mail.template == TEMPLATE && mail.values.get("announcement") == Some(&id.to_string());
    Ok(mails.filter(|(_, mail)| is_its(mail)).collect())
}

fn text_for<'t>(texts: &'t Texts, wanted: &str, languages: &[Language]) -> Option<&'t Text> {
    texts.get(&language_for(texts, wanted, languages)?)
}
