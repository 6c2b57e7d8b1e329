//! Files in answers of surveys and quizzes: uploaded first, then claimed once by the question that names them.

use chrono::{DateTime, Duration, Utc};
use questions::AnswerForm;

use crate::db::{Tx, query, query_as, query_scalar};
use crate::files::Part;
use crate::{AnswerFileId, AttachmentId, PersonId, Result, Store, signed_url};

/// How long a file may wait for its answer.
const CLAIM_TIMEOUT: Duration = Duration::hours(24);

/// Uploads of one person that no answer names yet.
pub const MAX_UNCLAIMED: i64 = 40;

/// A stored file.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct AnswerFile {
    /// Its id.
    pub id: AnswerFileId,
    /// The file name from the person.
    pub name: String,
    /// Its media type, detected from its content.
    pub media_type: String,
}

/// Stores what is kept of a checked file of `uploaded` bytes, which no answer names yet. Returns None if there are too many of them.
pub async fn add(
    store: &Store,
    person: PersonId,
    name: String,
    media_type: &str,
    uploaded: usize,
    bytes: Vec<u8>,
) -> Result<Option<AnswerFile>> {
    let file = AnswerFile { id: store.clock.id(), name, media_type: media_type.to_owned() };
    let mut tx = store.db.begin().await?;
    // Concurrent uploads of a person count one after the other.
    query("UPDATE people SET role = role WHERE id = $1").bind(person).execute(&mut tx).await?;
    // The row first: bytes without a row could not be found and removed.
    let added = query(
        "INSERT INTO answer_files (id, person_id, name, media_type, size, created_at)
         SELECT $1, $2, $3, $4, $5, $6
         WHERE (SELECT COUNT(*) FROM answer_files WHERE person_id = $2 AND claimed_by IS NULL) < $7",
    )
    .bind(file.id)
    .bind(person)
    .bind(&file.name)
    .bind(&file.media_type)
    .bind(i64::try_from(uploaded).unwrap_or(i64::MAX))
    .bind(store.clock.now())
    .bind(MAX_UNCLAIMED)
    .execute(&mut tx)
    .await?;
    tx.commit().await?;
    if added == 0 {
        return Ok(None);
    }
    store.files.write(part_of(file.id), Part::Whole, bytes).await?;
    Ok(Some(file))
}

/// Returns a file and its bytes.
pub async fn open(store: &Store, id: AnswerFileId) -> Result<Option<(AnswerFile, Vec<u8>)>> {
    let file: Option<AnswerFile> = query_as("SELECT id, name, media_type FROM answer_files WHERE id = $1")
        .bind(id)
        .fetch_optional(&store.db)
        .await?;
    let Some(file) = file else { return Ok(None) };
    let bytes = store.files.read(part_of(id), Part::Whole).await?;
    Ok(bytes.map(|bytes| (file, bytes)))
}

/// Returns the files of a person that answers name.
pub async fn of_person(store: &Store, person: PersonId) -> Result<Vec<AnswerFile>> {
    query_as("SELECT id, name, media_type FROM answer_files WHERE person_id = $1 AND claimed_by IS NOT NULL")
        .bind(person)
        .fetch_all(&store.db)
        .await
}

/// Returns the signed address of a file. It is valid for one to two days and stays the same for one.
pub fn address(store: &Store, id: AnswerFileId) -> String {
    let day = Duration::days(1).num_seconds();
    let end = (store.clock.now().timestamp() / day + 2) * day;
    signed_url::link_until(
        store,
        &path(id),
        DateTime::<Utc>::from_timestamp(end, 0).unwrap_or(DateTime::<Utc>::MAX_UTC),
    )
}

/// Whether [`address`] made this address and it is still valid.
pub fn address_holds(store: &Store, id: AnswerFileId, expires: i64, signature: &str) -> bool {
    signed_url::verify(store, &path(id), expires, signature)
}

/// Claims a file of a person for a question. Returns whether it exists, is free and is what the question takes: a picture or a
/// PDF, not too large. It may have been uploaded for another type of question.
pub(crate) async fn claim(tx: &mut Tx, person: PersonId, file: &str, question: &str, form: AnswerForm) -> Result<bool> {
    let (Ok(id), Some(max_bytes)) = (file.parse::<AnswerFileId>(), form.max_file_bytes()) else { return Ok(false) };
    let claimed = query(
        "UPDATE answer_files SET claimed_by = $3 WHERE id = $1 AND person_id = $2
             AND (claimed_by IS NULL OR claimed_by = $3) AND (media_type LIKE 'image/%') = $4 AND size <= $5",
    )
    .bind(id)
    .bind(person)
    .bind(question)
    .bind(form != AnswerForm::Document)
    .bind(i64::try_from(max_bytes).unwrap_or(i64::MAX))
    .execute(tx)
    .await?;
    Ok(claimed == 1)
}

/// Frees the file of a question before its answer is replaced; [`sweep`] removes it, unless an answer claims it again.
pub(crate) async fn release(tx: &mut Tx, person: PersonId, question: &str) -> Result<()> {
    query("UPDATE answer_files SET claimed_by = NULL WHERE person_id = $1 AND claimed_by = $2")
        .bind(person)
        .bind(question)
        .execute(tx)
        .await?;
    Ok(())
}

/// Removes files that no answer names after a day. Several processes may run it at once.
pub async fn sweep(store: &Store) -> Result<()> {
    let unclaimed: Vec<AnswerFileId> =
        query_scalar("SELECT id FROM answer_files WHERE claimed_by IS NULL AND created_at < $1 LIMIT 1000")
            .bind(store.clock.now() - CLAIM_TIMEOUT)
            .fetch_all(&store.db)
            .await?;
    remove_unclaimed(store, &unclaimed).await
}

/// Removes those of these files that no answer names.
pub async fn remove_unclaimed(store: &Store, files: &[AnswerFileId]) -> Result<()> {
    for id in files.iter().copied() {
        // From here on no answer can claim it, unless one just did.
        let is_free = query("UPDATE answer_files SET claimed_by = '' WHERE id = $1 AND claimed_by IS NULL")
            .bind(id)
            .execute(&store.db)
            .await?;
        if is_free == 1 {
            remove(store, id).await?;
        }
    }
    Ok(())
}

/// Removes all files of a person.
pub(crate) async fn remove_all(store: &Store, person: PersonId) -> Result<()> {
    let ids: Vec<AnswerFileId> =
        query_scalar("SELECT id FROM answer_files WHERE person_id = $1").bind(person).fetch_all(&store.db).await?;
    for id in ids {
        remove(store, id).await?;
    }
    Ok(())
}

async fn remove(store: &Store, id: AnswerFileId) -> Result<()> {
    // The bytes first: without the row they could not be found again.
    store.files.remove(part_of(id)).await?;
    query("DELETE FROM answer_files WHERE id = $1").bind(id).execute(&store.db).await?;
    Ok(())
}

fn path(id: AnswerFileId) -> String {
    format!("/api/v2/answers/files/{id}/")
}

/// The name of the file: all ids share one name space.
fn part_of(id: AnswerFileId) -> AttachmentId {
    AttachmentId(id.0)
}
