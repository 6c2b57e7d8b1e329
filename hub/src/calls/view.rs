//! The state of a call as clients see it.

use std::collections::HashSet;

use store::PersonId;
use store::calls::{self, Call, Participant, Provider, Recording, WhyOff};

use super::CallService;
use crate::protocol::{RecordingReason, RecordingState, WireConsent, WireParticipant, WireRecording};

/// The state of a call.
pub(crate) struct CallView {
    /// Every tab.
    pub(crate) tabs: Vec<Participant>,
    /// Every person once.
    pub(crate) participants: Vec<WireParticipant>,
    pub(crate) recording: WireRecording,
    pub(crate) accepted: Vec<PersonId>,
    pub(crate) declined: Vec<PersonId>,
}

impl CallService {
    /// Reads the state of a call.
    pub(crate) async fn view(&self, call: &Call) -> store::Result<CallView> {
        let store = &self.store;
        let tabs = calls::participants(store, call.id).await?;
        let answers = calls::consents(store, call.id).await?;
        let mut seen = HashSet::new();
        // Guests without an account count individually, and none of them has answered.
        let people: Vec<&Participant> =
            tabs.iter().filter(|tab| tab.person_id.is_none_or(|person| seen.insert(person))).collect();
        let consents: Vec<WireConsent> = people
            .iter()
            .map(|tab| WireConsent {
                user_id: tab.person_id,
                name: tab.full_name(),
                consent: answers
                    .iter()
                    .find(|answer| Some(answer.person_id) == tab.person_id)
                    .map(|answer| answer.consent),
            })
            .collect();
        let records = self.settings.jitsi.as_ref().is_some_and(|jitsi| jitsi.records);
        let mut moderators = Vec::with_capacity(people.len());
        for tab in &people {
            let moderates = match tab.role {
                Some(role) => self.moderates(role, tab.programme_id).await?,
                None => false,
            };
            moderators.push(moderates);
        }
        let is_moderated = moderators.contains(&true);
        let (state, reason) =
            recording(call.provider, records, consents.iter().map(|answer| answer.consent), is_moderated);
        let participants = people.iter().zip(moderators).map(|(tab, is_moderator)| WireParticipant {
            user_id: tab.person_id,
            name: tab.full_name(),
            joined_at: tab.joined_at,
            is_moderator,
        });
        Ok(CallView {
            participants: participants.collect(),
            recording: WireRecording { state, reason, consents },
            accepted: calls::accepted(store, call.id).await?,
            declined: calls::declined(store, call.id).await?,
            tabs,
        })
    }
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
        // The conference server lets only moderators record.
        Recording::On if !is_moderated => (RecordingState::Off, RecordingReason::NoModerator),
        Recording::On => (RecordingState::On, RecordingReason::EverybodyAgreed),
        Recording::Off(WhyOff::Declined) => (RecordingState::Off, RecordingReason::Declined),
        Recording::Off(WhyOff::Unanswered) => (RecordingState::Off, RecordingReason::Unanswered),
        Recording::Off(WhyOff::Nobody) => (RecordingState::Off, RecordingReason::Nobody),
    }
}
