//! Reports of outcomes: what each figure counts, what is hidden, and who reads it.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::json;
use store::administration::{self, MenteesAfter};
use store::content::{self, Bundle, Origin};
use store::invitations::{self, Invitee};
use store::listing::ListRequest;
use store::mentorship::{self, NewMentorship, contact, record, sessions};
use store::outcomes::{self, Cohort, Figure, Figures, MadeRefusal, Period};
use store::people::Role;
use store::staff::{Actor, Scope, Staff};
use store::surveys::{self, Mode};
use store::{MentorshipId, OutcomeReportId, PersonId, ProgrammeId, learning};
use test_kit::{both, operator};

use crate::TestApp;
use crate::mentorship::{people_of, person, session};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Nina's programme with a session, and its people so far.
async fn lakeside(app: &TestApp) -> ProgrammeId {
    let [nina, ..] = people_of(app).await;
    session(app).await;
    store::people::by_id(&app.store, nina).await.unwrap().unwrap().programme_id.unwrap()
}

/// Adds people with these names and numbers.
async fn add(app: &TestApp, programme: ProgrammeId, name: &str, count: usize, role: Role) -> Vec<PersonId> {
    let mut added = Vec::new();
    for number in 0..count {
        added.push(person(app, &format!("{name}{number}"), role, programme).await);
    }
    added
}

async fn pair(app: &TestApp, mentor: PersonId, mentee: PersonId) -> MentorshipId {
    let pair = NewMentorship { mentor, mentees: vec![mentee], group: None };
    administration::create_mentorship(&app.store, &operator(), &pair).await.unwrap().unwrap()
}

async fn write(app: &TestApp, mentorship: MentorshipId, author: PersonId) {
    let channel = mentorship::by_id(&app.store, mentorship).await.unwrap().unwrap().channel_id;
    app.send(channel, author, "Hello").await;
}

async fn finish(app: &TestApp, mentorship: MentorshipId, person: PersonId) {
    let definition = content::catalogue(&app.store).await.unwrap().sessions.to_begin("goal").unwrap().clone();
    let id = &record::sessions(&app.store, mentorship, person).await.unwrap()[0].session_id;
    sessions::start(&app.store, person, id, &definition).await.unwrap();
    for step in &definition.definition.steps {
        learning::complete_step(&app.store, person, id, &definition.definition, step, None).await.unwrap();
    }
}

async fn make(app: &TestApp, programme: ProgrammeId, period: Period) -> OutcomeReportId {
    let id = outcomes::make(&app.store, &operator(), programme, period).await.unwrap().unwrap();
    assert_eq!(outcomes::compute_due(&app.store).await.unwrap(), 1);
    id
}

async fn figures(app: &TestApp, id: OutcomeReportId) -> Figures {
    outcomes::find(&app.store, &Scope::Installation, id).await.unwrap().unwrap().figures.unwrap()
}

fn of(figures: &Figures, role: Role) -> &Cohort {
    figures.cohorts.iter().find(|cohort| cohort.role == role).unwrap()
}

/// What is shown of the counts that are not hidden.
fn shown(cohort: &Cohort) -> BTreeMap<Figure, u32> {
    cohort.counts.iter().filter_map(|(figure, count)| Some((*figure, count.value?))).collect()
}

