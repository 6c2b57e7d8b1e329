//! Programmes with their settings, and the flags of the installation.

use std::collections::BTreeMap;

use chrono::Weekday;
use chrono_tz::Tz;
use store::blackout::{Blackout, DatedPeriod, WeeklyWindow};
use store::conditions::{Condition, Facts, Section, Until};
use store::detection_rules::{self, Reaction};
use store::experiences::{Access, Experiences};
use store::matching::FairnessQuestion;
use store::people::Role;
use store::programmes::PromptSchedule;
use store::programmes::appearance::Appearance;
use store::programmes::team_hours::TeamHours;
use store::programmes::vetting_kinds::VettingKind;
use store::programmes::{
    self, AssistantBudget, CallRules, ContactRules, CurriculumSession, EmailDomains, Holiday, Institution, LikeRules,
    ProgrammeSurvey, RetentionRules, Settings, SignUp, StreakRules,
};
use store::{Error, ProgrammeId, administration, flags};

use test_kit::both;

fn rules() -> Settings {
    let mentor = Experiences { chattype: Access::Use, video: Access::Show, ..Experiences::default() };
    Settings {
        experiences: BTreeMap::from([(Role::Mentor, mentor), (Role::Staff, Experiences::default())]),
        blackout: Blackout {
            refuses_sending: true,
            weekly: vec![WeeklyWindow {
                day: Weekday::Sun,
                from: "21:30:00".parse().unwrap(),
                to: "06:45:00".parse().unwrap(),
            }],
            dated: vec![DatedPeriod {
                from: "2026-07-20T00:00:00".parse().unwrap(),
                to: "2026-09-01T08:00:00".parse().unwrap(),
            }],
        },
        chat_rating: PromptSchedule { every_days: 30 },
        sign_up: SignUp {
            is_open: true,
            email_domains: EmailDomains {
                mentees: vec!["school.example".to_owned()],
                mentors: vec!["firm.example".to_owned()],
            },
            institutions: vec![Institution { name: "Bridges".to_owned(), codes: vec!["BRIDGES-26".to_owned()] }],
        },
        assistant: AssistantBudget { tokens_per_month: Some(200_000) },
        calls: CallRules { mentees_record: true },
        surveys: vec![ProgrammeSurvey {
            survey: "about-you".to_owned(),
            roles: vec![Role::Mentee],
            after: Some(Facts { vetted: true, ..Facts::default() }),
        }],
        pinned_sessions: vec!["first-meeting".to_owned()],
        curriculum: vec![CurriculumSession { session: "our-goal".to_owned(), due_after_days: 14 }],
        team: TeamHours {
            days: vec![Weekday::Tue],
            from: "10:00:00".parse().unwrap(),
            until: "12:30:00".parse().unwrap(),
            away: vec![Holiday { from: "2026-12-21".parse().unwrap(), until: "2027-01-03".parse().unwrap() }],
        },
        contact: ContactRules { every_weeks: 3 },
        detection: detection_rules::Rules {
            contact: Reaction::Off,
            secrecy: Reaction::Tell,
            abuse: Reaction::Off,
            among_adults: true,
        },
        likes: LikeRules { is_off: true },
        retention: RetentionRules { people_months: Some(18) },
        appearance: Appearance { color: Some("#7a2e5d".to_owned()), logo: None },
        streak: StreakRules {
            is_off: false,
            holidays: vec![Holiday { from: "2026-12-21".parse().unwrap(), until: "2027-01-03".parse().unwrap() }],
        },
        conditions: BTreeMap::from([(Role::Mentee, BTreeMap::from([(Section::Curriculum, condition())]))]),
        matching: store::matching::Rules {
            proposals: 2,
            vetting_kinds: vec![VettingKind {
                key: "references".to_owned(),
                label: BTreeMap::from([("en".to_owned(), "References".to_owned())]),
                valid_months: Some(24),
                is_required: true,
                binds_from: "2026-09-01".parse().ok(),
            }],
            fairness: vec![FairnessQuestion { survey: "about-you".to_owned(), question: "home-language".to_owned() }],
            ..store::matching::Rules::default()
        },
    }
}

fn condition() -> Condition {
    Condition {
        use_after: Facts { learning_sessions: 5, surveys: vec!["about-you".to_owned()], ..Facts::default() },
        until_then: Until::Hide,
        message: BTreeMap::from([("en".to_owned(), "{remaining} to go".to_owned())]),
    }
}

both!(programme_settings_are_returned_unchanged, async |app| {
    let id = administration::put_programme(
        &app.store,
        &test_kit::operator(),
        "riverside",
        "Riverside 👍",
        "America/New_York",
        &rules(),
    )
    .await
    .unwrap();
    let stored = programmes::by_id(&app.store, id).await.unwrap().unwrap();
    assert_eq!((stored.id, stored.key.as_str(), stored.name.as_str()), (id, "riverside", "Riverside 👍"));
    assert_eq!((stored.tz(), stored.settings.0), (Tz::America__New_York, rules()));
});

both!(repeated_put_updates_programme, async |app| {
    let first = administration::put_programme(
        &app.store,
        &test_kit::operator(),
        "riverside",
        "Riverside",
        "Europe/London",
        &rules(),
    )
    .await
    .unwrap();
    let other =
        administration::put_programme(&app.store, &test_kit::operator(), "hill", "Hill", "UTC", &Settings::default())
            .await
            .unwrap();
    let again = administration::put_programme(
        &app.store,
        &test_kit::operator(),
        "riverside",
        "Riverside II",
        "Europe/Berlin",
        &Settings::default(),
    )
    .await
    .unwrap();
    assert_eq!(again, first);
    let all = programmes::all(&app.store).await.unwrap();
    assert_eq!(all.iter().map(|programme| programme.id).collect::<Vec<_>>(), vec![other, first], "by key");
    assert_eq!((all[1].name.as_str(), all[1].tz()), ("Riverside II", Tz::Europe__Berlin));
    assert_eq!(all[1].settings.0, Settings::default());
});

both!(unknown_time_zone_is_rejected, async |app| {
    let rejected = administration::put_programme(
        &app.store,
        &test_kit::operator(),
        "moon",
        "Moon",
        "Moon/Tycho",
        &Settings::default(),
    )
    .await;
    assert!(matches!(rejected, Err(Error::Configuration(text)) if text.contains("Moon/Tycho")));
    assert!(programmes::all(&app.store).await.unwrap().is_empty());
    let unknown: ProgrammeId = app.store.clock.id();
    assert!(programmes::by_id(&app.store, unknown).await.unwrap().is_none());
});

both!(flag_is_visible_on_all_nodes, async |app| {
    let other = app.second_node().await;
    assert!(!flags::is_on(&other, flags::MAINTENANCE).await.unwrap());
    for is_on in [true, true, false, true] {
        flags::set(&app.store, &test_kit::operator(), flags::MAINTENANCE, is_on).await.unwrap();
        assert_eq!(flags::is_on(&other, flags::MAINTENANCE).await.unwrap(), is_on);
    }
    assert!(!flags::is_on(&other, "another").await.unwrap());
    other.close().await;
});
