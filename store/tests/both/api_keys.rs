//! Keys of programs: what is stored of them, until when they are valid, and what they leave behind.

use chrono::Duration;
use store::api_keys::{self, KeyRefusal, MAX_DAYS, NewApiKey, PREFIX};
use store::people::Role;
use store::staff::{Grant, Scope, Staff, StaffRole, audit, grants};
use store::{PersonId, ProgrammeId, Store, administration, tokens};
use test_kit::{both, operator};

use crate::test_store::TestStore;

/// Sam administers the installation, and Ada may stay when he goes.
struct World {
    app: TestStore,
    sam: Staff,
    maya: PersonId,
    lake: ProgrammeId,
    hill: ProgrammeId,
}

impl World {
    async fn new(app: TestStore) -> Self {
        let [maya, .., sam] = app.people().await;
        let put = async |key: &str| {
            administration::put_programme(&app.store, &operator(), key, key, "UTC", &Default::default()).await.unwrap()
        };
        let (lake, hill) = (put("lake").await, put("hill").await);
        Self { sam: Staff { person: sam, scope: Scope::Installation }, app, maya, lake, hill }
    }

    fn store(&self) -> &Store {
        &self.app.store
    }

    fn new_key(&self, days: u64) -> NewApiKey {
        NewApiKey { name: "City council".to_owned(), programmes: vec![self.lake], days }
    }

    async fn add(&self, days: u64) -> String {
        api_keys::add(self.store(), &self.sam, &self.new_key(days)).await.unwrap().unwrap().1
    }

    async fn use_key(&self, key: &str) {
        let used = api_keys::verify(self.store(), key).await.unwrap().unwrap();
        api_keys::record_use(self.store(), &used).await.unwrap();
    }

    async fn is_valid(&self, key: &str) -> bool {
        api_keys::verify(self.store(), key).await.unwrap().is_some()
    }

    async fn acts(&self, name: &str) -> usize {
        let rows = audit::page(self.store(), &Scope::Installation, None, &Default::default()).await.unwrap().rows;
        rows.iter().filter(|row| row.action == name).count()
    }
}

both!(key_reads_its_programmes_until_it_expires, async |app| {
    let world = World::new(app).await;
    let key = world.add(30).await;
    let used = api_keys::verify(world.store(), &key).await.unwrap().unwrap();
    assert_eq!(used.staff, Staff { person: world.sam.person, scope: Scope::Programmes(vec![world.lake]) });
    assert!(!used.staff.scope.includes(Some(world.hill)) && !used.staff.scope.includes(None));
    for wrong in ["", PREFIX, &key[..key.len() - 1], &key.to_uppercase(), &format!("{key}x"), &key[PREFIX.len()..]] {
        assert!(!world.is_valid(wrong).await, "{wrong}");
    }
    assert!(tokens::verify(world.store(), &key).is_err(), "it is no access token, of sockets either");
    world.app.advance(Duration::days(30) - Duration::seconds(1));
    assert!(world.is_valid(&key).await);
    world.app.advance(Duration::seconds(1));
    assert!(!world.is_valid(&key).await);
});

both!(key_is_stored_and_audited_as_a_hash, async |app| {
    let world = World::new(app).await;
    let key = world.add(30).await;
    world.use_key(&key).await;
    let rows = audit::page(world.store(), &Scope::Installation, None, &Default::default()).await.unwrap().rows;
    assert!(!format!("{rows:?}").contains(&key[PREFIX.len()..]));
    let used = rows.iter().find(|row| row.action == "use_api_key").unwrap();
    assert_eq!((&*used.actor_kind, used.actor_id, &*used.actor_name), ("api_key", None, "City council"));
    let listed = api_keys::all(world.store(), &Scope::Installation).await.unwrap();
    assert_eq!((&*listed[0].name, &*listed[0].programmes), ("City council", &[world.lake][..]));
    assert!(!format!("{listed:?}").contains(&key[PREFIX.len()..]));
    assert_eq!(api_keys::all(world.store(), &Scope::Programmes(vec![world.lake])).await.unwrap(), []);
});

both!(first_use_of_a_day_leaves_one_row, async |app| {
    let world = World::new(app).await;
    let key = world.add(30).await;
    assert_eq!(api_keys::all(world.store(), &Scope::Installation).await.unwrap()[0].last_used_on, None);
    for (days, rows) in [(0, 1), (0, 1), (1, 2), (0, 2)] {
        world.app.advance(Duration::days(days));
        world.use_key(&key).await;
        assert_eq!(world.acts("use_api_key").await, rows);
    }
    let last = api_keys::all(world.store(), &Scope::Installation).await.unwrap()[0].last_used_on;
    assert_eq!(last, Some(world.store().clock.now().date_naive()));
});

both!(revoked_key_reads_nothing, async |app| {
    let world = World::new(app).await;
    let (id, key) = api_keys::add(world.store(), &world.sam, &world.new_key(1)).await.unwrap().unwrap();
    let of_lake = Staff { scope: Scope::Programmes(vec![world.lake]), ..world.sam.clone() };
    assert!(!api_keys::revoke(world.store(), &of_lake, id).await.unwrap());
    assert!(world.is_valid(&key).await);
    assert!(api_keys::revoke(world.store(), &world.sam, id).await.unwrap());
    assert!(!api_keys::revoke(world.store(), &world.sam, id).await.unwrap());
    assert!(!world.is_valid(&key).await);
    assert_eq!((world.acts("add_api_key").await, world.acts("revoke_api_key").await), (1, 1));
});

