//! Safeguarding: alerts to staff, reports about people and messages, blocks between people.

pub mod alerts;
pub mod blocks;
pub mod cases;
pub mod pending_cases;
pub mod reports;
