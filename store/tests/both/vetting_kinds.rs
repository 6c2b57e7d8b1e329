//! Kinds of vetting: what contact demands, from which day, and what staff record.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, NaiveDate, Utc};
use store::administration::vettings::{self, NewVetting, VettingRefusal};
use store::administration::{self, Effect, EffectKind, NewRule, RuleRefusal};
use store::channels::{self, Status};
use store::contact::{self, Missing};
use store::listing::ListRequest;
use store::mentorship::Refusal;
use store::person_facts::{self, Change};
use store::programmes::rule_checks::Flaw;
use store::programmes::rules::Rule;
use store::programmes::vetting_kinds::{VETTING, VettingKind};
use store::programmes::{self, Settings};
use store::staff::{Actor, Scope, Staff, people_list};
use store::vettings::Valid;
use store::{ChannelId, PersonId, SignedIn, export, outbox};
use test_kit::{both, operator};

use crate::contact::World;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn until(text: &str) -> Valid {
    Valid::Until(day(text))
}

fn kind(key: &str, valid_months: Option<u16>, is_required: bool, binds_from: Option<&str>) -> VettingKind {
    let label = BTreeMap::from([("en".to_owned(), format!("the {key}")), ("de".to_owned(), format!("das {key}"))]);
    VettingKind { key: key.to_owned(), label, valid_months, is_required, binds_from: binds_from.map(day) }
}

/// Vetting as before, references from 10 March on, an interview without an end and without a day, and a training that is recorded only.
fn kinds() -> Vec<VettingKind> {
    vec![
        kind(VETTING, Some(24), true, None),
        kind("references", Some(12), true, Some("2026-03-10")),
        kind("interview", None, true, None),
        kind("training", None, false, None),
    ]
}

async fn set(world: &World, kinds: Vec<VettingKind>) -> Result<String, RuleRefusal> {
    let rule = Rule::VettingKinds(kinds);
    let programme = programmes::by_id(&world.app.store, world.programme.id).await.unwrap().unwrap();
    let expected = rule.key().of(&programme.settings).revision();
    let new = NewRule { rule, expected: &expected };
    let set = administration::set_rule(&world.app.store, &operator(), world.programme.id, new).await.unwrap();
    follow(world).await;
    set
}

/// The jobs that look at people run.
async fn follow(world: &World) {
    while administration::follow_time(&world.app.store).await.unwrap() > 0 {}
}

async fn advance_to(world: &World, at: &str) {
    let at: DateTime<Utc> = at.parse().unwrap();
    world.app.advance(at - world.app.store.clock.now());
    follow(world).await;
}

async fn record(
    world: &World,
    actor: &Actor,
    kind: &str,
    seen: Valid,
    valid_until: Option<&str>,
) -> Result<(), VettingRefusal> {
    let new = NewVetting { kind, seen, valid_until: valid_until.map(day), reference: "Letter 7, seen on paper" };
    vettings::record(&world.app.store, actor, world.nina, new).await.unwrap()
}

async fn status(world: &World, channel: ChannelId) -> Status {
    channels::membership(&world.app.store, channel, world.leo).await.unwrap().unwrap().status
}

async fn lacks(world: &World) -> Vec<String> {
    SignedIn::of_person(&world.app.store, world.nina).await.unwrap().unwrap().missing_vettings
}

async fn listed(world: &World, filter: (&str, &str)) -> i64 {
    let filters = [(filter.0.to_owned(), vec![filter.1.to_owned()])].into();
    let request = ListRequest { filters, ..ListRequest::default() };
    people_list::page(&world.app.store, &Scope::Installation, &request).await.unwrap().total
}

