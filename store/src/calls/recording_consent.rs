//! The consent rule: a call may be recorded only while all participants consent.

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::db::query_as;
use crate::{CallId, PersonId, Result, Store};

/// How long a recording may continue after it has to stop: the message to the recorder takes time.
const STOP_TIMEOUT: Duration = Duration::seconds(15);

/// Whether a call may be recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recording {
    /// All participants consent.
    On,
    /// It may not, with the reason.
    Off(WhyOff),
}

/// Why a call may not be recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WhyOff {
    /// A participant declined, or withdrew the consent.
    Declined,
    /// A participant has not answered.
    Unanswered,
    /// There are no participants.
    Nobody,
}

/// Applies the rule to the latest answer of each participant; None stands for no answer.
pub fn recording(answers: impl IntoIterator<Item = Option<bool>>) -> Recording {
    let answers: Vec<_> = answers.into_iter().collect();
    if answers.contains(&Some(false)) {
        Recording::Off(WhyOff::Declined)
    } else if answers.contains(&None) {
        Recording::Off(WhyOff::Unanswered)
    } else if answers.is_empty() {
        Recording::Off(WhyOff::Nobody)
    } else {
        Recording::On
    }
}

/// The time of a participant in a call.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
struct Stay {
    person_id: Option<PersonId>,
    joined_at: DateTime<Utc>,
    left_at: Option<DateTime<Utc>>,
}

/// An answer and the time from which it counts.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
struct Answer {
    person_id: PersonId,
    consent: bool,
    given_at: DateTime<Utc>,
}

/// Whether the rule held all the time between two moments of a call, as far as its participants are known. A recording
/// without any known participant has no consent.
pub async fn all_consented(store: &Store, call: CallId, from: DateTime<Utc>, to: DateTime<Utc>) -> Result<bool> {
    let stays: Vec<Stay> = query_as("SELECT person_id, joined_at, left_at FROM call_participants WHERE call_id = $1")
        .bind(call)
        .fetch_all(&store.db)
        .await?;
    let answers: Vec<Answer> =
        query_as("SELECT person_id, consent, given_at FROM call_consents WHERE call_id = $1 ORDER BY given_at, id")
            .bind(call)
            .fetch_all(&store.db)
            .await?;
    Ok(held(&stays, &answers, from, to))
}

/// Checks the rule at each moment at which something changed.
fn held(stays: &[Stay], answers: &[Answer], from: DateTime<Utc>, to: DateTime<Utc>) -> bool {
    let changes = stays.iter().flat_map(|stay| [Some(stay.joined_at), stay.left_at]).flatten();
    let changes = changes.chain(answers.iter().map(|answer| answer.given_at));
    let mut moments: Vec<_> = changes.filter(|at| from < *at && *at < to).chain([from]).collect();
    moments.sort_unstable();
    let mut off_since = None;
    let mut was_on = false;
    for at in moments {
        match at_moment(stays, answers, at) {
            Recording::On => (was_on, off_since) = (true, None),
            // An empty room has nothing to record.
            Recording::Off(WhyOff::Nobody) => off_since = None,
            Recording::Off(_) => {
                off_since.get_or_insert(at);
            }
        }
        let next = stays.iter().flat_map(|stay| [Some(stay.joined_at), stay.left_at]).flatten();
        let next = next.chain(answers.iter().map(|answer| answer.given_at)).filter(|other| *other > at).min();
        let until = next.unwrap_or(to).min(to);
        if off_since.is_some_and(|since| until - since > STOP_TIMEOUT) {
            return false;
        }
    }
    was_on
}

