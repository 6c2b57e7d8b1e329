//! What staff do about the people of a case: let them have contact again, hand the case over.

use serde_json::json;

use crate::bus::Event;
use crate::db::{Executor, query, query_as};
use crate::pending_cases;
use crate::people;
use crate::staff::audit::{Act, Record};
use crate::staff::grants::{self, Recipient};
use crate::staff::{Actor, Permission, Staff};
use crate::{AlertId, MentorshipId, PersonId, Result, Store, contact};

use super::{Case, by_id, record};

/// The most people to whom a case can be handed over.
const MAX_ASSIGNEES: i64 = 100;

/// A mentorship of the people of a case.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct CaseMentorship {
    /// Its id.
    pub id: MentorshipId,
    /// The first names of its members.
    pub members: String,
}

/// Returns the mentorships that go on between reporter and reported person, or those of the person of an alert.
pub async fn mentorships(store: &Store, case: &Case) -> Result<Vec<CaseMentorship>> {
    let Some(about) = case.listed.about_id else { return Ok(Vec::new()) };
    query_as(
        "SELECT s.id, (SELECT string_agg(p.first_name, ', ') FROM mentorship_members n JOIN people p ON p.id = n.person_id
                WHERE n.mentorship_id = s.id AND n.left_at IS NULL) AS members
         FROM mentorships s JOIN mentorship_members m ON m.mentorship_id = s.id
         WHERE m.person_id = $1 AND m.left_at IS NULL AND s.ended_at IS NULL
             AND ($2 IS NULL OR EXISTS (SELECT 1 FROM mentorship_members o
                 WHERE o.mentorship_id = s.id AND o.person_id = $2 AND o.left_at IS NULL))
         ORDER BY s.started_at, s.id",
    )
    .bind(about)
    .bind(case.listed.reporter_id)
    .fetch_all(&store.db)
    .await
}

/// Lifts the silence of a report: unless another one keeps the two apart, they reach each other again. Returns false if the member of
/// staff has no such report, or it has no silence.
pub async fn lift_silence(store: &Store, staff: &Staff, id: AlertId) -> Result<bool> {
    let Some(case) = by_id(store, staff, id).await? else { return Ok(false) };
    let (Some(report), Some(reporter), Some(about)) = (case.report_id, case.listed.reporter_id, case.listed.about_id)
    else {
        return Ok(false);
    };
    let mut tx = store.db.begin().await?;
    people::lock(&mut tx, [reporter, about].into()).await?;
    let lifted = query(
        "UPDATE reports SET silence_lifted_at = $2
         WHERE id = $1 AND silenced_at IS NOT NULL AND silence_lifted_at IS NULL",
    )
    .bind(report)
    .bind(store.clock.now())
    .execute(&mut tx)
    .await?;
    if lifted == 0 {
        return Ok(false);
    }
    record(&mut tx, store, staff, Act::LiftSilence, &case, None).await?;
    let events = contact::follow_in(&mut tx, store, reporter, Some(about)).await?;
    tx.commit().await?;
    store.bus.publish(events);
    pending_cases::publish_change(store, case.listed.programme_id).await;
    Ok(true)
}

/// Returns who may work on a case: staff who handle cases of its programme, without the person whom it is about.
pub async fn assignees(store: &Store, case: &Case) -> Result<Vec<PersonId>> {
    assignees_in(&store.db, case).await
}

async fn assignees_in(executor: impl Executor, case: &Case) -> Result<Vec<PersonId>> {
    let (programme, about) = (case.listed.programme_id, case.listed.about_id);
    let holders = grants::holders(executor, Permission::HandleCases, programme, about, MAX_ASSIGNEES).await?;
    Ok(holders.into_iter().map(|Recipient { id, .. }| id).collect())
}

/// Hands a case over to a member of staff, or takes it. Returns false if the member of staff has no such case, or the other one may not
/// handle it.
pub async fn assign(store: &Store, staff: &Staff, id: AlertId, to: PersonId) -> Result<bool> {
    let Some(case) = by_id(store, staff, id).await? else { return Ok(false) };
    let mut tx = store.db.begin().await?;
    // Their role may end meanwhile: who loses it hands over all that they have by then.
    people::lock(&mut tx, [to].into()).await?;
    if !assignees_in(&mut tx, &case).await?.contains(&to) {
        return Ok(false);
    }
    let assigned =
        query("UPDATE alerts SET assigned_to = $2 WHERE id = $1 AND (assigned_to IS NULL OR assigned_to <> $2)")
            .bind(id)
            .bind(to)
            .execute(&mut tx)
            .await?;
    if assigned == 0 {
        return Ok(true);
    }
    Record::new(Act::AssignCase, case.target(), case.listed.programme_id)
        .channel(case.channel_id)
        .change(json!({"assignedTo": case.listed.assigned_to_id}), json!({"assignedTo": to}))
        .write(&mut tx, store, &Actor::Staff(staff.clone()))
        .await?;
    tx.commit().await?;
    store.bus.publish(vec![Event::TopicsChanged { people: vec![to], topics: vec![crate::bus::Topic::Staff] }]);
    pending_cases::publish_change(store, case.listed.programme_id).await;
    Ok(true)
}
