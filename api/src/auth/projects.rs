//! The programmes that people can sign up for.

use std::collections::BTreeMap;

use actix_web::web::{Data, Json};
use serde::Serialize;
use store::Store;
use store::programmes::{self, Programme};
use utoipa::ToSchema;
use web::Result;

/// All programmes, by key.
#[derive(Serialize, ToSchema)]
pub(super) struct ProjectListResponse {
    data: Projects,
}

#[derive(Serialize, ToSchema)]
struct Projects {
    projects: BTreeMap<String, Project>,
}

/// A programme that people can sign up for.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Project {
    key: String,
    name: String,
    /// If not empty, only mentees with an address in one of these domains can choose it.
    email_domains: Vec<String>,
    /// Sign-up is closed.
    is_disabled: bool,
}

/// Lists the programmes that people can sign up for.
#[web::operation(
    operation_id = "project_list",
    responses((status = 200, description = "All programmes, by key.", body = ProjectListResponse))
)]
pub(super) async fn list(store: Data<Store>) -> Result<Json<ProjectListResponse>> {
    let programmes = programmes::all(&store).await?;
    let projects = programmes.into_iter().map(|programme| {
        let sign_up = programme.settings.0.sign_up;
        let project = Project {
            key: programme.key.clone(),
            name: programme.name,
            email_domains: sign_up.email_domains.mentees,
            is_disabled: !sign_up.is_open,
        };
        (programme.key, project)
    });
    Ok(Json(ProjectListResponse { data: Projects { projects: projects.collect() } }))
}

/// Whether a mentee with this address may choose each of the programmes: only the open programmes that name the domain of the address
/// for mentees if any programme names it, closed ones and domains of mentors included, else the open programmes without domains.
pub(super) fn open_to<'a>(programmes: &'a [Programme], email: &str) -> Vec<(&'a Programme, bool)> {
    let open = |programme: &Programme| programme.settings.sign_up.is_open;
    let named = |programme: &Programme| programme.settings.sign_up.names_domain_of_mentee(email);
    let is_named = programmes.iter().any(|programme| programme.settings.sign_up.names_domain_of(email));
    let is_free = |programme: &Programme| programme.settings.sign_up.email_domains.mentees.is_empty();
    programmes.iter().map(|p| (p, open(p) && if is_named { named(p) } else { is_free(p) })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::programmes::{EmailDomains, Settings, SignUp};

    fn programme(key: &str, is_open: bool, mentees: &[&str]) -> Programme {
        let email_domains = EmailDomains { mentees: owned(mentees), mentors: owned(&["firm.example"]) };
        let sign_up = SignUp { is_open, email_domains, institutions: vec![] };
        Programme {
            id: uuid_of(key),
            key: key.to_owned(),
            name: key.to_owned(),
            time_zone: "UTC".to_owned(),
            settings: Settings { sign_up, ..Settings::default() }.stored(),
        }
    }

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    fn uuid_of(key: &str) -> store::ProgrammeId {
        serde_json::from_value(serde_json::json!(format!("00000000-0000-7000-8000-{key:0>12}"))).unwrap()
    }

    #[test]
    fn email_domain_decides_which_programmes_are_open() {
        let programmes = [
            programme("1", true, &[]),
            programme("2", true, &["school.example"]),
            programme("3", false, &["school.example"]),
            programme("4", false, &[]),
            programme("5", false, &["closed.example"]),
        ];
        let open = |email: &str| open_to(&programmes, email).iter().map(|(_, open)| *open).collect::<Vec<_>>();
        assert_eq!(open("tom@school.example"), [false, true, false, false, false]);
        assert_eq!(open("tom@SCHOOL.example"), [false, true, false, false, false]);
        assert_eq!(open("tom@mail.example"), [true, false, false, false, false]);
        assert_eq!(open("tom@closed.example"), [false; 5], "its programme is closed, and others are not for it");
        assert_eq!(open("tom@not-school.example"), [true, false, false, false, false]);
        assert_eq!(open("nina@firm.example"), [false; 5], "a domain of mentors admits no mentees");
    }
}
