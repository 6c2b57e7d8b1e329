//! The feed: posts and quotes of the content, with likes and clicks of people.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};

use crate::bus::{Event, Topic};
use crate::content::{Catalogue, FeedItem};
use crate::db::{QueryBuilder, Tx, query, query_as, query_scalar};
use crate::{PersonId, Result, SignedIn, Store};

mod selection;

pub use selection::Filter;
use selection::Reader;

/// An item of the feed as one person sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    /// Its content.
    pub item: Arc<FeedItem>,
    /// Its likes; None where the person sees none.
    pub likes: Option<Likes>,
}

/// A part of the feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedPage {
    /// Its items, newest first.
    pub posts: Vec<Post>,
    /// Whether older ones follow.
    pub has_next: bool,
    /// The time that fixes the set of items of all pages.
    pub as_of: DateTime<Utc>,
    /// Items that appeared since.
    pub new_count: usize,
    /// Whether there are likes.
    pub likes: LikesState,
}

/// Whether a person sees likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LikesState {
    /// They do.
    Shown,
    /// They do not want to.
    Hidden,
    /// Their programme does without them.
    Off,
}

/// The likes of an item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Likes {
    /// How many people like it.
    pub count: i64,
    /// Whether this person likes it.
    pub is_liked: bool,
}

/// Returns a page of the feed; pages count from 1. Without `as_of` the set of items is that of now.
pub async fn page(
    store: &Store,
    signed_in: &SignedIn,
    filter: &Filter,
    page: usize,
    size: usize,
    as_of: Option<DateTime<Utc>>,
) -> Result<FeedPage> {
    let (reader, catalogue) = (reader(store, signed_in), &signed_in.catalogue);
    let as_of = as_of.unwrap_or(reader.now).min(reader.now);
    let selection = reader.select(&catalogue.feed, &catalogue.feed_added, filter, as_of);
    let start = page.saturating_sub(1).saturating_mul(size);
    let shown: Vec<&Arc<FeedItem>> = selection.items.iter().skip(start).take(size).copied().collect();
    let (state, likes) = if are_off(signed_in) {
        (LikesState::Off, BTreeMap::new())
    } else {
        likes_of(store, signed_in.person.id, &shown).await?
    };
    let posts = shown.into_iter().map(|item| {
        let likes = || likes.get(&item.key).copied().unwrap_or_default();
        Post { item: item.clone(), likes: (state == LikesState::Shown).then(likes) }
    });
    Ok(FeedPage {
        posts: posts.collect(),
        has_next: selection.items.len() > start.saturating_add(size),
        as_of,
        new_count: selection.new_count,
        likes: state,
    })
}

/// Returns the first and the last day of the items that a person sees; None without items.
pub fn date_range(store: &Store, signed_in: &SignedIn) -> Option<(NaiveDate, NaiveDate)> {
    let (reader, catalogue) = (reader(store, signed_in), &signed_in.catalogue);
    let items = reader.select(&catalogue.feed, &catalogue.feed_added, &Filter::default(), reader.now).items;
    items.last().zip(items.first()).map(|(oldest, newest)| (oldest.published_on, newest.published_on))
}

/// Returns when the first item of the feed was imported.
pub async fn began_at(store: &Store) -> Result<Option<DateTime<Utc>>> {
    query_scalar("SELECT added_at FROM feed_items ORDER BY added_at LIMIT 1").fetch_optional(&store.db).await
}

/// The result of [`toggle_like`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toggled {
    /// The likes now.
    Likes(Likes),
    /// The person does not see the item.
    Unknown,
    /// The programme does without likes.
    Off,
}

/// Likes an item or takes the like back; None as `liked` turns a like into none and none into a like.
pub async fn toggle_like(store: &Store, signed_in: &SignedIn, key: &str, liked: Option<bool>) -> Result<Toggled> {
    if !sees(&reader(store, signed_in), &signed_in.catalogue, key) {
        return Ok(Toggled::Unknown);
    }
    if are_off(signed_in) {
        return Ok(Toggled::Off);
    }
    let person = signed_in.person.id;
    let mut tx = store.db.begin().await?;
    let has_changed = match liked {
        Some(true) => insert_like(store, &mut tx, person, key).await?,
        Some(false) => delete_like(&mut tx, person, key).await?,
        None => delete_like(&mut tx, person, key).await? || insert_like(store, &mut tx, person, key).await?,
    };
    let (count, is_liked): (i64, bool) = query_as(
        "SELECT COALESCE((SELECT likes FROM feed_like_counts WHERE item_key = $1), 0),
             EXISTS (SELECT 1 FROM feed_likes WHERE item_key = $1 AND person_id = $2)",
    )
    .bind(key.to_owned())
    .bind(person)
    .fetch_one(&mut tx)
    .await?;
    tx.commit().await?;
    if has_changed {
        store.bus.publish(vec![Event::TopicsChanged { people: vec![person], topics: vec![Topic::Learning] }]);
    }
    Ok(Toggled::Likes(Likes { count, is_liked }))
}

