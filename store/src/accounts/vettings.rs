//! Which kinds of vetting a person has, and until when.

use chrono::NaiveDate;

use crate::db::{Tx, query};
use crate::programmes::vetting_kinds::VETTING;
use crate::{PersonId, ProgrammeId, Result, Store, VettingId};

/// How long a kind is valid that a person has or lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Valid {
    /// It was not recorded, or was withdrawn.
    Missing,
    /// Until the end of a day, which may be over.
    Until(NaiveDate),
    /// Without an end.
    Always,
}

impl Valid {
    /// Whether it is valid on a day.
    pub fn on(self, day: NaiveDate) -> bool {
        match self {
            Self::Missing => false,
            Self::Until(until) => until >= day,
            Self::Always => true,
        }
    }

    /// The last day, if there is one.
    pub fn until(self) -> Option<NaiveDate> {
        if let Self::Until(day) = self { Some(day) } else { None }
    }
}

/// Returns how long a kind is valid, of `people.vetted_until` and the other kinds as `references=2027-06-30,interview=`.
pub fn valid(kind: &str, vetted_until: Option<NaiveDate>, held: Option<&str>) -> Valid {
    if kind == VETTING {
        return vetted_until.map_or(Valid::Missing, Valid::Until);
    }
    let mut all = held.into_iter().flat_map(|held| held.split(',')).filter_map(|one| one.split_once('='));
    match all.find(|(key, _)| *key == kind) {
        None => Valid::Missing,
        Some((_, "")) => Valid::Always,
        Some((_, day)) => day.parse().map_or(Valid::Missing, Valid::Until),
    }
}

/// A vetting to record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recorded<'a> {
    pub(crate) kind: &'a str,
    /// None is without an end.
    pub(crate) valid_until: Option<NaiveDate>,
    /// What was checked, and where it stands.
    pub(crate) reference: &'a str,
    /// The member of staff; None for commands.
    pub(crate) by: Option<PersonId>,
    /// The programme of the person.
    pub(crate) programme: Option<ProgrammeId>,
}

/// Writes a vetting in place of the one that the person held, within a transaction that holds the lock of the person.
pub(crate) async fn put_in(tx: &mut Tx, store: &Store, person: PersonId, new: Recorded<'_>) -> Result<()> {
    end_in(tx, store, person, new.kind, None).await?;
    query(
        "INSERT INTO vettings (id, person_id, programme_id, kind, valid_until, reference, recorded_by, recorded_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(store.clock.id::<VettingId>())
    .bind(person)
    .bind(new.programme)
    .bind(new.kind)
    .bind(new.valid_until)
    .bind(new.reference)
    .bind(new.by)
    .bind(store.clock.now())
    .execute(tx)
    .await
    .map(drop)
}

/// Ends what a person holds of a kind, because it is replaced or, with a reason, withdrawn. Returns whether they held it.
pub(crate) async fn end_in(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    kind: &str,
    withdrawn: Option<(Option<PersonId>, &str)>,
) -> Result<bool> {
    let ended = query(
        "UPDATE vettings SET ended_at = $3, withdrawn_by = $4, withdrawal = $5
         WHERE person_id = $1 AND kind = $2 AND ended_at IS NULL",
    )
    .bind(person)
    .bind(kind)
    .bind(store.clock.now())
    .bind(withdrawn.and_then(|(by, _)| by))
    .bind(withdrawn.map(|(_, reason)| reason))
    .execute(tx)
    .await?;
    Ok(ended > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn held_kinds_are_read() {
        let held = Some("references=2026-03-02,interview=");
        let until = "2026-03-02".parse().unwrap();
        assert_eq!(valid("references", None, held), Valid::Until(until));
        assert_eq!(valid("interview", None, held), Valid::Always);
        assert_eq!(valid("training", None, held), Valid::Missing);
        assert_eq!(valid(VETTING, None, held), Valid::Missing);
        assert_eq!(valid(VETTING, Some(until), None), Valid::Until(until));
        assert!(Valid::Until(until).on(until) && !Valid::Until(until).on(until.succ_opt().unwrap()));
        assert!(Valid::Missing < Valid::Until(until) && Valid::Until(until) < Valid::Always);
    }
}
