//! Badges that their owners publish as signed credentials, and the keys that sign them.

use std::collections::BTreeSet;
use std::io::Write;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use super::badges::Tier;
use crate::credential_key::{self, CredentialKey};
use crate::db::{query, query_as, query_scalar};
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{BadgeId, Error, PersonId, Result, Store, random_text};

/// The fewest bits of a status list: in a shorter one, a request would say of whom somebody asks.
const LEAST_BITS: i64 = 131_072;

/// A badge whose owner may publish it.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct OwnBadge {
    /// Its tier.
    pub tier: Tier,
    /// When the person completed the session.
    pub earned_at: DateTime<Utc>,
    /// The key of the session.
    pub session_key: String,
    /// The version of its definition.
    pub version: Option<i64>,
    /// The name of the programme.
    pub programme: String,
    /// The id of the credential in public addresses, if it is published.
    pub public_id: Option<String>,
    /// Whether the credential names the person.
    pub has_name: Option<bool>,
}

/// A credential as strangers see it.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Credential {
    /// The tier of the badge.
    pub tier: Tier,
    /// When the person completed the session.
    pub earned_at: DateTime<Utc>,
    /// The key of the session.
    pub session_key: String,
    /// The version of its definition.
    pub version: Option<i64>,
    /// The name of the programme.
    pub programme: String,
    /// First name; not to be shown unless `has_name`.
    pub first_name: String,
    /// Last name; not to be shown unless `has_name`.
    pub last_name: String,
    /// Whether it names the person.
    pub has_name: bool,
    /// When staff took the badge back.
    pub revoked_at: Option<DateTime<Utc>>,
    /// As signed.
    pub token: String,
}

/// What identifies a credential; fixed before it is signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issuance {
    /// Its id in public addresses.
    pub public_id: String,
    /// The id of the key.
    pub key: String,
    /// Its position in the status list of the key.
    pub position: i64,
    /// The time of its signature.
    pub issued_at: DateTime<Utc>,
}

/// Returns a badge of a person that is shown and was not taken back.
pub async fn own_badge(store: &Store, badge: BadgeId, person: PersonId) -> Result<Option<OwnBadge>> {
    query_as(
        "SELECT b.tier, b.earned_at, s.session_key, s.version, g.name AS programme, c.public_id, c.has_name
         FROM badges b JOIN mentorship_sessions s ON s.session_id = b.session_id
         JOIN mentorships m ON m.id = s.mentorship_id JOIN programmes g ON g.id = m.programme_id
         LEFT JOIN badge_credentials c ON c.badge_id = b.id
         WHERE b.id = $1 AND b.person_id = $2 AND b.awarded_at IS NOT NULL AND b.revoked_at IS NULL",
    )
    .bind(badge)
    .bind(person)
    .fetch_optional(&store.db)
    .await
}

