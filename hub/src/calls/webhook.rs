//! Webhooks of the conference server: signed, recent, and processed once.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use chrono::{DateTime, Duration, Utc};
use hmac::{Hmac, Mac};
use serde::Deserialize;
use sha2::Sha256;
use store::calls::{self, Call, ParticipantEvent};
use store::meetings::{self, Recorded, State};
use store::{PersonId, Store};

use super::CallService;
use super::authorize::AccessDenied;

/// The maximum age of a signature.
const MAX_AGE: Duration = Duration::minutes(5);

/// An event in the envelope of Jitsi's webhooks.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Event {
    pub(crate) idempotency_key: String,
    event_type: String,
    /// Milliseconds since 1970.
    timestamp: i64,
    /// The room, optionally prefixed with a tenant and a slash.
    fqn: String,
    #[serde(default)]
    data: Data,
}

/// The data of all kinds of events.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Data {
    /// The person in the token.
    id: Option<String>,
    participant_id: Option<String>,
    participant_jid: Option<String>,
    recording_session_id: Option<String>,
    start_timestamp: Option<i64>,
    end_timestamp: Option<i64>,
    pre_authenticated_link: Option<String>,
    /// The text of a transcript or a summary.
    text: Option<String>,
}

/// Verifies the signature of a body and its age: `t=<seconds>,v1=<base64 of HMAC-SHA256 of "t.body">`.
pub(crate) fn is_signed(secret: &str, header: &str, body: &[u8], now: DateTime<Utc>) -> bool {
    let parts = || header.split(',').filter_map(|part| part.trim().split_once('='));
    let Some((_, time)) = parts().find(|(name, _)| *name == "t") else { return false };
    let signed_at = time.parse().ok().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    let is_fresh = signed_at.is_some_and(|at: DateTime<Utc>| (now - at).abs() <= MAX_AGE);
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    let mut signer = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any key length is valid");
    signer.update(time.as_bytes());
    signer.update(b".");
    signer.update(body);
    let is_valid = |signature: &str| {
        BASE64_STANDARD.decode(signature).is_ok_and(|signature| signer.clone().verify_slice(&signature).is_ok())
    };
    is_fresh && parts().any(|(name, signature)| name == "v1" && is_valid(signature))
}

impl CallService {
    /// Applies an event to its call; ignores unknown rooms. Returns false if the event names a participant who may not be in the
    /// call, or no longer: the conference server then removes them.
    pub(crate) async fn handle_webhook(&self, event: &Event) -> store::Result<bool> {
        let store = &self.store;
        let room = event.fqn.rsplit('/').next().unwrap_or_default();
        let sent_at = event.data.start_timestamp.unwrap_or(event.timestamp);
        let sent_at = DateTime::from_timestamp_millis(sent_at).unwrap_or_else(|| store.clock.now());
        let Some(call) = calls::by_room_at(store, room, sent_at).await? else { return Ok(true) };
        tracing::info!(room, event = event.event_type, "received an event of the conference server");
        let at = within_call(&call, event.timestamp, store.clock.now());
        match &*event.event_type {
            "ROOM_DESTROYED" => calls::conference_closed(store, &call).await?,
            "PARTICIPANT_JOINED" => {
                let participant = participant(&event.data, at);
                let may_stay = self.may_be_in(&call, participant.person).await?;
                // Recorded even if they are removed at once: they had access to the conversation.
                calls::conference_joined(store, &call, &participant).await?;
                return Ok(may_stay);
            }
            "PARTICIPANT_PRESENT" => return self.may_be_in(&call, participant(&event.data, at).person).await,
            "PARTICIPANT_LEFT" => calls::conference_left(store, &call, &participant(&event.data, at)).await?,
            "RECORDING_UPLOADED" => self.recorded(&call, event, at).await?,
            "TRANSCRIPTION_UPLOADED" => self.transcribed(&call, &event.data).await?,
            "SUMMARY_UPLOADED" => summarised(store, &call, &event.data).await?,
            // Other events do not concern calls.
            _ => {}
        }
        Ok(true)
    }

    /// Returns whether a participant may be in a call. Guests without an account may; a blackout removes no participant.
    async fn may_be_in(&self, call: &Call, person: Option<PersonId>) -> store::Result<bool> {
        let Some(person) = person else { return Ok(true) };
        match self.authorize_join(person, call).await {
            Ok(_) | Err(AccessDenied::Blackout(_)) => Ok(true),
            Err(AccessDenied::Failed(error)) => Err(error),
            Err(_) => Ok(false),
        }
    }

    async fn recorded(&self, call: &Call, event: &Event, at: DateTime<Utc>) -> store::Result<()> {
        let (store, now) = (&self.store, self.store.clock.now());
        let of = |time: Option<i64>, or| time.map_or(or, |time| within_call(call, time, now));
        let (started_at, ended_at) =
            (of(event.data.start_timestamp, call.started_at), of(event.data.end_timestamp, at));
        let retention_days = self.settings.notes_retention_days;
        let recorded = Recorded {
            call,
            external_id: event.data.recording_session_id.as_deref().unwrap_or(&event.idempotency_key),
            started_at,
            ended_at: ended_at.max(started_at),
            link: event.data.pre_authenticated_link.as_deref(),
            purge_at: retention_days.map(|days| now + Duration::days(days)),
        };
        meetings::recorded(store, &recorded).await?;
        self.transcriber.wake();
        Ok(())
    }

    /// Stores the transcript of the newest recording without one; drops a transcript that precedes its recording.
    async fn transcribed(&self, call: &Call, data: &Data) -> store::Result<()> {
        let Some(recording) = meetings::of_call_room(&self.store, call.first, State::Recorded).await? else {
            return Ok(());
        };
        let text = match (&data.text, &data.pre_authenticated_link) {
            (Some(text), _) => Some(text.clone()),
            (None, Some(link)) => self.transcriber.fetch_transcript(link).await,
            (None, None) => None,
        };
        if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
            meetings::transcribed(&self.store, recording, &text).await?;
            self.transcriber.wake();
        }
        Ok(())
    }
}

/// Converts a time of the conference server, clamped to the time of the call.
fn within_call(call: &Call, milliseconds: i64, now: DateTime<Utc>) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(milliseconds).unwrap_or(now).clamp(call.started_at.min(now), now)
}

fn participant(data: &Data, at: DateTime<Utc>) -> ParticipantEvent {
    let resource = data.participant_jid.as_deref().and_then(|jid| jid.split_once('/')).map(|(_, resource)| resource);
    let peer = data.participant_id.as_deref().or(resource).unwrap_or_default();
    let person: Option<PersonId> = data.id.as_deref().and_then(|id| id.parse().ok());
    ParticipantEvent { peer: peer.chars().filter(|letter| *letter != '\0').take(128).collect(), person, at }
}

async fn summarised(store: &Store, call: &Call, data: &Data) -> store::Result<()> {
    let Some(recording) = meetings::of_call_room(store, call.first, State::Transcribed).await? else { return Ok(()) };
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
    fn is_signed_requires_recent_signature_of_same_body() {
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
