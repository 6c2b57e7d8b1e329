use std::io::{Cursor, Write};

use zip::unstable::write::FileOptionsExt;
use zip::write::SimpleFileOptions;

use super::*;

const MANIFEST: &str = "propertyName,value\nmanifest.version,1.0\noneroster.version,1.1\nfile.users,bulk\n";

const USERS: &str =
    "sourcedId,status,enabledUser,orgSourcedIds,role,username,givenName,familyName,email,agentSourcedIds
s1,active,true,o1,student,tom,Tom,Rivera,tom@school.example,\"g0,g1\"
s2,tobedeleted,true,o1,student,ana,Ana,Li,ana@school.example,
s3,,false,o1,student,bea,Bea,Kim,bea@school.example,
s4,,,o1,student,ina,Ina,Roth,ina@school.example,s4x
t1,active,true,o1,teacher,mo,Mo,Stern,mo@school.example,
g0,tobedeleted,true,o1,guardian,g0,Old,Rivera,old@home.example,
g1,active,true,o1,parent,g1,Mia,Rivera,Mia@Home.example,
a1,active,true,o1,administrator,boss,Bo,Ss,boss@school.example,
";

const TABLES: [(&str, &str); 6] = [
    ("manifest.csv", MANIFEST),
    ("users.csv", USERS),
    ("orgs.csv", "sourcedId,name,type\no1,North School,school\n"),
    ("classes.csv", "sourcedId,title,schoolSourcedId\nc1,9b,o1\nc2,Choir,o1\n"),
    (
        "enrollments.csv",
        "sourcedId,classSourcedId,userSourcedId,role\ne1,c1,s1,student\ne2,c2,s1,student\ne3,c2,s4,student\n",
    ),
    ("demographics.csv", "sourcedId,birthDate,sex,white\ns1,2010-04-30,male,true\n"),
];

fn archive_with(files: &[(&str, &[u8])], options: SimpleFileOptions) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        archive.start_file(*name, options).unwrap();
        archive.write_all(text).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    archive_with(&files, SimpleFileOptions::default())
}

fn problem(bytes: &[u8]) -> RosterProblem {
    assert!(is_roster(bytes));
    read(bytes, &Choice::default()).unwrap_err()
}

#[test]
fn students_are_rows_with_school_and_guardian() {
    let table = read(&archive(&TABLES), &Choice::default()).unwrap();
    let tom = [
        "tom@school.example",
        "Tom",
        "Rivera",
        "student",
        "2010-04-30",
        "mia@home.example",
        "North School",
        "9b, Choir",
        "",
    ];
    assert_eq!(table.rows[0], Row { line: 2, cells: tom.map(str::to_owned).to_vec() });
    let expected = [None, Some(RowProblem::ToBeDeleted), Some(RowProblem::TurnedOff), None];
    assert_eq!(table.refused, expected);
    let RosterResponse { version, classes, teachers, guardians, others, outside, with_guardian } = table.roster;
    assert_eq!((version.as_str(), teachers, guardians, others, outside, with_guardian), ("1.1", 1, 2, 1, 0, 1));
    let classes: Vec<_> = classes.iter().map(|one| (one.id.as_str(), one.school.as_str(), one.students)).collect();
    assert_eq!(classes, [("c1", "North School", 1), ("c2", "North School", 2)]);
}

#[test]
fn teachers_and_other_classes_are_a_choice() {
    let choice = Choice { class: None, with_teachers: true };
    let table = read(&archive(&TABLES), &choice).unwrap();
    assert_eq!(table.rows[4].cells[..4], ["mo@school.example", "Mo", "Stern", "mentor"]);
    let choice = Choice { class: Some("c1".to_owned()), with_teachers: true };
    let table = read(&archive(&TABLES), &choice).unwrap();
    assert_eq!((table.rows.len(), table.roster.outside), (1, 4));
    assert_eq!(table.rows[0].cells[8], "9b", "the chosen class is the cohort");
}

#[test]
fn roles_of_the_newer_version_are_a_table_of_their_own() {
    let manifest = MANIFEST.replace("oneroster.version,1.1", "oneroster.version,1.2");
    let users = "sourcedId,status,enabledUser,givenName,familyName,email,primaryOrgSourcedId,preferredGivenName
s1,active,true,Thomas,Rivera,tom@school.example,o1,Tom
t1,active,true,Mo,Stern,mo@school.example,o1,
";
    let roles =
        "sourcedId,userSourcedId,roleType,role\nr1,s1,secondary,aide\nr2,s1,primary,student\nr3,t1,primary,teacher\n";
    let files = [("roster/manifest.csv", &*manifest), ("roster/users.csv", users), ("roster/roles.csv", roles)];
    let table = read(&archive(&files), &Choice::default()).unwrap();
    assert_eq!(table.rows.iter().map(|row| row.cells[1].as_str()).collect::<Vec<_>>(), ["Tom"]);
    assert_eq!(table.roster.teachers, 1);
    assert_eq!(problem(&archive(&files[..2])), RosterProblem::Incomplete);
}

