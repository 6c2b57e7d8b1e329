//! Conversations of people with the staff of their programme.

use chrono::{DateTime, Duration, Utc};
use store::bots::TEAM;
use store::channels::{self, Kind, Status};
use store::chat_access::ChatAccess;
use store::listing::ListRequest;
use store::messages::{self, Draft};
use store::people::{self, Role};
use store::reports::{self, NewReport, Reason};
use store::staff::{Actor, Grant, Scope, Staff, StaffRole, grants};
use store::team::conversation::{self, Conversation};
use store::team::inbox::{self, ListedConversation};
use store::team::{self, AnswerRefusal, NewAnswer, notes};
use store::{NoteId, PersonId, ProgrammeId, administration, blocks, erase, export, programmes, reads};
use test_kit::{both, operator};

use crate::TestApp;
use crate::test_store::new_person;

/// Mia and Tom are of a programme that Sam and Cora coordinate; Far is the programme of others.
struct World {
    app: TestApp,
    programme: ProgrammeId,
    mia: PersonId,
    tom: PersonId,
    sam: Staff,
    cora: Staff,
    stranger: Staff,
}

impl World {
    async fn new(app: TestApp) -> Self {
        let put = async |key: &str| {
            let settings = programmes::Settings::default();
            administration::put_programme(&app.store, &operator(), key, key, "UTC", &settings).await.unwrap()
        };
        let (programme, far) = (put("near").await, put("far").await);
        let add = async |name: &str, role, programme| {
            let person = people::NewPerson { programme_id: Some(programme), ..new_person(name, role) };
            people::add(&app.store, &operator(), &person).await.unwrap().unwrap()
        };
        let (mia, tom) = (add("Mia", Role::Mentee, programme).await, add("Tom", Role::Mentor, programme).await);
        let coordinator = async |name: &str, programme| {
            let person = add(name, Role::Staff, programme).await;
            let grant = Grant { role: StaffRole::Coordinator, programme: Some(programme) };
            grants::grant(&app.store, &operator(), person, grant).await.unwrap();
            Staff { person, scope: Scope::Programmes(vec![programme]) }
        };
        let (sam, cora) = (coordinator("Sam", programme).await, coordinator("Cora", programme).await);
        let stranger = coordinator("Sten", far).await;
        Self { programme, mia, tom, sam, cora, stranger, app }
    }

    async fn write(&self, person: PersonId, text: &str) {
        let channel = team::open(&self.app.store, person).await.unwrap().unwrap();
        let temp_id = test_kit::fresh_name();
        self.app.store.writer.append(Draft::text(channel, person, temp_id, text)).await.unwrap();
    }

    async fn answer(
        &self,
        staff: &Staff,
        person: PersonId,
        body: &str,
        seen: impl Into<Option<i64>>,
    ) -> Result<(), AnswerRefusal> {
        let temp_id = &*test_kit::fresh_name();
        let new = NewAnswer { temp_id, body, seen: seen.into() };
        team::answer(&self.app.store, &Actor::Staff(staff.clone()), person, new).await.unwrap().map(drop)
    }

    async fn list(&self, staff: &Staff, state: &str) -> Vec<ListedConversation> {
        let filters = [("state".to_owned(), vec![state.to_owned()])].into_iter().collect();
        let request = ListRequest { filters, ..ListRequest::default() };
        inbox::page(&self.app.store, staff, &request).await.unwrap().rows
    }

    async fn waiting(&self, staff: &Staff) -> Vec<String> {
        self.list(staff, "waiting").await.into_iter().map(|one| one.name).collect()
    }

    async fn read(&self, staff: &Staff, person: PersonId) -> Option<Conversation> {
        conversation::read(&self.app.store, staff, person, None).await.unwrap()
    }

    async fn unread(&self, person: PersonId) -> i64 {
        let counts = reads::unread_of(&self.app.store, person, ChatAccess::ALL).await.unwrap();
        counts.iter().map(|unread| unread.count).sum()
    }
}

