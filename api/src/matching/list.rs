//! The matches of the signed-in person: what is active now, or the history.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Query};
use chrono::{DateTime, Utc};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use store::matching::views::{self, Now};
use store::matching::{self, Answers, MatchingStatus, Rules};
use store::mentorship::Kind;
use store::people::Role as StoredRole;
use store::{ChannelId, MentorshipId, PersonId, Store, TrackerId, pictures};
use utoipa::{IntoParams, ToSchema};
use web::{Result, Role, SignedIn};

use super::candidate::{self, MatchResponse};
use super::criteria::Reader;
use super::groups::GroupInfo;
use super::screens::{self, ScreenResponse};
use super::tracker::{TrackerResponse, Viewer};
use crate::content::languages;

/// Which list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct MatchListQuery {
    /// `true` for what is active now; the history without it.
    #[serde(default)]
    active: bool,
    /// Where pictures are shown; `web` is the only value.
    #[serde(default, rename = "image_type")]
    #[param(rename = "image_type", value_type = String, required = false, nullable = false)]
    _image_type: IgnoredAny,
}

/// The matches of a person that ever were, the latest change first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MatchHistoryResponse {
    match_trackers: Vec<TrackerResponse>,
}

/// What the person sees of the matching now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ActiveMatchesResponse {
    /// 0 not in the pool, 1 finding, 2 potential, 3 awaiting, 4 group hold.
    screen: u8,
    screens_list: Vec<ScreenResponse>,
    active_matches: Vec<MatchResponse>,
    /// The hours that this side has, from `updatedTimestamp` on.
    expiry_hours: u16,
    user_match_type: Kind,
    #[schema(required)]
    group_info: Option<GroupInfo>,
    /// How many more mentees a mentor can accept.
    #[schema(required)]
    free_places: Option<i64>,
    /// For countdowns: the clock of the device may be wrong.
    server_time: DateTime<Utc>,
    /// `READY`, `ON_HOLD`, `GROUP_HOLD`, or null outside the pool.
    #[schema(required)]
    matching_status: Option<MatchingStatus>,
    is_in_pool: bool,
    /// Whether the person may enter the pool.
    may_join: bool,
    /// The learning sessions that are missing before that.
    remaining_sessions: u32,
    #[schema(required)]
    next_round_on: Option<DateTime<Utc>>,
    /// The matches that began and were not seen yet, the first one first.
    congratulations: Vec<CongratulationsResponse>,
}

/// What is active now, or the history.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(super) enum MatchListResponse {
    Active(Box<ActiveMatchesResponse>),
    History(MatchHistoryResponse),
}

/// A match that began and was not seen yet.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CongratulationsResponse {
    /// For `congratulations-seen`.
    #[serde(rename = "match")]
    tracker: TrackerId,
    mentorship_id: MentorshipId,
    channel_id: ChannelId,
    mentorship_type: Kind,
    /// The others in it.
    people: Vec<MatchedPerson>,
}

/// The other person of a match.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MatchedPerson {
    id: PersonId,
    full_name: String,
    #[schema(required)]
    display_picture: Option<String>,
    role: Role,
}

/// Lists the matches of the signed-in person.
#[web::operation(
    operation_id = "matches",
    params(MatchListQuery),
    responses(
        (status = 200, description = "With `active=true` `ActiveMatchesResponse`, else `MatchHistoryResponse`.", body = MatchListResponse)
    )
)]
pub(super) async fn list(
    request: HttpRequest,
    store: Data<Store>,
    signed_in: SignedIn,
    query: Query<MatchListQuery>,
) -> Result<Json<MatchListResponse>> {
    let none = Rules::default();
    let rules = signed_in.settings().map_or(&none, |settings| &settings.matching);
    if query.active {
        let now = views::now(&store, &signed_in, rules).await?;
        let language = languages::of(&signed_in, &request);
        let active = active(&store, &signed_in, rules, &now, &language).await?;
        return Ok(Json(MatchListResponse::Active(Box::new(active))));
    }
    let side = signed_in.person.role;
    let trackers = matching::of_person(&store, signed_in.person.id, side).await?;
    let people: Vec<PersonId> = trackers.iter().map(|tracker| tracker.partner_of(side)).collect();
    let faces = views::faces(&store, &people).await?;
    let viewer = Viewer { store: &store, side, hides_names: rules.hides_names, faces: &faces };
    let match_trackers = trackers.iter().map(|tracker| viewer.tracker(tracker)).collect();
    Ok(Json(MatchListResponse::History(MatchHistoryResponse { match_trackers })))
}

async fn active(
    store: &Store,
    signed_in: &SignedIn,
    rules: &Rules,
    now: &Now,
    language: &str,
) -> Result<ActiveMatchesResponse> {
    let side = signed_in.person.role;
    let server_time = store.clock.now();
    let reader = Reader { catalogue: &signed_in.catalogue, rules, language };
    let viewer = Viewer { store, side, hides_names: rules.hides_names, faces: &now.faces };
    let nothing = Answers::default();
    let own = now.answers.get(&signed_in.person.id).unwrap_or(&nothing);
    // A mentor whose group has begun fills no other one before its end.
    let has_room = now.group.is_some() || now.free_places != Some(0);
    let fills_group = side == StoredRole::Mentor && now.kind == Kind::Group && now.is_in_pool() && has_room;
    let may_join = !now.is_in_pool() && matching::pool::may_enter(signed_in) == Some(true);
    let congratulations = now.congratulations.iter().map(|(found, others)| CongratulationsResponse {
        tracker: found.id,
        mentorship_id: found.mentorship_id,
        channel_id: found.channel_id,
        mentorship_type: found.kind,
        people: others
            .iter()
            .map(|face| MatchedPerson {
                id: face.id,
                full_name: format!("{} {}", face.first_name, face.last_name).trim().to_owned(),
                display_picture: face.picture_id.map(|id| pictures::address(store, id)),
                role: face.role.into(),
            })
            .collect(),
    });
    Ok(ActiveMatchesResponse {
        screen: now.screen as u8,
        screens_list: screens::in_language(language),
        active_matches: candidate::all(now, viewer, reader, own, &rules.groups),
        expiry_hours: rules.expiry_hours.of(side),
        user_match_type: now.kind,
        group_info: fills_group.then(|| GroupInfo::new(now, viewer, reader, server_time)),
        free_places: now.free_places,
        server_time,
        matching_status: signed_in.matching_status,
        is_in_pool: now.is_in_pool(),
        may_join,
        remaining_sessions: matching::pool::missing_sessions(signed_in),
        next_round_on: now.next_round_at,
        congratulations: congratulations.collect(),
    })
}
