//! Groups that have not begun, as work.

use super::{Item, SHOWN};
use crate::matching::groups::{self, Waiting};
use crate::matching::views::{self, Face};
use crate::programmes;
use crate::staff::Scope;
use crate::{PersonId, Result, Store};

/// Returns how many groups begin only if staff decide, and those that wait longest. Their time to fill is over.
pub(super) async fn first(store: &Store, scope: &Scope) -> Result<(i64, Vec<Item>)> {
    let mut waiting = groups::waiting(store, scope).await?;
    waiting.retain(|one| one.group.staff_notified_at.is_some());
    if waiting.is_empty() {
        return Ok((0, Vec::new()));
    }
    waiting.sort_by_key(|one| (one.group.first_member_at, one.group.id));
    let count = i64::try_from(waiting.len()).unwrap_or(i64::MAX);
    waiting.truncate(usize::try_from(SHOWN).unwrap_or_default());
    let programmes = programmes::all(store).await?;
    let people: Vec<PersonId> =
        waiting.iter().flat_map(|one| one.members.iter().copied().chain([one.group.mentor_id])).collect();
    let faces = views::faces(store, &people).await?;
    let full_name = |face: &Face| format!("{} {}", face.first_name, face.last_name).trim().to_owned();
    let name = |person: &PersonId| faces.get(person).map(full_name).unwrap_or_default();
    let item = |Waiting { group, members }: Waiting| {
        let programme = programmes.iter().find(|programme| programme.id == group.programme_id);
        let since = group.first_member_at.unwrap_or(group.created_at);
        Item {
            with: Some(members.iter().map(&name).collect::<Vec<_>>().join(", ")),
            due: programme.and_then(|programme| group.starts_at(&programme.settings.matching.groups)),
            ..Item::new(group.id.0, name(&group.mentor_id), programme.map(|programme| programme.name.clone()), since)
        }
    };
    Ok((count, waiting.into_iter().map(item).collect()))
}
