//! Performs the acts about surveys that staff ask people to take.

use std::io::Cursor;

use store::answer_exports::{self, Table, results};
use store::content;
use store::people::Role;
use store::sheet::TableFormat;
use store::staff::Actor;
use store::staff::audit::Act;
use store::surveys::windows::{self, NewWindow, When};
use store::{ProgrammeId, SurveyWindowId};
use test_kit::operator;

use super::world::World;

/// Prepares an act as the command line, and performs it as `actor`. Returns the programme that it is about.
pub(super) async fn of_programme(world: &World, act: Act, actor: &Actor) -> ProgrammeId {
    let (store, by) = (&*world.app.store, &operator());
    let id: SurveyWindowId = store.clock.id();
    let programme = world.programme.id;
    let today = store.clock.now().date_naive();
    let last = today + chrono::Days::new(7);
    let new = NewWindow {
        programme,
        survey: "about".to_owned(),
        roles: [Role::Mentee].into(),
        cohort: None,
        when: When::Dates { opens_on: today, closes_on: last },
        remind_after: vec![3],
    };
    if matches!(act, Act::ChangeSurveyWindow | Act::StopSurveyWindow | Act::RemindSurveyWindow) {
        windows::open(store, by, id, &new).await.unwrap().unwrap();
    }
    match act {
        Act::OpenSurveyWindow => drop(windows::open(store, actor, id, &new).await),
        Act::ChangeSurveyWindow => {
            drop(windows::extend(store, actor, id, last + chrono::Days::new(1), 1).await);
        }
        Act::StopSurveyWindow => drop(windows::stop(store, actor, id, 1).await),
        Act::RemindSurveyWindow => drop(windows::remind(store, actor, id).await),
        Act::ExportAnswers => {
            let catalogue = content::catalogue(store).await.unwrap();
            let table = Table::of_survey(&catalogue, "about").unwrap();
            let (out, format) = (Cursor::new(Vec::new()), TableFormat::Csv);
            drop(answer_exports::export(store, actor, &table, Some("lakeside"), format, Some("report"), out).await);
        }
        _ => drop(results::written(store, actor, programme, ("about", "field"), "", 0).await),
    }
    // The next one asks the same people.
    for revision in 1..=2 {
        drop(windows::stop(store, by, id, revision).await);
    }
    programme
}
