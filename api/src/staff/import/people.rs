//! Turns the rows of a table into people to invite, each with what is wrong about it.

use std::collections::HashMap;

use chrono::NaiveDate;
use serde::Serialize;
use store::invitations::Invitee;
use store::people::Role;
use utoipa::ToSchema;

use super::columns::{Columns, key};
use super::table::Row;
use crate::staff::birth_month;
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
    /// Neither mentor nor mentee.
    Role,
    /// A language that the installation does not have.
    Language,
    /// Not a month or day in a form that can be read in one way only.
    BirthMonth,
    /// A month in the future, or of an age that cannot be.
    ImpossibleAge,
    /// A mentor below the age that the programme demands.
    TooYoung,
    /// They are in the programme with another role.
    OtherRole,
    /// The address of the guardian is none, or that of the person.
    GuardianEmail,
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
    columns: Columns,
    defaults: &Defaults,
    rules: &Rules,
) -> Vec<Result<Invitee, RowProblem>> {
    let mut known: HashMap<String, u64> = HashMap::new();
    let mut checked = Vec::with_capacity(rows.len());
    for (place, row) in rows.iter().enumerate() {
        let invitee = match refused.get(place).copied().flatten() {
            Some(problem) => Err(problem),
            None => invitee(row, columns, defaults, rules),
        };
        let is_repeated = invitee.as_ref().is_ok_and(|one| known.insert(one.email.clone(), row.line).is_some());
        checked.push(if is_repeated { Err(RowProblem::Repeated) } else { invitee });
    }
    checked
}

fn invitee(row: &Row, columns: Columns, defaults: &Defaults, rules: &Rules) -> Result<Invitee, RowProblem> {
    let cell = |column: Option<usize>| column.and_then(|column| row.cells.get(column)).map_or("", String::as_str);
    let email = validation::email(cell(columns.email)).ok_or(RowProblem::Email)?;
    let first_name = name(cell(columns.first_name))?;
    let last_name = name(cell(columns.last_name))?;
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
        text => Some(month(text, rules.today)?),
    };
    if role == Role::Mentor && birth_month.as_ref().is_some_and(|month| *month > rules.mentors_born_until) {
        return Err(RowProblem::TooYoung);
    }
    let guardian_email = match cell(columns.guardian_email) {
        "" => None,
        text => Some(validation::email(text).filter(|guardian| *guardian != email).ok_or(RowProblem::GuardianEmail)?),
    };
    Ok(Invitee { email, first_name, last_name, role, language, birth_month, says_role, says_language, guardian_email })
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

/// Reads `2009-03`, a day as in ISO 8601, or a day with dots; with slashes only where it can be read in one way.
fn month(text: &str, today: NaiveDate) -> Result<String, RowProblem> {
    let (year, month) = year_and_month(text).ok_or(RowProblem::BirthMonth)?;
    birth_month(&format!("{year:04}-{month:02}"), today).map_err(|_| RowProblem::ImpossibleAge)
}

fn year_and_month(text: &str) -> Option<(u32, u32)> {
    let parts: Vec<&str> = text.split(['-', '.', '/']).collect();
    let number = |part: &str| part.trim().parse::<u32>().ok();
    let (year, month) = match parts[..] {
        [year, month] | [year, month, _] if year.trim().len() == 4 => (number(year)?, number(month)?),
        [month, year] if year.trim().len() == 4 => (number(year)?, number(month)?),
        [first, second, year] if year.trim().len() == 4 => {
            let (first, second) = (number(first)?, number(second)?);
            let month = match (text.contains('.'), first > 12, second > 12) {
                (true, ..) | (false, true, false) => second,
                (false, false, true) => first,
                (false, false, false) if first == second => first,
                (false, ..) => return None,
            };
            (number(year)?, month)
        }
        _ => return None,
    };
    (1..=12).contains(&month).then_some((year, month))
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: Columns = Columns {
        email: Some(0),
        first_name: Some(1),
        last_name: Some(2),
        role: Some(3),
        language: Some(4),
        birth_month: Some(5),
        guardian_email: Some(6),
    };

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 3, 2).unwrap()
    }

    fn checked(lines: &[&str]) -> Vec<Result<Invitee, RowProblem>> {
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
        check(&rows, &[], COLUMNS, &defaults, &rules)
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
        };
        assert_eq!(checked(&[" Tom@X.org|Tom|Rivera|Mentorin|Deutsch|31.01.1980"]), [Ok(expected)]);
        let [Ok(short)] = &checked(&["a@x.org|Ana|Li"])[..] else { panic!("a row without the last columns") };
        let [Ok(minor)] = &checked(&["a@x.org|Ana|Li||||Mum@X.org"])[..] else { panic!("a row with a guardian") };
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
            ("t@x.org|Tom|Rivera|||04/05/2010", RowProblem::BirthMonth),
            ("t@x.org|Tom|Rivera|||2010-13", RowProblem::BirthMonth),
            ("t@x.org|Tom|Rivera|||2030-01", RowProblem::ImpossibleAge),
            ("t@x.org|Tom|Rivera|||2.3.2026", RowProblem::ImpossibleAge),
            ("t@x.org|Tom|Rivera|||1810-01", RowProblem::ImpossibleAge),
            ("t@x.org|Tom|Rivera|mentor||2009-01", RowProblem::TooYoung),
            ("t@x.org|Tom|Rivera||||mum at x", RowProblem::GuardianEmail),
            ("t@x.org|Tom|Rivera||||T@x.org", RowProblem::GuardianEmail),
        ] {
            assert_eq!(checked(&[row]), [Err(problem)], "{row}");
        }
        let twice = checked(&["t@x.org|Tom|Rivera", "T@X.ORG|Tom|Rivera"]);
        assert_eq!((twice[0].is_ok(), &twice[1]), (true, &Err(RowProblem::Repeated)));
    }

    #[test]
    fn month_of_birth_is_read_only_in_one_way() {
        for (text, month_of) in [
            ("2010-04", Some("2010-04")),
            ("2010-04-30", Some("2010-04")),
            ("2010/4/30", Some("2010-04")),
            ("30.4.2010", Some("2010-04")),
            ("4.2010", Some("2010-04")),
            ("30/04/2010", Some("2010-04")),
            ("04/30/2010", Some("2010-04")),
            ("04/04/2010", Some("2010-04")),
            ("04/05/2010", None),
            ("30/30/2010", None),
            ("April 2010", None),
            ("40291", None),
            ("2010-13", None),
        ] {
            assert_eq!(month(text, today()).ok().as_deref(), month_of, "{text}");
        }
    }
}
