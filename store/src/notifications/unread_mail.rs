//! Mails about messages that a person has not read for hours. They name senders and numbers, and contain no text.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};
use sqlx::types::Uuid;

use super::notification_settings::QuietColumns;
use crate::channels::is_separated;
use crate::chat_access::ChatAccess;
use crate::db::{query, query_as};
use crate::hmac_token::{self, Purpose};
use crate::outbox::{self, Mail, NewJob};
use crate::{PersonId, Result, Store, chat_access};

/// The hours that people can choose.
pub const HOURS: [i64; 2] = [4, 24];

/// Between two mails to one person.
const MIN_INTERVAL: Duration = Duration::hours(24);

/// People per query.
const BATCH: i64 = 200;

/// Senders that a mail names.
const MAX_SENDERS: usize = 10;

/// Characters of a name.
const MAX_NAME_CHARS: usize = 40;

/// The value of the template with the token of [`stop_token`].
pub const TOKEN: &str = "stop_token";

/// A person who wants mails and may have messages that are unread for long.
#[derive(sqlx::FromRow)]
struct Candidate {
    person_id: PersonId,
    email: String,
    language: String,
    #[sqlx(flatten)]
    quiet: QuietColumns,
    mail_after_hours: i64,
    mail_since: DateTime<Utc>,
}

/// The unread messages of one sender.
#[derive(sqlx::FromRow)]
struct Sender {
    name: String,
    count: i64,
    /// The oldest message that no mail has reported.
    oldest: Option<DateTime<Utc>>,
}

/// Enqueues a mail for each person whose messages have been unread for as long as they chose, unless they are connected or in
/// quiet hours; at most one per person and day. Of several nodes that call this, one enqueues. Returns the number of mails.
pub async fn enqueue_due(store: &Store) -> Result<usize> {
    let now = store.clock.now();
    let (mut after, mut count) = (PersonId(Uuid::nil()), 0);
    loop {
        let candidates = candidates(store, after, now).await?;
        let Some(last) = candidates.last() else { return Ok(count) };
        after = last.person_id;
        let people: Vec<PersonId> = candidates.iter().map(|candidate| candidate.person_id).collect();
        let access = chat_access::of_people(store, &people).await?;
        for candidate in &candidates {
            let access = access.get(&candidate.person_id).copied().unwrap_or_default();
            if (access.people || access.team) && candidate.quiet.end_at(now).is_none() {
                count += usize::from(enqueue(store, candidate, access, now).await?);
            }
        }
    }
}

/// The page of candidates after this id.
async fn candidates(store: &Store, after: PersonId, now: DateTime<Utc>) -> Result<Vec<Candidate>> {
    query_as(
        "SELECT s.person_id, p.email, p.language, s.time_zone, s.quiet_from, s.quiet_until, s.mail_after_hours, s.mail_since
         FROM notification_settings s JOIN people p ON p.id = s.person_id
         WHERE s.person_id > $1 AND s.mail_after_hours IS NOT NULL AND (s.mailed_at IS NULL OR s.mailed_at <= $2)
         AND p.is_disabled = FALSE AND COALESCE(p.agreed_terms_at, p.agreed_terms_before) IS NOT NULL
         AND EXISTS (SELECT 1 FROM members m JOIN channels c ON c.id = m.channel_id
             WHERE m.person_id = s.person_id AND m.status = 'active' AND c.kind <> 'assistant'
             AND c.head_seq > m.last_seen_seq + m.own_unseen AND c.head_at >= s.mail_since)
         AND NOT EXISTS (SELECT 1 FROM programmes g WHERE g.id = p.programme_id AND g.archived_at IS NOT NULL)
         AND NOT EXISTS (SELECT 1 FROM presence r JOIN hub_nodes n ON n.id = r.node_id
             WHERE r.person_id = s.person_id AND n.alive_until > $3)
         ORDER BY s.person_id LIMIT $4",
    )
    .bind(after)
    .bind(now - MIN_INTERVAL)
    .bind(now)
    .bind(BATCH)
    .fetch_all(&store.db)
    .await
}

