//! Cases: reports, crisis alerts and what detection noticed, which staff list, resolve, reopen and read around. A case is a row of `alerts`; that of a
//! report refers to it. Everything that staff do with a case leaves a row in the audit log.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::types::Json;

use crate::attachments::Attachment;
use crate::bus::Event;
use crate::channels;
use crate::db::{Executor, Tx, query, query_scalar};
use crate::pending_cases;
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Permission, Staff, grants};
use crate::{AlertId, ChannelId, MessageId, PersonId, ReportId, Result, Store, alerts, people};

mod case_file;
mod figures;
mod history;
pub mod legal_holds;
mod list;
mod measures;
mod outcome;

pub use case_file::{CaseFile, FileRefusal, Involved, Known, involved, record_file};
pub use figures::{CaseMonth, Figures, KindCount, OutcomeCount, Pace, figures};
pub use history::{Happened, happened_after, history};
pub use list::{ListedCase, page};
pub use measures::{CaseMentorship, assign, assignees, lift_silence, mentorships};
pub use outcome::Outcome;

/// The most leads among whom the owner of a reopened case is looked for.
const MAX_HOLDERS: i64 = 100;

/// A case with what the list does not show.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Case {
    /// The row of the list.
    #[sqlx(flatten)]
    pub listed: ListedCase,
    /// The report; None for an alert about a message.
    pub report_id: Option<ReportId>,
    /// The channel.
    pub channel_id: ChannelId,
    /// The message; None for a report about a person.
    pub message_id: Option<MessageId>,
    /// The text of a reported message at the time of the report.
    pub message_body: Option<String>,
    /// The attachments of a reported message at the time of the report.
    pub attachments: Option<Json<Vec<Attachment>>>,
    /// Further details of a report.
    pub details: String,
    /// The resolution; kept when the case is reopened.
    pub resolution: Option<String>,
    /// Whether the report keeps its two people apart.
    pub is_silencing: bool,
    /// Until when the person whom it is about is suspended; None without a known end.
    pub suspended_until: Option<DateTime<Utc>>,
    /// Whether the person whom it is about is suspended.
    pub is_suspended: bool,
    /// About how many messages the person was warned in this channel in the last 30 days.
    pub warnings_shown: i64,
    /// How many of them were sent all the same.
    pub warnings_sent: i64,
}

impl Case {
    fn target(&self) -> Target {
        self.report_id.map_or(Target::Alert(self.listed.id), Target::Report)
    }
}

/// Returns a case that a member of staff may handle.
pub async fn by_id(store: &Store, staff: &Staff, case: AlertId) -> Result<Option<Case>> {
    list::CASES.find(store, &staff.scope, Some(staff.person), list::DETAILS, case.0).await
}

/// Resolves a case with its outcome and a note, which may be empty. Returns false if the member of staff has no such unresolved case.
pub async fn resolve(store: &Store, staff: &Staff, case: AlertId, outcome: Outcome, note: &str) -> Result<bool> {
    close(store, staff, case, Some((outcome, note))).await
}

/// Reopens a case and keeps the note. The outcome stays in what happened with the case. Returns false if the member of staff has no
/// such resolved case.
pub async fn reopen(store: &Store, staff: &Staff, case: AlertId) -> Result<bool> {
    close(store, staff, case, None).await
}

