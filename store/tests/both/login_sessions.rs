//! Login sessions and their single-use refresh tokens.

use chrono::Duration;
use store::bus::Event;
use store::login_sessions::{self, LIFETIME};
use store::{LoginSessionId, PersonId, Store};

use crate::test_store::{next_events, start};
use test_kit::both;

/// Opens a session and returns its first refresh token.
async fn opened(store: &Store, person: PersonId) -> (LoginSessionId, String) {
    let opened = login_sessions::open(store, person, "Browser/1.0", login_sessions::Factors::One).await.unwrap();
    assert_eq!(opened.person, person);
    (opened.session, opened.refresh_token.unwrap())
}

/// Refreshes and returns the next token.
async fn next(store: &Store, token: &str) -> String {
    login_sessions::refresh(store, token).await.unwrap().unwrap().refresh_token.unwrap()
}

both!(refresh_returns_next_token, async |app| {
    let [maya, ..] = app.people().await;
    let (session, first) = opened(&app.store, maya).await;
    let mut token = first;
    for _ in 0..3 {
        app.advance(Duration::minutes(15));
        let refreshed = login_sessions::refresh(&app.store, &token).await.unwrap().unwrap();
        assert_eq!((refreshed.session, refreshed.person), (session, maya));
        let next = refreshed.refresh_token.unwrap();
        assert_ne!(next, token);
        token = next;
    }
    assert_eq!(login_sessions::of_token(&app.store, &token).await.unwrap(), Some(session));
    assert!(login_sessions::is_alive(&app.store, session).await.unwrap());
});

both!(old_token_is_accepted_for_thirty_seconds, async |app| {
    let [maya, ..] = app.people().await;
    let (session, first) = opened(&app.store, maya).await;
    let second = next(&app.store, &first).await;
    app.advance(Duration::seconds(30));
    let other_tab = login_sessions::refresh(&app.store, &first).await.unwrap().unwrap();
    assert_eq!((other_tab.session, other_tab.refresh_token), (session, None));
    assert_eq!(login_sessions::of_token(&app.store, &first).await.unwrap(), Some(session));
    next(&app.store, &second).await;
});

both!(concurrent_refreshes_keep_session_alive, async |app| {
    let [maya, ..] = app.people().await;
    let (session, token) = opened(&app.store, maya).await;
    let tabs: Vec<_> = (0..8)
        .map(|_| {
            let (store, token) = (app.store.clone(), token.clone());
            tokio::spawn(async move { login_sessions::refresh(&store, &token).await.unwrap().unwrap() })
        })
        .collect();
    let mut new_tokens = Vec::new();
    for tab in tabs {
        let refreshed = tab.await.unwrap();
        assert_eq!(refreshed.session, session);
        new_tokens.extend(refreshed.refresh_token);
    }
    assert_eq!(new_tokens.len(), 1);
    next(&app.store, &new_tokens[0]).await;
});

both!(reused_old_token_ends_session, async |app| {
    let [maya, ..] = app.people().await;
    let (session, first) = opened(&app.store, maya).await;
    let second = next(&app.store, &first).await;
    app.advance(Duration::milliseconds(30_001));
    let mut listener = app.store.bus.listen();
    assert!(login_sessions::refresh(&app.store, &first).await.unwrap().is_none());
    assert!(!login_sessions::is_alive(&app.store, session).await.unwrap());
    assert!(login_sessions::refresh(&app.store, &second).await.unwrap().is_none());
    let events = next_events(&mut listener).await;
    let [Event::SessionsEnded { person, sessions }] = &events[..] else { panic!("{events:?}") };
    assert_eq!((*person, sessions), (maya, &vec![session]));
});

both!(older_reused_token_ends_session, async |app| {
    let [maya, ..] = app.people().await;
    let (session, stolen) = opened(&app.store, maya).await;
    let second = next(&app.store, &stolen).await;
    let third = next(&app.store, &second).await;
    app.advance(Duration::minutes(1));
    assert!(login_sessions::refresh(&app.store, &stolen).await.unwrap().is_none());
    assert!(!login_sessions::is_alive(&app.store, session).await.unwrap());
    assert!(login_sessions::refresh(&app.store, &third).await.unwrap().is_none());
});

