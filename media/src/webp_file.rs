//! Animated WebP files keep their frames: chunks that the picture needs are copied, all others are dropped.

use crate::{Problem, Size};

const MAX_FRAMES: usize = 2_000;

/// Limit over all frames, since every reader's browser decodes them.
const MAX_FRAME_PIXELS: u64 = 600_000_000;

/// Flags of the extended header.
const ANIMATION: u8 = 0x02;
const PROFILE_EXIF_AND_XMP: u8 = 0x20 | 0x08 | 0x04;

pub(crate) fn is_animated(bytes: &[u8]) -> bool {
    bytes.get(12..16) == Some(b"VP8X") && bytes.get(20).is_some_and(|flags| flags & ANIMATION != 0)
}

/// Returns whether the still picture was encoded losslessly.
pub(crate) fn is_lossless(bytes: &[u8]) -> bool {
    Chunks { rest: bytes.get(12..).unwrap_or_default() }.any(|chunk| matches!(chunk, Ok((b"VP8L", _))))
}

/// Returns the animation with its frames and timing only.
pub(crate) fn without_metadata(bytes: &[u8]) -> Result<Vec<u8>, Problem> {
    // The header's length ends the file; data after it is dropped.
    let length = number(bytes.get(4..8).ok_or(Problem::Broken)?);
    let body = bytes.get(12..length.checked_add(8).ok_or(Problem::Broken)?).ok_or(Problem::Broken)?;
    let mut out = bytes[..12].to_vec();
    let (mut frames, mut pixels) = (0, 0);
    for chunk in (Chunks { rest: body }) {
        let (name, content) = chunk?;
        let mut content = content.to_vec();
        match name {
            b"VP8X" if content.len() == 10 => {
                content[0] &= !PROFILE_EXIF_AND_XMP;
                size_at(&content, 4).check()?;
            }
            b"ANIM" => {}
            b"ANMF" if content.len() > 16 => {
                let Size { width, height } = size_at(&content, 6);
                frames += 1;
                pixels += u64::from(width) * u64::from(height);
                if frames > MAX_FRAMES || pixels > MAX_FRAME_PIXELS {
                    return Err(Problem::Broken);
                }
            }
            b"VP8X" | b"ANMF" => return Err(Problem::Broken),
            _ => continue,
        }
        out.extend_from_slice(name);
        out.extend_from_slice(&u32::try_from(content.len()).map_err(|_| Problem::Broken)?.to_le_bytes());
        out.extend_from_slice(&content);
        out.resize(out.len().next_multiple_of(2), 0);
    }
    let length = u32::try_from(out.len() - 8).map_err(|_| Problem::Broken)?;
    out[4..8].copy_from_slice(&length.to_le_bytes());
    if frames == 0 { Err(Problem::Broken) } else { Ok(out) }
}

/// Width and height less one, in three bytes each.
fn size_at(bytes: &[u8], at: usize) -> Size {
    Size { width: number(&bytes[at..at + 3]) as u32 + 1, height: number(&bytes[at + 3..at + 6]) as u32 + 1 }
}

fn number(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte))
}

struct Chunks<'b> {
    rest: &'b [u8],
}

impl<'b> Iterator for Chunks<'b> {
    type Item = Result<(&'b [u8; 4], &'b [u8]), Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let chunk = self.chunk();
        if chunk.is_none() {
            self.rest = &[];
        }
        Some(chunk.ok_or(Problem::Broken))
    }
}

impl<'b> Chunks<'b> {
    fn chunk(&mut self) -> Option<(&'b [u8; 4], &'b [u8])> {
        let (name, rest) = self.rest.split_first_chunk::<4>()?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let (content, rest) = rest.split_at_checked(number(length))?;
        // Odd chunks have a padding byte, which the last one may lack.
        self.rest = if content.len() % 2 == 1 { rest.get(1..).unwrap_or_default() } else { rest };
        Some((name, content))
    }
}
