//! What detection finds in messages, and what the rules of the conversation make of it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use chrono::Duration;
use detection::Detector;
pub use detection::{Kind, Kinds};

use crate::accounts::clearance::age;
use crate::channels::{self, Kind as ChannelKind, Status};
use crate::db::{query, query_as};
use crate::messages::{self, EDIT_MINUTES, mention};
use crate::programmes::detection_rules::{Reaction, Rules, WARNED_DAYS};
use crate::programmes::matching_rules::OF_AGE;
use crate::programmes::{self, zone};
use crate::role::Role;
use crate::{ChannelId, MessageId, PersonId, ProgrammeId, Result, Store};

static DETECTOR: LazyLock<Detector> = LazyLock::new(Detector::built_in);

/// Returns what a message contains, its file names included. Without I/O.
pub fn find<'a>(body: &str, file_names: impl IntoIterator<Item = &'a str>) -> Kinds {
    // The markup of a mention holds an id.
    let mut text = mention::plain(body);
    for name in file_names {
        let text = text.to_mut();
        text.push('\n');
        text.push_str(name);
    }
    DETECTOR.find(&text)
}

/// Whether texts of such a channel are checked. Staff read what is written to the team, and people do not read what is written to the
/// assistant.
pub fn is_checked(kind: ChannelKind) -> bool {
    matches!(kind, ChannelKind::Direct | ChannelKind::Group)
}

/// What the rules make of the kinds that were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// Those of which staff learn once the message is delivered; those of `warn` are among them.
    pub tell: Kinds,
    /// Those about which the writer is asked first.
    pub warn: Kinds,
}

/// Applies the rules of a conversation to what a writer's text contains. Reads the database only if something was found.
pub async fn judge(store: &Store, channel: ChannelId, writer: PersonId, found: Kinds) -> Result<Judgement> {
    if found.is_empty() {
        return Ok(Judgement::default());
    }
    let rules = rules_for(store, channel, writer).await?;
    let at_least = |least| found.iter().filter(|kind| rules.reaction(*kind) >= least).collect();
    Ok(Judgement { tell: at_least(Reaction::Tell), warn: at_least(Reaction::Warn) })
}

/// A member who can read what is written, or will once a pause ends.
#[derive(sqlx::FromRow)]
struct Reader {
    person_id: PersonId,
    role: Role,
    birth_month: Option<String>,
    programme_id: Option<ProgrammeId>,
    time_zone: Option<String>,
    channel_programme: Option<ProgrammeId>,
    channel_kind: ChannelKind,
}

impl Reader {
    /// Whether the person is a minor, or a mentee whose age is unknown.
    fn is_minor(&self, store: &Store) -> bool {
        let today = store.clock.now().with_timezone(&zone(self.time_zone.as_deref().unwrap_or_default())).date_naive();
        let age = self.birth_month.as_deref().and_then(|month| age(month, today));
        self.role != Role::Staff && age.map_or(self.role == Role::Mentee, |age| age < OF_AGE)
    }
}

/// Returns the rules for what a person writes in a channel: those of its programme, else the strictest of
/// the programmes of its minors. They bind where a person who
/// is not staff reads it, and where a minor is a member, unless the programme has them bind among adults.
pub async fn rules_for(store: &Store, channel: ChannelId, writer: PersonId) -> Result<Rules> {
    let members: Vec<Reader> = query_as(
        "SELECT m.person_id, p.role, p.birth_month, p.programme_id, g.time_zone, c.programme_id AS channel_programme,
             c.kind AS channel_kind
         FROM channels c JOIN members m ON m.channel_id = c.id JOIN people p ON p.id = m.person_id
             LEFT JOIN programmes g ON g.id = p.programme_id
         WHERE c.id = $1 AND m.status <> 'absent' ORDER BY m.joined_at, m.person_id",
    )
    .bind(channel)
    .fetch_all(&store.db)
    .await?;
    let Some(own) = members.iter().find(|member| member.person_id == writer) else { return Ok(Rules::OFF) };
    let is_read = members.iter().any(|member| member.person_id != writer && member.role != Role::Staff);
    if !is_read || !is_checked(own.channel_kind) {
        return Ok(Rules::OFF);
    }
    let minors: Vec<_> = members.iter().filter(|member| member.is_minor(store)).collect();
    let deciding: BTreeSet<_> = match own.channel_programme {
        Some(programme) => [Some(programme)].into(),
        None if minors.is_empty() => [own.programme_id].into(),
        None => minors.iter().map(|minor| minor.programme_id).collect(),
    };
    let mut rules = Rules::OFF;
    for programme in deciding {
        let programme = match programme {
            Some(id) => programmes::by_id(store, id).await?,
            None => None,
        };
        rules = rules.strictest(programme.map(|programme| programme.settings.0.detection).unwrap_or_default());
    }
    Ok(match own.role {
        _ if minors.is_empty() && !rules.among_adults => Rules::OFF,
        Role::Staff => rules.for_staff(),
        _ => rules,
    })
}

