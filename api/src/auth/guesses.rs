//! Limits of wrong codes per network, over all nodes. The store limits them per code and mailbox.

use store::Store;
use store::codes::Verdict;
use store::guesses::{self, Target};
use web::{ClientNetwork, Rate, Result, SharedLimiter};

use super::code_refused;

/// Wrong codes from one network: a class that signs up together makes fewer typing errors.
const CODES: Rate = Rate::per_hour(60);
const INSTITUTIONS: Rate = Rate::per_hour(20);

/// The same from an unknown network during a wave of wrong codes.
const CODES_IN_WAVE: Rate = Rate::per_hour(5);
const INSTITUTIONS_IN_WAVE: Rate = Rate::per_hour(3);

/// Wrong institution codes with one mailbox.
const INSTITUTIONS_PER_MAILBOX: Rate = Rate::per_hour(5);

/// The limits of wrong codes.
#[derive(Debug)]
pub(crate) struct GuessLimits {
    codes: NetworkLimit,
    pub(super) institutions: NetworkLimit,
    pub(super) institutions_per_mailbox: SharedLimiter,
}

/// Wrong codes from one network. A guess counts before the check, so that concurrent ones do, too.
#[derive(Debug)]
pub(super) struct NetworkLimit {
    usual: SharedLimiter,
    in_wave: SharedLimiter,
}

impl Default for GuessLimits {
    fn default() -> Self {
        Self {
            codes: NetworkLimit {
                usual: SharedLimiter::new("wrong codes of a network", CODES),
                in_wave: SharedLimiter::new("wrong codes of a network in a wave", CODES_IN_WAVE),
            },
            institutions: NetworkLimit {
                usual: SharedLimiter::new("wrong institution codes of a network", INSTITUTIONS),
                in_wave: SharedLimiter::new("wrong institution codes of a network in a wave", INSTITUTIONS_IN_WAVE),
            },
            institutions_per_mailbox: SharedLimiter::new(
                "wrong institution codes of a mailbox",
                INSTITUTIONS_PER_MAILBOX,
            ),
        }
    }
}

impl GuessLimits {
    /// Passes a right code, and refuses a wrong one.
    pub(super) async fn check_code(
        &self,
        store: &Store,
        ClientNetwork(network): &ClientNetwork,
        check: impl Future<Output = store::Result<Verdict>>,
    ) -> Result<()> {
        let limiter = self.codes.take(store, Target::Codes, network).await?;
        match check.await? {
            Verdict::Right => {
                guesses::trust(store, network).await?;
                limiter.give_back(store, network).await
            }
            verdict => Err(code_refused(verdict)),
        }
    }
}

impl NetworkLimit {
    /// Counts a guess of a network, and returns the limiter that counted it.
    pub(super) async fn take(&self, store: &Store, target: Target, network: &str) -> Result<&SharedLimiter> {
        let is_suspect = guesses::is_suspect(store, target, network).await?;
        let limiter = if is_suspect { &self.in_wave } else { &self.usual };
        limiter.take(store, network).await?;
        Ok(limiter)
    }
}
