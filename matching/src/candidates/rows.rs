//! How well a mentee's answer to one criterion fits each class of mentors' answers.

use crate::answer::{Prepared, fit};
use crate::columns::Column;

/// Stands for a missing answer; more than any fit.
pub(super) const UNANSWERED: u16 = u16::MAX;

/// Tables of at most this many entries are computed once; larger ones row by row.
const MAX_TABLE: usize = 1 << 20;

/// Rows of one criterion.
pub(super) struct Rows<'a> {
    column: &'a Column,
    classes: usize,
    table: Option<Vec<u16>>,
    row: Vec<u16>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(column: &'a Column) -> Self {
        let (mentees, classes) = (column.mentees.answers.len(), column.mentors.answers.len());
        let table = (mentees * classes <= MAX_TABLE).then(|| {
            let mut table = Vec::with_capacity(mentees * classes);
            for answer in &column.mentees.answers {
                table.extend(fits(column, answer));
            }
            table
        });
        Self { column, classes, table, row: Vec::new() }
    }

    /// The fits of a mentee's answer by class of mentors; [`UNANSWERED`] where one is missing.
    pub(super) fn row(&mut self, mentee: usize) -> &[u16] {
        let class = self.column.mentees.class[mentee] as usize;
        match &self.table {
            Some(table) => &table[class * self.classes..(class + 1) * self.classes],
            None => {
                self.row.clear();
                self.row.extend(fits(self.column, &self.column.mentees.answers[class]));
                &self.row
            }
        }
    }
}

fn fits<'a>(column: &'a Column, answer: &'a Prepared) -> impl Iterator<Item = u16> {
    column.mentors.answers.iter().map(|other| fit(column.comparison, answer, other).unwrap_or(UNANSWERED))
}
