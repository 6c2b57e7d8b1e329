//! Every act leaves one row in the audit log, and none for staff who do not reach what it is about.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};
use store::experiences::Overrides;
use store::matching::pool::{self, PauseReason};
use store::mentorship::Kind;
use store::people;
use store::people::Role;
use store::person_facts::{self, Change};
use store::programmes;
use store::staff::audit::{Act, ListedAct};
use store::staff::{Actor, Scope, Staff};
use store::{administration, flags};
use test_kit::{both, operator};

use performance::perform;
use world::World;

mod admission;
mod installation;
mod performance;
mod rounds;
mod school_year;
mod surveys;
mod team;
mod world;

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
    ExportCase: [],
    AssignCase: [],
    LiftSilence: [],
    ExtendHold: [],
    EndHold: [],
    Suspend: ["administration/clearance.rs: suspend"],
    LiftSuspension: ["administration/clearance.rs: lift_suspension"],
    SetContactBinding: ["contact.rs: set_binding"],
    Grant: ["staff/grants.rs: grant"],
    Revoke: ["administration/staff_roles.rs: end_role", "administration/staff_roles.rs: rehearse_role_end"],
    HandOver: ["administration/hand_over.rs: hand_over", "administration/hand_over.rs: to_hand_over"],
    SetDuty: ["staff/duty/hours.rs: set_hours"],
    SetAbsence: ["staff/duty/hours.rs: set_absences"],
    ExportList: [],
    BeginMentorship: ["administration/mentorships.rs: create"],
    EndMentorship: ["administration/mentorships.rs: end"],
    UndoMentorship: ["administration/mentorships.rs: undo", "administration/mentorships.rs: undo_end"],
    JoinMentorship: ["administration/group_members.rs: join"],
    LeaveMentorship: ["administration/group_members.rs: leave"],
    PauseMentorship: ["mentorship/pauses.rs: pause"],
    TakePauseBack: ["mentorship/pauses.rs: take_back"],
    LogMeeting: ["mentorship/logged_meetings.rs: log"],
    RemoveMeeting: ["mentorship/logged_meetings.rs: remove"],
    RevokeBadge: ["mentorship/badges.rs: revoke"],
    RotateBadgeKey: ["mentorship/credentials.rs: rotate_key"],
    RotateTokenKey: ["accounts/tokens.rs: rotate_key"],
    DraftRun: ["matching/runs/draft.rs: draft", "matching/runs/draft.rs: draft_with"],
    EditRun: ["matching/runs/edit.rs: set_mentors"],
    ApproveRun: ["matching/runs/approval.rs: approve", "matching/runs/approval.rs: approve_seen"],
    WithdrawRun: ["matching/runs/approval.rs: withdraw"],
    PublishRun: ["matching/runs/publication.rs: publish"],
    JoinPool: ["matching/pool.rs: join"],
    LeavePool: ["matching/pool.rs: leave"],
    PausePool: ["matching/pool/pauses.rs: pause"],
    ResumePool: ["matching/pool/pauses.rs: resume"],
    SetPlaces: ["matching/pool.rs: set_places"],
    BeginGroup: ["matching/groups.rs: begin"],
    ChangeFacts: ["administration/person_facts.rs: change", "administration/person_facts.rs: record"],
    RecordVetting: ["administration/vettings.rs: record"],
    WithdrawVetting: ["administration/vettings.rs: withdraw"],
    CorrectPerson: ["administration/corrections.rs: correct"],
    EnterDataRequest: ["administration/data_requests.rs: ask"],
    ExtendDataRequest: ["administration/data_requests/answers.rs: extend"],
    CloseDataRequest: ["administration/data_requests/answers.rs: close"],
    SetConflict: ["administration/person_facts.rs: set_conflict"],
    AddPerson: ["accounts/people.rs: add"],
    Invite: ["accounts/invitations/invite.rs: invite", "accounts/invitations/invite.rs: invite_table"],
    RemindInvitee: ["accounts/invitations/open.rs: remind"],
    WithdrawInvitation: ["accounts/invitations/open.rs: withdraw"],
    ReadApplication: ["administration/applications.rs: read_application"],
    ApproveApplication: ["administration/applications.rs: decide_application"],
    DeclineApplication: ["administration/applications.rs: decide_application"],
    WithdrawApplication: ["administration/applications.rs: decide_application"],
    ReopenApplication: ["administration/applications.rs: decide_application"],
    RequestConsent: ["administration/consents.rs: request"],
    CancelConsentRequest: ["administration/consents.rs: cancel"],
    TransferPerson: ["administration/transfers.rs: transfer", "administration/transfers.rs: rehearse"],
    CreateCohort: ["accounts/cohorts.rs: create"],
    RenameCohort: ["accounts/cohorts.rs: rename"],
    RemoveCohort: ["accounts/cohorts.rs: remove"],
    SetCohort: ["accounts/cohorts/members.rs: put"],
    SetRole: ["administration/accounts.rs: set_role"],
    SetPassword: ["accounts/passwords/replace.rs: set"],
    ResetSecondFactor: ["accounts/second_factor.rs: reset"],
    CloseAccount: ["administration/accounts.rs: set_disabled"],
    OpenAccount: ["administration/accounts.rs: set_disabled"],
    SignOut: ["administration/accounts.rs: sign_out"],
    SetOverrides: ["accounts/people.rs: set_overrides"],
    ReopenSurvey: ["surveys.rs: reopen"],
    OpenSurveyWindow: ["surveys/windows.rs: open"],
    ChangeSurveyWindow: ["surveys/windows/changes.rs: extend"],
    StopSurveyWindow: ["surveys/windows/changes.rs: stop"],
    RemindSurveyWindow: ["surveys/windows/changes.rs: remind"],
    ReadSurveyTexts: ["answer_exports/results.rs: written"],
    ExportAnswers: ["answer_exports.rs: export"],
    ExportPerson: ["accounts/export.rs: everything_about"],
    ErasePerson: ["administration/erase.rs: erase"],
    CancelErasure: [],
    ImportScores: ["accounts/work_readiness.rs: put"],
    ImportContent: ["administration/content.rs: import"],
    CreateProgramme: ["administration/new_programme.rs: create_programme"],
    CorrectAnswerKey: ["administration/answer_keys.rs: correct", "administration/answer_keys.rs: preview"],
    SetProgramme: ["administration/programmes.rs: put"],
    SetRule: ["administration/programme_rules.rs: set_rule", "administration/programme_rules.rs: preview_rule"],
    CloseYear: ["administration/school_year/closing.rs: close"],
    RetryEndings: ["administration/school_year/closing.rs: retry"],
    SetNextYear: ["administration/school_year/people.rs: roll_over"],
    OpenYear: ["administration/school_year/opening.rs: open"],
    ArchiveProgramme: ["administration/school_year/archive.rs: archive"],
    ReopenProgramme: ["administration/school_year/archive.rs: reopen"],
    ExportContent: ["administration/content.rs: export"],
    EditTexts: ["administration/content_texts.rs: edit_texts"],
    SetFlag: ["operations/flags.rs: set"],
    AnswerPerson: ["team/answers.rs: answer"],
    AssignConversation: ["team/answers.rs: assign"],
    SettleConversation: ["team/answers.rs: settle"],
    ReopenConversation: ["team/answers.rs: reopen"],
    AddNote: ["team/notes.rs: add"],
    RemoveNote: ["team/notes.rs: remove"],
    SendAnnouncement: ["announcements/sending.rs: send"],
    CorrectAnnouncement: ["announcements/after.rs: correct"],
    TakeAnnouncementBack: ["announcements/after.rs: take_back", "announcements/sending.rs: unschedule"],
    MakeOutcomes: ["outcomes/making.rs: make"],
    ExportOutcomes: ["outcomes/making.rs: record_export"],
    RetryJob: ["operations/failed_jobs.rs: retry"],
    DropJob: ["operations/failed_jobs.rs: remove"],
    AddWebhook: ["notifications/webhooks/endpoints.rs: add"],
    RemoveWebhook: ["notifications/webhooks/endpoints.rs: remove"],
    RotateWebhook: ["notifications/webhooks/endpoints.rs: rotate"],
    EnableWebhook: ["notifications/webhooks/endpoints.rs: enable"],
    TestWebhook: ["notifications/webhooks/deliveries.rs: test"],
    ResendWebhook: ["notifications/webhooks/deliveries.rs: resend"],
    AddApiKey: [],
    RevokeApiKey: [],
    UseApiKey: [],
}