both!(person_writes_and_team_answers, async |app| {
    let world = World::new(app).await;
    let World { mia, ref sam, ref cora, .. } = world;
    let channel = team::open(&world.app.store, mia).await.unwrap().unwrap();
    assert_eq!(team::open(&world.app.store, mia).await.unwrap(), Some(channel), "one for each person");
    assert_eq!(world.waiting(sam).await, Vec::<String>::new(), "an empty one is not listed");
    world.write(mia, "May I bring a friend?").await;
    let asked_at = world.app.store.clock.now();
    world.app.advance(Duration::hours(2));
    world.write(mia, "It is on Friday.").await;
    let [listed] = &world.list(cora, "waiting").await[..] else { panic!() };
    assert_eq!((&*listed.name, &*listed.last_text), ("Mia Okafor", "It is on Friday."));
    assert_eq!(listed.waiting_since, Some(asked_at));

    world.answer(sam, mia, "Of course.\n– Sam", 2).await.unwrap();
    assert_eq!(world.waiting(cora).await, Vec::<String>::new());
    let [listed] = &world.list(cora, "answered").await[..] else { panic!() };
    assert_eq!(listed.assigned_to, Some(sam.person), "who answers takes care of it");
    assert!(listed.is_last_of_staff());
    assert_eq!(world.unread(mia).await, 1);
    let sent = messages::page(&world.app.store, channel, messages::Page::first(3)).await.unwrap();
    assert_eq!((sent[0].sender_id, &*sent[0].body), (TEAM, "Of course.\n– Sam"), "in the name of the team");
    assert_eq!(team::author_of(&world.app.store, channel, 3).await.unwrap(), Some(sam.person));
    let read = world.read(cora, mia).await.unwrap();
    assert_eq!(read.authors[&3].name.as_deref(), Some("Sam Okafor"), "colleagues see who wrote it");

    assert!(conversation::mark_read(&world.app.store, cora, mia, 3).await.unwrap());
    let members = channels::members_around(&world.app.store, mia, 10).await.unwrap();
    let bot = members.iter().find(|member| member.person_id == TEAM).unwrap();
    assert_eq!(bot.last_seen_seq, 3, "the person sees that it was read");
});

both!(what_the_author_has_not_seen_is_not_answered, async |app| {
    let world = World::new(app).await;
    let World { mia, ref sam, ref cora, .. } = world;
    world.write(mia, "Hello?").await;
    world.write(mia, "One more thing.").await;
    world.answer(sam, mia, "Hello!", 1).await.unwrap();
    assert_eq!(world.waiting(sam).await, ["Mia Okafor"], "of the second message he knew nothing");
    let refused = world.answer(cora, mia, "Hi!", 2).await.unwrap_err();
    let at = world.app.store.clock.now();
    assert_eq!(refused, AnswerRefusal::Answered { by: "Sam Okafor".to_owned(), at });
    world.answer(cora, mia, "About the second one: yes.", 3).await.unwrap();
    assert_eq!(world.waiting(sam).await, Vec::<String>::new());

    let again = NewAnswer { temp_id: "again", body: "Bye", seen: Some(4) };
    let actor = Actor::Staff(sam.clone());
    let first = team::answer(&world.app.store, &actor, mia, again).await.unwrap().unwrap();
    let second = team::answer(&world.app.store, &actor, mia, again).await.unwrap().unwrap();
    assert_eq!(first.id, second.id, "sent again, it is one message");
});

both!(text_to_many_answers_nothing, async |app| {
    let world = World::new(app).await;
    let World { mia, ref sam, ref cora, .. } = world;
    world.write(mia, "Hello?").await;
    world.answer(sam, mia, "Hello!", 1).await.unwrap();
    world.write(mia, "May I bring a friend?").await;
    world.answer(cora, mia, "On Friday we meet at four.", None).await.unwrap();
    assert_eq!(world.waiting(sam).await, ["Mia Okafor"], "her question still waits");
    let [listed] = &world.list(sam, "waiting").await[..] else { panic!() };
    assert_eq!(listed.assigned_to, Some(sam.person), "who wrote to many takes nothing");
    assert_eq!(world.unread(mia).await, 2, "she reads it");
});

both!(conversation_is_taken_settled_and_opened_again, async |app| {
    let world = World::new(app).await;
    let World { mia, ref sam, ref cora, ref stranger, .. } = world;
    let store = &world.app.store;
    world.write(mia, "Thanks!").await;
    let by = |staff: &Staff| Actor::Staff(staff.clone());
    team::assign(store, &by(sam), mia, None, Some(sam.person)).await.unwrap().unwrap();
    let refused = team::assign(store, &by(cora), mia, None, Some(cora.person)).await.unwrap().unwrap_err();
    assert_eq!(refused, AnswerRefusal::Assigned { to: Some("Sam Okafor".to_owned()) });
    let refused = team::assign(store, &by(sam), mia, Some(sam.person), Some(stranger.person)).await.unwrap();
    assert_eq!(refused, Err(AnswerRefusal::NoColleague));
    team::assign(store, &by(cora), mia, Some(sam.person), None).await.unwrap().unwrap();

    assert!(team::settle(store, &by(cora), mia, 1).await.unwrap());
    assert_eq!(world.waiting(sam).await, Vec::<String>::new());
    assert!(team::reopen(store, &by(sam), mia).await.unwrap());
    assert_eq!(world.waiting(sam).await, ["Mia Okafor"]);
    world.answer(sam, mia, "You are welcome", 1).await.unwrap();
    assert!(team::reopen(store, &by(sam), mia).await.unwrap());
    assert_eq!(world.waiting(sam).await, ["Mia Okafor"], "the last message of the person waits, not that of the team");
});

