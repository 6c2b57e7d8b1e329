//! Announcements of the programme team: drafts, sending at once and at a time, delivery, reading, correcting and taking back.

use std::time::Duration;

use chrono::{NaiveDateTime, NaiveTime};
use chrono_tz::Tz;
use store::announcements::{self, Among, Audience, Content, Found, Reach, Received, Refusal, State, Text, Texts};
use store::content::{Bundle, Language, Origin};
use store::mentorship::NewMentorship;
use store::notification_settings::{self, NotificationSettings};
use store::outbox::{self, Job, MAIL, Mail};
use store::people::{self, Role};
use store::push::{self, Notification, PUSH, Push};
use store::quiet_hours::QuietHours;
use store::staff::{Actor, Scope, Staff};
use store::{AnnouncementId, PersonId, ProgrammeId, SignedIn, Store, administration, erase};
use test_kit::{both, operator};

use crate::matching::{add, named_programme};
use crate::push::browser_of;
use crate::test_store::TestStore;

mod messages;
mod sending;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// A programme in Berlin with Sam, who coordinates it, the mentees Tom and Ana, and their mentor Maya, who is with Tom.
struct Lakeside {
    app: TestStore,
    programme: ProgrammeId,
    other: ProgrammeId,
    sam: Staff,
    tom: PersonId,
    ana: PersonId,
    maya: PersonId,
}

impl Lakeside {
    async fn open(app: TestStore) -> Self {
        let [.., sam] = app.people().await;
        offer_languages(&app.store, true).await;
        let programme = named_programme(&app, "lakeside", serde_json::json!({})).await.id;
        let other = named_programme(&app, "hill", serde_json::json!({})).await.id;
        let [tom, ana] =
            [add(&app, programme, "tomas", Role::Mentee).await, add(&app, programme, "anabel", Role::Mentee).await];
        let maya = add(&app, programme, "mayara", Role::Mentor).await;
        let pair = NewMentorship { mentor: maya, mentees: vec![tom], group: None };
        administration::create_mentorship(&app.store, &operator(), &pair).await.unwrap().unwrap();
        let sam = Staff { person: sam, scope: Scope::Programmes(vec![programme]) };
        Self { app, programme, other, sam, tom, ana, maya }
    }

    fn store(&self) -> &Store {
        &self.app.store
    }

    fn actor(&self) -> Actor {
        self.sam.clone().into()
    }

    fn content(&self, among: Among) -> Content {
        let audience = Audience { programme: self.programme, mentees: true, mentors: true, among, cohort: None };
        Content { texts: texts(&[("en", "Party")]), audience, by_push: false, by_mail: false }
    }

    /// Keeps a draft, and returns its id with its revision.
    async fn draft(&self, content: &Content) -> (AnnouncementId, i64) {
        let id = self.store().clock.id();
        assert!(announcements::create(self.store(), &self.sam, id, self.programme).await.unwrap());
        (id, announcements::save(self.store(), &self.sam, id, 1, content).await.unwrap().unwrap())
    }

    async fn try_send(&self, content: &Content, at: Option<NaiveDateTime>) -> Result<AnnouncementId, Refusal> {
        let (id, revision) = self.draft(content).await;
        announcements::send(self.store(), &self.actor(), id, revision, at).await.unwrap().map(|()| id)
    }

    /// Sends it now, and delivers it.
    async fn send(&self, content: &Content) -> AnnouncementId {
        let id = self.try_send(content, None).await.unwrap();
        announcements::deliver_due(self.store()).await.unwrap();
        id
    }

    /// What a person finds, in German.
    async fn received(&self, person: PersonId) -> Vec<Received> {
        announcements::received(self.store(), &signed_in(self.store(), person).await, "de").await.unwrap()
    }

    async fn reads(&self, person: PersonId, id: AnnouncementId) -> bool {
        announcements::mark_read(self.store(), &signed_in(self.store(), person).await, id).await.unwrap()
    }

    /// Lets the quiet hours of a person last until noon; now it is nine.
    async fn is_quiet_for(&self, person: PersonId) {
        let night = QuietHours { from: NaiveTime::MIN, until: "12:00:00".parse().unwrap() };
        let settings = NotificationSettings {
            time_zone: Tz::UTC,
            quiet_hours: Some(night),
            mail_after_hours: None,
            reminder_mails: true,
        };
        notification_settings::save(self.store(), person, &settings).await.unwrap();
    }

