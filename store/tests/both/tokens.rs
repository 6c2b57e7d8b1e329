//! Access tokens and their expiry.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{Duration, SubsecRound};
use store::tokens::{self, Bearer, Rejection};
use store::{LoginSessionId, PersonId};

use crate::test_store::start;
use test_kit::both;

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
