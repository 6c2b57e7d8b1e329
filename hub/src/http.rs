//! The HTTP routes of chat that need live connections or services of the hub, and the description of the socket.

use ::web::{Access, Policy, Route};
use actix_web::http::Method;
use utoipa::OpenApi;

use crate::request_limits::RequestLimits;
use crate::{protocol, ws};

mod attachments;
mod authors;
mod call_event;
mod call_webhook;
mod calls;
mod channels;
mod files;
mod form;
mod gifs;
mod helplines;
mod link_preview;
mod pages;
mod picture;
mod search;
mod upload_error;

/// The routes with their policies.
pub(crate) fn routes(limits: &RequestLimits) -> Vec<Route> {
    let public = Policy::new(Access::Public).under_maintenance();
    let signed = || Policy::new(Access::Signed).under_maintenance();
    let signed_in = || Policy::new(Access::SignedIn);
    let member = || Policy::new(Access::Member);
    let upload = Policy::new(Access::ActiveMember).limit(&limits.uploads);
    let page = member().limit(&limits.pages);
    let search = signed_in().limit(&limits.searches);
    let start_call = signed_in().limit(&limits.call_starts);
    let search_gifs = signed_in().limit(&limits.gif_searches);
    let preview_link = signed_in().limit(&limits.link_previews);
    vec![
        Route::new(Method::GET, "/ws/chat", public, ws::no_upgrade),
        Route::new(Method::GET, "/api/v2/chat/channels", signed_in(), channels::list),
        Route::new(Method::GET, "/api/v2/chat/helplines", signed_in(), helplines::list),
        Route::new(Method::POST, "/api/v2/chat/search-chat-message", search, search::messages),
        Route::new(Method::GET, "/api/v2/chat/files/{id}", signed(), files::download),
        Route::new(Method::GET, "/api/v2/chat/files/{id}/thumbnail", signed(), files::thumbnail),
        Route::new(Method::POST, "/api/v2/chat/{channel}/attachments", upload, attachments::upload),
        Route::new(Method::GET, "/api/v2/chat/{channel}/attachments/{id}", member(), attachments::show),
        Route::new(Method::GET, "/api/v2/chat/{channel}/attachments/{id}/pages/{page}", page, pages::show),
        Route::new(Method::GET, "/api/v2/chat/{channel}/authors", member(), authors::list),
        Route::new(Method::POST, "/api/v2/video/room", start_call, calls::start),
        Route::new(Method::GET, "/api/v2/video/room", signed_in(), calls::live),
        Route::new(Method::GET, "/api/v2/video/room/{id}", signed_in(), calls::show),
        Route::new(Method::POST, "/api/v2/video/room/{id}/consent", signed_in(), calls::consent),
        Route::new(Method::POST, "/api/v2/video/room/{id}/event", signed_in(), call_event::receive),
        Route::new(Method::POST, "/api/v2/video/webhook", signed(), call_webhook::receive),
        Route::new(Method::GET, "/api/v2/chat/gifs", search_gifs, gifs::search),
        Route::new(Method::GET, "/api/v2/chat/gifs/media/{gif}/{rendition}", signed(), gifs::media),
        Route::new(Method::GET, "/api/v2/chat/link-preview", preview_link, link_preview::show),
        Route::new(Method::GET, "/api/v2/chat/link-preview/picture/{id}", signed(), link_preview::picture),
    ]
}

/// The description of the routes, and of the frames of the socket.
pub fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        paths(
            ws::no_upgrade,
            channels::list,
            search::messages,
            files::download,
            files::thumbnail,
            attachments::upload,
            attachments::show,
            pages::show,
            authors::list,
            helplines::list,
            calls::start,
            calls::live,
            calls::show,
            calls::consent,
            call_event::receive,
            call_webhook::receive,
            gifs::search,
            gifs::media,
            link_preview::show,
            link_preview::picture
        ),
        components(schemas(
            store::AttachmentId,
            store::PreviewPictureId,
            crate::gifs::Rendition,
            protocol::ClientFrame,
            protocol::ServerFrame,
            protocol::WireAttachment
        )),
        tags(
            (name = "Chat", description = "Channels and messages: the socket, and requests for pages without one."),
            (name = "Video", description = "Video calls between the members of a channel.")
        )
    )]
    struct Document;
    Document::openapi()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_route_is_described() {
        let mounted: BTreeSet<_> =
            routes(&RequestLimits::new(&crate::limits::Limits::default())).iter().map(Route::address).collect();
        assert_eq!(::web::documented(&openapi()), mounted);
    }
}
