//! A programme with a year behind it, acted out week by week: people come, are matched by hand, write, meet, do sessions, fall silent,
//! and end.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use chrono::{DateTime, Days, TimeDelta, Utc};
use serde::Deserialize;
use store::administration::{self, MenteesAfter};
use store::clock::Clock;
use store::mentorship::logged_meetings::{self, MeetingKind, NewMeeting};
use store::mentorship::{self, EndReason, Ending, NewMentorship, contact};
use store::messages::{self, Imported};
use store::people::{self, NewPerson, Role};
use store::person_facts::Change;
use store::staff::StaffRole;
use store::{MentorshipId, PersonId, Store, flags, team};

use super::cohort::Cohort;
use super::mentorships::act;
use super::newcomers::{Newcomers, invented};
use super::world::{Deed, Programme};
use super::{JOB, file};
use crate::config::Config;

/// The flag that is set after the last step of the import. A repeated import adds who is missing; pairs that an interrupted one has begun
/// stay as they are, and have not written.
const IMPORTED_FLAG: &str = "demo_year_made";

const WEEKS: usize = 52;
const WEEK: Duration = Duration::from_secs(7 * 24 * 3600);

const MENTEES: usize = 300;
const MENTORS: usize = 100;

/// Mentees of a mentor at once.
const PLACES: usize = 2;

/// Those who come in the last weeks wait for the next round.
const LAST_WEEK_OF_PAIRS: usize = 46;

/// `year.yaml`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Year {
    key: String,
    name: String,
    staff: BTreeMap<String, Vec<StaffRole>>,
    first_names: Vec<String>,
    last_names: Vec<String>,
    talk: Vec<[String; 2]>,
    bios: Vec<String>,
}

/// A pair of the year.
struct Pair {
    number: usize,
    id: MentorshipId,
    mentor: PersonId,
    mentee: PersonId,
    began: usize,
    has_ended: bool,
}

impl Pair {
    /// The week in which it ends: one of five does.
    fn end(&self) -> Option<usize> {
        (self.number % 5 == 2).then(|| self.began + 10 + self.number % 20)
    }

    /// Whether a side still writes in a week. One of seven falls silent, and the mentee of one of eleven.
    fn writes(&self, role: Role, week: usize) -> bool {
        let is_late = week > self.began + 8;
        !(is_late && (self.number % 7 == 3 || (self.number % 11 == 5 && role == Role::Mentee)))
    }
}

/// Imports the year unless it is there.
pub(super) async fn import(config: &Config, store: &Arc<Store>) -> Result<()> {
    if flags::is_on(store, IMPORTED_FLAG).await? {
        return Ok(());
    }
    let year: Year = file("year.yaml")?;
    let cohort: Cohort = file("cohort.yaml")?;
    let programme = Programme { key: year.key.clone(), name: year.name.clone(), ..cohort.programme };
    let start = Clock::system().now() - WEEK * u32::try_from(WEEKS)?;
    let past = config.open_served_store(Clock::manual(start)).await?;
    let newcomers = Newcomers::of(&past, programme.put(&past).await?).await?;
    let mut course = Course::of(&year, newcomers, start)?;
    for week in 0..WEEKS {
        course.play(week).await.with_context(|| format!("week {week}"))?;
        past.clock.advance(WEEK);
    }
    course.finish().await?;
    flags::set(store, &JOB, IMPORTED_FLAG, true).await?;
    Ok(())
}

/// The year while it passes.
struct Course<'c> {
    year: &'c Year,
    newcomers: Newcomers<'c>,
    start: DateTime<Utc>,
    /// Who comes in which week.
    arrivals: VecDeque<(usize, Role, usize)>,
    /// How many mentees each mentor has.
    mentors: BTreeMap<PersonId, usize>,
    waiting: VecDeque<PersonId>,
    pairs: Vec<Pair>,
    deeds: Vec<Deed>,
}

