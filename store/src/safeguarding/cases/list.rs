//! The list of cases, without private texts.

use chrono::{DateTime, Utc};

use super::Outcome;
use crate::alerts::{Kind, about, about_joins};
use crate::channels::{self, is_silenced, team_conversations};
use crate::listing::{Filter, ListError, ListRequest, Listing, Page, SortKey};
use crate::reports::Reason;
use crate::staff::Staff;
use crate::{AlertId, PersonId, ProgrammeId, Store};

/// A case in the list.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ListedCase {
    /// The case: its row of `alerts`.
    pub id: AlertId,
    /// Report, crisis alert, or what detection noticed.
    pub kind: Kind,
    /// The reason of a report.
    pub reason: Option<Reason>,
    /// The person reported, the person in a crisis, or the writer; None once the latter's messages to the assistant are erased.
    pub about_id: Option<PersonId>,
    /// Their name; empty once the account is erased.
    pub about_name: String,
    /// The person who reported.
    pub reporter_id: Option<PersonId>,
    /// Their name.
    pub reporter_name: String,
    /// The kind of the channel.
    pub channel_kind: channels::Kind,
    /// The channel's name; empty for direct ones and for that of the assistant.
    pub channel_name: String,
    /// The programme whose staff handle it; None for staff of the installation.
    pub programme_id: Option<ProgrammeId>,
    /// The programme's key.
    pub programme_key: Option<String>,
    /// The programme's name.
    pub programme_name: Option<String>,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When staff resolved it.
    pub resolved_at: Option<DateTime<Utc>>,
    /// The member of staff who resolved or reopened it.
    pub resolved_by_id: Option<PersonId>,
    /// Their name.
    pub resolved_by_name: String,
    /// What became of it; None while it is open, and for those that were resolved before outcomes existed.
    pub outcome: Option<Outcome>,
    /// The member of staff who works on it.
    pub assigned_to_id: Option<PersonId>,
    /// Their name; empty while the case is not assigned.
    pub assigned_to_name: String,
}

impl ListedCase {
    /// Whether a person may be in danger.
    pub fn is_urgent(&self) -> bool {
        self.kind == Kind::Crisis || self.reason == Some(Reason::Danger)
    }
}

/// What the rows of the audit log about a case are about.
macro_rules! audited {
    () => {
        "CASE a.kind WHEN 'report' THEN a.subject_id ELSE a.id END"
    };
}

pub(super) use audited;

/// The columns that only a single case has.
pub(super) const DETAILS: &str = ", r.id AS report_id, a.channel_id,
    CASE WHEN a.kind = 'report' THEN r.message_id ELSE a.subject_id END AS message_id, r.message_body, r.attachments,
    COALESCE(r.details, '') AS details, COALESCE(r.resolution, a.resolution) AS resolution,
    COALESCE(r.silenced_at IS NOT NULL AND r.silence_lifted_at IS NULL, FALSE) AS is_silencing,
    s.suspended_at IS NOT NULL AS is_suspended, s.suspended_until,
    (SELECT COALESCE(SUM(w.shown), 0) FROM message_warnings w
        WHERE w.person_id = s.id AND w.channel_id = a.channel_id AND w.warned_at > {warned_since}) AS warnings_shown,
    (SELECT COUNT(w.sent_at) FROM message_warnings w
        WHERE w.person_id = s.id AND w.channel_id = a.channel_id AND w.warned_at > {warned_since}) AS warnings_sent";

