//! Turns off mails about unread messages from a mail, without a sign-in (RFC 8058).

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Query};
use serde::Deserialize;
use store::{Store, notification_settings, unread_mail};
use utoipa::IntoParams;
use web::{Error, Result};

/// The address in the mails.
pub(crate) const PATH: &str = "/api/v1/notifications/stop-mails/";

/// The token of a mail.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct StopMailsQuery {
    token: String,
}

/// Leads to the page that turns the mails off. A GET changes nothing, because programs follow the links of mails.
#[web::operation(
    operation_id = "show_stop_mails",
    params(StopMailsQuery),
    responses((status = 303, description = "To the page."), (status = 403, description = "`link_invalid`"))
)]
pub(super) async fn show(store: Data<Store>, query: Query<StopMailsQuery>) -> Result<HttpResponse> {
    let token = &query.token;
    unread_mail::person_of_token(&store, token).ok_or_else(invalid)?;
    Ok(HttpResponse::SeeOther().insert_header((header::LOCATION, format!("/stopmails?token={token}"))).finish())
}

/// Turns the mails off. Mail programs send this request when the person unsubscribes.
#[web::operation(
    operation_id = "stop_mails",
    params(StopMailsQuery),
    responses((status = 204, description = "Off, now or before."), (status = 403, description = "`link_invalid`"))
)]
pub(super) async fn stop(store: Data<Store>, query: Query<StopMailsQuery>) -> Result<HttpResponse> {
    let person = unread_mail::person_of_token(&store, &query.token).ok_or_else(invalid)?;
    notification_settings::stop_mails(&store, person).await?;
    Ok(HttpResponse::NoContent().finish())
}

fn invalid() -> Error {
    Error::new(StatusCode::FORBIDDEN, "link_invalid", "This link does not work. Please open it from the email again.")
}
