//! Writes programmes: those of the content, and rules that staff set.

use std::collections::BTreeMap;

use sqlx::types::Json;

use super::rules::{self, Fate, RuleKey};
use super::vetting_kinds::VETTING;
use super::{Settings, all_in, rule_checks};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::{Error, MentorshipId, PersonId, ProgrammeId, Result, Store};

/// A programme that was imported.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) id: ProgrammeId,
    /// The rules before; None for a new programme.
    pub(crate) before: Option<Settings>,
    /// The rules that hold now.
    pub(crate) settings: Settings,
    /// What became of those that staff had changed.
    pub(crate) fates: Vec<(RuleKey, Fate)>,
}

/// Locks a programme, and returns its rules and those of the last import.
pub(crate) async fn lock_in(tx: &mut Tx, key: &str) -> Result<Option<(Json<Settings>, Option<Json<Settings>>)>> {
    query_as("UPDATE programmes SET name = name WHERE key = $1 RETURNING settings, imported_settings")
        .bind(key)
        .fetch_optional(tx)
        .await
}

/// Keeps the rules of the programme of a person as they are until the end of the transaction, on PostgreSQL. What may begin a mentorship
/// takes this before the locks of people: its curriculum is read at the end, while an import that holds the programme waits for people.
pub(crate) async fn share_of_person_in(tx: &mut Tx, person: PersonId) -> Result<()> {
    if tx.is_sqlite() {
        return Ok(());
    }
    let share = "SELECT id FROM programmes WHERE id = (SELECT programme_id FROM people WHERE id = $1) FOR SHARE";
    query_scalar::<ProgrammeId>(share).bind(person).fetch_optional(tx).await.map(drop)
}

/// The same for the programme of a mentorship that goes on again, or is taken back: an import gives sessions to those that there are.
pub(crate) async fn share_of_mentorship_in(tx: &mut Tx, mentorship: MentorshipId) -> Result<()> {
    if tx.is_sqlite() {
        return Ok(());
    }
    let share = "SELECT id FROM programmes WHERE id = (SELECT programme_id FROM mentorships WHERE id = $1) FOR SHARE";
    query_scalar::<ProgrammeId>(share).bind(mentorship).fetch_optional(tx).await.map(drop)
}

/// Writes a programme of the content. Rules that staff changed since the last import stay, unless the content changed them as well.
pub(crate) async fn import_in(
    tx: &mut Tx,
    store: &Store,
    key: &str,
    name: &str,
    time_zone: &str,
    wanted: &Settings,
) -> Result<Written> {
    let known = lock_in(tx, key).await?;
    let (before, base) = known.map_or((None, None), |(Json(current), base)| (Some(current), base));
    let (settings, fates) = match (&before, base) {
        (Some(current), Some(Json(base))) => rules::merge(&base, current, wanted),
        _ => (wanted.clone(), Vec::new()),
    };
    let id = write_in(tx, store, key, name, time_zone, (&settings, wanted)).await?;
    Ok(Written { id, before, settings, fates })
}

/// Writes a programme with its rules, what the content had for them, and what lists need to know of them. The caller follows up on
/// what the change means for people.
pub(crate) async fn write_in(
    tx: &mut Tx,
    store: &Store,
    key: &str,
    name: &str,
    time_zone: &str,
    (settings, imported): (&Settings, &Settings),
) -> Result<ProgrammeId> {
    let id = query_scalar(
        "INSERT INTO programmes (id, key, name, time_zone, settings, created_at, contact_binds_from, needs_vetting,
             needs_guardian_consent, contact_weeks, imported_settings)
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10)
         ON CONFLICT (key) DO UPDATE SET name = excluded.name, time_zone = excluded.time_zone, settings = excluded.settings,
             needs_vetting = excluded.needs_vetting, needs_guardian_consent = excluded.needs_guardian_consent,
             contact_weeks = excluded.contact_weeks, imported_settings = excluded.imported_settings,
             is_of_console = FALSE
         RETURNING id",
    )
    .bind(store.clock.id::<ProgrammeId>())
    .bind(key)
    .bind(name)
    .bind(time_zone)
    .bind(Json(settings))
    .bind(store.clock.now())
    .bind(settings.matching.demands_vetting())
    .bind(settings.matching.needs_guardian_consent)
    .bind(i64::from(settings.contact.every_weeks))
    .bind(Json(imported))
    .fetch_one(&mut *tx)
    .await?;
    set_demanded_vettings_in(tx, id, settings).await?;
    Ok(id)
}

/// Replaces the rules of a programme by those that staff set, with what lists need to know of them.
pub(crate) async fn set_settings_in(tx: &mut Tx, id: ProgrammeId, settings: &Settings) -> Result<()> {
    query(
        "UPDATE programmes SET settings = $2, needs_vetting = $3, needs_guardian_consent = $4, contact_weeks = $5,
             imported_settings = COALESCE(imported_settings, settings)
         WHERE id = $1",
    )
    .bind(id)
    .bind(Json(settings))
    .bind(settings.matching.demands_vetting())
    .bind(settings.matching.needs_guardian_consent)
    .bind(i64::from(settings.contact.every_weeks))
    .execute(&mut *tx)
    .await?;
    set_demanded_vettings_in(tx, id, settings).await
}

/// Writes which further kinds of vetting a programme demands, for lists.
pub(crate) async fn set_demanded_vettings_in(tx: &mut Tx, id: ProgrammeId, settings: &Settings) -> Result<()> {
    query("DELETE FROM demanded_vettings WHERE programme_id = $1").bind(id).execute(&mut *tx).await?;
    for kind in settings.matching.demanded_kinds().filter(|kind| *kind != VETTING) {
        query("INSERT INTO demanded_vettings (programme_id, kind) VALUES ($1, $2)")
            .bind(id)
            .bind(kind)
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

/// Refuses an import after which an institution code would belong to two programmes.
pub(crate) async fn check_codes_in(tx: &mut Tx) -> Result<()> {
    let mut owners: BTreeMap<String, String> = BTreeMap::new();
    for programme in all_in(tx).await? {
        for (_, code) in rule_checks::codes(&programme.settings) {
            if let Some(other) = owners.insert(code, programme.key.clone()).filter(|other| *other != programme.key) {
                let text = format!("a code of an institution is in two programmes, {other} and {}", programme.key);
                return Err(Error::Configuration(text));
            }
        }
    }
    Ok(())
}
