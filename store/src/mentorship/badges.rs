//! Badges for completed sessions of mentorships.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use questions::{Question, is_visible};
use serde::Serialize;
use serde_json::Value;
use sqlx::types::Json;
use utoipa::ToSchema;

use crate::bus::{Event, Topic};
use crate::content::Session;
use crate::content::session_progress;
use crate::db::{Tx, query, query_as, query_scalar};
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{BadgeId, MentorshipId, PersonId, ProgrammeId, Result, Store};

/// The tiers, the best one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema, sqlx::Type)]
#[sqlx(type_name = "TEXT")]
#[schema(as = BadgeTier)]
pub enum Tier {
    /// On time, with every question answered.
    Gold,
    /// On time.
    Silver,
    /// Later.
    Bronze,
}

impl Tier {
    /// Its name in answers of the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gold => "Gold",
            Self::Silver => "Silver",
            Self::Bronze => "Bronze",
        }
    }
}

/// A badge that is shown.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Badge {
    /// Its id.
    pub id: BadgeId,
    /// The session.
    pub session_id: String,
    /// Its tier.
    pub tier: Tier,
    /// When the person completed the session.
    pub earned_at: DateTime<Utc>,
}

/// Returns the tier for a session that was completed at a time; its deadline is a day in the zone of the programme.
pub fn tier(completed_at: DateTime<Utc>, due_on: NaiveDate, zone: Tz, has_all_answers: bool) -> Tier {
    match (completed_at.with_timezone(&zone).date_naive() <= due_on, has_all_answers) {
        (true, true) => Tier::Gold,
        (true, false) => Tier::Silver,
        (false, _) => Tier::Bronze,
    }
}

/// Whether every question of a session that is asked has an answer, also the optional ones. `answers` are by quiz.
fn has_all_answers(session: &Session, answers: &BTreeMap<String, BTreeMap<String, Value>>) -> bool {
    session.steps.iter().flat_map(session_progress::quizzes).all(|quiz| {
        answers.get(&quiz.key).is_some_and(|given| {
            let is_open = |question: &Question| !given.contains_key(&question.key) && is_visible(question, given);
            !quiz.questions.iter().any(is_open)
        })
    })
}

/// Fixes the tier of a person who completes a session now.
pub(super) async fn earn(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    session_id: &str,
    session: &Session,
    at: DateTime<Utc>,
) -> Result<()> {
    let (due_on, zone): (NaiveDate, String) = query_as(
        "SELECT s.due_on, p.time_zone FROM mentorship_sessions s JOIN mentorships m ON m.id = s.mentorship_id
         JOIN programmes p ON p.id = m.programme_id WHERE s.session_id = $1",
    )
    .bind(session_id)
    .fetch_one(&mut *tx)
    .await?;
    let zone = zone.parse().unwrap_or(Tz::UTC);
    let attempts: Vec<(String, Json<BTreeMap<String, Value>>)> = query_as(
        "SELECT quiz_key, answers FROM quiz_attempts WHERE person_id = $1 AND session_id = $2 ORDER BY attempt",
    )
    .bind(person)
    .bind(session_id)
    .fetch_all(&mut *tx)
    .await?;
    // The last attempt counts.
    let answers = attempts.into_iter().map(|(quiz, Json(answers))| (quiz, answers)).collect();
    query(
        "INSERT INTO badges (id, person_id, session_id, tier, earned_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING",
    )
    .bind(store.clock.id::<BadgeId>())
    .bind(person)
    .bind(session_id)
    .bind(tier(at, due_on, zone, has_all_answers(session, &answers)))
    .bind(at)
    .execute(tx)
    .await?;
    Ok(())
}

/// Shows the badges of the active members of a session that is complete.
pub(super) async fn award(tx: &mut Tx, session_id: &str, now: DateTime<Utc>) -> Result<()> {
    query(
        "UPDATE badges SET awarded_at = $2 WHERE session_id = $1 AND awarded_at IS NULL AND person_id IN
         (SELECT m.person_id FROM mentorship_members m JOIN mentorship_sessions s ON s.mentorship_id = m.mentorship_id
          WHERE s.session_id = $1 AND m.left_at IS NULL)",
    )
    .bind(session_id)
    .bind(now)
    .execute(tx)
    .await?;
    Ok(())
}

/// A badge as staff see it.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct StaffBadge {
    /// Its id.
    pub id: BadgeId,
    /// The address of its owner.
    pub email: String,
    /// The key of the session.
    pub session_key: String,
    /// Its tier.
    pub tier: Tier,
    /// When the person completed the session.
    pub earned_at: DateTime<Utc>,
    /// Whether all members had completed the session.
    pub is_shown: bool,
    /// Why it was taken back.
    pub revoke_reason: Option<String>,
}

/// Returns the badges of a mentorship, in the order of its curriculum.
pub async fn of_mentorship(store: &Store, mentorship: MentorshipId) -> Result<Vec<StaffBadge>> {
    query_as(
        "SELECT b.id, p.email, s.session_key, b.tier, b.earned_at, b.awarded_at IS NOT NULL AS is_shown, b.revoke_reason
         FROM badges b JOIN mentorship_sessions s ON s.session_id = b.session_id JOIN people p ON p.id = b.person_id
         WHERE s.mentorship_id = $1 ORDER BY s.position, p.email",
    )
    .bind(mentorship)
    .fetch_all(&store.db)
    .await
}