    /// Returns the mails that quiet hours held up.
    async fn mails_after_noon(&self) -> Vec<Mail> {
        self.app.store.clock.advance(Duration::from_secs(4 * 3600));
        announcements::deliver_due(self.store()).await.unwrap();
        mails(self.store()).await
    }

    /// Declines a person of this first name.
    async fn decline(&self, name: &str) {
        let sql = format!(
            "INSERT INTO applications (person_id, state, note) SELECT id, 'declined', '' FROM people WHERE first_name = '{name}'"
        );
        self.app.execute(sql.leak()).await;
    }

    /// State, and how many people it reached and read it.
    async fn stands(&self, id: AnnouncementId) -> (State, i64, i64) {
        let listed = announcements::find(self.store(), &self.sam.scope, id).await.unwrap().unwrap().listed;
        (listed.state, listed.reached, listed.read)
    }
}

async fn offer_languages(store: &Store, with_german: bool) {
    let language = |code: &str, is_active| Language {
        code: code.to_owned(),
        name: code.to_owned(),
        is_active,
        is_default: code == "en",
    };
    let languages = vec![language("de", with_german), language("en", true), language("ar", true)];
    let bundle = Bundle { languages: Some(languages), ..Bundle::default() };
    administration::import_content(store, &operator(), &bundle, Origin::BuiltIn).await.unwrap();
}

async fn signed_in(store: &Store, person: PersonId) -> SignedIn {
    SignedIn::of_person(store, person).await.unwrap().unwrap()
}

fn texts(titles: &[(&str, &str)]) -> Texts {
    let text = |title: &str| Text { title: title.to_owned(), body: "Come at **4 pm**.".to_owned() };
    titles.iter().map(|(code, title)| ((*code).to_owned(), text(title))).collect()
}

fn local(text: &str) -> Option<NaiveDateTime> {
    Some(text.parse().unwrap())
}

/// Sends the mails that are due, and returns those about announcements.
async fn mails(store: &Store) -> Vec<Mail> {
    let jobs: Vec<Job<Mail>> = outbox::lease(store, MAIL, 1_000, chrono::Duration::minutes(1)).await.unwrap();
    for job in &jobs {
        outbox::done(store, job.id).await.unwrap();
    }
    jobs.into_iter().map(|job| job.payload).filter(|mail| mail.template == "announcement").collect()
}

/// The addresses of mails with their titles.
fn titles(mails: &[Mail]) -> Vec<(&str, &str)> {
    mails.iter().map(|mail| (&*mail.to, &*mail.values["title"])).collect()
}

async fn pushes(store: &Store) -> Vec<Push> {
    let jobs: Vec<Job<Push>> = outbox::lease(store, PUSH, 1_000, chrono::Duration::minutes(1)).await.unwrap();
    let is_ours = |push: &Push| matches!(push.note, Notification::Announcement { .. });
    jobs.into_iter().map(|job| job.payload).filter(is_ours).collect()
}

both!(announcement_is_read_once_by_each, async |app| {
    let at = Lakeside::open(app).await;
    let content = Content { texts: texts(&[("ar", "حفلة"), ("en", "Party")]), ..at.content(Among::All) };
    let reach = announcements::count(at.store(), &at.sam.scope, &content.audience).await.unwrap();
    assert_eq!(reach, Some(Reach { mentees: 2, mentors: 1 }));
    let id = at.send(&content).await;
    assert_eq!(at.stands(id).await, (State::Sent, 3, 0));
    for person in [at.tom, at.ana, at.maya] {
        let [one] = &at.received(person).await[..] else { panic!("one announcement") };
        assert_eq!((&*one.language, &*one.text.title), ("en", "Party"), "the default language, without a German text");
        assert!(one.read_at.is_none());
    }
    assert!(at.reads(at.tom, id).await && at.reads(at.tom, id).await);
    assert_eq!(at.stands(id).await, (State::Sent, 3, 1));
    assert!(at.received(at.tom).await[0].read_at.is_some());

    // Neither staff nor people of another programme.
    let far = add(&at.app, at.other, "faruk", Role::Mentee).await;
    for person in [far, at.sam.person] {
        assert_eq!(at.received(person).await, []);
        let found = announcements::find_received(at.store(), &signed_in(at.store(), person).await, id, "en").await;
        assert_eq!(found.unwrap(), Found::Nothing);
        assert!(!at.reads(person, id).await);
    }
});

