//! Search over the messages that a person may read: every word of the query must be somewhere in the text, newest first.
//!
//! Three ways lead to the same answer, by how much there is to look through and what is asked:
//! few messages are read one by one, which is fast and takes queries of any kind; many are looked up in the index, which
//! knows groups of three letters; and one or two letters alone are sought in the newest messages of each conversation.

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use crate::db::{Db, on};
use crate::{ChannelId, MessageId, PersonId, Result, Store, channels};

mod fold;
mod indexer;

pub use fold::fold;
pub(crate) use indexer::{Indexer, wait_until_indexed};

/// Messages on a page of results.
pub const PAGE: i64 = 20;

/// Pages that can be asked for; nobody reads on to the thousandth hit, and each page costs more than the one before.
pub const PAGES: i64 = 50;

/// One hit more than a page, which tells whether there is another page.
const ONE_MORE: usize = 21;

/// Letters in a group of the index.
const GROUP: usize = 3;

/// Groups that are looked up; the texts found are compared with the whole query anyway.
const GROUPS: usize = 12;

/// A message that was found.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Hit {
    /// The message.
    pub message_id: MessageId,
    /// Its channel.
    pub channel_id: ChannelId,
    /// Its number there.
    pub seq: i64,
    /// Its text, with mentions as `@[Name](person id)`.
    pub body: String,
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// Who wrote it.
    pub sender_id: PersonId,
    /// The writer's first name.
    pub first_name: String,
    /// The writer's last name.
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

/// Searches what a person may read. Pages count from 1. A query without letters finds nothing.
pub async fn messages(store: &Store, person: PersonId, query: &str, page: i64) -> Result<Hits> {
    let words = fold::words(query);
    if words.is_empty() || !(1..=PAGES).contains(&page) {
        return Ok(Hits { hits: Vec::new(), has_next: false });
    }
    // What was written a moment ago is found, too, unless more is waiting than one search may be made to wait for.
    indexer::index_first(&store.db).await?;
    let scope = channels::of_person(store, person).await?;
    let readable = scope.iter().map(channels::Membership::readable_head).sum::<i64>();
    let source = if readable <= store.search_by_reading {
        Source::Newest { of_each: i64::MAX }
    } else if words.iter().all(|word| word.chars().count() < GROUP) {
        Source::Newest { of_each: store.search_by_reading / i64::try_from(scope.len()).unwrap_or(i64::MAX).max(1) }
    } else {
        Source::NewestOfAll(store.search_by_reading)
    };
    let skip = (page - 1) * PAGE;
    let mut hits = find(&store.db, person, &words, &source, skip).await?;
    if matches!(source, Source::NewestOfAll(_)) && hits.len() < ONE_MORE {
        let index = match store.db {
            Db::Sqlite { .. } => Source::Groups(groups(&words)),
            Db::Postgres(_) => Source::All,
        };
        hits = find(&store.db, person, &words, &index, skip).await?;
    }
    let has_next = hits.len() == ONE_MORE && page < PAGES;
    hits.truncate(ONE_MORE - 1);
    Ok(Hits { hits, has_next })
}

/// Indexes everything that waits, as fast as it can: after an import, or for a test.
pub async fn catch_up(store: &Store) -> Result<()> {
    loop {
        let left: Option<i64> = on!(&store.db, |pool| sqlx::query_scalar("SELECT id FROM search_queue LIMIT 1")
            .fetch_optional(pool)
            .await)?;
        if left.is_none() {
            return Ok(());
        }
        if indexer::index_some(&store.db, indexer::GROUP).await? == 0 {
            tokio::task::yield_now().await;
        }
    }
}

/// Where texts are compared with the query.
enum Source {
    /// The newest so many of each conversation of the person, one by one.
    Newest { of_each: i64 },
    /// The newest so many of everybody's, where a common word has enough: looking it up is slow on both databases.
    NewestOfAll(i64),
    /// SQLite: texts with these groups of letters.
    Groups(String),
    /// PostgreSQL: all. Its index gives the texts of a word at once and in no order.
    All,
}

