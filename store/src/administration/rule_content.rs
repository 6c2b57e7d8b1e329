//! Rules of programmes that name sessions and surveys of the content.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::types::Json;

use super::rule_effects::{Effect, EffectKind};
use crate::content::{Audience, Kind, Session, Survey};
use crate::db::{Tx, query_as, query_scalar};
use crate::mentorship::curriculum;
use crate::programmes::rule_checks::{DUE_DAYS, Flaw, MAX_LIST, Mistake, Step};
use crate::programmes::rules::RuleKey;
use crate::programmes::{Programme, Settings};
use crate::role::Role;
use crate::{Result, Store};

/// Whether a rule names content.
pub(super) fn is_of_content(key: RuleKey) -> bool {
    matches!(key, RuleKey::MentorshipSessions | RuleKey::PinnedSessions | RuleKey::OfferedSurveys)
}

/// Returns what is wrong with new sessions and surveys of a programme. What was there before stands in the way of nothing.
pub(super) async fn flaws_in(tx: &mut Tx, key: RuleKey, before: &Settings, after: &Settings) -> Result<Vec<Mistake>> {
    let mut mistakes = Vec::new();
    let mut add = |path: &[Step], flaw| mistakes.push(Mistake { path: path.to_vec(), flaw });
    match key {
        RuleKey::MentorshipSessions => {
            let known = audiences(tx).await?;
            let list = Step::Key("curriculum");
            for (index, one) in after.curriculum.iter().enumerate() {
                let path = [list, Step::Item(index)];
                let is_old = before.curriculum.contains(one);
                if !is_old && known.get(&one.session) != Some(&Audience::Mentorship) {
                    add(&path, Flaw::NoSession);
                }
                if !is_old && !DUE_DAYS.contains(&one.due_after_days) {
                    add(&path, Flaw::DueDays);
                }
                if index > 0 && one.due_after_days < after.curriculum[index - 1].due_after_days {
                    add(&path, Flaw::DueOrder);
                }
                if after.curriculum[..index].iter().any(|earlier| earlier.session == one.session) {
                    add(&path, Flaw::Twice);
                }
            }
            if after.curriculum.len() > MAX_LIST.max(before.curriculum.len()) {
                add(&[list], Flaw::TooMany);
            }
        }
        RuleKey::PinnedSessions => {
            let known = audiences(tx).await?;
            let list = Step::Key("pinned_sessions");
            for (index, session) in after.pinned_sessions.iter().enumerate() {
                let path = [list, Step::Item(index)];
                let is_old = before.pinned_sessions.contains(session);
                if !is_old && known.get(session) != Some(&Audience::LearningHub) {
                    add(&path, Flaw::NoSession);
                }
                if after.pinned_sessions[..index].contains(session) {
                    add(&path, Flaw::Twice);
                }
            }
            if after.pinned_sessions.len() > MAX_LIST.max(before.pinned_sessions.len()) {
                add(&[list], Flaw::TooMany);
            }
        }
        RuleKey::OfferedSurveys => {
            let known: Vec<String> =
                query_scalar("SELECT key FROM content WHERE kind = $1").bind(Survey::NAME).fetch_all(tx).await?;
            let list = Step::Key("surveys");
            for (index, one) in after.surveys.iter().enumerate() {
                let path = [list, Step::Item(index)];
                let old = before.surveys.iter().find(|old| old.survey == one.survey);
                if old.is_none() && !known.contains(&one.survey) {
                    add(&path, Flaw::NoSurvey);
                }
                let roles: BTreeSet<Role> = one.roles.iter().copied().collect();
                if roles.is_empty() || roles.contains(&Role::Staff) || roles.len() < one.roles.len() {
                    add(&path, Flaw::NoRoles);
                }
                if after.surveys[..index].iter().any(|earlier| earlier.survey == one.survey) {
                    add(&path, Flaw::Twice);
                }
            }
            let was_met = |one: &(&String, Role)| takes(before, one.0, one.1);
            if awaited(after).iter().any(|one| !takes(after, one.0, one.1) && was_met(one)) {
                add(&[list], Flaw::Awaited);
            }
            if after.surveys.len() > MAX_LIST.max(before.surveys.len()) {
                add(&[list], Flaw::TooMany);
            }
        }
        _ => {}
    }
    Ok(mistakes)
}

/// When a survey opens changes with the content only: a survey keeps its condition, and one that returns gets that of the content.
pub(super) async fn keep_conditions_in(tx: &mut Tx, programme: &Programme, after: &mut Settings) -> Result<()> {
    let imported: Option<Json<Settings>> =
        query_scalar("SELECT imported_settings FROM programmes WHERE id = $1").bind(programme.id).fetch_one(tx).await?;
    let known = programme.settings.surveys.iter().chain(imported.iter().flat_map(|imported| &imported.surveys));
    let known: Vec<_> = known.collect();
    for survey in &mut after.surveys {
        let old = known.iter().find(|old| old.survey == survey.survey);
        survey.after = old.and_then(|old| old.after.clone());
    }
    Ok(())
}

