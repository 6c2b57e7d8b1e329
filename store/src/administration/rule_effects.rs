//! Whom a change of a rule would affect.

use chrono::{Duration, NaiveDate};

use super::{retention, rule_content};
use crate::blackout::Blackout;
use crate::db::{Tx, query_scalar};
use crate::detection_rules::{Reaction, WARNED_DAYS};
use crate::programmes::rules::RuleKey;
use crate::programmes::{Programme, Settings, set_settings_in};
use crate::{Result, Store, alerts, applications, calendar, contact, mentorship};

/// A consequence of a change, with those whom it affects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// What happens to them.
    pub kind: EffectKind,
    /// How many they are: one or more; of what is no longer noticed perhaps none.
    pub count: i64,
    /// The key of the session or the survey that it is about.
    pub of: Option<String>,
    /// The last day on which a session that is added is on time; a pause moves it.
    pub due_on: Option<NaiveDate>,
}

impl Effect {
    /// An effect that is about a session or a survey.
    pub(super) fn of(kind: EffectKind, count: i64, key: &str) -> Self {
        Self { kind, count, of: Some(key.to_owned()), due_on: None }
    }
}

/// What happens to people, mentorships, calls or conversations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RuleEffectKind)]
pub enum EffectKind {
    /// Mentorships count as silent.
    BecomesSilent,
    /// Mentorships do not count as silent any more.
    NoLongerSilent,
    /// People lose contact until they have what they lack.
    LosesContact,
    /// People lack something that closes contact once missing facts bind.
    LacksFact,
    /// People lack nothing any more.
    RegainsContact,
    /// Applications are approved, and mails sent.
    Approved,
    /// People cannot call, or write, from now on.
    RestsNow,
    /// Planned calls fall into the blackout.
    CallInBlackout,
    /// People who wait for an answer read another time.
    WaitsForAnswer,
    /// Messages of the last 30 days with contact details, of which neither staff nor the writer would have been notified.
    ContactUnnoticed,
    /// The same with requests for secrecy.
    SecrecyUnnoticed,
    /// The same with insults and threats.
    AbuseUnnoticed,
    /// People who left long enough ago are warned, and erased after that.
    ErasedAfterWarning,
    /// People who left long enough ago are kept: for the protection of people, a request, or a mentorship.
    KeptFromErasure,
    /// Running mentorships get a session, with a deadline from today on.
    SessionAdded,
    /// Running mentorships lose a session that no member has begun.
    SessionRemoved,
    /// Running mentorships keep a session that a member has begun.
    SessionStays,
    /// People are offered a survey.
    SurveyOffered,
    /// People are not offered a survey any more.
    SurveyWithdrawn,
}

impl EffectKind {
    /// Whether staff confirm it also if it affected none so far.
    fn counts_without_any(self) -> bool {
        matches!(self, Self::ContactUnnoticed | Self::SecrecyUnnoticed | Self::AbuseUnnoticed)
    }
}

/// Returns the effects of other rules on those of a programme. The transaction is dropped afterwards.
pub(super) async fn of(
    tx: &mut Tx,
    store: &Store,
    programme: &Programme,
    key: RuleKey,
    after: &Settings,
) -> Result<Vec<Effect>> {
    if key.of(&programme.settings) == key.of(after) {
        return Ok(Vec::new());
    }
    let mut effects = Vec::new();
    match key {
        RuleKey::MentorshipSessions => return some(rule_content::of_sessions(tx, store, programme, after).await?),
        RuleKey::OfferedSurveys => return some(rule_content::of_surveys(tx, programme, after).await?),
        RuleKey::Contact => {
            let silent = async |tx: &mut Tx| {
                let all = mentorship::overview::rhythms(tx, store, programme.id).await?;
                Ok::<_, crate::Error>(count(all.iter().filter(|one| one.is_silent)))
            };
            let before = silent(tx).await?;
            set_settings_in(tx, programme.id, after).await?;
            let difference = silent(tx).await? - before;
            effects.push((EffectKind::BecomesSilent, difference));
            effects.push((EffectKind::NoLongerSilent, -difference));
        }
        RuleKey::Facts | RuleKey::VettingKinds => {
            let cleared = contact::cleared_by_in(tx, store, programme, &after.matching).await?;
            effects.push((EffectKind::LosesContact, count(cleared.loses.iter())));
            effects.push((EffectKind::LacksFact, count(cleared.lacks.iter())));
            effects.push((EffectKind::RegainsContact, count(cleared.regains.iter())));
        }
        RuleKey::Approval => {
            effects.push((EffectKind::Approved, applications::to_release_in(tx, programme.id, after).await?));
        }
        RuleKey::Blackout => effects.extend(of_blackout(tx, store, programme, after).await?),
        RuleKey::Team => effects.push((EffectKind::WaitsForAnswer, waiting(tx, programme).await?)),
        RuleKey::Detection => effects.extend(of_detection(tx, store, programme, after).await?),
        RuleKey::Retention => {
            if let Some(months) = after.retention.people_months {
                let count = retention::count_in(tx, store, programme, months).await?;
                effects.push((EffectKind::ErasedAfterWarning, count.erased));
                effects.push((EffectKind::KeptFromErasure, count.kept));
            }
        }
        _ => {}
    }
    some(effects.into_iter().map(|(kind, count)| Effect { kind, count, of: None, due_on: None }).collect())
}

