//! `mentorhub user erase`: erases a person. `mentorhub user erase-again`: erases the people of the list of erased people whom a restored
//! backup brought back.

use std::io::{BufRead, IsTerminal};
use std::path::Path;

use anyhow::{Context, Result, bail};
use api::mail;
use store::cases::legal_holds::LegalHold;
use store::{Store, people};

use super::named;
use crate::output::print;

pub(crate) async fn erase(store: &Store, outbox: &Path, person: &str, skip_confirmation: bool) -> Result<()> {
    let person = named(store, person).await?;
    if !skip_confirmation {
        confirm(&person.full_name(), &person.email)?;
    }
    if store::administration::is_last_administrator(store, person.id).await? {
        bail!(
            "{} is the last administrator of the installation. Grant the role to another person first.",
            person.email
        );
    }
    // First, because the address is gone afterwards.
    let mails = mail::remove_from_folder(outbox, &person.email).await;
    let mails = mails.with_context(|| format!("The mails in {} cannot be removed", outbox.display()))?;
    let erased = store::erase::erase(store, &crate::commands::actor(), &person).await;
    let erased = erased.with_context(|| format!("Something of {0} remains. Erase {0} again", person.id))?;
    print(format_args!(
        "Erased {}: removed the text of {} messages, {} files and {mails} mails. Earlier backups still contain them.",
        person.id, erased.messages, erased.files
    ));
    for LegalHold { case_id, messages, review_at, .. } in erased.holds {
        print(format_args!(
            "Kept for the protection of people: sealed copies of {messages} messages, and the words of the report, of the case {case_id}. \
             Staff decide by {} whether they are still needed, and delete them on the page of the case.",
            review_at.date_naive()
        ));
    }
    Ok(())
}

/// Erases the people of the list who have data again.
pub(crate) async fn erase_again(store: &Store, outbox: &Path) -> Result<()> {
    let noted = store::erase::noted(store).await.context("The list of erased people cannot be read.")?;
    let mut count = 0;
    for id in noted {
        let Some(person) = people::by_id(store, id).await?.filter(|person| !person.is_erased()) else { continue };
        erase(store, outbox, &person.id.to_string(), true).await?;
        count += 1;
    }
    print(format_args!(
        "Erased again: {count}. The file erased.txt in the data folder names all who were erased here."
    ));
    Ok(())
}

/// Asks for the e-mail address as a confirmation.
fn confirm(name: &str, email: &str) -> Result<()> {
    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        bail!("This erases {name} for good. Confirm with --yes.");
    }
    print(format_args!("This erases {name} for good: name, texts and files. Type {email} to confirm."));
    let mut line = String::new();
    stdin.lock().read_line(&mut line).context("The answer cannot be read.")?;
    if line.trim() != email {
        bail!("Nothing was erased.");
    }
    Ok(())
}
