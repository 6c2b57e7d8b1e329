//! Imports of bundles and rules that staff changed.

use store::administration::{self, rule_history};
use store::content::{self, Bundle, MergedRule, Origin, Programme as InBundle};
use store::experiences::Access;
use store::people::Role;
use store::programmes::rules::{Fate, Rule, RuleKey};
use store::programmes::{self, ContactRules, Settings, SignUp};
use store::staff::Scope;
use test_kit::{both, operator};

use super::{institutions, set, settings, weeks};
use crate::test_store::TestStore;

/// The programme of a bundle, with a rhythm of contact.
fn bundled(every_weeks: u8) -> InBundle {
    let sign_up = SignUp { is_open: true, ..SignUp::default() };
    let settings = Settings { contact: ContactRules { every_weeks }, sign_up, ..Settings::default() };
    InBundle { key: "hill".to_owned(), name: "Hill".to_owned(), time_zone: "UTC".to_owned(), settings }
}

async fn import(app: &TestStore, programmes: Vec<InBundle>) -> Vec<MergedRule> {
    let bundle = Bundle { programmes: Some(programmes), ..Bundle::default() };
    let preview = content::preview(&app.store, &bundle).await.unwrap();
    let imported = administration::import_content(&app.store, &operator(), &bundle, Origin::Operator).await.unwrap();
    assert_eq!(preview, imported);
    imported.rules
}

fn merged(rule: RuleKey, fate: Fate) -> MergedRule {
    MergedRule { programme: "hill".to_owned(), rule, fate }
}

both!(import_keeps_a_rule_unless_the_bundle_changed_it, async |app| {
    assert_eq!(import(&app, vec![bundled(2)]).await, []);
    let id = programmes::all(&app.store).await.unwrap()[0].id;
    set(&app, &operator(), id, weeks(5)).await.unwrap();
    assert_eq!(import(&app, vec![bundled(2)]).await, [merged(RuleKey::Contact, Fate::Kept)]);
    // What staff cannot set in the console follows the bundle, and a kept rule stays kept.
    let mut with_chat = bundled(2);
    let experiences = store::experiences::Experiences { chattype: Access::Use, ..Default::default() };
    with_chat.settings.experiences.insert(Role::Mentee, experiences);
    assert_eq!(import(&app, vec![with_chat.clone()]).await, [merged(RuleKey::Contact, Fate::Kept)]);
    let after = settings(&app, id).await;
    assert_eq!((after.contact.every_weeks, after.experiences.len()), (5, 1));

    assert_eq!(import(&app, vec![bundled(3)]).await, [merged(RuleKey::Contact, Fate::Replaced)]);
    assert_eq!(settings(&app, id).await.contact.every_weeks, 3);
    let changes = rule_history(&app.store, &Scope::Installation, id, RuleKey::Contact).await.unwrap().unwrap();
    assert_eq!((changes[0].before.clone(), changes[0].after.clone()), (Some(weeks(5)), Some(weeks(3))));
    assert_eq!(import(&app, vec![bundled(4)]).await, [], "staff have not touched it since");
    set(&app, &operator(), id, weeks(6)).await.unwrap();
    assert_eq!(import(&app, vec![bundled(6)]).await, [], "both say the same");
});

both!(programme_that_returns_to_the_bundle_opens_again, async |app| {
    import(&app, vec![bundled(2)]).await;
    let id = programmes::all(&app.store).await.unwrap()[0].id;
    assert_eq!(import(&app, Vec::new()).await, []);
    assert!(!settings(&app, id).await.sign_up.is_open);
    assert_eq!(import(&app, vec![bundled(2)]).await, []);
    assert!(settings(&app, id).await.sign_up.is_open);
    set(&app, &operator(), id, Rule::SignUp(false)).await.unwrap();
    assert_eq!(import(&app, vec![bundled(2)]).await, [merged(RuleKey::SignUp, Fate::Kept)], "staff closed it");
});

both!(sign_up_that_staff_opened_again_stays_open, async |app| {
    import(&app, vec![bundled(2)]).await;
    let id = programmes::all(&app.store).await.unwrap()[0].id;
    assert_eq!(import(&app, Vec::new()).await, []);
    set(&app, &operator(), id, Rule::SignUp(true)).await.unwrap();
    for _ in 0..2 {
        assert_eq!(import(&app, Vec::new()).await, [merged(RuleKey::SignUp, Fate::Kept)]);
        assert!(settings(&app, id).await.sign_up.is_open);
    }
    assert_eq!(import(&app, vec![bundled(2)]).await, [], "both say the same");
    assert_eq!(import(&app, Vec::new()).await, []);
    assert!(!settings(&app, id).await.sign_up.is_open, "staff have not touched it since");
});

both!(import_with_a_code_that_staff_gave_away_is_refused, async |app| {
    import(&app, vec![bundled(2)]).await;
    let id = programmes::all(&app.store).await.unwrap()[0].id;
    set(&app, &operator(), id, institutions(&["SHARED-1"])).await.unwrap();
    let mut other = InBundle { key: "valley".to_owned(), ..bundled(2) };
    institutions(&["shared-1"]).put(&mut other.settings);
    let bundle = Bundle { programmes: Some(vec![bundled(2), other]), ..Bundle::default() };
    let refused = administration::import_content(&app.store, &operator(), &bundle, Origin::Operator).await;
    assert!(matches!(refused, Err(store::Error::Configuration(text)) if text.contains("hill and valley")));
    assert_eq!(programmes::all(&app.store).await.unwrap().len(), 1);
});
