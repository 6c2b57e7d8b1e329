//! Rules of programmes that staff change in the console, one at a time.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::json;
use store::administration::{self, Effect, EffectKind, NewRule, RuleRefusal, rule_history};
use store::bus::Event;
use store::calendar::{self, Draft};
use store::contact::{self, Missing};
use store::content::{self, Bundle, Origin};
use store::detection_rules::{self, Reaction};
use store::listing::ListRequest;
use store::mentorship::{self, NewMentorship};
use store::messages::Draft as Message;
use store::people::{self, Role};
use store::programmes::matching_rules::GroupRules;
use store::programmes::rule_checks::Flaw;
use store::programmes::rules::{Demands, Rule, RuleKey};
use store::programmes::team_hours::TeamHours;
use store::programmes::{self, ContactRules, EmailDomains, Holiday, Institution, RetentionRules, Settings, SignUp};
use store::staff::audit::{self, ListedAct};
use store::staff::{Actor, Scope, Staff};
use store::{PersonId, ProgrammeId, erase, findings, team};
use test_kit::{both, operator};

use crate::mentorship::{people_of, person};
use crate::test_store::{TestStore, draft, next_events, start};

mod imports;

const DAY: Duration = Duration::from_secs(24 * 3600);

fn weeks(every_weeks: u8) -> Rule {
    Rule::Contact(ContactRules { every_weeks })
}

fn institutions(codes: &[&str]) -> Rule {
    let codes = codes.iter().map(|code| (*code).to_owned()).collect();
    Rule::Institutions(vec![Institution { name: "Bridges".to_owned(), codes }])
}

async fn settings(app: &TestStore, id: ProgrammeId) -> Settings {
    programmes::by_id(&app.store, id).await.unwrap().unwrap().settings.0
}

async fn lakeside(app: &TestStore) -> ProgrammeId {
    programmes::all(&app.store).await.unwrap().into_iter().find(|one| one.key == "lakeside").unwrap().id
}

/// Sets a rule as staff who have just seen it.
async fn set(app: &TestStore, actor: &Actor, id: ProgrammeId, rule: Rule) -> Result<String, RuleRefusal> {
    let expected = rule.key().of(&settings(app, id).await).revision();
    administration::set_rule(&app.store, actor, id, NewRule { rule, expected: &expected }).await.unwrap()
}

async fn effects(app: &TestStore, id: ProgrammeId, rule: &Rule) -> Vec<(EffectKind, i64)> {
    let found = administration::preview_rule(&app.store, &operator(), id, rule).await.unwrap().unwrap();
    found.into_iter().map(|Effect { kind, count, .. }| (kind, count)).collect()
}

/// What is wrong with a rule, by where.
async fn mistakes(app: &TestStore, id: ProgrammeId, rule: Rule) -> Vec<(String, Flaw)> {
    let before = settings(app, id).await;
    let Err(RuleRefusal::Invalid(mistakes)) = set(app, &operator(), id, rule).await else { panic!("it was accepted") };
    assert_eq!(settings(app, id).await, before);
    mistakes.into_iter().map(|mistake| (mistake.to_string(), mistake.flaw)).collect()
}

async fn rows(app: &TestStore) -> Vec<ListedAct> {
    let all = audit::page(&app.store, &Scope::Installation, None, &ListRequest::default()).await.unwrap().rows;
    all.into_iter().filter(|row| row.action == "set_rule").collect()
}

async fn staff_of(app: &TestStore, programme: ProgrammeId) -> Actor {
    let sam = person(app, "sam", Role::Staff, programme).await;
    Actor::Staff(Staff { person: sam, scope: Scope::Programmes(vec![programme]) })
}

async fn begin(app: &TestStore, mentor: PersonId, mentee: PersonId) -> store::MentorshipId {
    let new = NewMentorship { mentor, mentees: vec![mentee], group: None };
    administration::create_mentorship(&app.store, &operator(), &new).await.unwrap().unwrap()
}

