//! Every act leaves one row in the audit log, and none for staff who do not reach what it is about.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::path::Path;

use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection};
use store::answer_exports::{self, Table};
use store::cases::{self, Case};
use store::content::{self, Bundle, Origin};
use store::listing::ListRequest;
use store::matching::pool::{self, PauseReason};
use store::matching::{Choice, groups, runs};
use store::mentorship::pauses::{self, Pause, PauseOutcome};
use store::mentorship::{self, Kind, NewMentorship, badges, credentials};
use store::people::{self, Role};
use store::person_facts::{self, Change};
use store::programmes::{self, Programme};
use store::reports::{self, NewReport, Reason};
use store::sheet::TableFormat;
use store::staff::audit::{self, Act, ListedAct, Target};
use store::staff::{Actor, Grant, Scope, Staff, StaffRole, grants, people_list};
use store::{
    BadgeId, MentorshipId, PersonId, ReportId, administration, erase, export, flags, passwords, second_factor, surveys, work_readiness,
};
use test_kit::{both, operator};

use crate::TestApp;
use crate::matching::{add, answer, decide, named_programme, round, waiting};

/// Lists the acts, each with the functions of the store that write its row. A variant without an entry does not compile.
macro_rules! acts {
    ($($act:ident: [$($function:literal),*],)*) => {
        const ACTS: &[Act] = &[$(Act::$act),*];

        fn functions_of(act: Act) -> &'static [&'static str] {
            match act {
                $(Act::$act => &[$($function),*],)*
            }
        }
    };
}

acts! {
    ReadConversation: [],
    ReadFile: [],
    OpenChannel: [],
    ResolveCase: [],
    ReopenCase: [],
    Grant: ["staff/grants.rs: grant"],
    Revoke: ["staff/grants.rs: revoke"],
    ExportPeople: [],
    BeginMentorship: ["administration/mentorships.rs: create"],
    EndMentorship: ["mentorship/end.rs: end"],
    UndoMentorship: ["administration/mentorships.rs: undo"],
    LeaveMentorship: ["mentorship/end.rs: leave"],
    PauseMentorship: ["mentorship/pauses.rs: pause"],
    TakePauseBack: ["mentorship/pauses.rs: take_back"],
    RevokeBadge: ["mentorship/badges.rs: revoke"],
    RotateBadgeKey: ["mentorship/credentials.rs: rotate_key"],
    DraftRun: ["matching/runs.rs: draft"],
    ApproveRun: ["matching/runs.rs: approve"],
    PublishRun: ["matching/runs/publication.rs: publish"],
    JoinPool: ["matching/pool.rs: join"],
    LeavePool: ["matching/pool.rs: leave"],
    PausePool: ["matching/pool/pauses.rs: pause"],
    ResumePool: ["matching/pool/pauses.rs: resume"],
    SetPlaces: ["matching/pool.rs: set_places"],
    BeginGroup: ["matching/groups.rs: begin"],
    ChangeFacts: ["administration/person_facts.rs: change"],
    SetConflict: ["administration/person_facts.rs: set_conflict"],
    AddPerson: ["accounts/people.rs: add"],
    SetRole: ["administration/accounts.rs: set_role"],
    SetPassword: ["accounts/passwords/replace.rs: set"],
    CloseAccount: ["administration/accounts.rs: set_disabled"],
    OpenAccount: ["administration/accounts.rs: set_disabled"],
    SetOverrides: ["accounts/people.rs: set_overrides"],
    ReopenSurvey: ["surveys.rs: reopen"],
    ExportAnswers: ["answer_exports.rs: export"],
    ExportPerson: ["accounts/export.rs: everything_about"],
    ErasePerson: ["administration/erase.rs: erase"],
    ImportScores: ["accounts/work_readiness.rs: put"],
    ImportContent: ["content/import.rs: put"],
    SetProgramme: ["administration/programmes.rs: put"],
    SetFlag: ["operations/flags.rs: set"],
}

/// A programme with a staff member, and another one whose staff must not see it.
struct World {
    app: TestApp,
    programme: Programme,
    groups: Programme,
    sam: PersonId,
    added: std::cell::Cell<u32>,
}

