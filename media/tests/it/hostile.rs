//! Mismatching types, decompression bombs and truncated files.

use media::{MAX_BYTES, Problem};
use proptest::prelude::*;
use test_kit::samples;

use crate::inspect;

#[test]
fn only_fifteen_extensions_are_accepted() {
    for name in ["page.html", "logo.svg", "run.exe", "none", "", ".", "photo.png\u{202e}fdp.exe", "photo.png."] {
        assert_eq!(inspect(name, &samples::png(4, 4)), Err(Problem::Type), "{name}");
    }
    assert_eq!(inspect("../../\u{202e}photo.png", &samples::png(4, 4)).unwrap().name, "photo.png");
}

#[test]
fn content_must_match_the_name() {
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>";
    for (name, bytes) in [
        ("page.png", b"<html><script>alert(1)</script></html>".to_vec()),
        ("logo.png", svg.to_vec()),
        ("logo.webp", svg.to_vec()),
        ("photo.jpg", samples::png(4, 4)),
        ("photo.png", samples::jpeg(4, 4)),
        ("photo.gif", samples::webp(4, 4)),
        ("photo.webp", samples::gif(4, 4)),
        ("photo.heic", samples::jpeg(4, 4)),
        ("run.txt", b"MZ\x90\0\x03\0".to_vec()),
        ("run.pdf", b"MZ\x90\0startxref 0 %%EOF".to_vec()),
        ("empty.png", Vec::new()),
        ("short.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec()),
    ] {
        assert_eq!(inspect(name, &bytes), Err(Problem::Broken), "{name}");
    }
}

#[test]
fn size_limit_is_exact() {
    assert!(inspect("long.txt", &vec![b'a'; MAX_BYTES]).is_ok());
    assert_eq!(inspect("long.txt", &vec![b'a'; MAX_BYTES + 1]), Err(Problem::TooLarge));
}

#[test]
fn oversized_picture_is_rejected_before_decoding() {
    assert!(inspect("a.png", &samples::png_claiming(8, 8)).is_ok(), "the claim itself is well made");
    for (width, height) in [(60_000, 60_000), (16_001, 1), (1, u32::MAX), (0, 8), (16_000, 16_000), (8_000, 8_000)] {
        assert_eq!(
            inspect("bomb.png", &samples::png_claiming(width, height)),
            Err(Problem::Broken),
            "{width} x {height}"
        );
    }
    let mut gif = samples::gif(8, 8);
    gif[6..10].copy_from_slice(&[0xff; 4]);
    assert_eq!(inspect("bomb.gif", &gif), Err(Problem::Broken));
}

#[test]
fn animation_frames_are_limited() {
    let gif = samples::gif(64, 64);
    let start = gif.iter().position(|byte| *byte == 0x2c).unwrap();
    let end = start + gif[start + 1..].iter().position(|byte| *byte == 0x21).unwrap() + 1;
    let many = [&gif[..start], &gif[start..end].repeat(2_001), b"\x3b"].concat();
    assert!(many.len() < MAX_BYTES);
    assert_eq!(inspect("bomb.gif", &many), Err(Problem::Broken));
    let some = [&gif[..start], &gif[start..end].repeat(50), b"\x3b"].concat();
    assert!(inspect("fine.gif", &some).is_ok());
}

#[test]
fn zip_bomb_is_rejected() {
    let zeros = vec![0; 100 * 1024 * 1024];
    let parts: Vec<_> = (0..5).map(|number| format!("word/media/{number}.bin")).collect();
    let parts: Vec<_> = parts.iter().map(|name| (name.as_str(), zeros.as_slice())).collect();
    let bomb = samples::office("word/document.xml", "wordprocessingml.document.main+xml", &parts);
    assert!(bomb.len() < MAX_BYTES);
    assert_eq!(inspect("bomb.docx", &bomb), Err(Problem::Broken));

    let names: Vec<_> = (0..5_001).map(|number| format!("word/{number}")).collect();
    let parts: Vec<_> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let bomb = samples::office("word/document.xml", "wordprocessingml.document.main+xml", &parts);
    assert_eq!(inspect("bomb.docx", &bomb), Err(Problem::Broken));
}

fn real_files() -> Vec<(&'static str, Vec<u8>)> {
    let mut files = vec![
        ("a.jpg", samples::photo(24, 16, 6)),
        ("a.png", samples::png(24, 16)),
        ("a.webp", samples::webp_photo(24, 16, 6)),
        ("b.webp", samples::webp_animation(24, 16)),
        ("a.gif", samples::gif(24, 16)),
        ("a.pdf", samples::pdf(300, 400)),
        ("a.docx", samples::docx()),
        ("a.xls", samples::old_office(&["Workbook"])),
        ("a.txt", "Grüße".into()),
    ];
    files.extend(samples::heic(64, 64).map(|file| ("a.heic", file)));
    files
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn truncated_file_is_handled(cut in 0.0..1.0_f64) {
        for (name, mut bytes) in real_files() {
            bytes.truncate((bytes.len() as f64 * cut) as usize);
            let _ = inspect(name, &bytes);
            let _ = media::picture(&bytes, 100);
        }
    }

    #[test]
    fn damaged_file_is_handled(places in prop::collection::vec((0.0..1.0_f64, any::<u8>()), 1..12)) {
        for (name, mut bytes) in real_files() {
            for (place, byte) in &places {
                let at = (bytes.len() as f64 * place) as usize;
                bytes[at] = *byte;
            }
            let _ = inspect(name, &bytes);
        }
    }

    #[test]
    fn random_bytes_are_handled(noise in prop::collection::vec(any::<u8>(), 0..2_000)) {
        for (name, bytes) in real_files() {
            let head = bytes.len().min(48);
            let _ = inspect(name, &[&bytes[..head], &noise].concat());
            let _ = inspect(name, &noise);
        }
    }
}
