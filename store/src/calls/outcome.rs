//! What became of a call, recorded in the message that invited to it. Lists, cards and notifications read it there.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde_json::{Map, Value};

use super::{Call, invitation_name};
use crate::channels::Kind;
use crate::db::{Tx, query, query_as, query_scalar};
use crate::messages::{Message, NEXT_CHANGE, SELECT_MESSAGE, is_invitation};
use crate::{CallId, PersonId, Result};

/// The time of a tab in a call.
#[derive(Clone, Debug, sqlx::FromRow)]
struct Stay {
    peer: String,
    person_id: Option<PersonId>,
    joined_at: DateTime<Utc>,
    left_at: Option<DateTime<Utc>>,
}

/// Returns the text of the invitation to a call.
pub fn invitation_text(call: &Call) -> String {
    serde_json::json!({ "room": call.room, "call": call.id }).to_string()
}

/// Records the end of a call in its invitation, and returns the changed message. A call without an invitation, or one in
/// which an invited person was alone, changes nothing.
pub(super) async fn record(tx: &mut Tx, call: &Call, ended_at: DateTime<Utc>) -> Result<Option<Arc<Message>>> {
    let stays: Vec<Stay> =
        query_as("SELECT peer, person_id, joined_at, left_at FROM call_participants WHERE call_id = $1")
            .bind(call.id)
            .fetch_all(&mut *tx)
            .await?;
    let seconds = seconds_together(&stays, ended_at);
    if seconds.is_none() && !call.has_rung() {
        return Ok(None);
    }
    // Taking a number locks the channel and must lead to a change.
    if invitation(tx, call).await?.is_none_or(|message| !is_invitation(&message.body)) {
        return Ok(None);
    }
    let Some(number): Option<i64> = query_scalar(NEXT_CHANGE).bind(call.channel_id).fetch_optional(&mut *tx).await?
    else {
        return Ok(None);
    };
    let Some(before) = invitation(tx, call).await? else { return Ok(None) };
    let has_declined = call.kind == Kind::Direct && seconds.is_none() && is_declined(tx, call.id).await?;
    let body = with_outcome(&before.body, seconds, has_declined);
    query("UPDATE messages SET body = $3, changed = $4 WHERE channel_id = $1 AND seq = $2")
        .bind(call.channel_id)
        .bind(before.seq)
        .bind(&body)
        .bind(number)
        .execute(tx)
        .await?;
    Ok(Some(Arc::new(Message { body, changed: number, ..before })))
}

/// Returns the message that invited to a call.
async fn invitation(tx: &mut Tx, call: &Call) -> Result<Option<Message>> {
    query_as([
        SELECT_MESSAGE,
        "FROM messages x WHERE x.channel_id = $1 AND x.temp_id = $2
             AND x.sender_id = (SELECT started_by FROM calls WHERE id = $3)",
    ])
    .bind(call.channel_id)
    .bind(invitation_name(call.invited_by))
    .bind(call.invited_by)
    .fetch_optional(tx)
    .await
}

async fn is_declined(tx: &mut Tx, call: CallId) -> Result<bool> {
    let declined: i64 = query_scalar("SELECT COUNT(*) FROM call_answers WHERE call_id = $1 AND accepted = FALSE")
        .bind(call)
        .fetch_one(tx)
        .await?;
    Ok(declined > 0)
}

/// Returns the time from the moment at which two people were in the call to its end; None if nobody joined the first.
fn seconds_together(stays: &[Stay], ended_at: DateTime<Utc>) -> Option<i64> {
    let mut first_joined: BTreeMap<String, DateTime<Utc>> = BTreeMap::new();
    for stay in stays {
        // Guests without an account count individually.
        let who = stay.person_id.map_or_else(|| format!("guest {}", stay.peer), |person| person.to_string());
        let joined = first_joined.entry(who).or_insert(stay.joined_at);
        *joined = (*joined).min(stay.joined_at);
    }
    let mut joined: Vec<_> = first_joined.into_values().collect();
    joined.sort_unstable();
    let from = *joined.get(1)?;
    let to = stays.iter().map(|stay| stay.left_at.unwrap_or(ended_at)).max().unwrap_or(ended_at);
    Some((to - from).num_seconds().max(0))
}

/// Adds the outcome to the text of an invitation. Several calls by the same invitation add their times.
fn with_outcome(body: &str, seconds: Option<i64>, has_declined: bool) -> String {
    let mut fields: Map<String, Value> = serde_json::from_str(body).unwrap_or_default();
    let before = fields.get("seconds").and_then(Value::as_i64);
    let outcome = match (seconds.or(before), has_declined) {
        (Some(_), _) => "ended",
        (None, true) => "declined",
        (None, false) => "missed",
    };
    fields.insert("outcome".to_owned(), outcome.into());
    if let Some(seconds) = seconds {
        fields.insert("seconds".to_owned(), before.unwrap_or(0).saturating_add(seconds).into());
    }
    Value::Object(fields).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::Duration;
    use sqlx::types::Uuid;

    fn at(second: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + Duration::seconds(second)
    }

    fn stay(person: Option<u128>, peer: &str, joined: i64, left: Option<i64>) -> Stay {
        let person_id = person.map(|number| Uuid::from_u128(number).into());
        Stay { peer: peer.to_owned(), person_id, joined_at: at(joined), left_at: left.map(at) }
    }

    #[test]
    fn duration_begins_with_the_second_person() {
        let maya = [stay(Some(1), "a", 0, Some(50)), stay(Some(1), "b", 40, Some(90))];
        assert_eq!(seconds_together(&[], at(9)), None);
        assert_eq!(seconds_together(&maya, at(100)), None, "two tabs of one person");
        let both = [maya.to_vec(), vec![stay(Some(2), "c", 30, Some(70))]].concat();
        assert_eq!(seconds_together(&both, at(1000)), Some(60), "to the moment at which the last one left");
        let guests = [stay(None, "a", 0, None), stay(None, "b", 10, Some(20))];
        assert_eq!(seconds_together(&guests, at(100)), Some(90));
    }

    #[test]
    fn outcome_keeps_room_and_adds_times() {
        let fields = |body: &str| serde_json::from_str::<Value>(body).unwrap();
        let missed = with_outcome(r#"{"room":"r","call":"c"}"#, None, false);
        assert_eq!(fields(&missed), serde_json::json!({"room": "r", "call": "c", "outcome": "missed"}));
        assert_eq!(fields(&with_outcome(&missed, None, true))["outcome"], "declined");
        let ended = with_outcome(&missed, Some(60), false);
        assert_eq!(fields(&ended), serde_json::json!({"room": "r", "call": "c", "outcome": "ended", "seconds": 60}));
        let again = fields(&with_outcome(&ended, Some(5), false));
        assert_eq!((&again["seconds"], &again["outcome"]), (&65.into(), &"ended".into()));
    }
}
