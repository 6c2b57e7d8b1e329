//! Which column of a table holds what.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use store::invitations::Mapping;
use utoipa::ToSchema;

/// The columns of a table, from 0; None for what it does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Columns {
    #[schema(required)]
    pub(super) email: Option<usize>,
    #[schema(required)]
    pub(super) first_name: Option<usize>,
    #[schema(required)]
    pub(super) last_name: Option<usize>,
    #[schema(required)]
    pub(super) role: Option<usize>,
    #[schema(required)]
    pub(super) language: Option<usize>,
    #[schema(required)]
    pub(super) birth_month: Option<usize>,
    #[schema(required)]
    pub(super) guardian_email: Option<usize>,
}

// Names of columns, compared without case, accents, spaces and signs; those of OneRoster among them.
const EMAIL: &[&str] = &["email", "emailaddress", "mail", "emailadresse", "mailadresse", "البريد", "البريد الإلكتروني"];
const FIRST_NAME: &[&str] = &["firstname", "givenname", "forename", "vorname", "الاسم الأول", "الاسم"];
const LAST_NAME: &[&str] = &["lastname", "surname", "familyname", "nachname", "familienname", "اسم العائلة"];
const ROLE: &[&str] = &["role", "rolle", "type", "الدور"];
const LANGUAGE: &[&str] = &["language", "sprache", "اللغة"];
const BIRTH_MONTH: &[&str] = &[
    "birthmonth",
    "monthofbirth",
    "dateofbirth",
    "birthdate",
    "birthday",
    "dob",
    "geburtsdatum",
    "geburtsmonat",
    "geburtstag",
    "تاريخ الميلاد",
    "شهر الميلاد",
];
const GUARDIAN_EMAIL: &[&str] = &[
    "guardianemail",
    "guardiansemail",
    "emailofguardian",
    "parentemail",
    "parentsemail",
    "emailofparent",
    "elternemail",
    "emaildereltern",
    "mailadressedereltern",
    "بريد ولي الأمر",
    "البريد الإلكتروني لولي الأمر",
];

impl Columns {
    /// Finds the columns by the names in the header.
    pub(super) fn of(header: &[String]) -> Self {
        let names: Vec<String> = header.iter().map(|name| key(name)).collect();
        let find = |known: &[&str]| {
            let known: Vec<String> = known.iter().map(|name| key(name)).collect();
            names.iter().position(|name| known.contains(name))
        };
        Self {
            email: find(EMAIL),
            first_name: find(FIRST_NAME),
            last_name: find(LAST_NAME),
            role: find(ROLE),
            language: find(LANGUAGE),
            birth_month: find(BIRTH_MONTH),
            guardian_email: find(GUARDIAN_EMAIL),
        }
    }

    /// What is kept of them for the next import.
    pub(super) fn mapping(&self) -> Mapping {
        let fields = serde_json::to_value(self).unwrap_or_default();
        serde_json::from_value::<BTreeMap<String, Option<usize>>>(fields)
            .unwrap_or_default()
            .into_iter()
            .filter_map(|(field, column)| Some((field, column?)))
            .collect()
    }

    /// The columns of an earlier import.
    pub(super) fn of_mapping(mapping: &Mapping) -> Self {
        serde_json::from_value(serde_json::json!(mapping)).unwrap_or_default()
    }
}

/// Folds a text to what is compared.
pub(super) fn key(text: &str) -> String {
    text_fold::fold(text).chars().filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_spreadsheets_are_known() {
        let of = |names: &[&str]| Columns::of(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        let all = |email, first_name, last_name| Columns {
            email: Some(email),
            first_name: Some(first_name),
            last_name: Some(last_name),
            ..Columns::default()
        };
        assert_eq!(of(&["E-Mail", "First name", "LAST NAME"]), all(0, 1, 2));
        assert_eq!(of(&["Nachname", "Vorname", "E-Mail-Adresse"]), all(2, 1, 0));
        let one_roster = of(&["sourcedId", "role", "givenName", "familyName", "email"]);
        assert_eq!(one_roster, Columns { role: Some(1), ..all(4, 2, 3) });
        let arabic = of(&["البريد الإلكتروني", "الاسم الأول", "اسم العائلة", "تاريخ الميلاد"]);
        assert_eq!(arabic, Columns { birth_month: Some(3), ..all(0, 1, 2) });
        assert_eq!(of(&["a", "b"]), Columns::default());
        assert_eq!(of(&["Guardian's email"]), Columns { guardian_email: Some(0), ..Columns::default() });
    }

    #[test]
    fn columns_are_those_of_their_mapping() {
        let columns = Columns { email: Some(3), birth_month: Some(0), ..Columns::default() };
        assert_eq!(columns.mapping().len(), 2);
        assert_eq!(Columns::of_mapping(&columns.mapping()), columns);
    }
}
