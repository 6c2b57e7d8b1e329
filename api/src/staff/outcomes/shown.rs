//! The figures of a report as the page shows them: tables with a column for each role and school year.

use serde::Serialize;
use store::content::text_in;
use store::outcomes::release::Shown;
use store::outcomes::{Change, Cohort, Figure, Figures};
use store::people::Role;
use utoipa::ToSchema;

use super::words::{Table, Words};

/// The figures of a report.
#[derive(Serialize, ToSchema)]
pub(super) struct OutcomeFigures {
    columns: Vec<OutcomeColumn>,
    tables: Vec<OutcomeTable>,
    weeks: OutcomeWeeks,
    changes: OutcomeChanges,
}

/// The people of a column.
#[derive(Clone, Copy, Serialize, ToSchema)]
pub(super) struct OutcomeColumn {
    pub(super) role: Role,
    /// The calendar year in which the school year begins in which they joined; null for all of a report about several.
    #[schema(required)]
    pub(super) year: Option<i32>,
}

/// A table of counts.
#[derive(Serialize, ToSchema)]
struct OutcomeTable {
    table: Table,
    name: String,
    rows: Vec<OutcomeRow>,
}

/// A figure.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OutcomeRow {
    figure: Figure,
    name: String,
    /// What it counts, in one sentence.
    definition: String,
    /// The figure of which it is a part.
    #[schema(required)]
    part_of: Option<Figure>,
    /// In the order of the columns.
    counts: Vec<Shown>,
}

/// How long people waited for their first mentorship.
#[derive(Serialize, ToSchema)]
struct OutcomeWeeks {
    name: String,
    definition: String,
    /// In the order of the columns: weeks after which a quarter, a half and three quarters were matched; null for too few people.
    quarters: Vec<Option<Vec<i64>>>,
}

/// How answers changed.
#[derive(Serialize, ToSchema)]
struct OutcomeChanges {
    name: String,
    definition: String,
    questions: Vec<OutcomeChange>,
}

/// The first and the last answers of the same people to a question.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OutcomeChange {
    #[serde(flatten)]
    of: OutcomeColumn,
    question: String,
    label: String,
    /// The ends of the scale.
    min: i64,
    max: i64,
    answered: Shown,
    same_or_higher: Shown,
    higher: Shown,
    /// Means to a tenth.
    before: f64,
    after: f64,
}

/// Returns the columns of a report: for each role its school years, and all of them if there are several.
pub(super) fn columns(figures: &Figures) -> Vec<OutcomeColumn> {
    let of_role = |role| {
        let years = figures.cohorts.iter().filter(move |cohort| cohort.role == role);
        let mut columns: Vec<_> = years.map(|cohort| OutcomeColumn { role, year: Some(cohort.year) }).collect();
        if columns.len() > 1 {
            columns.push(OutcomeColumn { role, year: None });
        }
        columns
    };
    [Role::Mentee, Role::Mentor].into_iter().flat_map(of_role).collect()
}

impl OutcomeColumn {
    /// The cohort of one school year.
    pub(super) fn cohort(self, figures: &Figures) -> Option<&Cohort> {
        let is_it = |cohort: &&Cohort| cohort.role == self.role && Some(cohort.year) == self.year;
        figures.cohorts.iter().find(is_it)
    }

    /// Returns what is published of a figure.
    pub(super) fn count(self, figures: &Figures, figure: Figure) -> Shown {
        match self.cohort(figures) {
            Some(cohort) => cohort.counts.get(&figure).copied().unwrap_or_default(),
            None => figures.totals(self.role).get(&figure).copied().unwrap_or_default(),
        }
    }
}

impl OutcomeFigures {
    pub(super) fn new(figures: &Figures, language: &str) -> Self {
        let words = Words::in_language(language);
        let columns = columns(figures);
        let row = |figure: &Figure| {
            let (name, definition) = words.figures.get(figure).cloned().unwrap_or_default();
            let counts = columns.iter().map(|column| column.count(figures, *figure)).collect();
            OutcomeRow { figure: *figure, name, definition, part_of: figure.part_of(), counts }
        };
        let tables = Table::ALL.map(|table| OutcomeTable {
            table,
            name: words.tables.get(&table).cloned().unwrap_or_default(),
            rows: table.figures().iter().map(row).collect(),
        });
        let quarters = columns.iter().map(|column| column.cohort(figures)?.weeks_to_match.map(Vec::from));
        let questions = figures.cohorts.iter().flat_map(|cohort| {
            let of = OutcomeColumn { role: cohort.role, year: Some(cohort.year) };
            cohort.changes.iter().map(move |change| OutcomeChange::new(of, change, language))
        });
        Self {
            weeks: OutcomeWeeks {
                name: words.weeks.0.clone(),
                definition: words.weeks.1.clone(),
                quarters: quarters.collect(),
            },
            changes: OutcomeChanges {
                name: words.changes.0.clone(),
                definition: words.changes.1.clone(),
                questions: questions.collect(),
            },
            tables: tables.into(),
            columns,
        }
    }
}

impl OutcomeChange {
    fn new(of: OutcomeColumn, change: &Change, language: &str) -> Self {
        Self {
            of,
            question: change.question.clone(),
            label: text_in(&change.label, language).to_owned(),
            min: change.scale.0,
            max: change.scale.1,
            answered: change.answered,
            same_or_higher: change.same_or_higher,
            higher: change.higher,
            before: change.before,
            after: change.after,
        }
    }
}
