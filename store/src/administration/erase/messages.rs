//! Messages of an erased person, and the person's name in messages of others.

use sqlx::types::Json;

use super::{FIRST_NAME, LAST_NAME};
use crate::db::{query, query_as, query_scalar};
use crate::messages::{NEXT_CHANGE, Quote, mention};
use crate::people::Person;
use crate::{ChannelId, PersonId, Result, Store};

/// Removes text, files and quote from a person's messages. Each is a change with a number, so open pages update.
pub(super) async fn empty_own(store: &Store, channel: ChannelId, person: PersonId) -> Result<usize> {
    let mut tx = store.db.begin().await?;
    let own: Vec<i64> = query_scalar(
        "SELECT seq FROM messages WHERE channel_id = $1 AND sender_id = $2 AND NOT (body = '' AND
         CAST(attachments AS TEXT) = '[]') ORDER BY seq",
    )
    .bind(channel)
    .bind(person)
    .fetch_all(&mut tx)
    .await?;
    for seq in &own {
        let number: i64 = query_scalar(NEXT_CHANGE).bind(channel).fetch_one(&mut tx).await?;
        query(
            "UPDATE messages SET body = '', attachments = '[]', link_preview = NULL, reply = NULL, changed = $3
             WHERE channel_id = $1 AND seq = $2",
        )
        .bind(channel)
        .bind(*seq)
        .bind(number)
        .execute(&mut tx)
        .await?;
    }
    // Also of messages that the person deleted, which are empty already.
    query(
        "DELETE FROM message_versions WHERE channel_id = $1
             AND seq IN (SELECT seq FROM messages WHERE channel_id = $1 AND sender_id = $2)",
    )
    .bind(channel)
    .bind(person)
    .execute(&mut tx)
    .await?;
    tx.commit().await?;
    Ok(own.len())
}

/// A message of another person that mentions or quotes the erased person.
#[derive(sqlx::FromRow)]
struct Naming {
    seq: i64,
    body: String,
    reply: Option<Json<Quote>>,
}

/// Removes the name from mentions and quotes in messages of others.
pub(super) async fn forget_name(store: &Store, channel: ChannelId, person: &Person) -> Result<()> {
    let id = person.id;
    let (of_id, of_name) = (format!("%{id}%"), format!("%{}%", escaped(&person.full_name())));
    let mut tx = store.db.begin().await?;
    let naming: Vec<Naming> = query_as(
        "SELECT seq, body, reply FROM messages WHERE channel_id = $1 AND sender_id <> $2 AND (body LIKE $3
         OR CAST(reply AS TEXT) LIKE $3 OR CAST(reply AS TEXT) LIKE $4 ESCAPE '!') ORDER BY seq",
    )
    .bind(channel)
    .bind(id)
    .bind(&of_id)
    .bind(&of_name)
    .fetch_all(&mut tx)
    .await?;
    for message in naming {
        let (body, reply) = (renamed(&message.body, id), message.reply.map(|quote| Json(without(quote.0, person))));
        let number: i64 = query_scalar(NEXT_CHANGE).bind(channel).fetch_one(&mut tx).await?;
        query("UPDATE messages SET body = $3, reply = $4, changed = $5 WHERE channel_id = $1 AND seq = $2")
            .bind(channel)
            .bind(message.seq)
            .bind(body)
            .bind(reply)
            .bind(number)
            .execute(&mut tx)
            .await?;
    }
    // Of others; those of the person go with the row of the person.
    let originals: Vec<Naming> = query_as(
        "SELECT seq, body, reply FROM deleted_messages WHERE channel_id = $1 AND sender_id <> $2 AND (body LIKE $3
         OR CAST(reply AS TEXT) LIKE $3 OR CAST(reply AS TEXT) LIKE $4 ESCAPE '!') ORDER BY seq",
    )
    .bind(channel)
    .bind(id)
    .bind(&of_id)
    .bind(&of_name)
    .fetch_all(&mut tx)
    .await?;
    for original in originals {
        let (body, reply) = (renamed(&original.body, id), original.reply.map(|quote| Json(without(quote.0, person))));
        query("UPDATE deleted_messages SET body = $3, reply = $4 WHERE channel_id = $1 AND seq = $2")
            .bind(channel)
            .bind(original.seq)
            .bind(body)
            .bind(reply)
            .execute(&mut tx)
            .await?;
    }
    let versions: Vec<(i64, i64, String)> =
        query_as("SELECT seq, until_change, body FROM message_versions WHERE channel_id = $1 AND body LIKE $2")
            .bind(channel)
            .bind(&of_id)
            .fetch_all(&mut tx)
            .await?;
    for (seq, until_change, body) in versions {
        query("UPDATE message_versions SET body = $4 WHERE channel_id = $1 AND seq = $2 AND until_change = $3")
            .bind(channel)
            .bind(seq)
            .bind(until_change)
            .bind(renamed(&body, id))
            .execute(&mut tx)
            .await?;
    }
    tx.commit().await
}

fn former() -> String {
    format!("{FIRST_NAME} {LAST_NAME}")
}

fn renamed(body: &str, person: PersonId) -> String {
    mention::renamed(body, person, &former())
}

/// Removes the person's text from a quote, and the person's name from a quoted text of others.
fn without(mut quote: Quote, person: &Person) -> Quote {
    if quote.user_id == person.id {
        (quote.text, quote.attachment_name) = (String::new(), None);
    } else {
        quote.text = quote.text.replace(&format!("@{}", person.full_name()), &format!("@{}", former()));
    }
    quote
}

/// Escapes a text for LIKE with `!` as the escape character.
pub(super) fn escaped(text: &str) -> String {
    text.replace('!', "!!").replace('%', "!%").replace('_', "!_")
}
