//! What the engine reads: a programme's criteria and settings, its waiting people with their answers, and the pairs that must not meet.

/// The stable id of a person. Ties are decided by it, so it must not depend on the order of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PersonId(pub u128);

/// A role in a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Who looks for a mentor.
    Mentee,
    /// Who offers places.
    Mentor,
}

/// How two answers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Common options, as a share of the smaller of both sets. For [`Answer::Options`].
    Overlap,
    /// The same options or the same number: all or nothing.
    Equal,
    /// The distance of two numbers, or of the nearest two options in the order of the question: full at 0, nothing at
    /// `reach` and beyond.
    Distance {
        /// The first distance that no longer fits; at least 1.
        reach: u32,
    },
    /// The share of pairs of items that both put in the same order. For [`Answer::Order`].
    Order,
}

/// For which side a criterion is mandatory. A mandatory criterion holds where the fit is above 0, and it binds as soon as the
/// side has answered it; the other side must then have answered as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mandatory {
    /// The mentee's answer binds.
    pub mentee: bool,
    /// The mentor's answer binds.
    pub mentor: bool,
}

/// A criterion of a programme. Its index in [`Instance::criteria`] is the index of its answer in [`Person::answers`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Criterion {
    /// The key in the content.
    pub key: String,
    /// The weight in the score, 0 to 10. With weight 0 only `mandatory` has an effect.
    pub weight: u8,
    /// How two answers are compared.
    pub comparison: Comparison,
    /// For whom it is mandatory.
    pub mandatory: Mandatory,
    /// Whether it is compared between the members of a group, too. Where it is mandatory for mentees, members without a common
    /// option clash. Only for answers with options.
    pub exclusive: bool,
}

/// An answer to the question of a criterion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Chosen options, as indexes into the options of the question, in any order. No option means unanswered.
    Options(Vec<u16>),
    /// A number.
    Number(i64),
    /// All items, first the most important one, as indexes into the options of the question.
    Order(Vec<u16>),
}

/// Whether a person was vetted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Vetting {
    /// The programme does not ask for it.
    #[default]
    NotNeeded,
    /// Needed and missing.
    Missing,
    /// Valid up to and including this day, counted as in [`Settings::today`].
    Until(i32),
}

/// Whether a guardian agreed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GuardianConsent {
    /// The person is of age, or the programme does not ask for it.
    #[default]
    NotNeeded,
    /// Needed and missing.
    Missing,
    /// Given.
    Given,
}

/// What mentees, mentors and members of groups have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The stable id.
    pub id: PersonId,
    /// The age in years, where it is known. Rules about ages refuse an unknown age.
    pub age: Option<u8>,
    /// The vetting.
    pub vetting: Vetting,
    /// The consent of a guardian.
    pub guardian_consent: GuardianConsent,
    /// One entry per criterion of the instance; `None` is unanswered.
    pub answers: Vec<Option<Answer>>,
}

/// A mentee in the pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mentee {
    /// Id, age, answers.
    pub person: Person,
    /// The index of the criterion that counts twice for this mentee.
    pub top_criterion: Option<usize>,
    /// Rounds in the pool without a match; gives the waiting bonus.
    pub rounds_waited: u16,
    /// Days in the pool; decides between equal solutions.
    pub days_waited: u16,
}

/// A range of ages in years, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgeBand {
    /// The lowest age.
    pub from: u8,
    /// The highest age.
    pub to: u8,
}

/// Whether a mentor takes mentees one by one, or fills a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MentorKind {
    /// Each place is a mentorship of its own (wire: `1to1`).
    OneToOne,
    /// The places belong to one group (wire: `1toM`). Who joins must be compatible with all members.
    Group {
        /// Who is in the group already.
        members: Vec<Person>,
    },
}

/// A mentor in the pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mentor {
    /// Id, age, answers.
    pub person: Person,
    /// Places that are free now.
    pub places: u16,
    /// One by one, or a group.
    pub kind: MentorKind,
    /// Ages of mentees that this mentor may take.
    pub mentee_ages: Option<AgeBand>,
}

/// Why two people must not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Separation {
    /// Relatives, same school, same employer.
    Conflict,
    /// One blocked or reported the other.
    Block,
    /// An earlier proposal (see [`crate::may_repeat`]). Only between a mentee and a mentor.
    History,
}

/// Two people who must not meet, in either order: as mentee and mentor, or as members of one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeparatedPair {
    /// One of them.
    pub one: PersonId,
    /// The other.
    pub other: PersonId,
    /// Why.
    pub because: Separation,
}

/// Settings of a programme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The day of the run, counted from any fixed day; vetting is compared with it.
    pub today: i32,
    /// The most proposals of a mentee (k), 1 to [`crate::MAX_PROPOSALS`].
    pub proposals_per_mentee: u8,
    /// Proposals per free place, in percent, rounded up per mentor; at least 100.
    pub proposals_per_place: u16,
    /// Rounds after which the waiting bonus is larger than any difference of scores; 0 turns the bonus off.
    pub waiting_rounds: u8,
    /// How many mentors the list of a mentee holds before the assignment.
    pub list_length: u16,
    /// The largest difference in years between two members of a group.
    pub group_age_span: Option<u8>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            today: 0,
            proposals_per_mentee: 3,
            proposals_per_place: 150,
            waiting_rounds: 3,
            list_length: 50,
            group_age_span: None,
        }
    }
}

/// All that a run depends on. The order of people and pairs has no effect on the outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instance {
    /// The criteria of the programme.
    pub criteria: Vec<Criterion>,
    /// Mentees in the pool.
    pub mentees: Vec<Mentee>,
    /// Mentors in the pool.
    pub mentors: Vec<Mentor>,
    /// Pairs that must not meet.
    pub separated: Vec<SeparatedPair>,
    /// The programme's settings.
    pub settings: Settings,
}
