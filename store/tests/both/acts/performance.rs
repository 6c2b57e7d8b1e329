//! Performs each act.

use serde_json::json;
use store::administration::vettings::{self, NewVetting};
use store::administration::{NewProgramme, NewRule, SuspendedBy};
use store::cases::{self, CaseFile};
use store::content::{Bundle, Origin};
use store::corrections::{self, Identity};
use store::invitations::Invitee;
use store::listing::ListRequest;
use store::matching::pool::{self, PauseReason};
use store::matching::{Choice, groups};
use store::mentorship::logged_meetings::{self, MeetingKind, NewMeeting};
use store::mentorship::pauses::{self, Pause, PauseOutcome};
use store::mentorship::{Kind, badges, credentials};
use store::outcomes::{self, Period};
use store::people::{self, Role};
use store::person_facts::{self, Change};
use store::programmes::rules::{Rule, RuleKey};
use store::programmes::{self, ContactRules, Programme};
use store::sheet::TableFormat;
use store::staff::audit::Act;
use store::staff::list_exports::ListExport;
use store::staff::{Actor, Grant, Scope, Staff, StaffRole, grants, list_exports};
use store::vettings::Valid;
use store::{
    MentorshipId, PersonId, administration, contact, erase, export, flags, invitations, passwords, second_factor,
    surveys, tokens, work_readiness,
};
use test_kit::operator;

use super::world::World;
use super::{admission, installation, rounds, team};
use crate::matching::{answer, decide, round};

/// Another person each time.
fn invitee() -> Invitee {
    Invitee {
        email: format!("{}@invited.example", test_kit::fresh_name()),
        first_name: "Ivo".to_owned(),
        last_name: "Nited".to_owned(),
        role: Role::Mentee,
        language: "en".to_owned(),
        birth_month: None,
        says_role: true,
        says_language: true,
        guardian_email: None,
        cohort: None,
    }
}