both!(each_figure_counts_its_people, async |app| {
    let programme = lakeside(&app).await;
    // With Leo, Ada and Ben 28 mentees, of whom five wait for a decision; with Nina 19 mentors.
    let waiting = add(&app, programme, "waits", 5, Role::Mentee).await;
    let mentees = add(&app, programme, "mentee", 20, Role::Mentee).await;
    let mentors = add(&app, programme, "mentor", 18, Role::Mentor).await;
    assert_eq!(waiting.len(), 5);
    app.execute(
        "INSERT INTO applications (person_id, state, note) SELECT id, 'open', '' FROM people WHERE email LIKE 'waits%'",
    )
    .await;
    let invitee = |number: usize| Invitee {
        email: format!("invited{number}@example.org"),
        first_name: "Ivo".to_owned(),
        last_name: "Nited".to_owned(),
        role: Role::Mentee,
        language: "en".to_owned(),
        birth_month: None,
        says_role: true,
        says_language: true,
        guardian_email: None,
        cohort: None,
    };
    let invited: Vec<_> = (0..12).map(invitee).collect();
    invitations::invite(&app.store, &operator(), programme, &invited).await.unwrap().unwrap();

    // Two weeks later 18 pairs begin. In 15 both sides write, in the others only the mentor; in 10 the mentees finish the session.
    app.store.clock.advance(15 * DAY);
    let mut pairs = Vec::new();
    for (number, (mentor, mentee)) in mentors.iter().zip(&mentees).enumerate() {
        let id = pair(&app, *mentor, *mentee).await;
        pairs.push(id);
        write(&app, id, *mentor).await;
        if number < 15 {
            write(&app, id, *mentee).await;
        }
        if number < 10 {
            finish(&app, id, *mentee).await;
        }
    }
    app.execute(
        "INSERT INTO survey_progress (person_id, survey_key, version, started_at, completed_at)
         SELECT id, 'mood', 1, created_at, created_at FROM people WHERE email LIKE 'mentee1%' OR email LIKE 'waits%'",
    )
    .await;
    // Three pairs end after two months. After 100 days 12 of the others write: both sides in 10.
    app.store.clock.advance(60 * DAY);
    for id in &pairs[15..] {
        let after = MenteesAfter::StayOut;
        administration::end_mentorship(
            &app.store,
            &operator(),
            *id,
            store::mentorship::EndReason::MovedAway.alone(),
            after,
        )
        .await
        .unwrap()
        .unwrap();
    }
    app.store.clock.advance(40 * DAY);
    for (number, ((id, mentor), mentee)) in pairs.iter().zip(&mentors).zip(&mentees).enumerate().take(12) {
        write(&app, *id, *mentor).await;
        if number < 10 {
            write(&app, *id, *mentee).await;
        }
    }
    contact::update(&app.store).await.unwrap();

    let found = figures(&app, make(&app, programme, Period::ThisYear).await).await;
    let cohort = of(&found, Role::Mentee);
    assert_eq!((cohort.year, cohort.weeks_to_match), (2025, Some([2, 2, 2])));
    let expected = [
        (Figure::Invited, 10),
        (Figure::Joined, 30),
        (Figure::Approved, 25),
        (Figure::Matched, 20),
        (Figure::Met, 15),
        (Figure::Learned, 10),
        (Figure::LearnedAll, 10),
        (Figure::Stayed3, 15),
        // Eleven mentees, and five who wait.
        (Figure::Said, 15),
        (Figure::Running, 15),
        (Figure::NotSilent, 10),
        (Figure::InRhythm, 10),
    ];
    assert_eq!(shown(cohort), expected.into());
    let mentors = of(&found, Role::Mentor);
    let expected = [
        (Figure::Joined, 20),
        (Figure::Approved, 20),
        (Figure::Matched, 20),
        (Figure::Met, 15),
        (Figure::Stayed3, 15),
        (Figure::Running, 15),
        (Figure::NotSilent, 10),
        (Figure::InRhythm, 10),
    ];
    assert_eq!(shown(mentors), expected.into());
    assert_eq!((&*cohort.changes, &*mentors.changes), (&[][..], &[][..]), "no question is asked twice");
});

both!(badges_count_people_by_their_best_one, async |app| {
    let programme = lakeside(&app).await;
    let mentees = add(&app, programme, "mentee", 16, Role::Mentee).await;
    let mentors = add(&app, programme, "mentor", 16, Role::Mentor).await;
    for (number, (mentor, mentee)) in mentors.iter().zip(&mentees).enumerate() {
        // In the last four pairs the session is finished after its day.
        let id = pair(&app, *mentor, *mentee).await;
        if number < 12 {
            finish(&app, id, *mentee).await;
            finish(&app, id, *mentor).await;
        }
    }
    app.store.clock.advance(20 * DAY);
    for (mentor, mentee) in mentors.iter().zip(&mentees).skip(12) {
        let list = mentorship::of_person(&app.store, *mentee).await.unwrap();
        finish(&app, list[0].id, *mentee).await;
        finish(&app, list[0].id, *mentor).await;
    }
    let found = figures(&app, make(&app, programme, Period::ThisYear).await).await;
    for role in [Role::Mentee, Role::Mentor] {
        let counts = shown(of(&found, role));
        let badges = [Figure::Learned, Figure::Badge, Figure::Silver, Figure::Gold].map(|figure| counts[&figure]);
        assert_eq!(badges, [15, 15, 10, 10], "16, of whom 12 were on time: {role:?}");
    }
});

