//! Uploads of files for messages, and new links to uploaded files.

use ::web::{ActiveMember, Caller, Member, Result, not_found};
use actix_web::web::{Data, Json, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use store::attachments::{self, Attachment, Found};
use store::channels::{Kind, Membership};
use store::{AttachmentId, ChannelId, Store};
use utoipa::ToSchema;

use super::form::{self, UploadRequest};
use super::upload_error::refused;
use crate::hub::Hub;
use crate::protocol::ErrorCode;
use crate::upload_service;

/// An uploaded file.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AttachmentResponse {
    /// The id.
    id: AttachmentId,
    /// The name. HEIC photos are converted to `.jpg`.
    attachment_name: String,
    /// The media type, from the content.
    #[serde(rename = "type")]
    media_type: String,
    /// The size in bytes.
    size: i64,
    /// The width of a picture in pixels, or of a page in its proportion.
    #[schema(required)]
    width: Option<i64>,
    /// The height.
    #[schema(required)]
    height: Option<i64>,
    /// The address in `send`, which also returns new links.
    url: String,
    /// The address of the file for ten minutes.
    presigned_url: String,
    /// The address of the thumbnail for ten minutes, if there is one.
    #[schema(required)]
    thumbnail_presigned_url: Option<String>,
}

impl AttachmentResponse {
    fn new(store: &Store, channel: ChannelId, attachment: Attachment) -> Self {
        Self {
            id: attachment.id,
            media_type: attachment.media_type.clone(),
            size: attachment.size,
            width: attachment.width,
            height: attachment.height,
            url: upload_service::address(channel, attachment.id),
            presigned_url: attachments::link(store, attachment.id),
            thumbnail_presigned_url: attachments::thumbnail_link(store, &attachment),
            attachment_name: attachment.name,
        }
    }
}

/// Uploads a file for a message of this person in this channel. The server checks and stores it, and removes it after a day if
/// no message contains it.
#[web::operation(
    operation_id = "upload",
    params(("channel" = ChannelId, Path, description = "The channel.")),
    request_body(content = UploadRequest, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "A message can contain it.", body = AttachmentResponse),
        (status = 400, description = "`malformed`: not a form with a file"),
        (status = 403, description = "`not_active_member`, `staff_only`, `blackout`, `attachments_off`: the assistant's channel accepts text only"),
        (status = 413, description = "`attachment_too_large`: more than 5 MB"),
        (status = 422, description = "`attachment_type`, `attachment_broken`"),
        (status = 429, description = "`rate_limited`")
    )
)]
pub(super) async fn upload(
    hub: Data<Hub>,
    ActiveMember(membership): ActiveMember,
    caller: Caller,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let (store, person) = (&hub.store, caller.person);
    if membership.kind == Kind::Assistant {
        return Err(refused(ErrorCode::AttachmentsOff));
    }
    let (access, channel) = (hub.entitlements.chat_access(person).await?, membership.channel_id);
    if access.is_read_only(membership.kind) {
        return Err(refused(ErrorCode::StaffOnly));
    }
    if let Some(until) = hub.programmes.sending_refused_until(channel, person).await? {
        let seconds = (until - store.clock.now()).num_seconds().max(1);
        return Err(refused(ErrorCode::Blackout).retry_after(seconds.unsigned_abs()));
    }
    let too_many = || refused(ErrorCode::RateLimited).retry_after(600);
    // Before the file is read and decoded; the row is counted when it is added.
    if attachments::unclaimed(store, person).await? >= attachments::MAX_UNCLAIMED {
        return Err(too_many());
    }
    let (name, bytes) = form::read(&request, payload).await?;
    let checked = hub.uploads.inspect(name, bytes).await.map_err(refused)?;
    let stored = upload_service::store_file(store, channel, person, checked).await?.ok_or_else(too_many)?;
    Ok(HttpResponse::Created().json(AttachmentResponse::new(store, channel, stored)))
}

/// Returns new links to a file of a message that the person may read.
#[web::operation(
    operation_id = "attachment",
    params(
        ("channel" = ChannelId, Path, description = "The channel."),
        ("id" = AttachmentId, Path, description = "The file.")
    ),
    responses(
        (status = 200, description = "New links.", body = AttachmentResponse),
        (status = 404, description = "`channel_unknown`, `not_found`")
    )
)]
pub(super) async fn show(
    store: Data<Store>,
    caller: Caller,
    Member(membership): Member,
    path: Path<(String, String)>,
) -> Result<Json<AttachmentResponse>> {
    let found = readable(&store, &caller, &membership, &path.1).await?;
    Ok(Json(AttachmentResponse::new(&store, membership.channel_id, found.attachment)))
}

/// Returns a file of a channel that a member may read.
pub(super) async fn readable(store: &Store, caller: &Caller, membership: &Membership, id: &str) -> Result<Found> {
    let id = id.parse().map_err(|_| not_found())?;
    let found = attachments::find(store, membership.channel_id, id).await?.ok_or_else(not_found)?;
    let may_be_read = match found.seq {
        Some(seq) => seq <= membership.readable_head(),
        None => found.owner_id == caller.person,
    };
    may_be_read.then_some(found).ok_or_else(not_found)
}
