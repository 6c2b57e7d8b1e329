//! Rules of programmes that name sessions and surveys: what running mentorships get, and when it is due.

use std::time::Duration;

use chrono::NaiveDate;
use serde_json::json;
use store::administration::{self, Effect, EffectKind, NewRule, RuleRefusal};
use store::bus::{Event, Topic};
use store::content::{self, Bundle, Origin, Session, Survey};
use store::mentorship::pauses::{self, Pause};
use store::mentorship::{self, NewMentorship, sessions};
use store::people::Role;
use store::programmes::rule_checks::Flaw;
use store::programmes::rules::Rule;
use store::programmes::{self, CurriculumSession, ProgrammeSurvey, Settings};
use store::{MentorshipId, PersonId, ProgrammeId};
use test_kit::{both, operator};

use crate::answer_keys::places;
use crate::mentorship::{people_of, session};
use crate::test_store::{TestStore, next_events};

const DAY: Duration = Duration::from_secs(24 * 3600);

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn curriculum(sessions: &[(&str, u16)]) -> Rule {
    let named =
        |&(session, due_after_days): &(&str, u16)| CurriculumSession { session: session.to_owned(), due_after_days };
    Rule::MentorshipSessions(sessions.iter().map(named).collect())
}

fn surveys(all: &[(&str, &[Role])]) -> Rule {
    let named = |&(survey, roles): &(&str, &[Role])| ProgrammeSurvey {
        survey: survey.to_owned(),
        roles: roles.to_vec(),
        after: None,
    };
    Rule::OfferedSurveys(all.iter().map(named).collect())
}

/// Three sessions of mentorships, of which the curriculum has one, and one of the learning hub.
async fn contents(app: &TestStore) -> Bundle {
    session(app).await;
    let goal = content::get(&app.store).await.unwrap().sessions.unwrap().remove(0);
    let named = |key: &str| Session { key: key.to_owned(), ..goal.clone() };
    let sessions = vec![goal.clone(), named("plan"), named("listen"), places(&["room"], &[])];
    let bundle = Bundle { sessions: Some(sessions), ..Bundle::default() };
    import(app, &bundle).await;
    bundle
}

async fn import(app: &TestStore, bundle: &Bundle) {
    administration::import_content(&app.store, &operator(), bundle, Origin::Operator).await.unwrap();
}

async fn programme(app: &TestStore) -> (ProgrammeId, Settings) {
    let found = programmes::all(&app.store).await.unwrap().into_iter().find(|one| one.key == "lakeside").unwrap();
    (found.id, found.settings.0)
}

async fn set(app: &TestStore, rule: Rule) -> Result<String, RuleRefusal> {
    let (id, now) = programme(app).await;
    let expected = rule.key().of(&now).revision();
    administration::set_rule(&app.store, &operator(), id, NewRule { rule, expected: &expected }).await.unwrap()
}

async fn effects(app: &TestStore, rule: &Rule) -> Vec<(EffectKind, String, i64, Option<NaiveDate>)> {
    let (id, _) = programme(app).await;
    let found = administration::preview_rule(&app.store, &operator(), id, rule).await.unwrap().unwrap();
    found.into_iter().map(|Effect { kind, count, of, due_on }| (kind, of.unwrap(), count, due_on)).collect()
}

async fn flaws(app: &TestStore, rule: Rule) -> Vec<(String, Flaw)> {
    let Err(RuleRefusal::Invalid(mistakes)) = set(app, rule).await else { panic!("it was accepted") };
    mistakes.into_iter().map(|mistake| (mistake.to_string(), mistake.flaw)).collect()
}

async fn begin(app: &TestStore, mentor: PersonId, mentee: PersonId) -> MentorshipId {
    let new = NewMentorship { mentor, mentees: vec![mentee], group: None };
    administration::create_mentorship(&app.store, &operator(), &new).await.unwrap().unwrap()
}

/// The sessions of a mentorship with their deadlines.
async fn due(app: &TestStore, id: MentorshipId, member: PersonId) -> Vec<(String, NaiveDate)> {
    let all = mentorship::record::sessions(&app.store, id, member).await.unwrap();
    all.into_iter().map(|one| (one.session_key, one.due_on)).collect()
}

fn named(all: &[(&str, &str)]) -> Vec<(String, NaiveDate)> {
    all.iter().map(|(key, on)| ((*key).to_owned(), day(on))).collect()
}

