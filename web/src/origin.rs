//! Origin checks: a page of another site must not act with a visitor's cookies or socket.

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap};
use actix_web::{HttpRequest, web};

use crate::{Error, Result};

/// The origins whose pages may send requests.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    /// The allowed origins; empty means only the server's own host.
    pub allowed: Vec<String>,
    /// Whether a proxy writes `X-Forwarded-Proto`.
    pub behind_proxy: bool,
}

impl Origins {
    /// Whether a request with these headers comes from an allowed origin. One without `Origin` does not.
    pub fn allow(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = text(headers, &header::ORIGIN) else { return false };
        if self.allowed.is_empty() {
            let own = text(headers, &header::HOST).map(|host| (self.scheme(headers), host));
            return own.is_some() && origin.split_once("://") == own;
        }
        self.allowed.iter().any(|allowed| allowed == origin)
    }

    /// The scheme by which the client reached the server. The server itself speaks no TLS; a proxy in front of it may.
    fn scheme(&self, headers: &HeaderMap) -> &'static str {
        let last = headers.get_all("x-forwarded-proto").last().and_then(|line| line.to_str().ok()?.rsplit(',').next());
        match last {
            Some(scheme) if self.behind_proxy && scheme.trim().eq_ignore_ascii_case("https") => "https",
            _ => "http",
        }
    }
}

fn text<'h>(headers: &'h HeaderMap, name: &header::HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

/// Refuses an unsafe method that a browser sends for a page of another origin. Programs send neither header, hold no cookies
/// of a visitor, and pass.
pub(crate) fn check_origin(request: &HttpRequest) -> Result<()> {
    let headers = request.headers();
    let from_page = headers.contains_key(header::ORIGIN)
        || headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none");
    let own = request.app_data::<web::Data<Origins>>().is_some_and(|origins| origins.allow(headers));
    if !request.method().is_safe() && from_page && !own {
        return Err(Error::new(StatusCode::FORBIDDEN, "foreign_origin", "This page may not do that here."));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn allows(behind_proxy: bool, origin: &str, forwarded: Option<&str>) -> bool {
        let request =
            TestRequest::default().insert_header(("host", "hub.example.org")).insert_header(("origin", origin));
        let request = match forwarded {
            Some(scheme) => request.insert_header(("x-forwarded-proto", scheme)),
            None => request,
        };
        Origins { allowed: Vec::new(), behind_proxy }.allow(request.to_http_request().headers())
    }

    #[test]
    fn own_host_counts_with_its_scheme_only() {
        let (plain, encrypted) = ("http://hub.example.org", "https://hub.example.org");
        assert!(allows(false, plain, None));
        assert!(!allows(false, encrypted, None) && !allows(false, encrypted, Some("https")), "clients forge headers");
        assert!(allows(true, encrypted, Some("https")) && allows(true, encrypted, Some("http, https")));
        assert!(!allows(true, plain, Some("https")) && !allows(true, encrypted, Some("https, http")));
        assert!(allows(true, plain, Some("http")) && allows(true, plain, None));
        for foreign in ["http://evil.example.org", "ftp://hub.example.org", "hub.example.org", "null", ""] {
            assert!(!allows(false, foreign, None), "{foreign}");
        }
    }
}
