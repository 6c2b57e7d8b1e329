//! Rounds for newcomers: a visitor of the demo does not wait a week for a proposal.

use std::sync::Arc;
use std::time::Duration;

use background::Job;
use store::matching::{self, pool, runs};
use store::{Store, content};

/// Returns the job that brings the next round of a programme forward when a person enters its pool.
pub(super) fn job(store: &Arc<Store>) -> Job {
    Job::new("demo_rounds", Duration::from_secs(1), store, |store| async move { bring_forward(&store).await })
}

async fn bring_forward(store: &Store) -> store::Result<usize> {
    let mut count = 0;
    for programme in content::catalogue(store).await?.programmes.values() {
        let rules = &programme.settings.matching;
        // Staff who publish rounds themselves compute them, too.
        if !programme.settings.sign_up.is_open || rules.is_off() || !rules.publishes_automatically {
            continue;
        }
        let last = runs::of_programme(store, programme.id, 1).await?.first().map(|run| run.created_at);
        let members = pool::of_programme(store, programme.id).await?;
        if members.iter().any(|member| last.is_none_or(|last| last < member.joined_at)) {
            matching::bring_round_forward(store, programme.id).await?;
            count += 1;
        }
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use store::clock::Clock;
    use store::matching::State;
    use store::people::{self, NewPerson, Role};
    use test_kit::{Environment, on_sqlite};

    use super::super::world::World;
    use super::super::{file, import_people, import_programmes, surveys};
    use super::*;

    async fn check(environment: Environment) {
        let store = Arc::new(environment.open(Clock::system()).await);
        let mut world: World = file("world.yaml").unwrap();
        let programmes = import_programmes(&store, &world).await.unwrap();
        let mut people = import_people(&store, &world, &programmes).await.unwrap();
        surveys::import(&store, &world, &people).await.unwrap();
        matching::work(&store).await.unwrap();

        // A newcomer answers as Tom did.
        let newcomer = NewPerson {
            email: "noor@example.org".to_owned(),
            first_name: "Noor".to_owned(),
            last_name: "Aziz".to_owned(),
            role: Role::Mentee,
            programme_id: Some(programmes["riverside"]),
            language: "en".to_owned(),
            bio: String::new(),
            password_hash: None,
        };
        let noor = people::add(&store, &crate::demo::JOB, &newcomer).await.unwrap().unwrap();
        people.insert("tom".to_owned(), noor);
        world.people.retain(|person| person.key == "tom");
        surveys::import(&store, &world, &people).await.unwrap();
        matching::work(&store).await.unwrap();
        assert_eq!(bring_forward(&store).await.unwrap(), 1);
        matching::run_due(&store).await.unwrap();
        let proposed = matching::of_person(&store, noor, Role::Mentee).await.unwrap();
        assert!(!proposed.is_empty() && proposed.iter().all(|one| one.state == State::Proposed), "{proposed:?}");
        assert_eq!(bring_forward(&store).await.unwrap(), 0, "until the next newcomer");
    }

    #[tokio::test]
    async fn newcomer_of_the_demo_reaches_a_proposal() {
        on_sqlite(check).await;
    }
}