both!(conversations_stay_within_the_programme, async |app| {
    let world = World::new(app).await;
    let World { mia, ref sam, ref stranger, .. } = world;
    let store = &world.app.store;
    world.write(mia, "Hello").await;
    let by = Actor::Staff(stranger.clone());
    assert_eq!(world.waiting(stranger).await, Vec::<String>::new());
    assert!(world.read(stranger, mia).await.is_none());
    assert_eq!(world.answer(stranger, mia, "Hello", 1).await, Err(AnswerRefusal::Unknown));
    assert!(!team::settle(store, &by, mia, 1).await.unwrap());
    assert!(!team::reopen(store, &by, mia).await.unwrap());
    assert!(!conversation::mark_read(store, stranger, mia, 1).await.unwrap());
    assert_eq!(team::colleagues(store, stranger, mia).await.unwrap(), None);
    assert_eq!(notes::of_person(store, stranger, mia).await.unwrap(), None);
    assert!(!notes::add(store, &by, mia, store.clock.id(), "Hello").await.unwrap());
    assert_eq!(team::open(store, sam.person).await.unwrap(), None, "staff have none");
    assert!(world.read(sam, sam.person).await.is_none());
});

both!(person_who_reports_an_answer_keeps_the_team, async |app| {
    let world = World::new(app).await;
    let World { mia, ref sam, ref cora, programme, .. } = world;
    let store = &world.app.store;
    world.write(mia, "Hello").await;
    world.answer(sam, mia, "What do you want again?", 1).await.unwrap();
    let channel = team::open(store, mia).await.unwrap().unwrap();
    let subject = team::author_of(store, channel, 2).await.unwrap().unwrap();
    let new = NewReport {
        reporter: mia,
        subject,
        channel,
        message: None,
        programme: Some(programme),
        reason: Reason::Harassment,
        details: "",
        stops_contact: Some(true),
    };
    reports::add(store, new, 20).await.unwrap().unwrap();
    assert_eq!(blocks::stopped_contacts(store, mia).await.unwrap(), [], "she does not learn who wrote it");
    assert_eq!(team::colleagues(store, cora, mia).await.unwrap(), Some(vec![cora.person]));
    assert_eq!(notes::of_person(store, sam, mia).await.unwrap(), None);
    assert!(!notes::add(store, &Actor::Staff(sam.clone()), mia, store.clock.id(), "Hm").await.unwrap());
    assert_eq!(world.list(cora, "answered").await[0].assigned_to, None, "he does not take care of it any more");
    let by = Actor::Staff(cora.clone());
    team::assign(store, &by, mia, None, Some(cora.person)).await.unwrap().unwrap();
    world.write(mia, "Is anyone else there?").await;
    assert_eq!(world.waiting(cora).await, ["Mia Okafor"]);
    assert_eq!(world.waiting(sam).await, Vec::<String>::new());
    assert!(world.read(sam, mia).await.is_none(), "not for the one about whom she reported");
    assert_eq!(world.answer(sam, mia, "I am here", 3).await, Err(AnswerRefusal::Unknown));
    world.answer(cora, mia, "I am.", 3).await.unwrap();
    assert_eq!(world.unread(mia).await, 2);
});

both!(edited_message_waits_again, async |app| {
    let world = World::new(app).await;
    let World { mia, ref sam, .. } = world;
    let store = &world.app.store;
    world.write(mia, "Thanks").await;
    assert!(team::settle(store, &Actor::Staff(sam.clone()), mia, 1).await.unwrap());
    let channel = team::open(store, mia).await.unwrap().unwrap();
    let id = messages::id_at(store, channel, 1).await.unwrap().unwrap();
    messages::edit(store, channel, mia, id, "He asked me for photos").await.unwrap().unwrap();
    assert_eq!(world.waiting(sam).await, ["Mia Okafor"]);
});

both!(those_who_leave_lose_conversations_at_once, async |app| {
    let world = World::new(app).await;
    let World { mia, ref sam, ref cora, programme, .. } = world;
    let store = &world.app.store;
    world.write(mia, "Hello").await;
    world.answer(sam, mia, "Hello", 1).await.unwrap();
    let grant = Grant { role: StaffRole::Coordinator, programme: Some(programme) };
    administration::end_role(store, &operator(), sam.person, grant, Default::default()).await.unwrap().unwrap();
    assert_eq!(world.list(cora, "answered").await[0].assigned_to, None);
    world.write(mia, "Are you there?").await;
    world.answer(cora, mia, "I am", 3).await.unwrap();
    assert_eq!(world.list(cora, "answered").await[0].assigned_to, Some(cora.person));
    let person = people::by_id(store, mia).await.unwrap().unwrap();
    administration::set_disabled(store, &operator(), person.id, true, None).await.unwrap();
    assert_eq!(world.answer(cora, mia, "Still there?", 4).await, Err(AnswerRefusal::Closed));
});

