//! What reports and crisis alerts share: both are cases, and everything that staff do with one leaves a row in the audit log.

use crate::db::Executor;
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Staff};
use crate::{ChannelId, ProgrammeId, Result, Store};

/// A case with where it belongs.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The report or alert.
    pub target: Target,
    /// Its programme.
    pub programme: Option<ProgrammeId>,
    /// Its channel.
    pub channel: ChannelId,
}

/// Records that a member of staff reads what is private about a case. Call it before reading: without a row there is no access.
pub async fn record_reading(store: &Store, staff: &Staff, act: Act, case: Case, reason: &str) -> Result<()> {
    record(&store.db, store, staff, act, case, Some(reason)).await
}

/// Writes the row of an act, in the transaction of the act.
pub(super) async fn record(
    executor: impl Executor,
    store: &Store,
    staff: &Staff,
    act: Act,
    case: Case,
    reason: Option<&str>,
) -> Result<()> {
    let record = Record::new(act, case.target, case.programme).channel(case.channel);
    let record = match reason {
        Some(reason) => record.reason(reason),
        None => record,
    };
    record.write(executor, store, &Actor::Staff(staff.clone())).await
}
