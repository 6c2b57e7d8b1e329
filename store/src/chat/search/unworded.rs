//! Search by filters alone. It reads messages instead of the index, which does not contain files without a text.

use super::{Conditions, Hit, NO_CRISIS_CARD, PAGE};
use crate::bots::ASSISTANT;
use crate::channels::Membership;
use crate::db::QueryBuilder;
use crate::{Result, Store, messages};

/// The part of each channel that is searched.
struct Window {
    /// The newest message, if it is not the head.
    until: Option<i64>,
    of_each: i64,
}

/// Returns the newest messages that match the filters. Long histories are searched in their newest part only.
pub(super) async fn find(store: &Store, scope: &[Membership], conditions: &Conditions<'_>) -> Result<Vec<Hit>> {
    let window = window(store, scope, conditions).await?;
    let mut query = QueryBuilder::new(
        "SELECT x.id AS message_id, x.channel_id, x.seq, x.body, x.attachments, x.created_at, x.sender_id, p.first_name,
             p.last_name
         FROM members m JOIN channels c ON c.id = m.channel_id JOIN messages x ON x.channel_id = m.channel_id
             AND (m.status = 'active' OR m.until_seq IS NULL OR x.seq <= m.until_seq) AND ",
    );
    match window.until {
        Some(until) => query.push("x.seq <= ").push_bind(until).push(" AND x.seq > ").push_bind(until - window.of_each),
        None => query.push("x.seq > c.head_seq - ").push_bind(window.of_each),
    };
    query
        .push(" JOIN people p ON p.id = x.sender_id WHERE m.status <> 'absent' AND m.person_id = ")
        .push_bind(conditions.person);
    conditions.push_channels(&mut query);
    conditions.push_message(&mut query, &store.db);
    if let Some(since) = conditions.filter.since {
        query.push(" AND x.created_at >= ").push_bind(since);
    }
    if let Some(until) = conditions.filter.until {
        query.push(" AND x.created_at < ").push_bind(until);
    }
    // A text that is not indexed must not be found: an invitation to a call, a crisis card.
    query
        .push(
            " AND (CAST(x.attachments AS TEXT) <> '[]' OR EXISTS
                 (SELECT 1 FROM search_texts t WHERE t.channel_id = x.channel_id AND t.seq = x.seq)) AND",
        )
        .push(NO_CRISIS_CARD)
        .push_bind(ASSISTANT)
        .push(") ORDER BY x.created_at DESC, x.channel_id, x.seq DESC LIMIT ")
        .push_bind(PAGE + 1)
        .push(" OFFSET ")
        .push_bind(conditions.skip)
        .build_query_as()
        .fetch_all(&store.db)
        .await
}

/// Returns the whole of short histories. In one channel the window ends at the filter's time; finding that place in each
/// of many channels would take longer than the search.
async fn window(store: &Store, scope: &[Membership], conditions: &Conditions<'_>) -> Result<Window> {
    let readable: i64 = scope.iter().map(Membership::readable_head).sum();
    if readable <= store.full_scan_limit {
        return Ok(Window { until: None, of_each: i64::MAX });
    }
    let of_each = store.full_scan_limit / i64::try_from(scope.len()).unwrap_or(i64::MAX).max(1);
    let until = match (scope, conditions.filter.until) {
        ([channel], Some(time)) => {
            let head = channel.readable_head();
            messages::first_since(store, channel.channel_id, time, head).await?.map(|first| first - 1)
        }
        _ => None,
    };
    Ok(Window { until, of_each })
}
