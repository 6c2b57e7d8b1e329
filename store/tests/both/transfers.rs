//! People who move to another programme: what goes along, what stays, and who may do it.

use chrono::Duration;
use serde_json::json;
use store::administration::{self, Transfer, TransferRefusal};
use store::applications::{self, State};
use store::channels::{self, Kind, Status};
use store::contact::Missing;
use store::listing::ListRequest;
use store::matching;
use store::matching::pool::{self, Joined, PauseReason};
use store::mentorship::{EndReason, NewMentorship};
use store::messages::Draft;
use store::outbox::{self, MAIL, Mail};
use store::people::{self, Role};
use store::staff::{Actor, Grant, Scope, Staff, StaffRole, audit, grants, people_list, timeline};
use store::team::{self, inbox};
use store::{PersonId, ProgrammeId, SignedIn, export};
use test_kit::{both, operator};

use crate::TestApp;
use crate::matching::{named_programme, waiting};
use crate::test_store::new_person;

/// Mia and Tom are of the programme Near; Far decides who takes part, and demands the vetting of mentors.
struct World {
    app: TestApp,
    near: ProgrammeId,
    far: ProgrammeId,
    mia: PersonId,
    tom: PersonId,
    /// Coordinates both.
    sam: Staff,
    /// Coordinates Near.
    nora: Staff,
    /// Coordinates Far.
    fay: Staff,
}

impl World {
    async fn new(app: TestApp) -> Self {
        let put = async |key: &str, matching| {
            let settings = serde_json::from_value(json!({"matching": matching})).unwrap();
            administration::put_programme(&app.store, &operator(), key, key, "UTC", &settings).await.unwrap()
        };
        let near = put("Near", json!({"enter_after": {"mentee": {}, "mentor": {}}})).await;
        let rules = json!({"needs_approval": ["mentee", "mentor"], "needs_vetting": true});
        let far = put("Far", rules).await;
        let add = async |name: &str, role, programme| {
            let person = people::NewPerson { programme_id: Some(programme), ..new_person(name, role) };
            people::add(&app.store, &operator(), &person).await.unwrap().unwrap()
        };
        let (mia, tom) = (add("Mia", Role::Mentee, near).await, add("Tom", Role::Mentor, near).await);
        let coordinator = async |name: &str, programmes: &[ProgrammeId]| {
            let person = add(name, Role::Staff, programmes[0]).await;
            for programme in programmes {
                let grant = Grant { role: StaffRole::Coordinator, programme: Some(*programme) };
                grants::grant(&app.store, &operator(), person, grant).await.unwrap();
            }
            Staff { person, scope: Scope::Programmes(programmes.to_vec()) }
        };
        let sam = coordinator("Sam", &[near, far]).await;
        let (nora, fay) = (coordinator("Nora", &[near]).await, coordinator("Fay", &[far]).await);
        Self { near, far, mia, tom, sam, nora, fay, app }
    }

    async fn transfer(&self, staff: &Staff, person: PersonId, to: ProgrammeId) -> Result<(), TransferRefusal> {
        let transfer = Transfer { from: None, to };
        administration::transfer(&self.app.store, &Actor::from(staff.clone()), person, transfer, "another school")
            .await
            .unwrap()
    }

    async fn programme_of(&self, person: PersonId) -> Option<ProgrammeId> {
        people::by_id(&self.app.store, person).await.unwrap().unwrap().programme_id
    }

    async fn pair(&self) -> store::MentorshipId {
        let new = NewMentorship { mentor: self.tom, mentees: vec![self.mia], group: None };
        administration::create_mentorship(&self.app.store, &operator(), &new).await.unwrap().unwrap()
    }

    async fn write_to_team(&self, person: PersonId, text: &str) -> store::ChannelId {
        let channel = team::open(&self.app.store, person).await.unwrap().unwrap();
        let draft = Draft::text(channel, person, test_kit::fresh_name(), text);
        self.app.store.writer.append(draft).await.unwrap();
        channel
    }

    async fn mails_of(&self, name: &str) -> Vec<(String, Option<String>)> {
        let mails = outbox::lease::<Mail>(&self.app.store, MAIL, 100, Duration::minutes(1)).await.unwrap();
        let of = mails.into_iter().map(|job| job.payload).filter(|mail| mail.to.starts_with(name));
        of.map(|mut mail| (mail.template, mail.values.remove("programme"))).collect()
    }

    async fn inbox(&self, staff: &Staff) -> Vec<String> {
        let page = inbox::page(&self.app.store, staff, &ListRequest::default()).await.unwrap();
        page.rows.into_iter().map(|one| one.last_text).collect()
    }