async fn find(db: &Db, person: PersonId, words: &[String], source: &Source, skip: i64) -> Result<Vec<Hit>> {
    const MINE: &str = " JOIN members m ON m.channel_id = t.channel_id AND m.status <> 'absent'
         AND (m.status = 'active' OR m.until_seq IS NULL OR t.seq <= m.until_seq) ";
    let patterns: Vec<String> = words.iter().map(|word| pattern(word)).collect();
    Ok(on!(db, |pool, Engine| {
        let mut query = QueryBuilder::<Engine>::new(
            "SELECT x.id AS message_id, x.channel_id, x.seq, x.body, x.created_at, x.sender_id, p.first_name, p.last_name
             FROM (",
        );
        if let Source::All = source {
            // By itself, or the database may prefer to read what the person has, or everything in order.
            query.push("WITH t AS MATERIALIZED (SELECT place, channel_id, seq FROM search_texts t WHERE TRUE");
            for pattern in &patterns {
                query.push(" AND t.folded LIKE ").push_bind(pattern).push(r" ESCAPE '\'");
            }
            query.push(") ");
        }
        query.push("SELECT t.place, t.channel_id, t.seq FROM ");
        match source {
            Source::Newest { of_each } => query
                .push("members m JOIN channels c ON c.id = m.channel_id JOIN search_texts t ON t.channel_id = m.channel_id")
                .push(" AND t.seq > c.head_seq - ")
                .push_bind(*of_each)
                .push(" AND m.status <> 'absent' AND (m.status = 'active' OR m.until_seq IS NULL OR t.seq <= m.until_seq)")
                .push(" WHERE m.person_id = ")
                .push_bind(person),
            Source::Groups(groups) => query
                .push("search_index i CROSS JOIN search_texts t ON t.place = i.rowid CROSS")
                .push(MINE)
                .push("WHERE i.search_index MATCH ")
                .push_bind(groups)
                .push(" AND m.person_id = ")
                .push_bind(person),
            Source::NewestOfAll(many) => query
                .push("(SELECT * FROM search_texts ORDER BY place DESC LIMIT ")
                .push_bind(*many)
                .push(") t")
                .push(MINE)
                .push("WHERE m.person_id = ")
                .push_bind(person),
            Source::All => query.push("t").push(MINE).push("WHERE m.person_id = ").push_bind(person),
        };
        if !matches!(source, Source::All) {
            for pattern in &patterns {
                query.push(" AND t.folded LIKE ").push_bind(pattern).push(r" ESCAPE '\'");
            }
        }
        query
            .push(" ORDER BY t.place DESC LIMIT ")
            .push_bind(PAGE + 1)
            .push(" OFFSET ")
            .push_bind(skip)
            .push(
                ") t JOIN messages x ON x.channel_id = t.channel_id AND x.seq = t.seq
                 JOIN people p ON p.id = x.sender_id ORDER BY t.place DESC",
            )
            .build_query_as()
            .fetch_all(pool)
            .await
    })?)
}

/// What a text with this word in it looks like to LIKE.
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

/// The groups of three letters that a text with these words has, as a query of FTS5.
fn groups(words: &[String]) -> String {
    let mut groups: Vec<String> = Vec::new();
    for word in words {
        let letters: Vec<char> = word.chars().collect();
        for group in letters.windows(GROUP) {
            let quoted = format!("\"{}\"", group.iter().collect::<String>().replace('"', "\"\""));
            if groups.len() < GROUPS && !groups.contains(&quoted) {
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
    fn what_means_something_to_a_database_is_a_letter_here() {
        assert_eq!(pattern(r"50%_\"), r"%50\%\_\\%");
        assert_eq!(groups(&["a\"b*".into(), "or".into(), "near".into()]), r#""a""b" AND """b*" AND "nea" AND "ear""#);
    }
}
