//! Which column of a table holds what.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use store::invitations::Mapping;
use store::people::Role;
use utoipa::ToSchema;

use super::names::NameOrder;

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
    /// Of tables without a column for each name.
    #[schema(required)]
    pub(super) full_name: Option<usize>,
    #[schema(required)]
    pub(super) role: Option<usize>,
    #[schema(required)]
    pub(super) language: Option<usize>,
    #[schema(required)]
    pub(super) birth_month: Option<usize>,
    #[schema(required)]
    pub(super) guardian_email: Option<usize>,
    #[schema(required)]
    pub(super) cohort: Option<usize>,
}

/// Names of a column of people: a table may have one for mentees and one for mentors.
struct OfPeople {
    any: &'static [&'static str],
    mentee: &'static [&'static str],
    mentor: &'static [&'static str],
}

// Names of columns, compared without case, accents, spaces and signs; those of OneRoster among them.
const EMAIL: OfPeople = OfPeople {
    any: &[
        "email",
        "emailaddress",
        "mail",
        "mailaddress",
        "emailadresse",
        "mailadresse",
        "schulmail",
        "البريد",
        "البريد الإلكتروني",
        "عنوان البريد الإلكتروني",
        "الإيميل",
    ],
    mentee: &["studentemail", "emailstudent", "emailschüler*in", "emailschüler", "emailmentee", "menteeemail"],
    mentor: &["emailmentor*in", "emailmentor", "mentoremail"],
};
const FIRST_NAME: &[&str] = &["firstname", "givenname", "forename", "vorname", "rufname", "الاسم الأول"];
const LAST_NAME: &[&str] =
    &["lastname", "surname", "familyname", "nachname", "familienname", "zuname", "اسم العائلة", "الاسم الأخير", "اللقب"];
const ROLE: &[&str] = &["role", "rolle", "type", "الدور"];
const LANGUAGE: &[&str] = &["language", "preferredlanguage", "sprache", "اللغة"];
const BIRTH_MONTH: &[&str] = &[
    "birthmonth",
    "monthofbirth",
    "dateofbirth",
    "birthdate",
    "birthday",
    "born",
    "dob",
    "geb",
    "gebdat",
    "gebdatum",
    "geboren",
    "geborenam",
    "geburtsdatum",
    "geburtsmonat",
    "geburtstag",
    "تاريخ الميلاد",
    "تاريخ الولادة",
    "شهر الميلاد",
];
const GUARDIAN_EMAIL: &[&str] = &[
    "guardianemail",
    "guardianemailaddress",
    "guardiansemail",
    "emailofguardian",
    "parentemail",
    "parentemailaddress",
    "parentsemail",
    "emailofparent",
    "emailparents",
    "elternemail",
    "elternmail",
    "emaileltern",
    "emaildereltern",
    "emailadressedereltern",
    "mailadressedereltern",
    "emailerziehungsberechtigte",
    "emailsorgeberechtigte",
    "emaildersorgeberechtigten",
    "بريد ولي الأمر",
    "البريد الإلكتروني لولي الأمر",
];
const COHORT: &[&str] = &[
    "cohort",
    "class",
    "classname",
    "schoolclass",
    "homeroom",
    "group",
    "kohorte",
    "klasse",
    "schulklasse",
    "gruppe",
    "jahrgang",
    "الصف",
    "الفصل",
    "الشعبة",
    "المجموعة",
    "الدفعة",
];
const FULL_NAME: &[&str] = &[
    "fullname",
    "firstandlastname",
    "firstnamelastname",
    "vorundnachname",
    "vornamenachname",
    "vornameundnachname",
    "vollständiger name",
    "الاسم الكامل",
    "الاسم الثلاثي",
    "الاسم واللقب",
];
/// The last name in front.
const LAST_NAME_FIRST: &[&str] = &[
    "namevorname",
    "nachnamevorname",
    "nachundvorname",
    "nachnameundvorname",
    "lastnamefirstname",
    "surnamefirstname",
];
/// A last name beside a first name, and the other way round; else the full name.
const NAME: &[&str] = &["name", "names", "الاسم", "اسم"];
/// The full name where no other column holds a name.
const PERSON: OfPeople = OfPeople {
    any: &["participant", "teilnehmer*in", "teilnehmer", "person", "المشارك"],
    mentee: &[
        "schüler*in",
        "schüler",
        "student",
        "studentname",
        "nameofstudent",
        "pupil",
        "mentee",
        "الطالب",
        "الطالبة",
        "التلميذ",
    ],
    mentor: &["mentor", "mentor*in"],
};

