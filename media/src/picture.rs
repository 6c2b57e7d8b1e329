//! Pictures: decoded within limits, rotated upright, converted to sRGB, and encoded anew.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::metadata::Orientation;
use image::{ColorType, DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

use crate::budget::{DECODED, Reservation};
use crate::png_profile::{MAX_PROFILE, without_huge_profiles};
use crate::{Checked, Kind, Problem, THUMBNAIL_EDGE, gif, webp_file};

/// Maximum side length: libwebp's limit.
const MAX_SIDE: u32 = 16_000;

/// More than phone cameras produce at their default setting.
const MAX_PIXELS: u64 = 50_000_000;

/// Maximum memory of a decoded picture.
const MAX_DECODED: u64 = 220 * 1024 * 1024;

const JPEG_QUALITY: u8 = 86;
const WEBP_QUALITY: f32 = 84.0;
const THUMBNAIL_QUALITY: f32 = 76.0;

/// Size of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

impl Size {
    /// Checks the limits before decoding.
    pub(crate) fn check(self) -> Result<Self, Problem> {
        let fits = (1..=MAX_SIDE).contains(&self.width)
            && (1..=MAX_SIDE).contains(&self.height)
            && u64::from(self.width) * u64::from(self.height) <= MAX_PIXELS;
        if fits { Ok(self) } else { Err(Problem::Broken) }
    }
}

/// A re-encoded picture without metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// A WebP file.
    pub bytes: Vec<u8>,
    /// Its size.
    pub size: Size,
}

/// Re-encodes a JPEG, PNG, WebP or GIF file (first frame), detected by content, with a longer edge of at most
/// `max_edge`.
pub fn picture(bytes: &[u8], max_edge: u32) -> Result<Picture, Problem> {
    let format = [Kind::Jpeg, Kind::Png, Kind::Webp, Kind::Gif].into_iter().find(|kind| begins_as(*kind, bytes));
    let (image, _memory) = decode(format.and_then(format_of).ok_or(Problem::Type)?, bytes)?;
    small(&image, max_edge)
}

pub(crate) fn inspect(name: String, kind: Kind, bytes: &[u8]) -> Result<Checked, Problem> {
    let format = format_of(kind).filter(|_| begins_as(kind, bytes)).ok_or(Problem::Broken)?;
    let (image, _memory) = decode(format, bytes)?;
    let kept = match kind {
        Kind::Gif => gif::without_metadata(bytes)?,
        Kind::Webp if webp_file::is_animated(bytes) => webp_file::without_metadata(bytes)?,
        Kind::Webp if webp_file::is_lossless(bytes) => encode_webp(&image, None)?,
        Kind::Webp => encode_webp(&image, Some(WEBP_QUALITY))?,
        Kind::Jpeg => encode_jpeg(&image)?,
        _ => encode_png(&image)?,
    };
    checked(name, kind, kept, &image)
}

/// Inspects a JPEG file that the conversion tool produced.
pub(crate) fn inspect_converted(name: String, bytes: &[u8]) -> Result<Checked, Problem> {
    inspect(name, Kind::Jpeg, bytes)
}

fn checked(name: String, kind: Kind, bytes: Vec<u8>, image: &DynamicImage) -> Result<Checked, Problem> {
    Ok(Checked {
        name,
        media_type: kind.media_type(),
        bytes,
        size: Some(size_of(image)),
        thumbnail: Some(small(image, THUMBNAIL_EDGE)?.bytes),
    })
}

/// Creates the thumbnail of pixels from another process.
pub(crate) fn thumbnail_of(image: &DynamicImage) -> Result<Picture, Problem> {
    small(image, THUMBNAIL_EDGE)
}

/// Encodes the pixels of a page from another process.
pub(crate) fn page_of(image: &DynamicImage) -> Result<Vec<u8>, Problem> {
    encode_webp(image, Some(WEBP_QUALITY))
}

fn begins_as(kind: Kind, bytes: &[u8]) -> bool {
    match kind {
        Kind::Jpeg => bytes.starts_with(b"\xff\xd8\xff"),
        Kind::Png => bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
        Kind::Gif => bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a"),
        Kind::Webp => bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP"),
        _ => false,
    }
}

fn format_of(kind: Kind) -> Option<ImageFormat> {
    match kind {
        Kind::Jpeg => Some(ImageFormat::Jpeg),
        Kind::Png => Some(ImageFormat::Png),
        Kind::Gif => Some(ImageFormat::Gif),
        Kind::Webp => Some(ImageFormat::WebP),
        _ => None,
    }
}

