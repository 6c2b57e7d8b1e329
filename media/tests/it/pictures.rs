//! Pictures lose their metadata and keep their pixels.

use image::{AnimationDecoder, DynamicImage, ImageDecoder, ImageFormat};
use media::{Checked, Problem, Size, THUMBNAIL_EDGE, Tools};
use test_kit::samples::{self, SECRET};

use crate::{contains, inspect};

fn shown(bytes: &[u8], format: ImageFormat) -> DynamicImage {
    image::load_from_memory_with_format(bytes, format).unwrap()
}

fn thumbnail(checked: &Checked) -> DynamicImage {
    shown(checked.thumbnail.as_ref().unwrap(), ImageFormat::WebP)
}

/// Returns whether the colour at a place, given in halves of the sides, is red (else blue).
fn is_red(image: &DynamicImage, across: f32, down: f32) -> bool {
    let at = |side: u32, part: f32| (side as f32 * part) as u32;
    let rgb = image.to_rgb8();
    let pixel = rgb.get_pixel(at(rgb.width(), across), at(rgb.height(), down));
    pixel[0] > pixel[2]
}

#[test]
fn picture_gets_size_and_thumbnail() {
    for (name, bytes, media_type, format) in [
        ("a.jpg", samples::jpeg(960, 640), "image/jpeg", ImageFormat::Jpeg),
        ("a.jpeg", samples::jpeg(960, 640), "image/jpeg", ImageFormat::Jpeg),
        ("a.PNG", samples::png(960, 640), "image/png", ImageFormat::Png),
        ("a.webp", samples::webp(960, 640), "image/webp", ImageFormat::WebP),
        ("a.gif", samples::gif(960, 640), "image/gif", ImageFormat::Gif),
    ] {
        let checked = inspect(name, &bytes).unwrap();
        assert_eq!((checked.name.as_str(), checked.media_type), (name, media_type));
        assert_eq!(checked.size, Some(Size { width: 960, height: 640 }), "{name}");
        let kept = shown(&checked.bytes, format);
        assert_eq!((kept.width(), kept.height()), (960, 640), "{name}");
        assert!(is_red(&kept, 0.5, 0.2) && !is_red(&kept, 0.5, 0.8), "{name}");
        let small = thumbnail(&checked);
        assert_eq!((small.width(), small.height()), (THUMBNAIL_EDGE, 320), "{name}");
        assert!(is_red(&small, 0.5, 0.2) && !is_red(&small, 0.5, 0.8), "{name}");
    }
}

#[test]
fn small_picture_is_not_enlarged() {
    let checked = inspect("dot.png", &samples::png(3, 700)).unwrap();
    assert_eq!((thumbnail(&checked).width(), thumbnail(&checked).height()), (2, 480));
    let checked = inspect("dot.png", &samples::png(30, 20)).unwrap();
    assert_eq!((thumbnail(&checked).width(), thumbnail(&checked).height()), (30, 20));
}

#[test]
fn photo_loses_location_and_is_rotated() {
    let upright = |orientation| {
        let checked = inspect("IMG_1.jpg", &samples::photo(60, 40, orientation)).unwrap();
        assert!(!contains(&checked.bytes, SECRET) && !contains(&checked.bytes, "Exif"));
        (checked.size.unwrap(), shown(&checked.bytes, ImageFormat::Jpeg))
    };
    assert!(contains(&samples::photo(60, 40, 1), SECRET));
    let (size, image) = upright(1);
    assert_eq!(size, Size { width: 60, height: 40 });
    assert!(is_red(&image, 0.5, 0.2));
    let (_, image) = upright(3);
    assert!(is_red(&image, 0.5, 0.8), "upside down");
    let (size, image) = upright(6);
    assert_eq!(size, Size { width: 40, height: 60 });
    assert!(is_red(&image, 0.8, 0.5) && !is_red(&image, 0.2, 0.5), "a quarter to the right");
    let (_, image) = upright(8);
    assert!(is_red(&image, 0.2, 0.5), "a quarter to the left");
}

#[test]
fn webp_photo_loses_location() {
    let photo = samples::webp_photo(60, 40, 6);
    assert!(contains(&photo, SECRET));
    let checked = inspect("photo.webp", &photo).unwrap();
    assert!(!contains(&checked.bytes, SECRET) && !contains(&checked.bytes, "EXIF"));
    assert_eq!(checked.size, Some(Size { width: 40, height: 60 }));
    assert!(is_red(&shown(&checked.bytes, ImageFormat::WebP), 0.8, 0.5));
}

