//! `mentorhub programme`: closes and opens the year of a programme, archives and reopens it.

use anyhow::{Result, bail};
use store::Store;
use store::school_year::{self, WaitKind, YearRefusal};

use super::users;
use crate::cli::Programme;
use crate::commands::actor;
use crate::output::print;

pub(crate) async fn run(store: &Store, command: Programme) -> Result<()> {
    match command {
        Programme::Close { programme, keep } => {
            let id = users::programme_of(store, &programme).await?;
            let mut kept = Vec::new();
            for one in keep {
                let Ok(id) = one.parse() else { bail!("{one} is not the id of a mentorship.") };
                kept.push(id);
            }
            school_year::close(store, &actor(), id, &kept).await??;
            print(format_args!("Closed the year of {programme}. A running server ends its mentorships."));
        }
        Programme::Open { programme, on } => {
            let id = users::programme_of(store, &programme).await?;
            school_year::open(store, &actor(), id, on).await??;
            match on {
                Some(day) => print(format_args!("The next year of {programme} opens on {day}.")),
                None => print(format_args!("The next year of {programme} is open. Those who continue get a mail.")),
            }
        }
        Programme::Archive { programme } => {
            let id = users::programme_of(store, &programme).await?;
            match school_year::archive(store, &actor(), id).await? {
                Ok(()) => print(format_args!("Archived {programme}. Its people keep reading.")),
                Err(YearRefusal::Waits(waiting)) => {
                    let waiting: Vec<_> =
                        waiting.iter().map(|(kind, count)| format!("{}: {count}", label(*kind))).collect();
                    bail!("Something still waits in this programme. {}.", waiting.join(", "));
                }
                Err(refusal) => return Err(refusal.into()),
            }
        }
        Programme::Reopen { programme } => {
            let id = users::programme_of(store, &programme).await?;
            school_year::reopen(store, &actor(), id).await??;
            print(format_args!("Reopened {programme}. Its sign-up stays closed."));
        }
    }
    Ok(())
}

fn label(kind: WaitKind) -> &'static str {
    match kind {
        WaitKind::Mentorships => "Mentorships",
        WaitKind::Matches => "Open matches",
        WaitKind::Applications => "Applications",
        WaitKind::Invitations => "Invitations",
        WaitKind::Announcements => "Announcements",
        WaitKind::Surveys => "Surveys",
    }
}
