//! What the server adds to the routes of the hub and the API: health checks, metrics, the OpenAPI document, the web pages
//! and the headers of every answer.

pub(crate) mod disk;
pub(crate) mod openapi;
pub(crate) mod operations;
pub(crate) mod security_headers;
pub(crate) mod static_files;
