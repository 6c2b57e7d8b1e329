//! Programmes with their rules, and the switches of the installation.

use std::collections::BTreeMap;

use chrono::Weekday;
use chrono_tz::Tz;
use store::blackout::{Blackout, DatedPeriod, WeeklyWindow};
use store::chat_ratings::Rhythm;
use store::experiences::{Access, Experiences};
use store::people::Role;
use store::programmes::{self, AssistantBudget, Institution, Settings, SignUp};
use store::{Error, ProgrammeId, switches};

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
        chat_rating: Rhythm { every_days: 30 },
        sign_up: SignUp {
            is_open: true,
            email_domains: vec!["school.example".to_owned()],
            institutions: vec![Institution { name: "Bridges".to_owned(), codes: vec!["BRIDGES-26".to_owned()] }],
        },
        assistant: AssistantBudget { tokens_per_month: Some(200_000) },
    }
}

both!(a_programme_keeps_its_rules, async |world| {
    let id = programmes::put(&world.store, "riverside", "Riverside 👍", "America/New_York", &rules()).await.unwrap();
    let kept = programmes::by_id(&world.store, id).await.unwrap().unwrap();
    assert_eq!((kept.id, kept.key.as_str(), kept.name.as_str()), (id, "riverside", "Riverside 👍"));
    assert_eq!((kept.tz(), kept.settings.0), (Tz::America__New_York, rules()));
});

both!(a_programme_put_again_is_brought_up_to_date, async |world| {
    let first = programmes::put(&world.store, "riverside", "Riverside", "Europe/London", &rules()).await.unwrap();
    let other = programmes::put(&world.store, "hill", "Hill", "UTC", &Settings::default()).await.unwrap();
    let again = programmes::put(&world.store, "riverside", "Riverside II", "Europe/Berlin", &Settings::default())
        .await
        .unwrap();
    assert_eq!(again, first);
    let all = programmes::all(&world.store).await.unwrap();
    assert_eq!(all.iter().map(|programme| programme.id).collect::<Vec<_>>(), vec![other, first], "by key");
    assert_eq!((all[1].name.as_str(), all[1].tz()), ("Riverside II", Tz::Europe__Berlin));
    assert_eq!(all[1].settings.0, Settings::default());
});

both!(a_time_zone_that_does_not_exist_is_refused, async |world| {
    let refused = programmes::put(&world.store, "moon", "Moon", "Moon/Tycho", &Settings::default()).await;
    assert!(matches!(refused, Err(Error::Configuration(text)) if text.contains("Moon/Tycho")));
    assert!(programmes::all(&world.store).await.unwrap().is_empty());
    let unknown: ProgrammeId = world.store.clock.id();
    assert!(programmes::by_id(&world.store, unknown).await.unwrap().is_none());
});

both!(a_switch_holds_on_every_node_at_once, async |world| {
    let other = world.second_node().await;
    assert!(!switches::is_on(&other, switches::MAINTENANCE).await.unwrap());
    for is_on in [true, true, false, true] {
        switches::set(&world.store, switches::MAINTENANCE, is_on).await.unwrap();
        assert_eq!(switches::is_on(&other, switches::MAINTENANCE).await.unwrap(), is_on);
    }
    assert!(!switches::is_on(&other, "another").await.unwrap());
    other.close().await;
});
