//! What a conference server says: signed, fresh, and heard once.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use chrono::{DateTime, Duration, Utc};
use hmac::{Hmac, Mac};
use serde::Deserialize;
use sha2::Sha256;
use store::calls::{self, Call, End, Told};
use store::meetings::{self, Recorded, State};
use store::{PersonId, Store};

use super::admit::{self, Barred};
use crate::Hub;

/// An event is believed for so long after it was signed.
const FRESH: Duration = Duration::minutes(5);

/// An event in the envelope of Jitsi's webhooks.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Event {
    pub(crate) idempotency_key: String,
    event_type: String,
    /// Milliseconds since 1970.
    timestamp: i64,
    /// The room, perhaps after a tenant and a slash.
    fqn: String,
    #[serde(default)]
    data: Data,
}

/// What comes with one kind of event or another.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Data {
    /// The id of the person in the token.
    id: Option<String>,
    participant_id: Option<String>,
    participant_jid: Option<String>,
    recording_session_id: Option<String>,
    start_timestamp: Option<i64>,
    end_timestamp: Option<i64>,
    pre_authenticated_link: Option<String>,
    /// A transcript or a summary itself.
    text: Option<String>,
}

/// Whether somebody who knows the secret signed this body lately: `t=<seconds>,v1=<base64 of HMAC-SHA256 of "t.body">`.
pub(crate) fn is_signed(secret: &str, header: &str, body: &[u8], now: DateTime<Utc>) -> bool {
    let parts = || header.split(',').filter_map(|part| part.trim().split_once('='));
    let Some((_, time)) = parts().find(|(name, _)| *name == "t") else { return false };
    let signed_at = time.parse().ok().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    let is_fresh = signed_at.is_some_and(|at: DateTime<Utc>| (now - at).abs() <= FRESH);
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    let mut signer = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any length will do");
    signer.update(time.as_bytes());
    signer.update(b".");
    signer.update(body);
    let is_ours = |signature: &str| {
        BASE64_STANDARD.decode(signature).is_ok_and(|signature| signer.clone().verify_slice(&signature).is_ok())
    };
    is_fresh && parts().any(|(name, signature)| name == "v1" && is_ours(signature))
}

/// Does what an event means for the call it is about. One about a room that is none of ours means nothing. False if it tells
/// of somebody who may not be in the call (any more), with a token from before: the conference server is to put them out.
pub(crate) async fn hear(hub: &Hub, event: &Event) -> store::Result<bool> {
    let store = &hub.store;
    let room = event.fqn.rsplit('/').next().unwrap_or_default();
    let Some(call) = calls::by_room(store, room).await? else { return Ok(true) };
    tracing::info!(room, event = event.event_type, "the conference server tells");
    let at = moment(&call, event.timestamp, store.clock.now());
    match &*event.event_type {
        "ROOM_DESTROYED" => drop(calls::end(store, &call, End::Closed).await?),
        "PARTICIPANT_JOINED" => {
            let told = told(&event.data, at);
            let may_stay = may_be_in(hub, &call, told.person).await?;
            // Also who is put out at once was there, and heard what was said.
            calls::conference_joined(store, &call, &told).await?;
            return Ok(may_stay);
        }
        "PARTICIPANT_PRESENT" => return may_be_in(hub, &call, told(&event.data, at).person).await,
        "PARTICIPANT_LEFT" => calls::conference_left(store, &call, &told(&event.data, at)).await?,
        "RECORDING_UPLOADED" => recorded(hub, &call, event, at).await?,
        "TRANSCRIPTION_UPLOADED" => transcribed(hub, &call, &event.data).await?,
        "SUMMARY_UPLOADED" => summarised(store, &call, &event.data).await?,
        // Others say nothing that anybody here has to know.
        _ => {}
    }
    Ok(true)
}

/// Whether somebody may be in a call. Of whom nobody knows nothing can be said; a quiet time that began puts nobody out.
async fn may_be_in(hub: &Hub, call: &Call, person: Option<PersonId>) -> store::Result<bool> {
    let Some(person) = person else { return Ok(true) };
    match admit::to_call(hub, person, call).await {
        Ok(_) | Err(Barred::Blackout(_)) => Ok(true),
        Err(Barred::Failed(error)) => Err(error),
        Err(_) => Ok(false),
    }
}

