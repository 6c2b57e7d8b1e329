//! Imports and exports content.

use serde_json::{Value, json};
use sqlx::types::Json;

use super::programme_rules::record_rules_in;
use crate::bus::Event;
use crate::content::{Bundle, Change, Changed, Edited, Imported, Kind, Origin, Put, Session, get, put_in, texts};
use crate::db::query_as;
use crate::programmes::{Settings, Written};
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{ProgrammeId, Result, Store, applications, mentorship};

/// Returns all content, which holds the codes of institutions of all programmes: for staff of the whole installation only.
pub async fn export(store: &Store, actor: &Actor) -> Result<Option<Bundle>> {
    if !actor.reaches(None) {
        return Ok(None);
    }
    let bundle = get(store).await?;
    Record::new(Act::ExportContent, Target::Content, None).write(&store.db, store, actor).await?;
    Ok(Some(bundle))
}

/// Whether a session is offered that was not, or the other way round: curricula may name it.
fn is_other_session(changed: &Changed) -> bool {
    changed.kind == Session::NAME && matches!(changed.change, Change::Added | Change::Returned | Change::Retired { .. })
}

/// Imports a bundle, and brings running mentorships in line with the curricula of their programmes. Content belongs to the
/// installation: staff of programmes import nothing. The built-in content is an act only where it changes something, not at each
/// start.
pub async fn import(store: &Store, actor: &Actor, bundle: &Bundle, origin: Origin) -> Result<Imported> {
    if !actor.reaches(None) {
        return Ok(Imported::default());
    }
    let mut tx = store.db.begin().await?;
    let Put { imported, has_changed, has_changed_mails, programmes: written, edited } =
        put_in(&mut tx, store, bundle, origin).await?;
    let has_programmes = has_changed && bundle.programmes.is_some();
    if has_programmes || imported.definitions.iter().any(is_other_session) {
        let programmes: Vec<(ProgrammeId, Json<Settings>)> =
            query_as("SELECT id, settings FROM programmes ORDER BY id").fetch_all(&mut tx).await?;
        for (programme, settings) in programmes {
            mentorship::follow_curriculum(&mut tx, store, programme).await?;
            if has_programmes {
                applications::release_in(&mut tx, store, actor, programme, &settings).await?;
            }
        }
    }
    if has_changed || has_changed_mails || origin == Origin::Operator {
        let definitions = imported.definitions.iter().filter(|definition| definition.change != Change::Unchanged);
        let after = json!({"is_built_in": origin == Origin::BuiltIn, "definitions": definitions.count(),
            "closed_programmes": imported.closed.len()});
        let record = Record::new(Act::ImportContent, Target::Content, None).change(Value::Null, after);
        record.write(&mut tx, store, actor).await?;
    }
    for Written { id, before, settings, .. } in written {
        if let Some(before) = before {
            record_rules_in(&mut tx, store, actor, id, (&before, &settings)).await?;
        }
    }
    for Edited { kind, key, before, after } in edited {
        let differences = texts::differences(kind, &before, &after);
        if !differences.is_empty() {
            texts::record_in(&mut tx, store, actor, (kind, &key), &differences).await?;
        }
    }
    tx.commit().await?;
    if has_changed {
        store.bus.publish(vec![Event::RulesChanged]);
    }
    Ok(imported)
}
