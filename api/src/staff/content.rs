//! The content of the installation, as staff see and change it.

use web::Route;

mod texts;

pub(super) fn routes() -> Vec<Route> {
    texts::routes()
}