/// Whether people of a role take a survey.
fn takes(settings: &Settings, survey: &str, role: Role) -> bool {
    settings.surveys.iter().any(|named| named.survey == survey && named.roles.contains(&role))
}

/// Returns the surveys that other surveys, areas and the matching wait for, each with the role that must take it.
fn awaited(settings: &Settings) -> BTreeSet<(&String, Role)> {
    let surveys = settings.surveys.iter().filter_map(|named| Some((named.after.as_ref()?, &named.roles)));
    let by_surveys = surveys.flat_map(|(facts, roles)| roles.iter().map(move |role| (facts, *role)));
    let areas = settings.conditions.iter();
    let by_areas = areas.flat_map(|(role, areas)| areas.values().map(move |area| (&area.use_after, *role)));
    let by_matching = settings.matching.enter_after.iter().map(|(role, facts)| (facts, *role));
    let all = by_surveys.chain(by_areas).chain(by_matching);
    all.flat_map(|(facts, role)| facts.surveys.iter().map(move |survey| (survey, role))).collect()
}

async fn audiences(tx: &mut Tx) -> Result<BTreeMap<String, Audience>> {
    let rows: Vec<(String, Json<Session>)> =
        query_as("SELECT key, body FROM content WHERE kind = $1").bind(Session::NAME).fetch_all(tx).await?;
    Ok(rows.into_iter().map(|(key, Json(session))| (key, session.audience)).collect())
}

/// Returns what becomes of the sessions of running mentorships.
pub(super) async fn of_sessions(
    tx: &mut Tx,
    store: &Store,
    programme: &Programme,
    after: &Settings,
) -> Result<Vec<Effect>> {
    let today = store.clock.now().with_timezone(&programme.tz()).date_naive();
    let held: BTreeMap<_, _> =
        curriculum::held(tx, programme.id).await?.into_iter().map(|held| (held.session_key.clone(), held)).collect();
    let active = curriculum::active(tx, programme.id).await?;
    let offered = curriculum::offered(tx).await?;
    let mut effects = Vec::new();
    for one in after.curriculum.iter().filter(|one| offered.contains(&one.session)) {
        let count = active - held.get(&one.session).map_or(0, |held| held.count);
        let due_on = curriculum::due_on(today, one.due_after_days);
        effects.push(Effect { due_on: Some(due_on), ..Effect::of(EffectKind::SessionAdded, count, &one.session) });
    }
    let is_gone = |key: &String| after.curriculum.iter().all(|one| one.session != *key);
    // What stayed from earlier changes is no effect of this one.
    let was_named = |key: &String| programme.settings.curriculum.iter().any(|one| one.session == *key);
    for (key, held) in held.iter().filter(|(key, _)| is_gone(key) && was_named(key)) {
        effects.push(Effect::of(EffectKind::SessionRemoved, held.count - held.begun, key));
        effects.push(Effect::of(EffectKind::SessionStays, held.begun, key));
    }
    Ok(effects)
}

/// Returns whom surveys are offered from now on, and not any more.
pub(super) async fn of_surveys(tx: &mut Tx, programme: &Programme, after: &Settings) -> Result<Vec<Effect>> {
    let people: Vec<(Role, i64)> = query_as(
        "SELECT role, COUNT(*) FROM people WHERE programme_id = $1 AND is_disabled = FALSE AND role <> 'staff'
             AND email NOT LIKE '%.invalid' AND email NOT LIKE 'bot:%' GROUP BY role",
    )
    .bind(programme.id)
    .fetch_all(tx)
    .await?;
    let roles_of = |settings: &Settings, key: &str| -> BTreeSet<Role> {
        let named = settings.surveys.iter().filter(|named| named.survey == key);
        named.flat_map(|named| named.roles.iter().copied()).collect()
    };
    let count =
        |roles: BTreeSet<Role>| people.iter().filter(|(role, _)| roles.contains(role)).map(|(_, count)| count).sum();
    let both = programme.settings.surveys.iter().chain(&after.surveys);
    let keys: BTreeSet<&String> = both.map(|named| &named.survey).collect();
    let mut effects = Vec::new();
    for key in keys {
        let (old, new) = (roles_of(&programme.settings, key), roles_of(after, key));
        effects.push(Effect::of(EffectKind::SurveyOffered, count(&new - &old), key));
        effects.push(Effect::of(EffectKind::SurveyWithdrawn, count(&old - &new), key));
    }
    Ok(effects)
}
