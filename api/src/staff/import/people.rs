//! Turns the rows of a table into people to invite, each with what is wrong about it.

use std::collections::HashMap;

use chrono::NaiveDate;
use serde::Serialize;
use store::cohorts;
use store::invitations::Invitee;
use store::people::Role;
use utoipa::ToSchema;

use super::columns::{Columns, key};
use super::months::{DateOrder, month};
use super::names::{NameOrder, split};
use super::table::Row;
use crate::validation::{self, person_name};

/// Why a row is not imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum RowProblem {
    /// No valid address.
    Email,
    /// An address that stands in a row above.
    Repeated,
    /// A first or last name is missing, or is none.
    Name,
    /// A full name that is not one first and one last name.
    FullName,
    /// Neither mentor nor mentee.
    Role,
    /// A language that the installation does not have.
    Language,
    /// Not a month or day of a form that is known.
    BirthMonth,
    /// A day such as `04/05/2010`, as long as no order is chosen.
    AmbiguousDate,
    /// A month in the future, or of an age that cannot be.
    ImpossibleAge,
    /// A mentor below the age that the programme demands.
    TooYoung,
    /// They are in the programme with another role.
    OtherRole,
    /// The address of the guardian is none, or that of the person.
    GuardianEmail,
    /// The name of the cohort is too long, or none.
    Cohort,
    /// The cohort is new, and the programme has as many as it may have.
    TooManyCohorts,
    /// The school's system says that they are to be deleted.
    ToBeDeleted,
    /// The school's system says that their account is turned off.
    TurnedOff,
}

/// What holds for rows that do not say it.
#[derive(Clone, Debug)]
pub(super) struct Defaults {
    pub(super) role: Role,
    pub(super) language: String,
}

/// How a table is read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Forms {
    pub(super) columns: Columns,
    pub(super) names: NameOrder,
    /// None refuses days that read as two.
    pub(super) dates: Option<DateOrder>,
}

/// What is allowed.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) languages: Vec<String>,
    pub(super) today: NaiveDate,
    /// The last month of birth of a mentor.
    pub(super) mentors_born_until: String,
}

/// Checks each row that is not refused already.
pub(super) fn check(
    rows: &[Row],
    refused: &[Option<RowProblem>],
    forms: Forms,
    defaults: &Defaults,
    rules: &Rules,
) -> Vec<Result<Invitee, RowProblem>> {
    let mut known: HashMap<String, u64> = HashMap::new();
    let mut checked = Vec::with_capacity(rows.len());
    for (place, row) in rows.iter().enumerate() {
        let invitee = match refused.get(place).copied().flatten() {
            Some(problem) => Err(problem),
            None => invitee(row, forms, defaults, rules),
        };
        let is_repeated = invitee.as_ref().is_ok_and(|one| known.insert(one.email.clone(), row.line).is_some());
        checked.push(if is_repeated { Err(RowProblem::Repeated) } else { invitee });
    }
    checked
}

fn invitee(row: &Row, forms: Forms, defaults: &Defaults, rules: &Rules) -> Result<Invitee, RowProblem> {
    let Forms { columns, names, dates } = forms;
    let cell = |column: Option<usize>| cell(row, column);
    let email = validation::email(cell(columns.email)).ok_or(RowProblem::Email)?;
    let (first_name, last_name) = match (cell(columns.first_name), cell(columns.last_name), cell(columns.full_name)) {
        ("", "", full_name) if !full_name.is_empty() => split(full_name, names).ok_or(RowProblem::FullName)?,
        (first_name, last_name, _) => (first_name.to_owned(), last_name.to_owned()),
    };
    let (first_name, last_name) = (name(&first_name)?, name(&last_name)?);
    let (says_role, says_language) = (!cell(columns.role).is_empty(), !cell(columns.language).is_empty());
    let role = match cell(columns.role) {
        "" => defaults.role,
        text => role(text).ok_or(RowProblem::Role)?,
    };
    let language = match cell(columns.language) {
        "" => defaults.language.clone(),
        text => language(text, &rules.languages).ok_or(RowProblem::Language)?,
    };
    let birth_month = match cell(columns.birth_month) {
        "" => None,
        text => Some(month(text, dates, rules.today)?),
    };
    if role == Role::Mentor && birth_month.as_ref().is_some_and(|month| *month > rules.mentors_born_until) {
        return Err(RowProblem::TooYoung);
    }
    let guardian_email = match cell(columns.guardian_email) {
        "" => None,
        text => Some(validation::email(text).filter(|guardian| *guardian != email).ok_or(RowProblem::GuardianEmail)?),
    };
    let cohort = match cell(columns.cohort) {
        "" => None,
        // What spreadsheets would run as a formula is no name.
        text if text.starts_with(['=', '+', '-', '@']) => return Err(RowProblem::Cohort),
        text => Some(cohorts::clean_name(text).ok_or(RowProblem::Cohort)?),
    };
    Ok(Invitee {
        email,
        first_name,
        last_name,
        role,
        language,
        birth_month,
        says_role,
        says_language,
        guardian_email,
        cohort,
    })
}

