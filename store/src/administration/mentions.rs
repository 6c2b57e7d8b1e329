//! The name of a person in the messages of a channel: in mentions, and in quotes of messages with mentions.

use std::sync::Arc;

use sqlx::types::Json;

use crate::db::{Tx, query, query_as, query_scalar};
use crate::messages::{Message, NEXT_CHANGE, Quote, SELECT_MESSAGE, mention};
use crate::{ChannelId, PersonId, Result};

/// Another name of a person.
pub(super) struct Renamed<'n> {
    /// The person.
    pub(super) person: PersonId,
    /// Their full name until now.
    pub(super) before: &'n str,
    /// Their full name from now on.
    pub(super) after: &'n str,
    /// Whether quotes of what the person wrote lose their text. Also takes the name out of longer names: better one too many than a rest.
    pub(super) is_erased: bool,
    /// Whether another member of the channel has the full name of before. Quotes hold names without ids, so they keep it.
    pub(super) is_shared: bool,
}

/// A message that mentions or quotes the person.
#[derive(sqlx::FromRow)]
struct Naming {
    seq: i64,
    body: String,
    reply: Option<Json<Quote>>,
}

impl Renamed<'_> {
    fn body(&self, body: &str) -> String {
        mention::renamed(body, self.person, self.after)
    }

    fn quote(&self, mut quote: Quote) -> Quote {
        if quote.user_id != self.person {
            quote.text = self.quoted(&quote.text);
        } else if self.is_erased {
            (quote.text, quote.attachment_name) = (String::new(), None);
        }
        quote
    }

    fn quoted(&self, text: &str) -> String {
        let (before, after) = (format!("@{}", self.before), format!("@{}", self.after));
        if self.is_erased {
            return text.replace(&before, &after);
        }
        if self.is_shared || self.before.is_empty() {
            return text.to_owned();
        }
        let (mut out, mut rest) = (String::new(), text);
        while let Some(start) = rest.find(&before) {
            let (head, tail) = (&rest[..start], &rest[start + before.len()..]);
            out.push_str(head);
            let is_longer = tail.chars().next().is_some_and(|next| next.is_alphanumeric() || "-'’".contains(next));
            out.push_str(if is_longer { &before } else { &after });
            rest = tail;
        }
        out + rest
    }

    fn of(&self, found: &Naming) -> (String, Option<Json<Quote>>) {
        (self.body(&found.body), found.reply.clone().map(|quote| Json(self.quote(quote.0))))
    }

    fn changes(&self, found: &Naming) -> bool {
        let (body, reply) = self.of(found);
        body != found.body || reply.map(|quote| quote.0) != found.reply.clone().map(|quote| quote.0)
    }
}

/// Writes the other name into the messages of a channel, also deleted and earlier ones, within a transaction that holds the lock of the
/// person. Each is a change with a number. Returns the messages that changed.
pub(super) async fn rename_in(tx: &mut Tx, channel: ChannelId, renamed: &Renamed<'_>) -> Result<Vec<Arc<Message>>> {
    // Before the messages are read: an edit or a deletion in between would be undone.
    query("UPDATE channels SET change_seq = change_seq WHERE id = $1").bind(channel).execute(&mut *tx).await?;
    let mut changed = Vec::new();
    for message in naming(tx, "messages", channel, renamed).await? {
        let (body, reply) = renamed.of(&message);
        let number: i64 = query_scalar(NEXT_CHANGE).bind(channel).fetch_one(&mut *tx).await?;
        query("UPDATE messages SET body = $3, reply = $4, changed = $5 WHERE channel_id = $1 AND seq = $2")
            .bind(channel)
            .bind(message.seq)
            .bind(body)
            .bind(reply)
            .bind(number)
            .execute(&mut *tx)
            .await?;
        let now: Message = query_as([SELECT_MESSAGE, "FROM messages x WHERE channel_id = $1 AND seq = $2"])
            .bind(channel)
            .bind(message.seq)
            .fetch_one(&mut *tx)
            .await?;
        changed.push(Arc::new(now));
    }
    for original in naming(tx, "deleted_messages", channel, renamed).await? {
        let (body, reply) = renamed.of(&original);
        query("UPDATE deleted_messages SET body = $3, reply = $4 WHERE channel_id = $1 AND seq = $2")
            .bind(channel)
            .bind(original.seq)
            .bind(body)
            .bind(reply)
            .execute(&mut *tx)
            .await?;
    }
    let versions: Vec<(i64, i64, String)> =
        query_as("SELECT seq, until_change, body FROM message_versions WHERE channel_id = $1 AND body LIKE $2")
            .bind(channel)
            .bind(format!("%{}%", renamed.person))
            .fetch_all(&mut *tx)
            .await?;
    for (seq, until_change, body) in versions {
        query("UPDATE message_versions SET body = $4 WHERE channel_id = $1 AND seq = $2 AND until_change = $3")
            .bind(channel)
            .bind(seq)
            .bind(until_change)
            .bind(renamed.body(&body))
            .execute(&mut *tx)
            .await?;
    }
    Ok(changed)
}

/// Returns the messages of a table in which the other name changes something.
async fn naming(tx: &mut Tx, table: &'static str, channel: ChannelId, renamed: &Renamed<'_>) -> Result<Vec<Naming>> {
    let rows: Vec<Naming> = query_as([
        "SELECT seq, body, reply FROM ",
        table,
        " WHERE channel_id = $1 AND (body LIKE $2 OR CAST(reply AS TEXT) LIKE $2 OR CAST(reply AS TEXT) LIKE $3 ESCAPE '!')
          ORDER BY seq",
    ])
    .bind(channel)
    .bind(format!("%{}%", renamed.person))
    .bind(format!("%{}%", escaped(renamed.before)))
    .fetch_all(tx)
    .await?;
    Ok(rows.into_iter().filter(|found| renamed.changes(found)).collect())
}

/// Escapes a text for LIKE with `!` as the escape character.
pub(super) fn escaped(text: &str) -> String {
    text.replace('!', "!!").replace('%', "!%").replace('_', "!_")
}

#[cfg(test)]
mod tests {
    use super::Renamed;

    #[test]
    fn quotes_of_longer_and_shared_names_stay() {
        let person = "01890a5d-ac96-774b-bcce-b302099a8057".parse().unwrap();
        let tom = Renamed { person, before: "Tom Oke", after: "Tomas Oke", is_erased: false, is_shared: false };
        assert_eq!(tom.quoted("@Tom Oke, @Tom Okefor, @Tom Oke"), "@Tomas Oke, @Tom Okefor, @Tomas Oke");
        assert_eq!(Renamed { is_shared: true, ..tom }.quoted("@Tom Oke"), "@Tom Oke");
    }
}