/// Resolves with an outcome, reopens without one.
async fn close(store: &Store, staff: &Staff, id: AlertId, closing: Option<(Outcome, &str)>) -> Result<bool> {
    let Some(case) = by_id(store, staff, id).await? else { return Ok(false) };
    let at = closing.map(|_| store.clock.now());
    let (outcome, note) = closing.unzip();
    let mut tx = store.db.begin().await?;
    if at.is_none() {
        // Their role may end at the same time.
        people::lock(&mut tx, case.listed.assigned_to_id.into_iter().collect()).await?;
    }
    // The first of several decisions at the same time holds.
    let update = match at {
        Some(_) => {
            "UPDATE alerts SET handled_at = $2, handled_by = $3, outcome = $4 WHERE id = $1 AND handled_at IS NULL"
        }
        None => {
            "UPDATE alerts SET handled_at = $2, handled_by = $3, outcome = $4 WHERE id = $1 AND handled_at IS NOT NULL"
        }
    };
    if query(update).bind(id).bind(at).bind(staff.person).bind(outcome).execute(&mut tx).await? == 0 {
        return Ok(false);
    }
    match case.report_id {
        Some(report) => {
            query(
                "UPDATE reports SET resolved_at = $2, resolved_by = $3, resolution = COALESCE($4, resolution)
                 WHERE id = $1",
            )
            .bind(report)
            .bind(at)
            .bind(staff.person)
            .bind(note)
            .execute(&mut tx)
            .await?
        }
        None => {
            query("UPDATE alerts SET resolution = COALESCE($2, resolution) WHERE id = $1")
                .bind(id)
                .bind(note)
                .execute(&mut tx)
                .await?
        }
    };
    if at.is_none() {
        wait_without_owner_in(&mut tx, store, &case).await?;
    }
    let (act, before) = match outcome {
        Some(_) => (Act::ResolveCase, None),
        None => (Act::ReopenCase, case.listed.outcome),
    };
    let values = |outcome: Option<Outcome>| outcome.map_or(Value::Null, |outcome| json!({"outcome": outcome}));
    row(act, &case).change(values(before), values(outcome)).write(&mut tx, store, &Actor::Staff(staff.clone())).await?;
    tx.commit().await?;
    pending_cases::publish_change(store, case.listed.programme_id).await;
    Ok(true)
}

/// Lets a reopened case wait for all, unless its owner may still handle it.
async fn wait_without_owner_in(tx: &mut Tx, store: &Store, case: &Case) -> Result<()> {
    let (id, programme) = (case.listed.id, case.listed.programme_id);
    let owner: Option<PersonId> =
        query_scalar("SELECT assigned_to FROM alerts WHERE id = $1").bind(id).fetch_one(&mut *tx).await?;
    if let Some(owner) = owner {
        let holders = grants::holders(&mut *tx, Permission::HandleCases, programme, None, MAX_HOLDERS).await?;
        if holders.iter().any(|one| one.id == owner) {
            return Ok(());
        }
        query("UPDATE alerts SET assigned_to = NULL WHERE id = $1").bind(id).execute(&mut *tx).await?;
    }
    alerts::wait_again_in(tx, &store.clock, id, None).await
}

/// Opens the direct channel between a member of staff and the person of an alert; creates it if there is none. Returns
/// None if the member of staff has no such alert, or the account was erased.
pub async fn open_channel(store: &Store, staff: &Staff, alert: AlertId) -> Result<Option<ChannelId>> {
    let Some(case) = by_id(store, staff, alert).await?.filter(|case| case.report_id.is_none()) else { return Ok(None) };
    let Some(person) = case.listed.about_id else { return Ok(None) };
    let mut tx = store.db.begin().await?;
    let opened = channels::open_direct_in(&mut tx, store, staff.person, person, case.listed.programme_id).await?;
    record(&mut tx, store, staff, Act::OpenChannel, &Case { channel_id: opened, ..case }, None).await?;
    tx.commit().await?;
    store.bus.publish(vec![Event::ChannelsChanged { people: vec![staff.person, person] }]);
    Ok(Some(opened))
}

/// Records that a member of staff reads what is private about a case. Call it before reading: without a row there is no access.
pub async fn record_reading(store: &Store, staff: &Staff, act: Act, case: &Case, reason: &str) -> Result<()> {
    record(&store.db, store, staff, act, case, Some(reason)).await
}

/// Writes the row of an act, in the transaction of the act.
async fn record(
    executor: impl Executor,
    store: &Store,
    staff: &Staff,
    act: Act,
    case: &Case,
    reason: Option<&str>,
) -> Result<()> {
    let record = match reason {
        Some(reason) => row(act, case).reason(reason),
        None => row(act, case),
    };
    record.write(executor, store, &Actor::Staff(staff.clone())).await
}

/// The row of an act, to which a reason and what changed are added.
fn row<'a>(act: Act, case: &Case) -> Record<'a> {
    Record::new(act, case.target(), case.listed.programme_id).channel(case.channel_id)
}
