//! The headers of every answer: what a browser may do with it.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue, InvalidHeaderValue};
use actix_web::middleware::Next;

/// What this installation's configuration means for every answer.
#[derive(Clone, Debug)]
pub(crate) struct Headers {
    is_https: bool,
    content_security_policy: HeaderValue,
    permissions_policy: HeaderValue,
}

/// Origins of others that an operator opened to the pages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opened {
    /// Who is called.
    pub(crate) told: Vec<String>,
    /// Whose frame and script are shown: the help desk's, for instance.
    pub(crate) shown: Vec<String>,
    /// Where calls are held: shown too, and given the camera.
    pub(crate) calls: Option<String>,
}

impl Headers {
    pub(crate) fn new(is_https: bool, opened: &Opened) -> Result<Self, InvalidHeaderValue> {
        Ok(Self {
            is_https,
            content_security_policy: content_security_policy(opened).parse()?,
            permissions_policy: permissions_policy(opened.calls.as_deref()).parse()?,
        })
    }
}

/// Scripts, pictures, fonts and calls come from here alone, but for what an operator opened. Styles may stand in the
/// page: the component library writes them at run time.
fn content_security_policy(opened: &Opened) -> String {
    let told: String = opened.told.iter().map(|origin| format!(" {origin}")).collect();
    let shown: String = opened.shown.iter().chain(&opened.calls).map(|origin| format!(" {origin}")).collect();
    format!(
        "default-src 'self'; script-src 'self'{shown}; frame-src 'self'{shown}; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob:; connect-src 'self' blob:{told}; font-src 'self'; object-src 'none'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}

/// Who may use the camera, the microphone and the screen: this site, and the conference server in its frame.
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

/// Middleware: adds what an answer does not say itself.
pub(crate) async fn add(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
    headers: Headers,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let is_call = request.path().starts_with("/api/");
    match next.call(request).await {
        Ok(mut answer) => {
            complete(answer.headers_mut(), is_call, headers);
            Ok(answer)
        }
        // A refusal of a middleware further inside becomes an answer only after this one.
        Err(error) => {
            let mut answer = error.error_response();
            complete(answer.headers_mut(), is_call, headers);
            Err(InternalError::from_response(error, answer).into())
        }
    }
}

fn complete(answer: &mut HeaderMap, is_call: bool, headers: Headers) {
    let Headers { is_https, content_security_policy, permissions_policy } = headers;
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
    fn pages_call_nobody_else_unless_an_operator_says_so() {
        assert!(content_security_policy(&Opened::default()).contains("; connect-src 'self' blob:; "));
        let told = vec!["https://ads.example".to_owned()];
        let opened = content_security_policy(&Opened { told, ..Opened::default() });
        assert!(opened.contains("; connect-src 'self' blob: https://ads.example; "), "{opened}");
    }

    #[test]
    fn the_conference_server_alone_may_be_framed_and_use_the_camera() {
        let closed = content_security_policy(&Opened::default());
        assert!(closed.contains("script-src 'self'; frame-src 'self'; "), "{closed}");
        assert!(permissions_policy(None).starts_with("camera=(self), microphone=(self), "));
        let meet = Some("https://meet.example.org");
        let calls = meet.map(str::to_owned);
        let opened = content_security_policy(&Opened { calls, ..Opened::default() });
        let wanted = "script-src 'self' https://meet.example.org; frame-src 'self' https://meet.example.org; ";
        assert!(opened.contains(wanted), "{opened}");
        assert!(permissions_policy(meet).contains("camera=(self \"https://meet.example.org\"), "));
    }
}