/// Prepares an act as the command line, and performs it as `actor`, or as `staff` where only staff can. Returns its target, as
/// stored.
pub(super) async fn perform(
    world: &World,
    act: Act,
    actor: &Actor,
    staff: &Staff,
) -> (&'static str, Option<uuid::Uuid>) {
    let (store, programme, by) = (&*world.app.store, &world.programme, &operator());
    let person = |id: PersonId| ("person", Some(id.0));
    let of_mentorship = |id: MentorshipId| ("mentorship", Some(id.0));
    match act {
        Act::ReadConversation | Act::ReadFile => {
            let (id, case) = world.report().await;
            if let Some(case) = cases::by_id(store, staff, case).await.unwrap() {
                cases::record_reading(store, staff, act, &case, "a reason").await.unwrap();
            }
            ("report", Some(id.0))
        }
        Act::OpenChannel => {
            let mentee = world.person(Role::Mentee).await;
            let alert = crate::safety::alert_about(&world.app, mentee, programme.id).await;
            cases::open_channel(store, staff, alert).await.unwrap();
            ("alert", Some(alert.0))
        }
        Act::ResolveCase => {
            let (id, case) = world.report().await;
            cases::resolve(store, staff, case, cases::Outcome::TalkedTo, "settled").await.unwrap();
            ("report", Some(id.0))
        }
        Act::ReopenCase => {
            let (id, case) = world.report().await;
            let sam = Staff { person: world.sam, scope: Scope::Installation };
            assert!(cases::resolve(store, &sam, case, cases::Outcome::TalkedTo, "settled").await.unwrap());
            cases::reopen(store, staff, case).await.unwrap();
            ("report", Some(id.0))
        }
        Act::ExportCase => {
            let (id, case) = world.report().await;
            let (made_at, sealed) = (store.clock.now(), cases::legal_holds::extent(store, case).await.unwrap());
            let (reason, language) = ("a reason", "en");
            let file = CaseFile { reason, sha256: "00", language, has_notes: true, files: 0, made_at, sealed };
            let _ = cases::record_file(store, staff, case, file).await.unwrap();
            ("report", Some(id.0))
        }
        Act::AssignCase => {
            let (id, case) = world.report().await;
            cases::assign(store, staff, case, world.sam).await.unwrap();
            ("report", Some(id.0))
        }
        Act::LiftSilence => {
            let (id, case) = world.report().await;
            cases::lift_silence(store, staff, case).await.unwrap();
            ("report", Some(id.0))
        }
        Act::ExtendHold | Act::EndHold => {
            let (id, case) = world.report().await;
            if act == Act::ExtendHold {
                let _ = cases::legal_holds::extend(store, staff, case, "the police ask for it").await.unwrap();
            } else {
                cases::resolve(store, staff, case, cases::Outcome::NoConcern, "").await.unwrap();
                let _ = cases::legal_holds::end(store, staff, case, "no longer needed").await.unwrap();
            }
            ("report", Some(id.0))
        }
        Act::Suspend | Act::LiftSuspension => {
            let id = world.person(Role::Mentor).await;
            if act == Act::Suspend {
                let _ = administration::suspend(store, actor, id, None, "a reason", SuspendedBy::Lead).await.unwrap();
            } else {
                administration::suspend(store, by, id, None, "a reason", SuspendedBy::Lead).await.unwrap().unwrap();
                administration::lift_suspension(store, actor, id, SuspendedBy::Lead).await.unwrap();
            }
            person(id)
        }
        Act::SetContactBinding => {
            let from = contact::binds_from(store, programme.id).await.unwrap().unwrap() + chrono::Duration::days(1);
            contact::set_binding(store, actor, programme.id, from).await.unwrap();
            ("programme", Some(programme.id.0))
        }
        Act::Invite => {
            invitations::invite(store, actor, programme.id, &[invitee()]).await.unwrap();
            ("programme", Some(programme.id.0))
        }
        Act::RemindInvitee | Act::WithdrawInvitation => {
            invitations::invite(store, by, programme.id, &[invitee()]).await.unwrap();
            world.app.advance(chrono::Duration::days(1));
            let newest = ListRequest { limit: Some(1), ..ListRequest::default() };
            let id = invitations::list::page(store, &Scope::Installation, &newest).await.unwrap().rows[0].id;
            if act == Act::RemindInvitee {
                invitations::remind(store, actor, id).await.unwrap();
            } else {
                invitations::withdraw(store, actor, id).await.unwrap();
            }
            ("invitation", Some(id.0))
        }
        Act::CreateCohort | Act::RenameCohort | Act::RemoveCohort => {
            admission::about_cohort(world, act, actor).await;
            ("programme", Some(programme.id.0))
        }
        Act::SetCohort => person(admission::into_cohort(world, actor).await),
        Act::AnswerPerson
        | Act::AssignConversation
        | Act::SettleConversation
        | Act::ReopenConversation
        | Act::AddNote
        | Act::RemoveNote => person(team::about_person(world, act, actor).await),
        Act::SendAnnouncement | Act::CorrectAnnouncement | Act::TakeAnnouncementBack => {
            ("announcement", Some(team::about_announcement(world, act, actor).await.0))
        }
        Act::MakeOutcomes | Act::ExportOutcomes => {
            let by = if act == Act::MakeOutcomes { actor } else { by };
            let made = outcomes::make(store, by, programme.id, Period::ThisYear).await.unwrap();
            outcomes::compute_due(store).await.unwrap();
            if let (Act::ExportOutcomes, Ok(id)) = (act, made) {
                outcomes::record_export(store, actor, id, TableFormat::Csv).await.unwrap();
            }
            ("outcomes", made.ok().map(|id| id.0))
        }
        Act::RetryJob | Act::DropJob => ("job", Some(installation::about_job(world, act, actor).await.0)),
        Act::AddWebhook
        | Act::RemoveWebhook
        | Act::RotateWebhook
        | Act::EnableWebhook
        | Act::TestWebhook
        | Act::ResendWebhook => ("webhook", installation::about_webhook(world, act, actor).await.map(|id| id.0)),
        Act::AddApiKey | Act::RevokeApiKey | Act::UseApiKey => {
            ("api_key", installation::about_api_key(world, act, staff).await.map(|id| id.0))
        }
        Act::RequestConsent | Act::CancelConsentRequest => person(admission::of_guardian(world, act, actor).await),
        Act::Grant | Act::Revoke => {
            let id = world.person(Role::Staff).await;
            let grant = Grant { role: StaffRole::Coordinator, programme: Some(programme.id) };
            if act == Act::Grant {
                grants::grant(store, actor, id, grant).await.unwrap();
            } else {
                grants::grant(store, by, id, grant).await.unwrap();
                let _ = administration::end_role(store, actor, id, grant, Default::default()).await.unwrap();
            }
            person(id)
        }
        Act::HandOver | Act::SetDuty | Act::SetAbsence => person(team::about_colleague(world, act, actor).await),
        Act::ExportList => {
            let request = ListRequest::default();
            let (list, format, reason) = ("people", TableFormat::Csv, "a reason");
            let export = ListExport { list, request: &request, rows: 1, format, reason };
            list_exports::record(store, staff, export).await.unwrap();
            ("installation", None)
        }
        Act::BeginMentorship => {
            let begun = administration::create_mentorship(store, actor, &world.new_pair().await).await.unwrap();
            begun.map_or(("mentorship", None), of_mentorship)
        }
        Act::EndMentorship => {
            let id = world.pair().await;
            let _ = store::administration::end_mentorship(
                store,
                actor,
                id,
                store::mentorship::EndReason::MovedAway.alone(),
                store::administration::MenteesAfter::WaitAgain,
            )
            .await
            .unwrap();
            of_mentorship(id)
        }
        Act::UndoMentorship => {
            let id = world.pair().await;
            store::administration::end_mentorship(
                store,
                by,
                id,
                store::mentorship::EndReason::MovedAway.alone(),
                store::administration::MenteesAfter::WaitAgain,
            )
            .await
            .unwrap()
            .unwrap();
            let _ = administration::undo_mentorship(store, actor, id).await.unwrap();
            of_mentorship(id)
        }
        Act::JoinMentorship => {
            let mut new = world.new_pair().await;
            new.group = Some("Circle".to_owned());
            let id = administration::create_mentorship(store, by, &new).await.unwrap().unwrap();
            let newcomer = world.person(Role::Mentee).await;
            let _ = administration::join_mentorship(store, actor, id, newcomer).await.unwrap();
            of_mentorship(id)
        }
        Act::LeaveMentorship => {
            let mut new = world.new_pair().await;
            new.mentees.push(world.person(Role::Mentee).await);
            new.group = Some("Circle".to_owned());
            let id = administration::create_mentorship(store, by, &new).await.unwrap().unwrap();
            let _ = administration::leave_mentorship(
                store,
                actor,
                id,
                new.mentees[0],
                store::mentorship::EndReason::MovedAway.alone(),
                store::administration::MenteesAfter::WaitAgain,
            )
            .await
            .unwrap();
            of_mentorship(id)
        }
        Act::PauseMentorship | Act::TakePauseBack => {
            let id = world.pair().await;
            let pause = Pause { starts_on: "2026-03-10".parse().unwrap(), days: 7 };
            if act == Act::PauseMentorship {
                pauses::pause(store, actor, id, pause).await.unwrap();
            } else {
                let PauseOutcome::Paused(entered) = pauses::pause(store, by, id, pause).await.unwrap() else {
                    panic!("not paused")
                };
                pauses::take_back(store, actor, id, entered, pause.starts_on).await.unwrap();
            }
            of_mentorship(id)
        }
        Act::LogMeeting | Act::RemoveMeeting => {
            let id = world.pair().await;
            let new = NewMeeting { met_on: store.clock.now().date_naive(), kind: MeetingKind::Phone, minutes: None };
            if act == Act::LogMeeting {
                let _ = logged_meetings::log(store, actor, id, new).await.unwrap();
            } else {
                let logged = logged_meetings::log(store, by, id, new).await.unwrap().unwrap();
                logged_meetings::remove(store, actor, id, logged).await.unwrap();
            }
            of_mentorship(id)
        }
        Act::RevokeBadge => {
            let id = world.badge().await;
            let _ = badges::revoke(store, actor, id, "by mistake").await.unwrap();
            ("badge", Some(id.0))
        }
        Act::RotateBadgeKey => {
            drop(credentials::rotate_key(store, actor).await);
            ("installation", None)
        }
        Act::RotateTokenKey => {
            drop(tokens::rotate_key(store, actor).await);
            ("installation", None)
        }
        Act::DraftRun | Act::EditRun | Act::ApproveRun | Act::WithdrawRun | Act::PublishRun => {
            ("run", rounds::about_run(world, act, actor).await.map(|run| run.0))
        }
        Act::JoinPool => {
            let id = world.person(Role::Mentee).await;
            answer(store, id, &["english"], "tech").await;
            let signed_in = store::SignedIn::of_person(store, id).await.unwrap().unwrap();
            pool::join(store, actor, &signed_in).await.unwrap();
            person(id)
        }
        Act::ReadApplication
        | Act::ApproveApplication
        | Act::DeclineApplication
        | Act::WithdrawApplication
        | Act::ReopenApplication => person(admission::about_application(world, act, actor).await),
        Act::LeavePool | Act::PausePool | Act::ResumePool | Act::SetPlaces => {
            let id = world.waiting(programme, Role::Mentor).await;
            if act == Act::LeavePool {
                let _ = pool::leave(store, actor, id, "no time").await.unwrap();
            } else if act == Act::PausePool {
                let _ = pool::pause(store, actor, id, PauseReason::Staff).await.unwrap();
            } else if act == Act::ResumePool {
                pool::pause(store, by, id, PauseReason::Staff).await.unwrap().unwrap();
                let _ = pool::resume(store, actor, id).await.unwrap();
            } else {
                let _ = pool::set_places(store, actor, id, Kind::Pair, 3).await.unwrap();
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
        Act::RecordVetting | Act::WithdrawVetting => {
            let kind = json!({"key": "references", "label": {"en": "References"}, "is_required": true});
            let kinds = Rule::VettingKinds(vec![serde_json::from_value(kind).unwrap()]);
            let settings = programmes::by_id(store, programme.id).await.unwrap().unwrap().settings.0;
            let expected = RuleKey::VettingKinds.of(&settings).revision();
            let new = NewRule { rule: kinds, expected: &expected };
            administration::set_rule(store, by, programme.id, new).await.unwrap().unwrap();
            let id = world.person(Role::Mentor).await;
            let until = "2027-01-01".parse().unwrap();
            let new = NewVetting {
                kind: "references",
                seen: Valid::Missing,
                valid_until: Some(until),
                reference: "Two letters",
            };
            if act == Act::RecordVetting {
                let _ = vettings::record(store, actor, id, new).await.unwrap();
            } else {
                vettings::record(store, by, id, new).await.unwrap().unwrap();
                let seen = Valid::Until(until);
                let _ = vettings::withdraw(store, actor, id, "references", seen, "Withdrawn by them").await.unwrap();
            }
            person(id)
        }
        Act::CorrectPerson => {
            let id = world.person(Role::Mentee).await;
            let seen = people::by_id(store, id).await.unwrap().unwrap();
            let was = Identity { first_name: seen.first_name, last_name: seen.last_name, email: seen.email };
            let is = Identity { first_name: "Corrected".to_owned(), ..was.clone() };
            let _ = corrections::correct(store, actor, id, &is, &was, "Passport").await.unwrap();
            person(id)
        }
        Act::EnterDataRequest | Act::ExtendDataRequest | Act::CloseDataRequest => {
            person(admission::of_data_request(world, act, actor).await)
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
            let id = world.person(Role::Mentor).await;
            let _ = administration::set_role(store, actor, id, Role::Mentee).await.unwrap();
            person(id)
        }
        Act::TransferPerson => {
            let id = world.person(Role::Mentor).await;
            let _ = administration::rehearse_transfer(store, actor, id).await.unwrap();
            let transfer = administration::Transfer { from: None, to: world.groups.id };
            let _ = administration::transfer(store, actor, id, transfer, "moved to the other school").await.unwrap();
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
                administration::set_disabled(store, by, id, true, None).await.unwrap();
            }
            administration::set_disabled(store, actor, id, act == Act::CloseAccount, None).await.unwrap();
            person(id)
        }
        Act::SignOut => {
            let id = world.person(Role::Mentee).await;
            administration::sign_out(store, actor, id, "lost the phone").await.unwrap();
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
        Act::OpenSurveyWindow
        | Act::ChangeSurveyWindow
        | Act::StopSurveyWindow
        | Act::RemindSurveyWindow
        | Act::ReadSurveyTexts
        | Act::ExportAnswers => ("programme", Some(super::surveys::of_programme(world, act, actor).await.0)),
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
        Act::CancelErasure => unreachable!("jobs only"),
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
            store::administration::import_content(store, actor, &Bundle::default(), Origin::Operator).await.unwrap();
            ("content", None)
        }
        Act::CreateProgramme => {
            let key = world.fresh_name();
            let new =
                NewProgramme { key: &key, name: "New", time_zone: "UTC", rules_of: programme.id, coordinator: None };
            let created = administration::create_programme(store, actor, &new).await.unwrap();
            ("programme", created.ok().map(|id| id.0))
        }
        Act::CorrectAnswerKey => {
            super::installation::correct_key(world, actor).await;
            ("content", None)
        }
        Act::SetProgramme => {
            let Programme { key, time_zone, settings, .. } = programme;
            let name = world.fresh_name();
            drop(administration::put_programme(store, actor, key, &name, time_zone, settings).await);
            ("programme", Some(programme.id.0))
        }
        Act::SetRule => {
            let now = programmes::by_id(store, programme.id).await.unwrap().unwrap().settings.0;
            let revision = RuleKey::Contact.of(&now).revision();
            let rule = Rule::Contact(ContactRules { every_weeks: now.contact.every_weeks % 8 + 1 });
            let new = NewRule { rule, expected: &revision };
            let _ = administration::set_rule(store, actor, programme.id, new).await.unwrap();
            ("programme", Some(programme.id.0))
        }
        Act::CloseYear
        | Act::RetryEndings
        | Act::SetNextYear
        | Act::OpenYear
        | Act::ArchiveProgramme
        | Act::ReopenProgramme => super::school_year::about_year(world, act, actor).await,
        Act::ExportContent => {
            store::administration::export_content(store, actor).await.unwrap();
            ("content", None)
        }
        Act::EditTexts => {
            super::installation::about_texts(world, actor).await;
            ("content", None)
        }
        Act::SetFlag => {
            flags::set(store, actor, &world.fresh_name(), true).await.unwrap();
            ("installation", None)
        }
    }
}
