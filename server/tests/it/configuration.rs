//! Settings that stop the start, and printed settings.

use crate::program::Installation;

#[test]
fn wrong_setting_stops_every_command_with_one_sentence() {
    for (name, value, complaint) in [
        ("MENTORHUB_SERVER_LISTEN", "8080", "server.listen must be an address with a port, such as 127.0.0.1:8080."),
        (
            "MENTORHUB_SERVER_PUBLIC_URL",
            "hub.example.org",
            "server.public_url must be an address such as https://hub.example.org.",
        ),
        (
            "MENTORHUB_SERVER_ORIGINS",
            "https://a.example/x",
            "server.origins must be a list of origins such as https://hub.example.org.",
        ),
        ("MENTORHUB_SERVER_PROXIES", "10.0.0.0/8", "server.proxies must be empty where server.behind_proxy is false."),
        (
            "MENTORHUB_DATABASE_URL",
            "mysql://s3cret@db",
            "database.url must be sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME.",
        ),
        ("MENTORHUB_FILES_URL", "ftp://files", "files.url must be s3://BUCKET/PREFIX, or nothing."),
        (
            "MENTORHUB_BUS_URL",
            "amqp://s3cret@mq",
            "bus.url must be redis://HOST or redis-cluster://HOST,HOST (rediss… with TLS), or nothing.",
        ),
        (
            "MENTORHUB_CONVERSIONS_URL",
            "ads.example.org",
            "conversions.url must be an address such as https://ads.example.org/events, or nothing.",
        ),
        (
            "MENTORHUB_TELEMETRY_URL",
            "collector:4318",
            "telemetry.url must be an address such as http://127.0.0.1:4318, or nothing.",
        ),
        ("MENTORHUB_LIMITS_MESSAGE_CHARS", "0", "limits.message_chars must be a whole number from 1 to 100000."),
        ("MENTORHUB_GIFS_PROVIDER", "tenor", "gifs.provider must be giphy or klipy."),
        ("MENTORHUB_LOG_FORMAT", "xml", "log.format must be text or json."),
        ("MENTORHUB_LOG_FILTER", "hub=loud", "log.filter must be levels such as info or warn,hub=debug."),
    ] {
        let ended = Installation::new().with(name, value).run(&["serve"], "");
        assert_eq!(ended.complained, format!("mentorhub: {name}: {complaint}\n"));
        assert!(!ended.succeeded);
    }
}

#[test]
fn setting_without_effect_stops_every_command() {
    for (name, key, needed) in [
        ("MENTORHUB_CALLS_JITSI_SECRET", "calls.jitsi_secret", "calls.jitsi_url"),
        ("MENTORHUB_CALLS_JITSI_KEY_ID", "calls.jitsi_key_id", "calls.jitsi_key_file"),
        ("MENTORHUB_CALLS_TURN_SECRET", "calls.turn_secret", "a turn: address in calls.ice_servers"),
        ("MENTORHUB_FILES_ENDPOINT", "files.endpoint", "files.url"),
        ("MENTORHUB_GIFS_API_URL", "gifs.api_url", "gifs.key"),
        ("MENTORHUB_HELPDESK_WEBSITE_TOKEN", "helpdesk.website_token", "helpdesk.url"),
        ("MENTORHUB_ASSISTANT_MODEL", "assistant.model", "assistant.provider = \"openai\""),
        ("MENTORHUB_SOCIAL_GOOGLE_CLIENT_SECRET", "social.google.client_secret", "social.google.client_id"),
        ("MENTORHUB_SOCIAL_SCHOOL_NAME", "social.school.name", "social.school.client_id"),
    ] {
        let ended = Installation::new().with(name, "s3cret").run(&["serve"], "");
        let sentence = format!("{name}: {key} has no effect without {needed}. Set that, or remove {key}.");
        assert_eq!(ended.complained, format!("mentorhub: {sentence}\n"));
        assert!(!ended.succeeded);
    }
    let off = Installation::new().with("MENTORHUB_ASSISTANT_PROVIDER", "off").with("MENTORHUB_ASSISTANT_MODEL", "m");
    assert!(off.run(&["config"], "").succeeded, "a part that is switched off may keep its settings");
}

#[test]
fn file_storage_keys_are_checked_and_never_printed() {
    let installation = Installation::new()
        .with("MENTORHUB_FILES_URL", "s3://files/hub")
        .with("MENTORHUB_FILES_SECRET_KEY", "s3cret")
        .with("MENTORHUB_FILES_ENDPOINT", "http://127.0.0.1:1");
    let half = installation.run(&["config"], "");
    assert!(half.complained.contains("files.secret_key must be there when files.access_key is"), "{}", half.complained);
    let installation = installation.with("MENTORHUB_FILES_ACCESS_KEY", "hub");
    let printed = installation.run(&["config"], "").said;
    assert!(printed.contains(r#"secret_key = "***""#) && !printed.contains("s3cret"), "{printed}");
    let ill = installation.run(&["doctor"], "");
    assert!(!ill.succeeded && ill.said.contains("✗ files           s3://files/hub: "), "{}", ill.said);
    assert!(!ill.said.contains("s3cret"), "{}", ill.said);
}

#[test]
fn configuration_file_is_read_from_folder_or_flag() {
    let installation = Installation::new();
    let folder = installation.folder.path();
    std::fs::write(folder.join("mentorhub.toml"), "[server]\nworkers = 3\n").unwrap();
    std::fs::write(folder.join("other.toml"), "[server]\nworkers = 4\n").unwrap();
    let printed = installation.run(&["config"], "").said;
    assert!(printed.contains("workers = 3  # mentorhub.toml"), "{printed}");
    let printed = installation.run(&["config", "--config", "other.toml", "--data-dir", "elsewhere"], "").said;
    assert!(printed.contains("workers = 4  # other.toml"), "{printed}");
    assert!(printed.contains(r#"dir = "elsewhere"  # --data-dir"#), "{printed}");
    let missing = installation.run(&["config", "--config", "none.toml"], "");
    assert!(missing.complained.starts_with("mentorhub: none.toml cannot be read: "), "{}", missing.complained);
}

#[test]
fn incompatible_processes_are_refused() {
    let installation = Installation::new();
    let alone = installation.run(&["serve", "--only", "hub"], "");
    assert!(alone.complained.contains("Set database.url."), "{}", alone.complained);
    let postgres = Installation::new().with("MENTORHUB_DATABASE_URL", "postgres://127.0.0.1:1/hub");
    let deaf = postgres.run(&["serve", "--only", "api"], "");
    assert!(deaf.complained.contains("Set bus.url."), "{}", deaf.complained);

    let first = installation.serve(&[]);
    let second = installation.run(&["serve", "--listen", "127.0.0.1:0"], "");
    assert!(second.complained.contains("Another Mentor Hub uses this database."), "{}", second.complained);
    // The end of a process releases its lock.
    drop(first);
    installation.serve(&[]);
}
