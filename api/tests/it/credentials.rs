//! Badges as credentials. What the server signs is verified by another implementation, with what strangers can read.

use std::io::Read;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use reqwest::Method;
use serde_json::{Value, json};
use store::mentorship::{badges, credentials};
use store::person_facts::{self, Change};
use store::{MentorshipId, PersonId};
use test_kit::both;

use crate::TestApp;
use crate::browser::{Answer, Browser};
use crate::mentorship_sessions::{Lakeside, begin, finish, get, lakeside, pair, session_ids};
use crate::test_app::Server;

/// Nina and Leo complete a session: both get a silver badge.
async fn silver(app: &TestApp, server: &Server) -> (Browser, Lakeside, MentorshipId) {
    let lakeside = lakeside(app).await;
    let id = pair(app, lakeside.nina, lakeside.leo).await;
    let (mentor, mentee) = (server.signed_in("nina").await, server.signed_in("leo").await);
    let goal = session_ids(&mentee).await.remove(0);
    for person in [&mentee, &mentor] {
        begin(person, &goal, "goal").await;
        finish(person, &goal).await;
    }
    (mentee, lakeside, id)
}

async fn badge_of(browser: &Browser, id: MentorshipId) -> String {
    let progress = get(browser, &format!("{id}/progress/")).await.body;
    progress["badges"][0]["id"].as_str().unwrap().to_owned()
}

async fn call(browser: &Browser, method: Method, badge: &str, body: Value) -> Answer {
    let request = browser.request(method.clone(), &format!("../badges/{badge}/credential/"));
    browser.send(if method == Method::POST { request.json(&body) } else { request }).await
}

async fn publish(browser: &Browser, badge: &str, with_name: bool) -> Answer {
    call(browser, Method::POST, badge, json!({"withName": with_name})).await
}

async fn birth(app: &TestApp, person: PersonId, month: &str) {
    let change = Change { birth_month: Some(Some(month.to_owned())), ..Change::default() };
    person_facts::change(&app.store, &test_kit::operator(), person, change).await.unwrap();
}

/// Reads an address as a stranger: the status, the type, and the bytes.
async fn read(address: &str) -> (u16, reqwest::header::HeaderMap, Vec<u8>) {
    let answer = reqwest::get(address).await.unwrap();
    (answer.status().as_u16(), answer.headers().clone(), answer.bytes().await.unwrap().to_vec())
}

async fn json_of(address: &str) -> Value {
    serde_json::from_slice(&read(address).await.2).unwrap()
}

