//! The web pages, embedded in the binary.

use std::borrow::Cow;

use actix_web::http::header::{self, ContentEncoding};
use actix_web::http::{Method, StatusCode};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

mod compressed;

pub(crate) use compressed::CompressedFiles;

#[derive(RustEmbed)]
#[folder = "../app-ui/dist"]
#[allow_missing = true]
struct App;

#[derive(RustEmbed)]
#[folder = "../messenger-ui/dist"]
#[allow_missing = true]
struct Messenger;

const INDEX: &str = "index.html";
const API_DOCS: &str = "api-docs.html";
const API_DOCS_PATH: &str = "/api/docs";

/// A file with a unique name.
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) bytes: Bytes,
    pub(crate) hash: [u8; 32],
}

/// Returns whether both bundles are embedded.
pub(crate) fn are_built() -> bool {
    App::get(INDEX).is_some() && Messenger::get(INDEX).is_some()
}

/// Returns the scripts that stand in the pages, as a content policy names them.
pub(crate) fn inline_scripts() -> Vec<String> {
    let pages = [App::get(INDEX), Messenger::get(INDEX)];
    pages.into_iter().flatten().flat_map(|page| scripts_in(&String::from_utf8_lossy(&page.data))).collect()
}

fn scripts_in(html: &str) -> Vec<String> {
    let scripts = html.split("<script>").skip(1).filter_map(|rest| rest.split_once("</script>"));
    scripts.map(|(script, _)| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(script)))).collect()
}

/// Serves every path without a route: a page or a file of a bundle.
pub(crate) async fn serve(request: HttpRequest, compressed: Data<CompressedFiles>) -> HttpResponse {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let path = request.path();
    let is_call = ["/api", "/ws"].iter().any(|area| is_within(path, area)) && path != API_DOCS_PATH;
    if !is_read || is_call {
        return web::not_found().error_response();
    }
    match find(path) {
        Some(file) => {
            let mut page = answer(&request, &compressed, &file).await;
            // Published badges are for people who got the address, not for search engines.
            if is_within(path, "/badge") {
                let value = header::HeaderValue::from_static("noindex, nofollow");
                page.headers_mut().insert(header::HeaderName::from_static("x-robots-tag"), value);
            }
            page
        }
        None if path.ends_with(INDEX) || is_page(path) => HttpResponse::build(StatusCode::SERVICE_UNAVAILABLE)
            .content_type("text/plain; charset=utf-8")
            .body("The web pages are not part of this build. `make run` builds them.\n"),
        None => web::not_found().error_response(),
    }
}

/// Finds the file of a path.
fn find(path: &str) -> Option<File> {
    match path {
        "/chat/messenger" => embedded::<Messenger>("messenger/", INDEX),
        API_DOCS_PATH => embedded::<App>("", API_DOCS),
        _ => match path.strip_prefix("/messenger/") {
            Some(file) => embedded::<Messenger>("messenger/", file),
            // The app routes on the client.
            None => embedded::<App>("", if is_page(path) { INDEX } else { path.trim_start_matches('/') }),
        },
    }
}

fn embedded<Bundle: RustEmbed>(prefix: &str, name: &str) -> Option<File> {
    let file = Bundle::get(name)?;
    let bytes = match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    };
    Some(File { name: format!("{prefix}{name}"), bytes, hash: file.metadata.sha256_hash() })
}

/// Returns whether a path names a page: its last segment has no dot.
fn is_page(path: &str) -> bool {
    !path.rsplit('/').next().unwrap_or_default().contains('.')
}

fn is_within(path: &str, area: &str) -> bool {
    path.strip_prefix(area).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

pub(crate) async fn answer(request: &HttpRequest, compressed: &CompressedFiles, file: &File) -> HttpResponse {
    let File { name, bytes, hash } = file;
    let etag = format!("W/\"{}\"", hash[..16].iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    // The names of assets contain a hash of their content; other files need revalidation.
    let caching = if name.contains("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let is_known = listed(request, &header::IF_NONE_MATCH).any(|known| known == etag || known == "*");
    let mut answer = HttpResponse::build(if is_known { StatusCode::NOT_MODIFIED } else { StatusCode::OK });
    answer
        .insert_header((header::CACHE_CONTROL, caching))
        .insert_header((header::ETAG, etag))
        .insert_header((header::VARY, "accept-encoding"));
    if is_known {
        return answer.finish();
    }
    let kind = mime_guess::from_path(name).first_or_octet_stream();
    let is_text = kind.type_() == "text" || matches!(kind.subtype().as_str(), "javascript" | "json" | "svg");
    if kind.type_() == "text" {
        answer.content_type(format!("{kind}; charset=utf-8"));
    } else {
        answer.content_type(kind.essence_str());
    }
    let encoding = if is_text { accepted(request) } else { ContentEncoding::Identity };
    match compressed.get(name, *hash, encoding, bytes.clone()).await {
        Some(compressed) => answer.insert_header((header::CONTENT_ENCODING, encoding.as_str())).body(compressed),
        None => answer.body(bytes.clone()),
    }
}

/// Returns the best encoding that the browser accepts. Browsers accept brotli only over https.
fn accepted(request: &HttpRequest) -> ContentEncoding {
    let takes = |wanted: &str| {
        listed(request, &header::ACCEPT_ENCODING).any(|offer| {
            let (name, weight) = offer.split_once(";q=").unwrap_or((offer, "1"));
            name.eq_ignore_ascii_case(wanted) && weight.parse::<f32>().is_ok_and(|weight| weight > 0.0)
        })
    };
    match (takes("br"), takes("gzip")) {
        (true, _) => ContentEncoding::Brotli,
        (false, true) => ContentEncoding::Gzip,
        (false, false) => ContentEncoding::Identity,
    }
}

fn listed<'r>(request: &'r HttpRequest, name: &header::HeaderName) -> impl Iterator<Item = &'r str> {
    let values = request.headers().get_all(name.clone()).filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_in_a_page_are_named_by_their_hash() {
        let page = "<head><script>alert(1)</script><script type=\"module\" src=\"/a.js\"></script></head>";
        assert_eq!(scripts_in(page), ["'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"]);
    }
}
