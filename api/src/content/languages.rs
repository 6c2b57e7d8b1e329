//! The supported languages.

use actix_web::HttpRequest;
use actix_web::http::header;
use actix_web::web::{Data, Json};
use serde::Serialize;
use store::Store;
use store::content;
use store::people::Person;
use utoipa::ToSchema;
use web::{Result, SignedIn};

/// The language that has every text.
pub(crate) use store::content::FALLBACK;

/// A language of the programme.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Language {
    /// Its own name.
    language: String,
    language_code: String,
    is_default: bool,
    is_active: bool,
}

/// Lists the languages of the programme.
#[web::operation(
    operation_id = "supported_languages",
    responses(
        (status = 200, description = "The default one first. Inactive ones cannot be chosen.", body = Vec<Language>)
    )
)]
pub(crate) async fn list(store: Data<Store>) -> Result<Json<Vec<Language>>> {
    let mut languages = all(&store).await?;
    languages.sort_by_key(|language| !language.is_default);
    let response = languages.into_iter().map(|language| Language {
        language: language.name,
        language_code: language.code,
        is_default: language.is_default,
        is_active: language.is_active,
    });
    Ok(Json(response.collect()))
}

/// The languages of the programme; English without an import.
async fn all(store: &Store) -> store::Result<Vec<content::Language>> {
    let mut languages = content::catalogue(store).await?.languages.clone();
    if languages.is_empty() {
        let (code, name) = (FALLBACK.to_owned(), "English".to_owned());
        languages.push(content::Language { code, name, is_active: true, is_default: true });
    }
    Ok(languages)
}

/// Returns the codes of the active languages.
pub(crate) async fn active(store: &Store) -> store::Result<Vec<String>> {
    Ok(all(store).await?.into_iter().filter(|language| language.is_active).map(|language| language.code).collect())
}

/// Returns codes and names of the active languages, the default one first.
pub(crate) async fn offered(store: &Store) -> store::Result<Vec<(String, String)>> {
    let mut languages = all(store).await?;
    languages.sort_by_key(|language| !language.is_default);
    let offered = languages.into_iter().filter(|language| language.is_active);
    Ok(offered.map(|language| (language.code, language.name)).collect())
}

/// Returns the active language of a code; "de-AT" is "de".
pub(crate) async fn known(store: &Store, code: &str) -> store::Result<Option<String>> {
    Ok(find(&all(store).await?, code))
}

/// Returns the first active language of `Accept-Language`, else the default one.
pub(crate) async fn accepted(store: &Store, request: &HttpRequest) -> store::Result<String> {
    let catalogue = content::catalogue(store).await?;
    Ok(first(&catalogue.languages, header_of(request)).unwrap_or_else(|| default_of(&catalogue.languages)))
}

/// Returns the first active language of `Accept-Language`, else the one of the person, else the default one.
pub(crate) fn of(signed_in: &SignedIn, request: &HttpRequest) -> String {
    let languages = &signed_in.catalogue.languages;
    let chosen = || find(languages, &signed_in.person.language);
    first(languages, header_of(request)).or_else(chosen).unwrap_or_else(|| default_of(languages))
}

fn default_of(languages: &[content::Language]) -> String {
    let default = languages.iter().find(|language| language.is_default);
    default.map_or(FALLBACK, |language| &language.code).to_owned()
}

/// Returns the language for a mail to a person who is signed out: the one of the page, in which they read, else the one of their
/// profile.
pub(crate) async fn accepted_by(store: &Store, request: &HttpRequest, person: &Person) -> store::Result<String> {
    Ok(first(&all(store).await?, header_of(request)).unwrap_or_else(|| person.language.clone()))
}

/// Pages send the language that was chosen on them.
fn header_of(request: &HttpRequest) -> &str {
    request.headers().get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or("")
}

fn first(languages: &[content::Language], accepted: &str) -> Option<String> {
    accepted.split(',').find_map(|entry| find(languages, entry.split(';').next()?.trim()))
}

fn find(languages: &[content::Language], code: &str) -> Option<String> {
    let code = code.split(['-', '_']).next()?.to_ascii_lowercase();
    languages.iter().find(|language| language.is_active && language.code == code).map(|language| language.code.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_active_language_is_chosen() {
        let language = |code: &str, is_active, is_default| content::Language {
            code: code.to_owned(),
            name: code.to_owned(),
            is_active,
            is_default,
        };
        let languages = [
            language("en", true, false),
            language("de", true, true),
            language("fr", false, false),
            language("ar", true, false),
        ];
        assert_eq!(first(&languages, "tlh, de-AT;q=0.8, en;q=0.5").as_deref(), Some("de"));
        assert_eq!(first(&languages, "fr,AR").as_deref(), Some("ar"), "French is not active");
        assert_eq!((first(&languages, ""), first(&languages, "*")), (None, None));
    }
}