/// Verifies a token with the key that its head names, as that address publishes it.
async fn verified(token: &str) -> Value {
    let head = decode_header(token).unwrap();
    assert_eq!(head.alg, Algorithm::RS256);
    let published = json_of(head.kid.as_ref().unwrap()).await;
    assert_eq!(serde_json::to_value(head.jwk.unwrap()).unwrap()["n"], published["n"], "both name the same key");
    let key: Jwk = serde_json::from_value(published).unwrap();
    let mut rules = Validation::new(Algorithm::RS256);
    rules.set_required_spec_claims(&["iss", "nbf", "sub"]);
    (rules.validate_exp, rules.validate_nbf, rules.validate_aud) = (false, true, false);
    let claims = decode::<Value>(token, &DecodingKey::from_jwk(&key).unwrap(), &rules).unwrap().claims;
    // Another text does not have this signature.
    let (text, signature) = token.rsplit_once('.').unwrap();
    let (head, _) = text.split_once('.').unwrap();
    let forged = format!("{head}.{}.{signature}", BASE64_URL_SAFE_NO_PAD.encode(r#"{"iss":"a","nbf":0,"sub":"b"}"#));
    assert!(decode::<Value>(&forged, &DecodingKey::from_jwk(&key).unwrap(), &rules).is_err());
    claims
}

/// Whether the status list says that a credential is no longer valid.
async fn is_revoked(claims: &Value) -> bool {
    let status = &claims["credentialStatus"];
    assert_eq!((&status["type"], &status["statusPurpose"]), (&json!("BitstringStatusListEntry"), &json!("revocation")));
    let token = read(status["statusListCredential"].as_str().unwrap()).await.2;
    let list = verified(&String::from_utf8(token).unwrap()).await;
    assert_eq!(list["iss"], claims["iss"]);
    assert_eq!(list["id"], status["statusListCredential"]);
    let encoded = list["credentialSubject"]["encodedList"].as_str().unwrap().strip_prefix('u').unwrap().to_owned();
    let mut bits = Vec::new();
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(encoded).unwrap();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_end(&mut bits).unwrap();
    let place: usize = status["statusListIndex"].as_str().unwrap().parse().unwrap();
    bits[place / 8] & (0x80 >> (place % 8)) != 0
}

both!(badge_of_ended_mentorship_is_withdrawn, async |app| {
    let server = app.server();
    let (leo, _, id) = silver(&app, &server).await;
    let badge = badge_of(&leo, id).await;
    publish(&leo, &badge, false).await;
    store::administration::end_mentorship(
        &app.store,
        &test_kit::operator(),
        id,
        store::mentorship::EndReason::MovedAway.alone(),
        store::administration::MenteesAfter::WaitAgain,
    )
    .await
    .unwrap()
    .unwrap();
    let certificate = get(&leo, &format!("{id}/certificate/")).await.body;
    assert_eq!(certificate["sessions"][0]["badgeId"], json!(badge));
    assert_eq!(call(&leo, Method::GET, &badge, Value::Null).await.body["published"]["hasName"], false);
    assert!(call(&leo, Method::DELETE, &badge, Value::Null).await.status < 300);
    assert_eq!(call(&leo, Method::GET, &badge, Value::Null).await.body["published"], Value::Null);
    assert!(publish(&leo, &badge, false).await.body["published"].is_object());
});

both!(published_badge_is_verified_by_another_implementation, async |app| {
    let server = app.server();
    let (leo, Lakeside { leo: leo_id, .. }, id) = silver(&app, &server).await;
    birth(&app, leo_id, "1999-05").await;
    let badge = badge_of(&leo, id).await;
    let before = call(&leo, Method::GET, &badge, Value::Null).await;
    assert_eq!(before.body, json!({"mayName": true, "published": null}), "nothing is public by itself");
    let published = publish(&leo, &badge, true).await.body["published"].clone();
    assert_eq!(publish(&leo, &badge, true).await.body["published"], published, "again changes nothing");
    let address = |part: &str| format!("{}{}", server.url, published[part].as_str().unwrap());

    let (status, headers, token) = read(&address("token")).await;
    assert_eq!(
        (status, &headers["content-type"], &headers["x-robots-tag"]),
        (200, &"application/vc+jwt".parse().unwrap(), &"noindex, nofollow".parse().unwrap())
    );
    let token = String::from_utf8(token).unwrap();
    let claims = verified(&token).await;
    assert_eq!(claims["@context"][0], "https://www.w3.org/ns/credentials/v2");
    assert_eq!(claims["type"], json!(["VerifiableCredential", "OpenBadgeCredential"]));
    assert_eq!((&claims["issuer"]["id"], &claims["issuer"]["name"]), (&claims["iss"], &json!("Lakeside")));
    assert_eq!((&claims["jti"], &claims["sub"]), (&claims["id"], &claims["credentialSubject"]["id"]));
    assert_eq!(claims["id"], json!(address("token")), "its id is its address");
    assert_eq!(claims["nbf"], 1_772_442_000, "2 March 2026, 9:00");
    assert_eq!(
        (&claims["validFrom"], &claims["awardedDate"]),
        (&json!("2026-03-02T09:00:00Z"), &json!("2026-03-02T09:00:00Z"))
    );
    let subject = &claims["credentialSubject"];
    assert_eq!(subject["identifier"][0]["identityHash"], "Leo Silva");
    assert_eq!(subject["achievement"]["name"], "Silver badge: About goal");
    assert!(!claims.to_string().contains("example.org"), "no address of a person: {claims}");
    assert!(!is_revoked(&claims).await);

    let (_, headers, picture) = read(&address("picture")).await;
    assert_eq!(headers["content-type"], "image/png");
    let chunk = [b"iTXtopenbadgecredential\0\0\0\0\0", token.as_bytes()].concat();
    assert!(picture.windows(chunk.len()).any(|part| part == chunk), "wallets read it from the picture");
    let medal = subject["achievement"]["image"]["id"].as_str().unwrap();
    assert!(read(medal).await.2.starts_with(b"\x89PNG"));

    let page = json_of(&format!("{}/api/v2/credentials/{}/", server.url, published["id"].as_str().unwrap())).await;
    assert_eq!(page["name"], "Leo Silva");
    assert_eq!(
        (&page["badgeType"], &page["isValid"], &page["programmeName"]),
        (&json!("Silver"), &json!(true), &json!("Lakeside"))
    );
});

both!(minors_publish_without_a_name, async |app| {
    let server = app.server();
    let (leo, Lakeside { leo: leo_id, .. }, id) = silver(&app, &server).await;
    let badge = badge_of(&leo, id).await;
    for month in [None, Some("2008-03")] {
        if let Some(month) = month {
            birth(&app, leo_id, month).await;
        }
        assert_eq!(call(&leo, Method::GET, &badge, Value::Null).await.body["mayName"], false, "{month:?}");
        let refused = publish(&leo, &badge, true).await;
        assert_eq!((refused.status, refused.code()), (422, "invalid"), "{month:?}");
    }
    let published = publish(&leo, &badge, false).await.body["published"].clone();
    let token = read(&format!("{}{}", server.url, published["token"].as_str().unwrap())).await.2;
    let claims = verified(&String::from_utf8(token).unwrap()).await;
    let page = json_of(&format!("{}/api/v2/credentials/{}/", server.url, published["id"].as_str().unwrap())).await;
    for secret in ["Leo", "Silva", &leo_id.to_string()] {
        for text in texts_of(&claims).into_iter().chain(texts_of(&page)) {
            assert!(!text.contains(secret), "{secret}: {text}");
        }
    }
});

/// Returns the texts of a document without its addresses, whose random parts may contain a short name by chance.
fn texts_of(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) if text.starts_with("http") => Vec::new(),
        Value::String(text) => vec![text],
        Value::Array(values) => values.iter().flat_map(texts_of).collect(),
        Value::Object(fields) => fields.values().flat_map(texts_of).collect(),
        _ => Vec::new(),
    }
}

