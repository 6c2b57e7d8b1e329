//! Parts of OpenAPI documents that the crates share.

use std::collections::BTreeSet;

use utoipa::IntoResponses;
use utoipa::openapi::{OpenApi, PathItem};

use crate::ErrorBody;

/// The access token is missing, invalid or expired: `not_signed_in`. A person who has not agreed to the terms gets 403
/// `terms_required` from all routes except those that agreement needs.
#[derive(Debug, IntoResponses)]
#[response(status = 401)]
pub struct NotSignedIn(#[expect(dead_code, reason = "only its description is used")] ErrorBody);

/// The server cannot answer now; the request can be repeated later: `unavailable`, `under_maintenance`.
#[derive(Debug, IntoResponses)]
#[response(status = 503)]
pub struct Unavailable(#[expect(dead_code, reason = "only its description is used")] ErrorBody);

/// Method and path of every operation in a document, as in [`Route::address`](crate::Route::address).
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
