//! One setting over the other: defaults, then the file, the environment, the command line. Remembers who set what, so
//! that a mistake can be told with its place.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, Error, Result, anyhow, bail};
use toml::{Table, Value};

/// Every key there is, with its default and what it is for.
pub(crate) const DEFAULTS: &str = include_str!("../../config.default.toml");

/// The file that is read if it is there.
const FILE: &str = "mentorhub.toml";

/// Variables for the test suites begin like this; they are not settings.
const NOT_A_SECTION: &str = "test";

/// The section whose keys stand in sections of their own, as many as the operator likes: `[social.google]`. The default
/// that has a name is what all others begin with.
const FAMILY: &str = "social";

/// All settings by "section.key", or "social.member.key".
#[derive(Debug)]
pub(crate) struct Layers {
    settings: BTreeMap<String, Setting>,
}

#[derive(Debug)]
struct Setting {
    value: Value,
    /// "the environment variable MENTORHUB_…": who gave the value.
    source: String,
}

impl Layers {
    /// What a file (or none) and these variables say.
    pub(crate) fn read(file: Option<&Path>, variables: impl Iterator<Item = (String, String)>) -> Result<Self> {
        let mut layers = Self { settings: BTreeMap::new() };
        for (section, keys) in &Table::from_str(DEFAULTS).context("The built-in defaults cannot be read.")? {
            for (key, value) in keys.as_table().into_iter().flatten() {
                let members = value.as_table().into_iter().flatten();
                for (name, value) in members {
                    let setting = Setting { value: value.clone(), source: "default".into() };
                    layers.settings.insert(format!("{section}.{key}.{name}"), setting);
                }
                if !value.is_table() {
                    let setting = Setting { value: value.clone(), source: "default".into() };
                    layers.settings.insert(format!("{section}.{key}"), setting);
                }
            }
        }
        match file {
            Some(file) => layers.add_file(file)?,
            None if Path::new(FILE).exists() => layers.add_file(Path::new(FILE))?,
            None => {}
        }
        for (name, text) in variables {
            layers.add_variable(&name, &text)?;
        }
        Ok(layers)
    }

    /// A value from the command line.
    pub(crate) fn add_flag(&mut self, key: &str, flag: &str, value: String) -> Result<()> {
        self.set(key, Value::String(value), flag.to_owned())
    }

    fn add_file(&mut self, file: &Path) -> Result<()> {
        let name = file.display();
        let text = std::fs::read_to_string(file).map_err(|error| anyhow!("{name} cannot be read: {error}."))?;
        let table = Table::from_str(&text).map_err(|error| anyhow!("{name} is not valid TOML: {error}"))?;
        for (section, keys) in table {
            let Value::Table(keys) = keys else { bail!("{name}: {section} must stand in a section.") };
            for (key, value) in keys {
                match value {
                    Value::Table(fields) if section == FAMILY => {
                        self.add_member(&key);
                        for (field, value) in fields {
                            self.set(&format!("{section}.{key}.{field}"), value, name.to_string())?;
                        }
                    }
                    value => self.set(&format!("{section}.{key}"), value, name.to_string())?,
                }
            }
        }
        Ok(())
    }

    fn add_variable(&mut self, name: &str, text: &str) -> Result<()> {
        let Some(rest) = name.strip_prefix("MENTORHUB_") else { return Ok(()) };
        let rest = rest.to_ascii_lowercase();
        let Some((section, key)) = rest.split_once('_').filter(|(section, _)| *section != NOT_A_SECTION) else {
            return Ok(());
        };
        let key = match self.member_and_field(key).filter(|_| section == FAMILY) {
            Some((member, field)) => {
                self.add_member(&member);
                format!("{section}.{member}.{field}")
            }
            None => format!("{section}.{key}"),
        };
        let value = match self.settings.get(&key).map(|setting| &setting.value) {
            Some(Value::Integer(_)) => text.trim().parse().map(Value::Integer).ok(),
            Some(Value::Boolean(_)) => text.trim().parse().map(Value::Boolean).ok(),
            Some(Value::Array(_)) => {
                let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
                Some(Value::Array(items.map(Value::from).collect()))
            }
            _ => None,
        };
        self.set(&key, value.unwrap_or_else(|| Value::String(text.to_owned())), name.to_owned())
    }

    /// What every member of the family may say, with its default.
    fn fields(&self) -> BTreeMap<String, Value> {
        let of_default = self.settings.iter().filter_map(|(key, setting)| {
            let (member, field) = key.strip_prefix(FAMILY)?.strip_prefix('.')?.split_once('.')?;
            Some((member.to_owned(), field.to_owned(), setting.value.clone()))
        });
        let mut fields = BTreeMap::new();
        for (_, field, value) in of_default {
            fields.entry(field).or_insert(value);
        }
        fields
    }

