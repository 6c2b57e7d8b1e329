//! Mails to people who lose contact because staff changed a rule, or the day from which facts bind: an hour later, unless contact came back.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;

use super::{Cleared, cleared_by_in};
use crate::accounts::clearance::{Clearance, FACT_COLUMNS, Facts, Missing};
use crate::db::{QueryBuilder, Tx, query, query_as, query_scalar};
use crate::outbox::{self, Job, Mail, NewJob, SHORT_LEASE};
use crate::programmes::Programme;
use crate::programmes::matching_rules::Rules;
use crate::{JobId, PersonId, ProgrammeId, Result, Store};

/// The kind of the jobs with [`Losses`].
const JOB: &str = "contact_losses";

/// The template of the mail.
const TEMPLATE: &str = "contact_paused";

/// How long a mistake can be taken back before people read of it.
const WAIT: Duration = Duration::hours(1);

/// People of one job.
const PEOPLE: usize = 200;

/// Who lost contact in a programme.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Losses {
    programme: ProgrammeId,
    /// None: all who lack a fact when the job is due.
    people: Option<Vec<PersonId>>,
}

/// Enqueues the mails that a change of the rules causes, in its transaction, which holds the lock of the programme. Who waits for one
/// keeps their time, and who lacks nothing any more gets none.
pub(crate) async fn follow_rules_in(tx: &mut Tx, store: &Store, programme: &Programme, after: &Rules) -> Result<()> {
    let Cleared { loses, regains, .. } = cleared_by_in(tx, store, programme, after).await?;
    let regains: BTreeSet<PersonId> = regains.into_iter().collect();
    let mut waiting = BTreeSet::new();
    for (id, losses) in waiting_in(tx, programme.id).await? {
        let Some(people) = losses.people else { continue };
        let left: Vec<PersonId> = people.into_iter().filter(|person| !regains.contains(person)).collect();
        waiting.extend(left.iter().copied());
        query("UPDATE outbox SET payload = $2 WHERE id = $1")
            .bind(id)
            .bind(Json(Losses { people: Some(left), ..losses }))
            .execute(&mut *tx)
            .await?;
    }
    let new: Vec<PersonId> = loses.into_iter().filter(|person| !waiting.contains(person)).collect();
    enqueue_in(tx, store, programme.id, &new, store.clock.now() + WAIT).await
}

/// Enqueues the mails for the day from which facts bind, unless they bind already and go on to.
pub(super) async fn follow_binding_in(
    tx: &mut Tx,
    store: &Store,
    programme: ProgrammeId,
    before: Option<DateTime<Utc>>,
    from: DateTime<Utc>,
) -> Result<()> {
    let now = store.clock.now();
    if before.is_some_and(|before| before <= now) && from <= now {
        return Ok(());
    }
    for (id, _) in waiting_in(tx, programme).await? {
        query("DELETE FROM outbox WHERE id = $1").bind(id).execute(&mut *tx).await?;
    }
    let job = NewJob::new(store, JOB, &Losses { programme, people: None })?;
    outbox::put_in(tx, &NewJob { due_at: from.max(now) + WAIT, ..job }).await
}

/// Writes to those whose hour is over, and returns the number of jobs.
pub async fn notify_due(store: &Store) -> Result<usize> {
    let send = |job| async move { send(store, &job).await };
    outbox::work_off(store, JOB, SHORT_LEASE, send).await
}

