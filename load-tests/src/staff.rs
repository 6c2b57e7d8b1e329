//! Measures the lists of the staff console, each beside a bare select of as many rows of its table.

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use clap::Args;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use store::console::{trends, worklist};
use store::listing::ListRequest;
use store::mentorship::overview;
use store::messages::{self, Imported};
use store::outcomes::{self, Period};
use store::people::{self, NewPerson, Role};
use store::programmes::Settings;
use store::staff::{Actor, Grant, Scope, Staff, StaffRole, audit, grants, people_list, timeline};
use store::team::{self, inbox};
use store::{PersonId, ProgrammeId, Store, administration};

use crate::bulk::{Bulk, id_of, text};
use crate::report::Times;
use crate::temporary_database::TemporaryDatabase;

/// Options.
#[derive(Args)]
pub(crate) struct Options {
    /// People of the programme; four of five are in a pair
    #[arg(long, default_value_t = 10_000)]
    people: usize,
    /// Conversations with the programme team
    #[arg(long, default_value_t = 1_000)]
    conversations: usize,
    /// Rows of the audit log for each person
    #[arg(long, default_value_t = 20)]
    acts: usize,
    /// Repetitions of each list
    #[arg(long, default_value_t = 50)]
    times: usize,
}

/// Rows of a page.
const PAGE: i64 = 50;

/// The lists, with how each is requested and the table of the bare select. The goal is a p95 under 200 ms.
const LISTS: [(&str, List, &str); 14] = [
    ("people by name", List::People("name", &[], ""), "people"),
    ("people, newest first", List::People("-createdAt", &[], ""), "people"),
    ("people: search", List::People("name", &[], "okafor 77"), "people"),
    ("people: vetting missing", List::People("name", &[("fact", "vetting_missing")], ""), "people"),
    ("people: mentees without a match", List::People("name", &[("matched", "no"), ("role", "mentee")], ""), "people"),
    ("mentorships, newest first", List::Mentorships("-startedAt", &[], ""), "mentorships"),
    ("mentorships by last contact", List::Mentorships("lastContact", &[], ""), "mentorships"),
    ("mentorships: silent", List::Mentorships("lastContact", &[("contact", "silent")], ""), "mentorships"),
    ("mentorships: one side silent", List::Mentorships("silentSide", &[("contact", "one_sided")], ""), "mentorships"),
    ("mentorships: search", List::Mentorships("name", &[], "okafor 77"), "mentorships"),
    ("inbox: who waits", List::Inbox, "team_channels"),
    ("audit", List::Audit, "audit"),
    ("time line of a person", List::TimeLine, "audit"),
    ("overview", List::Overview, "people"),
];

/// A list to read.
#[derive(Clone, Copy)]
enum List {
    People(&'static str, Filters, &'static str),
    Mentorships(&'static str, Filters, &'static str),
    Inbox,
    Audit,
    TimeLine,
    /// What waits, and the figures.
    Overview,
}

/// Names and values.
type Filters = &'static [(&'static str, &'static str)];

/// Measures on SQLite, and on PostgreSQL if `MENTORHUB_TEST_POSTGRES` names a server.
pub(crate) async fn run(options: &Options) -> anyhow::Result<()> {
    println!(
        "| on | list | rows | p50 ms | p95 ms | p99 ms | most ms | bare select, p95 ms |\n|---|---|---|---|---|---|---|---|"
    );
    for database in TemporaryDatabase::all("staff").await? {
        let store = database.open().await?;
        let staff = fill(&store, &database.url, options).await?;
        let mut bare = Bare::open(&database.url).await?;
        for (name, list, table) in LISTS {
            let (mut times, mut beside, mut rows) = (Times::default(), Times::default(), 0);
            for _ in 0..options.times {
                rows = times.take(list.read(&store, &staff)).await.with_context(|| name)?;
                beside.take(bare.read(table)).await?;
            }
            println!("| {} | {name} | {rows} | {times} | {:.1} |", database.on, beside.p95_ms());
        }
        let times = report(&store, &staff).await?;
        println!("| {} | outcomes: a report | 1 | {times} | |", database.on);
        store.close().await;
        database.clear().await?;
    }
    Ok(())
}

