//! People, and what guards their sign-in.

use chrono::Duration;
use store::experiences::{Access, Overrides};
use store::people::{self, NewPerson, Provider, Role, TRIES_BEFORE_BLOCK};
use store::{PersonId, Store};

use crate::world::{new_person, start};
use test_kit::both;

async fn blocked_until(store: &Store, person: PersonId) -> Option<chrono::DateTime<chrono::Utc>> {
    people::sign_in_facts(store, person).await.unwrap().unwrap().blocked_until
}

both!(a_person_is_kept_as_added, async |world| {
    let programme =
        store::programmes::put(&world.store, "riverside", "Riverside", "Europe/London", &Default::default())
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
    let maya = people::add(&world.store, &new).await.unwrap().unwrap();
    let kept = people::by_id(&world.store, maya).await.unwrap().unwrap();
    assert_eq!((kept.id, kept.email.as_str()), (maya, "maya.okafor@example.org"));
    assert_eq!(kept.full_name(), "Maya O'Kafor \"M\" 👍");
    assert_eq!((kept.display_name.as_str(), kept.bio, kept.language), ("Maya", new.bio, new.language));
    assert_eq!((kept.role, kept.role.title(), kept.provider), (Role::Mentor, "Mentor", Provider::Normal));
    assert_eq!((kept.programme_id, kept.picture_id, kept.phone_number.as_str()), (Some(programme), None, ""));
    assert_eq!(kept.experience_overrides.0, Overrides::default());
    assert_eq!((kept.is_disabled, kept.email_verified_at, kept.agreed_terms_at), (false, Some(start()), Some(start())));
    let facts = people::sign_in_facts(&world.store, maya).await.unwrap().unwrap();
    assert_eq!((facts.password_hash, facts.blocked_until), (new.password_hash, None));
});

both!(a_person_without_a_password_signs_in_elsewhere, async |world| {
    let tom = people::add(&world.store, &new_person("Tom", Role::Mentee)).await.unwrap().unwrap();
    let kept = people::by_id(&world.store, tom).await.unwrap().unwrap();
    assert_eq!((kept.provider, kept.role, kept.programme_id), (Provider::Google, Role::Mentee, None));
    assert_eq!(people::sign_in_facts(&world.store, tom).await.unwrap().unwrap().password_hash, None);
});

both!(an_address_belongs_to_one_person_in_any_spelling, async |world| {
    let tom = people::add(&world.store, &new_person("Tom", Role::Mentee)).await.unwrap();
    assert!(tom.is_some());
    let double = NewPerson { email: " TOM@example.org\n".into(), ..new_person("Tomas", Role::Staff) };
    assert_eq!(people::add(&world.store, &double).await.unwrap(), None);
    for spelling in ["tom@example.org", "Tom@Example.org", "\ttom@EXAMPLE.org "] {
        assert_eq!(people::by_email(&world.store, spelling).await.unwrap().map(|person| person.id), tom, "{spelling}");
    }
});

both!(an_unknown_person_is_nobody, async |world| {
    let nobody: PersonId = world.store.clock.id();
    assert!(people::by_id(&world.store, nobody).await.unwrap().is_none());
    assert!(people::by_email(&world.store, "' OR 1=1 --").await.unwrap().is_none());
    assert!(people::sign_in_facts(&world.store, nobody).await.unwrap().is_none());
});

both!(the_last_of_ten_wrong_passwords_blocks, async |world| {
    let [maya, tom, ..] = world.people().await;
    let until = start() + Duration::hours(1);
    for _ in 1..TRIES_BEFORE_BLOCK {
        people::sign_in_failed(&world.store, maya, until).await.unwrap();
        assert_eq!(blocked_until(&world.store, maya).await, None);
    }
    people::sign_in_failed(&world.store, maya, until).await.unwrap();
    assert_eq!(blocked_until(&world.store, maya).await, Some(until));
    assert_eq!(blocked_until(&world.store, tom).await, None);
    // The count begins anew: the next mistake after the hour does not block again at once.
    people::sign_in_failed(&world.store, maya, until + Duration::hours(9)).await.unwrap();
    assert_eq!(blocked_until(&world.store, maya).await, Some(until));
});

both!(wrong_passwords_given_at_once_are_all_counted, async |world| {
    let [maya, ..] = world.people().await;
    let until = start() + Duration::hours(1);
    let tasks: Vec<_> = (0..TRIES_BEFORE_BLOCK)
        .map(|_| {
            let store = world.store.clone();
            tokio::spawn(async move { people::sign_in_failed(&store, maya, until).await.unwrap() })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(blocked_until(&world.store, maya).await, Some(until));
});

both!(a_good_sign_in_forgets_wrong_ones, async |world| {
    let [maya, ..] = world.people().await;
    let until = start() + Duration::hours(1);
    for _ in 1..TRIES_BEFORE_BLOCK {
        people::sign_in_failed(&world.store, maya, until).await.unwrap();
    }
    people::sign_in_succeeded(&world.store, maya).await.unwrap();
    people::sign_in_failed(&world.store, maya, until).await.unwrap();
    assert_eq!(blocked_until(&world.store, maya).await, None);
});

both!(a_new_password_lifts_the_block, async |world| {
    let [maya, ..] = world.people().await;
    for _ in 0..TRIES_BEFORE_BLOCK {
        people::sign_in_failed(&world.store, maya, start() + Duration::hours(1)).await.unwrap();
    }
    people::set_password(&world.store, maya, "$argon2id$new").await.unwrap();
    let facts = people::sign_in_facts(&world.store, maya).await.unwrap().unwrap();
    assert_eq!((facts.password_hash.as_deref(), facts.blocked_until), (Some("$argon2id$new"), None));
});

both!(staff_change_one_person_and_nobody_else, async |world| {
    let [maya, tom, ..] = world.people().await;
    let overrides = Overrides { video: Some(Access::Show), survey: Some(Access::Hide), ..Overrides::default() };
    people::set_role(&world.store, maya, Role::Staff).await.unwrap();
    people::set_disabled(&world.store, maya, true).await.unwrap();
    people::set_overrides(&world.store, maya, &overrides).await.unwrap();
    let changed = people::by_id(&world.store, maya).await.unwrap().unwrap();
    assert_eq!((changed.role, changed.is_disabled, changed.experience_overrides.0), (Role::Staff, true, overrides));
    let other = people::by_id(&world.store, tom).await.unwrap().unwrap();
    assert_eq!((other.role, other.is_disabled), (Role::Mentee, false));
    assert_eq!(other.experience_overrides.0, Overrides::default());
    people::set_disabled(&world.store, maya, false).await.unwrap();
    assert!(!people::by_id(&world.store, maya).await.unwrap().unwrap().is_disabled);
});