async fn send(store: &Store, job: &Job<Losses>) -> Result<()> {
    let mut tx = store.db.begin().await?;
    // Rules change under this lock.
    let programme: Option<Programme> =
        query_as("UPDATE programmes SET name = name WHERE id = $1 RETURNING id, key, name, time_zone, settings")
            .bind(job.payload.programme)
            .fetch_optional(&mut tx)
            .await?;
    // A change of the rules may have taken people out since the job was leased.
    let payload: Option<String> = query_scalar("DELETE FROM outbox WHERE id = $1 RETURNING CAST(payload AS TEXT)")
        .bind(job.id)
        .fetch_optional(&mut tx)
        .await?;
    if let (Some(programme), Some(payload)) = (programme, payload)
        && super::binds_in(&mut tx, store, programme.id).await?
    {
        let Losses { people, .. } = serde_json::from_str(&payload)?;
        let affected = lacking_in(&mut tx, store, &programme, people.as_deref()).await?;
        if people.is_none() && affected.len() > PEOPLE {
            // Few people hold the lock of the programme for a short time.
            let people: Vec<PersonId> = affected.into_iter().map(|(id, ..)| id).collect();
            enqueue_in(&mut tx, store, programme.id, &people, store.clock.now()).await?;
        } else {
            for (_, mail) in affected {
                outbox::put_in(&mut tx, &NewJob::mail(store, &mail)?).await?;
            }
        }
    }
    tx.commit().await
}

/// Returns the mails to people whose contact facts close, and nothing else: of those given, or of all.
async fn lacking_in(
    tx: &mut Tx,
    store: &Store,
    programme: &Programme,
    people: Option<&[PersonId]>,
) -> Result<Vec<(PersonId, Mail)>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        id: PersonId,
        email: String,
        language: String,
        display_name: String,
        #[sqlx(flatten)]
        facts: Facts,
    }
    if people.is_some_and(<[PersonId]>::is_empty) {
        return Ok(Vec::new());
    }
    let mut sql = QueryBuilder::new("SELECT id, email, language, display_name, ");
    sql.push(FACT_COLUMNS)
        .push(" FROM people WHERE programme_id = ")
        .push_bind(programme.id)
        .push(" AND is_disabled = FALSE AND role <> 'staff' AND email NOT LIKE '%.invalid' AND email NOT LIKE 'bot:%'");
    if let Some(people) = people {
        sql.push(" AND id IN (").push_list(people.iter().copied()).push(")");
    }
    sql.push(" ORDER BY id");
    let rows: Vec<Row> = sql.build_query_as().fetch_all(tx).await?;
    let clearance = Clearance::new(&programme.settings.matching, programme.tz(), store.clock.now());
    let mail = |Row { id, email: to, language, display_name, facts }: Row| {
        let missing = clearance.missing(&facts);
        let is_fact = |one: &Missing| matches!(one, Missing::Vetting | Missing::GuardianConsent | Missing::Age);
        if missing.is_empty() || !missing.iter().all(is_fact) {
            return None;
        }
        let says = |one| if missing.contains(&one) { "yes" } else { "no" };
        let values = [
            ("name", display_name.as_str()),
            ("programme", &programme.name),
            ("vetting", says(Missing::Vetting)),
            ("consent", says(Missing::GuardianConsent)),
            ("age", says(Missing::Age)),
        ];
        let values: BTreeMap<_, _> =
            values.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        Some((id, Mail { to, template: TEMPLATE.to_owned(), language, values }))
    };
    Ok(rows.into_iter().filter_map(mail).collect())
}

/// Returns the jobs of a programme that wait.
async fn waiting_in(tx: &mut Tx, programme: ProgrammeId) -> Result<Vec<(JobId, Losses)>> {
    let rows: Vec<(JobId, String)> = query_as(
        "SELECT id, CAST(payload AS TEXT) FROM outbox
         WHERE kind = $1 AND CAST(payload AS TEXT) LIKE $2 AND dead_reason IS NULL ORDER BY id",
    )
    .bind(JOB)
    .bind(format!("%{programme}%"))
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(|(id, payload)| Ok((id, serde_json::from_str(&payload)?))).collect()
}

async fn enqueue_in(
    tx: &mut Tx,
    store: &Store,
    programme: ProgrammeId,
    people: &[PersonId],
    due_at: DateTime<Utc>,
) -> Result<()> {
    for people in people.chunks(PEOPLE) {
        let job = NewJob::new(store, JOB, &Losses { programme, people: Some(people.to_vec()) })?;
        outbox::put_in(tx, &NewJob { due_at, ..job }).await?;
    }
    Ok(())
}
