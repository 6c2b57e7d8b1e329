//! `mentorhub wrs import`: imports work readiness scores from a CSV file.

use std::path::Path;

use anyhow::{Context, Result, bail};
use chrono::NaiveDate;
use serde::Deserialize;
use store::work_readiness::{Score, put};
use store::{PersonId, Store, people};

use crate::output::{print, print_error};

/// A row. The header row names the columns in any order.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    email: String,
    name: String,
    date: String,
    score: f64,
    max: f64,
    #[serde(default)]
    description: String,
}

const COLUMNS: [&str; 6] = ["email", "name", "date", "score", "max", "description"];

/// Imports all rows, or none if one row has a mistake.
pub(crate) async fn import(store: &Store, file: &Path) -> Result<()> {
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_path(file)
        .with_context(|| format!("{} cannot be read", file.display()))?;
    let columns = reader.headers().with_context(|| format!("{} cannot be read", file.display()))?.clone();
    let is_known = columns.iter().all(|column| COLUMNS.contains(&column));
    // The description is optional.
    if !is_known || !COLUMNS[..5].iter().all(|column| columns.iter().any(|one| one == *column)) {
        bail!("{}: the first row must name the columns {}.", file.display(), COLUMNS.join(", "));
    }
    let mut scores = Vec::new();
    let mut mistakes = 0;
    for (number, row) in (2..).zip(reader.deserialize::<Row>()) {
        let line = |row: &csv::Error| row.position().map_or(number, csv::Position::line);
        let checked = match row {
            Ok(row) => check(store, row).await?.map_err(|text| (number, text)),
            Err(error) => Err((line(&error), describe(&error, &columns))),
        };
        match checked {
            Ok(score) => scores.push(score),
            Err((line, text)) => {
                print_error(format_args!("{}:{line}: {text}", file.display()));
                mistakes += 1;
            }
        }
    }
    if mistakes > 0 {
        bail!("Nothing was imported: {mistakes} rows have mistakes.");
    }
    put(store, &super::actor(), &scores).await?;
    print(format_args!("Imported scores: {}.", scores.len()));
    Ok(())
}

/// Describes the error of a row in terms of the table.
fn describe(error: &csv::Error, columns: &csv::StringRecord) -> String {
    match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => {
            let column = err.field().and_then(|field| columns.get(usize::try_from(field).ok()?));
            column.map_or_else(|| err.to_string(), |column| format!("{column} must be a number"))
        }
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("there are {len} values for {expected_len} columns")
        }
        csv::ErrorKind::Utf8 { .. } => "this is not UTF-8".to_owned(),
        _ => error.to_string(),
    }
}

async fn check(store: &Store, row: Row) -> Result<Result<(PersonId, Score), String>> {
    let Some(person) = people::by_email(store, &row.email).await? else {
        return Ok(Err(format!("there is no account with the address {}", row.email)));
    };
    let is_score = row.max > 0.0 && row.max.is_finite() && (0.0..=row.max).contains(&row.score);
    if row.name.is_empty() || row.name.contains('\0') || row.description.contains('\0') {
        return Ok(Err("the name is missing, or a text contains a NUL character".to_owned()));
    }
    if !is_score {
        return Ok(Err(format!("the score {} must lie between 0 and max, {}", row.score, row.max)));
    }
    let Ok(measured_on) = row.date.parse::<NaiveDate>() else {
        return Ok(Err(format!("the date {} must look like 2026-10-23", row.date)));
    };
    let Row { name, score, max, description, .. } = row;
    Ok(Ok((person.id, Score { name, measured_on, score, max, description })))
}