/// Whether an act belongs to no programme.
fn is_of_installation(act: Act) -> bool {
    matches!(
        act,
        Act::ExportList
            | Act::RotateBadgeKey
            | Act::RotateTokenKey
            | Act::ImportContent
            | Act::CreateProgramme
            | Act::ExportContent
            | Act::EditTexts
            | Act::CorrectAnswerKey
            | Act::SetFlag
            | Act::RetryJob
            | Act::DropJob
            | Act::AddWebhook
            | Act::RemoveWebhook
            | Act::RotateWebhook
            | Act::EnableWebhook
            | Act::TestWebhook
            | Act::ResendWebhook
            | Act::AddApiKey
            | Act::RevokeApiKey
            | Act::UseApiKey
    )
}

/// The acts of jobs only; their own tests look at the rows.
const OF_JOBS: [Act; 1] = [Act::CancelErasure];

/// Returns the rows of an act that performing it adds, and what it was about.
async fn new_rows(
    world: &World,
    act: Act,
    actor: &Actor,
    staff: &Staff,
) -> (Vec<ListedAct>, (&'static str, Option<uuid::Uuid>)) {
    let known: BTreeSet<_> = world.rows().await.into_iter().map(|row| row.id).collect();
    let target = perform(world, act, actor, staff).await;
    let name = in_snake_case(act);
    let mut new = world.rows().await;
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
    let mut facts = BTreeSet::new();
    for act in ACTS.iter().copied().filter(|act| !OF_JOBS.contains(act)) {
        let by_line = !functions_of(act).is_empty();
        let actors = [(Actor::Staff(staff.clone()), "staff"), (line.clone(), "command_line")];
        for (actor, kind) in actors.into_iter().take(if by_line { 2 } else { 1 }) {
            let (new, target) = new_rows(&world, act, &actor, &staff).await;
            let [row] = &new[..] else { panic!("{act:?} by {kind}: {new:?}") };
            let kind = if act == Act::UseApiKey { "api_key" } else { kind };
            assert_eq!(row.actor_kind, kind, "{act:?}");
            assert_eq!((&*row.target_kind, row.target_id), target, "{act:?} by {kind}");
            let of = if act == Act::BeginGroup { world.groups.id } else { world.programme.id };
            assert_eq!(row.programme_id, (!is_of_installation(act)).then_some(of), "{act:?} by {kind}");
            facts.extend(facts_of(row));
        }
    }
    let texts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../app-ui/src/locales/en/staff.json");
    let texts: Value = serde_json::from_str(&std::fs::read_to_string(texts).unwrap()).unwrap();
    facts.retain(|fact| texts["audit"]["facts"][fact].is_null());
    assert_eq!(facts, BTreeSet::new(), "without a text in `audit.facts`");
});

