//! `mentorhub staff`: grants roles to staff. `mentorhub audit`: lists what was done.

use anyhow::{Result, bail};
use store::administration::{EndOptions, HandedOver, RoleEnd, RoleEndRefusal};
use store::listing::ListRequest;
use store::staff::grants::{self, GrantOutcome, ShortOfLeads};
use store::staff::{Grant, Scope, StaffRole, audit};
use store::{Store, administration, programmes, second_factor};

use super::actor;
use super::users::{named, programme_of};
use crate::cli::{self, Audit, Staff};
use crate::output::{print, print_error};

pub(crate) async fn run(store: &Store, command: Staff) -> Result<()> {
    match command {
        Staff::Grant(options) => {
            let person = named(store, &options.person).await?;
            let (grant, scope) = grant_of(store, &options).await?;
            match grants::grant(store, &actor(), person.id, grant).await? {
                GrantOutcome::Changed => print(format_args!("{} is now {} of {scope}.", person.email, grant.role)),
                GrantOutcome::Unchanged => {
                    print(format_args!("{} is {} of {scope} already.", person.email, grant.role));
                }
                GrantOutcome::NotStaff | GrantOutcome::OwnRecord => {
                    bail!("{0} is no staff. Change the role first: mentorhub user role {0} staff", person.email)
                }
            }
        }
        Staff::Revoke(options) => {
            let person = named(store, &options.person).await?;
            let (grant, scope) = grant_of(store, &options).await?;
            // As the list does, the command warns afterwards.
            let options = EndOptions { to: None, without_lead: None };
            match administration::end_role(store, &actor(), person.id, grant, options).await? {
                Ok(RoleEnd { work, .. }) => {
                    print(format_args!("{} is no longer {} of {scope}.", person.email, grant.role));
                    if work != HandedOver::default() {
                        let HandedOver { cases, conversations, .. } = work;
                        print(format_args!("Cases: {cases}, conversations: {conversations}. They wait for all again."));
                    }
                }
                Err(RoleEndRefusal::LastAdministrator) => {
                    bail!(
                        "{} is the last administrator of the installation. Grant the role to another person first.",
                        person.email
                    )
                }
                Err(_) => bail!("{} is not {} of {scope}.", person.email, grant.role),
            }
            warn_about_leads(store).await?;
        }
        Staff::List => list(store).await?,
        Staff::ResetFactor { person } => {
            let person = named(store, &person).await?;
            if !second_factor::reset(store, &actor(), person.id).await? {
                bail!("{} has not set up an authenticator app.", person.email);
            }
            print(format_args!(
                "{} is signed out, and sets up an authenticator app at the next sign-in.",
                person.email
            ));
        }
    }
    Ok(())
}

/// Returns the grant, and the name of its scope.
async fn grant_of(store: &Store, options: &cli::Grant) -> Result<(Grant, String)> {
    let programme = match &options.programme {
        Some(key) => Some(programme_of(store, key).await?),
        None => None,
    };
    let scope = options.programme.clone().unwrap_or_else(|| "the installation".to_owned());
    Ok((Grant { role: options.role.into(), programme }, scope))
}

async fn list(store: &Store) -> Result<()> {
    let programmes = programmes::all(store).await?;
    for row in grants::all(store).await? {
        let programme = programmes.iter().find(|programme| Some(programme.id) == row.programme_id);
        let scope = programme.map_or("the installation", |programme| &programme.key);
        let (email, role, day) = (row.email, row.role.name(), row.granted_at.date_naive());
        print(format_args!("{email:<32} {role:<14} {scope}, since {day}"));
    }
    warn_about_leads(store).await
}

/// Reports of a programme without a lead reach no lead, and neither do those about its only one.
async fn warn_about_leads(store: &Store) -> Result<()> {
    for ShortOfLeads { programme, only_lead } in grants::short_of_leads(store).await? {
        match only_lead {
            None => print_error(format_args!(
                "No member of staff handles reports and alerts of {programme}: mentorhub staff grant PERSON safeguarding --programme {programme}"
            )),
            Some(lead) => print_error(format_args!(
                "{lead} alone handles reports and alerts of {programme}, and must not handle one about themselves. A lead of the \
                 installation would: mentorhub staff grant PERSON safeguarding"
            )),
        }
    }
    Ok(())
}

pub(crate) async fn list_acts(store: &Store, command: Audit) -> Result<()> {
    let Audit::List { programme, act, actor, about, limit } = command;
    let scope = match programme {
        Some(key) => Scope::Programmes(vec![programme_of(store, &key).await?]),
        None => Scope::Installation,
    };
    let mut request = ListRequest::default();
    request.filters.extend(act.map(|act| ("act".to_owned(), vec![act])));
    for (filter, name) in [("actor", actor), ("target", about)] {
        if let Some(name) = name {
            request.filters.insert(filter.to_owned(), vec![named(store, &name).await?.id.to_string()]);
        }
    }
    let mut left = limit;
    loop {
        request.limit = i64::try_from(left).ok();
        let page = audit::page(store, &scope, None, &request).await?;
        left = left.saturating_sub(page.rows.len());
        for row in page.rows {
            let target = row.target_name.or(row.target_id.map(|id| id.to_string())).unwrap_or_default();
            let time = row.created_at.format("%Y-%m-%d %H:%M");
            let programme = row.programme_key.as_deref().unwrap_or("-");
            let details =
                [row.reason, row.old_values, row.new_values].into_iter().flatten().collect::<Vec<_>>().join("  ");
            print(
                format_args!(
                    "{time}  {:<24} {:<20} {:<12} {target}  {programme}  {details}",
                    row.actor_name, row.action, row.target_kind
                )
                .to_string()
                .trim_end(),
            );
        }
        request.cursor = page.next_cursor;
        if request.cursor.is_none() || left == 0 {
            return Ok(());
        }
    }
}

impl From<cli::StaffRole> for StaffRole {
    fn from(role: cli::StaffRole) -> Self {
        match role {
            cli::StaffRole::Coordinator => Self::Coordinator,
            cli::StaffRole::Safeguarding => Self::Safeguarding,
            cli::StaffRole::Reports => Self::Reports,
            cli::StaffRole::Administrator => Self::Administrator,
        }
    }
}
