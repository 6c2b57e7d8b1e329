//! Renders pages of a PDF file.
//!
//! A malicious file may use unlimited memory and time, so this runs in a process of its own with limits (started by
//! `media::Tools`), never in the server.

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::{LoadPdfError, Pdf};
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};

/// Why rendering failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Not a PDF, or one without pages.
    #[error("this is not a PDF file")]
    NotAPdf,
    /// A PDF that needs a password, or whose page has no usable size.
    #[error("this page cannot be rendered")]
    CannotBeDrawn,
    /// The PDF has fewer pages.
    #[error("there is no such page")]
    NoSuchPage,
}

/// Renders a page, counted from 1, on white with a longer edge of at most `edge` pixels: `P6 WIDTH HEIGHT 255 PAGES`, a line
/// feed, and three bytes per pixel. That is a `P6` file with the number of pages.
pub fn page(file: Vec<u8>, number: usize, edge: u16) -> Result<Vec<u8>, Problem> {
    let pdf = Pdf::new(file).map_err(|error| match error {
        LoadPdfError::Decryption(_) => Problem::CannotBeDrawn,
        LoadPdfError::Invalid => Problem::NotAPdf,
    })?;
    let pages = pdf.pages();
    if pages.is_empty() {
        return Err(Problem::NotAPdf);
    }
    let page = number.checked_sub(1).and_then(|index| pages.get(index)).ok_or(Problem::NoSuchPage)?;
    let (width, height) = page.render_dimensions();
    let scale = f32::from(edge) / width.max(height);
    // Rejects empty and degenerate pages.
    if !scale.is_finite() || scale <= 0.0 || (width.min(height) * scale) < 1.0 {
        return Err(Problem::CannotBeDrawn);
    }
    let pixmap = render(
        page,
        &RenderCache::new(),
        &InterpreterSettings::default(),
        &RenderSettings::default(),
        &PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE },
    );
    let mut picture = format!("P6 {} {} 255 {}\n", pixmap.width(), pixmap.height(), pages.len()).into_bytes();
    // On white nothing is transparent, so that premultiplied colours equal the colours.
    picture.extend(pixmap.data_as_u8_slice().chunks_exact(4).flat_map(|pixel| &pixel[..3]));
    Ok(picture)
}
