//! A programme whose people wait for a match, in the middle of its first round.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, ensure};
use chrono::Duration;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use store::content::{self, Catalogue};
use store::matching::decisions::{self, Choices, Submitted};
use store::matching::pool::{self, Joined};
use store::matching::{self, Choice, Rules, Tracker, group, runs};
use store::mentorship::Kind;
use store::people::{self, NewPerson, Role};
use store::programmes::{self, Settings};
use store::surveys::{self, Mode};
use store::{PersonId, ProgrammeId, SignedIn, Store, flags, passwords};

use super::world::Programme;
use super::{DemoPerson, PASSWORD, file};

/// The flag that is set after the last step of the import. Each step can be repeated after a crash.
const IMPORTED_FLAG: &str = "demo_cohort_made";

const SURVEY: &str = "about-you";

/// `cohort.yaml`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cohort {
    programme: Programme,
    people: BTreeMap<String, Named>,
    mentees: Vec<String>,
    mentors: Vec<String>,
    mentee_bios: Vec<String>,
    mentor_bios: Vec<String>,
}

/// A person who can sign in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    role: Role,
    first_name: String,
    last_name: String,
    bio: String,
    /// Whether a mentor fills a group.
    #[serde(default)]
    group: bool,
    answers: Map<String, Value>,
}

/// Imports the cohort unless it is there. Returns the people who can sign in.
pub(super) async fn import(store: &Store) -> Result<Vec<DemoPerson>> {
    let cohort: Cohort = file("cohort.yaml")?;
    if !flags::is_on(store, IMPORTED_FLAG).await? {
        let programme = put_programme(store, &cohort.programme).await?;
        let importer = Importer {
            store,
            programme,
            rules: &cohort.programme.matching,
            catalogue: &*content::catalogue(store).await?,
        };
        let named = importer.add_all(&cohort).await?;
        let programme = programmes::by_id(store, programme).await?.context("the programme of the cohort")?;
        // After a crash the worker finishes what was being published.
        if runs::of_programme(store, programme.id, 1).await?.is_empty() {
            let run = runs::draft(store, &programme).await?.map_err(|refusal| anyhow!("{refusal}"))?;
            ensure!(runs::approve(store, run.id).await?, "the run of the cohort");
            runs::publish(store, &programme, run.id).await?;
        }
        importer.play(named["nina"], named["omar"], named["leo"]).await?;
        flags::set(store, IMPORTED_FLAG, true).await?;
    }
    let shown = |(key, person): (String, Named)| {
        DemoPerson::named(address(&key, person.role), person.first_name, person.last_name, person.role)
    };
    Ok(cohort.people.into_iter().map(shown).collect())
}

async fn put_programme(store: &Store, of: &Programme) -> Result<ProgrammeId> {
    let settings = Settings {
        experiences: of.experiences.clone(),
        sign_up: of.sign_up.clone(),
        surveys: of.surveys.clone(),
        curriculum: of.curriculum.clone(),
        matching: of.matching.clone(),
        ..Settings::default()
    };
    Ok(programmes::put(store, &of.key, &of.name, &of.time_zone, &settings).await?)
}

struct Importer<'i> {
    store: &'i Store,
    programme: ProgrammeId,
    rules: &'i Rules,
    catalogue: &'i Catalogue,
}

