//! The programmes with their rules, read for every command.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::Serialize;
use store::channels::{self, Membership};
use store::programmes::Programme;
use store::{ChannelId, PersonId, ProgrammeId, Store, programmes};
use tokio::sync::RwLock;
use utoipa::ToSchema;

/// The longest time until a changed rule of a programme takes effect whose event was lost.
const MAX_AGE: chrono::Duration = chrono::Duration::seconds(5);

/// The blackout of the programme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Blackout {
    pub(crate) active: bool,
    #[schema(required)]
    pub(crate) until: Option<DateTime<Utc>>,
    pub(crate) refuses_sending: bool,
}

impl Blackout {
    pub(crate) fn of(programme: &Programme, now: DateTime<Utc>) -> Self {
        let until = programme.blackout_ends_at(now);
        let refuses_sending = until.is_some() && programme.settings.blackout.refuses_sending;
        Self { active: until.is_some(), until, refuses_sending }
    }
}

/// Caches the programmes.
#[derive(Debug)]
pub(crate) struct ProgrammeCache {
    store: Arc<Store>,
    cached: RwLock<Option<(DateTime<Utc>, Vec<Programme>)>>,
}

impl ProgrammeCache {
    pub(crate) fn new(store: Arc<Store>) -> Self {
        Self { store, cached: RwLock::default() }
    }

    pub(crate) async fn get(&self, id: Option<ProgrammeId>) -> store::Result<Option<Programme>> {
        self.read(|programmes| programmes.iter().find(|programme| Some(programme.id) == id).cloned()).await
    }

    /// Returns the blackouts of all programmes, with those that have none.
    pub(crate) async fn blackouts(&self) -> store::Result<HashMap<ProgrammeId, Blackout>> {
        let now = self.store.clock.now();
        self.read(|programmes| {
            programmes.iter().map(|programme| (programme.id, Blackout::of(programme, now))).collect()
        })
        .await
    }

    /// Returns until when a blackout refuses messages of this member; None if it does not, or without a membership. The
    /// assistant and staff can always be written to: there people in distress find help at night.
    pub(crate) async fn sending_refused_until(
        &self,
        channel: ChannelId,
        person: PersonId,
    ) -> store::Result<Option<DateTime<Utc>>> {
        let refuses_sending = |programme: &Programme| programme.settings.blackout.refuses_sending;
        if !self.read(|programmes| programmes.iter().any(refuses_sending)).await? {
            return Ok(None);
        }
        let Some(membership) = channels::membership(&self.store, channel, person).await? else { return Ok(None) };
        if membership.kind.is_personal() {
            return Ok(None);
        }
        let programme = self.get(membership.programme_id).await?.filter(refuses_sending);
        self.blackout_of(channel, programme).await
    }

    /// Returns until when a blackout closes calls of a channel; None if it does not.
    pub(crate) async fn calls_refused_until(&self, membership: &Membership) -> store::Result<Option<DateTime<Utc>>> {
        self.blackout_of(membership.channel_id, self.get(membership.programme_id).await?).await
    }

    async fn blackout_of(
        &self,
        channel: ChannelId,
        programme: Option<Programme>,
    ) -> store::Result<Option<DateTime<Utc>>> {
        let until = programme.and_then(|programme| programme.blackout_ends_at(self.store.clock.now()));
        match until {
            Some(_) if channels::is_with_staff(&self.store, channel).await? => Ok(None),
            until => Ok(until),
        }
    }

    /// Forgets the programmes, after their rules changed.
    pub(crate) async fn forget(&self) {
        *self.cached.write().await = None;
    }

    async fn read<T>(&self, select: impl Fn(&[Programme]) -> T) -> store::Result<T> {
        let now = self.store.clock.now();
        if let Some((read_at, programmes)) = &*self.cached.read().await
            && now - *read_at < MAX_AGE
        {
            return Ok(select(programmes));
        }
        let programmes = programmes::all(&self.store).await?;
        let selected = select(&programmes);
        *self.cached.write().await = Some((now, programmes));
        Ok(selected)
    }
}