both!(forged_token_is_rejected_and_session_survives, async |app| {
    let [maya, ..] = app.people().await;
    let (session, token) = opened(&app.store, maya).await;
    let mut other = token.clone();
    let last = other.pop().unwrap();
    other.push(if last == 'A' { 'Q' } else { 'A' });
    app.advance(Duration::minutes(1));
    for forged in ["", "x", "\0", "' OR 1=1 --", &token[1..], &other, &token.repeat(2), &"é".repeat(5_000)] {
        assert!(login_sessions::refresh(&app.store, forged).await.unwrap().is_none());
        assert_eq!(login_sessions::of_token(&app.store, forged).await.unwrap(), None);
    }
    assert!(login_sessions::is_alive(&app.store, session).await.unwrap());
    next(&app.store, &token).await;
});

both!(session_expires_thirty_days_after_last_use, async |app| {
    let [maya, ..] = app.people().await;
    let (session, first) = opened(&app.store, maya).await;
    app.advance(LIFETIME - Duration::milliseconds(1));
    assert!(login_sessions::is_alive(&app.store, session).await.unwrap());
    let second = next(&app.store, &first).await;
    app.advance(LIFETIME - Duration::milliseconds(1));
    assert!(login_sessions::is_alive(&app.store, session).await.unwrap());
    app.advance(Duration::milliseconds(1));
    assert!(!login_sessions::is_alive(&app.store, session).await.unwrap());
    assert!(login_sessions::refresh(&app.store, &second).await.unwrap().is_none());
});

both!(session_ends_once, async |app| {
    let [maya, ..] = app.people().await;
    let (session, token) = opened(&app.store, maya).await;
    let (other, _) = opened(&app.store, maya).await;
    assert_eq!(login_sessions::end(&app.store, session).await.unwrap(), Some(maya));
    assert_eq!(login_sessions::end(&app.store, session).await.unwrap(), None);
    assert!(login_sessions::refresh(&app.store, &token).await.unwrap().is_none());
    assert_eq!(login_sessions::of_token(&app.store, &token).await.unwrap(), Some(session));
    assert!(!login_sessions::is_alive(&app.store, session).await.unwrap());
    assert!(login_sessions::is_alive(&app.store, other).await.unwrap());
    let unknown: LoginSessionId = app.store.clock.id();
    assert_eq!(login_sessions::end(&app.store, unknown).await.unwrap(), None);
    assert!(!login_sessions::is_alive(&app.store, unknown).await.unwrap());
});

both!(end_all_ends_only_own_sessions, async |app| {
    let [maya, tom, ..] = app.people().await;
    let mut of_maya = vec![opened(&app.store, maya).await.0, opened(&app.store, maya).await.0];
    let ended_before = opened(&app.store, maya).await.0;
    let of_tom = opened(&app.store, tom).await.0;
    login_sessions::end(&app.store, ended_before).await.unwrap();
    app.advance(Duration::seconds(1));
    let mut listener = app.store.bus.listen();
    login_sessions::end_all_of(&app.store, maya).await.unwrap();
    let events = next_events(&mut listener).await;
    let [Event::SessionsEnded { person, sessions: ended }] = &events[..] else { panic!("{events:?}") };
    let mut ended = ended.clone();
    ended.sort_unstable();
    of_maya.sort_unstable();
    assert_eq!((*person, &ended), (maya, &of_maya));
    assert!(login_sessions::is_alive(&app.store, of_tom).await.unwrap());

    let mut missed = login_sessions::ended_since(&app.store, start() + Duration::seconds(1)).await.unwrap();
    missed.sort_unstable();
    assert_eq!(missed, of_maya.iter().map(|session| (maya, *session)).collect::<Vec<_>>());
    assert_eq!(login_sessions::ended_since(&app.store, start()).await.unwrap().len(), 3);
});

both!(any_user_agent_is_accepted, async |app| {
    let [maya, ..] = app.people().await;
    for name in ["", "nul \0 byte", &"👍".repeat(10_000)] {
        login_sessions::open(&app.store, maya, name, login_sessions::Factors::One).await.unwrap();
    }
});
