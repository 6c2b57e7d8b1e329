//! Documents and text are passed on unchanged if they are what they claim.

use media::Problem;
use test_kit::samples;

use crate::inspect;

#[test]
fn documents_are_passed_on_unchanged() {
    let opened = [
        ("plan.pdf", samples::pdf(300, 400), "application/pdf"),
        ("cv.docx", samples::docx(), "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        (
            "letter.docx",
            samples::streamed_docx(),
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        ),
        ("sums.xlsx", samples::xlsx(), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        ("talk.pptx", samples::pptx(), "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
        ("cv.doc", samples::old_office(&["Root Entry", "WordDocument"]), "application/msword"),
        ("sums.xls", samples::old_office(&["Root Entry", "Workbook"]), "application/vnd.ms-excel"),
        ("sums.xls", samples::old_office(&["Root Entry", "Book"]), "application/vnd.ms-excel"),
        ("talk.ppt", samples::old_office(&["PowerPoint Document"]), "application/vnd.ms-powerpoint"),
        ("notes.txt", "Grüße\n".into(), "text/plain"),
        ("names.csv", b"Tom;Rivera\r\n".to_vec(), "text/csv"),
        ("page.txt", b"<html><script>alert(1)</script></html>".to_vec(), "text/plain"),
    ];
    for (name, bytes, media_type) in opened {
        let checked = inspect(name, &bytes).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert_eq!((checked.name.as_str(), checked.media_type), (name, media_type));
        assert_eq!((checked.bytes, checked.size, checked.thumbnail), (bytes, None, None));
    }
}

#[test]
fn office_type_must_match_the_name() {
    for (name, bytes) in [
        ("cv.docx", samples::xlsx()),
        ("sums.xlsx", samples::pptx()),
        ("talk.pptx", samples::docx()),
        ("cv.docx", samples::office("word/document.xml", "spreadsheetml.sheet.main+xml", &[])),
        ("cv.docx", samples::office("word/other.xml", "wordprocessingml.document.main+xml", &[])),
        ("cv.doc", samples::old_office(&["Workbook"])),
        ("sums.xls", samples::old_office(&["WordDocument"])),
        ("cv.doc", samples::docx()),
        ("cv.docx", samples::old_office(&["WordDocument"])),
        ("cv.doc", samples::old_office(&[])),
        ("cv.docx", b"PK\x03\x04\x14\0\0\0\0\0word/document.xml".to_vec()),
    ] {
        assert_eq!(inspect(name, &bytes), Err(Problem::Broken), "{name}");
    }
}

#[test]
fn documents_with_macros_are_rejected() {
    let main = ("word/document.xml", "wordprocessingml.document.main+xml");
    for bytes in [
        samples::office(main.0, main.1, &[("word/vbaProject.bin", b"Sub AutoOpen")]),
        samples::office(main.0, main.1, &[("word/VBAProject.BIN", b"Sub AutoOpen")]),
        samples::office(main.0, "wordprocessingml.document.main+xml\"/><x y=\"vnd.ms-word.document.macroEnabled", &[]),
    ] {
        assert_eq!(inspect("cv.docx", &bytes), Err(Problem::Broken));
    }
    assert_eq!(inspect("cv.doc", &samples::old_office(&["WordDocument", "Macros"])), Err(Problem::Broken));
    assert_eq!(inspect("s.xls", &samples::old_office(&["Workbook", "_VBA_PROJECT_CUR"])), Err(Problem::Broken));
}

#[test]
fn incomplete_pdf_is_rejected() {
    let whole = samples::pdf(300, 400);
    for broken in [&whole[..whole.len() / 2], &whole[1..], b"%PDF-1.4\n", b""] {
        assert_eq!(inspect("plan.pdf", broken), Err(Problem::Broken));
    }
}
