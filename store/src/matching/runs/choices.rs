//! The proposals of one mentee in a run, and whom staff could propose instead.

use std::collections::BTreeMap;

use matching::{Engine, Flaw, Instance};

use super::edit::is_left_out;
use super::{PairReason, Run, RunState, by_id, reasons::of_pair, with_changed_rows};
use crate::db::query_as;
use crate::matching::State;
use crate::matching::instance::{engine_id, person_of};
use crate::matching::rows::Rows;
use crate::programmes::{self, Programme};
use crate::staff::Scope;
use crate::{PersonId, Result, RunId, Store};

/// The most mentors to choose from: the best ones.
const MAX_CANDIDATES: usize = 30;

/// A mentor who is proposed to a mentee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposed {
    /// The mentor.
    pub mentor: PersonId,
    /// How well they fit, 0 to 10,000.
    pub score: i64,
    /// What became of it; None before the publication, or if it fell out.
    pub state: Option<State>,
    /// Whether the rules allow the pair now. True once it is published.
    pub is_possible: bool,
    /// The fit by criterion, the largest part of the score first; empty if the pair is not possible now.
    pub reasons: Vec<PairReason>,
    /// To how many mentees the run proposes the mentor.
    pub offers: i64,
    /// The free places of the mentor, before the publication; None if the pair is not possible now.
    pub places: Option<u32>,
}

/// A mentor who could be proposed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The mentor.
    pub mentor: PersonId,
    /// How well they fit, 0 to 10,000.
    pub score: u16,
    /// The fit by criterion, the largest part of the score first.
    pub reasons: Vec<PairReason>,
    /// To how many mentees the run proposes the mentor.
    pub offers: i64,
    /// The free places of the mentor.
    pub places: u32,
}

/// The proposals of a mentee, and whom staff could propose instead.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The run.
    pub run: Run,
    /// Its programme.
    pub programme: Programme,
    /// By rank.
    pub proposed: Vec<Proposed>,
    /// The others who fit, the best first, of a draft.
    pub candidates: Vec<Candidate>,
    /// All who fit, also those beyond the longest list.
    pub possible: usize,
}

/// What the engine says about a mentee.
struct Found {
    /// Of each proposed mentor, in their order: whether the pair is possible, and why it fits.
    proposed: Vec<(bool, Vec<PairReason>)>,
    candidates: Vec<(PersonId, u16, Vec<PairReason>)>,
    possible: usize,
    places: BTreeMap<PersonId, u32>,
}

/// Returns the choices about a mentee in a run within a scope. None: there is no such run, or it says nothing about this person.
pub async fn choices(store: &Store, scope: &Scope, run: RunId, mentee: PersonId) -> Result<Option<Choices>> {
    let run = by_id(store, run).await?.filter(|run| scope.includes(Some(run.programme_id)));
    let Some(run) = run else { return Ok(None) };
    let Some(programme) = programmes::by_id(store, run.programme_id).await? else { return Ok(None) };
    let rows: Vec<(PersonId, i64, Option<State>)> = query_as(
        "SELECT p.mentor_id, p.score, t.state FROM matching_proposals p LEFT JOIN matching_trackers t
             ON t.run_id = p.run_id AND t.mentee_id = p.mentee_id AND t.mentor_id = p.mentor_id
         WHERE p.run_id = $1 AND p.mentee_id = $2 ORDER BY p.rank",
    )
    .bind(run.id)
    .bind(mentee)
    .fetch_all(&store.db)
    .await?;
    if rows.is_empty() && !is_left_out(&store.db, run.id, mentee).await? {
        return Ok(None);
    }
    let offers: Vec<(PersonId, i64)> =
        query_as("SELECT mentor_id, COUNT(*) FROM matching_proposals WHERE run_id = $1 GROUP BY mentor_id")
            .bind(run.id)
            .fetch_all(&store.db)
            .await?;
    let offers: BTreeMap<_, _> = offers.into_iter().collect();
    let is_open = matches!(run.state, RunState::Draft | RunState::Approved);
    let mentors: Vec<PersonId> = rows.iter().map(|(mentor, ..)| *mentor).collect();
    let look = move |instance: &Instance| look(instance, mentee, &mentors);
    // Mentees with an open proposal are left out of an instance, and those of a round have one.
    let change = move |rows: &mut Rows| {
        if !is_open {
            rows.open.clear();
        }
    };
    let programme_then = run.weights.applied_to(&programme);
    // Rules that contradict each other now say nothing. What is published already takes no place from the rest.
    let found = with_changed_rows(store, &programme_then, Some(run.id), change, look).await?.ok();
    let about = |index: usize| found.as_ref().map(|found| found.proposed[index].clone());
    let places = |mentor| found.as_ref().filter(|_| is_open).and_then(|found| found.places.get(&mentor).copied());
    let offered = |mentor| offers.get(&mentor).copied().unwrap_or_default();
    let proposed = rows.into_iter().enumerate().map(|(index, (mentor, score, state))| {
        let (fits, reasons) = about(index).unwrap_or((true, Vec::new()));
        let is_possible = !is_open || fits || state.is_some();
        // Places and answers that fit would tell that it is a report.
        let (reasons, places) = if is_possible { (reasons, places(mentor)) } else { (Vec::new(), None) };
        Proposed { mentor, score, state, is_possible, reasons, offers: offered(mentor), places }
    });
    let proposed = proposed.collect();
    let (candidates, possible) = match found.filter(|_| run.state == RunState::Draft) {
        Some(found) => {
            let candidate = |(mentor, score, reasons): (PersonId, u16, _)| {
                let places = found.places.get(&mentor).copied().unwrap_or_default();
                Candidate { mentor, score, reasons, offers: offered(mentor), places }
            };
            (found.candidates.into_iter().map(candidate).collect(), found.possible)
        }
        None => (Vec::new(), 0),
    };
    Ok(Some(Choices { run, programme, proposed, candidates, possible }))
}

fn look(instance: &Instance, mentee: PersonId, proposed: &[PersonId]) -> std::result::Result<Found, Flaw> {
    let engine = Engine::new(instance)?;
    let id = engine_id(mentee);
    let reasons = |mentor| of_pair(instance, &engine, mentee, mentor);
    let is_possible = |mentor: PersonId| engine.check_pair(id, engine_id(mentor)).is_ok();
    let all = instance.mentors.iter().map(|mentor| person_of(mentor.person.id));
    let mut fitting: Vec<(PersonId, u16)> = all
        .filter(|mentor| !proposed.contains(mentor))
        .filter_map(|mentor| Some((mentor, engine.check_pair(id, engine_id(mentor)).ok()?)))
        .collect();
    fitting.sort_by_key(|(mentor, score)| (std::cmp::Reverse(*score), *mentor));
    let possible = fitting.len();
    fitting.truncate(MAX_CANDIDATES);
    Ok(Found {
        proposed: proposed.iter().map(|mentor| (is_possible(*mentor), reasons(*mentor))).collect(),
        candidates: fitting.into_iter().map(|(mentor, score)| (mentor, score, reasons(mentor))).collect(),
        possible,
        places: instance.mentors.iter().map(|one| (person_of(one.person.id), u32::from(one.places))).collect(),
    })
}
