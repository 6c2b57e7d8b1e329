//! Rendering of pages.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use pdf_thumbnail::{Problem, page};
use test_kit::samples;

/// Returns width, height and pixels of the first page.
fn drawn(file: Vec<u8>, edge: u16) -> (usize, usize, Vec<u8>) {
    let picture = page(file, 1, edge).unwrap();
    let end = picture.iter().position(|byte| *byte == b'\n').unwrap();
    let words: Vec<_> = std::str::from_utf8(&picture[..end]).unwrap().split(' ').map(str::to_owned).collect();
    assert_eq!((words[0].as_str(), words[3].as_str()), ("P6", "255"));
    (words[1].parse().unwrap(), words[2].parse().unwrap(), picture[end + 1..].to_vec())
}

#[test]
fn page_keeps_its_aspect_ratio() {
    let (width, height, pixels) = drawn(samples::pdf(300, 400), 480);
    assert_eq!((width, height, pixels.len()), (360, 480, 360 * 480 * 3));
    let at = |x: usize, y: usize| &pixels[(y * width + x) * 3..][..3];
    assert_eq!(at(2, 2), [255, 255, 255]);
    // The field begins at 20, 20 points from the lower left corner.
    let [red, green, _] = at(60, 420) else { panic!() };
    assert!(*red > 200 && *green < 80, "the field is not there");
    let is_written_on = pixels[300 * width * 3..340 * width * 3].chunks_exact(3).any(|pixel| pixel[0] < 100);
    assert!(is_written_on, "the sentence is not there");
}

#[test]
fn every_page_names_the_number_of_pages() {
    let file = samples::pdf_pages(3);
    for (number, size) in [(1, "200 400"), (2, "220 400"), (3, "240 400")] {
        let picture = page(file.clone(), number, 400).unwrap();
        assert!(picture.starts_with(format!("P6 {size} 255 3\n").as_bytes()), "page {number}");
    }
    assert_eq!(page(file.clone(), 4, 400), Err(Problem::NoSuchPage));
    assert_eq!(page(file, 0, 400), Err(Problem::NoSuchPage));
}

#[test]
fn invalid_pdf_is_rejected() {
    assert_eq!(page(b"%PDF-1.7\nstartxref\n%%EOF".to_vec(), 1, 480), Err(Problem::NotAPdf));
    assert_eq!(page(Vec::new(), 1, 480), Err(Problem::NotAPdf));
    let needle = samples::pdf(100_000, 2);
    assert_eq!(page(needle, 1, 480), Err(Problem::CannotBeDrawn));
}

#[test]
fn recursive_page_terminates() {
    let content = "/X Do";
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R \
         /Resources << /XObject << /X 5 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
        format!(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 100 100] /Length {} \
             /Resources << /XObject << /X 5 0 R >> >> >>\nstream\n{content}\nendstream",
            content.len()
        ),
    ];
    assert!(page(samples::pdf_of(&objects), 1, 100).is_ok());
}
