//! A call as people are told of it.

use std::collections::HashSet;

use store::PersonId;
use store::calls::{self, Call, Participant, Provider, Recording, WhyOff};

use crate::Hub;
use crate::protocol::{RecordingReason, RecordingState, WireConsent, WireParticipant, WireRecording};

/// Who is in a call and what they said.
pub(crate) struct View {
    /// Each tab.
    pub(crate) tabs: Vec<Participant>,
    /// Each person once.
    pub(crate) participants: Vec<WireParticipant>,
    pub(crate) recording: WireRecording,
    pub(crate) declined: Vec<PersonId>,
}

/// Looks at a call.
pub(crate) async fn of(hub: &Hub, call: &Call) -> store::Result<View> {
    let store = &hub.store;
    let tabs = calls::participants(store, call.id).await?;
    let said = calls::consents(store, call.id).await?;
    let mut seen = HashSet::new();
    // Strangers are told apart: each of them has said nothing.
    let people: Vec<&Participant> =
        tabs.iter().filter(|tab| tab.person_id.is_none_or(|person| seen.insert(person))).collect();
    let consents: Vec<WireConsent> = people
        .iter()
        .map(|tab| WireConsent {
            user_id: tab.person_id,
            name: tab.full_name(),
            consent: said.iter().find(|said| Some(said.person_id) == tab.person_id).map(|said| said.consent),
        })
        .collect();
    let records = hub.calls.settings.jitsi.as_ref().is_some_and(|jitsi| jitsi.records);
    let is_moderated = people.iter().any(|tab| tab.is_moderator());
    let (state, reason) = recording(call.provider, records, consents.iter().map(|said| said.consent), is_moderated);
    let participants = people.iter().map(|tab| WireParticipant {
        user_id: tab.person_id,
        name: tab.full_name(),
        joined_at: tab.joined_at,
        is_moderator: tab.is_moderator(),
    });
    Ok(View {
        participants: participants.collect(),
        recording: WireRecording { state, reason, consents },
        declined: calls::declined(store, call.id).await?,
        tabs,
    })
}

fn recording(
    provider: Provider,
    records: bool,
    answers: impl Iterator<Item = Option<bool>>,
    is_moderated: bool,
) -> (RecordingState, RecordingReason) {
    if provider == Provider::Builtin {
        return (RecordingState::Unavailable, RecordingReason::Builtin);
    }
    if !records {
        return (RecordingState::Unavailable, RecordingReason::NotOffered);
    }
    match calls::recording(answers) {
        // The conference server lets nobody else begin.
        Recording::On if !is_moderated => (RecordingState::Off, RecordingReason::NoModerator),
        Recording::On => (RecordingState::On, RecordingReason::EverybodyAgreed),
        Recording::Off(WhyOff::Declined) => (RecordingState::Off, RecordingReason::Declined),
        Recording::Off(WhyOff::Unanswered) => (RecordingState::Off, RecordingReason::Unanswered),
        Recording::Off(WhyOff::Nobody) => (RecordingState::Off, RecordingReason::Nobody),
    }
}
