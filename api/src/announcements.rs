//! What the programme team announces to its mentees and mentors, as they read it.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use content_bundle::markdown::{self, Block, Span};
use serde::Serialize;
use store::announcements::{self, Found, Received};
use store::{AnnouncementId, Store};
use utoipa::ToSchema;
use web::{Access, Error, Policy, Result, RouteTable, SignedIn, not_found, route};

use crate::content::languages;

/// Characters of the beginning of a text in the list.
const EXCERPT_CHARS: usize = 200;

const NO_SUCH_ANNOUNCEMENT: &str = "`not_found`: nothing that was announced to the person";

/// The routes of this area.
pub(crate) fn routes() -> RouteTable {
    let signed_in = || Policy::new(Access::SignedIn);
    let routes = vec![
        route!(GET, "/api/v2/announcements/", signed_in(), list),
        route!(GET, "/api/v2/announcements/{announcement}/", signed_in(), show),
        route!(POST, "/api/v2/announcements/{announcement}/reading/", signed_in(), read),
    ];
    RouteTable::new("Announcements", "What the programme team announces.", routes)
}

/// An announcement in the list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ListedAnnouncement {
    id: AnnouncementId,
    title: String,
    /// The beginning of the text, without formats.
    excerpt: String,
    /// The code of the language of the text; another one than the reader's if there is none in theirs.
    language: String,
    sent_at: DateTime<Utc>,
    is_edited: bool,
    is_read: bool,
}

/// An announcement to read.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AnnouncementResponse {
    id: AnnouncementId,
    title: String,
    blocks: Vec<Block>,
    /// The code of the language of the text; another one than the reader's if there is none in theirs.
    language: String,
    sent_at: DateTime<Utc>,
    /// When the text was last corrected.
    #[schema(required)]
    edited_at: Option<DateTime<Utc>>,
    is_read: bool,
}

/// Lists what was announced to the person, unread first and then the newest, at most 50.
#[web::operation(operation_id = "announcements", responses((status = 200, body = Vec<ListedAnnouncement>)))]
async fn list(request: HttpRequest, store: Data<Store>, signed_in: SignedIn) -> Result<Json<Vec<ListedAnnouncement>>> {
    let language = languages::of(&signed_in, &request);
    let received = announcements::received(&store, &signed_in, &language).await?;
    Ok(Json(received.into_iter().map(ListedAnnouncement::from).collect()))
}

/// Shows an announcement. It counts as read only when the page says so.
#[web::operation(
    operation_id = "announcement",
    params(("announcement" = AnnouncementId, Path, description = "The announcement.")),
    responses(
        (status = 200, body = AnnouncementResponse),
        (status = 404, description = NO_SUCH_ANNOUNCEMENT),
        (status = 410, description = "`announcement_taken_back`: the team took it back")
    )
)]
async fn show(
    request: HttpRequest,
    store: Data<Store>,
    signed_in: SignedIn,
    announcement: Option<Path<AnnouncementId>>,
) -> Result<Json<AnnouncementResponse>> {
    let id = announcement.ok_or_else(not_found)?.into_inner();
    let language = languages::of(&signed_in, &request);
    match announcements::find_received(&store, &signed_in, id, &language).await? {
        Found::Received(received) => Ok(Json(received.into())),
        Found::TakenBack => {
            let sentence = "The programme team has taken this announcement back.";
            Err(Error::new(StatusCode::GONE, "announcement_taken_back", sentence))
        }
        Found::Nothing => Err(not_found()),
    }
}

/// Records that the person has read an announcement.
#[web::operation(
    operation_id = "read_announcement",
    params(("announcement" = AnnouncementId, Path, description = "The announcement.")),
    responses(
        (status = 204, description = "Recorded, now or before."),
        (status = 404, description = NO_SUCH_ANNOUNCEMENT)
    )
)]
async fn read(
    store: Data<Store>,
    signed_in: SignedIn,
    announcement: Option<Path<AnnouncementId>>,
) -> Result<HttpResponse> {
    let id = announcement.ok_or_else(not_found)?.into_inner();
    if announcements::mark_read(&store, &signed_in, id).await? {
        return Ok(HttpResponse::NoContent().finish());
    }
    Err(not_found())
}

impl From<Received> for ListedAnnouncement {
    fn from(received: Received) -> Self {
        Self {
            id: received.id,
            excerpt: excerpt(&received.text.body),
            title: received.text.title,
            language: received.language,
            sent_at: received.sent_at,
            is_edited: received.corrected_at.is_some(),
            is_read: received.read_at.is_some(),
        }
    }
}

impl From<Received> for AnnouncementResponse {
    fn from(received: Received) -> Self {
        Self {
            id: received.id,
            title: received.text.title,
            blocks: markdown::blocks_of_lines(&received.text.body),
            language: received.language,
            sent_at: received.sent_at,
            edited_at: received.corrected_at,
            is_read: received.read_at.is_some(),
        }
    }
}

/// Returns the beginning of a text, cut between words.
fn excerpt(body: &str) -> String {
    let words = |spans: &[Span]| markdown::words(spans);
    let parts = markdown::blocks_of_lines(body).into_iter().map(|block| match block {
        Block::Heading { spans, .. } | Block::Paragraph { spans } => words(&spans),
        Block::List { items, .. } => items.iter().map(|item| words(item)).collect::<Vec<_>>().join(" · "),
    });
    let text = parts.collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(EXCERPT_CHARS) {
        None => text,
        Some((end, _)) => {
            let cut = &text[..end];
            format!("{}…", cut.rfind(' ').map_or(cut, |space| &cut[..space]).trim_end())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpt_ends_between_words() {
        assert_eq!(excerpt("## Party\nAt **4 pm**\n- tea\n- cake"), "Party At 4 pm tea · cake");
        let long = excerpt(&"word ".repeat(80));
        assert!(long.ends_with("word…") && long.chars().count() <= EXCERPT_CHARS + 1, "{long}");
        assert_eq!(excerpt(&"x".repeat(300)).chars().count(), EXCERPT_CHARS + 1);
    }
}
