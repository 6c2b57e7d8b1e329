//! Access tokens and their expiry.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{Duration, SubsecRound};
use store::tokens::{self, Bearer, Rejection};
use store::{LoginSessionId, PersonId, login_sessions};

use crate::test_store::start;
use test_kit::{both, operator};

both!(access_token_is_valid_fifteen_minutes, async |app| {
    let (person, session): (PersonId, LoginSessionId) = (app.store.clock.id(), app.store.clock.id());
    let (token, expires_at) = tokens::issue(&app.store, person, session).unwrap();
    assert_eq!(expires_at, (start() + Duration::minutes(15)).trunc_subsecs(0));
    app.advance(expires_at - start() - Duration::milliseconds(1));
    assert_eq!(tokens::verify(&app.store, &token), Ok(Bearer { person, session, expires_at }));
    app.advance(Duration::milliseconds(1));
    assert_eq!(tokens::verify(&app.store, &token), Err(Rejection::Expired));
});

both!(modified_access_token_is_rejected, async |app| {
    let (token, _) = tokens::issue(&app.store, app.store.clock.id(), app.store.clock.id()).unwrap();
    let parts: Vec<_> = token.split('.').collect();
    let claims = String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(parts[1]).unwrap()).unwrap();
    let later = claims.replace("\"exp\":1", "\"exp\":2");
    assert_ne!(later, claims);
    let unsigned = BASE64_URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"none"}"#);
    for modified in [
        String::new(),
        "a.b.c".to_owned(),
        format!("{}.{}.{}", parts[0], BASE64_URL_SAFE_NO_PAD.encode(later), parts[2]),
        format!("{unsigned}.{}.", parts[1]),
        format!("{}.{}.", parts[0], parts[1]),
        format!("{token}A"),
    ] {
        assert_eq!(tokens::verify(&app.store, &modified), Err(Rejection::Invalid), "{modified}");
    }
    assert!(tokens::verify(&app.store, &token).is_ok());
});

both!(new_key_expires_access_tokens_and_keeps_sessions, async |app| {
    let [maya, ..] = app.people().await;
    let opened = login_sessions::open(&app.store, maya, "browser", login_sessions::Factors::One).await.unwrap();
    let (token, _) = tokens::issue(&app.store, maya, opened.session).unwrap();
    let other_node = app.second_node().await;
    for _ in 0..2 {
        tokens::rotate_key(&app.store, &operator()).await.unwrap();
    }
    assert_eq!(tokens::verify(&app.store, &token), Err(Rejection::Expired));
    let refreshed = login_sessions::refresh(&app.store, &opened.refresh_token.unwrap()).await.unwrap().unwrap();
    let (token, _) = tokens::issue(&app.store, maya, refreshed.session).unwrap();
    assert!(tokens::verify(&app.store, &token).is_ok());

    assert_eq!(tokens::verify(&other_node, &token), Err(Rejection::Invalid));
    tokens::reload_keys(&other_node).await.unwrap();
    assert!(tokens::verify(&other_node, &token).is_ok());
    assert_eq!((tokens::key_generation(&app.store), tokens::key_generation(&other_node)), (2, 2));
});
