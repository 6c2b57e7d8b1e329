//! `mentorhub matching groups`: groups that have not begun.

use anyhow::Result;
use serde_json::json;
use store::matching::GroupRules;
use store::matching::groups::{self, Group};
use store::matching::pool;
use store::mentorship::Kind;
use store::programmes::Programme;
use store::{PersonId, Store};

use super::names;
use crate::output::print;

/// A group, or a mentor of a group whom no mentee has joined yet.
struct OpenGroup {
    mentor: PersonId,
    size: i64,
    group: Option<Group>,
    members: Vec<PersonId>,
}

pub(super) async fn print_groups(store: &Store, programme: &Programme, as_json: bool) -> Result<()> {
    let rules = &programme.settings.matching.groups;
    let all = open_groups(store, programme).await?;
    let people: Vec<PersonId> = all.iter().flat_map(|one| one.members.iter().chain([&one.mentor])).copied().collect();
    let names = names(store, &people).await?;
    let name = |person: &PersonId| names.get(person).map_or("", String::as_str);
    if as_json {
        let person = |person: &PersonId| json!({"id": person, "name": name(person)});
        let value = |one: &OpenGroup| {
            let members: Vec<_> = one.members.iter().map(person).collect();
            json!({"group": one.group.as_ref().map(|group| group.id), "mentor": person(&one.mentor), "size": one.size,
                "members": members, "startsAt": one.starts_at(rules), "waitsForStaff": one.waits_for_staff()})
        };
        print(json!({"groups": all.iter().map(value).collect::<Vec<_>>()}));
        return Ok(());
    }
    for one in &all {
        print(format_args!(
            "{:<28} {} of {} places, {}",
            name(&one.mentor),
            one.members.len(),
            one.size,
            one.outlook(rules)
        ));
        for member in &one.members {
            print(format_args!("  {}", name(member)));
        }
    }
    let members: usize = all.iter().map(|one| one.members.len()).sum();
    print(format_args!("{} groups, {members} members", all.len()));
    Ok(())
}

/// The groups with members first, then mentors without one.
async fn open_groups(store: &Store, programme: &Programme) -> Result<Vec<OpenGroup>> {
    let mut all = Vec::new();
    for group in groups::of_programme(store, programme.id).await? {
        let members = groups::members(store, group.id).await?;
        all.push(OpenGroup { mentor: group.mentor_id, size: group.size, group: Some(group), members });
    }
    for member in pool::of_programme(store, programme.id).await? {
        if member.kind == Some(Kind::Group) && !all.iter().any(|one| one.mentor == member.person_id) {
            all.push(OpenGroup { mentor: member.person_id, size: member.places, group: None, members: Vec::new() });
        }
    }
    all.sort_by_key(|one| one.members.is_empty());
    Ok(all)
}

impl OpenGroup {
    fn starts_at(&self, rules: &GroupRules) -> Option<chrono::DateTime<chrono::Utc>> {
        self.group.as_ref().filter(|_| !self.members.is_empty())?.starts_at(rules)
    }

    fn waits_for_staff(&self) -> bool {
        !self.members.is_empty() && self.group.as_ref().is_some_and(|group| group.staff_notified_at.is_some())
    }

    fn outlook(&self, rules: &GroupRules) -> String {
        match self.starts_at(rules) {
            _ if self.waits_for_staff() => "waits for staff: mentorhub matching begin-group".to_owned(),
            Some(at) if self.members.len() < usize::from(rules.minimum) => {
                format!("asks staff at {}", at.format("%Y-%m-%d %H:%M UTC"))
            }
            Some(at) => format!("begins at {}", at.format("%Y-%m-%d %H:%M UTC")),
            None => "no members yet".to_owned(),
        }
    }
}
