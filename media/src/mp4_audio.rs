//! The sound of an MP4 recording, in parts that are files of their own.
//!
//! Frames are copied, never decoded. Works for files with one table of samples, as recorders write them at the end of a
//! call; not for fragmented ones.

use std::io::{Read, Seek, SeekFrom};

use crate::Problem;
use crate::bmff::{Reader, boxes, content_of};

mod writer;

/// Maximum size of the tables. Three hours of sound and pictures have about 20 MB.
const MAX_TABLES: u64 = 64 * 1024 * 1024;

/// Maximum number of samples: a day of sound.
const MAX_SAMPLES: usize = 4_000_000;

/// Maximum size of a sample.
const MAX_SAMPLE_BYTES: u32 = 1024 * 1024;

/// A frame of sound.
#[derive(Clone, Copy, Debug)]
struct Sample {
    offset: u64,
    size: u32,
    duration: u32,
}

/// The sound of an MP4 file.
#[derive(Debug)]
pub struct Mp4Audio<F> {
    file: F,
    /// Content of the box that describes the encoding.
    description: Vec<u8>,
    /// Units of durations per second.
    timescale: u32,
    samples: Vec<Sample>,
    next: usize,
}

impl<F: Read + Seek> Mp4Audio<F> {
    /// Reads the tables of a file. [`Problem::Type`]: not such a file, or without sound.
    pub fn open(mut file: F) -> Result<Self, Problem> {
        let tables = tables(&mut file)?.ok_or(Problem::Type)?;
        let length = file.seek(SeekFrom::End(0)).map_err(|_| Problem::Broken)?;
        let (description, timescale, samples) = sound(&tables).ok_or(Problem::Type)?;
        let total: u64 = samples.iter().map(|sample| u64::from(sample.size)).sum();
        let is_sound = timescale > 0 && !samples.is_empty() && total <= length;
        is_sound.then_some(Self { file, description, timescale, samples, next: 0 }).ok_or(Problem::Broken)
    }

    /// Returns the next part as a file, at most this long and with at most these bytes of sound; None after the last one.
    pub fn next_part(&mut self, seconds: u64, bytes: usize) -> Result<Option<Vec<u8>>, Problem> {
        let longest = seconds.saturating_mul(self.timescale.into());
        let (mut duration, mut size) = (0_u64, 0_usize);
        let rest = self.samples.get(self.next..).unwrap_or_default();
        let count = rest.iter().take_while(|sample| {
            duration += u64::from(sample.duration);
            size += sample.size as usize;
            duration <= longest && size <= bytes
        });
        // A part has at least one sample, so that it ends.
        let end = self.next + count.count().max(1).min(rest.len());
        let part = &self.samples[self.next..end];
        if part.is_empty() {
            return Ok(None);
        }
        let sound = read(&mut self.file, part)?;
        self.next = end;
        Ok(Some(writer::file(&self.description, self.timescale, part, &sound)))
    }
}

/// Finds the box with the tables, which recorders write before or after the content.
fn tables(file: &mut (impl Read + Seek)) -> Result<Option<Vec<u8>>, Problem> {
    let broken = |_| Problem::Broken;
    let length = file.seek(SeekFrom::End(0)).map_err(broken)?;
    let mut at = 0;
    while length - at >= 8 {
        file.seek(SeekFrom::Start(at)).map_err(broken)?;
        let mut head = [0; 16];
        file.read_exact(&mut head[..8]).map_err(broken)?;
        let short = u64::from(u32::from_be_bytes([head[0], head[1], head[2], head[3]]));
        let (start, size) = match short {
            0 => (8, length - at),
            1 => {
                file.read_exact(&mut head[8..]).map_err(broken)?;
                (16, u64::from_be_bytes(std::array::from_fn(|index| head[8 + index])))
            }
            short => (8, short),
        };
        let end = at.checked_add(size).filter(|end| size >= start && *end <= length).ok_or(Problem::Type)?;
        if &head[4..8] == b"moov" {
            if size > MAX_TABLES {
                return Err(Problem::TooLarge);
            }
            let mut content = Vec::new();
            file.take(size - start).read_to_end(&mut content).map_err(broken)?;
            return Ok(Some(content));
        }
        at = end;
    }
    Ok(None)
}

