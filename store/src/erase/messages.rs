//! Messages of a person who is erased, and their name in those of others.

use sqlx::types::Json;

use super::{FIRST_NAME, LAST_NAME};
use crate::db::on;
use crate::messages::{NEXT_CHANGE, Quote, mention};
use crate::people::Person;
use crate::{ChannelId, PersonId, Result, Store};

/// Takes the text, the files and the quote out of a person's messages. Each counts as a change, so that every page that
/// shows it hears of it.
pub(super) async fn empty_own(store: &Store, channel: ChannelId, person: PersonId) -> Result<usize> {
    on!(&store.db, transaction, |tx| {
        let own: Vec<i64> = sqlx::query_scalar(
            "SELECT seq FROM messages WHERE channel_id = $1 AND sender_id = $2 AND NOT (body = '' AND
                 CAST(attachments AS TEXT) = '[]') ORDER BY seq",
        )
        .bind(channel)
        .bind(person)
        .fetch_all(&mut *tx)
        .await?;
        for seq in &own {
            let number: i64 = sqlx::query_scalar(NEXT_CHANGE).bind(channel).fetch_one(&mut *tx).await?;
            sqlx::query(
                "UPDATE messages SET body = '', attachments = '[]', link_preview = NULL, reply = NULL, changed = $3
                 WHERE channel_id = $1 AND seq = $2",
            )
            .bind(channel)
            .bind(*seq)
            .bind(number)
            .execute(&mut *tx)
            .await?;
            sqlx::query("DELETE FROM message_versions WHERE channel_id = $1 AND seq = $2")
                .bind(channel)
                .bind(*seq)
                .execute(&mut *tx)
                .await?;
        }
        own.len()
    })
}

/// A message of somebody else that names the person or quotes them.
#[derive(sqlx::FromRow)]
struct Naming {
    seq: i64,
    body: String,
    reply: Option<Json<Quote>>,
}

/// Takes the name out of mentions and quotes of others.
pub(super) async fn forget_name(store: &Store, channel: ChannelId, person: &Person) -> Result<()> {
    let id = person.id;
    let (of_id, of_name) = (format!("%{id}%"), format!("%{}%", escaped(&person.full_name())));
    on!(&store.db, transaction, |tx| {
        let naming: Vec<Naming> = sqlx::query_as(
            "SELECT seq, body, reply FROM messages WHERE channel_id = $1 AND sender_id <> $2 AND (body LIKE $3
                 OR CAST(reply AS TEXT) LIKE $3 OR CAST(reply AS TEXT) LIKE $4 ESCAPE '!') ORDER BY seq",
        )
        .bind(channel)
        .bind(id)
        .bind(&of_id)
        .bind(&of_name)
        .fetch_all(&mut *tx)
        .await?;
        for message in naming {
            let (body, reply) = (renamed(&message.body, id), message.reply.map(|quote| Json(without(quote.0, person))));
            let number: i64 = sqlx::query_scalar(NEXT_CHANGE).bind(channel).fetch_one(&mut *tx).await?;
            sqlx::query("UPDATE messages SET body = $3, reply = $4, changed = $5 WHERE channel_id = $1 AND seq = $2")
                .bind(channel)
                .bind(message.seq)
                .bind(body)
                .bind(reply)
                .bind(number)
                .execute(&mut *tx)
                .await?;
        }
        let versions: Vec<(i64, i64, String)> = sqlx::query_as(
            "SELECT seq, until_change, body FROM message_versions WHERE channel_id = $1 AND body LIKE $2",
        )
        .bind(channel)
        .bind(&of_id)
        .fetch_all(&mut *tx)
        .await?;
        for (seq, until_change, body) in versions {
            sqlx::query(
                "UPDATE message_versions SET body = $4 WHERE channel_id = $1 AND seq = $2 AND until_change = $3",
            )
            .bind(channel)
            .bind(seq)
            .bind(until_change)
            .bind(renamed(&body, id))
            .execute(&mut *tx)
            .await?;
        }
    })
}

fn former() -> String {
    format!("{FIRST_NAME} {LAST_NAME}")
}

fn renamed(body: &str, person: PersonId) -> String {
    mention::renamed(body, person, &former())
}

/// A quote without what they wrote, and without their name in what others wrote.
fn without(mut quote: Quote, person: &Person) -> Quote {
    if quote.user_id == person.id {
        (quote.text, quote.attachment_name) = (String::new(), None);
    } else {
        quote.text = quote.text.replace(&format!("@{}", person.full_name()), &format!("@{}", former()));
    }
    quote
}

/// A text as a pattern that matches it alone, where `!` escapes.
pub(super) fn escaped(text: &str) -> String {
    text.replace('!', "!!").replace('%', "!%").replace('_', "!_")
}