    /// Another member of the family, which says nothing yet.
    fn add_member(&mut self, member: &str) {
        for (field, value) in self.fields() {
            let empty = match value {
                // What kind it is stays; whose it is does not.
                Value::String(_) if field != "kind" => Value::String(String::new()),
                value => value,
            };
            let key = format!("{FAMILY}.{member}.{field}");
            self.settings.entry(key).or_insert(Setting { value: empty, source: "default".into() });
        }
    }

    /// `google_client_id` of a variable: whose setting, and which.
    fn member_and_field(&self, name: &str) -> Option<(String, String)> {
        self.fields().into_keys().find_map(|field| {
            let member = name.strip_suffix(&field)?.strip_suffix('_').filter(|member| !member.is_empty())?;
            Some((member.to_owned(), field))
        })
    }

    /// The members of the family.
    pub(crate) fn members(&self, family: &str) -> Vec<String> {
        let members = self.settings.keys().filter_map(|key| {
            let (member, _) = key.strip_prefix(family)?.strip_prefix('.')?.split_once('.')?;
            Some(member.to_owned())
        });
        let members: std::collections::BTreeSet<_> = members.collect();
        members.into_iter().collect()
    }

    fn set(&mut self, key: &str, value: Value, source: String) -> Result<()> {
        let Some(setting) = self.settings.get_mut(key) else {
            bail!("{source}: there is no setting {key}. `mentorhub config` lists all of them.")
        };
        if !value.same_type(&setting.value) {
            let kind = match setting.value {
                Value::Integer(_) => "a whole number",
                Value::Boolean(_) => "true or false",
                Value::Array(_) => "a list of texts",
                _ => "a text in quotes",
            };
            bail!("{source}: {key} must be {kind}.");
        }
        *setting = Setting { value, source };
        Ok(())
    }

    /// A text.
    pub(crate) fn text(&self, key: &str) -> Result<String> {
        self.value(key)?.as_str().map(|text| text.trim().to_owned()).ok_or_else(|| self.wrong(key, "a text"))
    }

    /// Yes or no.
    pub(crate) fn yes(&self, key: &str) -> Result<bool> {
        self.value(key)?.as_bool().ok_or_else(|| self.wrong(key, "true or false"))
    }

    /// A whole number within bounds.
    pub(crate) fn whole<T: TryFrom<i64> + PartialOrd + Display>(
        &self,
        key: &str,
        bounds: RangeInclusive<T>,
    ) -> Result<T> {
        let number = self.value(key)?.as_integer().and_then(|number| T::try_from(number).ok());
        number
            .filter(|number| bounds.contains(number))
            .ok_or_else(|| self.wrong(key, &format!("a whole number from {} to {}", bounds.start(), bounds.end())))
    }

    /// A list of texts.
    pub(crate) fn list(&self, key: &str) -> Result<Vec<String>> {
        let items = self.value(key)?.as_array().into_iter().flatten();
        let texts: Option<Vec<String>> = items.map(|item| item.as_str().map(str::to_owned)).collect();
        texts.ok_or_else(|| self.wrong(key, "a list of texts"))
    }

    /// A text that means something.
    pub(crate) fn parsed<T: FromStr>(&self, key: &str, expected: &str) -> Result<T> {
        self.text(key)?.parse().map_err(|_| self.wrong(key, expected))
    }

    /// Refuses a value that does not hold.
    pub(crate) fn check(&self, key: &str, holds: bool, expected: &str) -> Result<()> {
        if holds { Ok(()) } else { Err(self.wrong(key, expected)) }
    }

    /// The sentence about a wrong value. The value itself stays out: it may be a secret in the wrong place.
    pub(crate) fn wrong(&self, key: &str, expected: &str) -> Error {
        let source = self.settings.get(key).map_or("default", |setting| &setting.source);
        anyhow!("{source}: {key} must be {expected}.")
    }

    /// The effective settings as lines of TOML, each with its source, without secrets.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut last_section = "";
        for (key, setting) in &self.settings {
            let (section, name) = key.split_once('.').unwrap_or_default();
            if section != last_section {
                lines.push(format!("[{section}]"));
                last_section = section;
            }
            let value = match &setting.value {
                // What opens a door is told by its name alone.
                Value::String(text) if is_secret(name) && !text.is_empty() => Value::String("***".to_owned()),
                Value::String(text) => Value::String(super::masked(text)),
                other => other.clone(),
            };
            lines.push(format!("{name} = {value}  # {}", setting.source));
        }
        lines
    }

    fn value(&self, key: &str) -> Result<&Value> {
        self.settings.get(key).map(|setting| &setting.value).ok_or_else(|| anyhow!("There is no setting {key}."))
    }
}

