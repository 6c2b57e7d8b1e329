//! Tests of the engine through its public surface.

mod assignment;
mod flaws;
mod groups;
mod history;
mod people;
mod properties;
mod rules;
mod runs;
mod score;
