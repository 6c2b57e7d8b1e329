//! Reads an archive of OneRoster CSV 1.1 or 1.2 as a table of people: students, and teachers if staff choose so. Guardians are no people
//! to invite; their addresses stand in the rows of their students.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use store::cohorts;
use utoipa::ToSchema;

use self::archive::{Archive, Record};
use self::roster::{Kind, Roster, User};
use super::columns::Columns;
use super::people::RowProblem;
use super::table::{MAX_ROWS, Row};
use crate::validation;

mod archive;
mod roster;
#[cfg(test)]
mod tests;

pub(super) use archive::is_roster;

/// Why an archive is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RosterProblem {
    /// Damaged, or with names of files that such an archive does not have.
    Broken,
    /// Protected by a password.
    Encrypted,
    /// Without `manifest.csv`, or of another version.
    Manifest,
    /// Without `users.csv`, or in 1.2 `roles.csv`, or without the columns that they need.
    Incomplete,
    /// More files, bytes, lines or people than allowed.
    TooLarge,
}

/// Who of an archive is invited.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    /// The id of a class; None for all.
    pub(super) class: Option<String>,
    /// Whether teachers become mentors.
    pub(super) with_teachers: bool,
}

/// What an archive holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RosterResponse {
    /// The version of OneRoster.
    version: String,
    /// By school and title.
    classes: Vec<RosterClass>,
    /// Teachers who are not invited.
    teachers: usize,
    /// Guardians: they are not invited.
    guardians: usize,
    /// People with other roles: they are not invited.
    others: usize,
    /// Students and teachers outside the class that was chosen.
    outside: usize,
    /// Students with an address of a guardian.
    with_guardian: usize,
}

/// A class of an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
struct RosterClass {
    id: String,
    title: String,
    /// Empty if the archive does not name it.
    school: String,
    students: usize,
}

/// The people of an archive as a table.
#[derive(Debug)]
pub(super) struct RosterTable {
    pub(super) header: Vec<String>,
    pub(super) rows: Vec<Row>,
    /// For each row why it is refused before its cells are looked at.
    pub(super) refused: Vec<Option<RowProblem>>,
    pub(super) roster: RosterResponse,
}

/// As OneRoster names them, so that the file of refused rows can be imported again.
const HEADER: [&str; 9] =
    ["email", "givenName", "familyName", "role", "birthDate", "guardianEmail", "school", "classes", "cohort"];

/// Where the columns of the table are.
pub(super) const COLUMNS: Columns = Columns {
    email: Some(0),
    first_name: Some(1),
    last_name: Some(2),
    full_name: None,
    role: Some(3),
    language: None,
    birth_month: Some(4),
    guardian_email: Some(5),
    cohort: Some(8),
};

/// Reads an archive.
pub(super) fn read(bytes: &[u8], choice: &Choice) -> Result<RosterTable, RosterProblem> {
    let roster = Roster::read(Archive::open(bytes)?)?;
    let adults = adults(&roster);
    let chosen = choice.class.as_deref();
    let mut table = RosterTable {
        header: HEADER.map(str::to_owned).to_vec(),
        rows: Vec::new(),
        refused: Vec::new(),
        roster: RosterResponse { version: roster.version.clone(), classes: classes(&roster), ..Default::default() },
    };
    for user in &roster.users {
        let counts = &mut table.roster;
        match user.kind {
            Kind::Guardian | Kind::Relative => counts.guardians += 1,
            Kind::Other => counts.others += 1,
            Kind::Teacher if !choice.with_teachers => counts.teachers += 1,
            Kind::Student | Kind::Teacher if !is_chosen(&roster, user, chosen) => counts.outside += 1,
            Kind::Student | Kind::Teacher => {
                if table.rows.len() + 1 >= MAX_ROWS {
                    return Err(RosterProblem::TooLarge);
                }
                let guardian = if user.kind == Kind::Student { guardian_of(user, &adults) } else { String::new() };
                counts.with_guardian += usize::from(!guardian.is_empty());
                table.rows.push(row(&roster, user, guardian, chosen));
                table.refused.push(match (user.is_to_be_deleted, user.is_turned_off) {
                    (true, _) => Some(RowProblem::ToBeDeleted),
                    (false, true) => Some(RowProblem::TurnedOff),
                    (false, false) => None,
                });
            }
        }
    }
    Ok(table)
}

fn is_chosen(roster: &Roster, user: &User, class: Option<&str>) -> bool {
    class.is_none_or(|class| roster.classes_of(user).any(|(id, _)| id == class))
}

/// The guardians and relatives who are there.
fn adults(roster: &Roster) -> HashMap<&str, &User> {
    let is_adult = |user: &&User| matches!(user.kind, Kind::Guardian | Kind::Relative) && user.is_there();
    roster.users.iter().filter(is_adult).map(|user| (user.id.as_str(), user)).collect()
}

/// The address of the first guardian, or without guardians relative, of a student that is valid and not the student's.
fn guardian_of(student: &User, adults: &HashMap<&str, &User>) -> String {
    let own = validation::email(&student.email);
    let known: Vec<&&User> = student.agents.iter().filter_map(|agent| adults.get(agent.as_str())).collect();
    let has_guardian = known.iter().any(|adult| adult.kind == Kind::Guardian);
    let kind = if has_guardian { Kind::Guardian } else { Kind::Relative };
    let responsible = known.into_iter().filter(|adult| adult.kind == kind);
    let mut emails = responsible.filter_map(|adult| validation::email(&adult.email));
    emails.find(|email| own.as_ref() != Some(email)).unwrap_or_default()
}

fn row(roster: &Roster, user: &User, guardian: String, chosen: Option<&str>) -> Row {
    // Students are in many classes; the one that staff choose is their cohort.
    let chosen = roster.classes_of(user).find(|(id, _)| user.kind == Kind::Student && chosen == Some(*id));
    let cohort = chosen.and_then(|(_, class)| cohorts::clean_name(&class.title)).unwrap_or_default();
    let titles: Vec<&str> = roster.classes_of(user).map(|(_, class)| class.title.as_str()).collect();
    let school = user.orgs.iter().find_map(|org| roster.orgs.get(org)).cloned().unwrap_or_default();
    let role = if user.kind == Kind::Teacher { "mentor" } else { "student" };
    let cells = [
        user.email.clone(),
        user.given_name.clone(),
        user.family_name.clone(),
        role.to_owned(),
        roster.births.get(&user.id).cloned().unwrap_or_default(),
        guardian,
        school,
        titles.join(", "),
        cohort,
    ];
    Row { line: user.line, cells: cells.to_vec() }
}

fn classes(roster: &Roster) -> Vec<RosterClass> {
    let mut students: BTreeMap<&str, usize> = BTreeMap::new();
    for user in roster.users.iter().filter(|user| user.kind == Kind::Student && user.is_there()) {
        for (id, _) in roster.classes_of(user) {
            *students.entry(id).or_default() += 1;
        }
    }
    let class = |(id, class): (&String, &roster::Class)| RosterClass {
        id: id.clone(),
        title: class.title.clone(),
        school: roster.orgs.get(&class.school).cloned().unwrap_or_default(),
        students: students.get(id.as_str()).copied().unwrap_or_default(),
    };
    let mut classes: Vec<RosterClass> = roster.classes.iter().map(class).filter(|class| class.students > 0).collect();
    classes.sort_by(|one, other| (&one.school, &one.title, &one.id).cmp(&(&other.school, &other.title, &other.id)));
    classes
}