both!(rule_holds_and_others_stay, async |app| {
    people_of(&app).await;
    let id = lakeside(&app).await;
    let sam = staff_of(&app, id).await;
    let before = settings(&app, id).await;
    let mut listener = app.store.bus.listen();
    let revision = set(&app, &sam, id, weeks(3)).await.unwrap();
    assert!(matches!(&next_events(&mut listener).await[..], [Event::RulesChanged]));
    let expected = Settings { contact: ContactRules { every_weeks: 3 }, ..before };
    assert_eq!(settings(&app, id).await, expected);
    assert_eq!(revision, RuleKey::Contact.of(&expected).revision());
    let [row] = &rows(&app).await[..] else { panic!("not one row") };
    assert_eq!(row.old_values.as_deref(), Some(r#"{"contact":{"every_weeks":2}}"#));
    assert_eq!(row.new_values.as_deref(), Some(r#"{"contact":{"every_weeks":3}}"#));
    assert_eq!((row.programme_id, row.actor_kind.as_str()), (Some(id), "staff"));

    assert_eq!(set(&app, &sam, id, weeks(3)).await, Ok(revision), "again");
    assert_eq!(rows(&app).await.len(), 1);
});

both!(every_rule_can_be_set, async |app| {
    people_of(&app).await;
    crate::mentorship::session(&app).await;
    let goal = content::get(&app.store).await.unwrap().sessions.unwrap().remove(0);
    let about_you =
        json!({"key": "about-you", "name": {"en": "You"}, "short_description": {"en": "Short."}, "stages": []});
    let bundle = Bundle {
        sessions: Some(vec![goal, crate::answer_keys::places(&["room"], &[])]),
        surveys: Some(vec![serde_json::from_value(about_you).unwrap()]),
        ..Bundle::default()
    };
    administration::import_content(&app.store, &operator(), &bundle, Origin::Operator).await.unwrap();
    let id = lakeside(&app).await;
    let mut wanted = settings(&app, id).await;
    for (key, value) in [
        ("sign_up", json!(true)),
        ("domains", json!({"mentees": ["school.example"], "mentors": []})),
        ("institutions", json!([{"name": "Bridges", "codes": ["BRIDGES-26"]}])),
        ("approval", json!(["mentee"])),
        ("facts", json!({"vetting": true, "guardian_consent": true, "mentor_minimum_age": 21})),
        (
            "vetting_kinds",
            json!([{"key": "references", "label": {"en": "References"}, "valid_months": 12, "is_required": true}]),
        ),
        ("mentee_ages", json!({"from": 14, "to": 19})),
        ("contact", json!({"every_weeks": 4})),
        ("team", json!({"days": ["Tue"], "from": "10:00:00", "until": "12:00:00"})),
        (
            "blackout",
            json!({"refuses_sending": true, "weekly": [{"day": "Sun", "from": "21:00:00", "to": "07:00:00"}]}),
        ),
        ("mentorship_sessions", json!([{"session": "goal", "due_after_days": 21}])),
        ("pinned_sessions", json!(["first-call"])),
        ("offered_surveys", json!([{"survey": "about-you", "roles": ["mentee"]}])),
        ("streak", json!({"holidays": [{"from": "2026-12-21", "until": "2027-01-03"}]})),
        ("detection", json!({"contact": "tell", "secrecy": "off", "abuse": "off", "among_adults": true})),
        ("expiry", json!({"mentee": 24, "mentor": 48})),
        ("rounds", json!({"proposals": 2, "every_days": 14, "waiting_rounds": 2})),
        ("places", json!({"kind": "1toM", "places": 2})),
        (
            "groups",
            json!({"size": 5, "minimum": 3, "starts_after_days": 7, "waits_at_most_days": 20, "years_apart": 2}),
        ),
        ("retention", json!({"people_months": 12})),
        ("appearance", json!({"color": "#7a2e5d"})),
    ] {
        let rule: Rule = serde_json::from_value(json!({"rule": key, "value": value})).unwrap();
        rule.clone().put(&mut wanted);
        set(&app, &operator(), id, rule.clone()).await.unwrap();
        let after = settings(&app, id).await;
        assert_eq!((rule.key().name(), rule.key().of(&after)), (key.to_owned(), rule));
        assert_eq!(after, wanted, "{key}");
    }
    assert_eq!(rows(&app).await.len(), RuleKey::ALL.len());
});

both!(second_coordinator_sees_what_the_first_saved, async |app| {
    people_of(&app).await;
    let id = lakeside(&app).await;
    let seen = RuleKey::Contact.of(&settings(&app, id).await).revision();
    let set = async |rule| {
        administration::set_rule(&app.store, &operator(), id, NewRule { rule, expected: &seen }).await.unwrap()
    };
    set(weeks(3)).await.unwrap();
    assert_eq!(set(weeks(4)).await, Err(RuleRefusal::Changed(Box::new(weeks(3)))));
    // Another rule is another matter.
    let off = detection_rules::Rules::OFF;
    let seen = RuleKey::Detection.of(&settings(&app, id).await).revision();
    let new = NewRule { rule: Rule::Detection(off), expected: &seen };
    administration::set_rule(&app.store, &operator(), id, new).await.unwrap().unwrap();
    let after = settings(&app, id).await;
    assert_eq!((after.contact.every_weeks, after.detection), (3, off));
});

both!(programme_out_of_scope_does_not_exist, async |app| {
    people_of(&app).await;
    let id = lakeside(&app).await;
    let far = administration::put_programme(&app.store, &operator(), "far", "Far", "UTC", &Settings::default())
        .await
        .unwrap();
    let sam = staff_of(&app, far).await;
    assert_eq!(set(&app, &sam, id, weeks(3)).await, Err(RuleRefusal::NotFound));
    let preview = administration::preview_rule(&app.store, &sam, id, &weeks(3)).await.unwrap();
    assert_eq!(preview, Err(RuleRefusal::NotFound));
    let scope = Scope::Programmes(vec![far]);
    assert_eq!(rule_history(&app.store, &scope, id, RuleKey::Contact).await.unwrap(), None);
    let unknown: ProgrammeId = app.store.clock.id();
    let nowhere = administration::preview_rule(&app.store, &operator(), unknown, &weeks(3)).await.unwrap();
    assert_eq!(nowhere, Err(RuleRefusal::NotFound));
    assert_eq!(settings(&app, id).await.contact.every_weeks, 2);
});

both!(preview_counts_mentorships_that_become_silent, async |app| {
    let [nina, leo, ada, _] = people_of(&app).await;
    let id = lakeside(&app).await;
    begin(&app, nina, leo).await;
    app.store.clock.advance(5 * DAY);
    begin(&app, nina, ada).await;
    app.store.clock.advance(5 * DAY);
    assert_eq!(effects(&app, id, &weeks(1)).await, [(EffectKind::BecomesSilent, 1)]);
    app.store.clock.advance(10 * DAY);
    assert_eq!(effects(&app, id, &weeks(1)).await, [], "both are silent already");
    assert_eq!(effects(&app, id, &weeks(8)).await, [(EffectKind::NoLongerSilent, 2)]);
    assert_eq!(effects(&app, id, &weeks(2)).await, [], "as it is");
    assert_eq!(settings(&app, id).await.contact.every_weeks, 2);
    assert_eq!(rows(&app).await, []);
    set(&app, &operator(), id, weeks(8)).await.unwrap();
    let request =
        ListRequest { filters: [("contact".to_owned(), vec!["silent".to_owned()])].into(), ..Default::default() };
    let silent = mentorship::overview::page(&app.store, &Scope::Installation, &request).await.unwrap();
    assert_eq!(silent.total, 0, "the list follows");
});

both!(demanded_fact_closes_contact_of_those_who_lack_it, async |app| {
    let [nina, leo, ..] = people_of(&app).await;
    let id = lakeside(&app).await;
    let facts = |vetting| Rule::Facts(Demands { vetting, guardian_consent: false, mentor_minimum_age: 18 });
    assert_eq!(effects(&app, id, &facts(true)).await, [(EffectKind::LosesContact, 1)]);
    assert_eq!(contact::missing(&app.store, nina).await.unwrap(), []);
    set(&app, &operator(), id, facts(true)).await.unwrap();
    administration::follow_time(&app.store).await.unwrap();
    assert_eq!(contact::missing(&app.store, nina).await.unwrap(), [Missing::Vetting]);
    assert_eq!(contact::missing(&app.store, leo).await.unwrap(), []);
    assert_eq!(effects(&app, id, &facts(false)).await, [(EffectKind::RegainsContact, 1)]);

    let later = app.store.clock.now() + DAY;
    assert!(contact::set_binding(&app.store, &operator(), id, later).await.unwrap());
    let consent = Rule::Facts(Demands { vetting: true, guardian_consent: true, mentor_minimum_age: 18 });
    assert_eq!(effects(&app, id, &consent).await, [(EffectKind::LacksFact, 3)], "it does not bind yet");
});

both!(application_is_approved_where_no_one_decides_any_more, async |app| {
    people_of(&app).await;
    let id = lakeside(&app).await;
    let both = BTreeSet::from([Role::Mentor, Role::Mentee]);
    assert_eq!(effects(&app, id, &Rule::Approval(both.clone())).await, [], "those who are in stay in");
    set(&app, &operator(), id, Rule::Approval(both)).await.unwrap();
    app.execute(
        "INSERT INTO applications (person_id, state, note) SELECT id, 'open', '' FROM people WHERE first_name = 'ben'",
    )
    .await;
    let only_mentors = || Rule::Approval(BTreeSet::from([Role::Mentor]));
    assert_eq!(effects(&app, id, &only_mentors()).await, [(EffectKind::Approved, 1)]);
    set(&app, &operator(), id, only_mentors()).await.unwrap();
    assert_eq!(effects(&app, id, &Rule::Approval(BTreeSet::new())).await, []);
    let acts = audit::page(&app.store, &Scope::Installation, None, &ListRequest::default()).await.unwrap().rows;
    assert_eq!(acts.iter().filter(|row| row.action == "approve_application").count(), 1);
});

both!(blackout_names_planned_calls_and_who_rests, async |app| {
    let [nina, leo, ..] = people_of(&app).await;
    let id = lakeside(&app).await;
    let pair = begin(&app, nina, leo).await;
    let call = Draft {
        title: "Call".to_owned(),
        description: String::new(),
        session_key: None,
        is_mentoring_call: true,
        scheduled_at: start() + chrono::Duration::days(1),
        time_zone: chrono_tz::Tz::Europe__London,
        repeats_until: Some("2026-03-20".parse().unwrap()),
    };
    calendar::create(&app.store, pair, nina, None, &call).await.unwrap();
    let rule = |value| serde_json::from_value(json!({"rule": "blackout", "value": value})).unwrap();
    let dated = |from, to| rule(json!({"dated": [{"from": from, "to": to}]}));
    assert_eq!(
        effects(&app, id, &dated("2026-03-03T00:00:00", "2026-03-11T00:00:00")).await,
        [(EffectKind::CallInBlackout, 2)]
    );
    assert_eq!(effects(&app, id, &dated("2026-04-03T00:00:00", "2026-04-11T00:00:00")).await, []);
    assert_eq!(
        effects(&app, id, &dated("2026-03-02T00:00:00", "2026-03-02T12:00:00")).await,
        [(EffectKind::RestsNow, 4)]
    );
});

both!(hours_of_the_team_are_shown_to_those_who_wait, async |app| {
    let [nina, leo, ..] = people_of(&app).await;
    let id = lakeside(&app).await;
    for person in [nina, leo] {
        let channel = team::open(&app.store, person).await.unwrap().unwrap();
        app.send(channel, person, "When do we begin?").await;
    }
    assert!(team::settle(&app.store, &operator(), leo, 1).await.unwrap());
    let hours = Rule::Team(TeamHours { until: "16:00:00".parse().unwrap(), ..TeamHours::default() });
    assert_eq!(effects(&app, id, &hours).await, [(EffectKind::WaitsForAnswer, 1)]);
});

both!(detection_that_is_switched_off_says_what_it_found, async |app| {
    let [nina, leo, ..] = people_of(&app).await;
    let id = lakeside(&app).await;
    let (store, pair) = (&app.store, app.direct(&[nina, leo]).await);
    let of = |kind: findings::Kind| [kind].into_iter().collect::<findings::Kinds>();
    let noticed = Message { noticed: of(findings::Kind::Contact), ..draft(pair, nina, "add me on snap") };
    store.writer.append(noticed).await.unwrap();
    for (name, kind) in [("a", findings::Kind::Contact), ("b", findings::Kind::Secrecy)] {
        assert!(findings::warn(store, pair, nina, name, of(kind)).await.unwrap());
    }
    let rule = |contact, secrecy, abuse| {
        Rule::Detection(detection_rules::Rules { contact, secrecy, abuse, ..detection_rules::Rules::default() })
    };
    let (contact, secrecy, abuse) =
        (EffectKind::ContactUnnoticed, EffectKind::SecrecyUnnoticed, EffectKind::AbuseUnnoticed);
    let none = rule(Reaction::Off, Reaction::Off, Reaction::Off);
    assert_eq!(effects(&app, id, &none).await, [(contact, 2), (secrecy, 1), (abuse, 0)]);
    assert_eq!(effects(&app, id, &rule(Reaction::Tell, Reaction::Tell, Reaction::Tell)).await, []);
    assert_eq!(effects(&app, id, &rule(Reaction::Warn, Reaction::Off, Reaction::Tell)).await, [(secrecy, 1)]);
    app.advance(chrono::Duration::days(31));
    assert_eq!(effects(&app, id, &none).await, [(contact, 0), (secrecy, 0), (abuse, 0)]);
    set(&app, &operator(), id, none).await.unwrap();
    assert_eq!(effects(&app, id, &rule(Reaction::Off, Reaction::Off, Reaction::Tell)).await, []);
});

both!(value_that_cannot_hold_is_refused_where_it_stands, async |app| {
    people_of(&app).await;
    let id = lakeside(&app).await;
    let at = |path: &str, flaw| vec![(path.to_owned(), flaw)];
    assert_eq!(mistakes(&app, id, weeks(9)).await, at("contact.every_weeks", Flaw::ContactWeeks));
    let away = Holiday { from: "2026-12-24".parse().unwrap(), until: "2026-12-20".parse().unwrap() };
    let hours = TeamHours { days: Vec::new(), away: vec![away], ..TeamHours::default() };
    assert_eq!(
        mistakes(&app, id, Rule::Team(hours)).await,
        [("team.away.0".to_owned(), Flaw::HolidaysEndFirst), ("team.days".to_owned(), Flaw::NoDay)]
    );
    let warns = detection_rules::Rules { abuse: Reaction::Warn, ..detection_rules::Rules::default() };
    assert_eq!(mistakes(&app, id, Rule::Detection(warns)).await, at("detection.abuse", Flaw::WarnsOfAbuse));
    let domains = EmailDomains { mentees: vec!["school".to_owned()], mentors: Vec::new() };
    assert_eq!(
        mistakes(&app, id, Rule::Domains(domains)).await,
        at("sign_up.email_domains.mentees.0", Flaw::NoDomain("school".to_owned()))
    );
    assert_eq!(
        mistakes(&app, id, institutions(&["abc"])).await,
        at("sign_up.institutions.0.codes.0", Flaw::ShortCode("abc".to_owned()))
    );
    assert_eq!(
        mistakes(&app, id, institutions(&["äöü"])).await,
        at("sign_up.institutions.0.codes.0", Flaw::ShortCode("äöü".to_owned())),
        "characters count, not bytes"
    );
    let long = "ä".repeat(65);
    assert_eq!(mistakes(&app, id, institutions(&[&long])).await, at("sign_up.institutions.0.codes.0", Flaw::LongCode));
    let aged = |age| Rule::Facts(Demands { vetting: false, guardian_consent: false, mentor_minimum_age: age });
    for age in [0, 15, 100] {
        assert_eq!(mistakes(&app, id, aged(age)).await, at("matching.mentor_minimum_age", Flaw::MentorAge), "{age}");
    }
    let groups = GroupRules { starts_after_days: 16, ..GroupRules::default() };
    assert_eq!(
        mistakes(&app, id, Rule::Groups(groups)).await,
        at("matching.groups.waits_at_most_days", Flaw::GroupDays)
    );
    let kept = |number| Rule::Retention(RetentionRules { people_months: Some(number) });
    for number in [0, 121] {
        let expected = at("retention.people_months", Flaw::RetentionMonths);
        assert_eq!(mistakes(&app, id, kept(number)).await, expected, "{number}");
    }
    for rule in [kept(1), kept(120), aged(16), aged(99), institutions(&["äöüß", &"ä".repeat(64)])] {
        set(&app, &operator(), id, rule).await.unwrap();
    }
});

both!(code_of_an_institution_is_unique_and_not_in_the_log, async |app| {
    people_of(&app).await;
    let id = lakeside(&app).await;
    let sign_up = SignUp {
        institutions: vec![Institution { name: "Elsewhere".to_owned(), codes: vec!["TAKEN-1".to_owned()] }],
        ..SignUp::default()
    };
    let other = Settings { sign_up, ..Settings::default() };
    administration::put_programme(&app.store, &operator(), "other", "Other", "UTC", &other).await.unwrap();
    let twice = vec![("sign_up.institutions.0.codes.1".to_owned(), Flaw::CodeTwice)];
    assert_eq!(mistakes(&app, id, institutions(&["NEWCODE", "newcode"])).await, twice);
    let unavailable = vec![("sign_up.institutions".to_owned(), Flaw::CodeUnavailable)];
    let some_taken = || institutions(&["NEWCODE", "taken-1"]);
    assert_eq!(mistakes(&app, id, some_taken()).await, unavailable, "which one remains untold");
    assert_eq!(effects(&app, id, &some_taken()).await, [], "a preview tells no codes of other programmes");
    set(&app, &operator(), id, institutions(&["NEWCODE"])).await.unwrap();
    let [row] = &rows(&app).await[..] else { panic!("not one row") };
    assert_eq!(row.new_values.as_deref(), Some(r#"{"institutions":[{"codes":1,"name":"Bridges"}]}"#));
    let changes = rule_history(&app.store, &Scope::Installation, id, RuleKey::Institutions).await.unwrap().unwrap();
    assert_eq!(changes.iter().map(|one| (&one.before, &one.after)).collect::<Vec<_>>(), [(&None, &None)]);
});

both!(institutions_and_codes_of_a_rule_are_limited, async |app| {
    people_of(&app).await;
    let id = lakeside(&app).await;
    let named = |number: usize, codes| Institution { name: format!("School {number}"), codes };
    let codes = |count: usize| (0..count).map(|number| format!("CODE-{number}")).collect::<Vec<_>>();
    let many = |count| Rule::Institutions((0..count).map(|number| named(number, Vec::new())).collect());
    let too_many = [("sign_up.institutions".to_owned(), Flaw::TooManyCodes)];
    assert_eq!(mistakes(&app, id, many(51)).await, too_many);
    assert_eq!(mistakes(&app, id, Rule::Institutions(vec![named(0, codes(201))])).await, too_many);
    set(&app, &operator(), id, many(50)).await.unwrap();
    set(&app, &operator(), id, Rule::Institutions(vec![named(0, codes(200))])).await.unwrap();
});

both!(history_of_a_rule_says_who_set_what_before, async |app| {
    people_of(&app).await;
    let id = lakeside(&app).await;
    let sam = staff_of(&app, id).await;
    set(&app, &sam, id, weeks(3)).await.unwrap();
    set(&app, &operator(), id, weeks(4)).await.unwrap();
    set(&app, &sam, id, Rule::SignUp(true)).await.unwrap();
    let changes = async || {
        let found =
            rule_history(&app.store, &Scope::Programmes(vec![id]), id, RuleKey::Contact).await.unwrap().unwrap();
        found.into_iter().map(|one| (one.actor_id, one.before, one.after)).collect::<Vec<_>>()
    };
    let [second, first] = &changes().await[..] else { panic!("not two changes") };
    assert_eq!(*second, (None, Some(weeks(3)), Some(weeks(4))));
    assert_eq!(*first, (sam.person(), Some(weeks(2)), Some(weeks(3))));
    // Set back is an act like any other.
    set(&app, &sam, id, first.1.clone().unwrap()).await.unwrap();
    assert_eq!(changes().await.len(), 3);
    assert_eq!(settings(&app, id).await.contact.every_weeks, 2);
});

both!(erased_author_of_a_change_has_no_name, async |app| {
    people_of(&app).await;
    let id = lakeside(&app).await;
    let sam = staff_of(&app, id).await;
    set(&app, &sam, id, weeks(3)).await.unwrap();
    let found = people::by_id(&app.store, sam.person().unwrap()).await.unwrap().unwrap();
    erase::erase(&app.store, &operator(), &found).await.unwrap();
    let changes = rule_history(&app.store, &Scope::Installation, id, RuleKey::Contact).await.unwrap().unwrap();
    assert_eq!(changes[0].before, Some(weeks(2)));
    assert!(!changes[0].actor_name.to_lowercase().contains("sam"), "{}", changes[0].actor_name);
});
