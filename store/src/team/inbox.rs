//! The conversations as staff see them in a list.

use chrono::{DateTime, Utc};
use sqlx::types::Json;

use crate::attachments::Attachment;
use crate::bots::TEAM;
use crate::channels::is_silenced;
use crate::listing::{Filter, ListError, ListRequest, Listing, Page, SortKey};
use crate::role::Role;
use crate::staff::Staff;
use crate::{ChannelId, PersonId, ProgrammeId, Result, Store};

/// A conversation in the list.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct ListedConversation {
    /// The person.
    pub person_id: PersonId,
    /// The channel.
    pub channel_id: ChannelId,
    /// First and last name.
    pub name: String,
    /// Mentor or mentee.
    pub role: Role,
    /// The programme.
    pub programme_id: ProgrammeId,
    /// The programme's key.
    pub programme_key: String,
    /// The programme's name.
    pub programme_name: String,
    /// The number of the newest message.
    pub head_seq: i64,
    /// When it was sent.
    pub last_at: DateTime<Utc>,
    /// Its text; empty if it was deleted.
    pub last_text: String,
    /// Its files.
    pub last_attachments: Json<Vec<Attachment>>,
    /// Its sender: the person or the bot.
    pub last_sender_id: PersonId,
    /// Since when the person waits for an answer.
    pub waiting_since: Option<DateTime<Utc>>,
    /// Who takes care of it.
    pub assigned_to: Option<PersonId>,
    /// Their name.
    pub assigned_name: Option<String>,
}

impl ListedConversation {
    /// Whether staff wrote the newest message.
    pub fn is_last_of_staff(&self) -> bool {
        self.last_sender_id == TEAM
    }
}

/// Messages of the person that staff have neither answered nor set aside.
macro_rules! unanswered {
    ($select:literal) => {
        concat!(
            $select,
            " FROM messages x WHERE x.channel_id = t.channel_id AND x.seq > t.handled_seq AND x.sender_id = t.person_id
                AND x.deleted_at IS NULL"
        )
    };
}

const WAITING_SINCE: &str = concat!("(", unanswered!("SELECT MIN(x.created_at)"), ")");
const IS_WAITING: &str = concat!("(c.head_seq > t.handled_seq AND EXISTS (", unanswered!("SELECT 1"), "))");
const IS_ANSWERED: &str = concat!("(c.head_seq = t.handled_seq OR NOT EXISTS (", unanswered!("SELECT 1"), "))");

static CONVERSATIONS: Listing = Listing {
    columns: &[
        "t.person_id, t.channel_id, TRIM(p.first_name || ' ' || p.last_name) AS name, p.role, p.programme_id,
            g.key AS programme_key, g.name AS programme_name, c.head_seq, l.created_at AS last_at,
            CASE WHEN l.deleted_at IS NULL THEN l.body ELSE '' END AS last_text, l.attachments AS last_attachments,
            l.sender_id AS last_sender_id, a.id AS assigned_to, TRIM(a.first_name || ' ' || a.last_name) AS assigned_name, ",
        WAITING_SINCE,
        " AS waiting_since",
    ],
    // Who may no longer answer takes care of nothing.
    from: concat!(
        "team_channels t JOIN channels c ON c.id = t.channel_id JOIN people p ON p.id = t.person_id
        JOIN programmes g ON g.id = p.programme_id JOIN messages l ON l.channel_id = c.id AND l.seq = c.head_seq
        LEFT JOIN people a ON a.id = t.assigned_to AND a.is_disabled = FALSE AND EXISTS (
            SELECT 1 FROM staff_grants h WHERE h.person_id = a.id AND h.role = 'coordinator'
                AND (h.programme_id IS NULL OR h.programme_id = p.programme_id)) AND NOT ",
        is_silenced!("t.person_id", "a.id")
    ),
    // A report about a member of staff keeps the conversation open, without them.
    condition: concat!("p.role <> 'staff' AND NOT ", is_silenced!("t.person_id", "{reader}")),
    programme: "p.programme_id",
    id: "t.person_id",
    search: "COALESCE(p.search_text, LOWER(p.first_name || ' ' || p.last_name || ' ' || p.email)) {like}",
    filters: &[
        ("state", Filter::Choice(&[("waiting", IS_WAITING), ("answered", IS_ANSWERED)])),
        (
            "assigned",
            Filter::Choice(&[
                ("me", "a.id = {reader}"),
                ("others", "a.id <> {reader}"),
                ("no", "a.id IS NULL"),
            ]),
        ),
        ("role", Filter::Choice(&[("mentor", "p.role = 'mentor'"), ("mentee", "p.role = 'mentee'")])),
        ("programme", Filter::Id("p.programme_id")),
    ],
    sorts: &[
        // Those who wait, then the others, each with the newest messages first in descending order.
        (
            "need",
            SortKey::Text(concat!(
                "(CASE WHEN c.head_seq > t.handled_seq AND EXISTS (",
                unanswered!("SELECT 1"),
                ") THEN '1' ELSE '0' END || CAST(l.created_at AS TEXT))"
            )),
        ),
        ("lastAt", SortKey::Time("l.created_at")),
        (
            "waitingSince",
            SortKey::Time(concat!("COALESCE((", unanswered!("SELECT MIN(x.created_at)"), "), l.created_at)")),
        ),
        ("name", SortKey::Text("LOWER(TRIM(p.last_name || ' ' || p.first_name))")),
    ],
    default_sort: "-need",
};

/// Returns a page of the conversations with messages, those who wait first by default.
pub async fn page(
    store: &Store,
    staff: &Staff,
    request: &ListRequest,
) -> std::result::Result<Page<ListedConversation>, ListError> {
    CONVERSATIONS.page(store, &staff.scope, Some(staff.person), request).await
}

/// Returns the conversation with a person. None without messages, out of scope, and for those whom the person reported.
pub async fn find(store: &Store, staff: &Staff, person: PersonId) -> Result<Option<ListedConversation>> {
    CONVERSATIONS.find(store, &staff.scope, Some(staff.person), "", person.0).await
}