/// A time of the conference server, within the call as we know it.
fn moment(call: &Call, milliseconds: i64, now: DateTime<Utc>) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(milliseconds).unwrap_or(now).clamp(call.started_at.min(now), now)
}

fn told(data: &Data, at: DateTime<Utc>) -> Told {
    let resource = data.participant_jid.as_deref().and_then(|jid| jid.split_once('/')).map(|(_, resource)| resource);
    let peer = data.participant_id.as_deref().or(resource).unwrap_or_default();
    let person: Option<PersonId> = data.id.as_deref().and_then(|id| id.parse().ok());
    Told { peer: peer.chars().filter(|letter| *letter != '\0').take(128).collect(), person, at }
}

async fn recorded(hub: &Hub, call: &Call, event: &Event, at: DateTime<Utc>) -> store::Result<()> {
    let (store, now) = (&hub.store, hub.store.clock.now());
    let of = |time: Option<i64>, or| time.map_or(or, |time| moment(call, time, now));
    let (started_at, ended_at) = (of(event.data.start_timestamp, call.started_at), of(event.data.end_timestamp, at));
    let keep = hub.calls.settings.keep_days;
    let recorded = Recorded {
        call,
        external_id: event.data.recording_session_id.as_deref().unwrap_or(&event.idempotency_key),
        started_at,
        ended_at: ended_at.max(started_at),
        link: event.data.pre_authenticated_link.as_deref(),
        purge_at: keep.map(|days| now + Duration::days(days)),
    };
    meetings::recorded(store, &recorded).await?;
    hub.calls.work();
    Ok(())
}

/// The text of the newest recording that has none. It may be here before its recording is: then it is told again.
async fn transcribed(hub: &Hub, call: &Call, data: &Data) -> store::Result<()> {
    let Some(recording) = meetings::of_call(&hub.store, call.id, State::Recorded).await? else { return Ok(()) };
    let text = match (&data.text, &data.pre_authenticated_link) {
        (Some(text), _) => Some(text.clone()),
        (None, Some(link)) => hub.calls.scribe.text_at(link).await,
        (None, None) => None,
    };
    if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
        meetings::transcribed(&hub.store, recording, &text).await?;
        hub.calls.work();
    }
    Ok(())
}

async fn summarised(store: &Store, call: &Call, data: &Data) -> store::Result<()> {
    let Some(recording) = meetings::of_call(store, call.id, State::Transcribed).await? else { return Ok(()) };
    if let Some(text) = data.text.as_deref().filter(|text| !text.trim().is_empty()) {
        meetings::summarised(store, recording, text).await?;
        meetings::ready(store, recording).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `printf %s '1772442000.{"a":1}' | openssl dgst -sha256 -hmac north -binary | base64`
    const SIGNATURE: &str = "ERIla6jMA9YjnITOxEBYf0Wvv/tGG7r0NXV0ChFS/+s=";

    #[test]
    fn only_a_fresh_signature_over_this_very_body_counts() {
        let now = DateTime::from_timestamp(1_772_442_000, 0).unwrap();
        let good = format!("t=1772442000,v1={SIGNATURE}");
        let holds =
            |header: &str, body: &[u8], seconds| is_signed("north", header, body, now + Duration::seconds(seconds));
        assert!(
            holds(&good, br#"{"a":1}"#, 0) && holds(&good, br#"{"a":1}"#, 300) && holds(&good, br#"{"a":1}"#, -300)
        );
        assert!(holds(&format!("t=1772442000, v0=x, v1=AAAA,v1={SIGNATURE}"), br#"{"a":1}"#, 0), "one of several");
        assert!(!holds(&good, br#"{"a":1}"#, 301) && !holds(&good, br#"{"a":1}"#, -301));
        assert!(!holds(&good, br#"{"a":2}"#, 0));
        assert!(!is_signed("south", &good, br#"{"a":1}"#, now));
        for wrong in
            ["", "t=1772442000", &format!("v1={SIGNATURE}"), &format!("t=1772442001,v1={SIGNATURE}"), "t=x,v1=%"]
        {
            assert!(!holds(wrong, br#"{"a":1}"#, 0), "{wrong}");
        }
    }
}