impl Importer<'_> {
    async fn add_all(&self, cohort: &Cohort) -> Result<BTreeMap<String, PersonId>> {
        let hash = passwords::hash(PASSWORD).await?;
        let mut named = BTreeMap::new();
        for (key, person) in &cohort.people {
            let (first_name, last_name) = (&person.first_name, &person.last_name);
            let name = format!("{first_name} {last_name}");
            let id = self.add(key, &name, person.role, &person.bio, Some(hash.clone()), &person.answers).await?;
            if person.group {
                let size = i64::from(cohort.programme.matching.groups.size);
                ensure!(pool::set_places(self.store, id, Kind::Group, size).await?, "{key} fills no group");
            }
            named.insert(key.clone(), id);
        }
        for (role, names, bios) in
            [(Role::Mentee, &cohort.mentees, &cohort.mentee_bios), (Role::Mentor, &cohort.mentors, &cohort.mentor_bios)]
        {
            for (index, name) in names.iter().enumerate() {
                let key = format!("{}{index}", role.title().to_lowercase());
                let bio = &bios[index % bios.len()];
                self.add(&key, name, role, bio, None, &invented(index, role)).await?;
            }
        }
        Ok(named)
    }

    /// Adds a person with answers who waits in the pool.
    async fn add(
        &self,
        key: &str,
        name: &str,
        role: Role,
        bio: &str,
        password_hash: Option<String>,
        answers: &Map<String, Value>,
    ) -> Result<PersonId> {
        let (first_name, last_name) = name.split_once(' ').unwrap_or((name, ""));
        let email = address(key, role);
        let person = match people::by_email(self.store, &email).await? {
            Some(known) => known.id,
            None => {
                let new = NewPerson {
                    email: email.clone(),
                    first_name: first_name.to_owned(),
                    last_name: last_name.to_owned(),
                    role,
                    programme_id: Some(self.programme),
                    language: "en".to_owned(),
                    bio: bio.to_owned(),
                    password_hash,
                };
                people::add(self.store, &new).await?.with_context(|| format!("{email} is already in use"))?
            }
        };
        self.answer(person, first_name, answers).await?;
        let signed_in = self.signed_in(person).await?;
        ensure!(pool::join(self.store, &signed_in).await? == Joined::InPool, "{email} does not enter the pool");
        Ok(person)
    }

    async fn answer(&self, person: PersonId, name: &str, answers: &Map<String, Value>) -> Result<()> {
        let survey = self.catalogue.surveys.to_begin(SURVEY).context("no survey about-you")?;
        let mut all = answers.clone();
        all.insert("called-as".to_owned(), json!(name));
        all.entry("birth-date").or_insert_with(|| json!("1990-05-05"));
        for stage in &survey.definition.stages {
            let asked: Vec<_> = stage.pages.iter().flat_map(|page| page.questions.clone()).collect();
            let mut own = all.clone();
            own.retain(|key, _| asked.iter().any(|question| question.key == *key));
            let submission = questions::submit(&asked, &own, self.store.clock.now().date_naive())
                .map_err(|problems| anyhow!("{name}: {problems:?}"))?;
            surveys::save(self.store, person, survey, stage, &submission, Mode::Submit).await?;
        }
        Ok(())
    }

    async fn signed_in(&self, person: PersonId) -> Result<SignedIn> {
        SignedIn::of_person(self.store, person).await?.context("a person of the cohort")
    }

    /// Two mentees say Yes to Nina. Two are in Omar's group, and all others who were proposed to him have said Yes. Leo decides himself.
    async fn play(&self, nina: PersonId, omar: PersonId, leo: PersonId) -> Result<()> {
        for person in self.asked_for(nina).await?.into_iter().filter(|person| *person != leo).take(2) {
            self.say_yes_to(person, nina).await?;
        }
        let mut candidates = self.asked_for(omar).await?;
        candidates.retain(|person| *person != leo);
        // None when a crash came after the decisions.
        let Some(members) = self.fitting_pair(&candidates).await? else { return Ok(()) };
        for person in members {
            self.say_yes_to(person, omar).await?;
        }
        let signed_in = self.signed_in(omar).await?;
        let first = matching::of_person(self.store, omar, Role::Mentor).await?;
        let set: Choices = first.iter().map(|tracker| (tracker.id, Choice::Interested)).collect();
        let outcome = decisions::submit(self.store, &signed_in, &set, self.store.clock.now()).await?;
        ensure!(outcome == Submitted::Submitted, "Omar's group: {outcome:?}");
        for person in candidates.into_iter().filter(|person| !members.contains(person)) {
            self.say_yes_to(person, omar).await?;
        }
        Ok(())
    }

    /// Two mentees who fit into one group, and leave most others a place in it.
    async fn fitting_pair(&self, candidates: &[PersonId]) -> Result<Option<[PersonId; 2]>> {
        let rules = self.rules;
        let answers = matching::answers_of(self.store, self.catalogue, rules, candidates).await?;
        let needs: Vec<_> = candidates.iter().map(|person| matching::needs(rules, &answers[person])).collect();
        let pairs = (0..needs.len()).flat_map(|one| (one + 1..needs.len()).map(move |other| (one, other)));
        let fit = |one: usize, other: usize| group::clashes(&needs[one], &needs[other]).is_empty();
        let fitting = pairs.filter(|(one, other)| fit(*one, *other));
        let others =
            |(one, other): &(usize, usize)| (0..needs.len()).filter(|x| fit(*x, *one) && fit(*x, *other)).count();
        Ok(fitting.max_by_key(others).map(|(one, other)| [candidates[one], candidates[other]]))
    }

    /// The mentees who have a proposal of a mentor open, the best first.
    async fn asked_for(&self, mentor: PersonId) -> Result<Vec<PersonId>> {
        let mut asked = Vec::new();
        for member in pool::of_programme(self.store, self.programme).await? {
            let open = self.open_of(member.person_id, member.role).await?;
            asked.extend(open.into_iter().filter(|tracker| tracker.mentor_id == mentor));
        }
        asked.sort_by_key(|tracker: &Tracker| (-tracker.score, tracker.id));
        Ok(asked.into_iter().map(|tracker| tracker.mentee_id).collect())
    }

    async fn open_of(&self, person: PersonId, role: Role) -> Result<Vec<Tracker>> {
        if role != Role::Mentee {
            return Ok(Vec::new());
        }
        let now = self.store.clock.now();
        let all = matching::of_person(self.store, person, role).await?;
        Ok(all.into_iter().filter(|tracker| tracker.is_active_for(role, now)).collect())
    }

    async fn say_yes_to(&self, mentee: PersonId, mentor: PersonId) -> Result<()> {
        let choice = |tracker: &Tracker| {
            if tracker.mentor_id == mentor { Choice::Interested } else { Choice::NotInterested }
        };
        let set: Choices =
            self.open_of(mentee, Role::Mentee).await?.iter().map(|tracker| (tracker.id, choice(tracker))).collect();
        if set.is_empty() {
            return Ok(());
        }
        // Some time passes between the answers of people.
        let arrived_at = self.store.clock.now() - Duration::seconds(1);
        let outcome = decisions::submit(self.store, &self.signed_in(mentee).await?, &set, arrived_at).await?;
        ensure!(outcome == Submitted::Submitted, "a Yes of the cohort: {outcome:?}");
        Ok(())
    }
}