impl World {
    async fn new(app: TestApp) -> Self {
        let [.., sam] = app.people().await;
        let programme = named_programme(&app, "lakeside", json!({})).await;
        let groups = json!({"mentors": {"kind": "1toM"}, "groups": {"size": 3}});
        let groups = named_programme(&app, "hill", groups).await;
        Self { app, programme, groups, sam, added: std::cell::Cell::new(0) }
    }

    fn fresh_name(&self) -> String {
        self.added.set(self.added.get() + 1);
        format!("person{}", self.added.get())
    }

    async fn person(&self, role: Role) -> PersonId {
        add(&self.app, self.programme.id, &self.fresh_name(), role).await
    }

    async fn waiting(&self, of: &Programme, role: Role) -> PersonId {
        waiting(&self.app, of, &self.fresh_name(), role, &["english"], "tech").await
    }

    async fn new_pair(&self) -> NewMentorship {
        let (mentor, mentees) = (self.person(Role::Mentor).await, vec![self.person(Role::Mentee).await]);
        NewMentorship { mentor, mentees, group: None }
    }

    async fn pair(&self) -> MentorshipId {
        administration::create_mentorship(&self.app.store, &operator(), &self.new_pair().await).await.unwrap().unwrap()
    }

    async fn report(&self) -> (ReportId, Case) {
        let (one, other) = (self.person(Role::Mentor).await, self.person(Role::Mentee).await);
        let channel = self.app.direct(&[one, other]).await;
        let programme = Some(self.programme.id);
        let new = NewReport {
            reporter: other,
            subject: one,
            channel,
            message: None,
            programme,
            reason: Reason::Harassment,
            details: "",
        };
        let id = reports::add(&self.app.store, new, 20).await.unwrap().unwrap();
        (id, Case { target: Target::Report(id), programme, channel })
    }

    async fn badge(&self) -> BadgeId {
        let pair = self.new_pair().await;
        let id = administration::create_mentorship(&self.app.store, &operator(), &pair).await.unwrap().unwrap();
        let badge: BadgeId = self.app.store.clock.id();
        let (url, _) = self.app.environment();
        let path = url.strip_prefix("sqlite:");
        let literal = |id: uuid::Uuid| if path.is_some() { format!("X'{}'", id.simple()) } else { format!("'{id}'") };
        for sql in [
            format!(
                "INSERT INTO mentorship_sessions (session_id, mentorship_id, session_key, position, due_on)
                 VALUES ('{id}', {}, 'goals', 0, '2026-03-20')",
                literal(id.0)
            ),
            format!(
                "INSERT INTO badges (id, person_id, session_id, tier, earned_at)
                 VALUES ({}, {}, '{id}', 'Gold', '2026-03-02T09:00:00Z')",
                literal(badge.0),
                literal(pair.mentees[0].0)
            ),
        ] {
            let sql = AssertSqlSafe(sql);
            match path {
                Some(path) => drop(SqliteConnection::connect(path).await.unwrap().execute(sql).await.unwrap()),
                None => drop(PgConnection::connect(&url).await.unwrap().execute(sql).await.unwrap()),
            }
        }
        badge
    }
}

