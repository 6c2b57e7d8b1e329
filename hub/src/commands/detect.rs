//! What detection finds in a message that is sent or edited, and what the rules of its conversation make of it.

use store::channels::Kind;
use store::findings::{self, Judgement};
use store::{ChannelId, PersonId};

use super::state::ConnectionState;

/// Judges a text with the names of its files. A text without a finding takes no statement.
pub(super) async fn judge(
    state: &ConnectionState,
    me: PersonId,
    channel: ChannelId,
    kind: Option<Kind>,
    body: &str,
    file_names: &[String],
) -> store::Result<Judgement> {
    if !kind.is_some_and(findings::is_checked) {
        return Ok(Judgement::default());
    }
    let found = findings::find(body, file_names.iter().map(String::as_str));
    findings::judge(&state.hub.store, channel, me, found).await
}
