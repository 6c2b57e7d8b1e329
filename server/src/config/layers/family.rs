//! The section with subsections.

use std::collections::{BTreeMap, BTreeSet};

use toml::Value;

use super::{DEFAULT, Layers, Setting};

/// The section with any number of subsections, such as `[social.google]`. The subsection in the defaults is the template of
/// the others.
pub(super) const FAMILY: &str = "social";

impl Layers {
    /// Returns the fields of a subsection with their defaults.
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

    /// Adds an empty subsection.
    pub(super) fn add_member(&mut self, member: &str) {
        for (field, value) in self.fields() {
            let empty = match value {
                // The default kind applies to every provider; the other texts belong to the provider of the defaults.
                Value::String(_) if field != "kind" => Value::String(String::new()),
                value => value,
            };
            let key = format!("{FAMILY}.{member}.{field}");
            self.settings.entry(key).or_insert(Setting { value: empty, source: DEFAULT.into() });
        }
    }

    /// Splits `google_client_id` into the subsection and its field.
    pub(super) fn member_and_field(&self, name: &str) -> Option<(String, String)> {
        self.fields().into_keys().find_map(|field| {
            let member = name.strip_suffix(&field)?.strip_suffix('_').filter(|member| !member.is_empty())?;
            Some((member.to_owned(), field))
        })
    }

    /// Returns the names of the subsections.
    pub(crate) fn members(&self, family: &str) -> Vec<String> {
        let members = self.settings.keys().filter_map(|key| {
            let (member, _) = key.strip_prefix(family)?.strip_prefix('.')?.split_once('.')?;
            Some(member.to_owned())
        });
        let members: BTreeSet<_> = members.collect();
        members.into_iter().collect()
    }
}
