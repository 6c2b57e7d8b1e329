//! `mentorhub user`: manages user accounts.

use std::fmt::Display;
use std::io::{BufRead, IsTerminal};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use store::administration;
use store::people::{self, NewPerson, Person};
use store::{Store, passwords, programmes, tokens};

use super::content;
use crate::cli::{Role, User};
use crate::output::print;

mod erase;
mod export;

pub(crate) async fn run(store: &Store, outbox: &Path, command: User) -> Result<()> {
    match command {
        User::Add { email, first_name, last_name, role, programme, language, password_stdin } => {
            let programme_id = match &programme {
                None => None,
                Some(key) => Some(programme_of(store, key).await?),
            };
            if !email.contains('@') {
                bail!("{email} is not an email address.");
            }
            if first_name.trim().is_empty() || last_name.trim().is_empty() {
                bail!("A first name and a last name are needed: others see them.");
            }
            let languages = content::languages(store).await?;
            if !languages.contains(&language) {
                bail!("There is no language {language}. Available: {}.", languages.join(", "));
            }
            let password = passwords::hash(&read_password(password_stdin)?).await?;
            let new = NewPerson {
                email,
                first_name: first_name.trim().to_owned(),
                last_name: last_name.trim().to_owned(),
                role: role.into(),
                programme_id,
                language,
                bio: String::new(),
                password_hash: Some(password),
            };
            let email = people::normalize_email(&new.email);
            match people::add(store, &crate::commands::actor(), &new).await? {
                Some(_) => {
                    print(format_args!("Created the account {email}."));
                    if new.role == people::Role::Staff {
                        print(format_args!("Say what it may do: mentorhub staff grant {email} ROLE --programme KEY"));
                    }
                }
                None => bail!("There is already an account with the address {email}."),
            }
        }
        User::RotateTokenKey => {
            tokens::rotate_key(store, &crate::commands::actor()).await?;
            print(
                "Access tokens are signed with a new key. Running servers follow within a second; people stay signed in.",
            );
        }
        User::Password { email, password_stdin } => {
            let person = person_of(store, &email).await?;
            let hash = passwords::hash(&read_password(password_stdin)?).await?;
            passwords::set(store, &crate::commands::actor(), person.id, &hash).await?;
            print(format_args!("{} has a new password and is signed out everywhere.", person.email));
        }
        User::Export { person, out } => export::export(store, &person, &out).await?,
        User::Erase { person, yes } => erase::erase(store, outbox, &person, yes).await?,
        User::EraseAgain => erase::erase_again(store, outbox).await?,
        User::Transfer { email, programme, reason } => {
            anyhow::ensure!(!reason.trim().is_empty(), "A transfer has a reason.");
            let person = person_of(store, &email).await?;
            let transfer = administration::Transfer { from: None, to: programme_of(store, &programme).await? };
            administration::transfer(store, &crate::commands::actor(), person.id, transfer, &reason)
                .await?
                .map_err(|refusal| refused(refusal, &person))?;
            print(format_args!("{} is in the programme {programme} now.", person.email));
        }
        User::Role { email, role } => {
            let person = person_of(store, &email).await?;
            administration::set_role(store, &crate::commands::actor(), person.id, role.into())
                .await?
                .map_err(|refusal| refused(refusal, &person))?;
            print(format_args!("{} now has the role {}.", person.email, people::Role::from(role).title()));
        }
    }
    Ok(())
}

async fn person_of(store: &Store, email: &str) -> Result<Person> {
    people::by_email(store, email).await?.with_context(|| format!("There is no account with the address {email}."))
}

/// Finds the person with this e-mail address or id.
pub(super) async fn named(store: &Store, name: &str) -> Result<Person> {
    match name.parse() {
        Ok(id) => people::by_id(store, id).await?.with_context(|| format!("There is no account with the id {name}.")),
        Err(_) => person_of(store, name).await,
    }
}

/// Returns a refusal that names a person by their address.
pub(super) fn refused(refusal: impl Display, person: &Person) -> anyhow::Error {
    anyhow!(refusal.to_string().replace(&person.id.to_string(), &person.email))
}

pub(super) async fn programme_of(store: &Store, key: &str) -> Result<store::ProgrammeId> {
    let all = programmes::all(store).await?;
    let found = all.iter().find(|programme| programme.key == key).map(|programme| programme.id);
    found.with_context(|| {
        let keys: Vec<_> = all.iter().map(|programme| programme.key.as_str()).collect();
        if keys.is_empty() {
            return format!("There is no programme {key}. The first start of the server creates the programmes.");
        }
        format!("There is no programme {key}. Available: {}.", keys.join(", "))
    })
}

fn read_password(from_stdin: bool) -> Result<String> {
    let stdin = std::io::stdin();
    let password = if from_stdin || !stdin.is_terminal() {
        let mut line = String::new();
        stdin.lock().read_line(&mut line).context("The password cannot be read.")?;
        line.trim_end_matches(['\r', '\n']).to_owned()
    } else {
        rpassword::prompt_password("New password: ").context("The password cannot be read.")?
    };
    if let Some(missing) = passwords::missing(&password) {
        bail!("{missing}");
    }
    Ok(password)
}

impl From<Role> for people::Role {
    fn from(role: Role) -> Self {
        match role {
            Role::Mentor => Self::Mentor,
            Role::Mentee => Self::Mentee,
            Role::Staff => Self::Staff,
        }
    }
}