both!(new_requirement_closes_no_pair_before_its_day, async |app| {
    let world = World::new(app).await;
    let pair = world.begin(&[world.leo], None).await.unwrap();
    let channel = world.channel_of(pair).await;
    set(&world, kinds()).await.unwrap();
    assert_eq!(lacks(&world).await, ["references", "interview"]);
    assert_eq!(contact::missing(&world.app.store, world.nina).await.unwrap(), [Missing::Vetting]);
    assert_eq!(status(&world, channel).await, Status::Active, "it does not bind yet");
    let refused = world.begin(&[world.ada], None).await;
    assert_eq!(refused, Err(Refusal::NotCleared(world.nina, Missing::Vetting)), "a new one needs all");

    advance_to(&world, "2026-03-09T22:30:00Z").await;
    assert_eq!(status(&world, channel).await, Status::Active);
    advance_to(&world, "2026-03-09T23:30:00Z").await;
    assert_eq!(status(&world, channel).await, Status::Inactive, "10 March has begun in Berlin");
    record(&world, &operator(), "references", Valid::Missing, Some("2026-04-10")).await.unwrap();
    assert_eq!(status(&world, channel).await, Status::Active, "the interview has no day yet");
    record(&world, &operator(), "interview", Valid::Missing, None).await.unwrap();
    assert_eq!(lacks(&world).await, Vec::<String>::new());
    world.begin(&[world.ada], None).await.unwrap();

    advance_to(&world, "2026-04-10T21:30:00Z").await;
    assert_eq!(status(&world, channel).await, Status::Active);
    advance_to(&world, "2026-04-10T22:30:00Z").await;
    assert_eq!(status(&world, channel).await, Status::Inactive, "the end of one kind ends the fact");
    record(&world, &operator(), "references", until("2026-04-10"), Some("2027-04-10")).await.unwrap();
    assert_eq!(status(&world, channel).await, Status::Active);
    vettings::withdraw(&world.app.store, &operator(), world.nina, "references", until("2027-04-10"), "Forged")
        .await
        .unwrap()
        .unwrap();
    assert_eq!(status(&world, channel).await, Status::Inactive);
});

both!(version_without_kinds_writes_the_kind_vetting, async |app| {
    let world = World::new(app).await;
    set(&world, kinds()).await.unwrap();
    // As the version before writes it.
    world.app.execute("UPDATE people SET vetted_until = '2026-08-01' WHERE first_name = 'nina'").await;
    let held = vettings::of_person(&world.app.store, &Scope::Installation, world.nina).await.unwrap().unwrap();
    assert_eq!((&*held[0].kind.key, held[0].valid, held[0].is_valid), (VETTING, until("2026-08-01"), true));
    assert_eq!((held[0].is_demanded, held[0].binds, held[2].binds, held[3].is_demanded), (true, true, false, false));
    let change = Change { vetted_until: Some(None), ..Change::default() };
    person_facts::change(&world.app.store, &operator(), world.nina, change).await.unwrap();
    assert_eq!(lacks(&world).await, [VETTING, "references", "interview"]);
    record(&world, &operator(), VETTING, Valid::Missing, Some("2027-01-01")).await.unwrap();
    let facts = person_facts::of_person(&world.app.store, world.nina).await.unwrap();
    assert_eq!(facts.vetted_until, Some(day("2027-01-01")));
});

both!(records_refuse_what_does_not_fit, async |app| {
    let world = World::new(app).await;
    set(&world, kinds()).await.unwrap();
    let by = &operator();
    assert_eq!(record(&world, by, "golf", Valid::Missing, None).await, Err(VettingRefusal::NoSuchKind));
    assert_eq!(record(&world, by, "references", Valid::Missing, None).await, Err(VettingRefusal::NoDay));
    assert_eq!(record(&world, by, VETTING, until("2026-06-30"), None).await, Err(VettingRefusal::NoDay));
    let new = NewVetting { kind: "interview", seen: Valid::Missing, valid_until: None, reference: "x" };
    let of_mentee = vettings::record(&world.app.store, by, world.leo, new).await.unwrap();
    assert_eq!(of_mentee, Err(VettingRefusal::NoSuchKind), "mentors only");
    record(&world, by, "interview", Valid::Missing, None).await.unwrap();
    assert_eq!(record(&world, by, "interview", Valid::Missing, None).await, Ok(()), "a repeated request");
    let stale = record(&world, by, "interview", Valid::Missing, Some("2027-01-01")).await;
    assert_eq!(stale, Err(VettingRefusal::ChangedMeanwhile(Valid::Always)));
    let elsewhere = Actor::Staff(Staff { person: world.ada, scope: Scope::Programmes(Vec::new()) });
    assert_eq!(record(&world, &elsewhere, "interview", Valid::Always, None).await, Err(VettingRefusal::Unknown));
    let outside = vettings::of_person(&world.app.store, &Scope::Programmes(Vec::new()), world.nina).await.unwrap();
    assert_eq!(outside, None);
});