impl<'c> Course<'c> {
    fn of(year: &'c Year, newcomers: Newcomers<'c>, start: DateTime<Utc>) -> Result<Self> {
        // Most come in the first weeks.
        let week_of = |index: usize, count: usize| WEEKS * index * index / (count * count);
        let mut arrivals: Vec<_> = [(Role::Mentee, MENTEES), (Role::Mentor, MENTORS)]
            .into_iter()
            .flat_map(|(role, count)| (0..count).map(move |index| (week_of(index, count), role, index)))
            .collect();
        arrivals.sort_by_key(|(week, ..)| *week);
        let deeds = file("mentorships/pair.yaml")?;
        let (mentors, waiting) = (BTreeMap::new(), VecDeque::new());
        Ok(Self { year, newcomers, start, arrivals: arrivals.into(), mentors, waiting, pairs: Vec::new(), deeds })
    }

    fn store(&self) -> &'c Store {
        self.newcomers.store
    }

    async fn play(&mut self, week: usize) -> Result<()> {
        if week == 0 {
            self.newcomers.grant_roles(&self.year.staff).await?;
        }
        while let Some((_, role, index)) = self.arrivals.pop_front_if(|(arrives, ..)| *arrives <= week) {
            if let Some(person) = self.arrive(role, index).await? {
                match role {
                    Role::Mentor => drop(self.mentors.insert(person, 0)),
                    _ => self.waiting.push_back(person),
                }
            }
        }
        if week <= LAST_WEEK_OF_PAIRS {
            self.pair(week).await?;
        }
        for index in 0..self.pairs.len() {
            self.go_on(index, week).await?;
        }
        Ok(())
    }

    /// Adds a person. None for one whom an interrupted import has matched.
    async fn arrive(&self, role: Role, index: usize) -> Result<Option<PersonId>> {
        let store = self.store();
        let (first_names, last_names) = (&self.year.first_names, &self.year.last_names);
        // The lists have lengths without a common factor: as many names as their product.
        let place = if role == Role::Mentor { MENTEES + index } else { index };
        let email = format!("{}{index}@lakeside.example.org", role.title().to_lowercase());
        if let Some(known) = people::by_email(store, &email).await?
            && !(mentorship::of_person(store, known.id).await?.is_empty()
                && mentorship::left_by(store, known.id).await?.is_empty())
        {
            return Ok(None);
        }
        let new = NewPerson {
            email,
            first_name: first_names[place % first_names.len()].clone(),
            last_name: last_names[place % last_names.len()].clone(),
            role,
            programme_id: Some(self.newcomers.programme),
            language: ["en", "de", "ar"][index % 3].to_owned(),
            bio: self.year.bios[index % self.year.bios.len()].clone(),
            password_hash: None,
        };
        let facts = match role {
            // A year: that of the first ones ends this month.
            Role::Mentor => Change {
                vetted_until: Some(store.clock.now().date_naive().checked_add_days(Days::new(372))),
                ..Change::default()
            },
            _ => Change { guardian_consent: Some(true), ..Change::default() },
        };
        Ok(Some(self.newcomers.add(new, &invented(index, role), facts).await?))
    }

    /// Gives each free place to the mentee who has waited longest.
    async fn pair(&mut self, week: usize) -> Result<()> {
        for (mentor, mentees) in &mut self.mentors {
            while *mentees < PLACES {
                let Some(mentee) = self.waiting.pop_front() else { return Ok(()) };
                let new = NewMentorship { mentor: *mentor, mentees: vec![mentee], group: None };
                let id = administration::create_mentorship(self.newcomers.store, &JOB, &new).await?;
                let id = id.map_err(|refusal| anyhow!("{refusal:?}"))?;
                *mentees += 1;
                let number = self.pairs.len();
                self.pairs.push(Pair { number, id, mentor: *mentor, mentee, began: week, has_ended: false });
            }
        }
        Ok(())
    }

    /// What a pair does in a week.
    async fn go_on(&mut self, index: usize, week: usize) -> Result<()> {
        let (store, pair) = (self.store(), &self.pairs[index]);
        if pair.has_ended {
            return Ok(());
        }
        let weeks = week - pair.began;
        let sessions = match weeks {
            3 if pair.number % 3 != 1 => "getting-to-know-each-other",
            6 if pair.number.is_multiple_of(6) => "our-agreement",
            _ => "",
        };
        for deed in self.deeds.iter().filter(|deed| deed.session == sessions) {
            act(store, pair.id, if deed.by == "maya" { pair.mentor } else { pair.mentee }, deed).await?;
        }
        if pair.number.is_multiple_of(4) && weeks % 4 == 2 {
            let met_on = store.clock.now().date_naive();
            let meeting = NewMeeting { met_on, kind: MeetingKind::InPerson, minutes: Some(45) };
            logged_meetings::log(store, &JOB, pair.id, meeting).await??;
        }
        if pair.end() == Some(week) {
            self.write(index, week).await?;
            self.end(index).await?;
        }
        Ok(())
    }

    /// Adds what the pair has written before a week.
    async fn write(&self, index: usize, until: usize) -> Result<()> {
        let (store, pair) = (self.store(), &self.pairs[index]);
        let known = mentorship::by_id(store, pair.id).await?.context("a pair of the year")?;
        let mut lines = Vec::new();
        for week in pair.began..until {
            let at = self.start + WEEK * u32::try_from(week)? + TimeDelta::hours(i64::try_from(pair.number % 100)?);
            let talk = &self.year.talk[(week + pair.number) % self.year.talk.len()];
            let sides = [(Role::Mentor, pair.mentor), (Role::Mentee, pair.mentee)];
            for (((role, sender), body), hours) in sides.into_iter().zip(talk).zip([0, 3]) {
                if pair.writes(role, week) {
                    let created_at = at + TimeDelta::hours(hours);
                    lines.push(Imported { sender, body: body.clone(), created_at });
                }
            }
        }
        messages::import(store, known.channel_id, &lines).await?;
        Ok(())
    }

    async fn end(&mut self, index: usize) -> Result<()> {
        const REASONS: [EndReason; 5] = [
            EndReason::Completed,
            EndReason::MovedAway,
            EndReason::NoTime,
            EndReason::DidNotFit,
            EndReason::LostContact,
        ];
        let pair = &mut self.pairs[index];
        let place = pair.number / 5;
        let ending = Ending { reason: REASONS[place % REASONS.len()], note: "", does_mentor_stop: place % 4 == 3 };
        let waits = place % 2 == 1;
        let after = if waits { MenteesAfter::WaitAgain } else { MenteesAfter::StayOut };
        administration::end_mentorship(self.newcomers.store, &JOB, pair.id, ending, after).await??;
        pair.has_ended = true;
        if waits {
            self.waiting.push_back(pair.mentee);
        }
        match ending.does_mentor_stop {
            true => drop(self.mentors.remove(&pair.mentor)),
            false => drop(self.mentors.entry(pair.mentor).and_modify(|mentees| *mentees -= 1)),
        }
        Ok(())
    }

    /// What is open today: what the pairs wrote until now, and three questions to the team.
    async fn finish(&self) -> Result<()> {
        let store = self.store();
        for pair in self.pairs.iter().filter(|pair| !pair.has_ended) {
            self.write(pair.number, WEEKS).await?;
        }
        contact::update(store).await?;
        let body = "When does the next meeting of all take place?";
        for pair in self.pairs.iter().filter(|pair| !pair.has_ended).take(3) {
            let channel = team::open(store, pair.mentee).await?.context("no conversation with the team")?;
            let question = Imported { sender: pair.mentee, body: body.to_owned(), created_at: store.clock.now() };
            messages::import(store, channel, &[question]).await?;
        }
        Ok(())
    }
}
