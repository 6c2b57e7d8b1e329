//! The HTTP routes of chat that need live connections or services of the hub, and the description of the socket.

use ::web::{Access, Policy, Route, RouteTable, route};
use utoipa::OpenApi;

use crate::limits::Limits;
use crate::request_limits::RequestLimits;
use crate::{protocol, ws};

mod attachments;
mod authors;
mod call_event;
mod call_webhook;
mod calls;
mod channels;
mod crisis_hours;
mod files;
mod form;
mod gifs;
mod helplines;
mod link_preview;
mod pages;
mod picture;
mod search;
mod upload_error;

/// The routes with their policies: chat, then video calls.
fn tables(limits: &RequestLimits) -> [RouteTable; 2] {
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
    let chat = vec![
        route!(GET, "/ws/chat/", public, ws::no_upgrade),
        route!(GET, "/api/v2/chat/channels/", signed_in(), channels::list),
        route!(GET, "/api/v2/chat/helplines/", signed_in(), helplines::list),
        route!(GET, "/api/v2/chat/crisis-hours/", signed_in(), crisis_hours::show),
        route!(POST, "/api/v2/chat/search-chat-message/", search, search::messages),
        route!(GET, "/api/v2/chat/files/{id}/", signed(), files::download),
        route!(GET, "/api/v2/chat/files/{id}/thumbnail/", signed(), files::thumbnail),
        route!(POST, "/api/v2/chat/{channel}/attachments/", upload, attachments::upload),
        route!(GET, "/api/v2/chat/{channel}/attachments/{id}/", member(), attachments::show),
        route!(GET, "/api/v2/chat/{channel}/attachments/{id}/pages/{page}/", page, pages::show),
        route!(GET, "/api/v2/chat/{channel}/authors/", member(), authors::list),
        route!(GET, "/api/v2/chat/gifs/", search_gifs, gifs::search),
        route!(GET, "/api/v2/chat/gifs/media/{gif}/{rendition}/", signed(), gifs::media),
        route!(GET, "/api/v2/chat/link-preview/", preview_link, link_preview::show),
        route!(GET, "/api/v2/chat/link-preview/picture/{id}/", signed(), link_preview::picture),
    ];
    let video = vec![
        route!(POST, "/api/v2/video/room/", start_call, calls::start),
        route!(GET, "/api/v2/video/room/", signed_in(), calls::live),
        route!(GET, "/api/v2/video/room/{id}/", signed_in(), calls::show),
        route!(POST, "/api/v2/video/room/{id}/consent/", signed_in(), calls::consent),
        route!(POST, "/api/v2/video/room/{id}/event/", signed_in(), call_event::receive),
        route!(POST, "/api/v2/video/webhook/", signed(), call_webhook::receive),
    ];
    [
        RouteTable::new("Chat", "Channels and messages: the socket, and requests for pages without one.", chat),
        RouteTable::new("Video", "Video calls between the members of a channel.", video),
    ]
}

/// All routes.
pub(crate) fn routes(limits: &RequestLimits) -> Vec<Route> {
    tables(limits).into_iter().flat_map(|table| table.routes).collect()
}

/// The description of the routes, and of the frames of the socket.
pub fn openapi() -> utoipa::openapi::OpenApi {
    /// Schemas that no body of a route names.
    #[derive(OpenApi)]
    #[openapi(components(schemas(
        store::AttachmentId,
        store::PreviewPictureId,
        crate::gifs::Rendition,
        protocol::ClientFrame,
        protocol::ServerFrame,
        protocol::WireAttachment
    )))]
    struct Schemas;
    let mut document = ::web::openapi(&tables(&RequestLimits::new(&Limits::default())));
    document.merge(Schemas::openapi());
    document
}
