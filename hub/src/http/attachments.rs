//! `api/v2/chat/{channel}/attachments/`: files on their way into a message, and fresh links to those that are in one.

use ::web::{Error, ErrorBody, NotSignedIn, Result, SignedIn, Unavailable, not_found};
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use store::attachments::{self, Attachment};
use store::channels::Kind;
use store::{AttachmentId, ChannelId, Store};
use utoipa::ToSchema;

use super::form::{self, Form};
use super::member::{active_member_of, member_of};
use crate::protocol::ErrorCode;
use crate::{Hub, intake, quiet};

/// Uploads of a person that wait to be sent. Nobody chooses so many files and sends none.
const MOST_UNSENT: i64 = 40;

/// A file of a channel.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Uploaded {
    /// Names the file.
    id: AttachmentId,
    /// Its name; a photo of an iPhone may have become a `.jpg`.
    attachment_name: String,
    /// Its media type, from its content.
    #[serde(rename = "type")]
    media_type: String,
    /// Bytes.
    size: i64,
    /// Pixels of a picture, or the proportion of a page, from left to right.
    #[schema(required)]
    width: Option<i64>,
    /// From top to bottom.
    #[schema(required)]
    height: Option<i64>,
    /// What `send` calls it, and where fresh links are.
    url: String,
    /// Where it is for the next ten minutes.
    presigned_url: String,
    /// A small picture of it, if there is one, for as long.
    #[schema(required)]
    thumbnail_presigned_url: Option<String>,
}

impl Uploaded {
    fn new(store: &Store, channel: ChannelId, attachment: Attachment) -> Self {
        Self {
            id: attachment.id,
            media_type: attachment.media_type.clone(),
            size: attachment.size,
            width: attachment.width,
            height: attachment.height,
            url: intake::address(channel, attachment.id),
            presigned_url: attachments::link(store, attachment.id),
            thumbnail_presigned_url: attachments::thumbnail_link(store, &attachment),
            attachment_name: attachment.name,
        }
    }
}

/// Uploads a file for the next message of this person in this channel. It is looked at and kept; one that is not sent
/// within a day is removed.
#[utoipa::path(
    post,
    path = "/api/v2/chat/{channel}/attachments/",
    operation_id = "upload",
    tag = "Chat",
    params(("channel" = ChannelId, Path, description = "The conversation.")),
    request_body(content = Form, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "It can be sent.", body = Uploaded),
        (status = 400, description = "`malformed`: not a form with a file", body = ErrorBody),
        (status = 403, description = "`not_active_member`, `blackout`, `attachments_off`: the assistant's channel takes words alone", body = ErrorBody),
        (status = 404, description = "`channel_unknown`", body = ErrorBody),
        (status = 413, description = "`attachment_too_large`: more than 5 MB", body = ErrorBody),
        (status = 422, description = "`attachment_type`, `attachment_broken`", body = ErrorBody),
        (status = 429, description = "`rate_limited`", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn upload(
    hub: Data<Hub>,
    me: SignedIn,
    channel: Option<Path<ChannelId>>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let (store, person) = (&hub.store, me.person);
    let membership = active_member_of(store, channel, person).await?;
    if membership.kind == Kind::Assistant {
        return Err(refused(ErrorCode::AttachmentsOff));
    }
    let channel = membership.channel_id;
    if let Some(until) = quiet::sending_refused_until(&hub, channel, person).await? {
        let seconds = (until - store.clock.now()).num_seconds().max(1);
        return Err(refused(ErrorCode::Blackout).retry_after(seconds.unsigned_abs()));
    }
    if let Err(milliseconds) = hub.intake.take(person) {
        return Err(refused(ErrorCode::RateLimited).retry_after(milliseconds.div_ceil(1000)));
    }
    if attachments::unclaimed(store, person).await? >= MOST_UNSENT {
        return Err(refused(ErrorCode::RateLimited).retry_after(600));
    }
    let (name, bytes) = form::read(&request, payload).await?;
    let checked = hub.intake.inspect(name, bytes).await.map_err(refused)?;
    let kept = intake::keep(store, channel, person, checked).await?;
    Ok(HttpResponse::Created().json(Uploaded::new(store, channel, kept)))
}

/// The same file with links that work for another ten minutes, for whoever may read the message that carries it.
#[utoipa::path(
    get,
    path = "/api/v2/chat/{channel}/attachments/{id}/",
    operation_id = "attachment",
    tag = "Chat",
    params(
        ("channel" = ChannelId, Path, description = "The conversation."),
        ("id" = AttachmentId, Path, description = "The file.")
    ),
    responses(
        (status = 200, description = "Fresh links.", body = Uploaded),
        (status = 404, description = "`channel_unknown`, `not_found`", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn show(
    store: Data<Store>,
    me: SignedIn,
    path: Option<Path<(ChannelId, String)>>,
) -> Result<Json<Uploaded>> {
    let (channel, id) = path.map(Path::into_inner).unzip();
    let membership = member_of(&store, channel.map(Path::from), me.person).await?;
    let id = id.and_then(|id| id.parse().ok()).ok_or_else(not_found)?;
    let found = attachments::find(&store, membership.channel_id, id).await?.ok_or_else(not_found)?;
    let may_be_read = match found.seq {
        Some(seq) => seq <= membership.readable_head(),
        None => found.owner_id == me.person,
    };
    if !may_be_read {
        return Err(not_found());
    }
    Ok(Json(Uploaded::new(&store, membership.channel_id, found.attachment)))
}

/// The refusals that this call shares with the socket.
pub(super) fn refused(code: ErrorCode) -> Error {
    let (status, name) = match code {
        ErrorCode::AttachmentType => (StatusCode::UNPROCESSABLE_ENTITY, "attachment_type"),
        ErrorCode::AttachmentTooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "attachment_too_large"),
        ErrorCode::AttachmentBroken => (StatusCode::UNPROCESSABLE_ENTITY, "attachment_broken"),
        ErrorCode::RateLimited => (StatusCode::TOO_MANY_REQUESTS, "rate_limited"),
        ErrorCode::Blackout => (StatusCode::FORBIDDEN, "blackout"),
        ErrorCode::AttachmentsOff => (StatusCode::FORBIDDEN, "attachments_off"),
        _ => return Error::unavailable(),
    };
    Error::new(status, name, code.sentence())
}
