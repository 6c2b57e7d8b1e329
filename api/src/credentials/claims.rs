//! What a credential says.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use chrono::SecondsFormat;
use serde::Deserialize;
use serde_json::{Value, json};
use store::content::{Catalogue, FALLBACK, text_in};
use store::mentorship::credentials::{Issuance, OwnBadge};

use super::medals::medal_address;
use super::{key_address, status_address};

/// The words of a language.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    name: BTreeMap<String, String>,
    criteria: BTreeMap<String, String>,
    description: String,
}

/// A test parses them.
static WORDS: LazyLock<BTreeMap<String, Words>> =
    LazyLock::new(|| serde_yaml_ng::from_str(include_str!("words.yaml")).unwrap_or_default());

/// What the signer knows of the person.
pub(super) struct Owner {
    /// The name, if the person wants it to be there and may.
    pub(super) name: Option<String>,
    /// The language of the texts.
    pub(super) language: String,
    /// An id without a meaning elsewhere.
    pub(super) subject: String,
}

/// Returns the claims of a badge: the members of the credential, and the registered claims that repeat some of them.
pub(super) fn of_badge(
    origin: &str,
    badge: &OwnBadge,
    catalogue: &Catalogue,
    owner: &Owner,
    issuance: &Issuance,
) -> Value {
    let language = if WORDS.contains_key(&owner.language) { owner.language.as_str() } else { FALLBACK };
    let title = title(catalogue, &badge.session_key, badge.version, language);
    let words = |of: fn(&Words) -> &BTreeMap<String, String>| {
        let text = WORDS.get(language).and_then(|words| of(words).get(badge.tier.name()));
        fill(text.map_or("", String::as_str), &title, &badge.programme)
    };
    let description = fill(WORDS.get(language).map_or("", |words| &words.description), &title, &badge.programme);
    let (id, subject) = (format!("{origin}/api/v2/credentials/{}/badge.jwt", issuance.public_id), &owner.subject);
    let status = status_address(origin, &issuance.key);
    let time = |time: chrono::DateTime<chrono::Utc>| time.to_rfc3339_opts(SecondsFormat::Secs, true);
    let medal = medal_address(origin, badge.tier);
    let mut person = json!({
        "id": subject,
        "type": ["AchievementSubject"],
        "achievement": {
            // One per session and tier; its address shows the medal.
            "id": format!("{medal}#{}", badge.session_key),
            "type": ["Achievement"],
            "achievementType": "Badge",
            "inLanguage": language,
            "name": words(|words| &words.name),
            "description": description,
            "criteria": {"narrative": words(|words| &words.criteria)},
            "image": {"id": medal, "type": "Image"},
        },
    });
    if let Some(name) = &owner.name {
        person["identifier"] = json!([{
            "type": "IdentityObject", "identityType": "name", "hashed": false, "identityHash": name, "salt": "not-used",
        }]);
    }
    json!({
        "@context": [
            "https://www.w3.org/ns/credentials/v2",
            "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
        ],
        "id": id,
        "type": ["VerifiableCredential", "OpenBadgeCredential"],
        "name": words(|words| &words.name),
        "issuer": {"id": origin, "type": ["Profile"], "name": badge.programme, "url": origin},
        "validFrom": time(issuance.issued_at),
        "awardedDate": time(badge.earned_at),
        "credentialSubject": person,
        "credentialStatus": {
            "id": format!("{status}#{}", issuance.position),
            "type": "BitstringStatusListEntry",
            "statusPurpose": "revocation",
            "statusListIndex": issuance.position.to_string(),
            "statusListCredential": status,
        },
        "iss": origin,
        "jti": id,
        "sub": subject,
        "nbf": issuance.issued_at.timestamp(),
    })
}

/// Returns the claims of the status list of a key.
pub(super) fn of_status_list(origin: &str, key: &str, now: chrono::DateTime<chrono::Utc>, list: &str) -> Value {
    let id = status_address(origin, key);
    let subject = format!("{id}#list");
    json!({
        "@context": ["https://www.w3.org/ns/credentials/v2"],
        "id": id,
        "type": ["VerifiableCredential", "BitstringStatusListCredential"],
        "issuer": origin,
        "validFrom": now.to_rfc3339_opts(SecondsFormat::Secs, true),
        "credentialSubject": {
            "id": subject, "type": "BitstringStatusList", "statusPurpose": "revocation", "encodedList": list,
        },
        "iss": origin,
        "jti": id,
        "sub": subject,
        "nbf": now.timestamp(),
    })
}

/// Returns the title of a session in the version of a mentorship, or its key if there is no such session any more.
pub(super) fn title(catalogue: &Catalogue, key: &str, version: Option<i64>, language: &str) -> String {
    let session =
        version.and_then(|version| catalogue.sessions.at(key, version)).or_else(|| catalogue.sessions.newest(key));
    session.map_or_else(|| key.to_owned(), |session| text_in(&session.definition.title, language).to_owned())
}

fn fill(text: &str, title: &str, programme: &str) -> String {
    text.replace("{title}", title).replace("{programme}", programme)
}

/// Where the public key of a credential is published.
pub(super) fn key_of(origin: &str) -> impl Fn(&str) -> String {
    move |key| key_address(origin, key)
}

#[cfg(test)]
mod tests {
    use store::mentorship::badges::Tier;

    use super::*;

    #[test]
    fn every_language_names_all_tiers() {
        assert_eq!(WORDS.keys().collect::<Vec<_>>(), ["ar", "de", "en"]);
        let tiers = [Tier::Bronze, Tier::Gold, Tier::Silver].map(Tier::name);
        for words in WORDS.values() {
            assert!([&words.name, &words.criteria].iter().all(|texts| texts.keys().eq(tiers)));
            assert!(words.name.values().all(|name| name.contains("{title}")));
            assert!(words.description.contains("{title}") && words.description.contains("{programme}"));
        }
    }
}