/// Imports two surveys that ask how sure people are.
async fn two_surveys(app: &TestApp, max: i64) {
    let survey = |key: &str| {
        let question = json!({"key": "sure", "type": "Scale", "label": {"en": "How sure are you?", "de": "Wie sicher?"},
            "scale": {"min": 1, "max": max}});
        let page = json!({"title": {"en": "All"}, "questions": [question]});
        let stage = json!({"key": "all", "name": {"en": "All"}, "pages": [page]});
        json!({"key": key, "name": {"en": key}, "short_description": {"en": "Now."}, "stages": [stage]})
    };
    let surveys = ["begin", "end"].map(|key| serde_json::from_value(survey(key)).unwrap());
    let bundle = Bundle { surveys: Some(surveys.into()), ..Bundle::default() };
    administration::import_content(&app.store, &operator(), &bundle, Origin::Operator).await.unwrap();
}

async fn answer(app: &TestApp, survey: &str, person: PersonId, sure: i64, mode: Mode) {
    let catalogue = content::catalogue(&app.store).await.unwrap();
    let survey = catalogue.surveys.to_begin(survey).unwrap();
    let stage = &survey.definition.stages[0];
    let given = [("sure".to_owned(), json!(sure))].into_iter().collect();
    let submission = questions::submit(&stage.pages[0].questions, &given, app.store.clock.now().date_naive()).unwrap();
    surveys::save(&app.store, person, survey, stage, &submission, mode).await.unwrap();
}

both!(answers_of_the_same_people_are_compared, async |app| {
    let programme = lakeside(&app).await;
    two_surveys(&app, 5).await;
    let mentees = add(&app, programme, "mentee", 13, Role::Mentee).await;
    for (number, mentee) in mentees.iter().enumerate() {
        // The last one answers the first survey only, and drafts the second one.
        answer(&app, "end", *mentee, 2, Mode::Submit).await;
        app.store.clock.advance(Duration::from_secs(60));
        let (sure, mode) = match number {
            0..10 => (4, Mode::Submit),
            10 => (2, Mode::Submit),
            11 => (1, Mode::Submit),
            _ => (5, Mode::Draft(None)),
        };
        answer(&app, "begin", *mentee, sure, mode).await;
    }
    let found = figures(&app, make(&app, programme, Period::ThisYear).await).await;
    let [change] = &of(&found, Role::Mentee).changes[..] else { panic!("{found:?}") };
    let values = [change.answered, change.same_or_higher, change.higher].map(|count| count.value);
    assert_eq!((&*change.question, change.scale, values), ("sure", (1, 5), [Some(10), Some(10), Some(10)]));
    assert_eq!((change.before, change.after), (2.0, 3.6), "the survey that was answered first is before");
    assert_eq!(change.label["de"], "Wie sicher?");
    assert_eq!(of(&found, Role::Mentor).changes, []);
});

both!(means_near_the_end_of_the_scale_are_hidden, async |app| {
    let programme = lakeside(&app).await;
    two_surveys(&app, 5).await;
    for (number, mentee) in add(&app, programme, "mentee", 10, Role::Mentee).await.into_iter().enumerate() {
        answer(&app, "end", mentee, if number == 0 { 2 } else { 1 }, Mode::Submit).await;
        answer(&app, "begin", mentee, 3, Mode::Submit).await;
    }
    let found = figures(&app, make(&app, programme, Period::ThisYear).await).await;
    assert_eq!(of(&found, Role::Mentee).changes, [], "a mean of 1.1 is one person with a 2");
});

both!(answers_of_another_scale_are_left_out, async |app| {
    let programme = lakeside(&app).await;
    two_surveys(&app, 4).await;
    for mentee in add(&app, programme, "mentee", 12, Role::Mentee).await {
        answer(&app, "end", mentee, 2, Mode::Submit).await;
        answer(&app, "begin", mentee, 3, Mode::Submit).await;
    }
    let found = figures(&app, make(&app, programme, Period::ThisYear).await).await;
    assert_eq!(of(&found, Role::Mentee).changes.len(), 1);
    two_surveys(&app, 5).await;
    let found = figures(&app, make(&app, programme, Period::ThisYear).await).await;
    assert_eq!(of(&found, Role::Mentee).changes, [], "3 of 4 is not 3 of 5");
});