both!(session_that_returns_is_given_to_running_mentorships, async |app| {
    let [nina, leo, ..] = people_of(&app).await;
    let bundle = contents(&app).await;
    set(&app, curriculum(&[("goal", 14), ("plan", 28)])).await.unwrap();
    let others = bundle.sessions.iter().flatten().filter(|session| session.key != "plan").cloned().collect();
    import(&app, &Bundle { sessions: Some(others), ..Bundle::default() }).await;
    let one = begin(&app, nina, leo).await;
    let held = async || due(&app, one, leo).await.into_iter().map(|(key, _)| key).collect::<Vec<_>>();
    let rule = curriculum(&[("goal", 7), ("plan", 28)]);
    assert_eq!(effects(&app, &rule).await, [], "what is not offered is not given");
    set(&app, rule).await.unwrap();
    assert_eq!(held().await, ["goal"], "as previewed");
    import(&app, &bundle).await;
    assert_eq!(held().await, ["goal", "plan"]);
});

both!(changed_curriculum_reaches_running_mentorships_from_today_on, async |app| {
    let [nina, leo, ada, _] = people_of(&app).await;
    contents(&app).await;
    let (one, other) = (begin(&app, nina, leo).await, begin(&app, nina, ada).await);
    app.store.clock.advance(DAY * 60);
    let rule = curriculum(&[("plan", 7), ("goal", 90)]);
    assert_eq!(effects(&app, &rule).await, [(EffectKind::SessionAdded, "plan".to_owned(), 2, Some(day("2026-05-08")))]);
    let mut listener = app.store.bus.listen();
    set(&app, rule).await.unwrap();
    let [Event::RulesChanged, Event::TopicsChanged { people, topics }] = &next_events(&mut listener).await[..] else {
        panic!("other events")
    };
    assert_eq!((people.len(), &topics[..]), (3, &[Topic::Mentorship][..]));
    for (id, member) in [(one, leo), (other, ada)] {
        let expected = named(&[("plan", "2026-05-08"), ("goal", "2026-03-16")]);
        assert_eq!(due(&app, id, member).await, expected, "deadlines that run stay");
    }
    // Leo begins a session; it stays, and goes with the other mentorship.
    let list = mentorship::record::sessions(&app.store, one, leo).await.unwrap();
    let catalogue = content::catalogue(&app.store).await.unwrap();
    let plan = catalogue.sessions.to_begin("plan").unwrap();
    assert!(sessions::start(&app.store, leo, &list[0].session_id, plan).await.unwrap());
    let rule = curriculum(&[("goal", 90)]);
    assert_eq!(
        effects(&app, &rule).await,
        [
            (EffectKind::SessionRemoved, "plan".to_owned(), 1, None),
            (EffectKind::SessionStays, "plan".to_owned(), 1, None)
        ]
    );
    set(&app, rule).await.unwrap();
    assert_eq!(due(&app, one, leo).await.len(), 2);
    assert_eq!(due(&app, other, ada).await, named(&[("goal", "2026-03-16")]));
    // Mentorships that begin later count from their own beginning.
    set(&app, curriculum(&[("listen", 10)])).await.unwrap();
    let ben = people_of_next(&app).await;
    let late = begin(&app, nina, ben).await;
    assert_eq!(due(&app, late, ben).await, named(&[("listen", "2026-05-11")]));
});

async fn people_of_next(app: &TestStore) -> PersonId {
    let (id, _) = programme(app).await;
    crate::mentorship::person(app, "mia", Role::Mentee, id).await
}

both!(pauses_that_are_over_move_no_new_deadline, async |app| {
    let [nina, leo, ..] = people_of(&app).await;
    contents(&app).await;
    let id = begin(&app, nina, leo).await;
    for (starts_on, days) in [("2026-03-05", 5), ("2026-05-04", 3)] {
        let pause = Pause { starts_on: day(starts_on), days };
        pauses::pause(&app.store, &operator(), id, pause).await.unwrap();
    }
    app.store.clock.advance(DAY * 60);
    set(&app, curriculum(&[("plan", 7), ("goal", 14)])).await.unwrap();
    assert_eq!(due(&app, id, leo).await, named(&[("plan", "2026-05-11"), ("goal", "2026-03-21")]));
});

both!(what_the_content_does_not_have_cannot_be_named, async |app| {
    people_of(&app).await;
    contents(&app).await;
    for (rule, expected) in [
        (curriculum(&[("sleep", 14)]), ("curriculum.0", Flaw::NoSession)),
        (curriculum(&[("goal", 14), ("first-call", 14)]), ("curriculum.1", Flaw::NoSession)),
        (curriculum(&[("plan", 0)]), ("curriculum.0", Flaw::DueDays)),
        (curriculum(&[("plan", 1000)]), ("curriculum.0", Flaw::DueDays)),
        (curriculum(&[("plan", 7), ("plan", 7)]), ("curriculum.1", Flaw::Twice)),
        (curriculum(&[("plan", 7), ("listen", 6)]), ("curriculum.1", Flaw::DueOrder)),
        (Rule::PinnedSessions(vec!["goal".to_owned()]), ("pinned_sessions.0", Flaw::NoSession)),
        (surveys(&[("moods", &[Role::Mentee])]), ("surveys.0", Flaw::NoSurvey)),
    ] {
        assert_eq!(flaws(&app, rule).await, [(expected.0.to_owned(), expected.1)]);
    }
    set(&app, Rule::PinnedSessions(vec!["first-call".to_owned()])).await.unwrap();
    assert_eq!(programme(&app).await.1.pinned_sessions, ["first-call"]);
});

