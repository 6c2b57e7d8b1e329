//! Addresses of the services that `scripts/with-services` starts. A test that needs a missing service fails.

/// Returns the address of PostgreSQL.
pub fn postgres_url() -> String {
    address("MENTORHUB_TEST_POSTGRES", "PostgreSQL")
}

/// Returns the address of Redis.
pub fn redis_url() -> String {
    address("MENTORHUB_TEST_REDIS", "Redis")
}

/// Returns the address of the S3 server.
pub(crate) fn s3_url() -> String {
    address("MENTORHUB_TEST_S3", "The S3 server")
}

fn address(variable: &str, service: &str) -> String {
    std::env::var(variable).ok().filter(|address| !address.is_empty()).unwrap_or_else(|| {
        panic!("{service} is not running: run `scripts/with-services cargo test …` ({variable} is not set).")
    })
}
