//! Erasing a person: nothing of them is left but that somebody was there.
//!
//! Their row is deleted and made anew as "Former member" under the same id, so whatever refers to it with `ON DELETE
//! CASCADE` goes by itself, tables that are made later included. Their messages stay as empty rows, because the numbers of
//! messages are dense and everything (pages, unread, read positions) counts on it; the text goes, because it is theirs.
//! What others wrote stays, save the name in mentions and quotes.
//!
//! Each step can be done again and the row goes last: whoever is interrupted starts over.

use std::time::Duration;

use crate::bus::Event;
use crate::db::on;
use crate::people::{self, Person};
use crate::{AttachmentId, ChannelId, PersonId, Result, SessionId, Store, pictures, search, sessions};

mod messages;

/// Who stands where an erased person stood.
pub(crate) const FIRST_NAME: &str = "Former";
pub(crate) const LAST_NAME: &str = "member";

/// How long the search is waited for.
const INDEX_PATIENCE: Duration = Duration::from_secs(30);

/// What went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Erased {
    /// Messages that have no text any more.
    pub messages: usize,
    /// Files that are gone.
    pub files: usize,
}

/// Erases a person for good.
pub async fn erase(store: &Store, person: &Person) -> Result<Erased> {
    let id = person.id;
    people::set_disabled(store, id, true).await?;
    sessions::end_all_of(store, id).await?;
    let channels: Vec<ChannelId> =
        on!(&store.db, |pool| sqlx::query_scalar("SELECT channel_id FROM members WHERE person_id = $1")
            .bind(id)
            .fetch_all(pool)
            .await)?;
    let mut erased = Erased::default();
    for channel in &channels {
        erased.messages += messages::empty_own(store, *channel, id).await?;
        messages::forget_name(store, *channel, person).await?;
        forget_calls(store, *channel).await?;
    }
    forget_words(store, person).await?;
    close_assistant(store, id).await?;
    erased.files = remove_files(store, id).await?;
    leave_a_former_member(store, person).await?;
    store.bus.publish(vec![Event::ChannelsChanged { people: everybody_in(store, &channels).await? }]);
    search::wait_until_indexed(&store.db, INDEX_PATIENCE).await?;
    Ok(erased)
}

/// In the notes of a call everybody's words are mixed, so they go as a whole.
async fn forget_calls(store: &Store, channel: ChannelId) -> Result<()> {
    for statement in [
        "DELETE FROM meeting_texts WHERE recording_id IN (SELECT id FROM meeting_recordings WHERE channel_id = $1)",
        "UPDATE meeting_recordings SET state = 'purged', failure = NULL, link = NULL, deadline_at = NULL WHERE channel_id = $1 AND state <> 'purged'",
    ] {
        on!(&store.db, execute, sqlx::query(statement).bind(channel))?;
    }
    Ok(())
}

/// Words by them and about them, and letters to them. That something was reported, why, and what staff did stays.
async fn forget_words(store: &Store, person: &Person) -> Result<()> {
    for statement in [
        "UPDATE reports SET message_body = NULL WHERE subject_id = $1",
        "UPDATE reports SET details = '' WHERE subject_id = $1 OR reporter_id = $1",
        "DELETE FROM mentions WHERE person_id = $1",
    ] {
        on!(&store.db, execute, sqlx::query(statement).bind(person.id))?;
    }
    for statement in ["DELETE FROM codes WHERE email = $1", "DELETE FROM social_tickets WHERE email = $1"] {
        on!(&store.db, execute, sqlx::query(statement).bind(&person.email))?;
    }
    let holds_address = format!("%{}%", messages::escaped(&person.email));
    on!(
        &store.db,
        execute,
        sqlx::query("DELETE FROM outbox WHERE CAST(payload AS TEXT) LIKE $1 ESCAPE '!'").bind(holds_address)
    )?;
    Ok(())
}

/// The conversation with the assistant is theirs as a whole: the answers repeat the questions.
async fn close_assistant(store: &Store, person: PersonId) -> Result<()> {
    let channel: Option<ChannelId> =
        on!(&store.db, |pool| sqlx::query_scalar("SELECT channel_id FROM assistant_channels WHERE person_id = $1")
            .bind(person)
            .fetch_optional(pool)
            .await)?;
    let Some(channel) = channel else { return Ok(()) };
    for statement in [
        "DELETE FROM message_versions WHERE channel_id = $1",
        "DELETE FROM reactions WHERE channel_id = $1",
        "DELETE FROM messages WHERE channel_id = $1",
        "DELETE FROM channels WHERE id = $1",
    ] {
        on!(&store.db, execute, sqlx::query(statement).bind(channel))?;
    }
    Ok(())
}

