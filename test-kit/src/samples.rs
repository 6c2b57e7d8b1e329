//! Sample files, generated when a test needs them.

use std::io::{Cursor, Seek, Write};
use std::process::Command;

use image::codecs::gif::{GifEncoder, Repeat};
use image::{DynamicImage, Frame, ImageFormat, Rgb, RgbImage};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::Folder;

/// Metadata of a sample file, which the server must remove.
pub const SECRET: &str = "51.4778 N, 0.0015 W, Maya's phone";

/// An image that is red above and blue below, with a faint pattern.
pub fn pixels(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        let trace = u8::try_from((x + y) % 8).unwrap_or(0);
        if y * 2 < height { Rgb([220, trace, 20]) } else { Rgb([20, trace, 220]) }
    })
}

fn encoded(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    DynamicImage::from(pixels(width, height)).write_to(&mut out, format).unwrap();
    out.into_inner()
}

/// A PNG picture.
pub fn png(width: u32, height: u32) -> Vec<u8> {
    encoded(width, height, ImageFormat::Png)
}

/// Creates a PNG whose header claims this size.
pub fn png_claiming(width: u32, height: u32) -> Vec<u8> {
    let mut file = png(8, 8);
    file[16..20].copy_from_slice(&width.to_be_bytes());
    file[20..24].copy_from_slice(&height.to_be_bytes());
    let sum = crc(&file[12..29]).to_be_bytes();
    file[29..33].copy_from_slice(&sum);
    file
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 })
    })
}

/// A JPEG picture.
pub fn jpeg(width: u32, height: u32) -> Vec<u8> {
    encoded(width, height, ImageFormat::Jpeg)
}

/// A WebP picture.
pub fn webp(width: u32, height: u32) -> Vec<u8> {
    encoded(width, height, ImageFormat::WebP)
}

/// A JPEG photo with [`SECRET`], a position and an orientation from 1 to 8 in its Exif segment.
pub fn photo(width: u32, height: u32, orientation: u8) -> Vec<u8> {
    let exif = [b"Exif\0\0".as_slice(), &tiff(orientation)].concat();
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    let jpeg = jpeg(width, height);
    [&jpeg[..2], b"\xff\xe1", &length, &exif, &jpeg[2..]].concat()
}

/// A WebP image with the same Exif segment.
pub fn webp_photo(width: u32, height: u32, orientation: u8) -> Vec<u8> {
    let still = webp(width, height);
    let mut header = vec![0x08, 0, 0, 0];
    header.extend_from_slice(&(width - 1).to_le_bytes()[..3]);
    header.extend_from_slice(&(height - 1).to_le_bytes()[..3]);
    riff(&[chunk(b"VP8X", &header), still[12..].to_vec(), chunk(b"EXIF", &tiff(orientation))].concat())
}

/// A WebP animation of two frames, with [`SECRET`] in a metadata chunk.
pub fn webp_animation(width: u32, height: u32) -> Vec<u8> {
    let size = [&(width - 1).to_le_bytes()[..3], &(height - 1).to_le_bytes()[..3]].concat();
    let frame = [&[0; 6], size.as_slice(), &[100, 0, 0, 0], &webp(width, height)[12..]].concat();
    let header = [&[0x02 | 0x04, 0, 0, 0], size.as_slice()].concat();
    let parts = [
        chunk(b"VP8X", &header),
        chunk(b"ANIM", &[0; 6]),
        chunk(b"ANMF", &frame),
        chunk(b"ANMF", &frame),
        chunk(b"XMP ", SECRET.as_bytes()),
    ];
    riff(&parts.concat())
}

fn chunk(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).unwrap().to_le_bytes();
    let mut chunk = [name, length.as_slice(), content].concat();
    chunk.resize(chunk.len().next_multiple_of(2), 0);
    chunk
}

fn riff(body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len() + 4).unwrap().to_le_bytes();
    [b"RIFF", length.as_slice(), b"WEBP", body].concat()
}

/// An Exif segment with orientation, description and position.
fn tiff(orientation: u8) -> Vec<u8> {
    let entry = |tag: u16, kind: u16, count: u32, value: u32| {
        [tag.to_le_bytes().as_slice(), &kind.to_le_bytes(), &count.to_le_bytes(), &value.to_le_bytes()].concat()
    };
    let text = format!("{SECRET}\0");
    let (text_at, gps_at) = (50, 50 + u32::try_from(text.len()).unwrap());
    let first = [entry(0x010e, 2, gps_at - text_at, text_at), entry(0x0112, 3, 1, orientation.into())];
    let gps = [entry(0x0001, 2, 2, u32::from(b'N'))];
    [
        b"II*\0\x08\0\0\0\x03\0".as_slice(),
        &first.concat(),
        &entry(0x8825, 4, 1, gps_at),
        &[0; 4],
        text.as_bytes(),
        &[1, 0],
        &gps.concat(),
        &[0; 4],
    ]
    .concat()
}

