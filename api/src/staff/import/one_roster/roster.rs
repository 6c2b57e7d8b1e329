//! The tables of OneRoster, as far as an invitation needs them. Of demographics only the day of birth is read.

use std::collections::HashMap;

use super::{Archive, Record, RosterProblem};

/// People of an archive, with guardians and those who are not invited.
const MAX_USERS: usize = 50_000;

/// Classes of an archive.
const MAX_CLASSES: usize = 2_000;

/// What someone is at school.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Student,
    Teacher,
    Guardian,
    Other,
}

impl Kind {
    fn of(role: &str) -> Self {
        match role.to_ascii_lowercase().as_str() {
            "student" => Self::Student,
            "teacher" => Self::Teacher,
            "guardian" | "parent" | "relative" => Self::Guardian,
            _ => Self::Other,
        }
    }
}

/// A person.
#[derive(Debug)]
pub(super) struct User {
    pub(super) line: u64,
    pub(super) id: String,
    pub(super) kind: Kind,
    pub(super) email: String,
    pub(super) given_name: String,
    pub(super) family_name: String,
    /// The ids of guardians, and of others who are responsible.
    pub(super) agents: Vec<String>,
    /// The ids of schools.
    pub(super) orgs: Vec<String>,
    pub(super) is_to_be_deleted: bool,
    pub(super) is_turned_off: bool,
}

impl User {
    /// Whether the school still counts them.
    pub(super) fn is_there(&self) -> bool {
        !self.is_to_be_deleted && !self.is_turned_off
    }
}

/// A class.
#[derive(Debug)]
pub(super) struct Class {
    pub(super) title: String,
    /// The id of the school.
    pub(super) school: String,
}

/// What an archive holds.
#[derive(Debug)]
pub(super) struct Roster {
    pub(super) version: String,
    pub(super) users: Vec<User>,
    pub(super) classes: HashMap<String, Class>,
    /// The names of schools.
    pub(super) orgs: HashMap<String, String>,
    /// Days of birth by person.
    pub(super) births: HashMap<String, String>,
    /// Classes by person.
    enrollments: HashMap<String, Vec<String>>,
}

impl Roster {
    pub(super) fn read(mut archive: Archive<'_>) -> Result<Self, RosterProblem> {
        let version = version(&mut archive)?;
        let mut roles = HashMap::new();
        if version == "1.2" && !archive.rows("roles.csv", |row| collect_role(&row, &mut roles))? {
            return Err(RosterProblem::Incomplete);
        }
        let mut users = Vec::new();
        archive.rows("users.csv", |row| collect_user(&row, &roles, &mut users))?;
        let (mut classes, mut orgs) = (HashMap::new(), HashMap::new());
        let (mut births, mut enrollments) = (HashMap::new(), HashMap::<String, Vec<String>>::new());
        archive.rows("orgs.csv", |row| {
            orgs.insert(row.get("sourcedid"), row.get("name"));
            Ok(())
        })?;
        archive.rows("classes.csv", |row| {
            if classes.len() >= MAX_CLASSES {
                return Err(RosterProblem::TooLarge);
            }
            if !row.is_to_be_deleted() {
                let class = Class { title: row.get("title"), school: row.get("schoolsourcedid") };
                classes.insert(row.get("sourcedid"), class);
            }
            Ok(())
        })?;
        archive.rows("demographics.csv", |row| {
            if !row.is_to_be_deleted() {
                births.insert(row.get("sourcedid"), row.get("birthdate"));
            }
            Ok(())
        })?;
        archive.rows("enrollments.csv", |row| {
            let (user, class) = (row.get("usersourcedid"), row.get("classsourcedid"));
            if !row.is_to_be_deleted() && classes.contains_key(&class) {
                let known = enrollments.entry(user).or_default();
                if !known.contains(&class) && known.len() < MAX_CLASSES_OF_PERSON {
                    known.push(class);
                }
            }
            Ok(())
        })?;
        Ok(Self { version, users, classes, orgs, births, enrollments })
    }

    /// The classes of a person, in the order of the table.
    pub(super) fn classes_of<'r>(&'r self, user: &User) -> impl Iterator<Item = (&'r str, &'r Class)> + use<'r> {
        let ids = self.enrollments.get(&user.id).map_or(&[][..], Vec::as_slice);
        ids.iter().filter_map(|id| Some((id.as_str(), self.classes.get(id)?)))
    }
}

/// Classes of one person: what is compared for each enrolment stays small.
const MAX_CLASSES_OF_PERSON: usize = 50;

fn version(archive: &mut Archive<'_>) -> Result<String, RosterProblem> {
    let mut version = String::new();
    archive.rows("manifest.csv", |row| {
        if row.get("propertyname").eq_ignore_ascii_case("oneroster.version") {
            version = row.get("value");
        }
        Ok(())
    })?;
    match version.as_str() {
        "1.1" | "1.1.0" => Ok("1.1".to_owned()),
        "1.2" | "1.2.0" | "1.2.1" => Ok("1.2".to_owned()),
        _ => Err(RosterProblem::Manifest),
    }
}

/// A person may have several roles; the primary one counts, or else the first one.
fn collect_role(row: &Record<'_>, roles: &mut HashMap<String, (Kind, bool)>) -> Result<(), RosterProblem> {
    if !row.has("usersourcedid") || !row.has("role") {
        return Err(RosterProblem::Incomplete);
    }
    if row.is_to_be_deleted() {
        return Ok(());
    }
    if roles.len() >= MAX_USERS {
        return Err(RosterProblem::TooLarge);
    }
    let is_primary = row.get("roletype").eq_ignore_ascii_case("primary");
    let role = roles.entry(row.get("usersourcedid")).or_insert((Kind::of(&row.get("role")), is_primary));
    if is_primary && !role.1 {
        *role = (Kind::of(&row.get("role")), true);
    }
    Ok(())
}

fn collect_user(
    row: &Record<'_>,
    roles: &HashMap<String, (Kind, bool)>,
    users: &mut Vec<User>,
) -> Result<(), RosterProblem> {
    if !["sourcedid", "givenname", "familyname", "email"].iter().all(|column| row.has(column)) {
        return Err(RosterProblem::Incomplete);
    }
    if users.len() >= MAX_USERS {
        return Err(RosterProblem::TooLarge);
    }
    let id = row.get("sourcedid");
    let kind = match roles.get(&id) {
        Some((kind, _)) => *kind,
        None => Kind::of(&row.get("role")),
    };
    let preferred = row.get("preferredgivenname");
    let preferred_family = row.get("preferredfamilyname");
    let mut orgs = row.list("primaryorgsourcedid");
    orgs.extend(row.list("orgsourcedids"));
    users.push(User {
        line: row.line,
        kind,
        email: row.get("email"),
        given_name: if preferred.is_empty() { row.get("givenname") } else { preferred },
        family_name: if preferred_family.is_empty() { row.get("familyname") } else { preferred_family },
        agents: row.list("agentsourcedids"),
        orgs,
        is_to_be_deleted: row.is_to_be_deleted(),
        is_turned_off: row.get("enableduser").eq_ignore_ascii_case("false"),
        id,
    });
    Ok(())
}