/// Decodes to upright sRGB pixels with 8 bits per channel. The reservation is for as long as they live.
fn decode(format: ImageFormat, bytes: &[u8]) -> Result<(DynamicImage, Reservation<'static>), Problem> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_DECODED);
    let bytes = if format == ImageFormat::Png { without_huge_profiles(bytes) } else { bytes.into() };
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(broken)?;
    let (width, height) = decoder.dimensions();
    Size { width, height }.check()?;
    if decoder.total_bytes() > MAX_DECODED {
        return Err(Problem::Broken);
    }
    // Conversion, rotation and encoding copy the pixels once more.
    let memory = DECODED.reserve(2 * decoder.total_bytes());
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten();
    let image = DynamicImage::from_decoder(decoder).map_err(broken)?;
    let mut image = in_srgb(eight_bits(image), profile.as_deref());
    image.apply_orientation(orientation);
    Ok((image, memory))
}

fn eight_bits(image: DynamicImage) -> DynamicImage {
    match image.color() {
        ColorType::L8 | ColorType::La8 | ColorType::Rgb8 | ColorType::Rgba8 => image,
        ColorType::L16 => image.into_luma8().into(),
        ColorType::La16 => image.into_luma_alpha8().into(),
        color if color.has_alpha() => image.into_rgba8().into(),
        _ => image.into_rgb8().into(),
    }
}

/// Converts to sRGB, so that the colour profile can be dropped with the other metadata. An invalid profile is ignored, as in
/// browsers.
fn in_srgb(image: DynamicImage, profile: Option<&[u8]>) -> DynamicImage {
    let layout = match image.color() {
        ColorType::Rgb8 => Layout::Rgb,
        ColorType::Rgba8 => Layout::Rgba,
        _ => return image,
    };
    let profile = profile.filter(|profile| profile.len() <= MAX_PROFILE);
    let source = profile.and_then(|profile| ColorProfile::new_from_slice(profile).ok());
    let Some(source) = source.filter(|profile| profile.color_space == DataColorSpace::Rgb) else { return image };
    let options = TransformOptions::default();
    let Ok(transform) = source.create_transform_8bit(layout, &ColorProfile::new_srgb(), layout, options) else {
        return image;
    };
    let mut converted = vec![0; image.as_bytes().len()];
    let (width, height) = (image.width(), image.height());
    if transform.transform(image.as_bytes(), &mut converted).is_err() {
        return image;
    }
    let converted = match layout {
        Layout::Rgb => image::RgbImage::from_raw(width, height, converted).map(DynamicImage::from),
        _ => image::RgbaImage::from_raw(width, height, converted).map(DynamicImage::from),
    };
    converted.unwrap_or(image)
}

fn small(image: &DynamicImage, max_edge: u32) -> Result<Picture, Problem> {
    let is_large = image.width().max(image.height()) > max_edge;
    let scaled = is_large.then(|| image.thumbnail(max_edge, max_edge));
    let image = scaled.as_ref().unwrap_or(image);
    Ok(Picture { bytes: encode_webp(image, Some(THUMBNAIL_QUALITY))?, size: size_of(image) })
}

fn encode_jpeg(image: &DynamicImage) -> Result<Vec<u8>, Problem> {
    let mut out = Vec::new();
    image.write_with_encoder(JpegEncoder::new_with_quality(&mut out, JPEG_QUALITY)).map_err(broken)?;
    Ok(out)
}

fn encode_png(image: &DynamicImage) -> Result<Vec<u8>, Problem> {
    let mut out = Cursor::new(Vec::new());
    image.write_to(&mut out, ImageFormat::Png).map_err(broken)?;
    Ok(out.into_inner())
}

/// Without a quality, the encoding is lossless.
fn encode_webp(image: &DynamicImage, quality: Option<f32>) -> Result<Vec<u8>, Problem> {
    let (width, height) = (image.width(), image.height());
    let encode = |encoder: webp::Encoder<'_>| {
        encoder.encode_simple(quality.is_none(), quality.unwrap_or(75.0)).map(|file| file.to_vec())
    };
    let file = if image.color().has_alpha() {
        encode(webp::Encoder::from_rgba(&image.to_rgba8(), width, height))
    } else {
        encode(webp::Encoder::from_rgb(&image.to_rgb8(), width, height))
    };
    file.map_err(|_| Problem::Broken)
}

fn size_of(image: &DynamicImage) -> Size {
    Size { width: image.width(), height: image.height() }
}

/// Decoder details do not help the sender.
fn broken(_: image::ImageError) -> Problem {
    Problem::Broken
}
