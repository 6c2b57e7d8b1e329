//! Pages of the feed.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Query};
use chrono::{DateTime, NaiveDate, Utc};
use content_bundle::markdown::Block;
use serde::Serialize;
use store::Store;
use store::content::{FALLBACK, FeedEvent, Texts, text_in};
use store::feed::{self, LikesState};
use utoipa::ToSchema;
use web::{Result, SignedIn};

use super::query::FeedQuery;
use crate::content::{Blocks, languages};

/// A part of the feed, newest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FeedResponse {
    results: Vec<FeedPost>,
    page: usize,
    has_next_page: bool,
    /// Fixes the set of items: later pages send it.
    as_of: DateTime<Utc>,
    /// Items of this filter that appeared after `asOf`.
    new_count: usize,
    /// `shown`, `hidden` by the person, or `off` in the programme.
    likes: &'static str,
}

/// An item of the feed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FeedPost {
    id: String,
    /// `post` or `quote`. Clients must expect other types.
    event: String,
    published_on: NaiveDate,
    /// Null where the person sees no likes.
    #[schema(required)]
    feed_likes: Option<i64>,
    is_liked: bool,
    content_object: FeedContent,
}

/// The content of an item; its fields depend on the type. Pairs are English and the language of the reader.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum FeedContent {
    Post(PostContent),
    Quote(QuoteContent),
}

/// The content of a post.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PostContent {
    title: String,
    locale_title: String,
    /// Markdown.
    description: String,
    /// Markdown.
    locale_description: String,
    /// `localeDescription` as parsed blocks.
    #[schema(value_type = Vec<Block>)]
    blocks: Blocks,
    /// The address of its picture.
    #[schema(required)]
    thumbnail: Option<String>,
    /// What the picture shows, in the language of the reader.
    thumbnail_alt: String,
    /// A page of this installation, an https or a mailto address.
    #[schema(required)]
    link: Option<String>,
    /// Why the programme chose it; may be empty.
    mt_curated_note: String,
    locale_mt_curated_note: String,
}

/// The content of a quote.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QuoteContent {
    text: String,
    locale_text: String,
    author: String,
    locale_author: String,
    /// Why the programme chose it; may be empty.
    mt_curated_note: String,
    locale_mt_curated_note: String,
}

/// Lists posts and quotes that the person may see.
#[web::operation(
    operation_id = "feed",
    params(FeedQuery),
    responses(
        (status = 200, description = "Newest first.", body = FeedResponse),
        (status = 422, description = "`invalid` with `fields`: a wrong day, page, size, type or `asOf`")
    )
)]
pub(super) async fn list(
    request: HttpRequest,
    store: Data<Store>,
    signed_in: SignedIn,
    query: Query<FeedQuery>,
) -> Result<Json<FeedResponse>> {
    let asked = query.check()?;
    let language = languages::of(&signed_in, &request);
    let page = feed::page(&store, &signed_in, &asked.filter, asked.page, asked.size, asked.as_of).await?;
    Ok(Json(FeedResponse {
        results: page.posts.into_iter().map(|post| to_wire(post, &language)).collect(),
        page: asked.page,
        has_next_page: page.has_next,
        as_of: page.as_of,
        new_count: page.new_count,
        likes: match page.likes {
            LikesState::Shown => "shown",
            LikesState::Hidden => "hidden",
            LikesState::Off => "off",
        },
    }))
}

fn to_wire(feed::Post { item, likes }: feed::Post, language: &str) -> FeedPost {
    let english = |texts: &Texts| text_in(texts, FALLBACK).to_owned();
    let local = |texts: &Texts| text_in(texts, language).to_owned();
    let (mt_curated_note, locale_mt_curated_note) = (english(&item.note), local(&item.note));
    let (event, content_object) = match item.event {
        FeedEvent::Post => {
            let content = PostContent {
                title: english(&item.title),
                locale_title: local(&item.title),
                description: english(&item.description),
                locale_description: local(&item.description),
                blocks: Blocks::of(text_in(&item.description, language)),
                thumbnail: item.picture.as_ref().map(|name| format!("/api/v2/card/picture/{name}/")),
                thumbnail_alt: local(&item.alt),
                link: item.link.clone(),
                mt_curated_note,
                locale_mt_curated_note,
            };
            ("post", FeedContent::Post(content))
        }
        FeedEvent::Quote => {
            let content = QuoteContent {
                text: english(&item.text),
                locale_text: local(&item.text),
                author: english(&item.author),
                locale_author: local(&item.author),
                mt_curated_note,
                locale_mt_curated_note,
            };
            ("quote", FeedContent::Quote(content))
        }
    };
    FeedPost {
        id: item.key.clone(),
        event: event.to_owned(),
        published_on: item.published_on,
        feed_likes: likes.map(|likes| likes.count),
        is_liked: likes.is_some_and(|likes| likes.is_liked),
        content_object,
    }
}
