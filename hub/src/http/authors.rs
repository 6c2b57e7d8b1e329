//! The names of authors whom the channel list does not name: former members, and members beyond its limit.

use ::web::{Error, Member, Result, Role};
use actix_web::web::{Data, Json, Query};
use serde::{Deserialize, Serialize};
use store::channels::{self, Author, Status};
use store::{PersonId, Store, pictures};
use utoipa::{IntoParams, ToSchema};

/// People per request.
const MAX_PEOPLE: usize = 50;

/// The people to look up.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AuthorsQuery {
    /// Their ids, separated by commas, at most 50.
    #[serde(alias = "userIds")]
    user_ids: String,
}

/// The author of messages.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuthorResponse {
    user_id: PersonId,
    user_full_name: String,
    #[schema(required)]
    display_picture: Option<String>,
    role: Role,
    /// Whether the person still belongs to the channel.
    is_member: bool,
}

/// Returns those of these people who are or were members of the channel.
#[web::operation(
    operation_id = "authors",
    params(("channel" = store::ChannelId, Path, description = "The channel."), AuthorsQuery),
    responses(
        (status = 200, description = "In any order.", body = Vec<AuthorResponse>),
        (status = 422, description = "`invalid`: no id, too many, or one that is none")
    )
)]
pub(super) async fn list(
    store: Data<Store>,
    Member(membership): Member,
    query: Query<AuthorsQuery>,
) -> Result<Json<Vec<AuthorResponse>>> {
    let people: Vec<PersonId> = query
        .user_ids
        .split(',')
        .take(MAX_PEOPLE + 1)
        .map(|id| id.trim().parse())
        .collect::<std::result::Result<_, _>>()
        .map_err(|_| Error::invalid("These are not people."))?;
    if people.len() > MAX_PEOPLE {
        return Err(Error::invalid("These are too many people."));
    }
    let found = channels::authors(&store, membership.channel_id, &people).await?;
    Ok(Json(found.iter().map(|author| response(&store, author)).collect()))
}

fn response(store: &Store, author: &Author) -> AuthorResponse {
    AuthorResponse {
        user_id: author.person_id,
        user_full_name: format!("{} {}", author.first_name, author.last_name).trim().to_owned(),
        display_picture: author.picture_id.map(|id| pictures::address(store, id)),
        role: author.role.into(),
        is_member: author.status != Status::Absent,
    }
}
