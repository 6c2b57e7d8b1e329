//! The quiet times of programmes, as chat needs them.

use chrono::{DateTime, Utc};
use store::programmes::Programme;
use store::{ChannelId, PersonId, ProgrammeId, channels, programmes};

use crate::Hub;

/// Until when nobody may write in a channel; None if they may, or if the channel is none of theirs.
pub(crate) async fn sending_refused_until(
    hub: &Hub,
    channel: ChannelId,
    me: PersonId,
) -> store::Result<Option<DateTime<Utc>>> {
    if !hub.programmes.any_refuses(&hub.store).await? {
        return Ok(None);
    }
    let Some(membership) = channels::membership(&hub.store, channel, me).await? else { return Ok(None) };
    let Some(programme) = hub.programmes.get(&hub.store, membership.programme_id).await? else { return Ok(None) };
    let refuses = programme.settings.blackout.refuses_sending;
    Ok(refuses.then(|| ends_at(&programme, hub.store.clock.now())).flatten())
}

/// When the quiet time of a programme that holds now ends.
pub(crate) fn ends_at(programme: &Programme, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    programme.settings.blackout.ends_at(now, programme.tz())
}

/// The programmes, read again when they may have changed.
#[derive(Debug, Default)]
pub(crate) struct Programmes {
    cached: tokio::sync::RwLock<Option<(DateTime<Utc>, Vec<Programme>)>>,
}

/// A change of a programme's rules counts after this long at the latest.
const FRESH: chrono::Duration = chrono::Duration::seconds(5);

impl Programmes {
    pub(crate) async fn get(&self, store: &store::Store, id: Option<ProgrammeId>) -> store::Result<Option<Programme>> {
        self.with(store, |all| all.iter().find(|programme| Some(programme.id) == id).cloned()).await
    }

    async fn any_refuses(&self, store: &store::Store) -> store::Result<bool> {
        self.with(store, |all| all.iter().any(|programme| programme.settings.blackout.refuses_sending)).await
    }

    pub(crate) async fn all(&self, store: &store::Store) -> store::Result<Vec<Programme>> {
        self.with(store, <[Programme]>::to_vec).await
    }

    async fn with<T>(&self, store: &store::Store, read: impl Fn(&[Programme]) -> T) -> store::Result<T> {
        let now = store.clock.now();
        if let Some((at, all)) = &*self.cached.read().await
            && now - *at < FRESH
        {
            return Ok(read(all));
        }
        let all = programmes::all(store).await?;
        let answer = read(&all);
        *self.cached.write().await = Some((now, all));
        Ok(answer)
    }
}