/// Computes reports of outcomes. The goal is less than two seconds.
async fn report(store: &Store, staff: &Staff) -> anyhow::Result<Times> {
    let Scope::Programmes(programmes) = &staff.scope else { bail!("a coordinator of no programme") };
    let mut times = Times::default();
    for _ in 0..10 {
        for programme in programmes {
            outcomes::make(store, &Actor::from(staff.clone()), *programme, Period::SinceBeginning).await??;
        }
        times.take(outcomes::compute_due(store)).await?;
    }
    Ok(times)
}

impl List {
    /// Reads the first page. Returns how many rows the list has.
    async fn read(self, store: &Store, staff: &Staff) -> anyhow::Result<i64> {
        let scope = &staff.scope;
        Ok(match self {
            Self::People(sort, filters, words) => {
                people_list::page(store, scope, &request(sort, filters, words)).await?.total
            }
            Self::Mentorships(sort, filters, words) => {
                overview::page(store, scope, &request(sort, filters, words)).await?.total
            }
            Self::Inbox => inbox::page(store, staff, &request("-need", &[], "")).await?.total,
            Self::Audit => audit::page(store, scope, Some(staff.person), &request("-at", &[], "")).await?.total,
            Self::TimeLine => timeline::page(store, staff, PersonId(id_of(77)), None).await?.total,
            Self::Overview => {
                let Scope::Programmes(programmes) = scope else { bail!("a coordinator of no programme") };
                let role = StaffRole::Coordinator;
                let grants = programmes.iter().map(|id| Grant { role, programme: Some(*id) }).collect();
                let work = worklist::of_staff(store, staff.person, &grants).await?;
                trends::of_scope(store, scope).await?;
                work.iter().map(|one| one.count).sum()
            }
        })
    }
}

fn request(sort: &str, filters: Filters, words: &str) -> ListRequest {
    let filters: BTreeMap<_, _> =
        filters.iter().map(|(name, value)| ((*name).to_owned(), vec![(*value).to_owned()])).collect();
    let search = (!words.is_empty()).then(|| words.to_owned());
    ListRequest { search, filters, sort: Some(sort.to_owned()), cursor: None, limit: Some(PAGE) }
}

/// A connection that reads as many rows as a page, and counts them all.
enum Bare {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Bare {
    async fn open(url: &str) -> anyhow::Result<Self> {
        Ok(match url.strip_prefix("sqlite:") {
            Some(path) => Self::Sqlite(SqliteConnection::connect(path).await?),
            None => Self::Postgres(PgConnection::connect(url).await?),
        })
    }