both!(audience_follows_roles_and_mentorships, async |app| {
    let at = Lakeside::open(app).await;
    let reached = async |mentees, mentors, among| {
        let mut content = at.content(among);
        (content.audience.mentees, content.audience.mentors) = (mentees, mentors);
        let id = at.send(&content).await;
        let mut found = Vec::new();
        for (person, name) in [(at.tom, "tom"), (at.ana, "ana"), (at.maya, "maya")] {
            let received = at.received(person).await;
            found.extend(received.iter().any(|one| one.id == id).then_some(name));
        }
        let count = announcements::count(at.store(), &at.sam.scope, &content.audience).await.unwrap().unwrap();
        assert_eq!(usize::try_from(count.mentees + count.mentors).unwrap(), found.len());
        found
    };
    assert_eq!(reached(true, false, Among::All).await, ["tom", "ana"]);
    assert_eq!(reached(false, true, Among::All).await, ["maya"]);
    assert_eq!(reached(true, true, Among::Matched).await, ["tom", "maya"]);
    assert_eq!(reached(true, true, Among::Unmatched).await, ["ana"]);
    administration::suspend(at.store(), &operator(), at.ana, None, "a reason", administration::SuspendedBy::Lead)
        .await
        .unwrap()
        .unwrap();
    administration::set_disabled(at.store(), &operator(), at.maya, true, None).await.unwrap();
    let id = at.send(&at.content(Among::All)).await;
    assert_eq!(at.stands(id).await, (State::Sent, 2, 0), "suspended people read, closed accounts do not");
    assert!(at.reads(at.ana, id).await);
});

both!(newcomer_reads_what_was_sent_to_all_lately, async |app| {
    let at = Lakeside::open(app).await;
    let id = at.send(&at.content(Among::All)).await;
    at.send(&at.content(Among::Unmatched)).await;
    let newcomer = add(&at.app, at.programme, "nora", Role::Mentee).await;
    assert_eq!(at.received(newcomer).await.iter().map(|one| one.id).collect::<Vec<_>>(), [id]);
    assert_eq!(at.stands(id).await, (State::Sent, 3, 0));
    assert!(at.reads(newcomer, id).await);
    assert_eq!(at.stands(id).await, (State::Sent, 4, 1));
    let late = add(&at.app, at.programme, "lara", Role::Mentee).await;
    at.app.store.clock.advance(31 * DAY);
    assert_eq!(at.received(late).await, []);
    assert!(!at.reads(late, id).await);
    assert_eq!(at.received(newcomer).await.len(), 1, "what a person has read stays");
    assert_eq!(at.received(at.ana).await.len(), 2, "and what reached them");
});

both!(refused_applicant_reads_nothing, async |app| {
    let at = Lakeside::open(app).await;
    let id = at.send(&at.content(Among::All)).await;
    at.decline("anabel").await;
    assert_eq!(at.received(at.ana).await, [], "also what reached them before");
    assert!(!at.reads(at.ana, id).await);
    let reach = announcements::count(at.store(), &at.sam.scope, &at.content(Among::All).audience).await.unwrap();
    assert_eq!(reach, Some(Reach { mentees: 1, mentors: 1 }));
});