/// An animation of three frames, with [`SECRET`] as a comment.
pub fn gif(width: u32, height: u32) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = GifEncoder::new(&mut out);
    encoder.set_repeat(Repeat::Infinite).unwrap();
    for _ in 0..3 {
        encoder.encode_frame(Frame::new(DynamicImage::from(pixels(width, height)).into_rgba8())).unwrap();
    }
    drop(encoder);
    assert_eq!(out.pop(), Some(0x3b));
    let comment = [&[0x21, 0xfe, u8::try_from(SECRET.len()).unwrap()], SECRET.as_bytes(), &[0, 0x3b]].concat();
    [out, comment, b"<script>alert(1)</script>".to_vec()].concat()
}

/// An iPhone photo (HEIC), if `heif-enc` of Debian's libheif-examples is installed.
pub fn heic(width: u32, height: u32) -> Option<Vec<u8>> {
    let folder = Folder::new();
    let (input, output) = (folder.0.join("in.jpg"), folder.0.join("out.heic"));
    std::fs::write(&input, photo(width, height, 1)).unwrap();
    let status = Command::new("heif-enc").arg("-o").arg(&output).arg(&input).output().ok()?;
    status.status.success().then(|| std::fs::read(output).unwrap())
}

/// A page with a sentence and a coloured field, of this size in points.
pub fn pdf(width: u32, height: u32) -> Vec<u8> {
    let content = "0.9 0.2 0.1 rg 20 20 100 60 re f 0 g BT /F1 24 Tf 20 120 Td (Learning plan) Tj ET";
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents 4 0 R \
             /Resources << /Font << /F1 5 0 R >> >> >>"
        ),
        format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    pdf_of(&objects)
}

/// Returns a PDF file with this number of pages, each wider than the one before.
pub fn pdf_pages(count: usize) -> Vec<u8> {
    let pages = (0..count).map(|index| {
        format!("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {} 400] /Contents {} 0 R >>", 200 + index * 20, 3 + count)
    });
    let kids = (0..count).map(|index| format!("{} 0 R", index + 3)).collect::<Vec<_>>().join(" ");
    let content = "0.9 0.2 0.1 rg 20 20 100 60 re f";
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{kids}] /Count {count} >>"),
    ];
    objects.extend(pages);
    objects.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
    pdf_of(&objects)
}

/// A PDF file of these objects; the first is the catalogue.
pub fn pdf_of(objects: &[String]) -> Vec<u8> {
    let mut file = "%PDF-1.7\n".to_owned();
    let mut offsets = String::new();
    for (number, object) in objects.iter().enumerate() {
        offsets += &format!("{:010} 00000 n \n", file.len());
        file += &format!("{} 0 obj\n{object}\nendobj\n", number + 1);
    }
    let (count, start) = (objects.len() + 1, file.len());
    file += &format!("xref\n0 {count}\n0000000000 65535 f \n{offsets}trailer\n<< /Size {count} /Root 1 0 R >>\n");
    file += &format!("startxref\n{start}\n%%EOF\n");
    file.into_bytes()
}

/// A text document.
pub fn docx() -> Vec<u8> {
    office("word/document.xml", "wordprocessingml.document.main+xml", &[])
}

/// A table.
pub fn xlsx() -> Vec<u8> {
    office("xl/workbook.xml", "spreadsheetml.sheet.main+xml", &[])
}

/// A presentation.
pub fn pptx() -> Vec<u8> {
    office("ppt/presentation.xml", "presentationml.presentation.main+xml", &[])
}

/// A text document that was written as a stream, as LibreOffice does: sizes follow the parts.
pub fn streamed_docx() -> Vec<u8> {
    let zip = ZipWriter::new_stream(Vec::new());
    with_parts(zip, "word/document.xml", "wordprocessingml.document.main+xml", &[]).into_inner()
}

/// An office document with this main part, this content type and further parts.
pub fn office(main_part: &str, main_type: &str, more: &[(&str, &[u8])]) -> Vec<u8> {
    with_parts(ZipWriter::new(Cursor::new(Vec::new())), main_part, main_type, more).into_inner()
}