both!(retired_session_is_not_given_to_mentorships, async |app| {
    let [nina, leo, ..] = people_of(&app).await;
    let mut bundle = contents(&app).await;
    set(&app, curriculum(&[("goal", 14), ("plan", 27)])).await.unwrap();
    bundle.sessions.as_mut().unwrap().retain(|session| session.key != "plan");
    import(&app, &bundle).await;
    let id = begin(&app, nina, leo).await;
    assert_eq!(due(&app, id, leo).await, named(&[("goal", "2026-03-16")]));
    // It stands in the way of no other change.
    set(&app, curriculum(&[("listen", 7), ("goal", 14), ("plan", 27)])).await.unwrap();
    assert_eq!(due(&app, id, leo).await, named(&[("listen", "2026-03-09"), ("goal", "2026-03-16")]));
});

both!(import_keeps_curriculum_of_staff, async |app| {
    people_of(&app).await;
    contents(&app).await;
    let before = content::get(&app.store).await.unwrap().programmes;
    set(&app, curriculum(&[("plan", 7)])).await.unwrap();
    import(&app, &Bundle { programmes: before, ..Bundle::default() }).await;
    let kept = programme(&app).await.1.curriculum;
    assert_eq!(kept.iter().map(|one| one.session.as_str()).collect::<Vec<_>>(), ["plan"]);
});

both!(surveys_keep_when_they_open, async |app| {
    people_of(&app).await;
    let survey = |key: &str| -> Survey {
        let question = json!({"key": "mood", "type": "Text", "label": {"en": "How are you?"}});
        let stage =
            json!({"key": "you", "name": {"en": "You"}, "pages": [{"title": {"en": "You"}, "questions": [question]}]});
        serde_json::from_value(
            json!({"key": key, "name": {"en": key}, "short_description": {"en": "Short."}, "stages": [stage]}),
        )
        .unwrap()
    };
    let mut bundle = content::get(&app.store).await.unwrap();
    bundle.surveys = Some(vec![survey("about-you"), survey("later")]);
    let lakeside = bundle.programmes.iter_mut().flatten().find(|one| one.key == "lakeside").unwrap();
    lakeside.settings.surveys = serde_json::from_value(json!([
        {"survey": "about-you", "roles": ["mentee"]},
        {"survey": "later", "roles": ["mentee"], "after": {"learning_sessions": 2}},
    ]))
    .unwrap();
    let after = lakeside.settings.surveys[1].after.clone();
    import(&app, &bundle).await;
    let both = &[Role::Mentee, Role::Mentor][..];
    let rule = surveys(&[("later", both)]);
    assert_eq!(
        effects(&app, &rule).await,
        [
            (EffectKind::SurveyWithdrawn, "about-you".to_owned(), 3, None),
            (EffectKind::SurveyOffered, "later".to_owned(), 1, None)
        ]
    );
    set(&app, rule).await.unwrap();
    assert_eq!(programme(&app).await.1.surveys[0].after, after);
    set(&app, surveys(&[])).await.unwrap();
    set(&app, surveys(&[("later", both), ("about-you", both)])).await.unwrap();
    let now = programme(&app).await.1.surveys;
    assert_eq!((&now[0].after, &now[1].after), (&after, &None), "one that returns waits as the content says");
    let waiting = content::get(&app.store).await.unwrap().programmes.map(|mut all| {
        all.iter_mut().for_each(|one| {
            one.settings.conditions =
                serde_json::from_value(json!({"mentee": {"session": {"use_after": {"surveys": ["about-you"]}}}}))
                    .unwrap();
        });
        all
    });
    import(&app, &Bundle { programmes: waiting, ..Bundle::default() }).await;
    for rule in [surveys(&[("later", both)]), surveys(&[("about-you", &[Role::Mentor]), ("later", both)])] {
        assert_eq!(flaws(&app, rule).await, [("surveys".to_owned(), Flaw::Awaited)]);
    }
    assert_eq!(
        flaws(&app, surveys(&[("about-you", both), ("later", &[])])).await,
        [("surveys.1".to_owned(), Flaw::NoRoles)]
    );
});