both!(programme_of_others_does_not_exist, async |app| {
    let at = Lakeside::open(app).await;
    let (id, revision) = at.draft(&at.content(Among::All)).await;
    let stranger = Staff { person: at.sam.person, scope: Scope::Programmes(vec![at.other]) };
    let (store, actor) = (at.store(), Actor::from(stranger.clone()));
    assert!(!announcements::create(store, &stranger, store.clock.id(), at.programme).await.unwrap());
    assert!(!announcements::create(store, &stranger, id, at.other).await.unwrap(), "the id is taken");
    let saved = announcements::save(store, &stranger, id, revision, &at.content(Among::Matched)).await.unwrap();
    assert_eq!(saved, Err(Refusal::NotFound));
    let mut elsewhere = at.content(Among::All);
    elsewhere.audience.programme = at.other;
    let moved = announcements::save(store, &at.sam, id, revision, &elsewhere).await.unwrap();
    assert_eq!(moved, Err(Refusal::NotFound), "not into a programme of others");
    let none = [
        announcements::discard(store, &stranger, id, revision).await.unwrap(),
        announcements::send(store, &actor, id, revision, None).await.unwrap(),
        announcements::unschedule(store, &actor, id, revision).await.unwrap(),
        announcements::correct(store, &actor, id, revision, &texts(&[("en", "No")])).await.unwrap(),
        announcements::take_back(store, &actor, id, revision).await.unwrap(),
    ];
    assert!(none.iter().all(|outcome| *outcome == Err(Refusal::NotFound)), "{none:?}");
    assert_eq!(announcements::find(store, &stranger.scope, id).await.unwrap(), None);
    assert_eq!(announcements::count(store, &stranger.scope, &at.content(Among::All).audience).await.unwrap(), None);
    let page = announcements::page(store, &stranger.scope, &Default::default()).await.unwrap();
    assert_eq!(page.total, 0);
});

both!(announcement_taken_back_is_gone, async |app| {
    let at = Lakeside::open(app).await;
    at.is_quiet_for(at.tom).await;
    let settings =
        NotificationSettings { time_zone: Tz::UTC, quiet_hours: None, mail_after_hours: None, reminder_mails: false };
    notification_settings::save(at.store(), at.ana, &settings).await.unwrap();
    let phone = browser_of(&at.app, at.tom, "phone").await;
    let loud = Content { by_push: true, by_mail: true, ..at.content(Among::All) };
    let kept = Content { by_mail: true, texts: texts(&[("en", "Kept")]), ..at.content(Among::Matched) };
    at.send(&kept).await;
    assert_eq!(mails(at.store()).await.len(), 1, "Maya's; Tom's waits");
    let id = at.send(&loud).await;
    let [mail] = &mails(at.store()).await[..] else { panic!("Maya's") };
    assert_eq!((&*mail.to, &*mail.values["title"]), ("mayara@example.org", "Party"));
    let [push] = &pushes(at.store()).await[..] else { panic!("Tom's") };
    let reachable = push::reachable(at.store(), phone).await.unwrap().unwrap();
    assert!(push::deferred_until(push, &reachable, at.store().clock.now()).is_some(), "quiet hours");

    let take_back = async |revision| announcements::take_back(at.store(), &at.actor(), id, revision).await.unwrap();
    assert_eq!(take_back(2).await, Err(Refusal::Changed));
    take_back(3).await.unwrap();
    take_back(3).await.unwrap();
    assert_eq!(at.received(at.tom).await.iter().map(|one| &*one.text.title).collect::<Vec<_>>(), ["Kept"]);
    let tom = signed_in(at.store(), at.tom).await;
    assert_eq!(announcements::find_received(at.store(), &tom, id, "en").await.unwrap(), Found::TakenBack);
    assert!(!at.reads(at.tom, id).await);
    assert!(push::is_obsolete(at.store(), push).await.unwrap());
    let late = at.mails_after_noon().await;
    assert_eq!(titles(&late), [("tomas@example.org", "Kept")], "the other one waited, and is not sent");
    assert_eq!(at.stands(id).await, (State::TakenBack, 3, 0));
    let corrected = announcements::correct(at.store(), &at.actor(), id, 4, &texts(&[("en", "No")])).await.unwrap();
    assert_eq!(corrected, Err(Refusal::Changed));
});

both!(erased_author_leaves_the_announcement, async |app| {
    let at = Lakeside::open(app).await;
    let id = at.send(&at.content(Among::All)).await;
    at.reads(at.tom, id).await;
    at.app.execute("DELETE FROM staff_grants WHERE role = 'administrator'").await;
    for person in [at.sam.person, at.tom] {
        let person = people::by_id(at.store(), person).await.unwrap().unwrap();
        erase::erase(at.store(), &operator(), &person).await.unwrap();
    }
    let found = announcements::find(at.store(), &at.sam.scope, id).await.unwrap().unwrap();
    assert_eq!((found.listed.author_id, found.listed.reached, found.listed.read), (None, 2, 0));
    assert_eq!(at.received(at.ana).await.len(), 1);
});
