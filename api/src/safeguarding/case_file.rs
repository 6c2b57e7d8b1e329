//! A case as one file for the police or social services: a document to print, the same as JSON, and the files, with hashes that prove a
//! copy.

use std::collections::BTreeMap;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Data, Json, Path};
use base64::prelude::{BASE64_STANDARD, Engine};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::Deserialize;
use store::archive::{Archive, hexadecimal, sha256_of};
use store::cases::legal_holds::{extent, sealed_after};
use store::cases::{Case, CaseFile, FileRefusal, Involved, happened_after, involved, record_file};
use store::matching::views::faces;
use store::{AlertId, AttachmentId, PersonId, Store, people, programmes};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found, reason_text};

use super::cases::{NO_SUCH_CASE, find};
use crate::list_export::{streamed, temporary_file};

mod data;
mod document;
mod evidence;
mod words;

use document::Document;
use evidence::{Filed, add_files};
use words::Language;

/// What the file is made for.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExportCaseRequest {
    /// Why the case leaves the product, 3 to 500 characters. The audit log keeps it.
    reason: String,
    /// The language of the document.
    language: Language,
    /// Whether it has the note of the resolution and the reasons that staff gave.
    with_notes: bool,
}

/// Who makes the file, and when.
struct Made {
    at: DateTime<Utc>,
    by: PersonId,
    by_name: String,
    has_notes: bool,
}

/// What the parts of the file are written from.
struct Parts<'a> {
    case: &'a Case,
    people: &'a [Involved],
    files: &'a BTreeMap<AttachmentId, Filed>,
    made: &'a Made,
}

/// Returns a case as a ZIP file: `case.html`, `case.json`, the sealed files, and `SHA256SUMS`. `Repr-Digest` is the SHA-256 hash of the
/// whole, which the audit log keeps. Audited.
#[web::operation(
    operation_id = "export_case",
    params(("case" = AlertId, Path, description = "The case.")),
    request_body = ExportCaseRequest,
    responses(
        (status = 200, description = "A ZIP file.", content_type = "application/zip", body = Vec<u8>),
        (status = 403, description = "`second_factor_required`"),
        (status = 404, description = NO_SUCH_CASE),
        (status = 409, description = "`changed_meanwhile`: copies were sealed or deleted while it was made"),
        (status = 422, description = "`invalid`: no reason, or an unknown language")
    )
)]
pub(super) async fn export(
    store: Data<Store>,
    staff: Staff,
    case: Option<Path<AlertId>>,
    body: Json<ExportCaseRequest>,
) -> Result<HttpResponse> {
    let (reason, language) = (reason_text(&body.reason)?, body.language);
    let case = find(&store, &staff.0, case).await?;
    let by_name = people::by_id(&store, staff.0.person).await?.map(|person| person.full_name()).unwrap_or_default();
    let made = Made { at: store.clock.now(), by: staff.0.person, by_name, has_notes: body.with_notes };
    let sealed = extent(&store, case.listed.id).await?;
    let people = involved(&store, &staff.0, &case).await?;
    let (archive, files) = add_files(&store, Archive::new(temporary_file()?), &case).await?;
    let parts = Parts { case: &case, people: &people, files: &files, made: &made };
    let archive = data::write(&store, archive, &parts).await?;
    let archive = write_document(&store, archive, &parts, language).await?;
    let archive = write_sums(archive).await?;
    let (file, hash) = sha256_of(archive.finish().await?).await?;
    let recorded = CaseFile {
        reason: &reason,
        sha256: &hexadecimal(&hash),
        language: language.code(),
        has_notes: made.has_notes,
        files: files.values().filter(|file| file.path.is_some()).count(),
        made_at: made.at,
        sealed,
    };
    // Without a row of the log nothing leaves.
    match record_file(&store, &staff.0, case.listed.id, recorded).await? {
        Ok(()) => {}
        Err(FileRefusal::Missing) => return Err(not_found()),
        Err(refusal @ FileRefusal::Changed) => {
            return Err(Error::new(StatusCode::CONFLICT, "changed_meanwhile", refusal.to_string()));
        }
    }
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/zip"))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"case-{}.zip\"", case.listed.id)))
        .insert_header(("Repr-Digest", format!("sha-256=:{}:", BASE64_STANDARD.encode(hash))))
        .streaming::<_, std::io::Error>(streamed(file)?))
}

async fn write_document(
    store: &Store,
    archive: Archive,
    Parts { case, people, files, made }: &Parts<'_>,
    language: Language,
) -> Result<Archive> {
    let programme = match case.listed.programme_id {
        Some(id) => programmes::by_id(store, id).await?,
        None => None,
    };
    let zone = programme.and_then(|programme| programme.time_zone.parse().ok()).unwrap_or(Tz::UTC);
    let mut document = Document::new(case, made, language, zone);
    document.people(people);
    let mut archive = archive.begin("case.html").await?;
    let mut page = sealed_after(store, case.listed.id, None).await?;
    document.messages(!page.is_empty());
    while let Some(last) = page.last() {
        page.iter().for_each(|message| document.message(message, files));
        archive = archive.write(document.take()).await?;
        page = sealed_after(store, case.listed.id, Some(last)).await?;
    }
    document.files(files.values());
    document.events();
    let mut page = happened_after(store, case, None).await?;
    while let Some(last) = page.last() {
        let given: Vec<PersonId> = page.iter().filter_map(data::given_to).collect();
        let faces = faces(store, &given).await?;
        for event in &page {
            let name_of = |id| faces.get(&id).map(|face| format!("{} {}", face.first_name, face.last_name));
            document.event(event, made.has_notes, |id| name_of(id).unwrap_or_default().trim().to_owned());
        }
        archive = archive.write(document.take()).await?;
        page = happened_after(store, case, Some(last)).await?;
    }
    document.end();
    Ok(archive.write(document.take()).await?)
}

/// Adds the hashes of all entries, as `sha256sum` writes and reads them.
async fn write_sums(mut archive: Archive) -> Result<Archive> {
    let sums: String = archive.entries().iter().map(|entry| format!("{}  {}\n", entry.sha256, entry.name)).collect();
    Ok(archive.add("SHA256SUMS", sums).await?)
}