impl Columns {
    /// Finds the columns by the names in the header, and how full names are written. The role is of rows that do not say it:
    /// columns of people with another role are not theirs, and of several that may be theirs none is chosen.
    pub(super) fn of(header: &[String], role: Role) -> (Self, NameOrder) {
        let names: Vec<String> = header.iter().map(|name| key(name)).collect();
        let shorter: Vec<String> = header.iter().map(|name| key(without_remark(name))).collect();
        let places = |known: &[&str]| -> Vec<usize> {
            let known: Vec<String> = known.iter().map(|name| key(name)).collect();
            let of = |names: &[String]| (0..names.len()).filter(|place| known.contains(&names[*place])).collect();
            let exact: Vec<usize> = of(&names);
            if exact.is_empty() { of(&shorter) } else { exact }
        };
        let find = |known: &[&str]| places(known).first().copied();
        let find_of_role = |known: &OfPeople| {
            let of_role = places(match role {
                Role::Mentee => known.mentee,
                Role::Mentor => known.mentor,
                Role::Staff => &[],
            });
            let found = if of_role.is_empty() { places(known.any) } else { of_role };
            if let [place] = found[..] { Some(place) } else { None }
        };
        let (mut first_name, mut last_name, name) = (find(FIRST_NAME), find(LAST_NAME), find(NAME));
        let mut full_name = None;
        let mut order = NameOrder::FirstLast;
        match (first_name, last_name) {
            (Some(_), Some(_)) => {}
            (Some(_), None) if name.is_some() => last_name = name,
            (None, Some(_)) if name.is_some() => first_name = name,
            _ => {
                let turned = find(LAST_NAME_FIRST);
                full_name = find(FULL_NAME).or(turned).or(name).or_else(|| find_of_role(&PERSON));
                if turned.is_some() && full_name == turned {
                    order = NameOrder::LastFirst;
                }
            }
        }
        let columns = Self {
            email: find_of_role(&EMAIL),
            first_name,
            last_name,
            full_name,
            role: find(ROLE),
            language: find(LANGUAGE),
            birth_month: find(BIRTH_MONTH),
            guardian_email: find(GUARDIAN_EMAIL),
            cohort: find(COHORT),
        };
        (columns, order)
    }

