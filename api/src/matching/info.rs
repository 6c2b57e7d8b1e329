//! The details of a match: what the other person answered, and what both have in common.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Path};
use serde::Serialize;
use store::content::{FALLBACK, text_in};
use store::matching::views::{self, Now};
use store::matching::{self, Answers, Criterion, Icon, Rules, State};
use store::people::Role;
use store::{PersonId, Store, TrackerId};
use utoipa::ToSchema;
use web::{Result, SignedIn, not_found};

use super::criteria::{Reader, matched};
use super::tracker::Viewer;
use crate::content::languages;

/// The details of a match.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MatchInfo)]
pub(super) struct MatchInfoResponse {
    /// The match, or the member of the group.
    id: String,
    full_name: String,
    criteria_json: Vec<CriterionRow>,
    /// What the person says about themselves.
    about: String,
}

/// A criterion in the details of a match.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MatchCriterion)]
struct CriterionRow {
    order: usize,
    /// `group-info` for what a group has in common.
    key: String,
    matching_criteria: String,
    locale_matching_criteria: String,
    answer: Vec<String>,
    locale_answer: Vec<String>,
    /// Those of `answer` that the reader has, too.
    matched_answer: Vec<String>,
    locale_matched_answer: Vec<String>,
    help_text: String,
    locale_help_text: String,
    icon: Icon,
    /// Whether something matches.
    #[serde(rename = "match")]
    is_match: bool,
}

/// Returns the details of a match, or of a member of the group that the person fills, is in or may join.
#[web::operation(
    operation_id = "matchInfo",
    params(("id" = String, Path, description = "The match, or a member of the group.")),
    responses(
        (status = 200, description = "The details.", body = MatchInfoResponse),
        (status = 404, description = "`not_found`: not a match of this person")
    )
)]
pub(super) async fn show(
    request: HttpRequest,
    store: Data<Store>,
    signed_in: SignedIn,
    id: Path<String>,
) -> Result<Json<MatchInfoResponse>> {
    let rules = signed_in.settings().map(|settings| &settings.matching).ok_or_else(not_found)?;
    let (person, side) = (signed_in.person.id, signed_in.person.role);
    let now = views::now(&store, &signed_in, rules).await?;
    let tracker = match id.parse::<TrackerId>() {
        Ok(id) => matching::by_id(&store, person, side, id).await?,
        Err(_) => None,
    };
    let other = match &tracker {
        // After a block or a report neither side reads the other; the same answer after leaving, so that the two cases cannot be distinguished.
        Some(tracker) if matches!(tracker.state, State::Held | State::LeftPool) => return Err(not_found()),
        Some(tracker) => tracker.partner_of(side),
        None => member(&now, &id).ok_or_else(not_found)?,
    };
    let faces = views::faces(&store, &[other]).await?;
    let answers = matching::answers_of(&store, &signed_in.catalogue, rules, &[other, person]).await?;
    let language = languages::of(&signed_in, &request);
    let reader = Reader { catalogue: &signed_in.catalogue, rules, language: &language };
    let viewer = Viewer { store: &store, side, hides_names: rules.hides_names, faces: &faces };
    let is_matched = tracker.as_ref().is_some_and(|tracker| tracker.mentorship_id.is_some());
    let (full_name, _) = viewer.name_and_picture(other, is_matched);
    let nothing = Answers::default();
    let (theirs, own) = (answers.get(&other).unwrap_or(&nothing), answers.get(&person).unwrap_or(&nothing));
    let mut criteria_json = rows(reader, theirs, own);
    if tracker.as_ref().is_some_and(|tracker| tracker.kind == store::mentorship::Kind::Group) && side == Role::Mentee {
        criteria_json.push(group_row(rules, criteria_json.len() + 1));
    }
    let about = faces.get(&other).map(|face| face.bio.clone()).unwrap_or_default();
    Ok(Json(MatchInfoResponse { id: id.into_inner(), full_name, criteria_json, about }))
}

fn member(now: &Now, id: &str) -> Option<PersonId> {
    let person: PersonId = id.parse().ok()?;
    let is_asked = || now.asked_groups.values().any(|group| group.members.contains(&person));
    (now.members.contains(&person) || is_asked()).then_some(person)
}

fn rows(reader: Reader<'_>, theirs: &Answers, own: &Answers) -> Vec<CriterionRow> {
    let visible = reader.visible();
    let answered = visible.filter_map(|criterion| Some((criterion, theirs.given.get(&criterion.key)?)));
    let row = |(index, (criterion, given)): (usize, (&Criterion, _))| {
        let common = own.given.get(&criterion.key).map(|own| matched(given, own)).unwrap_or_default();
        CriterionRow {
            order: index + 1,
            key: criterion.key.clone(),
            matching_criteria: text_in(&criterion.title, FALLBACK).to_owned(),
            locale_matching_criteria: text_in(&criterion.title, reader.language).to_owned(),
            answer: reader.words(criterion, given, FALLBACK),
            locale_answer: reader.words(criterion, given, reader.language),
            matched_answer: reader.labels(criterion, &common, FALLBACK),
            locale_matched_answer: reader.labels(criterion, &common, reader.language),
            help_text: text_in(&criterion.help, FALLBACK).to_owned(),
            locale_help_text: text_in(&criterion.help, reader.language).to_owned(),
            icon: criterion.icon,
            is_match: !common.is_empty(),
        }
    };
    answered.enumerate().map(row).collect()
}

/// The size of the group: numbers, which the page puts into words.
fn group_row(rules: &Rules, order: usize) -> CriterionRow {
    let size = rules.groups.size.to_string();
    CriterionRow {
        order,
        key: "group-info".to_owned(),
        matching_criteria: String::new(),
        locale_matching_criteria: String::new(),
        answer: vec![size.clone()],
        locale_answer: vec![size],
        matched_answer: Vec::new(),
        locale_matched_answer: Vec::new(),
        help_text: String::new(),
        locale_help_text: String::new(),
        icon: Icon::People,
        is_match: false,
    }
}