/// The text of a cell; empty without the column.
pub(super) fn cell(row: &Row, column: Option<usize>) -> &str {
    column.and_then(|column| row.cells.get(column)).map_or("", String::as_str)
}

/// What spreadsheets would run as a formula is no name.
fn name(text: &str) -> Result<String, RowProblem> {
    let name = person_name::parse(text).map_err(|_| RowProblem::Name)?;
    if name.starts_with(['=', '+', '-', '@']) { Err(RowProblem::Name) } else { Ok(name) }
}

fn role(text: &str) -> Option<Role> {
    match key(text).as_str() {
        "mentor" | "mentorin" | "mentors" | "مرشد" | "مرشده" | "مرشدة" => Some(Role::Mentor),
        "mentee" | "mentees" | "student" | "pupil" | "schuler" | "schulerin" | "schueler" | "schuelerin" | "مسترشد"
        | "مسترشده" | "مسترشدة" => Some(Role::Mentee),
        _ => None,
    }
}

/// A code, or the name of a language in English or in itself.
fn language(text: &str, known: &[String]) -> Option<String> {
    let code = match key(text).as_str() {
        "english" | "englisch" => "en".to_owned(),
        "german" | "deutsch" => "de".to_owned(),
        "arabic" | "arabisch" | "العربيه" | "العربية" => "ar".to_owned(),
        other => other.to_owned(),
    };
    known.contains(&code).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: Columns = Columns {
        email: Some(0),
        first_name: Some(1),
        last_name: Some(2),
        full_name: None,
        role: Some(3),
        language: Some(4),
        birth_month: Some(5),
        guardian_email: Some(6),
        cohort: Some(7),
    };

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 3, 2).unwrap()
    }

    fn checked(lines: &[&str]) -> Vec<Result<Invitee, RowProblem>> {
        checked_as(lines, Forms { columns: COLUMNS, ..Forms::default() })
    }

    fn checked_as(lines: &[&str], forms: Forms) -> Vec<Result<Invitee, RowProblem>> {
        let rows: Vec<Row> = (2..)
            .zip(lines)
            .map(|(line, text)| Row { line, cells: text.split('|').map(str::to_owned).collect() })
            .collect();
        let defaults = Defaults { role: Role::Mentee, language: "en".to_owned() };
        let rules = Rules {
            languages: vec!["en".to_owned(), "de".to_owned()],
            today: today(),
            mentors_born_until: "2008-03".to_owned(),
        };
        check(&rows, &[], forms, &defaults, &rules)
    }

    #[test]
    fn row_becomes_a_person_to_invite() {
        let expected = Invitee {
            email: "tom@x.org".to_owned(),
            first_name: "Tom".to_owned(),
            last_name: "Rivera".to_owned(),
            role: Role::Mentor,
            language: "de".to_owned(),
            birth_month: Some("1980-01".to_owned()),
            says_role: true,
            says_language: true,
            guardian_email: None,
            cohort: None,
        };
        assert_eq!(checked(&[" Tom@X.org|Tom|Rivera|Mentorin|Deutsch|31.01.1980"]), [Ok(expected)]);
        let [Ok(short)] = &checked(&["a@x.org|Ana|Li"])[..] else { panic!("a row without the last columns") };
        let [Ok(minor)] = &checked(&["a@x.org|Ana|Li||||Mum@X.org"])[..] else { panic!("a row with a guardian") };
        let [Ok(pupil)] = &checked(&["a@x.org|Ana|Li||||| Class  8b"])[..] else { panic!("a row with a class") };
        assert_eq!(pupil.cohort.as_deref(), Some("Class 8b"));
        assert_eq!(minor.guardian_email.as_deref(), Some("mum@x.org"));
        assert_eq!((short.role, short.language.as_str(), &short.birth_month), (Role::Mentee, "en", &None));
    }

    #[test]
    fn row_with_a_fault_is_refused_with_its_reason() {
        for (row, problem) in [
            ("|Tom|Rivera", RowProblem::Email),
            ("tom at x|Tom|Rivera", RowProblem::Email),
            ("t@x.org||Rivera", RowProblem::Name),
            ("t@x.org|Tom|=HYPERLINK(\"http://x\")", RowProblem::Name),
            ("t@x.org|Tom|Riv\u{202e}era", RowProblem::Name),
            ("t@x.org|Tom|Rivera|Parent", RowProblem::Role),
            ("t@x.org|Tom|Rivera||Klingon", RowProblem::Language),
            ("t@x.org|Tom|Rivera|||04/05/2010", RowProblem::AmbiguousDate),
            ("t@x.org|Tom|Rivera|||2010-13", RowProblem::BirthMonth),
            ("t@x.org|Tom|Rivera|||2030-01", RowProblem::ImpossibleAge),
            ("t@x.org|Tom|Rivera|||2.3.2026", RowProblem::ImpossibleAge),
            ("t@x.org|Tom|Rivera|||1810-01", RowProblem::ImpossibleAge),
            ("t@x.org|Tom|Rivera|mentor||2009-01", RowProblem::TooYoung),
            ("t@x.org|Tom|Rivera||||mum at x", RowProblem::GuardianEmail),
            ("t@x.org|Tom|Rivera||||T@x.org", RowProblem::GuardianEmail),
            ("t@x.org|Tom|Rivera|||||=1+1", RowProblem::Cohort),
            ("t@x.org|Tom|Rivera|||||\u{200b}", RowProblem::Cohort),
        ] {
            assert_eq!(checked(&[row]), [Err(problem)], "{row}");
        }
        let twice = checked(&["t@x.org|Tom|Rivera", "T@X.ORG|Tom|Rivera"]);
        assert_eq!((twice[0].is_ok(), &twice[1]), (true, &Err(RowProblem::Repeated)));
    }

    #[test]
    fn full_name_counts_where_its_parts_have_no_column() {
        let columns = Columns { email: Some(0), full_name: Some(1), ..Columns::default() };
        let names = |line: &str, forms: Forms| {
            checked_as(&[line], forms).remove(0).map(|invitee| (invitee.first_name, invitee.last_name))
        };
        let berg = Ok(("Nele".to_owned(), "Berg".to_owned()));
        let forms = Forms { columns, ..Forms::default() };
        assert_eq!(names("n@x.org|Nele Berg", forms), berg);
        assert_eq!(names("n@x.org|Berg, Nele", forms), berg);
        assert_eq!(names("n@x.org|Berg Nele", Forms { names: NameOrder::LastFirst, ..forms }), berg);
        assert_eq!(names("n@x.org|Nele", forms), Err(RowProblem::FullName));
        assert_eq!(names("n@x.org|=cmd() Berg", forms), Err(RowProblem::Name));
        assert_eq!(names("n@x.org", forms), Err(RowProblem::Name));
        let columns = Columns { first_name: Some(2), last_name: Some(3), ..columns };
        assert_eq!(names("n@x.org|Nele Maria Berg|Nele|Berg", Forms { columns, ..forms }), berg);
        assert_eq!(names("n@x.org|Nele Berg|Nele|", Forms { columns, ..forms }), Err(RowProblem::Name));
    }
}
