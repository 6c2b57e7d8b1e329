//! The institution code of a mentor. It is checked after the proof of the address: it must not be guessed without one.

use store::guesses::{self, Target};
use store::programmes::Programme;
use store::{ProgrammeId, Store, people};
use web::{ClientNetwork, Error, Result};

use crate::auth::guesses::GuessLimits;

/// The sentence for a code that is missing or wrong.
pub(super) const UNKNOWN: &str = "We do not know this code. Please ask your institution for it.";

/// Returns the programme of an institution code for a person with this proven address.
pub(super) async fn programme(
    store: &Store,
    limits: &GuessLimits,
    ClientNetwork(network): &ClientNetwork,
    programmes: &[Programme],
    email: &str,
    code: &str,
) -> Result<ProgrammeId> {
    let named = programmes.iter().find(|programme| programme.settings.sign_up.names_domain_of(email));
    let target = Target::InstitutionCodes(named.map(|programme| programme.id));
    let mailbox = people::mailbox_of(email);
    let of_network = limits.institutions.take(store, target, network).await?;
    limits.institutions_per_mailbox.take(store, &mailbox).await?;
    let Some(programme) = of_code(programmes, code) else {
        guesses::count_wrong(store, target).await?;
        return Err(refusal("institutionCode", UNKNOWN));
    };
    of_network.give_back(store, network).await?;
    limits.institutions_per_mailbox.give_back(store, &mailbox).await?;
    if !programme.settings.sign_up.admits_mentor(email) {
        return Err(refusal("email", "Your institution asks for your official email address."));
    }
    Ok(programme.id)
}

fn refusal(field: &'static str, sentence: &'static str) -> Error {
    Error::invalid("Please check what is marked.").field(field, sentence).fields_as_non_field_errors()
}

/// The open programme with an institution that uses this code.
fn of_code<'a>(programmes: &'a [Programme], code: &str) -> Option<&'a Programme> {
    programmes
        .iter()
        .find(|programme| programme.settings.sign_up.is_open && programme.settings.sign_up.knows_institution(code))
}
