//! The OpenAPI document of route tables: what the handlers say about themselves, and what follows from their routes.

use std::collections::BTreeMap;

use actix_web::http::Method;
use utoipa::openapi::path::{HttpMethod, Operation};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{Components, Content, OpenApi, Ref, RefOr, Response, Schema};
use utoipa::{__dev::SchemaReferences, PartialSchema, Path, ToSchema};

use crate::{ErrorBody, Route};

/// What a handler with the attribute [`operation`](crate::operation) says about itself.
pub struct Description {
    operation: Operation,
    schemas: Vec<(String, RefOr<Schema>)>,
}

impl Description {
    /// The description of a handler, whose attribute declares `Handler`.
    pub fn of<Handler: Path + SchemaReferences>() -> Self {
        let mut schemas = Vec::new();
        Handler::schemas(&mut schemas);
        Self { operation: Handler::operation(), schemas }
    }

    /// The operation of a route. What the handler says precedes what follows from the policy.
    fn complete(self, route: &Route, tag: &str) -> Operation {
        let mut operation = self.operation;
        let responses = &mut operation.responses.responses;
        let mut refusals: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (status, description) in route.refusals() {
            refusals.entry(status).or_default().push(description);
        }
        for (status, descriptions) in refusals {
            let description = descriptions.join(", ");
            responses.entry(status.as_str().to_owned()).or_insert_with(|| Response::new(description).into());
        }
        for (status, response) in responses {
            if let RefOr::T(response) = response
                && status.starts_with(['4', '5'])
                && response.content.is_empty()
            {
                let body = Content::new(Some(Ref::from_schema_name(ErrorBody::name()))).into();
                response.content.insert("application/json".to_owned(), body);
            }
        }
        if route.access().needs_caller() {
            operation.security = Some(vec![SecurityRequirement::new("bearer", [""; 0])]);
        }
        operation.tags = Some(vec![tag.to_owned()]);
        operation
    }
}

/// Routes with a common tag in the document.
#[derive(Debug)]
pub struct RouteTable {
    tag: &'static str,
    /// What the tag stands for; empty if another table says it.
    about: &'static str,
    /// The rows.
    pub routes: Vec<Route>,
}

impl RouteTable {
    /// A table. One of several with the same tag says what it stands for, the others pass an empty text.
    pub fn new(tag: &'static str, about: &'static str, routes: Vec<Route>) -> Self {
        Self { tag, about, routes }
    }
}

/// Describes the routes of tables.
pub fn openapi(tables: &[RouteTable]) -> OpenApi {
    let (mut document, mut components, mut tags) = (OpenApi::default(), Components::new(), Vec::new());
    let mut schemas = vec![(ErrorBody::name().into_owned(), ErrorBody::schema())];
    ErrorBody::schemas(&mut schemas);
    for RouteTable { tag, about, routes } in tables {
        for route in routes {
            let mut description = route.describe();
            schemas.append(&mut description.schemas);
            let operation = description.complete(route, tag);
            document.paths.add_path_operation(route.path, vec![method_of(&route.method)], operation);
        }
        if !about.is_empty() {
            tags.push(TagBuilder::new().name(*tag).description(Some(*about)).build());
        }
    }
    components.schemas.extend(schemas);
    document.components = Some(components);
    document.tags = Some(tags);
    document
}

fn method_of(method: &Method) -> HttpMethod {
    match method.as_str() {
        "POST" => HttpMethod::Post,
        "PUT" => HttpMethod::Put,
        "PATCH" => HttpMethod::Patch,
        "DELETE" => HttpMethod::Delete,
        _ => HttpMethod::Get,
    }
}

#[cfg(test)]
mod tests {
    use actix_web::HttpResponse;
    use serde_json::{Value, json};

    use super::*;
    use crate::{Access, Policy, Rate, RateLimit, route};

    /// Shows something.
    #[crate::operation(
        operation_id = "example",
        responses((status = 200, description = "It."), (status = 403, description = "`too_young`"))
    )]
    async fn show() -> HttpResponse {
        HttpResponse::Ok().finish()
    }

    fn operation(route: Route) -> Value {
        let document = openapi(&[RouteTable::new("Examples", "What tests need.", vec![route])]);
        let document = serde_json::to_value(document).unwrap();
        assert_eq!(document["tags"], json!([{"name": "Examples", "description": "What tests need."}]));
        assert!(document["components"]["schemas"]["ErrorBody"].is_object());
        document["paths"]["/example/"]["put"].clone()
    }

    fn described(operation: &Value) -> Vec<(&str, &str)> {
        let responses = operation["responses"].as_object().unwrap();
        responses.iter().map(|(status, response)| (&**status, response["description"].as_str().unwrap())).collect()
    }

    #[test]
    fn policy_completes_description_of_handler() {
        let limit = RateLimit::per_person("examples", Rate::per_minute(1));
        let policy = Policy::new(Access::ActiveMember).limit(&limit);
        let operation = operation(route!(PUT, "/example/", policy, show));
        assert_eq!((&operation["tags"], &operation["security"]), (&json!(["Examples"]), &json!([{"bearer": []}])));
        let described = described(&operation);
        let statuses: Vec<_> = described.iter().map(|(status, _)| *status).collect();
        assert_eq!(statuses, ["200", "400", "401", "403", "404", "429", "503"]);
        assert_eq!((described[3].1, described[4].1), ("`too_young`", "`channel_unknown`"));
        let body = json!({"application/json": {"schema": {"$ref": "#/components/schemas/ErrorBody"}}});
        for (status, _) in &described[1..] {
            assert_eq!(operation["responses"][status]["content"], body, "{status}");
        }
    }

    #[test]
    fn route_without_store_has_no_503() {
        let public = || Policy::new(Access::Public);
        let open = operation(route!(PUT, "/example/", public().under_maintenance(), show).without_store());
        let statuses: Vec<_> = described(&open).iter().map(|(status, _)| *status).collect();
        assert_eq!(statuses, ["200", "400", "403"]);
        assert!(open["security"].is_null());
        let closed = operation(route!(PUT, "/example/", public(), show).without_store());
        assert_eq!(described(&closed).last().unwrap().0, "503");
    }
}
