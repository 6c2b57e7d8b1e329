//! Sessions live by refresh tokens that are used once.

use chrono::Duration;
use store::bus::Event;
use store::sessions::{self, LIFETIME};
use store::{PersonId, SessionId, Store};

use crate::world::{heard, start};
use test_kit::both;

/// A new session and its first refresh token.
async fn opened(store: &Store, person: PersonId) -> (SessionId, String) {
    let opened = sessions::open(store, person, "Browser/1.0").await.unwrap();
    assert_eq!(opened.person, person);
    (opened.session, opened.refresh_token.unwrap())
}

/// The next refresh token, which must come.
async fn next(store: &Store, token: &str) -> String {
    sessions::refresh(store, token).await.unwrap().unwrap().refresh_token.unwrap()
}

both!(each_refresh_gives_the_next_token, async |world| {
    let [maya, ..] = world.people().await;
    let (session, first) = opened(&world.store, maya).await;
    let mut token = first;
    for _ in 0..3 {
        world.advance(Duration::minutes(15));
        let refreshed = sessions::refresh(&world.store, &token).await.unwrap().unwrap();
        assert_eq!((refreshed.session, refreshed.person), (session, maya));
        let next = refreshed.refresh_token.unwrap();
        assert_ne!(next, token);
        token = next;
    }
    assert_eq!(sessions::of_token(&world.store, &token).await.unwrap(), Some(session));
    assert!(sessions::is_alive(&world.store, session).await.unwrap());
});

both!(a_second_tab_may_use_the_old_token_for_half_a_minute, async |world| {
    let [maya, ..] = world.people().await;
    let (session, first) = opened(&world.store, maya).await;
    let second = next(&world.store, &first).await;
    world.advance(Duration::seconds(30));
    let other_tab = sessions::refresh(&world.store, &first).await.unwrap().unwrap();
    assert_eq!((other_tab.session, other_tab.refresh_token), (session, None));
    assert_eq!(sessions::of_token(&world.store, &first).await.unwrap(), Some(session));
    next(&world.store, &second).await;
});

both!(many_tabs_that_refresh_at_once_all_stay_signed_in, async |world| {
    let [maya, ..] = world.people().await;
    let (session, token) = opened(&world.store, maya).await;
    let tabs: Vec<_> = (0..8)
        .map(|_| {
            let (store, token) = (world.store.clone(), token.clone());
            tokio::spawn(async move { sessions::refresh(&store, &token).await.unwrap().unwrap() })
        })
        .collect();
    let mut new_tokens = Vec::new();
    for tab in tabs {
        let refreshed = tab.await.unwrap();
        assert_eq!(refreshed.session, session);
        new_tokens.extend(refreshed.refresh_token);
    }
    assert_eq!(new_tokens.len(), 1);
    next(&world.store, &new_tokens[0]).await;
});

both!(an_old_token_used_again_ends_the_session, async |world| {
    let [maya, ..] = world.people().await;
    let (session, first) = opened(&world.store, maya).await;
    let second = next(&world.store, &first).await;
    world.advance(Duration::milliseconds(30_001));
    let mut listener = world.store.bus.listen();
    assert!(sessions::refresh(&world.store, &first).await.unwrap().is_none());
    assert!(!sessions::is_alive(&world.store, session).await.unwrap());
    assert!(sessions::refresh(&world.store, &second).await.unwrap().is_none());
    let events = heard(&mut listener).await;
    let [Event::SessionsEnded { person, sessions }] = &events[..] else { panic!("{events:?}") };
    assert_eq!((*person, sessions), (maya, &vec![session]));
});

both!(a_thief_who_refreshed_more_than_once_is_found_out_too, async |world| {
    let [maya, ..] = world.people().await;
    let (session, stolen) = opened(&world.store, maya).await;
    let second = next(&world.store, &stolen).await;
    let third = next(&world.store, &second).await;
    world.advance(Duration::minutes(1));
    assert!(sessions::refresh(&world.store, &stolen).await.unwrap().is_none());
    assert!(!sessions::is_alive(&world.store, session).await.unwrap());
    assert!(sessions::refresh(&world.store, &third).await.unwrap().is_none());
});

