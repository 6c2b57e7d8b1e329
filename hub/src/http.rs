//! The calls of chat beside the socket, and the description of both.

use ::web::{Call, json_config, refuse_foreign_origin};
use actix_web::guard;
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::from_fn;
use actix_web::web::{ServiceConfig, resource, to};
use actix_web::{HttpResponse, HttpResponseBuilder};
use utoipa::OpenApi;

use crate::{protocol, ws};

mod attachments;
mod blocks;
mod bot_users;
mod call_event;
mod call_webhook;
mod calls;
mod channels;
mod chat_rating;
mod files;
mod form;
mod gifs;
mod link_preview;
mod meeting_rating;
mod meetings;
mod member;
mod mute;
mod reports;
mod search;
mod staff;
mod unread;

fn calls() -> Vec<Call> {
    vec![
        (Method::GET, "/ws/chat", to(ws::no_upgrade)),
        (Method::GET, "/api/v2/chat/channels", to(channels::list)),
        (Method::GET, "/api/v2/chat/bot-users", to(bot_users::list)),
        (Method::GET, "/api/v2/chat/unread-message", to(unread::counts)),
        (Method::POST, "/api/v2/chat/search-chat-message", to(search::messages)),
        (Method::GET, "/api/v2/chat/files/{id}", to(files::download)),
        (Method::GET, "/api/v2/chat/files/{id}/thumbnail", to(files::thumbnail)),
        (Method::POST, "/api/v2/chat/{channel}/attachments", to(attachments::upload)),
        (Method::GET, "/api/v2/chat/{channel}/attachments/{id}", to(attachments::show)),
        (Method::GET, "/api/v2/chat/{channel}/rating-status", to(chat_rating::status)),
        (Method::POST, "/api/v2/chat/{channel}/rating", to(chat_rating::answer)),
        (Method::GET, "/api/v2/chat/{channel}/channel-history", to(meetings::history)),
        (Method::GET, "/api/v2/chat/meetings/{id}/{text}", to(meetings::text)),
        (Method::POST, "/api/v2/chat/meeting-summary-rating", to(meeting_rating::rate)),
        (Method::GET, "/api/v2/video/meeting-summary-rating-status", to(meeting_rating::status)),
        (Method::POST, "/api/v2/video/room", to(calls::start)),
        (Method::GET, "/api/v2/video/room", to(calls::live)),
        (Method::GET, "/api/v2/video/room/{id}", to(calls::show)),
        (Method::POST, "/api/v2/video/room/{id}/consent", to(calls::consent)),
        (Method::POST, "/api/v2/video/room/{id}/event", to(call_event::tell)),
        (Method::POST, "/api/v2/video/webhook", to(call_webhook::hear)),
        (Method::GET, "/api/v2/chat/gifs", to(gifs::search)),
        (Method::GET, "/api/v2/chat/gifs/media/{gif}/{rendition}", to(gifs::media)),
        (Method::GET, "/api/v2/chat/link-preview", to(link_preview::look)),
        (Method::GET, "/api/v2/chat/link-preview/picture/{id}", to(link_preview::picture)),
        (Method::POST, "/api/v2/chat/{channel}/mute", to(mute::set)),
        (Method::GET, "/api/v2/chat/blocks", to(blocks::list)),
        (Method::POST, "/api/v2/chat/blocks", to(blocks::add)),
        (Method::DELETE, "/api/v2/chat/blocks/{person}", to(blocks::remove)),
        (Method::POST, "/api/v2/chat/report", to(reports::add)),
        (Method::GET, "/api/v2/chat/reports", to(staff::reports::list)),
        (Method::POST, "/api/v2/chat/reports/{report}", to(staff::reports::resolve)),
        (Method::DELETE, "/api/v2/chat/reports/{report}/resolution", to(staff::reports::reopen)),
        (Method::POST, "/api/v2/chat/reports/{report}/conversation", to(staff::reading::of_report)),
        (Method::GET, "/api/v2/chat/recordings", to(staff::recordings::list)),
        (Method::GET, "/api/v2/chat/alerts", to(staff::alerts::list)),
        (Method::POST, "/api/v2/chat/alerts/{alert}", to(staff::alerts::resolve)),
        (Method::DELETE, "/api/v2/chat/alerts/{alert}/resolution", to(staff::alerts::reopen)),
        (Method::POST, "/api/v2/chat/alerts/{alert}/conversation", to(staff::reading::of_alert)),
    ]
}

pub(crate) fn routes(config: &mut ServiceConfig) {
    config.app_data(json_config());
    for (method, path, route) in calls() {
        // The guard is the resource's: the next one may have the same path and another method.
        config.service(resource(path).guard(guard::Method(method)).wrap(from_fn(refuse_foreign_origin)).route(route));
    }
}

/// The description of the calls, and of the frames that go over the socket.
pub fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(
        paths(
            ws::no_upgrade,
            channels::list,
            bot_users::list,
            unread::counts,
            search::messages,
            files::download,
            files::thumbnail,
            attachments::upload,
            attachments::show,
            chat_rating::status,
            chat_rating::answer,
            meetings::history,
            meetings::text,
            meeting_rating::rate,
            meeting_rating::status,
            calls::start,
            calls::live,
            calls::show,
            calls::consent,
            call_event::tell,
            call_webhook::hear,
            gifs::search,
            gifs::media,
            link_preview::look,
            link_preview::picture,
            mute::set,
            blocks::list,
            blocks::add,
            blocks::remove,
            reports::add,
            staff::reports::list,
            staff::reports::resolve,
            staff::reports::reopen,
            staff::reading::of_report,
            staff::recordings::list,
            staff::alerts::list,
            staff::alerts::resolve,
            staff::alerts::reopen,
            staff::reading::of_alert
        ),
        components(schemas(
            store::AttachmentId,
            store::PreviewPictureId,
            crate::gifs::Rendition,
            store::RecordingId,
            store::meetings::Text,
            protocol::ClientFrame,
            protocol::ServerFrame,
            protocol::WireAttachment
        )),
        tags(
            (name = "Chat", description = "Conversations: a socket, and the calls for a page that has none yet."),
            (name = "Video", description = "Calls between the members of a conversation.")
        )
    )]
    struct Calls;
    Calls::openapi()
}

/// The answer to somebody who asks more often than they may.
fn too_fast(seconds: u64) -> ::web::Error {
    ::web::Error::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", "That was a little fast. Please wait a moment.")
        .retry_after(seconds)
}

/// The beginning of an answer with a picture that never changes. Whatever it is, it runs nothing and is taken for nothing
/// else.
fn still_content() -> HttpResponseBuilder {
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((header::CACHE_CONTROL, "private, max-age=31536000, immutable"));
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_route_is_described() {
        let mounted = calls().into_iter().map(|(method, path, _)| (method.to_string(), path.to_owned()));
        assert_eq!(::web::documented(&openapi()), mounted.collect::<BTreeSet<_>>());
    }
}
