//! Creates and changes programmes.

use std::collections::BTreeSet;

use chrono_tz::Tz;
use serde_json::{Value, json};
use sqlx::types::Json;

use crate::bus::Event;
use crate::db::{query, query_as};
use crate::programmes::Settings;
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{Error, ProgrammeId, Result, Store};
use crate::{applications, followups, mentorship, programmes};

/// Creates the programme with this key, or updates it.
pub async fn put(
    store: &Store,
    actor: &Actor,
    key: &str,
    name: &str,
    time_zone: &str,
    settings: &Settings,
) -> Result<ProgrammeId> {
    time_zone
        .parse::<Tz>()
        .map_err(|_| Error::Configuration(format!("programme {key}: {time_zone} is not an IANA time zone")))?;
    let mut tx = store.db.begin().await?;
    let before: Option<(String, String, Json<Settings>)> =
        query_as("SELECT name, time_zone, settings FROM programmes WHERE key = $1")
            .bind(key)
            .fetch_optional(&mut tx)
            .await?;
    let id = programmes::write_in(&mut tx, store, key, name, time_zone, (settings, settings)).await?;
    mentorship::follow_curriculum(&mut tx, store, id).await?;
    followups::recheck_clearance_in(&mut tx, store, id).await?;
    applications::release_in(&mut tx, store, actor, id, settings).await?;
    // Rules are cached with the content.
    query("UPDATE content_revision SET revision = revision + 1").execute(&mut tx).await?;
    if !actor.reaches(Some(id)) {
        return Err(Error::Configuration(format!("there is no programme {key}")));
    }
    let is_new = before.is_none();
    let state = |name: &str, time_zone: &str, settings: &Settings| json!({"name": name, "time_zone": time_zone, "settings": settings});
    let before =
        before.map(|(name, time_zone, Json(settings))| state(&name, &time_zone, &settings)).unwrap_or_default();
    let (old, mut new) = changes(&before, &state(name, time_zone, settings));
    if new != json!({}) {
        if is_new {
            new["is_new"] = json!(true);
        }
        Record::new(Act::SetProgramme, Target::Programme(id), Some(id))
            .change(old, new)
            .write(&mut tx, store, actor)
            .await?;
    }
    tx.commit().await?;
    store.bus.publish(vec![Event::RulesChanged]);
    Ok(id)
}

/// Returns what differs, before and after. Of settings it is the names, not the values, which hold the codes of institutions.
fn changes(before: &Value, after: &Value) -> (Value, Value) {
    let (mut old, mut new) = (json!({}), json!({}));
    for column in ["name", "time_zone"].into_iter().filter(|column| before.get(column) != after.get(column)) {
        if !before.is_null() {
            old[column] = before[column].clone();
        }
        new[column] = after[column].clone();
    }
    let settings = changed_sections(&before["settings"], &after["settings"]);
    if !settings.is_empty() {
        new["settings"] = json!(settings);
    }
    let old = if old == json!({}) { Value::Null } else { old };
    (old, new)
}

/// Returns the names of the settings that differ.
fn changed_sections<'a>(before: &'a Value, after: &'a Value) -> BTreeSet<&'a String> {
    let sections = [before, after].into_iter().filter_map(Value::as_object).flat_map(serde_json::Map::keys);
    sections.filter(|section| before.get(section) != after.get(section)).collect()
}
