//! The first round of the cohort. Each step depends on the published round only, and leaves what was decided before as it is.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, ensure};
use chrono::Duration;
use store::matching::decisions::{self, Choices, Submitted};
use store::matching::runs::{self, Proposal, RunState};
use store::matching::{self, Choice, State, Tracker, group};
use store::people::Role;
use store::{PersonId, RunId, programmes};

use super::Importer;

/// Mentees of the lists who ask a mentor of pairs, and who ask for a place in the group.
const ASKING: usize = 2;

/// More than an import that is repeated leaves behind.
const EARLIER_RUNS: i64 = 1000;

impl Importer<'_> {
    pub(super) async fn begin_round(&self, named: &BTreeMap<String, PersonId>) -> Result<()> {
        let run = self.publish().await?;
        self.play(named, run).await
    }

    /// Publishes the first round, or goes on where an earlier import stopped.
    async fn publish(&self) -> Result<RunId> {
        let programme =
            programmes::by_id(self.store, self.newcomers.programme).await?.context("the programme of the cohort")?;
        // An interrupted draft has no effect.
        let mut earlier = runs::of_programme(self.store, programme.id, EARLIER_RUNS).await?;
        earlier.retain(|run| run.state != RunState::Stale);
        let run = match earlier.pop() {
            Some(begun) => begun.id,
            None => {
                runs::draft(self.store, &crate::demo::JOB, &programme)
                    .await?
                    .map_err(|refusal| anyhow!("{refusal}"))?
                    .id
            }
        };
        // Both are refused when they were done before.
        let _ = runs::approve(self.store, &crate::demo::JOB, run).await?;
        let _ = runs::publish(self.store, &crate::demo::JOB, &programme, run).await?;
        Ok(run)
    }

    /// Lets people decide.
    async fn play(&self, named: &BTreeMap<String, PersonId>, run: RunId) -> Result<()> {
        let cohort = self.cohort;
        let proposals = runs::proposals(self.store, run).await?;
        let id_of = |key: &String| named.get(key).copied().with_context(|| format!("no person {key} in the cohort"));
        let all = |keys: &[String]| keys.iter().map(id_of).collect::<Result<Vec<_>>>();
        // Mentees of the lists, the best first. Those with a name decide themselves.
        let proposed_to = |mentor: PersonId| {
            let is_theirs = |of: &&Proposal| of.mentor_id == mentor && !named.values().any(|one| *one == of.mentee_id);
            let mut theirs: Vec<_> = proposals.iter().filter(is_theirs).collect();
            theirs.sort_by_key(|proposal| (-proposal.score, proposal.mentee_id));
            theirs.into_iter().map(|proposal| proposal.mentee_id).collect::<Vec<_>>()
        };

        let asked = id_of(&cohort.asked)?;
        let mut asking = proposed_to(asked);
        asking.truncate(ASKING);
        for mentee in &asking {
            self.say_yes(*mentee, asked).await?;
        }

        let mentor = id_of(&cohort.group.mentor)?;
        let members = all(&cohort.group.members)?;
        for member in &members {
            self.say_yes(*member, mentor).await?;
        }
        self.fill_group(mentor, &members).await?;

        let candidates = all(&cohort.group.candidates)?;
        let mut others = self.suitable(&proposed_to(mentor), &members, &candidates).await?;
        others.retain(|mentee| !asking.contains(mentee));
        for mentee in candidates.into_iter().chain(others.into_iter().take(ASKING)) {
            self.say_yes(mentee, mentor).await?;
        }
        Ok(())
    }

    /// The mentor takes those who ask into the group.
    async fn fill_group(&self, mentor: PersonId, members: &[PersonId]) -> Result<()> {
        let trackers = matching::of_person(self.store, mentor, Role::Mentor).await?;
        let is_asking = |of: &&Tracker| of.state == State::Interested && members.contains(&of.mentee_id);
        let set: Choices = trackers.iter().filter(is_asking).map(|of| (of.id, Choice::Interested)).collect();
        if set.is_empty() {
            return Ok(());
        }
        let outcome =
            decisions::submit(self.store, &self.newcomers.signed_in(mentor).await?, &set, self.store.clock.now())
                .await?;
        ensure!(outcome == Submitted::Submitted, "the group of the cohort: {outcome:?}");
        Ok(())
    }

    /// Those who fit all members, and none of the candidates.
    async fn suitable(
        &self,
        mentees: &[PersonId],
        members: &[PersonId],
        candidates: &[PersonId],
    ) -> Result<Vec<PersonId>> {
        let people = [mentees, members, candidates].concat();
        let answers = matching::answers_of(self.store, &self.newcomers.catalogue, self.rules(), &people).await?;
        let needs = |person: &PersonId| matching::needs(self.rules(), &answers[person]);
        let fit = |one: &PersonId, other: &PersonId| group::clashes(&needs(one), &needs(other)).is_empty();
        let is_suitable = |mentee: &&PersonId| {
            members.iter().all(|member| fit(mentee, member)) && !candidates.iter().any(|other| fit(mentee, other))
        };
        Ok(mentees.iter().filter(is_suitable).copied().collect())
    }

    /// A mentee says Yes to one mentor and No to the others, unless they decided before.
    async fn say_yes(&self, mentee: PersonId, mentor: PersonId) -> Result<()> {
        // Some time passes between the answers of people.
        let arrived_at = self.store.clock.now() - Duration::seconds(1);
        let trackers = matching::of_person(self.store, mentee, Role::Mentee).await?;
        let ours = trackers.iter().find(|of| of.mentor_id == mentor).context("a proposal of the cohort is missing")?;
        if ours.state != State::Proposed {
            return Ok(());
        }
        let choice = |of: &Tracker| if of.id == ours.id { Choice::Interested } else { Choice::NotInterested };
        let open = trackers.iter().filter(|of| of.is_active_for(Role::Mentee, arrived_at));
        let set: Choices = open.map(|of| (of.id, choice(of))).collect();
        let outcome = decisions::submit(self.store, &self.newcomers.signed_in(mentee).await?, &set, arrived_at).await?;
        ensure!(outcome == Submitted::Submitted, "a Yes of the cohort: {outcome:?}");
        Ok(())
    }
}