    /// Whether a table has mentors and mentees side by side: the columns of the one are not those of the other.
    pub(super) fn are_of_pairs(header: &[String]) -> bool {
        let [mentee, mentor] = [Role::Mentee, Role::Mentor].map(|role| Self::of(header, role).0);
        let differ = |pair: Option<(usize, usize)>| pair.is_some_and(|(mentee, mentor)| mentee != mentor);
        differ(mentee.email.zip(mentor.email)) || differ(mentee.full_name.zip(mentor.full_name))
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

/// `E-mail` of `E-mail (required)`.
fn without_remark(name: &str) -> &str {
    name.split_once(['(', '[']).map_or(name, |(before, _)| before)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found_of(role: Role, names: &[&str]) -> (Columns, NameOrder) {
        Columns::of(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), role)
    }

    fn found(names: &[&str]) -> (Columns, NameOrder) {
        found_of(Role::Mentee, names)
    }

    #[test]
    fn everyday_headers_map_without_a_hand() {
        let full = |email, full_name| Columns { email: Some(email), full_name: Some(full_name), ..Columns::default() };
        let split = |email, first, last| Columns {
            email: Some(email),
            first_name: Some(first),
            last_name: Some(last),
            ..Columns::default()
        };
        let of_class = |columns, cohort| Columns { cohort: Some(cohort), ..columns };
        let born = |columns, birth_month| Columns { birth_month: Some(birth_month), ..columns };
        for (header, columns) in [
            (&["Name", "E-Mail Adresse", "Telefon"][..], full(1, 0)),
            (&["Full name", "Mail"], full(1, 0)),
            (&["Vor- und Nachname", "E-Mail (Pflichtfeld)", "Geb."], born(full(1, 0), 2)),
            (&["Klasse", "Schüler*in", "Geburtsdatum", "E-Mail"], of_class(born(full(3, 1), 2), 0)),
            (&["Schüler:in", "Geb.-Datum", "E-Mail"], born(full(2, 0), 1)),
            (&["SCHÜLER", "geboren am", "Mail-Adresse"], born(full(2, 0), 1)),
            (&["Name", "Vorname", "E-Mail"], split(2, 1, 0)),
            (&["Schüler*in", "Vorname", "Nachname", "E-Mail"], split(3, 1, 2)),
            (&["الاسم الكامل", "البريد الالكتروني", "تاريخ الميلاد"], born(full(1, 0), 2)),
            (&["الاسم", "الإيميل", "الهاتف"], full(1, 0)),
            (&["الاسم", "اسم العائلة", "البريد"], split(2, 0, 1)),
            (&["Telefon", "Klasse"], of_class(Columns::default(), 1)),
            (&["Name", "Cohort (optional)", "E-Mail"], of_class(full(2, 0), 1)),
            (&["الصف", "الاسم الكامل", "البريد"], of_class(full(2, 1), 0)),
        ] {
            assert_eq!(found(header), (columns, NameOrder::FirstLast), "{header:?}");
        }
        assert_eq!(found(&["Name, Vorname", "E-Mail"]), (full(1, 0), NameOrder::LastFirst));
        let parents = found(&["Name", "E-Mail", "E-Mail Eltern"]).0;
        assert_eq!(parents, Columns { guardian_email: Some(2), ..full(1, 0) });
    }

    #[test]
    fn columns_of_the_other_role_are_left_to_staff() {
        let pairs = &["E-Mail Mentor*in", "Mentor*in", "E-Mail Mentee", "Mentee"][..];
        for (role, header, email, full_name) in [
            (Role::Mentee, &["Mentor", "Mentee", "E-Mail"][..], Some(2), Some(1)),
            (Role::Mentor, &["Mentor", "Mentee", "E-Mail"], Some(2), Some(0)),
            (Role::Mentee, pairs, Some(2), Some(3)),
            (Role::Mentor, pairs, Some(0), Some(1)),
            (Role::Mentee, &["Mentor", "E-Mail Mentor"], None, None),
            (Role::Mentor, &["Mentor", "Schüler*in", "E-Mail Schüler*in"], None, Some(0)),
            (Role::Mentee, &["Teilnehmer*in", "Mentee (Klasse)", "E-Mail", "E-Mail Mentee (privat)"], Some(3), Some(1)),
            (Role::Mentee, &["Student", "Mentee", "E-Mail", "Schulmail"], None, None),
        ] {
            let columns = Columns { email, full_name, ..Columns::default() };
            assert_eq!(found_of(role, header).0, columns, "{role:?} {header:?}");
        }
        let are_of_pairs =
            |header: &[&str]| Columns::are_of_pairs(&header.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        assert!(are_of_pairs(pairs) && are_of_pairs(&["Mentor", "Mentee", "E-Mail"]));
        assert!(!are_of_pairs(&["Mentee", "E-Mail"]) && !are_of_pairs(&["Name", "E-Mail", "E-Mail Eltern"]));
    }

    #[test]
    fn headers_of_spreadsheets_are_known() {
        let of = |names: &[&str]| found(names).0;
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
