//! The tables of OneRoster, as far as an invitation needs them. Of demographics only the day of birth is read.

use std::collections::{HashMap, HashSet};

use super::{Archive, Record, RosterProblem};

/// People of an archive, with guardians and those who are not invited.
const MAX_USERS: usize = 50_000;

/// Classes of an archive, and schools.
const MAX_CLASSES: usize = 2_000;

/// What someone is at school.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Student,
    Teacher,
    Guardian,
    /// Responsible only for a student without a guardian.
    Relative,
    Other,
}

impl Kind {
    fn of(role: &str) -> Self {
        match role.to_ascii_lowercase().as_str() {
            "student" => Self::Student,
            "teacher" => Self::Teacher,
            "guardian" | "parent" => Self::Guardian,
            "relative" => Self::Relative,
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
    /// The names of the schools of users and classes.
    pub(super) orgs: HashMap<String, String>,
    /// Days of birth by user.
    pub(super) births: HashMap<String, String>,
    /// Classes by user.
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
        let known: HashSet<&str> = users.iter().map(|user: &User| user.id.as_str()).collect();
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
        let of_users = users.iter().flat_map(|user| &user.orgs);
        let schools: HashSet<&str> =
            of_users.chain(classes.values().map(|class: &Class| &class.school)).map(String::as_str).collect();
        archive.rows("orgs.csv", |row| {
            let id = row.get("sourcedid");
            if schools.contains(id.as_str()) {
                if orgs.len() >= MAX_CLASSES {
                    return Err(RosterProblem::TooLarge);
                }
                orgs.insert(id, row.get("name"));
            }
            Ok(())
        })?;
        archive.rows("demographics.csv", |row| {
            let user = row.get("sourcedid");
            if !row.is_to_be_deleted() && known.contains(user.as_str()) {
                births.insert(user, row.get("birthdate"));
            }
            Ok(())
        })?;
        archive.rows("enrollments.csv", |row| {
            let (user, class) = (row.get("usersourcedid"), row.get("classsourcedid"));
            if !row.is_to_be_deleted() && known.contains(user.as_str()) && classes.contains_key(&class) {
                let visited = enrollments.entry(user).or_default();
                if !visited.contains(&class) && visited.len() < MAX_CLASSES_OF_PERSON {
                    visited.push(class);
                }
            }
            Ok(())
        })?;
        Ok(Self { version, users, classes, orgs, births, enrollments })
    }

    /// How many schools, days of birth, and users with classes are kept.
    #[cfg(test)]
    pub(super) fn sizes(&self) -> [usize; 3] {
        [self.orgs.len(), self.births.len(), self.enrollments.len()]
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