/// Shows or hides likes for a person. What they like stays.
pub async fn show_likes(store: &Store, person: PersonId, are_shown: bool) -> Result<()> {
    if are_shown {
        query("DELETE FROM hidden_likes WHERE person_id = $1").bind(person).execute(&store.db).await?;
    } else {
        query("INSERT INTO hidden_likes (person_id, hidden_at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(person)
            .bind(store.clock.now())
            .execute(&store.db)
            .await?;
    }
    store.bus.publish(vec![Event::TopicsChanged { people: vec![person], topics: vec![Topic::Learning] }]);
    Ok(())
}

fn are_off(signed_in: &SignedIn) -> bool {
    signed_in.settings().is_some_and(|settings| settings.likes.is_off)
}

/// Records that a person followed the link of an item, once a day of their programme. Returns whether they see the item.
pub async fn click(store: &Store, signed_in: &SignedIn, key: &str) -> Result<bool> {
    let reader = reader(store, signed_in);
    if !sees(&reader, &signed_in.catalogue, key) {
        return Ok(false);
    }
    query("INSERT INTO feed_clicks (item_key, person_id, clicked_on) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(key.to_owned())
        .bind(signed_in.person.id)
        .bind(reader.now.with_timezone(&reader.zone).date_naive())
        .execute(&store.db)
        .await?;
    Ok(true)
}

fn reader(store: &Store, signed_in: &SignedIn) -> Reader {
    Reader { role: signed_in.person.role, zone: signed_in.time_zone(), now: store.clock.now() }
}

fn sees(reader: &Reader, catalogue: &Catalogue, key: &str) -> bool {
    let item = catalogue.feed.iter().find(|item| item.key == key);
    item.is_some_and(|item| reader.sees(item, catalogue.feed_added.get(key).copied()))
}

/// Returns the likes of items by key, and whether the person sees them, with one statement.
async fn likes_of(
    store: &Store,
    person: PersonId,
    items: &[&Arc<FeedItem>],
) -> Result<(LikesState, BTreeMap<String, Likes>)> {
    let mut query = QueryBuilder::new("SELECT NULL, CAST(0 AS BIGINT), TRUE FROM hidden_likes WHERE person_id = ");
    query.push_bind(person);
    if !items.is_empty() {
        query.push(
            " UNION ALL SELECT c.item_key, c.likes, EXISTS (SELECT 1 FROM feed_likes l WHERE l.item_key = c.item_key",
        );
        query.push(" AND l.person_id = ").push_bind(person).push(") FROM feed_like_counts c WHERE c.item_key IN (");
        query.push_list(items.iter().map(|item| item.key.clone())).push(")");
    }
    // One text per size of a page, and there are few.
    let rows: Vec<(Option<String>, i64, bool)> = query.build_query_as().persistent().fetch_all(&store.db).await?;
    let is_hidden = rows.iter().any(|(key, ..)| key.is_none());
    let likes = rows.into_iter().filter_map(|(key, count, is_liked)| Some((key?, Likes { count, is_liked }))).collect();
    Ok((if is_hidden { LikesState::Hidden } else { LikesState::Shown }, likes))
}

async fn insert_like(store: &Store, tx: &mut Tx, person: PersonId, key: &str) -> Result<bool> {
    let inserted =
        query("INSERT INTO feed_likes (item_key, person_id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(key.to_owned())
            .bind(person)
            .bind(store.clock.now())
            .execute(tx)
            .await?;
    Ok(inserted > 0)
}

async fn delete_like(tx: &mut Tx, person: PersonId, key: &str) -> Result<bool> {
    let deleted = query("DELETE FROM feed_likes WHERE item_key = $1 AND person_id = $2")
        .bind(key.to_owned())
        .bind(person)
        .execute(tx)
        .await?;
    Ok(deleted > 0)
}
