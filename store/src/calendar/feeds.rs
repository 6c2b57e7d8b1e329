//! Feeds: the address under which a phone reads the calendar of one member. It ends with the membership and with
//! contact.

use crate::channels::is_separated;
use crate::db::{query, query_as, query_scalar};
use crate::{MentorshipId, PersonId, Result, Store, digest_text, random_text};

/// A feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Feed {
    /// Of which mentorship.
    pub mentorship_id: MentorshipId,
    /// Of which member.
    pub person_id: PersonId,
}

/// Creates the feed of a member and returns its key, which is not stored. A former key ends.
pub async fn create_feed(store: &Store, feed: Feed) -> Result<String> {
    let key = random_text();
    query(
        "INSERT INTO calendar_feeds (mentorship_id, person_id, key_digest, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (mentorship_id, person_id) DO UPDATE SET key_digest = excluded.key_digest, created_at = excluded.created_at",
    )
    .bind(feed.mentorship_id)
    .bind(feed.person_id)
    .bind(digest_text(&key))
    .bind(store.clock.now())
    .execute(&store.db)
    .await?;
    Ok(key)
}

/// Ends the feed of a member.
pub async fn revoke_feed(store: &Store, feed: Feed) -> Result<()> {
    query("DELETE FROM calendar_feeds WHERE mentorship_id = $1 AND person_id = $2")
        .bind(feed.mentorship_id)
        .bind(feed.person_id)
        .execute(&store.db)
        .await?;
    Ok(())
}

/// Whether a member has a feed.
pub async fn has_feed(store: &Store, feed: Feed) -> Result<bool> {
    query_scalar("SELECT EXISTS (SELECT 1 FROM calendar_feeds WHERE mentorship_id = $1 AND person_id = $2)")
        .bind(feed.mentorship_id)
        .bind(feed.person_id)
        .fetch_one(&store.db)
        .await
}

/// Returns the feed of a key, while it may be read.
pub async fn feed_of_key(store: &Store, key: &str) -> Result<Option<Feed>> {
    query_as([
        "SELECT f.mentorship_id, f.person_id FROM calendar_feeds f
         JOIN mentorships o ON o.id = f.mentorship_id AND o.ended_at IS NULL
         JOIN members c ON c.channel_id = o.channel_id AND c.person_id = f.person_id AND c.status = 'active'
         JOIN mentorship_members m ON m.mentorship_id = f.mentorship_id AND m.person_id = f.person_id AND m.left_at IS NULL
         JOIN people p ON p.id = f.person_id AND p.is_disabled = FALSE
         WHERE f.key_digest = $1
         AND NOT EXISTS (SELECT 1 FROM mentorship_members x
             WHERE x.mentorship_id = f.mentorship_id AND x.left_at IS NULL AND x.person_id <> f.person_id
             AND ",
        is_separated!("x.person_id", "f.person_id"),
        ")",
    ])
    .bind(digest_text(key))
    .fetch_optional(&store.db)
    .await
}
