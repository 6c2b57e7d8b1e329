//! What people may demand of their record by law: a copy, a correction, the erasure. The law gives one calendar month.

use std::collections::BTreeSet;

use chrono::{DateTime, Duration, Months, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::bus::{Event, Topic};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::people;
use crate::programmes::zone;
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Permission, Reached, grants};
use crate::{DataRequestId, PersonId, ProgrammeId, Result, Store};

mod answers;
mod erasures;
mod mail;

pub use answers::{CloseRefusal, Unanswered, close, extend, may_copy};
pub use erasures::{ERASE_AFTER, erase_requested};
pub(super) use erasures::{is_due_in, take_back_in};
use mail::Notice;

/// How long the answer may take.
const TIME: Months = Months::new(1);

/// How far back a request may have been received that staff enter.
const OLDEST: Months = Months::new(12);

/// Requests of one person in a day: each leads to a mail.
const MOST_A_DAY: i64 = 6;

/// Members of staff whose open pages follow.
const MOST_NOTIFIED: i64 = 500;

/// What is demanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = DataRequestKind)]
pub enum Kind {
    /// A copy of what is stored.
    Access,
    /// That something wrong is put right.
    Correction,
    /// That everything is erased.
    Erasure,
}

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = DataRequestOutcome)]
pub enum Outcome {
    /// Staff did what was demanded.
    Done,
    /// Staff did not, and wrote why.
    Declined,
    /// The person does not demand it any more.
    Withdrawn,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Access => "access",
            Self::Correction => "correction",
            Self::Erasure => "erasure",
        }
    }
}

impl Outcome {
    fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Declined => "declined",
            Self::Withdrawn => "withdrawn",
        }
    }
}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct DataRequest {
    /// Its id.
    pub id: DataRequestId,
    /// What is demanded.
    pub kind: Kind,
    /// In the words of the person.
    pub words: String,
    /// The day on which it was received.
    pub received_on: NaiveDate,
    /// The last day for the answer.
    pub due_on: NaiveDate,
    /// Why staff take two months more.
    pub extension: Option<String>,
    /// Whether staff entered it.
    pub is_entered: bool,
    /// How it ended; None while it is open.
    pub outcome: Option<Outcome>,
    /// What the person reads with the outcome.
    pub answer: String,
    /// When it was closed.
    pub closed_at: Option<DateTime<Utc>>,
    /// The name of the member of staff who closed it.
    pub closed_by: Option<String>,
    /// Who entered it; None for the person, the command line and staff who were erased.
    pub entered_by: Option<PersonId>,
}

/// A request to enter.
#[derive(Clone, Copy, Debug)]
pub struct NewRequest<'a> {
    /// What is demanded.
    pub kind: Kind,
    /// In the words of the person; only a copy needs none.
    pub words: &'a str,
    /// The day on which it came by post or phone; None for today.
    pub received_on: Option<NaiveDate>,
}

/// Why a request was not entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskRefusal {
    /// For this actor there is no such person.
    Unknown,
    /// One of the kind is open, or the account is about to be erased.
    Open,
    /// The day is in the future, or more than a year ago.
    Day,
    /// The person asked too often today.
    TooMany,
}

const SELECT: &str =
    "SELECT d.id, d.kind, d.words, d.received_on, d.due_on, d.extension, d.is_entered, d.entered_by, d.outcome,
        d.answer, d.closed_at, TRIM(p.first_name || ' ' || p.last_name) AS closed_by
     FROM data_requests d LEFT JOIN people p ON p.id = d.closed_by ";

/// Returns the requests of a person, the newest first, at most 50.
pub async fn of_person(store: &Store, person: PersonId) -> Result<Vec<DataRequest>> {
    query_as([SELECT, "WHERE d.person_id = $1 ORDER BY d.entered_at DESC, d.id DESC LIMIT 50"])
        .bind(person)
        .fetch_all(&store.db)
        .await
}