/// Returns the effects on someone, and what staff confirm in any case.
fn some(effects: Vec<Effect>) -> Result<Vec<Effect>> {
    Ok(effects.into_iter().filter(|effect| effect.count > 0 || effect.kind.counts_without_any()).collect())
}

async fn of_blackout(
    tx: &mut Tx,
    store: &Store,
    programme: &Programme,
    after: &Settings,
) -> Result<[(EffectKind, i64); 2]> {
    let zone = programme.tz();
    let rests = |blackout: &Blackout, at| blackout.ends_at(at, zone).is_some();
    let now = store.clock.now();
    let before = &programme.settings.blackout;
    let closes_calls = rests(&after.blackout, now) && !rests(before, now);
    let closes_writing = rests(&after.blackout, now)
        && after.blackout.refuses_sending
        && !(rests(before, now) && before.refuses_sending);
    let people = if closes_calls || closes_writing { people(tx, programme).await? } else { 0 };
    let planned = calendar::planned_calls_in(tx, store, programme.id).await?;
    let meets = planned.into_iter().filter(|at| rests(&after.blackout, *at) && !rests(before, *at));
    Ok([(EffectKind::RestsNow, people), (EffectKind::CallInBlackout, count(meets))])
}

/// Counts what the kinds that are no longer looked for found lately: cases, and warnings after which nothing was sent.
async fn of_detection(
    tx: &mut Tx,
    store: &Store,
    programme: &Programme,
    after: &Settings,
) -> Result<Vec<(EffectKind, i64)>> {
    let (now, before) = (store.clock.now(), &programme.settings.detection);
    let mut effects = Vec::new();
    for (kind, effect) in [
        (detection::Kind::Contact, EffectKind::ContactUnnoticed),
        (detection::Kind::Secrecy, EffectKind::SecrecyUnnoticed),
        (detection::Kind::Abuse, EffectKind::AbuseUnnoticed),
    ] {
        if before.reaction(kind) == Reaction::Off || after.detection.reaction(kind) != Reaction::Off {
            continue;
        }
        let noticed: i64 = query_scalar(
            "SELECT (SELECT COUNT(*) FROM alerts a WHERE a.programme_id = $1 AND a.kind = $2 AND a.created_at > $3)
                 + (SELECT COUNT(*) FROM message_warnings w JOIN channels c ON c.id = w.channel_id
                     JOIN people p ON p.id = w.person_id
                     WHERE COALESCE(c.programme_id, p.programme_id) = $1 AND w.sent_at IS NULL AND w.warned_at > $3
                         AND (($2 = 'contact' AND w.is_contact) OR ($2 = 'secrecy' AND w.is_secrecy)))",
        )
        .bind(programme.id)
        .bind(alerts::Kind::from(kind))
        .bind(now - Duration::days(WARNED_DAYS))
        .fetch_one(&mut *tx)
        .await?;
        effects.push((effect, noticed));
    }
    Ok(effects)
}

async fn people(tx: &mut Tx, programme: &Programme) -> Result<i64> {
    query_scalar(
        "SELECT COUNT(*) FROM people WHERE programme_id = $1 AND is_disabled = FALSE AND role <> 'staff'
             AND email NOT LIKE '%.invalid' AND email NOT LIKE 'bot:%'",
    )
    .bind(programme.id)
    .fetch_one(tx)
    .await
}

async fn waiting(tx: &mut Tx, programme: &Programme) -> Result<i64> {
    query_scalar(
        "SELECT COUNT(*) FROM team_channels t JOIN channels c ON c.id = t.channel_id JOIN people p ON p.id = t.person_id
         WHERE p.programme_id = $1 AND p.role <> 'staff' AND c.head_seq > t.handled_seq AND EXISTS (
             SELECT 1 FROM messages x WHERE x.channel_id = t.channel_id AND x.seq > t.handled_seq
                 AND x.sender_id = t.person_id AND x.deleted_at IS NULL)",
    )
    .bind(programme.id)
    .fetch_one(tx)
    .await
}

fn count<T>(all: impl Iterator<Item = T>) -> i64 {
    i64::try_from(all.count()).unwrap_or(i64::MAX)
}
