//! `{"code", "message", "fields"?}`: a stable code for programs, one plain sentence for people.

use std::collections::BTreeMap;
use std::fmt;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, ResponseError, web};
use serde::Serialize;
use utoipa::ToSchema;

/// An answer that is not the one that was hoped for.
#[derive(Debug)]
pub struct Error {
    status: StatusCode,
    body: Box<ErrorBody>,
    retry_after: Option<u64>,
}

/// An error as it is told.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// For programs; never changes.
    code: &'static str,
    /// For people: one plain sentence.
    message: String,
    /// What is wrong with which field.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    fields: BTreeMap<&'static str, Vec<String>>,
    /// The same once more, where the page of a new password reads it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<String>,
    /// The same once more, where the page of a new account reads it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    non_field_errors: Vec<String>,
}

/// What handlers return.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An answer with this status, code and sentence.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let (errors, non_field_errors) = (Vec::new(), Vec::new());
        let body = ErrorBody { code, message: message.into(), fields: BTreeMap::new(), errors, non_field_errors };
        Self { status, body: Box::new(body), retry_after: None }
    }

    /// 401: no token, or one that speaks for nobody (any more).
    pub fn not_signed_in() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "not_signed_in", "Please sign in.")
    }

    /// 422: a value that cannot be used. Name the fields with [`Error::field`].
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", message)
    }

    /// 503: nobody's fault but ours; trying again is right.
    pub fn unavailable() -> Self {
        let sentence = "This cannot be done right now. Please try again in a moment.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", sentence).retry_after(2)
    }

    /// 503: the operator has closed the doors for a while.
    pub fn under_maintenance() -> Self {
        let sentence = "Mentor Hub is under maintenance. Please come back a little later.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "under_maintenance", sentence).retry_after(60)
    }

    /// The code, for who tells of an error in a way of their own.
    pub fn code(&self) -> &'static str {
        self.body.code
    }

    /// Says what is wrong with one field.
    #[must_use]
    pub fn field(mut self, name: &'static str, sentence: impl Into<String>) -> Self {
        self.body.fields.entry(name).or_default().push(sentence.into());
        self
    }

    /// The same answer under a more telling code.
    #[must_use]
    pub fn with_code(mut self, code: &'static str) -> Self {
        self.body.code = code;
        self
    }

    /// Says it again as `errors`.
    #[must_use]
    pub fn repeated_as_errors(mut self) -> Self {
        self.body.errors = vec![self.body.message.clone()];
        self
    }

    /// Says it again as `non_field_errors`.
    #[must_use]
    pub fn repeated_as_non_field_errors(mut self) -> Self {
        self.body.non_field_errors = vec![self.body.message.clone()];
        self
    }

    /// Says what is wrong with the fields again as `non_field_errors`.
    #[must_use]
    pub fn fields_as_non_field_errors(mut self) -> Self {
        self.body.non_field_errors = self.body.fields.values().flatten().cloned().collect();
        self
    }

    /// Says after how many seconds trying again makes sense.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.body.code, self.body.message)
    }
}

impl ResponseError for Error {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut answer = HttpResponse::build(self.status);
        if let Some(seconds) = self.retry_after {
            answer.insert_header((header::RETRY_AFTER, seconds));
        }
        answer.json(&self.body)
    }
}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Self {
        tracing::error!(%error, "a request failed");
        Self::unavailable()
    }
}

/// The answer to addresses that lead nowhere, and to what one may not know of.
pub fn not_found() -> Error {
    Error::new(StatusCode::NOT_FOUND, "not_found", "There is nothing here.")
}

/// JSON bodies: at most 64 KiB, and mistakes answered in our own shape.
pub fn json_config() -> web::JsonConfig {
    web::JsonConfig::default().limit(64 * 1024).error_handler(|error, _: &HttpRequest| {
        Error::new(StatusCode::BAD_REQUEST, "malformed", format!("The request cannot be read: {error}.")).into()
    })
}

/// The same for what stands behind the question mark of an address.
pub fn query_config() -> web::QueryConfig {
    web::QueryConfig::default().error_handler(|error, _: &HttpRequest| {
        Error::new(StatusCode::BAD_REQUEST, "malformed", format!("The address cannot be read: {error}.")).into()
    })
}
