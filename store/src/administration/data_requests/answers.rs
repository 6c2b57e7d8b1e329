//! How staff answer a request: done, declined, extended; and who may.

use std::collections::BTreeSet;

use chrono::Months;
use serde_json::json;

use super::erasures::ERASE_AFTER;
use super::mail::{self, Notice};
use super::{DataRequest, Kind, Outcome, SELECT, publish, reach, today_in};
use crate::administration::corrections::is_administrator_of;
use crate::administration::{is_last_administrator_in, lock_account, set_disabled_in};
use crate::bus::Event;
use crate::db::{Tx, query, query_as, query_scalar};
use crate::people;
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Reached};
use crate::{DataRequestId, LoginSessionId, PersonId, Result, Store, login_sessions};

/// How long the answer may take in all, once staff say why.
const LONGEST: Months = Months::new(3);

/// Why someone else makes the copy or agrees to the erasure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// The person is staff, and the actor no administrator.
    OnlyAdministrators,
    /// The actor entered the request: alone they could read or erase everything.
    EnteredBySelf,
}

/// Why a request stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CloseRefusal {
    /// For this actor there is no such request.
    Unknown,
    /// It was closed before. Holds how.
    Closed(Box<DataRequest>),
    /// It was extended before, or its time is over.
    NotExtendable,
    /// The erasure would leave none of the staff who could give roles for the installation.
    LastAdministrator,
    /// See [`Unanswered`].
    Unanswered(Unanswered),
}

/// Closes a request; `answer` is what the person reads. A person closes their own only by withdrawing it. What was demanded is done before,
/// by its own act; only an erasure follows: the account is closed now, and erased a day later unless staff open it again.
pub async fn close(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    id: DataRequestId,
    outcome: Outcome,
    answer: &str,
) -> Result<std::result::Result<(), CloseRefusal>> {
    let mut tx = store.db.begin().await?;
    lock_account(&mut tx, person).await?;
    let Some(Reached { programme }) = reach(&mut tx, actor, person).await? else {
        return Ok(Err(CloseRefusal::Unknown));
    };
    if !actor.is_staff() && outcome != Outcome::Withdrawn {
        return Ok(Err(CloseRefusal::Unknown));
    }
    let request = match open_in(&mut tx, person, id).await? {
        Ok(request) => request,
        Err(refusal) => return Ok(Err(refusal)),
    };
    if request.kind == Kind::Erasure
        && outcome == Outcome::Done
        && let Some(refusal) = unanswered_in(&mut tx, actor, person, &request).await?
    {
        return Ok(Err(CloseRefusal::Unanswered(refusal)));
    }
    let erases = request.kind == Kind::Erasure && outcome == Outcome::Done;
    if erases && is_last_administrator_in(&mut tx, person).await? {
        return Ok(Err(CloseRefusal::LastAdministrator));
    }
    let now = store.clock.now();
    query("UPDATE data_requests SET outcome = $2, answer = $3, closed_at = $4, closed_by = $5 WHERE id = $1")
        .bind(id)
        .bind(outcome)
        .bind(answer)
        .bind(now)
        .bind(actor.person().filter(|closer| *closer != person))
        .execute(&mut tx)
        .await?;
    Record::new(Act::CloseDataRequest, Target::Person(person), programme)
        .change(json!({"kind": request.kind}), json!({"kind": request.kind, "outcome": outcome}))
        .write(&mut tx, store, actor)
        .await?;
    let (mut ended, mut events): (Vec<LoginSessionId>, Vec<Event>) = (Vec::new(), Vec::new());
    if erases {
        let erase_on = today_in(&mut tx, now + ERASE_AFTER, person).await?;
        mail::send_in(&mut tx, store, person, request.kind, Notice::Erasing { erase_on }).await?;
        (ended, events) = set_disabled_in(&mut tx, store, actor, person, programme, true, None).await?;
    } else if actor.is_staff() {
        let notice = Notice::Closed { outcome: outcome.name(), answer, received_on: request.received_on };
        mail::send_in(&mut tx, store, person, request.kind, notice).await?;
    }
    tx.commit().await?;
    publish(store, person, programme, events).await;
    login_sessions::publish_ended(store, person, ended);
    Ok(Ok(()))
}

