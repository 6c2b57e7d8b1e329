//! Answers about files that are not imported.

use actix_web::http::StatusCode;
use web::{Error, FormProblem};

use super::MAX_MB;
use super::one_roster::RosterProblem;
use super::table::TableProblem;

/// Why a file is not read.
pub(super) enum FileProblem {
    Table(TableProblem),
    Roster(RosterProblem),
}

/// The answer about a file that is not read.
pub(super) fn file_error(problem: &FileProblem) -> Error {
    match problem {
        FileProblem::Table(problem) => table_error(problem),
        FileProblem::Roster(problem) => roster_error(problem),
    }
}

fn roster_error(problem: &RosterProblem) -> Error {
    match problem {
        RosterProblem::Broken => {
            let sentence =
                "This archive cannot be read. Please export it again as OneRoster CSV, and do not change it.";
            Error::new(StatusCode::UNPROCESSABLE_ENTITY, "roster_broken", sentence)
        }
        RosterProblem::Encrypted => {
            let sentence = "This archive has a password. Please export it without one.";
            Error::new(StatusCode::UNPROCESSABLE_ENTITY, "roster_encrypted", sentence)
        }
        RosterProblem::Manifest => {
            let sentence =
                "This is no archive of OneRoster CSV 1.1 or 1.2: its manifest.csv is missing or of another version.";
            Error::new(StatusCode::UNPROCESSABLE_ENTITY, "roster_manifest", sentence)
        }
        RosterProblem::Incomplete => {
            let sentence =
                "This archive does not say who the people are: users.csv, roles.csv or columns of them are missing.";
            Error::new(StatusCode::UNPROCESSABLE_ENTITY, "roster_incomplete", sentence)
        }
        RosterProblem::TooLarge => {
            let sentence = "This archive is too large. Please export one school with at most 5,000 students.";
            Error::new(StatusCode::UNPROCESSABLE_ENTITY, "roster_too_large", sentence)
        }
    }
}

fn table_error(problem: &TableProblem) -> Error {
    match problem {
        TableProblem::Broken => {
            let sentence = "This file cannot be read. Please save it as CSV or XLSX, and try again.";
            Error::new(StatusCode::UNPROCESSABLE_ENTITY, "table_broken", sentence)
        }
        TableProblem::TooLarge => {
            let sentence = "A file has at most 5,000 rows and 60 columns. Please split it.";
            Error::new(StatusCode::UNPROCESSABLE_ENTITY, "table_too_large", sentence)
        }
        TableProblem::Empty => {
            let sentence = "This file has no rows below its header.";
            Error::new(StatusCode::UNPROCESSABLE_ENTITY, "table_empty", sentence)
        }
    }
}

/// The answer about a form that is not read.
pub(super) fn form_error(problem: FormProblem) -> Error {
    match problem {
        FormProblem::TooLarge => {
            let sentence = format!("Please choose a file of {MAX_MB} MB at most.");
            Error::new(StatusCode::PAYLOAD_TOO_LARGE, "file_too_large", sentence)
        }
        FormProblem::Malformed => malformed(),
    }
}

/// 400: not a form with the fields.
pub(super) fn malformed() -> Error {
    Error::new(StatusCode::BAD_REQUEST, "malformed", "The request is not a whole form.")
}