both!(person_invited_again_counts_once, async |app| {
    let programme = lakeside(&app).await;
    add(&app, programme, "mentee", 12, Role::Mentee).await;
    let ended = "INSERT INTO invitations (id, programme_id, role, email, first_name, last_name, language, search_text, created_at,
             expires_at, mailed_at, is_reminded, person_id)
         SELECT p.id, p.programme_id, 'mentee', '', '', '', 'en', '', p.created_at, p.created_at, p.created_at, FALSE, NULL
         FROM people p WHERE p.email LIKE 'mentee%'";
    app.execute(ended).await;
    let found = figures(&app, make(&app, programme, Period::ThisYear).await).await;
    assert_eq!(of(&found, Role::Mentee).counts[&Figure::Invited].value, None, "who these were is not known");
    app.execute("UPDATE invitations SET person_id = id WHERE id IN (SELECT id FROM people WHERE email LIKE 'mentee%')")
        .await;
    let found = figures(&app, make(&app, programme, Period::ThisYear).await).await;
    assert_eq!(of(&found, Role::Mentee).counts[&Figure::Invited].value, Some(10), "twelve people");
});

both!(report_whose_job_was_given_up_is_computed_later, async |app| {
    let programme = lakeside(&app).await;
    let id = outcomes::make(&app.store, &operator(), programme, Period::ThisYear).await.unwrap().unwrap();
    app.execute("UPDATE outbox SET dead_reason = 'database: away' WHERE kind = 'outcomes'").await;
    assert_eq!(outcomes::compute_due(&app.store).await.unwrap(), 0);
    outcomes::make_monthly(&app.store).await.unwrap();
    outcomes::compute_due(&app.store).await.unwrap();
    let report = outcomes::find(&app.store, &Scope::Installation, id).await.unwrap().unwrap();
    assert!(report.figures.is_some());
});

both!(report_stays_as_it_was_made, async |app| {
    let programme = lakeside(&app).await;
    let mentees = add(&app, programme, "mentee", 9, Role::Mentee).await;
    let first = make(&app, programme, Period::ThisYear).await;
    add(&app, programme, "later", 10, Role::Mentee).await;
    let second = make(&app, programme, Period::ThisYear).await;
    let joined = async |id| of(&figures(&app, id).await, Role::Mentee).counts[&Figure::Joined].value;
    assert_eq!((joined(first).await, joined(second).await), (Some(10), Some(20)), "12, and 22");
    let erased = store::people::by_id(&app.store, mentees[0]).await.unwrap().unwrap();
    store::erase::erase(&app.store, &operator(), &erased).await.unwrap();
    assert_eq!(joined(second).await, Some(20));
    assert_eq!(joined(make(&app, programme, Period::ThisYear).await).await, Some(20), "21");
    assert_eq!(joined(make(&app, programme, Period::LastYear).await).await, None, "none");
});

both!(years_since_the_beginning_are_cohorts_with_sums, async |app| {
    let programme = lakeside(&app).await;
    add(&app, programme, "mentee", 9, Role::Mentee).await;
    app.store.clock.advance(200 * DAY);
    add(&app, programme, "next", 13, Role::Mentee).await;
    let id = make(&app, programme, Period::SinceBeginning).await;
    let found = figures(&app, id).await;
    let years: Vec<_> = found.cohorts.iter().map(|cohort| (cohort.year, cohort.role)).collect();
    let (mentee, mentor) = (Role::Mentee, Role::Mentor);
    assert_eq!(years, [(2025, mentee), (2025, mentor), (2026, mentee), (2026, mentor)]);
    let total = found.totals(mentee)[&Figure::Joined];
    assert_eq!((total.value, total.or_more), (Some(25), false), "10 and 15");
    assert_eq!(found.totals(mentor)[&Figure::Joined].value, None, "Nina");
    let report = outcomes::find(&app.store, &Scope::Installation, id).await.unwrap().unwrap().listed;
    assert_eq!((report.first_year, report.last_year, report.programme_name), (2025, 2026, "lakeside".to_owned()));
});