/// Prepares an act as the command line, and performs it as `actor`, or as `staff` where only staff can. Returns its target, as
/// stored.
async fn perform(world: &World, act: Act, actor: &Actor, staff: &Staff) -> (&'static str, Option<uuid::Uuid>) {
    let (store, programme, by) = (&*world.app.store, &world.programme, &operator());
    let person = |id: PersonId| ("person", Some(id.0));
    let of_mentorship = |id: MentorshipId| ("mentorship", Some(id.0));
    match act {
        Act::ReadConversation | Act::ReadFile => {
            let (id, case) = world.report().await;
            if reports::by_id(store, staff, id).await.unwrap().is_some() {
                cases::record_reading(store, staff, act, case, "a reason").await.unwrap();
            }
            ("report", Some(id.0))
        }
        Act::OpenChannel => {
            let mentee = world.person(Role::Mentee).await;
            let alert = crate::safety::alert_about(&world.app, mentee, programme.id).await;
            store::alerts::open_channel(store, staff, alert).await.unwrap();
            ("alert", Some(alert.0))
        }
        Act::ResolveCase => {
            let (id, _) = world.report().await;
            reports::resolve(store, staff, id, "settled").await.unwrap();
            ("report", Some(id.0))
        }
        Act::ReopenCase => {
            let (id, _) = world.report().await;
            let sam = Staff { person: world.sam, scope: Scope::Installation };
            assert!(reports::resolve(store, &sam, id, "settled").await.unwrap());
            reports::reopen(store, staff, id).await.unwrap();
            ("report", Some(id.0))
        }
        Act::Grant | Act::Revoke => {
            let id = world.person(Role::Staff).await;
            let grant = Grant { role: StaffRole::Coordinator, programme: Some(programme.id) };
            if act == Act::Grant {
                grants::grant(store, actor, id, grant).await.unwrap();
            } else {
                grants::grant(store, by, id, grant).await.unwrap();
                grants::revoke(store, actor, id, grant).await.unwrap();
            }
            person(id)
        }
        Act::ExportPeople => {
            let request = ListRequest::default();
            people_list::record_export(store, staff, &request, 1, TableFormat::Csv, "a reason").await.unwrap();
            ("installation", None)
        }
        Act::BeginMentorship => {
            let begun = administration::create_mentorship(store, actor, &world.new_pair().await).await.unwrap();
            begun.map_or(("mentorship", None), of_mentorship)
        }
        Act::EndMentorship => {
            let id = world.pair().await;
            mentorship::end(store, actor, id, "moved away").await.unwrap();
            of_mentorship(id)
        }
        Act::UndoMentorship => {
            let id = world.pair().await;
            mentorship::end(store, by, id, "by mistake").await.unwrap();
            administration::undo_mentorship(store, actor, id).await.unwrap();
            of_mentorship(id)
        }
        Act::LeaveMentorship => {
            let mut new = world.new_pair().await;
            new.mentees.push(world.person(Role::Mentee).await);
            new.group = Some("Circle".to_owned());
            let id = administration::create_mentorship(store, by, &new).await.unwrap().unwrap();
            mentorship::leave(store, actor, id, new.mentees[0]).await.unwrap();
            of_mentorship(id)
        }
        Act::PauseMentorship | Act::TakePauseBack => {
            let id = world.pair().await;
            let pause = Pause { starts_on: "2026-03-10".parse().unwrap(), days: 7 };
            if act == Act::PauseMentorship {
                pauses::pause(store, actor, id, pause, None).await.unwrap();
            } else {
                let PauseOutcome::Paused(entered) = pauses::pause(store, by, id, pause, None).await.unwrap() else {
                    panic!("not paused")
                };
                pauses::take_back(store, actor, id, entered, pause.starts_on).await.unwrap();
            }
            of_mentorship(id)
        }
        Act::RevokeBadge => {
            let id = world.badge().await;
            badges::revoke(store, actor, id, "by mistake").await.unwrap();
            ("badge", Some(id.0))
        }
        Act::RotateBadgeKey => {
            drop(credentials::rotate_key(store, actor).await);
            ("installation", None)
        }
        Act::DraftRun => match runs::draft(store, actor, programme).await.unwrap() {
            Ok(run) => ("run", Some(run.id.0)),
            Err(_) => ("run", None),
        },
        Act::ApproveRun | Act::PublishRun => {
            let run = runs::draft(store, by, programme).await.unwrap().unwrap().id;
            if act == Act::ApproveRun {
                runs::approve(store, actor, run).await.unwrap();
            } else {
                assert!(runs::approve(store, by, run).await.unwrap());
                runs::publish(store, actor, programme, run).await.unwrap();
            }
            ("run", Some(run.0))
        }
        Act::JoinPool => {
            let id = world.person(Role::Mentee).await;
            answer(store, id, &["english"], "tech").await;
            let signed_in = store::SignedIn::of_person(store, id).await.unwrap().unwrap();
            pool::join(store, actor, &signed_in).await.unwrap();
            person(id)
        }
        Act::LeavePool | Act::PausePool | Act::ResumePool | Act::SetPlaces => {
            let id = world.waiting(programme, Role::Mentor).await;
            if act == Act::LeavePool {
                pool::leave(store, actor, id, "no time").await.unwrap();
            } else if act == Act::PausePool {
                pool::pause(store, actor, id, PauseReason::Staff).await.unwrap();
            } else if act == Act::ResumePool {
                assert!(pool::pause(store, by, id, PauseReason::Staff).await.unwrap());
                pool::resume(store, actor, id).await.unwrap();
            } else {
                pool::set_places(store, actor, id, Kind::Pair, 3).await.unwrap();
            }
            person(id)
        }
        Act::BeginGroup => {
            let mentor = world.waiting(&world.groups, Role::Mentor).await;
            let mentee = world.waiting(&world.groups, Role::Mentee).await;
            round(store, &world.groups).await;
            decide(store, mentee, Choice::Interested).await;
            decide(store, mentor, Choice::Interested).await;
            let group = groups::of_mentor(store, mentor).await.unwrap().unwrap();
            groups::begin(store, actor, &group).await.unwrap();
            ("group", Some(group.id.0))
        }
        Act::ChangeFacts => {
            let id = world.person(Role::Mentee).await;
            let change = Change { guardian_consent: Some(true), ..Change::default() };
            person_facts::change(store, actor, id, change).await.unwrap();
            person(id)
        }
        Act::SetConflict => {
            let (id, other) = (world.person(Role::Mentor).await, world.person(Role::Mentee).await);
            person_facts::set_conflict(store, actor, id, other, true).await.unwrap();
            person(id)
        }
        Act::AddPerson => {
            let new = people::NewPerson {
                programme_id: Some(programme.id),
                ..crate::test_store::new_person(&world.fresh_name(), Role::Mentee)
            };
            ("person", people::add(store, actor, &new).await.unwrap().map(|id| id.0))
        }
        Act::ResetSecondFactor => {
            let id = world.person(Role::Staff).await;
            second_factor::set_up_for_demo(store, id).await.unwrap();
            second_factor::reset(store, actor, id).await.unwrap();
            person(id)
        }
        Act::SetRole => {
            let id = world.person(Role::Mentee).await;
            administration::set_role(store, actor, id, Role::Mentor).await.unwrap();
            person(id)
        }
        Act::SetPassword => {
            let id = world.person(Role::Mentee).await;
            passwords::set(store, actor, id, "$argon2id$new").await.unwrap();
            person(id)
        }
        Act::CloseAccount | Act::OpenAccount => {
            let id = world.person(Role::Mentee).await;
            if act == Act::OpenAccount {
                administration::set_disabled(store, by, id, true).await.unwrap();
            }
            administration::set_disabled(store, actor, id, act == Act::CloseAccount).await.unwrap();
            person(id)
        }
        Act::SetOverrides => {
            let id = world.person(Role::Mentee).await;
            people::set_overrides(store, actor, id, &crate::test_store::chatting()).await.unwrap();
            person(id)
        }
        Act::ReopenSurvey => {
            let id = world.person(Role::Mentee).await;
            answer(store, id, &["english"], "tech").await;
            surveys::reopen(store, actor, id, "about").await.unwrap();
            person(id)
        }
        Act::ExportAnswers => {
            let catalogue = content::catalogue(store).await.unwrap();
            let table = Table::of_survey(&catalogue, "about").unwrap();
            let out = Cursor::new(Vec::new());
            drop(answer_exports::export(store, actor, &table, Some("lakeside"), TableFormat::Csv, out).await);
            ("programme", Some(programme.id.0))
        }
        Act::ExportPerson => {
            let id = world.person(Role::Mentee).await;
            export::everything_about(store, actor, id).await.unwrap();
            person(id)
        }
        Act::ErasePerson => {
            let id = world.person(Role::Mentee).await;
            let row = people::by_id(store, id).await.unwrap().unwrap();
            erase::erase(store, actor, &row).await.unwrap();
            person(id)
        }
        Act::ImportScores => {
            let id = world.person(Role::Mentee).await;
            let score = work_readiness::Score {
                name: "Teamwork".to_owned(),
                measured_on: "2026-03-01".parse().unwrap(),
                score: 3.0,
                max: 5.0,
                description: String::new(),
            };
            work_readiness::put(store, actor, &[(id, score)]).await.unwrap();
            ("installation", None)
        }
        Act::ImportContent => {
            content::put(store, actor, &Bundle::default(), Origin::Operator).await.unwrap();
            ("content", None)
        }
        Act::SetProgramme => {
            let name = &programme.name;
            drop(
                administration::put_programme(
                    store,
                    actor,
                    &programme.key,
                    name,
                    &programme.time_zone,
                    &programme.settings,
                )
                .await,
            );
            ("programme", Some(programme.id.0))
        }
        Act::SetFlag => {
            flags::set(store, actor, "some_flag", true).await.unwrap();
            ("installation", None)
        }
    }
}

