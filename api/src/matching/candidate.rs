//! One active match on the wire.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use store::matching::group::{self, Candidate, Compatibility, Interest};
use store::matching::views::{AskedGroup, Now};
use store::matching::{Answers, Choice, GroupRules, State, Tracker, needs};
use store::mentorship::Kind;
use store::people::Role;
use utoipa::ToSchema;

use super::criteria::{ExclusiveCriterion, Named, Reader};
use super::groups::Member;
use super::tracker::{TrackerResponse, Viewer};

/// The best reasons that a card names.
const REASONS: usize = 3;

/// Whether a mentee fits the others of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = GroupCompatibility)]
pub(super) enum WireCompatibility {
    Compatible,
    Incompatible,
}

/// An active match.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Match)]
pub(super) struct MatchResponse {
    #[serde(flatten)]
    tracker: TrackerResponse,
    /// What the person says about themselves.
    affiliation: String,
    /// The choice that is kept and not confirmed.
    #[schema(required)]
    interest_status: Option<Choice>,
    /// In a group: whether the mentee fits its members and those chosen.
    #[schema(required)]
    group_compatibility: Option<WireCompatibility>,
    /// The keys of the criteria by which they do not fit.
    clashing_criterias: Vec<String>,
    exclusive_criteria: BTreeMap<String, ExclusiveCriterion>,
    /// Of a mentor who fills a group: who is in it so far.
    #[schema(required)]
    group: Option<MatchGroup>,
    /// Why they fit, the best first.
    reasons: Vec<Named>,
    /// Until when the side whose turn it is may decide.
    #[schema(required)]
    expires_at: Option<DateTime<Utc>>,
    is_expired: bool,
}

/// The group that a mentee may join.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MatchGroup {
    /// Mentees of the full group.
    group_size: i64,
    existing_member_info: Vec<Member>,
}

impl MatchGroup {
    fn new(group: &AskedGroup, viewer: Viewer<'_>) -> Self {
        let existing_member_info = group.members.iter().map(|member| Member::new(viewer, *member)).collect();
        Self { group_size: group.size, existing_member_info }
    }
}

/// Returns the matches of a screen.
pub(super) fn all(
    now: &Now,
    viewer: Viewer<'_>,
    reader: Reader<'_>,
    own: &Answers,
    groups: &GroupRules,
) -> Vec<MatchResponse> {
    let marks = marks(now, viewer.side, reader, groups);
    let response =
        |tracker: &Tracker| one(now, viewer, reader, own, tracker, marks.get(&tracker.id).and_then(Option::as_ref));
    now.matches.iter().map(response).collect()
}

/// Returns one match of a screen.
pub(super) fn one(
    now: &Now,
    viewer: Viewer<'_>,
    reader: Reader<'_>,
    own: &Answers,
    tracker: &Tracker,
    mark: Option<&Compatibility>,
) -> MatchResponse {
    let person = tracker.partner_of(viewer.side);
    let nothing = Answers::default();
    let answers = now.answers.get(&person).unwrap_or(&nothing);
    let (group_compatibility, clashing_criterias) = match (tracker.state, mark) {
        (State::Incompatible, _) => (Some(WireCompatibility::Incompatible), Vec::new()),
        (_, Some(Compatibility::Incompatible { clashing })) => {
            let is_visible = |key: &&String| reader.visible().any(|criterion| criterion.key == **key);
            (Some(WireCompatibility::Incompatible), clashing.iter().filter(is_visible).cloned().collect())
        }
        (_, Some(Compatibility::Compatible)) => (Some(WireCompatibility::Compatible), Vec::new()),
        (_, None) => (None, Vec::new()),
    };
    MatchResponse {
        tracker: viewer.tracker(tracker).counted_down(tracker),
        affiliation: now.faces.get(&person).map(|face| face.bio.clone()).unwrap_or_default(),
        interest_status: tracker.choice_of(viewer.side),
        group_compatibility,
        clashing_criterias,
        exclusive_criteria: reader.exclusive(answers),
        group: now
            .asked_groups
            .get(&tracker.mentor_id)
            .filter(|_| tracker.kind == Kind::Group)
            .map(|group| MatchGroup::new(group, viewer)),
        reasons: reader.common(answers, own, REASONS),
        expires_at: tracker.expires_at,
        is_expired: tracker.state == State::Expired,
    }
}

/// How each candidate of a mentor's group fits the members and those with a Yes.
pub(super) fn marks(
    now: &Now,
    side: Role,
    reader: Reader<'_>,
    groups: &GroupRules,
) -> BTreeMap<store::TrackerId, Option<Compatibility>> {
    if side != Role::Mentor || now.kind != Kind::Group {
        return BTreeMap::new();
    }
    let needs_of = |person| now.answers.get(&person).map(|answers| needs(reader.rules, answers)).unwrap_or_default();
    let members: Vec<_> = now.members.iter().map(|member| needs_of(*member)).collect();
    let active: Vec<&Tracker> = now.matches.iter().filter(|tracker| tracker.state == State::Interested).collect();
    let candidate = |tracker: &&Tracker| Candidate {
        interest: tracker.mentor_choice.map(|choice| match choice {
            Choice::Interested => Interest::Interested,
            Choice::NotInterested => Interest::NotInterested,
        }),
        needs: needs_of(tracker.mentee_id),
    };
    let candidates: Vec<_> = active.iter().map(candidate).collect();
    let size = super::groups::size_of(now, groups);
    active.iter().map(|tracker| tracker.id).zip(group::mark(size, &members, &candidates)).collect()
}