fn at_moment(stays: &[Stay], answers: &[Answer], at: DateTime<Utc>) -> Recording {
    let present = stays.iter().filter(|stay| stay.joined_at <= at && stay.left_at.is_none_or(|left| left > at));
    recording(present.map(|stay| {
        let said =
            answers.iter().rev().find(|answer| Some(answer.person_id) == stay.person_id && answer.given_at <= at);
        said.map(|answer| answer.consent)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sqlx::types::Uuid;
    use std::collections::{BTreeMap, BTreeSet};

    /// A step of a call with five people.
    #[derive(Clone, Copy, Debug)]
    enum Step {
        Comes(u8),
        Goes(u8),
        Says(u8, bool),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step = prop_oneof![
            (0..5_u8).prop_map(Step::Comes),
            (0..5_u8).prop_map(Step::Goes),
            (0..5_u8, any::<bool>()).prop_map(|(person, yes)| Step::Says(person, yes)),
        ];
        proptest::collection::vec(step, 0..60)
    }

    /// The expected state: the participants and their latest answers.
    #[derive(Default)]
    struct Model {
        there: BTreeSet<u8>,
        said: BTreeMap<u8, bool>,
    }

    impl Model {
        fn take(&mut self, step: Step) {
            match step {
                Step::Comes(person) => drop(self.there.insert(person)),
                Step::Goes(person) => drop(self.there.remove(&person)),
                Step::Says(person, yes) => drop(self.said.insert(person, yes)),
            }
        }

        fn may_record(&self) -> bool {
            !self.there.is_empty() && self.there.iter().all(|person| self.said.get(person) == Some(&true))
        }
    }

    fn second(number: usize) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + Duration::seconds(i64::try_from(number).unwrap())
    }

    fn person(number: u8) -> PersonId {
        Uuid::from_u128(number.into()).into()
    }

    /// The same steps as rows.
    fn rows(steps: &[Step]) -> (Vec<Stay>, Vec<Answer>) {
        let (mut stays, mut answers): (Vec<Stay>, Vec<Answer>) = Default::default();
        for (number, step) in steps.iter().enumerate() {
            let at = second(number);
            let here = |who: u8| move |stay: &&mut Stay| stay.person_id == Some(person(who)) && stay.left_at.is_none();
            match *step {
                Step::Comes(who) if stays.iter_mut().find(here(who)).is_none() => {
                    stays.push(Stay { person_id: Some(person(who)), joined_at: at, left_at: None });
                }
                Step::Comes(_) => {}
                Step::Goes(who) => {
                    if let Some(stay) = stays.iter_mut().find(here(who)) {
                        stay.left_at = Some(at);
                    }
                }
                Step::Says(who, consent) => answers.push(Answer { person_id: person(who), consent, given_at: at }),
            }
        }
        (stays, answers)
    }

    proptest! {
        #[test]
        fn recording_is_on_while_all_consent(steps in steps()) {
            let mut model = Model::default();
            for number in 0..steps.len() {
                model.take(steps[number]);
                let (stays, answers) = rows(&steps[..=number]);
                let rule = at_moment(&stays, &answers, second(number));
                prop_assert_eq!(rule == Recording::On, model.may_record());
                // The reason: a refusal takes precedence over a missing answer.
                if rule == Recording::Off(WhyOff::Declined) {
                    prop_assert!(model.there.iter().any(|who| model.said.get(who) == Some(&false)));
                }
            }
        }

        #[test]
        fn recording_counts_only_if_rule_held(steps in steps(), from in 0..60_usize, length in 1..60_usize) {
            let (stays, answers) = rows(&steps);
            let (mut model, mut longest_off, mut off, mut was_on) = (Model::default(), 0, 0, false);
            for number in 0..from + length {
                if let Some(step) = steps.get(number) {
                    model.take(*step);
                }
                if number >= from {
                    let is_off = !model.there.is_empty() && !model.may_record();
                    off = if is_off { off + 1 } else { 0 };
                    longest_off = longest_off.max(off);
                    was_on |= model.may_record();
                }
            }
            let expected = was_on && longest_off <= STOP_TIMEOUT.num_seconds();
            prop_assert_eq!(held(&stays, &answers, second(from), second(from + length)), expected);
        }
    }

    #[test]
    fn unknown_participant_has_no_consent() {
        let at = second(0);
        let stays = [Stay { person_id: None, joined_at: at, left_at: None }];
        assert_eq!(at_moment(&stays, &[], at), Recording::Off(WhyOff::Unanswered));
    }
}