both!(nothing_closes_the_way_to_the_team, async |app| {
    let world = World::new(app).await;
    let World { tom, ref sam, .. } = world;
    let store = &world.app.store;
    world.write(tom, "Hello").await;
    let suspended = administration::SuspendedBy::Coordinator;
    let by = Actor::Staff(sam.clone());
    administration::suspend(store, &by, tom, None, "a reason", suspended).await.unwrap().unwrap();
    let own = channels::of_person(store, tom).await.unwrap();
    let own = own.iter().find(|channel| channel.kind == Kind::Team).unwrap();
    assert_eq!((own.status, own.programme_id), (Status::Active, None));
    world.write(tom, "Why was I suspended?").await;
    assert_eq!(world.waiting(sam).await, ["Tom Okafor"]);
});

both!(erased_people_leave_nothing_with_the_team, async |app| {
    let world = World::new(app).await;
    let World { mia, tom, ref sam, ref cora, .. } = world;
    let store = &world.app.store;
    world.write(mia, "My address is 1 Lake Road").await;
    world.answer(sam, mia, "Thank you, Mia of Lake Road", 1).await.unwrap();
    let id: NoteId = store.clock.id();
    assert!(notes::add(store, &Actor::Staff(cora.clone()), mia, id, "Lives at Lake Road").await.unwrap());
    let exported = export::everything_about(store, &operator(), mia).await.unwrap().unwrap().data;
    assert_eq!(exported["notes"][0]["body"], "Lives at Lake Road", "she reads them in a copy of her data");
    assert_eq!(exported["answersOfTheTeam"][0]["body"], "Thank you, Mia of Lake Road");
    assert!(!exported.to_string().contains(&sam.person.to_string()), "and does not learn who wrote it");
    assert!(!exported.to_string().contains(&cora.person.to_string()));
    let of_cora = export::everything_about(store, &operator(), cora.person).await.unwrap().unwrap().data;
    assert!(!of_cora["notesAboutOthers"].to_string().contains("Lake Road"), "{of_cora}");
    let channel = team::open(store, mia).await.unwrap().unwrap();
    world.write(tom, "Hello").await;
    world.answer(cora, tom, "Hello Tom", 1).await.unwrap();

    let person = people::by_id(store, mia).await.unwrap().unwrap();
    erase::erase(store, &operator(), &person).await.unwrap();
    let left = messages::between(store, channel, 0, 10).await.unwrap();
    assert!(left.iter().all(|message| message.body.is_empty()), "{left:?}");
    assert_eq!(world.list(sam, "answered").await.len(), 1, "only Tom's");

    let person = people::by_id(store, cora.person).await.unwrap().unwrap();
    erase::erase(store, &operator(), &person).await.unwrap();
    let read = world.read(sam, tom).await.unwrap();
    assert_eq!((&*read.messages[1].body, &read.authors[&2].author_id), ("Hello Tom", &None), "it is of the team");
});

both!(notes_are_for_colleagues, async |app| {
    let world = World::new(app).await;
    let World { mia, ref sam, ref cora, .. } = world;
    let store = &world.app.store;
    let by = |staff: &Staff| Actor::Staff(staff.clone());
    let id: NoteId = store.clock.id();
    for _ in 0..2 {
        assert!(notes::add(store, &by(sam), mia, id, "Prefers calls").await.unwrap());
    }
    let found = notes::of_person(store, cora, mia).await.unwrap().unwrap();
    assert_eq!(found.len(), 1, "sent again, it is one note");
    assert_eq!(found[0].author_name.as_deref(), Some("Sam Okafor"));
    assert!(!notes::remove(store, &by(cora), mia, id).await.unwrap(), "her colleague wrote it");
    assert!(notes::remove(store, &by(sam), mia, id).await.unwrap());
    assert_eq!(notes::of_person(store, cora, mia).await.unwrap(), Some(Vec::new()));
    assert!(!notes::add(store, &by(sam), sam.person, store.clock.id(), "me").await.unwrap(), "not about oneself");
});

both!(deleted_messages_do_not_wait, async |app| {
    let world = World::new(app).await;
    let World { mia, ref sam, .. } = world;
    let store = &world.app.store;
    world.write(mia, "Sorry, wrong channel").await;
    let channel = team::open(store, mia).await.unwrap().unwrap();
    let id = messages::id_at(store, channel, 1).await.unwrap().unwrap();
    messages::delete(store, channel, mia, id).await.unwrap().unwrap();
    assert_eq!(world.waiting(sam).await, Vec::<String>::new());
    let listed = &world.list(sam, "answered").await[0];
    assert_eq!((&*listed.last_text, listed.waiting_since), ("", None::<DateTime<Utc>>));
});