/// Enters a request of the actor, or of a person from whom it came by post or phone. The person gets a mail with the day of the answer.
pub async fn ask(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    new: NewRequest<'_>,
) -> Result<std::result::Result<DataRequestId, AskRefusal>> {
    let mut tx = store.db.begin().await?;
    people::lock(&mut tx, BTreeSet::from([person])).await?;
    let Some(Reached { programme }) = reach(&mut tx, actor, person).await? else { return Ok(Err(AskRefusal::Unknown)) };
    let now = store.clock.now();
    let today = today_in(&mut tx, now, person).await?;
    let received_on = new.received_on.filter(|_| actor.is_staff()).unwrap_or(today);
    if received_on > today || received_on < today - OLDEST {
        return Ok(Err(AskRefusal::Day));
    }
    let (is_open, count): (bool, i64) = query_as(
        "SELECT EXISTS (SELECT 1 FROM data_requests WHERE person_id = $1
                 AND ((kind = $2 AND closed_at IS NULL) OR (kind = 'erasure' AND outcome = 'done'))),
             (SELECT COUNT(*) FROM data_requests WHERE person_id = $1 AND is_entered = FALSE AND entered_at > $3)",
    )
    .bind(person)
    .bind(new.kind)
    .bind(now - Duration::days(1))
    .fetch_one(&mut tx)
    .await?;
    if is_open {
        return Ok(Err(AskRefusal::Open));
    }
    if !actor.is_staff() && count >= MOST_A_DAY {
        return Ok(Err(AskRefusal::TooMany));
    }
    let id: DataRequestId = store.clock.id();
    let due_on = received_on + TIME;
    query(
        "INSERT INTO data_requests (id, person_id, kind, words, received_on, due_on, is_entered, entered_by, entered_at, answer)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '')",
    )
    .bind(id)
    .bind(person)
    .bind(new.kind)
    .bind(new.words)
    .bind(received_on)
    .bind(due_on)
    .bind(actor.is_staff())
    .bind(actor.person().filter(|author| *author != person))
    .bind(now)
    .execute(&mut tx)
    .await?;
    Record::new(Act::EnterDataRequest, Target::Person(person), programme)
        .change(Value::Null, json!({"kind": new.kind, "received_on": received_on}))
        .write(&mut tx, store, actor)
        .await?;
    mail::send_in(&mut tx, store, person, new.kind, Notice::Received { received_on, due_on }).await?;
    tx.commit().await?;
    publish(store, person, programme, Vec::new()).await;
    Ok(Ok(id))
}

/// Finds a person whose requests the actor handles: their own, or those of another one who was not erased.
async fn reach(tx: &mut Tx, actor: &Actor, person: PersonId) -> Result<Option<Reached>> {
    if matches!(actor, Actor::Person(own) if *own != person) {
        return Ok(None);
    }
    let Some(reached) = actor.reach(&mut *tx, person).await? else { return Ok(None) };
    let is_person: bool = query_scalar(
        "SELECT EXISTS (SELECT 1 FROM people WHERE id = $1 AND email NOT LIKE '%.invalid' AND email NOT LIKE 'bot:%')",
    )
    .bind(person)
    .fetch_one(tx)
    .await?;
    Ok(is_person.then_some(reached))
}

/// The day in the programme of a person.
async fn today_in(tx: &mut Tx, now: DateTime<Utc>, person: PersonId) -> Result<NaiveDate> {
    let name: Option<(String,)> =
        query_as("SELECT g.time_zone FROM people p JOIN programmes g ON g.id = p.programme_id WHERE p.id = $1")
            .bind(person)
            .fetch_optional(tx)
            .await?;
    Ok(now.with_timezone(&name.map_or(chrono_tz::Tz::UTC, |(name,)| zone(&name))).date_naive())
}

/// Open pages of the person fetch their requests again, and those of staff what waits. A failure loses nothing: pages also fetch on their
/// own.
async fn publish(store: &Store, person: PersonId, programme: Option<ProgrammeId>, mut events: Vec<Event>) {
    events.push(Event::TopicsChanged { people: vec![person], topics: vec![Topic::Profile] });
    match grants::holders(&store.db, Permission::ManagePeople, programme, None, MOST_NOTIFIED).await {
        Ok(staff) => {
            let people = staff.into_iter().map(|one| one.id).collect();
            events.push(Event::TopicsChanged { people, topics: vec![Topic::Staff] });
        }
        Err(error) => tracing::warn!(%error, "cannot notify staff"),
    }
    store.bus.publish(events);
}