fn address(key: &str, role: Role) -> String {
    let role = role.title().to_lowercase();
    if key.starts_with(&role) { format!("{key}@cohort.example.org") } else { format!("{key}.{role}@example.org") }
}

/// Answers that follow from the place in the list: about as varied as those of a real cohort.
fn invented(index: usize, role: Role) -> Map<String, Value> {
    let pick = |of: &[&str], step: usize| of[(index * step + step) % of.len()].to_owned();
    let second = ["german", "english", "arabic", "turkish", "ukrainian", "german", "persian", "english"];
    let times = ["weekday-afternoon", "weekday-evening", "weekend-morning", "weekend-afternoon", "weekday-morning"];
    let fields =
        ["health", "technology", "crafts", "business", "education", "arts", "environment", "hospitality", "open"];
    let interests = ["outdoors", "words", "people", "discoveries", "making", "helping"];
    let both = |one: String, other: String| if one == other { json!([one]) } else { json!([one, other]) };
    // Every fifth speaks only one of the two languages of the city.
    let first = if index.is_multiple_of(5) { "german" } else { "english" };
    let is_mentee = role == Role::Mentee;
    let month = 1 + index % 12;
    let born = if is_mentee {
        format!("{}-{month:02}-10", 2008 + index % 3)
    } else {
        format!("{}-{month:02}-10", 1970 + index)
    };
    let answers = json!({
        "birth-date": born,
        "meeting-place": pick(&["online", "both", "in-person"], 1),
        "languages": both(first.to_owned(), pick(&second, 3)),
        "availability": both(pick(&times, 1), pick(&times, 2)),
        "rhythm": pick(&["weekly", "fortnightly", "flexible"], 2),
        "interests": both(pick(&interests, 1), pick(&interests, 4)),
        "field": pick(&fields, if is_mentee { 2 } else { 1 }),
    });
    match answers {
        Value::Object(answers) => answers,
        _ => Map::new(),
    }
}
