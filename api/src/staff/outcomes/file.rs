//! A report as a table to save: a row for each figure, role and school year.

use std::fs::File;

use store::content::text_in;
use store::outcomes::release::Shown;
use store::outcomes::{Figures, ListedReport};
use store::sheet::{Cell, Sheet, TableFormat};
use web::Result;

use super::shown::{OutcomeColumn, columns};
use super::words::{Table, Words};
use crate::list_export::{failed, temporary_file, text, time};

/// What the rows of a figure begin and end with.
struct Rows<'a> {
    report: &'a ListedReport,
    words: &'a Words,
    sheet: Sheet<File>,
}

/// Writes a report in a language.
pub(super) fn write(
    report: &ListedReport,
    figures: &Figures,
    words: &Words,
    language: &str,
    format: TableFormat,
) -> Result<File> {
    let names = &words.columns;
    let header = [
        &names.programme,
        &names.made_at,
        &names.table,
        &names.figure,
        &names.role,
        &names.year,
        &names.value,
        &names.of,
        &names.definition,
    ];
    let sheet = Sheet::new(format, temporary_file()?, &header.map(String::clone)).map_err(failed)?;
    let mut rows = Rows { report, words, sheet };
    let columns = columns(figures);
    for table in Table::ALL {
        let title = words.tables.get(&table).map_or("", String::as_str);
        for figure in table.figures() {
            let Some((name, definition)) = words.figures.get(figure) else { continue };
            for column in &columns {
                let count = column.count(figures, *figure);
                let whole = figure.part_of().map(|whole| column.count(figures, whole));
                rows.add([title, name, definition], *column, rows.count(count), share(count, whole))?;
            }
        }
    }
    for column in columns.iter().filter(|column| column.year.is_some()) {
        let Some(cohort) = column.cohort(figures) else { continue };
        let (name, definition) = &words.weeks;
        match cohort.weeks_to_match {
            None => rows.add([name, "", definition], *column, text(&words.not_shown), Cell::Empty)?,
            Some(weeks) => {
                for (quarter, weeks) in words.quarters.iter().zip(weeks) {
                    rows.add([name, quarter, definition], *column, number(weeks), Cell::Empty)?;
                }
            }
        }
        let (name, definition) = &words.changes;
        for change in &cohort.changes {
            let label = text_in(&change.label, language);
            let counts = [
                (&words.answered, change.answered, None),
                (&words.same_or_higher, change.same_or_higher, Some(change.answered)),
                (&words.higher, change.higher, Some(change.answered)),
            ];
            for (what, count, whole) in counts {
                let figure = format!("{label} – {what}");
                rows.add([name, &figure, definition], *column, rows.count(count), share(count, whole))?;
            }
            for (what, mean) in [(&words.before, change.before), (&words.after, change.after)] {
                let figure = format!("{label} – {what}");
                rows.add([name, &figure, definition], *column, Cell::Number(mean), Cell::Empty)?;
            }
        }
    }
    rows.sheet.finish().map_err(failed)
}

impl Rows<'_> {
    fn add(
        &mut self,
        [table, figure, definition]: [&str; 3],
        column: OutcomeColumn,
        value: Cell,
        share: Cell,
    ) -> Result<()> {
        let year = column.year.map_or_else(|| self.words.all.clone(), |year| format!("{year}/{:02}", (year + 1) % 100));
        let cells = [
            text(&self.report.programme_name),
            time(self.report.computed_at),
            text(table),
            text(figure),
            text(self.words.of_role(column.role)),
            text(&year),
            value,
            share,
            text(definition),
        ];
        self.sheet.add(&cells).map_err(failed)
    }

    fn count(&self, count: Shown) -> Cell {
        self.words.of_count(count).map_or_else(|| number(count.value.unwrap_or_default().into()), Cell::Text)
    }
}

fn number(value: i64) -> Cell {
    Cell::Number(f64::from(i32::try_from(value).unwrap_or(i32::MAX)))
}

/// The share of a whole, from what is published of both, to a hundredth.
fn share(count: Shown, whole: Option<Shown>) -> Cell {
    match (count.value, whole.and_then(|whole| whole.value), count.or_more || whole.is_some_and(|whole| whole.or_more))
    {
        (Some(part), Some(whole), false) => Cell::Number((f64::from(part) / f64::from(whole) * 100.0).round() / 100.0),
        _ => Cell::Empty,
    }
}
