//! The security headers of every answer.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue, InvalidHeaderValue};
use actix_web::middleware::Next;

/// The values that depend on the configuration.
#[derive(Clone, Debug)]
pub(crate) struct SecurityHeaders {
    is_https: bool,
    content_security_policy: HeaderValue,
    permissions_policy: HeaderValue,
}

/// Origins of other servers that the web pages may use.
#[derive(Clone, Debug, Default)]
pub(crate) struct AllowedOrigins {
    /// Servers that pages send requests to.
    pub(crate) connect: Vec<String>,
    /// Servers whose frames and scripts pages load, such as the help desk.
    pub(crate) frames: Vec<String>,
    /// The conference server: framed too, with access to camera, microphone and screen.
    pub(crate) calls: Option<String>,
}

impl SecurityHeaders {
    /// `scripts` names the scripts that stand in the pages, such as `'sha256-…'`.
    pub(crate) fn new(
        is_https: bool,
        allowed: &AllowedOrigins,
        scripts: &[String],
    ) -> Result<Self, InvalidHeaderValue> {
        Ok(Self {
            is_https,
            content_security_policy: content_security_policy(allowed, scripts).parse()?,
            permissions_policy: permissions_policy(allowed.calls.as_deref()).parse()?,
        })
    }
}

impl Default for SecurityHeaders {
    fn default() -> Self {
        Self::new(false, &AllowedOrigins::default(), &[]).expect("fixed texts are header values")
    }
}

/// Plays videos of questions and sessions without cookies, after the person pressed play.
const VIDEOS: &str = "https://www.youtube-nocookie.com";

/// Limits scripts, images, fonts and requests to this server and the allowed origins, and to `scripts`. Inline styles are allowed because the
/// component library writes them at run time. Workers do not follow the sources of scripts, which name other servers.
fn content_security_policy(allowed: &AllowedOrigins, scripts: &[String]) -> String {
    let scripts: String = scripts.iter().map(|script| format!(" {script}")).collect();
    let connect: String = allowed.connect.iter().map(|origin| format!(" {origin}")).collect();
    let frames: String = allowed.frames.iter().chain(&allowed.calls).map(|origin| format!(" {origin}")).collect();
    format!(
        "default-src 'self'; script-src 'self'{scripts}{frames}; frame-src 'self' {VIDEOS}{frames}; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob:; connect-src 'self' blob:{connect}; font-src 'self'; manifest-src 'self'; \
         worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}

/// Gives camera, microphone and screen to this site and to the frame of the conference server.
fn permissions_policy(calls: Option<&str>) -> String {
    let calls = calls.map(|origin| format!(" \"{origin}\"")).unwrap_or_default();
    format!(
        "camera=(self{calls}), microphone=(self{calls}), display-capture=(self{calls}), geolocation=(), payment=(), \
         usb=()"
    )
}

const ALWAYS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::CROSS_ORIGIN_OPENER_POLICY, "same-origin"),
    (header::CROSS_ORIGIN_RESOURCE_POLICY, "same-origin"),
];

/// Middleware: adds the headers that a handler did not set.
pub(crate) async fn add(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
    headers: SecurityHeaders,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let is_call = request.path().starts_with("/api/");
    match next.call(request).await {
        Ok(mut answer) => {
            complete(answer.headers_mut(), is_call, headers);
            Ok(answer)
        }
        // An error of an inner middleware becomes a response only after this middleware.
        Err(error) => {
            let mut answer = error.error_response();
            complete(answer.headers_mut(), is_call, headers);
            Err(InternalError::from_response(error, answer).into())
        }
    }
}

fn complete(answer: &mut HeaderMap, is_call: bool, headers: SecurityHeaders) {
    let SecurityHeaders { is_https, content_security_policy, permissions_policy } = headers;
    let mut add = |name: HeaderName, value: HeaderValue| {
        if !answer.contains_key(&name) {
            answer.insert(name, value);
        }
    };
    add(header::CONTENT_SECURITY_POLICY, content_security_policy);
    add(header::PERMISSIONS_POLICY, permissions_policy);
    for (name, value) in ALWAYS {
        add(name, HeaderValue::from_static(value));
    }
    if is_call {
        add(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if is_https {
        add(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connect_sources_list_only_configured_origins() {
        assert!(content_security_policy(&AllowedOrigins::default(), &[]).contains("; connect-src 'self' blob:; "));
        let connect = vec!["https://ads.example".to_owned()];
        let policy = content_security_policy(&AllowedOrigins { connect, ..AllowedOrigins::default() }, &[]);
        assert!(policy.contains("; connect-src 'self' blob: https://ads.example; "), "{policy}");
    }

    #[test]
    fn conference_server_may_be_framed_and_use_camera() {
        let default = content_security_policy(&AllowedOrigins::default(), &[]);
        assert!(
            default.contains("script-src 'self'; frame-src 'self' https://www.youtube-nocookie.com; "),
            "{default}"
        );
        assert!(permissions_policy(None).starts_with("camera=(self), microphone=(self), "));
        let meet = Some("https://meet.example.org");
        let calls = meet.map(str::to_owned);
        let policy = content_security_policy(&AllowedOrigins { calls, ..AllowedOrigins::default() }, &[]);
        assert!(policy.contains("; worker-src 'self'; "), "no worker of another server: {policy}");
        assert!(policy.contains("script-src 'self' https://meet.example.org; "), "{policy}");
        assert!(
            policy.contains("frame-src 'self' https://www.youtube-nocookie.com https://meet.example.org; "),
            "{policy}"
        );
        assert!(permissions_policy(meet).contains("camera=(self \"https://meet.example.org\"), "));
    }
}
