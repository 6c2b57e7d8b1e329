//! The names and the meaning of figures: the page and the files have them from here.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use store::outcomes::Figure;
use store::people::Role;

/// The texts of a language.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Words {
    /// Name and meaning of each figure.
    pub(super) figures: BTreeMap<Figure, (String, String)>,
    pub(super) weeks: (String, String),
    pub(super) changes: (String, String),
    pub(super) tables: BTreeMap<Table, String>,
    pub(super) columns: Columns,
    roles: Roles,
    /// All school years of a report.
    pub(super) all: String,
    few: String,
    or_more: String,
    pub(super) not_shown: String,
    pub(super) quarters: [String; 3],
    pub(super) answered: String,
    pub(super) same_or_higher: String,
    pub(super) higher: String,
    pub(super) before: String,
    pub(super) after: String,
}

/// A table with counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = OutcomeTableKind)]
pub(super) enum Table {
    Way,
    Contact,
    Learning,
    Ends,
}

/// The headers of a file.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Columns {
    pub(super) programme: String,
    pub(super) made_at: String,
    pub(super) table: String,
    pub(super) figure: String,
    pub(super) role: String,
    pub(super) year: String,
    pub(super) value: String,
    pub(super) of: String,
    pub(super) definition: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Roles {
    mentee: String,
    mentor: String,
}

static ALL: LazyLock<[(&str, Words); 3]> = LazyLock::new(|| {
    let read = |text| serde_json::from_str(text).expect("a test reads them");
    [
        ("en", read(include_str!("words/en.json"))),
        ("de", read(include_str!("words/de.json"))),
        ("ar", read(include_str!("words/ar.json"))),
    ]
});

impl Words {
    /// Returns the texts of a language; of another one than ours the English ones.
    pub(super) fn in_language(code: &str) -> &'static Self {
        let all = &*ALL;
        all.iter().find(|(known, _)| *known == code).map_or(&all[0].1, |(_, words)| words)
    }

    pub(super) fn of_role(&self, role: Role) -> &str {
        if role == Role::Mentor { &self.roles.mentor } else { &self.roles.mentee }
    }

    /// Writes a count that is hidden or a sum without hidden ones; None for a plain number.
    pub(super) fn of_count(&self, count: store::outcomes::release::Shown) -> Option<String> {
        match count.value {
            None => Some(self.few.clone()),
            Some(value) => count.or_more.then(|| self.or_more.replace("{}", &value.to_string())),
        }
    }
}

impl Table {
    pub(super) const ALL: [Self; 4] = [Self::Way, Self::Contact, Self::Learning, Self::Ends];

    /// Returns its rows.
    pub(super) fn figures(self) -> &'static [Figure] {
        match self {
            Self::Way => &[
                Figure::Invited,
                Figure::Joined,
                Figure::Approved,
                Figure::Matched,
                Figure::Met,
                Figure::Learned,
                Figure::LearnedAll,
                Figure::Stayed3,
                Figure::Stayed6,
                Figure::Stayed12,
                Figure::Said,
            ],
            Self::Contact => &[Figure::Running, Figure::NotSilent, Figure::InRhythm],
            Self::Learning => &[Figure::Badge, Figure::Silver, Figure::Gold],
            Self::Ends => &[
                Figure::EndedCompleted,
                Figure::EndedMovedAway,
                Figure::EndedNoTime,
                Figure::EndedDidNotFit,
                Figure::EndedLostContact,
                Figure::EndedLeftProgramme,
                Figure::EndedOther,
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_explains_each_figure() {
        for (language, words) in &*ALL {
            for figure in Figure::ALL {
                let (name, meaning) = &words.figures[&figure];
                assert!(!name.is_empty() && meaning.ends_with('.'), "{language} {figure:?}");
            }
            assert!(Table::ALL.iter().all(|table| words.tables.contains_key(table)), "{language}");
            assert!(words.or_more.contains("{}"), "{language}");
        }
        assert_eq!(Words::in_language("fr").all, "All");
    }

    #[test]
    fn each_figure_stands_in_one_table() {
        let mut shown: Vec<Figure> = Table::ALL.iter().flat_map(|table| table.figures()).copied().collect();
        shown.sort();
        let mut all = Figure::ALL.to_vec();
        all.sort();
        assert_eq!(shown, all);
    }
}
