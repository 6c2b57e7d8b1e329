//! A member on the wire.

use serde::Serialize;
use store::mentorship::Member;
use store::{PersonId, Store, pictures};
use utoipa::ToSchema;
use web::Role;

/// A member.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MentorshipPartner)]
pub(super) struct Partner {
    id: PersonId,
    first_name: String,
    last_name: String,
    #[schema(required)]
    picture: Option<String>,
    /// In this mentorship.
    role: Role,
    /// `ACTIVE`: they take part; `ENDED`: they left, or it ended.
    application_status: &'static str,
}

impl Partner {
    pub(super) fn new(store: &Store, member: Member) -> Self {
        Self {
            id: member.person_id,
            first_name: member.first_name,
            last_name: member.last_name,
            picture: member.picture_id.map(|id| pictures::address(store, id)),
            role: member.role.into(),
            application_status: if member.left_at.is_none() { "ACTIVE" } else { "ENDED" },
        }
    }
}
