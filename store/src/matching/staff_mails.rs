//! What staff are notified of by mail.

use std::collections::BTreeMap;

use crate::db::Tx;
use crate::outbox::{self, Mail, NewJob};
use crate::staff::Permission;
use crate::staff::grants::{self, holders};
use crate::{ProgrammeId, Result, Store};

/// Staff who get one mail.
const MAX_STAFF: i64 = 100;

/// What staff of a programme are notified of by mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ForStaff {
    /// A mentor was paused after two rounds without a decision.
    PausedMentor,
    /// A group cannot begin automatically: it has too few members, or two members who must not be matched.
    WaitingGroup,
    /// A run waits for approval.
    Draft,
}

impl ForStaff {
    fn template(self) -> &'static str {
        match self {
            Self::PausedMentor => "staff_match_paused",
            Self::WaitingGroup => "staff_match_group",
            Self::Draft => "staff_match_draft",
        }
    }
}

/// Enqueues a mail to the staff of a programme. It contains no names.
pub(super) async fn notify_in(tx: &mut Tx, store: &Store, programme: ProgrammeId, what: ForStaff) -> Result<()> {
    let staff = holders(&mut *tx, Permission::ManageMatching, Some(programme), None, MAX_STAFF).await?;
    for grants::Recipient { email: to, language, .. } in staff {
        let mail = Mail { to, template: what.template().to_owned(), language, values: BTreeMap::new() };
        outbox::put_in(tx, &NewJob::mail(store, &mail)?).await?;
    }
    Ok(())
}