/// What opens a door goes by one of these names.
fn is_secret(name: &str) -> bool {
    name == "key" || name.ends_with("_key") || name.ends_with("secret")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layers(file: &str, variables: &[(&str, &str)]) -> Result<Layers> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mentorhub.toml");
        std::fs::write(&path, file).unwrap();
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Layers::read(Some(&path), variables)
    }

    fn complaint(file: &str, variables: &[(&str, &str)]) -> String {
        let complaint = layers(file, variables).unwrap_err().to_string();
        // The file lies in a folder whose name nobody knows.
        complaint.split_once("mentorhub.toml").map_or(complaint.clone(), |(_, rest)| format!("FILE{rest}"))
    }

    #[test]
    fn the_command_line_wins_over_the_environment_over_the_file_over_the_defaults() {
        let file = "[server]\nlisten = '127.0.0.1:1'\nworkers = 7\n[limits]\nmessage_chars = 5";
        let variables = [("MENTORHUB_SERVER_LISTEN", "127.0.0.1:2"), ("MENTORHUB_LIMITS_MESSAGE_CHARS", "6")];
        let mut layers = layers(file, &variables).unwrap();
        layers.add_flag("server.listen", "--listen", "127.0.0.1:3".into()).unwrap();
        assert_eq!(layers.text("server.listen").unwrap(), "127.0.0.1:3");
        assert_eq!(layers.whole("limits.message_chars", 1..=9_i64).unwrap(), 6);
        assert_eq!(layers.whole("server.workers", 0..=9_usize).unwrap(), 7);
        assert_eq!(layers.whole("limits.message_burst", 0..=99_u32).unwrap(), 20);
    }

    #[test]
    fn a_variable_is_read_as_what_its_setting_is() {
        let variables = [
            ("MENTORHUB_SERVER_ORIGINS", "https://a.example, https://b.example,"),
            ("MENTORHUB_SERVER_BEHIND_PROXY", "true"),
            ("MENTORHUB_DATABASE_URL", "1234"),
        ];
        let layers = layers("", &variables).unwrap();
        assert_eq!(layers.list("server.origins").unwrap(), ["https://a.example", "https://b.example"]);
        assert!(layers.yes("server.behind_proxy").unwrap());
        assert_eq!(layers.text("database.url").unwrap(), "1234");
    }

    #[test]
    fn variables_of_others_are_left_alone() {
        layers("", &[("HOME", "/"), ("MENTORHUB_TEST_POSTGRES", "x"), ("MENTORHUB_BINARY", "x")]).unwrap();
    }

    #[test]
    fn unknown_settings_are_named_with_their_place() {
        let end = "`mentorhub config` lists all of them.";
        assert_eq!(complaint("[server]\nport = 1", &[]), format!("FILE: there is no setting server.port. {end}"));
        assert_eq!(complaint("[srever]\nport = 1", &[]), format!("FILE: there is no setting srever.port. {end}"));
        assert_eq!(
            complaint("", &[("MENTORHUB_SRVER_LISTEN", "x")]),
            format!("MENTORHUB_SRVER_LISTEN: there is no setting srver.listen. {end}")
        );
        assert_eq!(complaint("listen = 1", &[]), "FILE: listen must stand in a section.");
        assert!(complaint("[server", &[]).starts_with("FILE is not valid TOML: "));
    }

    #[test]
    fn values_of_the_wrong_kind_are_named_without_being_told() {
        assert_eq!(complaint("[server]\nworkers = '2'", &[]), "FILE: server.workers must be a whole number.");
        assert_eq!(complaint("[server]\nlisten = 8080", &[]), "FILE: server.listen must be a text in quotes.");
        assert_eq!(
            complaint("", &[("MENTORHUB_SERVER_BEHIND_PROXY", "s3cret")]),
            "MENTORHUB_SERVER_BEHIND_PROXY: server.behind_proxy must be true or false."
        );
        let out_of_bounds = layers("", &[("MENTORHUB_DRAIN_SECONDS", "-1")]).unwrap();
        assert_eq!(
            out_of_bounds.whole("drain.seconds", 0..=9_u64).unwrap_err().to_string(),
            "MENTORHUB_DRAIN_SECONDS: drain.seconds must be a whole number from 0 to 9."
        );
    }

    #[test]
    fn what_is_printed_has_sources_and_no_secrets() {
        let variables = [("MENTORHUB_DATABASE_URL", "postgres://hub:s3cret@db/hub"), ("MENTORHUB_GIFS_KEY", "s3cret")];
        let text = layers("", &variables).unwrap().lines().join("\n");
        assert!(text.contains(r#"key = "***"  # MENTORHUB_GIFS_KEY"#) && !text.contains("s3cret"), "{text}");
        assert!(text.contains(r#"url = "postgres://hub:***@db/hub"  # MENTORHUB_DATABASE_URL"#), "{text}");
        assert!(text.contains("behind_proxy = false  # default"), "{text}");
        assert!(text.parse::<Table>().is_ok(), "{text}");
    }

    #[test]
    fn there_can_be_as_many_providers_as_one_likes() {
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
        let wrong = complaint("[social.school]\ncolour = 'red'", &[]);
        assert_eq!(wrong, format!("FILE: there is no setting social.school.colour. {end}"));
    }
}