both!(a_made_up_token_is_nobody_s_and_ends_nothing, async |world| {
    let [maya, ..] = world.people().await;
    let (session, token) = opened(&world.store, maya).await;
    let mut other = token.clone();
    let last = other.pop().unwrap();
    other.push(if last == 'A' { 'Q' } else { 'A' });
    world.advance(Duration::minutes(1));
    for made_up in ["", "x", "\0", "' OR 1=1 --", &token[1..], &other, &token.repeat(2), &"é".repeat(5_000)] {
        assert!(sessions::refresh(&world.store, made_up).await.unwrap().is_none());
        assert_eq!(sessions::of_token(&world.store, made_up).await.unwrap(), None);
    }
    assert!(sessions::is_alive(&world.store, session).await.unwrap());
    next(&world.store, &token).await;
});

both!(a_session_lives_thirty_days_after_its_last_use, async |world| {
    let [maya, ..] = world.people().await;
    let (session, first) = opened(&world.store, maya).await;
    world.advance(LIFETIME - Duration::milliseconds(1));
    assert!(sessions::is_alive(&world.store, session).await.unwrap());
    let second = next(&world.store, &first).await;
    world.advance(LIFETIME - Duration::milliseconds(1));
    assert!(sessions::is_alive(&world.store, session).await.unwrap());
    world.advance(Duration::milliseconds(1));
    assert!(!sessions::is_alive(&world.store, session).await.unwrap());
    assert!(sessions::refresh(&world.store, &second).await.unwrap().is_none());
});

both!(a_session_ends_once, async |world| {
    let [maya, ..] = world.people().await;
    let (session, token) = opened(&world.store, maya).await;
    let (other, _) = opened(&world.store, maya).await;
    assert_eq!(sessions::end(&world.store, session).await.unwrap(), Some(maya));
    assert_eq!(sessions::end(&world.store, session).await.unwrap(), None);
    assert!(sessions::refresh(&world.store, &token).await.unwrap().is_none());
    assert_eq!(sessions::of_token(&world.store, &token).await.unwrap(), Some(session));
    assert!(!sessions::is_alive(&world.store, session).await.unwrap());
    assert!(sessions::is_alive(&world.store, other).await.unwrap());
    let unknown: SessionId = world.store.clock.id();
    assert_eq!(sessions::end(&world.store, unknown).await.unwrap(), None);
    assert!(!sessions::is_alive(&world.store, unknown).await.unwrap());
});

both!(all_sessions_of_a_person_end_and_nobody_else_s, async |world| {
    let [maya, tom, ..] = world.people().await;
    let mut of_maya = vec![opened(&world.store, maya).await.0, opened(&world.store, maya).await.0];
    let ended_before = opened(&world.store, maya).await.0;
    let of_tom = opened(&world.store, tom).await.0;
    sessions::end(&world.store, ended_before).await.unwrap();
    world.advance(Duration::seconds(1));
    let mut listener = world.store.bus.listen();
    sessions::end_all_of(&world.store, maya).await.unwrap();
    let events = heard(&mut listener).await;
    let [Event::SessionsEnded { person, sessions: ended }] = &events[..] else { panic!("{events:?}") };
    let mut ended = ended.clone();
    ended.sort_unstable();
    of_maya.sort_unstable();
    assert_eq!((*person, &ended), (maya, &of_maya));
    assert!(sessions::is_alive(&world.store, of_tom).await.unwrap());

    let mut missed = sessions::ended_since(&world.store, start() + Duration::seconds(1)).await.unwrap();
    missed.sort_unstable();
    assert_eq!(missed, of_maya.iter().map(|session| (maya, *session)).collect::<Vec<_>>());
    assert_eq!(sessions::ended_since(&world.store, start()).await.unwrap().len(), 3);
});

both!(any_browser_may_call_itself_what_it_likes, async |world| {
    let [maya, ..] = world.people().await;
    for name in ["", "nul \0 byte", &"👍".repeat(10_000)] {
        sessions::open(&world.store, maya, name).await.unwrap();
    }
});
