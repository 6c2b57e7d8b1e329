//! The languages the product speaks.

use actix_web::HttpRequest;
use actix_web::http::header;
use actix_web::web::{Data, Json};
use serde::Serialize;
use store::Store;
use store::content;
use utoipa::ToSchema;
use web::{Result, Unavailable};

/// The language of which every text exists.
pub(crate) use store::content::FALLBACK;

/// A language that can be chosen.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Language {
    /// Its name, by its speakers.
    language: String,
    language_code: String,
    is_default: bool,
    is_active: bool,
}

/// The languages of the programme.
#[utoipa::path(
    get,
    path = "/api/v2/translation/getSupportedLanguages/",
    operation_id = "supported_languages",
    tag = "Languages",
    responses(
        (status = 200, description = "The default one first. Those that are not active cannot be chosen.", body = Vec<Language>),
        Unavailable
    )
)]
pub(crate) async fn supported(store: Data<Store>) -> Result<Json<Vec<Language>>> {
    let mut languages = all(&store).await?;
    languages.sort_by_key(|language| !language.is_default);
    let told = languages.into_iter().map(|language| Language {
        language: language.name,
        language_code: language.code,
        is_default: language.is_default,
        is_active: language.is_active,
    });
    Ok(Json(told.collect()))
}

/// The languages of the programme; English where nobody has imported any.
async fn all(store: &Store) -> store::Result<Vec<content::Language>> {
    let mut languages = content::all::<content::Language>(store).await?;
    if languages.is_empty() {
        let (code, name) = (FALLBACK.to_owned(), "English".to_owned());
        languages.push(content::Language { code, name, is_active: true, is_default: true });
    }
    Ok(languages)
}

/// The language of this code that can be chosen, "de-AT" being "de".
pub(crate) async fn known(store: &Store, code: &str) -> store::Result<Option<String>> {
    Ok(find(&all(store).await?, code))
}

/// The first language that the browser asks for and we speak, else the default one.
pub(crate) async fn asked_for(store: &Store, request: &HttpRequest) -> store::Result<String> {
    let asked = request.headers().get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or("");
    Ok(first(&all(store).await?, asked))
}

fn first(languages: &[content::Language], asked: &str) -> String {
    let first = asked.split(',').find_map(|entry| find(languages, entry.split(';').next()?.trim()));
    let default = || languages.iter().find(|language| language.is_default).map(|language| language.code.clone());
    first.or_else(default).unwrap_or_else(|| FALLBACK.to_owned())
}

fn find(languages: &[content::Language], code: &str) -> Option<String> {
    let code = code.split(['-', '_']).next()?.to_ascii_lowercase();
    languages.iter().find(|language| language.is_active && language.code == code).map(|language| language.code.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_that_we_speak() {
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
        assert_eq!(first(&languages, "tlh, de-AT;q=0.8, en;q=0.5"), "de");
        assert_eq!(first(&languages, "fr,AR"), "ar", "one that is not active is not spoken");
        assert_eq!((first(&languages, ""), first(&languages, "*")), ("de".to_owned(), "de".to_owned()));
    }
}
