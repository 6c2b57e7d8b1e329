//! `api/v2/chat/{channel}/rating-status/` and `…/rating/`: what a person thinks of a conversation, now and then.

use ::web::{Error, ErrorBody, NotSignedIn, Result, SignedIn, Unavailable};
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::channels::{Membership, Status};
use store::chat_ratings::{self, Answers, Rhythm};
use store::{ChannelId, Store};
use utoipa::ToSchema;

use super::member::{active_member_of, member_of};
use crate::Hub;

/// The questions, which are also the names of their answers.
const QUESTIONS: [&str; 3] =
    ["Accuracy of information provided?", "Relevance of information shared?", "Query resolution?"];

/// Whether to ask.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RatingStatus {
    /// The person is to be asked now.
    is_rating_modal: bool,
}

/// What a person answered.
#[derive(Deserialize, ToSchema)]
pub(super) struct ChatRating {
    /// "Accuracy of information provided?", "Relevance of information shared?" and "Query resolution?", each 1 to 5, or
    /// all of them null for a person who would rather not say.
    #[schema(value_type = std::collections::HashMap<String, Option<i64>>)]
    rating: Value,
}

/// Whether the person is to be asked about this conversation now.
#[utoipa::path(
    get,
    path = "/api/v2/chat/{channel}/rating-status/",
    operation_id = "chat_rating_status",
    tag = "Chat",
    params(("channel" = ChannelId, Path, description = "The conversation.")),
    responses(
        (status = 200, description = "Due once per interval of the programme, after at least 10 messages.", body = RatingStatus),
        (status = 404, description = "`channel_unknown`", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn status(
    store: Data<Store>,
    hub: Data<Hub>,
    me: SignedIn,
    channel: Option<Path<ChannelId>>,
) -> Result<Json<RatingStatus>> {
    let membership = member_of(&store, channel, me.person).await?;
    let is_rating_modal = membership.status == Status::Active
        && chat_ratings::is_due(&store, membership.channel_id, me.person, rhythm(&hub, &membership).await?).await?;
    Ok(Json(RatingStatus { is_rating_modal }))
}

/// Takes the answers of the person, or that they skip the question.
#[utoipa::path(
    post,
    path = "/api/v2/chat/{channel}/rating/",
    operation_id = "chat_rating",
    tag = "Chat",
    params(("channel" = ChannelId, Path, description = "The conversation.")),
    request_body = ChatRating,
    responses(
        (status = 200, description = "Kept. Repeating it changes nothing.", body = RatingStatus),
        (status = 403, description = "`not_active_member`", body = ErrorBody),
        (status = 404, description = "`channel_unknown`", body = ErrorBody),
        (status = 409, description = "`rating_not_due`: nobody asked", body = ErrorBody),
        (status = 422, description = "`invalid`: `fields` names the questions", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn answer(
    store: Data<Store>,
    hub: Data<Hub>,
    me: SignedIn,
    channel: Option<Path<ChannelId>>,
    body: Json<ChatRating>,
) -> Result<Json<RatingStatus>> {
    let membership = active_member_of(&store, channel, me.person).await?;
    let answers = answers(&body.rating)?;
    let rhythm = rhythm(&hub, &membership).await?;
    if !chat_ratings::answer(&store, membership.channel_id, me.person, answers, rhythm).await? {
        let sentence = "There is nothing to rate in this conversation yet.";
        return Err(Error::new(StatusCode::CONFLICT, "rating_not_due", sentence));
    }
    Ok(Json(RatingStatus { is_rating_modal: false }))
}

/// How often the programme of this channel asks.
async fn rhythm(hub: &Hub, membership: &Membership) -> Result<Rhythm> {
    let programme = hub.programmes.get(&hub.store, membership.programme_id).await?;
    Ok(programme.map(|programme| programme.settings.chat_rating).unwrap_or_default())
}

/// All three answers, or None for a skip. An answer that is missing counts as null.
fn answers(rating: &Value) -> Result<Option<Answers>> {
    let refused = || Error::invalid("This rating cannot be kept.");
    let Some(rating) = rating.as_object() else {
        return Err(refused().field("rating", "Give an answer from 1 to 5 to each question, or null to all of them."));
    };
    if rating.keys().any(|key| !QUESTIONS.contains(&key.as_str())) {
        return Err(refused().field("rating", format!("The questions are: {}", QUESTIONS.join(" "))));
    }
    let given = QUESTIONS.map(|question| rating.get(question).unwrap_or(&Value::Null));
    if given.iter().all(|answer| answer.is_null()) {
        return Ok(None);
    }
    match given.map(|answer| answer.as_i64().filter(|answer| (1..=5).contains(answer))) {
        [Some(accuracy), Some(relevance), Some(resolution)] => Ok(Some(Answers { accuracy, relevance, resolution })),
        given => {
            let wrong = QUESTIONS.into_iter().zip(given).filter(|(_, answer)| answer.is_none());
            Err(wrong.fold(refused(), |error, (question, _)| error.field(question, "Please answer from 1 to 5.")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    /// Everything that could stand where an answer belongs.
    fn any_answer() -> impl Strategy<Value = Option<Value>> {
        prop_oneof![
            Just(None),
            Just(Some(Value::Null)),
            (-1_i64..8).prop_map(|number| Some(json!(number))),
            Just(Some(json!(4.0))),
            Just(Some(json!("5"))),
            Just(Some(json!(true))),
            Just(Some(json!([3]))),
        ]
    }

    proptest! {
        #[test]
        fn three_answers_from_1_to_5_or_none_at_all(given in [any_answer(), any_answer(), any_answer()]) {
            let named = QUESTIONS.into_iter().zip(&given);
            let rating: serde_json::Map<_, _> =
                named.filter_map(|(name, answer)| Some((name.to_owned(), answer.clone()?))).collect();
            let is_good = |answer: &Option<Value>| (1..=5).any(|number| *answer == Some(json!(number)));
            match answers(&Value::Object(rating)) {
                Ok(None) => prop_assert!(given.iter().all(|answer| answer.as_ref().is_none_or(Value::is_null))),
                Ok(Some(answers)) => {
                    let numbers = [answers.accuracy, answers.relevance, answers.resolution];
                    prop_assert_eq!(numbers.map(|number| Some(json!(number))), given);
                }
                Err(_) => prop_assert!(!given.iter().all(is_good)),
            }
        }
    }
}