pub(super) static CASES: Listing = Listing {
    // Erasing a person deletes only the channel with the assistant.
    columns: &["a.id, a.kind, r.reason, COALESCE(r.subject_id, s.id) AS about_id,
        COALESCE(s.first_name || ' ' || s.last_name, '') AS about_name, r.reporter_id,
        COALESCE(w.first_name || ' ' || w.last_name, '') AS reporter_name, COALESCE(c.kind, 'assistant') AS channel_kind,
        CASE WHEN c.kind IN ('assistant', 'team') THEN '' ELSE COALESCE(c.name, '') END AS channel_name,
        a.programme_id, g.key AS programme_key, g.name AS programme_name, a.created_at, a.handled_at AS resolved_at,
        a.handled_by AS resolved_by_id, COALESCE(h.first_name || ' ' || h.last_name, '') AS resolved_by_name,
        CASE WHEN a.handled_at IS NOT NULL THEN a.outcome END AS outcome,
        a.assigned_to AS assigned_to_id, COALESCE(v.first_name || ' ' || v.last_name, '') AS assigned_to_name"],
    from: concat!(
        "alerts a",
        about_joins!(),
        "LEFT JOIN people s ON s.id = COALESCE(r.subject_id, m.sender_id)
        LEFT JOIN people w ON w.id = r.reporter_id
        LEFT JOIN people h ON h.id = a.handled_by
        LEFT JOIN people v ON v.id = a.assigned_to
        LEFT JOIN channels c ON c.id = a.channel_id
        LEFT JOIN programmes g ON g.id = a.programme_id"
    ),
    // Staff never see a case about themselves, nor what a person who reported them writes to the team.
    condition: concat!(
        "CASE a.kind WHEN 'report' THEN COALESCE(r.subject_id <> {reader}, FALSE)
        ELSE a.channel_id IS NOT NULL AND COALESCE(",
        about!(),
        " <> {reader}, TRUE) END
        AND NOT EXISTS (SELECT 1 FROM ",
        team_conversations!(),
        " t WHERE t.channel_id = a.channel_id AND ",
        is_silenced!("t.person_id", "{reader}"),
        ")"
    ),
    programme: "a.programme_id",
    id: "a.id",
    search: "COALESCE(s.search_text, LOWER(s.first_name || ' ' || s.last_name), '')
        || ' ' || COALESCE(w.search_text, LOWER(w.first_name || ' ' || w.last_name), '') {like}",
    filters: &[
        ("status", Filter::Choice(&[("open", "a.handled_at IS NULL"), ("resolved", "a.handled_at IS NOT NULL")])),
        (
            "kind",
            Filter::Choice(&[
                ("report", "a.kind = 'report'"),
                ("crisis", "a.kind = 'crisis'"),
                ("contact", "a.kind = 'contact'"),
                ("secrecy", "a.kind = 'secrecy'"),
                ("abuse", "a.kind = 'abuse'"),
                ("noticed", "a.kind IN ('contact', 'secrecy', 'abuse')"),
            ]),
        ),
        (
            "category",
            Filter::Choice(&[
                ("danger", "r.reason = 'danger'"),
                ("harassment", "r.reason = 'harassment'"),
                ("inappropriate", "r.reason = 'inappropriate'"),
                ("private_contact", "r.reason = 'private_contact'"),
                ("spam", "r.reason = 'spam'"),
                ("other", "r.reason = 'other'"),
            ]),
        ),
        (
            "outcome",
            Filter::Choice(&[
                ("no_concern", "a.handled_at IS NOT NULL AND a.outcome = 'no_concern'"),
                ("talked_to", "a.handled_at IS NOT NULL AND a.outcome = 'talked_to'"),
                ("help_arranged", "a.handled_at IS NOT NULL AND a.outcome = 'help_arranged'"),
                ("warned", "a.handled_at IS NOT NULL AND a.outcome = 'warned'"),
                ("contact_ended", "a.handled_at IS NOT NULL AND a.outcome = 'contact_ended'"),
                ("suspended", "a.handled_at IS NOT NULL AND a.outcome = 'suspended'"),
                ("left_programme", "a.handled_at IS NOT NULL AND a.outcome = 'left_programme'"),
                ("authorities", "a.handled_at IS NOT NULL AND a.outcome = 'authorities'"),
                ("other", "a.handled_at IS NOT NULL AND a.outcome = 'other'"),
                ("not_recorded", "a.handled_at IS NOT NULL AND a.outcome IS NULL"),
            ]),
        ),
        ("programme", Filter::Id("a.programme_id")),
        ("about", Filter::Id("COALESCE(r.subject_id, s.id)")),
        ("reporter", Filter::Id("r.reporter_id")),
        ("resolvedBy", Filter::Id("a.handled_by")),
        (
            "assigned",
            Filter::Choice(&[("yes", "a.assigned_to IS NOT NULL"), ("no", "a.assigned_to IS NULL")]),
        ),
        ("assignedTo", Filter::Id("a.assigned_to")),
        ("from", Filter::From("a.created_at")),
        ("until", Filter::Until("a.created_at")),
        // The numbers by month lead here.
        ("opened", Filter::Within("a.created_at >= {from} AND a.created_at < {until}")),
        ("closed", Filter::Within("a.handled_at >= {from} AND a.handled_at < {until}")),
        (
            "reopened",
            Filter::Within(concat!(
                "EXISTS (SELECT 1 FROM audit u WHERE u.subject_id = ",
                audited!(),
                " AND u.action = 'reopen_case' AND u.created_at >= {from} AND u.created_at < {until})"
            )),
        ),
        (
            // At the end of the interval.
            "openAt",
            Filter::Within(concat!(
                "a.created_at < {until} AND COALESCE((SELECT u.action FROM audit u WHERE u.subject_id = ",
                audited!(),
                " AND u.action IN ('resolve_case', 'reopen_case') AND u.created_at < {until}
                    ORDER BY u.created_at DESC, u.id DESC LIMIT 1),
                 CASE WHEN a.handled_at < {until} THEN 'resolve_case' END, '') <> 'resolve_case'"
            )),
        ),
    ],
    sorts: &[
        // Ids grow with time, so equally urgent cases are sorted by their age.
        (
            "urgency",
            SortKey::Text(
                "CASE WHEN a.handled_at IS NOT NULL THEN '0' WHEN a.kind = 'crisis' THEN '3'
                 WHEN r.reason = 'danger' THEN '2' ELSE '1' END",
            ),
        ),
        ("about", SortKey::Text("LOWER(COALESCE(s.last_name || ' ' || s.first_name, ''))")),
        ("createdAt", SortKey::Time("a.created_at")),
        ("resolvedAt", SortKey::Time("COALESCE(a.handled_at, a.created_at)")),
    ],
    default_sort: "-urgency",
};

/// Returns a page of the cases that a member of staff may handle; by default the most urgent ones first.
pub async fn page(store: &Store, staff: &Staff, request: &ListRequest) -> Result<Page<ListedCase>, ListError> {
    CASES.page(store, &staff.scope, Some(staff.person), request).await
}
