//! The pictures of badges.

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::Path;
use store::mentorship::badges::Tier;
use web::{Result, not_found};

/// The picture of a tier, a PNG file.
pub(super) const fn medal(tier: Tier) -> &'static [u8] {
    match tier {
        Tier::Gold => include_bytes!("medals/gold.png"),
        Tier::Silver => include_bytes!("medals/silver.png"),
        Tier::Bronze => include_bytes!("medals/bronze.png"),
    }
}

/// Where the picture of a tier is.
pub(super) fn medal_address(origin: &str, tier: Tier) -> String {
    format!("{origin}/api/v2/credentials/medals/{}.png", tier.name().to_lowercase())
}

/// Returns the picture of a tier.
#[web::operation(
    operation_id = "medal",
    params(("tier" = String, Path, description = "`gold.png`, `silver.png` or `bronze.png`")),
    responses(
        (status = 200, description = "The picture.", content_type = "image/png", body = Vec<u8>),
        (status = 404, description = "`not_found`")
    )
)]
pub(super) async fn show(tier: Path<String>) -> Result<HttpResponse> {
    let tier = match tier.as_str() {
        "gold.png" => Tier::Gold,
        "silver.png" => Tier::Silver,
        "bronze.png" => Tier::Bronze,
        _ => return Err(not_found()),
    };
    let caching = (header::CACHE_CONTROL, "public, max-age=86400");
    Ok(HttpResponse::Ok().content_type("image/png").insert_header(caching).body(medal(tier)))
}
