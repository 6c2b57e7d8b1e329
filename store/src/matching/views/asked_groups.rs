//! The groups of mentors who are proposed to a mentee, as they are so far.

use std::collections::BTreeMap;

use crate::db::QueryBuilder;
use crate::matching::{Tracker, separation};
use crate::mentorship::Kind;
use crate::{PersonId, Result, Store};

/// The group of a mentor, as a mentee who may join it sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AskedGroup {
    /// Mentees when it is full.
    pub size: i64,
    /// Those that it has, in the order in which they were selected, without those who must not meet the mentee.
    pub members: Vec<PersonId>,
}

/// A mentor of a group, with one of its members.
#[derive(sqlx::FromRow)]
struct GroupRow {
    mentor_id: PersonId,
    size: i64,
    mentee_id: Option<PersonId>,
}

/// Returns the groups that a mentee may still join, by mentor.
pub(super) async fn of_mentee(
    store: &Store,
    mentee: PersonId,
    matches: &[Tracker],
) -> Result<BTreeMap<PersonId, AskedGroup>> {
    let is_open = |tracker: &&Tracker| tracker.kind == Kind::Group && tracker.state.turn().is_some();
    let mentors: Vec<PersonId> = matches.iter().filter(is_open).map(|tracker| tracker.mentor_id).collect();
    let mut groups: BTreeMap<PersonId, AskedGroup> = BTreeMap::new();
    if mentors.is_empty() {
        return Ok(groups);
    }
    let mut query = QueryBuilder::new(
        "SELECT m.person_id AS mentor_id, COALESCE(g.size, m.places) AS size, t.mentee_id FROM matching_pool m
         LEFT JOIN matching_groups g ON g.mentor_id = m.person_id AND g.closed_at IS NULL
         LEFT JOIN matching_trackers t ON t.group_id = g.id AND t.state = 'SELECTED' WHERE m.person_id IN (",
    );
    query.push_list(mentors).push(") ORDER BY t.changed_at, t.id");
    let rows: Vec<GroupRow> = query.build_query_as().fetch_all(&store.db).await?;
    for GroupRow { mentor_id, size, mentee_id } in rows {
        let group = groups.entry(mentor_id).or_default();
        group.size = size;
        if let Some(member) = mentee_id
            && !separation::is_between(&store.db, member, mentee).await?
        {
            group.members.push(member);
        }
    }
    Ok(groups)
}
