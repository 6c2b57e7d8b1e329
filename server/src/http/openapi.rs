//! The OpenAPI document, merged from the crates that serve the routes.

use std::sync::LazyLock;

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use sha2::{Digest, Sha256};
use utoipa::openapi::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi as _};

use super::operations;
use super::static_files::{self, CompressedFiles, File};

/// Returns the whole document.
pub(crate) fn document() -> OpenApi {
    let mut document = Server::openapi();
    document.merge(api::openapi());
    document.merge(hub::openapi());
    document.merge(operations::openapi());
    document
}

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Mentor Hub",
        description = "Requests are accepted in snake_case and camelCase, answers are camelCase, the frames of the \
                       socket are snake_case. Times are RFC 3339 in UTC. An error has a stable `code` for programs and \
                       one plain sentence for people.",
        license(name = "Apache License 2.0", identifier = "Apache-2.0")
    ),
    servers((url = "/", description = "This installation")),
    paths(serve),
    modifiers(&SecuritySchemes)
)]
struct Server;

/// The authentication schemes.
struct SecuritySchemes;

impl Modify for SecuritySchemes {
    fn modify(&self, document: &mut OpenApi) {
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("JWT")
            .description(Some("The access token of `sign-in` or `refresh`."))
            .build();
        let refresh = ApiKeyValue::with_description("mh_refresh", "Set by `sign-in`; scripts cannot read it.");
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
        components.add_security_scheme("refresh", SecurityScheme::ApiKey(ApiKey::Cookie(refresh)));
    }
}

static FILE: LazyLock<File> = LazyLock::new(|| {
    let text = document().to_json().expect("the document serialises to JSON");
    let hash = Sha256::digest(&text).into();
    File { name: "openapi.json".to_owned(), bytes: text.into(), hash }
});

/// The OpenAPI document.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    operation_id = "openapi",
    tag = "Operations",
    responses((status = 200, description = "An OpenAPI 3.1 document."))
)]
pub(crate) async fn serve(request: HttpRequest, compressed: Data<CompressedFiles>) -> HttpResponse {
    static_files::answer(&request, &compressed, &FILE).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn referenced_schemas_exist() {
        let document = document();
        let text = document.to_json().unwrap();
        let named = text.split(r##""$ref":"#/components/schemas/"##).skip(1);
        let named: BTreeSet<_> = named.filter_map(|rest| Some(rest.split_once('"')?.0)).collect();
        let described: BTreeSet<_> =
            document.components.iter().flat_map(|it| it.schemas.keys()).map(String::as_str).collect();
        assert!(!named.is_empty());
        assert_eq!(named.difference(&described).collect::<Vec<_>>(), Vec::<&&str>::new());
    }

    #[test]
    fn operation_ids_are_unique() {
        let text = document().to_json().unwrap();
        let names = text.split(r#""operationId":""#).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0));
        let names: Vec<_> = names.collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    }
}
