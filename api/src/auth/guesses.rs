//! Limits of wrong codes per network. The store limits them per code and per installation.

use std::time::{Duration, Instant};

use store::codes::Verdict;
use web::{ClientNetwork, Limiter, Rate, Result, rate_limited};

use super::code_refused;

/// Wrong one-time codes from one network: a class that signs up together makes fewer typing errors.
const CODES: Rate = Rate::per_hour(60);

/// Wrong institution codes from one network, and with one mailbox.
const INSTITUTIONS: Rate = Rate::per_hour(20);
const INSTITUTIONS_PER_MAILBOX: Rate = Rate::per_hour(5);

/// The limits of one process.
#[derive(Debug)]
pub(crate) struct GuessLimits {
    codes: Limiter,
    pub(super) institutions: Limiter,
    pub(super) institutions_per_mailbox: Limiter,
}

impl Default for GuessLimits {
    fn default() -> Self {
        Self {
            codes: Limiter::new(CODES),
            institutions: Limiter::new(INSTITUTIONS),
            institutions_per_mailbox: Limiter::new(INSTITUTIONS_PER_MAILBOX),
        }
    }
}

impl GuessLimits {
    /// Passes a right code, and refuses a wrong one. The guess counts before the check, so that concurrent ones do, too.
    pub(super) async fn check_code(
        &self,
        ClientNetwork(network): &ClientNetwork,
        check: impl Future<Output = store::Result<Verdict>>,
    ) -> Result<()> {
        take(&self.codes, network).map_err(rate_limited)?;
        match check.await? {
            Verdict::Right => {
                self.codes.give_back(network);
                Ok(())
            }
            verdict => Err(code_refused(verdict)),
        }
    }
}

pub(super) fn take(limiter: &Limiter, key: &str) -> std::result::Result<(), Duration> {
    limiter.take(key.to_owned(), Instant::now())
}
