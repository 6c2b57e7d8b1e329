//! Cases: reports and alerts, which staff list, resolve, reopen and read around.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::alerts::Kind;
use store::audit::Act;
use store::cases::legal_holds::{self, LegalHold};
use store::cases::{self, Case, ListedCase, Outcome};
use store::channels::Kind as ChannelKind;
use store::reports::Reason;
use store::staff::Staff as StaffMember;
use store::{AlertId, ChannelId, MessageId, PersonId, Store};
use utoipa::ToSchema;
use web::{Error, ListParams, ListQuery, Page, Result, Staff, not_found, reason_text};

use super::bounded_text;
use super::legal_holds::CaseHold;
use super::message_warnings::MessageWarnings;
use super::reported_file::{ReportedFile, file_of};
use crate::staff::StaffProgramme;

/// The description of 404 of every route about one case.
pub(super) const NO_SUCH_CASE: &str = "`not_found`: no such case of the programme, or it is not in this state";

/// A case in the list: a report, a crisis alert, or a message in which detection noticed something.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffCase {
    id: AlertId,
    kind: Kind,
    /// Null for an alert.
    #[schema(required)]
    reason: Option<Reason>,
    /// Whether a person may be in danger.
    is_urgent: bool,
    /// The person reported, the person in a crisis, or the writer of the message.
    about: CasePerson,
    /// Null for an alert.
    #[schema(required)]
    reporter: Option<CasePerson>,
    channel_kind: ChannelKind,
    /// Empty for direct channels and for that of the assistant.
    channel_name: String,
    #[schema(required)]
    programme: Option<StaffProgramme>,
    created_at: DateTime<Utc>,
    #[schema(required)]
    resolved_at: Option<DateTime<Utc>>,
    /// The member of staff who resolved or reopened it.
    #[schema(required)]
    resolved_by: Option<CasePerson>,
    /// What became of it; null while it is open, and where it was not recorded.
    #[schema(required)]
    outcome: Option<Outcome>,
    /// The member of staff who works on it.
    #[schema(required)]
    assigned_to: Option<CasePerson>,
}

/// A person of a case.
#[derive(Serialize, ToSchema)]
pub(super) struct CasePerson {
    /// Null once the messages of a person in a crisis to the assistant are erased.
    #[schema(required)]
    pub(super) id: Option<PersonId>,
    /// Empty once the account is erased.
    pub(super) name: String,
}

/// A case with what the list does not show. It never contains the message of an alert: see its conversation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffCaseResponse {
    #[serde(flatten)]
    case: StaffCase,
    channel_id: ChannelId,
    /// Null for a report about a person.
    #[schema(required)]
    msg_id: Option<MessageId>,
    /// The text of a reported message at the time of the report.
    #[schema(required)]
    message: Option<String>,
    /// The file that came with a reported message.
    #[schema(required)]
    file: Option<ReportedFile>,
    /// What the reporter added.
    details: String,
    /// The note of the resolution; kept when the case is reopened.
    #[schema(required)]
    resolution: Option<String>,
    /// Whether the report keeps its two people apart.
    is_silencing: bool,
    /// Whether the person whom it is about is suspended.
    is_suspended: bool,
    /// Until when; null until staff lift it.
    #[schema(required)]
    suspended_until: Option<DateTime<Utc>>,
    /// Warnings before messages of the person in this conversation.
    warnings: MessageWarnings,
    /// The sealed copies of its messages; null once staff ended their hold.
    #[schema(required)]
    hold: Option<CaseHold>,
}

/// The resolution of a case.
#[derive(Deserialize, ToSchema)]
pub(super) struct ResolveRequest {
    /// What became of it; of several the most serious one.
    outcome: Outcome,
    /// A note for the record, at most 2,000 characters; not empty with `other`.
    #[serde(default)]
    #[schema(required = false)]
    resolution: String,
}

/// The reason for reading what is private.
#[derive(Deserialize, ToSchema)]
pub(super) struct ReadRequest {
    /// 3 to 500 characters. The audit log keeps it with the name of the reader.
    reason: String,
}

/// Lists reports and alerts without their texts, and without those about the caller. Filters: `status` (open,
/// resolved), `kind` (report, crisis, contact, secrecy, abuse; noticed: the last three), `category` (a reason of reports), `outcome` (of resolved ones; `not_recorded` for none), `assigned` (yes, no), `programme`, `about`, `reporter`
/// and `resolvedBy` (ids), `from` and `until` (times). Sorts: `urgency`, `about`, `createdAt`, `resolvedAt`.
#[web::operation(
    operation_id = "staff_cases",
    params(ListParams),
    responses(
        (status = 200, body = Page<StaffCase>),
        (status = 422, description = "`invalid`: an unknown filter, sort or cursor")
    )
)]
pub(super) async fn list(store: Data<Store>, staff: Staff, query: ListQuery) -> Result<Json<Page<StaffCase>>> {
    let page = cases::page(&store, &staff.0, &query.0).await?;
    Ok(Json(Page::of(page)))
}