/// Takes two months more for the answer, once, while the first month goes on; the person reads why.
pub async fn extend(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    id: DataRequestId,
    reason: &str,
) -> Result<std::result::Result<(), CloseRefusal>> {
    let mut tx = store.db.begin().await?;
    people::lock(&mut tx, BTreeSet::from([person])).await?;
    let Some(Reached { programme }) = reach(&mut tx, actor, person).await? else {
        return Ok(Err(CloseRefusal::Unknown));
    };
    if !actor.is_staff() {
        return Ok(Err(CloseRefusal::Unknown));
    }
    let request = match open_in(&mut tx, person, id).await? {
        Ok(request) => request,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let today = today_in(&mut tx, store.clock.now(), person).await?;
    if request.extension.is_some() || today > request.due_on {
        return Ok(Err(CloseRefusal::NotExtendable));
    }
    let due_on = request.received_on + LONGEST;
    query("UPDATE data_requests SET extension = $2, due_on = $3 WHERE id = $1")
        .bind(id)
        .bind(reason)
        .bind(due_on)
        .execute(&mut tx)
        .await?;
    Record::new(Act::ExtendDataRequest, Target::Person(person), programme)
        .change(json!({"due_on": request.due_on}), json!({"due_on": due_on}))
        .write(&mut tx, store, actor)
        .await?;
    mail::send_in(&mut tx, store, person, request.kind, Notice::Extended { due_on, reason }).await?;
    tx.commit().await?;
    publish(store, person, programme, Vec::new()).await;
    Ok(Ok(()))
}

/// Whether the actor may make the copy that the person demands. None if no request for one is open.
pub async fn may_copy(
    store: &Store,
    asking: &Actor,
    person: PersonId,
) -> Result<Option<std::result::Result<(), Unanswered>>> {
    let mut tx = store.db.begin().await?;
    if reach(&mut tx, asking, person).await?.is_none() {
        return Ok(None);
    }
    let open: Option<DataRequest> =
        query_as([SELECT, "WHERE d.person_id = $1 AND d.kind = 'access' AND d.closed_at IS NULL"])
            .bind(person)
            .fetch_optional(&mut tx)
            .await?;
    let Some(request) = open else { return Ok(None) };
    Ok(Some(unanswered_in(&mut tx, asking, person, &request).await?.map_or(Ok(()), Err)))
}

/// Returns why the actor does not do what a request demands that discloses or erases everything.
async fn unanswered_in(
    tx: &mut Tx,
    actor: &Actor,
    person: PersonId,
    request: &DataRequest,
) -> Result<Option<Unanswered>> {
    if actor.person().is_some() && actor.person() == request.entered_by {
        return Ok(Some(Unanswered::EnteredBySelf));
    }
    let is_staff: bool = query_scalar("SELECT EXISTS (SELECT 1 FROM people WHERE id = $1 AND role = 'staff')")
        .bind(person)
        .fetch_one(&mut *tx)
        .await?;
    let is_answered = !is_staff || is_administrator_of(tx, actor, person).await?;
    Ok((!is_answered).then_some(Unanswered::OnlyAdministrators))
}

/// Returns a request of a person that is open.
async fn open_in(
    tx: &mut Tx,
    person: PersonId,
    id: DataRequestId,
) -> Result<std::result::Result<DataRequest, CloseRefusal>> {
    let found: Option<DataRequest> =
        query_as([SELECT, "WHERE d.id = $1 AND d.person_id = $2"]).bind(id).bind(person).fetch_optional(tx).await?;
    Ok(match found {
        None => Err(CloseRefusal::Unknown),
        Some(request) if request.closed_at.is_some() => Err(CloseRefusal::Closed(Box::new(request))),
        Some(request) => Ok(request),
    })
}
