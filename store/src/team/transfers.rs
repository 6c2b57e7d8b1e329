//! The conversation with the programme team when a person changes to another programme: each team has its own.

use std::collections::BTreeSet;

use super::channel_of;
use crate::channels::{self, Status};
use crate::db::{Tx, query, query_as};
use crate::staff::{Permission, grants};
use crate::{ChannelId, PersonId, ProgrammeId, Result, Store};

/// Closes the conversation with the team of a programme: the person reads it, staff do not. The one with the team of the other programme
/// goes on if there was one. The caller holds the lock of the person, and publishes.
pub(crate) async fn transfer_in(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    (from, to): (ProgrammeId, ProgrammeId),
) -> Result<()> {
    if let Some(channel) = channel_of(&mut *tx, person).await? {
        query(
            "INSERT INTO former_team_channels (channel_id, person_id, programme_id, handled_seq)
             SELECT channel_id, person_id, $2, handled_seq FROM team_channels WHERE channel_id = $1",
        )
        .bind(channel)
        .bind(from)
        .execute(&mut *tx)
        .await?;
        query("DELETE FROM team_channels WHERE channel_id = $1").bind(channel).execute(&mut *tx).await?;
        channels::set_status_in(tx, store, channel, person, Status::Inactive, None).await?;
    }
    let former: Option<(ChannelId, i64)> = query_as(
        "DELETE FROM former_team_channels WHERE person_id = $1 AND programme_id = $2 RETURNING channel_id, handled_seq",
    )
    .bind(person)
    .bind(to)
    .fetch_optional(&mut *tx)
    .await?;
    if let Some((channel, handled)) = former {
        query("INSERT INTO team_channels (person_id, channel_id, handled_seq) VALUES ($1, $2, $3)")
            .bind(person)
            .bind(channel)
            .bind(handled)
            .execute(&mut *tx)
            .await?;
        channels::set_status_in(tx, store, channel, person, Status::Active, None).await?;
    }
    Ok(())
}

/// Returns the staff who answer the people of some programmes.
pub(crate) async fn staff_of_in(tx: &mut Tx, programmes: [ProgrammeId; 2]) -> Result<Vec<PersonId>> {
    let mut staff = BTreeSet::new();
    for programme in programmes {
        let holders =
            grants::holders(&mut *tx, Permission::AnswerMessages, Some(programme), None, super::MAX_COLLEAGUES).await?;
        staff.extend(holders.into_iter().map(|one| one.id));
    }
    Ok(staff.into_iter().collect())
}