both!(lists_find_what_is_missing_of_any_kind, async |app| {
    let world = World::new(app).await;
    assert_eq!(listed(&world, ("fact", "vetting_missing")).await, 0);
    set(&world, kinds()).await.unwrap();
    assert_eq!(listed(&world, ("fact", "vetting_missing")).await, 1);
    for (kind, count) in [(VETTING, 0), ("references", 1), ("interview", 1), ("training", 1)] {
        assert_eq!(listed(&world, ("vetting", kind)).await, count, "{kind}");
    }
    record(&world, &operator(), "references", Valid::Missing, Some("2026-03-20")).await.unwrap();
    record(&world, &operator(), "interview", Valid::Missing, None).await.unwrap();
    assert_eq!(listed(&world, ("fact", "vetting_missing")).await, 0);
    assert_eq!(listed(&world, ("fact", "vetting_ending")).await, 1);
    let page = people_list::page(&world.app.store, &Scope::Installation, &ListRequest::default()).await.unwrap();
    let row = page.rows.iter().find(|row| row.id == world.nina).unwrap();
    assert_eq!((row.vetting_ends_on, row.vetted_until), (Some(day("2026-03-20")), Some(day("2026-06-30"))));
    advance_to(&world, "2026-03-22T09:00:00Z").await;
    assert_eq!(listed(&world, ("fact", "vetting_ended")).await, 1);
    assert_eq!(listed(&world, ("vetting", "references")).await, 1);
    set(&world, Vec::new()).await.unwrap();
    assert_eq!(listed(&world, ("fact", "vetting_ended")).await, 0, "one kind as before");
});

both!(warnings_name_the_kind_once, async |app| {
    let world = World::new(app).await;
    set(&world, kinds()).await.unwrap();
    record(&world, &operator(), "references", Valid::Missing, Some("2026-03-30")).await.unwrap();
    record(&world, &operator(), "training", Valid::Missing, Some("2026-03-30")).await.unwrap();
    let warned = async || {
        administration::warn_of_ending_vettings(&world.app.store).await.unwrap();
        let jobs: Vec<outbox::Job<outbox::Mail>> =
            outbox::lease(&world.app.store, outbox::MAIL, 100, Duration::minutes(1)).await.unwrap();
        let mut kinds = Vec::new();
        for job in jobs {
            outbox::done(&world.app.store, job.id).await.unwrap();
            kinds.push((job.payload.template, job.payload.values["kind"].clone()));
        }
        kinds
    };
    let mail = [("vetting_ends".to_owned(), "the references".to_owned())];
    assert_eq!(warned().await, mail);
    assert_eq!(warned().await, []);
    advance_to(&world, "2026-03-17T09:00:00Z").await;
    assert_eq!(warned().await, mail);
    record(&world, &operator(), "references", until("2026-03-30"), Some("2027-03-30")).await.unwrap();
    advance_to(&world, "2026-03-28T09:00:00Z").await;
    assert_eq!(warned().await, [], "a new one has its own warnings");
});

