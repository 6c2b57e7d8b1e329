//! Pauses of members: who may have no contact reads, but does not write.
//!
//! The message path reads only the status of a member. What decides about contact changes rarely; each change of it, and of the members,
//! sets the status here and keeps the one to which a member returns.

use super::is_silenced;
use super::{Kind, LOCK, Status};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::role::Role;
use crate::{ChannelId, PersonId, Result, Store};

/// What decides about a member.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
struct Row {
    person_id: PersonId,
    role: Role,
    /// The status without pauses.
    status: Status,
    is_paused: bool,
    /// Whether the person may have no contact at all.
    is_closed: bool,
    /// Whether a report keeps the person apart from another member.
    is_silenced: bool,
}

/// Pauses the members of a channel who may have no contact, and ends the pauses of those who may again. Returns all members if
/// anything changed, for the caller to publish.
pub(crate) async fn follow_contact_in(tx: &mut Tx, store: &Store, channel: ChannelId) -> Result<Vec<PersonId>> {
    query(LOCK).bind(channel).execute(&mut *tx).await?;
    let kind: Option<Kind> =
        query_scalar("SELECT kind FROM channels WHERE id = $1").bind(channel).fetch_optional(&mut *tx).await?;
    let Some(kind) = kind.filter(|kind| !kind.is_personal()) else { return Ok(Vec::new()) };
    let members: Vec<Row> = query_as([
        "SELECT m.person_id, p.role, COALESCE(m.paused_status, m.status) AS status,
             m.paused_status IS NOT NULL AS is_paused, p.contact_closed_at IS NOT NULL AS is_closed,
             EXISTS (SELECT 1 FROM members o WHERE o.channel_id = m.channel_id AND o.person_id <> m.person_id AND ",
        is_silenced!("m.person_id", "o.person_id"),
        ") AS is_silenced
         FROM members m JOIN people p ON p.id = m.person_id
         WHERE m.channel_id = $1 AND m.status <> 'absent' AND ($2 = FALSE OR p.role = 'staff') ORDER BY m.person_id",
    ])
    .bind(channel)
    .bind(kind == Kind::Broadcast)
    .fetch_all(&mut *tx)
    .await?;
    let mut has_changed = false;
    for member in &members {
        match (member.is_paused, is_paused(kind, member, &members)) {
            (false, true) => {
                query(
                    "UPDATE members SET paused_status = status, status = 'inactive',
                         until_seq = COALESCE(until_seq, (SELECT head_seq FROM channels WHERE id = $1)),
                         until_at = COALESCE(until_at, $3)
                     WHERE channel_id = $1 AND person_id = $2",
                )
                .bind(channel)
                .bind(member.person_id)
                .bind(store.clock.now())
                .execute(&mut *tx)
                .await?;
            }
            (true, false) => {
                query(
                    "UPDATE members SET status = paused_status, paused_status = NULL,
                         until_seq = CASE WHEN paused_status = 'active' THEN NULL ELSE until_seq END,
                         until_at = CASE WHEN paused_status = 'active' THEN NULL ELSE until_at END
                     WHERE channel_id = $1 AND person_id = $2",
                )
                .bind(channel)
                .bind(member.person_id)
                .execute(&mut *tx)
                .await?;
            }
            _ => continue,
        }
        has_changed = true;
    }
    Ok(if has_changed { members.iter().map(|member| member.person_id).collect() } else { Vec::new() })
}

/// Whether a member reads only. Of a pair both do: a message to a person who may not answer is contact. A group goes on without the
/// member, unless no mentor is left who may have contact. Staff can be written to, unless they are suspended themselves.
fn is_paused(kind: Kind, member: &Row, members: &[Row]) -> bool {
    match kind {
        Kind::Direct => {
            let has_staff = members.iter().any(|other| other.role == Role::Staff && !other.is_closed);
            members.iter().any(|member| member.is_silenced || (member.is_closed && !has_staff))
        }
        Kind::Group | Kind::Broadcast if member.role == Role::Staff => member.is_closed,
        Kind::Group => {
            let mut mentors =
                members.iter().filter(|member| member.role == Role::Mentor && member.status == Status::Active);
            let has_mentors = mentors.clone().next().is_some();
            member.is_closed || (has_mentors && mentors.all(|mentor| mentor.is_closed))
        }
        Kind::Assistant | Kind::Team | Kind::Broadcast => false,
    }
}

/// Returns the channels in which a person may write to people, or those that they share with another one.
pub(crate) async fn shared_in(tx: &mut Tx, person: PersonId, with: Option<PersonId>) -> Result<Vec<ChannelId>> {
    query_scalar(
        "SELECT m.channel_id FROM members m JOIN people p ON p.id = m.person_id
         JOIN channels c ON c.id = m.channel_id
             AND (c.kind IN ('direct', 'group') OR (c.kind = 'broadcast' AND p.role = 'staff'))
         WHERE m.person_id = $1 AND m.status <> 'absent'
             AND ($2 IS NULL OR EXISTS (SELECT 1 FROM members o WHERE o.channel_id = m.channel_id AND o.person_id = $2))
         ORDER BY m.channel_id",
    )
    .bind(person)
    .bind(with)
    .fetch_all(tx)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(role: Role, is_closed: bool, is_silenced: bool) -> Row {
        Row {
            person_id: PersonId(uuid::Uuid::nil()),
            role,
            status: Status::Active,
            is_paused: false,
            is_closed,
            is_silenced,
        }
    }

    #[test]
    fn members_without_contact_read_only() {
        let (mentor, mentee, staff) =
            (row(Role::Mentor, false, false), row(Role::Mentee, false, false), row(Role::Staff, false, false));
        let closed = |row: Row| Row { is_closed: true, ..row };
        let silenced = |row: Row| Row { is_silenced: true, ..row };
        let cases: [(&str, Kind, &[Row], &[bool]); 12] = [
            ("a pair", Kind::Direct, &[mentor, mentee], &[false, false]),
            ("a mentor without vetting", Kind::Direct, &[closed(mentor), mentee], &[true, true]),
            ("a mentee without consent", Kind::Direct, &[mentor, closed(mentee)], &[true, true]),
            ("staff", Kind::Direct, &[staff, closed(mentee)], &[false, false]),
            ("suspended staff", Kind::Direct, &[closed(staff), mentee], &[true, true]),
            ("suspended staff of a group", Kind::Group, &[mentor, closed(staff)], &[false, true]),
            ("suspended staff of announcements", Kind::Broadcast, &[staff, closed(staff)], &[false, true]),
            ("a report about staff", Kind::Direct, &[silenced(staff), silenced(mentee)], &[true, true]),
            ("one of a group", Kind::Group, &[mentor, closed(mentee), mentee], &[false, true, false]),
            ("the mentor of a group", Kind::Group, &[closed(mentor), mentee, staff], &[true, true, false]),
            ("one of two mentors", Kind::Group, &[closed(mentor), mentor, mentee], &[true, false, false]),
            ("a report in a group", Kind::Group, &[silenced(mentor), silenced(mentee)], &[false, false]),
        ];
        for (name, kind, members, expected) in cases {
            let paused: Vec<bool> = members.iter().map(|member| is_paused(kind, member, members)).collect();
            assert_eq!(paused, expected, "{name}");
        }
    }
}