#[test]
fn rows_without_a_user_of_the_archive_are_not_kept() {
    let lines = |line: &dyn Fn(usize) -> String| (0..10_000).map(line).collect::<String>();
    let orgs =
        format!("sourcedId,name,type\n{}o1,North School,school\n", lines(&|n| format!("x{n},School {n},school\n")));
    let births = format!("sourcedId,birthDate\n{}s1,2010-04-30\n", lines(&|n| format!("x{n},2010-04-30\n")));
    let enrollments = format!(
        "sourcedId,classSourcedId,userSourcedId,role\n{}e1,c1,s1,student\n",
        lines(&|n| format!("x{n},c1,x{n},student\n"))
    );
    let crowded = TABLES.map(|(name, text)| match name {
        "orgs.csv" => (name, orgs.as_str()),
        "demographics.csv" => (name, births.as_str()),
        "enrollments.csv" => (name, enrollments.as_str()),
        _ => (name, text),
    });
    let bytes = archive(&crowded);
    let roster = Roster::read(Archive::open(&bytes).unwrap()).unwrap();
    assert_eq!(roster.sizes(), [1, 1, 1], "schools, births and people with classes");
    let tom = &read(&bytes, &Choice::default()).unwrap().rows[0];
    assert_eq!(tom.cells[4..], ["2010-04-30", "mia@home.example", "North School", "9b", ""]);

    let users = lines(&|n| format!("s{n},o{n},student,Tom,Rivera,t{n}@x.example\n"));
    let users = format!("sourcedId,orgSourcedIds,role,givenName,familyName,email\n{}", &users);
    let orgs = format!("sourcedId,name\n{}", lines(&|n| format!("o{n},School {n}\n")));
    let many = archive(&[("manifest.csv", MANIFEST), ("users.csv", &users), ("orgs.csv", &orgs)]);
    assert_eq!(Roster::read(Archive::open(&many).unwrap()).unwrap_err(), RosterProblem::TooLarge);
}

#[test]
fn relative_counts_only_without_a_guardian() {
    let users = |agents: &str, guardian: &str| {
        format!(
            "sourcedId,status,role,givenName,familyName,email,agentSourcedIds
s1,active,student,Tom,Rivera,tom@school.example,\"{agents}\"
r1,active,relative,Aunt,Rivera,aunt@home.example,
g1,{guardian}
"
        )
    };
    let there = "active,parent,Mia,Rivera,mia@home.example,";
    for (agents, guardian, expected) in [
        ("r1,g1", there, "mia@home.example"),
        ("r1", there, "aunt@home.example"),
        ("r1,g1", "tobedeleted,parent,Mia,Rivera,mia@home.example,", "aunt@home.example"),
        ("r1,g1", "active,guardian,Mia,Rivera,no address,", ""),
    ] {
        let users = users(agents, guardian);
        let table = read(&archive(&[("manifest.csv", MANIFEST), ("users.csv", &users)]), &Choice::default()).unwrap();
        assert_eq!((table.rows[0].cells[5].as_str(), table.roster.guardians), (expected, 2), "{agents} {guardian}");
    }
}

#[test]
fn hostile_archives_are_refused() {
    let [manifest, users, ..] = TABLES;
    let many: Vec<(String, &str)> = (0..10_000).map(|number| (format!("{number}.csv"), "")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let crowd = format!("sourcedId,givenName,familyName,email,role\n{}", "s,T,R,t@x.example,student\n".repeat(5_001));
    let commas = format!("sourcedId,givenName,familyName,email\n{}", ",".repeat(2_000_001));
    let zeros = vec![b' '; 41 << 20];
    let deflated = SimpleFileOptions::default();
    let bomb = archive_with(&[("manifest.csv", MANIFEST.as_bytes()), ("users.csv", &zeros)], deflated);
    assert!(bomb.len() < 1 << 20, "it is small");
    let locked = SimpleFileOptions::default().with_deprecated_encryption(b"secret").unwrap();
    let locked = archive_with(&[("manifest.csv", MANIFEST.as_bytes()), ("users.csv", USERS.as_bytes())], locked);
    let old = MANIFEST.replace("1.1", "1.0");
    let latin: Vec<u8> = [USERS.as_bytes(), b"s9,,,o1,student,j,J\xFCrgen,R,j@x.example,\n"].concat();
    let latin = archive_with(&[("manifest.csv", MANIFEST.as_bytes()), ("users.csv", &latin)], deflated);
    for (bytes, expected) in [
        (archive(&[users]), RosterProblem::Manifest),
        (archive(&[("manifest.csv", &old), users]), RosterProblem::Manifest),
        (archive(&[manifest]), RosterProblem::Incomplete),
        (archive(&[manifest, ("users.csv", "name\nTom\n")]), RosterProblem::Incomplete),
        (archive(&[manifest, users, ("../evil.csv", "")]), RosterProblem::Broken),
        (archive(&[manifest, users, ("/etc/x.csv", "")]), RosterProblem::Broken),
        (archive(&[manifest, users, ("C:\\x.csv", "")]), RosterProblem::Broken),
        (archive(&[manifest, users, ("other/users.csv", USERS)]), RosterProblem::Broken),
        (archive(&[manifest, users, ("USERS.csv", USERS)]), RosterProblem::Broken),
        (archive(&many), RosterProblem::TooLarge),
        (archive(&[manifest, ("users.csv", &crowd)]), RosterProblem::TooLarge),
        (archive(&[manifest, ("users.csv", &commas)]), RosterProblem::TooLarge),
        (bomb, RosterProblem::TooLarge),
        (locked, RosterProblem::Encrypted),
        (latin, RosterProblem::Broken),
    ] {
        assert_eq!(problem(&bytes), expected);
    }
}

proptest::proptest! {
    #[test]
    fn any_table_is_read_or_refused(users in proptest::collection::vec(proptest::num::u8::ANY, 0..2_000)) {
        let users = [b"sourcedId,givenName,familyName,email,role\n", &users[..]].concat();
        let files = [("manifest.csv", MANIFEST.as_bytes()), ("users.csv", &users[..])];
        let _ = read(&archive_with(&files, SimpleFileOptions::default()), &Choice::default());
    }
}
