//! The group that a mentor fills, or that has selected a mentee.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::HttpRequest;
use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::matching::views::{self, Now, Screen};
use store::matching::{GroupRules, Rules, needs};
use store::people::Role as StoredRole;
use store::{PersonId, Store};
use utoipa::ToSchema;
use web::{Result, Role, SignedIn, not_found};

use super::criteria::{ExclusiveCriterion, Named, Reader};
use super::tracker::Viewer;
use crate::content::languages;

/// A mentee who is in a group that has not begun.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MatchedMentee)]
pub(super) struct Member {
    id: PersonId,
    full_name: String,
    role: Role,
    #[schema(required)]
    display_picture: Option<String>,
}

impl Member {
    pub(super) fn new(viewer: Viewer<'_>, person: PersonId) -> Self {
        let (full_name, display_picture) = viewer.name_and_picture(person, false);
        Self { id: person, full_name, role: StoredRole::Mentee.into(), display_picture }
    }
}

/// A member of a group, with what others have to fit.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MatchingGroupMember)]
pub(super) struct GroupMember {
    #[serde(flatten)]
    member: Member,
    exclusive_criteria: BTreeMap<String, ExclusiveCriterion>,
}

/// The group that a mentor fills.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MatchingGroupInfo)]
pub(super) struct GroupInfo {
    /// Mentees of the full group.
    group_size: i64,
    /// Mentees that it has.
    actual_size: usize,
    #[schema(required)]
    created_on: Option<DateTime<Utc>>,
    /// Seconds until it begins with the members that it has.
    #[schema(required)]
    group_starts_in: Option<i64>,
    /// Mentees with whom it begins if it does not get full.
    minimum: u8,
    /// Days after the last newcomer until it begins with those that it has.
    starts_after_days: u8,
    existing_member_info: Vec<GroupMember>,
    /// What its members need, with the answers that all of them share.
    club_rule: Vec<Named>,
}

/// Returns the size of the group that a mentor fills.
pub(super) fn size_of(now: &Now, rules: &GroupRules) -> usize {
    let planned = now.membership.as_ref().map_or(i64::from(rules.size), |member| member.places);
    usize::try_from(now.group.as_ref().map_or(planned, |group| group.size)).unwrap_or_default()
}

impl GroupInfo {
    pub(super) fn new(now: &Now, viewer: Viewer<'_>, reader: Reader<'_>, at: DateTime<Utc>) -> Self {
        let rules = &reader.rules.groups;
        Self {
            group_size: i64::try_from(size_of(now, rules)).unwrap_or(i64::MAX),
            actual_size: now.members.len(),
            created_on: now.group.as_ref().map(|group| group.created_at),
            group_starts_in: starts_in(now, rules, at),
            minimum: rules.minimum,
            starts_after_days: rules.starts_after_days,
            existing_member_info: now.members.iter().map(|member| self::member(now, viewer, reader, *member)).collect(),
            club_rule: shared_needs(now, reader),
        }
    }
}

fn starts_in(now: &Now, rules: &GroupRules, at: DateTime<Utc>) -> Option<i64> {
    let starts_at = now.group.as_ref()?.starts_at(rules)?;
    Some((starts_at - at).num_seconds().max(0))
}

fn member(now: &Now, viewer: Viewer<'_>, reader: Reader<'_>, person: PersonId) -> GroupMember {
    let exclusive_criteria = now.answers.get(&person).map(|answers| reader.exclusive(answers)).unwrap_or_default();
    GroupMember { member: Member::new(viewer, person), exclusive_criteria }
}

fn shared_needs(now: &Now, reader: Reader<'_>) -> Vec<Named> {
    let of_members: Vec<_> = now.members.iter().filter_map(|member| now.answers.get(member)).collect();
    let needs: Vec<_> = of_members.iter().map(|answers| needs(reader.rules, answers)).collect();
    let named = |criterion: &store::matching::Criterion| {
        let answered: Vec<&BTreeSet<String>> = needs
            .iter()
            .filter_map(|needs| needs.get(&criterion.key))
            .filter(|need| need.mandatory)
            .map(|need| &need.answers)
            .collect();
        let (first, others) = answered.split_first()?;
        let shared: Vec<String> =
            first.iter().filter(|key| others.iter().all(|answers| answers.contains(*key))).cloned().collect();
        Some(reader.named(criterion, &shared))
    };
    reader.visible().filter_map(named).collect()
}

/// A group that has not begun, as one of its people sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GroupHoldResponse {
    group_size: i64,
    actual_size: usize,
    /// Seconds until it begins with the members that it has.
    #[schema(required)]
    group_starts_in: Option<i64>,
    existing_member_info: Vec<GroupMember>,
}

/// Returns the group of the person that is on hold until it begins.
#[web::operation(
    operation_id = "groupHold",
    responses(
        (status = 200, description = "The group.", body = GroupHoldResponse),
        (status = 404, description = "`not_found`: the person is in no such group")
    )
)]
pub(super) async fn hold(
    request: HttpRequest,
    store: Data<Store>,
    signed_in: SignedIn,
) -> Result<Json<GroupHoldResponse>> {
    let rules: &Rules = signed_in.settings().map(|settings| &settings.matching).ok_or_else(not_found)?;
    let now = views::now(&store, &signed_in, rules).await?;
    let group = now.group.as_ref().filter(|_| now.screen == Screen::GroupHold).ok_or_else(not_found)?;
    let language = languages::of(&signed_in, &request);
    let reader = Reader { catalogue: &signed_in.catalogue, rules, language: &language };
    let viewer =
        Viewer { store: &store, side: signed_in.person.role, hides_names: rules.hides_names, faces: &now.faces };
    let others = now.members.iter().filter(|member| **member != signed_in.person.id);
    Ok(Json(GroupHoldResponse {
        group_size: group.size,
        actual_size: now.members.len(),
        group_starts_in: starts_in(&now, &rules.groups, store.clock.now()),
        existing_member_info: others.map(|person| member(&now, viewer, reader, *person)).collect(),
    }))
}