/// The names of what changed.
fn facts_of(row: &ListedAct) -> Vec<String> {
    let values = [&row.old_values, &row.new_values].into_iter().flatten();
    let values = values.map(|text| serde_json::from_str::<Value>(text).unwrap());
    values.flat_map(|value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>()).collect()
}

both!(staff_of_another_programme_act_on_nothing, async |app| {
    let world = World::new(app).await;
    let settings = programmes::Settings::default();
    let elsewhere =
        administration::put_programme(&world.app.store, &operator(), "far", "Far", "UTC", &settings).await.unwrap();
    let scope = Scope::Programmes(vec![elsewhere]);
    let staff = Staff { person: world.sam, scope };
    // Its lists hold only those within the scope.
    for act in ACTS.iter().copied().filter(|act| *act != Act::ExportList && !OF_JOBS.contains(act)) {
        let (new, _) = new_rows(&world, act, &Actor::Staff(staff.clone()), &staff).await;
        assert_eq!(new, [], "{act:?}");
    }
});

both!(act_that_changes_nothing_leaves_no_row, async |app| {
    let world = World::new(app).await;
    let (store, by) = (&*world.app.store, &operator());
    let person = world.person(Role::Mentee).await;
    let facts = || Change { vetted_until: Some("2027-01-01".parse().ok()), ..Change::default() };
    let overrides = crate::test_store::chatting();
    let programmes::Programme { key, name, time_zone, settings, .. } = &world.programme;
    person_facts::change(store, by, person, facts()).await.unwrap();
    people::set_overrides(store, by, person, &overrides).await.unwrap();
    flags::set(store, by, "some_flag", true).await.unwrap();
    let mentor = world.waiting(&world.programme, Role::Mentor).await;
    let pause = async |reason| pool::pause(store, by, mentor, reason).await.unwrap().unwrap();
    let set_places = async |kind, places| pool::set_places(store, by, mentor, kind, places).await.unwrap().unwrap();
    pause(PauseReason::Staff).await;
    set_places(Kind::Pair, 3).await;
    let before = world.rows().await;
    for reason in [PauseReason::Staff, PauseReason::OwnWish] {
        pause(reason).await;
    }
    set_places(Kind::Pair, 3).await;
    person_facts::change(store, by, person, facts()).await.unwrap();
    person_facts::change(store, by, person, Change::default()).await.unwrap();
    people::set_overrides(store, by, person, &overrides).await.unwrap();
    flags::set(store, by, "some_flag", true).await.unwrap();
    flags::set(store, by, "other_flag", false).await.unwrap();
    administration::put_programme(store, by, key, name, time_zone, settings).await.unwrap();
    assert_eq!(world.rows().await, before);
    people::set_overrides(store, by, person, &Overrides::default()).await.unwrap();
    flags::set(store, by, "some_flag", false).await.unwrap();
    pause(PauseReason::Safeguarding).await;
    set_places(Kind::Pair, 2).await;
    set_places(Kind::Group, 2).await;
    assert_eq!(world.rows().await.len(), before.len() + 5);
});

