//! The logo of a programme: a file becomes a name, which the rule of the appearance holds then.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Path, Payload};
use serde::Serialize;
use store::programmes::logos;
use store::{ProgrammeId, Store};
use utoipa::ToSchema;
use web::{Form, FormProblem, Result, Staff, not_found};

use super::NO_SUCH_PROGRAMME;
use crate::decoding::{self, PICTURE_BYTES, form_error};

/// The longer edge of what is kept, in pixels: shown up to a third of it, also on fine screens.
const EDGE: u32 = 480;

/// A file for a logo.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its description is used")]
pub(in crate::staff) struct LogoForm {
    /// A PNG or JPEG file of 2 MB at most.
    #[schema(value_type = String, format = Binary)]
    picture: Vec<u8>,
}

/// A logo that is kept.
#[derive(Serialize, ToSchema)]
pub(in crate::staff) struct UploadLogoResponse {
    /// Its name, for the rule.
    name: String,
}

/// Keeps a file as a logo, encoded again. Members see it once the rule of the appearance names it.
#[web::operation(
    operation_id = "upload_programme_logo",
    params(("programme" = ProgrammeId, Path, description = "The programme.")),
    request_body(content = LogoForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = UploadLogoResponse),
        (status = 400, description = "`malformed`"),
        (status = 404, description = NO_SUCH_PROGRAMME),
        (status = 413, description = "`picture_too_large`"),
        (status = 422, description = "`picture_broken`: it is no PNG or JPEG picture")
    )
)]
pub(in crate::staff) async fn upload(
    store: Data<Store>,
    staff: Staff,
    programme: Option<Path<ProgrammeId>>,
    request: HttpRequest,
    payload: Payload,
) -> Result<Json<UploadLogoResponse>> {
    let id = programme.ok_or_else(not_found)?.into_inner();
    if !staff.0.scope.includes(Some(id)) {
        return Err(not_found());
    }
    let mut form = Form::open(&request, payload, PICTURE_BYTES).map_err(form_error)?;
    let bytes = loop {
        let field = form.next().await.map_err(form_error)?.ok_or_else(|| form_error(FormProblem::Malformed))?;
        if field.name() == "picture" {
            break field.bytes(PICTURE_BYTES).await.map_err(form_error)?;
        }
    };
    let webp = decoding::form_picture(bytes, EDGE).await?;
    let name = logos::put(&store, &webp).await?;
    Ok(Json(UploadLogoResponse { name }))
}