/// Records that a person is warned about a new message, and counts further warnings for the same `temp_id`. Returns false for what is not to be warned about: a
/// message that is stored already, or that the writer may not send.
pub async fn warn(store: &Store, channel: ChannelId, person: PersonId, temp_id: &str, kinds: Kinds) -> Result<bool> {
    if !may_write(store, channel, person).await? || messages::is_sent(store, channel, person, temp_id).await? {
        return Ok(false);
    }
    record(store, channel, person, temp_id, kinds).await
}

/// The same for the edit of a message.
pub async fn warn_of_edit(
    store: &Store,
    channel: ChannelId,
    person: PersonId,
    message: MessageId,
    body: &str,
    kinds: Kinds,
) -> Result<bool> {
    let since = store.clock.now() - Duration::minutes(EDIT_MINUTES);
    let found = messages::by_id(store, channel, message).await?;
    let may_edit = found.is_some_and(|message| {
        message.sender_id == person
            && message.deleted_at.is_none()
            && message.body != body
            && message.created_at >= since
    });
    if !may_edit || !may_write(store, channel, person).await? {
        return Ok(false);
    }
    record(store, channel, person, &message.to_string(), kinds).await
}

async fn may_write(store: &Store, channel: ChannelId, person: PersonId) -> Result<bool> {
    let membership = channels::membership(store, channel, person).await?;
    Ok(membership.is_some_and(|own| own.status == Status::Active && !own.is_blocked))
}

async fn record(store: &Store, channel: ChannelId, person: PersonId, temp_id: &str, kinds: Kinds) -> Result<bool> {
    query(
        "INSERT INTO message_warnings (channel_id, person_id, temp_id, warned_at, is_contact, is_secrecy)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (person_id, channel_id, temp_id) DO UPDATE SET shown = message_warnings.shown + 1,
             is_contact = message_warnings.is_contact OR excluded.is_contact,
             is_secrecy = message_warnings.is_secrecy OR excluded.is_secrecy",
    )
    .bind(channel)
    .bind(person)
    .bind(temp_id)
    .bind(store.clock.now())
    .bind(kinds.contains(Kind::Contact))
    .bind(kinds.contains(Kind::Secrecy))
    .execute(&store.db)
    .await?;
    Ok(true)
}

/// How often a person was warned lately.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Warnings {
    /// How often a warning was shown; several may be about one message.
    pub shown: i64,
    /// The messages that they sent all the same.
    pub sent: i64,
}

/// Returns how often a person was warned in the last 30 days, in one channel or in all.
pub async fn warnings_of(store: &Store, person: PersonId, channel: Option<ChannelId>) -> Result<Warnings> {
    query_as(
        "SELECT COALESCE(SUM(shown), 0) AS shown, COUNT(sent_at) AS sent FROM message_warnings
         WHERE person_id = $1 AND warned_at > $2 AND ($3 IS NULL OR channel_id = $3)",
    )
    .bind(person)
    .bind(store.clock.now() - Duration::days(WARNED_DAYS))
    .bind(channel)
    .fetch_one(&store.db)
    .await
}

/// Deletes old warnings and returns their number.
pub async fn prune(store: &Store) -> Result<u64> {
    query("DELETE FROM message_warnings WHERE warned_at <= $1")
        .bind(store.clock.now() - Duration::days(WARNED_DAYS))
        .execute(&store.db)
        .await
}