#[test]
fn animation_is_kept_without_metadata() {
    let gif = samples::gif(64, 48);
    assert!(contains(&gif, SECRET) && contains(&gif, "<script>"));
    let checked = inspect("wave.gif", &gif).unwrap();
    assert!(!contains(&checked.bytes, SECRET) && !contains(&checked.bytes, "<script>"));
    assert!(contains(&checked.bytes, "NETSCAPE2.0"), "and over again");
    let decoder = image::codecs::gif::GifDecoder::new(std::io::Cursor::new(&checked.bytes)).unwrap();
    assert_eq!(decoder.into_frames().collect_frames().unwrap().len(), 3);

    let webp = samples::webp_animation(64, 48);
    assert!(contains(&webp, SECRET));
    let checked = inspect("wave.webp", &webp).unwrap();
    assert!(!contains(&checked.bytes, SECRET));
    let decoder = image::codecs::webp::WebPDecoder::new(std::io::Cursor::new(&checked.bytes)).unwrap();
    assert!(decoder.has_animation() && decoder.dimensions() == (64, 48));
    assert_eq!(decoder.into_frames().collect_frames().unwrap().len(), 2);
}

#[test]
fn transparency_is_kept() {
    let clear = image::RgbaImage::from_fn(20, 20, |x, _| image::Rgba([200, 0, 0, if x < 10 { 0 } else { 255 }]));
    for (name, format) in [("logo.png", ImageFormat::Png), ("logo.webp", ImageFormat::WebP)] {
        let mut file = std::io::Cursor::new(Vec::new());
        clear.write_to(&mut file, format).unwrap();
        let checked = inspect(name, file.get_ref()).unwrap();
        let (kept, small) = (shown(&checked.bytes, format).to_rgba8(), thumbnail(&checked).to_rgba8());
        for image in [kept, small] {
            assert_eq!((image.get_pixel(2, 10)[3], image.get_pixel(17, 10)[3]), (0, 255), "{name}");
        }
    }
}

#[test]
fn heic_photo_is_converted_to_jpeg() {
    let tools = Tools::find(None);
    let Some(heic) = samples::heic(640, 480).filter(|_| tools.convert_heic()) else {
        return eprintln!("skipped: heif-enc and heif-convert (libheif-examples) are not installed");
    };
    assert!(contains(&heic, SECRET));
    let checked = media::inspect("IMG_0001.HEIC", heic, &tools).unwrap();
    assert_eq!((checked.name.as_str(), checked.media_type), ("IMG_0001.jpg", "image/jpeg"));
    assert_eq!(checked.size, Some(Size { width: 640, height: 480 }));
    assert!(is_red(&shown(&checked.bytes, ImageFormat::Jpeg), 0.5, 0.2));
    assert!(is_red(&thumbnail(&checked), 0.5, 0.2));
    assert!(!contains(&checked.bytes, SECRET));
}

#[test]
fn heic_without_converter_loses_location() {
    let Some(heic) = samples::heic(64, 64) else {
        return eprintln!("skipped: heif-enc (libheif-examples) is not installed");
    };
    let checked = inspect("IMG_0001.heic", &heic).unwrap();
    assert_eq!((checked.media_type, checked.size), ("image/heic", None));
    assert!(!contains(&checked.bytes, SECRET));
    assert_eq!(checked.bytes.len(), heic.len(), "the pixels stay where they are");
    let tools = Tools::find(None);
    if tools.convert_heic() {
        let again = media::inspect("IMG_0001.heic", checked.bytes, &tools).unwrap();
        assert_eq!(again.size, Some(Size { width: 64, height: 64 }), "and are still there");
    }
}

#[test]
fn preview_picture_type_follows_the_content() {
    for file in [samples::jpeg(900, 300), samples::png(900, 300), samples::webp(900, 300), samples::gif(900, 300)] {
        let made = media::picture(&file, 300).unwrap();
        assert_eq!(made.size, Size { width: 300, height: 100 });
        assert_eq!((shown(&made.bytes, ImageFormat::WebP).width(), made.size.width), (300, 300));
    }
    assert_eq!(media::picture(b"<svg/>", 300), Err(Problem::Type));
    assert_eq!(media::picture(b"", 300), Err(Problem::Type));
}