/// What they sent, and their picture. A file goes before its row: without one nobody would find it.
async fn remove_files(store: &Store, person: PersonId) -> Result<usize> {
    pictures::remove(store, person).await?;
    let sent: Vec<AttachmentId> =
        on!(&store.db, |pool| sqlx::query_scalar("SELECT id FROM attachments WHERE owner_id = $1")
            .bind(person)
            .fetch_all(pool)
            .await)?;
    for id in &sent {
        store.files.remove(*id).await?;
        on!(&store.db, execute, sqlx::query("DELETE FROM attachments WHERE id = $1").bind(*id))?;
    }
    Ok(sent.len())
}

/// One of the places that a person had.
#[derive(sqlx::FromRow)]
struct Place {
    channel_id: ChannelId,
    last_seen_seq: i64,
    until_seq: i64,
}

/// Deletes the row and all that hangs on it, and makes the one that keeps the id.
async fn leave_a_former_member(store: &Store, person: &Person) -> Result<()> {
    let (role, person) = (person.role, person.id);
    let now = store.clock.now();
    on!(&store.db, transaction, |tx| {
        let places: Vec<Place> = sqlx::query_as(
            "SELECT m.channel_id, m.last_seen_seq, COALESCE(m.until_seq, c.head_seq) AS until_seq
             FROM members m JOIN channels c ON c.id = m.channel_id WHERE m.person_id = $1",
        )
        .bind(person)
        .fetch_all(&mut *tx)
        .await?;
        let ended: Vec<SessionId> =
            sqlx::query_scalar("SELECT id FROM sessions WHERE person_id = $1").bind(person).fetch_all(&mut *tx).await?;
        sqlx::query("DELETE FROM people WHERE id = $1").bind(person).execute(&mut *tx).await?;
        sqlx::query(
            "INSERT INTO people (id, email, first_name, last_name, display_name, bio, phone_number, role, provider,
                 language, experience_overrides, is_disabled, failed_sign_ins, created_at)
             VALUES ($1, $2, $3, $4, $3, '', '', $6, 'normal', 'en', '{}', TRUE, 0, $5)",
        )
        .bind(person)
        .bind(format!("{person}@people.invalid"))
        .bind(FIRST_NAME)
        .bind(LAST_NAME)
        .bind(now)
        .bind(role)
        .execute(&mut *tx)
        .await?;
        for place in places {
            // So that what they answered to still has two sides, and nobody writes to who is not there.
            sqlx::query(
                "INSERT INTO members (channel_id, person_id, status, is_pair_manager, last_seen_seq, own_unseen, until_seq,
                     until_at, joined_at)
                 VALUES ($1, $2, 'inactive', FALSE, $3, 0, $4, $5, $5)",
            )
            .bind(place.channel_id)
            .bind(person)
            .bind(place.last_seen_seq)
            .bind(place.until_seq)
            .bind(now)
            .execute(&mut *tx)
            .await?;
            sqlx::query(
                "UPDATE members SET status = 'inactive', until_at = $2,
                     until_seq = (SELECT head_seq FROM channels WHERE id = $1)
                 WHERE channel_id = $1 AND status = 'active'
                     AND EXISTS (SELECT 1 FROM channels WHERE id = $1 AND kind = 'direct')",
            )
            .bind(place.channel_id)
            .bind(now)
            .execute(&mut *tx)
            .await?;
        }
        for session in ended {
            // A server that shares no bus with this process finds by these rows whose sockets to close.
            sqlx::query(
                "INSERT INTO sessions (id, person_id, refresh_hash, user_agent, created_at, refreshed_at, expires_at, ended_at)
                 VALUES ($1, $2, $3, '', $4, $4, $4, $4)",
            )
            .bind(session)
            .bind(person)
            .bind(&session.0.as_bytes()[..])
            .bind(now)
            .execute(&mut *tx)
            .await?;
        }
    })
}

async fn everybody_in(store: &Store, channels: &[ChannelId]) -> Result<Vec<PersonId>> {
    let mut everybody = Vec::new();
    for channel in channels {
        let members: Vec<PersonId> =
            on!(&store.db, |pool| sqlx::query_scalar("SELECT person_id FROM members WHERE channel_id = $1")
                .bind(*channel)
                .fetch_all(pool)
                .await)?;
        everybody.extend(members);
    }
    everybody.sort_unstable();
    everybody.dedup();
    Ok(everybody)
}