both!(keys_end_with_the_role_of_their_creator, async |app| {
    let world = World::new(app).await;
    let store = world.store();
    let ada = crate::test_store::new_person("Ada", Role::Staff);
    let ada = store::people::add(store, &operator(), &ada).await.unwrap().unwrap();
    test_kit::grant_all_roles(store, ada, None).await;
    let (key, person) = (world.add(30).await, world.sam.person);
    let role = |role| Grant { role, programme: None };
    administration::end_role(store, &operator(), person, role(StaffRole::Coordinator), Default::default())
        .await
        .unwrap()
        .unwrap();
    assert!(world.is_valid(&key).await, "another role");
    administration::set_disabled(store, &operator(), person, true, None).await.unwrap();
    assert!(!world.is_valid(&key).await, "a closed account");
    administration::set_disabled(store, &operator(), person, false, None).await.unwrap();
    assert!(world.is_valid(&key).await);
    administration::end_role(store, &operator(), person, role(StaffRole::Administrator), Default::default())
        .await
        .unwrap()
        .unwrap();
    assert!(!world.is_valid(&key).await);
    grants::grant(store, &operator(), person, role(StaffRole::Administrator)).await.unwrap();
    assert!(!world.is_valid(&key).await, "the key is deleted");
});

both!(key_reads_only_what_its_creator_may_read, async |app| {
    let world = World::new(app).await;
    let store = world.store();
    let ada = crate::test_store::new_person("Ada", Role::Staff);
    let ada = store::people::add(store, &operator(), &ada).await.unwrap().unwrap();
    let hold = async |role, programme| {
        grants::grant(store, &operator(), ada, Grant { role, programme }).await.unwrap();
    };
    hold(StaffRole::Administrator, None).await;
    let staff = Staff { person: ada, scope: Scope::Installation };
    let both = NewApiKey { programmes: vec![world.lake, world.hill], ..world.new_key(30) };
    assert_eq!(api_keys::add(store, &staff, &both).await.unwrap(), Err(KeyRefusal::Unknown), "no reports");
    hold(StaffRole::Reports, Some(world.lake)).await;
    assert_eq!(api_keys::add(store, &staff, &both).await.unwrap(), Err(KeyRefusal::Unknown), "no reports of one");
    assert_eq!(api_keys::all(store, &Scope::Installation).await.unwrap(), []);
    hold(StaffRole::Reports, Some(world.hill)).await;
    let (_, key) = api_keys::add(store, &staff, &both).await.unwrap().unwrap();
    let scope = async || api_keys::verify(store, &key).await.unwrap().map(|used| used.staff.scope);
    let Some(Scope::Programmes(all)) = scope().await else { panic!("a valid key") };
    assert_eq!(all.len(), 2);
    let end = async |programme| {
        let grant = Grant { role: StaffRole::Reports, programme: Some(programme) };
        administration::end_role(store, &operator(), ada, grant, Default::default()).await.unwrap().unwrap();
    };
    end(world.hill).await;
    assert_eq!(scope().await, Some(Scope::Programmes(vec![world.lake])));
    end(world.lake).await;
    assert_eq!(scope().await, None, "an administrator without reports");
});

both!(expired_keys_make_room, async |app| {
    let world = World::new(app).await;
    let add = async |days| api_keys::add(world.store(), &world.sam, &world.new_key(days)).await.unwrap().map(drop);
    for _ in 1..api_keys::MAX_KEYS {
        assert_eq!(add(1).await, Ok(()));
    }
    assert_eq!((add(2).await, add(1).await), (Ok(()), Err(KeyRefusal::TooMany)));
    world.app.advance(Duration::days(1));
    assert_eq!(add(1).await, Ok(()));
    assert_eq!(api_keys::all(world.store(), &Scope::Installation).await.unwrap().len(), 2);
});

both!(wrong_keys_are_not_made, async |app| {
    let world = World::new(app).await;
    let add = async |staff: &Staff, new: NewApiKey| api_keys::add(world.store(), staff, &new).await.unwrap().map(drop);
    for days in [0, MAX_DAYS + 1, u64::MAX] {
        assert_eq!(add(&world.sam, world.new_key(days)).await, Err(KeyRefusal::Expiry), "{days}");
    }
    let unknown = NewApiKey { programmes: vec![world.lake, ProgrammeId(world.maya.0)], ..world.new_key(1) };
    assert_eq!(add(&world.sam, unknown).await, Err(KeyRefusal::Unknown));
    assert_eq!(add(&world.sam, NewApiKey { programmes: vec![], ..world.new_key(1) }).await, Err(KeyRefusal::Unknown));
    let of_lake = Staff { scope: Scope::Programmes(vec![world.lake]), ..world.sam.clone() };
    assert_eq!(add(&of_lake, world.new_key(1)).await, Err(KeyRefusal::Unknown));
    for _ in 0..api_keys::MAX_KEYS {
        assert_eq!(add(&world.sam, world.new_key(1)).await, Ok(()));
    }
    assert_eq!(add(&world.sam, world.new_key(1)).await, Err(KeyRefusal::TooMany));
});
