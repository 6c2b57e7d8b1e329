//! Layered settings: defaults, then the file, the environment, the command line. Each setting keeps its source, so that an
//! error message can name it.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, Error, Result, anyhow, bail};
use toml::{Table, Value};

mod family;
mod names;
#[cfg(test)]
mod tests;

use family::FAMILY;
use names::{ALIASES, current_name, is_secret};

/// All settings with their defaults and descriptions.
pub(crate) const DEFAULTS: &str = include_str!("../../config.default.toml");

/// The file that is read if it exists.
const FILE: &str = "mentorhub.toml";

/// The source of values that are not set.
const DEFAULT: &str = "default";

/// The prefix of variables for test suites, which are not settings.
const TEST_SECTION: &str = "test";

/// All settings by "section.key", or "social.member.key".
#[derive(Debug)]
pub struct Layers {
    settings: BTreeMap<String, Setting>,
    /// One sentence for each use of an old name.
    deprecations: Vec<String>,
}

#[derive(Debug)]
struct Setting {
    value: Value,
    /// Where the value comes from, such as `MENTORHUB_SERVER_LISTEN`.
    source: String,
}

impl Layers {
    /// Reads the defaults, the file (or `mentorhub.toml`, if it exists) and the variables.
    pub fn read(file: Option<&Path>, variables: impl Iterator<Item = (String, String)>) -> Result<Self> {
        let mut layers = Self { settings: BTreeMap::new(), deprecations: Vec::new() };
        for (section, keys) in &Table::from_str(DEFAULTS).context("The built-in defaults cannot be read.")? {
            for (key, value) in keys.as_table().into_iter().flatten() {
                let members = value.as_table().into_iter().flatten();
                for (name, value) in members {
                    let setting = Setting { value: value.clone(), source: DEFAULT.into() };
                    layers.settings.insert(format!("{section}.{key}.{name}"), setting);
                }
                if !value.is_table() {
                    let setting = Setting { value: value.clone(), source: DEFAULT.into() };
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

    /// Sets a value from the command line.
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
        let Some((section, field)) = self.section_and_field(&rest).filter(|(section, _)| *section != TEST_SECTION)
        else {
            return Ok(());
        };
        let key = match self.member_and_field(field).filter(|_| section == FAMILY) {
            Some((member, field)) => {
                self.add_member(&member);
                format!("{section}.{member}.{field}")
            }
            None => format!("{section}.{field}"),
        };
        let value = match self.settings.get(current_name(&key)).map(|setting| &setting.value) {
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

    /// Splits the name of a variable after its section, which may contain `_`.
    fn section_and_field<'n>(&self, name: &'n str) -> Option<(&'n str, &'n str)> {
        let known = |section: &str| {
            let is_in_section = |key: &str| key.strip_prefix(section).is_some_and(|rest| rest.starts_with('.'));
            self.settings.keys().any(|key| is_in_section(key)) || ALIASES.iter().any(|(old, _)| is_in_section(old))
        };
        let mut splits = name.match_indices('_').map(|(at, _)| (&name[..at], &name[at + 1..]));
        splits.find(|(section, _)| known(section)).or_else(|| name.split_once('_'))
    }

    fn set(&mut self, key: &str, value: Value, source: String) -> Result<()> {
        let name = current_name(key);
        if name != key {
            self.deprecations.push(format!("{source}: {key} has a new name: {name}."));
        }
        let Some(setting) = self.settings.get_mut(name) else {
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

    /// Returns a text.
    pub(crate) fn text(&self, key: &str) -> Result<String> {
        self.value(key)?.as_str().map(|text| text.trim().to_owned()).ok_or_else(|| self.wrong(key, "a text"))
    }

    /// Returns a boolean.
    pub(crate) fn boolean(&self, key: &str) -> Result<bool> {
        self.value(key)?.as_bool().ok_or_else(|| self.wrong(key, "true or false"))
    }

    /// Returns a whole number within bounds.
    pub(crate) fn integer<T: TryFrom<i64> + PartialOrd + Display>(
        &self,
        key: &str,
        bounds: RangeInclusive<T>,
    ) -> Result<T> {
        let number = self.value(key)?.as_integer().and_then(|number| T::try_from(number).ok());
        number
            .filter(|number| bounds.contains(number))
            .ok_or_else(|| self.wrong(key, &format!("a whole number from {} to {}", bounds.start(), bounds.end())))
    }

    /// Returns a list of texts.
    pub(crate) fn list(&self, key: &str) -> Result<Vec<String>> {
        let items = self.value(key)?.as_array().into_iter().flatten();
        let texts: Option<Vec<String>> = items.map(|item| item.as_str().map(str::to_owned)).collect();
        texts.ok_or_else(|| self.wrong(key, "a list of texts"))
    }

    /// Returns a parsed text.
    pub(crate) fn parsed<T: FromStr>(&self, key: &str, expected: &str) -> Result<T> {
        self.text(key)?.parse().map_err(|_| self.wrong(key, expected))
    }

    /// Fails if the condition on a value is false.
    pub(crate) fn check(&self, key: &str, holds: bool, expected: &str) -> Result<()> {
        if holds { Ok(()) } else { Err(self.wrong(key, expected)) }
    }

    /// Returns the error about a wrong value. It does not contain the value, which may be a misplaced secret.
    pub(crate) fn wrong(&self, key: &str, expected: &str) -> Error {
        let source = self.settings.get(key).map_or(DEFAULT, |setting| &setting.source);
        anyhow!("{source}: {key} must be {expected}.")
    }

    /// Fails if a text is given that has no effect without something else.
    pub(crate) fn refuse_without(&self, key: &str, needed: &str) -> Result<()> {
        match self.settings.get(key).filter(|setting| setting.source != DEFAULT) {
            Some(Setting { source, value: Value::String(text) }) if !text.trim().is_empty() => {
                Err(anyhow!("{source}: {key} has no effect without {needed}. Set that, or remove {key}."))
            }
            _ => Ok(()),
        }
    }

    /// Returns one sentence for each setting that was given by an old name.
    pub(crate) fn deprecations(&self) -> &[String] {
        &self.deprecations
    }

    /// Returns the effective settings as lines of TOML, each with its source, with secrets masked.
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
