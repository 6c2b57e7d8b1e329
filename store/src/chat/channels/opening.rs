//! What a connection reads when it starts and when it opens a channel. One statement each, because all clients reconnect at
//! once when a node restarts.

use sqlx::types::Json;

use super::{COMPUTED_COLUMNS, MEMBERSHIP_COLUMNS, Membership};
use crate::db::query_as;
use crate::experiences::Overrides;
use crate::role::Role;
use crate::{ChannelId, LoginSessionId, MessageId, PersonId, ProgrammeId, Result, Store};

/// What a connection needs to open a channel.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Opening {
    /// The membership.
    #[sqlx(flatten)]
    pub membership: Membership,
    /// The newest message of the channel.
    pub head_id: Option<MessageId>,
    /// The number of the message that the client named; None if it is not in this channel.
    pub after_seq: Option<i64>,
}

/// Returns what a connection needs to open a channel, perhaps after a message that the client has. One statement,
/// because all clients reconnect at once when a node restarts.
pub async fn opening(
    store: &Store,
    channel: ChannelId,
    person: PersonId,
    after: Option<MessageId>,
) -> Result<Option<Opening>> {
    let _turn = store.connect_permits.acquire().await;
    let [deleted, named, blocked] = COMPUTED_COLUMNS;
    query_as([
        "SELECT ",
        MEMBERSHIP_COLUMNS,
        deleted,
        named,
        blocked,
        " AS is_blocked, h.id AS head_id, a.seq AS after_seq FROM members m JOIN channels c ON c.id = m.channel_id \
         LEFT JOIN messages h ON h.channel_id = c.id AND h.seq = c.head_seq \
         LEFT JOIN messages a ON a.id = $3 AND a.channel_id = c.id \
         WHERE m.channel_id = $1 AND m.person_id = $2",
    ])
    .bind(channel)
    .bind(person)
    .bind(after)
    .fetch_optional(&store.db)
    .await
}

/// What a connection of a login session starts with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connecting {
    /// Whether the person has agreed to the terms.
    pub has_agreed_terms: bool,
    /// The role of the person.
    pub role: Role,
    /// The programme of the person.
    pub programme_id: Option<ProgrammeId>,
    /// The experiences of the person that differ from those of the programme.
    pub experience_overrides: Overrides,
    /// The channels whose messages the session receives.
    pub active: Vec<ChannelId>,
}

/// Returns what a connection of a login session starts with; None if the session has ended or expired.
pub async fn of_session(store: &Store, session: LoginSessionId) -> Result<Option<Connecting>> {
    let _turn = store.connect_permits.acquire().await;
    type Row = (bool, Role, Option<ProgrammeId>, Json<Overrides>, Option<ChannelId>);
    let rows: Vec<Row> = query_as(
        "SELECT p.agreed_terms_at IS NOT NULL, p.role, p.programme_id, p.experience_overrides, m.channel_id \
         FROM login_sessions s \
         JOIN people p ON p.id = s.person_id LEFT JOIN members m ON m.person_id = s.person_id AND m.status = 'active' \
         WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > $2",
    )
    .bind(session)
    .bind(store.clock.now())
    .fetch_all(&store.db)
    .await?;
    // A session without channels has one row without a channel.
    let active = rows.iter().filter_map(|(.., channel)| *channel).collect();
    let Some((has_agreed_terms, role, programme_id, Json(experience_overrides), _)) = rows.into_iter().next() else {
        return Ok(None);
    };
    Ok(Some(Connecting { has_agreed_terms, role, programme_id, experience_overrides, active }))
}
