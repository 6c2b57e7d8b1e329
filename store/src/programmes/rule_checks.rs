//! What must hold for the rules of a programme, in content files and in the console alike.

use std::fmt;
use std::ops::RangeInclusive;

use matching::MAX_PROPOSALS;

use super::appearance;
use super::matching_rules::Rules;
use super::vetting_kinds::{self, MAX_KINDS, MAX_MONTHS};
use super::{Holiday, MAX_CONTACT_WEEKS, MAX_RETENTION_MONTHS, Settings};
use crate::programmes::detection_rules::Reaction;

/// Longer holidays are a mistake in a year.
const LONGEST_HOLIDAYS: i64 = 100;
/// The characters of a code of an institution.
const CODE_LENGTH: RangeInclusive<usize> = 4..=64;
/// Sessions or surveys that staff name in a rule.
pub(crate) const MAX_LIST: usize = 60;
/// The days until a session is due.
pub(crate) const DUE_DAYS: RangeInclusive<u16> = 1..=730;
/// The least age of mentors, in years.
const MENTOR_AGES: RangeInclusive<u8> = 16..=99;

/// A step from a rule to a value in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The value of a key.
    Key(&'static str),
    /// An item of a list.
    Item(usize),
}

/// A value that cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where it stands, from the settings.
    pub path: Vec<Step>,
    /// What is wrong with it.
    pub flaw: Flaw,
}

/// What is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// The rhythm of contact is too fast or too slow.
    #[error("the weeks between contacts are 1 to {MAX_CONTACT_WEEKS}")]
    ContactWeeks,
    /// People would be warned of abuse.
    #[error("abuse is off or tell: a warning would teach how to write it unnoticed")]
    WarnsOfAbuse,
    /// The hours of the team have no length.
    #[error("the hours end before they begin")]
    NoHours,
    /// The team answers on no day.
    #[error("there is no day on which the team answers")]
    NoDay,
    /// Holidays end before they begin.
    #[error("the holidays end before they begin")]
    HolidaysEndFirst,
    /// Holidays are too long.
    #[error("the holidays last longer than {LONGEST_HOLIDAYS} days")]
    LongHolidays,
    /// A dated blackout has no length.
    #[error("the blackout ends before it begins")]
    BlackoutEndsFirst,
    /// An institution has no name.
    #[error("the institution has no name")]
    NoName,
    /// A code is too short, or begins or ends with a space.
    #[error("{0:?}: a code has at least four characters")]
    ShortCode(String),
    /// A code is too long.
    #[error("a code has at most {} characters", CODE_LENGTH.end())]
    LongCode,
    /// A code is that of another institution as well.
    #[error("a code is there twice")]
    CodeTwice,
    /// One of the codes is that of another programme.
    #[error("one of the codes cannot be used")]
    CodeUnavailable,
    /// There are too many institutions or codes.
    #[error("there are too many institutions or codes")]
    TooManyCodes,
    /// A text is no domain.
    #[error("{0:?} is not a domain such as school.example")]
    NoDomain(String),
    /// A mentee would get too few or too many proposals.
    #[error("a mentee gets 1 to {MAX_PROPOSALS} proposals")]
    Proposals,
    /// There would be too few or too many proposals for each place.
    #[error("proposals per place are 100 to 1000 percent")]
    ProposalsPerPlace,
    /// A side would have no time to think.
    #[error("each side needs an hour or more")]
    NoExpiry,
    /// A mentor would have no places, or too many.
    #[error("a mentor has 1 to 20 places")]
    Places,
    /// The sizes of groups do not fit each other.
    #[error("a group has 2 to 20 mentees, and its minimum is not larger than its size")]
    GroupSize,
    /// Staff would decide on a group before it may begin.
    #[error("a group begins no later than staff decide: starts_after_days is at most waits_at_most_days")]
    GroupDays,
    /// Mentors would be children, or there could be none.
    #[error("the minimum age of mentors is {} to {}", MENTOR_AGES.start(), MENTOR_AGES.end())]
    MentorAge,
    /// There is no such session, or it is for another place.
    #[error("there is no such session")]
    NoSession,
    /// There is no such survey.
    #[error("there is no such survey")]
    NoSurvey,
    /// A session or a survey is there twice.
    #[error("it is there twice")]
    Twice,
    /// A survey has no roles.
    #[error("the survey has no roles")]
    NoRoles,
    /// A list is longer than pages show.
    #[error("there are more than {MAX_LIST}")]
    TooMany,
    /// A deadline is too far away.
    #[error("a session is due after 1 to {} days", DUE_DAYS.end())]
    DueDays,
    /// A session is due before the one that it follows.
    #[error("a session is due before the one that it follows")]
    DueOrder,
    /// Something waits for a survey that is not offered any more.
    #[error("another survey, an area or the matching waits for it")]
    Awaited,
    /// A range of ages is empty.
    #[error("the youngest age is above the oldest")]
    Ages,
    /// A kind of vetting has no key that content files can name.
    #[error("the key of a kind of vetting has small letters, digits and hyphens, 40 at most")]
    KindKey,
    /// A kind of vetting has no name, or one that is too long.
    #[error("a kind of vetting has a label of 1 to 60 characters in English and in each language that it names")]
    KindLabel,
    /// A kind of vetting is valid for no time, or too long.
    #[error("a kind of vetting is valid for 1 to {MAX_MONTHS} months, or without an end")]
    KindMonths,
    /// A kind of vetting that is recorded only has a day from which it binds.
    #[error("only a kind that is required has a day from which it binds")]
    KindBinds,
    /// A kind of vetting would close contact that runs as soon as it is saved.
    #[error("a new requirement closes no contact at once: leave the day open, or name a later one")]
    KindBindsAtOnce,
    /// There are too many kinds of vetting.
    #[error("a programme has at most {MAX_KINDS} kinds of vetting")]
    TooManyKinds,
    /// People who left would be erased at once, or kept longer than a rule is for.
    #[error("people who left are erased after 1 to {MAX_RETENTION_MONTHS} months")]
    RetentionMonths,
    /// A text is no colour.
    #[error("a colour is written like #1f5d4a")]
    NoColor,
    /// A colour is too light.
    #[error("the colour is too light: white texts on it, and texts in it, could not be read")]
    LightColor,
    /// There is no such logo.
    #[error("there is no such logo")]
    NoLogo,
}

