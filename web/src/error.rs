//! Error responses, `{"code", "message", "fields"?}`: a stable code for programs and one sentence for people.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use actix_web::error::{JsonPayloadError, QueryPayloadError};
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, ResponseError, web};
use serde::Serialize;
use serde_json::{Map, Value};
use store::listing::ListError;
use utoipa::ToSchema;

/// An error response.
#[derive(Debug)]
pub struct Error {
    status: StatusCode,
    body: Box<ErrorBody>,
    header: Option<(HeaderName, HeaderValue)>,
}

/// The body of an error response.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// A stable code for programs.
    code: &'static str,
    /// One sentence for people.
    message: String,
    /// The problems of each field.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    fields: BTreeMap<Cow<'static, str>, Vec<String>>,
    /// Why answers are refused, by question: `{"code": "too_long", "max": 5000}`.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = std::collections::HashMap<String, serde_json::Value>)]
    problems: Map<String, Value>,
    /// What is stored now, if a change was refused because it had been changed before.
    #[serde(skip_serializing_if = "Value::is_null")]
    #[schema(required = false)]
    current: Value,
    /// The message again, for the page that resets a password.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<String>,
    /// The message again, for the page that signs up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    non_field_errors: Vec<String>,
}

/// The result of a handler.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error with this status, code and sentence.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let (errors, non_field_errors) = (Vec::new(), Vec::new());
        let body = ErrorBody {
            code,
            message: message.into(),
            fields: BTreeMap::new(),
            problems: Map::new(),
            current: Value::Null,
            errors,
            non_field_errors,
        };
        Self { status, body: Box::new(body), header: None }
    }

    /// 401: the access token is missing, invalid or expired.
    pub fn not_signed_in() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "not_signed_in", "Please sign in.")
    }

    /// 403: the person has not agreed to the terms.
    pub fn terms_required() -> Self {
        let sentence = "Please agree to the terms first.";
        Self::new(StatusCode::FORBIDDEN, "terms_required", sentence)
    }

    /// 422: an invalid value. [`Error::field`] names the fields.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", message)
    }

    /// 503: the server cannot answer now; the request can be repeated.
    pub fn unavailable() -> Self {
        let sentence = "This cannot be done right now. Please try again in a moment.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", sentence).retry_after(2)
    }

    /// 503: too many people sign in at once; the request can be repeated.
    fn busy() -> Self {
        let sentence = "Too many people are signing in right now. Please try again in a few seconds.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", sentence).retry_after(3)
    }

    /// 503: maintenance mode is on.
    pub fn under_maintenance() -> Self {
        let sentence = "Mentor Hub is under maintenance. Please come back a little later.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "under_maintenance", sentence).retry_after(60)
    }

    /// The code, for responses of another shape.
    pub fn code(&self) -> &'static str {
        self.body.code
    }

    /// Adds a problem of one field.
    #[must_use]
    pub fn field(mut self, name: impl Into<Cow<'static, str>>, sentence: impl Into<String>) -> Self {
        self.body.fields.entry(name.into()).or_default().push(sentence.into());
        self
    }

    /// Adds why answers are refused, by question key.
    #[must_use]
    pub fn problems(mut self, problems: Map<String, Value>) -> Self {
        self.body.problems = problems;
        self
    }

    /// Adds what is stored now.
    #[must_use]
    pub fn current(mut self, current: Value) -> Self {
        self.body.current = current;
        self
    }

    /// Replaces the code by a more specific one.
    #[must_use]
    pub fn with_code(mut self, code: &'static str) -> Self {
        self.body.code = code;
        self
    }

    /// Repeats the message as `errors`.
    #[must_use]
    pub fn repeated_as_errors(mut self) -> Self {
        self.body.errors = vec![self.body.message.clone()];
        self
    }

    /// Repeats the message as `non_field_errors`.
    #[must_use]
    pub fn repeated_as_non_field_errors(mut self) -> Self {
        self.body.non_field_errors = vec![self.body.message.clone()];
        self
    }

    /// Repeats the problems of the fields as `non_field_errors`.
    #[must_use]
    pub fn fields_as_non_field_errors(mut self) -> Self {
        self.body.non_field_errors = self.body.fields.values().flatten().cloned().collect();
        self
    }

    /// Sets `Retry-After`, in seconds.
    #[must_use]
    pub fn retry_after(self, seconds: u64) -> Self {
        self.header(header::RETRY_AFTER, seconds.into())
    }

    /// Sets a header of the response; the last one counts.
    #[must_use]
    pub(crate) fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.header = Some((name, value));
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
        if let Some(header) = &self.header {
            answer.insert_header(header.clone());
        }
        answer.json(&self.body)
    }
}

impl From<ListError> for Error {
    fn from(error: ListError) -> Self {
        match error {
            ListError::Invalid { field, sentence } => {
                Self::invalid("This list cannot be shown so.").field(field, sentence)
            }
            ListError::Store(error) => error.into(),
        }
    }
}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Self {
        if matches!(error, store::Error::Busy) {
            tracing::warn!(%error, "a request was refused");
            return Self::busy();
        }
        if matches!(error, store::Error::ProgrammeArchived) {
            return Self::new(
                StatusCode::CONFLICT,
                "programme_archived",
                "This programme is archived. Reopen it first.",
            );
        }
        if matches!(error, store::Error::ProgrammeYearClosed) {
            let sentence = "The year of this programme is closed. Mentorships begin again with the next year.";
            return Self::new(StatusCode::CONFLICT, "programme_year_closed", sentence);
        }
        tracing::error!(%error, "a request failed");
        Self::unavailable()
    }
}

/// 404: unknown addresses, and things whose existence the caller may not learn.
pub fn not_found() -> Error {
    Error::new(StatusCode::NOT_FOUND, "not_found", "There is nothing here.")
}

/// 400: a request that cannot be read. `part` is `query` or `body`; what the parser says about it is for programmers.
pub(crate) fn malformed(part: &'static str, problem: impl fmt::Display) -> Error {
    Error::new(StatusCode::BAD_REQUEST, "malformed", "This request cannot be read.").field(part, problem.to_string())
}

/// JSON bodies: at most 64 KiB; parse errors become [`Error`]s.
pub fn json_config() -> web::JsonConfig {
    web::JsonConfig::default().limit(64 * 1024).error_handler(|error, _: &HttpRequest| match error {
        JsonPayloadError::Deserialize(problem) => malformed("body", problem).into(),
        error => malformed("body", error).into(),
    })
}

/// Query strings: parse errors become [`Error`]s.
pub fn query_config() -> web::QueryConfig {
    web::QueryConfig::default().error_handler(|error, _: &HttpRequest| match error {
        QueryPayloadError::Deserialize(problem) => malformed("query", problem).into(),
        error => malformed("query", error).into(),
    })
}
