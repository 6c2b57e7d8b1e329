//! Colour profiles in PNG files. They are compressed, so a small file may hold a huge one.

use std::borrow::Cow;
use std::io::{Read, copy, sink};

use flate2::read::ZlibDecoder;

/// The largest colour profile that is used; those of cameras and screens have some kilobytes.
pub(crate) const MAX_PROFILE: usize = 1024 * 1024;

const SIGNATURE_LENGTH: usize = 8;

/// Length, type and checksum of a chunk.
const FRAME: usize = 12;

/// Returns a PNG file without colour profiles of more than [`MAX_PROFILE`] bytes, which the decoder would inflate whole.
pub(crate) fn without_huge_profiles(png: &[u8]) -> Cow<'_, [u8]> {
    let mut start = SIGNATURE_LENGTH;
    let mut kept = Cow::Borrowed(png);
    let mut removed = 0;
    while let Some(head) = png.get(start..start + 8) {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let end = start.saturating_add(FRAME).saturating_add(length);
        // The decoder refuses a file that ends within a chunk.
        let Some(chunk) = png.get(start..end) else { break };
        if &head[4..] == b"iCCP" && is_huge(&chunk[8..chunk.len() - 4]) {
            kept.to_mut().drain(start - removed..end - removed);
            removed += chunk.len();
        }
        start = end;
    }
    kept
}

/// Reads a name that ends with a zero, the method of compression, and the compressed profile.
fn is_huge(content: &[u8]) -> bool {
    let Some(name_end) = content.iter().position(|byte| *byte == 0) else { return false };
    let Some(compressed) = content.get(name_end + 2..) else { return false };
    let limit = MAX_PROFILE as u64 + 1;
    // A broken profile counts as long as it was read until then: the decoder refuses the file or ignores the profile.
    let mut counted = Counted { inner: ZlibDecoder::new(compressed).take(limit), read: 0 };
    let _ = copy(&mut counted, &mut sink());
    counted.read >= limit
}

struct Counted<R> {
    inner: R,
    read: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.read += read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, Crc, write::ZlibEncoder};

    use super::*;

    fn with_profile(bytes: usize) -> Vec<u8> {
        let mut png = std::io::Cursor::new(Vec::new());
        image::DynamicImage::new_rgb8(3, 2).write_to(&mut png, image::ImageFormat::Png).unwrap();
        let mut compressed = ZlibEncoder::new(Vec::new(), Compression::best());
        compressed.write_all(&vec![0; bytes]).unwrap();
        let chunk = [b"iCCPhuge\0\0", &*compressed.finish().unwrap()].concat();
        let mut check = Crc::new();
        check.update(&chunk);
        let length = u32::try_from(chunk.len() - 4).unwrap().to_be_bytes();
        let (head, rest) = png.get_ref().split_at(33);
        [head, &length, &chunk, &check.sum().to_be_bytes(), rest].concat()
    }

    #[test]
    fn only_huge_profiles_are_removed() {
        let huge = with_profile(200 * MAX_PROFILE);
        assert!(huge.len() < 300_000, "a small file");
        assert_eq!(without_huge_profiles(&huge), without_profile_at_all());
        let twice = [&huge[..33], &huge[33..huge.len() - without_profile_at_all().len() + 33], &huge[33..]].concat();
        assert_eq!(without_huge_profiles(&twice), without_profile_at_all());
        let small = with_profile(MAX_PROFILE);
        assert_eq!(without_huge_profiles(&small), small);
        for end in 0..small.len() {
            without_huge_profiles(&small[..end]);
        }
    }

    fn without_profile_at_all() -> Vec<u8> {
        let mut png = std::io::Cursor::new(Vec::new());
        image::DynamicImage::new_rgb8(3, 2).write_to(&mut png, image::ImageFormat::Png).unwrap();
        png.into_inner()
    }
}
