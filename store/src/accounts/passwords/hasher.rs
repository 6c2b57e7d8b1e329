//! Argon2 computations with bounded parallelism, memory and queue.
//!
//! Each computation needs 19 MB. Freed buffers of this size stay in the allocator's arenas, one per thread, so the memory of the
//! process would grow with every check. A few buffers are reused instead.

use std::sync::{Mutex, PoisonError};

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use tokio::sync::Semaphore;

use crate::{Error, Result};

/// Computes hashes.
#[derive(Debug)]
pub(super) struct Hasher {
    params: Params,
    /// One permit per computation.
    running: Semaphore,
    /// One permit per caller that computes or waits.
    admitted: Semaphore,
    /// The buffers that no computation uses.
    buffers: Mutex<Vec<Vec<Block>>>,
}

impl Hasher {
    /// At most `parallel` computations run, each with a buffer of its own, and `queued` callers wait for one.
    pub(super) fn new(params: Params, parallel: usize, queued: usize) -> Self {
        Self {
            params,
            running: Semaphore::new(parallel),
            admitted: Semaphore::new(parallel + queued),
            buffers: Mutex::new(Vec::with_capacity(parallel)),
        }
    }

    /// Returns the salted argon2id hash of a password as a PHC string.
    pub(super) async fn hash(&'static self, password: &str) -> Result<String> {
        let password = password.to_owned();
        self.run(move |buffer| self.hash_now(&password, buffer)).await?
    }

    /// Whether the password matches the hash.
    pub(super) async fn verify(&'static self, password: &str, hash: String) -> Result<bool> {
        let password = password.to_owned();
        self.run(move |buffer| matches(&password, &hash, buffer).unwrap_or(false)).await
    }

    /// Runs a computation outside the async threads. A caller that goes away leaves the queue; a running computation counts
    /// until its end.
    async fn run<T: Send + 'static>(
        &'static self,
        work: impl FnOnce(&mut Vec<Block>) -> T + Send + 'static,
    ) -> Result<T> {
        let admission = self.admitted.try_acquire().map_err(|_| Error::Busy)?;
        let permit = self.running.acquire().await.map_err(|_| stopped())?;
        let computation = tokio::task::spawn_blocking(move || {
            let mut buffer = self.lock().pop().unwrap_or_default();
            let result = work(&mut buffer);
            self.lock().push(buffer);
            drop((permit, admission));
            result
        });
        computation.await.map_err(|_| stopped())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Vec<Block>>> {
        self.buffers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hash_now(&self, password: &str, buffer: &mut Vec<Block>) -> Result<String> {
        let salt = Salt::generate();
        let argon2 = Argon2::from(&self.params);
        let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
        compute(&argon2, password, &salt, &mut output, buffer).map_err(unhashable)?;
        let hash = PasswordHash {
            algorithm: Algorithm::default().ident(),
            version: Some(Version::default().into()),
            params: ParamsString::try_from(&self.params).map_err(unhashable)?,
            salt: Some(salt),
            hash: Some(Output::new(&output).map_err(unhashable)?),
        };
        Ok(hash.to_string())
    }
}

/// None if the stored hash cannot be read.
fn matches(password: &str, hash: &str, buffer: &mut Vec<Block>) -> Option<bool> {
    let stored = PasswordHash::new(hash).ok()?;
    let (salt, expected) = (stored.salt?, stored.hash?);
    let version = stored.version.map_or(Ok(Version::default()), Version::try_from).ok()?;
    let algorithm = Algorithm::try_from(stored.algorithm.as_str()).ok()?;
    let argon2 = Argon2::new(algorithm, version, Params::try_from(&stored).ok()?);
    let mut output = [0; Output::MAX_LENGTH];
    let output = output.get_mut(..expected.len())?;
    compute(&argon2, password, &salt, output, buffer).ok()?;
    // The comparison takes the same time for all outputs.
    Some(Output::new(output).ok()? == expected)
}

fn compute(
    argon2: &Argon2<'_>,
    password: &str,
    salt: &[u8],
    output: &mut [u8],
    buffer: &mut Vec<Block>,
) -> argon2::Result<()> {
    let blocks = argon2.params().block_count();
    if buffer.len() < blocks {
        buffer.resize(blocks, Block::new());
    }
    argon2.hash_password_into_with_memory(password.as_bytes(), salt, output, buffer)
}

fn unhashable(error: impl std::fmt::Display) -> Error {
    Error::Secret(format!("a password cannot be hashed: {error}"))
}

fn stopped() -> Error {
    Error::Secret("the password check was stopped".into())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures_util::future::join_all;

    use super::*;

    /// Returns a hasher with cheap parameters.
    fn hasher(parallel: usize, queued: usize) -> &'static Hasher {
        Box::leak(Box::new(Hasher::new(Params::new(64, 1, 1, None).unwrap(), parallel, queued)))
    }

    #[tokio::test]
    async fn many_computations_share_two_buffers() {
        let hasher = hasher(2, 1000);
        let hashes = join_all((0..500).map(|number| hasher.hash(if number == 0 { "Maya" } else { "Tom" }))).await;
        let maya = hashes[0].as_ref().unwrap();
        assert!(hasher.verify("Maya", maya.clone()).await.unwrap());
        assert!(!hasher.verify("Tom", maya.clone()).await.unwrap());
        assert!(!hasher.verify("Maya", "$argon2id$broken".to_owned()).await.unwrap());
        let buffers = hasher.lock();
        assert!((1..=2).contains(&buffers.len()), "{}", buffers.len());
        assert!(buffers.iter().all(|buffer| buffer.len() == 64 && buffer.capacity() == 64));
    }

    #[tokio::test]
    async fn library_accepts_hash_and_own_check_its_hash() {
        use argon2::{PasswordHasher, PasswordVerifier};
        let hasher = hasher(1, 1);
        let own = hasher.hash("Mentor-hub-1").await.unwrap();
        let parsed = PasswordHash::new(&own).unwrap();
        assert!(Argon2::default().verify_password(b"Mentor-hub-1", &parsed).is_ok());
        let theirs = Argon2::default().hash_password(b"Mentor-hub-1").unwrap().to_string();
        assert!(hasher.verify("Mentor-hub-1", theirs).await.unwrap());
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn caller_beyond_queue_is_refused_until_room() {
        let hasher = hasher(1, 1);
        let (started, has_started) = mpsc::channel();
        let (release, released) = mpsc::channel::<()>();
        let running = tokio::spawn(hasher.run(move |_| {
            started.send(()).unwrap();
            released.recv()
        }));
        tokio::task::spawn_blocking(move || has_started.recv().unwrap()).await.unwrap();
        let queued = tokio::spawn(hasher.hash("Tom"));
        while hasher.admitted.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(hasher.hash("Ana").await, Err(Error::Busy)));
        // A caller that goes away leaves the queue.
        queued.abort();
        assert!(queued.await.unwrap_err().is_cancelled());
        let next = tokio::spawn(hasher.hash("Ana"));
        // A computation whose caller goes away still counts.
        running.abort();
        while hasher.admitted.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(hasher.hash("Sam").await, Err(Error::Busy)));
        release.send(()).unwrap();
        next.await.unwrap().unwrap();
        hasher.hash("Sam").await.unwrap();
    }
}