both!(group_that_begins_leaves_row_of_its_mentorship, async |app| {
    let world = World::new(app).await;
    let staff = Staff { person: world.sam, scope: Scope::Installation };
    let group = new_rows(&world, Act::BeginGroup, &Actor::Staff(staff.clone()), &staff).await.0;
    let mentorships: Vec<_> = world.rows().await.into_iter().filter(|row| row.action == "begin_mentorship").collect();
    let ([group], [mentorship]) = (&group[..], &mentorships[..]) else { panic!("{group:?} {mentorships:?}") };
    let values = |row: &ListedAct| serde_json::from_str::<Value>(row.new_values.as_ref().unwrap()).unwrap();
    assert_eq!(mentorship.target_id.map(|id| json!(id)), Some(values(group)["mentorship"].clone()));
    assert_eq!(mentorship.programme_id, Some(world.groups.id));
    assert_eq!(mentorship.actor_id, Some(world.sam));
    assert_eq!(values(mentorship)["mentees"], values(group)["mentees"]);
});

both!(row_of_programme_holds_what_changed, async |app| {
    let world = World::new(app).await;
    let (store, by) = (&*world.app.store, &operator());
    let programmes::Programme { key, name, time_zone, settings, .. } = &world.programme;
    let put = async |name: &str, time_zone: &str, settings: &programmes::Settings| {
        administration::put_programme(store, by, key, name, time_zone, settings).await.unwrap();
        let row = world.rows().await.remove(0);
        [row.old_values, row.new_values].map(|values| values.map(|text| serde_json::from_str::<Value>(&text).unwrap()))
    };
    assert_eq!(put("Lake", time_zone, settings).await, [Some(json!({"name": name})), Some(json!({"name": "Lake"}))]);
    let zones = [Some(json!({"time_zone": time_zone})), Some(json!({"time_zone": "Asia/Tokyo"}))];
    assert_eq!(put("Lake", "Asia/Tokyo", settings).await, zones);
    let mut other = settings.0.clone();
    other.likes.is_off = true;
    assert_eq!(put("Lake", "Asia/Tokyo", &other).await, [None, Some(json!({"settings": ["likes"]}))]);
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
