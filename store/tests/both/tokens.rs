//! Access tokens speak for a session until they expire.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{Duration, SubsecRound};
use store::tokens::{self, Bearer, Refusal};
use store::{PersonId, SessionId};

use crate::world::start;
use test_kit::both;

both!(a_token_speaks_for_its_session_for_fifteen_minutes, async |world| {
    let (person, session): (PersonId, SessionId) = (world.store.clock.id(), world.store.clock.id());
    let (token, expires_at) = tokens::issue(&world.store, person, session).unwrap();
    assert_eq!(expires_at, (start() + Duration::minutes(15)).trunc_subsecs(0));
    world.advance(expires_at - start() - Duration::milliseconds(1));
    assert_eq!(tokens::verify(&world.store, &token), Ok(Bearer { person, session, expires_at }));
    world.advance(Duration::milliseconds(1));
    assert_eq!(tokens::verify(&world.store, &token), Err(Refusal::Expired));
});

both!(a_token_that_was_touched_is_invalid, async |world| {
    let (token, _) = tokens::issue(&world.store, world.store.clock.id(), world.store.clock.id()).unwrap();
    let parts: Vec<_> = token.split('.').collect();
    let claims = String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(parts[1]).unwrap()).unwrap();
    let later = claims.replace("\"exp\":1", "\"exp\":2");
    assert_ne!(later, claims);
    let unsigned = BASE64_URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"none"}"#);
    for touched in [
        String::new(),
        "a.b.c".to_owned(),
        format!("{}.{}.{}", parts[0], BASE64_URL_SAFE_NO_PAD.encode(later), parts[2]),
        format!("{unsigned}.{}.", parts[1]),
        format!("{}.{}.", parts[0], parts[1]),
        format!("{token}A"),
    ] {
        assert_eq!(tokens::verify(&world.store, &touched), Err(Refusal::Invalid), "{touched}");
    }
    assert!(tokens::verify(&world.store, &token).is_ok());
});
