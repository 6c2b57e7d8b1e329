//! Announcements as staff see them: the list, and one with its numbers.

use chrono::{DateTime, Utc};
use sqlx::types::Json;

use super::{Among, State, Texts};
use crate::listing::{Filter, ListError, ListRequest, Listing, Page, SortKey};
use crate::staff::Scope;
use crate::{AnnouncementId, CohortId, PersonId, ProgrammeId, Result, Store};

/// An announcement in the list.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ListedAnnouncement {
    /// Its id.
    pub id: AnnouncementId,
    /// The first title; may be empty in a draft.
    pub title: String,
    /// The programme.
    pub programme_id: ProgrammeId,
    /// The programme's key.
    pub programme_key: String,
    /// The programme's name.
    pub programme_name: String,
    /// The IANA zone of the programme.
    pub time_zone: String,
    /// How far it is.
    pub state: State,
    /// When it is to be sent; in a draft a proposal.
    pub send_at: Option<DateTime<Utc>>,
    /// When it was sent.
    pub sent_at: Option<DateTime<Utc>>,
    /// When its texts were last corrected.
    pub corrected_at: Option<DateTime<Utc>>,
    /// When it was taken back.
    pub taken_back_at: Option<DateTime<Utc>>,
    /// When it last changed.
    pub changed_at: DateTime<Utc>,
    /// Who began it; None after an erasure.
    pub author_id: Option<PersonId>,
    /// Their name.
    pub author_name: Option<String>,
    /// How many people it reached.
    pub reached: i64,
    /// How many of them have read it.
    pub read: i64,
}

/// An announcement with its content.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Announcement {
    /// What the list shows.
    #[sqlx(flatten)]
    pub listed: ListedAnnouncement,
    /// The texts.
    pub texts: Json<Texts>,
    /// Whether it is for mentees.
    pub for_mentees: bool,
    /// Whether it is for mentors.
    pub for_mentors: bool,
    /// Which of them.
    pub among: Among,
    /// Those of a cohort only.
    pub cohort_id: Option<CohortId>,
    /// The name of the cohort.
    pub cohort_name: Option<String>,
    /// Whether the cohort was removed.
    pub is_cohort_removed: bool,
    /// Whether devices are notified.
    pub by_push: bool,
    /// Whether people get a mail.
    pub by_mail: bool,
    /// Grows with each change.
    pub revision: i64,
    /// How many mentees it reached.
    pub reached_mentees: i64,
    /// How many mentees have read it.
    pub read_mentees: i64,
}

static ANNOUNCEMENTS: Listing = Listing {
    columns: &["a.id, a.title, a.programme_id, g.key AS programme_key, g.name AS programme_name, g.time_zone, a.state, a.send_at,
        a.sent_at, a.corrected_at, a.taken_back_at, a.changed_at, a.author_id,
        TRIM(p.first_name || ' ' || p.last_name) AS author_name,
        (SELECT COUNT(*) FROM announcement_recipients r WHERE r.announcement_id = a.id) AS reached,
        (SELECT COUNT(r.read_at) FROM announcement_recipients r WHERE r.announcement_id = a.id) AS read"],
    from: "announcements a JOIN programmes g ON g.id = a.programme_id LEFT JOIN people p ON p.id = a.author_id",
    condition: "TRUE",
    programme: "a.programme_id",
    id: "a.id",
    search: "a.search_text {like}",
    filters: &[("state", Filter::Text("a.state")), ("programme", Filter::Id("a.programme_id"))],
    sorts: &[
        ("when", SortKey::Time("COALESCE(a.sent_at, a.send_at, a.changed_at)")),
        ("title", SortKey::Text("a.search_text")),
    ],
    default_sort: "-when",
};

/// Returns a page of the announcements within a scope, the newest first by default.
pub async fn page(store: &Store, scope: &Scope, request: &ListRequest) -> Result<Page<ListedAnnouncement>, ListError> {
    ANNOUNCEMENTS.page(store, scope, None, request).await
}

/// Returns an announcement within a scope.
pub async fn find(store: &Store, scope: &Scope, id: AnnouncementId) -> Result<Option<Announcement>> {
    let more = ", a.texts, a.for_mentees, a.for_mentors, a.among, a.cohort_id,
        (SELECT c.name FROM cohorts c WHERE c.id = a.cohort_id) AS cohort_name,
        EXISTS (SELECT 1 FROM cohorts c WHERE c.id = a.cohort_id AND c.removed_at IS NOT NULL) AS is_cohort_removed, a.by_push, a.by_mail, a.revision,
        (SELECT COUNT(*) FROM announcement_recipients r WHERE r.announcement_id = a.id AND r.role = 'mentee') AS reached_mentees,
        (SELECT COUNT(r.read_at) FROM announcement_recipients r WHERE r.announcement_id = a.id AND r.role = 'mentee') AS read_mentees";
    ANNOUNCEMENTS.find(store, scope, None, more, id.0).await
}
