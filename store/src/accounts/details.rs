//! What people say of themselves: biography, phone number and picture.

use crate::db::query;
use crate::{PersonId, Result, Store, pictures};

/// Changes; what is none stays.
#[derive(Debug, Default)]
pub struct Details {
    /// The biography.
    pub bio: Option<String>,
    /// The phone number; empty for none.
    pub phone_number: Option<String>,
    /// The picture.
    pub picture: Option<Picture>,
}

/// A change of the picture.
#[derive(Debug)]
pub enum Picture {
    /// This file replaces it.
    Set(Vec<u8>),
    /// There is none from now on.
    Remove,
}

/// Changes the details of a person, all or none of them. Of two concurrent changes the last one wins.
pub async fn edit(store: &Store, person: PersonId, details: Details) -> Result<()> {
    // The file comes first: until a row of people names it, it is not shown.
    let picture = match details.picture {
        Some(Picture::Set(bytes)) => Some(Some(pictures::add(store, person, bytes).await?)),
        Some(Picture::Remove) => Some(None),
        None => None,
    };
    let mut tx = store.db.begin().await?;
    query("UPDATE people SET bio = COALESCE($2, bio), phone_number = COALESCE($3, phone_number) WHERE id = $1")
        .bind(person)
        .bind(details.bio)
        .bind(details.phone_number)
        .execute(&mut tx)
        .await?;
    let Some(picture) = picture else { return tx.commit().await };
    pictures::show_in(&mut tx, person, picture).await?;
    pictures::commit_and_publish(store, tx, person).await?;
    pictures::remove_replaced_or_warn(store, person).await;
    Ok(())
}
