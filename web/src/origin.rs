//! From where a browser may call: a page of another site must not act with a visitor's cookies or socket.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap};
use actix_web::middleware::Next;
use actix_web::web;

use crate::Error;

/// The origins that may call; empty means the server's own host alone.
#[derive(Clone, Debug, Default)]
pub struct Origins(pub Vec<String>);

impl Origins {
    /// Whether a request with these headers may call. One without `Origin` never may.
    pub fn allow(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = text(headers, &header::ORIGIN) else { return false };
        if self.0.is_empty() {
            let own = text(headers, &header::HOST);
            return origin.split_once("://").is_some_and(|(_, host)| Some(host) == own);
        }
        self.0.iter().any(|allowed| allowed == origin)
    }
}

fn text<'h>(headers: &'h HeaderMap, name: &header::HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

/// Middleware: refuses unsafe methods that a browser sends for a page of another origin. Programs, which send neither
/// header, hold no cookies of a visitor and pass.
pub async fn refuse_foreign_origin(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let http = request.request();
    let from_a_page = http.headers().contains_key(header::ORIGIN)
        || http.headers().get("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none");
    let own = http.app_data::<web::Data<Origins>>().is_some_and(|origins| origins.allow(http.headers()));
    if !request.method().is_safe() && from_a_page && !own {
        let sentence = "This page may not do that here.";
        return Err(Error::new(StatusCode::FORBIDDEN, "foreign_origin", sentence).into());
    }
    next.call(request).await
}