    async fn read(&mut self, table: &str) -> anyhow::Result<()> {
        let key = if table == "team_channels" { "person_id" } else { "id" };
        for statement in
            [format!("SELECT * FROM {table} ORDER BY {key} DESC LIMIT {PAGE}"), format!("SELECT COUNT(*) FROM {table}")]
        {
            let statement = AssertSqlSafe(statement);
            match self {
                Self::Sqlite(connection) => drop(sqlx::query(statement).fetch_all(connection).await?),
                Self::Postgres(connection) => drop(sqlx::query(statement).fetch_all(connection).await?),
            }
        }
        Ok(())
    }
}

/// Fills a programme. Returns its coordinator.
async fn fill(store: &Store, url: &str, options: &Options) -> anyhow::Result<Staff> {
    let mut settings = Settings::default();
    (settings.matching.needs_vetting, settings.matching.needs_guardian_consent) = (true, true);
    let programme = administration::put_programme(store, &crate::JOB, "load", "Load", "UTC", &settings).await?;
    let new = NewPerson {
        email: "coordinator@load.example".to_owned(),
        first_name: "Cora".to_owned(),
        last_name: "Load".to_owned(),
        role: Role::Staff,
        programme_id: Some(programme),
        language: "en".to_owned(),
        bio: String::new(),
        password_hash: None,
    };
    let person = people::add(store, &crate::JOB, &new).await?.context("an address was taken")?;
    let grant = Grant { role: StaffRole::Coordinator, programme: Some(programme) };
    grants::grant(store, &crate::JOB, person, grant).await?;
    fill_rows(store, url, programme, options).await?;
    let said = |sender| Imported { sender, body: "When do we meet?".to_owned(), created_at: store.clock.now() };
    for number in 0..options.conversations.min(options.people) {
        let sender = PersonId(id_of(number));
        let channel = team::open(store, sender).await?.context("no conversation with the team")?;
        messages::import(store, channel, &[said(sender)]).await?;
    }
    Ok(Staff { person, scope: Scope::Programmes(vec![programme]) })
}

/// Writes people, their pairs, and their acts. Every third pair was last in contact three weeks ago.
async fn fill_rows(store: &Store, url: &str, programme: ProgrammeId, options: &Options) -> anyhow::Result<()> {
    let now = store.clock.now();
    let ago = |days| text(&(now - chrono::TimeDelta::days(days)).to_rfc3339());
    let (now, three_weeks) = (ago(0), ago(21));
    let mut bulk = Bulk::open(url, options.people).await?;
    let programme = bulk.id(programme.0);
    let role = "CASE WHEN i % 2 = 0 THEN 'mentor' ELSE 'mentee' END";
    bulk.insert(
        "people (id, email, first_name, last_name, display_name, bio, phone_number, role, provider, programme_id, language,
         experience_overrides, is_disabled, email_verified_at, agreed_terms_at, declared_at, failed_sign_ins, created_at,
         search_text)",
        &format!(
            "{{id}}, 'person' || i || '@load.example', 'Ada' || (i % 97), 'Okafor ' || i, 'Ada', '', '', {role}, 'normal',
             {programme}, 'en', '{{}}', FALSE, {now}, {now}, {now}, 0, {now},
             'ada' || (i % 97) || ' okafor ' || i"
        ),
    )
    .await?;
    bulk.execute(
        "UPDATE people SET vetted_until = '2099-01-01' WHERE role = 'mentor' AND email LIKE '%4@load.example'",
    )
    .await?;
    let (paired, first) = (options.people * 4 / 5, "i % 2 = 0");
    let channel = bulk.id_with_number(0xa000);
    bulk.insert_where(
        "channels (id, kind, name, programme_id, head_seq, head_at, created_at)",
        &format!("{channel}, 'direct', '', {programme}, 0, {now}, {now}"),
        &format!("i < {paired} AND {first}"),
    )
    .await?;
    bulk.insert_where(
        "mentorships (id, programme_id, kind, name, channel_id, started_at)",
        &format!("{{mentorship}}, {programme}, '1to1', '', {channel}, {three_weeks}"),
        &format!("i < {paired} AND {first}"),
    )
    .await?;
    for (wrote_at, of) in [(&*three_weeks, "i % 6 < 2"), ("NULL", "i % 12 = 3"), (&*now, "i % 6 >= 2 AND i % 12 <> 3")]
    {
        bulk.insert_where(
            "mentorship_members (mentorship_id, person_id, role, joined_at, wrote_at)",
            &format!("{{mentorship}}, {{id}}, {role}, {three_weeks}, {wrote_at}"),
            &format!("i < {paired} AND {of}"),
        )
        .await?;
    }
    for number in 0..12 {
        let session = format!("'session' || {number} || '-' || i");
        bulk.insert_where(
            "mentorship_sessions (session_id, mentorship_id, session_key, position, due_on)",
            &format!("{session}, {{mentorship}}, 'session{number}', {number}, '2099-01-01'"),
            &format!("i < {paired} AND {first}"),
        )
        .await?;
    }
    // Each member has finished half of the sessions, and everyone has answered a survey.
    for number in 0..6 {
        let session = format!("'session{number}-' || (i - i % 2)");
        bulk.insert_where(
            "session_progress (person_id, session_id, session_key, version, started_at, completed_at)",
            &format!("{{id}}, {session}, 'session{number}', 1, {three_weeks}, {now}"),
            &format!("i < {paired}"),
        )
        .await?;
    }
    bulk.insert(
        "survey_progress (person_id, survey_key, version, started_at, completed_at)",
        &format!("{{id}}, 'about-you', 1, {three_weeks}, {now}"),
    )
    .await?;
    for number in 0..options.acts {
        let (id, at) = (bulk.id_with_number(0xb000 + number), ago(i64::try_from(number)?));
        bulk.insert(
            "audit (id, actor_kind, actor_name, action, target_kind, subject_id, programme_id, created_at)",
            &format!("{id}, 'job', 'load', 'change_facts', 'person', {{id}}, {programme}, {at}"),
        )
        .await?;
    }
    bulk.finish().await
}