impl Flaw {
    /// Its name for pages.
    pub fn name(&self) -> &'static str {
        match self {
            Self::ContactWeeks => "contact_weeks",
            Self::WarnsOfAbuse => "warns_of_abuse",
            Self::NoHours => "no_hours",
            Self::NoDay => "no_day",
            Self::HolidaysEndFirst => "holidays_end_first",
            Self::LongHolidays => "long_holidays",
            Self::BlackoutEndsFirst => "blackout_ends_first",
            Self::NoName => "no_name",
            Self::ShortCode(_) => "short_code",
            Self::LongCode => "long_code",
            Self::CodeTwice => "code_twice",
            Self::CodeUnavailable => "code_unavailable",
            Self::TooManyCodes => "too_many_codes",
            Self::NoDomain(_) => "no_domain",
            Self::Proposals => "proposals",
            Self::ProposalsPerPlace => "proposals_per_place",
            Self::NoExpiry => "no_expiry",
            Self::Places => "places",
            Self::GroupSize => "group_size",
            Self::GroupDays => "group_days",
            Self::MentorAge => "mentor_age",
            Self::NoSession => "no_session",
            Self::NoSurvey => "no_survey",
            Self::Twice => "twice",
            Self::NoRoles => "no_roles",
            Self::TooMany => "list_length",
            Self::DueDays => "due_days",
            Self::DueOrder => "due_order",
            Self::Awaited => "awaited",
            Self::Ages => "ages",
            Self::KindKey => "kind_key",
            Self::KindLabel => "kind_label",
            Self::KindMonths => "kind_months",
            Self::KindBinds => "kind_binds",
            Self::KindBindsAtOnce => "kind_binds_at_once",
            Self::TooManyKinds => "too_many_kinds",
            Self::RetentionMonths => "retention_months",
            Self::NoColor => "no_color",
            Self::LightColor => "light_color",
            Self::NoLogo => "no_logo",
        }
    }
}

