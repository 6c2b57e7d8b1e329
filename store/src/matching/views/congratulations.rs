//! Matches that began and that a person has not seen yet.

use std::collections::BTreeSet;

use super::Face;
use crate::db::query_as;
use crate::mentorship::{Kind, Mentorship, mentorship_columns};
use crate::role::Role;
use crate::{ChannelId, MentorshipId, PersonId, Result, Store, TrackerId};

/// A match that began and was not seen yet.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Congratulation {
    /// The tracker.
    pub id: TrackerId,
    /// The mentorship.
    pub mentorship_id: MentorshipId,
    /// Its channel.
    pub channel_id: ChannelId,
    /// Pair or group.
    pub kind: Kind,
}

/// A mentorship of a person.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct OwnMentorship {
    /// The mentorship.
    #[sqlx(flatten)]
    pub mentorship: Mentorship,
    /// Whether the person has not seen its congratulation.
    pub has_congratulation: bool,
}

/// Returns the mentorships in which a person is active now, the oldest first.
pub async fn own_mentorships(store: &Store, person: PersonId, side: Role) -> Result<Vec<OwnMentorship>> {
    query_as([
        "SELECT ",
        mentorship_columns!(),
        ", EXISTS (SELECT 1 FROM matching_trackers t WHERE t.mentorship_id = s.id AND t.state = 'ACCEPTED' AND ",
        unseen_of(side),
        ") AS has_congratulation
         FROM mentorships s JOIN mentorship_members m ON m.mentorship_id = s.id
         WHERE m.person_id = $1 AND m.left_at IS NULL AND s.ended_at IS NULL ORDER BY s.started_at, s.id",
    ])
    .bind(person)
    .fetch_all(&store.db)
    .await
}

/// The trackers of a person that their congratulation has not shown: two texts, so that each reads by the index of one side.
fn unseen_of(side: Role) -> &'static str {
    match side {
        Role::Mentor => "t.mentor_id = $1 AND t.mentor_seen_at IS NULL",
        _ => "t.mentee_id = $1 AND t.mentee_seen_at IS NULL",
    }
}

/// Returns the matches to congratulate a person on, with the other members of each mentorship.
pub(super) async fn of_person(store: &Store, person: PersonId, side: Role) -> Result<Vec<(Congratulation, Vec<Face>)>> {
    let mut all = Vec::new();
    for found in new_matches(store, person, side).await? {
        let others: Vec<Face> = query_as(
            "SELECT p.id, p.first_name, p.last_name, p.display_name, p.role, p.bio, p.picture_id
             FROM mentorship_members m JOIN people p ON p.id = m.person_id
             WHERE m.mentorship_id = $1 AND m.left_at IS NULL AND p.id <> $2 ORDER BY p.first_name, p.id",
        )
        .bind(found.mentorship_id)
        .bind(person)
        .fetch_all(&store.db)
        .await?;
        all.push((found, others));
    }
    Ok(all)
}

/// The matches that a person has not seen yet, the first one first, one for each mentorship.
async fn new_matches(store: &Store, person: PersonId, side: Role) -> Result<Vec<Congratulation>> {
    let mut found: Vec<Congratulation> = query_as([
        "SELECT t.id, t.mentorship_id, s.channel_id, t.kind FROM matching_trackers t
         JOIN mentorships s ON s.id = t.mentorship_id AND s.ended_at IS NULL WHERE t.state = 'ACCEPTED' AND ",
        unseen_of(side),
        " ORDER BY t.changed_at, t.id",
    ])
    .bind(person)
    .fetch_all(&store.db)
    .await?;
    // A mentor has a tracker with each mentee of a group.
    let mut seen = BTreeSet::new();
    found.retain(|one| seen.insert(one.mentorship_id));
    Ok(found)
}
