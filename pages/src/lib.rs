//! Draws the first page of a PDF file.
//!
//! The file may be made to use up all memory and time there is, so this runs in a process of its own that has little of
//! both (`media::Tools` starts it), never in the server.

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::{LoadPdfError, Pdf};
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};

/// Why there is no picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// It is no PDF, or one without pages.
    #[error("this is not a PDF file")]
    NotAPdf,
    /// It is one, but it cannot be drawn: it needs a password, or its page has no usable size.
    #[error("this page cannot be drawn")]
    CannotBeDrawn,
}

/// A picture of the first page on white, its longer edge `edge` pixels at most, as a `P6` file: `P6 WIDTH HEIGHT 255`, a
/// line end, and three bytes for each pixel.
pub fn first_page(file: Vec<u8>, edge: u16) -> Result<Vec<u8>, Problem> {
    let pdf = Pdf::new(file).map_err(|error| match error {
        LoadPdfError::Decryption(_) => Problem::CannotBeDrawn,
        LoadPdfError::Invalid => Problem::NotAPdf,
    })?;
    let page = pdf.pages().first().ok_or(Problem::NotAPdf)?;
    let (width, height) = page.render_dimensions();
    let scale = f32::from(edge) / width.max(height);
    // Neither a line nor nothing.
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
    let mut picture = format!("P6 {} {} 255\n", pixmap.width(), pixmap.height()).into_bytes();
    // On white nothing shines through, so that premultiplied colours are the colours.
    picture.extend(pixmap.data_as_u8_slice().chunks_exact(4).flat_map(|pixel| &pixel[..3]));
    Ok(picture)
}