fn with_parts<W: Write + Seek>(mut zip: ZipWriter<W>, main_part: &str, main_type: &str, more: &[(&str, &[u8])]) -> W {
    let types = format!(
        "<?xml version=\"1.0\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
         <Override PartName=\"/{main_part}\" ContentType=\"application/vnd.openxmlformats-officedocument.{main_type}\"/>\
         </Types>"
    );
    let parts = [("[Content_Types].xml", types.as_bytes()), (main_part, b"<document/>")];
    for (name, content) in parts.iter().chain(more) {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap()
}

/// The header of an Office 97–2003 document whose directory names these streams.
pub fn old_office(streams: &[&str]) -> Vec<u8> {
    let mut file = vec![0; 512 + 128 * streams.len()];
    file[..8].copy_from_slice(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1");
    file[28..30].copy_from_slice(b"\xfe\xff");
    for (entry, name) in file[512..].chunks_exact_mut(128).zip(streams) {
        let name: Vec<u8> = name.encode_utf16().chain([0]).flat_map(u16::to_le_bytes).collect();
        entry[..name.len()].copy_from_slice(&name);
        entry[64] = u8::try_from(name.len()).unwrap();
    }
    file
}

/// An MP4 recording as Jibri writes it: pictures and sound in turns, tables at the end. Every frame of sound lasts ten
/// seconds and has `frame_bytes`.
pub fn mp4_recording(seconds: u32, frame_bytes: usize) -> Vec<u8> {
    const FRAMES_PER_CHUNK: usize = 4;
    let frames = (seconds / 10) as usize;
    let mut content = Vec::new();
    let (mut sound, mut pictures) = (Vec::new(), Vec::new());
    let begin = 32;
    for chunk in 0..frames.div_ceil(FRAMES_PER_CHUNK) {
        pictures.push(u32::try_from(begin + content.len()).unwrap());
        content.extend([0xEE; 50]);
        sound.push(u32::try_from(begin + content.len()).unwrap());
        for frame in (chunk * FRAMES_PER_CHUNK..frames).take(FRAMES_PER_CHUNK) {
            content.extend(std::iter::repeat_n(u8::try_from(frame % 200).unwrap(), frame_bytes));
        }
    }
    let frames = u32::try_from(frames).unwrap();
    let last = frames % FRAMES_PER_CHUNK as u32;
    let chunks = u32::try_from(sound.len()).unwrap();
    let mut rules = vec![1, FRAMES_PER_CHUNK as u32, 1];
    if last > 0 {
        rules.extend([chunks, last, 1]);
    }
    let of_sound = mp4_track(b"soun", frames, u32::try_from(frame_bytes).unwrap(), 480_000, &rules, &sound);
    let of_pictures = mp4_track(b"vide", chunks, 50, 90_000, &[1, 1, 1], &pictures);
    let tables = mp4_box(b"moov", &[&mp4_box(b"mvhd", &[&[0; 100]]), &of_pictures, &of_sound]);
    [mp4_box(b"ftyp", &[b"isom\0\0\x02\0isommp42"]), mp4_box(b"mdat", &[&content]), tables].concat()
}

fn mp4_track(kind: &[u8; 4], count: u32, size: u32, duration: u32, rules: &[u32], chunks: &[u32]) -> Vec<u8> {
    let numbers = |numbers: &[u32]| numbers.iter().flat_map(|number| number.to_be_bytes()).collect::<Vec<_>>();
    let listed = |entry: usize, list: &[u32]| {
        [numbers(&[0, u32::try_from(list.len() / entry).unwrap()]), numbers(list)].concat()
    };
    let table = mp4_box(
        b"stbl",
        &[
            &mp4_box(b"stsd", &[b"\0\0\0\0\0\0\0\x01\0\0\0\x10mp4a\0\0\0\0\0\0\0\x01"]),
            &mp4_box(b"stts", &[&listed(2, &[count, duration])]),
            &mp4_box(b"stsc", &[&listed(3, rules)]),
            &mp4_box(b"stsz", &[&numbers(&[0, size, count])]),
            &mp4_box(b"stco", &[&listed(1, chunks)]),
        ],
    );
    let media = mp4_box(
        b"mdia",
        &[
            &mp4_box(b"mdhd", &[&numbers(&[0, 0, 0, 48_000, count * duration, 0])]),
            &mp4_box(b"hdlr", &[&[0; 8], kind, &[0; 13]]),
            &mp4_box(b"minf", &[&table]),
        ],
    );
    mp4_box(b"trak", &[&mp4_box(b"tkhd", &[&[0; 84]]), &media])
}

fn mp4_box(name: &[u8; 4], parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    [&u32::try_from(content.len() + 8).unwrap().to_be_bytes(), &name[..], &content].concat()
}
