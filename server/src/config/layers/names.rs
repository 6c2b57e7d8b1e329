//! Names of settings: old ones that still work, and those of secrets.

/// Old names of settings, which this version still accepts.
pub(super) const ALIASES: [(&str, &str); 6] = [
    ("errors.dsn", "error_reporting.dsn"),
    ("errors.environment", "error_reporting.environment"),
    ("errors.pages_dsn", "error_reporting.client_dsn"),
    ("sessions.access_token_seconds", "login_sessions.access_token_seconds"),
    ("traces.one_in", "telemetry.sample_one_in"),
    ("traces.url", "telemetry.url"),
];

/// Returns the current name of a setting.
pub(super) fn current_name(key: &str) -> &str {
    ALIASES.iter().find(|(old, _)| *old == key).map_or(key, |(_, new)| new)
}

/// Whether the value of a setting with this name is secret.
pub(super) fn is_secret(name: &str) -> bool {
    name == "key" || name.ends_with("_key") || name.ends_with("secret")
}