    async fn status(&self, channel: store::ChannelId, person: PersonId) -> Status {
        channels::membership(&self.app.store, channel, person).await.unwrap().unwrap().status
    }
}

both!(person_moves_and_the_other_team_reaches_them, async |app| {
    let world = World::new(app).await;
    let World { near, far, tom, ref sam, ref nora, ref fay, .. } = world;
    let store = &world.app.store;
    assert!(people_list::find(store, &nora.scope, tom).await.unwrap().is_some());
    world.transfer(sam, tom, far).await.unwrap();
    assert_eq!(world.programme_of(tom).await, Some(far));
    assert!(people_list::find(store, &nora.scope, tom).await.unwrap().is_none());
    assert!(people_list::find(store, &fay.scope, tom).await.unwrap().is_some());
    // Where staff decide who takes part, the person applies, and has no contact until then.
    assert_eq!(applications::of_person(store, tom).await.unwrap().unwrap().state, State::Open);
    assert!(SignedIn::of_person(store, tom).await.unwrap().unwrap().is_applying());
    let mails = world.mails_of("tom").await;
    let named = |template: &str| (template.to_owned(), Some("Far".to_owned()));
    assert_eq!(mails, [named("programme_changed")], "one mail says both");
    let rows = audit::page(store, &Scope::Installation, None, &ListRequest::default()).await.unwrap().rows;
    assert_eq!((&*rows[0].action, rows[0].programme_id), ("transfer_person", Some(near)));
    assert_eq!(rows[0].old_values.as_deref(), Some(r#"{"programme":"Near"}"#));

    // And back again: nothing stands in the way there.
    world.transfer(sam, tom, near).await.unwrap();
    assert_eq!(world.programme_of(tom).await, Some(near));
    assert_eq!(applications::of_person(store, tom).await.unwrap().unwrap().state, State::Approved);
    assert!(!SignedIn::of_person(store, tom).await.unwrap().unwrap().is_applying());
});

both!(staff_of_one_side_cannot_move_people, async |app| {
    let world = World::new(app).await;
    let World { near, far, mia, ref nora, ref fay, ref sam, .. } = world;
    assert_eq!(world.transfer(nora, mia, far).await, Err(TransferRefusal::Unknown), "pushes into a foreign programme");
    assert_eq!(world.transfer(fay, mia, far).await, Err(TransferRefusal::Unknown), "pulls out of a foreign programme");
    assert_eq!(world.transfer(sam, mia, near).await, Err(TransferRefusal::Changed(mia)));
    assert_eq!(world.transfer(sam, nora.person, far).await, Err(TransferRefusal::Unavailable(nora.person)));
    let transfer = Transfer { from: Some(far), to: far };
    let by = Actor::from(sam.clone());
    let outdated = administration::transfer(&world.app.store, &by, mia, transfer, "late").await.unwrap();
    assert_eq!(outdated, Err(TransferRefusal::Changed(mia)));
    administration::set_disabled(&world.app.store, &operator(), mia, true, None).await.unwrap();
    assert_eq!(world.transfer(sam, mia, far).await, Err(TransferRefusal::Unavailable(mia)));
    assert_eq!(world.programme_of(mia).await, Some(near));
    let rehearsed = async |staff: &Staff| {
        administration::rehearse_transfer(&world.app.store, &Actor::from(staff.clone()), world.tom).await.unwrap()
    };
    assert_eq!(rehearsed(fay).await.unwrap_err(), TransferRefusal::Unknown);
    assert_eq!(rehearsed(nora).await.unwrap().programmes, []);
});

both!(mentorship_ends_before_a_person_moves, async |app| {
    let world = World::new(app).await;
    let World { far, mia, tom, ref sam, .. } = world;
    let id = world.pair().await;
    let by = Actor::from(sam.clone());
    let rehearsed = administration::rehearse_transfer(&world.app.store, &by, tom).await.unwrap().unwrap();
    assert_eq!(rehearsed.mentorships, [id]);
    let [destination] = &rehearsed.programmes[..] else { panic!("{rehearsed:?}") };
    assert_eq!((destination.id, destination.needs_approval), (far, true));
    assert_eq!(destination.missing, [Missing::Vetting]);
    for person in [mia, tom] {
        assert_eq!(world.transfer(sam, person, far).await, Err(TransferRefusal::InMentorship(person)));
    }
    let after = administration::MenteesAfter::StayOut;
    administration::end_mentorship(&world.app.store, &operator(), id, EndReason::Other.alone(), after)
        .await
        .unwrap()
        .unwrap();
    world.transfer(sam, mia, far).await.unwrap();
    // The end cannot be taken back across programmes.
    world.app.advance(Duration::minutes(1));
    assert!(administration::undo_end(&world.app.store, &operator(), id).await.unwrap().is_err());
});

both!(place_in_the_pool_stays_behind, async |app| {
    let world = World::new(app).await;
    let store = &world.app.store;
    let lakeside = named_programme(&world.app, "lakeside", json!({})).await;
    let leo = waiting(&world.app, &lakeside, "leo", Role::Mentee, &["english"], "tech").await;
    assert!(administration::rehearse_transfer(store, &operator(), leo).await.unwrap().unwrap().is_in_pool);
    let transfer = Transfer { from: Some(lakeside.id), to: world.far };
    administration::transfer(store, &operator(), leo, transfer, "another school").await.unwrap().unwrap();
    assert_eq!(pool::of_person(store, leo).await.unwrap(), None);
    assert_eq!(pool::of_programme(store, lakeside.id).await.unwrap(), []);
});

both!(pause_holds_in_the_other_pool, async |app| {
    let store = &*app.store;
    let lakeside = named_programme(&app, "lakeside", json!({})).await;
    let hill = named_programme(&app, "hill", json!({"mentors": {"places": 7}})).await;
    let join = async |person| {
        let signed_in = SignedIn::of_person(store, person).await.unwrap().unwrap();
        pool::join(store, &operator(), &signed_in).await.unwrap()
    };
    let moved = async |name: &str, reason: Option<PauseReason>| {
        let person = waiting(&app, &lakeside, name, Role::Mentor, &["english"], "tech").await;
        pool::set_places(store, &operator(), person, store::mentorship::Kind::Pair, 2).await.unwrap().unwrap();
        if let Some(reason) = reason {
            pool::pause(store, &operator(), person, reason).await.unwrap().unwrap();
        }
        let transfer = Transfer { from: Some(lakeside.id), to: hill.id };
        administration::transfer(store, &operator(), person, transfer, "another school").await.unwrap().unwrap();
        matching::work(store).await.unwrap();
        (person, pool::of_person(store, person).await.unwrap().unwrap())
    };
    let (free, entered) = moved("free", None).await;
    assert_eq!((entered.programme_id, entered.paused_at, entered.left_at, entered.places), (hill.id, None, None, 7));
    for reason in [PauseReason::OwnWish, PauseReason::Expired, PauseReason::Staff, PauseReason::Safeguarding] {
        let (person, kept) = moved(reason.name(), Some(reason)).await;
        assert_eq!((kept.programme_id, kept.pause_reason.as_deref()), (hill.id, Some(reason.name())));
        assert_eq!((kept.places, kept.paused_at.is_some(), kept.left_at.is_some()), (7, true, true), "{reason:?}");
        assert_eq!(join(person).await, Joined::InPool);
        let joined = pool::of_person(store, person).await.unwrap().unwrap();
        let is_paused = reason != PauseReason::OwnWish;
        assert_eq!((joined.left_at, joined.paused_at.is_some()), (None, is_paused), "{reason:?}");
    }
    // The end of a pause alone brings no one into the pool.
    let (person, _) = moved("resumed", Some(PauseReason::Staff)).await;
    pool::resume(store, &operator(), person).await.unwrap().unwrap();
    matching::work(store).await.unwrap();
    let waiting_now = pool::of_programme(store, hill.id).await.unwrap();
    assert!(
        waiting_now.iter().all(|one| one.person_id != person) && waiting_now.iter().any(|one| one.person_id == free)
    );
});

both!(departure_from_the_pool_holds_in_the_other_one, async |app| {
    let store = &*app.store;
    let lakeside = named_programme(&app, "lakeside", json!({})).await;
    let hill = named_programme(&app, "hill", json!({})).await;
    for (name, reason) in [("leo", "No time until summer"), ("ada", "stopped")] {
        let person = waiting(&app, &lakeside, name, Role::Mentee, &["english"], "tech").await;
        pool::leave(store, &operator(), person, reason).await.unwrap().unwrap();
        let before = pool::of_person(store, person).await.unwrap().unwrap();
        app.advance(Duration::minutes(1));
        let transfer = Transfer { from: Some(lakeside.id), to: hill.id };
        administration::transfer(store, &operator(), person, transfer, "another school").await.unwrap().unwrap();
        matching::work(store).await.unwrap();
        let after = pool::of_person(store, person).await.unwrap().unwrap();
        assert_eq!((after.programme_id, after.left_at), (hill.id, before.left_at));
        assert_eq!(after.leave_reason.as_deref(), Some(reason));
    }
    assert_eq!(pool::of_programme(store, hill.id).await.unwrap(), []);
});

both!(other_team_reads_no_names_and_reasons_of_the_programme_before, async |app| {
    let world = World::new(app).await;
    let World { near, far, mia, ref sam, ref nora, ref fay, .. } = world;
    let store = &world.app.store;
    let pair = world.pair().await;
    let after = administration::MenteesAfter::StayOut;
    administration::end_mentorship(store, &operator(), pair, EndReason::Other.alone(), after).await.unwrap().unwrap();
    administration::set_disabled(store, &operator(), mia, true, Some("A matter of Near")).await.unwrap();
    administration::set_disabled(store, &operator(), mia, false, None).await.unwrap();
    let happened = async |staff: &Staff| timeline::page(store, staff, mia, None).await.unwrap().rows;
    let named = |rows: &[timeline::Happened]| {
        let names = rows.iter().filter(|row| row.names.is_some()).count();
        (names, rows.iter().filter(|row| row.reason.is_some()).count())
    };
    let before = happened(nora).await;
    assert_eq!(named(&before), (2, 1), "{before:?}");
    world.transfer(sam, mia, far).await.unwrap();
    let rows = happened(fay).await;
    assert_eq!(named(&rows), (0, 0), "{rows:?}");
    assert!(rows.iter().all(|row| row.old_values.is_none()), "{rows:?}");
    let is_named = |row: &timeline::Happened| row.actor_name.is_some();
    assert!(rows.iter().all(|row| !is_named(row) || row.kind == "transfer_person"), "{rows:?}");
    let moved = rows.iter().find(|row| row.kind == "transfer_person").unwrap();
    assert!(moved.new_values.as_deref().is_some_and(|values| values.contains("Far")));
    assert!(before.iter().all(|row| rows.iter().any(|other| (row.at, &row.kind) == (other.at, &other.kind))));

    world.transfer(sam, mia, near).await.unwrap();
    assert_eq!(named(&happened(nora).await), (2, 2), "with the transfer out of Near");
});

both!(conversation_stays_with_its_team, async |app| {
    let world = World::new(app).await;
    let World { near, far, mia, ref sam, ref nora, ref fay, .. } = world;
    let store = &world.app.store;
    let old = world.write_to_team(mia, "Is the group full?").await;
    let by = Actor::from(sam.clone());
    let rehearsed = administration::rehearse_transfer(store, &by, mia).await.unwrap().unwrap();
    assert_eq!((rehearsed.has_conversation, rehearsed.is_waiting), (true, true));
    world.transfer(sam, mia, far).await.unwrap();
    assert_eq!(world.status(old, mia).await, Status::Inactive, "the person reads it");
    for staff in [nora, fay, sam] {
        assert_eq!(world.inbox(staff).await, Vec::<String>::new());
    }
    let new = world.write_to_team(mia, "Hello Far").await;
    assert_ne!(new, old);
    assert_eq!(world.inbox(fay).await, ["Hello Far"]);
    assert_eq!(world.inbox(nora).await, Vec::<String>::new());

    // Who comes back goes on where they were.
    world.transfer(sam, mia, near).await.unwrap();
    assert_eq!(team::open(store, mia).await.unwrap(), Some(old));
    assert_eq!((world.status(old, mia).await, world.status(new, mia).await), (Status::Active, Status::Inactive));
    assert_eq!(world.inbox(nora).await, ["Is the group full?"]);
    let exported = export::everything_about(store, &operator(), mia).await.unwrap().unwrap();
    assert_eq!(exported.data["formerConversationsWithTheTeam"].as_array().unwrap().len(), 1);
});

both!(person_leaves_the_channels_of_the_programme, async |app| {
    let world = World::new(app).await;
    let World { near, far, mia, tom, ref sam, .. } = world;
    let store = &world.app.store;
    let of = async |programme| {
        let id = channels::create(store, Kind::Group, "Choir", Some(programme)).await.unwrap();
        channels::join(store, id, &[mia, tom]).await.unwrap();
        id
    };
    let (left, kept) = (of(near).await, of(far).await);
    world.transfer(sam, mia, far).await.unwrap();
    assert_eq!(world.status(left, mia).await, Status::Inactive);
    assert_eq!(world.status(left, tom).await, Status::Active, "others stay");
    // Until the other team has approved the application, there is no contact in its channels.
    assert_eq!(world.status(kept, tom).await, Status::Active);
});
