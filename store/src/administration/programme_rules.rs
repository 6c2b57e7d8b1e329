//! Changes rules of programmes one by one, as staff do in the console.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::Value;
use sqlx::types::Json;

use super::rule_content;
use super::rule_effects::{self, Effect};
use crate::bus::{Event, Topic};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::programmes::rule_checks::{Flaw, Mistake, Step, check, codes};
use crate::programmes::rules::{Rule, RuleKey, differences};
use crate::programmes::vetting_kinds::closing_at_once;
use crate::programmes::{self, Programme, Settings, logos};
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{PersonId, ProgrammeId, Result, Store, applications, contact, followups, mentorship};

/// Institutions that staff set for a programme.
const MAX_INSTITUTIONS: usize = 50;

/// Codes of all institutions that staff set for a programme.
const MAX_CODES: usize = 200;

/// People that one event names.
const PEOPLE_PER_EVENT: usize = 500;

/// Where the institutions stand in the settings.
const INSTITUTIONS: [Step; 2] = [Step::Key("sign_up"), Step::Key("institutions")];

/// Why a rule is not changed.
#[derive(Clone, Debug, PartialEq)]
pub enum RuleRefusal {
    /// For this actor there is no such programme.
    NotFound,
    /// It is not as the actor saw it. It is like this now.
    Changed(Box<Rule>),
    /// The value cannot hold.
    Invalid(Vec<Mistake>),
}

/// A rule as staff want it.
#[derive(Clone, Debug)]
pub struct NewRule<'a> {
    /// The rule.
    pub rule: Rule,
    /// The revision that they saw.
    pub expected: &'a str,
}

