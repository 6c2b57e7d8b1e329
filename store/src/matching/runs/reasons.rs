//! Why a run proposes a pair, and why it proposes nothing to a person.

use matching::{Engine, Fit, Flaw, Instance, LeftOut, Reason, Rule, Side};
use serde::Serialize;

use super::super::instance::engine_id;
use super::{Proposal, with_changed_rows};
use crate::programmes::Programme;
use crate::{PersonId, Result, Store};

/// How well the answers of a pair fit in a criterion that both answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PairReason {
    /// Key of the criterion.
    pub criterion: String,
    /// 0 to 10,000.
    pub fit: u16,
}

/// Returns the reasons of proposed pairs, in their order, by the answers of now; none for people who left the pool.
pub async fn reasons(store: &Store, programme: &Programme, proposals: &[Proposal]) -> Result<Vec<Vec<PairReason>>> {
    let pairs: Vec<_> = proposals.iter().map(|one| (one.mentee_id, one.mentor_id)).collect();
    let of_pairs = move |instance: &Instance| {
        let engine = Engine::new(instance)?;
        Ok(pairs.into_iter().map(|(mentee, mentor)| of_pair(instance, &engine, mentee, mentor)).collect())
    };
    // A run leaves out mentees who have open proposals, such as those of this one.
    let found = with_changed_rows(store, programme, None, |rows| rows.open.clear(), of_pairs).await?;
    // Rules that contradict each other now give no reasons of a run of before.
    Ok(found.unwrap_or_else(|_: Flaw| vec![Vec::new(); proposals.len()]))
}

/// The fit of a pair by criterion, the largest part of the score first; empty where one of both is not in the instance.
pub(super) fn of_pair(instance: &Instance, engine: &Engine<'_>, mentee: PersonId, mentor: PersonId) -> Vec<PairReason> {
    let reason = |fit: Fit| PairReason { criterion: instance.criteria[fit.criterion].key.clone(), fit: fit.fit };
    let fits = engine.reasons(engine_id(mentee), engine_id(mentor)).unwrap_or_default();
    fits.into_iter().map(reason).collect()
}

/// Returns the code of the rule that left a person out, with the criterion where it is about one.
pub(super) fn code(instance: &Instance, left_out: &LeftOut) -> String {
    let code = match (left_out.because, left_out.side) {
        (Reason::NoCounterpart, Side::Mentee) => "no_mentor",
        (Reason::NoCounterpart, Side::Mentor) => "no_mentee",
        (Reason::NoneAvailable, Side::Mentee) => "no_free_mentor",
        (Reason::NoneAvailable, Side::Mentor) => "no_admitted_mentee",
        (other, _) => other.code(),
    };
    match left_out.because {
        Reason::Rule(Rule::Mandatory { criterion } | Rule::GroupClash { criterion }) => {
            format!("{code}:{}", instance.criteria[criterion].key)
        }
        _ => code.to_owned(),
    }
}

/// Puts the code of a rule of an unmatched person into words for staff.
pub fn in_words(rule: &str) -> String {
    let (rule, criterion) = rule.split_once(':').unwrap_or((rule, ""));
    match (rule, criterion) {
        ("mandatory", criterion) if !criterion.is_empty() => {
            return format!("no answer of the other side fits the mandatory criterion {criterion}");
        }
        ("group_clash", criterion) if !criterion.is_empty() => {
            return format!("does not fit the members of any group in the criterion {criterion}");
        }
        _ => {}
    }
    let words = match rule {
        "not_vetted" => "the vetting is missing or has ended",
        "no_guardian_consent" => "the consent of a guardian is missing",
        "no_place" => "no free place",
        "no_mentor" => "no mentor waits in the pool",
        "no_mentee" => "no mentee waits without an open proposal",
        "no_free_mentor" => "no mentor in the pool has a free place and what the programme asks for",
        "no_admitted_mentee" => "no mentee who waits has what the programme asks for",
        // Of runs of the version before.
        "no_counterpart" => "no person of the other side was free for a proposal",
        "mandatory" => "no answer of the other side fits a mandatory criterion",
        "age_band" => "no mentor takes mentees of this age",
        "conflict" => "a conflict was noted with all who fit",
        "block" => "a block or report stands between them and all who fit",
        "history" => "all who fit were proposed before",
        "group_age" | "group_clash" | "group_separated" => "does not fit the members of any group",
        "removed_by_staff" => "staff took the proposals out",
        "outranked" => "all places went to people who fit better or have waited longer",
        other => other,
    };
    words.to_owned()
}
