//! Recorded calls of the demo world.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use chrono::Duration;
use store::meetings::{self, Imported, Text};
use store::programmes::Programme;
use store::{ChannelId, PersonId, Store};

use super::conversations::moment;
use super::world::{Call, Channel};

/// Adds the calls of a channel, unless it has some.
pub(super) async fn import(
    store: &Store,
    id: ChannelId,
    channel: &Channel,
    programme: &Programme,
    people: &BTreeMap<String, PersonId>,
) -> Result<()> {
    let Some(name) = &channel.calls else { return Ok(()) };
    let calls: Vec<Call> = super::file(name)?;
    let imported = calls.into_iter().map(|call| {
        let started_at = moment(store.clock.now(), programme, call.day, call.at)?;
        let ratings = call.ratings.iter().map(|(key, rating)| {
            let person = people.get(key).filter(|_| channel.members.contains(key));
            Ok((*person.with_context(|| format!("{name}: {key} is not a member."))?, *rating))
        });
        let texts = [(Text::Summary, call.summary), (Text::Transcript, call.transcript)];
        Ok(Imported {
            started_at,
            ended_at: started_at + Duration::minutes(call.minutes),
            state: call.state,
            failure: call.failure,
            ratings: ratings.collect::<Result<_>>()?,
            texts: texts.into_iter().filter_map(|(text, body)| Some((text, body?))).collect(),
        })
    });
    meetings::import(store, id, &imported.collect::<Result<Vec<_>>>()?).await?;
    Ok(())
}
