//! The content of the installation, as staff see and change it.

use web::Route;

mod bundle;
mod texts;

pub(super) fn routes() -> Vec<Route> {
    let mut routes = texts::routes();
    routes.extend(bundle::routes());
    routes
}
