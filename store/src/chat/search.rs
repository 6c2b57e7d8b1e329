//! Search in the messages that a person may read. Every word of the query must occur in the text; the newest hits come
//! first.
//!
//! There are three ways to the same result. Few messages are compared one by one, which is fast and takes any query.
//! Many messages are looked up in the index of three-letter groups. One or two letters alone, and filters without words,
//! are searched in the newest messages of each channel.

use chrono::{DateTime, Utc};
use sqlx::types::Json;

use crate::attachments::Attachment;
use crate::bots::ASSISTANT;
use crate::chat_access::ChatAccess;
use crate::db::{Db, QueryBuilder, query_scalar};
use crate::{ChannelId, MessageId, PersonId, Result, Store, channels};

mod filter;
mod fold;
mod indexer;
mod unworded;

use filter::Conditions;
pub use filter::{Filter, Has};
pub use fold::fold;
pub(crate) use indexer::{Indexer, wait_until_indexed};

/// Hits on a page.
pub const PAGE: i64 = 20;

/// Pages that can be requested. The thousandth hit is of no use, and each page costs more than the one before.
pub const PAGES: i64 = 50;

/// One hit more than a page shows whether there is another page.
const ONE_MORE: usize = 21;

/// Letters of a group in the index.
const GROUP_CHARS: usize = 3;

/// Groups that are looked up; the texts found are compared with the whole query.
const MAX_GROUPS: usize = 12;

/// SQL: leaves out crisis cards. They are not indexed; a node of the version before may still do so in an upgrade.
const NO_CRISIS_CARD: &str = " NOT (x.temp_id LIKE 'crisis:%' AND x.sender_id = ";

/// A message that was found.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Hit {
    /// The message.
    pub message_id: MessageId,
    /// Its channel.
    pub channel_id: ChannelId,
    /// Its number in the channel.
    pub seq: i64,
    /// Its text, with mentions as `@[Name](person id)`.
    pub body: String,
    /// The files sent with it.
    pub attachments: Json<Vec<Attachment>>,
    /// When it was sent.
    pub created_at: DateTime<Utc>,
    /// The sender.
    pub sender_id: PersonId,
    /// The sender's first name.
    pub first_name: String,
    /// The sender's last name.
    pub last_name: String,
}

/// A page of results.
#[derive(Clone, Debug, PartialEq)]
pub struct Hits {
    /// Newest first.
    pub hits: Vec<Hit>,
    /// Whether there is another page.
    pub has_next: bool,
}

impl Hits {
    const NONE: Self = Self { hits: Vec::new(), has_next: false };

    /// Cuts a page from hits that may have one more than it.
    fn page(mut hits: Vec<Hit>, page: i64) -> Self {
        let has_next = hits.len() == ONE_MORE && page < PAGES;
        hits.truncate(ONE_MORE - 1);
        Self { hits, has_next }
    }
}

/// Searches the messages that a person may read now, in channels that `access` allows. Pages count from 1. A query with
/// neither letters nor a filter has no hits.
pub async fn messages(
    store: &Store,
    person: PersonId,
    access: ChatAccess,
    text: &str,
    filter: &Filter,
    page: i64,
) -> Result<Hits> {
    let mut words = fold::words(text);
    if (words.is_empty() && filter.is_empty()) || !(1..=PAGES).contains(&page) {
        return Ok(Hits::NONE);
    }
    // So that recent messages are found; a search waits for a limited number of them.
    indexer::index_queued(&store.db).await?;
    let mut scope = channels::of_person(store, person).await?;
    let all = scope.len();
    scope.retain(|channel| access.allows(channel.kind) && filter.includes(channel.channel_id));
    if scope.is_empty() {
        return Ok(Hits::NONE);
    }
    let only = (scope.len() < all).then(|| scope.iter().map(|channel| channel.channel_id).collect());
    let conditions = Conditions { person, filter, channels: only, skip: (page - 1) * PAGE };
    if words.is_empty() && filter.has == [Has::Link] {
        // The index knows where links are.
        words.push(String::from("://"));
    }
    if words.is_empty() {
        return unworded::find(store, &scope, &conditions).await.map(|hits| Hits::page(hits, page));
    }
    let readable = scope.iter().map(channels::Membership::readable_head).sum::<i64>();
    let source = if readable <= store.full_scan_limit {
        Source::Newest { of_each: i64::MAX }
    } else if words.iter().all(|word| word.chars().count() < GROUP_CHARS) {
        Source::Newest { of_each: store.full_scan_limit / i64::try_from(scope.len()).unwrap_or(i64::MAX).max(1) }
    } else {
        Source::NewestOfAll(store.full_scan_limit)
    };
    let mut hits = find(&store.db, &words, &source, &conditions).await?;
    if matches!(source, Source::NewestOfAll(_)) && hits.len() < ONE_MORE {
        let index = match store.db {
            Db::Sqlite { .. } => Source::Groups(groups(&words)),
            Db::Postgres(_) => Source::All,
        };
        hits = find(&store.db, &words, &index, &conditions).await?;
    }
    Ok(Hits::page(hits, page))
}

/// Indexes all queued messages as fast as possible: after an import, or for a test.
pub async fn catch_up(store: &Store) -> Result<()> {
    loop {
        let left: Option<i64> = query_scalar("SELECT id FROM search_queue LIMIT 1").fetch_optional(&store.db).await?;
        if left.is_none() {
            return Ok(());
        }
        if indexer::index_some(&store.db, indexer::BATCH).await? == 0 {
            tokio::task::yield_now().await;
        }
    }
}

