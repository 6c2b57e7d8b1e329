//! The file of a reported message. It is private like the conversation, so opening it needs a reason and is audited.

use actix_web::web::{Data, Json, Path};
use serde::Serialize;
use store::attachments::{self, Attachment};
use store::audit::Act;
use store::cases::Case;
use store::{AlertId, Store};
use utoipa::ToSchema;
use web::{Result, Staff, not_found};

use super::cases::{self, NO_SUCH_CASE, ReadRequest};

/// A file that came with a reported message.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReportedFile {
    name: String,
    #[serde(rename = "type")]
    media_type: String,
    /// The size in bytes.
    size: i64,
    /// Whether staff can open it here; a provider's GIF is only named.
    can_open: bool,
}

/// Links to a reported file, valid for ten minutes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReportedFileResponse {
    name: String,
    #[serde(rename = "type")]
    media_type: String,
    /// The size in bytes.
    size: i64,
    #[schema(required)]
    width: Option<i64>,
    #[schema(required)]
    height: Option<i64>,
    url: String,
    /// A picture of the file's content, if there is one.
    #[schema(required)]
    thumbnail_url: Option<String>,
}

/// Returns links to the file of a reported message, and to no other file. Audited.
#[web::operation(
    operation_id = "read_reported_file",
    params(("case" = AlertId, Path, description = "The case.")),
    request_body = ReadRequest,
    responses(
        (status = 200, description = "Links for ten minutes.", body = ReportedFileResponse),
        (status = 422, description = "`invalid`: no reason"),
        (status = 404, description = NO_SUCH_CASE)
    )
)]
pub(super) async fn open(
    store: Data<Store>,
    staff: Staff,
    case: Option<Path<AlertId>>,
    body: Json<ReadRequest>,
) -> Result<Json<ReportedFileResponse>> {
    let case = cases::find(&store, &staff.0, case).await?;
    let file = file_of(&case).filter(|file| is_stored(file)).ok_or_else(not_found)?;
    cases::record_reading(&store, &staff.0, Act::ReadFile, &case, &body).await?;
    Ok(Json(ReportedFileResponse {
        name: file.name.clone(),
        media_type: file.media_type.clone(),
        size: file.size,
        width: file.width,
        height: file.height,
        url: attachments::staff_link(&store, file.id),
        thumbnail_url: attachments::staff_thumbnail_link(&store, file),
    }))
}

/// Returns the file of a case: a message has at most one.
pub(super) fn file_of(case: &Case) -> Option<&Attachment> {
    case.attachments.as_ref()?.first()
}

/// Whether the file is stored here.
fn is_stored(file: &Attachment) -> bool {
    file.gif.is_none()
}

impl From<&Attachment> for ReportedFile {
    fn from(file: &Attachment) -> Self {
        Self {
            name: file.name.clone(),
            media_type: file.media_type.clone(),
            size: file.size,
            can_open: is_stored(file),
        }
    }
}