both!(staff_see_whom_a_kind_affects_before_they_save_it, async |app| {
    let world = World::new(app).await;
    let preview = async |kinds: Vec<VettingKind>| {
        let rule = Rule::VettingKinds(kinds);
        let found =
            administration::preview_rule(&world.app.store, &operator(), world.programme.id, &rule).await.unwrap();
        found.map(|all| all.into_iter().map(|Effect { kind, count, .. }| (kind, count)).collect::<Vec<_>>())
    };
    assert_eq!(preview(kinds()).await, Ok(vec![(EffectKind::LacksFact, 1)]));
    let at_once = vec![kind(VETTING, None, true, None), kind("references", None, true, Some("2026-03-02"))];
    let Err(RuleRefusal::Invalid(mistakes)) = preview(at_once.clone()).await else { panic!("it closes pairs") };
    assert_eq!(mistakes[0].flaw, Flaw::KindBindsAtOnce);
    assert_eq!(mistakes[0].to_string(), "matching.vetting_kinds.1.binds_from");
    set(&world, kinds()).await.unwrap();
    let today: Vec<_> = kinds()
        .into_iter()
        .map(|kind| VettingKind { binds_from: kind.binds_from.map(|_| day("2026-03-02")), ..kind })
        .collect();
    assert_eq!(preview(today.clone()).await, Ok(vec![(EffectKind::LosesContact, 1)]), "they have seen the list");
    set(&world, today).await.unwrap();
    let closed = contact::uncleared(&world.app.store, &current(&world).await).await.unwrap();
    let closed = closed.into_iter().find(|one| one.person == world.nina).unwrap();
    assert_eq!((closed.is_closed, closed.vettings), (true, vec!["references".to_owned(), "interview".to_owned()]));
});

async fn current(world: &World) -> programmes::Programme {
    programmes::by_id(&world.app.store, world.programme.id).await.unwrap().unwrap()
}

both!(person_keeps_kinds_and_the_other_team_sees_no_words, async |app| {
    let world = World::new(app).await;
    set(&world, kinds()).await.unwrap();
    let staff = |person: PersonId| Actor::Staff(Staff { person, scope: Scope::Installation });
    record(&world, &staff(world.ada), "interview", Valid::Missing, None).await.unwrap();
    let held = async || {
        let all = vettings::of_person(&world.app.store, &Scope::Installation, world.nina).await.unwrap().unwrap();
        all.into_iter().find(|one| one.kind.key == "interview").unwrap()
    };
    let before = held().await;
    assert_eq!(before.history[0].reference.as_deref(), Some("Letter 7, seen on paper"));
    assert_eq!((before.history[0].recorded_by, before.valid), (Some(world.ada), Valid::Always));
    let mut settings = Settings::default();
    settings.matching.needs_vetting = true;
    settings.matching.vetting_kinds = vec![kind("interview", None, true, None), kind("police", None, true, None)];
    let far =
        administration::put_programme(&world.app.store, &operator(), "far", "Far", "UTC", &settings).await.unwrap();
    let transfer = administration::Transfer { from: None, to: far };
    administration::transfer(&world.app.store, &operator(), world.nina, transfer, "Moves").await.unwrap().unwrap();
    let after = held().await;
    assert_eq!((after.valid, after.history.len()), (Valid::Always, 1), "the same key goes along");
    assert_eq!((&after.history[0].reference, after.history[0].recorded_by), (&None, None));
    assert_eq!(lacks(&world).await, ["police"]);
    let data = export::everything_about(&world.app.store, &operator(), world.nina).await.unwrap().unwrap().data;
    let recorded = data["vettings"].as_array().unwrap();
    assert!(recorded.iter().any(|row| row["kind"] == "interview" && row.get("recorded_by").is_none()), "{recorded:?}");
    let by_ada = export::everything_about(&world.app.store, &operator(), world.ada).await.unwrap().unwrap().data;
    assert!(by_ada["vettingsRecorded"][0].get("reference").is_none());
});
