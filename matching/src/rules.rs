//! The hard rules: who can take part, and which pairs are possible.

use crate::answer::Prepared;
use crate::columns::Column;
use crate::{AgeBand, GuardianConsent, Person, Separation, Settings, Side, Vetting};

/// A rule about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// The mentee's age is unknown or outside of what the mentor may take.
    AgeBand,
    /// Conflict, block or history between both.
    Separated(Separation),
    /// The answers to a mandatory criterion do not fit.
    Mandatory {
        /// The index of the criterion.
        criterion: usize,
    },
    /// The mentee's age is too far from that of a member of the group.
    GroupAge,
    /// Conflict or block between the mentee and a member of the group.
    GroupSeparated(Separation),
    /// The mentee clashes with a member of the group.
    GroupClash {
        /// The index of the criterion.
        criterion: usize,
    },
}

impl Rule {
    /// A stable name for rows, logs and texts.
    pub const fn code(self) -> &'static str {
        match self {
            Self::AgeBand => "age_band",
            Self::Separated(Separation::Conflict) => "conflict",
            Self::Separated(Separation::Block) => "block",
            Self::Separated(Separation::History) => "history",
            Self::Mandatory { .. } => "mandatory",
            Self::GroupAge => "group_age",
            Self::GroupSeparated(_) => "group_separated",
            Self::GroupClash { .. } => "group_clash",
        }
    }
}

/// Why a pair is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Refusal {
    /// The person is not in the instance on this side.
    NotInPool(Side),
    /// The vetting is missing or has expired.
    NotVetted(Side),
    /// The consent of a guardian is missing.
    NoGuardianConsent(Side),
    /// The mentor has no free place.
    NoPlace,
    /// A rule about pairs.
    Rule(Rule),
}

/// Whether a person may take part in a run on this day.
pub(crate) fn admit(person: &Person, side: Side, today: i32) -> Result<(), Refusal> {
    let vetted = match person.vetting {
        Vetting::NotNeeded => true,
        Vetting::Missing => false,
        Vetting::Until(day) => day >= today,
    };
    if !vetted {
        return Err(Refusal::NotVetted(side));
    }
    match person.guardian_consent {
        GuardianConsent::Missing => Err(Refusal::NoGuardianConsent(side)),
        GuardianConsent::NotNeeded | GuardianConsent::Given => Ok(()),
    }
}

/// Whether an age is within a band.
pub(crate) fn within(age: Option<u8>, band: Option<AgeBand>) -> bool {
    band.is_none_or(|band| age.is_some_and(|age| (band.from..=band.to).contains(&age)))
}

/// What the members of a group demand of who joins.
#[derive(Clone, Debug, Default)]
pub(crate) struct GroupRules {
    /// The lowest and highest age that are near enough to all members.
    ages: Option<AgeBand>,
    /// The members' answers to each criterion that groups compare.
    answers: Vec<(usize, Vec<Prepared>)>,
}

impl GroupRules {
    /// Collects what these members demand.
    pub(crate) fn new(members: &[Person], columns: &[Column], settings: &Settings) -> Self {
        if members.is_empty() {
            return Self::default();
        }
        let compared = columns.iter().enumerate().filter(|(_, column)| column.splits_groups());
        let answers = compared.map(|(index, column)| {
            let prepare = |member: &Person| Prepared::new(member.answers[index].as_ref(), column.comparison);
            (index, members.iter().map(prepare).collect())
        });
        Self { ages: settings.group_age_span.map(|span| common_ages(members, span)), answers: answers.collect() }
    }

    /// Whether this age is near enough to all members.
    pub(crate) fn allows_age(&self, age: Option<u8>) -> bool {
        within(age, self.ages)
    }

    /// The first criterion by which an answer clashes with a member. Two missing answers do not clash.
    pub(crate) fn clash<'a>(&self, answer_of: impl Fn(usize) -> &'a Prepared) -> Option<usize> {
        self.answers.iter().find_map(|(criterion, members)| {
            let own = answer_of(*criterion);
            let clashes = |member: &Prepared| (own.is_answered() || member.is_answered()) && !own.overlaps(member);
            members.iter().any(clashes).then_some(*criterion)
        })
    }
}

/// The ages within `span` of all members; an empty band where one age is unknown.
fn common_ages(members: &[Person], span: u8) -> AgeBand {
    members.iter().fold(AgeBand { from: 0, to: u8::MAX }, |band, member| match member.age {
        Some(age) => {
            AgeBand { from: band.from.max(age.saturating_sub(span)), to: band.to.min(age.saturating_add(span)) }
        }
        None => AgeBand { from: u8::MAX, to: 0 },
    })
}
