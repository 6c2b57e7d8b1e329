//! The programmes that a person may choose from.

use std::collections::BTreeMap;

use actix_web::web::{Data, Json};
use serde::Serialize;
use store::Store;
use utoipa::ToSchema;
use web::{Result, Unavailable};

use super::all_programmes;

/// All programmes, by key.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProjectList {
    data: Projects,
}

#[derive(Serialize, ToSchema)]
struct Projects {
    projects: BTreeMap<String, Project>,
}

/// A programme that people may join.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Project {
    key: String,
    name: String,
    /// If there are any, only people with an address in one of these may choose it.
    email_domains: Vec<String>,
    /// Nobody may choose it now.
    is_disabled: bool,
}

/// The programmes that a person may choose from.
#[utoipa::path(
    get,
    path = "/api/v3/project-list/",
    operation_id = "project_list",
    tag = "Account",
    responses((status = 200, description = "All programmes, by key.", body = ProjectList), Unavailable)
)]
pub(crate) async fn list(store: Data<Store>) -> Result<Json<ProjectList>> {
    let programmes = all_programmes(&store).await?;
    let projects = programmes.into_iter().map(|programme| {
        let sign_up = programme.settings.0.sign_up;
        let project = Project {
            key: programme.key.clone(),
            name: programme.name,
            email_domains: sign_up.email_domains,
            is_disabled: !sign_up.is_open,
        };
        (programme.key, project)
    });
    Ok(Json(ProjectList { data: Projects { projects: projects.collect() } }))
}
