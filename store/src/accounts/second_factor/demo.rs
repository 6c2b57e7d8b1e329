//! Apps of a demonstration, whose codes a page shows.

use super::{SECRET_LENGTH, STEP_SECONDS, authenticator, insert_in};
use crate::db::query_as;
use crate::{PersonId, Result, Store};

/// The code of an app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemoCode {
    /// The address of the person.
    pub email: String,
    /// The next code that the person may use.
    pub code: String,
}

/// Sets up an app for a person who has none.
pub async fn set_up_for_demo(store: &Store, person: PersonId) -> Result<()> {
    let mut tx = store.db.begin().await?;
    insert_in(&mut tx, store, person, &rand::random::<[u8; SECRET_LENGTH]>(), 0).await?;
    tx.commit().await
}

/// Returns the codes of all apps, by address.
pub async fn demo_codes(store: &Store) -> Result<Vec<DemoCode>> {
    let rows: Vec<(String, Vec<u8>, i64)> = query_as(
        "SELECT email, secret, last_step FROM second_factors f JOIN people p ON p.id = f.person_id ORDER BY email",
    )
    .fetch_all(&store.db)
    .await?;
    let current = u64::try_from(store.clock.now().timestamp()).unwrap_or(0) / STEP_SECONDS;
    let codes = rows.into_iter().map(|(email, secret, last_step)| {
        // The server accepts one step of drift; after that the person waits.
        let unused = u64::try_from(last_step).unwrap_or(0) + 1;
        let step = unused.clamp(current, current + 1);
        let code = authenticator(&secret).build_noncompliant().generate(step * STEP_SECONDS).to_string();
        DemoCode { email, code }
    });
    Ok(codes.collect())
}