/// Sets a rule of a programme, with all that follows from it. Returns the new revision.
pub async fn set_rule(
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
    NewRule { rule, expected }: NewRule<'_>,
) -> Result<Result<String, RuleRefusal>> {
    let mut tx = store.db.begin().await?;
    let (programme, after) = match prepare_in(&mut tx, actor, programme, &rule, store.clock.now()).await? {
        Ok(prepared) => prepared,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let before = rule.key().of(&programme.settings);
    if before.revision() != expected {
        return Ok(Err(RuleRefusal::Changed(Box::new(before))));
    }
    let revision = rule.key().of(&after).revision();
    if before == rule.key().of(&after) {
        return Ok(Ok(revision));
    }
    // Not in the preview, which leaves no trace: it would tell the codes of other programmes to those who try.
    if has_foreign_code_in(&mut tx, &programme, &after).await? {
        let mistake = Mistake { path: INSTITUTIONS.to_vec(), flaw: Flaw::CodeUnavailable };
        return Ok(Err(RuleRefusal::Invalid(vec![mistake])));
    }
    if rule.key() == RuleKey::Facts {
        contact::losses::follow_rules_in(&mut tx, store, &programme, &after.matching).await?;
    }
    programmes::set_settings_in(&mut tx, programme.id, &after).await?;
    let mut events = vec![Event::RulesChanged];
    events.extend(follow_in(&mut tx, store, &programme, rule.key()).await?);
    if rule.key().is_of_clearance() {
        followups::recheck_clearance_in(&mut tx, store, programme.id).await?;
        applications::release_in(&mut tx, store, actor, programme.id, &after).await?;
    }
    record_rules_in(&mut tx, store, actor, programme.id, (&programme.settings, &after)).await?;
    // Rules are cached with the content.
    query("UPDATE content_revision SET revision = revision + 1").execute(&mut tx).await?;
    tx.commit().await?;
    store.bus.publish(events);
    Ok(Ok(revision))
}

/// Brings what runs in line with the content that a rule names. Returns what open pages must fetch again.
async fn follow_in(tx: &mut Tx, store: &Store, programme: &Programme, key: RuleKey) -> Result<Vec<Event>> {
    let topics = match key {
        RuleKey::MentorshipSessions => {
            mentorship::follow_curriculum(tx, store, programme.id).await?;
            vec![Topic::Mentorship]
        }
        RuleKey::PinnedSessions => vec![Topic::Learning],
        RuleKey::OfferedSurveys => {
            followups::enqueue_in(tx, store, None).await?;
            vec![Topic::Surveys, Topic::Profile]
        }
        RuleKey::Appearance => vec![Topic::Profile],
        _ => return Ok(Vec::new()),
    };
    let people: Vec<PersonId> = if key == RuleKey::MentorshipSessions {
        mentorship::curriculum::members_of_programme(tx, programme.id).await?
    } else {
        query_scalar(
            "SELECT id FROM people WHERE programme_id = $1 AND is_disabled = FALSE AND role <> 'staff' ORDER BY id",
        )
        .bind(programme.id)
        .fetch_all(tx)
        .await?
    };
    let changed = |people: &[PersonId]| Event::TopicsChanged { people: people.to_vec(), topics: topics.clone() };
    Ok(people.chunks(PEOPLE_PER_EVENT).map(changed).collect())
}

/// Returns whom a value of a rule would affect. Nothing changes.
pub async fn preview_rule(
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
    rule: &Rule,
) -> Result<Result<Vec<Effect>, RuleRefusal>> {
    // Dropping the transaction takes everything back.
    let mut tx = store.db.begin().await?;
    let (programme, after) = match prepare_in(&mut tx, actor, programme, rule, store.clock.now()).await? {
        Ok(prepared) => prepared,
        Err(refusal) => return Ok(Err(refusal)),
    };
    Ok(Ok(rule_effects::of(&mut tx, store, &programme, rule.key(), &after).await?))
}

/// Writes a row for each rule that differs.
pub(super) async fn record_rules_in(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
    (before, after): (&Settings, &Settings),
) -> Result<()> {
    for (before, after) in differences(before, after) {
        let [before, after]: [Value; 2] = [before, after].map(|rule| rule.for_audit());
        Record::new(Act::SetRule, Target::Programme(programme), Some(programme))
            .change(before, after)
            .write(&mut *tx, store, actor)
            .await?;
    }
    Ok(())
}

/// Locks a programme, and returns it with the rules that would hold.
async fn prepare_in(
    tx: &mut Tx,
    actor: &Actor,
    programme: ProgrammeId,
    rule: &Rule,
    now: DateTime<Utc>,
) -> Result<Result<(Programme, Settings), RuleRefusal>> {
    if !actor.reaches(Some(programme)) {
        return Ok(Err(RuleRefusal::NotFound));
    }
    let found: Option<Programme> =
        query_as("UPDATE programmes SET name = name WHERE id = $1 RETURNING id, key, name, time_zone, settings")
            .bind(programme)
            .fetch_optional(&mut *tx)
            .await?;
    let Some(programme) = found else { return Ok(Err(RuleRefusal::NotFound)) };
    let Json(mut after) = programme.settings.clone();
    rule.clone().put(&mut after);
    if rule.key() == RuleKey::OfferedSurveys {
        rule_content::keep_conditions_in(tx, &programme, &mut after).await?;
    }
    let known = check(&programme.settings);
    let mut mistakes: Vec<_> = check(&after).into_iter().filter(|mistake| !known.contains(mistake)).collect();
    mistakes.extend(flaws_of_codes(&programme.settings, &after));
    if rule.key() == RuleKey::VettingKinds {
        let today = now.with_timezone(&programme.tz()).date_naive();
        mistakes.extend(flaws_of_kinds(&programme.settings, &after, today));
    }
    if rule_content::is_of_content(rule.key()) {
        mistakes.extend(rule_content::flaws_in(tx, rule.key(), &programme.settings, &after).await?);
    }
    if let Some(logo) = &after.appearance.logo
        && programme.settings.appearance.logo.as_ref() != Some(logo)
        && !logos::exists_in(tx, logo).await?
    {
        mistakes.push(Mistake { path: vec![Step::Key("appearance"), Step::Key("logo")], flaw: Flaw::NoLogo });
    }
    Ok(if mistakes.is_empty() { Ok((programme, after)) } else { Err(RuleRefusal::Invalid(mistakes)) })
}

/// Returns what is wrong with new institutions and their codes within a programme.
fn flaws_of_codes(before: &Settings, after: &Settings) -> Vec<Mistake> {
    let (known, wanted) = (&before.sign_up.institutions, &after.sign_up.institutions);
    if known == wanted {
        return Vec::new();
    }
    let mut taken = BTreeSet::new();
    let twice = codes(after).filter_map(|(path, code)| {
        let is_new = taken.insert(code);
        (!is_new).then_some(Mistake { path, flaw: Flaw::CodeTwice })
    });
    let mut mistakes: Vec<_> = twice.collect();
    // What the content brought may be more.
    if wanted.len() > known.len().max(MAX_INSTITUTIONS) || codes(after).count() > codes(before).count().max(MAX_CODES) {
        mistakes.push(Mistake { path: INSTITUTIONS.to_vec(), flaw: Flaw::TooManyCodes });
    }
    mistakes
}

/// Returns the new requirements of vetting that would close contact at once.
fn flaws_of_kinds(before: &Settings, after: &Settings, today: NaiveDate) -> Vec<Mistake> {
    let found = closing_at_once(&before.matching, &after.matching, today);
    let list = [Step::Key("matching"), Step::Key("vetting_kinds")];
    found.into_iter().map(|(path, flaw)| Mistake { path: [&list[..], &path].concat(), flaw }).collect()
}

/// Whether another programme has one of the codes. Which one remains untold: a code lets people sign up there.
async fn has_foreign_code_in(tx: &mut Tx, programme: &Programme, after: &Settings) -> Result<bool> {
    if after.sign_up.institutions == programme.settings.sign_up.institutions {
        return Ok(false);
    }
    let wanted: BTreeSet<String> = codes(after).map(|(_, code)| code).collect();
    let others = programmes::all_in(tx).await?.into_iter().filter(|other| other.id != programme.id);
    Ok(others.into_iter().any(|other| codes(&other.settings).any(|(_, code)| wanted.contains(&code))))
}