both!(school_year_begins_in_the_zone_of_the_programme, async |app| {
    let programme = lakeside(&app).await;
    // Half an hour before August in UTC it is August in London.
    let august = "2026-07-31T23:30:00Z".parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    app.store.clock.advance((august - app.store.clock.now()).to_std().unwrap());
    add(&app, programme, "august", 11, Role::Mentee).await;
    let found = figures(&app, make(&app, programme, Period::ThisYear).await).await;
    let cohort = of(&found, Role::Mentee);
    assert_eq!((cohort.year, cohort.counts[&Figure::Joined].value), (2026, Some(10)));
});

both!(other_programmes_do_not_exist_for_staff, async |app| {
    let programme = lakeside(&app).await;
    let settings = Default::default();
    let hill = administration::put_programme(&app.store, &operator(), "hill", "Hill", "UTC", &settings).await.unwrap();
    let [.., sam] = app.people().await;
    let staff = |programme| Staff { person: sam, scope: Scope::Programmes(vec![programme]) };
    let (own, foreign) = (staff(programme), staff(hill));
    let store = &app.store;
    let actor = Actor::from(own.clone());
    let id = outcomes::make(store, &actor, programme, Period::ThisYear).await.unwrap().unwrap();
    let again = outcomes::make(store, &actor, programme, Period::ThisYear).await.unwrap();
    assert_eq!(again, Ok(id), "while it is computed");
    let refused = outcomes::make(store, &foreign.clone().into(), programme, Period::ThisYear).await.unwrap();
    assert_eq!(refused, Err(MadeRefusal::NotFound));
    assert_eq!(outcomes::find(store, &own.scope, id).await.unwrap().unwrap().figures, None);
    assert!(outcomes::find(store, &foreign.scope, id).await.unwrap().is_none());
    let total = async |staff: &Staff| outcomes::page(store, &staff.scope, &ListRequest::default()).await.unwrap().total;
    assert_eq!((total(&own).await, total(&foreign).await), (1, 0));
    assert_eq!(outcomes::compute_due(store).await.unwrap(), 1);
    let listed = outcomes::page(store, &own.scope, &ListRequest::default()).await.unwrap().rows.remove(0);
    assert_eq!((listed.author_id, listed.computed_at), (Some(sam), Some(store.clock.now())));
    let years = [("years".to_owned(), vec!["2025-2025".to_owned()])].into();
    let request = ListRequest { filters: years, ..ListRequest::default() };
    assert_eq!(outcomes::page(store, &own.scope, &request).await.unwrap().total, 1);
});

both!(reports_of_a_day_are_limited, async |app| {
    let programme = lakeside(&app).await;
    for _ in 0..20 {
        make(&app, programme, Period::ThisYear).await;
    }
    let refused = outcomes::make(&app.store, &operator(), programme, Period::ThisYear).await.unwrap();
    assert_eq!(refused, Err(MadeRefusal::TooMany));
    app.store.clock.advance(DAY);
    make(&app, programme, Period::ThisYear).await;
});

both!(job_makes_one_report_a_month, async |app| {
    lakeside(&app).await;
    let settings = Default::default();
    administration::put_programme(&app.store, &operator(), "empty", "Empty", "UTC", &settings).await.unwrap();
    let monthly = async || outcomes::make_monthly(&app.store).await.unwrap();
    // Other nodes do so at the same time.
    let other = app.second_node().await;
    let (one, two) = tokio::join!(monthly(), outcomes::make_monthly(&other));
    assert_eq!((one + two.unwrap(), monthly().await), (1, 0), "on the second of March, without the empty programme");
    app.store.clock.advance(10 * DAY);
    assert_eq!(monthly().await, 0);
    app.store.clock.advance(19 * DAY);
    assert_eq!(monthly().await, 0, "on the last of March");
    app.store.clock.advance(DAY);
    assert_eq!((monthly().await, monthly().await), (1, 0));
    // On the first of August about the year that is over.
    let august = "2026-08-01T09:00:00Z".parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    app.store.clock.advance((august - app.store.clock.now()).to_std().unwrap());
    assert_eq!(monthly().await, 1);
    outcomes::compute_due(&app.store).await.unwrap();
    let newest =
        outcomes::page(&app.store, &Scope::Installation, &ListRequest::default()).await.unwrap().rows.remove(0);
    assert_eq!((newest.first_year, newest.month, newest.author_id), (2025, "2026-08-01".parse().ok(), None));
});