both!(badge_that_ends_is_marked_in_the_status_list, async |app| {
    let server = app.server();
    let (leo, Lakeside { leo: leo_id, .. }, id) = silver(&app, &server).await;
    birth(&app, leo_id, "1999-05").await;
    let nina = server.signed_in("nina").await;
    let (badge, other) = (badge_of(&leo, id).await, badge_of(&nina, id).await);
    let claims_of = async |published: &Value| {
        let token = read(&format!("{}{}", server.url, published["token"].as_str().unwrap())).await.2;
        verified(&String::from_utf8(token).unwrap()).await
    };
    let with_name = publish(&leo, &badge, true).await.body["published"].clone();
    let of_nina = claims_of(&publish(&nina, &other, false).await.body["published"]).await;
    let first = claims_of(&with_name).await;

    // Another choice is another credential.
    let without = publish(&leo, &badge, false).await.body["published"].clone();
    let second = claims_of(&without).await;
    assert_eq!((is_revoked(&first).await, is_revoked(&second).await), (true, false));
    assert_eq!(read(&format!("{}{}", server.url, with_name["token"].as_str().unwrap())).await.0, 404);

    // Staff take it back: the page says so.
    badges::revoke(&app.store, &test_kit::operator(), badge.parse().unwrap(), "by mistake").await.unwrap().unwrap();
    let page = json_of(&format!("{}/api/v2/credentials/{}/", server.url, without["id"].as_str().unwrap())).await;
    assert_eq!(page["isValid"], false);
    assert!(!page.to_string().contains("by mistake"), "the reason is for staff");
    assert!(is_revoked(&second).await);
    assert_eq!(publish(&leo, &badge, false).await.status, 404, "it cannot be published again");

    assert!(!is_revoked(&of_nina).await, "that of others stays");
    assert_eq!(call(&nina, Method::DELETE, &other, Value::Null).await.status, 204);
    assert!(is_revoked(&of_nina).await);
    assert_eq!(call(&nina, Method::GET, &other, Value::Null).await.body["published"], json!(null));
});

both!(older_keys_stay_published, async |app| {
    let server = app.server();
    let (leo, _, id) = silver(&app, &server).await;
    let badge = badge_of(&leo, id).await;
    let keys = format!("{}/api/v2/credentials/keys/", server.url);
    assert_eq!(json_of(&keys).await, json!({"keys": []}), "no key before the first credential");
    let published = publish(&leo, &badge, false).await.body["published"].clone();
    app.advance(60);
    let newest = credentials::rotate_key(&app.store, &test_kit::operator()).await.unwrap();
    let listed = json_of(&keys).await["keys"].clone();
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["kid"]), (2, &json!(newest)));
    assert!(!listed.to_string().contains("\"d\""), "private parts are not published");
    let token = read(&format!("{}{}", server.url, published["token"].as_str().unwrap())).await.2;
    let claims = verified(&String::from_utf8(token).unwrap()).await;
    assert!(!is_revoked(&claims).await);
});

both!(badges_of_others_cannot_be_published, async |app| {
    let server = app.server();
    let (leo, _, id) = silver(&app, &server).await;
    let badge = badge_of(&leo, id).await;
    let nina = server.signed_in("nina").await;
    for method in [Method::GET, Method::POST] {
        assert_eq!(call(&nina, method, &badge, json!({})).await.status, 404);
    }
    publish(&leo, &badge, false).await;
    call(&nina, Method::DELETE, &badge, Value::Null).await;
    assert_ne!(call(&leo, Method::GET, &badge, Value::Null).await.body["published"], json!(null));
    let unknown = read(&format!("{}/api/v2/credentials/unknown/", server.url)).await;
    assert_eq!(unknown.0, 404);
    assert_eq!(call(&leo, Method::POST, "golf", json!({})).await.status, 404);
});
