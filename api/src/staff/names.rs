//! People as other records name them.

use serde::Serialize;
use store::matching::views::{self, Face};
use store::{PersonId, Store};
use utoipa::ToSchema;
use web::Result;

/// A person in another record.
#[derive(Serialize, ToSchema)]
pub(super) struct StaffName {
    id: PersonId,
    /// Empty after an erasure.
    name: String,
}

impl StaffName {
    pub(super) fn new(id: PersonId, name: String) -> Self {
        Self { id, name }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

/// Reads the names of people, and returns a function that names one of them.
pub(super) async fn names_of(store: &Store, people: &[PersonId]) -> Result<impl Fn(PersonId) -> StaffName> {
    let faces = views::faces(store, people).await?;
    let name = |face: &Face| format!("{} {}", face.first_name, face.last_name).trim().to_owned();
    Ok(move |id| StaffName { id, name: faces.get(&id).map(name).unwrap_or_default() })
}
