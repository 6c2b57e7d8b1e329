//! Notes of staff about a person, for colleagues.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::team::notes::{self, Note};
use store::{NoteId, PersonId, Store};
use utoipa::ToSchema;
use web::{Result, Staff, not_found};

use super::message_acts::bounded;
use super::names::StaffName;
use super::person::NO_SUCH_PERSON;

/// A note about a person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffNote {
    id: NoteId,
    text: String,
    /// Null after an erasure.
    #[schema(required)]
    author: Option<StaffName>,
    created_at: DateTime<Utc>,
    /// Whether the caller wrote it, and may delete it.
    is_own: bool,
}

/// A note to add.
#[derive(Deserialize, ToSchema)]
pub(super) struct NoteRequest {
    /// The page's own id of the note: sent again, it is stored once.
    id: NoteId,
    /// 1 to 4,000 characters.
    text: String,
}

/// Lists the notes about a person, newest first, at most 100.
#[web::operation(
    operation_id = "staff_notes",
    params(("person" = PersonId, Path, description = "The person.")),
    responses((status = 200, body = Vec<StaffNote>), (status = 404, description = NO_SUCH_PERSON))
)]
pub(super) async fn list(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
) -> Result<Json<Vec<StaffNote>>> {
    let id = person.ok_or_else(not_found)?.into_inner();
    let caller = staff.0.person;
    let found = notes::of_person(&store, &staff.0, id).await?.ok_or_else(not_found)?;
    let note = |note: Note| StaffNote {
        id: note.id,
        text: note.body,
        author: note.author_id.map(|id| StaffName::new(id, note.author_name.unwrap_or_default())),
        created_at: note.created_at,
        is_own: note.author_id == Some(caller),
    };
    Ok(Json(found.into_iter().map(note).collect()))
}

/// Adds a note about a person. Staff read it; the person does in an export of their data.
#[web::operation(
    operation_id = "add_note",
    params(("person" = PersonId, Path, description = "The person.")),
    request_body = NoteRequest,
    responses(
        (status = 204, description = "Added."),
        (status = 404, description = NO_SUCH_PERSON),
        (status = 422, description = "`invalid`")
    )
)]
pub(super) async fn add(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<NoteRequest>,
) -> Result<HttpResponse> {
    let id = person.ok_or_else(not_found)?.into_inner();
    let text = bounded(&body.text)?;
    match notes::add(&store, &staff.actor(), id, body.id, &text).await? {
        true => Ok(HttpResponse::NoContent().finish()),
        false => Err(not_found()),
    }
}

/// Deletes a note that the caller wrote.
#[web::operation(
    operation_id = "remove_note",
    params(
        ("person" = PersonId, Path, description = "The person."),
        ("note" = NoteId, Path, description = "The note.")
    ),
    responses(
        (status = 204, description = "Deleted."),
        (status = 404, description = "`not_found`: no such note of the caller")
    )
)]
pub(super) async fn remove(
    store: Data<Store>,
    staff: Staff,
    path: Option<Path<(PersonId, NoteId)>>,
) -> Result<HttpResponse> {
    let (person, note) = path.ok_or_else(not_found)?.into_inner();
    match notes::remove(&store, &staff.actor(), person, note).await? {
        true => Ok(HttpResponse::NoContent().finish()),
        false => Err(not_found()),
    }
}