/// Whether an act belongs to no programme.
fn is_of_installation(act: Act) -> bool {
    matches!(act, Act::ExportPeople | Act::RotateBadgeKey | Act::ImportContent | Act::SetFlag)
}

async fn rows(world: &World) -> Vec<ListedAct> {
    let mut all = Vec::new();
    let mut cursor = None;
    loop {
        let request = ListRequest { cursor, limit: Some(200), ..ListRequest::default() };
        let page = audit::page(&world.app.store, &Scope::Installation, None, &request).await.unwrap();
        all.extend(page.rows);
        cursor = page.next_cursor;
        if cursor.is_none() {
            return all;
        }
    }
}

/// Returns the rows of an act that performing it adds, and what it was about.
async fn new_rows(
    world: &World,
    act: Act,
    actor: &Actor,
    staff: &Staff,
) -> (Vec<ListedAct>, (&'static str, Option<uuid::Uuid>)) {
    let known: BTreeSet<_> = rows(world).await.into_iter().map(|row| row.id).collect();
    let target = perform(world, act, actor, staff).await;
    let name = in_snake_case(act);
    let mut new = rows(world).await;
    // What prepared the act was done on the command line by another user.
    new.retain(|row| !known.contains(&row.id) && row.action == name && row.actor_name != "test");
    (new, target)
}

fn in_snake_case(act: Act) -> String {
    let mut name = String::new();
    for letter in format!("{act:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

both!(act_leaves_one_row, async |app| {
    let world = World::new(app).await;
    let staff = Staff { person: world.sam, scope: Scope::Installation };
    let line = Actor::CommandLine { user: "ops".to_owned() };
    for act in ACTS.iter().copied() {
        let by_line = !functions_of(act).is_empty();
        let actors = [(Actor::Staff(staff.clone()), "staff"), (line.clone(), "command_line")];
        for (actor, kind) in actors.into_iter().take(if by_line { 2 } else { 1 }) {
            let (new, target) = new_rows(&world, act, &actor, &staff).await;
            let [row] = &new[..] else { panic!("{act:?} by {kind}: {new:?}") };
            assert_eq!(row.actor_kind, kind, "{act:?}");
            assert_eq!((&*row.target_kind, row.target_id), target, "{act:?} by {kind}");
            let of = if act == Act::BeginGroup { world.groups.id } else { world.programme.id };
            assert_eq!(row.programme_id, (!is_of_installation(act)).then_some(of), "{act:?} by {kind}");
        }
    }
});

both!(staff_of_another_programme_act_on_nothing, async |app| {
    let world = World::new(app).await;
    let settings = programmes::Settings::default();
    let elsewhere =
        administration::put_programme(&world.app.store, &operator(), "far", "Far", "UTC", &settings).await.unwrap();
    let scope = Scope::Programmes(vec![elsewhere]);
    let staff = Staff { person: world.sam, scope };
    // Its list of people holds only those within the scope.
    for act in ACTS.iter().copied().filter(|act| *act != Act::ExportPeople) {
        let (new, _) = new_rows(&world, act, &Actor::Staff(staff.clone()), &staff).await;
        assert_eq!(new, [], "{act:?}");
    }
});

/// Adds the functions below a folder that take an actor, such as "surveys.rs: reopen".
fn add_functions(folder: &Path, within: &Path, found: &mut BTreeSet<String>) {
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            add_functions(&path, within, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let file = path.strip_prefix(within).unwrap().display().to_string();
            let text = std::fs::read_to_string(&path).unwrap();
            for function in text.split("pub async fn ").skip(1) {
                let head = function.split(" {\n").next().unwrap();
                if head.contains("actor: &Actor") {
                    let name = head.split(['(', '<']).next().unwrap();
                    found.insert(format!("{file}: {name}"));
                }
            }
        }
    }
}

#[test]
fn functions_with_an_actor_are_acts() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = BTreeSet::new();
    add_functions(&source, &source, &mut found);
    let listed: BTreeSet<String> =
        ACTS.iter().flat_map(|act| functions_of(*act)).map(|function| (*function).to_owned()).collect();
    assert_eq!(found, listed, "each takes part in `act_leaves_one_row`");
}
