//! `mentorhub maintenance`: turns maintenance mode on or off for all nodes.

use anyhow::Result;
use store::{Store, flags};

use crate::cli::Switch;
use crate::output::print;

pub(crate) async fn set(store: &Store, switch: Switch) -> Result<()> {
    flags::set(store, &crate::commands::actor(), flags::MAINTENANCE, switch == Switch::On).await?;
    print(match switch {
        Switch::On => "Maintenance mode is on: nobody can sign in until it is off.",
        Switch::Off => "Maintenance mode is off: people can sign in again.",
    });
    Ok(())
}
