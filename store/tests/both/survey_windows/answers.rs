//! What staff learn of the answers.

use std::time::Duration;

use store::answer_exports::results::{self, ByRole};
use store::content;
use store::listing::ListRequest;
use store::people::Role;
use store::programmes::Programme;
use store::staff::Scope;
use store::surveys::Mode;
use test_kit::{both, operator};

use super::{DAY, answer, import, is_offered, named_programme, programme};
use crate::TestApp;
use crate::matching::add;

async fn results_of(app: &TestApp, programme: &Programme) -> results::Results {
    let catalogue = content::catalogue(&app.store).await.unwrap();
    let versions: Vec<_> = catalogue.surveys.versions("mood").map(AsRef::as_ref).collect();
    results::of_survey(&app.store, programme, &versions).await.unwrap()
}

both!(results_count_submitted_answers_of_the_programme, async |app| {
    let lakeside = programme(&app).await;
    let elsewhere = named_programme(&app, "hill").await;
    let nina = add(&app, lakeside.id, "nina", Role::Mentor).await;
    let leo = add(&app, lakeside.id, "leo", Role::Mentee).await;
    let ada = add(&app, lakeside.id, "ada", Role::Mentee).await;
    let ella = add(&app, elsewhere.id, "ella", Role::Mentee).await;
    answer(&app, nina, 3, "Für Übungen war keine Zeit", Mode::Submit).await;
    app.store.clock.advance(DAY);
    answer(&app, leo, 1, "Mehr Zeit", Mode::Submit).await;
    answer(&app, ada, 2, "Draft", Mode::Draft(None)).await;
    answer(&app, ella, 2, "Elsewhere", Mode::Submit).await;
    let found = results_of(&app, &lakeside).await;
    let (mentors, mentees) = (1, 1);
    assert_eq!(found.sent, ByRole { mentors, mentees });
    let how = &found.questions["how"];
    assert_eq!((how.answered, how.sums), (ByRole { mentors, mentees }, (3.0, 1.0)));
    assert_eq!(how.values["3"], ByRole { mentors: 1, mentees: 0 });
    assert_eq!(found.questions["what"].values["a"], ByRole { mentors, mentees });
    assert_eq!(found.questions["why"].answered, ByRole { mentors, mentees });
    assert!(found.questions["why"].values.is_empty(), "words are not counted");

    let read = async |search: &str| {
        let page = results::written(&app.store, &operator(), lakeside.id, ("mood", "why"), search, 0).await.unwrap();
        (page.rows.iter().map(results::WrittenAnswer::text).collect::<Vec<_>>(), page.total)
    };
    assert_eq!(read("").await, (vec!["Mehr Zeit".to_owned(), "Für Übungen war keine Zeit".to_owned()], 2));
    assert_eq!(read("uebungen zeit").await.0.len() + read("übungen ZEIT").await.0.len(), 1, "as people write");
    assert_eq!(read("Elsewhere").await, (Vec::new(), 2));
});

both!(answers_count_in_the_form_in_which_they_were_asked, async |app| {
    let lakeside = programme(&app).await;
    let nina = add(&app, lakeside.id, "nina", Role::Mentor).await;
    let leo = add(&app, lakeside.id, "leo", Role::Mentee).await;
    answer(&app, nina, 3, "", Mode::Submit).await;
    import(&app, "Scale", &["b", "c"]).await;
    let found = results_of(&app, &lakeside).await;
    assert_eq!(found.questions["how"].values["3"], ByRole { mentors: 1, mentees: 0 });
    assert_eq!(found.questions["what"].values["a"], ByRole { mentors: 1, mentees: 0 }, "an option of before");
    import(&app, "Text", &["b", "c"]).await;
    let found = results_of(&app, &lakeside).await;
    assert_eq!(found.questions.get("how"), None, "a number is no text");
    assert_eq!(found.sent, ByRole { mentors: 1, mentees: 0 });
    assert!(!is_offered(&app, leo).await);
});

both!(texts_come_in_pages_that_name_no_one, async |app| {
    let lakeside = programme(&app).await;
    for number in 0..53 {
        let person = add(&app, lakeside.id, &format!("mentee{number}"), Role::Mentee).await;
        answer(&app, person, 1, &format!("Text {number}"), Mode::Submit).await;
        app.store.clock.advance(Duration::from_secs(60));
    }
    let read = async |skip| {
        results::written(&app.store, &operator(), lakeside.id, ("mood", "why"), "text", skip).await.unwrap()
    };
    let first = read(0).await;
    assert_eq!((first.rows.len(), first.has_more, first.total), (50, true, 53));
    assert_eq!(first.rows[0].text(), "Text 52");
    let rest = read(50).await;
    let texts: Vec<_> = rest.rows.iter().map(results::WrittenAnswer::text).collect();
    assert_eq!((texts, rest.has_more), (["Text 2", "Text 1", "Text 0"].map(str::to_owned).to_vec(), false));
    let acts = store::audit::page(&app.store, &Scope::Installation, None, &ListRequest::default()).await.unwrap().rows;
    assert_eq!(acts.iter().filter(|act| act.action == "read_survey_texts").count(), 2, "each page");
});
