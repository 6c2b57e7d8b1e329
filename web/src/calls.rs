//! Calls as they are mounted and as they are described.

use std::collections::BTreeSet;

use actix_web::Route;
use actix_web::http::Method;
use utoipa::IntoResponses;
use utoipa::openapi::{OpenApi, PathItem};

use crate::ErrorBody;

/// A line of a crate's table of routes: method, path without its last slash, and who answers.
pub type Call = (Method, &'static str, Route);

/// The token is missing, or speaks for nobody (any more): `not_signed_in`.
#[derive(Debug, IntoResponses)]
#[response(status = 401)]
pub struct NotSignedIn(#[expect(dead_code, reason = "only its description is used")] ErrorBody);

/// Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`.
#[derive(Debug, IntoResponses)]
#[response(status = 503)]
pub struct Unavailable(#[expect(dead_code, reason = "only its description is used")] ErrorBody);

/// Method and path, as in a [`Call`], of everything that a document describes. A test compares it with what is mounted.
pub fn documented(document: &OpenApi) -> BTreeSet<(String, String)> {
    let of_path = |(path, item): (&String, &PathItem)| {
        let methods = [
            ("GET", &item.get),
            ("POST", &item.post),
            ("PUT", &item.put),
            ("PATCH", &item.patch),
            ("DELETE", &item.delete),
        ];
        let path = path.trim_end_matches('/').to_owned();
        let methods = methods.into_iter().filter(|(_, operation)| operation.is_some());
        methods.map(move |(method, _)| (method.to_owned(), path.clone())).collect::<Vec<_>>()
    };
    document.paths.paths.iter().flat_map(of_path).collect()
}
