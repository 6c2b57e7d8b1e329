//! Another password, for whoever knows the one that holds.

use std::collections::BTreeMap;

use actix_web::HttpRequest;
use actix_web::web::{Data, Json};
use serde::Deserialize;
use store::outbox::{self, MAIL, Mail};
use store::people::{self, Person, Provider};
use store::{Store, passwords, sessions};
use utoipa::ToSchema;
use web::{Error, ErrorBody, Result, SignedIn, Unavailable};

use super::Done;
use super::password::check_new;
use crate::Settings;
use crate::auth::{BLOCK, other_provider, refuse_blocked};
use crate::rates::check_rate;

/// The password that holds, and the next one twice.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangePassword {
    #[serde(alias = "current_password")]
    current_password: String,
    #[serde(alias = "new_password")]
    new_password: String,
    #[serde(alias = "check_new_password")]
    check_new_password: String,
}

/// Sets another password, and signs the person out everywhere else.
#[utoipa::path(
    post,
    path = "/api/v2/users/change-password/",
    operation_id = "change_password",
    tag = "Account",
    request_body = ChangePassword,
    responses(
        (status = 200, description = "The password is changed.", body = Done),
        (status = 401, description = "`not_signed_in`", body = ErrorBody),
        (status = 409, description = "`other_provider`: there is no password here", body = ErrorBody),
        (status = 422, description = "`current_password_wrong`; `invalid`, with the fields", body = ErrorBody),
        (status = 429, description = "`account_blocked`, `rate_limited`, with `Retry-After`", body = ErrorBody),
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(crate) async fn change(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    who: SignedIn,
    body: Json<ChangePassword>,
) -> Result<Json<Done>> {
    let person = people::by_id(&store, who.person).await?.ok_or_else(Error::not_signed_in)?;
    check_rate(&request, &settings, &person.email)?;
    if person.provider != Provider::Normal {
        return Err(other_provider());
    }
    check_new(&body.new_password, &body.check_new_password)?;
    prove(&store, &person, &body.current_password).await?;
    let hash = passwords::hash(&body.new_password).await?;
    people::set_password(&store, person.id, &hash).await?;
    sessions::end_others_of(&store, person.id, Some(who.session)).await?;
    outbox::put(&store, MAIL, &told(person)).await?;
    Ok(Json(Done { message: "Your password is changed." }))
}

/// A stolen session must not be a way to guess the password: wrong ones count like those of a sign-in.
async fn prove(store: &Store, person: &Person, password: &str) -> Result<()> {
    let hash = refuse_blocked(store, person.id).await?;
    if passwords::verify(password, hash).await? {
        // Guesses sent at once all passed the first look.
        return refuse_blocked(store, person.id).await.map(drop);
    }
    people::sign_in_failed(store, person.id, store.clock.now() + BLOCK).await?;
    let sentence = "This is not your current password.";
    // Not 401, which says that nobody is signed in.
    Err(Error::invalid(sentence).with_code("current_password_wrong").field("currentPassword", sentence))
}

/// The mail that tells the owner of an account, who may not be who changed it.
pub(super) fn told(person: Person) -> Mail {
    let template = "password_changed".to_owned();
    Mail { to: person.email, template, language: person.language, values: BTreeMap::new() }
}
