//! Lists of sessions.

use actix_web::web::{Data, Json, Query};
use serde::Deserialize;
use serde::de::IgnoredAny;
use store::Store;
use store::content::{FALLBACK, text_in};
use store::surveys::interests;
use utoipa::IntoParams;
use web::{Result, SignedIn};

use super::card::Card;
use super::curated::{Taste, curated};
use super::learner::Learner;
use super::own_sessions::{OwnSession, OwnSessions};

/// Longest text of a search, in characters.
const SEARCH_CHARS: usize = 100;

/// Which sessions. A flag counts when it is present, with or without a value.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SessionsQuery {
    /// Those that were not begun.
    #[param(value_type = Option<String>)]
    not_started: Option<IgnoredAny>,
    /// The bookmarked ones, the last one first.
    #[param(value_type = Option<String>)]
    bookmark: Option<IgnoredAny>,
    /// At most ten recommended ones, each with `because`.
    #[param(value_type = Option<String>)]
    curated: Option<IgnoredAny>,
    /// Words that title, overview or tags contain.
    search: Option<String>,
    /// Where the pictures are shown; `web` is the only value.
    #[serde(default, rename = "image_type")]
    #[param(rename = "image_type", value_type = String, required = false, nullable = false)]
    _image_type: IgnoredAny,
}

/// Which begun sessions.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OwnSessionsQuery {
    /// `true`: those that are not completed.
    #[serde(default, alias = "ongoingSession")]
    ongoing_session: bool,
    /// Where the pictures are shown; `web` is the only value.
    #[serde(default, rename = "image_type")]
    #[param(rename = "image_type", value_type = String, required = false, nullable = false)]
    _image_type: IgnoredAny,
}

/// Lists the sessions of the learning hub that the person may see.
#[web::operation(
    operation_id = "learning_sessions",
    params(SessionsQuery),
    responses(
        (status = 200, description = "In the order of the content, unless the list has its own.", body = Vec<Card>),
        (status = 403, description = "`no_learning_hub`")
    )
)]
pub(super) async fn sessions(
    store: Data<Store>,
    learner: Learner,
    signed_in: SignedIn,
    query: Query<SessionsQuery>,
) -> Result<Json<Vec<Card>>> {
    let own = OwnSessions::of_visit(&store, &learner).await?;
    let card = |session: &OwnSession| Card::new(session, &own.catalogue, &learner.language, None);
    if query.curated.is_some() {
        let completed = own.sessions.iter().filter(|own| own.is_complete()).map(|own| &own.session.definition);
        let candidates = own.sessions.iter().filter(|own| own.progress.is_none()).map(|own| &own.session.definition);
        let interests = interests::of_person(&store, learner.id, &own.catalogue).await?;
        let pinned = signed_in.settings().map_or(&[][..], |rules| &rules.pinned_sessions);
        let chosen = curated(&Taste::new(pinned, completed, interests), candidates);
        let cards = chosen.into_iter().filter_map(|(session, reason)| {
            let session = own.find(&session.key).ok()?;
            Some(Card::new(session, &own.catalogue, &learner.language, Some(&reason)))
        });
        return Ok(Json(cards.collect()));
    }
    if query.bookmark.is_some() {
        return Ok(Json(own.bookmarks.iter().filter_map(|key| own.find(key).ok()).map(card).collect()));
    }
    let words =
        text_fold::fold(&query.search.as_deref().unwrap_or_default().chars().take(SEARCH_CHARS).collect::<String>());
    let words: Vec<&str> = words.split_whitespace().collect();
    let sessions = own.sessions.iter().filter(|session| query.not_started.is_none() || session.progress.is_none());
    let found = sessions.filter(|session| words.is_empty() || contains(session, &own, &learner.language, &words));
    Ok(Json(found.map(card).collect()))
}

/// Lists the sessions that the person began, the last one first.
#[web::operation(
    operation_id = "own_learning_sessions",
    params(OwnSessionsQuery),
    responses(
        (status = 200, description = "Retired sessions are among them.", body = Vec<Card>),
        (status = 403, description = "`no_learning_hub`")
    )
)]
pub(super) async fn own(
    store: Data<Store>,
    learner: Learner,
    query: Query<OwnSessionsQuery>,
) -> Result<Json<Vec<Card>>> {
    let own = OwnSessions::of(&store, &learner).await?;
    let begun = own.sessions.iter().filter(|session| session.progress.is_some());
    let wanted = begun.filter(|session| !query.ongoing_session || session.is_ongoing());
    Ok(Json(wanted.map(|session| Card::new(session, &own.catalogue, &learner.language, None)).collect()))
}

/// Whether all words occur in the texts of a session, in the reader's language or in English.
fn contains(session: &OwnSession, own: &OwnSessions, language: &str, words: &[&str]) -> bool {
    let definition = &session.session.definition;
    let tags = definition.tags.iter().filter_map(|key| own.catalogue.tags.get(key)).map(|tag| &tag.label);
    let texts: Vec<_> = [&definition.title, &definition.overview].into_iter().chain(tags).collect();
    [language, FALLBACK].into_iter().any(|language| {
        let text = text_fold::fold(&texts.iter().map(|texts| text_in(texts, language)).collect::<Vec<_>>().join(" "));
        words.iter().all(|word| text.contains(word))
    })
}
