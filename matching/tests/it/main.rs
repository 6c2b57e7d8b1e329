//! Tests of the engine through its public surface.

mod assignment;
