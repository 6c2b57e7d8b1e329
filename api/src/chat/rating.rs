//! Periodic ratings of a channel.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::channels::{Membership, Status};
use store::chat_ratings::{self, Answers};
use store::programmes::PromptSchedule;
use store::{ChannelId, Store, programmes};
use utoipa::ToSchema;
use web::{ActiveMember, Caller, Error, Member, Result};

/// The questions, which are also the names of their answers.
const QUESTIONS: [&str; 3] =
    ["Accuracy of information provided?", "Relevance of information shared?", "Query resolution?"];

/// Whether a rating is due.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChatRatingStatusResponse {
    /// The page asks for a rating now.
    is_rating_modal: bool,
}

/// The answers of a person.
#[derive(Deserialize, ToSchema)]
pub(super) struct RateChatRequest {
    /// "Accuracy of information provided?", "Relevance of information shared?" and "Query resolution?", each 1 to 5, or
    /// all of them null to skip.
    #[schema(value_type = std::collections::HashMap<String, Option<i64>>)]
    rating: Value,
}

/// Returns whether a rating of the channel is due.
#[web::operation(
    operation_id = "chat_rating_status",
    params(("channel" = ChannelId, Path, description = "The channel.")),
    responses(
        (status = 200, description = "Due once per interval of the programme, after at least 10 messages.", body = ChatRatingStatusResponse)
    )
)]
pub(super) async fn status(
    store: Data<Store>,
    caller: Caller,
    Member(membership): Member,
) -> Result<Json<ChatRatingStatusResponse>> {
    let schedule = schedule(&store, &membership).await?;
    let is_rating_modal = membership.status == Status::Active
        && chat_ratings::is_due(&store, membership.channel_id, caller.person, schedule).await?;
    Ok(Json(ChatRatingStatusResponse { is_rating_modal }))
}

/// Stores the answers of the person, or that they skip the rating.
#[web::operation(
    operation_id = "chat_rating",
    params(("channel" = ChannelId, Path, description = "The channel.")),
    request_body = RateChatRequest,
    responses(
        (status = 200, description = "Stored. Repeating it changes nothing.", body = ChatRatingStatusResponse),
        (status = 409, description = "`rating_not_due`: no rating is due"),
        (status = 422, description = "`invalid`: `fields` names the questions")
    )
)]
pub(super) async fn rate(
    store: Data<Store>,
    caller: Caller,
    ActiveMember(membership): ActiveMember,
    body: Json<RateChatRequest>,
) -> Result<Json<ChatRatingStatusResponse>> {
    let answers = answers(&body.rating)?;
    let schedule = schedule(&store, &membership).await?;
    if !chat_ratings::answer(&store, membership.channel_id, caller.person, answers, schedule).await? {
        let sentence = "There is nothing to rate in this conversation yet.";
        return Err(Error::new(StatusCode::CONFLICT, "rating_not_due", sentence));
    }
    Ok(Json(ChatRatingStatusResponse { is_rating_modal: false }))
}

/// The schedule of the channel's programme.
async fn schedule(store: &Store, membership: &Membership) -> Result<PromptSchedule> {
    let Some(programme) = membership.programme_id else { return Ok(PromptSchedule::default()) };
    let programme = programmes::by_id(store, programme).await?;
    Ok(programme.map(|programme| programme.settings.chat_rating).unwrap_or_default())
}

/// Returns all three answers, or None to skip. A missing answer counts as null.
fn answers(rating: &Value) -> Result<Option<Answers>> {
    let refused = || Error::invalid("This rating is not valid.");
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

    /// Valid and invalid values of an answer.
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
        fn rating_needs_three_valid_answers_or_none(given in [any_answer(), any_answer(), any_answer()]) {
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
