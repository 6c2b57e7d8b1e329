//! GIF files keep their animation: blocks that the picture needs are copied, all others are dropped.

use crate::{Problem, Size};

const MAX_FRAMES: usize = 2_000;

/// Limit over all frames, since every reader's browser decodes them.
const MAX_FRAME_PIXELS: u64 = 600_000_000;

/// Returns the file with its frames, timing and repetition count only.
pub(crate) fn without_metadata(bytes: &[u8]) -> Result<Vec<u8>, Problem> {
    let mut reader = Reader { rest: bytes };
    let mut out = Vec::with_capacity(bytes.len());
    let header = reader.take(13)?;
    Size { width: word(header, 6), height: word(header, 8) }.check()?;
    out.extend_from_slice(header);
    out.extend_from_slice(reader.take(colours(header[10]))?);
    let (mut frames, mut pixels) = (0, 0);
    loop {
        match reader.take(1) {
            Ok([0x2c]) => {
                let descriptor = reader.take(9)?;
                frames += 1;
                pixels += u64::from(word(descriptor, 4)) * u64::from(word(descriptor, 6));
                if frames > MAX_FRAMES || pixels > MAX_FRAME_PIXELS {
                    return Err(Problem::Broken);
                }
                out.push(0x2c);
                out.extend_from_slice(descriptor);
                out.extend_from_slice(reader.take(colours(descriptor[8]))?);
                out.extend_from_slice(reader.take(1)?);
                out.extend_from_slice(reader.sub_blocks()?);
            }
            Ok([0x21]) => {
                let label = reader.take(1)?[0];
                let blocks = reader.sub_blocks()?;
                if makes_the_picture(label, blocks) {
                    out.extend_from_slice(&[0x21, label]);
                    out.extend_from_slice(blocks);
                }
            }
            // Many encoders omit the last byte; data after it is not part of the picture.
            Ok([0x3b]) | Err(_) if frames > 0 => {
                out.push(0x3b);
                return Ok(out);
            }
            _ => return Err(Problem::Broken),
        }
    }
}

/// Returns whether an extension holds timing, transparency or the repetition count.
fn makes_the_picture(label: u8, blocks: &[u8]) -> bool {
    match label {
        0xf9 => blocks.len() == 6,
        0xff => {
            let names_repetition = matches!(blocks.get(1..12), Some(b"NETSCAPE2.0" | b"ANIMEXTS1.0"));
            // The name, three bytes, the terminator.
            names_repetition && blocks.len() == 17
        }
        _ => false,
    }
}

/// Returns the size of the colour table that these flags announce.
fn colours(flags: u8) -> usize {
    if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]))
}

struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], Problem> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(Problem::Broken)?;
        self.rest = rest;
        Ok(taken)
    }

    /// Reads blocks of up to 255 bytes with their lengths, including the empty last one.
    fn sub_blocks(&mut self) -> Result<&'b [u8], Problem> {
        let all = self.rest;
        loop {
            let length = self.take(1)?[0];
            if length == 0 {
                return Ok(&all[..all.len() - self.rest.len()]);
            }
            self.take(usize::from(length))?;
        }
    }
}