/// Reads the first track with sound. None: there is none, or its tables contradict each other.
fn sound(tables: &[u8]) -> Option<(Vec<u8>, u32, Vec<Sample>)> {
    for (_, track) in boxes(tables, 0..tables.len())?.into_iter().filter(|(name, _)| name == b"trak") {
        let track = boxes(tables, track)?;
        let media = boxes(tables, content_of(&track, b"mdia")?)?;
        let kind = content_of(&media, b"hdlr")?;
        if tables.get(kind)?.get(8..12)? != b"soun" {
            continue;
        }
        let information = boxes(tables, content_of(&media, b"minf")?)?;
        let table = boxes(tables, content_of(&information, b"stbl")?)?;
        let part = |name: &[u8; 4]| content_of(&table, name);
        let read = |content: std::ops::Range<usize>| Reader { file: &tables[..content.end], at: content.start };
        let mut header = read(content_of(&media, b"mdhd")?);
        let times = if header.number(4)? >> 24 == 0 { 8 } else { 16 };
        header.bytes(times)?;
        let timescale = u32::try_from(header.number(4)?).ok()?;
        let sizes = sizes(&mut read(part(b"stsz")?))?;
        let durations = durations(&mut read(part(b"stts")?), sizes.len())?;
        let (offsets, width) = match part(b"stco") {
            Some(offsets) => (offsets, 4),
            None => (part(b"co64")?, 8),
        };
        let offsets = offsets_of(&mut read(offsets), width, &mut read(part(b"stsc")?), &sizes)?;
        let samples = sizes.iter().zip(durations).zip(offsets);
        let samples = samples.map(|((size, duration), offset)| Sample { offset, size: *size, duration });
        return Some((tables.get(part(b"stsd")?)?.to_vec(), timescale, samples.collect()));
    }
    None
}

fn sizes(table: &mut Reader<'_>) -> Option<Vec<u32>> {
    table.number(4)?;
    let (same, count) = (table.number(4)?, table.number(4)?);
    if count > MAX_SAMPLES {
        return None;
    }
    let mut sizes = Vec::with_capacity(count);
    for _ in 0..count {
        let size = if same > 0 { same } else { table.number(4)? };
        sizes.push(u32::try_from(size).ok().filter(|size| *size <= MAX_SAMPLE_BYTES)?);
    }
    Some(sizes)
}

fn durations(table: &mut Reader<'_>, samples: usize) -> Option<Vec<u32>> {
    table.number(4)?;
    let mut durations = Vec::with_capacity(samples);
    for _ in 0..table.number(4)? {
        let (count, duration) = (table.number(4)?, u32::try_from(table.number(4)?).ok()?);
        let end = durations.len().checked_add(count).filter(|end| *end <= samples)?;
        durations.resize(end, duration);
    }
    (durations.len() == samples).then_some(durations)
}

/// Returns where each sample begins. Samples lie in chunks; a rule says how many, from one chunk to the next rule.
fn offsets_of(chunks: &mut Reader<'_>, width: usize, rules: &mut Reader<'_>, sizes: &[u32]) -> Option<Vec<u64>> {
    chunks.number(4)?;
    let count = chunks.number(4)?;
    rules.number(4)?;
    let mut rules_left = rules.number(4)?;
    let rule = |rules: &mut Reader<'_>| {
        let (first, samples) = (rules.number(4)?, rules.number(4)?);
        rules.number(4)?;
        Some((first, samples))
    };
    let mut next = if rules_left > 0 { Some(rule(rules)?) } else { None };
    let mut samples = 0;
    let mut offsets = Vec::with_capacity(sizes.len());
    for chunk in 1..=count {
        if let Some((first, of_chunk)) = next
            && first <= chunk
        {
            samples = of_chunk;
            rules_left -= 1;
            next = if rules_left > 0 { Some(rule(rules)?) } else { None };
        }
        let mut at = u64::try_from(chunks.number(width)?).ok()?;
        for _ in 0..samples {
            offsets.push(at);
            at = at.checked_add(u64::from(*sizes.get(offsets.len() - 1)?))?;
        }
    }
    (offsets.len() == sizes.len()).then_some(offsets)
}

/// Reads samples; neighbours at once.
fn read(file: &mut (impl Read + Seek), samples: &[Sample]) -> Result<Vec<u8>, Problem> {
    let mut sound = Vec::new();
    let mut rest = samples;
    while let Some(first) = rest.first() {
        let mut length = 0;
        let neighbours = rest.iter().take_while(|sample| {
            let is_next = sample.offset == first.offset + length;
            length += if is_next { u64::from(sample.size) } else { 0 };
            is_next
        });
        rest = &rest[neighbours.count()..];
        file.seek(SeekFrom::Start(first.offset)).map_err(|_| Problem::Broken)?;
        let read = file.by_ref().take(length).read_to_end(&mut sound).map_err(|_| Problem::Broken)?;
        if read as u64 != length {
            return Err(Problem::Broken);
        }
    }
    Ok(sound)
}

#[cfg(test)]
mod tests;