impl fmt::Display for Mistake {
    /// The path as in content files, such as `team.away.0`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.path.iter().enumerate() {
            let dot = if index == 0 { "" } else { "." };
            match step {
                Step::Key(key) => write!(out, "{dot}{key}")?,
                Step::Item(item) => write!(out, "{dot}{item}")?,
            }
        }
        Ok(())
    }
}

/// Returns what cannot hold. What refers to other content, such as surveys, is checked with the content.
pub fn check(settings: &Settings) -> Vec<Mistake> {
    let mut mistakes = Mistakes(Vec::new());
    check_matching(&mut mistakes, &settings.matching);
    for (rules, list, holidays) in
        [("streak", "holidays", &settings.streak.holidays), ("team", "away", &settings.team.away)]
    {
        for (index, holiday) in holidays.iter().enumerate() {
            let at = [Step::Key(rules), Step::Key(list), Step::Item(index)];
            mistakes.add_if(ends_first(holiday), &at, Flaw::HolidaysEndFirst);
            mistakes.add_if(days(holiday) > LONGEST_HOLIDAYS, &at, Flaw::LongHolidays);
        }
    }
    mistakes.add_if(settings.team.from >= settings.team.until, &[Step::Key("team"), Step::Key("until")], Flaw::NoHours);
    mistakes.add_if(settings.team.days.is_empty(), &[Step::Key("team"), Step::Key("days")], Flaw::NoDay);
    for (index, period) in settings.blackout.dated.iter().enumerate() {
        let at = [Step::Key("blackout"), Step::Key("dated"), Step::Item(index)];
        mistakes.add_if(period.to <= period.from, &at, Flaw::BlackoutEndsFirst);
    }
    let is_rhythm = (1..=MAX_CONTACT_WEEKS).contains(&settings.contact.every_weeks);
    mistakes.add_if(!is_rhythm, &[Step::Key("contact"), Step::Key("every_weeks")], Flaw::ContactWeeks);
    let warns_of_abuse = settings.detection.abuse == Reaction::Warn;
    mistakes.add_if(warns_of_abuse, &[Step::Key("detection"), Step::Key("abuse")], Flaw::WarnsOfAbuse);
    let keeps_long_enough =
        settings.retention.people_months.is_none_or(|months| (1..=MAX_RETENTION_MONTHS).contains(&months));
    let people_months = [Step::Key("retention"), Step::Key("people_months")];
    mistakes.add_if(!keeps_long_enough, &people_months, Flaw::RetentionMonths);
    if let Some(color) = &settings.appearance.color {
        let (path, parts) = ([Step::Key("appearance"), Step::Key("color")], appearance::parse(color));
        mistakes.add_if(parts.is_none(), &path, Flaw::NoColor);
        mistakes.add_if(parts.is_some_and(|parts| !appearance::is_readable(parts)), &path, Flaw::LightColor);
    }
    check_sign_up(&mut mistakes, settings);
    mistakes.0
}

/// Returns where the codes of institutions stand, and each in the spelling in which codes are compared.
pub fn codes(settings: &Settings) -> impl Iterator<Item = (Vec<Step>, String)> {
    settings.sign_up.institutions.iter().enumerate().flat_map(|(number, institution)| {
        let path = move |index| {
            let of_institution = [Step::Key("sign_up"), Step::Key("institutions"), Step::Item(number)];
            [&of_institution[..], &[Step::Key("codes"), Step::Item(index)]].concat()
        };
        institution.codes.iter().enumerate().map(move |(index, code)| (path(index), code.to_lowercase()))
    })
}

