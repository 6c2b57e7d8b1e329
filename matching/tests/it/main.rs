//! Tests of the engine through its public surface.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod assignment;
mod flaws;
mod groups;
mod history;
mod people;
mod properties;
mod rules;
mod runs;
mod score;
mod simulations;