/// Enqueues the mail to one person, and returns whether it did.
async fn enqueue(store: &Store, to: &Candidate, access: ChatAccess, now: DateTime<Utc>) -> Result<bool> {
    let senders = unread_senders(store, to, access).await?;
    let oldest = senders.iter().filter_map(|sender| sender.oldest).min();
    if oldest.is_none_or(|oldest| oldest > now - Duration::hours(to.mail_after_hours)) {
        return Ok(false);
    }
    let mut tx = store.db.begin().await?;
    // Of several nodes, the first one moves the time.
    let is_first = query(
        "UPDATE notification_settings SET mailed_at = $2, mail_since = $2
         WHERE person_id = $1 AND mail_since = $3 AND mail_after_hours IS NOT NULL",
    )
    .bind(to.person_id)
    .bind(now)
    .bind(to.mail_since)
    .execute(&mut tx)
    .await?
        > 0;
    if is_first {
        let values = BTreeMap::from([
            ("senders".to_owned(), lines(&senders)),
            (TOKEN.to_owned(), stop_token(store, to.person_id)),
        ]);
        let template = "unread_messages".to_owned();
        let mail = Mail { to: to.email.clone(), template, language: to.language.clone(), values };
        outbox::put_in(&mut tx, &NewJob::mail(store, &mail)?).await?;
    }
    tx.commit().await?;
    Ok(is_first)
}

/// Unread messages by sender, most first, as pushes count them: without the assistant, without people who are kept apart
/// from the person, and of muted channels only mentions.
async fn unread_senders(store: &Store, of: &Candidate, access: ChatAccess) -> Result<Vec<Sender>> {
    query_as([
        "SELECT p.display_name AS name, COUNT(*) AS count,
             MIN(CASE WHEN x.created_at >= $2 THEN x.created_at END) AS oldest
         FROM members m JOIN channels c ON c.id = m.channel_id
         JOIN messages x ON x.channel_id = c.id AND x.seq > m.last_seen_seq
         JOIN people p ON p.id = x.sender_id
         WHERE m.person_id = $1 AND m.status = 'active' AND CASE c.kind WHEN 'assistant' THEN FALSE WHEN 'team' THEN $3 ELSE $4 END
         AND x.sender_id <> $1
         AND x.deleted_at IS NULL
         AND c.head_seq > m.last_seen_seq + m.own_unseen
         AND (m.is_muted = FALSE OR EXISTS (SELECT 1 FROM mentions t
             WHERE t.person_id = $1 AND t.channel_id = x.channel_id AND t.seq = x.seq))
         AND NOT ",
        is_separated!("$1", "x.sender_id"),
        " GROUP BY p.id, p.display_name ORDER BY COUNT(*) DESC, p.display_name, p.id",
    ])
    .bind(of.person_id)
    .bind(of.mail_since)
    .bind(access.team)
    .bind(access.people)
    .fetch_all(&store.db)
    .await
}

/// One line per sender. A name keeps its own direction, and no line breaks: people choose their names.
fn lines(senders: &[Sender]) -> String {
    let named = senders.iter().take(MAX_SENDERS).map(|Sender { name, count, .. }| {
        let name: String = text_fold::clean_line(name).chars().take(MAX_NAME_CHARS).collect();
        format!("\u{2068}{name}\u{2069} ({count})")
    });
    let mut lines: Vec<String> = named.collect();
    if senders.len() > MAX_SENDERS {
        lines.push(format!("+ {}", senders.len() - MAX_SENDERS));
    }
    lines.join("\n")
}

/// Returns the token that turns off these mails for a person. It stays valid: a link in an old mail must work.
fn stop_token(store: &Store, person: PersonId) -> String {
    let text = person.to_string();
    let signature = hmac_token::sign(store, Purpose::StopMails, &text);
    format!("{text}.{signature}")
}

/// Returns the person of a token; None for a forged one.
pub fn person_of_token(store: &Store, token: &str) -> Option<PersonId> {
    let (text, signature) = token.split_once('.')?;
    let person = text.parse().ok()?;
    hmac_token::verify(store, Purpose::StopMails, text, signature).then_some(person)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_lines_or_directions() {
        let sender = |name: &str| Sender { name: name.to_owned(), count: 2, oldest: None };
        assert_eq!(
            lines(&[sender("Ma\nya\u{202e} O."), sender("ليلى")]),
            "\u{2068}Ma ya O.\u{2069} (2)\n\u{2068}ليلى\u{2069} (2)"
        );
        let many: Vec<_> = (0..13).map(|_| sender("Ana")).collect();
        assert!(lines(&many).ends_with("\n+ 3") && lines(&many).lines().count() == 11);
    }
}