/// Why a badge cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RevokeRefusal {
    /// No reason is named.
    #[error("A badge is taken back with a reason.")]
    NoReason,
    /// It does not exist, or was taken back before.
    #[error("There is no badge {0}, or it was taken back before.")]
    Unknown(BadgeId),
}

/// Takes a badge back, with a reason for staff.
pub async fn revoke(
    store: &Store,
    actor: &Actor,
    id: BadgeId,
    reason: &str,
) -> Result<std::result::Result<(), RevokeRefusal>> {
    if reason.trim().is_empty() {
        return Ok(Err(RevokeRefusal::NoReason));
    }
    let unknown = Ok(Err(RevokeRefusal::Unknown(id)));
    let mut tx = store.db.begin().await?;
    let person: Option<PersonId> = query_scalar(
        "UPDATE badges SET revoked_at = $2, revoke_reason = $3 WHERE id = $1 AND revoked_at IS NULL RETURNING person_id",
    )
    .bind(id)
    .bind(store.clock.now())
    .bind(reason.trim())
    .fetch_optional(&mut tx)
    .await?;
    let Some(person) = person else { return unknown };
    let programme: Option<ProgrammeId> = query_scalar(
        "SELECT m.programme_id FROM badges b JOIN mentorship_sessions s ON s.session_id = b.session_id
         JOIN mentorships m ON m.id = s.mentorship_id WHERE b.id = $1",
    )
    .bind(id)
    .fetch_optional(&mut tx)
    .await?;
    if !actor.reaches(programme) {
        return unknown;
    }
    let record = Record::new(Act::RevokeBadge, Target::Badge(id), programme).reason(reason.trim());
    record.write(&mut tx, store, actor).await?;
    tx.commit().await?;
    store.bus.publish(vec![Event::TopicsChanged { people: vec![person], topics: vec![Topic::Mentorship] }]);
    Ok(Ok(()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn tier_follows_the_deadline_and_the_answers() {
        for (completed_at, has_all, expected) in [
            ("2026-03-15T12:00:00Z", true, Tier::Gold),
            ("2026-03-16T12:00:00Z", true, Tier::Gold),
            ("2026-03-16T12:00:00Z", false, Tier::Silver),
            ("2026-03-17T12:00:00Z", true, Tier::Bronze),
            ("2026-03-17T12:00:00Z", false, Tier::Bronze),
        ] {
            let found = tier(completed_at.parse().unwrap(), day("2026-03-16"), Tz::UTC, has_all);
            assert_eq!(found, expected, "{completed_at} {has_all}");
        }
    }

    #[test]
    fn questions_that_are_not_asked_need_no_answer() {
        let text = json!({"en": "Text"});
        let options = json!([{"key": "yes", "label": text}, {"key": "no", "label": text}]);
        let session: Session = serde_json::from_value(json!({
            "key": "s", "title": text, "overview": text, "banner": "b.svg", "color": "red", "audience": "mentorship",
            "roles": ["mentee"], "published_on": "2026-01-01",
            "steps": [{"key": "a", "title": text, "minutes": 5, "content": [{"type": "QUIZ", "quiz": {"key": "q", "questions": [
                {"key": "met", "type": "SingleChoiceRadio", "label": text, "options": options},
                {"key": "where", "type": "Text", "label": text, "visible_if": {"question": "met", "any_of": ["yes"]}},
            ]}}]}],
        }))
        .unwrap();
        for (answers, expected) in [
            (json!({"q": {"met": "no"}}), true),
            (json!({"q": {"met": "yes"}}), false),
            (json!({"q": {"met": "yes", "where": "In the park"}}), true),
            (json!({"q": {}}), false),
            (json!({}), false),
        ] {
            let answers_by_quiz = serde_json::from_value(answers.clone()).unwrap();
            assert_eq!(has_all_answers(&session, &answers_by_quiz), expected, "{answers}");
        }
    }

    #[test]
    fn deadline_ends_at_midnight_of_the_programme() {
        // The last second of each day, also of those with 23 and 25 hours.
        for (zone, due_on, last_second) in [
            ("Pacific/Auckland", "2026-03-16", "2026-03-16T10:59:59Z"),
            ("Pacific/Auckland", "2026-04-05", "2026-04-05T11:59:59Z"),
            ("Pacific/Auckland", "2026-09-27", "2026-09-27T10:59:59Z"),
            ("Asia/Kathmandu", "2026-03-16", "2026-03-16T18:14:59Z"),
            ("America/Sao_Paulo", "2026-03-16", "2026-03-17T02:59:59Z"),
            // Midnight of 4 November did not exist.
            ("America/Sao_Paulo", "2018-11-03", "2018-11-04T02:59:59Z"),
            ("America/Sao_Paulo", "2018-11-04", "2018-11-05T01:59:59Z"),
            ("Europe/London", "2026-03-29", "2026-03-29T22:59:59Z"),
            ("Europe/London", "2026-10-25", "2026-10-25T23:59:59Z"),
        ] {
            let last: DateTime<Utc> = last_second.parse().unwrap();
            let of = |at| tier(at, day(due_on), zone.parse().unwrap(), true);
            let found = (of(last), of(last + chrono::TimeDelta::seconds(1)));
            assert_eq!(found, (Tier::Gold, Tier::Bronze), "{due_on} in {zone}");
        }
    }
}