struct Mistakes(Vec<Mistake>);

impl Mistakes {
    fn add_if(&mut self, is_wrong: bool, path: &[Step], flaw: Flaw) {
        if is_wrong {
            self.0.push(Mistake { path: path.to_vec(), flaw });
        }
    }
}

fn check_sign_up(mistakes: &mut Mistakes, settings: &Settings) {
    let domains = &settings.sign_up.email_domains;
    for (role, domains) in [("mentees", &domains.mentees), ("mentors", &domains.mentors)] {
        for (index, domain) in domains.iter().enumerate() {
            let path = [Step::Key("sign_up"), Step::Key("email_domains"), Step::Key(role), Step::Item(index)];
            mistakes.add_if(!is_domain(domain), &path, Flaw::NoDomain(domain.clone()));
        }
    }
    for (index, institution) in settings.sign_up.institutions.iter().enumerate() {
        let path = [Step::Key("sign_up"), Step::Key("institutions"), Step::Item(index)];
        mistakes.add_if(institution.name.trim().is_empty(), &path, Flaw::NoName);
        for (index, code) in institution.codes.iter().enumerate() {
            let path = [&path[..], &[Step::Key("codes"), Step::Item(index)]].concat();
            let length = code.chars().count();
            let is_short = code.trim() != code || length < *CODE_LENGTH.start();
            mistakes.add_if(is_short, &path, Flaw::ShortCode(code.clone()));
            mistakes.add_if(length > *CODE_LENGTH.end(), &path, Flaw::LongCode);
        }
    }
}

fn check_matching(mistakes: &mut Mistakes, rules: &Rules) {
    let groups = rules.groups;
    let mut check = |key, is_right: bool, flaw| {
        mistakes.add_if(!is_right, &[Step::Key("matching"), Step::Key(key)], flaw);
    };
    check("proposals", (1..=MAX_PROPOSALS).contains(&rules.proposals), Flaw::Proposals);
    check("proposals_per_place", (100..=1000).contains(&rules.proposals_per_place), Flaw::ProposalsPerPlace);
    check("expiry_hours", rules.expiry_hours.mentee > 0 && rules.expiry_hours.mentor > 0, Flaw::NoExpiry);
    check("mentors", (1..=20).contains(&rules.mentors.places), Flaw::Places);
    let is_group = groups.minimum >= 1 && groups.minimum <= groups.size && (2..=20).contains(&groups.size);
    check("groups", is_group, Flaw::GroupSize);
    check("mentor_minimum_age", MENTOR_AGES.contains(&rules.mentor_minimum_age), Flaw::MentorAge);
    check("vetting_kinds", rules.vetting_kinds.len() <= MAX_KINDS, Flaw::TooManyKinds);
    check("mentee_ages", rules.mentee_ages.is_none_or(|ages| ages.from <= ages.to), Flaw::Ages);
    let waits_at_most = [Step::Key("matching"), Step::Key("groups"), Step::Key("waits_at_most_days")];
    for (path, flaw) in vetting_kinds::flaws(&rules.vetting_kinds) {
        mistakes.add_if(true, &[&[Step::Key("matching"), Step::Key("vetting_kinds")], &path[..]].concat(), flaw);
    }
    mistakes.add_if(groups.starts_after_days > groups.waits_at_most_days, &waits_at_most, Flaw::GroupDays);
}

fn days(holiday: &Holiday) -> i64 {
    (holiday.until - holiday.from).num_days()
}

fn ends_first(holiday: &Holiday) -> bool {
    holiday.until < holiday.from
}

fn is_domain(text: &str) -> bool {
    text.contains('.')
        && text.split('.').all(|part| !part.is_empty())
        && text.chars().all(|c| c.is_alphanumeric() || c == '.' || c == '-')
}