/// Returns one case.
#[web::operation(
    operation_id = "staff_case",
    params(("case" = AlertId, Path, description = "The case.")),
    responses((status = 200, body = StaffCaseResponse), (status = 404, description = NO_SUCH_CASE))
)]
pub(super) async fn show(
    store: Data<Store>,
    staff: Staff,
    case: Option<Path<AlertId>>,
) -> Result<Json<StaffCaseResponse>> {
    let case = find(&store, &staff.0, case).await?;
    let hold = legal_holds::of_case(&store, case.listed.id).await?;
    Ok(Json(StaffCaseResponse::of(case, hold)))
}

/// Resolves a case with its outcome.
#[web::operation(
    operation_id = "resolve_case",
    params(("case" = AlertId, Path, description = "The case.")),
    request_body = ResolveRequest,
    responses(
        (status = 204, description = "Resolved."),
        (status = 404, description = NO_SUCH_CASE),
        (status = 422, description = "`invalid`")
    )
)]
pub(super) async fn resolve(
    store: Data<Store>,
    staff: Staff,
    case: Option<Path<AlertId>>,
    body: Json<ResolveRequest>,
) -> Result<HttpResponse> {
    let resolution = bounded_text("resolution", &body.resolution)?;
    if body.outcome.needs_note() && resolution.is_empty() {
        let sentence = "Please write in the note what became of it.";
        return Err(Error::invalid(sentence).field("resolution", "Not empty."));
    }
    done(cases::resolve(&store, &staff.0, id(case)?, body.outcome, &resolution).await?)
}

/// Reopens a resolved case. The note is kept, the outcome only in the history.
#[web::operation(
    operation_id = "reopen_case",
    params(("case" = AlertId, Path, description = "The case.")),
    responses((status = 204, description = "Open."), (status = 404, description = NO_SUCH_CASE))
)]
pub(super) async fn reopen(store: Data<Store>, staff: Staff, case: Option<Path<AlertId>>) -> Result<HttpResponse> {
    done(cases::reopen(&store, &staff.0, id(case)?).await?)
}

/// The channel with the person of an alert.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CaseChannelResponse {
    channel_id: ChannelId,
}

/// Opens the direct channel between the caller and the person of an alert, so that they can write or call. Creates it if
/// there is none.
#[web::operation(
    operation_id = "open_case_channel",
    params(("case" = AlertId, Path, description = "The case.")),
    responses(
        (status = 200, description = "The channel of the two.", body = CaseChannelResponse),
        (status = 404, description = NO_SUCH_CASE)
    )
)]
pub(super) async fn open_channel(
    store: Data<Store>,
    staff: Staff,
    case: Option<Path<AlertId>>,
) -> Result<Json<CaseChannelResponse>> {
    let channel_id = cases::open_channel(&store, &staff.0, id(case)?).await?.ok_or_else(not_found)?;
    Ok(Json(CaseChannelResponse { channel_id }))
}

/// Returns the case of an address.
pub(super) async fn find(store: &Store, staff: &StaffMember, path: Option<Path<AlertId>>) -> Result<Case> {
    cases::by_id(store, staff, id(path)?).await?.ok_or_else(not_found)
}

/// Records that a member of staff reads something about a case. It comes first: without a record there is no access.
pub(super) async fn record_reading(
    store: &Store,
    reader: &StaffMember,
    act: Act,
    case: &Case,
    body: &ReadRequest,
) -> Result<()> {
    cases::record_reading(store, reader, act, case, &reason_text(&body.reason)?).await?;
    Ok(())
}

fn id(path: Option<Path<AlertId>>) -> Result<AlertId> {
    path.map(|path| *path).ok_or_else(not_found)
}

fn done(is_done: bool) -> Result<HttpResponse> {
    if is_done { Ok(HttpResponse::NoContent().finish()) } else { Err(not_found()) }
}

impl From<ListedCase> for StaffCase {
    fn from(case: ListedCase) -> Self {
        let person = |id: Option<PersonId>, name| id.map(|id| CasePerson { id: Some(id), name });
        Self {
            is_urgent: case.is_urgent(),
            id: case.id,
            kind: case.kind,
            reason: case.reason,
            about: CasePerson { id: case.about_id, name: case.about_name },
            reporter: person(case.reporter_id, case.reporter_name),
            channel_kind: case.channel_kind,
            channel_name: case.channel_name,
            programme: StaffProgramme::of(case.programme_id, case.programme_key, case.programme_name),
            created_at: case.created_at,
            resolved_at: case.resolved_at,
            resolved_by: person(case.resolved_by_id, case.resolved_by_name),
            outcome: case.outcome,
            assigned_to: person(case.assigned_to_id, case.assigned_to_name),
        }
    }
}

impl StaffCaseResponse {
    fn of(case: Case, hold: Option<LegalHold>) -> Self {
        Self {
            hold: hold.map(CaseHold::from),
            file: file_of(&case).map(ReportedFile::from),
            case: case.listed.into(),
            channel_id: case.channel_id,
            msg_id: case.message_id,
            message: case.message_body,
            details: case.details,
            resolution: case.resolution,
            is_silencing: case.is_silencing,
            is_suspended: case.is_suspended,
            suspended_until: case.suspended_until,
            warnings: MessageWarnings { shown: case.warnings_shown, sent: case.warnings_sent },
        }
    }
}
