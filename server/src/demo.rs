//! The demo data: imported once, from files embedded in the binary.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context, Result};
use background::Job;
use chrono::TimeDelta;
use rust_embed::RustEmbed;
use serde::de::DeserializeOwned;
use store::mentorship::Kind;
use store::people::{self, NewPerson, Role};
use store::staff::{Actor, Grant, grants};
use store::work_readiness::{self, Score};
use store::{PersonId, ProgrammeId, SignedIn, Store, feed, flags, passwords, second_factor};

use crate::config::Config;
use crate::output::print;

mod calls;
mod cohort;
mod conversations;
mod mentorships;
mod newcomers;
mod rounds;
mod surveys;
mod world;
mod year;

pub(crate) use world::Person as DemoPerson;
use world::World;

#[derive(RustEmbed)]
#[folder = "../content/demo"]
struct Files;

/// Who imports.
const JOB: Actor = Actor::Job { name: "demo" };

/// The password of all demo users.
const PASSWORD: &str = "Mentor-hub-1";

/// The flag that is set after the last step of the import. Each step can be repeated after a crash.
const IMPORTED_FLAG: &str = "demo_world_made";

/// Imports the demo data unless the flag is set, and returns the demo users.
pub(crate) async fn import(config: &Config, store: &Arc<Store>) -> Result<Vec<DemoPerson>> {
    let world: World = file("world.yaml")?;
    if !flags::is_on(store, IMPORTED_FLAG).await? {
        let programmes = import_programmes(store, &world).await?;
        let people = import_people(store, &world, &programmes).await?;
        import_work_readiness(store, &world, &people).await?;
        surveys::import(store, &world, &people).await?;
        import_likes(store, &world, &people).await?;
        // A group brings its channel with it; a pair continues in the one that it has.
        mentorships::import(config, &world, &people, Kind::Group).await?;
        conversations::import(store, &world, &programmes, &people).await?;
        mentorships::import(config, &world, &people, Kind::Pair).await?;
        flags::set(store, &JOB, IMPORTED_FLAG, true).await?;
    }
    let mut people = world.people;
    if config.demo_cohort {
        people.extend(cohort::import(store).await?);
    }
    if config.demo_year {
        year::import(config, store).await?;
    }
    Ok(people)
}

/// Returns the jobs of a demo.
pub(crate) fn jobs(store: &Arc<Store>) -> Vec<Job> {
    vec![rounds::job(store)]
}

/// Prints the demo users.
pub(crate) fn announce(people: &[DemoPerson]) {
    if people.is_empty() {
        return;
    }
    let width = people.iter().map(|person| person.email.len()).max().unwrap_or_default();
    print("");
    print(format_args!("  Demo users. The password of all of them is {PASSWORD}"));
    print("");
    for person in people {
        let (name, role) = (format!("{} {}", person.first_name, person.last_name), person.role.title());
        print(format_args!("    {:width$}  {name}, {role}", person.email));
    }
    print("");
    print("  Every visitor can read all mails on the page /dev. Do not use a demo installation for real people.");
    print("");
}

async fn import_programmes(store: &Store, world: &World) -> Result<BTreeMap<String, ProgrammeId>> {
    let mut ids = BTreeMap::new();
    for programme in &world.programmes {
        ids.insert(programme.key.clone(), programme.put(store).await?);
    }
    Ok(ids)
}

async fn import_people(
    store: &Store,
    world: &World,
    programmes: &BTreeMap<String, ProgrammeId>,
) -> Result<BTreeMap<String, PersonId>> {
    let mut ids = BTreeMap::new();
    for person in &world.people {
        let id = match people::by_email(store, &person.email).await? {
            Some(known) => known.id,
            None => {
                let programme = programmes.get(&person.programme);
                let new = NewPerson {
                    email: person.email.clone(),
                    first_name: person.first_name.clone(),
                    last_name: person.last_name.clone(),
                    role: person.role,
                    programme_id: Some(*programme.with_context(|| format!("No programme {}", person.programme))?),
                    language: person.language.clone(),
                    bio: person.bio.clone(),
                    password_hash: Some(passwords::hash(PASSWORD).await?),
                };
                let id = people::add(store, &JOB, &new).await?;
                let id = id.with_context(|| format!("{} is already in use", person.email))?;
                for role in &person.staff_roles {
                    let grant = Grant { role: *role, programme: new.programme_id };
                    grants::grant(store, &Actor::Job { name: "demo" }, id, grant).await?;
                }
                id
            }
        };
        if person.role == Role::Staff {
            second_factor::set_up_for_demo(store, id).await?;
        }
        ids.insert(person.key.clone(), id);
    }
    Ok(ids)
}

/// Adds the likes of the feed. Content of an operator may lack what they are for.
async fn import_likes(store: &Store, world: &World, people: &BTreeMap<String, PersonId>) -> Result<()> {
    for person in &world.people {
        let Some(signed_in) = SignedIn::of_person(store, people[&person.key]).await? else { continue };
        for key in &person.likes {
            feed::toggle_like(store, &signed_in, key, Some(true)).await?;
        }
    }
    Ok(())
}

async fn import_work_readiness(store: &Store, world: &World, people: &BTreeMap<String, PersonId>) -> Result<()> {
    let today = store.clock.now().date_naive();
    let scores = world.people.iter().flat_map(|person| {
        person.work_readiness.iter().map(|one| {
            let score = Score {
                name: one.name.clone(),
                measured_on: today + TimeDelta::days(one.day),
                score: one.score,
                max: one.max,
                description: one.description.clone(),
            };
            (people[&person.key], score)
        })
    });
    work_readiness::put(store, &JOB, &scores.collect::<Vec<_>>()).await?;
    Ok(())
}

fn file<T: DeserializeOwned>(name: &str) -> Result<T> {
    let file = Files::get(name).with_context(|| format!("The demo data has no file {name}."))?;
    serde_yaml_ng::from_slice(&file.data).with_context(|| format!("The demo file {name} cannot be read"))
}
