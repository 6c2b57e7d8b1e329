//! The helplines that banners name while people cannot write to each other.

use ::web::{Caller, Result};
use actix_web::web::{Data, Json};
use store::people;

use crate::hub::Hub;
use crate::protocol::WireHelpline;

/// Lists the helplines in the language of the person.
#[web::operation(
    operation_id = "helplines",
    responses((status = 200, description = "As on the crisis card.", body = Vec<WireHelpline>))
)]
pub(super) async fn list(hub: Data<Hub>, caller: Caller) -> Result<Json<Vec<WireHelpline>>> {
    let person = people::by_id(&hub.store, caller.person).await?;
    let language = person.map_or_else(String::new, |person| person.language);
    Ok(Json(hub.crisis_content.helplines(&language).iter().cloned().map(WireHelpline::from).collect()))
}