/// The texts that are compared with the query.
enum Source {
    /// The newest messages of each channel of the person.
    Newest { of_each: i64 },
    /// The newest messages of all people. A common word has enough hits there, and looking it up is slow on both
    /// databases.
    NewestOfAll(i64),
    /// SQLite: texts with these groups of letters.
    Groups(String),
    /// PostgreSQL: all texts. Its index returns the texts of a word at once and unordered.
    All,
}

async fn find(db: &Db, words: &[String], source: &Source, conditions: &Conditions<'_>) -> Result<Vec<Hit>> {
    const READABLE: &str = " JOIN members m ON m.channel_id = t.channel_id AND m.status <> 'absent'
        AND (m.status = 'active' OR m.until_seq IS NULL OR t.seq <= m.until_seq) ";
    // Only where a filter needs it: for a common word it would read each of many messages.
    let message = match (conditions.filter.needs_message(), source) {
        (false, _) => "",
        (true, Source::Groups(_)) => " CROSS JOIN messages x ON x.channel_id = t.channel_id AND x.seq = t.seq ",
        (true, _) => " JOIN messages x ON x.channel_id = t.channel_id AND x.seq = t.seq ",
    };
    let patterns: Vec<String> = words.iter().map(|word| pattern(word)).collect();

    let mut query = QueryBuilder::new(
        "SELECT x.id AS message_id, x.channel_id, x.seq, x.body, x.attachments, x.created_at, x.sender_id, p.first_name,
             p.last_name
             FROM (",
    );
    if let Source::All = source {
        // Materialised, or the planner may prefer to read the person's messages, or all messages in order.
        query.push("WITH t AS MATERIALIZED (SELECT place, channel_id, seq FROM search_texts t WHERE TRUE");
        for pattern in &patterns {
            query.push(" AND t.folded LIKE ").push_bind(pattern).push(r" ESCAPE '\'");
        }
        conditions.push_places(&mut query);
        query.push(") ");
    }
    query.push("SELECT t.place, t.channel_id, t.seq FROM ");
    match source {
        Source::Newest { of_each } => query
            .push("members m JOIN channels c ON c.id = m.channel_id JOIN search_texts t ON t.channel_id = m.channel_id")
            .push(" AND t.seq > c.head_seq - ")
            .push_bind(*of_each)
            .push(" AND m.status <> 'absent' AND (m.status = 'active' OR m.until_seq IS NULL OR t.seq <= m.until_seq)")
            .push(message)
            .push(" WHERE m.person_id = ")
            .push_bind(conditions.person),
        Source::Groups(groups) => query
            .push("search_index i CROSS JOIN search_texts t ON t.place = i.rowid CROSS")
            .push(READABLE)
            .push(message)
            .push("WHERE i.search_index MATCH ")
            .push_bind(groups)
            .push(" AND m.person_id = ")
            .push_bind(conditions.person),
        Source::NewestOfAll(many) => {
            query.push("(SELECT * FROM search_texts t WHERE TRUE");
            conditions.push_places(&mut query);
            query
                .push(" ORDER BY place DESC LIMIT ")
                .push_bind(*many)
                .push(") t")
                .push(READABLE)
                .push(message)
                .push("WHERE m.person_id = ")
                .push_bind(conditions.person)
        }
        Source::All => {
            query.push("t").push(READABLE).push(message).push("WHERE m.person_id = ").push_bind(conditions.person)
        }
    };
    if !matches!(source, Source::All) {
        for pattern in &patterns {
            query.push(" AND t.folded LIKE ").push_bind(pattern).push(r" ESCAPE '\'");
        }
        conditions.push_places(&mut query);
    }
    conditions.push_channels(&mut query);
    conditions.push_message(&mut query, db);
    let query = query
        .push(" ORDER BY t.place DESC LIMIT ")
        .push_bind(PAGE + 1)
        .push(" OFFSET ")
        .push_bind(conditions.skip)
        .push(
            ") t JOIN messages x ON x.channel_id = t.channel_id AND x.seq = t.seq
                 JOIN people p ON p.id = x.sender_id WHERE",
        )
        .push(NO_CRISIS_CARD)
        .push_bind(ASSISTANT)
        .push(") ORDER BY t.place DESC")
        .build_query_as();
    // Lists of ids make many different statements, which would fill the cache of prepared ones.
    if conditions.has_lists() { query } else { query.persistent() }.fetch_all(db).await
}

/// Returns the LIKE pattern for texts that contain a word.
fn pattern(word: &str) -> String {
    let mut pattern = String::from("%");
    for letter in word.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

/// Returns the FTS5 query for the three-letter groups of these words.
fn groups(words: &[String]) -> String {
    let mut groups: Vec<String> = Vec::new();
    for word in words {
        let letters: Vec<char> = word.chars().collect();
        for group in letters.windows(GROUP_CHARS) {
            let quoted = format!("\"{}\"", group.iter().collect::<String>().replace('"', "\"\""));
            if groups.len() < MAX_GROUPS && !groups.contains(&quoted) {
                groups.push(quoted);
            }
        }
    }
    groups.join(" AND ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped() {
        assert_eq!(pattern(r"50%_\"), r"%50\%\_\\%");
        assert_eq!(groups(&["a\"b*".into(), "or".into(), "near".into()]), r#""a""b" AND """b*" AND "nea" AND "ear""#);
    }
}
