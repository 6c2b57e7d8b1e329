//! People and the protection of their sign-in.

use chrono::Duration;
use store::experiences::{Access, Overrides};
use store::people::{self, NewPerson, Provider, Role, TRIES_BEFORE_BLOCK};
use store::{PersonId, Store, administration};

use crate::test_store::{chatting, new_person, start};
use test_kit::both;

async fn blocked_until(store: &Store, person: PersonId) -> Option<chrono::DateTime<chrono::Utc>> {
    people::sign_in_facts(store, person).await.unwrap().unwrap().blocked_until
}

both!(added_person_is_returned_unchanged, async |app| {
    let programme = store::administration::put_programme(
        &app.store,
        &test_kit::operator(),
        "riverside",
        "Riverside",
        "Europe/London",
        &Default::default(),
    )
    .await
    .unwrap();
    let new = NewPerson {
        email: "  Maya.Okafor@Example.ORG ".into(),
        first_name: "Maya".into(),
        last_name: "O'Kafor \"M\" 👍".into(),
        role: Role::Mentor,
        programme_id: Some(programme),
        language: "es".into(),
        bio: "Física\\química".into(),
        password_hash: Some("$argon2id$…".into()),
    };
    let maya = people::add(&app.store, &test_kit::operator(), &new).await.unwrap().unwrap();
    let stored = people::by_id(&app.store, maya).await.unwrap().unwrap();
    assert_eq!((stored.id, stored.email.as_str()), (maya, "maya.okafor@example.org"));
    assert_eq!(stored.full_name(), "Maya O'Kafor \"M\" 👍");
    assert_eq!((stored.display_name.as_str(), stored.bio, stored.language), ("Maya", new.bio, new.language));
    assert_eq!((stored.role, stored.role.title(), stored.provider), (Role::Mentor, "Mentor", Provider::Normal));
    assert_eq!((stored.programme_id, stored.picture_id, stored.phone_number.as_str()), (Some(programme), None, ""));
    assert_eq!(stored.experience_overrides.0, Overrides::default());
    assert_eq!(
        (stored.is_disabled, stored.email_verified_at, stored.agreed_terms_at),
        (false, Some(start()), Some(start()))
    );
    let facts = people::sign_in_facts(&app.store, maya).await.unwrap().unwrap();
    assert_eq!((facts.password_hash, facts.blocked_until), (new.password_hash, None));
});

both!(person_without_password_uses_external_provider, async |app| {
    let tom = people::add(&app.store, &test_kit::operator(), &new_person("Tom", Role::Mentee)).await.unwrap().unwrap();
    let stored = people::by_id(&app.store, tom).await.unwrap().unwrap();
    assert_eq!((stored.provider, stored.role, stored.programme_id), (Provider::Google, Role::Mentee, None));
    assert_eq!(people::sign_in_facts(&app.store, tom).await.unwrap().unwrap().password_hash, None);
});

both!(email_is_unique_case_insensitively, async |app| {
    let tom = people::add(&app.store, &test_kit::operator(), &new_person("Tom", Role::Mentee)).await.unwrap();
    assert!(tom.is_some());
    let double = NewPerson { email: " TOM@example.org\n".into(), ..new_person("Tomas", Role::Staff) };
    assert_eq!(people::add(&app.store, &test_kit::operator(), &double).await.unwrap(), None);
    for spelling in ["tom@example.org", "Tom@Example.org", "\ttom@EXAMPLE.org "] {
        assert_eq!(people::by_email(&app.store, spelling).await.unwrap().map(|person| person.id), tom, "{spelling}");
    }
});

both!(unknown_person_is_not_found, async |app| {
    let unknown: PersonId = app.store.clock.id();
    assert!(people::by_id(&app.store, unknown).await.unwrap().is_none());
    assert!(people::by_email(&app.store, "' OR 1=1 --").await.unwrap().is_none());
    assert!(people::sign_in_facts(&app.store, unknown).await.unwrap().is_none());
});

both!(tenth_wrong_password_blocks_sign_in, async |app| {
    let [maya, tom, ..] = app.people().await;
    let until = start() + Duration::hours(1);
    for _ in 1..TRIES_BEFORE_BLOCK {
        people::sign_in_failed(&app.store, maya, until).await.unwrap();
        assert_eq!(blocked_until(&app.store, maya).await, None);
    }
    people::sign_in_failed(&app.store, maya, until).await.unwrap();
    assert_eq!(blocked_until(&app.store, maya).await, Some(until));
    assert_eq!(blocked_until(&app.store, tom).await, None);
    // The count restarts: one failure after the block does not block again.
    people::sign_in_failed(&app.store, maya, until + Duration::hours(9)).await.unwrap();
    assert_eq!(blocked_until(&app.store, maya).await, Some(until));
});

both!(concurrent_wrong_passwords_are_all_counted, async |app| {
    let [maya, ..] = app.people().await;
    let until = start() + Duration::hours(1);
    let tasks: Vec<_> = (0..TRIES_BEFORE_BLOCK)
        .map(|_| {
            let store = app.store.clone();
            tokio::spawn(async move { people::sign_in_failed(&store, maya, until).await.unwrap() })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(blocked_until(&app.store, maya).await, Some(until));
});

both!(successful_sign_in_resets_failure_count, async |app| {
    let [maya, ..] = app.people().await;
    let until = start() + Duration::hours(1);
    for _ in 1..TRIES_BEFORE_BLOCK {
        people::sign_in_failed(&app.store, maya, until).await.unwrap();
    }
    people::sign_in_succeeded(&app.store, maya).await.unwrap();
    people::sign_in_failed(&app.store, maya, until).await.unwrap();
    assert_eq!(blocked_until(&app.store, maya).await, None);
});

both!(new_password_lifts_sign_in_block, async |app| {
    let [maya, ..] = app.people().await;
    for _ in 0..TRIES_BEFORE_BLOCK {
        people::sign_in_failed(&app.store, maya, start() + Duration::hours(1)).await.unwrap();
    }
    store::passwords::set(&app.store, &test_kit::operator(), maya, "$argon2id$new").await.unwrap();
    let facts = people::sign_in_facts(&app.store, maya).await.unwrap().unwrap();
    assert_eq!((facts.password_hash.as_deref(), facts.blocked_until), (Some("$argon2id$new"), None));
});

both!(staff_changes_affect_one_person, async |app| {
    let [maya, tom, ..] = app.people().await;
    let overrides = Overrides { video: Some(Access::Show), survey: Some(Access::Hide), ..Overrides::default() };
    administration::set_role(&app.store, &test_kit::operator(), maya, Role::Staff).await.unwrap().unwrap();
    administration::set_disabled(&app.store, &test_kit::operator(), maya, true, None).await.unwrap();
    people::set_overrides(&app.store, &test_kit::operator(), maya, &overrides).await.unwrap();
    let changed = people::by_id(&app.store, maya).await.unwrap().unwrap();
    assert_eq!((changed.role, changed.is_disabled, changed.experience_overrides.0), (Role::Staff, true, overrides));
    let other = people::by_id(&app.store, tom).await.unwrap().unwrap();
    assert_eq!((other.role, other.is_disabled), (Role::Mentee, false));
    assert_eq!(other.experience_overrides.0, chatting());
    administration::set_disabled(&app.store, &test_kit::operator(), maya, false, None).await.unwrap();
    assert!(!people::by_id(&app.store, maya).await.unwrap().unwrap().is_disabled);
});
