//! Tests of the layers.

use super::*;

fn layers(file: &str, variables: &[(&str, &str)]) -> Result<Layers> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mentorhub.toml");
    std::fs::write(&path, file).unwrap();
    let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Layers::read(Some(&path), variables)
}

fn error_of(file: &str, variables: &[(&str, &str)]) -> String {
    let error = layers(file, variables).unwrap_err().to_string();
    // The folder has a random name.
    error.split_once("mentorhub.toml").map_or(error.clone(), |(_, rest)| format!("FILE{rest}"))
}

#[test]
fn later_layer_overrides_earlier_one() {
    let file = "[server]\nlisten = '127.0.0.1:1'\nworkers = 7\n[limits]\nmessage_chars = 5";
    let variables = [("MENTORHUB_SERVER_LISTEN", "127.0.0.1:2"), ("MENTORHUB_LIMITS_MESSAGE_CHARS", "6")];
    let mut layers = layers(file, &variables).unwrap();
    layers.add_flag("server.listen", "--listen", "127.0.0.1:3".into()).unwrap();
    assert_eq!(layers.text("server.listen").unwrap(), "127.0.0.1:3");
    assert_eq!(layers.integer("limits.message_chars", 1..=9_i64).unwrap(), 6);
    assert_eq!(layers.integer("server.workers", 0..=9_usize).unwrap(), 7);
    assert_eq!(layers.integer("limits.message_burst", 0..=99_u32).unwrap(), 20);
}

#[test]
fn variable_has_type_of_its_setting() {
    let variables = [
        ("MENTORHUB_SERVER_ORIGINS", "https://a.example, https://b.example,"),
        ("MENTORHUB_SERVER_BEHIND_PROXY", "true"),
        ("MENTORHUB_DATABASE_URL", "1234"),
    ];
    let layers = layers("", &variables).unwrap();
    assert_eq!(layers.list("server.origins").unwrap(), ["https://a.example", "https://b.example"]);
    assert!(layers.boolean("server.behind_proxy").unwrap());
    assert_eq!(layers.text("database.url").unwrap(), "1234");
}

#[test]
fn old_name_sets_setting_and_is_reported() {
    let variables = [("MENTORHUB_TRACES_ONE_IN", "7"), ("MENTORHUB_ERROR_REPORTING_ENVIRONMENT", "staging")];
    let layers = layers("[errors]\ndsn = 'x'", &variables).unwrap();
    assert_eq!(layers.integer("telemetry.sample_one_in", 1..=9_u64).unwrap(), 7);
    assert_eq!(layers.text("error_reporting.environment").unwrap(), "staging");
    assert_eq!(layers.text("error_reporting.dsn").unwrap(), "x");
    let last = layers.deprecations().last().unwrap();
    assert_eq!(last, "MENTORHUB_TRACES_ONE_IN: traces.one_in has a new name: telemetry.sample_one_in.");
    assert_eq!(layers.deprecations().len(), 2);
}

#[test]
fn unrelated_variables_are_ignored() {
    layers("", &[("HOME", "/"), ("MENTORHUB_TEST_POSTGRES", "x"), ("MENTORHUB_BINARY", "x")]).unwrap();
}

#[test]
fn unknown_setting_is_named_with_its_source() {
    let end = "`mentorhub config` lists all of them.";
    assert_eq!(error_of("[server]\nport = 1", &[]), format!("FILE: there is no setting server.port. {end}"));
    assert_eq!(error_of("[srever]\nport = 1", &[]), format!("FILE: there is no setting srever.port. {end}"));
    assert_eq!(
        error_of("", &[("MENTORHUB_SRVER_LISTEN", "x")]),
        format!("MENTORHUB_SRVER_LISTEN: there is no setting srver.listen. {end}")
    );
    assert_eq!(error_of("listen = 1", &[]), "FILE: listen must stand in a section.");
    assert!(error_of("[server", &[]).starts_with("FILE is not valid TOML: "));
}

#[test]
fn wrong_type_is_reported_without_value() {
    assert_eq!(error_of("[server]\nworkers = '2'", &[]), "FILE: server.workers must be a whole number.");
    assert_eq!(error_of("[server]\nlisten = 8080", &[]), "FILE: server.listen must be a text in quotes.");
    assert_eq!(
        error_of("", &[("MENTORHUB_SERVER_BEHIND_PROXY", "s3cret")]),
        "MENTORHUB_SERVER_BEHIND_PROXY: server.behind_proxy must be true or false."
    );
    let out_of_bounds = layers("", &[("MENTORHUB_DRAIN_SECONDS", "-1")]).unwrap();
    assert_eq!(
        out_of_bounds.integer("drain.seconds", 0..=9_u64).unwrap_err().to_string(),
        "MENTORHUB_DRAIN_SECONDS: drain.seconds must be a whole number from 0 to 9."
    );
}

#[test]
fn printed_settings_have_sources_and_no_secrets() {
    let variables = [("MENTORHUB_DATABASE_URL", "postgres://hub:s3cret@db/hub"), ("MENTORHUB_GIFS_KEY", "s3cret")];
    let text = layers("", &variables).unwrap().lines().join("\n");
    assert!(text.contains(r#"key = "***"  # MENTORHUB_GIFS_KEY"#) && !text.contains("s3cret"), "{text}");
    assert!(text.contains(r#"url = "postgres://hub:***@db/hub"  # MENTORHUB_DATABASE_URL"#), "{text}");
    assert!(text.contains("behind_proxy = false  # default"), "{text}");
    assert!(text.parse::<Table>().is_ok(), "{text}");
}

#[test]
fn any_number_of_providers_can_be_configured() {
    let file = "[social.school]\nname = 'School'\nissuer = 'https://id.school.example'\nclient_id = 'a'";
    let variables = [("MENTORHUB_SOCIAL_GOOGLE_CLIENT_ID", "b"), ("MENTORHUB_SOCIAL_MY_CLUB_CLIENT_SECRET", "c")];
    let layers = layers(file, &variables).unwrap();
    assert_eq!(layers.members("social"), ["google", "my_club", "school"]);
    assert_eq!(layers.text("social.google.client_id").unwrap(), "b");
    assert_eq!(layers.text("social.google.issuer").unwrap(), "https://accounts.google.com");
    assert_eq!(layers.text("social.school.name").unwrap(), "School");
    assert_eq!(layers.text("social.my_club.issuer").unwrap(), "", "nobody else speaks for it");
    let lines = layers.lines().join("\n");
    assert!(lines.contains(r#"my_club.client_secret = "***""#), "{lines}");
    let end = "`mentorhub config` lists all of them.";
    let wrong = error_of("[social.school]\ncolour = 'red'", &[]);
    assert_eq!(wrong, format!("FILE: there is no setting social.school.colour. {end}"));
}