/// Publishes a badge of a person, in place of a credential that it has. `claims` says what to sign. Returns false if the badge was
/// taken back.
pub async fn publish(
    store: &Store,
    badge: BadgeId,
    person: PersonId,
    has_name: bool,
    key_address: impl Fn(&str) -> String,
    claims: impl FnOnce(&Issuance) -> Value,
) -> Result<bool> {
    let (id, key) = signing_key(store).await?;
    let mut tx = store.db.begin().await?;
    let is_shown = query(
        "UPDATE badges SET tier = tier
         WHERE id = $1 AND person_id = $2 AND awarded_at IS NOT NULL AND revoked_at IS NULL",
    )
    .bind(badge)
    .bind(person)
    .execute(&mut tx)
    .await?;
    if is_shown == 0 {
        return Ok(false);
    }
    query("DELETE FROM badge_credentials WHERE badge_id = $1").bind(badge).execute(&mut tx).await?;
    let issued: i64 = query_scalar("UPDATE credential_keys SET issued = issued + 1 WHERE id = $1 RETURNING issued")
        .bind(&id)
        .fetch_one(&mut tx)
        .await?;
    let issuance = Issuance { public_id: random_text(), key: id, position: issued - 1, issued_at: store.clock.now() };
    let token = key.sign(&key_address(&issuance.key), &claims(&issuance))?;
    query(
        "INSERT INTO badge_credentials (badge_id, person_id, public_id, key_id, position, has_name, token, issued_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(badge)
    .bind(person)
    .bind(issuance.public_id)
    .bind(issuance.key)
    .bind(issuance.position)
    .bind(has_name)
    .bind(token)
    .bind(issuance.issued_at)
    .execute(&mut tx)
    .await?;
    tx.commit().await?;
    Ok(true)
}

/// Withdraws the credential of a badge. The person keeps the badge. Returns false if they have not published it.
pub async fn withdraw(store: &Store, badge: BadgeId, person: PersonId) -> Result<bool> {
    let withdrawn = query("DELETE FROM badge_credentials WHERE badge_id = $1 AND person_id = $2")
        .bind(badge)
        .bind(person)
        .execute(&store.db)
        .await?;
    Ok(withdrawn > 0)
}

/// Returns a credential by its public id, also when the badge was taken back.
pub async fn by_public_id(store: &Store, id: &str) -> Result<Option<Credential>> {
    query_as(
        "SELECT b.tier, b.earned_at, s.session_key, s.version, g.name AS programme, p.first_name, p.last_name, c.has_name,
             b.revoked_at, c.token
         FROM badge_credentials c JOIN badges b ON b.id = c.badge_id
         JOIN mentorship_sessions s ON s.session_id = b.session_id
         JOIN mentorships m ON m.id = s.mentorship_id JOIN programmes g ON g.id = m.programme_id
         JOIN people p ON p.id = c.person_id WHERE c.public_id = $1",
    )
    .bind(id.to_owned())
    .fetch_optional(&store.db)
    .await
}

/// Returns the public keys, the newest first.
pub async fn public_keys(store: &Store) -> Result<Vec<Value>> {
    let keys: Vec<Vec<u8>> = query_scalar("SELECT private_key FROM credential_keys ORDER BY created_at DESC, id")
        .fetch_all(&store.db)
        .await?;
    keys.iter().map(|bytes| Ok(CredentialKey::of_pkcs8(bytes)?.jwk())).collect()
}

/// Creates a key that signs from now on. What older ones signed stays valid.
pub async fn rotate_key(store: &Store, actor: &Actor) -> Result<String> {
    if !actor.reaches(None) {
        return Err(Error::Secret("the key for credentials belongs to the installation".to_owned()));
    }
    let bytes = tokio::task::spawn_blocking(credential_key::generate)
        .await
        .map_err(|error| Error::Secret(format!("the key for credentials: {error}")))??;
    let id = CredentialKey::of_pkcs8(&bytes)?.thumbprint();
    let mut tx = store.db.begin().await?;
    query("INSERT INTO credential_keys (id, private_key, created_at, issued) VALUES ($1, $2, $3, 0)")
        .bind(&id)
        .bind(&bytes[..])
        .bind(store.clock.now())
        .execute(&mut tx)
        .await?;
    let record = Record::new(Act::RotateBadgeKey, Target::Installation, None);
    record.change(Value::Null, json!({"key": id})).write(&mut tx, store, actor).await?;
    tx.commit().await?;
    Ok(id)
}

/// Signs the status list of a key, for which `claims` gets the encoded list. None without such a key.
pub async fn signed_status_list(
    store: &Store,
    key: &str,
    key_address: &str,
    claims: impl FnOnce(String) -> Value,
) -> Result<Option<String>> {
    let row: Option<(Vec<u8>, i64)> = query_as("SELECT private_key, issued FROM credential_keys WHERE id = $1")
        .bind(key.to_owned())
        .fetch_optional(&store.db)
        .await?;
    let Some((bytes, issued)) = row else { return Ok(None) };
    let valid: Vec<i64> = query_scalar(
        "SELECT c.position FROM badge_credentials c JOIN badges b ON b.id = c.badge_id
         WHERE c.key_id = $1 AND b.revoked_at IS NULL",
    )
    .bind(key.to_owned())
    .fetch_all(&store.db)
    .await?;
    let list = encoded(&status_bits(issued, &valid.into_iter().collect()))?;
    Ok(Some(CredentialKey::of_pkcs8(&bytes)?.sign(key_address, &claims(list))?))
}

/// Returns a bit per position, the first one in the highest bit of the first byte. It is set where a credential was taken back, withdrawn
/// or erased.
fn status_bits(issued: i64, valid: &BTreeSet<i64>) -> Vec<u8> {
    let bytes = issued.max(LEAST_BITS).unsigned_abs().div_ceil(8);
    let mut bits = vec![0_u8; usize::try_from(bytes).unwrap_or_default()];
    for position in (0..issued).filter(|position| !valid.contains(position)) {
        if let Some(byte) = usize::try_from(position / 8).ok().and_then(|at| bits.get_mut(at)) {
            *byte |= 0x80 >> (position % 8);
        }
    }
    bits
}

/// Encodes a status list as W3C's Bitstring Status List says: compressed, in base64url, with the letter for that.
fn encoded(bits: &[u8]) -> Result<String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bits)?;
    Ok(format!("u{}", BASE64_URL_SAFE_NO_PAD.encode(encoder.finish()?)))
}

/// Returns the key that signs, with its id. The first credential of an installation creates it.
async fn signing_key(store: &Store) -> Result<(String, CredentialKey)> {
    loop {
        let newest: Option<(String, Vec<u8>)> =
            query_as("SELECT id, private_key FROM credential_keys ORDER BY created_at DESC, id LIMIT 1")
                .fetch_optional(&store.db)
                .await?;
        if let Some((id, bytes)) = newest {
            return Ok((id, CredentialKey::of_pkcs8(&bytes)?));
        }
        rotate_key(store, &Actor::Job { name: "credentials" }).await?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_bits_mark_what_is_not_valid() {
        let bits = status_bits(10, &BTreeSet::from([0, 2, 3, 4, 5, 6, 7, 9]));
        assert_eq!(bits[..3], [0b0100_0000, 0b1000_0000, 0]);
        assert_eq!(bits.len(), 16_384, "at least 16 kB, so that the length says nothing");
        assert_eq!(status_bits(131_080, &BTreeSet::new()).len(), 16_385);
        assert!(encoded(&bits).unwrap().starts_with("uH4sI"), "gzip in base64url");
    }
}
