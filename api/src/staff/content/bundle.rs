//! The content of the installation as a bundle: down as an archive, up as an archive or a single file, with a rehearsal before.

use std::io::{Cursor, Write};

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Data, Json, Payload, block};
use actix_web::{HttpRequest, HttpResponse};
use content_bundle::Files;
use store::Store;
use store::administration::{export_content, import_content};
use store::content::{Bundle, Origin, get, preview};
use store::staff::{Permission, Scope};
use tokio::sync::Semaphore;
use utoipa::ToSchema;
use web::{Access, Error, Form, FormProblem, Policy, Result, Route, Staff, route};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

mod plan;
mod reading;

use plan::BundlePlanResponse;
use reading::{Upload, read};

const MAX_MB: usize = 16;
const MAX_BYTES: usize = MAX_MB * 1024 * 1024;

/// Archives that are read at once: what one unpacks to is many times its size.
static READERS: Semaphore = Semaphore::const_new(1);

const READ_ONLY: &str = "`content_read_only`: the caller holds the permission for programmes only";

pub(super) fn routes() -> Vec<Route> {
    let staff = || Policy::new(Access::Staff(Permission::ManageContent));
    vec![
        route!(GET, "/api/staff/content/bundle/", staff().with_recent_factor(), download),
        route!(POST, "/api/staff/content/bundle/", staff().with_recent_factor(), import),
        route!(POST, "/api/staff/content/bundle/rehearsal/", staff(), rehearse),
    ]
}

/// An archive of the files of a bundle, or one of its files.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its description is used")]
pub(super) struct BundleForm {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Returns the content as it is, with what staff changed, as an archive of the files that an import reads. Audited.
#[web::operation(
    operation_id = "download_bundle",
    responses(
        (status = 200, description = "A ZIP file.", content_type = "application/zip", body = Vec<u8>),
        (status = 403, description = "`content_read_only`, `second_factor_required`")
    )
)]
pub(super) async fn download(store: Data<Store>, staff: Staff) -> Result<HttpResponse> {
    let bundle = export_content(&store, &staff.actor()).await?.ok_or_else(read_only)?;
    let archive = block(move || archive(&bundle)).await.map_err(|_| Error::unavailable())?;
    let archive = archive.map_err(|_| Error::unavailable())?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/zip"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"content.zip\""))
        .body(archive))
}

/// Says what the import of a bundle would do, or which mistakes it has. Nothing changes.
#[web::operation(
    operation_id = "rehearse_bundle",
    request_body(content = BundleForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = BundlePlanResponse),
        (status = 400, description = "`malformed`: not a form with this field"),
        (status = 403, description = READ_ONLY),
        (status = 413, description = "`file_too_large`"),
        (status = 422, description = "`bundle_broken`, `bundle_encrypted`, `bundle_too_large`, `bundle_empty`, `bundle_unknown_file`")
    )
)]
pub(super) async fn rehearse(
    store: Data<Store>,
    staff: Staff,
    request: HttpRequest,
    payload: Payload,
) -> Result<Json<BundlePlanResponse>> {
    let bundle = match receive(&store, &staff, request, payload).await? {
        Ok(bundle) => bundle,
        Err(plan) => return Ok(Json(plan)),
    };
    match preview(&store, &bundle).await {
        Ok(imported) => Ok(Json(BundlePlanResponse::new(&bundle, imported, false))),
        Err(store::Error::Configuration(sentence)) => Ok(Json(BundlePlanResponse::refused(&sentence))),
        Err(error) => Err(error.into()),
    }
}

/// Imports a bundle: all of it, or nothing if it has a mistake. Audited.
#[web::operation(
    operation_id = "import_bundle",
    request_body(content = BundleForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = BundlePlanResponse),
        (status = 400, description = "`malformed`: not a form with this field"),
        (status = 403, description = "`content_read_only`, `second_factor_required`"),
        (status = 413, description = "`file_too_large`"),
        (status = 422, description = "as for the rehearsal")
    )
)]
pub(super) async fn import(
    store: Data<Store>,
    staff: Staff,
    request: HttpRequest,
    payload: Payload,
) -> Result<Json<BundlePlanResponse>> {
    let bundle = match receive(&store, &staff, request, payload).await? {
        Ok(bundle) => bundle,
        Err(plan) => return Ok(Json(plan)),
    };
    match import_content(&store, &staff.actor(), &bundle, Origin::Operator).await {
        Ok(imported) => Ok(Json(BundlePlanResponse::new(&bundle, imported, true))),
        Err(store::Error::Configuration(sentence)) => Ok(Json(BundlePlanResponse::refused(&sentence))),
        Err(error) => Err(error.into()),
    }
}

/// Reads the file of a form as a bundle, or returns its mistakes.
async fn receive(
    store: &Store,
    staff: &Staff,
    request: HttpRequest,
    payload: Payload,
) -> Result<std::result::Result<Bundle, BundlePlanResponse>> {
    if staff.0.scope != Scope::Installation {
        return Err(read_only());
    }
    let mut form = Form::open(&request, payload, MAX_BYTES).map_err(form_error)?;
    let (name, bytes) = loop {
        let field = form.next().await.map_err(form_error)?.ok_or_else(|| form_error(FormProblem::Malformed))?;
        if field.name() == "file" {
            let name = field.file_name().unwrap_or_default().to_owned();
            break (name, field.bytes(MAX_BYTES).await.map_err(form_error)?);
        }
    };
    let current = get(store).await?;
    // The reader goes on, and keeps the permit, when the caller hangs up.
    let permit = READERS.acquire().await.map_err(|_| Error::unavailable())?;
    let read = block(move || {
        let read = read(&Upload { name, bytes }, &current);
        drop(permit);
        read
    });
    let read = read.await.map_err(|_| Error::unavailable())?;
    Ok(read.map_err(|flaw| flaw.error())?.map_err(|mistakes| BundlePlanResponse::mistaken(&mistakes)))
}

fn archive(bundle: &Bundle) -> std::io::Result<Vec<u8>> {
    let files: Files = content_bundle::write(bundle).map_err(std::io::Error::other)?;
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(name, SimpleFileOptions::default())?;
        zip.write_all(&bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

fn read_only() -> Error {
    let message = "Content belongs to the whole installation. Its administrators change it.";
    Error::new(StatusCode::FORBIDDEN, "content_read_only", message)
}

fn form_error(problem: FormProblem) -> Error {
    match problem {
        FormProblem::TooLarge => {
            let sentence = format!("Please choose a file of {MAX_MB} MB at most.");
            Error::new(StatusCode::PAYLOAD_TOO_LARGE, "file_too_large", sentence)
        }
        FormProblem::Malformed => Error::new(StatusCode::BAD_REQUEST, "malformed", "The request is not a whole form."),
    }
}
